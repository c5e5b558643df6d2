// The part of OAM that runs in each dot; ppu.h includes it.
#pragma once

#include <cstdint>

#include "ppu/each_dot.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// Dots in which secondary OAM is filled for the next scanline.
JUMPSCOPE_EACH_DOT bool Ppu::drawsNextLine(uint32_t actions) const {
  return s.rendering_delayed && (actions & action::Pixel);
}

// Secondary OAM is selected but for the odd dots of the search, and while rendering is disabled.
JUMPSCOPE_EACH_DOT bool Ppu::selectsSecondary(uint32_t actions) const {
  return renders(actions) && (!drawsNextLine(actions) || isReadDot(s.dot));
}

JUMPSCOPE_EACH_DOT unsigned Ppu::openRow(uint32_t actions) const {
  return selectsSecondary(actions) ? s.secondary_address : s.oam_address >> 3;
}

// What the open row holds reaches the buffer, but for the dots in which secondary OAM is cleared.
JUMPSCOPE_EACH_DOT void Ppu::readOpenRow(uint32_t actions, bool secondary) {
  if (s.rendering_delayed && (actions & action::ClearSecondary))
    s.oam_buffer = 0xFF;
  else
    s.oam_buffer = secondary ? s.secondary_oam[s.secondary_address] : s.oam[s.oam_address];
}

// The second half of a dot: a byte is stored, or read into the buffer.
JUMPSCOPE_EACH_DOT void Ppu::openOam(uint32_t actions) {
  const bool stores_written = s.oam_write == OamWrite::Storing;
  if (!renders(actions)) {
    if (stores_written) s.oam[s.oam_address] = oamByte(s.oam_address, s.oam_written);
    return;
  }
  // As the pre-render line begins, OAM's address gives way to secondary OAM's.
  if (s.dot == 0 && onPreRenderLine()) takeCharge(s.oam_address >> 3);
  const bool draws = drawsNextLine(actions);
  const bool secondary = !draws || isReadDot(s.dot);
  if (secondary && ((draws && !s.search_ended && !s.secondary_full) || stores_written))
    s.secondary_oam[s.secondary_address] = s.oam_buffer;
  readOpenRow(actions, secondary);
}

}  // namespace jumpscope::ppu
