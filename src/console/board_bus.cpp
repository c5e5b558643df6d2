// The board on the console's buses: its pages, its registers, its interrupt line.
#include <algorithm>

#include "src/console/machine.h"

namespace jumpscope::console {

void Machine::makeBoard() {
  board = mappers::makeBoard({*cartridge, s.board, ppu.chip.s.vram, cpu_clocks, &ppu.chip.s.address_bus});
  foresight = &board->foresight();
  board_reads = board->readHooks();
}

// Its state was replaced, or it did something that may have moved all of its pages.
void Machine::boardReplaced() {
  board->map();
  ppu.wire(board->pages.ppu);
  ppu.watchPins(board->watching(), board.get());
  board_watches = board->watching() != ppu::Watching::Nothing;
  accelerator.stateReplaced();
  listenToBoard();
  boardAccessed();
  ppu_due = pins_still_until = 0;
  lines_may_have_moved = true;
}

// What lies behind is not heard any more, however far a damaged state says the board was left behind.
void Machine::listenToBoard() {
  if (!board_sound) return;
  board->listen(nullptr);
  board->runTo(s.cycle);
  board->listen(board_sound.get());
}

// Brings the board's own counters to the start of the current CPU cycle.
void Machine::runBoard() {
  board->runTo(s.cycle);
  boardAccessed();
}

// An access, or the picture chip's pins, may have changed the interrupt line or when it will change.
void Machine::boardAccessed() {
  board_irq = board->irq();
  board_due = lockstep ? 0 : std::max<uint64_t>(1, board->nextIrqChange());
}

// The moment up to which the picture chip's pins make the board do nothing that the CPU notices.
void Machine::considerPins() {
  boardAccessed();
  considerRises(board->a12RisesToIrq());
}

// `rises`: that it takes until the board's interrupt line may change.
void Machine::considerRises(unsigned rises) {
  if (rises == 0 || lockstep) return;
  if (ppu.chip.watching() != ppu::Watching::A12)
    ppu_due = std::min(ppu_due, ppu.nextLineBegun(rises));
  else if (pinsAreStill() && rises - 1 <= next_rise.more)
    ppu_due = std::min(ppu_due, next_rise.at + (rises - 1) * next_rise.apart);
  else
    ppu_due = std::min(ppu_due, ppu.nextA12Rise(rises).at);
}

// The CPU cycle before which reads of this address give what they give now, and change nothing, as long as no register is
// accessed; 0: not known.
uint64_t Machine::boardReadsSameUntil(uint16_t address) const {
  if (lockstep || ppu.chip.watching() != ppu::Watching::Fetches) return 0;
  const std::optional<mappers::SteadyRead> steady = foresight->steadyRead(address);
  if (!steady) return 0;
  uint64_t until = steady->lines != 0 ? ppu.nextLineBegun(steady->lines) : UINT64_MAX;
  if (steady->ends_with_picture) until = std::min(until, ppu.pictureEnd());
  return cyclesIn(until);
}

// True if the picture chip, which may be behind, has nothing to tell by now: no rise that the board counts, no NMI, no
// frame's end. A write to the board does not need it then.
bool Machine::waitsForA12() {
  if (ppu.chip.watching() != ppu::Watching::A12 || lockstep) return false;
  if (!pinsAreStill()) {
    next_rise = ppu.nextA12Rise(1);
    pins_still_until = std::min(ppu_due != 0 ? nmi_due : ppu.nextNmiChange(), next_rise.at);
  }
  return pinsAreStill();
}

// True if the picture chip, which may be behind, has nothing to tell by now that this write to the board could meet: only of
// rises that the board counts, before the one that raises its interrupt line.
bool Machine::leavesIrqNow(uint16_t address) const {
  return foresight->leavesIrq(address) && now() <= ppu_due;
}

// A register of the picture chip was written, whose pins the board watches.
void Machine::pinsWritten(int reg, uint8_t value, bool nmi_stays) {
  if (board->watchesPpuWrites()) {
    board->ppuWritten(reg, value);
    wireBoard();
  }
  if (ppu_due != 0 && ppu.chip.watching() == ppu::Watching::A12 && ppu.leavesA12(reg)) return;
  pins_still_until = 0;
  nmi_stays ? findPpuDue() : boardAccessed();
}

std::optional<uint8_t> Machine::boardRead(uint16_t address) {
  if (const uint8_t* byte = board->readTinyRam(address)) return *byte;
  board->runTo(s.cycle);
  accelerator.boardAccessed();
  if ((board_watches && foresight->readsPins(address)) || board->followsPpuAddress()) runPpu(now());
  const unsigned rises = board->a12RisesToIrq();
  const std::optional<uint8_t> value = board->read(address, s.cycle);
  boardAccessed();
  if (board->a12RisesToIrq() != rises) ppu_due = 0;
  return value;
}

mappers::QuietWrite Machine::writeBoardQuietly(uint16_t address, uint8_t value) {
  using mappers::QuietWrite;
  if (uint8_t* byte = board->writeTinyRam(address)) {
    *byte = value;
    return QuietWrite::Unnoticed;
  }
  if (lockstep || (board_watches && !pinsAreStill() && !leavesIrqNow(address) && !waitsForA12()))
    return QuietWrite::Other;
  const QuietWrite write = foresight->writeQuietly(address, value);
  if (write != QuietWrite::Noticed) return write;
  accelerator.boardAccessed();
  const bool irq_before = board_irq;
  boardAccessed();
  if (ppu.chip.s.clock > ppu_due) {
    ppu_due = 0;
  } else if (board_watches) {
    ppu_due = nmi_due;
    considerRises(board->a12RisesToIrq());
  }
  lines_may_have_moved |= board_irq != irq_before;
  return write;
}

bool Machine::boardWrite(uint16_t address, uint8_t value) {
  const mappers::QuietWrite write = writeBoardQuietly(address, value);
  if (write != mappers::QuietWrite::Other) return write == mappers::QuietWrite::Noticed;
  return otherBoardWrite(address, value);
}

bool Machine::otherBoardWrite(uint16_t address, uint8_t value) {
  if (leavesIrqNow(address)) return switchBanks(address, value);
  accelerator.boardAccessed();
  const bool irq_before = board_irq;
  const uint64_t due_before = board_due;
  board->runTo(s.cycle);
  const bool tells_pins = board_watches && !waitsForA12(),
             moves_pages = foresight->movesPages(address, value);
  if (tells_pins) bringPinsTo(now());
  const bool needs_ppu = board->followsPpuAddress();
  if (needs_ppu) runPpu(now());
  const unsigned rises = board->a12RisesToIrq();
  board->write(address, value, s.cycle - 1);
  const bool has_run = moves_pages && wireBoard();
  boardAccessed();
  const unsigned rises_now = board->a12RisesToIrq();
  if (ppu.chip.s.clock > ppu_due) {
    ppu_due = 0;
  } else if (rises_now != rises) {
    ppu_due = nmi_due;
    considerRises(rises_now);
  }
  // Otherwise no chip has run.
  lines_may_have_moved |= tells_pins || needs_ppu || has_run || board_irq != irq_before;
  return lines_may_have_moved || ppu_due == 0 || rises_now != rises || board_due != due_before;
}

// A write to the board that leaves its interrupt. Only a chip that runs to see what lies elsewhere may move a line.
bool Machine::switchBanks(uint16_t address, uint8_t value) {
  board->write(address, value, s.cycle - 1);
  if (!wireBoard()) return false;
  if (ppu.chip.s.clock > ppu_due) ppu_due = 0;
  return lines_may_have_moved = true;
}

// After a write: whatever lies elsewhere now. True if the picture chip has run.
bool Machine::wireBoard() {
  bool has_run = false;
  if (board->pages.ppu != ppu.wiring()) {
    accelerator.ppuAccessed();
    has_run = now() > ppu_due;  // NMI, or the frame's end, may come in this cycle
    if (has_run) runPpu(now());
    if (!ppu.wire(board->pages.ppu, now())) {
      has_run = true;
      noticeRun();
    }
  }
  if (board->watching() != ppu.chip.watching()) {
    runPpu(now());
    has_run = true;
    ppu.watchPins(board->watching(), board.get());
    board_watches = board->watching() != ppu::Watching::Nothing;
    ppu_due = pins_still_until = 0;
  }
  accelerator.pagesChanged();
  return has_run;
}

}  // namespace jumpscope::console
