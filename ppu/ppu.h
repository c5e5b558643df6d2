// The 2C02, half a dot at a time.
//
// Contract: the owner calls runTo(now) before it looks at anything, and passes `now` (master clock of the
// start of the CPU cycle) with every register access, which brings the chip there by itself. An access lasts
// longer than an instant: reads of $2002, $2004 and $2007 sample at their start and at their end, writes
// reach their registers during the cycle or some dots later. The chip runs itself that far.
//
// To read how a dot is made, begin with firstHalf() in dot.cpp, beside timetable.h and NESdev's frame timing
// diagram.
//
// Source: NESdev's PPU pages; 100thCoin's experiments as published with AccuracyCoin and TriCNES, for
// everything in between dots.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/state.h"
#include "ppu/timetable.h"
#include "ppu/timing.h"
#include "ppu/wiring.h"
#include "ppu/write_delays.h"

namespace jumpscope::ppu {

// Where pixels go. Not part of the state: no register shows any of it.
struct Screen {
  uint16_t* picture = nullptr;      // 256 x 240 of palette index | emphasis << 6; nullptr: nobody looks
  std::array<uint8_t, 4> chosen{};  // palette entries of the last dots, newest first, on their way out
};

// About 20 NTSC frames: how long a bit stays on an undriven I/O bus. Varies with the chip and its
// temperature.
constexpr uint64_t io_bus_leak_clocks = 1'786'830ull * 4;
// Groups of bits that leak together. Source: NESdev "Open bus behavior".
constexpr std::array<uint8_t, 3> io_bus_groups = {0x1F, 0x20, 0xC0};

class Ppu {
 public:
  State s;
  Screen screen;

  // `alignment` 0-3: master clocks between a dot and the CPU cycle, as four power-ons in a row may give on
  // hardware.
  Ppu(const Timing& timing, int alignment);

  void powerOn();
  void reset();  // the reset button: registers of the CPU side only
  void wire(const Wiring& wiring) { wiring_ = wiring; }
  // `watcher` hears of what `watching` says; it outlives the chip or is replaced.
  void watchPins(Watching watching, PinWatcher* watcher) {
    watching_ = watching;
    watcher_ = watcher;
  }
  void drawTo(uint16_t* picture) { screen.picture = picture; }

  // Runs every half dot that begins before `now`.
  void runTo(uint64_t now) {
    while (s.clock < now) halfDot();
  }

  // A CPU read or write of $2000 + reg (0-7) in the cycle that begins at `now`. `stale`: what the CPU's data
  // bus held before the write; the chip sees it for the first part of the cycle.
  uint8_t read(int reg, uint64_t now);
  void write(int reg, uint8_t value, uint8_t stale, uint64_t now);

  bool nmi() const { return s.status.vblank && s.control.nmi_enabled; }
  uint8_t peek(uint16_t address) const;  // $0000-$3FFF, no side effects

  const Timing& timing() const { return timing_; }
  const Wiring& wiring() const { return wiring_; }
  Watching watching() const { return watching_; }
  PinWatcher* watcher() const { return watcher_; }
  bool onPreRenderLine() const { return s.scanline == timing_.pre_render_line; }
  bool onRenderedLine() const { return s.scanline < visible_lines || onPreRenderLine(); }

  // The parts of an access and of a dot, for an owner that runs the time in between itself.

  // An access begins when the chip has run to `now`. It ends so many master clocks later, when the chip has
  // run that far.
  static constexpr int readClocks(int reg) { return reg == 2 || reg == 4 || reg == 7 ? read_clocks : 0; }
  static constexpr int writeClocks(int reg) {
    return reg == 7 ? write_clocks : reg == 0 ? data_valid_clocks : 0;
  }
  uint8_t beginRead(int reg, uint64_t now);
  uint8_t endRead(int reg, uint8_t begun, uint64_t now);  // `begun`: what beginRead returned
  void beginWrite(int reg, uint8_t value, uint8_t stale, uint64_t now);
  void endWrite(int reg, uint8_t value) {
    if (reg == 0) endControlWrite(value);
    if (reg == 7) s.port.write_request = s.port.active = true;
  }

  // The half of a dot that comes next, with the time it takes; the two halves without, and without a word to
  // who watches A12.
  void halfDot();
  void firstHalf();
  void secondHalf();
  uint64_t firstHalfClocks() const { return timing_.half_dot_clocks; }
  uint64_t secondHalfClocks() const { return timing_.dot_clocks - timing_.half_dot_clocks; }

  // What firstHalf() and secondHalf() are made of. `actions`: those of the dot.
  struct Pins {
    bool ale, read;
  };
  void takeScroll();  // the value of the last write to $2005 arrives
  void fetchTileByte(FetchStep step, Pins pins);
  void fetchDummy(uint32_t actions, Pins pins);
  void commitFetch(bool for_sprite);
  void shiftTiles();
  void clearSecondaryDot(uint32_t actions);
  void evaluateDot(uint32_t actions);
  uint8_t fetch(bool for_sprite = false);  // reads at the address on the pins
  void storeData();  // the value of the last write to $2007 goes to the address on the pins
  unsigned pinsAddress() const { return (s.address_bus & 0x3F00u) | s.octal_latch; }

  // The bus on the CPU's side, which leaks when nobody drives it.
  uint8_t ioBus(uint64_t now) const {
    uint8_t value = s.io_bus;
    for (size_t i = 0; i < io_bus_groups.size(); ++i)
      if (now >= s.io_bus_expiry[i]) value &= static_cast<uint8_t>(~io_bus_groups[i]);
    return value;
  }
  // `bits`: which are driven; the others keep leaking.
  void driveIoBus(uint8_t value, uint8_t bits, uint64_t now) {
    s.io_bus = bits == 0xFF ? value : static_cast<uint8_t>((ioBus(now) & ~bits) | (value & bits));
    const uint64_t expiry = now + io_bus_leak_clocks;
    if (bits & io_bus_groups[0]) s.io_bus_expiry[0] = expiry;
    if (bits & io_bus_groups[1]) s.io_bus_expiry[1] = expiry;
    if (bits & io_bus_groups[2]) s.io_bus_expiry[2] = expiry;
  }

 private:
  uint32_t actions() const { return actionsAt(lineKind(s.scanline, timing_), s.dot); }

  // dot.cpp
  void moveScroll(uint32_t actions);
  void advancePosition();
  void changeFlags(uint32_t actions);
  Pins drivePins();

  // background.cpp
  void aimAtBackground(unsigned plane);
  void fetchBackground(uint32_t actions, Pins pins);
  uint8_t readAtLatch(unsigned high, bool for_sprite = false);
  void incrementY();

  // sprites.cpp
  void spriteDot(uint32_t actions, Pins pins);
  void fetchSpriteDot(uint32_t actions, Pins pins);
  void fetchSpriteByte(Pins pins);
  void aimAtSprite(unsigned plane);
  void idleSpriteDot(uint32_t actions);
  void shiftSprites();

  // evaluation.cpp
  void evaluationStep(bool first_compare);
  void searchForSprites(bool first_compare, bool may_step);
  void searchForNinth(bool first_compare, bool may_step);
  void stepSecondary();

  // pixel.cpp
  void pixelDot(uint32_t actions);
  void choosePixel(uint32_t actions);
  void draw(uint32_t actions);
  void moveSpriteZeroHit();

  // oam_corruption.cpp
  void noteCorruption(uint8_t row);
  void corruptOam();
  void stopEvaluation(uint32_t actions);
  void renderingWritten(Mask value, bool early);
  void renderingOffArrives();

  // registers.cpp
  void endControlWrite(uint8_t value);

  // delayed_writes.cpp
  int phaseAt(uint64_t now) const;
  void writeMask(uint8_t value, uint8_t stale, int phase);
  void writeScroll(uint8_t value, uint8_t stale, int phase);
  void writeAddress(uint8_t value, int phase);
  void setScroll(uint8_t value);
  void delayedScroll();
  void delayedAddress();
  void delayedMask();

  // data_port.cpp
  uint8_t beginDataRead(uint64_t now);
  Pins portFirstHalf();
  void portSecondHalf();
  void fetchForPort(bool ale);

  Timing timing_;
  int alignment_;
  Wiring wiring_;
  Watching watching_ = Watching::Nothing;
  PinWatcher* watcher_ = nullptr;
};

}  // namespace jumpscope::ppu
