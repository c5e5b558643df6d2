// What a model allows one run of its game's routine to make of the game's variables. In any family of numbers: with
// plain ones it is a test of one frame, with terms a prover knows it for all frames at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/physics/game.h"

namespace jumpscope::physics {

// What of the surroundings takes part in a frame.
struct Surroundings {
  bool floor = false;           // the feet stand on one, at most so deep as the game allows
  bool ground = false;          // there is some below the feet, to jump from
  std::string_view above = {};  // what the head hits: a name of the model's own; empty: nothing

  bool operator==(const Surroundings&) const = default;
};

// What a frame meets of a world that a model does not know: it permits such an end and says nothing of when it comes.
enum class WorldContact : uint8_t {
  None,
  Landing,  // the feet come to a floor
  Ceiling,  // the head hits something
  Edge      // who stands stands no more, or is moved by the ground
};

// One way in which the routine may end.
template <template <class> class Number>
struct FrameEnd {
  // Of the variables with Variable::compared; the others are as before. A byte counts modulo 256.
  BasicValues<Number> values;
  Number<bool> possible = true;  // from the values before, with the surroundings that it needs
  Surroundings around = {};
  std::string_view name = {};  // as Outcome::name
  // True: the routine must be able to end like this; false: the model merely permits it.
  bool demanded = true;
  WorldContact contact = WorldContact::None;
  bool alternative = false;  // of what is demanded, this end or the one before it in the list is enough
};

// Where the model says nothing.
template <template <class> class Number>
struct Limit {
  std::string_view text;  // a sentence without a full stop
  Number<bool> holds;
};

// How a model tells a new press from a button that is held.
struct ButtonBefore {
  uint8_t button = 0;  // of the pad
  // It has bits of `mask` if the button was down in the frame before; nullopt: the game has no such variable.
  std::optional<size_t> variable;
  int64_t mask = 0;
};

// The ends of a model with its parameters chosen. Its functions branch on what the values are.
template <template <class> class Number>
class FrameEnds {
 public:
  virtual ~FrameEnds() = default;
  // `before`: the variables when the routine begins; what it lacks, the profile does not watch. `pad`: bit 7 Right ...
  // bit 0 A. `early_done`: what Variable::early says was done before the routine began.
  virtual std::vector<FrameEnd<Number>> ends(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                             bool early_done) const = 0;
  // Ends that the judge leaves to other code than the player's, such as an enemy's, where a routine that contains such code
  // has left `after`. None is demanded.
  virtual std::vector<FrameEnd<Number>> endsOfOthers(const BasicValues<Number>& /*before*/,
                                                     const BasicValues<Number>& /*after*/,
                                                     const Number<uint8_t>& /*pad*/,
                                                     bool /*early_done*/) const {
    return {};
  }
  virtual std::vector<Limit<Number>> limits(const BasicValues<Number>& before) const = 0;
  // Why the variables do not say all that decides a frame, as a sentence without a full stop; empty: they do.
  virtual std::string hidden() const { return {}; }
  // nullopt: no button starts anything.
  virtual std::optional<ButtonBefore> buttonBefore() const { return std::nullopt; }
  // A player of whom there is nothing to say: examples name only what is other.
  virtual Values usual() const = 0;
};

// The end, of those that are possible, whose variables `compared` have these bytes; nullptr: there is none.
inline const FrameEnd<Plain>* endWith(std::span<const FrameEnd<Plain>> ends, const Values& after,
                                      std::span<const size_t> compared) {
  for (const FrameEnd<Plain>& end : ends) {
    bool equal = end.possible;
    for (size_t i = 0; equal && i < compared.size(); ++i)
      equal = end.values.byte(compared[i]) == after.byte(compared[i]);
    if (equal) return &end;
  }
  return nullptr;
}

}  // namespace jumpscope::physics
