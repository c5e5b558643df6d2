// Pixels of any span of a scanline, eight at a time: the closed form of Ppu::choosePixel and Ppu::draw.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/fast/nametable_row_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

// What turns bits of pattern planes into colors: with one bit a pixel of each plane spread over a lane,
// backdrop ^ (low & a) ^ (high & b) ^ (low & high & c) is the color of its palette entry.
struct ColorSets {
  using Eight = uint16_t __attribute__((vector_size(16)));  // a pixel a lane, leftmost first
  struct Set {
    Eight low, high, both;  // what a set bit of either plane, and of both, changes in the color
  };

  // What the rest was made from.
  bool known = false;
  Mask color_mask;
  std::array<uint8_t, 32> palette{};

  Eight backdrop{};
  std::array<Set, 8>
      sets{};  // four of the background, over the backdrop, and four of the sprites, over nothing
};

class Compositor {
 public:
  // A span on its way to the screen, with places around it for what sticks out of the picture.
  struct Row {
    alignas(16) std::array<uint16_t, 8 + picture_width + 8> places;
    uint16_t* dots() { return &places[8]; }  // where dot 1 goes
  };

  explicit Compositor(Ppu& chip) : chip_(chip) {}

  // To be told of every change of a byte at $2000-$2FFF, of patterns, and of what lies where.
  void nametableChanged(unsigned address) {
    rows_.nametableChanged(chip_.wiring().nametablePage(address).id, address & 0x3FF);
  }
  void everythingChanged() { rows_.everythingChanged(); }
  // A byte was stored at this address of the chip's bus.
  void noticeStore(unsigned address) {
    if (isPaletteAddress(address)) return;
    if (address >= 0x2000)
      nametableChanged(address);
    else
      everythingChanged();
  }
  // False: the first eight pixels belong to several tiles, as when shifting had stopped for a while.
  bool paintsTiles() const {
    const auto plain = [](uint8_t bits) { return bits == 0 || bits == 0xFF; };
    return plain(chip_.s.attribute_low) && plain(chip_.s.attribute_high);
  }
  // The whole scanline, straight onto the screen. `fetched`: its first two tiles are in the shift registers,
  // as the state at dot 0 has it; otherwise v still points at the first.
  void paintLine(bool fetched);
  // The colors of `count` dots of the picture from `from` on, whole tiles, which the state before `from` leads to. `dots`: where
  // dot 1 goes. Precondition: paintsTiles().
  void paintDots(int from, int count, Mask color_mask, uint16_t* dots);
  // Puts the dots up to `to` on the screen, pixel_delay dots after their colors were chosen: those from
  // `from` on lie in `dots`, earlier ones in Screen::chosen. `finished`: greyscale and emphasis are in them.
  void putOnScreen(int line, int from, int to, const uint16_t* dots, bool finished);
  // The same for `count` dots from `first` on while rendering is disabled and nothing changes: they have one
  // color. `first`: of the current scanline; dots_per_line and above: of the next one.
  void paintIdleDots(int first, int count);

 private:
  using Eight = ColorSets::Eight;

  void passIdleDot(uint16_t* pixels, int dot);
  void paintIdleSpan(int line, int from, int to);
  const ColorSets& colorsFor(Mask color_mask);
  void paintTilesOfLine(bool fetched, const ColorSets& colors, uint16_t* out) const;
  bool copyRows(const ColorSets& colors, uint16_t* out);
  void paintTwoFetchedTiles(const ColorSets& colors, uint16_t* out) const;
  void paintTiles(int from, int tiles, const ColorSets& colors, uint16_t* out);
  void paintBackground(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const;
  void paintNametable(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const;
  void paintExtended(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const;
  void paintSprites(int from, int count, bool fetched, const ColorSets& colors, uint16_t* out) const;

  Ppu& chip_;
  ColorSets colors_;
  NametableRowCache rows_;
};

}  // namespace jumpscope::ppu::fast
