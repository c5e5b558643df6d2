// Scanlines for a board that watches fetches: whole ones, as long as it says that none of their fetches makes a difference,
// and parts up to one that does.
#include <algorithm>
#include <span>
#include <utility>

#include "ppu/fast/landmarks.h"
#include "ppu/fast/line_renderer.h"
#include "ppu/fast/scroll_math.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr unsigned tiles_in_row = 32, tile_rows = 30;

constexpr bool isTileDot(int dot) {
  return dot > 0 && (dot < first_unit_dot || (dot > last_unit_dot && dot <= last_prefetch_dot));
}

// True if both nametables' tiles of the row at `v` may be drawn from the board's pages.
bool rowDrawsFromPages(const Ppu& chip, Scroll v) {
  const TileSet& watched = chip.watcher()->foresight().watchedTiles();
  if (watched.none()) return true;
  const auto isPlain = [&](unsigned address) {
    const std::span row(chip.wiring().nametableByte(address & 0xFE0), tiles_in_row);
    return std::none_of(row.begin(), row.end(), [&](uint8_t tile) { return watched[tile]; });
  };
  return isPlain(v) && isPlain(v ^ 0x0400u);
}

}  // namespace

// Where this unit's pattern comes from, once the search has ended.
unsigned LineRenderer::unitAddress(int unit) const {
  const State& s = chip_.s;
  const uint8_t* sprite = &s.secondary_oam[static_cast<size_t>(unit) * 4];
  return spritePatternAddress(s.control, sprite[1], sprite[2], spriteRow(s.scanline, sprite[0]));
}

// True if a sprite unit may show a tile that the board watches.
bool LineRenderer::mayShowWatchedSprites() const {
  return (sprite_lines_.shownTiles(chip_.s) & foresight().watchedTiles()).any();
}

// From dot `from` on, up to `to`. Its dot is before `from` where the chip has to come to the next group of fetches by itself.
LineRenderer::WatchedTile LineRenderer::nextWatchedTile(int from, int to) const {
  const State& s = chip_.s;
  if (from > last_prefetch_dot) return {to};
  const int first = std::max(from, 1);
  if (fetchStep(first) != FetchStep::NametableAddress) return {from - 1};
  const TileSet& watched = foresight().watchedTiles();
  const bool units = first >= first_unit_dot && first <= last_unit_dot;
  if (units && !spans_.mayFetchUnit((first - first_unit_dot) / fetch_steps)) return {from - 1};
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
    if (foresight().changesWith(address)) return {dot + fetch_steps - 1, true, address, units};
  }
  return {to};
}

// A span in which the board only counts reads, or up to a tile that it watches.
bool LineRenderer::renderWatched(Span span) {
  if (foresight().countsTiles(chip_.s.clock)) return renderCountedDots(span.line, span.from, span.to);
  if (!foresight().watchesTilesAlone()) return false;
  const WatchedTile tile = nextWatchedTile(span.from, span.to);
  span.to = tile.dot;
  const int last = renderSpan(span);
  if (tile.matters && last == span.to) tellOfTile(tile);
  return last >= span.from;
}

// The board hears of the fetch of the dot that was the last one.
void LineRenderer::tellOfTile(const WatchedTile& tile) {
  PinWatcher& watcher = *chip_.watcher();
  watcher.fetched(tile.address, tile.for_sprite, static_cast<uint8_t>(chip_.s.address_bus), chip_.s.clock);
  if (watcher.moved) chip_.wire(*std::exchange(watcher.moved, nullptr));
}

// The last dot, up to `to`, of a span from `from` on in which a board only counts reads; `from` - 1: the chip has to go on by
// itself. `extended`: tiles have patterns and palettes by their place.
int LineRenderer::lastCountedDot(int line, int from, int to, bool extended) const {
  constexpr int first_read_dot = 2;
  const State& s = chip_.s;
  // The board takes what rows 30 and 31 give for attributes.
  if (std::max(s.v.coarseY(), s.t.coarseY()) >= tile_rows) return from - 1;
  // A tile that has begun may have been read elsewhere than where v is now.
  if (extended && isTileDot(from) && fetchStep(from) != FetchStep::NametableAddress) return from - 1;
  // With this read the board may notice that a picture begins, which changes what it does with those that follow.
  if (from <= first_read_dot && !foresight().drawsFromPages()) to = std::min(to, first_read_dot);
  if (from <= last_unit_dot) to = std::min(to, last_unit_dot);
  // v takes t in the first unit, and on the pre-render line in others.
  const bool pre_render = line == chip_.timing().pre_render_line;
  const int steady_from = pre_render ? lastDot(action::CopyY) + 1 : first_unit_dot + fetch_steps;
  if (from >= steady_from) return to;
  if (from <= first_unit_dot && to >= steady_from + fetch_steps - 1) return to;
  return std::max(from - 1, std::min(to, last_picture_dot));
}

// Up to `to`, for a board that only counts reads. The chip does the last dot, with its read, where its pixel may change.
bool LineRenderer::renderCountedDots(int line, int from, int to) {
  State& s = chip_.s;
  PinWatcher* const watcher = chip_.watcher();
  const std::optional<Wiring> pages = foresight().countedPages();
  const bool extended = (pages ? *pages : chip_.wiring()).extended.bytes;
  to = lastDotOf({line, from, lastCountedDot(line, from, to, extended), to});
  if (to < from) return false;
  const CountedSpan span{from, to, s.v, s.clock};
  s.scanline = static_cast<uint16_t>(line);
  chip_.watchPins(Watching::Nothing, watcher);
  if (pages) {
    const Wiring wired = chip_.wiring();
    chip_.wire(*pages);
    spans_.render(from, to);
    chip_.wire(wired);
  } else {
    spans_.render(from, to);
  }
  chip_.watchPins(Watching::Fetches, watcher);
  s.clock += static_cast<unsigned>(to - from + 1) * uint64_t{chip_.timing().dot_clocks};
  tellOfReads(span);
  return true;
}

// Whole tiles and units at once, others read by read.
void LineRenderer::tellOfReads(const CountedSpan& span) {
  const State& s = chip_.s;
  const int from = span.from, to = span.to;
  const int first = (std::max(from, 1) + fetch_steps - 2) / fetch_steps * fetch_steps + 1;
  const int last = std::min(to, last_prefetch_dot) / fetch_steps * fetch_steps;
  const int groups = (last + 1 - first) / fetch_steps;
  if (groups <= 0) {
    tellOfSingleReads(span, from, std::min(to, first - 1), span.v);
    tellOfSingleReads(span, std::max(from, first), to, s.v);
    return;
  }
  tellOfSingleReads(span, from, first - 1, span.v);
  const bool ends_with_unit = first <= last_unit_dot && last >= first_unit_dot;
  const Scroll v = first > from && isTileDot(from) ? tilesOn(span.v, 1) : span.v;
  foresight().tilesFetched(
      {.first_address = v.nametableAddress(),
       .first_clock = clockOf(span, first + 1),
       .tiles = ends_with_unit ? 0u : static_cast<unsigned>(groups),
       .last_address = (ends_with_unit ? s.v : tilesOn(v, groups - 1)).nametableAddress(),
       .last_pattern = s.pattern_address | high_plane,
       .last_clock = clockOf(span, last)});
  tellOfSingleReads(span, last + 1, to, s.v);
}

// Dots `first` to `last` of the span, in which v is as it says.
void LineRenderer::tellOfSingleReads(const CountedSpan& span, int first, int last, Scroll v) {
  const unsigned pattern_address = chip_.s.pattern_address & ~high_plane;
  for (int dot = std::max(2, (first + 1) & ~1); dot <= last; dot += 2) {
    const bool tile = isTileDot(dot);
    const FetchStep step = dot <= last_prefetch_dot ? fetchStep(dot) : FetchStep::Nametable;
    const bool pattern = step >= FetchStep::LowAddress;
    unsigned address = v.nametableAddress();
    if (pattern) address = pattern_address | (step == FetchStep::High ? high_plane : 0u);
    if (tile && step == FetchStep::Attribute) address = v.attributeAddress();
    chip_.watcher()->fetched(address, pattern && !tile, 0, clockOf(span, dot));
  }
}

// As skipLines(), for as many scanlines as the board leaves alone.
bool LineRenderer::skipWatchedLines(int lines) {
  State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int first = s.scanline == timing.pre_render_line ? 0 : s.scanline + 1;
  if (first >= visible_lines || !foresight().drawsFromPages() || mayShowWatchedSprites()) return false;
  const Scroll start = s.v;
  lines = std::min(lines, visible_lines - first);
  // The end of a scanline fetches the next one's first tiles: so many have plain ones, and one that may not be asked for.
  int plain = 0;
  for (int line = 0; line <= lines;) {
    const Scroll v = line == 0 ? start : withX(linesOn(start, line), s.t);
    if (v.coarseY() >= tile_rows) break;  // attributes taken for tiles
    if (!rowDrawsFromPages(chip_, v)) break;
    plain = line += 8 - static_cast<int>(v.fineY());
  }
  plain = std::min(plain - 1, lines);
  if (plain <= 0) return false;

  uint64_t clock = s.clock;
  if (first == 0 && timing.skips_odd_dot && s.odd_frame) clock -= timing.dot_clocks;
  PinWatcher* const watcher = chip_.watcher();
  chip_.watchPins(Watching::Nothing, watcher);
  const bool skipped = skipLines(plain);
  chip_.watchPins(Watching::Fetches, watcher);
  if (!skipped) return false;
  const Scroll end = tilesOn(withX(linesOn(start, plain), s.t), 2);
  foresight().linesFetched({.lines = static_cast<unsigned>(plain),
                            .first_address = start.nametableAddress(),
                            .last_address = end.nametableAddress(),
                            .clock = clock,
                            .dot_clocks = timing.dot_clocks});
  return true;
}

}  // namespace jumpscope::ppu::fast
