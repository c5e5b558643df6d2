#include "src/cli/options.h"

#include <filesystem>
#include <utility>

#include "src/base/output.h"
#include "src/base/terminal.h"
#include "src/physics/law_model.h"
#include "src/physics/models.h"
#include "src/session/stranger.h"
#include "src/trace/profile.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

void declareCartridge(Arguments& command, session::RomChoice& choice) {
  Arguments arguments = command.under("Cartridge");
  arguments.repeated("--patch", choice.patches, "FILE",
                     "apply an IPS, BPS or UPS patch to the ROM; repeatable, applied in order");
  arguments.option("--mapper", choice.mapper, "N[.S]",
                   "iNES mapper and NES 2.0 submapper of a bare dump, or of a ROM whose header is wrong");
  arguments.option("--prg", choice.prg, "FILE", "PRG-ROM of a bare dump, in place of ROM");
  arguments.option("--chr", choice.chr, "FILE", "CHR-ROM of a bare dump (default: CHR-RAM)");
  arguments.choice("--mirroring", choice.mirroring, {"horizontal", "vertical", "four-screen"},
                   "nametable mirroring of a bare dump");
}

void declareMachine(Arguments& command, session::MachineChoice& choice) {
  Arguments arguments = command.under("Console");
  arguments.choice("--region", choice.region, {"auto", "ntsc", "pal", "dendy"},
                   "region of the console (default: from the movie or the ROM's header)");
  arguments.option("--ram-init", choice.ram_init, "KIND",
                   "RAM at power-on: fceux (default), zeros, ones or random:SEED");
  arguments.suggest("--ram-init", {"fceux", "zeros", "ones", "random:"});
  arguments.number("--alignment", choice.alignment, {0, 3},
                   "CPU/PPU clock alignment at power-on, 0 to 3 (default 1)");
  arguments.choice("--policy", choice.policy, {"catch-up", "every-cycle"},
                   "when the chips run; does not change results (default catch-up)");
  arguments.repeated(
      "--device", choice.devices, "PORT=KIND",
      "plug a device into port 1, 2 or expansion: none, pad, zapper, power-pad-a, power-pad-b, "
      "arkanoid or famicom-pads; four-score takes no port (default: from the movie or the ROM's "
      "header); repeatable");
  arguments.suggest("--device", console::deviceTexts());
  arguments.flag("--no-idle-skip", choice.no_idle_skip, "do not skip idle loops");
  arguments.flag("--no-native-code", choice.no_native_code,
                 "interpret all code instead of translating it to host code");
}

void declareBattery(Arguments& command, session::MachineChoice& choice) {
  command.under("Console").option("--battery", choice.battery, "FILE",
                                  "load battery-backed RAM from FILE, e.g. a .sav file; FILE stays as it is");
}

void requireRecordable(const session::InputChoice& input, const session::MachineChoice& machine) {
  if (!input.record.empty() && !machine.battery.empty())
    throw std::runtime_error("a movie begins with an empty battery; leave out --record or --battery");
}

void declareBatteryOutput(Arguments& arguments, std::string& path) {
  arguments.output("--save-battery", path, "FILE", "write the battery-backed RAM at the end of the run",
                   {"bare bytes", {".sav"}, false});
}

// Any name will do: no other program opens it.
std::vector<std::string> optionsOfARun(const session::RomChoice& rom, const session::MachineChoice& machine,
                                       const session::InputChoice& input) {
  const session::MachineChoice usual;
  const std::pair<const char*, bool> all[] = {{"--movie", !input.movie.empty()},
                                              {"--press", !input.press.empty()},
                                              {"--reset-at", !input.reset_at.empty()},
                                              {"--frames", input.frames.has_value()},
                                              {"--load-state", !input.load_state.empty()},
                                              {"--patch", !rom.patches.empty()},
                                              {"--mapper", !rom.mapper.empty()},
                                              {"--prg", !rom.prg.empty()},
                                              {"--chr", !rom.chr.empty()},
                                              {"--mirroring", !rom.mirroring.empty()},
                                              {"--region", machine.region != usual.region},
                                              {"--ram-init", machine.ram_init != usual.ram_init},
                                              {"--alignment", machine.alignment != usual.alignment},
                                              {"--policy", machine.policy != usual.policy},
                                              {"--device", !machine.devices.empty()},
                                              {"--no-idle-skip", machine.no_idle_skip},
                                              {"--no-native-code", machine.no_native_code},
                                              {"--battery", !machine.battery.empty()}};
  std::vector<std::string> given;
  for (const auto& [name, is_given] : all)
    if (is_given) given.emplace_back(name);
  return given;
}

FileFormat stateFormat() { return {"", {}, false}; }

void declareInput(Arguments& command, session::InputChoice& choice) {
  Arguments arguments = command.under("Input");
  arguments.number("--frames", choice.frames, {0, session::most_frames},
                   "number of frames (default: the length of the input)");
  arguments.option("--movie", choice.movie, "FILE", "play a movie: .fm2 of FCEUX or .bk2 of BizHawk");
  arguments.repeated("--press", choice.press, "SCRIPT",
                     "hold buttons, e.g. '60-75:A 80-120:RB 2/100-110:S'; letters RLDUTSBA (T = Start, S = "
                     "Select) or words (Start, right+a); repeatable");
  arguments.repeated("--reset-at", choice.reset_at, "N", "press reset at the start of frame N; repeatable");
}

void declareStart(Arguments& command, session::InputChoice& choice) {
  command.under("Input").option(
      "--load-state", choice.load_state, "FILE",
      "continue from a saved state of jumpscope or FCEUX (.fc0), with its frame number");
}

void declareRecording(Arguments& command, session::InputChoice& choice) {
  command.under("Input").output("--record", choice.record, "F.fm2", "write the input as an FM2 movie",
                                {"FM2", {".fm2"}});
}

void declareTraceChoice(Arguments& arguments, session::TraceChoice& choice) {
  arguments.option("--writes", choice.writes, "FILE", "the trace's write log");
  declareProfile(arguments, choice.profile, "profile that names the watches (default: from the trace)");
  declareLabels(arguments, choice.labels);
}

void declareProfile(Arguments& arguments, std::string& profile, const std::string& help) {
  arguments.option("--profile", profile, "NAME|FILE", help);
  arguments.suggest("--profile", trace::builtinProfileNames());
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const physics::Model& model : physics::models()) names.push_back(model.name);
  return names;
}

void declareLabels(Arguments& arguments, session::LabelChoice& choice) {
  arguments.repeated(
      "--symbols", choice.files, "FILE",
      "label file: .nl (FCEUX), .mlb (Mesen), .dbg (cc65), .labels (VICE) or another of docs/formats.md; "
      "repeatable");
}

void sayNotes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) base::say("note: " + note);
}

void sayDoubtOf(const physics::Model& model) {
  if (!model.law) return;
  if (const std::string doubt = physics::doubtOf(*model.law); !doubt.empty()) sayNotes({doubt});
}

void requireMovies(const std::vector<std::string>& paths) {
  std::error_code error;
  for (const std::string& path : paths)
    if (!path.empty() && !std::filesystem::exists(path, error)) session::readMovie(path);
}

trace::Profile chosenProfile(const std::string& asked, const console::Cartridge& cartridge,
                             const std::vector<std::string>& movies) {
  requireMovies(movies);
  if (asked.empty()) return session::profileOf(cartridge);
  trace::Profile profile = session::loadProfile(asked);
  if (const std::string note = session::strangerNote(profile, cartridge); !note.empty()) sayNotes({note});
  return profile;
}

session::Input readInput(const session::InputChoice& choice, const console::Cartridge& cartridge) {
  session::Input input = session::loadInput(choice, cartridge);
  sayNotes(input.notes);
  return input;
}

void sayNotesOnRun(const session::Session& session) { sayNotes(session.notes()); }

std::vector<uint8_t> batteryOf(const console::Console& console) {
  std::vector<uint8_t> ram = console.batteryRam();
  if (ram.empty())
    throw std::runtime_error(console.cartridge().name +
                             " has no battery that could keep RAM; leave out --save-battery");
  return ram;
}

std::vector<trace::Watch> withAskedWatches(const std::vector<std::string>& texts,
                                           const trace::Symbols& symbols, std::vector<trace::Watch> before) {
  for (const std::string& text : texts) before.push_back(trace::parseWatch(text, {&symbols, before}));
  trace::requireSound(before, "the watches");
  return before;
}

session::Recording recordWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                      const console::Options& options, const session::Input& input,
                                      const std::string& profile_name,
                                      const std::vector<trace::Watch>& watches) {
  base::Progress progress("frame", input.frames);
  return session::record(std::move(cartridge), options, input, profile_name, watches,
                         [&](uint64_t frame) { progress.at(frame); });
}

session::PackedRecording recordPackedWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                                  const console::Options& options,
                                                  const session::Input& input,
                                                  const std::string& profile_name,
                                                  const std::vector<trace::Watch>& watches) {
  base::Progress progress("frame", input.frames);
  return session::recordPacked(std::move(cartridge), options, input, profile_name, watches,
                               [&](uint64_t frame) { progress.at(frame); });
}

session::Recording recordWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                      const session::MachineChoice& machine,
                                      const session::InputChoice& choice, const std::string& profile_name,
                                      const std::vector<trace::Watch>& watches) {
  const session::Input input = session::loadInput(choice, *cartridge);
  session::Recording recording =
      recordWithProgress(cartridge, session::machineOptions(machine, *cartridge, input.recorded_on), input,
                         profile_name, watches);
  sayNotes(recording.notes);
  return recording;
}

std::chrono::seconds parseBudget(const std::string& text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string unit = text.substr(digits);
  const auto fail = [&] {
    throw std::runtime_error("--budget must be a time such as 60s or 2min, at most 1000min, not '" + text +
                             "'");
  };
  if (digits == 0 || digits > 5 || (unit != "" && unit != "s" && unit != "min")) fail();
  const auto seconds = std::chrono::seconds(std::stoul(text.substr(0, digits)) * (unit == "min" ? 60 : 1));
  if (seconds.count() == 0 || seconds > std::chrono::minutes(1000)) fail();
  return seconds;
}

}  // namespace jumpscope::cli
