#include "src/base/streamed_lines.h"

#include <stdexcept>

#include "src/base/limits.h"
#include "src/base/text.h"

namespace jumpscope::base {

StreamedLines::StreamedLines(Pieces text, std::string name)
    : pieces_(std::move(text)), name_(std::move(name)) {}

bool StreamedLines::fill() {
  if (ended_) return false;
  const std::span<const uint8_t> piece = pieces_();
  ended_ = piece.empty();
  text_.erase(0, begin_);
  begin_ = 0;
  text_ += asText(piece);
  return !ended_;
}

bool StreamedLines::atEnd() { return begin_ == text_.size() && !fill(); }

std::string_view StreamedLines::next() {
  ++number_;
  size_t searched = 0, end = text_.npos;
  while ((end = text_.find('\n', begin_ + searched)) == text_.npos) {
    searched = text_.size() - begin_;
    if (searched > longest_line + 1) break;
    if (!fill()) fail("the file ends within this line, so it is cut short; record it again");
  }
  std::string_view line = std::string_view(text_).substr(begin_, end - begin_);
  if (line.size() > longest_line) fail("the line is longer than 4 MiB; expected a file of lines");
  begin_ = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void StreamedLines::fail(const std::string& why) const { throw std::runtime_error(place() + ": " + why); }

}  // namespace jumpscope::base
