#include "src/trace/recording.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <stdexcept>

#include "src/base/delimited.h"
#include "src/base/limits.h"
#include "src/base/lines.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/movie/buttons.h"
#include "src/trace/recording_columns.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr size_t ram_size = 0x800;

bool isHexadecimal(std::string_view text) {
  return text.starts_with('$') || text.starts_with("0x") || text.starts_with("0X");
}

std::optional<uint8_t> parseByte(std::string_view text) {
  const auto number = parseNumber(text, 0xFF);
  return number ? std::optional(static_cast<uint8_t>(*number)) : std::nullopt;
}

// A value of a watch as a trace has it, or the unsigned bytes of an integer: -4, 252 and $FC are the same s8.
std::optional<int64_t> parseWatchValue(const Watch& watch, std::string_view text) {
  if (const auto value = parseRaw(watch, text)) return value;
  const bool is_hexadecimal = isHexadecimal(text);
  const auto number = parseNumber(text, std::numeric_limits<uint32_t>::max());
  if (!number || watch.addresses.empty() || watch.take != Take::Value) return std::nullopt;
  int64_t raw = *number;
  if (isSigned(watch.type)) {
    const int64_t values = int64_t(1) << 8 * watch.addresses.size();
    if (raw >= (is_hexadecimal ? values : values >> watch.fraction_bits)) return std::nullopt;
    if (!is_hexadecimal) raw <<= watch.fraction_bits;
    if (raw >= values / 2) raw -= values;
  } else if (!is_hexadecimal) {
    return std::nullopt;
  }
  const RawRange range = rangeOf(watch);
  return raw < range.lowest || raw > range.highest ? std::nullopt : std::optional(raw);
}

// Makes the rows of a recording from the bytes and values of its frames.
class RowMaker {
 public:
  RowMaker(const RecordingColumns& columns, const Profile& profile, std::string name)
      : columns_(columns), name_(std::move(name)), memory_(0x10000), own_(columns.filled.size()) {
    Header& header = recording_.trace.header;
    header.profile = profile.name;
    header.has_buttons = columns.buttons.has_value();
    for (const FilledWatch& filled : columns.filled) header.watches.push_back(filled.watch);
    if (header.watches.empty() && !profile.watches.empty()) failWithoutWatches(profile);
  }

  // One more watch, whose values setExtra() gives, by its number from 0 on.
  void addExtra(Watch watch) {
    recording_.trace.header.watches.push_back(std::move(watch));
    extra_.push_back(0);
  }

  void setByte(uint16_t address, uint8_t byte) { memory_[address] = byte; }
  void setRam(std::span<const uint8_t> ram) { std::copy(ram.begin(), ram.end(), memory_.begin()); }
  // The value of columns.filled[index], which has a column of its own.
  void setOwn(size_t index, int64_t value) { own_[index] = value; }
  void setExtra(size_t index, int64_t value) { extra_[index] = value; }

  void addRow(uint64_t frame, uint8_t buttons) {
    std::vector<Row>& rows = recording_.trace.rows;
    const size_t width = own_.size() + extra_.size();
    if (rows.size() >= base::most_rows || rows.size() * width >= base::most_values)
      throw std::runtime_error(name_ + " is too large: it has more than " + std::to_string(rows.size()) +
                               " frames of " + std::to_string(width) +
                               " values; record fewer columns, or divide it");
    const bool follows = last_frame_ && *last_frame_ + 1 == frame;
    Row row{frame, buttons, {}};
    row.values.reserve(width);
    bool complete = true;
    before_.resize(own_.size());
    for (size_t i = 0; i < own_.size(); ++i) {
      const FilledWatch& filled = columns_.filled[i];
      const int64_t now = filled.column ? own_[i] : fromMemory(filled.watch);
      const bool takes = !filled.column && filled.watch.take != Take::Value;
      complete = complete && (!takes || follows);
      row.values.push_back(!takes ? now
                           : filled.watch.take == Take::Previous
                               ? before_[i]
                               : differenceOf(filled.watch, now, before_[i]));
      before_[i] = now;
    }
    row.values.insert(row.values.end(), extra_.begin(), extra_.end());
    last_frame_ = frame;
    if (complete)
      rows.push_back(std::move(row));
    else
      ++left_out_;
  }

  Recording finish() {
    if (left_out_ > 0)
      recording_.notes.push_back(name_ + ": " + base::counted(left_out_, "frame") +
                                 " without the frame before " + (left_out_ == 1 ? "is" : "are") +
                                 " left out, because a watch of the profile needs that one");
    return std::move(recording_);
  }

 private:
  int64_t fromMemory(const Watch& watch) const {
    return readWatch(watch, [&](uint16_t address) { return memory_[address]; });
  }

  [[noreturn]] void failWithoutWatches(const Profile& profile) const {
    std::string expected;
    for (size_t i = 0; i < profile.watches.size() && i < 3; ++i)
      expected.append(expected.empty() ? "" : ", ").append(columnsText(profile.watches[i]));
    throw std::runtime_error(name_ + " has no column that the profile " + profile.name +
                             " watches; expected columns such as " + expected +
                             " (`jumpscope trace --print-addresses` lists them)");
  }

  const RecordingColumns& columns_;
  std::string name_;
  Recording recording_;
  std::vector<uint8_t> memory_;
  std::vector<int64_t> own_, before_;
  std::vector<int64_t> extra_;
  std::optional<uint64_t> last_frame_;
  size_t left_out_ = 0;
};

RecordingColumns columnsIn(base::Delimited& table, const Profile& profile, const ColumnNames& names) {
  if (!table.next()) table.fail("the file has no row of column names; expected a recording");
  return readColumns(table, profile, names);
}

// A number in a table, and if it has a point or an exponent.
struct CellNumber {
  Real value;
  bool is_decimal = false;
};

std::optional<CellNumber> parseCell(std::string_view text) {
  if (text == "true" || text == "false") return CellNumber{text == "true"};
  const bool is_negative = text.starts_with('-');
  if (isHexadecimal(text.substr(is_negative ? 1 : 0))) {
    const auto number = parseNumber(text.substr(is_negative ? 1 : 0), std::numeric_limits<uint32_t>::max());
    if (!number) return std::nullopt;
    return CellNumber{is_negative ? -int64_t(*number) : int64_t(*number)};
  }
  const auto number = parseReal(text);
  if (!number) return std::nullopt;
  return CellNumber{*number, text.find_first_of(".eE") != text.npos};
}

// What the cells of a column hold, where they are not what the first reading expects.
class ColumnContent {
 public:
  // `watch`: of the profile, which the column is named by; nullptr: none.
  void add(std::string_view cell, const Watch* watch, const std::string& place) {
    fits_ = fits_ && watch && parseWatchValue(*watch, cell);
    bytes_ = bytes_ && parseByte(cell);
    const auto number = parseCell(cell);
    is_decimal_ = is_decimal_ || (number && number->is_decimal);
    if (!why_.empty()) return;
    if (!number) return refuse(cell, place);
    parts_ |= number->value.part;
    const int64_t size = std::abs(number->value.whole);
    largest_ = std::max(largest_, size);
    if (large_place_.empty() && size >= most(real_bits)) large_place_ = place, large_cell_ = cell;
  }

  bool fits() const { return fits_; }
  bool bytes() const { return bytes_; }
  bool isDecimal() const { return is_decimal_; }
  int fractionBits() const {
    const int needed = bitsNeeded(parts_);
    return needed > most_exact_bits ? real_bits : needed;
  }
  // "r.csv: line 3 has 'a', which is no number"; "": all cells are numbers. `in`: " in the column y".
  std::string problem(const std::string& in) const {
    if (!why_.empty()) return place_ + " has " + cell_ + in + why_;
    if (largest_ < most(fractionBits())) return "";
    return large_place_ + " has '" + base::printable(large_cell_, longest_shown) + "'" + in +
           ", which is too large beside decimals; numbers up to " + std::to_string(most(real_bits) - 1) +
           " are kept to 1/2^32";
  }

 private:
  static constexpr int64_t most(int bits) { return int64_t(1) << (61 - bits); }

  void refuse(std::string_view cell, const std::string& place) {
    place_ = place;
    cell_ = cell.empty() ? "nothing" : "'" + base::printable(cell, longest_shown) + "'";
    const bool is_large = cell.find_first_not_of("+-.0123456789eE") == cell.npos &&
                          cell.find_first_of("0123456789") != cell.npos &&
                          std::count(cell.begin(), cell.end(), '.') < 2;
    why_ = is_large                      ? ", which is too large or no number"
           : cell.find(',') != cell.npos ? ", which is no number; write decimals with a point"
                                         : ", which is no number";
  }

  bool fits_ = true, bytes_ = true, is_decimal_ = false;
  uint32_t parts_ = 0;  // every bit behind the point that a number has
  int64_t largest_ = 0;
  std::string large_place_, large_cell_;  // the first that real_bits leave no room for
  std::string place_, cell_, why_;        // the first cell that is no number
};

// Every column of a table, by its number. Rows that have too few cells are for the reader to refuse.
std::vector<ColumnContent> contentsOf(std::string_view text, const std::string& name, const Profile& profile,
                                      const ColumnNames& names) {
  base::Delimited table(text, name);
  const RecordingColumns columns = columnsIn(table, profile, names);
  std::vector<const Watch*> watches(columns.columns.size());
  for (const FilledWatch& filled : columns.filled)
    if (filled.column) watches[*filled.column] = &filled.watch;
  std::vector<ColumnContent> contents(watches.size());
  while (table.next())
    for (size_t c = 0; c < std::min(contents.size(), table.fields().size()); ++c)
      contents[c].add(table.fields()[c], watches[c], table.place());
  return contents;
}

class TableReader {
 public:
  // `contents` is empty in the first reading, which expects values of the profile's watches, and bytes everywhere else.
  TableReader(std::string_view text, const std::string& name, const Profile& profile,
              const ColumnNames& names, const std::vector<ColumnContent>& contents)
      : table_(text, name),
        contents_(contents),
        is_plain_(profile.watches.empty()),
        columns_(withContents(columnsIn(table_, profile, names))),
        rows_(columns_, profile, name) {
    for (size_t i = 0; i < columns_.filled.size(); ++i)
      if (const auto column = columns_.filled[i].column) own_.push_back({*column, i, isReal(*column)});
    for (size_t c = 0; c < columns_.columns.size(); ++c)
      if (columns_.columns[c].kind == RecordingColumn::Kind::Address) bytes_.push_back(c);
    for (size_t c = 0; c < columns_.columns.size(); ++c)
      if (columns_.columns[c].name.empty()) unnamed_.push_back(c);
    addExtras();
  }

  // nullopt: a cell holds something else than expected; read again with the columns' contents.
  std::optional<Recording> read() {
    while (table_.next()) {
      if (!readRow()) return std::nullopt;
      std::erase_if(unnamed_, [&](size_t column) { return noteUnnamed(column); });
    }
    if (!last_frame_ && !is_plain_)
      table_.fail("the file ends after the row of column names; expected a row per frame");
    Recording recording = rows_.finish();
    if (!buttons_wrong_.empty()) {
      recording.unread["buttons"] = buttons_wrong_;
      recording.trace.header.has_buttons = false;
    }
    for (const auto& [column, why] : left_out_) {
      if (is_plain_)
        recording.unread[column] = why;
      else
        recording.notes.push_back("column " + column + " is left out: " + why);
    }
    recording.notes.insert(recording.notes.end(), unnamed_notes_.begin(), unnamed_notes_.end());
    return recording;
  }

 private:
  std::string_view cell(size_t column) const { return table_.fields()[column]; }

  // A comma at the end of each line makes an empty column, of which nothing need be said.
  bool noteUnnamed(size_t column) {
    if (cell(column).empty()) return false;
    unnamed_notes_.push_back("column " + std::to_string(column + 1) + " has no name and is left out");
    return true;
  }

  // A column without decimals that has values which its watch cannot have is wrong, and readRow() says so.
  bool isReal(size_t column) const {
    return !contents_.empty() && !contents_[column].fits() && contents_[column].isDecimal();
  }

  // The profile's watches, computed where a column has other numbers than the watch can have.
  RecordingColumns withContents(RecordingColumns columns) {
    if (contents_.empty()) return columns;
    for (FilledWatch& filled : columns.filled) {
      if (!filled.column) continue;
      if (!isReal(*filled.column)) continue;
      const ColumnContent& content = contents_[*filled.column];
      const std::string problem = content.problem(" in the column " + columns.columns[*filled.column].name);
      if (!problem.empty()) throw std::runtime_error(problem);
      filled.watch = realWatch(filled.watch, content.fractionBits());
    }
    std::erase_if(columns.extra, [&](size_t column) {
      const std::string problem = contents_[column].problem("");
      if (!problem.empty()) left_out_.emplace_back(columns.columns[column].name, problem);
      return !problem.empty();
    });
    return columns;
  }

  void addExtras() {
    std::set<std::string> taken;
    for (const FilledWatch& filled : columns_.filled) taken.insert(filled.watch.name);
    for (const size_t column : columns_.extra) {
      Watch watch;
      watch.name = columns_.columns[column].name;
      if (!is_plain_) watch = watchOfColumn(columns_.columns[column], taken);
      if (!contents_.empty() && !contents_[column].bytes())
        watch = realWatch(watch, contents_[column].fractionBits());
      rows_.addExtra(watch);
      extra_bits_.push_back(watch.fraction_bits);
    }
  }

  [[noreturn]] void failCell(size_t column, const std::string& expected) const {
    const std::string found =
        cell(column).empty() ? "nothing" : "'" + base::printable(cell(column), longest_shown) + "'";
    table_.fail("expected " + expected + " in the column " + columns_.columns[column].name + ", not " +
                found);
  }

  uint64_t frame() {
    const auto frame =
        base::parseInteger<uint64_t>(cell(*columns_.frame), 0, std::numeric_limits<int64_t>::max());
    if (!frame) failCell(*columns_.frame, "a frame number");
    if (last_frame_ && *frame <= *last_frame_)
      table_.fail("frame " + std::to_string(*frame) + " comes after frame " + std::to_string(*last_frame_) +
                  "; expected frame numbers that increase");
    return *frame;
  }

  uint8_t buttons() {
    constexpr const char* expected =
        "buttons as RLDUTSBA with a dot for each that is up, or a byte from A (bit 0) to Right (bit 7)";
    if (!columns_.buttons || !buttons_wrong_.empty()) return 0;
    if (const auto text = movie::parseButtonsText(cell(*columns_.buttons))) return *text;
    const auto byte = parseByte(cell(*columns_.buttons));
    if (!byte && !is_plain_) failCell(*columns_.buttons, expected);
    if (!byte) buttons_wrong_ = table_.place() + " does not have " + expected;
    return byte.value_or(0);
  }

  // False if a cell holds something else than the first reading expects.
  bool readRow() {
    const size_t expected = columns_.columns.size();
    if (table_.fields().size() != expected)
      table_.fail("expected " + base::counted(expected, "column") + " as in the first row, found " +
                  std::to_string(table_.fields().size()) +
                  (table_.fields().size() > expected && is_plain_ ? "; write decimals with a point" : ""));
    const uint64_t number = frame();
    const uint8_t held = buttons();
    for (const size_t column : bytes_) rows_.setByte(columns_.columns[column].address, byteOf(column));
    for (const Own& own : own_) {
      const Watch& watch = columns_.filled[own.filled].watch;
      const auto value =
          own.is_real ? numberIn(own.column, watch.fraction_bits) : parseWatchValue(watch, cell(own.column));
      if (!value && contents_.empty()) return false;
      if (!value) failCell(own.column, "a value of type " + std::string(typeName(watch.type)));
      rows_.setOwn(own.filled, *value);
    }
    for (size_t i = 0; i < columns_.extra.size(); ++i)
      if (!readExtra(i)) return false;
    rows_.addRow(number, held);
    last_frame_ = number;
    return true;
  }

  std::optional<int64_t> numberIn(size_t column, int bits) const {
    const auto number = parseCell(cell(column));
    return number ? std::optional(rawFloor(number->value, bits).raw) : std::nullopt;
  }

  uint8_t byteOf(size_t column) const {
    const auto byte = parseByte(cell(column));
    if (!byte) failCell(column, "a byte (0 to 255 or $00 to $FF)");
    return *byte;
  }

  bool readExtra(size_t index) {
    const size_t column = columns_.extra[index];
    std::optional<int64_t> value;
    if (contents_.empty() || contents_[column].bytes())
      value = parseByte(cell(column));
    else
      value = numberIn(column, extra_bits_[index]);
    if (value) rows_.setExtra(index, *value);
    return value.has_value();
  }

  base::Delimited table_;
  const std::vector<ColumnContent>& contents_;
  const bool is_plain_;                                        // no profile gives a meaning to the columns
  std::vector<std::pair<std::string, std::string>> left_out_;  // columns, and why as a sentence
  RecordingColumns columns_;
  RowMaker rows_;
  struct Own {
    size_t column, filled;  // a column of a watch, and the watch's index in columns_.filled
    bool is_real;           // the column has numbers that the profile's watch cannot have
  };
  std::vector<Own> own_;
  std::vector<size_t> bytes_;    // columns of addresses
  std::vector<size_t> unnamed_;  // columns without a name that have been empty so far
  std::vector<std::string> unnamed_notes_;
  std::vector<int> extra_bits_;  // fraction bits of columns_.extra
  std::string buttons_wrong_;
  std::optional<uint64_t> last_frame_;
};

Recording readTable(std::string_view text, const std::string& name, const Profile& profile,
                    const ColumnNames& names) {
  if (auto recording = TableReader(text, name, profile, names, {}).read()) return *std::move(recording);
  const std::vector<ColumnContent> contents = contentsOf(text, name, profile, names);
  return TableReader(text, name, profile, names, contents).read().value();
}

Recording readRam(std::span<const uint8_t> content, const std::string& name, const Profile& profile) {
  if (content.empty() || content.size() % ram_size != 0)
    throw std::runtime_error(
        name + " has " + std::to_string(content.size()) +
        " bytes; expected a multiple of 2048, the console's RAM at the end of each frame");
  const RecordingColumns columns = columnsOfRam(profile);
  RowMaker rows(columns, profile, name);
  for (uint64_t frame = 0; !content.empty(); ++frame) {
    rows.setRam(content.first(ram_size));
    rows.addRow(frame, 0);
    content = content.subspan(ram_size);
  }
  return rows.finish();
}

}  // namespace

bool isRawRam(std::string_view file_name) {
  return file_name.ends_with(".ram") || file_name.ends_with(".ram.zst") || file_name.ends_with(".ram.gz");
}

Recording parseRecording(std::span<const uint8_t> content, const std::string& name, const Profile& profile,
                         const ColumnNames& names) {
  if (isRawRam(name)) return readRam(content, name, profile);
  if (content.empty()) throw std::runtime_error(name + " is empty; expected a trace or a recording");
  return readTable(base::asText(content), name, profile, names);
}

bool namesAddresses(std::span<const uint8_t> content, const std::string& name, const ColumnNames& names) {
  try {
    base::Delimited table(base::asText(content), name);
    if (!columnsIn(table, {}, names).frame) return false;
    for (const std::string_view field : table.fields())
      if (namesAddress(std::string(field), names)) return true;
  } catch (const std::runtime_error&) {  // the reader of tables says what is wrong
  }
  return false;
}

std::vector<std::string> profilesOfColumns(std::span<const uint8_t> content, const std::string& name) {
  std::vector<std::string> found;
  for (const std::string& known : builtinProfileNames()) {
    const Profile& profile = builtinProfile(known);
    base::Delimited table(base::asText(content), name);
    const RecordingColumns columns = columnsIn(table, profile, {});
    const auto fills = [&](const std::string& watch) {
      return std::any_of(columns.filled.begin(), columns.filled.end(),
                         [&](const FilledWatch& filled) { return filled.watch.name == watch; });
    };
    if (fills(profile.height_watch) && std::all_of(profile.jump_when.begin(), profile.jump_when.end(),
                                                   [&](const Condition& one) { return fills(one.watch); }))
      found.push_back(known);
  }
  return found;
}

std::string addressList(const Profile& profile) {
  std::vector<std::pair<uint16_t, std::string>> lines;
  for (const Watch& watch : profile.watches)
    for (const uint16_t address : watch.addresses) {
      const auto line =
          std::find_if(lines.begin(), lines.end(), [&](const auto& one) { return one.first == address; });
      if (line == lines.end())
        lines.emplace_back(address, watch.name);
      else if (!(", " + line->second + ",").ends_with(", " + watch.name + ","))
        line->second.append(", ").append(watch.name);
    }
  std::string text = "# The addresses that the profile " + profile.name + " watches.\n";
  for (const auto& [address, names] : lines)
    text.append(addressText(address)).append(" ").append(names).append("\n");
  return text;
}

std::string columnsText(const Watch& watch) {
  std::string text;
  for (size_t i = 0; i < watch.addresses.size(); ++i)
    text.append(i == 0                            ? ""
                : i + 1 == watch.addresses.size() ? " and "
                                                  : ", ")
        .append(addressText(watch.addresses[i]));
  return text.empty() ? watch.name : text;
}

}  // namespace jumpscope::trace
