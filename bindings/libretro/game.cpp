#include "bindings/libretro/game.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <stdexcept>

namespace jumpscope::libretro {

namespace {

// Frames a second: the CPU's clock by its cycles a frame. On NTSC consoles every other frame that is rendered has a dot less.
// Source: NESdev "Cycle reference chart".
double framesPerSecond(jumpscope_region region) {
  constexpr double ntsc_cpu = 236.25e6 / 11 / 12, pal_master = 26.6017125e6;
  if (region == JUMPSCOPE_REGION_PAL) return pal_master / 16 / 33247.5;
  if (region == JUMPSCOPE_REGION_DENDY) return pal_master / 15 / 35464;
  return ntsc_cpu / 29780.5;
}

[[noreturn]] void fail() { throw std::runtime_error(jumpscope_last_error()); }

std::string fileName(const char* path) {
  const std::string whole = path ? path : "cartridge.nes";
  return whole.substr(whole.find_last_of("/\\") + 1);
}

// "AAAA:VV", several joined by '+'. Empty: it is no such code.
template <class Poke>
std::vector<Poke> parseCheat(const std::string& code) {
  std::vector<Poke> pokes;
  for (size_t at = 0; at <= code.size();) {
    const size_t end = std::min(code.find('+', at), code.size());
    const std::string part = code.substr(at, end - at);
    const size_t colon = part.find(':');
    const auto isHex = [](const std::string& digits, size_t most) {
      return !digits.empty() && digits.size() <= most &&
             digits.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
    };
    if (colon == std::string::npos || !isHex(part.substr(0, colon), 4) || !isHex(part.substr(colon + 1), 2))
      return {};
    pokes.push_back({static_cast<uint16_t>(std::stoul(part.substr(0, colon), nullptr, 16)),
                     static_cast<uint8_t>(std::stoul(part.substr(colon + 1), nullptr, 16))});
    at = end + 1;
  }
  return pokes;
}

}  // namespace

Game::Game(const Frontend& frontend, const retro_game_info& info)
    : frontend_(frontend), settings_(readSettings(frontend)) {
  jumpscope_cartridge* cartridge = nullptr;
  const std::string name = fileName(info.path);
  if (jumpscope_cartridge_parse(info.data, info.size, name.c_str(), &cartridge) != JUMPSCOPE_OK) fail();
  cartridge_.reset(cartridge);

  std::string ram = settings_.ram;
  if (ram == "random") {
    ram += ":" + std::to_string(std::random_device()());
    frontend.log(RETRO_LOG_INFO, "RAM at power-on is " + ram);
  }
  jumpscope_options options{};
  options.size = sizeof options;
  options.region = settings_.region;
  options.alignment = settings_.alignment + 1;
  options.ram_init = ram.c_str();
  options.video = options.audio = 1;
  options.sample_rate = sample_rate;
  jumpscope_console* console = nullptr;
  if (jumpscope_console_new(cartridge, &options, &console) != JUMPSCOPE_OK) fail();
  console_.reset(console);

  if (!picture_.choosePixelFormat(frontend))
    throw std::runtime_error("the frontend takes neither XRGB8888 nor RGB565 pixels; use one that does");
  picture_.choose(settings_, frontend);
  controllers_.setHeader(jumpscope_devices(console));
  plugIn();
}

retro_system_av_info Game::audioVideo() const {
  return {picture_.geometry(region()), {framesPerSecond(region()), sample_rate}};
}

// What of the options works at once; the rest waits for the next cartridge.
void Game::adoptSettings() {
  const Settings settings = readSettings(frontend_);
  if (settings == settings_) return;
  const bool shape = !(settings.crop == settings_.crop) || settings.aspect != settings_.aspect;
  settings_ = settings;
  picture_.choose(settings_, frontend_);
  plugIn();
  if (!shape) return;
  retro_game_geometry geometry = picture_.geometry(region());
  frontend_.ask(RETRO_ENVIRONMENT_SET_GEOMETRY, &geometry);
}

void Game::plugIn() {
  const std::string devices = controllers_.devices(settings_.four_score);
  if (jumpscope_set_devices(console_.get(), devices.c_str()) != JUMPSCOPE_OK)
    frontend_.complain(jumpscope_last_error());
  plugged_ = jumpscope_devices(console_.get());
}

void Game::runFrame() {
  if (frontend_.optionsChanged()) adoptSettings();
  if (frontend_.poll) frontend_.poll();
  controllers_.latch(frontend_, settings_, picture_, plugged_, console_.get());
  for (const auto& [index, pokes] : cheats_)
    for (const Poke& poke : pokes) jumpscope_poke(console_.get(), poke.address, poke.value);
  const Frontend::Wanted wanted = frontend_.wanted();
  jumpscope_set_rendering(console_.get(), wanted.video);
  jumpscope_run_frame(console_.get());
  if (wanted.video) picture_.show(jumpscope_pixels(console_.get()), frontend_);
  sound(wanted.audio);
}

// Samples that nobody wants are taken all the same: they belong to this frame, not to the next.
void Game::sound(bool wanted) {
  mono_.resize(std::max<size_t>(1, jumpscope_take_samples(console_.get(), 0, nullptr)));
  const size_t count = jumpscope_take_samples(console_.get(), mono_.size(), mono_.data());
  if (!wanted) return;
  stereo_.resize(2 * count);
  for (size_t i = 0; i < count; ++i) stereo_[2 * i] = stereo_[2 * i + 1] = mono_[i];
  if (!frontend_.samples) {
    for (size_t i = 0; frontend_.sample && i < count; ++i) frontend_.sample(mono_[i], mono_[i]);
    return;
  }
  for (size_t done = 0; done < count;) {
    const size_t taken = frontend_.samples(stereo_.data() + 2 * done, count - done);
    if (taken == 0) return;
    done += taken;
  }
}

bool Game::save(void* state, size_t size) {
  if (jumpscope_save_snapshot(console_.get(), size, state) == JUMPSCOPE_OK) return true;
  frontend_.log(RETRO_LOG_ERROR, jumpscope_last_error());
  return false;
}

// A state knows what was plugged in when it was saved; the frontend's choice stays.
bool Game::load(const void* state, size_t size) {
  if (jumpscope_load_snapshot(console_.get(), size, state) != JUMPSCOPE_OK) {
    frontend_.log(RETRO_LOG_ERROR, jumpscope_last_error());
    return false;
  }
  if (plugged_ != jumpscope_devices(console_.get())) plugIn();
  return true;
}

uint8_t* Game::memory(unsigned id, size_t& size) {
  size = 0;
  if (id == RETRO_MEMORY_SAVE_RAM) return jumpscope_battery_ram(console_.get(), &size);
  if (id != RETRO_MEMORY_SYSTEM_RAM) return nullptr;
  size = 0x800;
  return jumpscope_ram(console_.get());
}

// $6000-$7FFF shows the beginning of the cartridge's RAM, which is all of it but for boards that switch RAM banks.
void Game::describeMemory() {
  constexpr size_t ram_size = 0x800, window = 0x2000;
  size_t cartridge_size = 0, battery_size = 0;
  uint8_t* cartridge_ram = jumpscope_cartridge_ram(console_.get(), &cartridge_size);
  jumpscope_battery_ram(console_.get(), &battery_size);
  retro_memory_descriptor descriptors[2] = {};
  descriptors[0].flags = RETRO_MEMDESC_SYSTEM_RAM;
  descriptors[0].ptr = jumpscope_ram(console_.get());
  descriptors[0].select = 0xE000;
  descriptors[0].disconnect = 0x1800;  // mirrored up to $1FFF
  descriptors[0].len = ram_size;
  descriptors[0].addrspace = "RAM";
  descriptors[1].flags = battery_size > 0 ? RETRO_MEMDESC_SAVE_RAM : 0;
  descriptors[1].ptr = cartridge_ram;
  descriptors[1].start = 0x6000;
  descriptors[1].select = 0xE000;
  descriptors[1].len = std::min(cartridge_size, window);
  descriptors[1].addrspace = "cartridge RAM";
  const retro_memory_map map = {descriptors, cartridge_ram ? 2u : 1u};
  frontend_.ask(RETRO_ENVIRONMENT_SET_MEMORY_MAPS, const_cast<retro_memory_map*>(&map));
}

void Game::setDevice(unsigned port, unsigned device) {
  if (!controllers_.setDevice(port, device))
    frontend_.log(RETRO_LOG_WARN, "port " + std::to_string(port + 1) + " takes no device of type " +
                                      std::to_string(device) + "; what is plugged in stays");
  plugIn();
}

void Game::setCheat(unsigned index, bool enabled, const std::string& code) {
  cheats_.erase(index);
  if (!enabled) return;
  const auto pokes = parseCheat<Poke>(code);
  if (pokes.empty())
    frontend_.log(RETRO_LOG_WARN, "'" + code +
                                      "' is no cheat that this core knows; expected ADDRESS:VALUE in "
                                      "hexadecimal, such as 075A:08, several joined by +");
  else
    cheats_[index] = pokes;
}

}  // namespace jumpscope::libretro
