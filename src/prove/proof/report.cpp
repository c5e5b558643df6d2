#include "src/prove/proof/report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "src/base/json_value.h"
#include "src/base/text.h"
#include "src/movie/buttons.h"
#include "src/prove/machine/walk.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

constexpr std::string_view format_name = "jumpscope-counterexample";
constexpr const char* never_ends_so = "never ends so";
constexpr size_t most_steps = 14;

std::string labelled(std::string label) {
  label.resize(std::max<size_t>(12, label.size() + 2), ' ');
  return "  " + label;
}

// As its bytes are: "$A7", "$00B5" for two.
std::string hexOf(const trace::Watch& watch, int64_t raw) {
  const auto digits = static_cast<int>(2 * watch.addresses.size());
  return "$" + base::hex(bitsOf(watch, raw), digits);
}

std::string subject(const Claim& claim) {
  return "the routine at " + trace::addressText(claim.routine().address) + " and " +
         claim.specification().name();
}

// Names, in the order of the profile.
std::string namesOf(const std::vector<trace::Watch>& watches) {
  std::string text;
  for (const trace::Watch& watch : watches) text.append(text.empty() ? "" : ", ").append(watch.name);
  return text;
}

// The watches that show the state; and its bytes that no watch shows.
std::string stateText(const Claim& claim, const Counterexample& found) {
  std::set<uint16_t> bytes;
  for (const uint16_t address : claim.specification().state()) bytes.insert(trace::foldMirror(address));
  std::string text;
  for (const trace::Watch& watch : claim.watches()) {
    const bool shown = std::any_of(watch.addresses.begin(), watch.addresses.end(),
                                   [&](uint16_t address) { return bytes.contains(address); });
    if (!shown) continue;
    const int64_t raw =
        trace::readWatch(watch, [&](uint16_t address) { return byteAt(found.before, address); });
    text.append(text.empty() ? "" : " ").append(watch.name).append("=").append(hexOf(watch, raw));
  }
  if (claim.routine().padByte()) {
    const std::string pad = movie::buttonsText(found.pad);
    text += " buttons=" + (found.pad == 0 ? "none" : pad);
  }
  return text;
}

std::vector<size_t> differing(const Claim& claim, const Counterexample& found) {
  std::vector<size_t> places;
  if (found.routine.empty() || found.allowed.empty()) return places;
  const auto& compared = claim.specification().compared();
  for (size_t i = 0; i < compared.size(); ++i)
    if (bitsOf(compared[i], found.routine[i]) != bitsOf(compared[i], found.allowed.front().values[i]))
      places.push_back(i);
  return places;
}

std::string headline(const Claim& claim, const Counterexample& found) {
  using Kind = Counterexample::Kind;
  if (found.kind == Kind::DoesNotReturn) return "differs: the routine " + found.problem;
  const auto& compared = claim.specification().compared();
  std::string text;
  for (const size_t i : differing(claim, found)) {
    text.append(text.empty() ? "" : "; ").append(compared[i].name).append("  routine ");
    text += hexOf(compared[i], found.routine[i]) + ", " + (claim.againstRoutine() ? "other " : "model ") +
            hexOf(compared[i], found.allowed.front().values[i]);
  }
  if (found.kind == Kind::NeverEndsSo)
    return "differs: the routine never ends with " + (found.end.empty() ? "the motion alone" : found.end) +
           " from this state, whatever else memory holds; " + text;
  if (found.allowed.empty())
    return "differs: " + claim.specification().name() + " does not return, the routine does";
  return "differs: " + text;
}

std::vector<std::string> pathOf(const Claim& claim, const Counterexample& found) {
  std::vector<uint16_t> asked;
  const auto& compared = claim.specification().compared();
  for (const size_t i : differing(claim, found))
    asked.insert(asked.end(), compared[i].addresses.begin(), compared[i].addresses.end());
  std::vector<std::string> lines = linesOf(walk(claim.routine(found.way).program(), claim.routine().address,
                                                found.before, found.registers, asked));
  if (lines.size() > most_steps) {
    const size_t left_out = lines.size() - most_steps;
    lines.erase(lines.begin(), lines.begin() + static_cast<ptrdiff_t>(left_out));
    lines.insert(lines.begin(), "(" + std::to_string(left_out) + " earlier)");
  }
  return lines;
}

std::string otherEnds(const Claim& claim, const Counterexample& found) {
  std::string text;
  for (const KnownEnd& end : found.allowed) {
    std::string values;
    const auto& compared = claim.specification().compared();
    for (size_t i = 0; i < compared.size(); ++i)
      if (found.routine.empty() ||
          bitsOf(compared[i], end.values[i]) != bitsOf(compared[i], found.routine[i]))
        values.append(values.empty() ? "" : " ")
            .append(compared[i].name)
            .append("=")
            .append(hexOf(compared[i], end.values[i]));
    text += labelled(text.empty() ? (claim.againstRoutine() ? "other" : "allowed") : "") +
            (end.name.empty() ? std::string("motion") : end.name) + ": " + values + "\n";
  }
  return text;
}

// "3349 traced", "19970 kept of 39940 traced"
std::string framesText(const Claim& claim) {
  const uint64_t kept = claim.frames(), all = claim.calls();
  return (kept < all ? std::to_string(kept) + " kept of " : "") + std::to_string(all) + " traced";
}

std::string seenText(const Claim& claim, const Counterexample& found) {
  if (found.seen) return "such a state was seen in frame " + std::to_string(*found.seen);
  return "no such state in the " + framesText(claim) + " frames";
}

std::string counterexampleText(const Claim& claim, const Counterexample& found,
                               const ReportOptions& options) {
  std::string text = headline(claim, found) + "\n";
  if (claim.ways().size() > 1) text += labelled("entered") + wayText(claim.routine(found.way)) + "\n";
  text += labelled("state") + stateText(claim, found) + "\n";
  std::string label = "routine";
  for (const std::string& line : pathOf(claim, found)) {
    text += labelled(label) + line + "\n";
    label = "";
  }
  text += otherEnds(claim, found);
  if (options.unreachable) text += labelled("reached") + seenText(claim, found) + "\n";
  text +=
      labelled("emulator") + (found.confirmed ? "confirmed: it does the same" : "does not show it") + "\n";
  if (!options.replay.empty()) text += labelled("replay") + options.replay + "\n";
  return text;
}

std::string assumptionsText(const Proof& proof) {
  std::string text;
  for (const Assumption& assumption : proof.assumptions) {
    text += labelled(text.empty() ? "assuming" : "") + assumption.text;
    if (assumption.frames != 0)
      text += "  (" + std::to_string(assumption.held) + " of " + std::to_string(assumption.frames) + ")";
    text += "\n";
  }
  return text;
}

std::string pathsText(const Claim& claim, const Proof& proof) {
  if (proof.routine_paths == 0) return "";
  return labelled("paths") + std::to_string(proof.forks) + " forks of the routine, merged where they meet; " +
         std::to_string(proof.model_paths) +
         (claim.againstRoutine() ? " paths of the other" : " paths of the model") + "\n";
}

std::string secondsText(double seconds) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.1f s", seconds);
  return buffer.data();
}

const char* verdictName(Verdict verdict) {
  return verdict == Verdict::Proved ? "proved" : verdict == Verdict::Differs ? "differs" : "open";
}

// The contacts of which the model does not know where they are: "landing", "ceiling", "edge".
std::vector<std::string> notCompared(const Proof& proof) {
  using physics::WorldContact;
  std::vector<std::string> names;
  for (const ContactSeen& seen : proof.contacts) {
    if (seen.contact == WorldContact::Landing && seen.missed) names.emplace_back("landing");
    if (seen.contact == WorldContact::Ceiling) names.emplace_back("ceiling");
    if (seen.contact == WorldContact::Edge && seen.made) names.emplace_back("edge");
  }
  return names;
}

std::string contactsText(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty()             ? ""
             : &name == &names.back() ? " or "
                                      : ", ") +
            std::string(name == "landing"   ? "lands"
                        : name == "ceiling" ? "hits a ceiling"
                                            : "leaves the ground without a press");
  return "whether and where it " + text + ", was not compared";
}

// "for all states and buttons", or what is assumed of the states.
std::string statesText(const Proof& proof) {
  std::string text;
  for (const Assumption& assumption : proof.assumptions)
    if (assumption.of_state) text += (text.empty() ? "" : "; ") + assumption.text;
  return text.empty() ? "for all states and buttons" : "for all buttons, provided that " + text;
}

std::string provedText(const Claim& claim, const Proof& proof) {
  const std::string names = namesOf(claim.specification().compared());
  if (!proof.coverage)
    return "proved, one way: the routine at " + trace::addressText(claim.routine().address) +
           " makes nothing of " + names + " that " + claim.specification().name() + " forbids, " +
           statesText(proof) + "; if it does all that is allowed, was not asked";
  const std::vector<std::string> apart = notCompared(proof);
  return "proved" + std::string(apart.empty() ? "" : ", contacts apart") + ": " + subject(claim) +
         " agree on " + names + " " + statesText(proof) + (apart.empty() ? "" : "; " + contactsText(apart));
}

}  // namespace

std::string proofSummary(const Claim& claim, const Proof& proof) {
  switch (proof.verdict) {
    case Verdict::Proved:
      return provedText(claim, proof);
    case Verdict::Differs:
      return headline(claim, *proof.counterexample);
    case Verdict::Open:
      break;
  }
  return "open: " + proof.why_open;
}

std::string proofText(const Claim& claim, const Proof& proof, const ReportOptions& options) {
  std::string text;
  if (proof.counterexample)
    text = counterexampleText(claim, *proof.counterexample, options);
  else
    text = proofSummary(claim, proof) + "\n";
  text += assumptionsText(proof) + pathsText(claim, proof);
  text += labelled("frames") + framesText(claim) + ": " + claim.routine().found + "\n";
  for (const std::string& note : proof.notes) text += labelled("note") + note + "\n";
  if (options.seconds) text += labelled("time") + secondsText(*options.seconds) + "\n";
  return text;
}

nlohmann::ordered_json proofJson(const Claim& claim, const Proof& proof, const ReportOptions& options) {
  nlohmann::ordered_json json;
  json["format"] = "jumpscope-proof";
  json["verdict"] = verdictName(proof.verdict);
  json["summary"] = proofSummary(claim, proof);
  json["routine"] = trace::addressText(claim.routine().address);
  json["against"] = claim.specification().name();
  json["compared"] = nlohmann::ordered_json::array();
  for (const trace::Watch& watch : claim.specification().compared()) json["compared"].push_back(watch.name);
  json["coverage"] = proof.coverage;
  json["not_compared"] = notCompared(proof);
  json["assumptions"] = nlohmann::ordered_json::array();
  for (const Assumption& assumption : proof.assumptions)
    json["assumptions"].push_back({{"text", assumption.text},
                                   {"held", assumption.held},
                                   {"of", assumption.frames},
                                   {"of_state", assumption.of_state}});
  json["paths"] = {{"routine", proof.routine_paths}, {"against", proof.model_paths}, {"forks", proof.forks}};
  json["frames"] = claim.frames();
  json["samples"] = proof.samples;
  json["solver_calls"] = proof.solver_calls;
  if (options.seconds) json["seconds"] = *options.seconds;
  json["notes"] = proof.notes;
  if (proof.counterexample) {
    json["counterexample"] = counterexampleJson(claim, *proof.counterexample);
    json["counterexample"]["path"] = pathOf(claim, *proof.counterexample);
  }
  return json;
}

std::string replayText(const Claim& claim, const Counterexample& found, bool still_differs,
                       const ReportOptions& options) {
  std::vector<uint16_t> asked;
  for (const trace::Watch& watch : claim.specification().compared())
    asked.insert(asked.end(), watch.addresses.begin(), watch.addresses.end());
  const Walk steps =
      walk(claim.routine(found.way).program(), claim.routine().address, found.before, found.registers, asked);
  std::string text;
  for (const WalkStep& step : steps.steps) {
    std::array<char, 64> registers{};
    std::snprintf(registers.data(), registers.size(), "  A:%02X X:%02X Y:%02X P:%02X S:%02X",
                  step.registers.a, step.registers.x, step.registers.y, step.registers.p, step.registers.s);
    std::string line = trace::addressText(step.pc) + "  " +
                       std::string(2 * std::min<size_t>(step.depth, 8), ' ') + step.instruction;
    line.resize(std::max<size_t>(line.size(), 36), ' ');
    text += line + registers.data();
    if (step.write) {
      std::array<char, 48> write{};
      std::snprintf(write.data(), write.size(), "  $%04X: %02X -> %02X", step.write->address, step.write->old,
                    step.write->value);
      text += write.data();
    }
    if (step.taken) text += *step.taken ? "  taken" : "  not taken";
    text += "\n";
  }
  if (still_differs) return text + counterexampleText(claim, found, options);
  return text + "agrees: the routine leaves what " + claim.specification().name() + " allows\n";
}

nlohmann::ordered_json counterexampleJson(const Claim& claim, const Counterexample& found) {
  using Kind = Counterexample::Kind;
  nlohmann::ordered_json json;
  json["format"] = format_name;
  json["version"] = 1;
  json["routine"] = trace::addressText(claim.routine().address);
  json["against"] = claim.specification().name();
  json["kind"] = found.kind == Kind::Differs         ? "differs"
                 : found.kind == Kind::DoesNotReturn ? "does not return"
                                                     : never_ends_so;
  if (found.kind == Kind::NeverEndsSo) json["end"] = found.end;
  if (claim.ways().size() > 1) json["way"] = found.way;
  json["summary"] = headline(claim, found);
  nlohmann::ordered_json state;
  for (const trace::Watch& watch : claim.watches())
    state[watch.name] =
        trace::readWatch(watch, [&](uint16_t address) { return byteAt(found.before, address); });
  json["state"] = state;
  json["buttons"] = movie::buttonsText(found.pad);
  const auto named = [&](const std::vector<int64_t>& values) {
    nlohmann::ordered_json list;
    for (size_t i = 0; i < values.size(); ++i) list[claim.specification().compared()[i].name] = values[i];
    return list;
  };
  if (!found.routine.empty()) json["after"] = named(found.routine);
  if (!found.problem.empty()) json["problem"] = found.problem;
  json["allowed"] = nlohmann::ordered_json::array();
  for (const KnownEnd& end : found.allowed) {
    nlohmann::ordered_json one = {{"end", end.name}};
    one["values"] = named(end.values);
    json["allowed"].push_back(one);
  }
  json["confirmed"] = found.confirmed;
  if (found.seen)
    json["seen_in_frame"] = *found.seen;
  else
    json["seen_in_frame"] = nullptr;
  json["registers"] = {{"a", found.registers.a},
                       {"x", found.registers.x},
                       {"y", found.registers.y},
                       {"s", found.registers.s},
                       {"p", found.registers.p}};
  nlohmann::ordered_json memory;
  for (uint32_t address = 0; address < 0x8000; ++address)
    if (address < 0x800 || address >= 0x6000)
      if (const uint8_t byte = byteAt(found.before, static_cast<uint16_t>(address)); byte != 0)
        memory[trace::addressText(static_cast<uint16_t>(address))] = base::hex(byte, 2);
  json["memory"] = memory;
  return json;
}

Stored parseCounterexample(std::string_view text, const std::string& file_name, bool has_board, size_t ways) {
  const nlohmann::json json = base::parseJson(text, file_name);
  const base::JsonValue root(json, file_name);
  if (root.at("format").string() != format_name)
    root.at("format").fail("\"" + std::string(format_name) + "\"");
  if (root.at("version").integer(1, 1) != 1) return {};
  Stored stored;
  const base::JsonValue registers = root.at("registers");
  static constexpr std::array<std::string_view, 5> names{"a", "x", "y", "s", "p"};
  registers.requireKeys(names);
  const auto byte = [&](const char* name) {
    return static_cast<uint8_t>(registers.at(name).integer(0, 255));
  };
  stored.registers = {byte("a"), byte("x"), byte("y"), byte("s"), byte("p")};
  if (root.at("kind").string() == never_ends_so) stored.end = root.at("end").string();
  if (const auto way = root.find("way"))
    stored.way = static_cast<size_t>(way->integer(0, static_cast<int64_t>(ways) - 1));
  if (has_board) stored.before.board.resize(0x2000);
  const base::JsonValue memory = root.at("memory");
  for (const std::string& key : memory.keys()) {
    const base::JsonValue value = memory.at(key);
    const auto address = trace::parseNumber(key, 0xFFFF);
    uint8_t* place = address ? placeOf(stored.before, static_cast<uint16_t>(*address)) : nullptr;
    if (place == nullptr) value.fail("an address of RAM such as \"$00CE\" as its key");
    const auto parsed = trace::parseNumber("$" + value.string(), 0xFF);
    if (!parsed) value.fail("a byte such as \"1F\"");
    *place = static_cast<uint8_t>(*parsed);
  }
  return stored;
}

}  // namespace jumpscope::prove
