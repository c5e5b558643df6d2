#include "src/app/record.h"

#include "src/app/interrupt.h"
#include "src/app/output.h"
#include "src/trace/recorder.h"

namespace jumpscope::app {

Recording record(std::shared_ptr<const mappers::Cartridge> cartridge, const console::Options& options,
                 const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches) {
  Recording recording;
  recording.trace.header = trace::headerOf(*cartridge, options, input.movie_sha1, profile_name, watches);
  Session session(std::move(cartridge), options, input);
  const trace::Recorder recorder(
      session.console, watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { recording.trace.rows.push_back(row); },
      [&](const trace::Write& write) { recording.writes.push_back(write); });
  Progress progress("frame", input.frames);
  for (uint64_t frame = 0; frame < input.frames; ++frame) {
    throwIfInterrupted();
    session.runFrame();
    progress.at(frame);
  }
  session.sayIfOutOfStep();
  return recording;
}

Recording record(const RomChoice& rom, const MachineChoice& machine, const InputChoice& input_choice,
                 const std::string& profile_name, const std::vector<trace::Watch>& watches) {
  const auto cartridge = loadCartridge(rom);
  const Input input = loadInput(input_choice, *cartridge);
  return record(cartridge, machineOptions(machine, *cartridge, input.movie_is_pal), input, profile_name,
                watches);
}

}  // namespace jumpscope::app
