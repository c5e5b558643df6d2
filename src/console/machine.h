// The parts of one console and the bus between them. Private to src/console.
#pragma once

#include <array>
#include <bitset>
#include <memory>
#include <optional>
#include <vector>

#include "apu/band_limited.h"
#include "cpu6502/core.h"
#include "mappers/board.h"
#include "src/console/accelerator.h"
#include "src/console/board_sound.h"
#include "src/console/console.h"
#include "src/console/controllers.h"
#include "src/console/picture_unit.h"
#include "src/console/sound_unit.h"
#include "src/console/zapper.h"

namespace jumpscope::console {

constexpr uint16_t foldRam(uint16_t address) { return address < 0x2000 ? address & 0x07FF : address; }

struct Machine {
  Machine(std::shared_ptr<const Cartridge> cartridge, const Options& options);
  // The same console again. Hooks and watches are not copied. Precondition: `other` is caught up.
  explicit Machine(const Machine& other);
  Machine& operator=(const Machine&) = delete;

  std::shared_ptr<const Cartridge> cartridge;
  Options options;
  Hooks hooks;
  uint64_t cpu_clocks;  // master clocks a CPU cycle
  bool lockstep;        // all chips run in every cycle

  // The state, spread over the chips that work on it; gather() makes one value of it.
  State s;  // all but .ppu and .apu, which live in the chips
  PictureUnit ppu;
  SoundUnit apu;
  std::unique_ptr<mappers::Board> board;    // works on s.board
  mappers::Foresight* foresight = nullptr;  // the board's

  // Master clock up to which the picture chip's NMI line stays as it is, its frame does not end, and its pins
  // make the board change no interrupt line; 0 when not known.
  uint64_t ppu_due = 0;
  uint64_t nmi_due = 0;  // when that was found, the first of the three alone, with the frame's end
  // Master clock up to which, besides, address line 12 does not rise in a way that a board counts; 0 when not known.
  uint64_t pins_still_until = 0;
  ppu::A12Rise next_rise{0};  // what that was found from
  uint64_t board_due = 0;     // CPU cycle before which the board does not change its interrupt line by itself
  bool board_irq = false;     // that line
  bool lines_may_have_moved = false;  // see linesMoved()
  bool board_watches = false;         // the picture chip's pins
  std::bitset<0x100> board_reads;     // pages of which the board wants to hear of reads
  uint64_t frames_seen = 0;           // of the picture chip's frame counter
  // By address, a RAM byte's at each of its mirrors; nullptr: nothing is.
  std::unique_ptr<std::array<bool, 0x10000>> watched;
  std::bitset<0x100> watched_pages;  // those with a watched address
  std::vector<uint16_t> picture;     // empty: nobody looks
  bool renders = true;               // into the picture, with Options::video
  bool senses_light = false;         // some device does
  bool only_pads = false;            // a standard pad in each port, nothing else
  std::unique_ptr<apu::BandLimited> samples;
  std::unique_ptr<BoardSound> board_sound;  // nullptr: nobody listens, or the board has none
  fast::Accelerator accelerator{*this};     // after all that it works on

  void makeOutputs();
  void wire();
  void watch(uint16_t address);
  void unwatchAll();
  bool isWatched(uint16_t address) const { return watched && (*watched)[address]; }

  // Precondition: caught up.
  State gather() const;
  void replaceState(const State& state);
  // Takes over all that `other` remembers. Precondition: same cartridge and region; `other` is caught up.
  void copyState(const Machine& other);
  void powerOn();
  void reset();

  uint64_t now() const { return s.cycle * cpu_clocks; }
  // Whole CPU cycles in so many master clocks. Most consoles' cycles have twelve, for which nothing has to be divided.
  uint64_t cyclesIn(uint64_t clocks) const { return cpu_clocks == 12 ? clocks / 12 : clocks / cpu_clocks; }

  // Brings every chip and the pads to the start of the current CPU cycle.
  void catchUp() {
    runPpu(now());
    board->runTo(s.cycle);
    apu.advanceTo(s.cycle);
    apu.flush();
    syncControllers();
    syncLight();
  }
  // Begins the current CPU cycle: brings the interrupt lines and the frame to its start. The rest of a
  // chip may be behind; its registers bring it up to date.
  JUMPSCOPE_INLINE void beginCycle() {
    runPpuIfDue(now());
    apu.advanceTo(s.cycle);
  }
  // Ends the current CPU cycle: the chips see it through, the CPU samples its interrupt lines.
  JUMPSCOPE_INLINE void finishCycle() {
    // The CPU takes NMI in before the last two thirds of its cycle, IRQ after the APU's tick.
    const uint64_t samples_nmi = now() + cpu_clocks / 3;
    if (samples_nmi > ppu_due) {
      ppu.bringOutputsTo(samples_nmi);
      ppuHasRun();
    }
    apu.advanceTo(s.cycle + 1);
    ++s.cycle;
    if (s.cycle >= board_due) runBoard();
    s.cpu.sampleLines(ppu.nmi(), apu.irqAsserted() || board_irq);
  }
  // True if an interrupt line moved since the CPU sampled it: a write to the board, whose effect comes when its
  // cycle has ended, ran the chips on.
  bool linesMoved() {
    if (lines_may_have_moved)
      lines_may_have_moved = ppu.nmi() != s.cpu.nmi_level ||
                             (apu.irqAsserted() || board_irq) != ((s.cpu.lines & cpu6502::line::irq) != 0);
    return lines_may_have_moved;
  }
  void runPpu(uint64_t clock) {
    ppu.runTo(clock);
    noticeRun();
  }
  // After the picture chip has run.
  void noticeRun() {
    if (board_watches) boardAccessed();
    if (ppu.chip.s.frame != frames_seen) endFrame();
  }
  // As runPpu(), but the picture chip itself may stay behind.
  void bringPinsTo(uint64_t clock) {
    ppu.bringOutputsTo(clock);
    boardAccessed();
    if (ppu.chip.s.frame != frames_seen) endFrame();
  }
  void runPpuIfDue(uint64_t clock) {
    if (clock <= ppu_due) return;
    ppu.bringOutputsTo(clock);
    ppuHasRun();
  }
  void ppuHasRun() {
    findPpuDue();
    if (ppu.chip.s.frame != frames_seen) endFrame();
  }
  void findPpuDue() {
    ppu_due = nmi_due = lockstep ? 0 : ppu.nextNmiChange();
    if (board_watches) considerPins();
  }
  void endFrame();

  // board_bus.cpp
  void makeBoard();
  void boardReplaced();
  void listenToBoard();
  void runBoard();
  void boardAccessed();
  void considerPins();
  void considerRises(unsigned rises);
  bool pinsAreStill() const { return pins_still_until >= now(); }  // as far as is known
  bool waitsForA12();
  bool leavesIrqNow(uint16_t address) const;
  uint64_t boardReadsSameUntil(uint16_t address) const;
  void pinsWritten(int reg, uint8_t value, bool nmi_stays);
  bool switchBanks(uint16_t address, uint8_t value);
  bool wireBoard();
  // $4020-$FFFF where no page of the board is; nullopt: nobody drives the bus.
  std::optional<uint8_t> boardRead(uint16_t address);
  // At the end of the cycle of the write: s.cycle is the next one. Foresight::writeQuietly(), unless the board has to hear of the
  // picture chip's pins before; then Other. Noticed: as below.
  mappers::QuietWrite writeBoardQuietly(uint16_t address, uint8_t value);
  // Any write, at the same time. True if an interrupt line may have moved since, or when one may move next.
  bool boardWrite(uint16_t address, uint8_t value);
  // The same after writeBoardQuietly() has said Other.
  bool otherBoardWrite(uint16_t address, uint8_t value);
  const uint8_t* plainPage(uint16_t address) const {
    if (address < mappers::Pages::cpu_start || board_reads[address >> 8]) return nullptr;
    return board->pages.read[mappers::Pages::indexOf(address)];
  }
  // True if a write is nobody's business but the picture chip's, and that of a board that watches its pins.
  bool changesPictureOnly(uint16_t address) const {
    return (address & 0xE000) == 0x2000 && !isWatched(address);
  }
  bool goesToBoard(uint16_t address) const {
    return address >= 0x4020 &&
           (address < mappers::Pages::cpu_start || !board->pages.write[mappers::Pages::indexOf(address)]);
  }

  // One instruction, cycle by cycle.
  void step();

  // One bus access with everything it does, not counting time. `cpu_address`: what the 6502 drives, which may
  // differ from `address` during DMA: the 2A03's registers answer by the former and are chosen by the
  // latter's low bits.
  uint8_t busRead(uint16_t address, uint16_t cpu_address);
  void busWrite(uint16_t address, uint8_t value);
  // After a write to the picture chip. `stays`: NMI and the frame's end do.
  void pictureWritten(int reg, uint8_t value, bool stays) {
    if (!stays || ppu.chip.s.clock > ppu_due) ppu_due = 0;
    if (board_watches) pinsWritten(reg, value, stays);
  }
  uint8_t peek(uint16_t address) const;
  bool writeNeedsNoChip(uint16_t address) const;
  void noteWrite(uint16_t address, uint8_t value);
  std::vector<int16_t> takeSamples();
  Sound sound() const;
  void restoreSound(const Sound& sound);
  void plugIn(const Devices& devices);
  void setRendering(bool wanted);
  void setChannels(uint8_t channels);
  void syncControllers() {
    runControllersTo(s.controllers, s.cycle, !apu::isPutCycle(apu.chip.s, s.controllers.cycle));
  }
  // Brings the light that Zappers see to where the picture chip stands.
  void syncLight() {
    if (s.controllers.devices.watchThePicture()) syncLight(drawnPixels(ppu.chip));
  }
  void syncLight(unsigned drawn) { senseLight(s.controllers, ppu.chip, picture.data(), drawn); }

  // dma.cpp
  bool dmaWanted() const { return s.dma.active || apu.dmaRequested(); }
  void dmaCycle(uint16_t cpu_address);

 private:
  bool showsTheSame(const ppu::State& chip, const mappers::BoardState& cartridge_state) const;
  void stateReplaced(uint64_t cycle_before, bool same_memories);
  void makePicture();
};

}  // namespace jumpscope::console
