// Running ahead while no chip can change an output by itself.
#include <algorithm>
#include <utility>

#include "src/console/cycle_bus.h"

namespace jumpscope::console::fast {

namespace {

using PagesOfWindow = native::CodeCache::PagesOfWindow;

template <class Byte, size_t... n>
void fillWindow(Byte** pages, Byte* memory, std::index_sequence<n...>) {
  ((pages[n] = memory + (n << 8)), ...);
}

}  // namespace

// Plain memory comes from its page. Everything else goes to the machine, which gets and returns the bus's
// fields by value: nothing keeps the address of the bus, so that it can live in machine registers.
struct Accelerator::Bus {
  static constexpr bool interrupt_free_window = true;

  Accelerator& f;
  Machine& m;
  uint64_t cycle;
  uint8_t data_bus, internal_bus;
  const uint8_t* next = nullptr;  // the byte of the instruction that is fetched next
  bool translates;                // whether there may be native code
  bool at_entry;                  // the flow of control came to where it may be entered
  bool at_head = false;           // by a jump back, from
  uint16_t jumped_from = 0;

  explicit Bus(Accelerator& accelerator)
      : f(accelerator),
        m(accelerator.m),
        cycle(m.s.cycle),
        data_bus(m.s.data_bus),
        internal_bus(m.s.internal_bus),
        translates(f.code && !f.second_looks.areUnderWay()),
        at_entry(translates) {}

  JUMPSCOPE_INLINE bool mayContinue() const { return cycle <= f.window_end; }
  JUMPSCOPE_INLINE void endWindow() { f.window_end = 0; }

  JUMPSCOPE_INLINE bool beginInstruction(uint16_t pc) {
    if (!f.code_memory.holds(pc)) [[unlikely]]
      if (!f.findCode(pc)) return false;
    next = reinterpret_cast<const uint8_t*>(f.code_memory.base + pc);
    return true;
  }
  JUMPSCOPE_INLINE uint8_t fetch(uint16_t, cpu6502::Access kind) {
    const uint8_t value = *next;
    if (kind != cpu6502::Access::DummyRead) ++next;
    return finishRead(value);
  }
  JUMPSCOPE_INLINE uint8_t finishRead(uint8_t value) {
    ++cycle;
    return data_bus = internal_bus = value;
  }
  JUMPSCOPE_INLINE uint8_t readZeroPageOrStack(uint16_t address, cpu6502::Access) {
    return finishRead(m.s.ram[address]);
  }

  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access kind) {
    return read(address, kind, address);
  }
  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    if (const uint8_t* page = f.read_page[address >> 8]) [[likely]]
      return finishRead(page[address & 0xFF]);
    const uint8_t value = f.readRegister(cycle, data_bus, internal_bus, address, repeat_address);
    takeBack();
    return value;
  }
  JUMPSCOPE_INLINE void write(uint16_t address, uint8_t value, cpu6502::Access) {
    if (uint8_t* page = f.write_page[address >> 8]) [[likely]] {
      ++cycle;
      page[address & 0xFF] = value;
      data_bus = value;
      return;
    }
    f.writeRegister(cycle, data_bus, internal_bus, address, value);
    takeBack();
  }
  JUMPSCOPE_INLINE void takeBack() {
    cycle = m.s.cycle;
    data_bus = m.s.data_bus;
    internal_bus = m.s.internal_bus;
    at_entry = translates;
  }

  JUMPSCOPE_INLINE void jumpedBack(uint16_t from, uint16_t to) {
    at_head =
        from - to <= longest_loop && m.options.idle_skip && f.not_waiting[to % f.not_waiting.size()] != to;
    jumped_from = from;
    at_entry = at_head || translates;
  }
  JUMPSCOPE_INLINE void jumpedElsewhere() { at_entry = translates; }
  JUMPSCOPE_INLINE bool followsStack() const { return static_cast<bool>(m.hooks.on_stack_moved); }
  void stackMoved() { m.hooks.on_stack_moved(); }
};

// The flow of control came to `cpu.pc`, by a jump, or from what only the interpreter can execute.
JUMPSCOPE_INLINE void Accelerator::enter(cpu6502::Registers& cpu, Bus& bus) {
  bus.at_entry = false;
  if (bus.at_head) {
    bus.at_head = false;
    const AtHead skipped = skipTurns(cpu, bus.cycle, bus.jumped_from);
    cpu = skipped.registers;
    bus.cycle = skipped.cycle;
  }
  if (bus.translates && bus.cycle + worth_entering <= window_end) runNative(cpu, bus);
}

// Runs what is translated, from PC on. Afterwards the window is over, or an instruction has to be interpreted.
JUMPSCOPE_INLINE void Accelerator::runNative(cpu6502::Registers& cpu, Bus& bus) {
  const void* place = findNative(cpu.pc);
  if (!place) return;
  const uint16_t from = cpu.pc;
  const uint64_t cycle = bus.cycle;
  a = cpu.a;
  x = cpu.x;
  y = cpu.y;
  s = cpu.s;
  nz = cpu.nz;
  c = cpu.c;
  v = cpu.v;
  mask = cpu.mask;
  cycles_left = static_cast<int64_t>(window_end - cycle);
  do {
    const native::CodeCache::Exit exit = enterNative(place);
    cpu.pc = exit.pc;
    place = exit.cold ? findNative(exit.pc, exit.stale) : nullptr;
  } while (place);
  cpu = registersAt(cpu.pc);
  bus.cycle = window_end - static_cast<uint64_t>(cycles_left);
  // Right if the last instruction accessed a register, after which nothing may answer the next fetch. After any other
  // the next cycle is a fetch from plain memory, which nobody drives but it.
  bus.data_bus = m.s.data_bus;
  bus.internal_bus = m.s.internal_bus;
  // Near the window's end nothing is entered; then the interpreter gets there alone.
  bus.at_entry = cpu.pc != from || bus.cycle != cycle;
}

void Accelerator::memoryMapped() {
  chooseCode();
  read_page.fill(nullptr);
  write_page.fill(nullptr);
  stored_page.fill(nullptr);
  for (size_t page = 0; page < 0x20; ++page) {
    read_page[page] = &m.s.ram[(page & 7) << 8];
    stored_page[page] = &m.s.ram[(page & 7) << 8];
    write_page[page] = m.watched_pages[page] ? nullptr : stored_page[page];
  }
  for (size_t page = 0; page < 0x60; ++page) mapEntries(page);
  hears_pages = m.board_reads.any() || m.watched_pages.any();
  for (size_t index = 0; index < board_read.size(); ++index) mapBoardPages(index, index + 1);
  forgetCode();
  fillContext();
  mapped = true;
}

void Accelerator::stateReplaced() {
  status_until = sound_status_until = board_status_until = 0;
  second_looks.restart(m.s.cycle);
  mapped ? pagesChanged() : memoryMapped();
}

void Accelerator::pagesChanged() {
  const mappers::Pages& pages = m.board->pages;
  bool changed = false;
  for (size_t index = 0; index < board_read.size(); ++index) {
    if (board_read[index] == pages.read[index] && board_write[index] == pages.write[index]) [[likely]]
      continue;
    size_t end = index + 1;  // of what has moved in one piece
    if (const uint8_t* memory = pages.read[index])
      while (end < board_read.size() && pages.read[end] == (memory += mappers::Pages::cpu_size) &&
             board_read[end] != memory)
        ++end;
    changed |= mapBoardPages(index, end);
    index = end - 1;
  }
  if (changed) forgetCode();
}

// These pages of the board; whether anything else is read from them than before. Precondition: it lies in one piece.
bool Accelerator::mapBoardPages(size_t begin, size_t end) {
  using mappers::Pages;
  static_assert(Pages::cpu_size == native::CodeCache::window);
  constexpr size_t each = Pages::cpu_size >> 8;
  const size_t first = (Pages::cpu_start + begin * Pages::cpu_size) >> 8, count = (end - begin) * each;
  const uint8_t* const memory = m.board->pages.read[begin];
  if (memory)
    for (size_t n = 0; n < count; n += each)
      fillWindow(&read_page[first + n], memory + (n << 8), PagesOfWindow());
  else
    std::fill_n(&read_page[first], count, nullptr);
  if (memory && code)
    code->findWindows(memory, static_cast<unsigned>(first), end - begin, &entries[first]);
  else
    std::fill_n(&entries[first], count, nullptr);
  bool changed = false;
  for (size_t index = begin; index < end; ++index) {
    changed |= board_read[index] != m.board->pages.read[index];
    board_read[index] = m.board->pages.read[index];
    uint8_t* const writable = m.board->pages.write[index];
    if (!writable && !board_write[index]) continue;
    board_write[index] = writable;
    for (auto* pages : {&write_page, &stored_page}) {
      uint8_t** const window = &(*pages)[first + (index - begin) * each];
      if (writable)
        fillWindow(window, writable, PagesOfWindow());
      else
        std::fill_n(window, each, nullptr);
    }
  }
  if (!hears_pages) return changed;
  for (size_t page = first; page < first + count; ++page) {
    if (m.board_reads[page]) {
      read_page[page] = nullptr;
      entries[page] = nullptr;
    }
    if (m.watched_pages[page]) write_page[page] = nullptr;
  }
  return changed;
}

// The first CPU cycle in which a chip may change an interrupt line, request DMA or end the frame.
void Accelerator::findDeadline() {
  if (m.dmaWanted()) {
    deadline = 0;
    return;
  }
  if (m.ppu_due == 0) m.findPpuDue();
  if (m.linesMoved()) {
    deadline = 0;
    return;
  }
  // A cycle sees the picture chip's events of its first third.
  deadline = std::min(m.cyclesIn(m.ppu_due), m.apu.nextEvent());
  // The CPU sees the board's change at the end of the cycle before.
  deadline = std::min(deadline, m.board_due - 1);
}

// True if an interrupt-free window (cpu6502/bus.h) is open. An IRQ that I masks need not have been polled: the next
// instruction does that before its end, and nobody but a hook in the middle of it could tell. So the window opens with the
// first instruction of a handler.
bool Accelerator::mayRunAhead() {
  cpu6502::State& cpu = m.s.cpu;
  if (isInterrupted(cpu.p)) return false;
  lines_changed = cpu.polled != cpu.lines && m.watched;
  findWindowEnd();
  if (m.s.cycle > window_end) return false;
  cpu.polled = cpu.lines;
  return true;
}

// True if an interrupt is about to be served, or may be with the next poll. `mask`: of P.
bool Accelerator::isInterrupted(uint8_t mask) const {
  const cpu6502::State& cpu = m.s.cpu;
  return ((cpu.lines | cpu.polled) & ~(mask & cpu6502::flag::irq_disable)) != 0;
}

void Accelerator::runAhead() {
  if (listens != isHeard()) memoryMapped();
  if (m.s.cycle >= second_looks.due()) {
    second_looks.beginOrEnd(m.s.cycle);
    not_waiting.fill(0);
  }
  findDeadline();
  in_window = mayRunAhead();
  if (!in_window) return;
  Bus bus(*this);
  cpu6502::Processor<Bus> cpu(m.s.cpu, bus);
  while (bus.mayContinue()) {
    if (bus.at_entry) {
      enter(cpu.registers(), bus);
      if (!bus.mayContinue()) break;
    }
    if (!cpu.mayFetch()) break;
    cpu.instruction();
  }
  cpu.writeBack();
  in_window = false;
  m.s.cycle = bus.cycle;
  m.s.data_bus = bus.data_bus;
  m.s.internal_bus = bus.internal_bus;
}

[[gnu::noinline]] bool Accelerator::findCode(uint16_t pc) {
  std::swap(code_memory, code_memory_before);
  if (!code_memory.holds(pc)) code_memory = codeMemoryAround(pc);
  return code_memory.holds(pc);
}

// Memory that goes on without a seam around `pc`; not far, since where banks are switched it is not valid for long.
Accelerator::CodeMemory Accelerator::codeMemoryAround(uint16_t pc) const {
  constexpr size_t far = 16;  // pages
  const size_t page = pc >> 8;
  if (!read_page[page]) return {};
  const size_t lowest = page - std::min(page, far), highest = std::min<size_t>(page + far, 0xFF);
  size_t first = page, last = page;
  while (first > lowest && read_page[first - 1] && read_page[first - 1] + 0x100 == read_page[first]) --first;
  while (last < highest && read_page[last + 1] && read_page[last] + 0x100 == read_page[last + 1]) ++last;
  return {reinterpret_cast<uintptr_t>(read_page[first]) - (first << 8), static_cast<uint16_t>(first << 8),
          static_cast<uint16_t>(((last - first + 1) << 8) - 2)};
}

[[gnu::noinline]] uint8_t Accelerator::readRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                    uint16_t address, uint16_t repeat_address) {
  if ((address & 0xFFFE) == 0x4016 && isQuiet(cycle) && !m.senses_light)
    return readPad(cycle, data_bus, address & 1);
  m.s.cycle = cycle;
  if (address >= 0x4020 && isQuiet(cycle)) {
    if (const std::optional<uint8_t> value = knownBoardByte(address)) {
      ++m.s.cycle;
      return m.s.data_bus = m.s.internal_bus = *value;
    }
  }
  if ((address & 0xE007) == 0x2002 && isQuiet(cycle) && statusStays()) {
    status_read = m.s.cycle++;
    status_shown = m.ppu.readUnchangedStatus(status_read * m.cpu_clocks);
    return m.s.data_bus = m.s.internal_bus = status_shown;
  }
  if ((address & 0xE007) == 0x2007 && !m.board_watches && isQuiet(cycle)) return readPictureData();
  m.s.data_bus = data_bus;
  m.s.internal_bus = internal_bus;
  if (readsAlone(address)) {
    const uint8_t value = m.busRead(address, address);
    if (address == sound_status) sound_status_shown = value;
    ++m.s.cycle;
    return value;
  }
  const uint8_t lines = m.s.cpu.lines;
  CycleBus bus{m};
  const uint8_t value = bus.read(address, cpu6502::Access::Read, repeat_address);
  findDeadline();
  if ((address & 0xE007) == 0x2002) predictStatus(cycle, value);
  if (m.board_watches && address >= 0x4020 && !read_page[address >> 8] && isQuiet(m.s.cycle))
    predictBoardStatus(address);
  lines_changed |= m.s.cpu.lines != lines;
  findWindowEnd();
  return value;
}

[[gnu::noinline]] void Accelerator::writeRegister(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                  uint16_t address, uint8_t value) {
  m.s.cycle = cycle;
  m.s.data_bus = data_bus;
  m.s.internal_bus = internal_bus;
  if (uint8_t* const page = stored_page[address >> 8]; page && isQuiet(cycle)) {
    if (m.isWatched(address)) m.noteWrite(address, value);
    page[address & 0xFF] = m.s.data_bus = value;
    ++m.s.cycle;
    return;
  }
  if (address == 0x4016 && isQuiet(cycle) && !m.isWatched(address)) return strobePads(cycle, value);
  if ((address & 0xFFE0) == 0x4000) sound_status_until = 0;
  const uint8_t lines = m.s.cpu.lines;
  if (m.goesToBoard(address) && isQuiet(cycle) && !m.isWatched(address)) {
    m.s.data_bus = value;
    ++m.s.cycle;
    if (!m.boardWrite(address, value)) return;
  } else if (m.changesPictureOnly(address) && isQuiet(cycle)) {
    if (!writePicture(address & 7, value)) return;
  } else if (isQuiet(cycle) && changesSoundOnly(address)) {
    return writeSound(address, value);
  } else {
    CycleBus bus{m};
    bus.write(address, value, cpu6502::Access::Write);
  }
  findWindowAnew(lines);
}

void Accelerator::findWindowEnd() {
  window_end =
      deadline >= longest_step && !lines_changed ? std::min(deadline - longest_step, second_looks.due()) : 0;
  const bool fetch_comes = deadline == m.apu.fetchDue();
  worth_skipping = fetch_comes ? quick_wait_for_fetch : quick_wait;
  worth_holding = fetch_comes ? quick_wait_for_fetch : INT64_MAX;
}

// After an access that may have moved the interrupt lines, of which the CPU had sampled `lines`, or when they move next.
void Accelerator::findWindowAnew(uint8_t lines) {
  const bool fell = takeFallenIrq();
  findDeadline();
  if (fell && deadline < m.s.cycle + 2 * longest_step) {
    m.s.cpu.lines = m.s.cpu.polled = lines;
    deadline = 0;
  } else {
    lines_changed |= !fell && m.s.cpu.lines != lines;
  }
  findWindowEnd();
}

// True if the board's interrupt line has just fallen, in a window, where the CPU masks it. It samples that in the next
// cycle, and the next instruction polls it: both are done now.
bool Accelerator::takeFallenIrq() {
  cpu6502::State& cpu = m.s.cpu;
  if (!in_window || cpu.lines != cpu6502::line::irq || cpu.polled != cpu.lines) return false;
  if (m.apu.irqAsserted() || m.board_irq || m.ppu.nmi() != cpu.nmi_level) return false;
  cpu.lines = cpu.polled = 0;
  return true;
}

// True if a read of $2002 in this cycle shows what one before showed, or what it can be seen to show without the chip.
bool Accelerator::statusStays() {
  const uint64_t read = m.now() + m.cpu_clocks;
  if (status_until != 0) return read < status_until;
  const uint64_t until = m.ppu.statusStaysUntil(m.now());
  if (read < until) status_until = until;
  return read < until;
}

// How long $2002 goes on to show what was just read, so that reading it changes nothing but w and the I/O
// bus.
void Accelerator::predictStatus(uint64_t cycle, uint8_t just_read) {
  status_until = 0;
  if (!isQuiet(m.s.cycle)) return;  // the frame's end is noticed by the cycle that begins after it
  m.runPpu(m.now());
  const bool changed = m.ppu.chip.s.status.vblank || ((m.ppu.chip.s.status.bits() ^ just_read) & 0xE0) != 0;
  status_until = changed ? 0 : m.ppu.nextStatusChange();
  status_read = cycle;
  status_shown = just_read;
}

// What a read of the board gives in this cycle, if neither it nor the picture chip need be run for that.
std::optional<uint8_t> Accelerator::knownBoardByte(uint16_t address) const {
  if (address == board_status && m.s.cycle < board_status_until) return board_status_shown;
  return m.foresight->readsPlainly(address) ? m.board->peek(address) : std::nullopt;
}

// A register of the board has just been read, whatever that read has changed: until when it shows the same.
void Accelerator::predictBoardStatus(uint16_t address) {
  board_status_until = m.boardReadsSameUntil(address);
  board_status = address;
  board_status_shown = m.board->peek(address).value_or(0);
}

}  // namespace jumpscope::console::fast
