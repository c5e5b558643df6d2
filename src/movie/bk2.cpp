#include "src/movie/bk2.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "src/base/hash.h"
#include "src/base/limits.h"
#include "src/base/zip.h"

namespace jumpscope::movie {
namespace {

constexpr size_t largest_text = size_t(1) << 20;
constexpr size_t largest_log = size_t(1) << 29;  // ten million frames of four pads
constexpr size_t longest_log_line = size_t(1) << 16;
constexpr size_t most_controls = 200;

// What a column of the input log controls.
struct Control {
  enum class Kind : uint8_t { Button, Command, DeviceButton, AimX, AimY, Knob, Ignored } kind = Kind::Ignored;
  size_t pad = 0;    // or the port of a device
  uint16_t bit = 0;  // of the buttons or the commands
  std::string name;

  bool isNumber() const { return kind == Kind::AimX || kind == Kind::AimY || kind == Kind::Knob; }
};

// BizHawk's paddle counts from where the knob's range begins.
constexpr int first_knob = 0x54;

struct DeviceName {
  std::string_view name;
  Device device;
};
constexpr DeviceName port_devices[] = {{"UnpluggedNES", Device::None},    {"ControllerNES", Device::Pad},
                                       {"FourScore", Device::Pad},        {"Zapper", Device::Zapper},
                                       {"ArkanoidNES", Device::Arkanoid}, {"PowerPad", Device::PowerPadB}};
constexpr DeviceName expansion_devices[] = {{"UnpluggedFam", Device::None},
                                            {"Zapper", Device::Zapper},
                                            {"ArkanoidFam", Device::Arkanoid},
                                            {"Famicom4P", Device::FamicomPads}};

template <class Names>
std::optional<Device> deviceOf(const Names& names, std::string_view name) {
  for (const DeviceName& row : names)
    if (row.name == name) return row.device;
  return std::nullopt;
}

// Takes the next line off `rest`, without its end.
std::string_view takeLine(std::string_view& rest) {
  const size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view withoutMark(std::string_view text) {
  constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
  if (text.starts_with(utf8_mark)) text.remove_prefix(utf8_mark.size());
  return text;
}

bool isTrue(std::string_view value) { return value == "1" || value == "True" || value == "true"; }

// For a message: as one line, however the file was damaged.
std::string quoted(std::string_view text) {
  std::string shown(text.substr(0, 40));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
  return "'" + shown + "'";
}

class Reader {
 public:
  Reader(std::span<const uint8_t> file, const std::string& name) : zip_(file, "the movie " + name) {
    movie_.name = name;
    movie_.timing = Timing::FrameByFrame;
  }

  Movie read() {
    readHeader(required("Header.txt", largest_text));
    readPorts(zip_.read("SyncSettings.json", largest_text).value_or(""));
    readComments(zip_.read("Comments.txt", largest_text).value_or(""));
    readSubtitles(zip_.read("Subtitles.txt", largest_text).value_or(""));
    readLog();
    return std::move(movie_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error("the movie " + movie_.name + " " + why);
  }

  std::string required(const char* file, size_t largest) const {
    auto content = zip_.read(file, largest);
    if (!content) failWithout(file);
    return *std::move(content);
  }

  [[noreturn]] void failWithout(const char* file) const {
    fail("is not a BizHawk movie: its archive has no '" + std::string(file) + "'");
  }

  void readHeader(std::string_view rest) {
    rest = withoutMark(rest);
    std::string platform = "nothing", core;
    while (!rest.empty()) {
      const std::string_view line = takeLine(rest);
      const size_t blank = std::min(line.find(' '), line.size());
      const std::string_view key = line.substr(0, blank);
      const std::string value(line.substr(std::min(blank + 1, line.size())));
      if (key == "Platform")
        platform = value;
      else if (key == "Core")
        core = value;
      else if (key == "GameName")
        movie_.rom_filename = value;
      else if (key == "SHA1")
        movie_.rom_checksum = value;
      else if (key == "PAL")
        movie_.pal = isTrue(value);
      else if (key == "rerecordCount")
        std::from_chars(value.data(), value.data() + value.size(), movie_.rerecord_count);
      else if (key == "StartsFromSavestate" && isTrue(value))
        fail("starts from a save state of BizHawk; jumpscope plays movies that start from power-on");
      else if (key == "StartsFromSaveRam" && isTrue(value))
        fail("starts from save RAM of BizHawk; jumpscope plays movies that start from power-on");
      else if (!line.empty())
        movie_.other_keys.emplace_back(key, value);
    }
    if (platform != "NES")
      fail("was recorded on " + quoted(platform) + "; expected the line 'Platform NES' in its Header.txt");
    if (core == "SubNESHawk")
      fail("was recorded with SubNESHawk, whose records are polls instead of frames; record it with NesHawk");
    if (!core.empty() && core != "NesHawk")
      movie_.notes.push_back("was recorded with the core " + quoted(core) +
                             ", whose frames may begin at another time than NesHawk's and jumpscope's");
  }

  // The value of a key of the settings, which are JSON, without its quotes.
  static std::string_view setting(std::string_view json, const std::string& key) {
    const size_t at = json.find('"' + key + '"');
    if (at == json.npos) return {};
    const size_t begin = json.find_first_not_of(" :\t\r\n", at + key.size() + 2);
    if (begin == json.npos) return {};
    const bool is_text = json[begin] == '"';
    const size_t end = json.find_first_of(is_text ? "\"" : ",}] \r\n", begin + 1);
    return json.substr(begin + is_text, end == json.npos ? end : end - begin - is_text);
  }

  // Which of our pads player 1, 2, … holds.
  void readPorts(std::string_view settings) {
    players_ = {0, 1};
    const std::array<std::string_view, 2> devices = {setting(settings, "NesLeftPort"),
                                                     setting(settings, "NesRightPort")};
    const auto pattern = setting(settings, "InitialWRamStatePattern");
    if (!pattern.empty() && pattern != "null" && pattern != "[")
      movie_.notes.push_back("was recorded with custom RAM at power-on (InitialWRamStatePattern)");
    if (setting(settings, "Famicom") == "true") return readExpansionPort(setting(settings, "FamicomExpPort"));
    if (devices[0].empty() && devices[1].empty()) return;
    players_.clear();
    const auto four_scores = std::count(devices.begin(), devices.end(), "FourScore");
    for (size_t port = 0; port < devices.size(); ++port) {
      const std::optional<Device> device = deviceOf(port_devices, devices[port]);
      if (!device)
        fail("was recorded with " + quoted(devices[port]) + " in port " + std::to_string(port + 1) +
             "; jumpscope supports standard controllers, the Four Score, Zapper, Power Pad and Arkanoid "
             "paddle");
      movie_.ports[port] = *device;
      if (*device != Device::None) players_.push_back(port);
      if (devices[port] == "FourScore") players_.push_back(port + 2);
    }
    if (four_scores == 1)
      fail("was recorded with half a Four Score; jumpscope supports one on both ports or none");
    movie_.fourscore = four_scores == 2;
  }

  void readExpansionPort(std::string_view name) {
    if (name.empty()) return;
    const std::optional<Device> device = deviceOf(expansion_devices, name);
    if (!device)
      fail("was recorded with " + quoted(name) +
           " in the Famicom's expansion port; jumpscope supports pads, Zapper and Arkanoid paddle there");
    movie_.ports[console::expansion_port] = *device;
    if (*device != Device::None) players_.push_back(console::expansion_port);
    if (*device == Device::FamicomPads) players_.push_back(3);
  }

  void readComments(std::string_view rest) {
    rest = withoutMark(rest);
    while (!rest.empty())
      if (const auto line = takeLine(rest); !line.empty()) movie_.comments.emplace_back(line);
  }

  // "subtitle FRAME X Y DURATION COLOR TEXT". Other lines are ignored, because subtitles have no effect on
  // playback.
  void readSubtitles(std::string_view rest) {
    rest = withoutMark(rest);
    while (!rest.empty()) {
      std::string_view line = takeLine(rest);
      const auto word = [&line] {
        const std::string_view taken = line.substr(0, line.find(' '));
        line.remove_prefix(std::min(taken.size() + 1, line.size()));
        return taken;
      };
      if (word() != "subtitle") continue;
      Subtitle subtitle;
      const std::string_view frame = word();
      if (std::from_chars(frame.data(), frame.data() + frame.size(), subtitle.frame).ec != std::errc())
        continue;
      for (int i = 0; i < 4; ++i) word();
      subtitle.text = line;
      movie_.subtitles.push_back(subtitle);
    }
  }

  void readLog() {
    constexpr const char* log = "Input Log.txt";
    const bool found = zip_.readLines(log, largest_log, longest_log_line, [this](std::string_view line) {
      ++line_number_;
      readLogLine(line);
    });
    if (!found) failWithout(log);
    if (!has_key_) fail("has no line LogKey in its input log, which names the columns");
  }

  [[noreturn]] void failLine(const std::string& why) const {
    fail("has a bad line " + std::to_string(line_number_) + " in its input log: " + why);
  }

  void readLogLine(std::string_view line) {
    constexpr std::string_view key = "LogKey:";
    if (line.starts_with(key)) {
      readKey(line.substr(key.size()));
      has_key_ = true;
    } else if (line.starts_with('|')) {
      if (!has_key_) failLine("input comes before the line that names its columns (LogKey)");
      readRecord(line);
    } else if (!line.empty() && !line.starts_with('[')) {
      failLine("expected input, which begins with '|', but found " + quoted(line));
    }
  }

  // "#Reset|Power|#P1 Up|P1 Down|…": the controls in the order of their columns.
  void readKey(std::string_view rest) {
    controls_.clear();
    while (!rest.empty()) {
      const size_t end = std::min(rest.find_first_of("#|"), rest.size());
      if (controls_.size() >= most_controls)
        fail("names more than " + std::to_string(most_controls) +
             " columns in its input log, as no console has");
      if (end > 0) controls_.push_back(control(std::string(rest.substr(0, end))));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  Control control(std::string name) {
    Control found;
    found.name = name;
    if (name == "Reset" || name == "Power") {
      found.kind = Control::Kind::Command;
      found.bit = name == "Reset" ? command_reset : command_power;
      return found;
    }
    constexpr std::array<std::string_view, 8> buttons = {"Right", "Left",   "Down", "Up",
                                                         "Start", "Select", "B",    "A"};
    const bool of_player =
        name.size() > 3 && name[0] == 'P' && name[1] >= '1' && name[1] <= '4' && name[2] == ' ';
    const auto button = std::find(buttons.begin(), buttons.end(), of_player ? name.substr(3) : "");
    if (button != buttons.end()) {
      const auto player = size_t(name[1] - '1');
      if (player >= players_.size()) inferFourScore(name);
      if (!holdsPad(player)) failControl(name);
      found.kind = Control::Kind::Button;
      found.pad = players_[player];
      found.bit = uint16_t(0x80 >> (button - buttons.begin()));
      return found;
    }
    if (of_player && isOfDevice(size_t(name[1] - '1'), std::string_view(name).substr(3), found)) return found;
    // Switches that a plain NES does not have are accepted as long as they are never used.
    for (std::string_view tolerated : {"FDS ", "Insert Coin", "Service Switch", "P2 Microphone"})
      if (name.starts_with(tolerated)) return found;
    failControl(name);
  }

  [[noreturn]] void failControl(const std::string& name) const {
    fail("uses the control " + quoted(name) +
         ", which jumpscope does not support with these devices; it supports controllers, Zapper, Power Pad, "
         "Arkanoid paddle, reset and power");
  }

  bool holdsPad(size_t player) const {
    const size_t pad = players_[player];
    if (pad < 2) return movie_.fourscore || movie_.ports[pad] == Device::Pad;
    return movie_.fourscore || movie_.ports[console::expansion_port] == Device::FamicomPads;
  }

  // Whether the device of this player has such a control, and which.
  bool isOfDevice(size_t player, std::string_view name, Control& found) const {
    if (player >= players_.size() || players_[player] >= console::port_count) return false;
    found.pad = players_[player];
    const Device device = movie_.ports[found.pad];
    if ((device == Device::Zapper || device == Device::Arkanoid) && name == "Fire") {
      found.kind = Control::Kind::DeviceButton;
      found.bit = console::trigger;
    } else if (device == Device::Zapper && (name == "Zapper X" || name == "Zapper Y")) {
      found.kind = name.back() == 'X' ? Control::Kind::AimX : Control::Kind::AimY;
    } else if (device == Device::Arkanoid && name == "Paddle") {
      found.kind = Control::Kind::Knob;
    } else if (device == Device::PowerPadB && name.starts_with("PP")) {
      int field = 0;
      const auto [end, error] = std::from_chars(name.data() + 2, name.data() + name.size(), field);
      if (error != std::errc() || end != name.data() + name.size() || field < 1 ||
          field > console::mat_fields)
        return false;
      found.kind = Control::Kind::DeviceButton;
      found.bit = uint16_t(1u << (field - 1));
    } else {
      return false;
    }
    return true;
  }

  // Without settings, a third player means two halves of a Four Score: players 1 and 2 on the left port.
  void inferFourScore(const std::string& name) {
    if (movie_.fourscore || players_ != std::vector<size_t>{0, 1} || name[1] < '3')
      fail("names the control " + quoted(name) + ", but has no controller for that player");
    movie_.fourscore = true;
    players_ = {0, 2, 1, 3};
    for (Control& earlier : controls_)
      if (earlier.kind == Control::Kind::Button) earlier.pad = players_[size_t(earlier.name[1] - '1')];
  }

  void readRecord(std::string_view line) {
    Record record;
    auto control = controls_.begin();
    for (size_t column = 0; column < line.size(); ++column) {
      if (line[column] == '|') continue;
      if (control == controls_.end())
        failLine("column " + std::to_string(column + 1) + " is one more than LogKey names");
      if (control->isNumber())
        setNumber(record, *control, numberAt(line, column, control->name));
      else if (line[column] != '.')
        press(record, *control);
      ++control;
    }
    if (control != controls_.end()) failLine("it ends before the column of " + quoted(control->name));
    if (movie_.records.size() >= base::most_rows) fail("has more than the limit of 10 million frames");
    movie_.records.push_back(record);
  }

  void press(Record& record, const Control& control) const {
    switch (control.kind) {
      case Control::Kind::Command:
        record.commands |= uint8_t(control.bit);
        break;
      case Control::Kind::Button:
        record.pads[control.pad] |= uint8_t(control.bit);
        break;
      case Control::Kind::DeviceButton:
        record.inputs[control.pad].buttons |= control.bit;
        break;
      default:
        failLine("it uses " + quoted(control.name) + ", which jumpscope does not support");
    }
  }

  static void setNumber(Record& record, const Control& control, int number) {
    DeviceInput& input = record.inputs[control.pad];
    const auto byte = [](int value) { return uint8_t(std::clamp(value, 0, 255)); };
    if (control.kind == Control::Kind::AimX) input.x = byte(number);
    if (control.kind == Control::Kind::AimY) input.y = byte(number);
    if (control.kind == Control::Kind::Knob) input.knob = byte(std::clamp(number, -255, 255) + first_knob);
  }

  // A number from `column` on, with the comma behind it, which is where `column` is afterwards.
  int numberAt(std::string_view line, size_t& column, const std::string& name) const {
    const size_t end = std::min(line.find(',', column), line.size());
    const size_t first = std::min(line.find_first_not_of(' ', column), end);
    int number = 0;
    const auto [stop, error] = std::from_chars(line.data() + first, line.data() + end, number);
    if (end == line.size() || error != std::errc() || stop != line.data() + end)
      failLine("expected a whole number and a comma for " + quoted(name) + " in column " +
               std::to_string(column + 1));
    column = end;
    return number;
  }

  base::Zip zip_;
  Movie movie_;
  std::vector<size_t> players_;  // our pad by player
  std::vector<Control> controls_;
  size_t line_number_ = 0;  // of the input log
  bool has_key_ = false;
};

}  // namespace

Movie parseBk2(std::span<const uint8_t> file, const std::string& name) {
  Movie movie = Reader(file, name).read();
  movie.sha1 = base::sha1Hex(file);
  return movie;
}

Movie parseMovie(std::span<const uint8_t> file, const std::string& name) {
  return base::looksLikeZip(file) ? parseBk2(file, name) : parseFm2(file, name);
}

}  // namespace jumpscope::movie
