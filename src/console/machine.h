// The parts of one console and the bus between them. Private to src/console.
#pragma once

#include <array>
#include <bitset>
#include <memory>

#include "apu/apu.h"
#include "apu/band_limited.h"
#include "cpu6502/core.h"
#include "cpu6502/disassemble.h"
#include "mappers/board.h"
#include "src/console/console.h"
#include "src/console/controllers.h"
#include "src/console/picture_unit.h"

namespace jumpscope::console {

struct Console::Machine {
  struct SlowBus;
  struct FastBus;

  Machine(Console& owner, std::shared_ptr<const Cartridge> cartridge, Options options);
  // The same console again, for another owner. Watches are not copied.
  Machine(Console& owner, const Machine& other);

  Console* owner;
  std::shared_ptr<const Cartridge> cartridge;
  Options options;
  int cpu_clocks;  // master clocks a CPU cycle

  // The state, spread over the chips that work on it; gather() makes one value of it.
  State s;  // all but .ppu and .apu, which live in the chips
  PictureUnit ppu;
  apu::Apu apu;
  mappers::Pages pages;

  std::array<const uint8_t*, 256> read_page{};  // plain memory by address >> 8; nullptr: the long way
  std::array<uint8_t*, 256> write_page{};
  // Plain memory that code runs from: `code_base + pc` is the byte's place for code_start <= pc, three bytes
  // from the end at least.
  uintptr_t code_base = 0;
  uint16_t code_start = 0;
  uint16_t code_length = 0;

  uint64_t fast_until = 0;     // see findFastUntil
  bool lines_changed = false;  // since the last instruction that polled cycle by cycle
  uint64_t deadline = 0;       // CPU cycle before which no chip changes an output by itself
  uint64_t ppu_due =
      0;  // master clock up to which the picture chip's NMI line stays as it is; 0 when not known
  uint64_t status_until = 0;  // master clock before which $2002 shows what it showed; 0 when not known

  std::unique_ptr<std::bitset<0x10000>> watched;  // nullptr: nothing is
  uint64_t frames_seen = 0;                       // of ppu.chip.s.frame
  std::vector<uint16_t> picture;
  std::unique_ptr<apu::BandLimited> sound;
  mutable std::unique_ptr<State> gathered;  // see gather()

  // Verdicts on loops already looked at, by head.
  struct KnownLoop {
    uint16_t head = 0, tail = 0;
    bool idle = false, polls_status = false;
  };
  std::array<KnownLoop, 64> known_loops{};

  void makeOutputs();
  void wire();
  void mapPages();
  const State& gather() const;
  void scatter(const State& state);
  // Takes over all that `other` remembers. Precondition: same cartridge and region; `other` is caught up.
  void copyState(const Machine& other);
  void hearUntilNow();  // before the state is replaced
  void stateReplaced();
  bool isWatched(uint16_t address) const;
  void powerOn();
  void reset();

  uint64_t now() const { return s.cycle * static_cast<uint64_t>(cpu_clocks); }

  // Brings every chip to the start of the current CPU cycle; whoever looks at the APU's state settles it
  // first.
  void catchUp() {
    ppu.runTo(now());
    apu.advanceTo(s.cycle);
    if (ppu.chip.s.frame != frames_seen) endFrame();
  }
  // The same, but the picture chip only runs when its NMI line or the frame may have changed by then; whoever
  // looks at its registers brings it up to date.
  void beginCycle() {
    runPpuIfDue(now());
    apu.advanceTo(s.cycle);
  }
  // Ends the current CPU cycle: the chips see it through, the CPU samples its interrupt lines.
  void finishCycle() {
    // The CPU takes NMI in before the last two thirds of its cycle, IRQ after the APU's tick.
    runPpuIfDue(now() + static_cast<uint64_t>(cpu_clocks) / 3);
    apu.advanceTo(s.cycle + 1);
    ++s.cycle;
    s.cpu.sampleLines(ppu.nmi(), apu.irqAsserted());
  }
  void runPpuIfDue(uint64_t clock) {
    if (clock <= ppu_due) return;
    ppu.runTo(clock);
    ppu_due = options.policy == Policy::EveryCycle ? 0 : ppu.nextNmiChange();
    if (ppu.chip.s.frame != frames_seen) endFrame();
  }
  void endFrame();
  void findDeadline();

  // One bus access with everything it does, not counting time. `cpu_address`: what the 6502 drives, which may
  // differ from `address` during DMA: the 2A03's registers answer by the former and are chosen by the
  // latter's low bits.
  uint8_t busRead(uint16_t address, uint16_t cpu_address);
  void busWrite(uint16_t address, uint8_t value);
  void noteWrite(uint16_t address, uint8_t value);
  void syncControllers();

  bool dmaWanted() const { return s.dma.active || apu.dmaRequested(); }
  void dmaCycle(uint16_t cpu_address);

  // The whole OAM DMA in one step, where it is provably the same. False: cycle by cycle.
  bool copyPageToOam(uint16_t cpu_address);
  void foreseeStatus(uint8_t just_read);

  void stepSlow();
  void runFast();
  // The last cycle in which an instruction may begin that nothing can disturb.
  void findFastUntil() {
    fast_until = deadline >= longest_step && !lines_changed ? deadline - longest_step : 0;
  }
  // Whether that holds now, and no interrupt is about to be taken.
  bool mayRunFast() {
    constexpr uint8_t maskable = cpu6502::flag::irq_disable;
    lines_changed = s.cpu.polled != s.cpu.lines;
    findFastUntil();
    return s.cycle <= fast_until && !(s.cpu.lines & ~(s.cpu.p & maskable));
  }

  // Accesses of a fast bus to anything but plain memory. It hands over what it keeps to itself, and takes it
  // back from `s`.
  uint8_t slowRead(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address,
                   uint16_t repeat_address);
  void slowWrite(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address, uint8_t value);
  bool findCode(uint16_t pc);
  uint64_t skipIdleLoop(uint64_t cycle, uint64_t previous_cycle, uint16_t head, uint16_t tail);
  bool loopIsIdle(uint16_t head, uint16_t tail, bool& polls_status) const;

  static constexpr uint64_t longest_step = 8;  // cycles of the longest instruction or interrupt sequence
};

}  // namespace jumpscope::console
