#include "src/trace/recording.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "src/base/delimited.h"
#include "src/base/lines.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/movie/buttons.h"
#include "src/trace/recording_columns.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr size_t ram_size = 0x800;
// Enough for days of play. They keep a file of 1 GiB from filling the memory.
constexpr size_t most_rows = 10'000'000;
constexpr size_t most_values = size_t(1) << 27;

bool isHexadecimal(std::string_view text) {
  return text.starts_with('$') || text.starts_with("0x") || text.starts_with("0X");
}

std::optional<uint8_t> parseByte(std::string_view text) {
  const auto number = parseNumber(text, 0xFF);
  return number ? std::optional(static_cast<uint8_t>(*number)) : std::nullopt;
}

// A value of a watch as a trace has it, or the unsigned bytes of an integer: -4, 252 and $FC are the same s8.
std::optional<int64_t> parseWatchValue(const Watch& watch, std::string_view text) {
  if (const auto value = parseValue(watch, text)) return value;
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
    if (header.watches.empty()) failWithoutWatches(profile);
    for (const size_t extra : columns.extra)
      header.watches.push_back(watchOfColumn(columns.columns[extra], header.watches));
    extra_.resize(columns.extra.size());
  }

  void setByte(uint16_t address, uint8_t byte) { memory_[address] = byte; }
  void setRam(std::span<const uint8_t> ram) { std::copy(ram.begin(), ram.end(), memory_.begin()); }
  // The value of columns.filled[index], which has a column of its own.
  void setOwn(size_t index, int64_t value) { own_[index] = value; }
  void setExtra(size_t index, uint8_t byte) { extra_[index] = byte; }

  void addRow(uint64_t frame, uint8_t buttons) {
    std::vector<Row>& rows = recording_.trace.rows;
    const size_t width = own_.size() + extra_.size();
    if (rows.size() >= most_rows || rows.size() * width >= most_values)
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

  void leaveOutExtra(size_t index, std::string why) {
    if (index >= wrong_.size()) wrong_.resize(extra_.size());
    if (wrong_[index].empty()) wrong_[index] = std::move(why);
  }

  Recording finish() {
    if (left_out_ > 0)
      recording_.notes.push_back(name_ + ": " + base::counted(left_out_, "frame") +
                                 " without the frame before " + (left_out_ == 1 ? "is" : "are") +
                                 " left out, because a watch of the profile needs that one");
    removeWrong();
    return std::move(recording_);
  }

 private:
  int64_t fromMemory(const Watch& watch) const {
    return readWatch(watch, [&](uint16_t address) { return memory_[address]; });
  }

  // Removes the columns that leaveOutExtra() named, in one pass.
  void removeWrong() {
    std::vector<bool> keeps(own_.size() + extra_.size(), true);
    for (size_t i = 0; i < wrong_.size(); ++i) {
      if (wrong_[i].empty()) continue;
      keeps[own_.size() + i] = false;
      recording_.notes.push_back("column " + columns_.columns[columns_.extra[i]].name +
                                 " is left out: " + wrong_[i]);
    }
    const auto compact = [&](auto& list) {
      size_t kept = 0;
      for (size_t i = 0; i < list.size(); ++i)
        if (keeps[i] && kept++ != i) list[kept - 1] = std::move(list[i]);
      list.resize(kept);
    };
    if (wrong_.empty()) return;
    compact(recording_.trace.header.watches);
    for (Row& row : recording_.trace.rows) compact(row.values);
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
  std::vector<uint8_t> extra_;
  std::vector<std::string> wrong_;  // by extra column: why it is left out
  std::optional<uint64_t> last_frame_;
  size_t left_out_ = 0;
};

RecordingColumns columnsIn(base::Delimited& table, const Profile& profile, const ColumnNames& names) {
  if (!table.next()) table.fail("the file has no row of column names; expected a recording");
  return readColumns(table, profile, names);
}

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& name, const Profile& profile,
              const ColumnNames& names)
      : table_(text, name), columns_(columnsIn(table_, profile, names)), rows_(columns_, profile, name) {
    for (size_t i = 0; i < columns_.filled.size(); ++i)
      if (columns_.filled[i].column) own_.emplace_back(*columns_.filled[i].column, i);
    for (size_t c = 0; c < columns_.columns.size(); ++c)
      if (columns_.columns[c].kind == RecordingColumn::Kind::Address) bytes_.push_back(c);
  }

  Recording read() {
    while (table_.next()) readRow();
    if (!last_frame_) table_.fail("the file ends after the row of column names; expected a row per frame");
    return rows_.finish();
  }

 private:
  std::string_view cell(size_t column) const { return table_.fields()[column]; }

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

  uint8_t buttons() const {
    if (!columns_.buttons) return 0;
    if (const auto text = movie::parseButtonsText(cell(*columns_.buttons))) return *text;
    const auto byte = parseByte(cell(*columns_.buttons));
    if (!byte)
      failCell(
          *columns_.buttons,
          "buttons as RLDUTSBA with a dot for each that is up, or a byte from A (bit 0) to Right (bit 7)");
    return *byte;
  }

  void readRow() {
    const size_t expected = columns_.columns.size();
    if (table_.fields().size() != expected)
      table_.fail("expected " + base::counted(expected, "column") + " as in the first row, found " +
                  std::to_string(table_.fields().size()));
    const uint64_t number = frame();
    const uint8_t held = buttons();
    for (const size_t column : bytes_) rows_.setByte(columns_.columns[column].address, byteOf(column));
    for (const auto& [column, index] : own_) {
      const Watch& watch = columns_.filled[index].watch;
      const auto value = parseWatchValue(watch, cell(column));
      if (!value) failCell(column, "a value of type " + std::string(typeName(watch.type)));
      rows_.setOwn(index, *value);
    }
    for (size_t i = 0; i < columns_.extra.size(); ++i) readExtra(i);
    rows_.addRow(number, held);
    last_frame_ = number;
  }

  uint8_t byteOf(size_t column) const {
    const auto byte = parseByte(cell(column));
    if (!byte) failCell(column, "a byte (0 to 255 or $00 to $FF)");
    return *byte;
  }

  void readExtra(size_t index) {
    const size_t column = columns_.extra[index];
    const auto byte = parseByte(cell(column));
    if (!byte)
      rows_.leaveOutExtra(index, table_.place() + " has '" + base::printable(cell(column), longest_shown) +
                                     "', which is no byte");
    rows_.setExtra(index, byte.value_or(0));
  }

  base::Delimited table_;
  RecordingColumns columns_;
  RowMaker rows_;
  std::vector<std::pair<size_t, size_t>> own_;  // columns of watches, and their indices in columns_.filled
  std::vector<size_t> bytes_;                   // columns of addresses
  std::optional<uint64_t> last_frame_;
};

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
  return TableReader(base::asText(content), name, profile, names).read();
}

bool namesAddresses(std::span<const uint8_t> content, const std::string& name, const ColumnNames& names) {
  try {
    base::Delimited table(base::asText(content), name);
    for (const RecordingColumn& column : columnsIn(table, {}, names).columns)
      if (column.kind == RecordingColumn::Kind::Address) return true;
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
