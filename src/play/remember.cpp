#include "src/play/remember.h"

#include <filesystem>
#include <stdexcept>
#include <utility>

namespace jumpscope::play {

namespace {

void checkIfPossible(Game& game) {
  try {
    game.setModelCheck(true);
  } catch (const std::runtime_error&) {
    // The profile feeds no model: there is nothing to check.
  }
}

}  // namespace

Settings withoutOptions(Settings now, const Settings& stored, const session::PlayOptions& options) {
  const auto forget = [](auto& value, const auto& asked, const auto& before) {
    if (value == asked) value = before;
  };
  if (options.scale) forget(now.scale, static_cast<int>(*options.scale), stored.scale);
  if (options.fullscreen) forget(now.fullscreen, true, stored.fullscreen);
  if (options.mute) forget(now.mute, true, stored.mute);
  if (!options.palette.empty()) forget(now.palette, options.palette, stored.palette);
  if (!options.keys.empty()) forget(now.keys, options.keys, stored.keys);
  if (!options.engine.command.empty() || !options.model.empty()) {
    const auto check = stored.overlay.find("model_check");
    forget(now.overlay["model_check"], true, check != stored.overlay.end() && check->second);
  }
  return now;
}

std::string lastingProfile(const std::string& name_or_file) {
  const bool is_file = name_or_file.ends_with(".json") || name_or_file.find('/') != std::string::npos;
  return is_file ? std::filesystem::absolute(name_or_file).lexically_normal().string() : name_or_file;
}

OfRom remembered(const Settings& settings, const std::string& sha1) {
  const auto found = settings.roms.find(sha1);
  return found == settings.roms.end() ? OfRom() : found->second;
}

void remember(Settings& settings, const std::string& sha1, OfRom rom) {
  if (rom == OfRom())
    settings.roms.erase(sha1);
  else
    settings.roms[sha1] = std::move(rom);
}

session::MachineChoice machineOf(session::MachineChoice given, const OfRom& rom) {
  const session::MachineChoice usual;
  if (given.region == usual.region && !rom.region.empty()) given.region = rom.region;
  if (given.ram_init == usual.ram_init && !rom.ram_init.empty()) given.ram_init = rom.ram_init;
  if (given.devices.empty()) given.devices = rom.devices;
  return given;
}

void rememberMachine(Settings& settings, const std::string& sha1, const session::MachineChoice& before,
                     const session::MachineChoice& now) {
  const session::MachineChoice usual;
  OfRom rom = remembered(settings, sha1);
  if (now.region != before.region) rom.region = now.region == usual.region ? "" : now.region;
  if (now.ram_init != before.ram_init) rom.ram_init = now.ram_init == usual.ram_init ? "" : now.ram_init;
  if (now.devices != before.devices) rom.devices = now.devices;
  remember(settings, sha1, std::move(rom));
}

std::vector<std::string> changeProfile(Game& game, trace::Profile profile, bool check) {
  const std::vector<std::string> breakpoints = game.breakpoints();
  const bool has_model = !profile.model.empty() || game.options().engine;
  game.setProfile(std::move(profile));
  if (check && has_model) checkIfPossible(game);
  return setWhatGoes(game, breakpoints);
}

std::vector<std::string> setWhatGoes(Game& game, const std::vector<std::string>& breakpoints) {
  std::vector<std::string> kept, lost;
  for (const std::string& condition : breakpoints) {
    kept.push_back(condition);
    try {
      game.setBreakpoints(kept);
    } catch (const std::runtime_error&) {
      kept.pop_back();
      lost.push_back(condition);
    }
  }
  return lost;
}

}  // namespace jumpscope::play
