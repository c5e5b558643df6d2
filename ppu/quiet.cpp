// The short way: whole lines, and stretches of blanking, in one step, when that is provably the same as going
// dot by dot. Everything here restates what dot.cpp and sprites.cpp come to at the end of a line in which
// nobody touches a register. Policy::EveryCycle never comes here; tests hold both equal in every field.
#include <algorithm>
#include <bit>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr int last_dot = dots_per_line - 1;
constexpr int evaluation_steps = 96;  // the even dots 66-256

constexpr uint16_t nextTile(uint16_t v) { return (v & 0x1F) == 31 ? (v & 0x7FE0) ^ 0x0400 : v + 1; }

}  // namespace

Ppu::Busy Ppu::whyNotSettled() const {
  if (s.port.active) return Busy::Port;
  if (s.scroll_delay | s.v_delay | s.mask_delay | s.tint_delay | s.disable_delay) return Busy::PendingWrite;
  if (s.rendering_delayed != s.rendering() || s.rendering_instant != s.rendering()) return Busy::PendingWrite;
  if (s.corruption_pending | s.oam_disabled | s.oam_disabled_now | s.read_without_write)
    return Busy::Corruption;
  if (s.status_read | s.v_copied | s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Busy::Flags;
  if (s.sprite_overflow != s.sprite_overflow_readable) return Busy::Flags;
  if (s.commit != Commit::None) return Busy::Fetch;
  return Busy::No;
}

// How many whole dots from here on change nothing but the position.
int Ppu::blankDots() const {
  const bool rendering = s.rendering();
  const bool in_blanking = s.scanline >= visible_lines && s.scanline < timing_.pre_render_line;
  if (rendering && !in_blanking) return 0;
  if (s.oam_latch != s.oam_buffer) return 0;
  if (rendering ? s.oam_buffer != s.oam_buffer_in : s.address_bus != s.v) return 0;
  if (!in_blanking) {
    if (picture_ || s.sprite_zero_current != s.sprite_zero_next) return 0;
    for (const SpriteUnit& unit : s.sprites)
      if (unit.x_counter) return 0;
  }
  // The next dot that does something of its own accord.
  const auto position = [](int line, int dot) { return line * dots_per_line + dot; };
  const int here = position(s.scanline, s.dot);
  const int landmarks[] = {
      position(timing_.vblank_line, 1), position(timing_.pre_render_line - 1, last_dot),
      rendering ? position(timing_.pre_render_line, 0) : position(timing_.pre_render_line, 1),
      position(timing_.lines, 0)};
  for (const int landmark : landmarks)
    if (landmark > here) return landmark - here - 1;
  return 0;
}

bool Ppu::idleUntil(uint64_t now) const {
  if (!shortcuts_ || whyNotSettled() != Busy::No) return false;
  const int dots = blankDots() - (s.second_half ? 1 : 0);  // whole ones from s.clock on
  return dots > 0 && s.clock + static_cast<uint64_t>(dots) * timing_.dot_clocks >= now;
}

void Ppu::loadOam(const uint8_t* page, uint64_t now) {
  for (int i = 0; i < 256; ++i) {
    const int index = (s.oam_address + i) & 0xFF;
    s.oam[index] = (index & 3) == 2 ? page[i] & 0xE3 : page[i];
  }
  driveIoBus(page[255], 0xFF, now);
  crowd_known_ = false;
}

void Ppu::runShort(uint64_t now) {
  const int dot_clocks = timing_.dot_clocks;
  while (s.clock < now) {
    if (s.second_half) {
      halfDot();
      continue;
    }
    const uint64_t clocks = now - s.clock;
    if (clocks <= timing_.half_dot_clocks) {
      halfDot();
      continue;
    }
    int dots = static_cast<int>(
        std::min<uint64_t>((clocks - timing_.half_dot_clocks - 1) / dot_clocks + 1, 1 << 20));
    const bool settled = whyNotSettled() == Busy::No;
    if (settled) {
      if (const int blank = std::min(dots, blankDots()); blank > 0) {
        const int position = s.dot + blank;
        s.scanline = static_cast<uint16_t>(s.scanline + position / dots_per_line);
        s.dot = static_cast<uint16_t>(position % dots_per_line);
        s.clock += static_cast<uint64_t>(blank) * dot_clocks;
        continue;
      }
      if (s.dot == last_dot && dots >= dots_per_line && skipLines(dots / dots_per_line)) continue;
    }
    // Dot by dot to the end of the line; with something pending, only a few, for it may be over soon.
    const int to_line_end = s.dot == last_dot ? dots_per_line : last_dot - s.dot;
    dots = std::min(dots, settled ? to_line_end : std::min(to_line_end, 6));
    for (int i = 0; i < dots; ++i) {
      firstHalf();
      secondHalf();
      s.clock += dot_clocks;
    }
  }
}

// From the last dot of a line to the last dot of one of the next `lines`. False: this line must go dot by
// dot.
bool Ppu::skipLines(int lines) {
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * timing_.dot_clocks;
  if (s.scanline == timing_.pre_render_line - 1) {
    if (!s.rendering()) return false;
    skipPreRenderLine();
    s.scanline = timing_.pre_render_line;
    s.clock += line_clocks;
    return true;
  }
  const int first = s.scanline == timing_.pre_render_line ? 0 : s.scanline + 1;
  if (first >= visible_lines) return false;
  lines = std::min(lines, visible_lines - first);
  if (!s.rendering()) {
    skipBlankLine(first);
    s.scanline = static_cast<uint16_t>(first);
    s.clock += line_clocks;
    return true;
  }
  if (s.oam_address != 0) return false;
  if (first == 0 && timing_.skips_odd_dot && s.odd_frame) {
    // The line without its dot 0: sprite units would start early in dot 1.
    for (const SpriteUnit& unit : s.sprites)
      if (unit.pattern_low | unit.pattern_high) return false;
    s.clock -= timing_.dot_clocks;
  }
  const bool both_layers = (s.mask & 0x18) == 0x18;
  for (int i = 0; i < lines; ++i) {
    const int line = first + i;
    if (both_layers && s.sprite_zero_armed && s.sprite_zero_current && hitsOnLine()) {
      s.sprite_zero_armed = false;
      s.sprite_zero_hit = true;
    }
    if (picture_) drawLine(line);
    const bool zero_matters = both_layers && s.sprite_zero_armed && inRange(line, s.oam[0]);
    const bool crowd_matters = !s.sprite_overflow && crowdedLine(line);
    if (i + 1 == lines || picture_ || zero_matters || crowd_matters) {
      finishLine(line);
    } else {
      incrementY();
      s.v = (s.v & 0x7BE0) | (s.t & 0x041F);
      s.sprite_zero_current = s.sprite_zero_next = false;
    }
  }
  s.scanline = static_cast<uint16_t>(first + lines - 1);
  s.clock += line_clocks * static_cast<uint64_t>(lines);
  return true;
}

bool Ppu::inRange(int line, uint8_t y) const {
  return static_cast<unsigned>((line & 0xFF) - y) < (s.tall_sprites ? 16u : 8u);
}

// Whether eight or more sprites lie on the line, so that the search for a ninth, with its bug, takes place.
bool Ppu::crowdedLine(int line) {
  if (!crowd_known_ || crowd_tall_ != s.tall_sprites) {
    crowd_known_ = true;
    crowd_tall_ = s.tall_sprites;
    std::array<int8_t, 256 + 17> change{};
    const int height = s.tall_sprites ? 16 : 8;
    for (int i = 0; i < 64; ++i) {
      ++change[s.oam[i * 4]];
      --change[s.oam[i * 4] + height];
    }
    crowded_.reset();
    int count = 0;
    for (int y = 0; y < visible_lines; ++y) {
      count += change[y];
      if (count >= 8) crowded_.set(y);
    }
  }
  return crowded_[line];
}

// The tile row that `v` points at: both planes, and the attribute.
Ppu::TileRow Ppu::tileAt(uint16_t v) const {
  const uint8_t* nametable = &s.vram[wiring_.nametable[(v >> 10) & 3] << 10];
  const uint8_t attribute = nametable[0x3C0 | ((v >> 4) & 0x38) | ((v >> 2) & 0x07)];
  const unsigned address = s.background_table | nametable[v & 0x3FF] << 4 | v >> 12;
  const uint8_t* chr = wiring_.chr[address >> 10] + (address & 0x3FF);
  return {chr[0], chr[8], static_cast<uint8_t>((attribute >> ((v & 0x02) + ((v & 0x40) >> 4))) & 3)};
}

bool Ppu::hitsOnLine() const {
  const SpriteUnit& unit = s.sprites[0];
  unsigned opaque = unit.pattern_low | unit.pattern_high;
  if (opaque == 0) return false;
  const int start = unit.x_counter + s.fine_x;  // position in the stream of tiles
  uint16_t v = s.v;
  const auto rowBits = [&](int tile) -> unsigned {
    if (tile == 0) return (s.background_low | s.background_high) >> 8;
    if (tile == 1) return (s.background_low | s.background_high) & 0xFF;
    for (int i = 2; i < tile; ++i) v = nextTile(v);
    const TileRow row = tileAt(v);
    v = s.v;
    return row.low | row.high;
  };
  const unsigned background =
      (rowBits(start >> 3) << 8 | rowBits((start >> 3) + 1)) << (start & 7) >> 8 & 0xFF;
  opaque &= background;
  if ((s.mask & 0x06) != 0x06 && unit.x_counter < 8) opaque &= 0xFFu >> (8 - unit.x_counter);
  // The rightmost pixel never counts.
  if (unit.x_counter >= 248) opaque &= 0xFFu << (unit.x_counter - 247);
  return (opaque & 0xFF) != 0;
}

// Dots 1-256 of sprite evaluation.
void Ppu::evaluateLine(int line) {
  s.secondary_oam.fill(0xFF);
  s.secondary_full = false;
  s.ninth_found = false;
  s.oam_address_overflowed = true;  // unless the crowded search below runs out of dots
  s.sprite_zero_next = inRange(line, s.oam[0]);
  int slot = 0;
  int steps = 0;
  int sprite = 0;
  for (; sprite < 64 && slot < 8; ++sprite) {
    const uint8_t* bytes = &s.oam[sprite * 4];
    uint8_t* copy = &s.secondary_oam[slot * 4];
    copy[0] = bytes[0];
    ++steps;
    if (!inRange(line, bytes[0])) continue;
    copy[1] = bytes[1];
    copy[2] = bytes[2];
    copy[3] = bytes[3];
    steps += 3;
    ++slot;
  }
  if (slot < 8) return;
  s.secondary_full = true;
  if (sprite == 64) return;
  // Eight were found: the search for a ninth, whose byte index moves along with the sprite.
  uint8_t address = static_cast<uint8_t>(sprite * 4);
  int step = 0;
  for (; steps < evaluation_steps; ++steps) {
    const uint8_t before = address;
    const uint8_t value = s.oam[address];
    if (step == 0) {
      if (s.ninth_found) {
        address = (address + 4) & 0xFC;
      } else if (inRange(line, value)) {
        s.ninth_found = true;
        s.sprite_overflow = true;
        s.sprite_overflow_readable = true;
        ++address;
        step = 1;
      } else {
        address += (address & 3) == 3 ? 1 : 5;
      }
    } else if (step == 3) {
      address = inRange(line, value) ? address + 4 : (address + 1) & 0xFC;
      step = 0;
    } else {
      ++address;
      ++step;
    }
    if (address < before && address < 4) return;
  }
  s.oam_address_overflowed = false;
}

// Dots 257-320: secondary OAM becomes the next line's sprite units.
void Ppu::fetchSprites(int line) {
  const int height = s.tall_sprites ? 16 : 8;
  for (int i = 0; i < 8; ++i) {
    const uint8_t* sprite = &s.secondary_oam[i * 4];
    SpriteUnit& unit = s.sprites[i];
    const uint16_t row = static_cast<uint16_t>((line & 0xFF) - sprite[0]);
    unit.attribute = sprite[2];
    unit.x_counter = sprite[3];
    unit.pattern_low = unit.pattern_high = 0;
    s.sprite_row = row;
    if (row >= height) continue;
    const unsigned fetched_row = (sprite[2] & 0x80) ? ~row : row;
    const unsigned address = s.tall_sprites ? (sprite[1] & 1) << 12 | (sprite[1] & 0xFE) << 4 |
                                                  (fetched_row & 8) << 1 | (fetched_row & 7)
                                            : s.sprite_table | sprite[1] << 4 | (fetched_row & 7);
    const uint8_t* chr = wiring_.chr[address >> 10] + (address & 0x3FF);
    const bool flip = sprite[2] & 0x40;
    unit.pattern_low = flip ? mirrored(chr[0]) : chr[0];
    unit.pattern_high = flip ? mirrored(chr[8]) : chr[8];
  }
  s.sprite_zero_current = s.sprite_zero_next;
  s.oam_address = 0;
  s.secondary_address = 0;
  s.evaluation_step = 0;
  s.oam_buffer_in = s.oam_buffer = s.oam_latch = s.secondary_oam[0];
}

// Dots 321-340: the first two tiles of the next line, and the unused nametable fetches.
void Ppu::fetchFirstTiles() {
  const TileRow first = tileAt(s.v);
  s.v = nextTile(s.v);
  const TileRow second = tileAt(s.v);
  s.v = nextTile(s.v);
  s.background_low = static_cast<uint16_t>(first.low << 8 | second.low);
  s.background_high = static_cast<uint16_t>(first.high << 8 | second.high);
  s.attribute_low = (first.attribute & 1) ? 0xFF : 0;
  s.attribute_high = (first.attribute & 2) ? 0xFF : 0;
  s.attribute_latch = s.tile_attribute = second.attribute;
  s.tile_low = second.low;
  s.tile_high = second.high;
  const uint16_t address = 0x2000 | (s.v & 0x0FFF);
  s.fetched = s.vram[wiring_.nametable[(address >> 10) & 3] << 10 | (address & 0x3FF)];
  s.octal_latch = static_cast<uint8_t>(address);
  s.address_bus = (address & 0xFF00) | s.fetched;
  s.pattern_address = static_cast<uint16_t>(s.background_table | s.fetched << 4 | 8 | s.v >> 12);
}

void Ppu::finishLine(int line) {
  evaluateLine(line);
  incrementY();
  s.v = (s.v & 0x7BE0) | (s.t & 0x041F);
  fetchSprites(line);
  fetchFirstTiles();
}

void Ppu::skipPreRenderLine() {
  s.vblank = false;
  s.sprite_zero_armed = true;
  s.sprite_zero_hit = false;
  s.sprite_overflow = s.sprite_overflow_readable = false;
  s.secondary_full = false;
  s.ninth_found = false;
  s.oam_address_overflowed = false;
  s.sprite_zero_next = false;
  fetchSprites(timing_.pre_render_line);
  s.v = s.t;
  fetchFirstTiles();
}

void Ppu::skipBlankLine(int line) {
  s.oam_latch = s.oam_buffer;
  s.address_bus = s.v;
  s.sprite_zero_current = s.sprite_zero_next;
  for (SpriteUnit& unit : s.sprites) {
    if (unit.x_counter) unit.x_counter = 0;
  }
  if (!picture_) return;
  const int index = (s.v & 0x3F00) == 0x3F00 ? paletteIndex(s.v) : 0;
  const unsigned grey = (s.tint & 1) ? 0x30 : 0x3F;
  std::fill_n(picture_ + line * picture_width, picture_width,
              static_cast<uint16_t>((s.palette[index] & grey) | (s.tint & 0xE0) << 1));
}

// The row of pixels that the units and tiles of this moment give.
void Ppu::drawLine(int line) {
  // Palette index of the background, eight pixels a tile, from the first whole tile on.
  std::array<uint8_t, picture_width + 16> background;
  const auto put = [&](int tile, uint8_t low, uint8_t high, uint8_t attribute) {
    uint8_t* out = &background[tile * 8];
    for (int i = 0; i < 8; ++i) {
      const unsigned colour = ((low >> (7 - i)) & 1) | ((high >> (7 - i)) & 1) << 1;
      out[i] = static_cast<uint8_t>(colour ? attribute << 2 | colour : 0);
    }
  };
  if (s.mask & 0x08) {
    put(0, s.background_low >> 8, s.background_high >> 8,
        (s.attribute_low & 1) | (s.attribute_high & 1) << 1);
    put(1, s.background_low & 0xFF, s.background_high & 0xFF, s.attribute_latch);
    uint16_t v = s.v;
    for (int tile = 2; tile < 34; ++tile) {
      const TileRow row = tileAt(v);
      put(tile, row.low, row.high, row.attribute);
      v = nextTile(v);
    }
    if (!(s.mask & 0x02)) std::fill_n(background.begin() + s.fine_x, 8, uint8_t{0});
  } else {
    background.fill(0);
  }
  uint8_t* pixels = background.data() + s.fine_x;
  if (s.mask & 0x10) {
    uint32_t taken_words[picture_width / 32 + 1] = {};
    for (const SpriteUnit& unit : s.sprites) {
      if ((unit.pattern_low | unit.pattern_high) == 0) continue;
      for (int i = 0; i < 8; ++i) {
        const int x = unit.x_counter + i;
        if (x >= picture_width) break;
        const unsigned colour = ((unit.pattern_low >> (7 - i)) & 1) | ((unit.pattern_high >> (7 - i)) & 1)
                                                                          << 1;
        if (colour == 0 || (x < 8 && !(s.mask & 0x04))) continue;
        uint32_t& word = taken_words[x >> 5];
        const uint32_t bit = 1u << (x & 31);
        if (word & bit)
          continue;  // an earlier sprite has the pixel, even where it hides behind the background
        word |= bit;
        if (pixels[x] == 0 || !(unit.attribute & 0x20))
          pixels[x] = static_cast<uint8_t>(0x10 | (unit.attribute & 3) << 2 | colour);
      }
    }
  }
  const unsigned grey = (s.tint & 1) ? 0x30 : 0x3F;
  const unsigned emphasis = (s.tint & 0xE0) << 1;
  std::array<uint16_t, 32> colours;
  for (int i = 0; i < 32; ++i) colours[i] = static_cast<uint16_t>((s.palette[i] & grey) | emphasis);
  uint16_t* row = picture_ + line * picture_width;
  for (int x = 0; x < picture_width; ++x) row[x] = colours[pixels[x]];
}

// A lower bound of the master clock at which this position is next reached.
uint64_t Ppu::clockOf(int line, int dot) const {
  int dots = (line - s.scanline) * dots_per_line + dot - s.dot;
  if (dots <= 0) dots += timing_.lines * dots_per_line - 1;
  return s.clock + static_cast<uint64_t>(std::max(0, dots - 1)) * timing_.dot_clocks;
}

// A lower bound of the master clock at which what $2002 shows may next change, as long as no register is
// touched. Whole lines are taken for busy; while one is under way the answer is "now".
uint64_t Ppu::nextStatusChange() {
  if (whyNotSettled() != Busy::No || !shortcuts_) return s.clock;
  uint64_t change = std::min(clockOf(timing_.vblank_line, 1), clockOf(timing_.pre_render_line, 1));
  if (!s.rendering()) return change;
  const bool hit_possible = s.sprite_zero_armed && (s.mask & 0x18) == 0x18;
  const int height = s.tall_sprites ? 16 : 8;
  if (s.scanline < visible_lines) {
    if (hit_possible && s.sprite_zero_current && s.dot < 257) return s.clock;
    if (hit_possible && s.sprite_zero_next) return s.clock;
  }
  if (hit_possible && s.oam[0] < visible_lines - 1) {
    // Shown from the line below its Y on.
    const int top = s.oam[0] + 1;
    const int bottom = s.oam[0] + height;
    if (s.scanline >= visible_lines || s.scanline < top)
      change = std::min(change, clockOf(top, 0));
    else if (s.scanline <= bottom)
      return s.clock;
  }
  if (!s.sprite_overflow) change = std::min(change, crowdClock());
  return change;
}

// The start of the next line on which eight sprites may meet; "now" on such a line.
uint64_t Ppu::crowdClock() {
  const int here = s.scanline < visible_lines ? s.scanline : -1;
  for (int line = std::max(here, 0); line < visible_lines; ++line) {
    if (!crowdedLine(line)) continue;
    return line == here ? s.clock : clockOf(line, 0);
  }
  return UINT64_MAX;
}

}  // namespace jumpscope::ppu
