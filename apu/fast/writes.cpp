// Writes to registers that leave standing what is known of the time to come.
#include <algorithm>

#include "apu/channels.h"
#include "apu/fast/catch_up.h"
#include "apu/fast/half_frames.h"

namespace jumpscope::apu::fast {

namespace {

// Of a register of the units.
bool loadsLength(uint16_t address) { return (address & 3) == 3; }

const LengthCounter& lengthOf(const State& s, uint16_t address) {
  switch (address >> 2 & 3) {
    case 0:
      return s.pulse1.length;
    case 1:
      return s.pulse2.length;
    case 2:
      return s.triangle.length;
    default:
      return s.noise.length;
  }
}

// True if the frame counter's IRQ flag and the line that follows it have come to rest.
bool isAtRest(const FrameCounter& frame) {
  return frame.irq_flag == frame.irq_level && frame.irq_level == frame.irq_line &&
         !(frame.clear_pending && frame.irq_flag);
}

}  // namespace

bool CatchUp::writeUnseen(uint16_t address, uint8_t value) {
  if (address == repeated_.address && value == repeated_.value && holdsBack()) return false;
  if (mayStayBehind(address)) {
    chip_.writeRegister(address, value);
    repeated_.address = 0;
    return false;
  }
  flush();
  repeated_.address = 0;
  switch (address) {
    case 0x4010:
      return writeRate(value);
    case 0x4015:
      return writeEnables(value);
    case 0x4017:
      return writeSequence(value);
    default:
      return writeUnit(address, value);
  }
}

// A write that repeats the one before. True: it is held back.
bool CatchUp::holdsBack() {
  if (now_ >= idle_until_ || now_ - repeated_.latest < longest_restart) return false;
  const bool clocks = repeated_.address == 0x4017 && (repeated_.value & 0x80) != 0;
  if (clocks && (!repeated_.may_count || chip_.output.listener != nullptr)) return false;
  if (clocks && repeated_.before != 0) ++repeated_.half_frames;
  repeated_.before = repeated_.last;
  repeated_.last = repeated_.latest = now_;
  arriving_ = true;
  return true;
}

// The same write may follow, and would again change nothing but what it has changed now.
void CatchUp::mayRepeat(uint16_t address, uint8_t value) {
  repeated_ = {.address = address, .value = value, .latest = now_};
  repeated_.may_count = halfFramesLeaveTimers(chip_.s);
}

// Hands to the chip what was held back.
void CatchUp::giveRepeated() {
  const Repeated given = repeated_;
  repeated_.before = repeated_.last = 0;
  repeated_.half_frames = 0;
  clockHalfFrames(chip_.s, given.half_frames);
  for (const uint64_t cycle : {given.before, given.last}) {
    if (cycle == 0) continue;
    if (chip_.s.cycle < cycle) runIdle(static_cast<uint32_t>(cycle - chip_.s.cycle));
    chip_.writeRegister(given.address, given.value);
    arriving_ = true;
  }
}

// True if a write may go before the ticks that are still to be done, as none of them looks at what it changes.
bool CatchUp::mayStayBehind(uint16_t address) const {
  const State& s = chip_.s;
  if (now_ >= idle_until_ || arriving_ || chip_.output.listener != nullptr) return false;
  const uint32_t cycles = static_cast<uint32_t>(now_ - s.cycle);
  const uint32_t gets = getTicks(cycles, chip_.putCycle());
  switch (address) {
    case 0x4002:
      return gets < s.pulse1.timer;
    case 0x4003:
      return gets < s.pulse1.timer && s.pulse1.length.enabled;
    case 0x4006:
      return gets < s.pulse2.timer;
    case 0x4007:
      return gets < s.pulse2.timer && s.pulse2.length.enabled;
    case 0x400A:
      return cycles <= s.triangle.timer;
    case 0x400B:
      return cycles <= s.triangle.timer && s.triangle.length.enabled;
    case 0x400E:
      return gets < s.noise.timer;
    case 0x400F:
      return s.noise.length.enabled;
    case 0x4010:
    case 0x4015:
    case 0x4017:
      return false;
    case 0x4011:
      return gets < s.dmc.timer;
    default:
      return true;
  }
}

// True if the latches of the units would make no difference to a write in this cycle: nothing clocks the units in its
// tick, and no sequencer steps on from where it was.
bool CatchUp::leavesLatches(uint16_t address) const {
  const State& s = chip_.s;
  if (now_ >= idle_until_ || mayClockSoon(s.frame)) return false;
  if (!loadsLength(address) || address >= 0x4008 || chip_.putCycle()) return true;
  return (address < 0x4004 ? s.pulse1 : s.pulse2).timer != 0;
}

// The units, and the level and the next sample of the DMC, have nothing to do with when IRQs and DMA come.
bool CatchUp::writeUnit(uint16_t address, uint8_t value) {
  State& s = chip_.s;
  if (address < 0x4010 && leavesLatches(address)) {
    chip_.writeRegister(address, value);
    if (loadsLength(address) && !lengthOf(s, address).enabled) s.disabling = true;
  } else {
    chip_.write(address, value);
    if (s.latched) idle_until_ = 0;
  }
  arriving_ |= s.disabling;
  return false;
}

bool CatchUp::writeRate(uint8_t value) {
  const auto rate = chip_.s.dmc.rate;
  const bool irq = chip_.s.dmc.irq;
  chip_.write(0x4010, value);
  if (chip_.s.dmc.rate == rate && chip_.s.dmc.irq == irq) return false;
  forgetPrediction();
  return true;
}

// True if a write of $4015 in this cycle neither begins nor ends anything, with latches or without.
bool CatchUp::leavesEnables(uint8_t value) const {
  const Dmc& dmc = chip_.s.dmc;
  if (now_ >= idle_until_ || mayClockSoon(chip_.s.frame) || chip_.s.disabling || dmc.irq) return false;
  constexpr uint8_t dmc_bit = 0x10;
  const bool dmc_changes = (value & dmc_bit) != 0 ? !dmc.enabled || dmc.bytes_left == 0
                                                  : dmc.enabled || dmc.bytes_left > 0 || dmc.request;
  const uint8_t running = chip_.peekStatus() & 0x0F;
  return !dmc_changes && (running & ~value) == 0;
}

bool CatchUp::writeEnables(uint8_t value) {
  if (!leavesEnables(value)) {
    chip_.write(0x4015, value);
    forgetPrediction();
    return true;
  }
  chip_.writeRegister(0x4015, value);
  arriving_ = true;
  mayRepeat(0x4015, value);
  return false;
}

// The sequence begins anew. What is known of its next step and its next IRQ is known to be early from now on.
bool CatchUp::writeSequence(uint8_t value) {
  chip_.write(0x4017, value);
  const FrameCounter& frame = chip_.s.frame;
  if (!isAtRest(frame) || !restartsFarFromItsEnd()) {
    forgetPrediction();
    return true;
  }
  const FrameSteps& steps = chip_.rates().frame;
  arriving_ = true;
  idle_until_ = std::min(idle_until_, now_ + steps.quarter1);
  if (now_ < idle_until_) mayRepeat(0x4017, value);
  const uint64_t irq = frame.next_five_step || frame.irq_inhibit ? UINT64_MAX : now_ + steps.half2_four;
  const bool foreseen = due_ != 0 && due_ <= irq;
  other_due_ = std::min(other_due_, irq);
  due_ = std::min(due_, irq);
  return !foreseen;
}

}  // namespace jumpscope::apu::fast
