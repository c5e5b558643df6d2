// Sprite evaluation: OAM is searched for the first eight sprites of the next scanline, then for a ninth.
// Source: NESdev "PPU sprite evaluation"; AccuracyCoin's sprite evaluation tests.
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// Odd dots read OAM, even dots write secondary OAM. The search stops at the write to $2001, not some dots
// later; one more step is taken as it stops.
void Ppu::evaluateDot(uint32_t actions) {
  if ((actions & action::StartEvaluation) && s.rendering_delayed) {
    s.secondary_address = 0;
    s.ninth_found = false;
  }
  if (!s.rendering_instant && !s.oam_disabled_now) return;
  if (isReadDot(s.dot)) {
    evaluationStep(actions & action::FirstCompare);
    if (s.oam_disabled_now) stopEvaluation(actions);
    return;
  }
  s.oam_buffer_in = s.oam[s.oam_address];
  if (s.oam_disabled_now) {
    s.oam_disabled = false;
    if (!onPreRenderLine()) ++s.oam_address;
    s.read_without_write = true;
  }
}

void Ppu::evaluationStep(bool first_compare) {
  const bool pre_render = onPreRenderLine();
  const bool may_step = !s.read_without_write && !pre_render;
  if (s.oam_address_overflowed) {
    // All 64 sprites were examined; the address wraps around.
    if (may_step) s.oam_address = nextSprite(s.oam_address);
    s.oam_buffer_in = s.secondary_oam[s.secondary_address];
    return;
  }
  const uint8_t address_before = s.oam_address;
  if (!s.secondary_full && !pre_render) s.secondary_oam[s.secondary_address] = s.oam_buffer;
  const uint8_t shown = s.secondary_oam[s.secondary_address];
  if (s.evaluation_step == 0) s.sprite_row = spriteRow(s.scanline, s.oam_buffer);
  if (s.secondary_full)
    searchForNinth(first_compare, may_step);
  else
    searchForSprites(first_compare, may_step);
  s.read_without_write = false;
  if (s.oam_address < address_before && s.oam_address < 4) s.oam_address_overflowed = true;
  s.oam_buffer_in = shown;
}

// Nothing is in range on the pre-render line. Sprite 0 is whatever is compared first; $2003 can make that
// another sprite.
void Ppu::searchForSprites(bool first_compare, bool may_step) {
  const unsigned height = s.control.spriteHeight();
  if (s.evaluation_step == 0) {
    const bool in_range = !s.ninth_found && !onPreRenderLine() && s.sprite_row < height;
    if (first_compare) s.sprite_zero_next = in_range;
    if (in_range) {
      if (may_step) {
        ++s.oam_address;
        stepSecondary();
      }
      ++s.evaluation_step;
    } else if (may_step) {
      s.oam_address = nextSprite(s.oam_address);
    }
    return;
  }
  // X is compared as if it were Y: out of range, the address is realigned.
  if (may_step) {
    ++s.oam_address;
    if (s.evaluation_step == 3 && !inRange(s.scanline, s.oam_buffer, height)) s.oam_address &= 0xFC;
  }
  ++s.evaluation_step;
  if (!onPreRenderLine()) stepSecondary();
}

void Ppu::searchForNinth(bool first_compare, bool may_step) {
  const unsigned height = s.control.spriteHeight();
  const bool in_range = s.evaluation_step == 0 ? !onPreRenderLine() && s.sprite_row < height
                                               : inRange(s.scanline, s.oam_buffer, height);
  const bool compares = s.evaluation_step == 0;
  OverflowSearch search{s.oam_address, s.evaluation_step, s.ninth_found};
  const bool found = search.advance(in_range, may_step);
  s.oam_address = search.oam_address;
  s.evaluation_step = search.step;
  s.ninth_found = search.ninth_found;
  if (found)
    s.status.sprite_overflow = true;
  else if (first_compare && compares)
    s.sprite_zero_next = false;
}

void Ppu::stepSecondary() {
  if (++s.secondary_address == 0) s.secondary_full = true;
}

}  // namespace jumpscope::ppu
