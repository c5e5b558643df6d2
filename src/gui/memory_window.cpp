// The memory viewer: every memory of the machine, with edits, frozen bytes, files and search.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/text.h"
#include "src/gui/font.h"
#include "src/gui/tool_window.h"
#include "src/play/tools/bookmarks.h"
#include "src/play/tools/memory_view.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

using base::hex;

class MemoryWindow : public ToolWindow {
 public:
  const char* setting() const override { return "ram"; }
  const char* title() const override { return "Memory"; }
  // It asks for no frame to be run again, but ages its bytes once a frame.
  void forget(uint64_t) override { frame_.reset(); }

  void draw(PlayState& player) override {
    const auto wanted = std::exchange(player.show_memory, std::nullopt);
    if (wanted) {
      if (wanted->first != kind_) choose(wanted->first);
      chosen_ = static_cast<int>(wanted->second);
      scroll_ = true;
    }
    drawKind(player);
    const std::vector<uint8_t> bytes = play::memoryBytes(player.game->console(), kind_);
    if (frame_ != player.game->frame()) age_.look(bytes);
    frame_ = player.game->frame();
    if (!ImGui::BeginTabBar("memory")) return;
    if (ImGui::BeginTabItem("Bytes", nullptr, wanted ? ImGuiTabItemFlags_SetSelected : 0)) {
      drawGoto(player, bytes);
      drawBytes(player, bytes);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("Search")) {
      drawSearch(player, bytes);
      ImGui::EndTabItem();
    }
    if (ImGui::BeginTabItem("Frozen")) {
      drawFrozen(player);
      ImGui::EndTabItem();
    }
    ImGui::EndTabBar();
  }

 private:
  const play::MemoryKind& memory() const { return play::memory_kinds[kind_]; }

  void drawKind(PlayState& player) {
    ImGui::SetNextItemWidth(em(130));
    if (ImGui::BeginCombo("##memory", memory().name.data())) {
      for (size_t i = 0; i < play::memory_count; ++i)
        if (ImGui::Selectable(play::memory_kinds[i].name.data(), i == kind_)) choose(i);
      ImGui::EndCombo();
    }
    if (buttonBeside("Export"))
      tryTo(player, [&] {
        writeFile(player, newFile(player, "memory", ".bin"),
                  play::memoryBytes(player.game->console(), kind_));
      });
    ImGui::BeginDisabled(!memory().edited_as);
    if (buttonBeside("Import ..."))
      player.ask_for_file({"Bytes to write from the chosen address on",
                           {".bin"},
                           {},
                           "",
                           [&player, this](const std::string& path) {
                             tryTo(player, [&] {
                               play::editMemory(*player.game, kind_,
                                                static_cast<uint32_t>(std::max(chosen_, 0)),
                                                base::readFile(path));
                             });
                           }});
    ImGui::EndDisabled();
  }

  void choose(size_t kind) {
    kind_ = kind;
    age_ = {};
    chosen_ = -1;
    search_ = {};
  }

  void drawGoto(PlayState& player, std::span<const uint8_t> bytes) {
    ImGui::SetNextItemWidth(em(70));
    if (ImGui::InputTextWithHint("##goto", "go to", goto_.data(), goto_.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue)) {
      const auto address = addressTyped(player);
      if (address && *address >= bytes.size())
        player.say(std::string("'") + goto_.data() + "' is no address of this memory");
      else if (address)
        chosen_ = static_cast<int>(*address), scroll_ = true;
    }
    if (chosen_ < 0 || static_cast<size_t>(chosen_) >= bytes.size()) return;
    const uint8_t value = bytes[static_cast<size_t>(chosen_)];
    ImGui::SameLine();
    ImGui::Text("$%s = %s, %d, %d", hex(static_cast<uint64_t>(chosen_), 4).c_str(), hex(value, 2).c_str(),
                value, static_cast<int8_t>(value));
    if (const auto place = placeChosen(player)) {
      if (const play::Label* label = player.labels.find(*place)) {
        ImGui::SameLine();
        ImGui::TextUnformatted(label->name.c_str());
        if (!label->comment.empty() && ImGui::IsItemHovered())
          ImGui::SetTooltip("%s", label->comment.c_str());
      }
      ImGui::SameLine();
      if (ImGui::SmallButton("label")) player.edit_label = *place;
    }
    ImGui::SameLine();
    if (ImGui::SmallButton("bookmark"))
      player.ask_bookmark = play::bookmarkOfMemory(kind_, static_cast<uint32_t>(chosen_));
    if (!memory().edited_as) return;
    if (memory().edited_as == play::MemorySpace::CpuBus) {
      const std::string address = trace::addressText(static_cast<uint16_t>(chosen_));
      for (const auto& [words, function] : {std::pair{"stop on write", "writes("}, {"on read", "reads("}}) {
        ImGui::SameLine();
        if (ImGui::SmallButton(words)) stopAt(player, function + address + ")");
      }
    }
    ImGui::SameLine();
    if (ImGui::SmallButton("freeze")) {
      auto frozen = player.game->frozen();
      frozen.push_back(
          {0, std::nullopt, memory().first + static_cast<uint32_t>(chosen_), value, *memory().edited_as});
      player.game->freeze(std::move(frozen));
    }
  }

  // Labels are places of the CPU's bus and of PRG-ROM.
  std::optional<uint32_t> addressTyped(PlayState& player) const {
    std::optional<uint32_t> address;
    tryTo(player, [&] {
      const trace::Symbols* labels = player.game->options().symbols.get();
      const play::Label* own = player.labels.named(goto_.data());
      if (kind_ == prg_rom && own && own->place.memory == play::LabelPlace::Memory::Program)
        address = own->place.offset;
      else if (kind_ == cpu_bus)
        address = play::findAddress(goto_.data(), player.game->console(), player.labels, labels);
      else if (const std::string typed = goto_.data();
               const auto number = trace::parseNumber(typed.starts_with('$') ? typed : "$" + typed, 0xFFFFFF))
        address = *number;
      else
        throw std::runtime_error("'" + typed + "' is no address of this memory");
    });
    return address;
  }

  std::optional<play::LabelPlace> placeChosen(const PlayState& player) const {
    if (kind_ == cpu_bus) return play::labelPlace(player.game->console(), static_cast<uint16_t>(chosen_));
    if (kind_ == prg_rom)
      return play::LabelPlace{play::LabelPlace::Memory::Program, static_cast<uint32_t>(chosen_)};
    return std::nullopt;
  }

  void drawBytes(PlayState& player, std::span<const uint8_t> bytes) {
    const auto column = [](int i) { return em(46.0f + static_cast<float>(i) * 20 + (i >= 8 ? 6.0f : 0.0f)); };
    ImGui::TextUnformatted("");
    for (int i = 0; i < 16; ++i) {
      ImGui::SameLine(column(i));
      ImGui::TextDisabled("_%X", static_cast<unsigned>(i));
    }
    ImGui::BeginChild("bytes");
    const float line = ImGui::GetTextLineHeightWithSpacing();
    if (std::exchange(scroll_, false)) ImGui::SetScrollY(static_cast<float>(chosen_ / 16) * line - 4 * line);
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>((bytes.size() + 15) / 16), line);
    while (clipper.Step())
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
        ImGui::TextDisabled("%s",
                            hex(static_cast<uint64_t>(row) * 16, bytes.size() > 0x10000 ? 6 : 4).c_str());
        const size_t first = static_cast<size_t>(row) * 16,
                     count = std::min<size_t>(16, bytes.size() - first);
        for (size_t i = 0; i < count; ++i) {
          ImGui::SameLine(column(static_cast<int>(i)));
          drawByte(player, static_cast<int>(first + i), bytes[first + i]);
        }
        ImGui::SameLine(column(16) + em(8));
        ImGui::TextUnformatted(play::asciiOf(bytes.subspan(first, count)).c_str());
      }
    ImGui::EndChild();
  }

  void drawByte(PlayState& player, int address, uint8_t value) {
    ImGui::PushID(address);
    if (edited_ == address) {
      ImGui::SetNextItemWidth(em(20));
      ImGui::SetKeyboardFocusHere();
      if (ImGui::InputText("##byte", typed_.data(), typed_.size(),
                           ImGuiInputTextFlags_CharsHexadecimal | ImGuiInputTextFlags_EnterReturnsTrue)) {
        const std::array bytes{static_cast<uint8_t>(std::strtoul(typed_.data(), nullptr, 16))};
        if (typed_[0] != '\0')
          tryTo(player,
                [&] { play::editMemory(*player.game, kind_, static_cast<uint32_t>(address), bytes); });
        edited_ = -1;
      }
      if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) edited_ = -1;
    } else {
      const float old = std::min(1.0f, static_cast<float>(age_.age(static_cast<size_t>(address))) / 30);
      const ImVec4 color = address == chosen_
                               ? ImVec4{1, 0.9f, 0.3f, 1}
                               : ImVec4{1 - 0.2f * old, 0.35f + 0.45f * old, 0.35f + 0.45f * old, 1};
      ImGui::TextColored(color, "%s", hex(value, 2).c_str());
      if (ImGui::IsItemClicked()) chosen_ = address;
      if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("double-click to edit");
        if (memory().edited_as && ImGui::IsMouseDoubleClicked(0)) edited_ = address, typed_ = {};
      }
    }
    ImGui::PopID();
  }

  void drawSearch(PlayState& player, std::span<const uint8_t> bytes) {
    constexpr std::array<const char*, 7> types{"u8", "s8", "u16", "u16be", "s16", "s16be", "bcd"};
    ImGui::SetNextItemWidth(em(70));
    ImGui::Combo("##type", &type_, types.data(), static_cast<int>(types.size()));
    if (buttonBeside("New search"))
      tryTo(player, [&] { search_.begin(bytes, types[static_cast<size_t>(type_)]); });
    if (!search_.begun()) {
      ImGui::TextWrapped(
          "Start a search, play on, and enter what the value did. The list shows the places that match.");
      return;
    }
    if (buttonBeside("Undo") && !search_.undo()) player.say("there is no earlier step of this search");
    fieldWidth(220);
    const bool entered =
        ImGui::InputText("##test", test_.data(), test_.size(),
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (buttonBeside("Filter") || entered) tryTo(player, [&] { search_.keep(test_.data(), bytes); });
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("decreased, increased, changed, unchanged, equal to 176, between 3 and 9 ...");
    ImGui::PopTextWrapPos();
    const auto& found = search_.found();
    ImGui::Text("%zu places", found.size());
    if (!ImGui::BeginTable("found", 4, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) return;
    for (const char* name : {"address", "now", "before", ""}) ImGui::TableSetupColumn(name);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(found.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
        drawFound(player, bytes, found[static_cast<size_t>(i)]);
    ImGui::EndTable();
  }

  void drawFound(PlayState& player, std::span<const uint8_t> bytes, const play::MemorySearch::Found& found) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(found.address));
    if (ImGui::Selectable(("$" + hex(found.address, 4)).c_str())) chosen_ = static_cast<int>(found.address);
    ImGui::TableNextColumn();
    trace::Watch watch = search_.watchAt(found.address);
    ImGui::TextUnformatted(trace::formatValue(watch, search_.valueAt(found.address, bytes)).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(trace::formatValue(watch, found.before).c_str());
    ImGui::TableNextColumn();
    if (kind_ == 0 && ImGui::SmallButton("watch")) {
      watch.name = "at_" + hex(found.address, 4);
      tryTo(player, [&] { addWatch(player, watch); });
    }
    ImGui::PopID();
  }

  static void drawFrozen(PlayState& player) {
    auto frozen = player.game->frozen();
    if (frozen.empty())
      ImGui::TextWrapped("Choose a byte and press `freeze`: it is written at the start of each frame.");
    for (size_t i = 0; i < frozen.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      const bool removed = ImGui::SmallButton("x");
      ImGui::PopID();
      ImGui::SameLine();
      ImGui::Text("$%s = $%s", hex(frozen[i].address, 4).c_str(), hex(frozen[i].value, 2).c_str());
      if (!removed) continue;
      frozen.erase(frozen.begin() + static_cast<ptrdiff_t>(i));
      player.game->freeze(std::move(frozen));
      return;
    }
  }

  static constexpr size_t cpu_bus = 0, prg_rom = 1;  // of play::memory_kinds

  size_t kind_ = cpu_bus;
  play::MemoryAge age_;
  play::MemorySearch search_;
  std::optional<uint64_t> frame_;
  int chosen_ = -1, edited_ = -1, type_ = 0;
  bool scroll_ = false;
  std::array<char, 40> goto_{};
  std::array<char, 3> typed_{};
  std::array<char, 64> test_{"decreased"};
};

}  // namespace

std::unique_ptr<ToolWindow> makeMemoryWindow() { return std::make_unique<MemoryWindow>(); }

}  // namespace jumpscope::gui
