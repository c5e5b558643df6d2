#include "src/gui/watch_window.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/output.h"
#include "src/gui/font.h"
#include "src/play/remember.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

std::string addressesText(const trace::Watch& watch) {
  std::string text;
  for (const uint16_t address : watch.addresses)
    text.append(text.empty() ? "" : ",").append(trace::addressText(address));
  return text.empty() ? "-" : text;
}

// A profile that still makes sense without this watch, or a sentence.
void removeWatch(PlayState& player, const std::string& name) {
  trace::Profile profile = *player.game->profile();
  std::erase_if(profile.watches, [&](const trace::Watch& watch) { return watch.name == name; });
  std::erase_if(profile.feeds, [&](const auto& feed) { return feed.second == name; });
  tryTo(player, [&] {
    changeProfile(player,
                  trace::parseProfile(base::compactJson(trace::profileToJson(profile)), profile.name));
  });
}

}  // namespace

void WatchWindow::draw(PlayState& player, WhyWindow& why, bool& open) {
  ImGui::SetNextWindowPos(em(230, 60), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(520, 420), ImGuiCond_FirstUseEver);
  if (!ImGui::Begin("Watches", &open) || !player.game) {
    ImGui::End();
    return;
  }
  fieldWidth(300);
  const bool entered =
      ImGui::InputTextWithHint("##new", "y=$00CE:u8  fall=delta(y)  h=$04F3,$04F2:u16.8", typed_.data(),
                               typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  if (buttonBeside("Add") || entered)
    tryTo(player, [&] {
      const trace::Profile* profile = player.game->profile();
      trace::WatchContext context;
      if (profile) context.watches = profile->watches;
      addWatch(player, trace::parseWatch(typed_.data(), context));
      typed_ = {};
    });

  const trace::Profile* profile = player.game->profile();
  if (!profile) {
    ImGui::TextWrapped("No profile lists this cartridge: add a watch, or open Memory and search for one.");
    ImGui::End();
    return;
  }
  if (path_[0] == '\0')
    std::snprintf(
        path_.data(), path_.size(), "%s",
        player.profile_file.empty() ? (profile->name + ".json").c_str() : player.profile_file.c_str());
  fieldWidth(300);
  ImGui::InputText("##path", path_.data(), path_.size());
  if (buttonBeside("Save profile"))
    tryTo(player, [&] {
      const std::string path = path_.data();
      if (!path.ends_with(".json"))
        throw std::runtime_error("the name of a profile must end in .json, not '" + path + "'");
      base::writeOutput(path, base::jsonText(trace::profileToJson(*profile)));
      player.profile_file = player.profile_name = play::lastingProfile(path);
      player.say(std::string("wrote ").append(path_.data()));
    });

  std::string removed;
  if (ImGui::BeginTable("watches", 6,
                        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_Resizable)) {
    constexpr std::pair<const char*, float> columns[] = {
        {"name", 2.2f}, {"value", 1}, {"unit", 1.6f}, {"address", 1.2f}, {"type", 0.7f}};
    for (const auto& column : columns)
      ImGui::TableSetupColumn(column.first, ImGuiTableColumnFlags_WidthStretch, column.second);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, em(106));
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    const auto rows = player.game->rows();
    for (size_t i = 0; i < profile->watches.size(); ++i) {
      const trace::Watch& watch = profile->watches[i];
      const auto cell = [](const std::string& text) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(text.c_str());
      };
      ImGui::TableNextRow();
      cell(watch.name);
      if (!watch.meaning.empty() && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", watch.meaning.c_str());
      const bool inside =
          player.game->inFrame() && watch.take == trace::Take::Value && !watch.addresses.empty();
      if (inside)  // as it is now
        cell(trace::formatValue(watch, trace::readWatch(watch, [&](uint16_t address) {
                                  return player.game->console().peek(address);
                                })));
      else
        cell(rows.empty() || rows.back().values.size() <= i
                 ? ""
                 : trace::formatValue(watch, rows.back().values[i]));
      cell(watch.unit);
      cell(addressesText(watch));
      cell(std::string(trace::typeName(watch.type)));
      ImGui::TableNextColumn();
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::SmallButton("Why?")) why.ask(player, watch);
      ImGui::SameLine();
      const std::string writes = play::writesOf(watch);
      ImGui::BeginDisabled(writes.empty());
      if (ImGui::SmallButton("Stop")) stopAt(player, writes);
      ImGui::EndDisabled();
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("stop before what writes it next");
      ImGui::SameLine();
      if (ImGui::SmallButton("x")) removed = watch.name;
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  ImGui::End();
  if (!removed.empty()) removeWatch(player, removed);
}

}  // namespace jumpscope::gui
