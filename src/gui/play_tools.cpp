// The tool windows of `play`: which are open, and where they stand.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "src/base/concat.h"
#include "src/gui/font.h"
#include "src/gui/play_window.h"
#include "src/play/tiles.h"

namespace jumpscope::gui {

namespace {

// Windows side by side, in columns as wide as they can well be.
void tile(const std::vector<const char*>& titles, ImVec2 from, ImVec2 to) {
  const std::vector<size_t> used = windowsByUse(titles);
  const auto places = play::tiles(titles.size(), to.x - from.x, to.y - from.y,
                                  {em(430), em(240), ImGui::GetFrameHeight()}, used);
  for (size_t i = 0; i < titles.size(); ++i) {
    ImGui::SetWindowPos(titles[i], {from.x + places[i].x, from.y + places[i].y});
    ImGui::SetWindowSize(titles[i], {places[i].width, places[i].height});
  }
}

// What FCEUX and Mesen call it, for those who look for that.
std::string otherName(std::string_view setting) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> names{
      {{"processor", "debugger"},
       {"watches", "RAM watch"},
       {"picture_chip", "PPU, nametable, sprite viewer"},
       {"slots", "save states"},
       {"ram", "hex editor, RAM search"},
       {"events", "event viewer"},
       {"code_data", "code/data logger"},
       {"log", "trace logger"},
       {"labels", "label list"}}};
  for (const auto& [known, name] : names)
    if (known == setting) return base::concat({" (", name, ")"});
  return "";
}

}  // namespace

std::vector<std::pair<const char*, const char*>> PlayWindow::toolTitles() const {
  std::vector<std::pair<const char*, const char*>> all{{"processor", "Processor"},
                                                       {"watches", "Watches"},
                                                       {"picture_chip", "Picture chip"},
                                                       {"slots", "Slots"}};
  for (const auto& tool : tools_.all()) all.emplace_back(tool->setting(), tool->title());
  return all;
}

// Floating windows stand where they stood when the task was in hand last.
void PlayWindow::useLayout() {
  if (laid_out_ == player_.settings.task) return;
  if (!laid_out_.empty()) memory_.layouts[laid_out_] = ImGui::SaveIniSettingsToMemory();
  laid_out_ = player_.settings.task;
  const std::string& layout = memory_.layouts[laid_out_];
  if (!layout.empty()) ImGui::LoadIniSettingsFromMemory(layout.c_str(), layout.size());
}

std::vector<const char*> PlayWindow::openTools() {
  std::vector<const char*> titles;
  if (!player_.game) return titles;
  for (const auto& [setting, title] : toolTitles())
    if (player_.window(setting)) titles.push_back(title);
  return titles;
}

void PlayWindow::layOut(ImVec2& from, ImVec2& to) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  from = {0, show_menu_ && !host_.fullscreen() ? menu_height_ : 0};
  to = window;
  const std::vector<const char*> titles = openTools();
  const bool tools = player_.settings.tiled && !titles.empty();
  if (tools != std::exchange(had_tools_, tools) && host_.hasOwnSize()) setScale(player_.settings.scale);
  if (!tools) return;
  // The game keeps its scale while the tools have room beside it; in a window of another size it has nearly half of it.
  const WindowSize wanted = windowSize(player_.settings, player_.settings.scale, 0);
  const float own = static_cast<float>(wanted.width);
  const float share = host_.hasOwnSize() ? own : std::max(own, 0.45f * window.x);
  const float left = std::min(share, std::max(window.x - em(400), window.x / 2));
  to.x = std::floor(left);
  tile(titles, {to.x, from.y}, window);
}

void PlayWindow::drawTools() {
  if (player_.show_code) player_.window("processor") = true;
  if (player_.show_memory) player_.window("ram") = true;
  if (player_.window("watches")) watches_.draw(player_, why_, player_.window("watches"));
  why_.draw(player_);
  if (player_.window("picture_chip")) ppu_.draw(player_, player_.window("picture_chip"));
  if (player_.window("processor")) cpu_.draw(player_, player_.window("processor"));
  if (player_.window("slots") && player_.game) {
    if (const SlotWindow::Wish wish = slots_.draw(slotFolder(), player_.window("slots")); wish.slot != 0)
      wish.save ? saveSlot(wish.slot) : loadSlot(wish.slot);
  }
  if (!player_.game) return;
  for (const auto& tool : tools_.all()) {
    bool& open = player_.window(tool->setting());
    if (!open) continue;
    ImGui::SetNextWindowPos(em(120, 60), ImGuiCond_FirstUseEver);
    ImGui::SetNextWindowSize(em(520, 480), ImGuiCond_FirstUseEver);
    if (ImGui::Begin(tool->title(), &open)) tool->draw(player_);
    ImGui::End();
  }
}

void PlayWindow::drawToolsMenu() {
  constexpr std::array tasks{std::pair{"play", "Windows for playing"},
                             std::pair{"debug", "Windows for debugging"},
                             std::pair{"tas", "Windows for making a movie"}};
  for (const auto& [task, words] : tasks)
    if (ImGui::MenuItem(words, nullptr, player_.settings.task == task)) player_.settings.task = task;
  ImGui::MenuItem("Beside the game", nullptr, &player_.settings.tiled);
  ImGui::Separator();
  for (const auto& [setting, title] : toolTitles())
    ImGui::MenuItem((std::string(title) + otherName(setting)).c_str(), nullptr, &player_.window(setting));
  ImGui::Separator();
  if (item("Label ...", play::Action::Label, player_.game != nullptr)) act(play::Action::Label);
  if (item("Bookmarks ...", play::Action::Bookmark, player_.game != nullptr)) act(play::Action::Bookmark);
}

}  // namespace jumpscope::gui
