// jumpscope profile new: writes a profile from labels, search results and watches, with a jump rule that was tried.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/output.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/jumps/jumps.h"
#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::cli {

namespace {

struct ProfileOptions {
  std::string action, output, name, height, positive, horizontal;
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  session::LabelChoice labels;
  std::vector<std::string> watches, searches, when;
};

// The labels of RAM, a byte each.
std::vector<trace::Watch> labelledBytes(const trace::Symbols& symbols) {
  constexpr size_t most = 200;
  std::vector<trace::Watch> watches;
  for (const trace::Symbol& symbol : symbols.all()) {
    trace::Watch watch;
    watch.name = symbol.name;
    watch.addresses = {trace::foldMirror(symbol.address)};
    const bool is_ram =
        watch.addresses[0] < 0x0800 || (watch.addresses[0] >= 0x6000 && watch.addresses[0] < 0x8000);
    const bool is_new = std::none_of(watches.begin(), watches.end(),
                                     [&](const trace::Watch& other) { return other.name == watch.name; });
    if (!symbol.is_address || !is_ram || !is_new || !trace::problemOf(watch).empty()) continue;
    if (watches.size() == most)
      throw std::runtime_error("the labels name more than 200 bytes of RAM; choose some with --watch LABEL");
    watches.push_back(std::move(watch));
  }
  return watches;
}

// "y=found.json": what `search --json` found, when that is one place.
trace::Watch searchedWatch(const std::string& text) {
  const size_t sign = text.find('=');
  if (sign == 0 || sign == text.npos)
    throw std::runtime_error("--search must be NAME=FILE with the JSON of `jumpscope search`, not '" + text +
                             "'");
  const std::string path = text.substr(sign + 1);
  const std::vector<uint8_t> content = base::readFile(path);
  const nlohmann::json json = base::parseJson(base::asText(content), path);
  const base::JsonValue root(json, path);
  const std::vector<base::JsonValue> candidates = root.at("candidates").items();
  if (candidates.size() != 1)
    root.at("candidates")
        .fail("one place, found " + std::to_string(candidates.size()) +
              "; search with more steps, or choose one with --watch");
  const std::string type = root.at("type").string();
  std::string notation = text.substr(0, sign) + "=";
  const std::vector<base::JsonValue> bytes = candidates[0].at("bytes").items();
  for (size_t i = 0; i < bytes.size(); ++i) notation.append(i == 0 ? "" : ",").append(bytes[i].string());
  // The bytes are in order: whichever end comes first is no longer part of the type.
  return trace::parseWatch(notation + ":" + type.substr(0, type.find("be")));
}

// The watch of the height, where its name says so.
std::string heightAmong(const std::vector<trace::Watch>& watches) {
  static constexpr std::array<std::string_view, 7> usual = {"y",        "y_position",  "y_pos", "ypos",
                                                            "player_y", "player_ypos", "height"};
  for (const std::string_view name : usual)
    for (const trace::Watch& watch : watches)
      if (watch.name == name) return watch.name;
  return "";
}

trace::Profile profileFrom(const ProfileOptions& options, const console::Cartridge& cartridge) {
  const trace::Symbols symbols = session::loadLabels(options.labels, cartridge);
  trace::Profile profile;
  profile.name = options.name.empty() ? std::filesystem::path(cartridge.name).stem().string() : options.name;
  profile.roms = {{cartridge.name, cartridge.fileSha1(), cartridge.prgChrSha1()}};
  for (const std::string& text : options.searches) profile.watches.push_back(searchedWatch(text));
  profile.watches = withAskedWatches(options.watches, symbols, std::move(profile.watches));
  if (profile.watches.empty()) profile.watches = labelledBytes(symbols);
  if (profile.watches.empty())
    throw std::runtime_error(
        "there is nothing to watch; add --watch 'y=$00CE', --symbols FILE with labels of RAM, or --search "
        "y=FILE with "
        "what `jumpscope search --json` found");
  trace::requireSound(profile.watches, "the profile");
  profile.height_watch = options.height.empty() ? heightAmong(profile.watches) : options.height;
  profile.height_up = options.positive == "up";
  profile.horizontal_watch = options.horizontal;
  return profile;
}

// Written and read again, so that the rule's names and conditions are checked as those of any profile.
trace::Profile withRule(const trace::Profile& profile, const std::vector<std::string>& when) {
  nlohmann::ordered_json json = trace::profileToJson(profile);
  if (!when.empty() && profile.height_watch.empty())
    throw std::runtime_error("--when belongs to a jump, which needs a height; add --height WATCH");
  if (!when.empty()) json["jump"]["when"] = when;
  return trace::parseProfile(json.dump(), "of the command line");
}

// What the rule finds in a run: "5 jumps, the first in frame 61, the highest 66 px".
std::string triedText(const trace::Trace& trace, const trace::Profile& profile) {
  const std::vector<jumps::Jump> found = jumps::findJumps(trace, profile, nullptr);
  size_t rises = 0;
  const jumps::Jump *first = nullptr, *highest = nullptr;
  for (const jumps::Jump& jump : found) {
    if (jump.start != jumps::JumpStart::Jump && jump.start != jumps::JumpStart::Stroke) continue;
    ++rises;
    if (!first) first = &jump;
    if (!highest || jump.apex_raw > highest->apex_raw) highest = &jump;
  }
  std::string text = "the rule finds " + base::counted(rises, "jump") + " and " +
                     base::counted(found.size() - rises, "other flight") + " in " +
                     base::counted(trace.rows.size(), "frame");
  if (!first) return text;
  return text + ", the first jump in frame " + std::to_string(first->start_frame) + ", the highest " +
         std::to_string(highest->apex_px) + " px";
}

int newProfile(const ProfileOptions& options) {
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Profile profile = withRule(profileFrom(options, *cartridge), options.when);
  const bool has_input = !options.input.movie.empty() || !options.input.press.empty();
  if (profile.height_watch.empty())
    sayNotes({"no watch is the height, so that the profile has no jump rule; add --height WATCH"});
  else if (has_input)
    base::say(triedText(
        recordWithProgress(cartridge, options.machine, options.input, profile.name, profile.watches).trace,
        profile));
  else
    sayNotes({"the jump rule was not tried; add --movie FILE or --press"});
  base::writeOutput(options.output, base::jsonText(trace::profileToJson(profile)));
  return 0;
}

}  // namespace

Action profileCommand(Arguments& arguments) {
  auto options = std::make_shared<ProfileOptions>();
  arguments.positionalChoice("ACTION", options->action, {"new"}, true, "new: write the profile of a game");
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  arguments.repeated("--watch", options->watches, "NAME=ADDRESS[:TYPE]",
                     "a value of the game, as in `jumpscope trace`; repeatable");
  arguments.repeated("--search", options->searches, "NAME=FILE",
                     "the one place that `jumpscope search --json` found; repeatable");
  declareLabels(arguments, options->labels);
  arguments.option("--height", options->height, "WATCH",
                   "the vertical position (default: a watch called y, y_position, player_y and so on)");
  arguments.choice("--positive", options->positive, {"down", "up"},
                   "the way in which the height grows (default: down)");
  arguments.option("--horizontal", options->horizontal, "WATCH", "the horizontal position, for distances");
  arguments.repeated(
      "--when", options->when, "CONDITION",
      "a jump is in progress while this holds, e.g. 'state == 1'; repeatable (default: the height "
      "alone shows jumps)");
  arguments.option("--name", options->name, "NAME", "the profile's name (default: the cartridge's)");
  declareInput(arguments, options->input);
  declareMachine(arguments, options->machine);
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", {"JSON", {".json"}});
  return [options] { return newProfile(*options); };
}

}  // namespace jumpscope::cli
