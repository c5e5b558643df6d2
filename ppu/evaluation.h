// Sprite evaluation: OAM is searched for the first eight sprites of the next scanline, then for a ninth. Two address
// counters and a ring of three latches, clocked by the halves of a dot: what the first half of an even dot compares,
// its second half stores and latches; the first half of the dot after it counts. Source: the 2C02G's netlist; Breaking
// NES Wiki, "PPU / Sprite comparison"; NESdev "PPU sprite evaluation".
#pragma once

#include <cstdint>

#include "ppu/each_dot.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// The pointer into secondary OAM follows the first three bytes of a sprite in the dots after these, and leaves the
// sprite with the last.
constexpr bool fetchSteps(int dot) { return (dot & 4) == 0; }

// True if the search looks at OAM in this dot. It never does on the pre-render line.
JUMPSCOPE_EACH_DOT bool Ppu::searches(uint32_t actions) const {
  constexpr uint32_t search = action::Evaluate | action::Pixel;
  return s.rendering_delayed && (actions & search) == search;
}

// True if a sprite with this Y is copied from here on.
JUMPSCOPE_EACH_DOT bool Ppu::findsSprite(uint32_t actions, uint8_t y) const {
  return s.evaluation_step == 0 && !s.search_ended && searches(actions) &&
         inRange(s.scanline, y, s.control.spriteHeight());
}

// Where OAM's address counts to: the next sprite, or the next byte of one that is copied. The low bits count by
// themselves.
JUMPSCOPE_EACH_DOT void Ppu::prepareCount(uint32_t actions, bool copies) {
  const bool next_sprite = renders(actions) && !copies;
  const unsigned step = next_sprite ? 4 : 1;
  s.oam_wraps = (s.oam_address | (step - 1)) == 0xFF;
  s.oam_next = next_sprite ? ((s.oam_address + 4) & 0xFC) | ((s.oam_address + 1) & 3) : s.oam_address + 1;
}

// What the second half of a dot leaves for the next first half to do.
JUMPSCOPE_EACH_DOT void Ppu::latchOam(uint32_t actions) {
  const bool rendering = s.rendering_delayed;
  const bool fetches = rendering && (actions & action::FetchSprites) && fetchSteps(s.dot);
  const bool even = isReadDot(s.dot);
  const bool stores = s.oam_write == OamWrite::Storing;
  if (!even && !stores) {
    s.secondary_steps = fetches && !s.secondary_full;
    return;
  }
  const bool clears = even && rendering && (actions & action::ClearSecondary);
  const bool searching = even && searches(actions);
  const bool goes_on = s.evaluation_step != 0;
  const bool finds = findsSprite(actions, s.oam_latch);
  const bool copies = finds || goes_on;

  s.oam_steps = searching || stores;
  if (s.oam_steps && !writesTo(3)) prepareCount(actions, copies);

  s.secondary_resets = rendering && (actions & action::EndPointer);
  s.secondary_steps = !s.secondary_resets && !s.secondary_full && ((even && (copies || clears)) || fetches);

  if (!even) return;
  if (rendering && (actions & action::FirstCompare)) s.sprite_zero_next = finds;
  if (!copies) return;
  if (s.secondary_full) s.status.sprite_overflow = s.search_ended = true;
  s.evaluation_step = finds ? 1 : s.evaluation_step + 1;
}

// The first half of a dot is over: the addresses have counted. Unless a byte is being copied, the low bits of OAM's
// address are cleared, which depends on what is compared now. A full secondary OAM shows its first sprite's Y, which
// is in range, so that they stay: the overflow bug.
JUMPSCOPE_EACH_DOT void Ppu::countOam(uint32_t actions) {
  if (s.secondary_resets) {
    s.secondary_address = 0;
    s.secondary_full = false;
  } else if (s.secondary_steps) {
    if (++s.secondary_address == 0) s.secondary_full = true;
  }
  if (s.oam_steps) {
    const bool copies = s.evaluation_step != 0 || findsSprite(actions, s.oam_buffer);
    const uint8_t next = !copies && renders(actions) ? s.oam_next & 0xFC : s.oam_next;
    if (s.oam_wraps) s.search_ended = true;
    if (writesTo(3))
      collideWithStep(next);
    else
      s.oam_address = next;
  }
  s.secondary_resets = s.secondary_steps = s.oam_steps = false;
  if (!writesTo(3)) forgetCount();
  if (!s.rendering_delayed) return;
  if (actions & action::ClearSecondary) s.search_ended = false;
  if ((actions & action::FetchSprites) && !writesTo(3)) s.oam_address = 0;
}

}  // namespace jumpscope::ppu
