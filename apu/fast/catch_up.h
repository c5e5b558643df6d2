// Runs a chip's Apu only when an output may change or its state is read, and then over many ticks in one
// step.
//
// The results are those of Apu::tick(): tests/apu/fast compares both. While nothing but timers and sequencers
// moves, any number of ticks is one step, and so it is while what was written to $4015 or $4017 arrives without
// another effect; every other tick is the chip's own.
#pragma once

#include <cstdint>

#include "apu/apu.h"
#include "apu/fast/timers.h"

namespace jumpscope::apu::fast {

// The get ticks among the next `cycles` ticks.
inline uint32_t getTicks(uint32_t cycles, bool put) { return put ? cycles / 2 : (cycles + 1) / 2; }

class CatchUp {
 public:
  explicit CatchUp(Apu& chip) : chip_(chip), now_(chip.s.cycle) {}

  // As the functions of Apu, in the cycle that advanceTo() named last. The chip is flushed.
  void powerOn();
  void reset();
  void restore(const State& state);
  void write(uint16_t address, uint8_t value);
  // The same where nobody looks at the chip's state before the next cycle: latches that make no difference are left out,
  // and the chip may stay behind. True if irqAsserted() or nextEvent() may be another one now.
  bool writeUnseen(uint16_t address, uint8_t value);
  uint8_t readStatus(uint8_t open_bus);
  void dmaDeliver(uint8_t byte);
  bool putCycle() const { return isPutCycle(chip_.s, now_); }

  // It is cycle `cycle` now, not earlier than it was. Apu::irqAsserted() and dmaRequested() are as of this
  // cycle; the rest of the chip may be behind.
  void advanceTo(uint64_t cycle) {
    now_ = cycle;
    if (cycle >= due_) [[unlikely]]
      predict();
  }
  // Brings the chip to the present.
  void flush() {
    if (repeated_.last != 0) [[unlikely]]
      giveRepeated();
    if (now_ > idle_until_)
      runTo(now_);
    else if (chip_.s.cycle < now_)
      runIdle(static_cast<uint32_t>(now_ - chip_.s.cycle));
  }
  // Flushes, then brings the chip to `cycle`.
  void runTo(uint64_t cycle);

  // The first cycle c after the current one such that, without another access, irqAsserted() or
  // dmaRequested() may be different once the ticks up to c-1 are done: never late, sometimes early.
  // UINT64_MAX: never.
  uint64_t nextEvent() { return due_ > now_ ? due_ : predict(); }

  // The cycle that nextEvent() has returned, if all that comes in it is the request for the next byte of a sample,
  // and another byte will follow that one; else 0.
  uint64_t fetchDue() const { return fetch_due_ == due_ ? due_ : 0; }
  // Where the byte lies. Precondition: fetchDue() != 0.
  uint16_t fetchAddress() const { return static_cast<uint16_t>(chip_.s.dmc.address + fetched_.count()); }
  // As nextEvent() for everything but that request, and what follows from it.
  uint64_t nextOther() const { return other_due_; }
  // The byte that is requested in cycle fetchDue() is read in the get cycle `get`, in which the DMA unit holds the CPU.
  // The chip need not be told before it is flushed. Precondition: nothing else changes an output up to then.
  void fetch(uint64_t get, uint8_t byte);

  // True if reading $4015 in the current cycle would acknowledge the frame counter's IRQ. The chip is flushed.
  bool frameIrqPending() {
    flush();
    return isIrqPending(chip_.s.frame);
  }
  // The cycle before which $4015 goes on to show what it shows now, without another access; 0 when not known.
  // Precondition: the chip was flushed in the current cycle.
  uint64_t statusUntil() const { return mayClockSoon(chip_.s.frame) || chip_.s.disabling ? 0 : idle_until_; }

 private:
  Apu& chip_;
  uint64_t now_;
  // 0 when not known:
  uint64_t due_ = 0;         // the last prediction of nextEvent(),
  uint64_t other_due_ = 0;   // of nextOther(),
  uint64_t fetch_due_ = 0;   // and of fetchDue(), whether or not something else comes before
  uint64_t idle_until_ = 0;  // the ticks before this cycle only run timers, and have writes arrive
  bool arriving_ = false;    // what was written may still be on its way

  Fetched fetched_;

  // Writes of one value to $4015 or $4017, one after the other. Once the one before it has arrived, only the last makes a
  // difference, but for the half frames that $4017 clocks.
  struct Repeated {
    uint16_t address = 0;  // 0: no write may be held back
    uint8_t value = 0;
    bool may_count = false;    // half frames may be clocked later
    uint32_t half_frames = 0;  // to be clocked, for writes that are forgotten
    uint64_t before = 0;       // cycles of the last two writes that were held back; 0: none
    uint64_t last = 0;
    uint64_t latest = 0;  // cycle of the last write, held back or not
  };
  Repeated repeated_;

  // writes.cpp
  bool holdsBack();
  void mayRepeat(uint16_t address, uint8_t value);
  void giveRepeated();
  bool mayStayBehind(uint16_t address) const;
  bool writeUnit(uint16_t address, uint8_t value);
  bool writeRate(uint8_t value);
  bool writeEnables(uint8_t value);
  bool writeSequence(uint8_t value);
  bool leavesLatches(uint16_t address) const;
  bool leavesEnables(uint8_t value) const;

  uint64_t predict();
  uint64_t predictByteEnd();
  void forgetPrediction() {
    due_ = fetch_due_ = other_due_ = idle_until_ = 0;
    repeated_.address = 0;
  }
  static bool isIrqPending(const FrameCounter& frame) {
    return frame.irq_flag || frame.irq_level || frame.irq_line;
  }
  // True if a restart of the sequence may clock the units in one of the next ticks.
  static constexpr unsigned longest_restart = 4;  // ticks
  static bool mayClockSoon(const FrameCounter& frame) { return frame.restart || frame.restart_latched; }
  bool restartsFarFromItsEnd() const;
  bool isIdle() const;
  uint64_t cyclesToByteEnd() const;
  uint32_t byteLength() const { return 16u * chip_.rates().dmcPeriod(chip_.s.dmc.rate); }
  // Precondition: the next `cycles` ticks are idle.
  void runIdle(uint32_t cycles) {
    if (arriving_) [[unlikely]]
      letWritesArrive(cycles);
    else
      runTimers(cycles);
  }
  void letWritesArrive(uint32_t cycles);
  void clockHalfFrame();
  void runTimers(uint32_t cycles) {
    chip_.s.frame.count = static_cast<uint16_t>(chip_.s.frame.count + cycles);
    runChannels(cycles);
  }
  void runChannels(uint32_t cycles);
  void runChannelsOfGets(uint32_t gets);

  // emission.cpp
  void emitTimers(uint32_t cycles);
  void emitPulses(uint32_t cycles);
  void emitRest(uint32_t cycles);
};

}  // namespace jumpscope::apu::fast
