// jumpscope why: what the value of a watch was computed from.
#include <optional>
#include <stdexcept>

#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/trace/watch.h"
#include "src/why/why.h"

namespace jumpscope::cli {

namespace {

struct WhyOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  session::LabelChoice labels;
  std::string profile, watch, output;
  std::vector<std::string> watches;
  std::optional<uint64_t> frame, depth;
  std::string choices = "direct";
  bool json = false;
};

// --watch NAME is one of the profile's; NAME=ADDRESS is a watch of its own.
trace::Watch watchAsked(const WhyOptions& options, const trace::Symbols& symbols,
                        const std::vector<trace::Watch>& known) {
  for (const trace::Watch& watch : known)
    if (watch.name == options.watch) return watch;
  if (options.watch.find('=') == std::string::npos && !symbols.find(options.watch)) {
    std::string names;
    for (const trace::Watch& watch : known) names += (names.empty() ? "" : ", ") + watch.name;
    throw std::runtime_error("there is no watch '" + options.watch + "'" +
                             (names.empty() ? "" : "; the profile has " + names) +
                             "; or give its address, as in --watch 'y=$00CE'");
  }
  return withAskedWatches({options.watch}, symbols, known).back();
}

int why(const WhyOptions& options) {
  if (!options.frame) throw std::runtime_error("which frame? give --frame N");
  if (options.watch.empty()) throw std::runtime_error("which value? give --watch NAME, or --watch 'y=$00CE'");
  requireMovies({options.input.movie});
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Symbols symbols = session::loadLabels(options.labels, *cartridge);
  const bool own_watch = options.watch.find('=') != std::string::npos;
  std::vector<trace::Watch> known;
  if (!options.profile.empty() || !own_watch || session::findBuiltinProfile(*cartridge))
    known = chosenProfile(options.profile, *cartridge, {options.input.movie}).watches;

  why::Question question;
  question.watch = watchAsked(options, symbols, known);
  question.frame = *options.frame;
  question.depth = options.depth.value_or(1);
  question.choices = options.choices == "none"  ? why::ChoicesTold::None
                     : options.choices == "all" ? why::ChoicesTold::All
                                                : why::ChoicesTold::Direct;
  session::InputChoice choice = options.input;
  // A movie has an end, after which nobody plays; without one, nothing but time passes.
  if (!choice.frames && choice.movie.empty()) choice.frames = question.frame + 1;
  const session::Input input = readInput(choice, *cartridge);
  const why::Answer answer = why::explain(
      cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on), input, question);

  const why::Names names{&symbols, known};
  base::writeOutput(options.output, options.json ? why::asJson(answer, names) : why::asText(answer, names));
  return 0;
}

}  // namespace

Action whyCommand(Arguments& arguments) {
  auto options = std::make_shared<WhyOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  arguments.number("--frame", options->frame, {0, 999'999'999}, "the frame at whose end it has the value");
  arguments.option("--watch", options->watch, "NAME",
                   "a watch of the profile, or one of its own: NAME=ADDRESS[:TYPE], as for trace");
  arguments.number("--depth", options->depth, {1, 600},
                   "go back through N frames (default 1: only that frame)");
  arguments.choice(
      "--choices", options->choices, {"none", "direct", "all"},
      "the branches that decided about its instructions (default direct), or also about those branches");
  declareProfile(arguments, options->profile,
                 "the watches; default: the built-in profile that lists the cartridge");
  declareLabels(arguments, options->labels);
  declareInput(arguments, options->input);
  declareStart(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.flag("--json", options->json, "as JSON");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  return [options] { return why(*options); };
}

}  // namespace jumpscope::cli
