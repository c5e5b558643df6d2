// The 2A03's sound half: two pulses, triangle, noise, DMC, frame counter. A value: a State, a region and
// nothing else.
//
// Time: the tick of CPU cycle c comes AFTER the CPU's bus access in cycle c. An access in cycle c is
// therefore preceded by runTo(c), which does the ticks 0..c-1. Cycles alternate between get and put, the two
// halves of an APU cycle: the DMA unit reads in get cycles and writes in put cycles.
//
// The DMC's DMA is shared work. The channel says that it wants a byte (dmaRequested, dmaAddress); the console
// halts the CPU, reads in a get cycle, and hands the byte over (dmaDeliver) before that cycle's tick.
#pragma once

#include <array>
#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu {

class BandLimited;

// Chooses the period tables and the frame counter's steps. A Dendy's are the NTSC console's.
enum class Region : uint8_t { Ntsc, Pal, Dendy };

class Apu {
 public:
  State s;

  explicit Apu(Region region);
  Apu(const Apu& other) : s(other.s), region_(other.region_) {}  // the attached output is not copied
  Apu& operator=(const Apu& other) {
    s = other.s;
    region_ = other.region_;
    return *this;
  }

  // Cycle 0: the first cycle of the CPU's 7-cycle reset sequence is next.
  void powerOn();
  // The reset button: channels off ($4015 = 0), $4017's mode rewritten, IRQs acknowledged. Cycle count and
  // alignment run on. The next cycle is the first of the CPU's reset sequence.
  void reset();

  // Does the ticks s.cycle .. cycle-1; nothing when cycle <= s.cycle. The state is the same whether it is
  // called once or for every cycle.
  void runTo(uint64_t cycle);

  // A CPU write in cycle s.cycle to $4000-$4013, $4015 or $4017. Other addresses are ignored.
  void write(uint16_t address, uint8_t value);
  // A CPU read of $4015 in cycle s.cycle. Bit 5 is not driven: it is taken from `open_bus`. The frame IRQ
  // flag falls at the end of the put cycle.
  uint8_t readStatus(uint8_t open_bus);
  // $4015 without its side effect; bit 5 is 0.
  uint8_t peekStatus() const;

  // Whether cycle s.cycle is a put cycle.
  bool putCycle() const { return ((s.cycle & 1) != 0) == s.odd_is_put; }
  // The IRQ input as the CPU samples it at the end of cycle s.cycle - 1.
  bool irqAsserted() const { return s.frame.irq_line || s.dmc.irq; }

  // Whether the DMC wants the CPU halted in cycle s.cycle.
  bool dmaRequested() const { return s.dmc.request && (s.dmc.enabled || s.dmc.abort_request); }
  uint16_t dmaAddress() const { return s.dmc.address; }
  // The byte read at dmaAddress() in cycle s.cycle, a get cycle.
  void dmaDeliver(uint8_t byte);

  // The first cycle c > s.cycle such that, without another access, irqAsserted() or dmaRequested() may be
  // different once the ticks up to c-1 are done: never late, sometimes early. UINT64_MAX: never.
  uint64_t nextEvent() const;

  // The channels' amplitude goes to `output` from now on (nullptr: nowhere). Has no influence on the state.
  void attach(BandLimited* output);
  // The mixed amplitude now, see mixer.h.
  int32_t amplitude() const;

  // One CPU cycle: the meaning of runTo, which carries quiet stretches in one step. For tests.
  void tick();

 private:
  Region region_;
  BandLimited* output_ = nullptr;
  bool heard_ = false;                     // the output knows the levels ...
  std::array<uint8_t, 5> levels_heard_{};  // ... of the five channels

  // dmc.cpp
  void writeDmc(int offset, uint8_t value);
  void enableDmc(bool enable);
  void startDmcSample();
  void clockDmc();
  void shiftDmc();
  void endDmcByte();
  void settleDmcEnable();
  void requestDma();
  uint16_t dmcPeriod() const;        // in APU cycles
  uint64_t cyclesToByteEnd() const;  // the tick of cycle s.cycle + this - 1 ends the byte

  // apu.cpp
  void clockFrameCounter();
  void clockUnits(bool half_frame);

  // catch_up.cpp
  uint64_t quietCycles() const;
  uint64_t cyclesToOutputChange() const;
  void skip(uint64_t cycles);
  void emit();
};

}  // namespace jumpscope::apu
