#include "ppu/fast/compositor.h"

#include <algorithm>
#include <cstring>

#include "ppu/color.h"
#include "ppu/fast/tile_row.h"

namespace jumpscope::ppu::fast {

namespace {

using Eight = ColorSets::Eight;

struct SpreadTable {
  alignas(16) std::array<std::array<uint16_t, 8>, 256> lanes;
};

// Bit 7 of the index to lane 0 and so on, as all ones or zeros.
consteval SpreadTable makeSpreadTable() {
  SpreadTable table{};
  for (size_t bits = 0; bits < 256; ++bits)
    for (size_t i = 0; i < 8; ++i) table.lanes[bits][i] = (bits >> (7 - i)) & 1 ? 0xFFFF : 0;
  return table;
}

constexpr SpreadTable spread_table = makeSpreadTable();

inline Eight load(const uint16_t* from) {
  Eight value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store(uint16_t* to, Eight value) { std::memcpy(to, &value, sizeof value); }

inline Eight spread(unsigned bits) { return load(spread_table.lanes[bits].data()); }

inline Eight broadcast(unsigned value) { return Eight{} + static_cast<uint16_t>(value); }

inline Eight pixels(unsigned low, unsigned high, Eight base, const ColorSets::Set& set) {
  const Eight l = spread(low), h = spread(high);
  return base ^ (l & set.low) ^ (h & set.high) ^ (l & h & set.both);
}

inline Eight choose(Eight mask, Eight yes, Eight no) { return (mask & yes) | (~mask & no); }

}  // namespace

// The constants for these palette entries, kept until one changes.
const ColorSets& Compositor::colorsFor(Mask color_mask) {
  const State& s = chip_.s;
  ColorSets& c = colors_;
  const bool same_mask = c.known && c.color_mask == color_mask;
  if (same_mask && c.palette == s.palette) return c;
  if (!same_mask || !std::equal(c.palette.begin(), c.palette.begin() + 16, s.palette.begin()))
    rows_.everythingChanged();
  c.known = true;
  c.color_mask = color_mask;
  c.palette = s.palette;
  const auto color = [&](size_t index) -> unsigned { return screenColor(s.palette[index], color_mask); };
  c.backdrop = broadcast(color(0));
  for (size_t i = 0; i < 8; ++i) {
    const unsigned none = i < 4 ? color(0) : 0;
    const unsigned one = none ^ color(i * 4 + 1), two = none ^ color(i * 4 + 2);
    c.sets[i] = {broadcast(one), broadcast(two), broadcast(one ^ two ^ none ^ color(i * 4 + 3))};
  }
  return c;
}

void Compositor::paintDots(int from, int count, Mask color_mask, uint16_t* dots) {
  const ColorSets& colors = colorsFor(color_mask);
  paintTiles(from, count >> 3, colors, dots + from - 1);
}

void Compositor::paintLine(bool fetched) {
  const State& s = chip_.s;
  const ColorSets& colors = colorsFor(s.color_mask);
  uint16_t* out = chip_.screen.picture + s.scanline * picture_width;
  if (s.mask.background()) {
    if (fetched || !copyRows(colors, out)) paintTilesOfLine(fetched, colors, out);
    if (!s.mask.leftBackground()) store(out, colors.backdrop);
  } else {
    std::fill_n(out, picture_width, colors.backdrop[0]);
  }
  if (s.mask.sprites()) paintSprites(1, picture_width, fetched, colors, out);
}

// Of the first two tiles and of the last one, together eight pixels are seen.
void Compositor::paintTilesOfLine(bool fetched, const ColorSets& colors, uint16_t* out) const {
  const State& s = chip_.s;
  alignas(16) std::array<uint16_t, 16> edge;
  Scroll v = s.v;
  if (fetched) {
    paintTwoFetchedTiles(colors, edge.data());
  } else {
    paintBackground(v, 2, colors, edge.data());
    v = tilesOn(v, 2);
  }
  store(out, load(&edge[s.fine_x]));
  store(out + 8 - s.fine_x, load(&edge[8]));
  paintBackground(v, 30, colors, out + 16 - s.fine_x);
  if (s.fine_x != 0) {
    store(&edge[0], load(out + 248 - s.fine_x));
    paintBackground(tilesOn(v, 30), 1, colors, &edge[8]);
    store(out + 248, load(&edge[s.fine_x]));
  }
}

// Sixteen pixels out of the shift registers.
void Compositor::paintTwoFetchedTiles(const ColorSets& colors, uint16_t* out) const {
  const State& s = chip_.s;
  store(out, pixels(s.background_low >> 8, s.background_high >> 8, colors.backdrop,
                    colors.sets[(s.attribute_low & 1) | (s.attribute_high & 1) << 1]));
  store(out + 8, pixels(s.background_low & 0xFF, s.background_high & 0xFF, colors.backdrop,
                        colors.sets[s.attribute_latch]));
}

// The background of a line out of the nametable row cache. A row goes there when it is seen a second time.
// False: it must be painted as it goes.
bool Compositor::copyRows(const ColorSets& colors, uint16_t* out) {
  const State& s = chip_.s;
  const unsigned y = s.v.coarseY() << 3 | s.v.fineY();
  if (y >= picture_height || chip_.wiring().extended.bytes) return false;
  const auto& nametables = chip_.wiring().nametable;
  const unsigned nametable = s.v.nametable();
  const size_t left_id = nametables[nametable].id, right_id = nametables[nametable ^ 1].id;
  if (std::max(left_id, right_id) >= NametableRowCache::nametables) return false;
  PatternTable table;
  std::copy_n(&chip_.wiring().chr[s.control.background_table >> 10], table.size(), table.begin());
  const size_t x = s.v.coarseX() * 8 + s.fine_x;
  bool left_fresh, right_fresh = true;
  NametableRowCache::Row& left = rows_.row(left_id, y, table, left_fresh);
  NametableRowCache::Row& right = x == 0 ? left : rows_.row(right_id, y, table, right_fresh);
  if (!left_fresh || !right_fresh) return false;
  const auto complete = [&](NametableRowCache::Row& row, unsigned v) {
    if (row.painted) return;
    paintNametable(Scroll{v}, 32, colors, row.pixels.data());
    row.painted = true;
  };
  const unsigned start = s.v & 0x7FE0u;
  complete(left, start);
  complete(right, start ^ 0x0400);
  std::memcpy(out, left.pixels.data() + x, (picture_width - x) * sizeof *out);
  std::memcpy(out + picture_width - x, right.pixels.data(), x * sizeof *out);
  return true;
}

// `tiles` times eight pixels from the first dot of a tile on. Writes over the eight places behind them.
void Compositor::paintTiles(int from, int tiles, const ColorSets& colors, uint16_t* out) {
  const State& s = chip_.s;
  const int count = tiles * 8;
  const Eight before = load(out - 8);
  if (s.mask.background()) {
    uint16_t* at = out - s.fine_x;
    paintTwoFetchedTiles(colors, at);
    paintBackground(s.v, tiles + (s.fine_x ? 1 : 0) - 2, colors, at + 16);
    constexpr int left_column = lastDot(action::LeftColumn);
    if (from <= left_column && !s.mask.leftBackground())
      std::fill_n(out, left_column + 1 - from, colors.backdrop[0]);
  } else {
    std::fill_n(out, count, colors.backdrop[0]);
  }
  store(out - 8, before);
  if (s.mask.sprites()) paintSprites(from, count, true, colors, out);
}

// Tiles from the one that v points at on, none if there are fewer.
void Compositor::paintBackground(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const {
  while (tiles > 0) {
    const int here = std::min(tiles, 32 - static_cast<int>(v.coarseX()));
    paintNametable(v, here, colors, out);
    out += here * 8;
    tiles -= here;
    v = tilesOn(v, here);
  }
}

// Tiles of one nametable. Two neighbors share an attribute.
void Compositor::paintNametable(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const {
  const State& s = chip_.s;
  if (chip_.wiring().extended.bytes) return paintExtended(v, tiles, colors, out);
  const uint8_t* nametable = chip_.wiring().nametablePage(v).bytes;
  const uint8_t* names = nametable + (v & 0x3E0);
  const uint8_t* attributes = nametable + (0x3C0 | ((v >> 4) & 0x38));
  const unsigned attribute_shift = (v & 0x40u) >> 4;
  const uint8_t* const* pages = &chip_.wiring().chr[s.control.background_table >> 10];
  const unsigned row = v.fineY();
  const Eight backdrop = colors.backdrop;
  const auto setAt = [&](unsigned x) -> const ColorSets::Set& {
    return colors.sets[(attributes[x >> 2] >> (attribute_shift + (x & 2))) & 3];
  };
  const auto paint = [&](unsigned x, const ColorSets::Set& set) {
    const unsigned name = names[x];
    const uint8_t* chr = pages[name >> 6] + ((name & 63) << 4 | row);
    store(out, pixels(chr[0], chr[high_plane], backdrop, set));
    out += 8;
  };
  unsigned x = v.coarseX();
  const unsigned end = x + static_cast<unsigned>(tiles);
  if (x & 1) {
    paint(x, setAt(x));
    ++x;
  }
  for (; x + 1 < end; x += 2) {
    const ColorSets::Set& set = setAt(x);
    paint(x, set);
    paint(x + 1, set);
  }
  if (x < end) paint(x, setAt(x));
}

// As paintNametable(), where a board says of each tile what its patterns and palette are.
void Compositor::paintExtended(Scroll v, int tiles, const ColorSets& colors, uint16_t* out) const {
  const ExtendedTiles extended = chip_.wiring().extended;
  const uint8_t* names = chip_.wiring().nametableByte(v);
  const uint8_t* bytes = extended.bytes + (v & 0x3FF);
  const unsigned row = v.fineY();
  const Eight backdrop = colors.backdrop;
  for (int i = 0; i < tiles; ++i, out += 8) {
    const uint8_t* chr = extended.patterns(bytes[i]) + (names[i] << 4 | row);
    store(out, pixels(chr[0], chr[high_plane], backdrop, colors.sets[ExtendedTiles::palette(bytes[i])]));
  }
}

// The sprite with the lower OAM index wins, even where it then hides behind the background. So units are
// painted from the last to the first.
void Compositor::paintSprites(int from, int count, bool fetched, const ColorSets& colors,
                              uint16_t* out) const {
  const State& s = chip_.s;
  struct Shown {
    int at;
    unsigned low, high;
  };
  std::array<Shown, 8> shown;
  std::array<Eight, 8> background;
  unsigned any = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const SpriteUnit& unit = s.sprites[i];
    if ((unit.pattern_low | unit.pattern_high) == 0 || unit.x_counter >= count) continue;
    any |= 1u << i;
    // What sticks out on the right is shifted away.
    const int at = std::min<int>(unit.x_counter, count - 8);
    const int beyond = unit.x_counter - at;
    shown[i] = {at, static_cast<unsigned>(unit.pattern_low >> beyond),
                static_cast<unsigned>(unit.pattern_high >> beyond)};
    background[i] = load(out + at);
  }
  for (unsigned i = 8; i-- > 0;) {
    if (!(any & 1u << i)) continue;
    const auto [at, low, high] = shown[i];
    const unsigned attribute = s.sprites[i].attribute;
    const int left = std::max(0, lastDot(action::LeftColumn) + 1 - from - at);  // pixels in the left column
    unsigned opaque = low | high;
    if (!s.mask.leftSprites()) opaque &= 0xFFu >> left;
    Eight color = pixels(low, high, Eight{}, colors.sets[4 + (attribute & sprite_attribute::palette)]);
    if (attribute & sprite_attribute::behind) {
      unsigned covered = s.mask.background() ? backgroundBits(chip_, at, fetched) : 0;
      if (!s.mask.leftBackground()) covered &= 0xFFu >> left;
      color = choose(spread(covered), background[i], color);
    }
    store(out + at, choose(spread(opaque), color, load(out + at)));
  }
}

void Compositor::putOnScreen(int line, int from, int to, const uint16_t* dots, bool finished) {
  auto& chosen = chip_.screen.chosen;
  uint16_t* picture = chip_.screen.picture + line * picture_width;
  if (finished) {
    std::memcpy(picture, dots, picture_width * sizeof *dots);
    for (size_t i = 0; i < chosen.size(); ++i) chosen[i] = dots[picture_width - 1 - i] & 0x3F;
    chip_.screen.cells.fill(Screen::no_cell);
    return;
  }
  const Mask color_mask = chip_.s.color_mask;
  const auto chosenAt = [&](int dot) -> uint8_t {
    return dot >= from ? static_cast<uint8_t>(dots[dot - 1])
                       : chosen[static_cast<size_t>(std::min(pixel_delay, from - 1 - dot))];
  };
  constexpr int first = firstDot(action::Draw), last = lastDot(action::Draw);
  const int end = std::min(to, last);
  int dot = std::max(from, first);
  // The first one has its greyscale from the dot before, when $2001 may have held another.
  if (dot == from && dot <= end) {
    picture[dot - first] = screenColor(chosen[grey_delay], color_mask.only(mask::emphasis));
    ++dot;
  }
  for (; dot <= end && dot - pixel_delay < from; ++dot)
    picture[dot - first] = screenColor(chosenAt(dot - pixel_delay), color_mask);
  const Eight grey = broadcast(greyscaled(0x3F, color_mask)),
              emphasis = broadcast(screenColor(0, color_mask));
  for (; dot + 7 <= end; dot += 8)
    store(picture + dot - first, (load(dots + (dot - pixel_delay - 1)) & grey) | emphasis);
  for (; dot <= end; ++dot)
    picture[dot - first] = screenColor(static_cast<uint8_t>(dots[dot - pixel_delay - 1]), color_mask);
  std::array<uint8_t, pixel_delay + 1> latest;
  for (int i = 0; i <= pixel_delay; ++i) {
    const uint8_t entry = chosenAt(std::min(to - i, picture_width));
    latest[static_cast<size_t>(i)] = i < grey_delay ? entry : greyscaled(entry, color_mask);
  }
  chosen = latest;
  chip_.screen.cells.fill(Screen::no_cell);
}

void Compositor::paintIdleDots(int first, int count) {
  int line = chip_.s.scanline, from = first;
  if (from >= firstDot(action::Draw) && from + count - 1 <= lastDot(action::Draw) && line < visible_lines)
    return paintIdleSpan(line, from, from + count - 1);
  if (from >= dots_per_line) {
    from -= dots_per_line;
    ++line;
  }
  for (; count > 0 && line < visible_lines; from = 0, ++line) {
    const int here = std::min(count, dots_per_line - from);
    const int to = std::min(from + here - 1, lastDot(action::Draw));
    if (from = std::max(from, 1); from <= to) paintIdleSpan(line, from, to);
    count -= here;
  }
}

// Pixels chosen before are on their way in the first dots. The others have one color.
void Compositor::paintIdleSpan(int line, int from, int to) {
  constexpr int first = firstDot(action::Draw);
  const State& s = chip_.s;
  Screen& screen = chip_.screen;
  uint16_t* const out = screen.picture + line * picture_width - first;  // by dot
  int dot = from;
  while (dot <= std::min(to, from + pixel_delay - 1)) passIdleDot(out, dot++);
  if (dot > to) return;
  const int cell = idlePaletteIndex(s.v);
  const uint8_t shown = s.palette[static_cast<size_t>(cell)], settled = greyscaled(shown, s.color_mask);
  screen.chosen = {s.palette[0], s.palette[0], shown, settled, settled};
  screen.cells = {0, 0, static_cast<uint8_t>(cell)};
  dot = std::max(dot, first);
  if (dot <= to) std::fill_n(out + dot, to - dot + 1, screenColor(shown, s.color_mask));
}

// Closed form of Ppu::pixelDot.
inline void Compositor::passIdleDot(uint16_t* pixels, int dot) {
  const State& s = chip_.s;
  Screen& screen = chip_.screen;
  screen.grow();
  if (isPaletteAddress(s.v)) {
    const int cell = paletteIndex(s.v);
    screen.show(cell_delay, cell, s.palette[static_cast<size_t>(cell)]);
  }
  screen.chosen[grey_delay] = greyscaled(screen.chosen[grey_delay], s.color_mask);
  if (dot <= picture_width) screen.show(0, 0, s.palette[0]);
  if (dot >= firstDot(action::Draw))
    pixels[dot] = screenColor(screen.chosen[pixel_delay], s.color_mask.only(mask::emphasis));
}

}  // namespace jumpscope::ppu::fast
