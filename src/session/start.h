// What a run begins from, if not from power-on: a state file, or the state that a movie brings along.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/movie/player.h"

namespace jumpscope::session {

struct Start {
  std::vector<uint8_t> file;  // a state of jumpscope or of FCEUX
  std::string name;           // for messages
  bool of_movie = false;      // the state is the movie's own: its frame is 0, whatever it says
  // The records of the movie, if there is one, count from power-on, as those of most do: FCEUX's frame is one more than
  // jumpscope's then (docs/movies.md, "Frame numbers").
  bool counts_from_power_on = true;
};

// The state that the movie starts from; nullopt: it starts from power-on. Throws std::runtime_error for a state of
// FCEUX's other picture chip, whose frames begin elsewhere.
std::optional<Start> startOf(const movie::Movie& movie);

// The state file `path`, for a run with this movie (nullptr: none). Throws std::runtime_error.
Start readStart(const std::string& path, const movie::Movie* movie);

// For the header of a trace: the SHA-1 of a state file; empty from power-on, or from a state of the movie's own.
std::string stateSha1(const std::optional<Start>& start);

// A sentence without a full stop about what the state does not hold; empty: nothing. Throws std::runtime_error for a
// damaged state of FCEUX.
std::string noteOn(const Start& start);

// Puts a console that has just been powered on into the state. From a state of FCEUX, which lies a scanline before a frame of
// ours, it runs on to that frame with the pads that `player` presses in it. Throws std::runtime_error.
void begin(console::Console& console, const Start& start, const movie::Player& player);

}  // namespace jumpscope::session
