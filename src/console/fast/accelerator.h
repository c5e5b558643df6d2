// Runs the CPU ahead while no chip can change an output by itself. Private to src/console.
//
// In such a window plain memory is read and written through tables of pages; every other access goes to the
// machine cycle by cycle. On top of that come idle loops, OAM DMA in one step, and reads of $2002 whose
// result is predicted. The results are those of lockstep: tests/console compares both.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

#include "cpu6502/registers.h"
#include "mappers/board.h"
#include "src/console/fast/loop_summary.h"
#include "src/console/fast/second_looks.h"
#include "src/console/native/code_cache.h"

namespace jumpscope::console {

struct Machine;

namespace fast {

struct Accelerator : private native::Context, private native::JumpsBack {
  explicit Accelerator(Machine& machine) : m(machine) {}
  // Shares what `other` has translated.
  Accelerator(Machine& machine, const Accelerator& other) : m(machine), translations(other.translations) {}
  Accelerator(const Accelerator&) = delete;
  Accelerator& operator=(const Accelerator&) = delete;

  // From now on; what was translated is forgotten. To be followed by memoryMapped().
  void translateCode(bool translate);
  // The board's state, and maybe everything else's, is another one.
  void stateReplaced();
  // The machine's pages or its watched addresses were changed.
  void memoryMapped();
  // Some pages of the board lie elsewhere.
  void pagesChanged();
  // A register of the picture chip is about to be read or written.
  void ppuAccessed() { status_until = board_status_until = 0; }
  // A register of the board is about to be read or written, but for those that leave its interrupt alone.
  void boardAccessed() { board_status_until = 0; }
  // Runs instructions, one at least: up to the last one that ends before the next event, and on through that event
  // until nothing disturbs for a while or the frame has ended.
  void run() {
    runAhead();
    passEvent();
  }
  // The whole OAM DMA in one step, where nothing can come between. False: it must go cycle by cycle.
  // Precondition: it begins in the current cycle, a read of `cpu_address`.
  bool copyPageToOam(uint16_t cpu_address);
  // In one step, a fetch of the DMC that holds a read of `cpu_address`, repeated at `repeat_address`, outside of OAM DMA. False:
  // it must go cycle by cycle.
  bool fetchSampleByte(uint16_t cpu_address, uint16_t repeat_address);

 private:
  struct Bus;
  struct EventBus;

  static constexpr uint16_t sound_status = 0x4015;
  static constexpr uint64_t longest_step = native::longest_step;  // CPU cycles

  template <template <class> class Number>
  struct TurnBus;
  struct WideTurn;

  // Loops whose heads fall into the same set must not drive each other out while there are few of them.
  static constexpr size_t loop_sets = 64, loops_in_set = 4;
  static constexpr int longest_loop = 128;  // bytes from its head to the jump back
  // Cycles that make up for asking how long a loop that ends by itself goes on: interpreted, and translated.
  static constexpr uint64_t long_wait = 400, long_wait_translated = 10'000;
  // Cycles in which translated turns take longer than asking what one does.
  static constexpr uint64_t worthLooking(uint64_t turn_cycles) { return 80 + 4 * turn_cycles; }
  // Without translated code: turns that take longer than asking what one does.
  static constexpr uint64_t few_turns = 3;
  // The first for many turns that are short and access no register: in a window that an event ends, or one that a fetch of the
  // DMC ends, which skipped turns may pass.
  static constexpr int64_t quick_wait = 900, quick_wait_for_fetch = 120;
  static constexpr uint64_t quick_turn = 40;  // cycles
  // Cycles left of a window that the interpreter runs as fast as translated code, which has to be entered.
  static constexpr uint64_t worth_entering = 32;
  static constexpr uint64_t executed_polls =
      2;  // turns after those that are skipped, when registers are accessed
  static constexpr int most_disappointments = 32;
  static constexpr int few_disappointments = 4;  // after which a second look ends
  // Cycles in which translated turns take as long as making a summary, or interpreted ones; using it takes hardly any time.
  static constexpr int64_t cost_of_summary = 90'000, cost_of_summary_interpreted = 9'000;
  static constexpr int most_owed = 32;  // summaries that have not yet saved what they cost

  // Accesses of a loop to the chips that say each time the same.
  struct Polls {
    bool status = false, sound_status = false, board_status = false;
    bool control = false;  // $2000 is written with what it holds

    bool any() const { return status || sound_status || board_status || control; }
  };
  // What is known of a loop, by its head.
  struct KnownLoop {
    const uint8_t* code = nullptr;  // at its head
    uint16_t head = 0;
    bool never_waits = false;  // it is executed as any other code, up to a second look
    bool may_settle = true;    // a turn may set registers that further ones leave as they are
    int64_t owed = 0;          // cycles that summaries have cost, less those that they have saved
    Judgement judgement;
    int disappointments = 0;           // in a row: too few turns could be skipped
    std::vector<uint16_t> left_alone;  // jumps back to it that may be translated
    uint64_t turn_cycles = 0;          // that the last turn took
    Polls polls;                       // of the last turn
    struct Kept {
      uint64_t key;  // what the summary is valid for
      std::unique_ptr<LoopSummary> summary;
    };
    std::array<Kept, 4> kept{};
    size_t next_kept = 0;  // to be replaced
  };
  struct AtHead {
    cpu6502::Registers registers;
    uint64_t cycle;
  };

  Machine& m;
  // Code that listens (native::Context) is the second, made when somebody does; nullptr: nothing is translated.
  std::array<std::shared_ptr<native::CodeCache>, 2> translations;
  native::CodeCache* code = nullptr;  // one of the two
  std::exception_ptr thrown;          // by a hook, while translated code was running

  bool mapped = false;       // once memoryMapped() was called
  bool hears_pages = false;  // somebody wants to hear of some accesses to memory
  // The board's pages that they were made from.
  std::array<const uint8_t*, mappers::Pages::cpu_count> board_read{};
  std::array<uint8_t*, mappers::Pages::cpu_count> board_write{};
  // Plain memory that code runs from: `base + pc` is the byte's place for start <= pc, three bytes from the end at
  // least.
  struct CodeMemory {
    uintptr_t base = 0;
    uint16_t start = 0;
    uint16_t length = 0;

    bool holds(uint16_t pc) const { return static_cast<uint16_t>(pc - start) < length; }
  };
  CodeMemory code_memory;
  CodeMemory code_memory_before;  // handlers of interrupts come back to it

  uint64_t deadline = 0;            // CPU cycle before which no chip changes an output by itself
  bool lines_changed = false;       // since runAhead() began
  bool in_window = false;           // that runAhead() opened
  uint64_t status_until = 0;        // master clock before which $2002 shows what it showed; 0 when not known
  uint64_t status_read = 0;         // CPU cycle in which it was read last,
  uint8_t status_shown = 0;         // and what it showed
  uint64_t sound_status_until = 0;  // CPU cycle before which $4015 shows what it showed; 0 when not known
  uint8_t sound_status_shown = 0;   // and what that was
  uint64_t board_status_until = 0;  // likewise a register of the board, the one read last
  uint16_t board_status = 0;        // its address
  uint8_t board_status_shown = 0;
  using LoopSet = std::array<KnownLoop, loops_in_set>;          // the newest first
  std::unique_ptr<std::array<LoopSet, loop_sets>> known_loops;  // made when the first loop is met
  SecondLooks second_looks;
  // Heads of loops that were found not to wait since the last second look began or ended, each in the place of its lowest bits:
  // what jumps back there is interpreted without asking. Only where no code is translated.
  std::array<uint16_t, 64> not_waiting{};

  // native_code.cpp
  bool isHeard() const;
  void chooseCode();
  void mapEntries(size_t page);
  bool isHot(uint16_t pc, uint8_t times, bool stale);
  const void* findNative(uint16_t pc, bool stale = false);
  void fillContext();
  native::CodeCache::Exit enterNative(const void* place);
  // The CPU cycle of an access by translated code, `cycles` after what it has subtracted from `cycles_left`.
  uint64_t cycleOfAccess(uint32_t cycles) const {
    return window_end - static_cast<uint64_t>(cycles_left) + cycles;
  }
  template <class Access>
  void accessFromCode(uint16_t pc, uint32_t cycles, Access&& access) noexcept;
  uint8_t readFromCode(uint16_t address, uint16_t pc, uint32_t cycles) noexcept;
  uint32_t writePictureFromCode(uint16_t address, uint16_t pc, uint32_t cycles, uint8_t value) noexcept;
  void writeFromCode(uint16_t address, uint16_t pc, uint32_t cycles, uint8_t value) noexcept;
  void movePagesFromCode(uint16_t address, uint16_t pc, uint32_t cycles, uint8_t value) noexcept;
  static uint32_t writeAnywhereFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                        uint32_t value);
  static uint32_t writeSoundFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                     uint32_t value);
  static uint32_t strobeFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                 uint32_t value);
  static uint32_t writeBoardFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                     uint32_t value);
  int64_t interpretedFrom(uint16_t from, uint16_t to) const override;
  bool maySkipTurns() const override;
  void enter(cpu6502::Registers& cpu, Bus& bus);
  void runNative(cpu6502::Registers& cpu, Bus& bus);

  bool mapBoardPages(size_t begin, size_t end);
  bool findCode(uint16_t pc);
  CodeMemory codeMemoryAround(uint16_t pc) const;
  void forgetCode() { code_memory = code_memory_before = {}; }
  void findDeadline();
  bool takeFallenIrq();
  void findWindowEnd();
  void findWindowAnew(uint8_t lines);
  bool isInterrupted(uint8_t mask) const;
  bool mayRunAhead();
  // Runs instructions up to the last one that ends before the next event; none at all when an interrupt or
  // DMA is pending.
  void runAhead();

  // pass_event.cpp: the instructions in whose cycles something happens.
  bool servesInterrupt(uint8_t mask) const;
  void enterHandler();
  void passEvent();

  // dmc_dma.cpp
  bool onlyFetchIsDue(uint64_t cycle) const;
  uint64_t getCycleOfFetch(uint64_t cycle) const;
  void takeSampleByte(uint64_t get, uint8_t byte);
  uint64_t fetchBeforeRead(uint64_t cycle, uint16_t cpu_address, uint16_t repeat_address);

  // ports.cpp. True if no chip changes an output in this cycle.
  bool isQuiet(uint64_t cycle) const { return cycle + 1 < deadline; }
  uint8_t readPad(uint64_t cycle, uint8_t data_bus, size_t port);
  void strobePads(uint64_t cycle, uint8_t value);
  bool readsAlone(uint16_t address);
  bool changesSoundOnly(uint16_t address) const;
  void writeSound(uint16_t address, uint8_t value);
  void finishSoundWrite();
  bool writePicture(int reg, uint8_t value);
  uint8_t readPictureData();

  // oam_dma.cpp
  bool samplesAreInMemory() const;
  bool copySomeBytes(uint16_t cpu_address);

  // Accesses to anything but plain memory. The bus hands over what it keeps to itself, and takes it back from
  // Machine::s.
  uint8_t readRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address,
                       uint16_t repeat_address);
  void writeRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus, uint16_t address, uint8_t value);
  bool statusStays();
  std::optional<uint8_t> knownBoardByte(uint16_t address) const;
  void predictBoardStatus(uint16_t address);
  void predictStatus(uint64_t cycle, uint8_t just_read);

  // held_turns.cpp
  struct Elapsed {
    uint64_t turns, cycle;
  };
  bool fetchesMayHold(const TurnBus<Plain>& turn) const;
  uint64_t lastHeldHead() const;
  uint64_t fetchInTurn(uint64_t cycle, const TurnBus<Plain>& turn);
  Elapsed passTurns(uint64_t cycle, uint64_t turns, const TurnBus<Plain>& turn);

  // turn.h
  static constexpr size_t first_board_page = mappers::Pages::cpu_start >> 8;
  // The place (LoopSummary::Place) of a byte of RAM; nullopt: it is no RAM, or not to be written to freely.
  std::optional<uint16_t> placeInRam(uint16_t address) const {
    constexpr size_t end = 0x80;
    if (address < 0x2000) return address & 0x07FF;
    const size_t page = address >> 8;
    if (page < first_board_page || page >= end || !stored_page[page] || read_page[page] != stored_page[page])
      return std::nullopt;
    size_t lowest = first_board_page;
    while (stored_page[lowest] != stored_page[page]) ++lowest;
    return static_cast<uint16_t>(lowest << 8 | (address & 0xFF));
  }
  uint8_t& byteAt(int place) const {
    const auto address = static_cast<size_t>(place);
    return address < 0x0800 ? ram[address] : stored_page[address >> 8][address & 0xFF];
  }
  // True if what lies at this place is also read where placeInRam() does not know it for the same.
  bool isReadElsewhere(uint16_t place) const;

  // turn_trace.cpp
  struct TurnTrace {
    bool may_be_summarized = false;  // nothing that changes is made from two places that change
    // Registers that it neither looks at nor changes, whatever they hold: a bit each, as in register_places.
    unsigned untouched = 0;
    std::vector<int> changed;  // places that it may change
  };
  TurnTrace traceTurn(const AtHead& at_head, const TurnBus<Plain>& turn) const;

  // skip_turns.cpp
  class Skip;
  AtHead skipTurns(cpu6502::Registers at_head, uint64_t cycle, uint16_t from);
  void disappoint(KnownLoop& loop, int weight, uint64_t cycle, uint16_t from);
  uint64_t worthwhile(const KnownLoop& loop) const;
  bool pollsTheUnknown(const Polls& polls) const;

  // waiting_loop.cpp
  static bool hasQuickTurns(const KnownLoop& loop) {
    return loop.turn_cycles != 0 && loop.turn_cycles <= quick_turn && !loop.polls.any();
  }
  uint64_t lastHead(const Polls& polls, uint64_t turn_cycles) const;
  bool settlesIn(const TurnBus<Plain>& turn, const cpu6502::Registers& after) const;
  std::unique_ptr<LoopSummary> summarize(const AtHead& at_head, const TurnBus<Plain>& turn) const;
  const KnownLoop* findLoop(uint16_t head, const uint8_t* at_head) const;
  KnownLoop& loopAt(uint16_t head, const uint8_t* at_head);
  bool looksAgain(KnownLoop& loop, uint64_t cycle) const;
  void judge(KnownLoop& loop, uint64_t cycle, uint16_t from);
  void leaveToNative(KnownLoop& loop, uint16_t from);
  void takeFromNative(KnownLoop& loop, uint64_t cycle);
};

}  // namespace fast
}  // namespace jumpscope::console
