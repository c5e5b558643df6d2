// Sprite evaluation: OAM is searched for the first eight sprites of the next scanline, then for a ninth. Two address
// counters and a ring of three latches, clocked by the halves of a dot: what the first half of an even dot compares,
// its second half stores and latches; the first half of the dot after it counts. Source: the 2C02G's netlist; Breaking
// NES Wiki, "PPU / Sprite comparison"; NESdev "PPU sprite evaluation".
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr bool endsPointer(int dot) {
  return dot == lastDot(action::ClearSecondary) || dot == lastDot(action::Evaluate) ||
         dot == dots_per_line - 1;
}
// The pointer follows the first three bytes of a sprite in the dots after these, and leaves the sprite with the last.
constexpr bool fetchSteps(int dot) { return (dot & 4) == 0; }

}  // namespace

// Whether the search looks at OAM in this dot. It never does on the pre-render line.
bool Ppu::searches(uint32_t actions) const {
  return s.rendering_delayed && (actions & action::Evaluate) && s.scanline < visible_lines;
}

// Whether a sprite with this Y is copied from here on.
bool Ppu::findsSprite(uint32_t actions, uint8_t y) const {
  return s.evaluation_step == 0 && !s.search_ended && searches(actions) &&
         inRange(s.scanline, y, s.control.spriteHeight());
}

// Where OAM's address counts to: the next sprite, or the next byte of one that is copied. The low bits count by
// themselves.
void Ppu::prepareCount(uint32_t actions) {
  const bool copies = s.evaluation_step != 0 || findsSprite(actions, s.oam_latch);
  const bool next_sprite = !blanked() && !copies;
  const unsigned step = next_sprite ? 4 : 1;
  s.oam_wraps = (s.oam_address | (step - 1)) == 0xFF;
  s.oam_next = next_sprite ? ((s.oam_address + 4) & 0xFC) | ((s.oam_address + 1) & 3) : s.oam_address + 1;
}

// What the second half of a dot leaves for the next first half to do.
void Ppu::latchOam(uint32_t actions) {
  const bool fetches = s.rendering_delayed && (actions & action::FetchSprites) && fetchSteps(s.dot);
  const bool even = isReadDot(s.dot);
  if (!even && s.oam_write != OamWrite::Storing) {
    s.secondary_steps = fetches && !s.secondary_full;
    return;
  }
  const bool clears = s.rendering_delayed && (actions & action::ClearSecondary);
  const bool searching = searches(actions);
  const bool finds = findsSprite(actions, s.oam_latch);
  const bool copies = finds || s.evaluation_step != 0;

  s.oam_steps = (searching && even) || s.oam_write == OamWrite::Storing;
  if (s.oam_steps && !writesTo(3)) prepareCount(actions);

  const bool rendered = s.rendering_delayed && onRenderedLine();
  s.secondary_resets = rendered && endsPointer(s.dot);
  s.secondary_steps = !s.secondary_resets && !s.secondary_full && ((even && (copies || clears)) || fetches);

  if (!even) return;
  if (copies && s.secondary_full) {
    s.status.sprite_overflow = true;
    s.search_ended = true;
  }
  s.evaluation_step = finds ? 1 : s.evaluation_step != 0 ? s.evaluation_step + 1 : 0;
  if ((actions & action::FirstCompare) && s.rendering_delayed) s.sprite_zero_next = finds;
}

// The first half of a dot is over: the addresses have counted. Unless a byte is being copied, the low bits of OAM's
// address are cleared, which depends on what is compared now. A full secondary OAM shows its first sprite's Y, which
// is in range, so that they stay: the overflow bug.
void Ppu::countOam(uint32_t actions) {
  if (s.secondary_resets) {
    s.secondary_address = 0;
    s.secondary_full = false;
  } else if (s.secondary_steps) {
    if (++s.secondary_address == 0) s.secondary_full = true;
  }
  if (s.oam_steps) {
    const bool copies = s.evaluation_step != 0 || findsSprite(actions, s.oam_buffer);
    const uint8_t next = !copies && !blanked() ? s.oam_next & 0xFC : s.oam_next;
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
