#include "src/gui/why_window.h"

#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "src/gui/font.h"
#include "src/trace/watch.h"

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

// A click on a line shows the instruction that it names.
void WhyWindow::drawLines(PlayState& player) const {
  constexpr std::string_view at = " at $";
  int id = 0;
  for (std::string_view rest = text_; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const size_t place = line.rfind(at);
    const std::string digits(place == line.npos ? "" : line.substr(place + at.size(), 4));
    const auto address = trace::parseNumber("$" + digits, 0xFFFF);
    if (!address || *address < 0x0200) {
      ImGui::TextUnformatted(line.data(), line.data() + line.size());
      continue;
    }
    ImGui::PushID(id++);
    if (ImGui::Selectable(std::string(line).c_str())) player.show_code = static_cast<uint16_t>(*address);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("click: show the instruction");
    ImGui::PopID();
  }
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
    drawLines(player);
    ImGui::EndChild();
  }
  ImGui::End();
}

}  // namespace jumpscope::gui
