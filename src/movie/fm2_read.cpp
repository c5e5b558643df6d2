#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>

#include "src/base/hash.h"
#include "src/base/limits.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/movie/fm2.h"

namespace jumpscope::movie {
namespace {

constexpr size_t most_header_lines = 100'000;
constexpr size_t zapper_bytes = 12;  // x, y, button, internal value, and 8 bytes of hit time

bool isBlank(char c) { return c == ' ' || c == '\t'; }

// Other movies that people rename or take for this format.
struct OtherFormat {
  std::string_view begins, advice;
};
constexpr OtherFormat other_formats[] = {
    {"FCM\x1A", "an FCM movie; convert it with FCEUX (Tools, Convert FCM)"},
    {"FMV\x1A", "a movie of Famtasia; convert it to FM2 or bk2"},
    {"VirtuaNES MV", "a movie of VirtuaNES; convert it to FM2 or bk2"},
    {"NSS\x1A", "a movie of Nintendulator; convert it to FM2 or bk2"},
    {"MovieVersion", "a movie of an old BizHawk; save it as bk2 with BizHawk"},
};

std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool isControl(char c) { return uint8_t(c) < 0x20 && c != '\t'; }

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : rest_(withoutByteOrderMark(text)) {
    movie_.name = name;
  }

  Movie read() {
    for (const OtherFormat& format : other_formats)
      if (rest_.starts_with(format.begins)) fail("is " + std::string(format.advice));
    while (!rest_.empty() && !complete()) {
      const size_t indent = std::min(rest_.find_first_not_of(" \t"), rest_.size());
      if (movie_.binary && rest_.substr(indent).starts_with('|')) {
        readBinary(rest_.substr(indent + 1));
        break;
      }
      nextLine();
      column_ = indent;
      if (column_ >= line_.size()) continue;
      if (line_[column_] == '|')
        readRecord();
      else
        readKey();
    }
    if (!version_seen_) fail("is empty; expected an FM2 movie, which begins with 'version 3'");
    if (length_ && movie_.records.size() < *length_)
      fail("is cut short: its header promises " + std::to_string(*length_) + " records, but it holds " +
           std::to_string(movie_.records.size()));
    return std::move(movie_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error("the movie " + movie_.name + " " + why);
  }

  // `column` is an index into line_.
  [[noreturn]] void failAt(size_t column, const std::string& why) const {
    fail("has a bad line " + std::to_string(line_number_) + ", column " + std::to_string(column + 1) + ": " +
         why);
  }

  // FCEUX stops reading when it has as many records as the key "length" says.
  bool complete() const {
    const bool records_began = !movie_.records.empty() || rest_.front() == '|';
    return records_began && length_ && movie_.records.size() >= *length_;
  }

  // Lines end in LF, CR LF or CR.
  void nextLine() {
    const size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end);
    rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<size_t>(rest_.size(), 1));
    ++line_number_;
  }

  // "KEY VALUE", from column_ on. FCEUX takes any word for a key, also between records and behind them, and passes
  // over those that it does not know: movies have headings such as "# World 2".
  void readKey() {
    const size_t key_end =
        size_t(std::find_if(line_.begin() + ptrdiff_t(column_), line_.end(), isBlank) - line_.begin());
    const std::string_view key = line_.substr(column_, key_end - column_);
    value_column_ = std::min(line_.find_first_not_of(" \t", key_end), line_.size());
    const std::string_view value = line_.substr(value_column_);

    if (!version_seen_ && key != "version") fail("is not an FM2 movie: its first line is not 'version 3'");
    if (const size_t pipe = key.find('|'); pipe != key.npos)
      failAt(column_ + pipe, "a record begins with '|', but this line has it behind other text");
    if (const auto bad = std::find_if(line_.begin(), line_.end(), isControl); bad != line_.end())
      failAt(size_t(bad - line_.begin()), "a line of text must not contain control characters");
    if (++key_lines_ > most_header_lines) fail("has more than the limit of 100000 lines that are no records");
    const std::vector<Device> fields = movie_.fields();
    const bool binary = movie_.binary;
    setKey(std::string(key), value);
    if (!movie_.records.empty() && (movie_.fields() != fields || movie_.binary != binary))
      failAt(column_, "the key " + std::string(key) + " changes the fields of the records behind a record");
  }

  void setKey(const std::string& key, std::string_view value) {
    if (key == "version")
      readVersion(value);
    else if (key == "emuVersion")
      movie_.emu_version = integer(value);
    else if (key == "rerecordCount")
      movie_.rerecord_count = integer(value);
    else if (key == "palFlag")
      movie_.pal = flag(key, value);
    else if (key == "binary")
      movie_.binary = flag(key, value);
    else if (key == "fourscore")
      movie_.fourscore = flag(key, value);
    else if (key == "port0" || key == "port1")
      movie_.ports[key == "port1"] = device(key, value);
    else if (key == "port2")
      movie_.expansion = integer(value);
    else if (key == "romFilename")
      movie_.rom_filename = value;
    else if (key == "romChecksum")
      movie_.rom_checksum = value;
    else if (key == "guid")
      movie_.guid = value;
    else if (key == "comment")
      noteOptions(movie_.comments.emplace_back(value));
    else if (key == "subtitle")
      movie_.subtitles.push_back(subtitle(value));
    else if (key == "length")
      setLength(integer(value));
    else {
      movie_.other_keys.emplace_back(key, value);
      noteRamInit(key, value);
    }
  }

  void readVersion(std::string_view value) {
    if (integer(value) != 3) failAt(value_column_, "expected version 3, the only one there is");
    version_seen_ = true;
  }

  // "options --region dendy": what jumpscope's own movies say.
  void noteOptions(std::string_view comment) {
    if (!comment.starts_with(std::string(options_comment) + " --")) return;
    comment.remove_prefix(options_comment.size() + 1);
    movie_.notes.push_back("was recorded with " + base::printable(comment) + "; play it with the same");
  }

  void noteRamInit(const std::string& key, std::string_view value) {
    if (key != "RAMInitOption" || value == "0") return;
    movie_.notes.push_back(
        value == "1"   ? "was recorded with RAM of ones at power-on; play it with --ram-init ones"
        : value == "2" ? "was recorded with RAM of zeros at power-on; play it with --ram-init zeros"
                       : "was recorded with random RAM at power-on, which only FCEUX can reproduce");
  }

  void setLength(int64_t length) {
    if (length < -1) failAt(value_column_, "expected a number of records");
    // -1 is how FCEUX says that the length is not known.
    length_ = length < 0 ? std::nullopt : std::optional<uint64_t>(length);
  }

  int64_t integer(std::string_view text) const {
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (!whole || value < std::numeric_limits<int32_t>::min() || value > std::numeric_limits<uint32_t>::max())
      failAt(value_column_, "expected a 32-bit integer");
    return value;
  }

  bool flag(const std::string& key, std::string_view text) const {
    const std::string_view digit = text.substr(0, text.find_last_not_of(" \t") + 1);
    if (digit != "0" && digit != "1") failAt(value_column_, "expected " + key + " 0 or " + key + " 1");
    return digit == "1";
  }

  Device device(const std::string& key, std::string_view text) const {
    const int64_t value = integer(text);
    constexpr std::array<Device, 3> devices = {Device::None, Device::Pad, Device::Zapper};
    // In FCEUX's order, from 3 on. Records have no field for them.
    constexpr std::array<std::string_view, 7> without_field = {
        "a Power Pad", "a Power Pad",   "an Arkanoid paddle", "a mouse",
        "an SNES pad", "an SNES mouse", "a Virtual Boy pad"};
    if (const auto index = size_t(value) - devices.size(); value >= 3 && index < without_field.size())
      failAt(value_column_,
             key + " is " + std::string(without_field[index]) +
                 ", whose input FM2 does not record; expected 0 (nothing), 1 (pad) or 2 (Zapper)");
    if (value < 0 || value >= int64_t(devices.size()))
      failAt(value_column_, "expected " + key + " 0 (nothing), 1 (pad) or 2 (Zapper)");
    return devices[size_t(value)];
  }

  Subtitle subtitle(std::string_view value) const {
    const size_t blank = std::min(value.find(' '), value.size());
    const int64_t frame = integer(value.substr(0, blank));
    if (frame < 0) failAt(value_column_, "expected the number of a frame and a text");
    return {uint64_t(frame), std::string(value.substr(std::min(blank + 1, value.size())))};
  }

  void readRecord() {
    if (!version_seen_) fail("is not an FM2 movie: its first line is not 'version 3'");
    Record record;
    ++column_;
    record.commands = commands();
    const std::vector<Device> fields = movie_.fields();
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == Device::Pad) record.pads[i] = pad();
      if (fields[i] == Device::Zapper) record.inputs[i] = zapper();
      pipe(fields[i] == Device::None ? "the field of an empty port must be empty"
                                     : "the input field is too long");
    }
    if (movie_.expansion != 0) column_ = std::min(line_.find('|', column_), line_.size());
    pipe("the field of the expansion port must be empty");
    // FCEUX passes over other text here.
    if (const size_t more = line_.find('|', column_); more != line_.npos)
      failAt(more, "the record has more fields; do port0, port1 and fourscore agree with it?");
    requireRoom(movie_.records.size());
    movie_.records.push_back(record);
  }

  void requireRoom(size_t records) const {
    if (records >= base::most_rows) fail("has more than the limit of 10 million records");
  }

  void pipe(const char* why) {
    if (column_ >= line_.size()) failAt(line_.size(), "the record ends early; expected '|'");
    if (line_[column_] != '|') failAt(column_, std::string("expected '|': ") + why);
    ++column_;
  }

  uint8_t commands() {
    unsigned value = 0;
    const char* begin = line_.data() + column_;
    const char* end = line_.data() + line_.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || value > 255) failAt(column_, "expected the commands, a number from 0 to 255");
    column_ += size_t(stop - begin);
    pipe("the commands are a decimal number");
    return uint8_t(value);
  }

  // Any character but a blank and a dot is a button that is down, as FCEUX reads it.
  Buttons pad() {
    Buttons buttons = 0;
    for (size_t i = 0; i < button_letters.size(); ++i, ++column_) {
      if (column_ >= line_.size() || line_[column_] == '|' || isControl(line_[column_]))
        failAt(column_,
               "expected eight characters for a controller, RLDUTSBA or dots; found " + std::to_string(i));
      if (line_[column_] != '.' && line_[column_] != ' ') buttons |= 0x80 >> i;
    }
    return buttons;
  }

  // "XXX YYY B Q Z": the aim, the mouse button, FCEUX's count of frames for which the trigger is still half pulled,
  // and when it saw light, which is found out anew here.
  DeviceInput zapper() {
    std::array<uint64_t, 5> numbers{};
    for (uint64_t& number : numbers) {
      while (column_ < line_.size() && line_[column_] == ' ') ++column_;
      const char* begin = line_.data() + column_;
      const auto [stop, error] = std::from_chars(begin, line_.data() + line_.size(), number);
      if (error != std::errc()) failAt(column_, "a Zapper has five decimal numbers");
      column_ += size_t(stop - begin);
    }
    while (column_ < line_.size() && line_[column_] == ' ') ++column_;
    return aimOf(numbers[0], numbers[1], numbers[2], numbers[3]);
  }

  // The second mouse button pulls the trigger beside the picture.
  static DeviceInput aimOf(uint64_t x, uint64_t y, uint64_t buttons, uint64_t pulled_for) {
    DeviceInput input;
    const bool in_picture = x < 256 && y < 240 && (buttons & 2) == 0;
    input.x = uint8_t(std::min<uint64_t>(x, 255));
    if (in_picture) input.y = uint8_t(y);
    if (pulled_for != 0) input.buttons = console::trigger;
    return input;
  }

  void readBinary(std::string_view data) {
    size_t record_size = 1;
    const std::vector<Device> fields = movie_.fields();
    for (Device field : fields)
      record_size += field == Device::Pad ? 1 : field == Device::Zapper ? zapper_bytes : 0;

    size_t count = data.size() / record_size;
    if (length_ && *length_ <= count)
      count = size_t(*length_);
    else if (data.size() % record_size != 0)
      fail("is cut short: its binary record " + std::to_string(count) + " has " +
           std::to_string(data.size() % record_size) + " bytes; expected " + std::to_string(record_size) +
           ", as port0, port1 and fourscore say");
    if (count > 0) requireRoom(count - 1);
    movie_.records.resize(count);
    size_t at = 0;
    for (Record& record : movie_.records) {
      record.commands = uint8_t(data[at++]);
      for (size_t i = 0; i < fields.size(); ++i) {
        if (fields[i] == Device::Pad) record.pads[i] = uint8_t(data[at++]);
        if (fields[i] != Device::Zapper) continue;
        record.inputs[i] =
            aimOf(uint8_t(data[at]), uint8_t(data[at + 1]), uint8_t(data[at + 2]), uint8_t(data[at + 3]));
        at += zapper_bytes;
      }
    }
  }

  Movie movie_;
  std::string_view rest_;
  std::string_view line_;
  size_t line_number_ = 0;
  size_t key_lines_ = 0;
  size_t column_ = 0;        // where reading stands in line_
  size_t value_column_ = 0;  // where the value of a key begins
  bool version_seen_ = false;
  std::optional<uint64_t> length_;
};

}  // namespace

Movie parseFm2(std::span<const uint8_t> file, const std::string& name) {
  Movie movie = Reader(base::asText(file), name).read();
  movie.sha1 = base::sha1Hex(file);
  return movie;
}

}  // namespace jumpscope::movie
