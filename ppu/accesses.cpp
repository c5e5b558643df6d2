// An access of the CPU while it lasts: what follows the bus, and what happens as the access ends. latches.h has the
// times.
#include "ppu/latches.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// Bits 5 and 6 of $2001 on a chip on which they mean each other's color.
constexpr uint8_t emphasisSwapped(uint8_t value) {
  return static_cast<uint8_t>((value & 0x9F) | (value & 0x20) << 1 | (value & 0x40) >> 1);
}

// followBus() and endAccess() name these bits of $2000.
static_assert(bitsOf(0, Opens::Throughout) == (control::nametable | control::nmi));
static_assert((bitsOf(0, Opens::AtTheEnd) & bitsOf(0, Opens::Throughout)) == 0);

}  // namespace

void Ppu::beginAccess(bool write, int reg, uint8_t value, uint8_t stale, uint64_t now) {
  s.access.stage = write ? Access::Stage::Opening : Access::Stage::Open;
  s.access.write = write;
  s.access.reg = static_cast<unsigned>(reg);
  s.access.value = value;
  s.access.stale = stale;
  s.access.began = now;
  if (reg == 7) s.port.active = true;
}

// Takes the access through what is due at `clock`.
void Ppu::advanceAccess(uint64_t clock) {
  Access& access = s.access;
  const uint64_t elapsed = clock - access.began;
  if (access.stage == Access::Stage::Opening && elapsed >= stale_clocks) {
    access.stage = Access::Stage::Stale;
    followBus(access.reg, access.stale);
  }
  if (access.stage == Access::Stage::Stale && elapsed >= data_clocks) {
    access.stage = Access::Stage::Open;
    followBus(access.reg, access.value);
  }
  if (access.stage == Access::Stage::Open && elapsed >= static_cast<uint64_t>(leave_clocks(access.reg))) {
    const unsigned address_before = s.address_bus;
    access.stage = Access::Stage::None;
    endAccess(access.write, access.reg, access.value);
    if (watching_ == Watching::A12 && ((address_before ^ s.address_bus) & a12))
      watcher_->a12Changed(s.address_bus & a12, access.began + end_clocks);
    access = Access{};
  }
}

// Latches that are open while the chip is selected.
void Ppu::followBus(int reg, uint8_t bus) {
  switch (reg) {
    case 0:
      s.t.setNametable(bus & control::nametable);
      s.control.nmi_enabled = bus & control::nmi;
      break;
    case 1: {
      constexpr unsigned colors = bitsOf(1, Opens::Throughout);
      s.color_mask = Mask{static_cast<uint8_t>((s.color_mask.bits & ~colors) | (bus & colors))};
      break;
    }
    case 3:
      setOamAddress(bus);
      break;
    case 5:
      followScrollByte(bus);
      break;
    case 6:
      followAddressByte(bus);
      break;
  }
}

void Ppu::endAccess(bool write, int reg, uint8_t value) {
  if (!write) return;
  switch (reg) {
    case 0: {
      const bool nmi_enabled = s.control.nmi_enabled;
      s.control = Control::written(value);
      s.control.nmi_enabled = nmi_enabled;
      break;
    }
    case 1:
      endMaskWrite(value);
      break;
    case 3:
      if (!s.oam_steps) forgetCount();
      break;
    case 4:
      // The netlist stores what is on the bus two dots later, which is the next write's value if that follows at once;
      // the test program cpu_dummy_writes_oam finds this one's.
      s.oam_write = OamWrite::Requested;
      s.oam_written = value;
      break;
    case 6:
      if (s.w) s.address_copy = AddressCopy::Requested;
      [[fallthrough]];
    case 5:
      s.w = !s.w;
      break;
  }
}

// Greyscale and emphasis, when all of a write to $2001 has arrived.
Mask Ppu::colorsOf(uint8_t value) const {
  constexpr unsigned at_once = bitsOf(1, Opens::Throughout),
                     late = bitsOf(1, Opens::AtTheEnd) & mask::emphasis;
  const uint8_t emphasis = timing_.swaps_emphasis ? emphasisSwapped(value) : value;
  return Mask{static_cast<uint8_t>((value & at_once) | (emphasis & late))};
}

void Ppu::endMaskWrite(uint8_t value) {
  takeColors(value);
  s.color_delay = pixel_delay;
  const bool rendered = s.rendering();
  switchRendering(Mask{value}.only(mask::all));
  // The address pins follow throughout the first half of a dot.
  if (!rendered && s.rendering() && s.second_half && onRenderedLine()) aimAgain();
  if (rendered && !s.rendering() && onRenderedLine()) stopReading();
}

// The layers that a pixel will be made with whose dot has just begun: the multiplexer comes one dot and a half later.
Mask Ppu::layersOfPixel() const {
  const Access& access = s.access;
  const uint64_t multiplexed = s.clock + timing_.dot_clocks + timing_.half_dot_clocks;
  const bool changes = access.stage != Access::Stage::None && access.write && access.reg == 1 &&
                       multiplexed >= access.began + end_clocks;
  return changes ? Mask{access.value}.only(mask::all) : s.mask;
}

}  // namespace jumpscope::ppu
