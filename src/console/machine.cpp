#include "src/console/machine.h"

#include <algorithm>
#include <random>

namespace jumpscope::console {

namespace {

ppu::Region ppuRegion(Region region) {
  switch (region) {
    case Region::Pal:
      return ppu::Region::Pal;
    case Region::Dendy:
      return ppu::Region::Dendy;
    case Region::Ntsc:
      break;
  }
  return ppu::Region::Ntsc;
}

apu::Region apuRegion(Region region) {
  switch (region) {
    case Region::Pal:
      return apu::Region::Pal;
    case Region::Dendy:
      return apu::Region::Dendy;
    case Region::Ntsc:
      break;
  }
  return apu::Region::Ntsc;
}

// Source: NESdev "Cycle reference chart".
int cpuClocks(Region region) {
  switch (region) {
    case Region::Pal:
      return 16;
    case Region::Dendy:
      return 15;
    case Region::Ntsc:
      break;
  }
  return 12;
}

// SplitMix64: small, good enough to fill RAM, the same everywhere.
uint64_t nextRandom(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void fillRam(std::array<uint8_t, 0x0800>& ram, const RamInit& init) {
  uint64_t random = init.seed;
  for (size_t i = 0; i < ram.size(); ++i) {
    switch (init.kind) {
      case RamInit::Kind::Fceux:
        ram[i] = (i & 4) ? 0xFF : 0x00;
        break;
      case RamInit::Kind::Zeros:
        ram[i] = 0x00;
        break;
      case RamInit::Kind::Ones:
        ram[i] = 0xFF;
        break;
      case RamInit::Kind::Random:
        ram[i] = static_cast<uint8_t>(nextRandom(random));
        break;
    }
  }
}

uint16_t foldRam(uint16_t address) { return address < 0x2000 ? address & 0x07FF : address; }

}  // namespace

// Cycle by cycle: everything is brought up to date, and DMA may hold the CPU.
struct Console::Machine::SlowBus {
  Machine& m;

  uint8_t read(uint16_t address, cpu6502::Access kind) { return read(address, kind, address); }
  uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    m.beginCycle();
    while (m.dmaWanted()) {
      if (m.copyPageToOam(address)) {
        m.beginCycle();
        address = repeat_address;
        continue;
      }
      m.dmaCycle(address);
      m.finishCycle();
      m.s.cpu.haltedCycle();
      m.beginCycle();
      address = repeat_address;
    }
    const uint8_t value = m.busRead(address, address);
    m.finishCycle();
    return value;
  }
  void write(uint16_t address, uint8_t value, cpu6502::Access) {
    m.beginCycle();
    if (m.isWatched(address)) m.noteWrite(address, value);
    m.busWrite(address, value);
    m.finishCycle();
  }
  bool mayContinue() { return false; }
};

// Plain memory straight from its page; the long way for the rest. Only entered while no chip can change an
// output by itself. It lives in registers: nothing keeps its address, and what it knows goes to the long way
// and back by value.
struct Console::Machine::FastBus {
  static constexpr bool steady = true;

  Machine& m;
  uint64_t cycle;
  uint8_t data_bus, internal_bus;
  uint16_t loop_head = 0, loop_tail = 0;  // of the last jump backwards: the target, and where it stands
  uint64_t loop_cycle = 0;                // when the head was reached
  bool left_loop = true;                  // since then something else than steps forward happened

  explicit FastBus(Machine& machine)
      : m(machine), cycle(m.s.cycle), data_bus(m.s.data_bus), internal_bus(m.s.internal_bus) {}

  JUMPSCOPE_INLINE bool mayContinue() const { return cycle <= m.fast_until; }
  JUMPSCOPE_INLINE void leave() { m.fast_until = 0; }

  JUMPSCOPE_INLINE const uint8_t* codeAt(uint16_t pc) {
    if (static_cast<uint16_t>(pc - m.code_start) >= m.code_length) [[unlikely]]
      if (!m.findCode(pc)) return nullptr;
    return reinterpret_cast<const uint8_t*>(m.code_base + pc);
  }
  JUMPSCOPE_INLINE uint8_t passCode(uint8_t value) {
    ++cycle;
    return data_bus = internal_bus = value;
  }
  JUMPSCOPE_INLINE uint8_t readLow(uint16_t address) { return passCode(m.s.ram[address]); }

  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access kind) {
    return read(address, kind, address);
  }
  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    if (const uint8_t* page = m.read_page[address >> 8]) [[likely]]
      return passCode(page[address & 0xFF]);
    const uint8_t value = m.slowRead(cycle, data_bus, internal_bus, address, repeat_address);
    takeBack();
    return value;
  }
  JUMPSCOPE_INLINE void write(uint16_t address, uint8_t value, cpu6502::Access) {
    if (uint8_t* page = m.write_page[address >> 8]) [[likely]] {
      ++cycle;
      page[address & 0xFF] = value;
      data_bus = value;
      return;
    }
    m.slowWrite(cycle, data_bus, internal_bus, address, value);
    takeBack();
  }
  JUMPSCOPE_INLINE void takeBack() {
    cycle = m.s.cycle;
    data_bus = m.s.data_bus;
    internal_bus = m.s.internal_bus;
  }

  // The same short way back twice in a row: a loop that may be waiting.
  JUMPSCOPE_INLINE void jumpedBack(uint16_t from, uint16_t to) {
    constexpr int longest_loop = 24;
    if (from - to > longest_loop || !m.options.idle_skip) {
      left_loop = true;
      return;
    }
    if (!left_loop && to == loop_head && from == loop_tail)
      cycle = m.skipIdleLoop(cycle, loop_cycle, to, from);
    loop_head = to;
    loop_tail = from;
    loop_cycle = cycle;
    left_loop = false;
  }
  JUMPSCOPE_INLINE void leftLoop() { left_loop = true; }
  JUMPSCOPE_INLINE bool followsStack() const { return static_cast<bool>(m.owner->on_stack_moved); }
  void stackMoved() { m.owner->on_stack_moved(); }
};

Console::Machine::Machine(Console& owner, std::shared_ptr<const Cartridge> cart, Options opts)
    : owner(&owner),
      cartridge(std::move(cart)),
      options(opts),
      cpu_clocks(cpuClocks(opts.region)),
      ppu(ppuRegion(opts.region), opts.alignment),
      apu(apuRegion(opts.region)) {
  mappers::requireSupported(*cartridge);
  makeOutputs();
  wire();
  powerOn();
}

Console::Machine::Machine(Console& owner, const Machine& other)
    : owner(&owner),
      cartridge(other.cartridge),
      options(other.options),
      cpu_clocks(other.cpu_clocks),
      ppu(ppuRegion(other.options.region), other.options.alignment),
      apu(apuRegion(other.options.region)) {
  makeOutputs();
  wire();
  copyState(other);
}

void Console::Machine::makeOutputs() {
  if (options.video) picture.assign(ppu::picture_width * ppu::picture_height, 0);
  if (!options.audio) return;
  sound = std::make_unique<apu::BandLimited>(apuRegion(options.region), options.sample_rate);
  apu.attach(sound.get());
}

void Console::Machine::wire() {
  pages = mappers::mapNrom(*cartridge, s.board);
  ppu.wire({pages.chr, pages.chr_ram, pages.nametable});
  ppu.drawTo(options.video ? picture.data() : nullptr);
  ppu.allowShortcuts(options.policy == Policy::CatchUp);
  apu.allowShortcuts(options.policy == Policy::CatchUp);
  mapPages();
}

void Console::Machine::mapPages() {
  read_page.fill(nullptr);
  write_page.fill(nullptr);
  for (size_t page = 0; page < 0x20; ++page) {
    read_page[page] = &s.ram[(page & 7) << 8];
    write_page[page] = &s.ram[(page & 7) << 8];
  }
  for (size_t page = 0x60; page < 0x100; ++page) {
    const uint8_t* base = pages.prg[(page - 0x60) >> 5];
    if (base) read_page[page] = base + ((page & 0x1F) << 8);
  }
  if (pages.prg_ram)
    for (size_t page = 0x60; page < 0x80; ++page) write_page[page] = pages.prg_ram + ((page & 0x1F) << 8);
  if (!watched) return;
  for (size_t address = 0; address < 0x10000; ++address)
    if (isWatched(static_cast<uint16_t>(address))) write_page[address >> 8] = nullptr;
}

bool Console::Machine::isWatched(uint16_t address) const { return watched && (*watched)[foldRam(address)]; }

void Console::Machine::powerOn() {
  hearUntilNow();
  s = State{};
  s.cpu.powerOn();
  ppu.powerOn();
  apu.powerOn();
  fillRam(s.ram, options.ram_init);
  s.controllers.four_score = options.four_score;
  stateReplaced();
}

void Console::Machine::reset() {
  catchUp();
  s.cpu.requestReset();
  ppu.reset();
  apu.reset();
  s.dma = OamDma{};
  deadline = 0;
  status_until = 0;
  ppu_due = 0;
}

const State& Console::Machine::gather() const {
  if (!gathered) gathered = std::make_unique<State>();
  *gathered = s;
  gathered->ppu = ppu.s;
  gathered->apu = apu.s;
  return *gathered;
}

void Console::Machine::scatter(const State& state) {
  hearUntilNow();
  s = state;
  ppu.s = state.ppu;
  apu.restore(state.apu);
  stateReplaced();
}

void Console::Machine::copyState(const Machine& other) {
  hearUntilNow();
  s = other.s;
  ppu.s = other.ppu.s;
  apu.restore(other.apu.s);
  stateReplaced();
}

void Console::Machine::hearUntilNow() {
  if (sound) apu.runTo(s.cycle);
}

void Console::Machine::stateReplaced() {
  ppu.stateReplaced();
  frames_seen = ppu.s.frame;
  deadline = 0;
  status_until = 0;
  ppu_due = 0;
}

void Console::Machine::endFrame() {
  frames_seen = ppu.s.frame;
  // A strobe of this frame counts for this frame, whether or not anybody has looked at the pads since.
  syncControllers();
  s.controllers.polled_last_frame = s.controllers.polled;
  s.controllers.polled = false;
  const uint64_t ended = s.frame++;
  if (owner->on_frame_end) owner->on_frame_end(ended);
}

// The first CPU cycle in which a chip may do something that the CPU or anybody outside can notice.
void Console::Machine::findDeadline() {
  if (options.policy == Policy::EveryCycle || dmaWanted()) {
    deadline = 0;
    return;
  }
  // A cycle sees the picture chip's events of its first third.
  const uint64_t clocks = static_cast<uint64_t>(cpu_clocks);
  if (ppu_due == 0) ppu_due = ppu.nextNmiChange();
  deadline = std::min(ppu_due / clocks, apu.nextEvent());
}

void Console::Machine::syncControllers() {
  const bool get_first = !(((s.controllers.cycle & 1) != 0) == apu.s.odd_is_put);
  runControllersTo(s.controllers, s.cycle, get_first);
}

uint8_t Console::Machine::busRead(uint16_t address, uint16_t cpu_address) {
  bool driven = true;
  if (address < 0x2000) {
    s.data_bus = s.ram[address & 0x07FF];
  } else if (address < 0x4000) {
    status_until = 0;
    s.data_bus = ppu.read(address & 7, now());
    ppu_due = 0;
  } else if (address >= 0x6000 && pages.prg[(address - 0x6000) >> 13]) {
    s.data_bus = pages.prg[(address - 0x6000) >> 13][address & 0x1FFF];
  } else {
    driven = false;
  }
  if ((cpu_address & 0xFFE0) == 0x4000) {
    const int reg = address & 0x1F;
    if (reg == 0x15) {
      s.internal_bus = apu.readStatus(s.internal_bus);
      return s.internal_bus;
    }
    if (reg == 0x16 || reg == 0x17) {
      syncControllers();
      const uint8_t value = static_cast<uint8_t>((s.data_bus & 0xE0) | readPad(s.controllers, reg - 0x16));
      // What memory drives during OAM DMA is stronger than the pads.
      if (s.dma.active && driven) return s.data_bus;
      s.data_bus = value;
    }
  }
  s.internal_bus = s.data_bus;
  return s.data_bus;
}

void Console::Machine::busWrite(uint16_t address, uint8_t value) {
  if (address < 0x2000) {
    s.ram[address & 0x07FF] = value;
  } else if (address < 0x4000) {
    status_until = 0;
    ppu.write(address & 7, value, s.data_bus, now());
    // The other registers leave NMI and the frame's end where they are.
    if ((address & 7) == 0 || ppu.s.clock > ppu_due) ppu_due = 0;
  } else if (address == 0x4014) {
    s.dma.active = true;
    s.dma.first_cycle = true;
    s.dma.page = value;
    s.dma.index = 0;
  } else if (address == 0x4016) {
    syncControllers();
    writeStrobe(s.controllers, value);
  } else if (address <= 0x4017) {
    apu.write(address, value);
  } else if (address >= 0x6000 && address < 0x8000 && pages.prg_ram) {
    pages.prg_ram[address & 0x1FFF] = value;
  }
  s.data_bus = value;
}

void Console::Machine::noteWrite(uint16_t address, uint8_t value) {
  if (!owner->on_watched_write) return;
  ppu.runTo(now());
  const uint16_t folded = foldRam(address);
  owner->on_watched_write({s.frame, s.cycle, ppu.s.scanline, ppu.s.dot, s.cpu.instruction_pc, s.cpu.opcode,
                           folded, owner->peek(folded), value});
}

// One cycle in which the CPU is halted. Get cycles read, put cycles write; a DMC fetch goes before an OAM
// read, and an OAM write before anything. Whoever has no business in a cycle leaves the CPU's own read on the
// bus. Source: NESdev "DMA"; AccuracyCoin's DMA tests.
void Console::Machine::dmaCycle(uint16_t cpu_address) {
  const bool put = apu.putCycle();
  const bool dmc = apu.dmaRequested();
  OamDma& oam = s.dma;
  if (oam.active && oam.first_cycle) {
    oam.first_cycle = false;
    if (!put) oam.halt = true;
  }
  if (put) {
    if (oam.active && !oam.halt && oam.loaded) {
      busWrite(0x2004, oam.data);
      if (++oam.index == 0) {
        oam.active = false;
        oam.loaded = false;
      }
    } else {
      busRead(cpu_address, cpu_address);
    }
    return;
  }
  if (dmc && !apu.s.dmc.dma_halt) {
    apu.dmaDeliver(busRead(apu.dmaAddress(), cpu_address));
    oam.loaded = false;
  } else if (oam.active && !oam.halt) {
    oam.loaded = true;
    oam.data = busRead(static_cast<uint16_t>(oam.page << 8 | oam.index), cpu_address);
  } else {
    busRead(cpu_address, cpu_address);
  }
  apu.s.dmc.dma_halt = false;
  oam.halt = false;
}

void Console::Machine::stepSlow() {
  status_until = 0;
  SlowBus bus{*this};
  if (owner->on_instruction) {
    catchUp();
    owner->on_instruction();
  }
  cpu6502::step(s.cpu, bus);
  if (owner->on_stack_moved) owner->on_stack_moved();
  findDeadline();
}

void Console::Machine::runFast() {
  FastBus bus(*this);
  cpu6502::run(s.cpu, bus);
  s.cycle = bus.cycle;
  s.data_bus = bus.data_bus;
  s.internal_bus = bus.internal_bus;
}

// Memory that goes on without a seam around `pc`.
[[gnu::noinline]] bool Console::Machine::findCode(uint16_t pc) {
  const size_t page = pc >> 8;
  if (!read_page[page]) return false;
  size_t first = page, last = page;
  while (first > 0 && read_page[first - 1] && read_page[first - 1] + 0x100 == read_page[first]) --first;
  while (last < 0xFF && read_page[last + 1] && read_page[last] + 0x100 == read_page[last + 1]) ++last;
  code_base = reinterpret_cast<uintptr_t>(read_page[first]) - (first << 8);
  code_start = static_cast<uint16_t>(first << 8);
  code_length = static_cast<uint16_t>(((last - first + 1) << 8) - 2);
  return static_cast<uint16_t>(pc - code_start) < code_length;
}

[[gnu::noinline]] uint8_t Console::Machine::slowRead(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                     uint16_t address, uint16_t repeat_address) {
  s.cycle = cycle;
  if ((address & 0xE007) == 0x2002 && now() + static_cast<uint64_t>(cpu_clocks) < status_until) {
    ++s.cycle;
    return s.data_bus = s.internal_bus = ppu.readSteadyStatus(now() - static_cast<uint64_t>(cpu_clocks));
  }
  s.data_bus = data_bus;
  s.internal_bus = internal_bus;
  const uint8_t lines = s.cpu.lines;
  SlowBus bus{*this};
  const uint8_t value = bus.read(address, cpu6502::Access::Read, repeat_address);
  findDeadline();
  if ((address & 0xE007) == 0x2002) foreseeStatus(value);
  lines_changed |= s.cpu.lines != lines;
  findFastUntil();
  return value;
}

[[gnu::noinline]] void Console::Machine::slowWrite(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                   uint16_t address, uint8_t value) {
  s.cycle = cycle;
  s.data_bus = data_bus;
  s.internal_bus = internal_bus;
  const uint8_t lines = s.cpu.lines;
  SlowBus bus{*this};
  bus.write(address, value, cpu6502::Access::Write);
  findDeadline();
  lines_changed |= s.cpu.lines != lines;
  findFastUntil();
}

// How long $2002 goes on to show what was just read, so that reading it leaves no trace but in w and on the
// I/O bus.
void Console::Machine::foreseeStatus(uint8_t just_read) {
  catchUp();
  const bool changed = ppu.s.vblank || ((ppu.steadyStatus() ^ just_read) & 0xE0) != 0;
  status_until = changed ? 0 : ppu.nextStatusChange();
}

// Whether every instruction from head to tail, once executed, would do exactly the same again: loads,
// compares and jumps whose results hang on memory alone, and memory that only somebody else can change.
bool Console::Machine::loopIsIdle(uint16_t head, uint16_t tail, bool& polls_status) const {
  polls_status = false;
  for (unsigned pc = head; pc <= tail;) {
    const uint8_t* page = read_page[pc >> 8];
    if (!page || pc < 0x8000) return false;  // code in RAM may change
    const uint8_t opcode = page[pc & 0xFF];
    const int length = cpu6502::instructionLength(opcode);
    unsigned address = 0;
    for (int i = 1; i < length; ++i) {
      const unsigned at = pc + static_cast<unsigned>(i);
      if (at > 0xFFFF || !read_page[at >> 8]) return false;
      address |= static_cast<unsigned>(read_page[at >> 8][at & 0xFF]) << (8 * (i - 1));
    }
    switch (opcode) {
      case 0xA9:
      case 0xA2:
      case 0xA0:  // LDA LDX LDY #
      case 0xC9:
      case 0xE0:
      case 0xC0:  // CMP CPX CPY #
      case 0x29:
      case 0x09:  // AND ORA #
      case 0x10:
      case 0x30:
      case 0x50:
      case 0x70:  // branches
      case 0x90:
      case 0xB0:
      case 0xD0:
      case 0xF0:
      case 0x4C:
      case 0xEA:  // JMP NOP
      case 0xA5:
      case 0xA6:
      case 0xA4:
      case 0x24:  // LDA LDX LDY BIT zero page
      case 0xC5:
      case 0xE4:
      case 0xC4:
      case 0x25:
      case 0x05:
        break;
      case 0xAD:
      case 0xAE:
      case 0xAC:
      case 0x2C:  // LDA LDX LDY BIT absolute
      case 0xCD:
      case 0xEC:
      case 0xCC:
      case 0x2D:
      case 0x0D:
        if ((address & 0xE007) == 0x2002)
          polls_status = true;
        else if (address >= 0x2000 && address < 0x6000)
          return false;
        break;
      default:
        return false;
    }
    pc += static_cast<unsigned>(length);
  }
  return true;
}

// Stands at the head of a loop that was just gone through once in `cycle - previous_cycle` cycles. Returns
// the cycle in which the head is reached for the last time before something can happen.
[[gnu::noinline]] uint64_t Console::Machine::skipIdleLoop(uint64_t cycle, uint64_t previous_cycle,
                                                          uint16_t head, uint16_t tail) {
  KnownLoop& known = known_loops[head % known_loops.size()];
  if (known.head != head || known.tail != tail) {
    known.head = head;
    known.tail = tail;
    known.idle = loopIsIdle(head, tail, known.polls_status);
  }
  if (!known.idle) return cycle;
  const uint64_t period = cycle - previous_cycle;
  uint64_t limit = deadline;
  if (known.polls_status) {
    // What the loop reads also holds bits of the I/O bus that leak away; the turn just gone through may have
    // read them before they did.
    const uint64_t steady =
        std::min(status_until, ppu.ioBusChange(previous_cycle * static_cast<uint64_t>(cpu_clocks)));
    limit = std::min(limit, steady / static_cast<uint64_t>(cpu_clocks));
  }
  // Two turns before the end the loop runs by itself again.
  const uint64_t reserve = 2 * period + longest_step;
  if (period == 0 || cycle + reserve + period > limit) return cycle;
  return cycle + (limit - reserve - cycle) / period * period;
}

// Source of the cycle counts: dmaCycle, of which this is the sum.
bool Console::Machine::copyPageToOam(uint16_t cpu_address) {
  constexpr uint64_t longest_dma = 514;
  const uint8_t* page = read_page[s.dma.page];
  if (options.policy != Policy::CatchUp || !s.dma.first_cycle || !page || !read_page[cpu_address >> 8])
    return false;
  if (apu.dmaRequested() || apu.nextEvent() <= s.cycle + longest_dma + 1) return false;
  const uint64_t clocks = static_cast<uint64_t>(cpu_clocks);
  ppu.runTo(now());
  ppu_due = 0;
  if (!ppu.idleUntil(now() + (longest_dma + 1) * clocks)) return false;
  const uint64_t cycles = apu.putCycle() ? longest_dma - 1 : longest_dma;
  ppu.loadOam(page, now() + (cycles - 1) * clocks);
  s.data_bus = s.internal_bus = s.dma.data = page[255];
  s.dma.active = s.dma.first_cycle = s.dma.loaded = s.dma.halt = false;
  s.dma.index = 0;
  apu.s.dmc.dma_halt = false;
  s.cycle += cycles - 1;
  finishCycle();
  s.cpu.haltedCycle();
  return true;
}

}  // namespace jumpscope::console
