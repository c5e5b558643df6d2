#include "src/prove/routine/entries.h"

#include <algorithm>
#include <set>

#include "src/prove/machine/concrete.h"

namespace jumpscope::prove {
namespace {

constexpr uint8_t jsr = 0x20, brk = 0x00;
constexpr unsigned page_size = 0x800;

// Boards may protect RAM, or have ROM or nothing in its place, mirror a small one, and lay registers over it.
bool hasWorkRam(const console::Console& console) {
  std::set<uint32_t> pages;
  for (unsigned page = 0; page < board_ram_size; page += page_size) {
    const std::optional<uint32_t> offset =
        console.boardRamOffset(static_cast<uint16_t>(board_ram_start + page));
    if (!offset || !pages.insert(*offset).second) return false;
  }
  return true;
}

uint16_t wordOnStack(const console::Console& console, int depth) {
  const auto at = [&](int skipped) {
    return console.peek(static_cast<uint16_t>(0x0100 | ((console.cpu().s + depth + skipped) & 0xFF)));
  };
  return static_cast<uint16_t>(at(1) | at(2) << 8);
}

}  // namespace

Registers registersOf(const console::Console& console) { return registersOf(console.cpu()); }

Memory memoryOf(const console::Console& console) {
  Memory memory;
  std::ranges::copy(console.ram(), memory.ram.begin());
  if (!hasWorkRam(console)) return memory;
  memory.board.resize(board_ram_size);
  for (size_t offset = 0; offset < memory.board.size(); ++offset)
    memory.board[offset] = console.peek(static_cast<uint16_t>(board_ram_start + offset));
  return memory;
}

// An interrupt pushes the address of the instruction that it comes before, BRK one behind itself.
bool wasInterrupted(const console::Console& console) {
  const cpu6502::State& cpu = console.cpu();
  return cpu.opcode == brk && wordOnStack(console, 1) == cpu.instruction_pc;
}

Mapping mappingNow(const console::Console& console) {
  constexpr int nrom = 0;  // has no registers
  Mapping mapping;
  if (console.prgBankSize() != 0)
    for (unsigned address = 0x8000; address < 0x10000; address += page_size)
      mapping.banks.push_back(console.prgOffset(static_cast<uint16_t>(address)));
  for (unsigned page = 0; page < mapping.rom.size(); ++page)
    mapping.rom[page] = console.romAnswers(static_cast<uint16_t>(0x8000 + 0x100 * page));
  mapping.work_ram = hasWorkRam(console);
  mapping.board_registers =
      !mapping.banks.empty() || (mapping.work_ram && console.cartridge().mapper != nrom);
  return mapping;
}

EntryFollower::EntryFollower(console::Console& console, uint16_t address, Calls calls,
                             std::function<void(Entry&)> entered, std::function<void(Entry&&)> returned)
    : console_(console),
      address_(address),
      calls_(calls),
      entered_(std::move(entered)),
      returned_(std::move(returned)) {
  console_.hooks().on_stack_moved = [this] { stackMoved(); };
  if (calls_ == Calls::Any)
    console_.hooks().on_instruction = [this] {
      if (!open_ && console_.cpu().pc == address_) enter();
    };
}

EntryFollower::~EntryFollower() {
  console_.hooks().on_stack_moved = nullptr;
  if (calls_ == Calls::Any) console_.hooks().on_instruction = nullptr;
}

void EntryFollower::stackMoved() {
  const cpu6502::State& cpu = console_.cpu();
  if (!open_) {
    if (calls_ == Calls::Jsr && cpu.opcode == jsr && cpu.pc == address_) enter();
    return;
  }
  if (wasInterrupted(console_)) open_->interrupted = true;
  if (!hasReturned(cpu.opcode, open_->registers.s, cpu.s)) return;
  open_->returned = true;
  open_->after = memoryOf(console_);
  open_->registers_after = registersOf(console_);
  open_->remapped = mappingNow(console_) != mapping_;
  returned_(std::move(*open_));
  open_.reset();
}

void EntryFollower::enter() {
  open_.emplace();
  open_->frame = console_.frame();
  open_->registers = registersOf(console_);
  open_->before = memoryOf(console_);
  open_->return_address = static_cast<uint16_t>(wordOnStack(console_, 0) + 1);
  mapping_ = mappingNow(console_);
  entered_(*open_);
}

}  // namespace jumpscope::prove
