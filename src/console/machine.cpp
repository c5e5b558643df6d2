#include "src/console/machine.h"

#include <algorithm>

#include "src/console/slow_bus.h"

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
  ppu.useAccelerator(options.policy == Policy::CatchUp);
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
  gathered->ppu = ppu.chip.s;
  gathered->apu = apu.s;
  return *gathered;
}

void Console::Machine::scatter(const State& state) {
  hearUntilNow();
  s = state;
  ppu.chip.s = state.ppu;
  apu.restore(state.apu);
  stateReplaced();
}

void Console::Machine::copyState(const Machine& other) {
  hearUntilNow();
  s = other.s;
  ppu.chip.s = other.ppu.chip.s;
  apu.restore(other.apu.s);
  stateReplaced();
}

void Console::Machine::hearUntilNow() {
  if (sound) apu.runTo(s.cycle);
}

void Console::Machine::stateReplaced() {
  ppu.memoriesReplaced();
  frames_seen = ppu.chip.s.frame;
  deadline = 0;
  status_until = 0;
  ppu_due = 0;
}

void Console::Machine::endFrame() {
  frames_seen = ppu.chip.s.frame;
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
    if ((address & 7) == 0 || ppu.chip.s.clock > ppu_due) ppu_due = 0;
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
  owner->on_watched_write({s.frame, s.cycle, ppu.chip.s.scanline, ppu.chip.s.dot, s.cpu.instruction_pc,
                           s.cpu.opcode, folded, owner->peek(folded), value});
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
