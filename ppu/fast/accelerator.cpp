#include "ppu/fast/accelerator.h"

#include <algorithm>
#include <array>

namespace jumpscope::ppu::fast {

void Accelerator::memoriesReplaced() {
  oamReplaced();
  compositor_.everythingChanged();
}

void Accelerator::oamReplaced() {
  log_.clear();
  log_.blank = {};
  line12_.told.forget();
  sprite_lines_.lookAgain();
}

bool Accelerator::wire(const Wiring& wiring, uint64_t now) {
  if (picture_.queue(wiring, now)) return true;
  runTo(now);
  wire(wiring);
  return false;
}

void Accelerator::watchingChanged() {
  if (log_.waits == Waits::InBlank) blank_.takeEarlier();
  log_.close();
  log_.blank.last_write = 0;
}

uint8_t Accelerator::read(int reg, uint64_t now) {
  replay(now);
  return runner_.read(reg, now);
}

// True if a write changes an output, now or later: where it does not, it waits.
[[gnu::noinline, gnu::flatten]] bool Accelerator::writeAnew(const LoggedAccess& write) {
  log_.close();
  if (!picture_.queue(write)) {
    if (!blank_.mayFollow(write)) replay(0);
    if (!blank_.postpone(write)) {
      runner_.write(write.reg, write.value, write.stale, write.began);
      return true;
    }
  }
  blank_.open();
  return blank_.hasA12Rise();
}

// What waits comes before all others.
A12Rise Accelerator::nextA12Rise(unsigned count) const {
  if (blank_.hasA12Rise()) {
    if (count == 1) return {line12_.told.expected().clock};
    --count;
  }
  return line12_.nextRise(count);
}

uint64_t Accelerator::statusStaysUntil(uint64_t now) {
  const State& s = chip_.s;
  if (!log_.empty()) {
    if (!blank_.hasArrived(now)) return 0;
    blank_.takeArrivedAlone();
  }
  if (s.status.vblank || s.sprite_overflow_readable != s.status.sprite_overflow) return 0;
  return whyNotIdle(chip_) == Obstacle::None ? prediction_.nextStatusChange() : 0;
}

uint8_t Accelerator::readUnchangedStatus(uint64_t now) {
  chip_.s.w = false;
  chip_.driveIoBus(chip_.s.status.bits(), status::all, now);
  return chip_.ioBus(now);
}

bool Accelerator::idleUntil(uint64_t now) const {
  return whyNotIdle(chip_) == Obstacle::None && prediction_.clockAfter(idle_.dotsToLandmark()) >= now;
}

// The last byte is written as any other: its write may last beyond the step.
void Accelerator::loadOam(const uint8_t* page, uint64_t now) {
  State& s = chip_.s;
  const uint8_t last = static_cast<uint8_t>(s.oam_address + 255);
  std::array<uint8_t, 256> oam;
  std::rotate_copy(page, page + (256 - s.oam_address) % 256, page + 256, oam.begin());
  for (unsigned i = 0; i < 256; ++i) oam[i] = oamByte(i, oam[i]);
  oam[last] = s.oam[last];
  if (s.oam_address != 0) s.search_ended = true;  // the address wraps around
  s.oam_address = last;
  s.io_bus = page[254];
  s.oam = oam;
  sprite_lines_.lookAgain();
  runner_.write(4, page[255], page[255], now);
}

}  // namespace jumpscope::ppu::fast
