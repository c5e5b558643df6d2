#include "src/gui/modal_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "src/gui/font.h"

namespace jumpscope::gui {

bool ModalDialog::begin(const char* title, bool possible) {
  if (std::exchange(asked_, false)) ImGui::OpenPopup(title);
  ImGui::SetNextWindowSize({std::min(em(440), ImGui::GetIO().DisplaySize.x - em(20)), 0});
  shown_ = possible && ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoSavedSettings);
  if (!shown_) escaped_ = false;
  return shown_;
}

void ModalDialog::end(bool over) {
  if (std::exchange(escaped_, false) || over) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace jumpscope::gui
