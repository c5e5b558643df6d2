#include "ppu/fast/accelerator.h"

#include <algorithm>
#include <array>

#include "ppu/color.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

void Accelerator::memoriesReplaced() {
  sprite_lines_.lookAgain();
  compositor_.everythingChanged();
}

Obstacle Accelerator::whyNotSpan() const {
  const State& s = chip_.s;
  const bool rendering = s.rendering();
  if (s.port.active) return Obstacle::DataPort;
  if (chip_.writesAreUnderWay()) return Obstacle::DelayedWrite;
  if (!rendering && s.color_delay != 0) return Obstacle::DelayedWrite;
  if (s.rendering_delayed != rendering) return Obstacle::DelayedWrite;
  if (!rendering && s.evaluation_step != 0) return Obstacle::Sprites;
  if (s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Obstacle::Flags;
  if (s.status.sprite_overflow != s.sprite_overflow_readable) return Obstacle::Flags;
  if (s.commit != Commit::None) return Obstacle::Fetch;
  if (rendering && chip_.watching() == Watching::Fetches) return Obstacle::Board;
  return Obstacle::None;
}

void Accelerator::run(uint64_t now) {
  const State& s = chip_.s;
  const unsigned dot_clocks = chip_.timing().dot_clocks;
  const unsigned half_clocks = chip_.timing().half_dot_clocks;
  do {
    if (countDots(now)) continue;
    if (isQuietWrite(now)) chip_.keepAccess(s.access.began + end_clocks);
    const uint64_t rest = s.second_half ? chip_.secondHalfClocks() : 0;
    const uint64_t clocks = now - s.clock;
    if (clocks <= rest + half_clocks) {
      runHalfDot();
      continue;
    }
    // Whole dots whose second halves begin before `now`.
    const unsigned most = static_cast<unsigned>(std::min<uint64_t>(clocks - rest, 1u << 24));
    const int dots = static_cast<int>((most - half_clocks - 1) / dot_clocks + 1);
    if (s.second_half) {
      runHalfDot();
      continue;
    }
    if (renderLines(dots)) continue;
    runDot();
  } while (s.clock < now);
}

// Whether nothing looks at what is being written before it has arrived, which is before `now`: t while it is not
// copied, fine X while nobody sees pixels.
bool Accelerator::isQuietWrite(uint64_t now) const {
  const State& s = chip_.s;
  const uint64_t ends = s.access.began + end_clocks;
  if (s.access.stage == Access::Stage::None || !s.access.write || now < ends || s.clock > ends) return false;
  if (inVblankRun() || s.status.vblank || s.port.active || s.address_copy != AddressCopy::None) return false;
  const int last = s.dot + static_cast<int>(ends - s.clock) / chip_.timing().dot_clocks + 1;
  constexpr int before_copy = firstDot(action::IncrementY) - 1, after_copy = firstDot(action::CopyX) + 1;
  const bool in_picture = last <= before_copy;
  const int first = chip_.onPreRenderLine() ? lastDot(action::CopyY) + 1 : after_copy;
  if (!in_picture && (s.dot < first || last > last_dot)) return false;
  switch (s.access.reg) {
    case 0: {
      Control control = Control::written(s.access.value);
      control.nmi_enabled = s.control.nmi_enabled;
      return control == s.control;
    }
    case 5:
      return s.w || !in_picture || !(chip_.screen.picture || (s.sprite_zero_armed && s.sprite_zero_current));
    case 6:
      return !s.w;
    default:
      return false;
  }
}

void Accelerator::runHalfDot() {
  chip_.halfDot();
  noticeStores();
}

void Accelerator::runDot() {
  chip_.halfDot();
  chip_.halfDot();
  noticeStores();
}

// What half a dot, or a whole one, may have changed in the memories that caches are made from: OAM, and what $2007
// wrote.
void Accelerator::noticeStores() {
  sprite_lines_.lookAgain();
  if (chip_.s.port.writing || chip_.s.port.step_latch) noticeStore();
}

uint8_t Accelerator::read(int reg, uint64_t now) {
  runTo(now);
  const uint8_t begun = chip_.beginRead(reg, now);
  runTo(now + static_cast<uint64_t>(Ppu::readClocks(reg)));
  return chip_.endRead(reg, begun, now);
}

void Accelerator::write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  runTo(now);
  chip_.beginWrite(reg, value, stale, now);
}

uint8_t Accelerator::readUnchangedStatus(uint64_t now) {
  chip_.s.w = false;
  chip_.driveIoBus(chip_.s.status.bits(), status::all, now);
  return chip_.ioBus(now);
}

bool Accelerator::idleUntil(uint64_t now) const {
  return whyNotIdle() == Obstacle::None && clockAfter(dotsToLandmark()) >= now;
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
  write(4, page[255], page[255], now);
}

}  // namespace jumpscope::ppu::fast
