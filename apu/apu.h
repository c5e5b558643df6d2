// The 2A03's sound half: two pulses, triangle, noise, DMC, frame counter. A value: a State, a region and
// nothing else.
//
// Time: the tick of CPU cycle c comes AFTER the CPU's bus access in cycle c. An access in cycle c is
// therefore preceded by runTo(c), which does the ticks 0..c-1. Cycles alternate between get and put, the two
// halves of an APU cycle: the DMA unit reads in get cycles and writes in put cycles.
//
// The DMC's DMA is shared work. The channel says that it wants a byte (dmaRequested, dmaAddress); the console
// halts the CPU, reads in a get cycle, and hands the byte over (dmaDeliver) before that cycle's tick.
//
// What a tick does to the state is written once, in tick(). Only timers and sequencers move in most ticks,
// and those are carried over any stretch in one step; and when it is told the time by advanceTo, the APU does
// not even do that before somebody looks or an output may change.
#pragma once

#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu {

class BandLimited;

// Chooses the period tables and the frame counter's steps. A Dendy's are the NTSC console's.
enum class Region : uint8_t { Ntsc, Pal, Dendy };

class Apu {
 public:
  // As of cycle s.cycle, which lies behind the present after advanceTo: settle() first.
  State s;

  explicit Apu(Region region);
  Apu(const Apu& other);  // the attached output is not copied
  Apu& operator=(const Apu& other);

  // Cycle 0: the first cycle of the CPU's 7-cycle reset sequence is next.
  void powerOn();
  // The reset button: channels off ($4015 = 0), $4017's mode rewritten, IRQs acknowledged. Cycle count and
  // alignment run on. The next cycle is the first of the CPU's reset sequence.
  void reset();
  // Goes on from another state. Until now the output hears what was, from now on what is, without a gap.
  void restore(const State& state);

  // Does the ticks s.cycle .. cycle-1; nothing when cycle <= s.cycle. The state is the same whether it is
  // called once or for every cycle.
  void runTo(uint64_t cycle);
  // It is cycle `cycle` now, not earlier than it was: the same as runTo to all but `s`, and next to free.
  void advanceTo(uint64_t cycle) {
    now_ = cycle;
    if (cycle >= due_) [[unlikely]]
      advance();
  }
  // Brings `s` to the present.
  void settle() {
    if (now_ > quiet_until_)
      runTo(now_);
    else if (s.cycle < now_)
      skip(static_cast<uint32_t>(now_ - s.cycle));
  }
  // false: one tick after the other, for those who compare.
  void allowShortcuts(bool allow);

  // A CPU write in the current cycle to $4000-$4013, $4015 or $4017. Other addresses are ignored.
  void write(uint16_t address, uint8_t value);
  // A CPU read of $4015 in the current cycle. Bit 5 is not driven: it is taken from `open_bus`. The frame IRQ
  // flag falls at the end of the put cycle.
  uint8_t readStatus(uint8_t open_bus);
  // $4015 as of s.cycle without its side effect; bit 5 is 0.
  uint8_t peekStatus() const;

  // Whether the current cycle is a put cycle.
  bool putCycle() const { return ((now_ & 1) != 0) == s.odd_is_put; }
  // The IRQ input as the CPU samples it at the end of the cycle before the current one.
  bool irqAsserted() const { return s.frame.irq_line || s.dmc.irq; }

  // Whether the DMC wants the CPU halted in the current cycle.
  bool dmaRequested() const { return s.dmc.request && (s.dmc.enabled || s.dmc.abort_request); }
  uint16_t dmaAddress() const { return s.dmc.address; }
  // The byte read at dmaAddress() in the current cycle, a get cycle.
  void dmaDeliver(uint8_t byte);

  // The first cycle c after the current one such that, without another access, irqAsserted() or
  // dmaRequested() may be different once the ticks up to c-1 are done: never late, sometimes early.
  // UINT64_MAX: never.
  uint64_t nextEvent() { return due_ > now_ ? due_ : foresee(); }

  // The channels' amplitude goes to `output` from now on (nullptr: nowhere). Has no influence on the state.
  void attach(BandLimited* output);
  // Which channels are mixed: bit 0 the first pulse, then the second, triangle, noise, DMC. Those left out
  // count as level 0. Has no influence on the state, and is not copied.
  static constexpr uint8_t all_channels = 31;
  void setChannels(uint8_t channels);
  // The mixed amplitude as of s.cycle, 0 .. full_scale (mixer.h). Approximation: a triangle beyond hearing
  // (above 25 kHz) counts as its mean.
  int32_t amplitude() const;

  // One CPU cycle: the meaning of runTo. For tests.
  void tick();

 private:
  // An amplitude has two parts that add up, as the chip has two converters.
  struct Amplitude {
    int32_t pulses = 0;
    int32_t rest = 0;
  };

  Region region_;
  bool shortcuts_ = true;
  uint64_t now_ = 0;
  // 0 when not known:
  uint64_t due_ = 0;          // before this cycle nothing changes that the CPU could see
  uint64_t quiet_until_ = 0;  // the ticks before this cycle only run timers
  BandLimited* output_ = nullptr;
  bool retuned_ = false;       // an access may have changed the amplitude since the last tick
  bool heard_ = false;         // the output knows ...
  Amplitude heard_amplitude_;  // ... this
  uint8_t channels_ = all_channels;

  bool putTick() const { return ((s.cycle & 1) != 0) == s.odd_is_put; }
  void advance();
  uint64_t foresee();
  void forgetForesight() { due_ = quiet_until_ = 0; }

  // dmc.cpp
  void writeDmc(int offset, uint8_t value);
  void enableDmc(bool enable);
  void startDmcSample();
  void clockDmc();
  void endDmcByte();
  void settleDmcEnable();
  void requestDma();
  void runDmc(uint32_t clocks);
  uint16_t dmcPeriod() const;        // in APU cycles
  uint64_t cyclesToByteEnd() const;  // the tick of cycle s.cycle + this - 1 ends the byte

  // apu.cpp
  void clockFrameCounter();
  void clockUnits(bool half_frame);
  void settleLengths();

  // catch_up.cpp
  bool busy() const;
  void carryTo(uint64_t cycle);
  void skip(uint32_t cycles);

  // sound.cpp
  bool mixes(int channel) const { return (channels_ >> channel & 1) != 0; }
  size_t dmcSound(uint8_t output) const { return mixes(4) ? output & 127 : 0; }
  Amplitude mixed() const;
  void emit();
  void emitTimers(uint32_t cycles);
  void emitPulses(uint32_t cycles);
  void emitRest(uint32_t cycles);
};

}  // namespace jumpscope::apu
