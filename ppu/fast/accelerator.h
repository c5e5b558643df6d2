// Runs a Ppu in steps of many dots: idle dots, spans of a scanline, whole scanlines. And it says when the
// chip's outputs will next change, so that nobody needs to run it before.
//
// Everything here is a closed form of functions of the chip, named beside it; wherever none applies, the chip
// itself runs dot by dot. The agreement tests (tests/ppu/fast) hold both equal in every field of the state
// and in every pixel.
//
// Contract: while an accelerator is in use, time passes and registers are accessed through it only. It keeps
// caches of what memories hold; whoever changes OAM, video memory or patterns in another way calls
// memoriesReplaced().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "ppu/color.h"
#include "ppu/fast/access_log.h"
#include "ppu/fast/compositor.h"
#include "ppu/fast/sprite_line_cache.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

// Why the chip must go on dot by dot.
enum class Obstacle : uint8_t {
  None,
  DataPort,      // an access to $2007 is under way
  DelayedWrite,  // a register has not arrived everywhere
  Flags,         // a flag of $2002 is about to change
  Fetch,         // a fetched byte is about to be latched
  OamBuffer,     // the value of $2004 is about to change
  AddressBus,    // the address on the pins is about to change
  Rendering,     // a scanline with something to do
  Sprites,       // sprite units count
  OamAddress,    // the sprite search would not begin with sprite 0
  SkippedDot,    // dot 0 of an odd frame is left out
  Board,         // a board answers each fetch by itself
  Landmark       // what is asked for reaches beyond the next event of the frame
};

class Accelerator {
 public:
  explicit Accelerator(Ppu& chip)
      : chip_(chip), compositor_(chip), clocks_to_arrive_(clocksToArrive(chip.timing())) {}
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;

  void memoriesReplaced();
  // Of those only OAM.
  void oamReplaced() {
    log_.clear();
    log_.blank = {};
    told_ = {};
    sprite_lines_.lookAgain();
    last_high_ = 0;
  }
  // As Ppu::wire, from `now` on. True: the change waits, as a write would.
  bool wire(const Wiring& wiring, uint64_t now);
  // As Ppu::wire, from where the chip stands. Precondition: nothing waits.
  void wire(const Wiring& wiring) {
    chip_.wire(wiring);
    compositor_.wiringChanged();
  }
  // What wire() was last called with.
  const Wiring& wiring() const { return log_.wirings != 0 ? log_.wiring[log_.wirings - 1] : chip_.wiring(); }
  // Who watches the pins did.
  void watchingChanged() {
    if (log_.waits == Waits::InBlank) takeEarlier();
    log_.close();
    log_.blank.last_write = 0;
  }

  // As Ppu::runTo and Ppu::read.
  void runTo(uint64_t now) {
    replay(now);
    catchUp(now);
  }
  // Brings what others see without an access there: nmi(), the frame counter, what the watcher of address line 12 was
  // told. The chip itself may stay behind.
  void bringOutputsTo(uint64_t now) {
    if (!tellAhead(now)) runTo(now);
  }
  // Likewise; where the chip runs, it goes on to the end of the dot if nmi() cannot change before.
  void bringOutputsThrough(uint64_t now);
  uint8_t read(int reg, uint64_t now);
  // As Ppu::write. False: the write waits, because nothing can notice it before runTo(), read() or another write(), and it
  // changes no output, nor has address line 12 rise.
  bool write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
    const LoggedAccess write{now, static_cast<uint8_t>(reg), value, stale};
    if (!log_.opens(reg, now) || now - log_.last().began < clocks_to_arrive_) return writeAnew(write);
    log_.append(write);
    return false;
  }
  // Whoever writes no more often than every so many master clocks may append by itself what the log is open for: what
  // write() would do.
  AccessLog& log() { return log_; }
  uint64_t clocksBetweenWrites() const { return clocks_to_arrive_; }
  // Whether a write of $2000 waits that repeats what the chip holds, with these bytes on the bus.
  bool repeatedControl(uint8_t value, uint8_t stale) const {
    return log_.waits == Waits::Harmless && log_.last().reg == 0 && log_.last().value == value &&
           log_.last().stale == stale;
  }

  // Next-event prediction: lower bounds of the master clock at which something may next change, as long as no
  // register is accessed.
  uint64_t nextVblank() const;     // nmi() may rise, or the frame end
  uint64_t nextNmiChange() const;  // nmi() may change either way
  uint64_t nextStatusChange();     // the flags of $2002
  // Address line 12 may have risen this often, each time after a low of three falls of the CPU's M2 or more
  // (a dozen dots while rendering); count >= 1.
  A12Rise nextA12Rise(unsigned count) const;
  // Whether a write of $2000 + reg leaves address line 12 to the fetches, now and later.
  bool leavesA12(int reg) const { return leavesFetchesOfA12(reg) && fetchesMoveA12(); }
  // Dot 2 of a rendered scanline may have been reached this often; count >= 1.
  uint64_t nextLineBegun(unsigned count) const;
  // Up to which the chip goes on fetching; where it stands, if it does not fetch now.
  uint64_t pictureEnd() const;
  uint64_t ioBusChange(uint64_t now) const {  // the undriven bits 0-4 of the I/O bus, by leaking
    const State& s = chip_.s;
    return (s.io_bus & io_bus_groups[0]) && s.io_bus_expiry[0] > now ? s.io_bus_expiry[0] : UINT64_MAX;
  }

  // nextStatusChange() where the picture is blank, nothing is under way and the vblank flag is clear; else 0.
  uint64_t statusStaysUntil(uint64_t now);
  // A read of $2002 before nextStatusChange(), with the vblank flag clear: the chip need not be run up to it.
  uint8_t readUnchangedStatus(uint64_t now);
  // Whether the chip only counts dots until `now`, and OAM is the CPU's.
  bool idleUntil(uint64_t now) const;
  // 256 writes of $2004, the last one at `now`. Precondition: idleUntil(now).
  void loadOam(const uint8_t* page, uint64_t now);

  // Why spans of dots cannot be rendered in one step.
  Obstacle whyNotSpan() const;
  // Why the dots to come change more than the position.
  Obstacle whyNotIdle() const;

 private:
  static constexpr int last_dot = dots_per_line - 1;
  // Pixels of a scanline whose tiles are fetched before it begins; v is at the tile behind them then.
  static constexpr int prefetched = 2 * fetch_steps;
  // Of a dot in the frame.
  static constexpr int position(int line, int dot) { return line * dots_per_line + dot; }

  // accelerator.cpp
  void run(uint64_t now);
  void catchUp(uint64_t now) {
    if (chip_.s.clock < now) run(now);
    chip_.keepAccess(now);
  }
  uint8_t readNow(int reg, uint64_t now);
  void writeNow(int reg, uint8_t value, uint8_t stale, uint64_t now);
  bool passAccess(uint64_t now);
  bool isQuietWrite(uint64_t now) const;
  bool isSeenFromItsEnd(uint64_t ends) const;
  bool mayShowLayers(uint8_t value) const;
  // Whether the chip has not got to the access.
  bool waits() const {
    return chip_.s.access.stage != Access::Stage::None && chip_.s.clock < chip_.s.access.began;
  }
  // Whether this, written to $2001, leaves layers and left columns as they are.
  bool keepsLayers(uint8_t value) const { return Mask{value}.only(mask::all) == chip_.s.mask; }
  bool keepsColors(const LoggedAccess& write) const;
  bool isUnseen(unsigned reg, uint8_t value, bool second, uint64_t ends) const;
  int lastDotBefore(uint64_t clock) const;
  bool reachesPicture(uint64_t clock) const;
  bool leavesScroll(uint64_t clock) const;
  bool mayWait(unsigned reg, uint8_t value, uint64_t now) const;
  // Whether an access is under way, or what it wrote.
  bool isArriving() const { return chip_.s.port.active || chip_.writesAreUnderWay(); }
  void runBeforeAccess(uint64_t clock);
  void finishWrite(uint64_t now);
  void runHalfDot();
  void runDot();
  void noticeStores();
  // After a store at the address on the pins, or at this one.
  void noticeStore() { noticeStoreAt(chip_.pinsAddress()); }
  void noticeStoreAt(unsigned address) {
    if (isPaletteAddress(address)) return;
    if (address >= 0x2000)
      compositor_.nametableChanged(address);
    else
      compositor_.everythingChanged();
  }
  // Between the picture and the pre-render line.
  bool inVblankRun() const { return !chip_.onRenderedLine(); }

  // The log. All that waits is made; `until`: a master clock up to which the chip is run after that; 0: it may stay behind.
  void replay(uint64_t until) {
    if (!log_.empty()) [[unlikely]]
      log_.waits == Waits::InPicture ? replayPicture(until) : replayBlank();
  }
  bool writeAnew(const LoggedAccess& write);

  // blank_log.cpp
  static uint64_t clocksToArrive(const Timing& timing);
  bool postpone(const LoggedAccess& write);
  void waitAlone(const LoggedAccess& access, Waits waits);
  void openLog();
  void replayBlank();
  bool hasArrived(uint64_t now) const;
  bool arrivesInBlank(uint64_t now) const { return now + clocks_to_arrive_ <= log_.blank.until; }
  bool isHarmless(const LoggedAccess& write) const;
  bool leavesNmi(const LoggedAccess& write) const;
  bool isUnseenWhileBlank(const LoggedAccess& write) const;
  A12Move a12MoveOf(const LoggedAccess& access) const;
  // The watcher hears of what waits, which has arrived.
  void tellA12Move();
  // Whether somebody has to be told of a rise of line 12 to come.
  bool hasA12Rise() const { return log_.a12.times != 0 && log_.a12.high; }
  unsigned stepsBesideA12() const;
  Blank findBlank() const;
  Blank findBlankEnd() const;
  int dotsToColor(const LoggedAccess& access) const;
  void takeEarlier();
  void takeArrived();
  void takeArrivedAlone();
  void take(std::span<const LoggedAccess> accesses);
  void takeUnpainted(std::span<const LoggedAccess> accesses);
  void takeOne(const LoggedAccess& access);
  size_t storeColors(std::span<const LoggedAccess> writes);
  size_t storeBytes(std::span<const LoggedAccess> writes);
  void paint(std::span<const LoggedAccess> accesses);

  // picture_log.cpp
  // Whether all that a write does is to change how a picture goes on that is being made.
  bool movesPicture(const LoggedAccess& write) const {
    if (write.reg == 7 || (write.reg >= 2 && write.reg <= 4)) return false;
    return chip_.s.rendering() && !inVblankRun() && (write.reg >= 5 || changesFetchesOnly(write));
  }
  bool changesFetchesOnly(const LoggedAccess& write) const;
  bool queueScrollWrite(const LoggedAccess& write);
  bool queueWiring(const Wiring& wiring, uint64_t now);
  bool repeatsLast(const LoggedAccess& write) const;
  void finishOtherAccess(uint64_t now);
  void makeRoomInPicture();
  void replayPicture(uint64_t until);
  bool mayHitOn(int line) const;
  bool mayHitFrom(int line) const;
  bool copiesBefore(std::span<const LoggedAccess> writes, size_t index, uint64_t line_begins) const;
  bool leavesFetches(std::span<const LoggedAccess> writes, uint64_t line_begins) const;
  size_t passLines(std::span<const LoggedAccess> writes, uint64_t until);
  struct Anew {
    size_t first = 0, length = 0;  // of the writes; 0: none do
  };
  Anew lastAnew(std::span<const LoggedAccess> writes, uint64_t begins) const;
  void makeBeforeAnew(std::span<const LoggedAccess> writes);
  void passLines(int first, int last, std::span<const LoggedAccess> writes);

  // idle_run.cpp
  Obstacle whyNotCount() const;
  int dotsToLandmark() const;
  bool countDots(uint64_t now);
  void countIdleDots(int dots);
  void advance(int dots);
  void moveUnits(int dots);
  // When what was written arrives, in dots from the next one on.
  struct Arrival {
    static constexpr int never = -1;

    uint64_t clock = 0;   // of the next one
    int dots = 0;         // until everything has arrived
    int access = 0;       // until the access has ended
    int copy = never;     // v takes t as this dot begins
    int step = never;     // the access to $2007 ends with this dot: data is stored, or was read, and v steps
    bool stores = false;  // it is a write
  };
  Arrival arrivalFrom(uint64_t clock) const;
  void flushWrites(const Arrival& arrival, int dots);
  void paintArrival(const Arrival& arrival, int dots);
  void takeAddress();
  void finishPort(bool stores);
  // The colors of dots to come in which nothing changes.
  void paintIdle(int dots) {
    if (chip_.screen.picture && !inVblankRun()) compositor_.paintIdleDots(chip_.s.dot + 1, dots);
  }
  void stepAddress() { stepAddress(chip_.s); }
  static void stepAddress(State& s) {
    s.v.incrementAddress(s.control.addressStep());
    s.address_bus = s.v;
  }
  void putAddress() {
    chip_.s.address_bus = chip_.s.v;
    chip_.s.octal_latch = static_cast<uint8_t>(chip_.s.v);
  }
  // What an access to $2007 comes to while nothing is rendered: the address goes out, the data is written or read, v
  // steps on.
  void readAtAddress() {
    putAddress();
    chip_.s.read_buffer = chip_.fetch();
    stepAddress();
  }
  void storeAtAddress(uint8_t value) {
    putAddress();
    if (isPaletteAddress(chip_.s.v)) return storeColorAtAddress(value);
    chip_.store(chip_.pinsAddress(), value);
    noticeStore();
    stepAddress();
  }
  // Likewise. Precondition: v is an address of the palette.
  void storeColorAtAddress(uint8_t value) {
    Ppu& chip = chip_;  // a store of a byte may change a reference, as far as compilers know
    chip.s.octal_latch = static_cast<uint8_t>(chip.s.v);
    chip.storeColor(value);
    stepAddress(chip.s);
  }
  // What a write to $2006 comes to.
  void takeAddressByte(uint8_t value) {
    State& s = chip_.s;
    chip_.followAddressByte(value);
    if (s.w) s.v = s.t;
    s.w = !s.w;
    if (!s.rendering()) s.address_bus = s.v;
  }

  // scanline_skip.cpp
  bool chipDoesLastPixel(int line, int last) const;
  bool renderLines(int dots);
  bool selectsTable(int dot) const;
  Obstacle whyNotSkip(int first) const;
  bool skipLines(int lines);
  bool skipIdleLine();

  // watched_lines.cpp
  bool skipWatchedLines(int lines);
  // Dots of a scanline that leave a board alone which watches tiles, and perhaps one of those in the last of them.
  struct WatchedTile {
    int dot = 0;  // the last one
    bool matters = false;
    unsigned address = 0;  // of the pattern's upper plane, which is read in it
    bool for_sprite = false;
  };
  WatchedTile nextWatchedTile(int from, int to) const;
  void tellOfTile(const WatchedTile& tile);
  struct CountedSpan {
    int from, to;    // dots of a scanline
    Scroll v;        // before it
    uint64_t clock;  // of its first dot
  };
  uint64_t clockOf(const CountedSpan& span, int dot) const {
    return span.clock + static_cast<unsigned>(dot - span.from) * uint64_t{chip_.timing().dot_clocks};
  }
  int lastCountedDot(int line, int from, int to, bool extended) const;
  bool renderCountedDots(int line, int from, int to);
  void tellOfReads(const CountedSpan& span);
  void tellOfSingleReads(const CountedSpan& span, int first, int last, Scroll v);
  unsigned unitAddress(int unit) const;
  bool mayShowWatchedSprites() const;
  int nextLineThatMatters(int line, int last) const;
  // The first scanline from `line` on whose search may set the overflow flag; visible_lines: none.
  int nextFullLine(int line) {
    return chip_.s.status.sprite_overflow ? visible_lines : sprite_lines_.nextFullLine(chip_.s, line);
  }
  void prepareNextLine(int line);
  void prepareNextHit(int line);
  void findSprites(int line);
  void finishLine();

  // a12_ahead.cpp
  // Up to where the watcher of address line 12 knows what it does.
  struct Pins {
    int line = 0, dot = 0;  // the last dot that it was told of
    uint64_t next = 0;      // when the next one begins
    bool high = false;      // the line
  };
  Pins pinsOfChip() const {
    return {chip_.s.scanline, chip_.s.dot, nextFirstHalf(), (chip_.s.address_bus & a12) != 0};
  }
  Pins knownPins() const { return isToldAhead() ? told_ : pinsOfChip(); }
  // Whether the watcher knows of dots that have not begun.
  bool isToldAhead() const { return told_.next > chip_.s.clock + chip_.secondHalfClocks(); }
  bool tellAhead(uint64_t now);
  bool mayTellAhead() const;
  Pins tellTo(Pins from, int last, bool rendered);
  // a12_pulses.cpp
  int pulsesEnd(int line) const;
  std::optional<A12Rise> nextPulse(const Pins& known, unsigned count) const;
  bool tellPulses(Pins& pins, int last);
  // a12_units.cpp
  bool knowsUnits() const;
  std::optional<uint8_t> unitsOn(int line) const;
  bool unitsArePlain() const;
  A12Rise nextRiseByUnits(const Pins& known, unsigned count, std::optional<uint64_t> soon) const;
  void halfDot() {
    if (watchesA12())
      watchedHalfDot();
    else
      chip_.halfDot();
  }
  void watchedHalfDot();

  // a12.cpp
  bool watchesA12() const { return chip_.watching() == Watching::A12; }
  void noteUnit(size_t unit, unsigned address) {
    const uint8_t bit = static_cast<uint8_t>(1 << unit);
    high_units_ = static_cast<uint8_t>((address & a12) ? high_units_ | bit : high_units_ & ~bit);
  }
  static constexpr uint8_t all_high = 0xFF;  // sprite units
  uint8_t highUnitsOn(int line) const;
  bool reportSpan(int line, int from, int to, bool high, uint64_t clock);
  void reportLines(int first, int last, bool high, uint64_t clock);
  bool tellOneRise(uint8_t units, uint64_t clock);
  void reportUniformLines(int first, int last, uint64_t clock);
  bool unitsAreAlike(int line) const;
  bool leavesFetchesOfA12(int reg) const;
  int nextChance(int line, int dot) const;
  bool tablesDiffer() const;
  bool fetchesMoveA12() const;
  bool fetchesAloneMoveA12() const { return fetchesMoveA12() && !inVblankRun(); }
  bool mayRiseSoon(int line, int dot) const;
  bool endsLongLow(const Pins& known, uint64_t rise) const;

  // span_renderer.cpp
  void renderDots(int from, int to);
  // Likewise, and a change of greyscale or emphasis comes nearer.
  void renderSpan(int from, int to) {
    const int color_delay = chip_.s.color_delay - (to - from + 1);
    renderDots(from, to);
    chip_.s.color_delay = static_cast<uint8_t>(color_delay > 0 ? color_delay : 0);
  }
  void renderDotZero();
  void leavePicture();
  void pictureDots(int from, int to);
  bool mayHit() const;
  int findHit(int from, int count) const;
  void shiftUnits(int count);

  // span_background.cpp
  void fetchTiles(int phase, int count);
  void fetchSteps(int from, int to);
  void readExtended(FetchStep step);
  void fetchWholeTiles(int tiles);
  void dummyDots(int from, int to);

  // span_evaluation.cpp
  void evaluateSpan(int from, int to, bool units_follow);
  void evaluateDots(int from, int to);
  // oam_dot.h
  void oamFirstHalf(uint32_t actions, int before, int dot);
  void oamSecondHalf(uint32_t actions, int dot);
  void oamDot(LineKind line, int before, int dot);
  int passPairs(int dot, int to);
  int clearPairs(int dot, int most);
  static int lastNametablePair(int dot, int pairs);
  int passSprites(int dot, int most);
  int countOutOfRange(int most);
  int copySprite(int dot, int most);
  void searchOam(int line);
  void searchForNinth(int line, uint8_t address);
  void leaveSearch();

  // span_sprites.cpp
  bool mayFetchUnit(int unit) const;
  bool mayFetchPart(int unit, int step) const;
  void fetchPart(int i, int from, int to);
  void spriteFetchDots(int from, int to);
  void fetchUnits(int first, int last);
  void fetchUnit(int i);
  unsigned fillUnit(int i);
  unsigned fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const;
  void countSecondary();
  void idleSpriteDots(int first, int count);

  // prediction.cpp
  uint64_t nextFirstHalf() const;
  uint64_t clockAfter(int64_t dots) const;
  uint64_t dotEnd(uint64_t clock) const;
  uint64_t clockOf(int line, int dot) const;
  uint64_t nextHit() const;
  // Of eight pixels from this dot on those that sprite 0 may hit, as far as the left columns are shown; the first in bit 7.
  unsigned pixelsThatHit(int dot) const {
    constexpr int left_column = lastDot(action::LeftColumn);
    return chip_.s.mask.bothLeftColumns() || dot > left_column ? 0xFFu : 0xFFu >> (left_column + 1 - dot);
  }
  int hitAhead() const;
  bool nextUnitIsFromOam(int here) const;
  Scroll scrollOf(int line) const;
  uint64_t nextHitFromOam(int here) const;
  int firstHit(Scroll v, int row) const;
  int firstHit(unsigned opaque, int left, Scroll v, int distance) const;
  bool searchWillBePlain() const;
  bool nextSearchWillBePlain() const;
  bool ninthMayCome() const;
  uint64_t nextOverflow();

  Ppu& chip_;
  mutable SpriteLineCache sprite_lines_;
  Compositor compositor_;
  const uint64_t clocks_to_arrive_;  // see blank_log.cpp
  AccessLog log_;
  Pins told_;
  uint8_t high_units_ = 0;  // sprite units whose patterns were last fetched from $1000-$1FFF
  // A master clock until which address line 12 was high. It may have been high since.
  uint64_t last_high_ = 0;
};

}  // namespace jumpscope::ppu::fast
