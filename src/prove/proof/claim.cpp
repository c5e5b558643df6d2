#include "src/prove/proof/claim.h"

#include <algorithm>
#include <span>
#include <stdexcept>

#include "src/prove/proof/model_specification.h"
#include "src/prove/proof/routine_specification.h"
#include "src/prove/proof/trial.h"
#include "src/session/session.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

// Each takes as long as a proof.
constexpr size_t most_ways = 16;

// Watches of bytes of memory as they are; a proof knows no frame before.
bool isRam(uint16_t address) { return address < 0x2000 || (address >= 0x6000 && address < 0x8000); }

std::vector<trace::Watch> bytesWatched(const trace::Profile& profile) {
  std::vector<trace::Watch> watches;
  for (const trace::Watch& watch : profile.watches)
    if (!watch.addresses.empty() && watch.take == trace::Take::Value &&
        std::all_of(watch.addresses.begin(), watch.addresses.end(), isRam))
      watches.push_back(watch);
  return watches;
}

// Two cartridges agree in bytes, which not every watch shows: digits, a flag, what lies beside a mask.
std::vector<trace::Watch> byteByByte(const std::vector<trace::Watch>& watches) {
  std::vector<trace::Watch> bytes;
  for (const trace::Watch& watch : watches) {
    if (trace::traitsOf(watch.type).bits == static_cast<int>(8 * watch.addresses.size())) {
      bytes.push_back(watch);
      continue;
    }
    for (const uint16_t address : watch.addresses) {
      const std::string place = watch.addresses.size() > 1 ? " " + trace::addressText(address) : "";
      trace::Watch byte;
      byte.name = watch.name + place;
      byte.addresses = {address};
      bytes.push_back(std::move(byte));
    }
  }
  return bytes;
}

// Throws, where the assumptions leave the memory out.
void requireAdmitted(const Trial& trial, const Memory& before, const std::string& where) {
  if (const std::string refusal = trial.refusal(before); !refusal.empty())
    throw std::runtime_error(where + ": " + refusal);
}

// Code that is not the same at every call is no code that can be read.
void requireKnownCode(const Routine& way) {
  if (!way.refused.empty())
    throw std::runtime_error("the routine at " + trace::addressText(way.address) +
                             " cannot be proved: " + way.refused);
}

// The proof of another way beside those of the ones before.
void add(Proof& all, Proof&& one) {
  for (Assumption& assumption : one.assumptions) {
    const auto known = std::find_if(all.assumptions.begin(), all.assumptions.end(),
                                    [&](const Assumption& other) { return other.text == assumption.text; });
    if (known == all.assumptions.end()) {
      all.assumptions.push_back(std::move(assumption));
    } else {
      known->held += assumption.held;
      known->frames += assumption.frames;
    }
  }
  for (const ContactSeen& seen : one.contacts) {
    const auto known = std::find_if(all.contacts.begin(), all.contacts.end(),
                                    [&](const ContactSeen& other) { return other.contact == seen.contact; });
    if (known == all.contacts.end()) {
      all.contacts.push_back(seen);
    } else {
      known->made |= seen.made;
      known->missed |= seen.missed;
    }
  }
  for (std::string& note : one.notes)
    if (std::find(all.notes.begin(), all.notes.end(), note) == all.notes.end())
      all.notes.push_back(std::move(note));
  all.routine_paths += one.routine_paths;
  all.model_paths += one.model_paths;
  all.forks += one.forks;
  all.samples += one.samples;
  all.solver_calls += one.solver_calls;
  if (one.verdict == Verdict::Proved || (one.verdict == Verdict::Open && all.verdict == Verdict::Open))
    return;
  all.verdict = one.verdict;
  all.why_open = std::move(one.why_open);
  all.counterexample = std::move(one.counterexample);
}

// What every way was proved of may still say too little: an assumption that traced calls break, or a contact of which the
// routine knows nothing. Empty: it does not.
std::string whyNoProof(const Proof& proof, const std::string& name, const std::string& option) {
  for (const Assumption& assumption : proof.assumptions)
    if (assumption.of_state && assumption.held < assumption.frames)
      return "it is proved only where " + assumption.text + ", which " +
             std::to_string(assumption.frames - assumption.held) + " of the " +
             std::to_string(assumption.frames) + " traced calls break: nothing is shown of these";
  for (const ContactSeen& seen : proof.contacts) {
    if (seen.made || seen.contact == physics::WorldContact::Edge) continue;
    const std::string what = seen.contact == physics::WorldContact::Landing ? "lands" : "hits a ceiling";
    return name + " " + what +
           ", and the routine never does, from no state: either other code does it (name a larger routine "
           "with " +
           option + "), or " + name + " is not this routine's";
  }
  return {};
}

}  // namespace

Claim::Claim(const ClaimOptions& options)
    : watches_(bytesWatched(options.profile)),
      coverage_(options.coverage),
      seconds_(options.seconds),
      budget_(options.budget),
      samples_(options.samples),
      progress_(options.progress) {
  Search search;
  search.address = options.routine;
  search.command = options.command;
  Routine routine = findRoutine(options.cartridge, options.profile, options.runs, search);
  if (routine.entries.empty())
    throw std::runtime_error(
        "the routine was never called; give a movie (--movie) in which the player moves");
  for (const std::string& text : options.profile.assume)
    assumptions_.emplace_back(text, options.profile.watches, "profile " + options.profile.name + ": assume");
  for (const std::string& text : options.assume)
    assumptions_.emplace_back(text, options.profile.watches, "--assume");
  if (!options.against) chooseModel(options, routine);
  calls_ = routine.calls;
  ways_ = waysOf(std::move(routine));
  for (const Routine& way : ways_) requireKnownCode(way);
  if (!options.against) return;
  watches_ = byteByByte(watches_);
  chooseRoutine(options);
}

void Claim::chooseModel(const ClaimOptions& options, const Routine& routine) {
  const std::string model = options.model.empty() ? options.profile.model : options.model;
  if (model.empty())
    throw std::runtime_error(
        "profile " + options.profile.name +
        " names no model; name one with --model, or another cartridge with --against-rom");
  specifications_.push_back(
      std::make_unique<ModelSpecification>(model, options.settings, options.profile, routine));
}

void Claim::chooseRoutine(const ClaimOptions& options) {
  if (!options.model.empty())
    throw std::runtime_error(
        "--model and --against-rom exclude each other: a routine is held to one of them");
  Search search;
  search.address = options.against_routine;
  Routine other = findRoutine(options.against, options.profile, options.against_runs, search);
  if (other.entries.empty())
    throw std::runtime_error("the routine of " + options.against_name + " was never called");
  others_ = byProgram(std::move(other));
  for (const Routine& way : ways_)
    specifications_.push_back(std::make_unique<RoutineSpecification>(otherFor(way, options.against_name), way,
                                                                     options.against_name, watches_));
}

// The other routine with the banks that this way has.
const Routine& Claim::otherFor(const Routine& way, const std::string& name) const {
  if (others_.front().entries.front().before.board.size() != way.entries.front().before.board.size())
    throw std::runtime_error("only one of the two cartridges has RAM at $6000; " + name +
                             " and this one have no memory in common");
  if (others_.size() == 1) return others_.front();
  for (const Routine& other : others_)
    if (static_cast<const Mapping&>(other.program()) == way.program()) return other;
  throw std::runtime_error("the routine of " + name + " is called with " + std::to_string(others_.size()) +
                           " arrangements of banks, of which none is the one here (" + wayText(way) +
                           "); give runs in which it is called with one (--movie F)");
}

uint64_t Claim::frames() const {
  uint64_t frames = 0;
  for (const Routine& way : ways_) frames += way.entries.size();
  return frames;
}

Question Claim::question(size_t way, Moment deadline) const {
  const Routine& routine = ways_[way];
  std::vector<MemoryCondition> assumptions = assumptions_;
  for (const FixedPointer& pointer : routine.pointers)
    assumptions.push_back(MemoryCondition::pointerIs(pointer.address, pointer.value));
  if (const auto press = specification(way).press(); press && !press->before)
    assumptions.push_back(MemoryCondition::pressIsDown(*press));
  const std::span<const CodeByte> code = routine.code;
  for (size_t first = 0, end = 0; first < code.size(); first = end) {
    for (end = first + 1; end < code.size() && code[end].address == code[end - 1].address + 1;) ++end;
    assumptions.push_back(MemoryCondition::codeIs(code.subspan(first, end - first)));
  }
  return {routine,  specification(way), assumptions, routine.padByte(), coverage_,
          seconds_, samples_,           deadline,    progress_};
}

Proof Claim::prove() const {
  const Moment deadline = std::chrono::steady_clock::now() + budget_;
  Proof all;
  all.verdict = Verdict::Proved;
  all.coverage = coverage_;
  for (size_t way = 0; way < ways_.size(); ++way) {
    if (way == most_ways) {
      all.verdict = Verdict::Open;
      all.why_open = "the routine is entered in " + std::to_string(ways_.size()) +
                     " ways, by other callers or with other banks, stack pointers or flags, of which " +
                     std::to_string(most_ways) + " were looked at; give runs with fewer (--movie F)";
      break;
    }
    Proof one = prove::prove(question(way, deadline));
    if (one.counterexample) one.counterexample->way = way;
    if (ways_.size() > 1 && one.verdict == Verdict::Open)
      one.why_open = "where " + wayText(ways_[way]) + ": " + one.why_open;
    add(all, std::move(one));
    if (all.verdict == Verdict::Differs) break;
  }
  // Of one way all frames that were traced have what only some of them show.
  for (Assumption& assumption : all.assumptions)
    for (const Routine& way : ways_)
      if (assumption.text == wayText(way)) assumption.frames = frames();
  if (all.verdict == Verdict::Proved)
    if (std::string why = whyNoProof(all, specification().name(), routine().option("--routine"));
        !why.empty()) {
      all.verdict = Verdict::Open;
      all.why_open = std::move(why);
    }
  return all;
}

std::optional<Counterexample> Claim::attempt(size_t way, const Memory& before, const Registers& registers,
                                             const std::string& where) const {
  const Question asked = question(way);
  Trial trial(asked);
  requireAdmitted(trial, before, where);
  auto found = trial.attempt(before, registers, Trial::Origin::File);
  if (found) found->way = way;
  return found;
}

std::optional<Counterexample> Claim::attemptEnd(size_t way, const Memory& before, const Registers& registers,
                                                const std::string& end, const std::string& where) const {
  const Question asked = question(way);
  Trial trial(asked);
  requireAdmitted(trial, before, where);
  Counterexample found = trial.unreached(before, registers, end);
  found.way = way;
  if (!found.confirmed) return std::nullopt;
  return found;
}

}  // namespace jumpscope::prove
