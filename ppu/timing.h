// Frame geometry of the three consoles' picture chips, and in what else they differ.
#pragma once

#include <cstdint>

namespace jumpscope::ppu {

constexpr int dots_per_line = 341;

// Source: NESdev "Cycle reference chart".
struct Timing {
  uint16_t lines;            // scanlines a frame
  uint16_t vblank_line;      // the flag rises on dot 1 of this line
  uint16_t pre_render_line;  // the flag falls on dot 1 of this line, the frame's last
  uint8_t dot_clocks;        // master clocks a dot
  uint8_t half_dot_clocks;   // master clocks from the first to the second half of a dot
  bool skips_odd_dot;        // every other rendered frame is one dot short
  bool swaps_emphasis;       // bit 5 of $2001 emphasizes green and bit 6 red; NESdev "Colour emphasis"
  // OAM's address changes only while no row of OAM is open; Breaking NES Wiki, "PPU / Sprite comparison"
  bool synchronizes_oam_address;

  // Whole dots in so many master clocks. Most chips' dots have four, for which nothing has to be divided.
  constexpr uint64_t dotsIn(uint64_t clocks) const {
    return dot_clocks == 4 ? clocks / 4 : clocks / dot_clocks;
  }
  // Whole scanlines in so many.
  constexpr uint64_t linesIn(uint64_t clocks) const { return dotsIn(clocks) / dots_per_line; }
  // Dots that begin in so many, the first one right at the start.
  constexpr uint64_t dotsBegunIn(uint64_t clocks) const { return dotsIn(clocks + dot_clocks - 1); }

  bool operator==(const Timing&) const = default;
};

inline constexpr Timing ntsc_timing = {262, 241, 261, 4, 2, true, false, false};
inline constexpr Timing pal_timing = {312, 241, 311, 5, 2, false, true, true};
inline constexpr Timing dendy_timing = {312, 291, 311, 5, 2, false, true, true};

constexpr int most_lines = 312;
constexpr int visible_lines = 240;
constexpr int picture_width = 256;
constexpr int picture_height = 240;

}  // namespace jumpscope::ppu
