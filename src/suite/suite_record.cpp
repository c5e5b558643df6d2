// A case's run, from power-on to the end of its input.
#include <stdexcept>

#include "src/session/record.h"
#include "src/session/rom_file.h"
#include "src/suite/suite_run.h"

namespace jumpscope::suite {

session::Input inputOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                       const std::filesystem::path& folder) {
  session::InputParts parts = suite_case.input;
  if (!parts.movie.empty()) parts.movie = (folder / parts.movie).string();
  session::Input input = session::combineInput(parts, cartridge);
  if (input.frames == 0 || input.frames > session::most_frames)
    throw std::runtime_error("the input lasts " + std::to_string(input.frames) +
                             " frames; set 'frames' to a number from 1 to 1000000000");
  return input;
}

bool givesInput(const SuiteCase& suite_case) {
  const session::InputParts& input = suite_case.input;
  return input.frames || !input.movie.empty() || !input.presses.empty();
}

prove::Run runOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                 const session::Input& input) {
  return {input, session::machineOptions(suite_case.machine, cartridge, input.recorded_on)};
}

std::shared_ptr<const console::Cartridge> patchedRom(const SuiteCase& suite_case, const RomFound& rom,
                                                     const std::filesystem::path& folder) {
  if (suite_case.patches.empty() || !rom.cartridge) return rom.cartridge;
  std::vector<std::string> patches;
  for (const std::string& patch : suite_case.patches) patches.push_back((folder / patch).string());
  return std::make_shared<const console::Cartridge>(session::readCartridge(rom.path.string(), patches));
}

CaseRun recordCase(const SuiteCase& suite_case, std::shared_ptr<const console::Cartridge> cartridge,
                   const session::Input& input, const std::string& profile_name,
                   const std::vector<trace::Watch>& watches, bool with_writes, const SuiteOptions& options) {
  session::MachineChoice choice = suite_case.machine;
  if (!choice.battery.empty()) choice.battery = (options.folder / choice.battery).string();
  console::Options machine = session::machineOptions(choice, *cartridge, input.recorded_on);
  machine.video = suite_case.expect.wantsPicture();
  session::Session session(cartridge, machine, input);
  session::PackedRecording recording =
      session::recordPacked(session, input, profile_name, watches,
                            with_writes ? session::WriteLog::Keep : session::WriteLog::Leave);

  CaseRun run;
  run.trace = trace::unpacked(recording.trace);
  run.notes = std::move(recording.notes);
  if (with_writes) run.writes = std::move(recording.writes);
  const console::Console& console = session.console;
  if (!suite_case.expect.memory.empty())
    for (uint32_t address = 0; address < 0x10000; ++address)
      run.memory.push_back(console.peek(uint16_t(address)));
  if (machine.video) run.pixels.assign(console.pixels().begin(), console.pixels().end());
  return run;
}

}  // namespace jumpscope::suite
