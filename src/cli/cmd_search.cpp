// jumpscope search: finds the RAM address of a value by how the value changes.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/terminal.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/session/labels.h"
#include "src/session/session.h"
#include "src/trace/ram_search.h"

namespace jumpscope::cli {

namespace {

struct SearchOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  session::LabelChoice labels;
  std::vector<std::string> steps;
  std::string type = "u8", range, output;
  uint64_t limit = 50;
  bool json = false;
};

using Stretch = std::pair<uint16_t, uint16_t>;

// RAM, and the cartridge's; or what --range says.
std::vector<Stretch> stretches(const std::string& range, const console::Cartridge& cartridge) {
  std::vector<Stretch> all{{uint16_t{0}, uint16_t{0x07FF}}};
  if (cartridge.prg_ram_size + cartridge.prg_nvram_size > 0)
    all.emplace_back(uint16_t{0x6000}, uint16_t{0x7FFF});
  if (range.empty()) return all;
  const size_t dash = range.find('-');
  const auto first = base::parseNumber(range.substr(0, dash), {0, 0xFFFF}, "--range");
  const auto last =
      dash == std::string::npos ? first : base::parseNumber(range.substr(dash + 1), {0, 0xFFFF}, "--range");
  for (const auto& [lowest, highest] : all)
    if (first <= last && first >= lowest && last <= highest)
      return {{static_cast<uint16_t>(first), static_cast<uint16_t>(last)}};
  throw std::runtime_error("--range " + range + " is not within RAM ($0000-$07FF)" +
                           (all.size() > 1 ? " or cartridge RAM ($6000-$7FFF)" : ""));
}

struct Found {
  std::vector<trace::SearchStep> steps;
  size_t places = 0;
  std::vector<size_t> left;             // after each step
  std::optional<uint64_t> all_gone_at;  // the frame in which the last place failed
  std::vector<trace::Candidate> candidates;
};

// As --watch takes them, the most significant byte first: "$04F7,$04F6".
std::string watchedBytes(const trace::Candidate& candidate) {
  std::string text;
  for (const uint16_t address : candidate.watch.addresses)
    text.append(text.empty() ? "" : ",").append(trace::addressText(address));
  return text;
}

// "0 of 2048 addresses match; ..."
std::string summary(const Found& found, size_t shown) {
  const size_t count = found.candidates.size();
  std::string words = std::to_string(count) + " of " + std::to_string(found.places) + " addresses match";
  if (shown < count) words += "; the first " + std::to_string(shown) + " are shown (--limit 0 shows all)";
  if (!found.all_gone_at) return words;
  const size_t step =
      static_cast<size_t>(std::find(found.left.begin(), found.left.end(), size_t{0}) - found.left.begin());
  const std::string before = std::to_string(step == 0 ? found.places : found.left[step - 1]);
  return words + "; the step '" + found.steps[step].text + "' left none of " + before +
         " (the last failed in frame " + std::to_string(*found.all_gone_at) + ")";
}

std::string table(const Found& found, const trace::Symbols& symbols, size_t shown) {
  std::vector<std::vector<std::string>> lines(1);
  lines[0] = {"address", "name"};
  for (const trace::SearchStep& step : found.steps) lines[0].push_back(std::to_string(step.last_frame));
  for (size_t i = 0; i < shown; ++i) {
    const trace::Candidate& candidate = found.candidates[i];
    const std::string name = symbols.nameOf(candidate.address());
    lines.push_back({watchedBytes(candidate), name.empty() ? "-" : name});
    for (const int64_t value : candidate.values) lines.back().push_back(std::to_string(value));
  }
  std::vector<size_t> widths(lines[0].size());
  for (const auto& line : lines)
    for (size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  std::string text;
  for (const auto& line : lines) {
    for (size_t c = 0; c < line.size(); ++c) {
      const std::string pad(widths[c] - line[c].size(), ' ');
      const bool words = c < 2;
      text.append(c == 0 ? "" : "  ").append(words ? line[c] + pad : pad + line[c]);
    }
    text += '\n';
  }
  return text;
}

nlohmann::ordered_json asJson(const Found& found, const SearchOptions& options, const trace::Symbols& symbols,
                              size_t shown) {
  nlohmann::ordered_json json;
  json["type"] = options.type;
  json["steps"] = nlohmann::ordered_json::array();
  for (const trace::SearchStep& step : found.steps) json["steps"].push_back(step.text);
  json["places"] = found.places;
  json["left"] = found.left;
  json["count"] = found.candidates.size();
  json["candidates"] = nlohmann::ordered_json::array();
  for (size_t i = 0; i < shown; ++i) {
    const trace::Candidate& candidate = found.candidates[i];
    nlohmann::ordered_json entry;
    entry["address"] = trace::addressText(candidate.address());
    entry["bytes"] = nlohmann::ordered_json::array();
    for (const uint16_t address : candidate.watch.addresses)
      entry["bytes"].push_back(trace::addressText(address));
    entry["name"] = symbols.nameOf(candidate.address());
    entry["values"] = candidate.values;
    json["candidates"].push_back(std::move(entry));
  }
  return json;
}

Found find(const SearchOptions& options, std::shared_ptr<const console::Cartridge> cartridge) {
  Found found;
  const trace::Watch kind = trace::parseSearchType(options.type);
  for (const std::string& text : options.steps) found.steps.push_back(trace::parseSearchStep(text));
  if (found.steps.empty())
    throw std::runtime_error("there is nothing to search for; add steps such as --at '100 equal to 176'");
  trace::RamSearch::requireSound(found.steps, kind);

  trace::RamSearch search;
  for (const auto& [first, last] : stretches(options.range, *cartridge)) search.addPlaces(kind, first, last);
  found.places = search.candidates().size();
  if (found.places == 0)
    throw std::runtime_error("--range is too small for a value of --type " + options.type);

  session::InputChoice choice = options.input;
  const uint64_t frames = found.steps.back().last_frame + 1;
  if (choice.frames && *choice.frames < frames)
    throw std::runtime_error("the step '" + found.steps.back().text + "' comes after the " +
                             std::to_string(*choice.frames) + " frames that are run");
  choice.frames = frames;
  const session::Input input = readInput(choice, *cartridge);
  session::Session session(cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on),
                           input);

  const auto peek = [&](uint16_t address) { return session.console.peek(address); };
  search.remember(peek);
  size_t next = 0;
  session.console.hooks().on_frame_end = [&](uint64_t frame) {
    if (next == found.steps.size()) return;
    const trace::SearchStep& step = found.steps[next];
    const bool is_range = step.first_frame != step.last_frame;
    if (frame >= step.first_frame) {
      const bool ends = frame == step.last_frame;
      search.apply(step, ends, peek);
      if (search.candidates().empty() && !found.all_gone_at) found.all_gone_at = frame;
      if (!ends) return;
      found.left.push_back(search.candidates().size());
      ++next;
    } else if (is_range && frame + 1 == step.first_frame) {
      search.remember(peek);
    }
  };
  base::Progress progress("frame", frames);
  for (uint64_t frame = 0; frame < frames; ++frame) {
    session.runFrame();
    progress.at(frame);
  }
  sayNotesOnRun(session);
  const uint64_t pressed = input.player.frames();
  if (!choice.movie.empty() && pressed < frames)
    sayNotes({"the movie ends with frame " + std::to_string(pressed - std::min<uint64_t>(pressed, 1)) +
              ", before the last step '" + found.steps.back().text + "'; nothing is pressed after that"});
  found.candidates = search.candidates();
  return found;
}

int search(const SearchOptions& options) {
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Symbols symbols = session::loadLabels(options.labels, *cartridge);
  const Found found = find(options, cartridge);
  const size_t count = found.candidates.size();
  const size_t shown = options.limit == 0 ? count : std::min<size_t>(count, options.limit);
  base::writeOutput(options.output, options.json ? base::jsonText(asJson(found, options, symbols, shown))
                                                 : table(found, symbols, shown));
  base::say(summary(found, shown));
  return 0;
}

}  // namespace

Action searchCommand(Arguments& arguments) {
  auto options = std::make_shared<SearchOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  arguments.repeated("--at", options->steps, "'FRAME TEST'",
                     "condition on the value at the end of a frame, e.g. '100 equal to 176', '130 less than "
                     "before', '140-150 decreased'; repeatable, in order of frames");
  std::vector<std::string> types;
  std::string listed;
  for (const std::string_view type : trace::searchTypeNames()) {
    types.emplace_back(type);
    listed.append(listed.empty() ? "" : ", ").append(type);
  }
  arguments.option("--type", options->type, "TYPE",
                   "of the value: " + listed + " (default u8); suffix be: big-endian");
  types.insert(types.end(), {"u16be", "s16be"});
  arguments.suggest("--type", types);
  arguments.option("--range", options->range, "FIRST-LAST", "addresses to search (default: all RAM)");
  arguments.number("--limit", options->limit, {0, 65536}, "number of addresses to show (default 50; 0: all)");
  declareLabels(arguments, options->labels);
  declareInput(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  arguments.footer(
      "Tests: equal to, not equal to, less than, greater than, at least, at most (or = != < > >= <=) a "
      "number "
      "or 'before'; between A and B; changed, increased, decreased (also with 'by N'), unchanged; any. "
      "'before' "
      "is the value at the previous step; with FIRST-LAST, each frame is compared with the previous frame.");
  return [options] { return search(*options); };
}

}  // namespace jumpscope::cli
