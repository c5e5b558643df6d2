// jumpscope fit: which constants of a model reproduce a traced jump?
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/fit_check.h"
#include "src/cli/fit_prove.h"
#include "src/cli/options.h"
#include "src/cli/routine_options.h"
#include "src/fit/fit.h"
#include "src/fit/law_experiments.h"
#include "src/fit/law_fit.h"
#include "src/fit/law_search.h"
#include "src/fit/law_snippet.h"
#include "src/jumps/jumps.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/movie/fm2.h"
#include "src/movie/record.h"
#include "src/session/rom_file.h"
#include "src/session/session.h"
#include "src/session/trace_input.h"
#include "src/trace/real.h"

namespace jumpscope::cli {

namespace {

struct FitOptions {
  std::string trace, model, profile, watch, fps, pixels_per_unit, snippet, output, movie, next_input;
  session::MachineChoice machine;
  std::optional<uint64_t> jump, rounds;
  session::LabelChoice labels;
  ScriptedRun run;
  bool json = false;
};

double positive(const std::string& text, const char* option, double otherwise) {
  if (text.empty()) return otherwise;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 1e-3 && value <= 1e6))
    throw std::runtime_error(std::string(option) + " must be a number from 0.001 to 1000000, not '" + text +
                             "'");
  return value;
}

// Frames per second: a model's trace may say; a console's trace is taken as NTSC, 60.
double recordedFps(const trace::Trace& trace) {
  const auto fps = trace.header.settings.find("fps");
  return fps == trace.header.settings.end() ? 60 : positive(fps->second, "the trace's fps", 60);
}

std::optional<trace::Profile> profileIfAny(const FitOptions& options, const trace::Trace& trace) {
  if (options.profile.empty() && trace.header.profile.empty() && trace.header.model.empty())
    return std::nullopt;
  return session::profileOf(trace, options.profile, options.trace);
}

void sayWhereTheStartIsUnknown(const FitOptions& options, const trace::Trace& trace,
                               const std::optional<trace::Profile>& profile) {
  if (!profile || profile->height_watch.empty()) return;
  if (!options.watch.empty() && options.watch != profile->height_watch) return;
  const std::string start =
      jumps::whyStartUnknown(trace, *profile, jumps::findJumps(trace, *profile, nullptr));
  if (!start.empty()) sayNotes({start});
}

session::LoadedTrace loadedTrace(const FitOptions& options) {
  if (readsEngine(options.run, !options.trace.empty()))
    return {traceOfEngine(options.run, options.profile), false, {}};
  return session::loadTrace(options.trace, options.profile, options.labels);
}

std::string movieOf(const FitOptions& options) {
  if (!options.movie.empty()) return options.movie;
  const std::string beside = std::filesystem::path(options.profile).replace_extension(".fm2").string();
  if (options.profile.ends_with(".json") && std::filesystem::exists(beside)) return beside;
  throw std::runtime_error(
      "a movie must lead to a jump; name one with --movie, or a profile that `jumpscope discover` wrote");
}

fit::Game experimentOn(const FitOptions& options, std::shared_ptr<const console::Cartridge> cartridge,
                       const trace::Profile& profile) {
  session::InputChoice choice;
  choice.movie = movieOf(options);
  const session::Input input = readInput(choice, *cartridge);
  if (input.start)
    throw std::runtime_error(choice.movie + " starts from a saved state; expected a movie from power-on");
  discover::Script movie;
  for (uint64_t frame = 0; frame < input.frames; ++frame) movie.push_back(input.player.at(frame).pads[0]);
  return fit::experimentOn(cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on),
                           movie, profile);
}

movie::Movie movieOf(const discover::Script& script, const fit::Game& game) {
  return movie::recordMovie(script, *game.cartridge, game.machine);
}

// The movie of the first input that decides between the law and another one that the frames allow.
std::string nextInput(const fit::LawFound& found, const fit::Game& game, const trace::Profile& profile) {
  const std::optional<fit::Experiment> experiment = fit::decidingExperiment(found, game, profile);
  if (!experiment)
    throw std::runtime_error(
        "nothing is undetermined that an input of this kind decides: where two laws would part, the flight "
        "is over; leave --next-input out");
  discover::Script script = game.way;
  const discover::Script end = fit::scriptOf(*experiment, found.evidence.law.button, experiment->lead + 120);
  script.insert(script.end(), end.begin(), end.end());
  return movie::writeFm2(movieOf(script, game));
}

// The profile with the law in the place of its model.
std::string profileWithLaw(const FitOptions& options, const trace::Profile& profile,
                           const physics::Law& law) {
  // A model's own trace is of no game: there is no profile that could be read again.
  const auto height =
      std::find_if(profile.watches.begin(), profile.watches.end(),
                   [&](const trace::Watch& watch) { return watch.name == profile.height_watch; });
  if (height != profile.watches.end() && height->addresses.empty())
    return base::jsonText(models::lawJson(law));
  using nlohmann::ordered_json;
  ordered_json json = options.profile.ends_with(".json")
                          ? ordered_json::parse(base::asText(base::readFile(options.profile)))
                          : trace::profileToJson(profile);
  json.erase("model");
  json.erase("feeds");
  const ordered_json now = trace::profileToJson(profile);
  json["watches"] = now["watches"];
  if (now.contains("assume")) json["assume"] = now["assume"];
  json["law"] = models::lawJson(law);
  return base::jsonText(json);
}

struct Outputs {
  std::string text;
  nlohmann::ordered_json json;
  physics::Law law;
  trace::Profile profile;
  int status = 0;
};

// Proves the law of the game's routine.
void proveIt(const FitOptions& options, const fit::LawFit& found, const fit::LawEvidence& evidence,
             const fit::Game& game, Outputs& outputs) {
  FramesChoice frames;
  frames.movies = {movieOf(options)};
  auto runs = routineRuns(frames, options.machine, *game.cartridge, "fit");
  constexpr discover::Buttons directions[]{discover::button_right, discover::button_left,
                                           discover::button_right | discover::button_b};
  for (const discover::Buttons direction : directions) {
    // What stays the same in one place may be other in another.
    constexpr size_t lead = 60, hold = 20, frames_after = 60;
    discover::Script script = game.way;
    const discover::Script end =
        fit::scriptOf({direction, lead, hold, {}}, evidence.law.button, lead + hold + frames_after);
    script.insert(script.end(), end.begin(), end.end());
    runs.push_back({session::playMovie(movieOf(script, game)), game.machine});
  }
  const ProvedLaw proved = proveLaw(
      game.cartridge, outputs.profile, options.output.empty() ? "the law" : options.output, found.law,
      [&](const physics::Law& law) { return fit::fits(evidence, found, law); }, runs, *options.rounds);
  for (const std::string& round : proved.history) outputs.text += round + "\n";
  outputs.text += proved.report;
  outputs.json["proof"] = {{"proved", proved.verdict == prove::Verdict::Proved}, {"rounds", proved.history}};
  outputs.law = proved.law;
  outputs.profile = proved.profile;
  outputs.status = proved.verdict == prove::Verdict::Proved    ? 0
                   : proved.verdict == prove::Verdict::Differs ? 1
                                                               : 2;
}

int report(const FitOptions& options, const fit::LawFound& law, const trace::Profile& profile,
           const std::optional<fit::Game>& game) {
  const auto& [found, evidence, trace] = law;
  Outputs outputs{fit::lawText(found), fit::lawFitJson(found), found.law, profile, found.exact() ? 0 : 1};
  if (options.rounds && found.exact()) {
    try {
      proveIt(options, found, evidence, *game, outputs);
    } catch (const std::runtime_error& error) {  // the law stands all the same
      outputs.json["proof"] = {{"proved", false}, {"why", error.what()}};
      outputs.status = 2;
      base::say("the law is not proved: " + std::string(error.what()));
    }
    if (!framesThatDiffer(trace, outputs.profile, found.aside, evidence, outputs.law).empty())
      throw std::runtime_error("the law that the proof led to does not explain every row any more");
  }
  outputs.json["law"] = models::lawJson(outputs.law);
  base::OutputSet files;
  if (!options.output.empty() && found.exact())
    files.add(options.output, profileWithLaw(options, outputs.profile, outputs.law));
  if (!options.next_input.empty()) {
    files.add(options.next_input, nextInput(law, *game, profile));
    if (!options.output.empty())
      base::say("what is undetermined stays open in " + base::shownName(options.output) +
                ": without --next-input, fit makes such experiments itself");
  }
  base::writeOutput("", options.json               ? base::jsonText(outputs.json)
                        : !options.snippet.empty() ? fit::lawSnippet(outputs.law, options.snippet)
                                                   : outputs.text);
  files.commit();
  if (!options.snippet.empty() && !found.exact())
    base::say("the law does not explain " + base::counted(found.wrong, "row") + " of " +
              std::to_string(found.rows) + ": this code is not the game's jump");
  if (!options.output.empty() && !found.exact())
    base::say("nothing was written to " + base::shownName(options.output) +
              ": the law does not explain every row");
  return outputs.status;
}

// A law computes with integers.
void requireIntegers(const trace::Trace& trace, const trace::Profile& profile) {
  const auto height = trace.find(profile.height_watch);
  if (height && trace.header.watches[*height].fraction_bits == trace::real_bits)
    throw std::runtime_error(
        "the height is a decimal, and laws are of games that compute with integers; fit the constants of a "
        "model with --model NAME (`jumpscope model --list`)");
}

bool asksForGame(const FitOptions& options) {
  return !options.next_input.empty() || options.rounds || !options.movie.empty();
}

int fitLawTo(const FitOptions& options) {
  session::RomChoice rom;
  rom.rom = options.trace;
  const auto cartridge = options.trace.empty() ? nullptr : session::loadIfCartridge(rom);
  if (asksForGame(options) && !cartridge)
    throw std::runtime_error("--next-input, --prove and --movie are for a game; " +
                             (options.trace.empty() ? "name its ROM" : options.trace + " is a trace"));
  std::optional<fit::Game> game;
  session::LoadedTrace loaded;
  trace::Profile profile;
  if (cartridge) {
    profile = chosenProfile(options.profile, *cartridge);
    game = experimentOn(options, cartridge, profile);
    loaded.trace = game->experiments.trace;
  } else {
    loaded = loadedTrace(options);
    profile = session::profileOf(loaded.trace, options.profile, options.trace);
  }
  sayNotes(loaded.notes);
  requireIntegers(loaded.trace, profile);
  fit::LawSearch search{std::move(loaded.trace), profile, game ? &*game : nullptr,
                        options.next_input.empty()};
  fit::LawFound law = fit::searchLaw(std::move(search));
  auto& [found, evidence, trace] = law;
  sayNotes(found.notes);
  // `diff` computes a model's own trace again, which no law takes part in.
  if (found.exact() && !models::isModelTrace(trace)) {
    found.wrong_frames = framesThatDiffer(trace, profile, found.aside, evidence, found.law);
    found.wrong = found.wrong_frames.size();
  }
  return report(options, law, profile, game);
}

int fit(const FitOptions& options) {
  if (options.json && !options.snippet.empty())
    throw std::runtime_error("--json and --snippet exclude each other; choose one");
  if (options.model.empty()) return fitLawTo(options);
  if (options.snippet == "lua" || options.snippet == "python" || options.snippet == "rust")
    throw std::runtime_error("--snippet " + options.snippet +
                             " is for laws; leave --model out, or choose cpp, csharp or gdscript");
  if (asksForGame(options))
    throw std::runtime_error(
        "--next-input, --prove and --movie are for a game's law; leave them or --model out");
  const physics::Model& model = models::modelNamed(options.model);
  const session::LoadedTrace loaded = loadedTrace(options);
  sayNotes(loaded.notes);
  const trace::Trace& trace = loaded.trace;
  const std::optional<trace::Profile> profile = profileIfAny(options, trace);
  const double fps = positive(options.fps, "--fps", recordedFps(trace));
  const fit::FitUnits units{fps, positive(options.pixels_per_unit, "--pixels-per-unit", 1)};
  sayWhereTheStartIsUnknown(options, trace, profile);
  const fit::FitSeries series =
      fit::fitSeries(trace, {options.watch, options.jump, profile ? &*profile : nullptr});
  const fit::FitResult result = fit::fitJump(series, model, fps);
  base::writeOutput(options.output, options.json ? base::jsonText(fit::fitJson(result, units))
                                    : !options.snippet.empty()
                                        ? fit::fitSnippet(result, units, options.snippet)
                                        : fit::fitText(result, units));
  return result.exact() ? 0 : 1;
}

}  // namespace

Action fitCommand(Arguments& arguments) {
  auto options = std::make_shared<FitOptions>();
  arguments.positional(
      "TRACE", options->trace, false,
      "a trace of any game or of a model, a recording of another program, or a ROM to experiment on; "
      "or --engine");
  arguments.option("--model", options->model, "NAME",
                   "the model whose constants to fit, e.g. " + physics::models().front().name +
                       " (default: the general law of a jump, docs/laws.md)");
  arguments.suggest("--model", fit::fittedModels());
  arguments.number("--jump", options->jump, {1, 1'000'000},
                   "number of the jump, as `jumpscope jumps` lists it (default: the first that rises)");
  arguments.option("--y", options->watch, "NAME",
                   "the watch of the vertical position, down positive (default: the profile's height)");
  declareProfile(arguments, options->profile, "profile that names the watches (default: from the trace)");
  declareLabels(arguments, options->labels);
  declareScriptedRun(arguments, options->run);
  arguments.option("--fps", options->fps, "N",
                   "frames per second (default: from the trace's model, else 60)");
  arguments.option("--pixels-per-unit", options->pixels_per_unit, "N",
                   "pixels per unit of length of your engine (default: 1)");
  arguments.choice("--snippet", options->snippet, {"cpp", "csharp", "gdscript", "lua", "python", "rust"},
                   "print the constants as code");
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.number(
      "--prove", options->rounds, {1, 1000},
      "of a ROM: prove the law of the game's routine; what refutes it goes back into the law, N times "
      "at most");
  arguments.option("--movie", options->movie, "FILE",
                   "of a ROM: ends with a jump (default: the .fm2 beside the profile)");
  arguments.output("--next-input", options->next_input, "FILE.fm2",
                   "of a ROM: write the movie that would decide between two laws that the frames allow",
                   {"FM2", {".fm2"}});
  arguments.output(
      "-o,--output", options->output, "FILE",
      "a model's constants: default standard output; a law: write the profile with it as FILE.json",
      textFormat({".h", ".hpp", ".cpp", ".cs", ".gd", ".json"}));
  arguments.footer("Exit status: 0 every row is reproduced exactly, 1 the constants are an approximation.");
  return [options] { return fit(*options); };
}

}  // namespace jumpscope::cli
