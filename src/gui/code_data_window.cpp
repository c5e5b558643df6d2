// The code and data log: what has run, what was read, and what runs in a jump only.
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "src/base/files.h"
#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/code_data.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

class CodeDataWindow : public ToolWindow {
 public:
  const char* setting() const override { return "code_data"; }
  const char* title() const override { return "Code and data"; }
  bool looks() const override { return on_; }
  std::string_view opens() const override { return ".cdl"; }

  void openFile(PlayState& player, const std::string& path) override {
    logOf(player).merge(base::readFile(path), path);
    player.say("added what " + path + " knows of the program");
  }

  void look(PlayState& player, const FrameLook& look) override {
    if (look.whole) logOf(player).add(look.log, look.in_jump);
  }

  void draw(PlayState& player) override {
    play::CodeDataLog& log = logOf(player);
    player.coverage = &log;
    ImGui::Checkbox("log", &on_);
    if (buttonBeside("Clear")) log.clear();
    if (buttonBeside("Save .cdl"))
      tryTo(player, [&] { writeFile(player, newFile(player, "cdl", ".cdl"), log.file()); });
    if (buttonBeside("Load ..."))
      player.ask_for_file(
          {"Add a code and data log", {".cdl"}, {}, "", [&player, this](const std::string& path) {
             tryTo(player, [&] { openFile(player, path); });
           }});
    const play::CodeDataLog::Coverage seen = log.coverage();
    const auto percent = [&](size_t bytes) {
      return 100.0 * static_cast<double>(bytes) / static_cast<double>(seen.all);
    };
    ImGui::Text("%.1f %% code, %.1f %% data, %.1f %% both, of %zu KiB of PRG-ROM", percent(seen.code),
                percent(seen.data), percent(seen.both), seen.all / 1024);
    drawMap(log);
    drawJumpCode(player, log);
  }

 private:
  play::CodeDataLog& logOf(PlayState& player) {
    if (!log_) log_.emplace(*player.game->cartridge());
    return *log_;
  }

  // A pixel column a stretch of PRG: how much of it ran, was read, or neither.
  static void drawMap(const play::CodeDataLog& log) {
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, em(48)};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(30, 30, 36, 255));
    const auto prg = log.prg();
    const auto columns = static_cast<size_t>(std::max(1.0f, size.x));
    for (size_t column = 0; column < columns; ++column) {
      const size_t from = prg.size() * column / columns,
                   to = std::max(from + 1, prg.size() * (column + 1) / columns);
      size_t code = 0, data = 0, jump = 0;
      for (size_t i = from; i < to && i < prg.size(); ++i) {
        code += prg[i] & play::cdl::code;
        data += !(prg[i] & play::cdl::code) && (prg[i] & play::cdl::data);
        jump += log.ranOnlyInJump(static_cast<uint32_t>(i));
      }
      const float x = at.x + static_cast<float>(column), all = static_cast<float>(to - from);
      float y = at.y + size.y;
      const auto bar = [&](size_t bytes, ImU32 color) {
        const float height = size.y * static_cast<float>(bytes) / all;
        draw->AddRectFilled({x, y - height}, {x + 1, y}, color);
        y -= height;
      };
      bar(jump, IM_COL32(255, 90, 90, 255));
      bar(code - jump, IM_COL32(110, 200, 110, 255));
      bar(data, IM_COL32(90, 150, 255, 255));
    }
    ImGui::InvisibleButton("map", size);
    if (ImGui::IsItemHovered()) {
      const float part = (ImGui::GetMousePos().x - at.x) / size.x;
      ImGui::SetTooltip("PRG offset $%X\nred: ran in a jump only; green: ran; blue: was read",
                        static_cast<unsigned>(part * static_cast<float>(prg.size())));
    }
  }

  static void drawJumpCode(PlayState& player, const play::CodeDataLog& log) {
    ImGui::TextUnformatted("Ran in a jump and not outside it:");
    if (!player.game->live()) {
      ImGui::TextWrapped("A profile says what a jump is; choose one in Physics / Profile.");
      return;
    }
    ImGui::BeginChild("stretches");
    const trace::Symbols* labels = player.game->options().symbols.get();
    const auto stretches = log.onlyInJump();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(stretches.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const auto& stretch = stretches[static_cast<size_t>(i)];
        const uint16_t address = addressOf(log, stretch.offset);
        std::string text = trace::addressText(address) + "  " + std::to_string(stretch.bytes) + " bytes";
        if (labels) text += "  " + labels->placeOf({address, player.game->console().prgBank(address)});
        ImGui::PushID(i);
        if (ImGui::Selectable(text.c_str())) player.show_code = address;
        ImGui::PopID();
      }
    ImGui::EndChild();
  }

  // Where the byte was seen last.
  static uint16_t addressOf(const play::CodeDataLog& log, uint32_t offset) {
    const unsigned window = log.prg()[offset] >> play::cdl::window_shift & 3;
    return static_cast<uint16_t>(0x8000 | window << 13 | (offset & 0x1FFF));
  }

  std::optional<play::CodeDataLog> log_;
  bool on_ = true;
};

}  // namespace

std::unique_ptr<ToolWindow> makeCodeDataWindow() { return std::make_unique<CodeDataWindow>(); }

}  // namespace jumpscope::gui
