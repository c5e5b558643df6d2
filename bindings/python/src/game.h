// A console that is played in episodes: reset, then buttons step by step; each step gives a reward, until the episode
// ends. What envs.py builds its environments on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/trace.h"
#include "src/trace/recorder.h"
#include "src/trace/when.h"

namespace jumpscope::python {

struct Rules {
  Options options;
  Profile profile;  // the watches that expressions may name
  std::vector<std::pair<std::string, double>>
      rewards;                        // expressions with their weights, as trace::When has them
  std::string terminated, truncated;  // conditions; empty: never
  uint64_t max_frames = 0;            // the episode is truncated after these; 0: never
  unsigned frame_skip = 1;            // frames a step
  Movie prefix;                       // played from power-on before an episode begins
  std::vector<uint8_t> start_state;   // a state file instead; empty: none
  unsigned most_noops = 0;        // an episode begins after 0 to this many frames without buttons, by chance
  bool random_ram = false;        // RAM at power-on is random
  std::function<void()> between;  // called after each frame; what it throws ends the call
};

struct Outcome {
  double reward = 0;
  bool terminated = false, truncated = false;

  bool ended() const { return terminated || truncated; }
};

enum class Look : uint8_t { Ram, Index, Rgb, Grey };
// The bytes of an observation.
size_t sizeOf(Look look);

class Game {
 public:
  // Throws std::runtime_error for expressions that the watches do not fit, and for a state that is not the cartridge's.
  Game(const Cartridge& cartridge, const Rules& rules);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // Begins an episode. All its chance comes from the seed.
  void reset(uint64_t seed);
  // The same with the chance that the last seed left.
  void reset();
  Outcome step(uint8_t buttons, uint8_t pad2 = 0);

  // `out` has sizeOf(look) bytes. Precondition for all but Ram: the rules' options have video.
  void observe(Look look, uint8_t* out) const;
  // The profile's watches at the end of the last frame, raw.
  std::span<const int64_t> values() const { return std::span(row_.values).first(shown_); }
  // Frames of this episode so far.
  uint64_t frames() const { return frames_; }

  const Console& console() const { return console_; }
  // Continues from a state, in the same episode.
  void restore(const State& state);

 private:
  struct Term {
    trace::When expression;
    double weight;
  };
  size_t addExpression(const std::string& text, const std::string& what, double weight);
  double valueOf(size_t term) const;
  bool holds(std::optional<size_t> term) const { return term && valueOf(*term) != 0; }
  void begin();
  std::vector<uint16_t> nextPicture() const;
  void forget();
  void runFrame(bool rendered);
  uint64_t chance();

  Rules rules_;
  Console console_;
  std::optional<State> start_;           // where episodes begin, if all begin there
  std::vector<uint16_t> start_picture_;  // which a state does not have
  std::vector<uint16_t> picture_;        // to be observed instead of the console's; empty: there is none
  std::vector<trace::Watch> watches_;
  size_t shown_ = 0;  // the first of watches_ are the profile's, the others belong to expressions
  std::vector<Term> terms_;
  size_t reward_terms_ = 0;  // the first of terms_
  std::optional<size_t> terminated_, truncated_;
  std::optional<trace::RowReader> reader_;
  trace::Row row_;
  uint8_t buttons_ = 0, buttons_before_ = 0;
  uint64_t frames_ = 0;
  uint64_t seed_ = 0;
};

}  // namespace jumpscope::python
