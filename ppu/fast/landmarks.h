// Dots of a rendered scanline with which something begins or ends.
#pragma once

#include "ppu/timetable.h"

namespace jumpscope::ppu::fast {

constexpr int last_dot = dots_per_line - 1;
constexpr int last_picture_dot = lastDot(action::Pixel);
constexpr int first_unit_dot = firstDot(action::FetchSprites), last_unit_dot = lastDot(action::FetchSprites);
// Of the next scanline's first tiles.
constexpr int first_prefetch_dot = last_unit_dot + 1, last_prefetch_dot = firstDot(action::DummyAddress) - 1;
// Pixels of a scanline whose tiles are fetched before it begins; v is at the tile behind them then.
constexpr int prefetched = 2 * fetch_steps;

// Of a dot in the frame.
constexpr int position(int line, int dot) { return line * dots_per_line + dot; }

}  // namespace jumpscope::ppu::fast
