// jumpscope trace: watched values, one row a frame, written as the console runs.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "src/base/device.h"
#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/session/labels.h"
#include "src/session/record.h"
#include "src/session/trace_input.h"
#include "src/trace/recorder.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/wch.h"
#include "src/trace/when.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::cli {

namespace {

struct TraceOptions {
  session::RomChoice rom;
  session::MachineChoice machine;
  session::InputChoice input;
  session::LabelChoice labels;
  std::string profile, output, writes, when, print_addresses, save_battery;
  std::vector<std::string> watches, lists;
  bool no_stack = false;
};

// A stream of bytes to one of the files of a set, or straight to standard output.
class ByteStream {
 public:
  ByteStream(base::OutputSet& outputs, const std::string& path)
      : file_(base::isStandardOutput(path) ? nullptr : &outputs.open(path)) {}
  void write(std::string_view bytes) {
    if (file_)
      file_->write(bytes);
    else if (!std::cout.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
      base::throwOutputFailed();
  }

 private:
  base::AtomicFile* file_;
};

// The profile's watches, then those of lists, then those named on the command line; and the condition of the
// frames that are logged.
struct Watched {
  std::string profile, when;
  std::vector<trace::Watch> watches;
  std::optional<trace::JumpRule> rule;
};

Watched chooseWatches(const TraceOptions& options, const console::Cartridge& cartridge,
                      const trace::Symbols& symbols) {
  Watched watched;
  // Without --profile and watches, a known cartridge is traced with its built-in profile.
  if (!options.profile.empty() || (options.watches.empty() && options.lists.empty())) {
    const trace::Profile profile = chosenProfile(options.profile, cartridge, {options.input.movie});
    watched = {profile.name, profile.when, profile.watches, trace::carriedRule(profile)};
  }
  for (const std::string& path : options.lists) {
    const std::vector<uint8_t> file = base::readFile(path);
    const auto list = trace::readWatchList(base::asText(file), base::shownName(path));
    watched.watches.insert(watched.watches.end(), list.begin(), list.end());
  }
  watched.watches = withAskedWatches(options.watches, symbols, std::move(watched.watches));
  if (watched.when.empty())
    watched.when = options.when;
  else if (!options.when.empty())
    watched.when = "(" + watched.when + ") && (" + options.when + ")";
  return watched;
}

// Passes on the rows of the frames in which the condition is true, and the writes of those frames.
class Gate {
 public:
  Gate(const Watched& watched, const trace::Symbols& labels, const console::Console& console,
       trace::TraceEncoder& rows, trace::WriteLogEncoder* writes)
      : shown_(watched.watches.size()), console_(console), rows_(rows), writes_(writes) {
    if (!watched.when.empty())
      when_.emplace(watched.when, watched.watches, "--when", trace::When::MachineTerms{true, &labels});
  }

  std::vector<trace::Watch> recorded(std::vector<trace::Watch> watches) const {
    if (when_) watches.insert(watches.end(), when_->extraWatches().begin(), when_->extraWatches().end());
    // Watches that only the condition needs are not in the trace, but need names here.
    for (size_t i = shown_; i < watches.size(); ++i) watches[i].name = uniqueName(watches, i);
    return watches;
  }

  void row(const trace::Row& row) {
    const bool holds = !when_ || when_->holds(row, &console_);
    if (holds && when_) {
      visible_.frame = row.frame;
      visible_.buttons = row.buttons;
      visible_.values.assign(row.values.begin(), row.values.begin() + static_cast<ptrdiff_t>(shown_));
      rows_.row(visible_);
    } else if (holds) {
      rows_.row(row);
    }
    if (holds && writes_)
      for (const trace::Write& write : held_) writes_->write(write);
    held_.clear();
  }

  void write(const trace::Write& write) { when_ ? held_.push_back(write) : writes_->write(write); }

 private:
  static std::string uniqueName(const std::vector<trace::Watch>& watches, size_t index) {
    std::string name = "when_" + std::to_string(index);
    while (std::any_of(watches.begin(), watches.end(), [&](const auto& watch) { return watch.name == name; }))
      name += "_";
    return name;
  }

  size_t shown_;
  const console::Console& console_;
  trace::TraceEncoder& rows_;
  trace::WriteLogEncoder* writes_;
  std::optional<trace::When> when_;
  trace::Row visible_;
  std::vector<trace::Write> held_;  // of the frame in progress
};

int trace(const TraceOptions& options) {
  if (!options.print_addresses.empty()) {
    base::writeOutput(options.output, trace::addressList(session::loadProfile(options.print_addresses)));
    return 0;
  }
  const bool wants_writes = !options.writes.empty();
  if (base::isStandardOutput(options.output) && options.writes == "-")
    throw std::runtime_error("trace and write log cannot both go to standard output; add -o FILE");
  requireRecordable(options.input, options.machine);
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Symbols symbols = session::loadLabels(options.labels, *cartridge);
  const Watched watched = chooseWatches(options, *cartridge, symbols);
  session::Input input = readInput(options.input, *cartridge);
  const console::Options machine = session::machineOptions(options.machine, *cartridge, input.recorded_on);
  const trace::TraceFormat format =
      base::isDevice(options.output) ? trace::TraceFormat::Csv : trace::traceFormatOf(options.output);

  session::Session session(cartridge, machine, input);
  if (!options.save_battery.empty()) batteryOf(session.console);  // refused now, not after the run
  base::OutputSet outputs;
  ByteStream rows_out(outputs, options.output);
  trace::Header header =
      trace::headerOf(*cartridge, machine, input.movie_sha1, watched.profile, watched.watches);
  header.banks = trace::banksOf(session.console);
  header.state_sha1 = session::stateSha1(input.start);
  header.when = watched.when;
  header.rule = watched.rule;
  trace::TraceEncoder rows(header, format, [&](std::string_view bytes) { rows_out.write(bytes); });
  std::optional<ByteStream> writes_out;
  std::optional<trace::WriteLogEncoder> writes;
  if (wants_writes) {
    writes_out.emplace(outputs, options.writes);
    writes.emplace(
        watched.watches, options.writes.ends_with(".zst"),
        [&](std::string_view bytes) { writes_out->write(bytes); }, &symbols);
  }

  Gate gate(watched, symbols, session.console, rows, writes ? &*writes : nullptr);
  trace::WriteSink write_sink;
  if (wants_writes) write_sink = [&](const trace::Write& write) { gate.write(write); };
  const trace::Recorder recorder(
      session.console, gate.recorded(watched.watches), [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { gate.row(row); }, write_sink,
      options.no_stack ? trace::Recorder::Stacks::Leave : trace::Recorder::Stacks::Keep);
  base::Progress progress("frame", input.frames);
  uint64_t done = 0;
  const base::HoldInterrupts keeps_its_rows;
  for (; done < input.frames && !base::interrupted(); ++done) {
    session.runFrame();
    progress.at(done);
  }
  rows.finish();
  if (wants_writes) writes->finish();
  input.frames = done;  // as far as the movie goes that is written
  if (!options.input.record.empty())
    outputs.add(options.input.record, session::recordedMovie(input, *cartridge, machine));
  if (!options.save_battery.empty()) outputs.add(options.save_battery, batteryOf(session.console));
  outputs.commit();
  if (!base::interrupted()) {
    sayNotesOnRun(session);
    return 0;
  }
  base::say("jumpscope: interrupted; the " + std::to_string(done) + " frames so far are kept");
  return base::interrupted_status;
}

}  // namespace

Action traceCommand(Arguments& arguments) {
  auto options = std::make_shared<TraceOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  declareProfile(arguments, options->profile,
                 "profile that names the watches, e.g. " + trace::builtinProfileNames().front());
  arguments.repeated(
      "--watch", options->watches, "NAME=ADDRESS[:TYPE]",
      "a value to watch, e.g. 'y=$00CE:u8', 'v=$04F7,$04F6:s16.8' or 'dy=delta(y)'; repeatable");
  arguments.repeated("--watches", options->lists, "FILE.wch", "a watch list of FCEUX or BizHawk; repeatable");
  declareLabels(arguments, options->labels);
  arguments.option("--when", options->when, "CONDITION",
                   "record only frames that meet this condition, e.g. 'y_speed < 0 && held(A)'");
  declareInput(arguments, options->input);
  declareStart(arguments, options->input);
  declareRecording(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  arguments.output("-o,--output", options->output, "FILE",
                   ".csv, .csv.zst or .jsonl (default: CSV on standard output)",
                   traceOutput([options] { return options->print_addresses.empty(); }));
  arguments.output("--writes", options->writes, "FILE",
                   "log every write to a watched byte, with instruction and call stack",
                   {"CSV", {".csv", ".csv.zst", ".txt"}, false});
  arguments.option(
      "--print-addresses", options->print_addresses, "NAME|FILE",
      "print the addresses that a profile watches, in the form that the scripts in tools/record take; needs "
      "no ROM");
  declareBatteryOutput(arguments, options->save_battery);
  arguments.flag("--no-stack", options->no_stack, "leave call stacks out of the write log (much faster)");
  return [options] { return trace(*options); };
}

}  // namespace jumpscope::cli
