// Cheats: Game Genie, raw, and FCEUX's files.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/text.h"
#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/cheats.h"

namespace jumpscope::gui {

namespace {

class CheatWindow : public ToolWindow {
 public:
  const char* setting() const override { return "cheats"; }
  const char* title() const override { return "Cheats"; }
  std::string_view opens() const override { return ".cht"; }

  // Adds those that the list lacks.
  void openFile(PlayState& player, const std::string& path) override {
    const std::vector<uint8_t> bytes = base::readFile(path);
    std::vector<play::Cheat> all = cheats_;
    for (const play::Cheat& cheat : play::parseCheats(base::asText(bytes), path))
      if (std::find(all.begin(), all.end(), cheat) == all.end()) all.push_back(cheat);
    const size_t more = all.size() - cheats_.size();
    apply(player, std::move(all));
    player.say(
        base::concat({"added ", std::to_string(more), more == 1 ? " cheat of " : " cheats of ", path}));
  }

  void draw(PlayState& player) override {
    fieldWidth(170);
    const bool entered = ImGui::InputTextWithHint("##code", "SXIOPO  0075:09  94A7?03:02", typed_.data(),
                                                  typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    if ((buttonBeside("Add") || entered) && typed_[0] != '\0')
      tryTo(player, [&] {
        std::vector<play::Cheat> more = cheats_;
        more.push_back(play::parseCheat(typed_.data()));
        apply(player, std::move(more));
        typed_ = {};
      });
    if (buttonBeside("Save .cht"))
      tryTo(player, [&] {
        const std::string text = play::cheatsText(cheats_);
        writeFile(player, newFile(player, "cheats", ".cht"),
                  {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
      });
    if (buttonBeside("Load ..."))
      player.ask_for_file({"Load cheats", {".cht"}, {}, "", [&player, this](const std::string& path) {
                             tryTo(player, [&] { openFile(player, path); });
                           }});
    drawList(player);
    ImGui::TextWrapped(
        "From $8000 on a cheat changes what is read, elsewhere it writes the byte in every frame. What is "
        "played with "
        "cheats is no movie.");
  }

 private:
  void apply(PlayState& player, std::vector<play::Cheat> cheats) {
    // Bytes that the memory window froze stay.
    std::vector<play::Poke> others = player.game->frozen();
    std::erase_if(others, [&](const play::Poke& poke) {
      return std::find(frozen_.begin(), frozen_.end(), poke) != frozen_.end();
    });
    const size_t kept = others.size();
    play::applyCheats(*player.game, player.inserted, cheats, std::move(others));
    cheats_ = std::move(cheats);
    frozen_.assign(player.game->frozen().begin() + static_cast<ptrdiff_t>(kept), player.game->frozen().end());
    player.trail.clear();
  }

  void drawList(PlayState& player) {
    std::vector<play::Cheat> list = cheats_;
    bool changed = false;
    int removed = -1;
    for (size_t i = 0; i < cheats_.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      changed |= ImGui::Checkbox("##on", &list[i].on);
      ImGui::SameLine();
      if (ImGui::SmallButton("x")) removed = static_cast<int>(i);
      ImGui::SameLine();
      ImGui::Text("%s  %s", play::rawText(cheats_[i]).c_str(), cheats_[i].name.c_str());
      ImGui::PopID();
    }
    if (removed >= 0) list.erase(list.begin() + removed);
    if (changed || removed >= 0) tryTo(player, [&] { apply(player, std::move(list)); });
  }

  std::vector<play::Cheat> cheats_;
  std::vector<play::Poke> frozen_;  // by them
  std::array<char, 64> typed_{};
};

}  // namespace

std::unique_ptr<ToolWindow> makeCheatWindow() { return std::make_unique<CheatWindow>(); }

}  // namespace jumpscope::gui
