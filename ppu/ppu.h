// The 2C02, half a dot at a time.
//
// Contract: the owner calls runTo(now) before it looks at anything, and passes `now` (master clock of the
// start of the CPU cycle) with every register access, which brings the chip there by itself. An access lasts
// longer than an instant. Reads of $2002, $2004 and $2007 sample at their start and at their end; read() runs
// the chip that far. A write stays in the state (State::access) and reaches its registers as time passes,
// during the cycle or some dots later.
//
// To read how a dot is made, begin with firstHalf() in dot.cpp, beside timetable.h and NESdev's frame timing
// diagram.
//
// Source: NESdev's PPU pages; 100thCoin's experiments as published with AccuracyCoin and TriCNES, for
// everything in between dots.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/latches.h"
#include "ppu/state.h"
#include "ppu/timetable.h"
#include "ppu/timing.h"
#include "ppu/wiring.h"

namespace jumpscope::ppu {

// Where pixels go. Not part of the state: no register shows any of it.
struct Screen {
  uint16_t* picture = nullptr;  // 256 x 240 of palette index | emphasis << 6; nullptr: nobody looks
  // Palette entries of the last dots, newest first, on their way out. Those of age grey_delay and above are
  // greyscaled if they ever are.
  std::array<uint8_t, pixel_delay + 1> chosen{};
  // The palette cells of those that are still read from there.
  std::array<uint8_t, cell_delay + 1> cells{};

  static constexpr uint8_t no_cell = 0xFF;
  // Everything on its way is one dot older.
  void grow() {
    static_assert(pixel_delay == 4 && cell_delay == 2);
    chosen = {chosen[0], chosen[0], chosen[1], chosen[2], chosen[3]};
    cells = {cells[0], cells[0], cells[1]};
  }
  void show(size_t age, int cell, uint8_t entry) {
    cells[age] = static_cast<uint8_t>(cell);
    chosen[age] = entry;
  }
};

// A pixel whose fine X is not settled: the shift registers and the sprites as its dot found them.
struct Candidate {
  uint64_t clock = UINT64_MAX;  // of its dot
  uint8_t fine_x = 0;           // that it was made with
  uint16_t low = 0, high = 0;
  uint8_t attribute_low = 0, attribute_high = 0;
  uint32_t actions = 0;
  Mask layers;
  uint8_t sprite = 0;  // palette << 2 | color, over the background or behind it
  bool behind = false, zero = false, hit = false;
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
  Candidate candidate;

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
    keepAccess(now);
  }

  // A CPU read or write of $2000 + reg (0-7) in the cycle that begins at `now`. `stale`: what the CPU's data
  // bus held before the write; the chip sees it for the first part of the cycle.
  uint8_t read(int reg, uint64_t now);
  void write(int reg, uint8_t value, uint8_t stale, uint64_t now);

  // A read of $2002 holds the flag down.
  bool nmi() const { return s.status.vblank && s.control.nmi_enabled && !readsStatus(); }
  bool readsStatus() const {
    return s.access.stage != Access::Stage::None && !s.access.write && s.access.reg == 2;
  }
  // A write to this register lasts.
  bool writesTo(int reg) const {
    return s.access.stage != Access::Stage::None && s.access.write && s.access.reg == reg;
  }
  uint8_t peek(uint16_t address) const;  // $0000-$3FFF, no side effects

  const Timing& timing() const { return timing_; }
  const Wiring& wiring() const { return wiring_; }
  Watching watching() const { return watching_; }
  PinWatcher* watcher() const { return watcher_; }
  bool onPreRenderLine() const { return s.scanline == timing_.pre_render_line; }
  bool onRenderedLine() const { return s.scanline < visible_lines || onPreRenderLine(); }
  bool blanked() const { return !s.rendering() || !onRenderedLine(); }
  unsigned openRow(uint32_t actions) const;  // of OAM, by the address that is selected
  bool rowIsOpen(uint64_t clock) const;      // whether a row of OAM is open at the start of a master clock

  // The parts of an access and of a dot, for an owner that runs the time in between itself.

  // An access begins when the chip has run to `now`. It ends so many master clocks later, when the chip has
  // run that far.
  static constexpr int readClocks(int reg) { return reg == 2 || reg == 4 || reg == 7 ? read_clocks : 0; }
  uint8_t beginRead(int reg, uint64_t now);
  uint8_t endRead(int reg, uint8_t begun, uint64_t now);  // `begun`: what beginRead returned
  void beginWrite(int reg, uint8_t value, uint8_t stale, uint64_t now);
  // True if something written has not arrived, but for colors (State::color_delay), or an access lasts.
  bool writesAreUnderWay() const {
    return s.access.stage != Access::Stage::None || s.address_copy != AddressCopy::None ||
           s.oam_write != OamWrite::None;
  }
  // Takes an access under way to this time.
  void keepAccess(uint64_t clock) {
    if (s.access.stage == Access::Stage::None) return;
    if (clock - s.access.began >= clocks_to_leave[static_cast<size_t>(s.access.stage)]) advanceAccess(clock);
  }
  // Takes it to its end.
  void endAccessUnderWay() { keepAccess(s.access.began + static_cast<uint64_t>(leave_clocks(s.access.reg))); }
  // What an access does while it lasts, and as it ends.
  void followBus(int reg, uint8_t bus);
  void endAccess(bool write, int reg, uint8_t value);
  Mask colorsOf(uint8_t value) const;  // of $2001
  void takeColors(uint8_t value) { s.color_mask = colorsOf(value); }
  void followScrollByte(uint8_t bus) {  // $2005
    if (!s.w) {
      s.fine_x = bus & 7;
      s.t.setCoarseX(bus >> 3);
    } else {
      s.t.setFineY(bus & 7);
      s.t.setCoarseY(bus >> 3);
    }
  }
  void followAddressByte(uint8_t bus) { s.w ? s.t.setLowByte(bus) : s.t.setHighByte(bus); }  // $2006

  // The half of a dot that comes next, with the time it takes; the two halves without, and without a word to
  // who watches A12.
  void halfDot() {
    keepAccess(s.clock);
    const unsigned address_before = s.address_bus;
    const bool second_half = s.second_half;
    second_half ? secondHalf() : firstHalf();
    if (watching_ == Watching::A12 && ((address_before ^ s.address_bus) & a12))
      watcher_->a12Changed(s.address_bus & a12, s.clock);
    s.clock += second_half ? secondHalfClocks() : firstHalfClocks();
    s.second_half = !second_half;
  }
  void firstHalf();
  void secondHalf();
  uint64_t firstHalfClocks() const { return timing_.half_dot_clocks; }
  uint64_t secondHalfClocks() const { return timing_.dot_clocks - timing_.half_dot_clocks; }

  // What firstHalf() and secondHalf() are made of. `actions`: those of the dot.
  struct Pins {
    bool ale, read;
  };
  void fetchTileByte(FetchStep step, Pins pins);
  void fetchDummy(uint32_t actions, Pins pins);
  void commitFetch();
  void fetchSpriteDot(Pins pins);
  Pins portFirstHalf();
  void portTransfer(uint32_t actions, Pins pins);
  void portSecondHalf(bool tile_done);
  bool storesWhileLatching() const;
  void latchSprite();  // a sprite's row and tile, with every nametable byte
  void copyAddress(bool counts_x, bool counts_y);
  void shiftTiles();
  bool findsSprite(uint32_t actions, uint8_t y) const;
  void latchOam(uint32_t actions);
  void countOam(uint32_t actions);
  void openOam(uint32_t actions);
  void moveOamWrite();
  uint8_t fetch(bool for_sprite = false);  // reads at the address on the pins
  // The KiB in which an address of the chip's bus lies; nullptr: it cannot be written to.
  uint8_t* writablePage(unsigned address) const {
    return address >= 0x2000 ? wiring_.nametablePage(address).writable : wiring_.chr_writable[address >> 10];
  }
  void store(unsigned address, uint8_t value) {
    if (uint8_t* const page = writablePage(address)) page[address & 0x3FF] = value;
  }
  void storeColor(uint8_t value);  // to the palette cell at v
  // Rendering was enabled in the dot before this one.
  void staysOn() { came_on_ = false; }
  // True if OAM's counters and the search have anything to do.
  bool clocksOam() const { return clocksOam(actions()); }
  unsigned pinsAddress() const { return (s.address_bus & 0x3F00u) | s.octal_latch; }

  // The bus on the CPU's side, which leaks when nobody drives it.
  uint8_t ioBus(uint64_t now) const {
    uint8_t value = s.io_bus;
    for (size_t i = 0; i < io_bus_groups.size(); ++i)
      if (now >= s.io_bus_expiry[i]) value &= static_cast<uint8_t>(~io_bus_groups[i]);
    return value;
  }
  // What it carries inside the chip while it does not leak: a write's data comes late.
  uint8_t dataOnBus() const {
    const bool early = s.access.stage == Access::Stage::Opening || s.access.stage == Access::Stage::Stale;
    return early ? s.access.stale : s.io_bus;
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
  const LineActions& lineActions() const { return timetable[static_cast<size_t>(line_kinds_[s.scanline])]; }
  uint32_t actions() const { return lineActions()[s.dot]; }
  bool renders(uint32_t actions) const { return s.rendering() && (actions & action::Rendered); }
  bool clocksOam(uint32_t actions) const {
    return ((s.rendering_delayed || s.rendering()) && (actions & action::Rendered)) || s.oam_steps ||
           s.secondary_steps || s.evaluation_step != 0 || s.oam_write == OamWrite::Storing;
  }

  // dot.cpp
  void moveScroll(uint32_t actions);
  bool movesScroll(uint32_t actions) const {
    return s.copy_x_due || s.address_copy == AddressCopy::Due ||
           (actions & (action::IncrementY | action::CopyY));
  }
  static constexpr uint32_t flag_actions = action::StartVblank | action::EndVblank | action::FlipOddFrame |
                                           action::DecideSkip | action::SkipDot | action::EndSkip;
  void changeFlags(uint32_t actions);
  // ALE and RD for this dot: those of the chip's own fetches, and those of an access to $2007.
  Pins drivePins(uint32_t actions) {
    if (s.port.active) return portFirstHalf();
    const bool fetching = renders(actions);
    const bool read_dot = isReadDot(s.dot);
    return {fetching && !read_dot, fetching && read_dot};
  }
  void askBoard(unsigned address, bool for_sprite, uint8_t& data);

  // background.cpp
  void aimAtBackground(unsigned plane);
  void fetchBackground(uint32_t actions, Pins pins);
  void aimAgain();
  void stopReading();
  uint8_t readAtLatch(unsigned high, bool for_sprite = false);
  void incrementY();

  // sprites.cpp
  void spriteDot(uint32_t actions, Pins pins);
  void fetchSpriteByte(Pins pins);
  void aimAtSprite(unsigned plane);
  void shiftSprites();
  void shiftSpritesAtSkip();

  // evaluation.h
  bool searches(uint32_t actions) const;
  void prepareCount(uint32_t actions, bool copies);
  void forgetCount() {
    s.oam_wraps = false;
    s.oam_next = 0;
  }

  // pixel.cpp
  void pixelDot(uint32_t actions);
  void paintDot(uint32_t actions);
  void choosePixel(uint32_t actions);
  unsigned multiplex();
  void settleCandidate();
  void draw(uint32_t actions);
  void moveSpriteZeroHit();
  Scroll scrollOfAttribute() const;

  // oam.cpp
  bool drawsNextLine(uint32_t actions) const;
  bool selectsSecondary(uint32_t actions) const;
  void readOpenRow(uint32_t actions, bool secondary);
  void takeCharge(unsigned from);
  void setOamAddress(uint8_t address);
  void collideWithStep(uint8_t next);
  void switchRendering(Mask layers);

  // registers.cpp
  uint8_t beginStatusRead(uint64_t now);

  // accesses.cpp
  void beginAccess(bool write, int reg, uint8_t value, uint8_t stale, uint64_t now);
  void advanceAccess(uint64_t clock);
  void endMaskWrite(uint8_t value);
  Mask layersOfPixel() const;

  // data_port.cpp
  uint8_t readData(uint64_t now);
  uint8_t bufferAt(uint64_t now) const;
  void portWrite(uint32_t actions, Pins pins);
  uint8_t lowAddressByte(uint32_t actions) const;
  bool holdsPort(bool write) const {
    return s.access.stage != Access::Stage::None && s.access.reg == 7 && s.access.write == write;
  }
  bool portAccessed(bool write) const {
    return holdsPort(write) && s.clock - s.access.began < static_cast<uint64_t>(end_clocks);
  }
  void stepAddress(bool tile_done);

  Timing timing_;
  std::array<LineKind, most_lines> line_kinds_{};  // of timing_'s scanlines
  int alignment_;
  bool came_on_ = false;  // rendering, with this dot
  Wiring wiring_;
  Watching watching_ = Watching::Nothing;
  PinWatcher* watcher_ = nullptr;
};

}  // namespace jumpscope::ppu

// Those members that run in each dot.
#include "ppu/background.h"
#include "ppu/evaluation.h"
#include "ppu/oam.h"
#include "ppu/pixel.h"
