// The live log of instructions, with the filter of `jumpscope log --when`.
#include <imgui.h>

#include <array>

#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/live_log.h"

namespace jumpscope::gui {

namespace {

class LogWindow : public ToolWindow {
 public:
  const char* setting() const override { return "log"; }
  const char* title() const override { return "Log"; }
  bool looks() const override { return on_; }

  void before(const console::Console& console, uint8_t buttons) override { lines_.before(console, buttons); }
  void look(PlayState&, const FrameLook& look) override {
    if (look.whole) lines_.beginFrame(look.console.state().controllers.pads[0].buttons);
  }
  void forget(uint64_t frame) override { lines_.forget(frame); }

  void draw(PlayState& player) override {
    ImGui::Checkbox("log", &on_);
    if (buttonBeside("Clear")) lines_.clear();
    if (buttonBeside("Save"))
      tryTo(player, [&] {
        const std::string text = lines_.text();
        writeFile(player, newFile(player, "logs", ".log"),
                  {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
      });
    ImGui::SameLine();
    ImGui::SetNextItemWidth(em(110));
    constexpr std::array formats{"nintendulator", "fceux", "mesen"};
    if (ImGui::Combo("##format", &format_, formats.data(), static_cast<int>(formats.size())))
      lines_.setFormat(trace::parseLogFormat(formats[static_cast<size_t>(format_)]));
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::max(em(120), ImGui::GetContentRegionAvail().x));
    if (ImGui::InputTextWithHint("##when", "op == $20 && pc >= $8000", typed_.data(), typed_.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue))
      tryTo(player, [&] { lines_.setFilter(typed_.data(), *player.game); });
    ImGui::Text("%zu lines%s", lines_.lines().size(), lines_.dropped() ? ", the oldest were dropped" : "");
    ImGui::BeginChild("lines", {0, 0}, true, ImGuiWindowFlags_HorizontalScrollbar);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(lines_.lines().size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const play::LiveLog::Line& line = lines_.lines()[static_cast<size_t>(i)];
        ImGui::PushID(i);
        if (ImGui::Selectable(lines_.textOf(line).c_str())) player.show_code = line.entry.pc;
        ImGui::PopID();
      }
    if (!player.paused) ImGui::SetScrollHereY(1);
    ImGui::EndChild();
  }

 private:
  play::LiveLog lines_;
  bool on_ = true;
  int format_ = 0;
  std::array<char, 160> typed_{};
};

}  // namespace

std::unique_ptr<ToolWindow> makeLogWindow() { return std::make_unique<LogWindow>(); }

}  // namespace jumpscope::gui
