#include "src/console/console.h"

#include <charconv>
#include <stdexcept>
#include <tuple>

#include "src/console/battery.h"
#include "src/console/machine.h"

namespace jumpscope::console {

RamInit parseRamInit(const std::string& text) {
  if (text == "fceux") return {RamInit::Kind::Fceux, 0};
  if (text == "zeros") return {RamInit::Kind::Zeros, 0};
  if (text == "ones") return {RamInit::Kind::Ones, 0};
  constexpr std::string_view prefix = "random:";
  if (text.starts_with(prefix)) {
    uint64_t seed = 0;
    const char* first = text.data() + prefix.size();
    const char* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(first, last, seed);
    if (error == std::errc{} && end == last && first != last) return {RamInit::Kind::Random, seed};
  }
  throw std::runtime_error("unknown power-on RAM '" + text.substr(0, 80) +
                           "': expected fceux, zeros, ones or random:SEED with a whole number");
}

std::string toString(const RamInit& init) {
  switch (init.kind) {
    case RamInit::Kind::Fceux:
      return "fceux";
    case RamInit::Kind::Zeros:
      return "zeros";
    case RamInit::Kind::Ones:
      return "ones";
    case RamInit::Kind::Random:
      break;
  }
  return "random:" + std::to_string(init.seed);
}

std::string firstDifference(const State& a, const State& b) {
  // Both visits are in the same order, so the fields of `b` can be walked alongside.
  std::vector<std::pair<const void*, size_t>> fields;
  visitSections(
      b, [&](const char*, const char*, const auto& field) { fields.emplace_back(&field, sizeof field); });
  std::string difference;
  size_t index = 0;
  visitSections(a, [&](const char* section, const char* name, const auto& field) {
    const auto& other = *static_cast<const std::remove_reference_t<decltype(field)>*>(fields[index++].first);
    if (difference.empty() && field != other) difference = std::string(section) + "." + name;
  });
  return difference;
}

Console::Console(std::shared_ptr<const Cartridge> cartridge, Options options)
    : machine_(std::make_unique<Machine>(std::move(cartridge), options)) {}

Console::Console(const Console& other) : machine_(std::make_unique<Machine>(*other.machine_)) {}

namespace {

// True if the two differ in nothing but their state, to which the devices belong.
bool isSameMachine(const Machine& a, const Machine& b) {
  const auto chosen = [](const Options& o) {
    return std::tuple(o.region, o.alignment, o.policy, o.idle_skip, o.native_code, o.video, o.audio,
                      o.sample_rate);
  };
  return a.cartridge == b.cartridge && chosen(a.options) == chosen(b.options);
}

}  // namespace

Console& Console::operator=(const Console& other) {
  if (this == &other) return *this;
  const Machine& from = *other.machine_;
  if (isSameMachine(*machine_, from)) {
    machine_->copyState(from);
    return *this;
  }
  auto copy = std::make_unique<Machine>(from);
  copy->hooks = std::move(machine_->hooks);
  copy->watched = std::move(machine_->watched);
  copy->watched_pages = machine_->watched_pages;
  copy->accelerator.memoryMapped();
  machine_ = std::move(copy);
  return *this;
}

Console::~Console() = default;

void Console::powerOn() { machine_->powerOn(); }
void Console::softReset() { machine_->reset(); }

void Console::setButtons(int pad, Buttons buttons) {
  machine_->syncControllers();
  Pad& port = machine_->s.controllers.pads[static_cast<size_t>(pad & 1)];
  (pad < 2 ? port.buttons : port.second) = buttons;
}

void Console::setInput(size_t port, const DeviceInput& input) {
  machine_->syncControllers();
  machine_->s.controllers.inputs[port] = input;
}

void Console::setDevices(const Devices& devices) { machine_->plugIn(devices); }
const Devices& Console::devices() const { return machine_->s.controllers.devices; }

void Console::step() {
  machine_->step();
  machine_->catchUp();
}

void Console::runFrame() {
  Machine& m = *machine_;
  const uint64_t target = m.s.frame + 1;
  const bool cycle_by_cycle = m.lockstep || m.hooks.on_instruction;
  while (m.s.frame < target) {
    if (cycle_by_cycle)
      m.step();
    else
      m.accelerator.run();
  }
  m.catchUp();
}

Hooks& Console::hooks() { return machine_->hooks; }

uint64_t Console::frame() const { return machine_->s.frame; }
uint64_t Console::cpuCycles() const { return machine_->s.cycle; }
uint64_t Console::masterClock() const { return machine_->now(); }
int Console::scanline() const { return machine_->ppu.chip.s.scanline; }
int Console::dot() const { return machine_->ppu.chip.s.dot; }
bool Console::jammed() const { return machine_->s.cpu.jammed(); }
bool Console::polledInput() const { return machine_->s.controllers.polled_last_frame; }

uint8_t Console::peek(uint16_t address) const { return machine_->peek(address); }
std::span<const uint8_t, 0x800> Console::ram() const { return machine_->s.ram; }

void Console::poke(uint16_t address, uint8_t value) {
  Machine& m = *machine_;
  if (address < 0x2000) {
    m.s.ram[address & 0x07FF] = value;
  } else if (address >= mappers::Pages::cpu_start) {
    if (uint8_t* page = m.board->pages.write[mappers::Pages::indexOf(address)])
      page[address % mappers::Pages::cpu_size] = value;
    else if (uint8_t* byte = m.board->writeTinyRam(address))
      *byte = value;
  }
}

std::optional<unsigned> Console::prgBank(uint16_t address) const { return machine_->board->prgBank(address); }
unsigned Console::prgBankSize() const {
  constexpr uint16_t reset_vector = 0xFFFC;  // in PRG-ROM on every board
  return prgBank(reset_vector) ? machine_->board->prgBankSize() : 0;
}
std::optional<uint32_t> Console::prgOffset(uint16_t address) const {
  return machine_->board->prgOffset(address);
}
bool Console::romAnswers(uint16_t address) const { return machine_->board->romAnswers(address); }
std::optional<uint32_t> Console::boardRamOffset(uint16_t address) const {
  return machine_->board->ramOffset(address);
}

std::vector<uint8_t> Console::batteryRam() const {
  return batteryBytes(machine_->s.board, *machine_->cartridge);
}

std::span<const uint8_t> Console::batteryPrgRam() const {
  return console::batteryPrgRam(machine_->s.board, *machine_->cartridge);
}

std::span<const uint8_t> Console::boardRam() const { return machine_->s.board.prg_ram; }

uint8_t Console::peekPpu(uint16_t address) const { return machine_->ppu.peek(address); }

const cpu6502::State& Console::cpu() const { return machine_->s.cpu; }
State Console::state() const { return machine_->gather(); }

void Console::restore(const State& state) { machine_->replaceState(state); }
Sound Console::sound() const { return machine_->sound(); }
void Console::restore(const State& state, const Sound& sound) {
  machine_->replaceState(state);
  machine_->restoreSound(sound);
}
const Cartridge& Console::cartridge() const { return *machine_->cartridge; }
const Options& Console::options() const { return machine_->options; }
std::span<const uint16_t> Console::pixels() const {
  if (!machine_->options.video) return {};
  return machine_->picture;
}

void Console::setRendering(bool wanted) { machine_->setRendering(wanted); }

std::vector<int16_t> Console::takeSamples() { return machine_->takeSamples(); }

void Console::setChannels(uint8_t channels) { machine_->setChannels(channels); }

void Console::watch(uint16_t address) { machine_->watch(address); }
void Console::unwatchAll() { machine_->unwatchAll(); }

}  // namespace jumpscope::console
