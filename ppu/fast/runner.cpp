#include "ppu/fast/runner.h"

#include <algorithm>
#include <utility>

#include "ppu/fast/arrivals.h"
#include "ppu/fast/landmarks.h"
#include "ppu/fast/reasons.h"

namespace jumpscope::ppu::fast {

void Runner::run(uint64_t now) {
  const State& s = chip_.s;
  const unsigned half_clocks = chip_.timing().half_dot_clocks;
  do {
    const bool in_picture = s.rendering() && !inVblankRun(chip_);
    if (!in_picture && idle_.run(now)) continue;
    if (s.access.stage != Access::Stage::None && passAccess(now)) continue;
    if (in_picture && isArriving(chip_)) {
      do runHalfDot();
      while (s.clock < now && isArriving(chip_));
      continue;
    }
    const uint64_t rest = s.second_half ? chip_.secondHalfClocks() : 0;
    const uint64_t clocks = now - s.clock;
    if (clocks <= rest + half_clocks) {
      runHalfDot();
      continue;
    }
    // Whole dots whose second halves begin before `now`.
    const unsigned most = static_cast<unsigned>(std::min<uint64_t>(clocks - rest, 1u << 24));
    const int dots = static_cast<int>(chip_.timing().dotsBegunIn(most - half_clocks));
    if (s.second_half) {
      runHalfDot();
      continue;
    }
    if (lines_.render(dots)) continue;
    runDot();
  } while (s.clock < now);
}

// A write that the dots before its end do not see. True: the chip ran on, or has come to the end of the write.
bool Runner::passAccess(uint64_t now) {
  const State& s = chip_.s;
  if (isQuietWrite(now)) {
    chip_.keepAccess(s.access.began + end_clocks);
    return false;
  }
  if (!waits()) return false;
  runBeforeAccess(std::min(now, s.access.began));
  return true;
}

// True if nothing looks at what is being written before it has arrived, which is before `now`.
bool Runner::isQuietWrite(uint64_t now) const {
  const State& s = chip_.s;
  const uint64_t ends = s.access.began + end_clocks;
  return s.access.write && now >= ends && isUnseen(s.access.reg, s.access.value, s.w, ends);
}

// True if nothing looks at what a write changes from here on until it ends: t while it is not copied, fine X while
// nobody sees pixels. `second`: of the writes to $2005 and $2006.
bool Runner::isUnseen(unsigned reg, uint8_t value, bool second, uint64_t ends) const {
  const State& s = chip_.s;
  switch (reg) {
    case 0: {
      Control control = Control::written(value);
      control.nmi_enabled = s.control.nmi_enabled;
      return control == s.control && leavesScroll(ends);
    }
    case 5: {
      if (!leavesScroll(ends)) return false;
      // A hit that the last pixel made depends on fine X for another dot.
      const bool may_hit = (s.sprite_zero_armed && s.sprite_zero_current) || s.sprite_zero_pipeline != 0;
      const bool looks = chip_.screen.picture || may_hit;
      return second || !looks || !reachesPicture(ends);
    }
    case 6:
      return !second && leavesScroll(ends);
    default:
      return false;
  }
}

// The last dot that may begin before this clock, counted on from the scanline's.
int Runner::lastDotBefore(uint64_t clock) const {
  const uint64_t clocks = std::min<uint64_t>(clock - chip_.s.clock, 1u << 24);
  return chip_.s.dot + static_cast<int>(chip_.timing().dotsIn(clocks)) + 1;
}

bool Runner::reachesPicture(uint64_t clock) const {
  return chip_.s.dot < firstDot(action::CopyX) + 1 || lastDotBefore(clock) > last_dot;
}

// True if t is not copied before this clock: neither by a scanline, nor for the second write to $2006.
bool Runner::leavesScroll(uint64_t clock) const {
  const State& s = chip_.s;
  if (s.clock > clock || inVblankRun(chip_) || s.status.vblank || s.port.active) return false;
  if (s.address_copy != AddressCopy::None) return false;
  const int last = lastDotBefore(clock);
  constexpr int before_copy = firstDot(action::IncrementY) - 1, after_copy = firstDot(action::CopyX) + 1;
  if (last <= before_copy) return true;
  const int first = chip_.onPreRenderLine() ? lastDot(action::CopyY) + 1 : after_copy;
  return s.dot >= first && last <= dots_per_line + before_copy;
}

// A write of which nothing is seen before it has ended need not find the chip run up to it.
bool Runner::mayWait(unsigned reg, uint8_t value, uint64_t now) const {
  const State& s = chip_.s;
  if (reg != 5 && reg != 6) return false;
  if (!s.rendering() || !s.rendering_delayed) return false;
  if (s.access.stage != Access::Stage::None) return false;
  const uint64_t ends = now + end_clocks;
  return isUnseen(reg, value, s.w, ends) || (reg == 6 && leavesScroll(ends));
}

// Runs to `clock` as if nothing were being written.
void Runner::runBeforeAccess(uint64_t clock) {
  const Access access = std::exchange(chip_.s.access, Access{});
  run(clock);
  chip_.s.access = access;
}

void Runner::runHalfDot() {
  line12_.told.halfDot();
  noticeStores();
}

void Runner::runDot() {
  line12_.told.halfDot();
  line12_.told.halfDot();
  noticeStores();
}

// What half a dot, or a whole one, may have changed in the memories that caches are made from: OAM, and what $2007
// wrote.
void Runner::noticeStores() {
  sprite_lines_.lookAgain();
  if (chip_.s.port.writing || chip_.s.port.step_latch) compositor_.noticeStore(chip_.pinsAddress());
}

uint8_t Runner::read(int reg, uint64_t now) {
  runTo(now);
  const uint8_t begun = chip_.beginRead(reg, now);
  runTo(now + static_cast<uint64_t>(Ppu::readClocks(reg)));
  return chip_.endRead(reg, begun, now);
}

void Runner::write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  if ((reg == 5 || reg == 6) && chip_.s.rendering()) finishWrite(now);
  if (!mayWait(static_cast<unsigned>(reg), value, now)) runTo(now);
  chip_.beginWrite(reg, value, stale, now);
}

// Before another write: the one under way ends, where nothing has looked at it.
void Runner::finishWrite(uint64_t now) {
  const Access& access = chip_.s.access;
  if (access.stage != Access::Stage::None && isQuietWrite(now)) chip_.keepAccess(access.began + end_clocks);
}

}  // namespace jumpscope::ppu::fast
