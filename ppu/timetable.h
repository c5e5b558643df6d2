// What the 2C02 does on which dot of a rendered line: named stripes, turned into one mask a dot at compile
// time. Source: NESdev "PPU rendering", frame timing diagram. The stripes apply to the visible lines and the
// pre-render line.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/timing.h"

namespace jumpscope::ppu {

namespace action {
enum : uint16_t {
  IncrementY = 1 << 0,      // coarse and fine Y, on leaving the dot
  CopyX = 1 << 1,           // horizontal bits of t into v, on leaving the dot
  CopyY = 1 << 2,           // vertical bits of t into v, on leaving the dot; pre-render line only
  ClearSecondary = 1 << 3,  // secondary OAM is filled with $FF
  Evaluate = 1 << 4,        // OAM is searched for the next line's sprites
  FetchSprites = 1 << 5,    // secondary OAM becomes eight sprite units
  IdleSprites = 1 << 6,
  FetchTiles = 1 << 7,   // nametable, attribute, two pattern planes, two dots each
  DummyFetch = 1 << 8,   // the unused nametable fetches at the end of a line
  Pixel = 1 << 9,        // a pixel leaves the multiplexer
  ShiftTiles = 1 << 10,  // background shift registers, in the second half of the dot
};
}  // namespace action

struct Stripe {
  const char* name;
  int first_dot, last_dot;
  uint16_t action;
};

inline constexpr Stripe stripes[] = {
    {"increment Y", 256, 256, action::IncrementY},
    {"copy horizontal scroll", 257, 257, action::CopyX},
    {"copy vertical scroll", 280, 304, action::CopyY},
    {"clear secondary OAM", 0, 64, action::ClearSecondary},
    {"evaluate sprites", 65, 256, action::Evaluate},
    {"fetch sprites", 257, 320, action::FetchSprites},
    {"sprites idle", 321, 340, action::IdleSprites},
    {"fetch tiles of this line", 1, 256, action::FetchTiles},
    {"fetch first tiles of the next line", 321, 336, action::FetchTiles},
    {"dummy nametable fetches", 337, 340, action::DummyFetch},
    {"idle address", 0, 0, action::DummyFetch},
    {"pixels", 1, 256, action::Pixel},
    {"shift tiles of this line", 1, 257, action::ShiftTiles},
    {"shift first tiles of the next line", 321, 336, action::ShiftTiles},
};

consteval std::array<uint16_t, dots_per_line> makeTimetable() {
  std::array<uint16_t, dots_per_line> table{};
  for (const Stripe& stripe : stripes)
    for (int dot = stripe.first_dot; dot <= stripe.last_dot; ++dot) table[dot] |= stripe.action;
  return table;
}

inline constexpr std::array<uint16_t, dots_per_line> timetable = makeTimetable();

consteval bool has(int dot, uint16_t actions) { return (timetable[dot] & actions) == actions; }

static_assert(has(257, action::CopyX) && !has(256, action::CopyX) && !has(258, action::CopyX));
static_assert(has(256, action::IncrementY | action::Pixel | action::Evaluate));
static_assert(has(1, action::Pixel) && !has(0, action::Pixel) && !has(257, action::Pixel));
static_assert(has(280, action::CopyY) && has(304, action::CopyY) && !has(305, action::CopyY));
static_assert(has(336, action::FetchTiles) && !has(337, action::FetchTiles));
static_assert(has(257, action::FetchSprites) && has(320, action::FetchSprites) &&
              !has(321, action::FetchSprites));

}  // namespace jumpscope::ppu
