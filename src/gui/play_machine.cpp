// Game / Machine of the `play` window: region, RAM at power-on and what is plugged in. A choice powers the console on anew and
// is remembered for the cartridge.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "src/console/devices.h"
#include "src/gui/play_window.h"
#include "src/play/machine_choice.h"
#include "src/play/remember.h"

namespace jumpscope::gui {

void PlayWindow::changeMachine(session::MachineChoice machine) {
  askBeforeLosing([this, machine = std::move(machine)] {
    const session::MachineChoice before = std::exchange(player_.machine, machine);
    const bool done = tryTo(player_, [&] {
      saveBattery();
      insert(player_.inserted, {}, player_.given_labels, battery_, rom_path_);
    });
    if (!done) {
      player_.machine = before;
      return;
    }
    play::rememberMachine(player_.settings, player_.game->cartridge()->prgChrSha1(), before, machine);
    player_.say("powered on anew: " + play::machineWords(player_.game->options().machine));
  });
}

void PlayWindow::drawMachineMenu() {
  if (!player_.game) return;
  session::MachineChoice machine = player_.machine;
  const auto choose = [](const char* words, auto choices, std::string& value) {
    if (!ImGui::BeginMenu(words)) return;
    for (const auto& [name, shown] : choices)
      if (ImGui::MenuItem(shown, nullptr, value == name)) value = name;
    ImGui::EndMenu();
  };
  using Choice = std::pair<const char*, const char*>;
  choose("Region",
         std::array<Choice, 4>{
             {{"auto", "as the cartridge says"}, {"ntsc", "NTSC"}, {"pal", "PAL"}, {"dendy", "Dendy"}}},
         machine.region);
  choose("RAM at power-on",
         std::array<Choice, 3>{{{"fceux", "as FCEUX fills it"}, {"zeros", "zeros"}, {"ones", "ones"}}},
         machine.ram_init);
  const console::Devices now = player_.game->console().options().devices;
  for (const std::string_view port : play::port_names) {
    if (!ImGui::BeginMenu(std::string(play::portWords(port)).c_str())) continue;
    for (const std::string& text : play::devicesOfPort(port))
      if (ImGui::MenuItem(text.c_str(), nullptr, play::holds(now, port, text)))
        machine.devices = play::withDevice(machine.devices, port, text);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem("Four Score", nullptr, now.four_score))
    machine.devices = play::withFourScore(machine.devices, !now.four_score, now);
  ImGui::Separator();
  ImGui::TextDisabled("%s", play::machineWords(player_.game->options().machine).c_str());
  if (machine != player_.machine) changeMachine(std::move(machine));
}

}  // namespace jumpscope::gui
