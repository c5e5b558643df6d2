#include "src/gui/help_window.h"

#include <imgui.h>

#include <string>
#include <utility>

#include "src/gui/font.h"

namespace jumpscope::gui {

void KeysWindow::key(const SDL_KeyboardEvent& event) {
  if (event.repeat) return;
  const SDL_Scancode key = event.keysym.scancode;
  const auto chord =
      event.type == SDL_KEYDOWN ? reader_.down(key, play::modifiersOf(event.keysym.mod)) : reader_.up(key);
  if (chord == play::Chord{SDL_SCANCODE_ESCAPE, 0})
    waiting_.reset();
  else if (chord)
    pressed_ = chord;
}

void KeysWindow::draw(const play::KeyMap& keys, bool& open, const Bind& bind) {
  if (const auto chord = std::exchange(pressed_, std::nullopt))
    bind(*std::exchange(waiting_, std::nullopt), *chord);
  ImGui::SetNextWindowPos(em(60, 40), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(430, 480), ImGuiCond_FirstUseEver);
  const bool shown = ImGui::Begin("Keys", &open);
  if (!open) waiting_.reset();
  if (!shown) {
    ImGui::End();
    return;
  }
  ImGui::TextWrapped(
      "Click an action and press its new key; right click: none. The menu Control has the keys of other "
      "emulators.");
  std::optional<play::Action> removed;
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) {
    for (size_t i = 0; i < play::action_count; ++i) {
      const auto action = static_cast<play::Action>(i);
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      const std::string words = play::actionWords(action);
      if (ImGui::Selectable(words.c_str(), waiting_ == action, ImGuiSelectableFlags_SpanAllColumns))
        waiting_ = action, reader_ = {};
      if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) removed = action;
      ImGui::TableNextColumn();
      const std::string own = play::keysOf(keys, action);
      if (waiting_ == action)
        ImGui::TextUnformatted("press a key; Esc: as before");
      else if (own.empty())
        ImGui::TextDisabled("none");
      else
        ImGui::TextUnformatted(own.c_str());
    }
    ImGui::EndTable();
  }
  ImGui::End();
  if (!removed) return;
  waiting_.reset();
  bind(*removed, {});
}

}  // namespace jumpscope::gui
