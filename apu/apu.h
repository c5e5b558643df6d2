// The 2A03's sound half: two pulses, triangle, noise, DMC, frame counter. A value: a State and the rates of
// its region.
//
// Time: the tick of CPU cycle c comes AFTER the CPU's bus access in cycle c. An access in cycle c is
// therefore preceded by runTo(c), which does the ticks 0..c-1. Cycles alternate between get and put, the two
// halves of an APU cycle: the DMA unit reads in get cycles and writes in put cycles.
//
// The DMC's DMA is shared work. The channel says that it wants a byte (dmaRequested, dmaAddress); the console
// halts the CPU, reads in a get cycle, and hands the byte over (dmaDeliver) before that cycle's tick.
#pragma once

#include <cstdint>

#include "apu/output.h"
#include "apu/rates.h"
#include "apu/state.h"

namespace jumpscope::apu {

class Apu {
 public:
  State s;
  Output output;  // not copied

  explicit Apu(const Rates& rates);
  Apu(const Apu& other);
  Apu& operator=(const Apu& other);

  // Cycle 0: the first cycle of the CPU's 7-cycle reset sequence is next.
  void powerOn();
  // The reset button: channels off ($4015 = 0), $4017's mode rewritten, IRQs acknowledged. Cycle count and
  // alignment run on. The next cycle is the first of the CPU's reset sequence.
  void reset();
  // Continues from another state. The listener hears the old one up to now and the new one from now on,
  // without a gap.
  void restore(const State& state);

  // One CPU cycle.
  void tick();
  // Does the ticks s.cycle .. cycle-1; nothing when cycle <= s.cycle.
  void runTo(uint64_t cycle) {
    output.updateIfStale(s);
    while (s.cycle < cycle) {
      tick();
      output.update(s);
    }
  }

  // A CPU write in the current cycle to $4000-$4013, $4015 or $4017. Other addresses are ignored.
  void write(uint16_t address, uint8_t value);
  // The same without the latches of the units, and without noticing that a length counter must stop.
  void writeRegister(uint16_t address, uint8_t value);
  // A CPU read of $4015 in the current cycle. Bit 5 is not driven: it is taken from `open_bus`. The frame IRQ
  // flag falls at the end of the put cycle.
  uint8_t readStatus(uint8_t open_bus);
  // $4015 without its side effect; bit 5 is 0.
  uint8_t peekStatus() const;

  // Whether the current cycle is a put cycle.
  bool putCycle() const { return isPutCycle(s, s.cycle); }
  // The IRQ input as the CPU samples it at the end of the cycle before the current one.
  bool irqAsserted() const { return s.frame.irq_line || s.dmc.irq; }

  // Whether the DMC wants the CPU halted in the current cycle.
  bool dmaRequested() const { return s.dmc.request && (s.dmc.enabled || s.dmc.abort_request); }
  uint16_t dmaAddress() const { return s.dmc.address; }
  // The byte read at dmaAddress() in the current cycle, a get cycle.
  void dmaDeliver(uint8_t byte);

  // The channels' amplitude goes to `listener` from now on (nullptr: nowhere). Has no influence on the state.
  void attach(BandLimited* listener);
  // Which channels are mixed: see Output::channels.
  void setChannels(uint8_t channels);
  // The mixed amplitude, 0 .. full_scale (mixer.h).
  int32_t amplitude() const {
    const Amplitude now = output.mixed(s);
    return now.pulses + now.rest;
  }

  const Rates& rates() const { return rates_; }

 private:
  Rates rates_;

  // apu.cpp
  void clockFrameCounter(bool put);
  bool endFourSteps();
  void clockPulses();

  // dmc.cpp
  void writeDmc(int offset, uint8_t value);
  void enableDmc(bool enable);
  void clockDmc();
  void followDmcEnable();
};

}  // namespace jumpscope::apu
