#include "src/gui/label_dialog.h"

#include <imgui.h>

#include <cstdio>
#include <stdexcept>

#include "src/gui/font.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

namespace {

template <size_t size>
void fillField(std::array<char, size>& field, const std::string& text) {
  std::snprintf(field.data(), field.size(), "%s", text.c_str());
}

}  // namespace

void LabelDialog::ask(const PlayState& player, const play::LabelPlace& place) {
  open();
  load(player, place);
  fillField(address_, play::placeText(place));
}

void LabelDialog::load(const PlayState& player, const play::LabelPlace& place) {
  place_ = place;
  why_no_place_.clear();
  const play::Label* label = player.labels.find(place);
  fillField(name_, label ? label->name : "");
  fillField(comment_, label ? label->comment : "");
}

// False: it is not saved, and the message says why.
bool LabelDialog::save(PlayState& player, bool removes) {
  play::Label label;
  label.place = *place_;
  if (const play::Label* before = player.labels.find(*place_)) label.size = before->size;
  if (!removes) label.name = name_.data(), label.comment = comment_.data();
  return changeLabel(player, label);
}

void LabelDialog::draw(PlayState& player) {
  if (!begin("Label", player.game != nullptr)) return;
  const bool begins = ImGui::IsWindowAppearing();
  const float left = em(80);
  const auto field = [&](const char* words, const char* id, auto& text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(words);
    ImGui::SameLine(left);
    ImGui::SetNextItemWidth(-1);
    return ImGui::InputText(id, text.data(), text.size(), ImGuiInputTextFlags_AutoSelectAll);
  };
  if (field("Address", "##address", address_)) {
    try {
      load(player, play::findPlace(address_.data(), player.game->console(), player.labels,
                                   player.game->options().symbols.get()));
    } catch (const std::runtime_error& error) {
      place_.reset();
      why_no_place_ = error.what();
    }
  }
  if (begins) ImGui::SetKeyboardFocusHere();
  field("Name", "##name", name_);
  field("Comment", "##comment", comment_);
  const std::string told = !place_ ? why_no_place_ : "kept in " + player.label_file.string();
  ImGui::PushTextWrapPos(0);
  ImGui::TextDisabled("%s", told.c_str());
  ImGui::PopTextWrapPos();
  const bool entered = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false) ||
                       ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter), false);
  ImGui::BeginDisabled(!place_);
  bool over = (ImGui::Button("Enter  Save") || entered) && place_ && save(player, false);
  ImGui::SameLine();
  ImGui::BeginDisabled(!place_ || !player.labels.find(*place_));
  over |= ImGui::Button("Remove") && save(player, true);
  ImGui::EndDisabled();
  ImGui::EndDisabled();
  ImGui::SameLine();
  over |= ImGui::Button("Esc  Cancel");
  end(over);
}

}  // namespace jumpscope::gui
