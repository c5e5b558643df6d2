// Everything a 2C02 remembers, as one flat value. One field list serves save, load, hash, compare and print.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "ppu/registers.h"
#include "ppu/timing.h"
#include "src/bits/bits.h"

namespace jumpscope::ppu {

// One of the eight units that turn a fetched sprite into pixels.
struct SpriteUnit {
  uint8_t pattern_low = 0;  // shift register, leftmost pixel in bit 7
  uint8_t pattern_high = 0;
  uint8_t attribute = 0;
  uint8_t x_counter = 0;  // dots until the sprite begins

  bool operator==(const SpriteUnit&) const = default;
};

// The state machine behind $2007: two chains of latches, clocked alternately by the halves of a dot, that
// turn a CPU access into address, data and increment some dots later. Bits 0-4 are the latches. Source: the
// 2C02's schematic as described by NESdev "PPU pinout / RD, WR, ALE" and measured by AccuracyCoin's $2007
// tests.
struct Port {
  bool active = false;        // false: both chains at rest, nothing below matters
  bool read_request = false;  // an access has begun, and the chain has not got far with it
  bool write_request = false;
  Bits<5> read_chain{0b01010};
  Bits<5> write_chain{0b01010};
  bool writing = false;      // WR is low
  bool step_latch = false;   // increment v in the second half
  bool blank_latch = false;  // what "not rendering" was in the first half
  bool fetching = false;     // read data arrives in this dot

  static constexpr bool drivesAle(unsigned chain) { return (chain & 0b10100) == 0b00100; }
  bool steps() const { return step_latch || fetching; }  // v, in the second half of this dot
  bool ale() const { return drivesAle(read_chain) || drivesAle(write_chain); }

  // True if nothing has come of a request yet.
  bool isFresh() const {
    constexpr unsigned at_rest = 0b01010;
    return ((read_chain ^ at_rest) | (write_chain ^ at_rest) | writing | step_latch | fetching) == 0;
  }

  bool operator==(const Port&) const = default;
};

// An access of the CPU: the chip is selected from M2's rise to its fall. A write's data comes some time after the
// rise; until then the bus carries what was on it before. A latch that is open follows the bus; others take their
// value when the access ends.
struct Access {
  enum class Stage : uint8_t {
    None,
    Opening,  // latches begin to follow the bus
    Stale,    // they have what was on it before
    Open,     // they have the new data
  };
  friend constexpr Stage lastOf(Stage) { return Stage::Open; }

  Stage stage = Stage::None;
  bool write = false;
  Bits<3> reg;
  uint8_t value = 0;
  uint8_t stale = 0;   // on the bus before
  uint64_t began = 0;  // master clock of M2's rise

  bool operator==(const Access&) const = default;
};

// The second write to $2006 on its way to v: noticed by the first half of a dot, done by the second.
enum class AddressCopy : uint8_t { None, Requested, Due };
constexpr AddressCopy lastOf(AddressCopy) { return AddressCopy::Due; }

// A write to $2004 after M2's fall: noticed by a first half, stored in the dot that follows, counted in the next.
enum class OamWrite : uint8_t { None, Requested, Noticed, Storing };
constexpr OamWrite lastOf(OamWrite) { return OamWrite::Storing; }

// Which latch a background or sprite fetch ends up in, in the second half of the dot.
enum class Commit : uint8_t { None, Nametable, Attribute, PatternLow, PatternHigh };
constexpr Commit lastOf(Commit) { return Commit::PatternHigh; }

struct State {
  // Time and position.
  uint64_t clock = 0;        // master clock of the next half dot
  bool second_half = false;  // which half that is
  uint64_t frame = 0;        // vblank flag moments since power-on
  uint16_t scanline = 0;
  UpTo<dots_per_line - 1> dot;
  bool odd_frame = true;
  bool skip_dot = false;     // dot 0 of line 0 will be left out
  bool dot_skipped = false;  // it was, just now

  Access access;

  // $2000.
  Control control;

  // $2001, as far as each part of the chip has noticed.
  Mask mask;                       // left columns and layers
  Mask color_mask;                 // greyscale and emphasis
  bool rendering_delayed = false;  // as the dot began, which is what fetches and sprite evaluation go by
  uint8_t color_delay = 0;         // dots until pixels with the colors before have reached the screen

  // $2002.
  Status status;
  bool sprite_zero_armed = false;         // one hit a frame
  Bits<2> sprite_zero_pipeline;           // bit 0: hit in this dot; bit 1: one half dot on
  bool sprite_overflow_readable = false;  // as $2002 shows it

  // Scroll.
  Scroll v;
  Scroll t;
  Bits<3> fine_x;
  bool w = false;  // the next write to $2005 or $2006 is the second one
  AddressCopy address_copy = AddressCopy::None;
  bool copy_x_due = false;  // v takes t's X as this dot is left

  // Buses.
  uint8_t io_bus = 0;                       // what the CPU sees when nobody drives its side
  std::array<uint64_t, 3> io_bus_expiry{};  // master clock when bits 0-4, bit 5, bits 6-7 have leaked away
  Bits<14> address_bus;                     // the low half doubles as data
  uint8_t octal_latch = 0;                  // the 74LS373 that holds A0-A7
  uint8_t read_buffer = 0;
  Port port;

  // Background.
  Bits<13> pattern_address;  // PAR: table, tile, plane, row
  uint8_t tile_number = 0;   // what the last nametable fetch read
  uint8_t sprite_tile = 0;   // what OAM had to say at that time
  Commit commit = Commit::None;
  uint8_t fetched = 0;
  uint8_t tile_attribute = 0;  // of four by four tiles
  uint8_t tile_low = 0;
  uint8_t tile_high = 0;
  uint16_t background_low = 0;  // shift registers, leftmost pixel in bit 15
  uint16_t background_high = 0;
  uint8_t attribute_low = 0;  // shift registers, leftmost pixel in bit 7
  uint8_t attribute_high = 0;
  Bits<2> attribute_latch;  // what the attribute registers take in

  // Sprites.
  uint8_t oam_address = 0;
  Bits<5> secondary_address;
  uint8_t oam_buffer = 0;   // what the second half of a dot read
  uint8_t oam_latch = 0;    // what was in the buffer in the first half; $2004 shows it while rendering
  Bits<2> evaluation_step;  // which byte of a sprite is copied; 0: none
  bool secondary_full = false;
  bool search_ended = false;  // OAM's address wrapped around, or a ninth sprite was found
  OamWrite oam_write = OamWrite::None;
  uint8_t oam_written = 0;  // by the last write to $2004
  // What the second half of a dot latched for the next first half: where the addresses go.
  bool oam_steps = false;
  bool oam_wraps = false;
  uint8_t oam_next = 0;
  bool secondary_steps = false;
  bool secondary_resets = false;
  bool sprite_zero_next = false;  // the next line's first unit holds the first sprite evaluated
  bool sprite_zero_current = false;
  uint16_t sprite_row = 0;  // line minus the sprite's Y
  std::array<SpriteUnit, 8> sprites{};

  // Memories.
  std::array<uint8_t, 32> palette{};
  std::array<uint8_t, 256> oam{};
  std::array<uint8_t, 32> secondary_oam{};
  std::array<uint8_t, 2048> vram{};

  bool rendering() const { return mask.rendering(); }

  bool operator==(const State&) const = default;
};

static_assert(std::is_trivially_copyable_v<State>);

// The field list, in parts. Names, order and widths are those of saved states.

#define JUMPSCOPE_FIELD(name) visit(#name, s.name)

template <class S, class Visitor>
void visitRegisters(S& s, Visitor&& visit) {
  JUMPSCOPE_FIELD(clock);
  JUMPSCOPE_FIELD(second_half);
  JUMPSCOPE_FIELD(frame);
  JUMPSCOPE_FIELD(scanline);
  JUMPSCOPE_FIELD(dot);
  JUMPSCOPE_FIELD(odd_frame);
  JUMPSCOPE_FIELD(skip_dot);
  JUMPSCOPE_FIELD(dot_skipped);
  JUMPSCOPE_FIELD(access.stage);
  JUMPSCOPE_FIELD(access.write);
  JUMPSCOPE_FIELD(access.reg);
  JUMPSCOPE_FIELD(access.value);
  JUMPSCOPE_FIELD(access.stale);
  JUMPSCOPE_FIELD(access.began);
  visit("nmi_enabled", s.control.nmi_enabled);
  visit("increment_32", s.control.increment_32);
  visit("tall_sprites", s.control.tall_sprites);
  visit("sprite_table", s.control.sprite_table);
  visit("background_table", s.control.background_table);
  visit("mask", s.mask.bits);
  visit("tint", s.color_mask.bits);
  JUMPSCOPE_FIELD(rendering_delayed);
  visit("tint_delay", s.color_delay);
  visit("vblank", s.status.vblank);
  visit("sprite_zero_hit", s.status.sprite_zero_hit);
  JUMPSCOPE_FIELD(sprite_zero_armed);
  JUMPSCOPE_FIELD(sprite_zero_pipeline);
  visit("sprite_overflow", s.status.sprite_overflow);
  JUMPSCOPE_FIELD(sprite_overflow_readable);
  visit("v", s.v);
  visit("t", s.t);
  JUMPSCOPE_FIELD(fine_x);
  JUMPSCOPE_FIELD(w);
  JUMPSCOPE_FIELD(address_copy);
  JUMPSCOPE_FIELD(copy_x_due);
  JUMPSCOPE_FIELD(io_bus);
  JUMPSCOPE_FIELD(io_bus_expiry);
  JUMPSCOPE_FIELD(address_bus);
  JUMPSCOPE_FIELD(octal_latch);
  JUMPSCOPE_FIELD(read_buffer);
}

template <class S, class Visitor>
void visitPort(S& s, Visitor&& visit) {
  JUMPSCOPE_FIELD(port.active);
  JUMPSCOPE_FIELD(port.read_request);
  JUMPSCOPE_FIELD(port.write_request);
  JUMPSCOPE_FIELD(port.read_chain);
  JUMPSCOPE_FIELD(port.write_chain);
  JUMPSCOPE_FIELD(port.writing);
  JUMPSCOPE_FIELD(port.step_latch);
  JUMPSCOPE_FIELD(port.blank_latch);
  JUMPSCOPE_FIELD(port.fetching);
}

template <class S, class Visitor>
void visitBackground(S& s, Visitor&& visit) {
  JUMPSCOPE_FIELD(pattern_address);
  JUMPSCOPE_FIELD(tile_number);
  JUMPSCOPE_FIELD(sprite_tile);
  JUMPSCOPE_FIELD(commit);
  JUMPSCOPE_FIELD(fetched);
  JUMPSCOPE_FIELD(tile_attribute);
  JUMPSCOPE_FIELD(tile_low);
  JUMPSCOPE_FIELD(tile_high);
  JUMPSCOPE_FIELD(background_low);
  JUMPSCOPE_FIELD(background_high);
  JUMPSCOPE_FIELD(attribute_low);
  JUMPSCOPE_FIELD(attribute_high);
  JUMPSCOPE_FIELD(attribute_latch);
}

template <class S, class Visitor>
void visitSprites(S& s, Visitor&& visit) {
  JUMPSCOPE_FIELD(oam_address);
  JUMPSCOPE_FIELD(secondary_address);
  JUMPSCOPE_FIELD(oam_buffer);
  JUMPSCOPE_FIELD(oam_latch);
  JUMPSCOPE_FIELD(evaluation_step);
  JUMPSCOPE_FIELD(secondary_full);
  JUMPSCOPE_FIELD(search_ended);
  JUMPSCOPE_FIELD(oam_write);
  JUMPSCOPE_FIELD(oam_written);
  JUMPSCOPE_FIELD(oam_steps);
  JUMPSCOPE_FIELD(oam_wraps);
  JUMPSCOPE_FIELD(oam_next);
  JUMPSCOPE_FIELD(secondary_steps);
  JUMPSCOPE_FIELD(secondary_resets);
  JUMPSCOPE_FIELD(sprite_zero_next);
  JUMPSCOPE_FIELD(sprite_zero_current);
  JUMPSCOPE_FIELD(sprite_row);
  for (auto& unit : s.sprites) {
    visit("sprite.pattern_low", unit.pattern_low);
    visit("sprite.pattern_high", unit.pattern_high);
    visit("sprite.attribute", unit.attribute);
    visit("sprite.x_counter", unit.x_counter);
  }
}

template <class S, class Visitor>
void visitMemories(S& s, Visitor&& visit) {
  visit("palette", s.palette);
  visit("oam", s.oam);
  visit("secondary_oam", s.secondary_oam);
  visit("vram", s.vram);
}

#undef JUMPSCOPE_FIELD

template <class S, class Visitor>
requires std::is_same_v<std::remove_const_t<S>, State>
void visitFields(S& s, Visitor&& visit) {
  visitRegisters(s, visit);
  visitPort(s, visit);
  visitBackground(s, visit);
  visitSprites(s, visit);
  visitMemories(s, visit);
}

}  // namespace jumpscope::ppu
