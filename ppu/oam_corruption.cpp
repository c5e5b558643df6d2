// OAM corruption: OAM is dynamic RAM in rows of eight bytes. When rendering is switched off in mid-frame, the
// row that was open takes row 0's charge as rendering starts again. Source: NESdev "PPU sprite evaluation";
// AccuracyCoin's OAM corruption tests.
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// A write to $2001 turns rendering off: OAM sees it at once, and again some dots later.
void Ppu::renderingWritten(Mask value, bool early) {
  if (!onRenderedLine()) return;
  if (s.was_rendering && !value.rendering()) s.oam_disabled_now = true;
  if (!s.was_rendering && value.rendering() && s.corruption_pending && !early) s.corruption_cancelled = true;
}

void Ppu::renderingOffArrives() {
  if (s.was_rendering && !s.mask_value.rendering() && onRenderedLine() && !s.corruption_pending)
    s.oam_disabled = true;
}

// The step in which evaluation stops. Secondary OAM's address counts on to the next sprite's place.
void Ppu::stopEvaluation(uint32_t actions) {
  if (!s.oam_address_overflowed && !onPreRenderLine())
    while ((s.secondary_address & 3) != 0) stepSecondary();
  uint8_t row = s.secondary_address;
  // Approximation: at the last dot the row is 0 or 1 by how rendering stopped; measured, not understood.
  if (actions & action::EndEvaluation) row = s.read_without_write ? 0 : 1;
  noteCorruption(row);
}

void Ppu::noteCorruption(uint8_t row) {
  s.oam_disabled = false;
  s.oam_disabled_now = false;
  s.corruption_pending = true;
  s.corruption_row = row;
}

void Ppu::corruptOam() {
  s.corruption_pending = false;
  if (!s.corruption_cancelled) {
    const size_t row = s.corruption_row;
    for (size_t i = 0; i < 8; ++i) s.oam[row * 8 + i] = s.oam[i];
    s.secondary_oam[row] = s.secondary_oam[0];
  }
  s.corruption_cancelled = false;
}

}  // namespace jumpscope::ppu
