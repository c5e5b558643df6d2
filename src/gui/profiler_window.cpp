// The profiler: which routines a frame's cycles went to, and which frames lagged.
#include <imgui.h>

#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/profiler.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

class ProfilerWindow : public ToolWindow {
 public:
  const char* setting() const override { return "profiler"; }
  const char* title() const override { return "Profiler"; }
  bool looks() const override { return true; }

  void look(PlayState&, const FrameLook& look) override {
    if (look.whole) profiler_.add(look.log, !look.console.polledInput());
  }
  void forget(uint64_t) override { profiler_.clear(); }

  void draw(PlayState& player) override {
    ImGui::Checkbox("mean of 60 frames", &average_);
    ImGui::SameLine();
    if (ImGui::Button("Clear")) profiler_.clear();
    const double cycles = static_cast<double>(std::max<uint64_t>(profiler_.cycles(), 1));
    ImGui::TextWrapped("%.0f cycles in the last frame, %.1f %% of them DMA; %llu of %zu frames lagged",
                       cycles, 100 * static_cast<double>(profiler_.dmaCycles()) / cycles,
                       static_cast<unsigned long long>(profiler_.lagFrames()), profiler_.frames());
    const std::vector<play::RoutineTime> times = average_ ? profiler_.average() : profiler_.lastFrame();
    if (!ImGui::BeginTable("routines", 5,
                           ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable))
      return;
    ImGui::TableSetupColumn("routine", ImGuiTableColumnFlags_WidthStretch, 2);
    for (const char* column : {"own", "with callees", "longest", "calls"}) ImGui::TableSetupColumn(column);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    const trace::Symbols* labels = player.game->options().symbols.get();
    for (const play::RoutineTime& time : times) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      std::string name = trace::addressText(time.entry);
      if (labels)
        if (const std::string label = labels->nameOf(time.entry.address); !label.empty()) name += " " + label;
      if (ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
        player.show_code = time.entry.address;
      const auto part = [&](uint64_t own) {
        ImGui::TableNextColumn();
        ImGui::Text("%llu  %.1f %%", static_cast<unsigned long long>(own),
                    100 * static_cast<double>(own) / cycles);
      };
      part(time.own);
      part(time.whole);
      ImGui::TableNextColumn();
      ImGui::Text("%llu", static_cast<unsigned long long>(time.most));
      ImGui::TableNextColumn();
      ImGui::Text("%llu", static_cast<unsigned long long>(time.calls));
    }
    ImGui::EndTable();
  }

 private:
  play::Profiler profiler_;
  bool average_ = false;
};

}  // namespace

std::unique_ptr<ToolWindow> makeProfilerWindow() { return std::make_unique<ProfilerWindow>(); }

}  // namespace jumpscope::gui
