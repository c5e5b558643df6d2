#include "src/gui/file_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <utility>

#include "src/gui/font.h"

namespace jumpscope::gui {

namespace fs = std::filesystem;

void FileDialog::ask(Request request) {
  request_ = std::move(request);
  asked_ = focuses_ = true;
  std::snprintf(typed_.data(), typed_.size(), "%s", request_.save_as.c_str());
  std::error_code ignored;
  if (folder_.empty()) folder_ = fs::current_path(ignored);
  look();
}

void FileDialog::look() {
  list_ = play::listFolder(folder_, request_.extensions);
  for (const auto* names : {&list_.folders, &list_.files})
    for (const std::string& name : *names) needScriptsOf(name);
}

void FileDialog::go(const fs::path& folder) {
  folder_ = folder;
  if (request_.save_as.empty()) typed_ = {};
  focuses_ = true;
  look();
}

void FileDialog::choose(const fs::path& path) {
  ImGui::CloseCurrentPopup();
  if (path.has_parent_path()) folder_ = path.parent_path();
  request_.chosen(path.string());
}

void FileDialog::drawRecent() {
  if (request_.recent.empty() || !ImGui::BeginCombo("##recent", "Recent")) return;
  std::string wanted;
  for (const std::string& path : request_.recent)
    if (ImGui::Selectable(path.c_str())) wanted = path;
  ImGui::EndCombo();
  if (!wanted.empty()) choose(wanted);
}

void FileDialog::drawList() {
  const bool saves = !request_.save_as.empty();
  ImGui::TextWrapped("%s", folder_.string().c_str());
  ImGui::BeginChild("files", {0, -2.2f * ImGui::GetFrameHeightWithSpacing()}, true);
  fs::path into, file;
  constexpr auto stay = ImGuiSelectableFlags_DontClosePopups;
  if (ImGui::Selectable("..", false, stay)) into = folder_.parent_path();
  const auto visible = [&](const std::string& name) {
    const bool is_path = std::string_view(typed_.data()).find('/') != std::string_view::npos;
    return saves || is_path || play::matchesTyped(name, typed_.data());
  };
  for (const std::string& name : list_.folders)
    if (visible(name) && ImGui::Selectable((name + "/").c_str(), false, stay)) into = folder_ / name;
  for (const std::string& name : list_.files)
    if (visible(name) && ImGui::Selectable(name.c_str(), false, stay)) file = folder_ / name;
  if (!list_.problem.empty()) ImGui::TextWrapped("%s", list_.problem.c_str());
  ImGui::EndChild();
  if (!into.empty()) go(into);
  if (file.empty()) return;
  if (saves)
    std::snprintf(typed_.data(), typed_.size(), "%s", file.filename().c_str());
  else
    choose(file);
}

// A path, or what is left of the list: its first file, or else its first folder.
void FileDialog::enter(const std::string& typed) {
  std::error_code ignored;
  const fs::path path = folder_ / typed;
  if (!typed.empty() && fs::is_directory(path, ignored)) return go(path);
  if (!typed.empty() && fs::exists(path, ignored)) return choose(path);
  const auto matches = [&](const std::string& name) { return play::matchesTyped(name, typed); };
  const auto file = std::find_if(list_.files.begin(), list_.files.end(), matches);
  if (file != list_.files.end()) return choose(folder_ / *file);
  const auto into = std::find_if(list_.folders.begin(), list_.folders.end(), matches);
  if (into != list_.folders.end()) go(folder_ / *into);
}

void FileDialog::drawButtons() {
  const bool saves = !request_.save_as.empty();
  ImGui::SetNextItemWidth(-1);
  // What is typed goes there without a click, also in the next folder.
  if (std::exchange(focuses_, false)) ImGui::SetKeyboardFocusHere();
  const bool entered =
      ImGui::InputTextWithHint("##name", saves ? "name" : "filter, or a path", typed_.data(), typed_.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const std::string name = typed_.data();
  std::error_code ignored;
  const bool replaces = saves && !name.empty() && fs::exists(folder_ / name, ignored);
  if (saves) {
    const bool wanted = ImGui::Button(replaces ? "Replace" : "Save");
    if (!name.empty() && (wanted || (entered && !replaces))) choose(folder_ / name);
    ImGui::SameLine();
  } else if (entered) {
    enter(name);
  }
  if (ImGui::Button("Cancel") || std::exchange(escaped_, false)) ImGui::CloseCurrentPopup();
  if (replaces) {
    ImGui::SameLine();
    ImGui::TextDisabled("a file of this name exists");
  }
}

void FileDialog::draw() {
  if (std::exchange(asked_, false)) ImGui::OpenPopup("###files");
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowSize({std::min(em(520), window.x - em(20)), std::min(em(420), window.y - em(40))},
                           ImGuiCond_Appearing);
  shown_ = ImGui::BeginPopupModal((request_.title + "###files").c_str());
  if (!shown_) return;
  drawRecent();
  drawList();
  drawButtons();
  ImGui::EndPopup();
}

}  // namespace jumpscope::gui
