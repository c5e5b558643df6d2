// Scanlines for a board that watches fetches: whole ones, as long as it says that none of their fetches makes a difference,
// and parts up to one that does.
#include <algorithm>
#include <span>
#include <utility>

#include "ppu/fast/accelerator.h"
#include "ppu/fast/scroll_math.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr unsigned tiles_in_row = 32, tile_rows = 30;

// Whether both nametables' tiles of the row at `v` may be drawn from the board's pages.
bool rowDrawsFromPages(const Ppu& chip, Scroll v) {
  const TileSet& watched = chip.watcher()->watchedTiles();
  if (watched.none()) return true;
  const auto isPlain = [&](unsigned address) {
    const std::span row(chip.wiring().nametableByte(address & 0xFE0), tiles_in_row);
    return std::none_of(row.begin(), row.end(), [&](uint8_t tile) { return watched[tile]; });
  };
  return isPlain(v) && isPlain(v ^ 0x0400u);
}

}  // namespace

// Where this unit's pattern comes from, once the search has ended.
unsigned Accelerator::unitAddress(int unit) const {
  const State& s = chip_.s;
  const uint8_t* sprite = &s.secondary_oam[static_cast<size_t>(unit) * 4];
  return spritePatternAddress(s.control, sprite[1], sprite[2], spriteRow(s.scanline, sprite[0]));
}

// Whether a sprite unit may show a tile that the board watches.
bool Accelerator::mayShowWatchedSprites() const {
  return (sprite_lines_.shownTiles(chip_.s) & chip_.watcher()->watchedTiles()).any();
}

// From dot `from` on, up to `to`. Its dot is before `from` where the chip has to come to the next group of fetches by itself.
Accelerator::WatchedTile Accelerator::nextWatchedTile(int from, int to) const {
  constexpr int first_unit_dot = firstDot(action::FetchSprites),
                last_unit_dot = lastDot(action::FetchSprites);
  constexpr int last_prefetch_dot = firstDot(action::DummyAddress) - 1;
  const State& s = chip_.s;
  if (from > last_prefetch_dot) return {to};
  const int first = std::max(from, 1);
  if (fetchStep(first) != FetchStep::NametableAddress) return {from - 1};
  const PinWatcher& watcher = *chip_.watcher();
  const TileSet& watched = watcher.watchedTiles();
  const bool units = first >= first_unit_dot && first <= last_unit_dot;
  if (units && !mayFetchUnit((first - first_unit_dot) / fetch_steps)) return {from - 1};
  int last = last_prefetch_dot;  // of the groups of one kind
  if (first <= last_unit_dot) {
    // Tiles behind the units are not known yet. What the units will show is not before the search has ended, but for one that
    // is undisturbed and finds no watched tile anywhere.
    const bool plain = first == 1 && s.oam_address == 0 && s.evaluation_step == 0 && !mayShowWatchedSprites();
    last = units ? last_unit_dot : first_unit_dot - 1;
    to = std::min(to, units || plain ? last_unit_dot : last);
  }
  constexpr unsigned columns = 0x1F, nametable_x = 0x0400;
  const unsigned at = s.v.nametableAddress();
  const uint8_t* row = chip_.wiring().nametableByte(at & ~columns);
  unsigned column = at & columns;
  const int end = std::min(to, last);
  for (int dot = first; dot + fetch_steps - 1 <= end; dot += fetch_steps) {
    unsigned address = 0;
    if (units) {
      address = unitAddress((dot - first_unit_dot) / fetch_steps);
      if (!watched[address >> 4 & 0xFF]) continue;
    } else {
      const uint8_t tile = row[column++];
      if (column > columns) {
        column = 0;
        row = chip_.wiring().nametableByte((at ^ nametable_x) & ~columns);
      }
      if (!watched[tile]) continue;
      address = tilePatternAddress(s.control.background_table, tile, s.v.fineY());
    }
    address |= high_plane;
    if (watcher.changesWith(address)) return {dot + fetch_steps - 1, true, address, units};
  }
  return {to};
}

// The board hears of the fetch of the dot that was the last one.
void Accelerator::tellOfTile(const WatchedTile& tile) {
  PinWatcher& watcher = *chip_.watcher();
  watcher.fetched(tile.address, tile.for_sprite, static_cast<uint8_t>(chip_.s.address_bus), chip_.s.clock);
  if (watcher.moved) wire(*std::exchange(watcher.moved, nullptr));
}

// Whole groups of fetches up to the end of the sprite units, or after it, for a board that only counts them: within `dots` dots.
// The chip does the last dot, with its read, where its pixel may change.
bool Accelerator::renderCountedTiles(int dots) {
  constexpr int first_unit_dot = firstDot(action::FetchSprites),
                last_unit_dot = lastDot(action::FetchSprites),
                last_prefetch_dot = firstDot(action::DummyAddress) - 1;
  State& s = chip_.s;
  const int line = s.scanline, from = s.dot + 1;
  const bool pre_render = chip_.onPreRenderLine();
  if (line >= visible_lines && !pre_render) return false;
  if (from > last_prefetch_dot || fetchStep(from) != FetchStep::NametableAddress) return false;
  // The board takes what rows 30 and 31 give for attributes.
  if (std::max(s.v.coarseY(), s.t.coarseY()) >= tile_rows) return false;
  const int end = std::min(from + dots - 1, from <= last_unit_dot ? last_unit_dot : last_prefetch_dot);
  int groups = (end - from + 1) / fetch_steps;
  int to = from + groups * fetch_steps - 1;
  // v takes t in the first unit, and on the pre-render line in others.
  const int steady_from = pre_render ? lastDot(action::CopyY) + 1 : first_unit_dot + fetch_steps;
  if (from <= last_unit_dot && to >= first_unit_dot && to - fetch_steps + 1 < steady_from) {
    to = first_unit_dot - 1;
    groups = (to - from + 1) / fetch_steps;
  }
  if (groups <= 0) return false;
  const bool chip_reads_last = chipDoesLastPixel(line, to);
  if (chip_reads_last) --to;

  const uint64_t clock = s.clock, dot_clocks = chip_.timing().dot_clocks;
  const int count = to - from + 1;
  const bool ends_with_unit = from <= last_unit_dot && to >= first_unit_dot;
  const Scroll start = s.v;
  PinWatcher* const watcher = chip_.watcher();
  chip_.watchPins(Watching::Nothing, watcher);
  renderSpan(from, to);
  chip_.watchPins(Watching::Fetches, watcher);
  s.clock += static_cast<uint64_t>(count) * dot_clocks;
  const Scroll last = ends_with_unit ? s.v : tilesOn(start, groups - 1);
  watcher->tilesFetched(
      {.first_address = start.nametableAddress(),
       .first_clock = clock + dot_clocks,
       .tiles = ends_with_unit ? 0u : static_cast<unsigned>(groups),
       .last_address = last.nametableAddress(),
       .last_pattern = chip_reads_last ? s.pattern_address & ~high_plane : s.pattern_address,
       .last_clock = clock + static_cast<unsigned>(count - (chip_reads_last ? 2 : 1)) * dot_clocks});
  return true;
}

// As skipLines(), for as many scanlines as the board leaves alone.
bool Accelerator::skipWatchedLines(int lines) {
  State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int first = s.scanline == timing.pre_render_line ? 0 : s.scanline + 1;
  if (first >= visible_lines || !chip_.watcher()->drawsFromPages() || mayShowWatchedSprites()) return false;
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
  compositor_.wiringChanged();  // by a read that the chip made
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
