// What the 2C02 does on which dot of which scanline: named stripes, turned into one mask of actions per kind
// of scanline and dot at compile time. Source: NESdev "PPU rendering", frame timing diagram, and "PPU frame
// timing". Most stripes act only while rendering is enabled; the functions that carry them out say so.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "ppu/timing.h"

namespace jumpscope::ppu {

// Scanlines that differ in what happens on them.
enum class LineKind : uint8_t { First, Visible, PostRender, Blank, VblankStart, LastBlank, PreRender };
constexpr size_t line_kinds = 7;

constexpr LineKind lineKind(int scanline, const Timing& timing) {
  if (scanline < visible_lines) return scanline == 0 ? LineKind::First : LineKind::Visible;
  if (scanline == timing.pre_render_line) return LineKind::PreRender;
  if (scanline == visible_lines) return LineKind::PostRender;
  if (scanline == timing.vblank_line) return LineKind::VblankStart;
  return scanline == timing.pre_render_line - 1 ? LineKind::LastBlank : LineKind::Blank;
}

namespace lines {
constexpr uint8_t only(LineKind kind) { return static_cast<uint8_t>(1 << static_cast<int>(kind)); }
constexpr uint8_t first = only(LineKind::First);
constexpr uint8_t post_render = only(LineKind::PostRender);
constexpr uint8_t vblank_start = only(LineKind::VblankStart);
constexpr uint8_t last_blank = only(LineKind::LastBlank);
constexpr uint8_t pre_render = only(LineKind::PreRender);
constexpr uint8_t visible = first | only(LineKind::Visible);
constexpr uint8_t rendered = visible | pre_render;
}  // namespace lines

namespace action {
enum : uint32_t {
  Rendered = 1u << 8,  // every dot of a scanline on which the chip fetches while rendering is enabled
  // Flags.
  StartVblank = 1u << 0,
  EndVblank = 1u << 1,
  FlipOddFrame = 1u << 2,
  SkipDot = 1u << 3,  // on odd frames while rendering
  EndSkip = 1u << 4,
  // Scroll: v changes as the dot is left. (Coarse X is not here: it counts when a tile's last byte has been
  // latched, in the second half of dots 8, 16, ... 256, 328 and 336, as the shift registers take in the tile:
  // Ppu::commitFetch.)
  IncrementY = 1u << 5,
  CopyX = 1u << 6,
  CopyY = 1u << 7,
  // Sprites for the next scanline.
  ClearSecondary = 1u << 9,  // secondary OAM is filled with $FF
  EndPointer = 1u << 10,     // into secondary OAM: it begins anew
  Evaluate = 1u << 12,       // OAM is searched
  FirstCompare = 1u << 14,   // of the first sprite's Y
  FetchSprites = 1u << 16,   // secondary OAM becomes eight sprite units
  ClearCounters = 1u << 19,  // of the sprite units, while rendering is disabled
  // Background.
  FetchTiles = 1u << 20,    // nametable, attribute, two pattern planes: two dots each
  IdleAddress = 1u << 21,   // a pattern address without a fetch
  DummyAddress = 1u << 22,  // the unused nametable fetches at the end of a scanline
  DummyFetch = 1u << 23,
  KeepDummyFetch = 1u << 24,  // it replaces the tile number that was fetched before
  ShiftTiles = 1u << 25,      // background shift registers, in the second half of the dot
  // Pixels.
  Pixel = 1u << 26,        // one leaves the multiplexer
  LeftColumn = 1u << 27,   // $2001 can hide either layer here
  HitPossible = 1u << 28,  // sprite 0 never hits in the rightmost column
  ShiftSprites = 1u << 29,
  Draw = 1u << 30,  // a pixel reaches the screen
  DecideSkip = 1u << 31,
};
}  // namespace action

struct Stripe {
  const char* name;
  uint8_t lines;
  int first_dot, last_dot;
  uint32_t action;
};

constexpr int cell_delay = 2;   // dots from choosing a pixel to reading its palette cell
constexpr int grey_delay = 3;   // dots from choosing a pixel to its greyscale
constexpr int pixel_delay = 4;  // dots from choosing a pixel to its emphasis and the screen

// clang-format off
inline constexpr Stripe stripes[] = {
    {"rendered scanlines",                 lines::rendered,       0, 340, action::Rendered},
    {"vblank flag rises",                  lines::vblank_start,   1,   1, action::StartVblank},
    {"flags fall",                         lines::pre_render,     1,   1, action::EndVblank},
    {"frame becomes odd or even",          lines::last_blank,   340, 340, action::FlipOddFrame},
    {"dot 0 will be skipped or not",       lines::pre_render,   340, 340, action::DecideSkip},
    {"dot that odd frames skip",           lines::first,          0,   0, action::SkipDot},
    {"effects of the skipped dot end",     lines::first,          2,   2, action::EndSkip},

    {"increment Y",                        lines::rendered,     256, 256, action::IncrementY},
    {"copy horizontal scroll",             lines::rendered,     257, 257, action::CopyX},
    {"copy vertical scroll",               lines::pre_render,   280, 304, action::CopyY},

    {"clear secondary OAM",                lines::rendered,       1,  64, action::ClearSecondary},
    {"evaluate sprites",                   lines::rendered,      65, 256, action::Evaluate},
    {"first comparison",                   lines::rendered,      66,  66, action::FirstCompare},
    {"fetch sprites",                      lines::rendered,     257, 320, action::FetchSprites},
    {"sprite counters are cleared",        lines::rendered,     339, 339, action::ClearCounters},

    {"secondary OAM is cleared",           lines::rendered,      64,  64, action::EndPointer},
    {"sprites are found",                  lines::rendered,     256, 256, action::EndPointer},
    {"scanline ends",                      lines::rendered,     340, 340, action::EndPointer},

    {"idle address",                       lines::rendered | lines::post_render, 0, 0, action::IdleAddress},
    {"fetch tiles of this line",           lines::rendered,       1, 256, action::FetchTiles},
    {"fetch first tiles of the next line", lines::rendered,     321, 336, action::FetchTiles},
    {"first dummy nametable address",      lines::rendered,     337, 337, action::DummyAddress},
    {"first dummy nametable fetch",        lines::rendered,     338, 338, action::DummyFetch | action::KeepDummyFetch},
    {"second dummy nametable address",     lines::rendered,     339, 339, action::DummyAddress},
    {"second dummy nametable fetch",       lines::rendered,     340, 340, action::DummyFetch},
    {"shift tiles of this line",           lines::rendered,       1, 256, action::ShiftTiles},
    {"shift first tiles of the next line", lines::rendered,     321, 336, action::ShiftTiles},

    {"pixels",                             lines::visible,        1, 256, action::Pixel},
    {"left column",                        lines::visible,        1,   8, action::LeftColumn},
    {"sprite 0 may hit",                   lines::visible,        1, 255, action::HitPossible},
    {"shift sprites",                      lines::rendered,       1, 256, action::ShiftSprites},
    {"pixels reach the screen",            lines::visible, 1 + pixel_delay, 256 + pixel_delay, action::Draw},
};
// clang-format on

using LineActions = std::array<uint32_t, dots_per_line>;
using Timetable = std::array<LineActions, line_kinds>;

consteval Timetable makeTimetable() {
  Timetable table{};
  for (const Stripe& stripe : stripes)
    for (size_t kind = 0; kind < line_kinds; ++kind)
      if (stripe.lines >> kind & 1)
        for (int dot = stripe.first_dot; dot <= stripe.last_dot; ++dot) table[kind][dot] |= stripe.action;
  return table;
}

inline constexpr Timetable timetable = makeTimetable();

constexpr uint32_t actionsAt(LineKind kind, int dot) {
  return timetable[static_cast<size_t>(kind)][static_cast<size_t>(dot)];
}

// Landmarks for code that counts in more than one dot: ends of the first stripe that has this action.
consteval int firstDot(uint32_t action) {
  for (const Stripe& stripe : stripes)
    if (stripe.action & action) return stripe.first_dot;
  return -1;
}
consteval int lastDot(uint32_t action) {
  for (const Stripe& stripe : stripes)
    if (stripe.action & action) return stripe.last_dot;
  return -1;
}

// The eight dots in which a tile or a sprite is fetched. Odd dots put an address on the pins while ALE is
// high, even dots read.
enum class FetchStep : uint8_t {
  NametableAddress,
  Nametable,
  AttributeAddress,
  Attribute,
  LowAddress,
  Low,
  HighAddress,
  High
};
constexpr int fetch_steps = 8;
constexpr FetchStep fetchStep(int dot) { return static_cast<FetchStep>((dot - 1) & (fetch_steps - 1)); }
constexpr bool isReadDot(int dot) { return (dot & 1) == 0 && dot != 0; }

// Which sprite unit is filled in a dot of FetchSprites.
constexpr size_t spriteUnitAt(int dot) {
  return static_cast<size_t>((dot - firstDot(action::FetchSprites)) / fetch_steps);
}

static_assert(actionsAt(LineKind::Visible, 257) & action::CopyX);
static_assert(!(actionsAt(LineKind::Visible, 256) & action::CopyX));
static_assert(actionsAt(LineKind::Visible, 256) & action::IncrementY);
static_assert(actionsAt(LineKind::PreRender, 280) & action::CopyY);
static_assert(actionsAt(LineKind::PreRender, 304) & action::CopyY);
static_assert(!(actionsAt(LineKind::Visible, 280) & action::CopyY));
static_assert(fetchStep(firstDot(action::FetchTiles)) == FetchStep::NametableAddress);
static_assert(fetchStep(firstDot(action::FetchSprites)) == FetchStep::NametableAddress);
static_assert(spriteUnitAt(lastDot(action::FetchSprites)) == 7);

}  // namespace jumpscope::ppu
