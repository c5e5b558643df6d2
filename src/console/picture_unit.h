// The picture chip, with its accelerator where there is one: the only place of the console that knows which
// of the two makes time pass. Private to src/console.
#pragma once

#include <cstdint>

#include "ppu/ppu.h"
#if JUMPSCOPE_FAST
#include "ppu/fast/accelerator.h"
#endif

namespace jumpscope::console {

class PictureUnit {
 public:
  ppu::Ppu chip;  // to look at; time passes through this class

  PictureUnit(const ppu::Timing& timing, int alignment) : chip(timing, alignment) {}
  PictureUnit(const PictureUnit&) = delete;
  PictureUnit& operator=(const PictureUnit&) = delete;

  void powerOn() {
    chip.powerOn();
    memoriesReplaced();
  }
  void reset() { chip.reset(); }
  void drawTo(uint16_t* picture) { chip.drawTo(picture); }
  bool nmi() const { return chip.nmi(); }
  uint8_t peek(uint16_t address) const { return chip.peek(address); }

#if JUMPSCOPE_FAST
  void watchPins(ppu::Watching watching, ppu::PinWatcher* watcher) {
    chip.watchPins(watching, watcher);
    fast_.watchingChanged();
  }
  // Off: the chip runs dot by dot.
  void useAccelerator(bool use) {
    accelerated_ = use;
    memoriesReplaced();
  }
  // OAM, video memory or patterns were changed other than through the registers.
  void memoriesReplaced() { fast_.memoriesReplaced(); }
  void oamReplaced() { fast_.oamReplaced(); }

  void runTo(uint64_t now) { accelerated_ ? fast_.runTo(now) : chip.runTo(now); }
  // Brings nmi(), the frame counter and what the watcher of the pins was told there; the chip may stay behind.
  void bringOutputsTo(uint64_t now) { accelerated_ ? fast_.bringOutputsTo(now) : chip.runTo(now); }
  uint8_t read(int reg, uint64_t now) { return accelerated_ ? fast_.read(reg, now) : chip.read(reg, now); }
  // False: the write changes no output, now or later.
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    if (accelerated_) return fast_.write(reg, value, stale, now);
    chip.write(reg, value, stale, now);
    return true;
  }
  // See ppu::fast::Accelerator. Nothing waits where the chip runs dot by dot.
  ppu::fast::AccessLog& log() { return fast_.log(); }
  uint64_t clocksBetweenWrites() const { return fast_.clocksBetweenWrites(); }
  // True if the last access to the chip was a write that repeated what $2000 held, with the same bytes on the bus.
  bool repeatedControl(uint8_t value, uint8_t stale) const { return fast_.repeatedControl(value, stale); }

  // Other pages lie on the chip's bus from where the chip stands.
  void wire(const ppu::Wiring& wiring) { fast_.wire(wiring); }
  // The same from `now` on. True: the chip may be behind.
  bool wire(const ppu::Wiring& wiring, uint64_t now) {
    if (accelerated_) return fast_.wire(wiring, now);
    chip.runTo(now);
    wire(wiring);
    return false;
  }
  // What wire() was last called with.
  const ppu::Wiring& wiring() const { return fast_.wiring(); }

  // See ppu::fast::Accelerator. A chip that runs dot by dot may change something at once.
  uint64_t nextNmiChange() const { return accelerated_ ? fast_.prediction().nextNmiChange() : chip.s.clock; }
  ppu::A12Rise nextA12Rise(unsigned count) const {
    return accelerated_ ? fast_.nextA12Rise(count) : ppu::A12Rise{chip.s.clock};
  }
  bool leavesA12(int reg) const { return accelerated_ && fast_.leavesA12(reg); }
  uint64_t nextLineBegun(unsigned count) const {
    return accelerated_ ? fast_.prediction().nextLineBegun(count) : chip.s.clock;
  }
  uint64_t pictureEnd() const { return accelerated_ ? fast_.prediction().pictureEnd() : chip.s.clock; }
  uint64_t nextStatusChange() const {
    return accelerated_ ? fast_.prediction().nextStatusChange() : chip.s.clock;
  }
  uint64_t statusStaysUntil(uint64_t now) { return accelerated_ ? fast_.statusStaysUntil(now) : 0; }
  uint64_t ioBusChange(uint64_t now) const { return accelerated_ ? fast_.ioBusChange(now) : chip.s.clock; }
  uint8_t readUnchangedStatus(uint64_t now) { return fast_.readUnchangedStatus(now); }
  bool idleUntil(uint64_t now) const { return accelerated_ && fast_.idleUntil(now); }
  void loadOam(const uint8_t* page, uint64_t now) { fast_.loadOam(page, now); }

 private:
  ppu::fast::Accelerator fast_{chip};
  bool accelerated_ = true;
#else
  void watchPins(ppu::Watching watching, ppu::PinWatcher* watcher) { chip.watchPins(watching, watcher); }
  void useAccelerator(bool) {}
  void memoriesReplaced() {}
  void oamReplaced() {}
  void wire(const ppu::Wiring& wiring) { chip.wire(wiring); }
  bool wire(const ppu::Wiring& wiring, uint64_t now) {
    chip.runTo(now);
    wire(wiring);
    return false;
  }
  const ppu::Wiring& wiring() const { return chip.wiring(); }
  void runTo(uint64_t now) { chip.runTo(now); }
  void bringOutputsTo(uint64_t now) { chip.runTo(now); }
  uint8_t read(int reg, uint64_t now) { return chip.read(reg, now); }
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    chip.write(reg, value, stale, now);
    return true;
  }
  uint64_t nextNmiChange() const { return chip.s.clock; }
  ppu::A12Rise nextA12Rise(unsigned) const { return {chip.s.clock}; }
  bool leavesA12(int) const { return false; }
  uint64_t nextLineBegun(unsigned) const { return chip.s.clock; }
  uint64_t pictureEnd() const { return chip.s.clock; }
  uint64_t nextStatusChange() const { return chip.s.clock; }
  uint64_t ioBusChange(uint64_t) const { return chip.s.clock; }
  uint8_t readUnchangedStatus(uint64_t now) { return chip.read(2, now); }
  bool idleUntil(uint64_t) const { return false; }
  void loadOam(const uint8_t*, uint64_t) {}
#endif
};

}  // namespace jumpscope::console
