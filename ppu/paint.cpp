// Pixels of a stretch of a line, eight at a time. Choosing a colour is a matter of three masked constants:
// with one bit a pixel of each plane spread over a lane, backdrop ^ (low & a) ^ (high & b) ^ (low & high & c)
// is the colour of its palette entry.
#include <algorithm>
#include <cstring>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

using Eight = Colours::Eight;

struct SpreadTable {
  alignas(16) uint16_t lanes[256][8];
};

// Bit 7 of the index to lane 0 and so on, as all ones or zeros.
consteval SpreadTable makeSpreadTable() {
  SpreadTable table{};
  for (int bits = 0; bits < 256; ++bits)
    for (int i = 0; i < 8; ++i) table.lanes[bits][i] = (bits >> (7 - i)) & 1 ? 0xFFFF : 0;
  return table;
}

constexpr SpreadTable spread_table = makeSpreadTable();

inline Eight load(const uint16_t* from) {
  Eight value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline void store(uint16_t* to, Eight value) { std::memcpy(to, &value, sizeof value); }

inline Eight spread(unsigned bits) { return load(spread_table.lanes[bits]); }

inline Eight broadcast(unsigned value) { return Eight{} + static_cast<uint16_t>(value); }

inline Eight pixels(unsigned low, unsigned high, Eight base, const Colours::Set& set) {
  const Eight l = spread(low), h = spread(high);
  return base ^ (l & set.low) ^ (h & set.high) ^ (l & h & set.both);
}

inline Eight choose(Eight mask, Eight yes, Eight no) { return (mask & yes) | (~mask & no); }

}  // namespace

// The constants for these palette entries, kept until one changes.
const Colours& Ppu::coloursFor(uint8_t tint) {
  Colours& c = painter_;
  if (c.known && c.tint == tint && c.palette == s.palette) return c;
  if (!c.known || c.tint != tint || !std::equal(c.palette.begin(), c.palette.begin() + 16, s.palette.begin()))
    rows_.everythingChanged();
  c.known = true;
  c.tint = tint;
  c.palette = s.palette;
  const unsigned grey = (tint & 1) ? 0x30 : 0x3F;
  const unsigned emphasis = (tint & 0xE0u) << 1;
  const auto colour = [&](size_t index) { return (s.palette[index] & grey) | emphasis; };
  c.backdrop = broadcast(colour(0));
  for (size_t i = 0; i < 8; ++i) {
    const unsigned none = i < 4 ? colour(0) : 0;
    const unsigned one = none ^ colour(i * 4 + 1), two = none ^ colour(i * 4 + 2);
    c.sets[i] = {broadcast(one), broadcast(two), broadcast(one ^ two ^ none ^ colour(i * 4 + 3))};
  }
  return c;
}

// The colours of the dots of the picture from `from` to `to`, which the state of the moment before `from`
// leads to; those of whole tiles, or of a part of one. `row`: where dot 1 goes, with eight places around it.
void Ppu::paintDots(int from, int count, uint8_t tint, uint16_t* row) {
  const Colours& colours = coloursFor(tint);
  if (count < 8)
    paintSlowly(from, count, true, colours, row + from - 1);
  else
    paintTiles(from, count >> 3, colours, row + from - 1);
}

// A whole line, straight onto the screen. `fetched`: its first two tiles are in the shift registers, as the
// state at dot 0 has it; otherwise v still points at the first.
void Ppu::paintLine(bool fetched) {
  const Colours& colours = coloursFor(s.tint);
  uint16_t* out = picture_ + s.scanline * picture_width;
  if (s.mask & 0x08) {
    if (fetched || !copyRows(colours, out)) paintTilesOfLine(fetched, colours, out);
    if (!(s.mask & 0x02)) store(out, colours.backdrop);
  } else {
    std::fill_n(out, picture_width, colours.backdrop[0]);
  }
  if (s.mask & 0x10) paintSprites(1, picture_width, fetched, colours, out);
}

void Ppu::paintTilesOfLine(bool fetched, const Colours& colours, uint16_t* out) const {
  alignas(16) uint16_t edge[16];  // two tiles, of which eight pixels are seen
  uint16_t v = s.v;
  if (fetched) {
    store(edge, pixels(s.background_low >> 8, s.background_high >> 8, colours.backdrop,
                       colours.sets[(s.attribute_low & 1) | (s.attribute_high & 1) << 1]));
    store(edge + 8, pixels(s.background_low & 0xFF, s.background_high & 0xFF, colours.backdrop,
                           colours.sets[s.attribute_latch]));
  } else {
    paintBackground(v, 2, colours, edge);
    v = tilesOn(v, 2);
  }
  store(out, load(edge + s.fine_x));
  store(out + 8 - s.fine_x, load(edge + 8));
  paintBackground(v, 30, colours, out + 16 - s.fine_x);
  if (s.fine_x != 0) {
    store(edge, load(out + 248 - s.fine_x));
    paintBackground(tilesOn(v, 30), 1, colours, edge + 8);
    store(out + 248, load(edge + s.fine_x));
  }
  if (fetched && mixedAttributes()) paintSlowly(1, 8 - s.fine_x, false, colours, out);
}

// The background of a line from rows that were painted before. A row is worth painting when it has been seen
// twice. False: it must be painted as it goes.
bool Ppu::copyRows(const Colours& colours, uint16_t* out) {
  const unsigned y = (s.v >> 5 & 31u) << 3 | s.v >> 12;
  if (y >= picture_height) return false;
  const uint16_t table = s.background_table;
  const size_t x = (s.v & 31u) * 8 + s.fine_x;
  const unsigned nametable = (s.v >> 10) & 3;
  const uint16_t start = s.v & 0x7FE0;
  bool fresh;
  PaintedRows::Row& left = rows_.row(wiring_.nametable[nametable], y, table, fresh);
  bool right_fresh = true;
  PaintedRows::Row& right =
      x == 0 ? left : rows_.row(wiring_.nametable[nametable ^ 1], y, table, right_fresh);
  if (!fresh || !right_fresh) return false;
  const auto complete = [&](PaintedRows::Row& row, uint16_t v) {
    if (row.painted) return;
    paintNametable(v, 32, colours, row.pixels.data());
    row.painted = true;
  };
  complete(left, start);
  complete(right, start ^ 0x0400);
  std::memcpy(out, left.pixels.data() + x, (picture_width - x) * sizeof *out);
  std::memcpy(out + picture_width - x, right.pixels.data(), x * sizeof *out);
  return true;
}

// Whether the first eight pixels belong to several tiles, as when shifting had stopped for a while.
bool Ppu::mixedAttributes() const {
  const auto mixed = [](uint8_t bits) { return bits != 0 && bits != 0xFF; };
  return mixed(s.attribute_low) || mixed(s.attribute_high);
}

// Pixel by pixel, all of them out of the shift registers.
void Ppu::paintSlowly(int from, int count, bool sprites, const Colours& colours, uint16_t* out) const {
  for (int i = 0; i < count; ++i) {
    const bool left_column = from + i <= 8;
    const int place = s.fine_x + i;
    unsigned low = 0, high = 0, palette = 0;
    if ((s.mask & 0x08) && (!left_column || (s.mask & 0x02))) {
      low = (s.background_low >> (15 - place)) & 1;
      high = (s.background_high >> (15 - place)) & 1;
      palette = place < 8
                    ? ((s.attribute_low >> (7 - place)) & 1) | ((s.attribute_high >> (7 - place)) & 1) << 1
                    : s.attribute_latch;
    }
    Eight colour = colours.backdrop;
    if (low | high) colour = pixels(low * 0xFF, high * 0xFF, colours.backdrop, colours.sets[palette]);
    if (sprites && (s.mask & 0x10) && (!left_column || (s.mask & 0x04))) {
      for (const SpriteUnit& unit : s.sprites) {
        const int column = i - unit.x_counter;
        if (column < 0 || column > 7) continue;
        const unsigned sprite_low = (unit.pattern_low >> (7 - column)) & 1;
        const unsigned sprite_high = (unit.pattern_high >> (7 - column)) & 1;
        if ((sprite_low | sprite_high) == 0) continue;
        if ((low | high) == 0 || !(unit.attribute & 0x20))
          colour =
              pixels(sprite_low * 0xFF, sprite_high * 0xFF, Eight{}, colours.sets[4 + (unit.attribute & 3)]);
        break;
      }
    }
    out[i] = colour[0];
  }
}

// `tiles` times eight pixels from the first dot of a tile on. Writes over the eight places behind them.
void Ppu::paintTiles(int from, int tiles, const Colours& colours, uint16_t* out) {
  const int count = tiles * 8;
  const Eight before = load(out - 8);
  if (s.mask & 0x08) {
    uint16_t* at = out - s.fine_x;
    store(at, pixels(s.background_low >> 8, s.background_high >> 8, colours.backdrop,
                     colours.sets[(s.attribute_low & 1) | (s.attribute_high & 1) << 1]));
    store(at + 8, pixels(s.background_low & 0xFF, s.background_high & 0xFF, colours.backdrop,
                         colours.sets[s.attribute_latch]));
    paintBackground(s.v, tiles + (s.fine_x ? 1 : 0) - 2, colours, at + 16);
    if (mixedAttributes()) paintSlowly(from, 8 - s.fine_x, false, colours, out);
    if (from <= 8 && !(s.mask & 0x02)) std::fill_n(out, 9 - from, colours.backdrop[0]);
  } else {
    std::fill_n(out, count, colours.backdrop[0]);
  }
  store(out - 8, before);
  if (s.mask & 0x10) paintSprites(from, count, true, colours, out);
}

// Tiles from the one that v points at on, none if there are fewer.
void Ppu::paintBackground(uint16_t v, int tiles, const Colours& colours, uint16_t* out) const {
  while (tiles > 0) {
    const int here = std::min(tiles, 32 - (v & 31));
    paintNametable(v, here, colours, out);
    out += here * 8;
    tiles -= here;
    v = tilesOn(v, here);
  }
}

// Tiles of one nametable. Two neighbours share an attribute.
void Ppu::paintNametable(uint16_t v, int tiles, const Colours& colours, uint16_t* out) const {
  const uint8_t* nametable = &s.vram[wiring_.nametable[(v >> 10) & 3] << 10];
  const uint8_t* names = nametable + (v & 0x3E0);
  const uint8_t* attributes = nametable + (0x3C0 | ((v >> 4) & 0x38));
  const unsigned attribute_shift = (v & 0x40u) >> 4;
  const uint8_t* const* pages = &wiring_.chr[s.background_table >> 10];
  const unsigned row = v >> 12;
  const Eight backdrop = colours.backdrop;
  const auto setAt = [&](unsigned x) -> const Colours::Set& {
    return colours.sets[(attributes[x >> 2] >> (attribute_shift + (x & 2))) & 3];
  };
  const auto paint = [&](unsigned x, const Colours::Set& set) {
    const unsigned name = names[x];
    const uint8_t* chr = pages[name >> 6] + ((name & 63) << 4 | row);
    store(out, pixels(chr[0], chr[8], backdrop, set));
    out += 8;
  };
  unsigned x = v & 31;
  const unsigned end = x + static_cast<unsigned>(tiles);
  if (x & 1) {
    paint(x, setAt(x));
    ++x;
  }
  for (; x + 1 < end; x += 2) {
    const Colours::Set& set = setAt(x);
    paint(x, set);
    paint(x + 1, set);
  }
  if (x < end) paint(x, setAt(x));
}

// An earlier sprite has its pixels, even where it hides behind the background.
void Ppu::paintSprites(int from, int count, bool fetched, const Colours& colours, uint16_t* out) const {
  struct Shown {
    int at;
    unsigned low, high;
  };
  Shown shown[8];
  Eight background[8];
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
    const int left = std::max(0, 9 - from - at);  // pixels in the left column
    unsigned opaque = low | high;
    if (!(s.mask & 0x04)) opaque &= 0xFFu >> left;
    Eight colour = pixels(low, high, Eight{}, colours.sets[4 + (attribute & 3)]);
    if (attribute & 0x20) {
      unsigned covered = (s.mask & 0x08) ? backgroundBits(at, fetched) : 0;
      if (!(s.mask & 0x02)) covered &= 0xFFu >> left;
      colour = choose(spread(covered), background[i], colour);
    }
    store(out + at, choose(spread(opaque), colour, load(out + at)));
  }
}

// Puts the dots of the picture up to `to` on the screen, three dots after their colours were chosen: those
// from `from` on lie in `row`, the three before in colours_. `tinted`: greyscale and emphasis are done.
void Ppu::putOnScreen(int line, int from, int to, const uint16_t* row, bool tinted) {
  uint16_t* picture = picture_ + line * picture_width;
  const unsigned grey = (s.tint & 1) ? 0x30 : 0x3F;
  const unsigned emphasis = (s.tint & 0xE0u) << 1;
  if (tinted) {
    std::memcpy(picture, row, picture_width * sizeof *row);
    return;
  }
  const auto chosen = [&](int dot) -> unsigned {
    return dot >= from ? row[dot - 1] : colours_[static_cast<size_t>(std::min(3, from - 1 - dot))];
  };
  for (int dot = std::max(from, 4); dot <= std::min(to, picture_width + 3); ++dot)
    picture[dot - 4] = static_cast<uint16_t>((chosen(dot - 3) & grey) | emphasis);
  std::array<uint8_t, 4> latest;
  for (int i = 0; i < 4; ++i)
    latest[static_cast<size_t>(i)] = static_cast<uint8_t>(chosen(std::min(to - i, picture_width)));
  colours_ = latest;
}

}  // namespace jumpscope::ppu
