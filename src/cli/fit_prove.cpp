#include "src/cli/fit_prove.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "src/base/text.h"
#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"
#include "src/prove/proof/report.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

using prove::Counterexample;
using prove::Memory;

const trace::Watch* findWatch(const trace::Profile& profile, const std::string& name) {
  for (const trace::Watch& watch : profile.watches)
    if (watch.name == name) return &watch;
  return nullptr;
}

// The frame of a counterexample in the variables of the law's game.
fit::LawTransition transitionOf(const physics::Law& law, const trace::Profile& profile,
                                const prove::Claim& claim, const Counterexample& found) {
  fit::LawTransition transition;
  transition.pad = found.pad;
  transition.before.buttons = transition.after.buttons = found.pad;
  const auto& compared = claim.specification(found.way).compared();
  size_t place = 0;
  for (const physics::LawNumber* number : physics::numbersOf(law))
    for (const physics::LawNumber::Part& part : number->parts) {
      const trace::Watch* watch = findWatch(profile, part.watch);
      const int64_t before =
          watch ? trace::readWatch(*watch,
                                   [&](uint16_t address) { return prove::byteAt(found.before, address); })
                : 0;
      transition.before.set(place, before);
      transition.after.set(place, before);
      for (size_t i = 0; i < compared.size() && i < found.routine.size(); ++i)
        if (compared[i].name == part.watch) transition.after.set(place, found.routine[i]);
      ++place;
    }
  if (const auto press = claim.specification(found.way).press(); press && law.held.parts.size() == 1) {
    const size_t held = physics::LawValues<Plain>(law).placeOf(law.held);
    const bool was = prove::wasHeld<Plain>(*press, prove::byteAt(found.before, press->address), found.pad);
    transition.before.set(held, was ? law.held_mask : 0);
  }
  return transition;
}

// A byte of RAM that had one value whenever the routine was called, and another in the counterexample.
struct Constant {
  uint16_t address = 0;
  uint8_t value = 0;
};

// But for those of the law's own numbers: what the law says of these is to hold for all values.
std::vector<Constant> constantsIn(const prove::Claim& claim, const Counterexample& found,
                                  const physics::Law& law, const trace::Profile& profile) {
  std::set<uint16_t> own;
  for (const physics::LawNumber* number : physics::numbersOf(law))
    for (const physics::LawNumber::Part& part : number->parts)
      if (const trace::Watch* watch = findWatch(profile, part.watch))
        own.insert(watch->addresses.begin(), watch->addresses.end());
  std::vector<Constant> list;
  for (uint16_t address = 0; address < 0x0800; ++address) {
    if ((address >= 0x0100 && address < 0x0200) || own.contains(address)) continue;
    const uint8_t value = prove::byteAt(claim.routine().entries.front().before, address);
    if (value == prove::byteAt(found.before, address)) continue;
    const bool constant =
        std::all_of(claim.ways().begin(), claim.ways().end(), [&](const prove::Routine& way) {
          return std::all_of(way.entries.begin(), way.entries.end(), [&](const prove::Entry& entry) {
            return prove::byteAt(entry.before, address) == value;
          });
        });
    if (constant) list.push_back({address, value});
  }
  return list;
}

// The fewest of these bytes whose usual value makes the counterexample none, those with low addresses if there is a
// choice: an index or a pointer decides for all of its rows. nullopt: all of them do not.
std::optional<std::vector<Constant>> deciding(const prove::Claim& claim, const Counterexample& found,
                                              std::vector<Constant> bytes) {
  const auto still = [&](const std::vector<Constant>& some) {
    Memory before = found.before;
    for (const Constant& one : some) before.ram[one.address] = one.value;
    try {
      return claim.attempt(found.way, before, found.registers, "fit --prove").has_value();
    } catch (const std::runtime_error&) {
      return true;  // what is assumed already leaves this memory out
    }
  };
  if (bytes.empty() || still(bytes)) return std::nullopt;
  std::reverse(bytes.begin(), bytes.end());
  for (size_t size = bytes.size(); size > 0; size /= 2)
    for (size_t first = 0; first < bytes.size();) {
      std::vector<Constant> fewer = bytes;
      const auto from = fewer.begin() + std::ptrdiff_t(first);
      fewer.erase(from, from + std::ptrdiff_t(std::min(size, bytes.size() - first)));
      if (fewer.empty() || still(fewer))
        first += size;
      else
        bytes = std::move(fewer);
    }
  return bytes;
}

// Adds "the byte is so" to what the profile assumes; returns it.
std::string assume(trace::Profile& profile, const Constant& byte) {
  std::string name;
  for (const trace::Watch& watch : profile.watches)
    if (watch.addresses == std::vector<uint16_t>{byte.address} && watch.type == trace::Type::U8 &&
        watch.take == trace::Take::Value && watch.fraction_bits == 0)
      name = watch.name;
  if (name.empty()) {
    trace::Watch watch;
    watch.name = name = "byte_" + base::lowerHex(byte.address, 4);
    watch.addresses = {byte.address};
    watch.meaning = "the same whenever the routine was called in the frames that were traced";
    profile.watches.push_back(watch);
  }
  profile.assume.push_back(name + " == " + std::to_string(byte.value));
  return profile.assume.back();
}

}  // namespace

ProvedLaw proveLaw(std::shared_ptr<const console::Cartridge> cartridge, const trace::Profile& profile,
                   const std::string& name, const physics::Law& law, const fit::Right& right,
                   const std::vector<prove::Run>& runs, size_t rounds) {
  ProvedLaw result{law, profile, {}, prove::Verdict::Open, ""};
  std::vector<fit::LawTransition> transitions;
  for (size_t round = 0; round < rounds; ++round) {
    prove::ClaimOptions options;
    options.cartridge = cartridge;
    options.profile = result.profile;
    options.profile.model = options.model = physics::addModel(physics::lawModel(result.law, name, "")).name;
    options.profile.feeds.clear();
    options.runs = runs;
    options.command = "prove";
    const prove::Claim claim(options);
    const prove::Proof proof = claim.prove();
    result.verdict = proof.verdict;
    result.report = prove::proofText(claim, proof, {});
    if (proof.verdict != prove::Verdict::Differs) break;
    const Counterexample& found = *proof.counterexample;
    if (found.kind == Counterexample::Kind::Differs) {
      transitions.push_back(transitionOf(result.law, result.profile, claim, found));
      if (const auto better = fit::refined(result.law, right, transitions)) {
        result.history.push_back("a counterexample: " + better->words);
        result.law = better->law;
        continue;
      }
      transitions.pop_back();
    }
    const auto bytes = deciding(claim, found, constantsIn(claim, found, result.law, result.profile));
    if (!bytes) break;
    for (const Constant& byte : *bytes)
      result.history.push_back("a counterexample: assumed that " + assume(result.profile, byte) +
                               ", as in every traced call");
  }
  return result;
}

}  // namespace jumpscope::cli
