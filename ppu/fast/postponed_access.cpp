// Accesses that wait. While the picture is blank nothing looks at the address, the scroll and the colors. So the chip
// need not be run for each of many accesses in a row: of those before the last one only what they come to matters, and
// when, where pixels are wanted.
#include <utility>

#include "ppu/fast/accelerator.h"

namespace jumpscope::ppu::fast {

namespace {

// At most so many dots after M2's fall everything written to $2000, $2001, $2005, $2006 and $2007 has arrived, and a read
// of $2007 is over.
constexpr unsigned dots_to_arrive = 9;
// From the dot in whose second half $2007's first latch takes the request to the one after v has stepped.
constexpr unsigned dots_to_next_address = 4;

}  // namespace

uint64_t Accelerator::clocksToArrive(const Timing& timing) {
  return end_clocks + dots_to_arrive * timing.dot_clocks;
}

// A read shows again what it has shown: it drives the I/O bus a second time with the same values at the same time.
void Accelerator::makeWaitingAccess() {
  closeRow();
  const PostponedAccess access = std::exchange(postponed_, {});
  if (access.reg == data_read)
    readNow(7, access.began);
  else
    writeNow(access.reg, access.value, access.stale, access.began);
}

// Precondition: what waits has arrived.
[[gnu::flatten]] bool Accelerator::writeInRow(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  takeArrived();
  if (waitFrom(now) && isUnseenWhileBlank(reg, value, stale)) [[likely]] {
    wait(reg, value, stale, false);
    return hasA12Rise();
  }
  postponed_.waits = false;
  return writeAnew(reg, value, stale, now);
}

[[gnu::noinline, gnu::flatten]] bool Accelerator::writeAnew(int reg, uint8_t value, uint8_t stale,
                                                            uint64_t now) {
  if (movesPicture(reg, value, stale, now) && queueScrollWrite(reg, value, stale, now)) return false;
  if (postpone(reg, value, stale, now)) return hasA12Rise();
  writeNow(reg, value, stale, now);
  return true;
}

// True: the write waits. False: the chip has been run far enough for it.
bool Accelerator::postpone(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  PostponedAccess& waiting = postponed_;
  bool harmless = false;
  if (waiting.waits && waiting.harmless && (waiting.reg == reg || now >= waiting.began + clocks_to_arrive_) &&
      isHarmless(reg, value, stale, now)) {
    if (waiting.reg == 1 && reg != 1) chip_.takeColors(waiting.value);
    harmless = true;
  } else if (hasArrived(now)) {
    takeArrived();
    waiting.waits = waiting.harmless = false;
    harmless = isHarmless(reg, value, stale, now);
  } else {
    makePostponedAccess(0);
    waiting.blank = {};
    harmless = reg == 1 && isHarmless(reg, value, stale, now);
    if (!harmless) {
      const bool may_wait = reg <= 1 || !chip_.s.rendering() || inVblankRun();
      if (!may_wait) return false;
      catchUp(now);
      harmless = isHarmless(reg, value, stale, now);
      waiting.blank = findBlank();
    }
  }
  const bool stays_blank = waitFrom(now);
  if (!harmless && !(stays_blank && isUnseenWhileBlank(reg, value, stale))) return false;
  wait(reg, value, stale, harmless);
  return true;
}

// A read of $2007. True: it waits, and what it reads is on the I/O bus. False: the chip has not been run for it.
bool Accelerator::postponeRead(uint64_t now) {
  State& s = chip_.s;
  PostponedAccess& waiting = postponed_;
  closeRow();
  if (hasArrived(now)) {
    takeArrivedAlone();
  } else {
    makePostponedAccess(now);
    if (s.rendering() && !inVblankRun()) return false;
    catchUp(now);
    waiting.blank = findBlank();
  }
  // A read during which the frame ends lets others see that.
  if (nextVblank() < now + static_cast<uint64_t>(Ppu::readClocks(7))) return false;
  if (!waitFrom(now) || a12MoveOf(7, 0, now).times != 0) return false;
  // The bus is driven as the read begins, and as it ends, by when v is on the pins.
  chip_.endRead(7, 0, now);
  s.address_bus = s.v;
  chip_.endRead(7, 0, now);
  waiting.waits = true;
  waiting.reg = data_read;
  waiting.a12 = {};
  return true;
}

// Whether nobody notices the write at any time, but by the I/O bus, and another one of the same register takes back all
// that it does: colors without pixels; each latch of $2000, or of $2001, keeps what it holds, also while it follows the
// old data on the bus.
bool Accelerator::isHarmless(int reg, uint8_t value, uint8_t stale, uint64_t now) const {
  const State& s = chip_.s;
  if (reg > 1 || s.port.active || chip_.writesAreUnderWay() || chip_.watching() == Watching::Fetches)
    return false;
  if (reg == 1) return keepsLayers(value) && (!chip_.screen.picture || keepsColors(value, stale));
  return Control::written(value) == s.control && ((value ^ stale) & control::nametable) == 0 &&
         s.t.nametable() == (value & control::nametable) && leavesNmi(value, stale, now);
}

// Whether this, written to $2001, leaves the colors as they are, also while they follow the old data on the bus.
bool Accelerator::keepsColors(uint8_t value, uint8_t stale) const {
  const State& s = chip_.s;
  return s.color_delay == 0 && chip_.colorsOf(value) == s.color_mask &&
         ((value ^ stale) & bitsOf(1, Opens::Throughout)) == 0;
}

// Whether NMI stays as it is while its enable bit follows first the old data on the bus, and ends as it was.
bool Accelerator::leavesNmi(uint8_t value, uint8_t stale, uint64_t now) const {
  return ((value ^ stale) & control::nmi) == 0 || (!chip_.s.status.vblank && nextVblank() > now + end_clocks);
}

// Whether nothing looks at the register before the blank ends.
bool Accelerator::isUnseenWhileBlank(int reg, uint8_t value, uint8_t stale) const {
  const State& s = chip_.s;
  if (reg >= 5) return a12MoveOf(reg, value, postponed_.began).times <= 1;
  if (reg == 1) return !postponed_.blank.painted && keepsLayers(value);
  // A board that counts rises of line 12 foresees them from where patterns are fetched.
  if (reg != 0 || (watchesA12() && !Control::written(value).fetchesAs(s.control))) return false;
  const uint8_t enabled = s.control.nmi_enabled ? control::nmi : 0;
  return ((value ^ enabled) & control::nmi) == 0 && leavesNmi(value, stale, postponed_.began);
}

// v is on the pins while nothing is rendered; in vblank of a picture, only while an access to $2007 lasts. Precondition:
// nothing is on its way.
A12Move Accelerator::a12MoveOf(int reg, uint8_t value, uint64_t began) const {
  const State& s = chip_.s;
  A12Move move{.high = (s.address_bus & a12) != 0};
  if (!watchesA12()) return move;
  const auto shows = [&](Scroll v, int dots) {
    if (((v & a12) != 0) == move.high) return;
    move = {move.times + 1, !move.high, clockAfter(dots)};
  };
  Scroll v = s.v;
  if (reg == 7) {
    const uint64_t next = nextFirstHalf();
    shows(v, static_cast<int>(chip_.timing().dotsBegunIn(began > next ? began - next : 0)));
    v.incrementAddress(s.control.addressStep());
    shows(v, dotsToColor(7, began));
  } else if (reg == 6 && s.w && !s.rendering()) {
    v = s.t;
    v.setLowByte(value);
    shows(v, dotsToColor(6, began));
  }
  return move;
}

void Accelerator::tellA12Move() {
  const A12Move& move = postponed_.a12;
  if (move.times == 0) return;
  chip_.watcher()->a12Changed(move.high, move.clock);
  if (!move.high) last_high_ = move.clock;
}

// How many writes of $2007 may follow the one that waits before v has line 12 change.
unsigned Accelerator::stepsBesideA12() const {
  const State& s = chip_.s;
  const bool step_is_32 = s.control.increment_32;
  Scroll v = s.v;
  if (postponed_.reg == 7) {
    v.incrementAddress(s.control.addressStep());
  } else if (postponed_.reg == 6 && s.w) {
    v = s.t;
    v.setLowByte(postponed_.value);
  }
  // The first access of $2007 puts v on the pins.
  if (postponed_.reg != 7 && s.rendering() && ((s.address_bus ^ v) & a12)) return 0;
  return (a12 - 1 - (v & (a12 - 1))) >> (step_is_32 ? 5 : 0);
}

// Until when nothing is rendered.
Blank Accelerator::findBlank() const {
  Blank blank = findBlankEnd();
  if (blank.until > clocks_to_arrive_ && chip_.watching() == Watching::Nothing)
    blank.last_write = blank.until - clocks_to_arrive_;
  return blank;
}

Blank Accelerator::findBlankEnd() const {
  const State& s = chip_.s;
  if (chip_.watching() == Watching::Fetches || whyNotIdle() != Obstacle::None) return {};
  if (inVblankRun()) return {.until = clockOf(chip_.timing().pre_render_line, 0)};
  if (s.rendering()) return {};
  if (!chip_.screen.picture) return {.until = UINT64_MAX};
  if (s.scanline >= visible_lines) return {};
  return {.until = clockOf(visible_lines, 0), .painted = true};
}

// What is to wait begins now. Whether it arrives before the blank ends.
bool Accelerator::waitFrom(uint64_t now) {
  postponed_.began = now;
  postponed_.arrives = now + clocks_to_arrive_;
  if (postponed_.arrives <= postponed_.blank.until) return true;
  postponed_.arrives = never;
  return false;
}

// From the next dot to the one with which an access changes the color that v selects: as it begins v takes t, or has
// stepped. 0: the access does not.
int Accelerator::dotsToColor(unsigned reg, uint64_t began) const {
  const bool steps = reg == 7 || reg == data_read;
  if (!steps && !(reg == 6 && chip_.s.w)) return 0;
  const uint64_t ends = began + end_clocks;
  // The second half of a dot after the end takes a request, the first half of one notices that v is to take t.
  const uint64_t noticed = steps ? ends + 1 - chip_.firstHalfClocks() : ends;
  const uint64_t next = nextFirstHalf();
  const uint64_t before = chip_.timing().dotsBegunIn(noticed > next ? noticed - next : 0);
  return static_cast<int>(before + (steps ? dots_to_next_address : 1));
}

// Runs the chip, painting, to where the waiting access changes the color that v selects.
[[gnu::noinline]] void Accelerator::paintToArrival() {
  if (const int dots = dotsToColor(postponed_.reg, postponed_.began); dots != 0) countIdleDots(dots);
}

// Likewise for each of these, all of which have arrived.
[[gnu::noinline]] void Accelerator::paintWrites(std::span<const WriteRow::Write> writes) {
  for (const WriteRow::Write& write : writes) {
    if (const int dots = dotsToColor(write.reg, row_.beganOf(write)); dots != 0) countIdleDots(dots);
    takeWrite(write.reg, write.value);
  }
}

// What the waiting access has come to when everything has arrived. Another one is to wait in its place.
void Accelerator::takeArrived() {
  if (postponed_.blank.painted) [[unlikely]]
    paintToArrival();
  tellA12Move();
  if (postponed_.reg == data_read) return readAtAddress();
  takeWrite(postponed_.reg, postponed_.value);
}

// Likewise, where no write is to wait, which would drive the I/O bus.
void Accelerator::takeArrivedAlone() {
  if (postponed_.reg != data_read) chip_.driveIoBus(postponed_.value, 0xFF, postponed_.began);
  takeArrived();
  postponed_.waits = postponed_.harmless = false;
}

[[gnu::noinline]] void Accelerator::takeWrite(int reg, uint8_t value) {
  State& s = chip_.s;
  if (reg == 7) return storeAtAddress(value);
  if (reg == 6) return takeAddressByte(value);
  if (reg == 1) {
    chip_.takeColors(value);  // no write that waits changes the layers
  } else {
    chip_.followBus(reg, value);
    chip_.endAccess(true, reg, value);
  }
  s.color_delay = 0;
  if (!s.rendering()) s.address_bus = s.v;
}

// Closes the row: of the writes in it the last one is to wait, and the others have arrived.
[[gnu::noinline]] void Accelerator::takeRow() {
  row_.close();
  const uint32_t before = row_.count - 1;
  if (before == 0) return;
  const WriteRow::Write& last = row_.all[before];
  const std::span<const WriteRow::Write> earlier(row_.all.data(), before);
  tellA12Move();  // no other moves the line
  postponed_.blank.painted ? paintWrites(earlier) : takeWrites(earlier);
  wait(last.reg, last.value, last.stale, false);
  waitFrom(row_.began * row_.unit);
}

// Precondition: nothing is painted.
[[gnu::flatten]] void Accelerator::takeWrites(std::span<const WriteRow::Write> writes) {
  while (!writes.empty()) {
    const WriteRow::Write write = writes.front();
    const bool to_palette = isPaletteAddress(chip_.s.v);
    if (write.reg == 7 && !(to_palette && chip_.screen.picture)) {
      writes = writes.subspan(to_palette ? storeColors(writes) : storeBytes(writes));
      continue;
    }
    if (write.reg == 6)
      takeAddressByte(write.value);
    else
      takeWrite(write.reg, write.value);
    writes = writes.subspan(1);
  }
}

// As storeColorAtAddress() for the first write, and those that follow it in the palette; returns how many they are.
// Precondition: there is no screen, whose last pixels a color may still change.
size_t Accelerator::storeColors(std::span<const WriteRow::Write> writes) {
  State& s = chip_.s;
  const unsigned step = s.control.addressStep();
  Scroll v = s.v;
  unsigned address = v;
  size_t count = 0;
  do {
    address = v;
    s.palette[static_cast<size_t>(paletteIndex(address))] = writes[count].value & 0x3F;
    v.incrementAddress(step);
    ++count;
  } while (count < writes.size() && writes[count].reg == 7 && isPaletteAddress(v));
  s.octal_latch = static_cast<uint8_t>(address);
  s.v = v;
  s.address_bus = v;
  return count;
}

// As storeAtAddress() for the first write, and those that follow it in the same KiB; returns how many they are.
// Precondition: v is no address of the palette.
size_t Accelerator::storeBytes(std::span<const WriteRow::Write> writes) {
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
    noticeStoreAt(at);
  s.octal_latch = static_cast<uint8_t>(address - step);
  s.v.incrementAddress(static_cast<unsigned>(count) * step);
  s.address_bus = s.v;
  return count;
}

[[gnu::noinline]] void Accelerator::takeAnyAndWait(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  takeArrived();
  waitFrom(now);
  wait(reg, value, stale, false);
}

}  // namespace jumpscope::ppu::fast
