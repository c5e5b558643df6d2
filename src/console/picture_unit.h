// The picture chip: the only place of the console that knows how it makes time pass. Private to src/console.
#pragma once

#include <cstdint>

#include "ppu/ppu.h"

namespace jumpscope::console {

class PictureUnit {
 public:
  ppu::Ppu chip;  // to look at; time passes through this class

  PictureUnit(ppu::Region region, int alignment) : chip(region, alignment) {}
  PictureUnit(const PictureUnit&) = delete;
  PictureUnit& operator=(const PictureUnit&) = delete;

  void powerOn() { chip.powerOn(); }
  void reset() { chip.reset(); }
  void wire(const ppu::Wiring& wiring) { chip.wire(wiring); }
  void drawTo(uint16_t* picture) { chip.drawTo(picture); }
  bool nmi() const { return chip.nmi(); }
  uint8_t peek(uint16_t address) const { return chip.peek(address); }

  // Off: the chip runs dot by dot.
  void useAccelerator(bool use) { chip.allowShortcuts(use); }
  // OAM, video memory or patterns were changed other than through the registers.
  void memoriesReplaced() { chip.stateReplaced(); }

  void runTo(uint64_t now) { chip.runTo(now); }
  uint8_t read(int reg, uint64_t now) { return chip.read(reg, now); }
  void write(int reg, uint8_t value, uint8_t stale, uint64_t now) { chip.write(reg, value, stale, now); }

  uint64_t nextNmiChange() const { return chip.nextNmiChange(); }
  uint64_t nextStatusChange() { return chip.nextStatusChange(); }
  uint64_t ioBusChange(uint64_t now) const { return chip.ioBusChange(now); }
  uint8_t readUnchangedStatus(uint64_t now) { return chip.readSteadyStatus(now); }
  bool idleUntil(uint64_t now) const { return chip.idleUntil(now); }
  void loadOam(const uint8_t* page, uint64_t now) { chip.loadOam(page, now); }
};

}  // namespace jumpscope::console
