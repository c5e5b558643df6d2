// The 2C02, half dot by half dot. This is the meaning of the chip; nothing else in the tree computes its
// outputs differently.
//
// Contract: the owner calls runTo(now) before it looks at anything, and passes `now` (master clock of the
// start of the CPU cycle) with every register access, which brings the chip there by itself. An access lasts
// longer than an instant: reads of $2002, $2004 and $2007 sample at their start and at their end, some writes
// act two or seven master clocks after the cycle began. The chip runs itself that far.
//
// Source: NESdev's PPU pages; 100thCoin's experiments as published with AccuracyCoin and TriCNES, for
// everything in between dots.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/paint.h"
#include "ppu/rows.h"
#include "ppu/state.h"
#include "ppu/timetable.h"
#include "ppu/timing.h"

namespace jumpscope::ppu {

// What hangs on the PPU's bus. Pointers into the dump, or into board RAM that the console owns.
struct Wiring {
  std::array<const uint8_t*, 8> chr{};  // $0000-$1FFF, 1 KiB each
  uint8_t* chr_ram = nullptr;           // $0000-$1FFF when writable
  std::array<uint8_t, 4> nametable{};   // which 1 KiB of vram answers for $2000, $2400, $2800, $2C00
};

class Ppu {
 public:
  State s;

  // `alignment` 0-3: master clocks between a dot and the CPU cycle, as four power-ons in a row may give on
  // hardware.
  Ppu(Region region, int alignment);

  void powerOn();
  void reset();  // the reset button: registers of the CPU side only

  void wire(const Wiring& wiring) {
    wiring_ = wiring;
    rows_.everythingChanged();
  }

  // Runs every half dot that begins before `now`.
  void runTo(uint64_t now) {
    if (s.clock >= now) return;
    if (shortcuts_) return runShort(now);
    while (s.clock < now) halfDot();
  }
  // Whether whole quiet lines may be taken in one step (quiet.cpp). Off: always dot by dot, the oracle.
  void allowShortcuts(bool allowed) { shortcuts_ = allowed; }
  // To be called when `s` was replaced, or OAM, video memory or patterns changed from outside.
  void stateReplaced() {
    oamChanged();
    rows_.everythingChanged();
  }

  // Why the next stretch must go dot by dot.
  enum class Busy : uint8_t { No, Port, PendingWrite, Corruption, Flags, Fetch };
  Busy whyNotSettled() const;
  // Lower bound of the master clock at which the flags of $2002 may next change, if no register is touched.
  uint64_t nextStatusChange();

  // A CPU read or write of $2000 + reg (0-7) in the cycle that begins at `now`.
  uint8_t read(int reg, uint64_t now);
  // `stale`: what the CPU's data bus held before the write; the chip sees it for the first part of the cycle.
  void write(int reg, uint8_t value, uint8_t stale, uint64_t now);

  // A read of $2002 at a moment when its flags are known not to change and vblank is off: no need to run up
  // to it.
  uint8_t readSteadyStatus(uint64_t now) {
    s.w = false;
    driveIoBus(steadyStatus(), 0xE0, now);
    return ioBus(now);
  }
  // Bits 7-5 of $2002 as they stand when vblank is off and the chip is settled.
  uint8_t steadyStatus() const {
    return static_cast<uint8_t>((s.sprite_zero_hit ? 0x40 : 0) | (s.sprite_overflow ? 0x20 : 0));
  }
  // When the undriven bits 0-4 of the I/O bus next change by leaking.
  uint64_t ioBusChange(uint64_t now) const {
    return (s.io_bus & 0x1F) && s.io_bus_expiry[0] > now ? s.io_bus_expiry[0] : UINT64_MAX;
  }
  // Whether the chip has nothing to do but count dots until `now`, and OAM is the CPU's.
  bool idleUntil(uint64_t now) const;
  // 256 writes of $2004, the last one at `now`. Precondition: idleUntil.
  void loadOam(const uint8_t* page, uint64_t now);

  bool nmi() const { return s.vblank && s.nmi_enabled; }
  // Lower bound of the master clock at which nmi() may next rise or the frame end, as long as no register is
  // touched.
  uint64_t nextVblank() const;
  // The same for the next moment at which nmi() may change either way.
  uint64_t nextNmiChange() const;

  uint8_t peek(uint16_t address) const;  // $0000-$3FFF, no side effects

  // Where finished pixels go: 256 x 240 of palette index | emphasis << 6. nullptr: none are made. Not part of
  // the state.
  void drawTo(uint16_t* picture) { picture_ = picture; }

  const Timing& timing() const { return timing_; }

 private:
  void halfDot() {
    if (s.second_half) {
      secondHalf();
      s.clock += timing_.dot_clocks - timing_.half_dot_clocks;
    } else {
      firstHalf();
      s.clock += timing_.half_dot_clocks;
    }
    s.second_half = !s.second_half;
  }
  void firstHalf();
  void secondHalf();

  bool onRenderLine() const { return s.scanline < visible_lines || s.scanline == timing_.pre_render_line; }

  // dot.cpp
  void scrollWhileLeavingDot(uint16_t actions);
  void advancePosition();
  void changeFlags();
  void applyDelayedV();
  void applyDelayedMask(bool render_line);
  void fetchTileDot(int phase, bool ale, bool read);
  void dummyFetchDot(bool ale, bool read);
  void aimPattern(bool high_plane);
  void commitFetch();
  uint8_t fetch();
  void outputPixel();
  void drawDelayed();
  void shiftSprites();
  void incrementCoarseX();
  void incrementY();

  // sprites.cpp
  void spriteDot(uint16_t actions, bool ale, bool read);
  void clearSecondaryDot();
  void evaluateDot();
  void evaluateOnWriteDot();
  void fetchSpriteDot(bool ale, bool read);
  void idleSpriteDot();
  void noteCorruption(uint8_t row);
  void corruptOam();

  // quiet.cpp
  struct TileRow {
    uint8_t low, high, attribute;
    uint16_t address;  // of the low plane
  };
  void runShort(uint64_t now);
  bool renderLines(int dots);
  bool skipLines(int lines);
  bool skipDarkLine();
  void finishLine(int line);
  void evaluateLine(int line);
  // The tile row that `v` points at: both planes, and the attribute.
  TileRow tileAt(uint16_t v) const {
    const uint8_t* nametable = &s.vram[wiring_.nametable[(v >> 10) & 3] << 10];
    const uint8_t attribute = nametable[0x3C0 | ((v >> 4) & 0x38) | ((v >> 2) & 0x07)];
    const unsigned address = s.background_table | nametable[v & 0x3FF] << 4 | v >> 12;
    const uint8_t* chr = wiring_.chr[address >> 10] + (address & 0x3FF);
    return {chr[0], chr[8], static_cast<uint8_t>((attribute >> ((v & 0x02) + ((v & 0x40) >> 4))) & 3),
            static_cast<uint16_t>(address)};
  }
  // Which of its pixels are not transparent.
  unsigned opaqueAt(uint16_t v) const {
    const TileRow row = tileAt(v);
    return row.low | row.high;
  }
  unsigned spriteAddress(const uint8_t* sprite, unsigned row) const;
  int nextLineThatMatters(int line, int last);
  void prepareNextLine(int line);
  void searchOam(int line);

  // crowd.cpp
  void oamChanged() { crowd_known_ = sprites_known_ = false; }
  bool inRange(int line, uint8_t y) const;
  int nextCrowdedLine(int line);
  void findCrowds();
  uint64_t spritesOn(int line);

  // foresee.cpp
  uint64_t clockOf(int line, int dot) const;
  uint64_t nextHit() const;
  int firstHit(uint16_t v, int row) const;
  bool searchWillBePlain() const;
  bool ninthMayCome() const;
  uint64_t nextOverflow();

  // blank.cpp
  bool inBlanking() const { return s.scanline >= visible_lines && s.scanline < timing_.pre_render_line; }
  bool atRest() const;
  bool darkLinesIdle() const;
  int dotsToLandmark() const;
  bool countDots(uint64_t now);
  void paintDarkDots(int dots);
  void moveOn(int dots);
  bool settle(int dots);
  void finishPort();

  // stretch.cpp
  void renderDots(int from, int to);
  void leavePicture();
  void renderDotZero();
  void pictureDots(int from, int to);
  int findHit(int from, int count) const;
  unsigned backgroundBits(int x, bool fetched) const;
  void shiftUnits(int count);
  void fetchTiles(int phase, int count);
  void fetchPhases(int from, int to);
  void fetchWholeTiles(int tiles);
  void searchDots(int from, int to);
  void clearDots(int from, int to);
  int passSprites(int dot, int to);
  void spriteFetchDots(int from, int to);
  void fetchUnit(int i);
  unsigned fetchPatterns(SpriteUnit& unit, const uint8_t* sprite, unsigned row) const;
  void idleSpriteDots(int count);
  void dummyDots(int from, int to);

  // paint.cpp
  const Colours& coloursFor(uint8_t tint);
  void paintLine(bool fetched);
  void paintTilesOfLine(bool fetched, const Colours& colours, uint16_t* out) const;
  bool copyRows(const Colours& colours, uint16_t* out);
  void paintDots(int from, int count, uint8_t tint, uint16_t* row);
  void paintSlowly(int from, int count, bool sprites, const Colours& colours, uint16_t* out) const;
  void paintTiles(int from, int tiles, const Colours& colours, uint16_t* out);
  void paintBackground(uint16_t v, int tiles, const Colours& colours, uint16_t* out) const;
  bool mixedAttributes() const;
  void paintNametable(uint16_t v, int tiles, const Colours& colours, uint16_t* out) const;
  void paintSprites(int from, int count, bool fetched, const Colours& colours, uint16_t* out) const;
  void putOnScreen(int line, int from, int to, const uint16_t* row, bool tinted);

  // registers.cpp
  void takeScroll();
  uint8_t ioBus(uint64_t now) const;
  void driveIoBus(uint8_t value, uint8_t bits, uint64_t now);
  void writeMask(uint8_t value, uint8_t stale, int phase);
  int phaseAt(uint64_t now) const;
  void portFirstHalf();
  void portSecondHalf();
  void portStore();

  Timing timing_;
  // Dots from the end of an access to $2007 to the port's rest.
  static constexpr int port_dots = 5;
  int alignment_;
  Wiring wiring_;
  uint16_t* picture_ = nullptr;
  bool shortcuts_ = true;
  bool crowd_known_ = false;  // crowded_ was made from OAM as it is
  bool crowd_tall_ = false;
  std::array<uint64_t, 4> crowded_{};  // a bit a line
  bool sprites_known_ = false;         // the same for sprites_on_, which only pictures need
  bool sprites_tall_ = false;
  std::array<uint64_t, visible_lines> sprites_on_{};
  Colours painter_;
  PaintedRows rows_;
  std::array<uint8_t, 4>
      colours_{};  // palette entries chosen in the last dots, newest first; on their way to the picture
};

}  // namespace jumpscope::ppu
