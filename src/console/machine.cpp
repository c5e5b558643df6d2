#include "src/console/machine.h"

#include <algorithm>

#include "src/console/battery.h"
#include "src/console/cycle_bus.h"
#include "src/console/region.h"

namespace jumpscope::console {

namespace {

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

// RAM of the board powers on as zeros.
void clearBoard(mappers::BoardState& board) {
  for (auto* ram : {&board.prg_ram, &board.chr_ram, &board.nametable_ram})
    std::fill(ram->begin(), ram->end(), uint8_t{0});
  board.registers.fill(0);
}

}  // namespace

Machine::Machine(std::shared_ptr<const Cartridge> cart, const Options& opts)
    : cartridge(std::move(cart)),
      options(opts),
      cpu_clocks(factsOf(opts.region).cpu_clocks),
      lockstep(!JUMPSCOPE_FAST || opts.policy == Policy::Lockstep),
      ppu(factsOf(opts.region).ppu, opts.alignment),
      apu(factsOf(opts.region).apu) {
  if (!lockstep) accelerator.translateCode(options.native_code);
  makeBoard();
  makeOutputs();
  wire();
  if (options.battery) loadBattery(s.board, *cartridge, *options.battery);
  powerOn();
}

Machine::Machine(const Machine& other)
    : cartridge(other.cartridge),
      options(other.options),
      cpu_clocks(other.cpu_clocks),
      lockstep(other.lockstep),
      ppu(factsOf(options.region).ppu, options.alignment),
      apu(factsOf(options.region).apu),
      accelerator(*this, other.accelerator) {
  makeBoard();
  makeOutputs();
  wire();
  copyState(other);
}

void Machine::makeOutputs() {
  if (!options.audio) return;
  const apu::ClockRate& clock = factsOf(options.region).apu.cpu_clock;
  samples = std::make_unique<apu::BandLimited>(clock, options.sample_rate);
  apu.attach(samples.get());
  if (board->listen(nullptr)) board_sound = std::make_unique<BoardSound>(clock, options.sample_rate, s.cycle);
}

void Machine::wire() {
  makePicture();
  ppu.useAccelerator(!lockstep);
  apu.useAccelerator(!lockstep);
}

void Machine::watch(uint16_t address) {
  if (!watched) watched = std::make_unique<std::array<bool, 0x10000>>();
  const uint16_t folded = foldRam(address);
  for (size_t page = 0; page < watched_pages.size(); ++page) {
    const auto mirror = static_cast<uint16_t>(page << 8 | (folded & 0xFF));
    if (foldRam(mirror) != folded) continue;
    (*watched)[mirror] = true;
    watched_pages.set(page);
  }
  accelerator.memoryMapped();
}

void Machine::unwatchAll() {
  if (!watched) return;
  watched.reset();
  watched_pages.reset();
  accelerator.memoryMapped();
}

// Zappers look at the picture, too.
void Machine::makePicture() {
  senses_light = s.controllers.devices.watchThePicture();
  only_pads = s.controllers.devices == Devices{};
  const bool wanted = (options.video && renders) || senses_light;
  if ((options.video || senses_light) && picture.empty())
    picture.assign(ppu::picture_width * ppu::picture_height, 0);
  ppu.drawTo(wanted ? picture.data() : nullptr);
}

void Machine::powerOn() {
  apu.flush();
  const uint64_t cycle_before = s.cycle;
  const std::vector<uint8_t> kept = batteryBytes(s.board, *cartridge);
  mappers::BoardState cartridge_ram = std::move(s.board);
  s = State{};
  s.board = std::move(cartridge_ram);
  clearBoard(s.board);
  if (!kept.empty()) loadBattery(s.board, *cartridge, kept);
  constexpr size_t trainer_place = 0x1000;  // $7000
  if (s.board.prg_ram.size() >= trainer_place + cartridge->trainer.size())
    std::copy(cartridge->trainer.begin(), cartridge->trainer.end(), s.board.prg_ram.begin() + trainer_place);
  s.cpu.powerOn();
  ppu.powerOn();
  apu.powerOn();
  fillRam(s.ram, options.ram_init);
  s.controllers.devices = options.devices;
  board->powerOn();
  stateReplaced(cycle_before, false);
}

void Machine::reset() {
  catchUp();
  s.cpu.requestReset();
  ppu.reset();
  apu.reset();
  s.dma = OamDma{};
  board->reset();
  boardReplaced();
}

State Machine::gather() const {
  State all = s;
  all.ppu = ppu.chip.s;
  all.apu = apu.chip.s;
  if (s.controllers.devices.watchThePicture()) all.controllers.beam = beamOf(ppu.chip);
  return all;
}

// True if nametables and patterns are the same bytes at the same places as now. Going back a few frames usually
// finds them so, and what the accelerator knows of them stays.
bool Machine::showsTheSame(const ppu::State& chip, const mappers::BoardState& cartridge_state) const {
  const mappers::BoardState& now = s.board;
  return ppu.chip.s.vram == chip.vram && now.registers == cartridge_state.registers &&
         now.chr_ram == cartridge_state.chr_ram && now.nametable_ram == cartridge_state.nametable_ram;
}

void Machine::replaceState(const State& state) {
  apu.flush();
  const uint64_t cycle_before = s.cycle;
  const bool same_memories = showsTheSame(state.ppu, state.board);
  s = state;
  ppu.chip.s = state.ppu;
  apu.restore(state.apu);
  std::copy(state.controllers.beam.begin(), state.controllers.beam.end(), ppu.chip.screen.chosen.begin());
  stateReplaced(cycle_before, same_memories);
}

void Machine::copyState(const Machine& other) {
  apu.flush();
  const uint64_t cycle_before = s.cycle;
  const bool same_memories = showsTheSame(other.ppu.chip.s, other.s.board);
  s = other.s;
  ppu.chip.s = other.ppu.chip.s;
  apu.restore(other.apu.chip.s);
  ppu.chip.screen.chosen = other.ppu.chip.screen.chosen;
  stateReplaced(cycle_before, same_memories);
  if (picture.size() == other.picture.size()) std::ranges::copy(other.picture, picture.begin());
}

void Machine::stateReplaced(uint64_t cycle_before, bool same_memories) {
  if (board_sound) board_sound->restart(cycle_before);
  makePicture();
  same_memories ? ppu.oamReplaced() : ppu.memoriesReplaced();
  frames_seen = ppu.chip.s.frame;
  boardReplaced();
}

void Machine::endFrame() {
  frames_seen = ppu.chip.s.frame;
  if (s.controllers.devices.watchThePicture()) {
    syncLight(ppu::picture_width * ppu::picture_height);
    s.controllers.light_seen = 0;
  }
  // A strobe of this frame counts for this frame, whether or not the pads were read since.
  syncControllers();
  s.controllers.polled_last_frame = s.controllers.polled;
  s.controllers.polled = false;
  const uint64_t ended = s.frame++;
  if (!hooks.on_frame_end) return;
  apu.advanceTo(s.cycle);
  apu.flush();
  hooks.on_frame_end(ended);
}

void Machine::step() {
  CycleBus bus{*this};
  if (hooks.on_instruction) {
    catchUp();
    hooks.on_instruction();
  }
  cpu6502::step(s.cpu, bus);
  if (hooks.on_stack_moved) hooks.on_stack_moved();
}

std::vector<int16_t> Machine::takeSamples() {
  if (!samples) return {};
  std::vector<int16_t> taken = samples->take(s.cycle);
  if (board_sound) {
    board->runTo(s.cycle);
    board_sound->addTo(taken);
  }
  return taken;
}

Sound Machine::sound() const {
  return {samples ? samples->rest() : apu::BandLimited::Rest{},
          board_sound ? board_sound->rest() : apu::BandLimited::Rest{}};
}

// Replacing the state has told the listeners of another amplitude, which `sound` undoes.
void Machine::restoreSound(const Sound& sound) {
  if (samples) {
    samples->restore(sound.chip, s.cycle);
    apu.chip.output.listenerKnows(apu.chip.s);
  }
  if (board_sound) board_sound->restore(sound.board);
}

void Machine::plugIn(const Devices& devices) {
  syncControllers();
  runPpu(now());  // as far as nobody looked at the picture
  options.devices = s.controllers.devices = devices;
  makePicture();
}

void Machine::setRendering(bool wanted) {
  if (!options.video || renders == wanted) return;
  runPpu(now());  // as far as the picture was wanted or not
  renders = wanted;
  makePicture();
}

void Machine::setChannels(uint8_t channels) {
  constexpr uint8_t board_channel = 0x20;
  apu.setChannels(channels & apu::all_channels);
  if (board_sound) board_sound->setHeard(channels & board_channel);
}

uint8_t Machine::busRead(uint16_t address, uint16_t cpu_address) {
  bool driven = true;
  if (address < 0x2000) {
    s.data_bus = s.ram[address & 0x07FF];
  } else if (address < 0x4000) {
    accelerator.ppuAccessed();
    s.data_bus = ppu.read(address & 7, now());
    // The other registers leave NMI and the frame's end where they are.
    if ((address & 7) == 2 || board_watches || ppu.chip.s.clock > ppu_due) ppu_due = 0;
    if (board_watches) {
      pins_still_until = 0;
      boardAccessed();
    }
  } else if (address < 0x4020) {
    driven = false;
  } else if (const uint8_t* page = plainPage(address)) {
    s.data_bus = page[address % mappers::Pages::cpu_size];
  } else if (const std::optional<uint8_t> value = boardRead(address)) {
    s.data_bus = *value;
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
      if (s.controllers.devices.watchThePicture()) {
        runPpu(now());
        syncLight();
      }
      const uint8_t bits = readPort(s.controllers, reg == 0x17, now());
      const uint8_t value = static_cast<uint8_t>((s.data_bus & 0xE0) | bits);
      // What memory drives during OAM DMA is stronger than the pads.
      if (s.dma.active && driven) return s.data_bus;
      s.data_bus = value;
    }
  }
  s.internal_bus = s.data_bus;
  return s.data_bus;
}

void Machine::busWrite(uint16_t address, uint8_t value) {
  if (address < 0x2000) {
    s.ram[address & 0x07FF] = value;
  } else if (address < 0x4000) {
    accelerator.ppuAccessed();
    const bool repeated = !ppu.write(address & 7, value, s.data_bus, now());
    // The other registers leave NMI and the frame's end where they are.
    pictureWritten(address & 7, value, (address & 7) != 0 || repeated);
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
  } else if (!goesToBoard(address) && address >= mappers::Pages::cpu_start) {
    board->pages.write[mappers::Pages::indexOf(address)][address % mappers::Pages::cpu_size] = value;
  }
  s.data_bus = value;
}

uint8_t Machine::peek(uint16_t address) const {
  if (address < 0x2000) return s.ram[address & 0x07FF];
  if (const uint8_t* page = plainPage(address)) return page[address % mappers::Pages::cpu_size];
  if (const uint8_t* byte = board->readTinyRam(address)) return *byte;
  return address >= 0x4020 ? board->peek(address).value_or(0) : uint8_t{0};
}

namespace {

// Where the chip stands once it has run to `now`, in dots of the frame; nullopt: it runs through the dot that may be left out.
std::optional<int> positionAt(const ppu::Ppu& chip, uint64_t now) {
  const ppu::Timing& timing = chip.timing();
  const uint64_t rest = chip.s.second_half ? timing.dot_clocks - timing.half_dot_clocks : 0;
  const uint64_t next_dot = chip.s.clock + rest;
  const uint64_t dots = next_dot < now ? timing.dotsBegunIn(now - next_dot) : 0;
  const uint64_t position = static_cast<uint64_t>(chip.s.scanline) * ppu::dots_per_line + chip.s.dot + dots;
  if (position >= static_cast<uint64_t>(timing.lines) * ppu::dots_per_line) return std::nullopt;
  return static_cast<int>(position);
}

}  // namespace

// True if whoever hears of a write to this address needs no chip: neither what was there nor the instruction depends on one.
bool Machine::writeNeedsNoChip(uint16_t address) const {
  constexpr uint16_t longest = 3;  // bytes of an instruction
  const uint16_t first = s.cpu.instruction_pc, last = static_cast<uint16_t>(first + longest - 1);
  const auto stays = [&](uint16_t at) { return at < 0x2000 || board->prgOffset(at).has_value(); };
  return !hooks.writes_see_chips && address < 0x2000 && stays(first) && stays(last);
}

void Machine::noteWrite(uint16_t address, uint8_t value) {
  if (!hooks.on_watched_write) return;
  std::optional<int> position;
  if (writeNeedsNoChip(address)) position = positionAt(ppu.chip, now());
  if (!position) {
    catchUp();
    position = ppu.chip.s.scanline * ppu::dots_per_line + ppu.chip.s.dot;
  }
  const uint16_t folded = foldRam(address);
  hooks.on_watched_write({s.frame, s.cycle, *position / ppu::dots_per_line, *position % ppu::dots_per_line,
                          s.cpu.instruction_pc, s.cpu.opcode, folded, peek(folded), value});
}

}  // namespace jumpscope::console
