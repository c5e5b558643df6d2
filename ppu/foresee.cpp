// When $2002 will next show something else, as long as no register is touched.
#include <algorithm>
#include <bit>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr int last_picture_dot = 256;
// Eight sprites take 32 steps of the search, one every other dot from 66 on, before it may find a ninth.
constexpr int search_steps = 32;
constexpr int first_overflow_dot = 66 + 2 * search_steps;

}  // namespace

// A lower bound of the master clock at which this position is next reached.
uint64_t Ppu::clockOf(int line, int dot) const {
  int dots = (line - s.scanline) * dots_per_line + dot - s.dot;
  if (dots <= 0) dots += timing_.lines * dots_per_line - 1;
  return s.clock + static_cast<uint64_t>(std::max(0, dots - 1)) * timing_.dot_clocks;
}

uint64_t Ppu::nextStatusChange() {
  if (!shortcuts_ || whyNotSettled() != Busy::No) return s.clock;
  const uint64_t change = std::min(clockOf(timing_.vblank_line, 1), clockOf(timing_.pre_render_line, 1));
  // What lies behind the flags' fall is seen when they have fallen.
  if (!s.rendering() || inBlanking()) return change;
  return std::min({change, nextHit(), nextOverflow()});
}

// The same for sprite 0 hit, on this line and the lines to come.
uint64_t Ppu::nextHit() const {
  if (!s.sprite_zero_armed || (s.mask & 0x18) != 0x18) return UINT64_MAX;
  const int here = s.scanline < visible_lines ? s.scanline : -1;
  if (here >= 0 && s.dot < last_picture_dot && s.sprite_zero_current) {
    const SpriteUnit& unit = s.sprites[0];
    const uint8_t opaque = unit.pattern_low | unit.pattern_high;
    const int first = s.dot + 1 + unit.x_counter + std::countl_zero(opaque);
    if (opaque != 0 && first < last_picture_dot) return clockOf(here, first);
  }
  // What the next line shows may already be under way.
  const bool on_next_line =
      s.dot >= 66 ? s.sprite_zero_next : !searchWillBePlain() || (here >= 0 && inRange(here, s.oam[0]));
  if (on_next_line && here + 1 < visible_lines) return clockOf(here + 1, 1);
  // Sprite 0 as OAM has it, on the lines after that.
  uint16_t v = (s.v & 0x7BE0) | (s.t & 0x041F);
  if (here < 0 && s.dot <= 304) v = s.t;
  int row_of_v = here < 0 || s.dot > last_picture_dot ? here + 1 : here;  // the line that v stands for
  const int height = s.tall_sprites ? 16 : 8;
  for (int line = std::max(s.oam[0] + 1, here + 2); line <= std::min(s.oam[0] + height, visible_lines - 1);
       ++line) {
    v = linesOn(v, line - row_of_v);
    row_of_v = line;
    const int x = firstHit(v, line - 1 - s.oam[0]);
    if (x < picture_width) return clockOf(line, x + 1);
  }
  return UINT64_MAX;
}

// Where this row of sprite 0 hits the line that begins with the tile at v; picture_width: nowhere.
int Ppu::firstHit(uint16_t v, int row) const {
  const unsigned address = spriteAddress(s.oam.data(), static_cast<unsigned>(row));
  const uint8_t* chr = wiring_.chr[address >> 10] + (address & 0x3FF);
  unsigned opaque = chr[0] | chr[8];
  if (s.oam[2] & 0x40) opaque = mirrored(static_cast<uint8_t>(opaque));
  const int left = s.oam[3];
  const int place = left + s.fine_x;
  const unsigned background = opaqueAt(tilesOn(v, place >> 3)) << 8 | opaqueAt(tilesOn(v, (place >> 3) + 1));
  opaque &= background >> (8 - (place & 7));
  if ((s.mask & 0x06) != 0x06 && left < 8) opaque &= 0xFFu >> (8 - left);
  if (opaque == 0) return picture_width;
  const int x = left + std::countl_zero(static_cast<uint8_t>(opaque));
  return x < picture_width - 1 ? x : picture_width;  // the rightmost pixel never counts
}

// Before dot 65: whether the search will begin with sprite 0, and from the beginning.
bool Ppu::searchWillBePlain() const {
  return s.oam_address == 0 &&
         (s.dot == 0 || !(s.secondary_full || s.oam_address_overflowed || s.evaluation_step != 0));
}

// Whether the search under way may yet find a ninth sprite.
bool Ppu::ninthMayCome() const {
  if (s.oam_address_overflowed) return false;
  if (s.secondary_full || (s.oam_address & 3) != s.evaluation_step) return true;
  int found = s.secondary_address / 4;
  for (size_t i = s.oam_address & 0xFCu; i < 256; i += 4) found += inRange(s.scanline, s.oam[i]);
  return found >= 8;
}

uint64_t Ppu::nextOverflow() {
  if (s.sprite_overflow) return UINT64_MAX;
  int line = s.scanline < visible_lines ? s.scanline : 0;
  if (s.scanline < visible_lines && s.dot < 65) {
    if (!searchWillBePlain()) return clockOf(line, 66);
  } else if (s.scanline < visible_lines) {
    if (s.dot < last_picture_dot && ninthMayCome()) {
      const int steps = s.secondary_full ? 0 : search_steps - s.secondary_address;
      return clockOf(line, s.dot + 1 + 2 * steps);
    }
    ++line;
  }
  if (line < visible_lines) line = nextCrowdedLine(line);
  return line < visible_lines ? clockOf(line, first_overflow_dot) : UINT64_MAX;
}

}  // namespace jumpscope::ppu
