// jumpscope discover: finds the bytes of a character's jump by experiments.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/interrupt.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/discover/discover.h"
#include "src/movie/fm2.h"
#include "src/prove/routine/find_routine.h"
#include "src/session/trace_input.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

struct DiscoverOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  std::string movie, output, check, budget = "60s";
  bool json = false;
};

// What the movie presses on port 1.
discover::Script scriptOf(const std::string& path, const console::Cartridge& cartridge,
                          session::RecordedOn& recorded_on) {
  session::InputChoice choice;
  choice.movie = path;
  const session::Input input = readInput(choice, cartridge);
  if (input.start)
    throw std::runtime_error(path + " starts from a saved state; discover needs a movie from power-on");
  recorded_on = input.recorded_on;
  discover::Script script;
  for (uint64_t frame = 0; frame < input.frames; ++frame) {
    const movie::FrameInput latched = input.player.at(frame);
    if (latched.reset || latched.power)
      throw std::runtime_error(path + " resets the console; discover needs a movie without resets");
    script.push_back(latched.pads[0]);
  }
  return script;
}

std::filesystem::path movieBeside(const std::string& profile) {
  return std::filesystem::path(profile).replace_extension(".fm2");
}

std::string nameOf(const DiscoverOptions& options) {
  const bool to_file = !base::isStandardOutput(options.output);
  const std::filesystem::path path = to_file ? options.output : options.rom.rom;
  const std::string name = path.stem().string();
  return name.empty() ? "game" : name;
}

// The subroutines of the jump, of which one moves the character.
prove::CallCensus censusOf(const discover::Discovery& found, const trace::Profile& profile,
                           std::shared_ptr<const console::Cartridge> cartridge) {
  const std::string text = movieOf(found, *cartridge);
  const std::vector<uint8_t> movie(text.begin(), text.end());
  prove::Run run;
  run.options = found.options;
  run.input.player.setMovie(movie::parseFm2(movie, "the jump"));
  run.input.frames = run.input.player.frames();
  prove::CallCensus census(prove::motionBytes(profile));
  census.run(cartridge, run);
  return census;
}

// nullopt: the jump shows none.
std::optional<uint16_t> routineOf(const discover::Discovery& found,
                                  std::shared_ptr<const console::Cartridge> cartridge) {
  const trace::Profile profile = profileOf(found, "game", *cartridge);
  if (profile.height_watch.empty()) return std::nullopt;
  try {
    return censusOf(found, profile, cartridge).find(profile, {});
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

// Whether a profile's routine is the one of the jump.
discover::Check routineCheck(uint16_t claimed, const discover::Discovery& found,
                             std::shared_ptr<const console::Cartridge> cartridge) {
  discover::Check check{"routine", false, "the experiments do not show what moves the character", false};
  const std::optional<uint16_t> routine = found.way_in.jump ? routineOf(found, cartridge) : std::nullopt;
  if (!routine) return check;
  const std::string is = trace::addressText(*routine), said = trace::addressText(claimed);
  check.holds = claimed == *routine;
  check.checked =
      check.holds || !censusOf(found, profileOf(found, "game", *cartridge), cartridge).moves(claimed);
  check.words = check.holds ? is
                : check.checked
                    ? "the profile says " + said + ", the experiments show " + is + "; " + said +
                          " is not called once a frame, or does not write all bytes of the motion"
                    : said + " is called once a frame and writes all bytes of the motion, but so does " + is +
                          ", which it calls";
  return check;
}

int check(const DiscoverOptions& options) {
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Profile profile = session::loadProfile(options.check);
  const std::string movie = options.movie.empty() ? movieBeside(options.check).string() : options.movie;
  session::RecordedOn recorded_on;
  const discover::Script script = scriptOf(movie, *cartridge, recorded_on);
  discover::Recheck again(cartridge, session::machineOptions(options.machine, *cartridge, recorded_on),
                          script);
  std::vector<discover::Check> checks = again.compare(profile);
  if (profile.routine) checks.push_back(routineCheck(*profile.routine, again.found(), cartridge));
  std::string text;
  bool all = true;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const discover::Check& one : checks) {
    all = all && one.holds;
    text.append(one.claim)
        .append(one.holds     ? ": holds: "
                : one.checked ? ": does not hold: "
                              : ": not checked: ")
        .append(one.words)
        .append("\n");
    json.push_back(
        {{"claim", one.claim}, {"holds", one.holds}, {"checked", one.checked}, {"words", one.words}});
  }
  base::writeOutput("", options.json ? base::jsonText(json) : text);
  return all ? 0 : 1;
}

void writeFiles(const DiscoverOptions& options, const discover::Discovery& found,
                const console::Cartridge& cartridge) {
  if (options.output.empty() || found.watches.empty()) return;
  const std::string profile =
      base::jsonText(trace::profileToJson(profileOf(found, nameOf(options), cartridge)));
  if (base::isStandardOutput(options.output)) return base::writeOutput(options.output, profile);
  const std::string movie = movieBeside(options.output).string();
  base::OutputSet files;
  files.add(options.output, profile);
  files.add(movie, movieOf(found, cartridge));
  files.commit();
  base::say("wrote " + base::shownName(options.output) + " and " + base::shownName(movie));
}

discover::Discovery discoverWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                         const console::Options& machine, discover::Settings settings) {
  const auto seconds = [start = discover::Bench::Clock::now()] {
    const auto passed = discover::Bench::Clock::now() - start;
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(passed).count());
  };
  base::Progress progress("second", static_cast<uint64_t>(settings.budget.count() / 1000));
  settings.tick = [&] { progress.at(seconds()); };
  return discover::discover(std::move(cartridge), machine, settings);
}

void sayLines(const std::string& text) {
  for (size_t first = 0; first < text.size();) {
    const size_t end = std::min(text.find('\n', first), text.size());
    base::say(text.substr(first, end - first));
    first = end + 1;
  }
}

int run(const DiscoverOptions& options) {
  if (!options.check.empty()) return check(options);
  const bool profile_on_stdout = options.output == "-";
  if (profile_on_stdout && options.json)
    throw std::runtime_error(
        "--json and -o - both write to standard output; give -o a file, or leave one of them out");
  const auto cartridge = session::loadCartridge(options.rom);
  discover::Settings settings;
  settings.name = nameOf(options);
  settings.budget = parseBudget(options.budget);
  session::RecordedOn recorded_on;
  if (!options.movie.empty()) settings.input = scriptOf(options.movie, *cartridge, recorded_on);
  settings.any_region = options.machine.region == "auto" && options.movie.empty();
  const base::HoldInterrupts hold;
  discover::Discovery found = discoverWithProgress(
      cartridge, session::machineOptions(options.machine, *cartridge, recorded_on), settings);
  if (found.way_in.jump && found.complete) found.routine = routineOf(found, cartridge);
  if (options.json)
    base::writeOutput("", base::jsonText(discoveryJson(found)));
  else if (found.way_in.jump && profile_on_stdout)
    sayLines(discoveryText(found));
  else if (found.way_in.jump)
    base::writeOutput("", discoveryText(found));
  if (!found.way_in.jump) {
    base::say(whyNoJump(found));
    return base::interrupted() ? base::interrupted_status : 1;
  }
  // Ctrl+C leaves what is known by then.
  if (found.watch("y") || base::interrupted()) writeFiles(options, found, *cartridge);
  if (base::interrupted()) return base::interrupted_status;
  if (found.watch("y")) return 0;
  base::say("a jump was seen, but no experiment showed which bytes hold its height" +
            std::string(options.output.empty() ? "" : "; nothing was written"));
  return 1;
}

}  // namespace

Action discoverCommand(Arguments& arguments) {
  auto options = std::make_shared<DiscoverOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  arguments.option("--movie", options->movie, "FILE", "look along this input instead of searching a way in");
  arguments.option("--budget", options->budget, "TIME", "time to spend (default 60s)");
  arguments.option("--check", options->check, "PROFILE",
                   "repeat the experiments of a profile that discover wrote, with the movie beside it");
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.output(
      "-o,--output", options->output, "FILE.json",
      "write a profile, and the way in beside it as FILE.fm2; - is standard output, without a movie",
      {"profile", {".json"}});
  arguments.footer(
      "Exit status: 0 the height was found (with --check: all claims hold), 1 no jump was recognised, or the "
      "height is not decided (a claim does not hold); the search may have been cut by --budget, which is "
      "said, "
      "130 it was interrupted.");
  return [options] { return run(*options); };
}

}  // namespace jumpscope::cli
