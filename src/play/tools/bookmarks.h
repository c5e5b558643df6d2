// Places of the listing and of the memory viewer that the player comes back to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/play/settings.h"
#include "src/play/tools/labels.h"

namespace jumpscope::play {

// Of the listing, at a CPU address. Its name is still empty.
Bookmark bookmarkOfCode(const console::Console& console, uint16_t address);
// Of one of play::memory_kinds.
Bookmark bookmarkOfMemory(size_t kind, uint32_t address);

struct BookmarkTarget {
  std::optional<uint16_t> code;  // in the listing; nullopt: in a memory
  size_t memory = 0;             // of play::memory_kinds
  uint32_t address = 0;
};
// Where it leads now; code of a bank that is not switched in is shown in PRG-ROM. Throws std::runtime_error for a place
// that this cartridge has not.
BookmarkTarget targetOf(const Bookmark& bookmark, const console::Console& console);

// Which of them is meant: its number, counted from 1, or its name. nullopt: none.
std::optional<size_t> findBookmark(const std::vector<Bookmark>& bookmarks, std::string_view typed);
// Adds it, or gives a place that has one the new name. Throws std::runtime_error for a name that is blank, a number, or
// another one's.
void addBookmark(std::vector<Bookmark>& bookmarks, Bookmark bookmark);

}  // namespace jumpscope::play
