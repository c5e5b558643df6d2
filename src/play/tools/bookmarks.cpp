#include "src/play/tools/bookmarks.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "src/base/concat.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/play/tools/memory_view.h"
#include "src/trace/symbol_formats.h"

namespace jumpscope::play {

namespace {

constexpr size_t cpu_bus = 0, prg_rom = 1;  // of memory_kinds

static_assert(bookmark_views.size() == memory_count + 1);

std::optional<size_t> asNumber(std::string_view typed) {
  size_t number = 0;
  const auto end = typed.data() + typed.size();
  const auto read = std::from_chars(typed.data(), end, number);
  if (typed.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace

Bookmark bookmarkOfCode(const console::Console& console, uint16_t address) {
  return {"", std::string(bookmark_views[0]), placeText(labelPlace(console, address))};
}

Bookmark bookmarkOfMemory(size_t kind, uint32_t address) {
  return {"", std::string(bookmark_views[kind + 1]), "$" + base::hex(address, address > 0xFFFF ? 6 : 4)};
}

BookmarkTarget targetOf(const Bookmark& bookmark, const console::Console& console) {
  const auto view = std::find(bookmark_views.begin(), bookmark_views.end(), bookmark.in);
  if (view == bookmark_views.begin()) {
    const LabelPlace place = findPlace(bookmark.at, console, {}, nullptr);
    const auto address = addressNow(console, place);
    if (!address) return {std::nullopt, prg_rom, place.offset};
    return {*address, cpu_bus, *address};
  }
  const std::string_view digits = bookmark.at.starts_with('$') ? std::string_view(bookmark.at).substr(1) : "";
  const auto address = trace::parseHex(digits, 0xFFFFFF);
  const auto kind = static_cast<size_t>(view - bookmark_views.begin()) - 1;
  if (view == bookmark_views.end() || !address || digits.empty() ||
      *address >= memoryBytes(console, kind).size())
    throw std::runtime_error(base::concat({"the bookmark '", base::printable(bookmark.name), "' is at ",
                                           base::printable(bookmark.at), ", which this cartridge has not"}));
  return {std::nullopt, kind, *address};
}

std::optional<size_t> findBookmark(const std::vector<Bookmark>& bookmarks, std::string_view typed) {
  typed = trace::trimmed(typed);
  if (const auto number = asNumber(typed))
    return *number >= 1 && *number <= bookmarks.size() ? std::optional(*number - 1) : std::nullopt;
  const auto found = std::find_if(bookmarks.begin(), bookmarks.end(),
                                  [&](const Bookmark& bookmark) { return bookmark.name == typed; });
  if (found == bookmarks.end()) return std::nullopt;
  return static_cast<size_t>(found - bookmarks.begin());
}

void addBookmark(std::vector<Bookmark>& bookmarks, Bookmark bookmark) {
  bookmark.name = std::string(trace::trimmed(bookmark.name));
  if (bookmark.name.empty() || asNumber(bookmark.name))
    throw std::runtime_error("enter a name for the bookmark; a number goes to the one with that number");
  if (findBookmark(bookmarks, bookmark.name))
    throw std::runtime_error(base::concat({"there is a bookmark '", bookmark.name, "' already"}));
  const auto there = std::find_if(bookmarks.begin(), bookmarks.end(), [&](const Bookmark& other) {
    return other.in == bookmark.in && other.at == bookmark.at;
  });
  if (there != bookmarks.end())
    there->name = std::move(bookmark.name);
  else
    bookmarks.push_back(std::move(bookmark));
}

}  // namespace jumpscope::play
