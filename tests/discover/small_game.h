// Small cartridges with a character that jumps, made by an assembler of our own: one for each way of keeping a position and a
// speed in memory.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "src/console/cartridge.h"

namespace jumpscope::tests {

// Where these games keep what the pad held in the frame before.
inline constexpr uint16_t small_game_pad = 0x10;

struct SmallGame {
  // Bytes most significant first. `shift`: bits below the pixel; a byte of pixels and as many below as there are bytes.
  std::vector<uint16_t> y{0x0301, 0x0300};
  std::vector<uint16_t> v{0x0303, 0x0302};
  int shift = 8;
  std::vector<uint16_t> x{0x0305, 0x0304};
  uint16_t state = 0x0310;
  std::optional<uint16_t> gravity_byte;  // else in the code
  // The byte that gravity_byte becomes at the apex, or on release after a rise of `least_rise` px from the pixel in
  // `origin_byte`.
  std::optional<uint16_t> fall_byte, origin_byte;
  int fall_gravity = 0x60, least_rise = 0;

  int jump_speed = 0x0400, gravity = 0x30, fastest = 0x0400;  // in units of 1/2^shift px
  std::optional<int> cut;  // on release while it rises, the speed becomes this much upward
  uint8_t button = 0x80;   // as the pad shifts them out: A in bit 7, B, Select, Start, Up, Down, Left, Right
  bool up_positive = false;  // a height above the ground
  bool magnitude = false;    // the speed without sign, its direction in `direction`
  uint16_t direction = 0x0311;
  bool position_first = false;  // moves before gravity
  bool every_second_frame = false;
  bool catches_up = false;         // every eighth frame has two updates
  bool table_driven = false;       // steps from a table; no speed
  bool flaps = false;              // no ground
  bool scrolls = false;            // the character stays in the middle, the background moves
  std::optional<int> camera_from;  // x is the place on the screen; beyond this the camera moves instead of it
  std::optional<int>
      wall;  // px that x does not reach: there it is pushed back by 3, and a speed that grows begins anew
  std::optional<int> ceiling;  // px of the screen at which a rise ends
  bool sways = false;          // its steps move its sprites to and fro by 2 px
  bool can_jump = true;
  bool shoots = false;           // the button fires what rises
  bool bobs = false;             // other sprites go up and down by themselves
  int object = -1;               // the number of its row in tables whose rows the code indexes; -1: none
  std::vector<uint16_t> copies;  // where the pixel of y is copied in each frame
  bool two_players = false;      // a second character that the second pad moves

  enum class Fraction : uint8_t { Binary, Fifths, CountedFifths };
  // Fifths: y and v in fifths of a pixel; CountedFifths: y is a pixel and a count of fifths.
  Fraction fraction = Fraction::Binary;
  std::vector<uint16_t> vx;             // a speed that grows while Left or Right is held; none: fixed steps
  std::optional<uint16_t> x_direction;  // then vx has no sign
  std::optional<int> held_gravity;      // while it rises and the button is held
  bool halves = false;                  // on release while it rises, the speed is halved
  // Added to the speed, frame by frame from the start on, while the button is down. The frames are counted in `count_byte`,
  // which becomes $FF on release; or stays, where `running_byte`, 1 from the start on, becomes 0.
  std::vector<int> lift;
  uint16_t count_byte = 0x0330;
  std::optional<uint16_t> running_byte;
  bool double_jump = false, coyote = false, buffer = false;
  bool ledge = false;              // to the right, the ground is lower
  bool falls_in = false;           // it begins in the air
  int camera = 0;                  // px of the level above the picture
  int page_size = 256;             // px after which y's page counts on
  std::vector<uint16_t> y_before;  // y of the frame before
  bool works_on_copies = false;    // copies its bytes, moves the copies, and copies them back
  bool speeds_from_table = false;  // the speed is read from a table anew in each frame
  bool late = false;               // outside of the interrupt, so that sprites show it a frame later
  bool pal_only = false;
  bool flickers = false;      // is drawn in every second frame
  int turn = 0;               // slots by which the sprites move on in OAM from frame to frame
  bool tall_sprites = false;  // 8x16
  bool on_release = false;    // the jump begins when the button is let go
  bool repeats = false;       // jumps again as long as the button is held
  // None; Start; Start after a fade; Start, then A, then an introduction; Select another line first.
  enum class Title : uint8_t { None, Start, Fade, Pages, Select };
  Title title = Title::None;
  enum class Other : uint8_t { None, Hopping, Balls };
  Other others = Other::None;  // hops at random, which buttons stir; or balls that nobody controls
};

// An iNES image of mapper 0 (with RAM at $6000 if any address lies there).
std::vector<uint8_t> imageOf(const SmallGame& game);
std::shared_ptr<const console::Cartridge> cartridgeOf(const SmallGame& game);

}  // namespace jumpscope::tests
