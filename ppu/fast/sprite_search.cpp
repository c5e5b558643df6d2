// Sprite evaluation of a span: secondary OAM is cleared, and filled with the next scanline's sprites. The closed form of
// evaluation.h.
#include <algorithm>
#include <bit>

#include "ppu/each_dot.h"
#include "ppu/fast/sprite_search.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr int last_clear_dot = lastDot(action::ClearSecondary);
constexpr int first_search_dot = firstDot(action::Evaluate);

// OAM's address after a byte that is out of range, while secondary OAM is full: the byte's number counts along.
constexpr uint8_t nextInNinthSearch(uint8_t address) {
  return static_cast<uint8_t>(((address + 4) & 0xFC) | ((address + 1) & 3));
}

// What matters to OAM.
constexpr uint32_t oam_actions = action::Rendered | action::ClearSecondary | action::EndPointer |
                                 action::Evaluate | action::FirstCompare | action::FetchSprites |
                                 action::Pixel;
constexpr uint32_t oamActionsAt(LineKind line, int dot) { return actionsAt(line, dot) & oam_actions; }
// In most dots of the picture.
constexpr uint32_t clearing = oamActionsAt(LineKind::Visible, firstDot(action::ClearSecondary) + 1);
constexpr uint32_t searching = oamActionsAt(LineKind::Visible, lastDot(action::FirstCompare) + 1);

}  // namespace

// What a dot does with OAM besides the fetches, from leaving dot `before` on, whose actions are given.
JUMPSCOPE_EACH_DOT void SpriteSearch::firstHalf(uint32_t actions, int before, int dot) {
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(before);
  chip_.latchOam(actions);
  if (s.oam_write != OamWrite::None) chip_.moveOamWrite();
  s.dot = static_cast<uint16_t>(dot);
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_latch = s.oam_buffer;
}

JUMPSCOPE_EACH_DOT void SpriteSearch::secondHalf(uint32_t actions, int dot) {
  chip_.countOam(actions);
  chip_.openOam(actions);
  if (chip_.s.oam_write == OamWrite::Requested) chip_.s.oam_write = OamWrite::Noticed;
  if (fetchStep(dot) == FetchStep::Nametable) chip_.latchSprite();
}

// The scanline is of this kind. The compiler makes each of the three cases by itself.
JUMPSCOPE_EACH_DOT void SpriteSearch::oneDot(LineKind line, int before, int dot) {
  const uint32_t left = oamActionsAt(line, before), actions = oamActionsAt(line, dot);
  if (left == searching && actions == searching) {
    firstHalf(searching, before, dot);
    secondHalf(searching, dot);
  } else if (left == clearing && actions == clearing) {
    firstHalf(clearing, before, dot);
    secondHalf(clearing, dot);
  } else {
    firstHalf(left, before, dot);
    secondHalf(actions, dot);
  }
}

// Dots `from` to `to` of the picture. `units_follow`: the first sprite unit is fetched afterwards in the same
// span, so that only what evaluation leaves behind counts.
void SpriteSearch::span(int from, int to, bool units_follow) {
  State& s = chip_.s;
  const bool pre_render = s.scanline == chip_.timing().pre_render_line;
  const bool begins = from <= 1 && s.secondary_address == 0 && !s.secondary_full;
  if (!units_follow || from > first_search_dot || s.evaluation_step != 0) return dots(from, to);
  if (begins && !pre_render)
    s.secondary_oam.fill(0xFF);
  else if (!pre_render)
    dots(from, last_clear_dot);
  if (pre_render) {
    s.search_ended = s.sprite_zero_next = false;
  } else if (s.oam_address == 0) {
    whole(s.scanline);
  } else {
    // The last dot of clearing ends it.
    if (begins) s.search_ended = false;
    s.dot = last_clear_dot;
    s.oam_buffer = s.oam_latch = 0xFF;
    dots(first_search_dot, to);
  }
}

// Dot by dot, but for secondary OAM that is cleared, and sprites that are out of range.
void SpriteSearch::dots(int from, int to) {
  const LineKind line = lineKind(chip_.s.scanline, chip_.timing());
  for (int dot = from; dot <= to; ++dot) {
    if (isReadDot(dot)) {
      if (const int pairs = passPairs(dot, to); pairs > 0) {
        dot += 2 * pairs - 1;
        continue;
      }
    }
    oneDot(line, dot - 1, dot);
  }
}

// How many pairs of dots, the first one even, were taken in one step.
int SpriteSearch::passPairs(int dot, int to) {
  const State& s = chip_.s;
  if (s.evaluation_step != 0) return 0;
  if (dot < last_clear_dot)
    return s.secondary_full ? 0 : clearPairs(dot, (std::min(to, last_clear_dot - 1) - dot + 1) / 2);
  const int most = (to - dot + 1) / 2;
  if (dot <= first_search_dot + 1 || most == 0) return 0;
  if (chip_.onPreRenderLine()) return 0;
  if (s.oam_buffer != s.oam[s.oam_address]) return 0;
  if (s.secondary_full && !s.search_ended) return 0;
  if (s.oam_address & 3) return 0;
  return passSprites(dot, most);
}

// On the pre-render line secondary OAM keeps what it holds.
int SpriteSearch::clearPairs(int dot, int most) {
  State& s = chip_.s;
  const int room = static_cast<int>(s.secondary_oam.size()) - 1 - s.secondary_address;
  most = std::min(most, room);
  if (s.oam_buffer != 0xFF || s.search_ended) return 0;
  if (!chip_.onPreRenderLine())
    std::fill_n(s.secondary_oam.begin() + s.secondary_address, most, uint8_t{0xFF});
  s.secondary_address = s.secondary_address + static_cast<unsigned>(most);
  if (most > 0) s.oam_latch = 0xFF;
  if (const int pair = lastNametablePair(dot, most); pair >= 0) chip_.latchSprite();
  return most;
}

// Among pairs of dots from an even one on, the last one that begins with the fetch of a nametable byte; -1: none.
int SpriteSearch::lastNametablePair(int dot, int pairs) {
  for (int pair = pairs - 1; pair >= std::max(0, pairs - 4); --pair)
    if (fetchStep(dot + 2 * pair) == FetchStep::Nametable) return pair;
  return -1;
}

// Most of the search: sprites that are out of range. Returns how many were passed by.
int SpriteSearch::passSprites(int dot, int most) {
  State& s = chip_.s;
  if (s.search_ended) {
    // All 64 sprites were examined; the address wraps around.
    if (const int pair = lastNametablePair(dot, most); pair >= 0) {
      s.sprite_row = spriteRow(s.scanline, s.oam[(s.oam_address + 4 * pair) & 0xFF]);
      s.sprite_tile = s.secondary_oam[s.secondary_address];
    }
    s.oam_latch = s.secondary_oam[s.secondary_address];
    s.oam_address = static_cast<uint8_t>(s.oam_address + 4 * most);
    s.oam_buffer = s.oam[s.oam_address];
    return most;
  }
  // The last sprite's step ends the search.
  const int passed = countOutOfRange(std::min(most, (0xFC - s.oam_address) / 4));
  if (passed == 0) return 0;
  const unsigned address = s.oam_address + 4u * static_cast<unsigned>(passed);
  if (const int pair = lastNametablePair(dot, passed); pair >= 0) {
    s.sprite_tile = s.oam[s.oam_address + 4 * pair];
    s.sprite_row = spriteRow(s.scanline, s.sprite_tile);
  }
  s.oam_latch = s.secondary_oam[s.secondary_address] = s.oam[address - 4];
  s.oam_address = static_cast<uint8_t>(address);
  s.oam_buffer = s.oam[address];
  return passed;
}

// How many of the next `most` sprites are out of range before the first that is not.
int SpriteSearch::countOutOfRange(int most) {
  const State& s = chip_.s;
  constexpr int few = 8;  // for which it does not pay to know all sprites of the scanline
  if (most > few) {
    const uint64_t found = sprite_lines_.spritesOn(s, s.scanline) >> (s.oam_address / 4);
    return std::min(most, std::countr_zero(found));
  }
  const unsigned height = s.control.spriteHeight();
  int passed = 0;
  while (passed < most &&
         !inRange(s.scanline, s.oam[s.oam_address + 4u * static_cast<unsigned>(passed)], height))
    ++passed;
  return passed;
}

// The whole search, of which only what it found is kept. Preconditions: secondary OAM is clear, and the
// search begins with sprite 0.
void SpriteSearch::whole(int line) {
  State& s = chip_.s;
  const unsigned height = s.control.spriteHeight();
  s.search_ended = true;
  s.sprite_zero_next = inRange(line, s.oam[0], height);
  uint64_t found = sprite_lines_.spritesOn(s, line);
  const bool ends_in_range = found >> 63 != 0;
  size_t slot = 0, address = 0;
  for (; found != 0 && slot < 8; ++slot, found &= found - 1) {
    address = static_cast<size_t>(std::countr_zero(found)) * 4;
    std::copy_n(&s.oam[address], 4, &s.secondary_oam[slot * 4]);
  }
  constexpr size_t last_sprite = 0xFC;
  if (slot == 8) {
    if (address < last_sprite) searchForNinth(line, static_cast<uint8_t>(address + 4));
  } else if (!ends_in_range) {
    s.secondary_oam[slot * 4] = s.oam[last_sprite];
  }
}

// Its bug: as long as no sprite is in range, the byte's number counts along with the sprite's.
void SpriteSearch::searchForNinth(int line, uint8_t address) {
  State& s = chip_.s;
  const unsigned height = s.control.spriteHeight();
  while (!inRange(line, s.oam[address], height)) {
    if (address >= 0xFC) return;
    address = nextInNinthSearch(address);
  }
  s.status.sprite_overflow = s.sprite_overflow_readable = true;
}

// From the last dot of the search to the first of the fetches.
void SpriteSearch::leave() {
  State& s = chip_.s;
  const LineKind line = lineKind(s.scanline, chip_.timing());
  chip_.latchOam(actionsAt(line, s.dot));
  s.dot = s.dot + 1;
  chip_.countOam(actionsAt(line, s.dot));
  s.dot = s.dot - 1;
}

}  // namespace jumpscope::ppu::fast
