#pragma once

#include <optional>
#include <vector>

#include "src/discover/law_bytes.h"

namespace jumpscope::discover {

// The sign of a speed that is kept as a magnitude.
class Direction {
 public:
  Direction(Laboratory& laboratory, const Position& position, const Speed& speed, Axis axis);

  // nullopt: the byte is not the direction.
  std::optional<LawByte> of(size_t place) const;

 private:
  int64_t stepIn(const Film& film, size_t t) const;
  // The next frame with a movement: a game may update every few frames only.
  size_t movingFrame(const Flight& flight, size_t from) const;
  std::optional<LawByte> turned(size_t place, int forward, int back) const;

  Bench& bench_;
  const JumpScene& jump_;
  const Position& position_;
  const Speed& speed_;
  Axis axis_;
  std::vector<Flight> flights_;
};

}  // namespace jumpscope::discover
