#include "src/gui/help_window.h"

#include <imgui.h>

#include <string>

#include "src/gui/font.h"

namespace jumpscope::gui {

void drawKeys(const play::KeyMap& keys, bool& open) {
  ImGui::SetNextWindowPos(em(60, 40), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(430, 480), ImGuiCond_FirstUseEver);
  if (!ImGui::Begin("Keys", &open)) {
    ImGui::End();
    return;
  }
  ImGui::TextWrapped(
      "The menu Control chooses the keys of another emulator. docs/playing.md shows how to set your own.");
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) {
    for (size_t i = 0; i < play::action_count; ++i) {
      const auto action = static_cast<play::Action>(i);
      const std::string chords = play::keysOf(keys, action);
      if (chords.empty()) continue;
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(play::actionWords(action).c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(chords.c_str());
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace jumpscope::gui
