#include "src/cli/routine_options.h"

#include <stdexcept>

#include "src/base/printable.h"
#include "src/cli/options.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

void declareFrames(Arguments& arguments_of_command, FramesChoice& choice, const std::string& command) {
  Arguments arguments = arguments_of_command.under("Input");
  arguments.repeated(
      "--movie", choice.movies, "FILE",
      "play this movie to find the routine (default: " + command + " presses buttons itself); repeatable");
  arguments.repeated("--press", choice.press, "SCRIPT",
                     "press buttons, as for `jumpscope trace`; repeatable");
  arguments.number("--frames", choice.frames, {1, session::most_frames},
                   "number of frames of each movie or script");
}

std::vector<prove::Run> routineRuns(const FramesChoice& frames, const session::MachineChoice& machine,
                                    const console::Cartridge& cartridge, const std::string& command) {
  std::vector<prove::Run> runs;
  const auto add = [&](const std::string& movie, const std::vector<std::string>& press) {
    session::InputChoice choice;
    choice.movie = movie;
    choice.press = press;
    choice.frames = frames.frames;
    session::Input input = readInput(choice, cartridge);
    const console::Options options = session::machineOptions(machine, cartridge, input.recorded_on);
    runs.push_back({std::move(input), options});
  };
  for (const std::string& movie : frames.movies) add(movie, {});
  if (!frames.press.empty()) add("", frames.press);
  if (runs.empty() && frames.frames)
    throw std::runtime_error("--frames needs --movie or --press; without them " + command +
                             " presses buttons itself");
  return runs;
}

uint16_t routineAddress(const std::string& option, const std::string& text) {
  const auto address = trace::parseNumber(text, 0xFFFF);
  if (!address)
    throw std::runtime_error(option + ": " + base::shownName(text) + " is no address; write it as $8210");
  return static_cast<uint16_t>(*address);
}

}  // namespace jumpscope::cli
