#include "jumpscope/console.h"

#include <algorithm>
#include <stdexcept>

#include "ppu/palette.h"
#include "src/console/battery.h"
#include "src/library/impl.h"
#include "src/movie/button_words.h"
#include "src/movie/press.h"
#include "src/session/state_file.h"

namespace jumpscope {

uint8_t parseButtons(const std::string& text) {
  if (const auto exact = movie::parseButtonsText(text)) return *exact;
  if (text.empty()) return 0;
  if (const auto buttons = movie::parseButtons(text)) return *buttons;
  throw std::runtime_error("'" + text + "' " + movie::problemOfButtons(text));
}

std::string buttonsText(uint8_t buttons) { return movie::buttonsText(buttons); }

std::span<const uint8_t, 512 * 3> palette() {
  static_assert(sizeof(ppu::Rgb) == 3);
  return std::span<const uint8_t, 512 * 3>(&ppu::ntsc_palette[0].red, 512 * 3);
}

namespace {

constexpr int lowest_rate = 8000, highest_rate = 192'000;

[[noreturn]] void refuseRate(int rate) {
  throw std::runtime_error("the sample rate is " + std::to_string(rate) + "; expected " +
                           std::to_string(lowest_rate) + " to " + std::to_string(highest_rate) + " Hz");
}

Region toPublic(mappers::Region region) {
  return region == mappers::Region::Ntsc  ? Region::Ntsc
         : region == mappers::Region::Pal ? Region::Pal
                                          : Region::Dendy;
}

std::string nameOf(Region region) {
  if (region == Region::Ntsc) return "ntsc";
  if (region == Region::Pal) return "pal";
  return region == Region::Dendy ? "dendy" : "auto";
}

}  // namespace

console::Options machineOptions(const Options& options, const console::Cartridge& cartridge,
                                const session::RecordedOn& recorded_on) {
  if (options.alignment < 0 || options.alignment > 3)
    throw std::runtime_error("the alignment is " + std::to_string(options.alignment) + "; expected 0 to 3");
  if (options.sample_rate < lowest_rate || options.sample_rate > highest_rate)
    refuseRate(options.sample_rate);
  if (options.region < Region::Auto || options.region > Region::Dendy)
    throw std::runtime_error("the region is " + std::to_string(static_cast<int>(options.region)) +
                             "; expected one of Region");
  session::MachineChoice choice;
  choice.region = nameOf(options.region);
  choice.ram_init = options.ram_init;
  choice.policy = options.every_cycle ? "every-cycle" : "catch-up";
  choice.alignment = static_cast<uint64_t>(options.alignment);
  choice.devices = options.devices;
  console::Options machine = session::machineOptions(choice, cartridge, recorded_on);
  machine.video = options.video;
  machine.audio = options.audio;
  machine.sample_rate = options.sample_rate;
  if (!options.battery.empty())
    machine.battery = std::make_shared<const std::vector<uint8_t>>(options.battery);
  return machine;
}

Write toPublic(const console::WatchedWrite& write) {
  return {write.frame, write.cycle,   write.scanline,  write.dot,
          write.pc,    write.address, write.old_value, write.new_value};
}

State::State(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
State::State(const State& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
State::State(State&&) noexcept = default;
State& State::operator=(const State& other) {
  if (this != &other) impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
State& State::operator=(State&&) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const { return *impl_ == *other.impl_; }

std::string State::firstDifference(const State& other) const {
  if (impl_->rom_sha1 != other.impl_->rom_sha1) return "cartridge";
  if (impl_->region != other.impl_->region) return "region";
  return console::firstDifference(impl_->state, other.impl_->state);
}

Console::Console(const Cartridge& cartridge, const Options& options) {
  const auto& rom = cartridge.impl().cartridge;
  const console::Options machine = machineOptions(options, *rom);
  impl_ = std::make_unique<Impl>(Impl{cartridge, options, console::Console(rom, machine)});
  impl_->options.region = toPublic(machine.region);
}

Console::Console(const Console& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
Console::Console(Console&&) noexcept = default;
Console& Console::operator=(const Console& other) {
  if (this == &other) return *this;
  if (impl_)
    *impl_ = *other.impl_;
  else  // moved from
    impl_ = std::make_unique<Impl>(*other.impl_);
  return *this;
}
// What refers to this console, a Recorder or RAM that is shown, still does afterwards.
Console& Console::operator=(Console&& other) noexcept {
  if (impl_ && other.impl_) return *this = other;
  std::swap(impl_, other.impl_);
  return *this;
}
Console::~Console() = default;

const Cartridge& Console::cartridge() const { return impl_->cartridge; }
const Options& Console::options() const { return impl_->options; }

void Console::powerOn() { impl_->console.powerOn(); }
void Console::softReset() { impl_->console.softReset(); }

void requirePad(int pad) {
  if (pad < 0 || pad > 3)
    throw std::runtime_error("there is no pad " + std::to_string(pad) + "; expected 0 to 3");
}

void Console::setButtons(int pad, uint8_t buttons) {
  requirePad(pad);
  impl_->buttons[static_cast<size_t>(pad)] = buttons;
  impl_->console.setButtons(pad, buttons);
}

uint8_t Console::buttons(int pad) const {
  requirePad(pad);
  return impl_->buttons[static_cast<size_t>(pad)];
}

void Console::setInput(int port, const DeviceInput& input) {
  if (port < 0 || static_cast<size_t>(port) >= console::port_count)
    throw std::runtime_error("there is no port " + std::to_string(port) +
                             "; expected 0 or 1, or 2 for the Famicom's expansion port");
  impl_->console.setInput(static_cast<size_t>(port), {input.x, input.y, input.knob, input.buttons});
}

void Console::runFrame() { impl_->console.runFrame(); }
void requireFrames(uint64_t count) {
  if (count > session::most_frames)
    throw std::runtime_error(std::to_string(count) + " frames are more than " +
                             std::to_string(session::most_frames) + ", four months of them; run fewer");
}

void Console::runFrames(uint64_t count) {
  requireFrames(count);
  for (; count > 0; --count) impl_->console.runFrame();
}
void Console::step() { impl_->console.step(); }

uint64_t Console::frame() const { return impl_->console.frame(); }
uint64_t Console::cpuCycles() const { return impl_->console.cpuCycles(); }
uint64_t Console::masterClock() const { return impl_->console.masterClock(); }
int Console::scanline() const { return impl_->console.scanline(); }
int Console::dot() const { return impl_->console.dot(); }
bool Console::jammed() const { return impl_->console.jammed(); }
bool Console::polledInput() const { return impl_->console.polledInput(); }

Registers Console::registers() const {
  const cpu6502::State& cpu = impl_->console.cpu();
  return {cpu.pc, cpu.a, cpu.x, cpu.y, cpu.s, cpu.p};
}

std::span<const uint8_t, 0x800> Console::ram() const { return impl_->console.ram(); }
uint8_t Console::peek(uint16_t address) const { return impl_->console.peek(address); }
void Console::poke(uint16_t address, uint8_t value) { impl_->console.poke(address, value); }
uint8_t Console::peekPpu(uint16_t address) const { return impl_->console.peekPpu(address & 0x3FFF); }

std::span<const uint8_t> Console::cartridgeRam() const { return impl_->console.boardRam(); }
std::vector<uint8_t> Console::batteryRam() const { return impl_->console.batteryRam(); }

void Console::setBatteryRam(std::span<const uint8_t> bytes) {
  console::State state = impl_->console.state();
  console::loadBattery(state.board, impl_->console.cartridge(), bytes);
  impl_->console.restore(state);
}

std::span<const uint16_t> Console::pixels() const { return impl_->console.pixels(); }
void Console::setRendering(bool wanted) { impl_->console.setRendering(wanted); }
std::vector<int16_t> Console::takeSamples() {
  if (!impl_->options.audio) return {};
  return impl_->console.takeSamples();
}

State Console::state() const {
  const console::Console& console = impl_->console;
  return State(std::make_unique<State::Impl>(
      State::Impl{console.state(), console.cartridge().prgChrSha1(), console.options().region}));
}

void Console::restore(const State& state) {
  const State::Impl& saved = state.impl();
  if (saved.rom_sha1 != impl_->console.cartridge().prgChrSha1())
    throw std::runtime_error("the state belongs to another cartridge (PRG+CHR SHA-1 " + saved.rom_sha1 +
                             "); restore it on a console with that one");
  if (saved.region != impl_->console.options().region)
    throw std::runtime_error(std::string("the state belongs to a console of region ") +
                             mappers::regionName(saved.region) + "; restore it on one of these");
  impl_->console.restore(saved.state);
}

std::vector<uint8_t> Console::saveState() const { return session::encodeState(impl_->console); }
void Console::loadState(std::span<const uint8_t> file) {
  impl_->console.restore(session::decodeState(file, impl_->console, "the state"));
}

void Console::onWrite(const std::vector<uint16_t>& addresses, std::function<void(const Write&)> hook) {
  if (impl_->watcher)
    throw std::runtime_error(
        "a recorder watches the console, and its writes are the recorder's; end the recorder before "
        "onWrite()");
  console::Console& console = impl_->console;
  console.unwatchAll();
  if (!hook) {
    console.hooks().on_watched_write = nullptr;
    return;
  }
  for (const uint16_t address : addresses) console.watch(address);
  // The hook may replace itself.
  const auto shared = std::make_shared<const std::function<void(const Write&)>>(std::move(hook));
  console.hooks().on_watched_write = [shared](const console::WatchedWrite& write) {
    const auto alive = shared;
    (*alive)(toPublic(write));
  };
}

}  // namespace jumpscope
