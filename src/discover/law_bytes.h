// Further bytes that a jump's law needs (docs/laws.md): they decide when gravity changes and how a jump starts. Each is shown
// by what becomes of the speed when it is changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/discover/laboratory.h"

namespace jumpscope::discover {

// What is known of the jump already.
struct KnownJump {
  const Position& y;
  const Speed& v;
  const Speed* gravity = nullptr;  // nullptr: none was found
};

struct LawByte {
  size_t place = 0;
  std::string words;  // the evidence
};
// The bytes that experiments show to be of this kind. More than one: it is undecided.
struct LawBytes {
  std::string name;  // of the watch, as `fit` knows it
  Weight weight{1, 1};
  std::string unit;
  std::vector<LawByte> bytes;
  std::string decides;  // what would decide between several
};

// The bytes of the vertical movement: gravity_fall, jump_origin_y, held_before, y_direction.
std::vector<LawBytes> findLawBytes(Laboratory& laboratory, const KnownJump& jump);
// The bytes of the horizontal one: x_speed_abs (nullptr: no jump to start), x_direction.
std::vector<LawBytes> findSideBytes(Laboratory& laboratory, const Position& x, const Speed& speed,
                                    const KnownJump* jump);

trace::Watch watchOf(const Bench& bench, const LawBytes& kind);

}  // namespace jumpscope::discover
