// What the battery of the cartridge in the `play` window keeps, in a file.
#include <SDL.h>

#include "src/base/output.h"
#include "src/gui/play_window.h"

namespace jumpscope::gui {

session::BatteryFile PlayWindow::openBattery(const std::shared_ptr<const console::Cartridge>& cartridge,
                                             const std::filesystem::path& rom_path) {
  const session::PlayOptions& options = player_.options;
  const size_t size = session::batterySize(cartridge);
  if (size == 0 || options.no_battery) return {};
  if (!options.battery.empty()) return {{options.battery, options.battery}, size};
  try {
    return {session::findBattery(store_.folders(), rom_path, *cartridge), size};
  } catch (const std::runtime_error& error) {
    player_.say(error.what());
    base::say("jumpscope: " + std::string(error.what()));
    return {};
  }
}

void PlayWindow::saveBattery() {
  battery_saved_ms_ = SDL_GetTicks64();
  if (!player_.game || battery_rests_) return;
  try {
    battery_.save(player_.game->batteryRam());
    battery_trouble_.clear();
  } catch (const std::exception& error) {
    // Once, though it is tried again and again.
    if (battery_trouble_ != error.what()) player_.say(error.what());
    battery_trouble_ = error.what();
  }
}

void PlayWindow::saveBatteryWhenDue() {
  constexpr uint64_t interval_ms = 5000;
  if (SDL_GetTicks64() - battery_saved_ms_ >= interval_ms) saveBattery();
}

}  // namespace jumpscope::gui
