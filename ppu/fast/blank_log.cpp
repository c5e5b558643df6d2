// The log while the picture is blank: nothing looks at the address, the scroll and the colors. So the chip need not be run
// for each of many accesses in a row: of those before the last one only what they come to matters, and when, where pixels
// are wanted.
#include <span>

#include "ppu/fast/blank_log.h"

#include "ppu/fast/arrivals.h"

namespace jumpscope::ppu::fast {

BlankLog::BlankLog(Ppu& chip, AccessLog& log, Compositor& compositor, const Prediction& prediction,
                   IdleRun& idle, Line12& line12, Runner& runner)
    : chip_(chip),
      log_(log),
      compositor_(compositor),
      prediction_(prediction),
      idle_(idle),
      line12_(line12),
      runner_(runner),
      clocks_to_arrive_(end_clocks + static_cast<unsigned>(dots_to_settle) * chip.timing().dot_clocks) {}

bool BlankLog::hasArrived(uint64_t now) const {
  if (log_.empty() || log_.waits == Waits::InPicture) return false;
  const uint64_t arrives = log_.last().began + clocks_to_arrive_;
  return arrives <= now && arrives <= log_.blank.until;
}

// True if this and what waits take back what the other one does.
bool BlankLog::repeats(const LoggedAccess& write) const {
  return log_.waits == Waits::Harmless &&
         (log_.last().reg == write.reg || write.began >= log_.last().began + clocks_to_arrive_) &&
         isHarmless(write);
}

bool BlankLog::postpone(const LoggedAccess& write) {
  const uint64_t now = write.began;
  bool harmless = false;
  if (repeats(write)) {
    if (log_.last().reg == 1 && write.reg != 1) chip_.takeColors(log_.last().value);
    harmless = true;
  } else if (hasArrived(now)) {
    if (write.reg >= 5 && now <= log_.blank.last_write && !log_.full()) {
      log_.append(write);
      log_.waits = Waits::InBlank;
      return true;
    }
    takeArrived();
    harmless = isHarmless(write);
  } else {
    log_.blank = {};
    harmless = write.reg == 1 && isHarmless(write);
    if (!harmless) {
      const bool may_wait = write.reg <= 1 || !chip_.s.rendering() || inVblankRun(chip_);
      if (!may_wait) return false;
      runner_.runTo(now);
      harmless = isHarmless(write);
      log_.blank = findBlank();
    }
  }
  if (!harmless && !(arrivesInBlank(now) && isUnseenWhileBlank(write))) return false;
  waitAlone(write, harmless ? Waits::Harmless : Waits::InBlank);
  return true;
}

// The log holds this and nothing else.
void BlankLog::waitAlone(const LoggedAccess& access, Waits waits) {
  log_.clear();
  log_.append(access);
  log_.waits = waits;
  line12_.told.expect(line12_.isWatched() ? a12MoveOf(access) : A12Move{});
}

// Says which writes wait behind the last one, so that nobody has to ask: where a board watches line 12, those of $2007 up to
// the one that may move it.
void BlankLog::open() {
  const uint64_t began = log_.last().began;
  size_t most = AccessLog::capacity - log_.count;
  if (log_.waits == Waits::InPicture) {
    const uint64_t until = began + most * clocks_to_arrive_ + 1;
    log_.open = {until, until, 0};
    return;
  }
  if (log_.waits != Waits::InBlank || log_.last().reg < 5) return;
  const bool watched = line12_.isWatched();
  if (watched) most = std::min<size_t>(most, stepsBesideA12());
  const uint64_t last = watched ? log_.blank.until - clocks_to_arrive_ : log_.blank.last_write;
  const uint64_t until = std::min(last, began + most * clocks_to_arrive_) + 1;
  log_.open = {until, watched ? 0 : until, until};
}

// Colors without pixels; each latch of $2000, or of $2001, keeps what it holds, also while it follows the old data on the bus.
bool BlankLog::isHarmless(const LoggedAccess& write) const {
  const State& s = chip_.s;
  if (write.reg > 1 || s.port.active || chip_.writesAreUnderWay() || chip_.watching() == Watching::Fetches)
    return false;
  const uint8_t value = write.value;
  if (write.reg == 1) return keepsLayers(chip_.s, value) && (!chip_.screen.picture || keepsColors(write));
  return Control::written(value) == s.control && ((value ^ write.stale) & control::nametable) == 0 &&
         s.t.nametable() == (value & control::nametable) && leavesNmi(write);
}

// True if this, written to $2001, leaves the colors as they are, also while they follow the old data on the bus.
bool BlankLog::keepsColors(const LoggedAccess& write) const {
  const State& s = chip_.s;
  return s.color_delay == 0 && chip_.colorsOf(write.value) == s.color_mask &&
         ((write.value ^ write.stale) & bitsOf(1, Opens::Throughout)) == 0;
}

bool BlankLog::leavesNmi(const LoggedAccess& write) const {
  return ((write.value ^ write.stale) & control::nmi) == 0 ||
         (!chip_.s.status.vblank && prediction_.nextVblank() > write.began + end_clocks);
}

// True if nothing looks at the register before the blank ends.
bool BlankLog::isUnseenWhileBlank(const LoggedAccess& write) const {
  const State& s = chip_.s;
  if (write.reg >= 5) return a12MoveOf(write).times <= 1;
  if (write.reg == 1) return !log_.blank.painted && keepsLayers(chip_.s, write.value);
  // A board that counts rises of line 12 foresees them from where patterns are fetched.
  if (write.reg != 0 || (line12_.isWatched() && !Control::written(write.value).fetchesAs(s.control)))
    return false;
  const uint8_t enabled = s.control.nmi_enabled ? control::nmi : 0;
  return ((write.value ^ enabled) & control::nmi) == 0 && leavesNmi(write);
}

// v is on the pins while nothing is rendered; in vblank of a picture, only while an access to $2007 lasts. Precondition:
// nothing is on its way.
A12Move BlankLog::a12MoveOf(const LoggedAccess& access) const {
  const State& s = chip_.s;
  A12Move move{.high = (s.address_bus & a12) != 0};
  if (!line12_.isWatched()) return move;
  const auto shows = [&](Scroll v, int dots) {
    if (((v & a12) != 0) == move.high) return;
    move = {move.times + 1, !move.high, prediction_.clockAfter(dots)};
  };
  Scroll v = s.v;
  if (access.reg == 7) {
    const uint64_t next = prediction_.nextFirstHalf();
    shows(v, static_cast<int>(chip_.timing().dotsBegunIn(access.began > next ? access.began - next : 0)));
    v.incrementAddress(s.control.addressStep());
    shows(v, dotsToColor(access));
  } else if (access.reg == 6 && s.w && !s.rendering()) {
    v = s.t;
    v.setLowByte(access.value);
    shows(v, dotsToColor(access));
  }
  return move;
}

// How many writes of $2007 may follow the one that waits, which is the only one, before v has line 12 change.
unsigned BlankLog::stepsBesideA12() const {
  const State& s = chip_.s;
  const LoggedAccess& access = log_.last();
  const bool step_is_32 = s.control.increment_32;
  Scroll v = s.v;
  if (access.reg == 7) {
    v.incrementAddress(s.control.addressStep());
  } else if (access.reg == 6 && s.w) {
    v = s.t;
    v.setLowByte(access.value);
  }
  // The first access of $2007 puts v on the pins.
  if (access.reg != 7 && s.rendering() && ((s.address_bus ^ v) & a12)) return 0;
  return (a12 - 1 - (v & (a12 - 1))) >> (step_is_32 ? 5 : 0);
}

// Until when nothing is rendered.
Blank BlankLog::findBlank() const {
  Blank blank = findBlankEnd();
  if (blank.until > clocks_to_arrive_ && chip_.watching() == Watching::Nothing)
    blank.last_write = blank.until - clocks_to_arrive_;
  return blank;
}

Blank BlankLog::findBlankEnd() const {
  const State& s = chip_.s;
  if (chip_.watching() == Watching::Fetches || whyNotIdle(chip_) != Obstacle::None) return {};
  if (inVblankRun(chip_)) return {.until = prediction_.clockOf(chip_.timing().pre_render_line, 0)};
  if (s.rendering()) return {};
  if (!chip_.screen.picture) return {.until = UINT64_MAX};
  if (s.scanline >= visible_lines) return {};
  return {.until = prediction_.clockOf(visible_lines, 0), .painted = true};
}

// From the next dot to the one with which an access changes the color that v selects: as it begins v takes t, or has
// stepped. 0: the access does not.
int BlankLog::dotsToColor(const LoggedAccess& access) const {
  const bool steps = access.reg == 7;
  if (!steps && !(access.reg == 6 && chip_.s.w)) return 0;
  const uint64_t ends = access.began + end_clocks;
  // The second half of a dot after the end takes a request, the first half of one notices that v is to take t.
  const uint64_t noticed = steps ? ends + 1 - chip_.firstHalfClocks() : ends;
  const uint64_t next = prediction_.nextFirstHalf();
  const uint64_t before = chip_.timing().dotsBegunIn(noticed > next ? noticed - next : 0);
  return static_cast<int>(before + (steps ? static_cast<unsigned>(dots_to_step) + 1 : 1));
}

// The last write may still be under way: the chip sees it through.
void BlankLog::replay() {
  takeEarlier();
  const LoggedAccess write = log_.last();
  log_.clear();
  line12_.told.expect({});
  runner_.write(write.reg, write.value, write.stale, write.began);
}

// Of the accesses in the log only the last one goes on to wait; the others have arrived.
void BlankLog::takeEarlier() {
  if (log_.count <= 1) return;
  const LoggedAccess last = log_.last();
  take({log_.all.data(), log_.count - 1});
  waitAlone(last, Waits::InBlank);
}

// What the log has come to when everything has arrived. Another access follows.
void BlankLog::takeArrived() {
  take({log_.all.data(), log_.count});
  log_.clear();
}

// As takeArrived(), where no write follows, which would drive the I/O bus.
void BlankLog::takeArrivedAlone() {
  const LoggedAccess& last = log_.last();
  chip_.driveIoBus(last.value, 0xFF, last.began);
  takeArrived();
}

// What these come to, all of which have arrived.
void BlankLog::take(std::span<const LoggedAccess> accesses) {
  line12_.told.tellExpected();
  log_.blank.painted ? paint(accesses) : takeUnpainted(accesses);
}

// As takeUnpainted(), and the chip is run, painting, to where each access changes the color that v selects.
[[gnu::noinline]] void BlankLog::paint(std::span<const LoggedAccess> accesses) {
  for (const LoggedAccess& access : accesses) {
    if (const int dots = dotsToColor(access); dots != 0) idle_.countDots(dots);
    takeOne(access);
  }
}

[[gnu::flatten]] void BlankLog::takeUnpainted(std::span<const LoggedAccess> accesses) {
  while (!accesses.empty()) {
    const LoggedAccess& access = accesses.front();
    if (access.reg == 7 && !isPaletteAddress(chip_.s.v)) {
      accesses = accesses.subspan(storeBytes(accesses));
      continue;
    }
    if (access.reg == 6)
      idle_.takeAddressByte(access.value);
    else
      takeOne(access);
    accesses = accesses.subspan(1);
  }
}

[[gnu::noinline]] void BlankLog::takeOne(const LoggedAccess& access) {
  State& s = chip_.s;
  if (access.reg == 7) return idle_.storeAtAddress(access.value);
  if (access.reg == 6) return idle_.takeAddressByte(access.value);
  if (access.reg == 1) {
    chip_.takeColors(access.value);  // no write that waits changes the layers
  } else {
    chip_.followBus(access.reg, access.value);
    chip_.endAccess(true, access.reg, access.value);
  }
  s.color_delay = 0;
  if (!s.rendering()) s.address_bus = s.v;
}

// As idle_.storeAtAddress() for the first write, and those that follow it in the same KiB; returns how many they are.
// Precondition: v is no address of the palette.
size_t BlankLog::storeBytes(std::span<const LoggedAccess> writes) {
  constexpr unsigned kib = 0x400, palette = 0x3F00;
  constexpr unsigned together = 8;  // bytes beside each other whose change is noticed as one
  State& s = chip_.s;
  const unsigned step = s.control.addressStep(), first = s.v.address();
  const unsigned end = std::min((first | (kib - 1)) + 1, palette);
  uint8_t* const page = chip_.writablePage(first);
  unsigned address = first;
  size_t count = 0;
  do {
    if (page) page[address % kib] = writes[count].value;
    address += step;
    ++count;
  } while (address < end && count < writes.size() && writes[count].reg == 7);
  for (unsigned at = first; at < address; at = step == 1 ? (at | (together - 1)) + 1 : at + step)
    compositor_.noticeStore(at);
  s.octal_latch = static_cast<uint8_t>(address - step);
  s.v.incrementAddress(static_cast<unsigned>(count) * step);
  s.address_bus = s.v;
  return count;
}

}  // namespace jumpscope::ppu::fast
