// Writes that arrive some dots later: $2001, $2005 and the second one to $2006. write_delays.h has the
// delays.
#include "ppu/ppu.h"

namespace jumpscope::ppu {

int Ppu::phaseAt(uint64_t now) const {
  const uint64_t next_dot = s.clock + (s.second_half ? secondHalfClocks() : 0);
  const int wait = static_cast<int>(next_dot - now);
  return wait >= 4 ? 0 : (4 - wait) & 3;
}

void Ppu::writeMask(uint8_t value, uint8_t stale, int phase) {
  if (timing_.swaps_emphasis)
    value = static_cast<uint8_t>((value & 0x9F) | (value & 0x20) << 1 | (value & 0x40) >> 1);
  const WriteDelays delays = WriteDelays::at(phase);
  s.mask_delay = delays.mask;
  s.disable_delay = delays.rendering_off;
  s.color_delay = delays.color;
  s.was_rendering = s.rendering();
  s.mask_value = Mask{value};
  s.rendering_instant = s.rendering() && s.mask_value.rendering();
  renderingWritten(s.mask_value, delays.early);
  // Greyscale and blue follow the stale data for a moment; red and green act at once.
  const unsigned held = (delays.early ? stale : s.color_mask.bits) & 0x81u;
  s.color_mask = Mask{static_cast<uint8_t>(held | (value & 0x60))};
}

void Ppu::delayedMask() {
  if (s.mask_delay > 0 && --s.mask_delay == 0) {
    s.mask = s.mask_value.only(mask::all);
    s.rendering_instant = s.rendering();
  }
  if (s.disable_delay > 0 && --s.disable_delay == 0) renderingOffArrives();
  if (s.color_delay > 0 && --s.color_delay == 0)
    s.color_mask = s.mask_value.only(mask::greyscale | mask::emphasis);
}

// The register opens before the CPU's data is there, and takes the stale bits first.
void Ppu::writeScroll(uint8_t value, uint8_t stale, int phase) {
  setScroll(stale);
  s.scroll_value = value;
  s.scroll_delay = WriteDelays::at(phase).scroll;
}

// The first write sets X, the second one Y.
void Ppu::setScroll(uint8_t value) {
  if (!s.w) {
    s.fine_x = value & 7;
    s.t.setCoarseX(value >> 3);
  } else {
    s.t.setFineY(value & 7);
    s.t.setCoarseY(value >> 3);
  }
}

void Ppu::delayedScroll() {
  if (s.scroll_delay > 0 && --s.scroll_delay == 0) takeScroll();
}

void Ppu::takeScroll() {
  setScroll(s.scroll_value);
  s.w = !s.w;
}

void Ppu::writeAddress(uint8_t value, int phase) {
  if (!s.w) {
    s.t.setHighByte(value);
  } else {
    s.t.setLowByte(value);
    s.v_before_copy = s.v;
    s.v_delay = WriteDelays::at(phase).address;
  }
  s.w = !s.w;
}

void Ppu::delayedAddress() {
  s.v_copied = false;
  if (s.v_delay > 0 && --s.v_delay == 0) {
    s.v_copied = true;
    s.v = s.t;
    s.address_bus = s.v;
  }
}

}  // namespace jumpscope::ppu
