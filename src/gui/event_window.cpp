// The event viewer: a frame's raster, and what happened where.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "src/console/region.h"
#include "src/gui/font.h"
#include "src/gui/host.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/events.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

constexpr std::array<ImU32, play::event_names.size()> event_colors = {
    IM_COL32(255, 90, 90, 255),   IM_COL32(255, 170, 60, 255),  IM_COL32(90, 160, 255, 255),
    IM_COL32(130, 220, 255, 255), IM_COL32(220, 220, 90, 255),  IM_COL32(200, 120, 255, 255),
    IM_COL32(255, 255, 255, 255), IM_COL32(255, 120, 220, 255), IM_COL32(110, 230, 110, 255),
    IM_COL32(60, 170, 110, 255),  IM_COL32(0, 255, 200, 255)};

class EventWindow : public ToolWindow {
 public:
  EventWindow() { shown_.fill(true); }
  const char* setting() const override { return "events"; }
  const char* title() const override { return "Events"; }
  bool looks() const override { return true; }

  void look(PlayState& player, const FrameLook& look) override {
    events_ = play::eventsOf(look.log, look.console);
    if (const auto hit = play::spriteZeroHit(look.before, look.console.cpuCycles())) events_.push_back(*hit);
    frame_ = look.frame;
    lines_ = console::factsOf(look.console.options().region).ppu.lines;
    chosen_ = -1;
    picture_.clear();
    for (const uint16_t pixel : player.game->pixels()) picture_.push_back(player.colors[pixel & 0x1FF]);
  }
  void forget(uint64_t frame) override {
    if (frame_ >= frame) events_.clear();
  }

  void draw(PlayState& player) override {
    if (!texture_) texture_ = std::make_unique<Texture>(256, 240);
    if (picture_.size() == size_t{256} * 240) texture_->set(std::exchange(picture_, {}));
    drawFilter();
    drawRaster();
    drawChosen(player);
    drawList();
  }

 private:
  bool passes(const play::FrameEvent& event) const {
    return shown_[static_cast<size_t>(event.kind)] && (only_ == 0 || only_ == event.address);
  }

  void drawFilter() {
    float widest = 0;
    for (const std::string_view name : play::event_names)
      widest = std::max(widest, ImGui::CalcTextSize(name.data()).x);
    const float step = widest + ImGui::GetFrameHeight() + em(20);
    const auto in_a_line = static_cast<size_t>(ImGui::GetContentRegionAvail().x / step);
    const auto boxes = [&](size_t columns) {
      for (size_t kind = 0; kind < shown_.size(); ++kind) {
        if (kind % columns != 0) ImGui::SameLine(step * static_cast<float>(kind % columns));
        ImGui::PushStyleColor(ImGuiCol_CheckMark, event_colors[kind]);
        ImGui::Checkbox(play::event_names[kind].data(), &shown_[kind]);
        ImGui::PopStyleColor();
      }
    };
    // One below the other they would leave no room for what they choose.
    if (in_a_line > 1) {
      boxes(in_a_line);
    } else {
      const std::string words = std::to_string(std::count(shown_.begin(), shown_.end(), true)) + " of " +
                                std::to_string(shown_.size()) + " kinds";
      fieldWidth(200);
      if (ImGui::BeginCombo("##kinds", words.c_str(), ImGuiComboFlags_HeightLargest)) {
        boxes(1);
        ImGui::EndCombo();
      }
    }
    if (only_ == 0) return;
    ImGui::Text("only %s", trace::addressText(only_).c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("all registers")) only_ = 0;
  }

  // Lines down, dots to the right; the picture lies where the chip draws it: its first pixel in dot 1 of line 0.
  void drawRaster() {
    // The list below has a third of the room.
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float least = em(150) / 341, high = room.y * 2 / 3 / static_cast<float>(lines_);
    const float zoom = std::max(least, std::min({room.x / 341, high, em(2)}));
    const ImVec2 at = ImGui::GetCursorScreenPos(), size{341 * zoom, static_cast<float>(lines_) * zoom};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(20, 20, 28, 255));
    if (texture_)
      draw->AddImage(texture_->id(), {at.x + zoom, at.y}, {at.x + 257 * zoom, at.y + 240 * zoom}, {0, 0},
                     {1, 1}, IM_COL32(255, 255, 255, 110));
    ImGui::InvisibleButton("raster", size);
    const bool over = ImGui::IsItemHovered();
    const ImVec2 mouse = ImGui::GetMousePos();
    const float half = std::max(1.5f, zoom);
    int nearest = -1;
    float distance = em(6) * em(6);
    for (size_t i = 0; i < events_.size(); ++i) {
      const play::FrameEvent& event = events_[i];
      if (!passes(event)) continue;
      const ImVec2 p{at.x + static_cast<float>(event.place.dot) * zoom,
                     at.y + static_cast<float>(event.place.scanline) * zoom};
      draw->AddRectFilled({p.x - half, p.y - half}, {p.x + half, p.y + half},
                          event_colors[static_cast<size_t>(event.kind)]);
      if (static_cast<int>(i) == chosen_)
        draw->AddRect({p.x - 3 * half, p.y - 3 * half}, {p.x + 3 * half, p.y + 3 * half}, IM_COL32_WHITE);
      const float d = (p.x - mouse.x) * (p.x - mouse.x) + (p.y - mouse.y) * (p.y - mouse.y);
      if (over && d < distance) distance = d, nearest = static_cast<int>(i);
    }
    if (!over) return;
    const int line = static_cast<int>((mouse.y - at.y) / zoom),
              dot = static_cast<int>((mouse.x - at.x) / zoom);
    if (nearest < 0) {
      ImGui::SetTooltip("scanline %d, dot %d", line, dot);
      return;
    }
    ImGui::SetTooltip("%s", textOf(events_[static_cast<size_t>(nearest)]).c_str());
    if (ImGui::IsItemClicked()) chosen_ = nearest;
  }

  static std::string textOf(const play::FrameEvent& event) {
    return play::wordsOf(event) + ", scanline " + std::to_string(event.place.scanline) + ", dot " +
           std::to_string(event.place.dot) + ", at " + trace::addressText(event.pc);
  }

  void drawChosen(PlayState& player) {
    ImGui::Text("frame %llu: %zu events", static_cast<unsigned long long>(frame_), events_.size());
    if (chosen_ < 0 || static_cast<size_t>(chosen_) >= events_.size()) return;
    const play::FrameEvent event = events_[static_cast<size_t>(chosen_)];
    ImGui::TextUnformatted(textOf(event).c_str());
    if (ImGui::SmallButton("its code")) player.show_code = event.pc.address;
    ImGui::SameLine();
    if (ImGui::SmallButton("go back to it")) {
      player.paused = true;
      player.show_code = event.pc.address;
      player.step = [cycle = event.cycle](play::Game& game, const movie::FrameInput&) {
        return std::string(game.backTo(cycle) ? "" : "that instruction is no longer kept");
      };
    }
    ImGui::SameLine();
    if (event.address != 0 && ImGui::SmallButton("only this register")) only_ = event.address;
  }

  void drawList() {
    // What does not fit beside the numbers is reached with the bar, and is in the tip.
    constexpr auto flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                           ImGuiTableFlags_SizingFixedFit;
    if (!ImGui::BeginTable("events", 4, flags, {0, std::max(em(110), ImGui::GetContentRegionAvail().y)}))
      return;
    for (const char* column : {"line", "dot", "code", "what"}) ImGui::TableSetupColumn(column);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    std::vector<int> rows;
    for (size_t i = 0; i < events_.size(); ++i)
      if (passes(events_[i])) rows.push_back(static_cast<int>(i));
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(rows.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const int index = rows[static_cast<size_t>(i)];
        const play::FrameEvent& event = events_[static_cast<size_t>(index)];
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushID(index);
        if (ImGui::Selectable(std::to_string(event.place.scanline).c_str(), index == chosen_,
                              ImGuiSelectableFlags_SpanAllColumns))
          chosen_ = index;
        if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", textOf(event).c_str());
        ImGui::PopID();
        ImGui::TableNextColumn();
        ImGui::Text("%d", event.place.dot);
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(trace::addressText(event.pc).c_str());
        ImGui::TableNextColumn();
        ImGui::PushStyleColor(ImGuiCol_Text, event_colors[static_cast<size_t>(event.kind)]);
        ImGui::TextUnformatted(play::wordsOf(event).c_str());
        ImGui::PopStyleColor();
      }
    ImGui::EndTable();
  }

  std::vector<play::FrameEvent> events_;
  std::array<bool, play::event_names.size()> shown_{};
  uint64_t frame_ = 0;
  int lines_ = 262, chosen_ = -1;
  uint16_t only_ = 0;              // 0: every register
  std::vector<uint32_t> picture_;  // that texture_ has not taken yet
  std::unique_ptr<Texture> texture_;
};

}  // namespace

std::unique_ptr<ToolWindow> makeEventWindow() { return std::make_unique<EventWindow>(); }

}  // namespace jumpscope::gui
