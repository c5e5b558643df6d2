// Runs the CPU ahead while no chip can change an output by itself. Private to src/console.
//
// In such a window plain memory is read and written through tables of pages; every other access goes to the
// machine cycle by cycle. On top of that come idle loops, OAM DMA in one step, and reads of $2002 whose
// result is predicted. The results are those of lockstep: tests/console compares both.
#pragma once

#include <array>
#include <cstdint>

#include "mappers/board.h"

namespace jumpscope::console {

struct Machine;

namespace fast {

struct Accelerator {
  explicit Accelerator(Machine& machine) : m(machine) {}
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;

  // The machine's pages or its watched addresses were changed.
  void memoryMapped();
  // Some pages of the board lie elsewhere.
  void pagesChanged();
  // A register of the picture chip is about to be read or written.
  void ppuAccessed() { status_until = 0; }
  // Runs instructions, one at least: up to the last one that ends before the next event, and on through that event
  // until nothing disturbs for a while or the frame has ended.
  void run() {
    runAhead();
    passEvent();
  }
  // The whole OAM DMA in one step, where nothing can come between. False: it must go cycle by cycle.
  // Precondition: DMA is wanted in the current cycle, a read of `cpu_address`.
  bool copyPageToOam(uint16_t cpu_address);
  // Likewise a fetch of the DMC that holds a read of `cpu_address`, repeated at `repeat_address`.
  bool fetchSampleByte(uint16_t cpu_address, uint16_t repeat_address);

 private:
  struct Bus;
  struct EventBus;

  static constexpr uint64_t longest_step = 8;  // cycles of the longest instruction or interrupt sequence

  // Verdicts on loops already looked at, by head.
  struct KnownLoop {
    uint16_t head = 0, tail = 0;
    bool idle = false, polls_status = false, polls_sound_status = false, rewrites_control = false;
  };

  // The last jump backwards: its target, where it stands, and when the target was reached.
  struct LastLoop {
    uint16_t head = 0, tail = 0;
    uint64_t reached = 0;
    bool left = true;  // since then the flow of control went another way than forward
  };

  Machine& m;

  std::array<const uint8_t*, 256>
      read_page{};  // plain memory by address >> 8; nullptr: a register or nothing
  std::array<uint8_t*, 256> write_page{};
  // The board's pages that they were made from.
  std::array<const uint8_t*, mappers::Pages::cpu_count> board_read{};
  std::array<uint8_t*, mappers::Pages::cpu_count> board_write{};
  // Plain memory that code runs from: `code_base + pc` is the byte's place for code_start <= pc, three bytes
  // from the end at least.
  uintptr_t code_base = 0;
  uint16_t code_start = 0;
  uint16_t code_length = 0;

  uint64_t deadline = 0;       // CPU cycle before which no chip changes an output by itself
  uint64_t window_end = 0;     // the last cycle in which an instruction may begin that nothing can disturb
  bool lines_changed = false;  // since runAhead() began
  uint64_t status_until = 0;   // master clock before which $2002 shows what it showed; 0 when not known
  uint64_t sound_status_until = 0;  // CPU cycle before which $4015 does; likewise
  std::array<KnownLoop, 64> known_loops{};
  LastLoop kept_loop;  // of the last window, as passEvent() leaves it

  void mapBoardPage(size_t index);
  bool findCode(uint16_t pc);
  void findDeadline();
  void findWindowEnd() {
    window_end = deadline >= longest_step && !lines_changed ? deadline - longest_step : 0;
  }
  bool mayRunAhead();
  void runAhead();

  // pass_event.cpp: precondition: runAhead() has just returned
  void passEvent();

  // Accesses to anything but plain memory. The bus hands over what it keeps to itself, and takes it back from
  // Machine::s.
  uint8_t readRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address,
                       uint16_t repeat_address);
  void writeRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address, uint8_t value);
  void predictStatus(uint8_t just_read);

  // oam_dma.cpp
  bool copySomeBytes(uint16_t cpu_address);

  // Whether no chip changes an output in this cycle, so that all of them may stay behind.
  bool isQuiet(uint64_t cycle) const { return cycle + 1 < deadline; }

  // ports.cpp
  uint8_t readPad(uint64_t cycle, uint8_t data_bus, size_t port);
  bool readsAlone(uint16_t address);
  bool writesAlone(uint16_t address);

  // idle_loop.cpp
  uint64_t skipIdleLoop(uint64_t cycle, uint64_t previous_cycle, uint16_t head, uint16_t tail);
  bool loopIsIdle(KnownLoop& loop) const;
};

}  // namespace fast
}  // namespace jumpscope::console
