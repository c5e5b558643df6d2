// What somebody who watches the picture chip's fetches knows in advance of what he will do with them. So whoever takes many dots
// in one step need not ask read by read. Nothing here is needed by the chip itself.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>

#include "ppu/wiring.h"

namespace jumpscope::ppu {

// Tiles by number, of either pattern table.
using TileSet = std::bitset<256>;
inline const TileSet no_tiles;

// Reads of scanlines in a row: in dots 2, 338 and 340 of each the byte of the same tile as the next one's in dot 2, in between
// those of other tiles and units.
struct FetchedLines {
  unsigned lines;          // one at least
  unsigned first_address;  // of the first read, of a nametable
  unsigned last_address;   // of the last two, in dots 338 and 340
  uint64_t clock;          // of dot 0 of the first scanline
  unsigned dot_clocks;
};

// Reads of one scanline: groups of four, each a tile's or a sprite unit's (nametable twice, pattern twice).
struct FetchedTiles {
  unsigned first_address;  // the first read, of a nametable
  uint64_t first_clock;
  unsigned tiles;         // all groups; 0: the last ones are units
  unsigned last_address;  // the last tile's or unit's, in a nametable
  unsigned last_pattern;  // the last read
  uint64_t last_clock;
};

// For Watching::Fetches. This one foresees nothing: then the chip asks with each read.
class Foresight {
 public:
  // True if whole scanlines may be drawn from the pages as they lie when no pattern comes from among watchedTiles().
  // PinWatcher::fetched() is not called for their reads then, but linesFetched() once.
  virtual bool drawsFromPages() const { return false; }
  virtual void linesFetched(const FetchedLines& /*lines*/) {}
  virtual const TileSet& watchedTiles() const { return no_tiles; }
  // True if fetched() does something for the upper planes of watchedTiles() alone, and always leaves the byte as it is: it is
  // called for those where changesWith() says so, if for no others.
  virtual bool watchesTilesAlone() const { return false; }
  // True if fetched() does something now with a read of this address.
  virtual bool changesWith(unsigned /*address*/) const { return true; }
  // True if the board does no more than count reads from `clock` on, and gives what lies on its pages, up to a third read of a
  // byte in a row where drawsFromPages() does not hold. tilesFetched() may then stand for fetched(), which is called for the
  // other reads and whose result does not matter; of reads of patterns only the last one's address is right.
  virtual bool countsTiles(uint64_t /*clock*/) const { return false; }
  // Those pages, where they are not the ones that are wired.
  virtual std::optional<Wiring> countedPages() const { return {}; }
  virtual void tilesFetched(const FetchedTiles& /*tiles*/) {}

 protected:
  ~Foresight() = default;
};

}  // namespace jumpscope::ppu
