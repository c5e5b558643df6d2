// Which code is translated, and where translated code is entered.
#include <cstddef>
#include <exception>
#include <utility>

#include "src/console/machine.h"

namespace jumpscope::console::fast {

namespace {

constexpr native::PadLayout padLayout() {
  static_assert(offsetof(Pad, second_shift) == offsetof(Pad, shift) + sizeof(Pad::shift) &&
                offsetof(Pad, expansion_shift) == offsetof(Pad, second_shift) + sizeof(Pad::second_shift));
  native::PadLayout layout;
  for (size_t port = 0; port < layout.ports.size(); ++port) {
    const size_t pad = offsetof(Controllers, pads) + port * sizeof(Pad);
    layout.ports[port] = {static_cast<int>(pad + offsetof(Pad, shift)),
                          static_cast<int>(pad + offsetof(Pad, shift_delay)),
                          static_cast<int>(pad + offsetof(Pad, buttons))};
  }
  layout.cycle = offsetof(Controllers, cycle);
  layout.strobe = offsetof(Controllers, strobe);
  layout.loaded = offsetof(Controllers, loaded);
  layout.polled = offsetof(Controllers, polled);
  layout.longest_delay = longest_shift_delay;
  return layout;
}

native::LogLayout logLayout(uint64_t cpu_clocks) {
  using Log = ppu::fast::AccessLog;
  using Access = ppu::fast::LoggedAccess;
  static_assert(offsetof(Log, open) == 0 && sizeof(Access) == 16 && offsetof(Access, began) == 0 &&
                offsetof(Access, reg) == 8 && offsetof(Access, value) == 9 && offsetof(Access, stale) == 10);
  return {offsetof(Log, count), offsetof(Log, all), static_cast<int>(cpu_clocks)};
}

// Of a log that is never open.
constexpr decltype(ppu::fast::AccessLog::open) closed{};

// In line on every host: std::has_single_bit is a call where the processor may lack the instruction.
constexpr bool isPowerOfTwo(unsigned number) { return number != 0 && (number & (number - 1)) == 0; }

}  // namespace

void Accelerator::translateCode(bool translate) {
  const bool can = translate && native::CodeCache::isBuilt();
  translations = {can ? std::make_shared<native::CodeCache>(m.cartridge->prg) : nullptr, nullptr};
}

bool Accelerator::isHeard() const { return m.watched || m.hooks.on_stack_moved; }

void Accelerator::chooseCode() {
  listens = isHeard();
  if (listens && translations[0] && !translations[1])
    translations[1] = std::make_shared<native::CodeCache>(m.cartridge->prg);
  code = translations[listens].get();
}

void Accelerator::mapEntries(size_t page) {
  const uint8_t* const memory = read_page[page];
  entries[page] = memory && code ? code->find(memory, static_cast<unsigned>(page)) : nullptr;
}

// True if what lies at `pc` is to be translated now that the flow of control has come to it so often.
bool Accelerator::isHot(uint16_t pc, uint8_t times, bool stale) {
  if (!stale) return times >= native::hot_after;
  return times >= native::hot_after && isPowerOfTwo(times) && times >= code->staleBefore(*this, pc);
}

// The code of what is translated at `pc`; nullptr: the interpreter has to go on.
[[gnu::noinline]] const void* Accelerator::findNative(uint16_t pc, bool stale) {
  const size_t page = pc >> 8;
  native::Entries* table = entries[page];
  if (!table) return nullptr;
  if (table == code->none()) {
    if (!code->isTranslatable(read_page[page], static_cast<unsigned>(page))) return nullptr;
    table = code->make(read_page[page], static_cast<unsigned>(page));
    if (!table) {  // this host lets us make no code
      translateCode(false);
      memoryMapped();
      return nullptr;
    }
    entries[page] = table;
  }
  std::atomic<const void*>& entry = table->code[pc & 0xFF];
  if (stale || code->isCold(entry)) {
    std::atomic<uint8_t>& heat = table->heat[pc & 0xFF];
    const uint8_t times = heat.load(std::memory_order_relaxed) + 1;
    heat.store(times, std::memory_order_relaxed);
    // Where other bytes come each time, looking for them among earlier ones is in vain: it is done ever more rarely.
    const bool recalled = stale && isPowerOfTwo(times) && code->recall(*this, pc);
    if (!recalled && !isHot(pc, times, stale)) return nullptr;
    heat.store(0, std::memory_order_relaxed);
    if (recalled) return entry;
    if (!code->isOurs()) {
      translateCode(true);
      memoryMapped();
      return nullptr;
    }
    pad_layout = padLayout();
    log_layout = logLayout(m.cpu_clocks);
    code->translate(*this, pc, *this);
  }
  const void* const place = entry;
  return code->isCode(place) ? place : nullptr;
}

// What translated code calls and works on, but for its registers.
void Accelerator::fillContext() {
  ram = m.s.ram.data();
  lines = &m.s.cpu.lines;
  static constexpr std::array<bool, 0x10000> nothing{};
  watched = m.watched ? m.watched->data() : nothing.data();
  const auto picture_registers = std::bitset<0x100>(0xFFFFFFFF) << 0x20;
  const bool appends = (m.watched_pages & picture_registers).none() &&
                       native::cycles_between_writes * m.cpu_clocks >= m.ppu.clocksBetweenWrites();
  log = appends ? static_cast<const void*>(&m.ppu.log()) : &closed;
  strobed_pads = nullptr;  // until the next entry: somebody may watch from now on
  read = [](Context* context, uint32_t address, uint32_t pc, uint32_t cycles) -> uint32_t {
    return static_cast<Accelerator*>(context)->readFromCode(static_cast<uint16_t>(address),
                                                            static_cast<uint16_t>(pc), cycles);
  };
  stack_moved = [](Context* context, uint32_t to, uint32_t pc) -> uint32_t {
    Accelerator& f = *static_cast<Accelerator*>(context);
    cpu6502::State& cpu = f.m.s.cpu;
    const cpu6502::Registers now = f.registersAt(static_cast<uint16_t>(to));
    cpu.pc = now.pc, cpu.a = now.a, cpu.x = now.x, cpu.y = now.y, cpu.s = now.s, cpu.p = now.status();
    cpu.instruction_pc = static_cast<uint16_t>(pc);
    cpu.opcode = f.read_page[pc >> 8][pc & 0xFF];
    try {
      f.m.hooks.on_stack_moved();
    } catch (...) {
      f.thrown = std::current_exception();
      f.window_end = 0, f.cycles_left = -1;
    }
    f.follows_stack = static_cast<bool>(f.m.hooks.on_stack_moved);
    return to;
  };
  write = writeAnywhereFromCode;
  write_sound = writeSoundFromCode;
  write_strobe = strobeFromCode;
  write_board = writeBoardFromCode;
}

native::CodeCache::Exit Accelerator::enterNative(const void* place) {
  follows_stack = static_cast<bool>(m.hooks.on_stack_moved);
  pads = m.only_pads ? &m.s.controllers : nullptr;
  strobed_pads = m.isWatched(0x4016) ? nullptr : pads;
  const native::CodeCache::Exit exit = code->run(*this, place);
  if (thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
  return exit;
}

// An access by translated code, of an instruction with an absolute address. The registers of the 6502 lie elsewhere, as
// they do when it is interpreted. Nothing must be thrown through translated code.
template <class Access>
void Accelerator::accessFromCode(uint16_t pc, uint32_t cycles, Access&& access) noexcept {
  m.s.cpu.instruction_pc = pc;
  m.s.cpu.opcode = read_page[pc >> 8][pc & 0xFF];
  try {
    access(cycleOfAccess(cycles));
  } catch (...) {
    thrown = std::current_exception();
    window_end = 0;
  }
  follows_stack = static_cast<bool>(m.hooks.on_stack_moved);
  cycles_left = static_cast<int64_t>(window_end - m.s.cycle + cycles + 1);
}

uint8_t Accelerator::readFromCode(uint16_t address, uint16_t pc, uint32_t cycles) noexcept {
  const auto last_fetched = static_cast<uint8_t>(address >> 8);
  if ((address & 0xFFFE) == 0x4016 && !m.senses_light)  // inside the window nothing else happens
    return readPad(cycleOfAccess(cycles), last_fetched, address & 1);
  uint8_t value = 0;
  accessFromCode(pc, cycles, [&](uint64_t cycle) {
    value = readRegister(cycle, last_fetched, last_fetched, address, address);
  });
  return value;
}

// As writePicture(), of which most is done here. Precondition: Machine::changesPictureOnly().
uint32_t Accelerator::writePictureFromCode(uint16_t address, uint16_t pc, uint32_t cycles,
                                           uint8_t value) noexcept {
  const int reg = address & 7;
  m.s.cycle = cycleOfAccess(cycles);
  ppuAccessed();
  const bool waits = !m.ppu.write(reg, value, static_cast<uint8_t>(address >> 8), m.now());
  m.s.data_bus = value;
  if (waits || (reg != 0 && !m.board_watches)) {
    ++m.s.cycle;
    return nothing_moved;
  }
  accessFromCode(pc, cycles, [&](uint64_t) {
    const uint8_t lines = m.s.cpu.lines;
    m.pictureWritten(reg, value, reg != 0);
    m.finishCycle();
    findWindowAnew(lines);
  });
  return anything_moved;
}

uint32_t Accelerator::writeAnywhereFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                            uint32_t value) {
  Accelerator& f = *static_cast<Accelerator*>(context);
  const auto to = static_cast<uint16_t>(address);
  const auto written = static_cast<uint8_t>(value);
  const auto at = static_cast<uint16_t>(pc);
  if (f.m.changesPictureOnly(to)) return f.writePictureFromCode(to, at, cycles, written);
  f.writeFromCode(to, at, cycles, written);
  return anything_moved;
}

// A write of a register of the sound chip: few move the window's end.
uint32_t Accelerator::writeSoundFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                         uint32_t value) {
  Accelerator& f = static_cast<Accelerator&>(*context);
  State& state = f.m.s;
  if (f.m.isWatched(static_cast<uint16_t>(address))) return f.write(context, address, pc, cycles, value);
  const uint64_t cycle = f.cycleOfAccess(cycles), window_end = f.window_end;
  state.cycle = cycle;
  state.internal_bus = static_cast<uint8_t>(address >> 8);
  f.writeSound(static_cast<uint16_t>(address), static_cast<uint8_t>(value));
  if (f.window_end == window_end) return nothing_moved;
  state.cpu.instruction_pc = static_cast<uint16_t>(pc);
  state.cpu.opcode = f.read_page[pc >> 8 & 0xFF][pc & 0xFF];
  f.cycles_left = static_cast<int64_t>(f.window_end - cycle + cycles);
  return nothing_moved;
}

uint32_t Accelerator::strobeFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                     uint32_t value) {
  Accelerator& f = static_cast<Accelerator&>(*context);
  const auto written = static_cast<uint8_t>(value);
  if (f.m.isWatched(0x4016)) return f.write(context, address, pc, cycles, value);
  f.strobePads(f.cycleOfAccess(cycles), written);
  return nothing_moved;
}

// A write of $8000-$FFFF. Many move no page, and most not even the window's end.
uint32_t Accelerator::writeBoardFromCode(Context* context, uint32_t address, uint32_t pc, uint32_t cycles,
                                         uint32_t value) {
  using mappers::QuietWrite;
  Accelerator& f = static_cast<Accelerator&>(*context);
  Machine& machine = f.m;
  const auto to = static_cast<uint16_t>(address);
  const auto written = static_cast<uint8_t>(value);
  if (machine.isWatched(to) || !machine.goesToBoard(to)) return f.write(context, address, pc, cycles, value);
  machine.s.cycle = f.cycleOfAccess(cycles) + 1;
  const uint8_t lines = machine.s.cpu.lines;
  const QuietWrite write = machine.writeBoardQuietly(to, written);
  machine.s.data_bus = written;
  if (write == QuietWrite::Other) {
    f.movePagesFromCode(to, static_cast<uint16_t>(pc), cycles, written);
    return anything_moved;
  }
  if (write == QuietWrite::Noticed) {
    f.findWindowAnew(lines);
    f.cycles_left = static_cast<int64_t>(f.window_end - machine.s.cycle + cycles + 1);
  }
  return nothing_moved;
}

// The rest of a write to the board that may move pages.
[[gnu::noinline]] void Accelerator::movePagesFromCode(uint16_t address, uint16_t pc, uint32_t cycles,
                                                      uint8_t value) noexcept {
  accessFromCode(pc, cycles, [&](uint64_t) {
    const uint8_t lines = m.s.cpu.lines;
    m.s.internal_bus = static_cast<uint8_t>(address >> 8);
    if (m.otherBoardWrite(address, value)) findWindowAnew(lines);
  });
}

void Accelerator::writeFromCode(uint16_t address, uint16_t pc, uint32_t cycles, uint8_t value) noexcept {
  const auto last_fetched = static_cast<uint8_t>(address >> 8);
  accessFromCode(pc, cycles,
                 [&](uint64_t cycle) { writeRegister(cycle, last_fetched, last_fetched, address, value); });
}

bool Accelerator::maySkipTurns() const { return m.options.idle_skip; }

int64_t Accelerator::interpretedFrom(uint16_t from, uint16_t to) const {
  if (!m.options.idle_skip || from - to > longest_loop) return never;
  const KnownLoop* const loop = findLoop(to, read_page[to >> 8] + (to & 0xFF));
  if (!loop) return 0;
  if (loop->never_waits) return never;
  if (loop->turn_cycles == 0) return 0;
  return hasQuickTurns(*loop) ? if_worth_skipping : static_cast<int64_t>(worthLooking(loop->turn_cycles));
}

}  // namespace jumpscope::console::fast
