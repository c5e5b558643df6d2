// jumpscope log: every instruction that the console executes, in the form of another emulator's trace log.
#include <stdexcept>

#include "src/base/interrupt.h"
#include "src/base/output.h"
#include "src/base/packed_output.h"
#include "src/base/terminal.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/session/labels.h"
#include "src/session/session.h"
#include "src/trace/log.h"
#include "src/trace/log_filter.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

constexpr uint64_t any = ~uint64_t{0};

struct LogOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  std::string format = "nintendulator", output;
  std::string profile;
  session::LabelChoice labels;
  std::vector<std::string> watches, when;
  std::optional<uint64_t> from, to, count, entry;
  bool banks = false;
};

// --to also sets the number of frames.
session::InputChoice withLength(session::InputChoice choice, const LogOptions& options) {
  if (!choice.frames && options.to) choice.frames = *options.to + 1;
  return choice;
}

// A frame that is not run is logged by mistake.
void requireInside(const LogOptions& options, uint64_t frames) {
  const auto require = [&](const char* name, const std::optional<uint64_t>& frame) {
    if (frame && *frame >= frames)
      throw std::runtime_error(std::string(name) + " " + std::to_string(*frame) + " lies after the " +
                               std::to_string(frames) + " frames that are run; add --frames " +
                               std::to_string(*frame + 1));
  };
  require("--from", options.from);
  require("--to", options.to);
}

// The program begins there, with the registers as the reset sequence leaves them.
void enterAt(console::Console& console, uint16_t entry) {
  console.step();
  console::State state = console.state();
  state.cpu.pc = entry;
  console.restore(state);
}

// The conditions of --when.
trace::InstructionFilter filterOf(const LogOptions& options, const console::Cartridge& cartridge) {
  const trace::Symbols labels = session::loadLabels(options.labels, cartridge);
  std::vector<trace::Watch> watches;
  if (!options.profile.empty()) watches = session::loadProfile(options.profile).watches;
  return {options.when, withAskedWatches(options.watches, labels, std::move(watches)), &labels, "--when"};
}

int log(const LogOptions& options) {
  const trace::LogFormat format = trace::parseLogFormat(options.format);
  if (options.from && options.to && *options.to < *options.from)
    throw std::runtime_error("--to " + std::to_string(*options.to) + " comes before --from " +
                             std::to_string(*options.from));

  const auto cartridge = session::loadCartridge(options.rom);
  const session::Input input = readInput(withLength(options.input, options), *cartridge);
  requireInside(options, input.frames);
  session::Session session(cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on),
                           input);
  console::Console& console = session.console;
  trace::InstructionFilter filter = filterOf(options, *cartridge);
  base::PackedOutput out(options.output);

  const uint64_t wanted = options.count.value_or(any);
  uint64_t written = 0;
  std::string line;
  const auto on_instruction = [&] {
    if (written >= wanted || !trace::standsBeforeInstruction(console) ||
        !filter.holds(console, session.buttons()))
      return;
    line.clear();
    trace::appendLogLine(line, console, format, options.banks);
    out.write(line);
    ++written;
  };

  if (options.entry) enterAt(console, static_cast<uint16_t>(*options.entry));
  base::Progress progress("frame", input.frames);
  uint64_t done = 0;
  const base::HoldInterrupts keeps_its_lines;
  for (; done < input.frames && written < wanted && done <= options.to.value_or(any) && !base::interrupted();
       ++done) {
    // Without the hook the console runs fast.
    if (done == options.from.value_or(0)) console.hooks().on_instruction = on_instruction;
    filter.beginFrame(session.buttons());
    session.runFrame();
    progress.at(done);
  }
  out.commit();
  if (base::interrupted()) {
    base::say("jumpscope: interrupted; the " + std::to_string(written) + " instructions so far are kept");
    return base::interrupted_status;
  }
  sayNotesOnRun(session);
  if (written == 0) base::say("note: no instruction in these frames matches, so the log is empty");
  return 0;
}

}  // namespace

Action logCommand(Arguments& arguments) {
  constexpr base::Range frame_range{0, 999'999'999};
  auto options = std::make_shared<LogOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  arguments.choice("--format", options->format, {"nintendulator", "fceux", "mesen"},
                   "format of the lines (default nintendulator, as in nestest.log)");
  arguments.number("--from", options->from, frame_range, "the first frame to log");
  arguments.number("--to", options->to, frame_range, "the last frame to log");
  arguments.repeated(
      "--when", options->when, "CONDITION",
      "log only instructions before which this is true, e.g. 'pc == $8000..$8FFF && a > 3', "
      "'pc == $05:8271', 'op == $20 && [$0010] != 0', 'scanline >= 240'; repeatable, all must be");
  declareProfile(arguments, options->profile, "names of --when: the watches of a profile");
  arguments.repeated("--watch", options->watches, "NAME=ADDRESS[:TYPE]",
                     "a name of --when, e.g. 'v=$04F7,$04F6:s16.8'; repeatable");
  declareLabels(arguments, options->labels);
  arguments.flag("--banks", options->banks,
                 "put the PRG bank before the program counter, on boards that switch banks: 05:C5F7");
  arguments.number("--count", options->count, {1, any}, "stop after N lines");
  arguments.number("--entry", options->entry, {0, 0xFFFF},
                   "start at this address instead of the reset vector, e.g. $C000 for nestest");
  declareInput(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.output("-o,--output", options->output, "FILE",
                   "output file; .zst or .gz compresses it (default: standard output)",
                   {"text", {".log", ".txt", ".zst", ".gz"}, false});
  arguments.footer(
      "A line shows the state before its instruction. Chip registers are not read: they show as FF.");
  return [options] { return log(*options); };
}

}  // namespace jumpscope::cli
