// The picture chip, with its accelerator where there is one: the only place of the console that knows which
// of the two makes time pass. Private to src/console.
#pragma once

#include <cstdint>
#include <utility>

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
  void watchPins(ppu::Watching watching, ppu::PinWatcher* watcher) { chip.watchPins(watching, watcher); }
  void drawTo(uint16_t* picture) { chip.drawTo(picture); }
  bool nmi() const { return chip.nmi(); }
  uint8_t peek(uint16_t address) const { return chip.peek(address); }

#if JUMPSCOPE_FAST
  // Off: the chip runs dot by dot.
  void useAccelerator(bool use) {
    accelerated_ = use;
    memoriesReplaced();
  }
  // OAM, video memory or patterns were changed other than through the registers.
  void memoriesReplaced() {
    repeated_ = {};
    fast_.memoriesReplaced();
  }
  void oamReplaced() {
    repeated_ = {};
    fast_.oamReplaced();
  }

  void runTo(uint64_t now) {
    if (!accelerated_) return chip.runTo(now);
    makeRepeatedWrite();
    fast_.runTo(now);
  }
  uint8_t read(int reg, uint64_t now) {
    if (!accelerated_) return chip.read(reg, now);
    makeRepeatedWrite();
    return fast_.read(reg, now);
  }
  // False: the write repeats what the chip holds. It changes no output, now or later.
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    if (!accelerated_) {
      chip.write(reg, value, stale, now);
      return true;
    }
    if (repeated_.made_at != 0 && reg == 0 && repeatsControl(value, stale)) {
      repeated_ = {value, stale, now};
      return false;
    }
    runTo(now);
    if (reg == 0 && repeatsControl(value, stale)) {
      repeated_ = {value, stale, now};
      return false;
    }
    fast_.write(reg, value, stale, now);
    return true;
  }
  // Whether the last access to the chip was a write that repeated what $2000 held, with the same bytes on the bus.
  bool repeatedControl(uint8_t value, uint8_t stale) const {
    return repeated_.made_at != 0 && repeated_.value == value && repeated_.stale == stale;
  }

  // Other pages lie on the chip's bus from now on.
  void wire(const ppu::Wiring& wiring) {
    chip.wire(wiring);
    fast_.wiringChanged();
  }

  // See ppu::fast::Accelerator. A chip that runs dot by dot may change something at once.
  uint64_t nextNmiChange() const { return accelerated_ ? fast_.nextNmiChange() : chip.s.clock; }
  uint64_t nextA12Rise(unsigned count) const {
    return accelerated_ ? fast_.nextA12Rise(count) : chip.s.clock;
  }
  uint64_t nextLineBegun(unsigned count) const {
    return accelerated_ ? fast_.nextLineBegun(count) : chip.s.clock;
  }
  uint64_t nextStatusChange() { return accelerated_ ? fast_.nextStatusChange() : chip.s.clock; }
  uint64_t ioBusChange(uint64_t now) const { return accelerated_ ? fast_.ioBusChange(now) : chip.s.clock; }
  uint8_t readUnchangedStatus(uint64_t now) { return fast_.readUnchangedStatus(now); }
  bool idleUntil(uint64_t now) const { return accelerated_ && fast_.idleUntil(now); }
  void loadOam(const uint8_t* page, uint64_t now) { fast_.loadOam(page, now); }

 private:
  // A write of $2000 that the chip has yet to be run to. Of several in a row that repeat what the chip holds, only the
  // last one can be noticed, by what it leaves on the I/O bus.
  struct RepeatedWrite {
    uint8_t value = 0, stale = 0;
    uint64_t made_at = 0;  // master clock; 0: there is none
  };

  ppu::fast::Accelerator fast_{chip};
  bool accelerated_ = true;
  RepeatedWrite repeated_;

  // Whether each latch of $2000 keeps what it holds, also while it follows the old data on the bus.
  bool repeatsControl(uint8_t value, uint8_t stale) const {
    namespace control = ppu::control;
    const ppu::State& s = chip.s;
    constexpr uint8_t follow = control::nametable | control::nmi;
    return ppu::Control::written(value) == s.control && ((value ^ stale) & follow) == 0 &&
           s.t.nametable() == (value & control::nametable) && !s.port.active && !chip.writesAreUnderWay() &&
           chip.watching() == ppu::Watching::Nothing;
  }
  void makeRepeatedWrite() {
    if (repeated_.made_at == 0) [[likely]]
      return;
    const RepeatedWrite write = std::exchange(repeated_, {});
    fast_.write(0, write.value, write.stale, write.made_at);
  }
#else
  void useAccelerator(bool) {}
  void memoriesReplaced() {}
  void oamReplaced() {}
  void wire(const ppu::Wiring& wiring) { chip.wire(wiring); }
  void runTo(uint64_t now) { chip.runTo(now); }
  uint8_t read(int reg, uint64_t now) { return chip.read(reg, now); }
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    chip.write(reg, value, stale, now);
    return true;
  }
  uint64_t nextNmiChange() const { return chip.s.clock; }
  uint64_t nextA12Rise(unsigned) const { return chip.s.clock; }
  uint64_t nextLineBegun(unsigned) const { return chip.s.clock; }
  uint64_t nextStatusChange() const { return chip.s.clock; }
  uint64_t ioBusChange(uint64_t) const { return chip.s.clock; }
  uint8_t readUnchangedStatus(uint64_t now) { return chip.read(2, now); }
  bool idleUntil(uint64_t) const { return false; }
  void loadOam(const uint8_t*, uint64_t) {}
#endif
};

}  // namespace jumpscope::console
