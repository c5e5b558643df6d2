// Options that several commands share, and the steps that depend on them.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "src/cli/arguments.h"
#include "src/cli/file_format.h"
#include "src/physics/models.h"
#include "src/session/labels.h"
#include "src/session/machine.h"
#include "src/session/record.h"
#include "src/session/session.h"
#include "src/session/trace_input.h"

namespace jumpscope::cli {

// Help of the positional ROM.
inline constexpr const char* rom_help =
    "an iNES or NES 2.0 file, plain, in a .zip (FILE.zip:NAME picks one of several) or as .gz";
// --patch, --mapper, --prg, --chr and --mirroring; the positional ROM is the command's own.
void declareCartridge(Arguments& arguments, session::RomChoice& choice);
// --region, --ram-init, --alignment, --policy, --device, --no-idle-skip and --no-native-code.
void declareMachine(Arguments& arguments, session::MachineChoice& choice);
// --battery.
void declareBattery(Arguments& arguments, session::MachineChoice& choice);
// --save-battery, and the format of --state.
void declareBatteryOutput(Arguments& arguments, std::string& path);
FileFormat stateFormat();
// --frames, --movie, --press and --reset-at.
void declareInput(Arguments& arguments, session::InputChoice& choice);
// --load-state.
void declareStart(Arguments& arguments, session::InputChoice& choice);
// --record, for commands that run a console.
void declareRecording(Arguments& arguments, session::InputChoice& choice);
// Those of declareCartridge, declareInput, declareStart, declareMachine and declareBattery that are not as usual: a file that
// no console runs takes none of them.
std::vector<std::string> optionsOfARun(const session::RomChoice& rom, const session::MachineChoice& machine,
                                       const session::InputChoice& input);
// --writes, --profile and --symbols; the positional TRACE is the command's own.
void declareTraceChoice(Arguments& arguments, session::TraceChoice& choice);
// --profile, with the built-in profiles completed.
void declareProfile(Arguments& arguments, std::string& profile, const std::string& help);
// The movement models' names, for completion.
std::vector<std::string> modelNames();
// --symbols.
void declareLabels(Arguments& arguments, session::LabelChoice& choice);

// Throws std::runtime_error when --record is given but a movie could not reproduce the start of this run.
void requireRecordable(const session::InputChoice& input, const session::MachineChoice& machine);

// "note: ..." on stderr, a line each.
void sayNotes(const std::vector<std::string>& notes);
// What in a model's law is probably a mistake.
void sayDoubtOf(const physics::Model& model);
// Throws std::runtime_error when a movie does not exist. Commands call this first, so that the missing movie is named before
// other problems.
void requireMovies(const std::vector<std::string>& paths);
// The profile that --profile names, with a note on stderr when it does not list the cartridge; else the built-in one that
// lists it. A movie of `movies` that is missing is named first.
trace::Profile chosenProfile(const std::string& asked, const console::Cartridge& cartridge,
                             const std::vector<std::string>& movies = {});
// session::loadInput, with its notes on stderr.
session::Input readInput(const session::InputChoice& choice, const console::Cartridge& cartridge);
// After a run: session::Session::notes() on stderr.
void sayNotesOnRun(const session::Session& session);

// What --save-battery writes. Throws std::runtime_error when the cartridge has no battery.
std::vector<uint8_t> batteryOf(const console::Console& console);

// `before`, and what --watch adds: each may name those before it. Labels are those of the cartridge. Throws
// std::runtime_error.
std::vector<trace::Watch> withAskedWatches(const std::vector<std::string>& texts,
                                           const trace::Symbols& symbols, std::vector<trace::Watch> before);

// The value of --budget: "60s", "60" or "2min". Throws std::runtime_error.
std::chrono::seconds parseBudget(const std::string& text);

// session::record with progress on stderr.
session::Recording recordWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                      const console::Options& options, const session::Input& input,
                                      const std::string& profile_name,
                                      const std::vector<trace::Watch>& watches);
session::PackedRecording recordPackedWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                                  const console::Options& options,
                                                  const session::Input& input,
                                                  const std::string& profile_name,
                                                  const std::vector<trace::Watch>& watches);
// The first with the options of the command line. Notes on the movie go to stderr.
session::Recording recordWithProgress(std::shared_ptr<const console::Cartridge> cartridge,
                                      const session::MachineChoice& machine,
                                      const session::InputChoice& input, const std::string& profile_name,
                                      const std::vector<trace::Watch>& watches);

}  // namespace jumpscope::cli
