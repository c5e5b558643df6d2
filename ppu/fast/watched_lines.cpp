// Whole scanlines for a board that watches fetches, as long as it says that none of them makes a difference.
#include <algorithm>
#include <array>

#include "ppu/fast/accelerator.h"
#include "ppu/fast/scroll_math.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr unsigned tiles_in_row = 32, tile_rows = 30;

// Whether the board lets both nametables' tiles of the row at `v` be drawn from its pages.
bool rowDrawsFromPages(const Ppu& chip, Scroll v) {
  const auto row = [&](unsigned address) {
    return std::span(chip.wiring().nametableByte(address & 0xFE0), tiles_in_row);
  };
  return chip.watcher()->drawsFromPages(row(v)) && chip.watcher()->drawsFromPages(row(v ^ 0x0400u));
}

}  // namespace

// All sprites that a scanline may show. A unit without a sprite shows tile $FF.
bool Accelerator::spritesDrawFromPages() const {
  const State& s = chip_.s;
  std::array<uint8_t, 130> tiles;
  size_t count = 0;
  const auto add = [&](uint8_t tile) {
    if (s.control.tall_sprites) tiles[count++] = tile & 0xFE;
    tiles[count++] = s.control.tall_sprites ? tile | 1 : tile;
  };
  for (size_t i = 0; i < s.oam.size(); i += 4)
    if (s.oam[i] < visible_lines) add(s.oam[i + 1]);
  add(0xFF);
  return chip_.watcher()->drawsFromPages(std::span(tiles).first(count));
}

// As skipLines(), for as many scanlines as the board leaves alone.
bool Accelerator::skipWatchedLines(int lines) {
  State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int first = s.scanline == timing.pre_render_line ? 0 : s.scanline + 1;
  if (first >= visible_lines || !spritesDrawFromPages()) return false;
  const Scroll start = s.v;
  lines = std::min(lines, visible_lines - first);
  int plain = 0;
  // The end of a scanline fetches the next one's first tiles.
  unsigned known_row = ~0u;
  const auto isPlain = [&](int line) {
    const Scroll v = line == 0 ? start : withX(linesOn(start, line), s.t);
    const unsigned row = v & 0x0FE0u;
    if (row == known_row) return true;
    if (v.coarseY() >= tile_rows) return false;  // attributes taken for tiles
    if (!rowDrawsFromPages(chip_, v)) return false;
    known_row = row;
    return true;
  };
  if (!isPlain(0)) return false;
  while (plain < lines && isPlain(plain + 1)) ++plain;
  if (plain == 0) return false;

  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * timing.dot_clocks;
  uint64_t clock = s.clock;
  if (first == 0 && timing.skips_odd_dot && s.odd_frame) clock -= timing.dot_clocks;
  PinWatcher* const watcher = chip_.watcher();
  chip_.watchPins(Watching::Nothing, watcher);
  const bool skipped = skipLines(plain);
  chip_.watchPins(Watching::Fetches, watcher);
  if (!skipped) return false;
  for (int line = 0; line < plain; ++line, clock += line_clocks) {
    const Scroll begin = line == 0 ? start : tilesOn(withX(linesOn(start, line), s.t), 2);
    const Scroll end = tilesOn(withX(linesOn(start, line + 1), s.t), 2);
    watcher->lineFetched(begin.nametableAddress(), end.nametableAddress(), clock, timing.dot_clocks);
  }
  return true;
}

}  // namespace jumpscope::ppu::fast
