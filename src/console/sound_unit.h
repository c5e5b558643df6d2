// The sound chip, with its accelerator where there is one: the only place of the console that knows which of
// the two makes time pass. Private to src/console.
#pragma once

#include <cstdint>

#include "apu/apu.h"
#if JUMPSCOPE_FAST
#include "apu/fast/catch_up.h"
#endif

namespace jumpscope::console {

class SoundUnit {
 public:
  apu::Apu chip;  // to look at, as of the last flush(); time passes through this class

  explicit SoundUnit(const apu::Rates& rates) : chip(rates) {}
  SoundUnit(const SoundUnit&) = delete;
  SoundUnit& operator=(const SoundUnit&) = delete;

  // As of the cycle that advanceTo() named last.
  bool irqAsserted() const { return chip.irqAsserted(); }
  bool dmaRequested() const { return chip.dmaRequested(); }
  uint16_t dmaAddress() const { return chip.dmaAddress(); }

  // Brings the chip's state and the samples to the present.
  void flush() {
    runToPresent();
    chip.output.updateIfStale(chip.s);
  }
  void attach(apu::BandLimited* listener) {
    flush();
    chip.attach(listener);
  }
  void setChannels(uint8_t channels) {
    flush();
    chip.setChannels(channels);
  }

#if JUMPSCOPE_FAST
  // Off: the chip runs tick by tick. To be called before time passes.
  void useAccelerator(bool use) { accelerated_ = use; }

  void powerOn() { accelerated_ ? fast_.powerOn() : chip.powerOn(); }
  void reset() { accelerated_ ? fast_.reset() : chip.reset(); }
  void restore(const apu::State& state) { accelerated_ ? fast_.restore(state) : chip.restore(state); }
  // It is CPU cycle `cycle` now.
  void advanceTo(uint64_t cycle) { accelerated_ ? fast_.advanceTo(cycle) : chip.runTo(cycle); }
  bool putCycle() const { return accelerated_ ? fast_.putCycle() : chip.putCycle(); }
  void write(uint16_t address, uint8_t value) {
    accelerated_ ? fast_.write(address, value) : chip.write(address, value);
  }
  uint8_t readStatus(uint8_t open_bus) {
    return accelerated_ ? fast_.readStatus(open_bus) : chip.readStatus(open_bus);
  }
  void dmaDeliver(uint8_t byte) { accelerated_ ? fast_.dmaDeliver(byte) : chip.dmaDeliver(byte); }

  // See apu::fast::CatchUp. Precondition: useAccelerator(true).
  bool writeUnseen(uint16_t address, uint8_t value) { return fast_.writeUnseen(address, value); }
  uint64_t nextEvent() { return fast_.nextEvent(); }
  uint64_t fetchDue() const { return fast_.fetchDue(); }
  uint16_t fetchAddress() const { return fast_.fetchAddress(); }
  uint64_t nextOther() const { return fast_.nextOther(); }
  void fetch(uint64_t get, uint8_t byte) { fast_.fetch(get, byte); }
  bool frameIrqPending() { return fast_.frameIrqPending(); }
  uint64_t statusUntil() const { return fast_.statusUntil(); }

 private:
  void runToPresent() {
    if (accelerated_) fast_.flush();
  }

  apu::fast::CatchUp fast_{chip};
  bool accelerated_ = true;
#else
  void useAccelerator(bool) {}
  void powerOn() { chip.powerOn(); }
  void reset() { chip.reset(); }
  void restore(const apu::State& state) { chip.restore(state); }
  void advanceTo(uint64_t cycle) { chip.runTo(cycle); }
  bool putCycle() const { return chip.putCycle(); }
  void write(uint16_t address, uint8_t value) { chip.write(address, value); }
  uint8_t readStatus(uint8_t open_bus) { return chip.readStatus(open_bus); }
  void dmaDeliver(uint8_t byte) { chip.dmaDeliver(byte); }

 private:
  void runToPresent() {}
#endif
};

}  // namespace jumpscope::console
