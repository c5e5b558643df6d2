// What hangs on the PPU's bus: pages of the dump, of board RAM, and of the console's own nametable RAM; and a
// board that watches the address pins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace jumpscope::ppu {

// One KiB at $2000, $2400, $2800 or $2C00. Pages with the same `id` are the same memory. Ids 0 and 1 are the
// console's own RAM, 2 and 3 RAM of the board; `uncached`: anything else.
struct NametablePage {
  static constexpr uint8_t uncached = 0xFF;

  const uint8_t* bytes = nullptr;
  uint8_t* writable = nullptr;  // nullptr: writes change nothing
  uint8_t id = uncached;

  bool operator==(const NametablePage&) const = default;
};

// What a board wants to know of the PPU's pins.
enum class Watching : uint8_t {
  Nothing,
  A12,  // each change of address line 12
  Fetches,  // each read: the chip then runs dot by dot wherever it renders, but for what its Foresight leaves to it
};

// A rise of address line 12 to come. All are master clocks.
struct A12Rise {
  uint64_t at;
  uint64_t apart = 0;  // so many `more` follow it, as long as fetches alone move the line
  unsigned more = 0;
};

// What some boards know of each tile of the background, by its place in any nametable: in bits 6-7 its palette, in bits 0-5
// the 4 KiB its patterns lie in. Only such a board's Foresight::drawsFromPages() tells when it is so.
struct ExtendedTiles {
  const uint8_t* bytes = nullptr;  // nullptr: nothing; else one for each place
  const uint8_t* chr = nullptr;
  size_t banks = 0;   // of 4 KiB
  unsigned high = 0;  // the bank's bits from 6 on

  // Of the tile with this byte.
  const uint8_t* patterns(uint8_t byte) const {
    const size_t bank = (byte & 0x3Fu) | high;
    return chr + (bank < banks ? bank : bank % banks) * 0x1000;
  }
  static unsigned palette(uint8_t byte) { return byte >> 6; }

  const uint8_t* pattern(unsigned place, unsigned address) const {
    return patterns(bytes[place]) + (address & 0xFFF);
  }
  uint8_t attribute(unsigned place) const { return static_cast<uint8_t>(palette(bytes[place]) * 0x55); }

  bool operator==(const ExtendedTiles&) const = default;
};

struct Wiring {
  std::array<const uint8_t*, 8> chr{};         // $0000-$1FFF, 1 KiB each
  std::array<const uint8_t*, 8> sprite_chr{};  // the same for sprite fetches; equal to `chr` on most boards
  std::array<uint8_t*, 8> chr_writable{};      // nullptr: ROM
  std::array<NametablePage, 4> nametable{};
  ExtendedTiles extended;

  const uint8_t* pattern(unsigned address) const { return chr[address >> 10] + (address & 0x3FF); }
  const uint8_t* spritePattern(unsigned address) const {
    return sprite_chr[address >> 10] + (address & 0x3FF);
  }
  const NametablePage& nametablePage(unsigned address) const { return nametable[address >> 10 & 3]; }
  const uint8_t* nametableByte(unsigned address) const {
    return nametablePage(address).bytes + (address & 0x3FF);
  }

  bool operator==(const Wiring&) const = default;
};

class Foresight;

class PinWatcher {
 public:
  // Address line 12 rose or fell at this master clock. In a run of pattern fetches from $1000-$1FFF the short
  // lows of nametable fetches in between, 4 dots each, may be left out, but for the last fall.
  virtual void a12Changed(bool /*high*/, uint64_t /*clock*/) {}
  // The same for scanlines in a row in each of which the line, after a long low, rises once and stays high for
  // `high_clocks`: the first time at `first_rise`, then every `line_clocks`.
  virtual void a12RoseEachLine(unsigned lines, uint64_t first_rise, uint64_t line_clocks,
                               uint64_t high_clocks) {
    for (uint64_t rise = first_rise; lines > 0; --lines, rise += line_clocks) {
      a12Changed(true, rise);
      a12Changed(false, rise + high_clocks);
    }
  }
  // A read of `address` ($0000-$2FFF) puts `byte`, from the page that lies there, on the bus. Returns what the
  // chip gets. `for_sprite`: the read is one of the sprite fetches, dots 257-320.
  virtual uint8_t fetched(unsigned /*address*/, bool /*for_sprite*/, uint8_t byte, uint64_t /*clock*/) {
    return byte;
  }
  // What it knows in advance of its part in this.
  virtual Foresight& foresight();
  // Set by fetched(): pages lie elsewhere from the next read on. The chip takes it and clears it.
  const Wiring* moved = nullptr;

 protected:
  ~PinWatcher() = default;
};

}  // namespace jumpscope::ppu
