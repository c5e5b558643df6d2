#include "src/gui/why_window.h"

#include <imgui.h>

#include "src/gui/font.h"

namespace jumpscope::gui {

void WhyWindow::ask(PlayState& player, const trace::Watch& watch) {
  watch_ = watch;
  open_ = true;
  tryTo(player, [&] {
    why::Names names{player.game->options().symbols.get(), {}};
    if (player.game->profile()) names.watches = player.game->profile()->watches;
    text_ = why::asText(player.game->explain(watch_, static_cast<uint64_t>(depth_)), names);
  });
}

void WhyWindow::draw(PlayState& player) {
  if (!open_ || !player.game) return;
  ImGui::SetNextWindowPos(em(60, 60), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(620, 420), ImGuiCond_FirstUseEver);
  if (ImGui::Begin("Why", &open_)) {
    ImGui::SetNextItemWidth(em(160));
    const bool changed = ImGui::SliderInt("frames back", &depth_, 1, 60);
    ImGui::SameLine();
    if (ImGui::Button("Again, for this frame") || changed) ask(player, watch_);
    ImGui::BeginChild("tree", {0, 0}, true, ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::TextUnformatted(text_.c_str());
    ImGui::EndChild();
  }
  ImGui::End();
}

}  // namespace jumpscope::gui
