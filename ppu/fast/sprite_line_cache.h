// Which scanlines have which sprites, kept until OAM changes. Not part of the state: lookAgain() when OAM may have been
// written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ppu/foresight.h"
#include "ppu/state.h"
#include "ppu/timing.h"

namespace jumpscope::ppu::fast {

class SpriteLineCache {
 public:
  void lookAgain() { may_have_changed_ = true; }

  // The next scanline, from `line` on, with eight or more sprites in range, so that the search for a ninth,
  // with its bug, takes place; visible_lines: none.
  int nextFullLine(const State& s, int line);
  // Which sprites are in range on the scanline, bit 0 the first.
  uint64_t spritesOn(const State& s, int line);
  // Of sprites of 8x16 dots, the units that the scanline's search fills from $1000. Empty ones show tile $FF.
  uint8_t highUnitsOn(const State& s, int line) {
    const auto at = static_cast<size_t>(line);
    if (may_have_changed_) look(s);
    if (!(units_known_[at / 64] >> (at % 64) & 1)) findUnits(s, line);
    return high_units_[at];
  }
  // The next scanline, from `line` on, with sprites of 8x16 dots in range that lie at $0000; visible_lines: none.
  int nextLowLine(const State& s, int line);
  // The tiles of all sprites that scanlines may show, both halves of those of 8x16 dots, and the one that empty units show.
  const TileSet& shownTiles(const State& s);

 private:
  using Lines = std::array<uint64_t, 4>;  // a bit a scanline

  static int nextOf(const Lines& lines, int line);
  void look(const State& s);
  void findFullLines(const State& s);
  static uint64_t findSpritesOn(const State& s, int line);
  void findSprites(const State& s);
  void findTables(const State& s);
  void findUnits(const State& s, int line);

  // Scanlines that are asked for one by one before all are looked through.
  static constexpr int few = 8;

  bool may_have_changed_ = true;
  std::array<uint8_t, 256> oam_{};  // that all this was made from
  bool full_known_ = false;
  bool full_tall_ = false;  // the size of sprites that full_ was made for
  Lines full_{};
  bool sprites_known_ = false;  // the same for sprites_
  bool sprites_tall_ = false;
  int sprites_asked_ = 0;  // for how many scanlines since OAM changed
  std::array<uint64_t, visible_lines> sprites_{};
  bool tables_known_ = false;
  uint64_t high_sprites_ = 0;  // those of 8x16 dots that lie at $1000, bit 0 the first
  Lines low_lines_{};          // with others
  Lines units_known_{};        // of which high_units_ tells
  std::array<uint8_t, visible_lines> high_units_{};
  bool shown_known_ = false;  // the same for shown_
  bool shown_tall_ = false;
  TileSet shown_;
};

}  // namespace jumpscope::ppu::fast
