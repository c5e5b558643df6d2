// jumpscope.h: cartridges, consoles and movies.
#include <algorithm>
#include <cstring>

#include "src/library/c_api.h"
#include "src/library/impl.h"

using jumpscope::c_api::guarded;
using jumpscope::c_api::required;
using jumpscope::c_api::valueOr;
using jumpscope::c_api::versioned;

namespace jumpscope::c_api {

namespace {

thread_local std::string last_error;

}  // namespace

jumpscope_status fail(const char* sentence) noexcept {
  try {
    last_error = sentence;
  } catch (...) {
    last_error.clear();
  }
  return JUMPSCOPE_ERROR;
}

Options optionsOf(const jumpscope_options* given, const Cartridge& cartridge) {
  const jumpscope_options chosen = versioned(given);
  Options options;
  if (chosen.region < JUMPSCOPE_REGION_AUTO || chosen.region > JUMPSCOPE_REGION_DENDY)
    throw std::runtime_error("the region is " + std::to_string(chosen.region) +
                             "; expected a jumpscope_region, 0 to 3");
  options.region = static_cast<Region>(chosen.region);
  if (chosen.alignment != 0) options.alignment = chosen.alignment - 1;
  if (chosen.ram_init) options.ram_init = chosen.ram_init;
  if (chosen.devices) options.devices = words(chosen.devices);
  if (chosen.battery) options.battery.assign(chosen.battery, chosen.battery + cartridge.batterySize());
  options.video = chosen.video != 0;
  options.audio = chosen.audio != 0;
  if (chosen.sample_rate != 0) options.sample_rate = chosen.sample_rate;
  options.every_cycle = chosen.every_cycle != 0;
  return options;
}

}  // namespace jumpscope::c_api

uint32_t jumpscope_api_version(void) { return JUMPSCOPE_API_VERSION; }
const char* jumpscope_version(void) { return JUMPSCOPE_VERSION; }
const char* jumpscope_last_error(void) { return jumpscope::c_api::last_error.c_str(); }

// --- Cartridges ---

jumpscope_status jumpscope_cartridge_open(const char* path, jumpscope_cartridge** cartridge) {
  return guarded([&] {
    auto& result = required(cartridge, "cartridge");
    result = new jumpscope_cartridge{jumpscope::Cartridge::open(&required(path, "path"))};
  });
}

jumpscope_status jumpscope_cartridge_parse(const void* file, size_t size, const char* name,
                                           jumpscope_cartridge** cartridge) {
  return guarded([&] {
    auto& result = required(cartridge, "cartridge");
    const auto* bytes = &required(static_cast<const uint8_t*>(file), "file");
    result =
        new jumpscope_cartridge{jumpscope::Cartridge::parse({bytes, size}, name ? name : "cartridge.nes")};
  });
}

void jumpscope_cartridge_free(jumpscope_cartridge* cartridge) { delete cartridge; }
const char* jumpscope_cartridge_sha1(const jumpscope_cartridge* cartridge) {
  return valueOr("", [&] { return required(cartridge, "cartridge").sha1.c_str(); });
}

size_t jumpscope_cartridge_battery_size(const jumpscope_cartridge* cartridge) {
  return valueOr(size_t{0}, [&] { return required(cartridge, "cartridge").cartridge.batterySize(); });
}

// --- Consoles ---

namespace {

jumpscope::Console& consoleOf(jumpscope_console* console) { return required(console, "console").console; }
const jumpscope::Console& consoleOf(const jumpscope_console* console) {
  return required(console, "console").console;
}

}  // namespace

jumpscope_status jumpscope_console_new(const jumpscope_cartridge* cartridge, const jumpscope_options* options,
                                       jumpscope_console** console) {
  return guarded([&] {
    auto& result = required(console, "console");
    const jumpscope::Cartridge& rom = required(cartridge, "cartridge").cartridge;
    result = new jumpscope_console{jumpscope::Console(rom, jumpscope::c_api::optionsOf(options, rom))};
  });
}

jumpscope_status jumpscope_console_copy(const jumpscope_console* console, jumpscope_console** copy) {
  return guarded([&] {
    auto& result = required(copy, "copy");
    result = new jumpscope_console(required(console, "console"));
  });
}

void jumpscope_console_free(jumpscope_console* console) { delete console; }
void jumpscope_power_on(jumpscope_console* console) {
  guarded([&] { consoleOf(console).powerOn(); });
}
void jumpscope_reset(jumpscope_console* console) {
  guarded([&] { consoleOf(console).softReset(); });
}

jumpscope_region jumpscope_console_region(const jumpscope_console* console) {
  return valueOr(JUMPSCOPE_REGION_AUTO,
                 [&] { return static_cast<jumpscope_region>(consoleOf(console).options().region); });
}

void jumpscope_set_buttons(jumpscope_console* console, int pad, uint8_t buttons) {
  guarded([&] { consoleOf(console).setButtons(pad, buttons); });
}

jumpscope_status jumpscope_set_devices(jumpscope_console* console, const char* devices) {
  return guarded([&] {
    jumpscope::Console& owner = consoleOf(console);
    jumpscope::Options options = owner.options();
    options.devices = jumpscope::words(devices ? devices : "");
    jumpscope::console::Console& machine = owner.impl().console;
    machine.setDevices(jumpscope::machineOptions(options, machine.cartridge()).devices);
    owner.impl().options.devices = options.devices;
  });
}

const char* jumpscope_devices(jumpscope_console* console) {
  return valueOr("", [&] {
    console->devices = toString(consoleOf(console).impl().console.devices());
    return console->devices.c_str();
  });
}

void jumpscope_set_input(jumpscope_console* console, int port, const jumpscope_input* input) {
  guarded([&] {
    const jumpscope_input given = versioned(&required(input, "input"));
    jumpscope::DeviceInput sensed;
    const bool inside = given.x >= 0 && given.x < jumpscope::picture_width && given.y >= 0 &&
                        given.y < jumpscope::picture_height;
    if (inside) sensed.x = static_cast<uint8_t>(given.x);
    if (inside) sensed.y = static_cast<uint8_t>(given.y);
    sensed.knob = static_cast<uint8_t>(std::clamp(given.knob, 0, 255));
    sensed.buttons = static_cast<uint16_t>(given.buttons);
    consoleOf(console).setInput(port, sensed);
  });
}

void jumpscope_run_frame(jumpscope_console* console) {
  guarded([&] { consoleOf(console).runFrame(); });
}
void jumpscope_run_frames(jumpscope_console* console, uint64_t count) {
  guarded([&] { consoleOf(console).runFrames(count); });
}
void jumpscope_step(jumpscope_console* console) {
  guarded([&] { consoleOf(console).step(); });
}

uint64_t jumpscope_frame(const jumpscope_console* console) {
  return valueOr(uint64_t{0}, [&] { return consoleOf(console).frame(); });
}
uint64_t jumpscope_cpu_cycles(const jumpscope_console* console) {
  return valueOr(uint64_t{0}, [&] { return consoleOf(console).cpuCycles(); });
}
int jumpscope_polled_input(const jumpscope_console* console) {
  return valueOr(0, [&] { return consoleOf(console).polledInput() ? 1 : 0; });
}

void jumpscope_get_registers(const jumpscope_console* console, jumpscope_registers* registers) {
  guarded([&] {
    const jumpscope::Console& owner = consoleOf(console);
    jumpscope_registers full = versioned(&required(registers, "registers"));
    const jumpscope::Registers seen = owner.registers();
    full.pc = seen.pc;
    full.a = seen.a;
    full.x = seen.x;
    full.y = seen.y;
    full.s = seen.s;
    full.p = seen.p;
    full.jammed = owner.jammed() ? 1 : 0;
    full.scanline = owner.scanline();
    full.dot = owner.dot();
    std::memcpy(registers, &full, std::min(registers->size, sizeof full));
  });
}

namespace {

// The spans of the C++ interface are read-only so that a look is not mistaken for a change; what they show is not const.
uint8_t* writable(std::span<const uint8_t> bytes, size_t* size) {
  if (size) *size = bytes.size();
  return bytes.empty() ? nullptr : const_cast<uint8_t*>(bytes.data());
}

// `ramOf` of the console; of NULL there is none.
template <class RamOf>
uint8_t* ramIn(jumpscope_console* console, size_t* size, const RamOf& ramOf) {
  if (size) *size = 0;
  return valueOr<uint8_t*>(nullptr, [&] { return writable(ramOf(consoleOf(console)), size); });
}

}  // namespace

uint8_t* jumpscope_ram(jumpscope_console* console) {
  return ramIn(console, nullptr, [](const jumpscope::Console& owner) { return owner.ram(); });
}

uint8_t* jumpscope_cartridge_ram(jumpscope_console* console, size_t* size) {
  return ramIn(console, size, [](const jumpscope::Console& owner) { return owner.cartridgeRam(); });
}

uint8_t* jumpscope_battery_ram(jumpscope_console* console, size_t* size) {
  return ramIn(console, size,
               [](const jumpscope::Console& owner) { return owner.impl().console.batteryPrgRam(); });
}

uint8_t jumpscope_peek(const jumpscope_console* console, uint16_t address) {
  return valueOr(uint8_t{0}, [&] { return consoleOf(console).peek(address); });
}
void jumpscope_poke(jumpscope_console* console, uint16_t address, uint8_t value) {
  guarded([&] { consoleOf(console).poke(address, value); });
}
uint8_t jumpscope_peek_ppu(const jumpscope_console* console, uint16_t address) {
  return valueOr(uint8_t{0}, [&] { return consoleOf(console).peekPpu(address); });
}

const uint16_t* jumpscope_pixels(const jumpscope_console* console) {
  return valueOr<const uint16_t*>(nullptr, [&] {
    const auto pixels = consoleOf(console).pixels();
    return pixels.empty() ? nullptr : pixels.data();
  });
}
void jumpscope_set_rendering(jumpscope_console* console, int wanted) {
  guarded([&] { consoleOf(console).setRendering(wanted != 0); });
}
const uint8_t* jumpscope_palette(void) { return jumpscope::palette().data(); }

namespace {

std::vector<int16_t>& samplesSoFar(jumpscope_console& console) {
  const std::vector<int16_t> fresh = console.console.takeSamples();
  console.samples.insert(console.samples.end(), fresh.begin(), fresh.end());
  return console.samples;
}

const jumpscope::session::SnapshotFormat& snapshotsOf(jumpscope_console& console) {
  if (!console.snapshots) console.snapshots.emplace(console.console.impl().console);
  return *console.snapshots;
}

}  // namespace

size_t jumpscope_take_samples(jumpscope_console* console, size_t capacity, int16_t* samples) {
  size_t taken = 0;
  guarded([&] {
    std::vector<int16_t>& waiting = samplesSoFar(required(console, "console"));
    if (capacity == 0) {
      taken = waiting.size();
      return;
    }
    int16_t* out = &required(samples, "samples");
    taken = std::min(capacity, waiting.size());
    const auto end = waiting.begin() + static_cast<ptrdiff_t>(taken);
    std::copy(waiting.begin(), end, out);
    waiting.erase(waiting.begin(), end);
  });
  return taken;
}

size_t jumpscope_state_size(const jumpscope_console* console) {
  return valueOr(size_t{0}, [&] { return consoleOf(console).saveState().size(); });
}

jumpscope_status jumpscope_save_state(const jumpscope_console* console, size_t size, void* state) {
  return guarded([&] {
    const std::vector<uint8_t> bytes = required(console, "console").console.saveState();
    if (size < bytes.size())
      throw std::runtime_error("the state needs " + std::to_string(bytes.size()) + " bytes, and there are " +
                               std::to_string(size) + "; ask jumpscope_state_size()");
    std::copy(bytes.begin(), bytes.end(), &required(static_cast<uint8_t*>(state), "state"));
  });
}

jumpscope_status jumpscope_load_state(jumpscope_console* console, size_t size, const void* state) {
  return guarded([&] {
    const auto* bytes = &required(static_cast<const uint8_t*>(state), "state");
    required(console, "console").console.loadState({bytes, size});
  });
}

size_t jumpscope_snapshot_size(jumpscope_console* console) {
  size_t size = 0;
  guarded([&] { size = snapshotsOf(required(console, "console")).size(); });
  return size;
}

jumpscope_status jumpscope_save_snapshot(jumpscope_console* console, size_t size, void* snapshot) {
  return guarded([&] {
    auto* bytes = &required(static_cast<uint8_t*>(snapshot), "snapshot");
    samplesSoFar(required(console, "console"));
    snapshotsOf(*console).save(console->console.impl().console, {bytes, size});
  });
}

jumpscope_status jumpscope_load_snapshot(jumpscope_console* console, size_t size, const void* snapshot) {
  return guarded([&] {
    const auto* bytes = &required(static_cast<const uint8_t*>(snapshot), "snapshot");
    samplesSoFar(required(console, "console"));
    snapshotsOf(*console).load({bytes, size}, console->console.impl().console);
  });
}

jumpscope_status jumpscope_console_assign(jumpscope_console* console, const jumpscope_console* other) {
  return guarded(
      [&] { required(console, "console").console.restore(required(other, "other").console.state()); });
}

jumpscope_status jumpscope_console_compare(const jumpscope_console* a, const jumpscope_console* b,
                                           size_t field_size, char* field) {
  return guarded([&] {
    const std::string difference =
        required(a, "a").console.state().firstDifference(required(b, "b").console.state());
    if (difference.empty()) return JUMPSCOPE_OK;
    if (field && field_size > 0) field[difference.copy(field, field_size - 1)] = '\0';
    return JUMPSCOPE_DIFFERENT;
  });
}

jumpscope_status jumpscope_get_battery(const jumpscope_console* console, size_t size, void* battery) {
  return guarded([&] {
    const std::vector<uint8_t> bytes = required(console, "console").console.batteryRam();
    if (size != bytes.size())
      throw std::runtime_error("the battery keeps " + std::to_string(bytes.size()) +
                               " bytes, and there are " + std::to_string(size) +
                               "; ask jumpscope_cartridge_battery_size()");
    if (size > 0) std::copy(bytes.begin(), bytes.end(), &required(static_cast<uint8_t*>(battery), "battery"));
  });
}

jumpscope_status jumpscope_set_battery(jumpscope_console* console, size_t size, const void* battery) {
  return guarded([&] {
    const auto* bytes = &required(static_cast<const uint8_t*>(battery), "battery");
    required(console, "console").console.setBatteryRam({bytes, size});
  });
}

// --- Movies ---

jumpscope_status jumpscope_movie_open(const char* path, jumpscope_movie** movie) {
  return guarded([&] {
    auto& result = required(movie, "movie");
    result = new jumpscope_movie{jumpscope::Movie::open(&required(path, "path"))};
  });
}

jumpscope_status jumpscope_movie_press(const char* script, jumpscope_movie** movie) {
  return guarded([&] {
    auto& result = required(movie, "movie");
    result = new jumpscope_movie{jumpscope::Movie::press(&required(script, "script"))};
  });
}

jumpscope_status jumpscope_movie_buttons(size_t frames, const uint8_t* buttons, jumpscope_movie** movie) {
  return guarded([&] {
    auto& result = required(movie, "movie");
    const uint8_t* bytes = frames > 0 ? &required(buttons, "buttons") : buttons;
    result = new jumpscope_movie{jumpscope::Movie::buttons({bytes, frames})};
  });
}

void jumpscope_movie_free(jumpscope_movie* movie) { delete movie; }
uint64_t jumpscope_movie_frames(const jumpscope_movie* movie) {
  return valueOr(uint64_t{0}, [&] { return required(movie, "movie").movie.frames(); });
}

uint8_t jumpscope_movie_at(const jumpscope_movie* movie, uint64_t frame, int pad) {
  return valueOr(uint8_t{0}, [&] { return required(movie, "movie").movie.at(frame, pad); });
}

jumpscope_status jumpscope_movie_apply(const jumpscope_movie* movie, jumpscope_console* console) {
  return guarded([&] { required(movie, "movie").movie.apply(required(console, "console").console); });
}
