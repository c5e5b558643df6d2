// Small cartridges with a character that jumps, made by an assembler of our own: one for each way of keeping a position and a
// speed in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "src/console/cartridge.h"

namespace jumpscope::tests {

struct SmallGame {
  // Bytes most significant first. `shift`: bits below the pixel; a byte of pixels and as many below as there are bytes.
  std::vector<uint16_t> y{0x0301, 0x0300};
  std::vector<uint16_t> v{0x0303, 0x0302};
  int shift = 8;
  std::vector<uint16_t> x{0x0305, 0x0304};
  uint16_t state = 0x0310;
  std::optional<uint16_t> gravity_byte;  // else in the code

  int jump_speed = 0x0400, gravity = 0x30, fastest = 0x0400;  // in units of 1/2^shift px
  std::optional<int> cut;  // on release while it rises, the speed becomes this much upward
  uint8_t button = 0x80;   // as the pad shifts them out: A in bit 7, B, Select, Start, Up, Down, Left, Right
  bool up_positive = false;  // a height above the ground
  bool magnitude = false;    // the speed without sign, its direction in `direction`
  uint16_t direction = 0x0311;
  bool position_first = false;  // moves before gravity
  bool every_second_frame = false;
  bool table_driven = false;  // steps from a table; no speed
  bool flaps = false;         // no ground
  bool title = false;         // Start begins the game
  bool scrolls = false;       // the character stays in the middle, the background moves
  bool can_jump = true;
  bool shoots = false;           // the button fires what rises
  bool bobs = false;             // other sprites go up and down by themselves
  int object = -1;               // the number of its row in tables whose rows the code indexes; -1: none
  std::vector<uint16_t> copies;  // where the pixel of y is copied in each frame
  bool two_players = false;      // a second character that the second pad moves
};

// An iNES image of mapper 0 (with RAM at $6000 if any address lies there).
std::vector<uint8_t> imageOf(const SmallGame& game);
std::shared_ptr<const console::Cartridge> cartridgeOf(const SmallGame& game);

}  // namespace jumpscope::tests
