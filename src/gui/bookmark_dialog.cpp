#include "src/gui/bookmark_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "src/play/tools/bookmarks.h"

namespace jumpscope::gui {

namespace {

std::string placeOf(const play::Bookmark& bookmark) { return bookmark.in + " " + bookmark.at; }

bool goToBookmark(PlayState& player, const play::Bookmark& bookmark) {
  return tryTo(player, [&] {
    const play::BookmarkTarget target = play::targetOf(bookmark, player.game->console());
    if (target.code)
      player.show_code = *target.code;
    else
      player.show_memory = {target.memory, target.address};
  });
}

}  // namespace

void BookmarkDialog::ask(play::Bookmark here) {
  open();
  here_ = std::move(here);
  typed_ = {};
}

// What is typed is one that there is, else the name of a new one. True: the dialog is done.
bool BookmarkDialog::enter(PlayState& player) {
  if (typed_[0] == '\0') return false;
  if (const auto found = play::findBookmark(player.bookmarks, typed_.data()))
    return goToBookmark(player, player.bookmarks[*found]);
  here_.name = typed_.data();
  if (!tryTo(player, [&] { play::addBookmark(player.bookmarks, here_); })) return false;
  player.say("bookmark '" + here_.name + "' at " + placeOf(here_));
  return true;
}

bool BookmarkDialog::drawList(PlayState& player) {
  bool over = false;
  size_t removed = player.bookmarks.size();
  const float lines = static_cast<float>(std::clamp<size_t>(player.bookmarks.size(), 3, 12));
  ImGui::BeginChild("bookmarks", {0, lines * ImGui::GetFrameHeightWithSpacing()}, true);
  for (size_t i = 0; i < player.bookmarks.size(); ++i) {
    const play::Bookmark& bookmark = player.bookmarks[i];
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::SmallButton("x")) removed = i;
    ImGui::SameLine();
    const std::string words = std::to_string(i + 1) + "  " + bookmark.name + "  (" + placeOf(bookmark) + ")";
    if (ImGui::Selectable(words.c_str(), false, ImGuiSelectableFlags_DontClosePopups))
      over = goToBookmark(player, bookmark);
    ImGui::PopID();
  }
  if (player.bookmarks.empty()) ImGui::TextDisabled("there is none yet");
  ImGui::EndChild();
  if (removed < player.bookmarks.size())
    player.bookmarks.erase(player.bookmarks.begin() + static_cast<ptrdiff_t>(removed));
  return over;
}

void BookmarkDialog::draw(PlayState& player) {
  if (!begin("Bookmarks", player.game != nullptr)) return;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool entered =
      ImGui::InputTextWithHint("##typed", "a name for this place, or the number of one", typed_.data(),
                               typed_.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  const bool there = play::findBookmark(player.bookmarks, typed_.data()).has_value();
  ImGui::TextDisabled("this place: %s", placeOf(here_).c_str());
  bool over = drawList(player);
  if (ImGui::Button(there ? "Enter  Go there" : "Enter  Set here") || (entered && !ImGui::GetIO().KeyCtrl))
    over |= enter(player);
  ImGui::SameLine();
  // For those without a mouse.
  ImGui::BeginDisabled(!there);
  const bool removes = ImGui::Button("Ctrl+Enter  Remove") || (there && entered && ImGui::GetIO().KeyCtrl);
  ImGui::EndDisabled();
  ImGui::SameLine();
  over |= ImGui::Button("Esc  Close");
  if (removes) {
    player.bookmarks.erase(player.bookmarks.begin() +
                           static_cast<ptrdiff_t>(*play::findBookmark(player.bookmarks, typed_.data())));
    typed_ = {};
  }
  end(over);
}

}  // namespace jumpscope::gui
