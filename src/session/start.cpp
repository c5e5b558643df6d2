#include "src/session/start.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/hash.h"
#include "src/base/printable.h"
#include "src/movie/savestate.h"
#include "src/session/fceux_console.h"
#include "src/session/state_file.h"

namespace jumpscope::session {

std::optional<Start> startOf(const movie::Movie& movie) {
  if (movie.startsFromPowerOn()) return std::nullopt;
  for (const auto& [key, value] : movie.other_keys)
    if (key == "NewPPU" && value == "1")
      throw std::runtime_error(
          "the movie " + movie.name +
          " starts from a save state of FCEUX's new PPU, whose frames begin elsewhere; jumpscope "
          "plays movies with states of the old PPU (NewPPU 0)");
  return Start{movie::savestateOf(movie), "the state in " + movie.name, true, false};
}

Start readStart(const std::string& path, const movie::Movie* movie) {
  return {base::readFile(path), base::shownName(path), false, !movie || movie->startsFromPowerOn()};
}

std::string stateSha1(const std::optional<Start>& start) {
  return start && !start->of_movie ? base::sha1Hex(start->file) : "";
}

std::string noteOn(const Start& start) {
  if (!isFceuxState(start.file)) return "";
  return start.name + " " + missingFrom(parseFceuxState(start.file, start.name));
}

namespace {

uint64_t frameOf(const Start& start, const FceuxState& saved) {
  const uint64_t records = saved.controllers.frame;
  if (start.of_movie) return 0;
  return start.counts_from_power_on ? std::max<uint64_t>(records, 1) - 1 : records;
}

}  // namespace

void begin(console::Console& console, const Start& start, const movie::Player& player) {
  if (start.of_movie || isFceuxState(start.file)) {
    const FceuxState saved = parseFceuxState(start.file, start.name);
    console.restore(stateFrom(saved, console, start.name));
    const uint64_t frame = frameOf(start, saved);
    movie::FrameInput held = player.at(frame);
    held.reset = held.power = false;  // they come as the frame begins
    movie::latch(console, held);
    console.runFrame();
    console::State state = console.state();
    state.frame = frame;
    console.restore(state);
  } else {
    console.restore(decodeState(start.file, console, start.name));
  }
}

}  // namespace jumpscope::session
