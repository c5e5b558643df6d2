#include "src/diff/diff_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>

#include "src/base/delimited.h"
#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/movie/buttons.h"

namespace jumpscope::diff {
namespace {

constexpr int most_bits = 32;
constexpr size_t longest_name = 200;

// whole + fraction / 2^32.
struct Fixed {
  int64_t whole = 0;
  uint32_t fraction = 0;
};

struct Number {
  Fixed value;
  bool exact = true;
};

Number makeNumber(bool negative, uint64_t whole, uint64_t fraction, bool exact) {
  whole += fraction >> most_bits;
  fraction &= (uint64_t{1} << most_bits) - 1;
  if (!negative) return {{static_cast<int64_t>(whole), static_cast<uint32_t>(fraction)}, exact};
  if (fraction == 0) return {{-static_cast<int64_t>(whole), 0}, exact};
  return {{-static_cast<int64_t>(whole) - 1, static_cast<uint32_t>((uint64_t{1} << most_bits) - fraction)},
          exact};
}

// Decimal digits behind a point as a binary fraction, rounded to 32 bits.
std::optional<std::pair<uint64_t, bool>> fractionOf(std::string_view text) {
  std::string digits;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    digits += static_cast<char>(c - '0');
  }
  uint64_t fraction = 0;
  const auto twice = [&digits] {
    int carry = 0;
    for (size_t i = digits.size(); i-- > 0;) {
      const int doubled = digits[i] * 2 + carry;
      carry = doubled / 10;
      digits[i] = static_cast<char>(doubled % 10);
    }
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
    return static_cast<uint64_t>(carry);
  };
  for (int bit = 0; bit < most_bits; ++bit) fraction = fraction << 1 | twice();
  const bool exact = digits.find_first_not_of('\0') == digits.npos;
  return std::pair{fraction + (exact ? 0 : twice()), exact};
}

std::optional<Number> parseNumber(std::string_view text) {
  if (text == "true" || text == "false") return Number{{text == "true", 0}, true};
  constexpr uint64_t largest = uint64_t{1} << 61;
  constexpr size_t longest = 80;
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || text.size() > longest) return std::nullopt;
  const bool hexadecimal = text.starts_with('$') || text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(text[0] == '$' ? 1 : 2);
  const char* last = text.data() + text.size();
  uint64_t whole = 0;
  std::string_view behind;
  if (!text.starts_with('.')) {
    const auto [end, error] = std::from_chars(text.data(), last, whole, hexadecimal ? 16 : 10);
    if (error != std::errc() || whole > largest) return std::nullopt;
    behind = {end, static_cast<size_t>(last - end)};
  } else {
    behind = text;
  }
  if (behind.empty()) return makeNumber(negative, whole, 0, true);
  if (hexadecimal) return std::nullopt;
  if (text.find_first_of("eE") != text.npos) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), last, value);
    if (error != std::errc() || end != last || !(value < 1e9)) return std::nullopt;
    const double scaled = std::ldexp(value, most_bits), rounded = std::round(scaled);
    const auto raw = static_cast<uint64_t>(rounded);
    return makeNumber(negative, raw >> most_bits, raw & 0xFFFFFFFFu, scaled == rounded);
  }
  if (behind[0] != '.' || text.size() < 2) return std::nullopt;
  const auto fraction = fractionOf(behind.substr(1));
  if (!fraction) return std::nullopt;
  return makeNumber(negative, whole, fraction->first, fraction->second);
}

struct Column {
  std::string name;
  std::vector<Fixed> values;
  uint32_t all_fractions = 0;  // every bit that any value has
  int64_t lowest = 0, highest = 0;
  bool exact = true;
  std::string wrong;  // why the column is left out; empty: it is not

  int bitsNeeded() const {
    int bits = 0;
    while (bits < most_bits && static_cast<uint32_t>(all_fractions << bits) != 0) ++bits;
    return bits;
  }
};

class Table {
 public:
  Table(std::string_view text, const std::string& name, const std::map<std::string, std::string>& renamed)
      : lines_(text, name), renamed_(renamed) {
    readNames();
    while (lines_.next()) readRow();
  }

  CsvTrace finish(std::span<const trace::Watch> like) {
    CsvTrace result;
    result.has_buttons = buttons_column_.has_value() && buttons_wrong_.empty();
    if (!buttons_wrong_.empty()) result.unread["buttons"] = buttons_wrong_;
    std::vector<std::pair<const Column*, int>> kept;
    for (Column& column : columns_) {
      if (column.name.empty()) continue;
      int bits = column.bitsNeeded();
      for (const trace::Watch& watch : like)
        if (watch.name == column.name) bits = std::max(bits, std::min(watch.fraction_bits, most_bits));
      const int64_t limit = int64_t{1} << (61 - bits);
      if (column.wrong.empty() && (column.lowest < -limit || column.highest >= limit))
        column.wrong = "its numbers are too large";
      if (!column.wrong.empty()) {
        result.unread[column.name] = "column " + column.name + " is not compared: " + column.wrong;
        continue;
      }
      if (!column.exact)
        result.notes.push_back("column " + column.name +
                               " has decimals that are no binary fractions; they are rounded to 1/2^32");
      trace::Watch watch;
      watch.name = column.name;
      watch.fraction_bits = bits;
      result.trace.header.watches.push_back(watch);
      kept.emplace_back(&column, bits);
    }
    result.trace.rows = std::move(rows_);
    for (size_t i = 0; i < result.trace.rows.size(); ++i)
      for (const auto& [column, bits] : kept) {
        const Fixed value = column->values[i];
        const auto fraction = bits == 0 ? 0 : static_cast<int64_t>(value.fraction >> (most_bits - bits));
        result.trace.rows[i].values.push_back(value.whole * (int64_t{1} << bits) + fraction);
      }
    return result;
  }

 private:
  void readNames() {
    if (!lines_.next()) lines_.fail("the file ends before the row of column names");
    std::set<std::string> seen;
    for (const std::string_view field : lines_.fields()) {
      std::string name = base::printable(field, longest_name);
      if (const auto other = renamed_.find(name); other != renamed_.end()) name = other->second;
      std::string lower = name;
      for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
      if (lower == "frame" || lower == "buttons") name = lower;
      if (!name.empty() && !seen.insert(name).second)
        lines_.fail("two columns are named " + name + "; give them names of their own, or --column");
      if (name == "frame")
        frame_column_ = columns_.size();
      else if (name == "buttons")
        buttons_column_ = columns_.size();
      const bool own_place = name == "frame" || name == "buttons";
      columns_.emplace_back().name = own_place ? "" : name;
    }
    if (!frame_column_)
      lines_.fail(
          "this is neither a trace of jumpscope nor a table with a column named frame; --column frame=NAME "
          "says which of B's columns it is");
  }

  void readRow() {
    const std::vector<std::string_view>& cells = lines_.fields();
    if (cells.size() != columns_.size())
      lines_.fail("expected " + std::to_string(columns_.size()) + " columns, found " +
                  std::to_string(cells.size()));
    trace::Row row;
    const auto frame =
        base::parseInteger<uint64_t>(cells[*frame_column_], 0, std::numeric_limits<uint64_t>::max());
    if (!frame)
      lines_.fail("expected a frame number in the column frame, not '" +
                  base::printable(cells[*frame_column_], longest_name) + "'");
    if (!rows_.empty() && *frame <= rows_.back().frame)
      lines_.fail("frame " + std::to_string(*frame) + " comes after frame " +
                  std::to_string(rows_.back().frame) + "; expected ascending frames");
    row.frame = *frame;
    if (buttons_column_ && buttons_wrong_.empty()) {
      const auto buttons = movie::parseButtonsText(cells[*buttons_column_]);
      if (buttons)
        row.buttons = *buttons;
      else
        buttons_wrong_ = "the buttons are not compared: " + lines_.place() +
                         " does not have them as RLDUTSBA with a dot for each that is up";
    }
    for (size_t c = 0; c < columns_.size(); ++c)
      if (!columns_[c].name.empty() && columns_[c].wrong.empty()) add(columns_[c], cells[c]);
    if (rows_.size() >= base::most_rows || rows_.size() * columns_.size() >= base::most_values)
      lines_.fail("the table is too large: it has more than " + std::to_string(rows_.size()) +
                  " rows; compare fewer columns, or divide it");
    rows_.push_back(std::move(row));
  }

  void add(Column& column, std::string_view cell) {
    const auto number = parseNumber(cell);
    if (!number) {
      column.wrong = lines_.place();
      if (cell.empty())
        column.wrong.append(" has no value");
      else
        column.wrong.append(" has '")
            .append(base::printable(cell.substr(0, 40)))
            .append(cell.find(',') == cell.npos ? "', which is no number"
                                                : "', which is no number; write decimals with a point");
      column.values = {};
      return;
    }
    const bool first = column.values.empty();
    column.lowest = first ? number->value.whole : std::min(column.lowest, number->value.whole);
    column.highest = first ? number->value.whole : std::max(column.highest, number->value.whole);
    column.all_fractions |= number->value.fraction;
    column.exact = column.exact && number->exact;
    column.values.push_back(number->value);
  }

  base::Delimited lines_;
  const std::map<std::string, std::string>& renamed_;
  std::vector<Column> columns_;
  std::optional<size_t> frame_column_, buttons_column_;
  std::string buttons_wrong_;
  std::vector<trace::Row> rows_;
};

}  // namespace

CsvTrace parseCsv(std::span<const uint8_t> file, const std::string& name,
                  const std::map<std::string, std::string>& renamed, std::span<const trace::Watch> like) {
  if (file.empty())
    throw std::runtime_error(name + " is empty; expected a trace, or a table with a column frame");
  return Table(base::asText(file), name, renamed).finish(like);
}

}  // namespace jumpscope::diff
