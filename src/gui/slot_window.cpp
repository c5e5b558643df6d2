#include "src/gui/slot_window.h"

#include <imgui.h>

#include <algorithm>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/png.h"
#include "src/gui/font.h"
#include "src/play/slots.h"

namespace jumpscope::gui {

void SlotWindow::look(const std::filesystem::path& folder) {
  folder_ = folder;
  for (int slot = 1; slot <= 10; ++slot) {
    std::unique_ptr<Texture>& picture = pictures_[static_cast<size_t>(slot - 1)];
    picture.reset();
    const std::filesystem::path file = play::slotFile(folder, slot, ".png");
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) continue;
    try {
      const base::PngPicture thumbnail = base::decodePng(base::readFile(file.string()), file.string());
      picture = std::make_unique<Texture>(thumbnail.width, thumbnail.height);
      picture->set(thumbnail.pixels);
    } catch (const std::runtime_error&) {
      // A picture that cannot be shown: the slot itself says what is wrong when it is loaded.
    }
  }
}

SlotWindow::Wish SlotWindow::draw(const std::filesystem::path& folder, bool& open) {
  if (folder != folder_) look(folder);
  Wish wish;
  ImGui::SetNextWindowPos(em(40, 380), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(em(690, 300), ImGuiCond_FirstUseEver);
  if (ImGui::Begin("Slots", &open) && ImGui::BeginTable("slots", 5)) {
    for (int slot = 1; slot <= 10; ++slot) {
      ImGui::TableNextColumn();
      ImGui::PushID(slot);
      const std::unique_ptr<Texture>& picture = pictures_[static_cast<size_t>(slot - 1)];
      // Narrower where the window is; the picture has a frame around it.
      const float width = std::min(em(124), ImGui::GetContentRegionAvail().x), height = width * 114 / 124;
      const ImVec2 frame = ImGui::GetStyle().FramePadding;
      if (picture && ImGui::ImageButton(picture->id(), {width - 2 * frame.x, height - 2 * frame.y}))
        wish = {slot, false};
      if (!picture) ImGui::Button("empty", {width, height});
      if (ImGui::SmallButton("save")) wish = {slot, true};
      ImGui::SameLine();
      ImGui::Text("%d", slot);
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  ImGui::End();
  return wish;
}

}  // namespace jumpscope::gui
