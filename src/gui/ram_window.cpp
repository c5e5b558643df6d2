#include "src/gui/ram_window.h"

#include <imgui.h>

#include <cstdio>
#include <cstdlib>

#include "src/base/text.h"
#include "src/gui/font.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

constexpr std::array<const char*, 7> types{"u8", "s8", "u16", "u16be", "s16", "s16be", "bcd"};

using base::hex;

}  // namespace

void RamWindow::draw(PlayState& player, bool& open) {
  ImGui::SetNextWindowPos(em(20, 40), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(520, 460), ImGuiCond_FirstUseEver);
  if (ImGui::Begin("RAM", &open) && player.game) {
    if (ImGui::BeginTabBar("ram")) {
      if (ImGui::BeginTabItem("Bytes")) {
        drawBytes(player);
        ImGui::EndTabItem();
      }
      if (ImGui::BeginTabItem("Search")) {
        drawSearch(player);
        ImGui::EndTabItem();
      }
      ImGui::EndTabBar();
    }
  }
  ImGui::End();
}

void RamWindow::drawBytes(PlayState& player) {
  const console::Console& console = player.game->console();
  const auto ram = console.ram();
  if (console.frame() != frame_) {
    for (size_t i = 0; i < ram.size(); ++i) {
      age_[i] = ram[i] != before_[i] ? 255 : static_cast<uint8_t>(age_[i] - age_[i] / 8 - (age_[i] != 0));
      before_[i] = ram[i];
    }
    frame_ = console.frame();
  }
  ImGui::TextDisabled("Click a byte to change it. Recent changes are red.");
  ImGui::BeginChild("bytes");
  ImGuiListClipper clipper;
  clipper.Begin(ram_bytes / 16);
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      ImGui::TextDisabled("%s", hex(row * 16, 4).c_str());
      for (int column = 0; column < 16; ++column) {
        const int address = row * 16 + column;
        ImGui::SameLine(em(46.0f + static_cast<float>(column) * 24 + (column >= 8 ? 8.0f : 0.0f)));
        ImGui::PushID(address);
        if (edited_ == address) {
          ImGui::SetNextItemWidth(em(22));
          ImGui::SetKeyboardFocusHere();
          if (ImGui::InputText("##byte", typed_.data(), typed_.size(),
                               ImGuiInputTextFlags_CharsHexadecimal | ImGuiInputTextFlags_EnterReturnsTrue)) {
            const uint8_t value = static_cast<uint8_t>(std::strtoul(typed_.data(), nullptr, 16));
            if (typed_[0] != '\0') player.game->poke(static_cast<uint16_t>(address), value);
            edited_ = -1;
          }
          if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) edited_ = -1;
        } else {
          const float age = static_cast<float>(age_[static_cast<size_t>(address)]) / 255;
          ImGui::TextColored({0.8f + 0.2f * age, 0.8f * (1 - age), 0.8f * (1 - age), 1}, "%s",
                             hex(ram[static_cast<size_t>(address)], 2).c_str());
          if (ImGui::IsItemHovered()) ImGui::SetTooltip("$%s", hex(address, 4).c_str());
          if (ImGui::IsItemClicked()) {
            edited_ = address;
            typed_ = {};
          }
        }
        ImGui::PopID();
      }
    }
  ImGui::EndChild();
}

void RamWindow::begin(PlayState& player) {
  tryTo(player, [&] {
    search_.emplace();
    search_->addPlaces(trace::parseSearchType(types[static_cast<size_t>(type_)]), 0, ram_bytes - 1);
    search_->remember([&](uint16_t address) { return player.game->console().peek(address); });
  });
}

void RamWindow::keep(PlayState& player) {
  tryTo(player, [&] {
    std::string text = "0 ";
    search_->apply(trace::parseSearchStep(text.append(test_.data())), false,
                   [&](uint16_t address) { return player.game->console().peek(address); });
  });
}

void RamWindow::drawSearch(PlayState& player) {
  ImGui::SetNextItemWidth(em(80));
  ImGui::Combo("type", &type_, types.data(), static_cast<int>(types.size()));
  ImGui::SameLine();
  if (ImGui::Button("New search")) begin(player);
  if (!search_) {
    ImGui::TextWrapped(
        "Start a search, play on, and enter what the value did. The list shows the addresses that match.");
    return;
  }
  ImGui::SetNextItemWidth(em(260));
  const bool entered =
      ImGui::InputText("##test", test_.data(), test_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine();
  if (ImGui::Button("Filter") || entered) keep(player);
  ImGui::TextDisabled(
      "decreased, increased, changed, unchanged, equal to 176, less than before, between 3 and 9 ...");
  const auto& found = search_->candidates();
  ImGui::Text("%zu addresses", found.size());
  if (!ImGui::BeginTable("found", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) return;
  ImGui::TableSetupColumn("address");
  ImGui::TableSetupColumn("now");
  ImGui::TableSetupColumn("");
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(found.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const trace::Candidate& candidate = found[static_cast<size_t>(i)];
      const int64_t now = trace::readWatch(
          candidate.watch, [&](uint16_t address) { return player.game->console().peek(address); });
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(trace::addressText(candidate.address()).c_str());
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(trace::formatValue(candidate.watch, now).c_str());
      ImGui::TableNextColumn();
      ImGui::PushID(i);
      if (ImGui::SmallButton("watch")) {
        trace::Watch watch = candidate.watch;
        watch.name = "at_" + hex(candidate.address(), 4);
        tryTo(player, [&] { addWatch(player, watch); });
      }
      ImGui::PopID();
    }
  ImGui::EndTable();
}

}  // namespace jumpscope::gui
