// A man page as text: as much of roff's man macros as cmd_man.cpp writes.
#include <algorithm>
#include <string>
#include <string_view>

#include "src/cli/grammar.h"

namespace jumpscope::cli {
namespace {

constexpr size_t body_indent = 7, tag_indent = 14, section_indent = 3;

// Columns of a terminal: bytes that do not continue a character of UTF-8.
size_t columnsOf(std::string_view text) {
  size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return columns;
}

// Without fonts and escapes.
std::string plain(std::string_view roff) {
  std::string text;
  for (size_t i = 0; i < roff.size(); ++i) {
    if (roff[i] != '\\' || i + 1 == roff.size()) {
      text += roff[i];
      continue;
    }
    switch (roff[++i]) {
      case 'f':  // and the font's letter
        ++i;
        break;
      case '&':
        break;
      case 'e':
        text += '\\';
        break;
      default:
        text += roff[i];
    }
  }
  return text;
}

class Page {
 public:
  explicit Page(size_t width) : width_(width) {}

  void line(std::string_view roff) {
    if (!roff.starts_with('.')) return text(plain(roff));
    const size_t blank = roff.find(' ');
    macro(roff.substr(0, blank), blank == roff.npos ? std::string() : plain(roff.substr(blank + 1)));
  }
  std::string take() {
    endParagraph();
    return std::move(out_);
  }

 private:
  void macro(std::string_view name, const std::string& argument) {
    if (name == ".TH") {
      out_ += argument.substr(0, argument.find(' ')) + "(1)\n";
    } else if (name == ".SH" || name == ".SS") {
      endParagraph();
      out_ += "\n" + std::string(name == ".SH" ? 0 : section_indent, ' ') + argument + "\n";
      indent_ = body_indent;
    } else if (name == ".TP") {
      endParagraph();
      out_ += afterHeading() ? "" : "\n";
      next_is_tag_ = true;
    } else if (name == ".PP") {
      endParagraph();
      out_ += "\n";
      indent_ = body_indent;
    } else if (name == ".nf") {
      endParagraph();
      filled_ = false;
    } else if (name == ".fi") {
      filled_ = true;
    } else {  // .B, .BR: a line of text in another font
      text(argument);
    }
  }

  bool afterHeading() const {
    const size_t line = out_.rfind('\n', out_.size() - 2);
    return line != out_.npos && line + 1 < out_.size() && out_[line + 1] != ' ';
  }

  void text(const std::string& words) {
    if (!filled_ || next_is_tag_) {
      out_ += std::string(body_indent, ' ') + words + "\n";
      indent_ = next_is_tag_ ? tag_indent : body_indent;
      next_is_tag_ = false;
      return;
    }
    for (size_t begin = words.find_first_not_of(' '); begin != words.npos;
         begin = words.find_first_not_of(' ', begin)) {
      const size_t end = std::min(words.find(' ', begin), words.size());
      word(std::string_view(words).substr(begin, end - begin));
      begin = end;
    }
  }

  void word(std::string_view word) {
    if (column_ > 0 && column_ + 1 + columnsOf(word) > width_) endParagraph();
    const std::string space = column_ == 0 ? std::string(indent_, ' ') : " ";
    out_.append(space).append(word);
    column_ += space.size() + columnsOf(word);
  }

  void endParagraph() {
    if (column_ > 0) out_ += "\n";
    column_ = 0;
  }

  size_t width_;
  std::string out_;
  size_t indent_ = body_indent, column_ = 0;
  bool filled_ = true, next_is_tag_ = false;
};

}  // namespace

std::string manText(const std::string& page, size_t width) {
  Page text(width);
  for (size_t begin = 0; begin < page.size();) {
    const size_t end = std::min(page.find('\n', begin), page.size());
    text.line(std::string_view(page).substr(begin, end - begin));
    begin = end + 1;
  }
  return text.take();
}

}  // namespace jumpscope::cli
