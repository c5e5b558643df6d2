#include "src/movie/bk2.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "src/base/hash.h"
#include "src/base/limits.h"
#include "src/base/zip.h"
#include "src/movie/bk2_controls.h"

namespace jumpscope::movie {
namespace {

constexpr size_t largest_text = size_t(1) << 20;
constexpr size_t largest_log = size_t(1) << 29;  // ten million frames of four pads
constexpr size_t longest_log_line = size_t(1) << 16;
constexpr size_t most_controls = 200;

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
    readSettings(zip_.read("SyncSettings.json", largest_text).value_or(""));
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
    if (core == "SubNESHawk" || core == "SUBNESHawk")
      fail("was recorded with SubNESHawk, whose records are polls instead of frames; record it with NesHawk");
    console_.reset_first = core == "QuickNes" || core == "quickerNES";
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

  void readSettings(std::string_view settings) {
    const auto pattern = setting(settings, "InitialWRamStatePattern");
    if (!pattern.empty() && pattern != "null" && pattern != "[")
      movie_.notes.push_back("was recorded with custom RAM at power-on (InitialWRamStatePattern)");
    console_.famicom = setting(settings, "Famicom") == "true";
    const std::array<std::string_view, 2> devices = {setting(settings, "NesLeftPort"),
                                                     setting(settings, "NesRightPort")};
    const std::array<std::string_view, 2> connected = {setting(settings, "LeftPortConnected"),
                                                       setting(settings, "RightPortConnected")};
    const auto given = [](const auto& values) { return !values[0].empty() || !values[1].empty(); };
    console_.settings_known = console_.famicom || given(devices) || given(connected);
    if (console_.famicom)
      readExpansionPort(setting(settings, "FamicomExpPort"));
    else if (given(devices))
      readPorts(devices);
    else if (given(connected))
      readConnections(connected);
    movie_.ports = console_.ports;
    movie_.fourscore = console_.four_score;
  }

  // What is not said is as BizHawk has it: a controller on the left, nothing on the right.
  void readPorts(std::array<std::string_view, 2> devices) {
    if (devices[0].empty()) devices[0] = "ControllerNES";
    if (devices[1].empty()) devices[1] = "UnpluggedNES";
    console_.players.clear();
    const auto four_scores = std::count(devices.begin(), devices.end(), "FourScore");
    for (size_t port = 0; port < devices.size(); ++port) {
      const std::optional<Device> device = deviceOf(port_devices, devices[port]);
      if (!device)
        fail("was recorded with " + quoted(devices[port]) + " in port " + std::to_string(port + 1) +
             "; jumpscope supports standard controllers, the Four Score, Zapper, Power Pad and Arkanoid "
             "paddle");
      console_.ports[port] = *device;
      if (*device != Device::None) console_.players.push_back(port);
      if (devices[port] == "FourScore") console_.players.push_back(port + 2);
    }
    if (four_scores == 1)
      fail("was recorded with half a Four Score; jumpscope supports one on both ports or none");
    console_.four_score = four_scores == 2;
  }

  // QuickNes has controllers only. Player 1 is on the right where the left port is empty.
  void readConnections(const std::array<std::string_view, 2>& connected) {
    console_.players.clear();
    for (size_t port = 0; port < connected.size(); ++port) {
      const bool plugged_in = connected[port].empty() ? port == 0 : connected[port] == "true";
      console_.ports[port] = plugged_in ? Device::Pad : Device::None;
      if (plugged_in) console_.players.push_back(port);
    }
  }

  void readExpansionPort(std::string_view name) {
    if (name.empty()) return;
    const std::optional<Device> device = deviceOf(expansion_devices, name);
    if (!device)
      fail("was recorded with " + quoted(name) +
           " in the Famicom's expansion port; jumpscope supports pads, Zapper and Arkanoid paddle there");
    console_.ports[console::expansion_port] = *device;
    if (*device != Device::None) console_.players.push_back(console::expansion_port);
    if (*device == Device::FamicomPads) console_.players.push_back(3);
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
    noteWhatIsIgnored();
  }

  [[noreturn]] void failLine(const std::string& why) const {
    fail("has a bad line " + std::to_string(line_number_) + " in its input log: " + why);
  }

  void readLogLine(std::string_view line) {
    constexpr std::string_view key = "LogKey:";
    if (line.starts_with(key)) {
      readKey(line.substr(key.size()));
    } else if (line.starts_with('|')) {
      if (controls_.empty()) takeOwnControls(line);
      readRecord(line);
    } else if (!line.empty() && !line.starts_with('[')) {
      failLine("expected input, which begins with '|', but found " + quoted(line));
    }
  }

  // "#Reset|Power|#P1 Up|P1 Down|…": the controls in the order of their columns. BizHawk's importer of other movies
  // leaves the line empty.
  void readKey(std::string_view rest) {
    controls_.clear();
    plugged_in_.clear();
    while (!rest.empty()) {
      const size_t end = std::min(rest.find_first_of("#|"), rest.size());
      if (controls_.size() >= most_controls)
        fail("names more than " + std::to_string(most_controls) +
             " columns in its input log, as no console has");
      if (end > 0) addControl(std::string(rest.substr(0, end)));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void addControl(const std::string& name) {
    Control control = controlOf(console_, name);
    if (control.isAbsent() && !console_.settings_known) {
      inferFourScore(name);
      control = controlOf(console_, name);
    }
    if (!control.isAbsent()) plugged_in_.push_back(control);
    controls_.push_back(std::move(control));
  }

  // Without settings, a third player means two halves of a Four Score: players 1 and 2 on the left port.
  void inferFourScore(const std::string& name) {
    const bool third = name.starts_with("P3 ") || name.starts_with("P4 ");
    if (third && !console_.four_score) {
      movie_.fourscore = console_.four_score = true;
      console_.players = {0, 2, 1, 3};
      for (std::vector<Control>* list : {&controls_, &plugged_in_})
        for (Control& earlier : *list) earlier = controlOf(console_, earlier.name);
    }
    if (controlOf(console_, name).isAbsent())
      fail("uses the control " + quoted(name) +
           ", but has no settings (SyncSettings.json) that plug in a device with it; jumpscope supports "
           "controllers, Zapper, Power Pad, Arkanoid paddle, reset and power");
  }

  // A log that names no controls has the console's own. Without settings its width tells one controller from two.
  void takeOwnControls(std::string_view record) {
    constexpr ptrdiff_t two_pads = 2 + 2 * 8;
    if (!console_.settings_known && std::ranges::count(record, '|') + two_pads > std::ssize(record)) {
      console_.players = {0};
      movie_.ports[1] = console_.ports[1] = Device::None;
    }
    for (const std::string& name : ownControls(console_)) addControl(name);
  }

  // Takes the columns of `controls` from the front of a record. Returns the control whose column is missing or no
  // number; nullptr: all are there.
  const Control* split(std::string_view line, const std::vector<Control>& controls) {
    columns_.clear();
    size_t at = 0;
    for (const Control& control : controls) {
      while (at < line.size() && line[at] == '|') ++at;
      if (at >= line.size()) return &control;
      if (control.isNumber()) {
        const auto number = numberAt(line, at);
        if (!number) return &control;
        columns_.push_back(*number);
      } else {
        columns_.push_back(line[at++]);
      }
    }
    rest_ = line.substr(at);
    return nullptr;
  }

  // A record has a column for each control that is named or, if it is too short for that, for each that is plugged
  // in. BizHawk ignores what follows.
  void readRecord(std::string_view line) {
    const std::vector<Control>* controls = &controls_;
    const Control* missing = split(line, controls_);
    if (missing && plugged_in_.size() < controls_.size() && !plugged_in_.empty()) {
      controls = &plugged_in_;
      missing = split(line, plugged_in_);
    }
    if (missing && missing->isNumber())
      failLine("expected a whole number and a comma for " + quoted(missing->name));
    if (missing) failLine("it ends before the column of " + quoted(missing->name));
    if (movie_.records.size() >= base::most_rows) fail("has more than the limit of 10 million frames");
    movie_.records.emplace_back();
    for (size_t i = 0; i < controls->size(); ++i) take((*controls)[i], columns_[i]);
    if (rest_.find_first_not_of("|. ,") != rest_.npos)
      remember(ignored_, "columns that its LogKey does not name");
  }

  void take(const Control& control, int column) {
    if (control.kind == Control::Kind::AbsentNumber) return;
    if (control.isNumber()) return setNumber(movie_.records.back(), control, column);
    if (column == '.') return;
    press(movie_.records.back(), control);
    constexpr char reset_letter = 'r', power_letter = 'P';
    if (control.kind == Control::Kind::Absent) remember(ignored_, quoted(control.name));
    if (control.kind == Control::Kind::Command &&
        column == (control.bit == command_power ? reset_letter : power_letter))
      remember(swapped_, control.name);
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
      case Control::Kind::Unsupported:
        failLine("it uses " + quoted(control.name) + ", which jumpscope does not support");
      default:
        break;
    }
  }

  static void setNumber(Record& record, const Control& control, int number) {
    DeviceInput& input = record.inputs[control.pad];
    const auto byte = [](int value) { return uint8_t(std::clamp(value, 0, 255)); };
    if (control.kind == Control::Kind::AimX) input.x = byte(number);
    if (control.kind == Control::Kind::AimY) input.y = byte(number);
    if (control.kind == Control::Kind::Knob) input.knob = byte(std::clamp(number, -255, 255) + first_knob);
  }

  // A number from `at` on, and moves `at` behind its comma.
  static std::optional<int> numberAt(std::string_view line, size_t& at) {
    const size_t end = std::min(line.find(',', at), line.size());
    const size_t first = std::min(line.find_first_not_of(' ', at), end);
    int number = 0;
    const auto [stop, error] = std::from_chars(line.data() + first, line.data() + end, number);
    if (end == line.size() || error != std::errc() || stop != line.data() + end) return std::nullopt;
    at = end + 1;
    return number;
  }

  // Where something was seen first.
  struct Seen {
    size_t record = 0;
    std::string what;  // empty: nowhere
  };
  void remember(Seen& seen, const std::string& what) const {
    if (seen.what.empty()) seen = {movie_.records.size() - 1, what};
  }

  void noteWhatIsIgnored() {
    if (!ignored_.what.empty())
      movie_.notes.push_back("has input for controls that its settings do not plug in, first in frame " +
                             std::to_string(ignored_.record) + " for " + ignored_.what +
                             "; it is ignored, as BizHawk does");
    if (!swapped_.what.empty())
      movie_.notes.push_back("has the letter of the other switch in the column of " + swapped_.what +
                             ", first in frame " + std::to_string(swapped_.record) +
                             "; the column counts, as in BizHawk");
  }

  base::Zip zip_;
  Movie movie_;
  Bk2Console console_;
  std::vector<Control> controls_;    // by column
  std::vector<Control> plugged_in_;  // the same without those that are absent
  std::vector<int> columns_;         // of the record last split: characters and numbers
  std::string_view rest_;            // what follows them
  size_t line_number_ = 0;           // of the input log
  Seen ignored_, swapped_;
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
