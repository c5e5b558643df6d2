// All labels and comments of the cartridge.
#include <imgui.h>

#include <array>
#include <string>
#include <vector>

#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/file_list.h"

namespace jumpscope::gui {

namespace {

class LabelWindow : public ToolWindow {
 public:
  const char* setting() const override { return "labels"; }
  const char* title() const override { return "Labels"; }

  void draw(PlayState& player) override {
    if (ImGui::Button("Label ...")) player.edit_label = labelHere(player);
    if (buttonBeside("Open ..."))
      player.ask_for_file({"Open labels of Mesen", {".mlb"}, {}, "", [&player](const std::string& path) {
                             openLabels(player, path);
                           }});
    if (buttonBeside("Save a copy ..."))
      player.ask_for_file(
          {"Save the labels", {".mlb"}, {}, stem(player) + ".mlb", [&player](const std::string& path) {
             const std::string text = player.labels.text();
             tryTo(player, [&] {
               writeFile(player, path, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
             });
           }});
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##filter", "filter", filter_.data(), filter_.size());
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%s", player.label_file.empty() ? "there is no folder for labels"
                                                        : player.label_file.string().c_str());
    ImGui::PopTextWrapPos();
    drawList(player);
  }

 private:
  static std::string stem(const PlayState& player) {
    return std::filesystem::path(player.game->cartridge()->name).stem().string();
  }

  void drawList(PlayState& player) {
    std::vector<const play::Label*> shown;
    for (const auto& [place, label] : player.labels.labels())
      if (play::matchesTyped(label.name + " " + label.comment + " " + play::placeText(place), filter_.data()))
        shown.push_back(&label);
    if (!ImGui::BeginTable("labels", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) return;
    ImGui::TableSetupColumn("address", ImGuiTableColumnFlags_WidthFixed);
    ImGui::TableSetupColumn("name");
    ImGui::TableSetupColumn("comment");
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(shown.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const play::Label& label = *shown[static_cast<size_t>(i)];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(i);
        const bool clicked = ImGui::Selectable(play::placeText(label.place).c_str(), false,
                                               ImGuiSelectableFlags_SpanAllColumns);
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("click: go there; right click: change");
        if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) player.edit_label = label.place;
        ImGui::PopID();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(label.name.c_str());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(label.comment.c_str());
        if (clicked) goTo(player, label.place);
      }
    ImGui::EndTable();
  }

  std::array<char, 64> filter_{};
};

}  // namespace

std::unique_ptr<ToolWindow> makeLabelWindow() { return std::make_unique<LabelWindow>(); }

}  // namespace jumpscope::gui
