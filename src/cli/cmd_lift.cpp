// jumpscope lift: a routine of a cartridge as readable source.
#include "src/base/output.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/cli/routine_options.h"
#include "src/lift/lift.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

struct LiftOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::LabelChoice labels;
  FramesChoice frames;
  std::string profile, routine, language, output;
};

lift::Language languageOf(const LiftOptions& options) {
  const bool is_csharp =
      options.language.empty() ? options.output.ends_with(".cs") : options.language == "csharp";
  return is_csharp ? lift::Language::CSharp : lift::Language::Cpp;
}

int lift(const LiftOptions& options) {
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Profile profile = chosenProfile(options.profile, *cartridge, options.frames.movies);
  const trace::Symbols symbols = session::loadLabels(options.labels, *cartridge);
  prove::Search search;
  if (!options.routine.empty()) search.address = routineAddress("--routine", options.routine);
  const prove::Routine routine = prove::findRoutine(
      cartridge, profile, routineRuns(options.frames, options.machine, *cartridge, "lift"), search);
  const lift::Source source = lift::lift(routine, &profile, symbols, languageOf(options));
  base::writeOutput(options.output, source.text);
  base::say("the routine at " + trace::addressText(routine.address) + " (" + routine.found +
            "): " + base::counted(source.functions, "function") + ", " + base::counted(source.lines, "line"));
  return 0;
}

}  // namespace

Action liftCommand(Arguments& arguments) {
  auto options = std::make_shared<LiftOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  declareProfile(arguments, options->profile,
                 "profile that names the bytes (default: the built-in profile that lists the ROM)");
  declareLabels(arguments, options->labels);
  arguments.option(
      "--routine", options->routine, "ADDRESS",
      "the routine's entry, e.g. '$8210' (default: the innermost subroutine that is called once per frame "
      "and writes all bytes of the motion)");
  arguments.choice("--language", options->language, {"cpp", "csharp"},
                   "language of the source (default: csharp for a file that ends in .cs, else cpp)");
  declareFrames(arguments, options->frames, "lift");
  declareMachine(arguments, options->machine);
  arguments.output("-o,--output", options->output, "FILE", "default: standard output",
                   {"C++ or C#", {".cpp", ".cc", ".cxx", ".h", ".hpp", ".hh", ".cs"}});
  return [options] { return lift(*options); };
}

}  // namespace jumpscope::cli
