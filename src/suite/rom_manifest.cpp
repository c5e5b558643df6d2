// The manifest of test programs, read strictly enough that a slip in it is named and not skipped.
#include <tuple>
#include <utility>

#include "src/base/json_value.h"
#include "src/base/printable.h"
#include "src/session/session.h"
#include "src/suite/rom_test.h"
#include "src/trace/watch.h"

namespace jumpscope::suite {

namespace {

using base::JsonValue;

constexpr auto most_frames = int64_t(session::most_frames);

// As a number, or as text such as "0x00F0".
uint64_t number(const JsonValue& value, uint32_t largest) {
  if (!value.json().is_string()) return uint64_t(value.integer(0, largest));
  const auto parsed = trace::parseNumber(value.string(), largest);
  if (!parsed) value.fail("a number from 0 to " + std::to_string(largest) + ", such as 240 or \"0x00F0\"");
  return *parsed;
}

uint64_t frameNumber(const JsonValue& value) { return uint64_t(value.integer(0, most_frames)); }

std::vector<std::string> texts(const JsonValue& object, const std::string& key) {
  std::vector<std::string> result;
  if (const auto list = object.find(key))
    for (const JsonValue& item : list->items()) result.push_back(item.string());
  return result;
}

template <class Value, size_t count>
Value oneOf(const JsonValue& value, const std::pair<std::string_view, Value> (&names)[count]) {
  const std::string name = value.string();
  std::string known;
  for (const auto& [text, meaning] : names) {
    if (name == text) return meaning;
    known.append(known.empty() ? "" : ", ").append(text);
  }
  value.fail("one of " + known);
}

console::Buttons button(const JsonValue& value) {
  static constexpr std::pair<std::string_view, console::Buttons> names[] = {
      {"A", 0x01},  {"B", 0x02},    {"Select", 0x04}, {"Start", 0x08},
      {"Up", 0x10}, {"Down", 0x20}, {"Left", 0x40},   {"Right", 0x80}};
  return oneOf(value, names);
}

Convention convention(const JsonValue& value) {
  static constexpr std::pair<std::string_view, Convention> names[] = {
      {"blargg-6000", Convention::Status6000},
      {"zero-page", Convention::Memory},
      {"nametable-text", Convention::ScreenText},
      {"nametable-cells", Convention::ScreenTiles},
      {"frame-hash", Convention::FrameHash},
      {"accuracycoin", Convention::AccuracyCoin},
      {"nestest-log", Convention::InstructionLog},
      {"audio", Convention::Sound},
      {"visual", Convention::Visual}};
  return oneOf(value, names);
}

TileRule tileRule(const JsonValue& cell) {
  constexpr int64_t rows = 30, columns = 32;
  TileRule rule{int(cell.at("row").integer(0, rows - 1)), int(cell.at("col").integer(0, columns - 1)), {}};
  const JsonValue tiles = cell.at("tiles");
  const std::string text = tiles.string();
  for (size_t i = 0; i < text.size(); i += 2) {
    const auto byte = trace::parseNumber(std::string("$").append(text, i, 2), 0xFF);
    if (!byte || i + 1 == text.size()) tiles.fail("tiles as pairs of hexadecimal digits");
    rule.tiles.push_back(uint8_t(*byte));
  }
  if (rule.row * columns + rule.column + int64_t(rule.tiles.size()) > rows * columns)
    tiles.fail("tiles that end within the screen of 32 x 30");
  return rule;
}

ScreenTextRule screenTextRule(const JsonValue& rule) {
  ScreenTextRule result;
  result.contains = texts(rule, "contains");
  result.contains_any = texts(rule, "contains_any");
  result.not_contains = texts(rule, "not_contains");
  if (const auto distance = rule.find("tile_minus_ascii"))
    result.tile_minus_ascii = int(distance->integer(-255, 255));
  return result;
}

// "[1.5, 3]": from one second to another.
std::pair<double, double> stretch(const JsonValue& value) {
  constexpr double hour = 3600;
  const std::vector<JsonValue> ends = value.items();
  if (ends.size() != 2) value.fail("two numbers of seconds: begin and end");
  const double begin = ends[0].real(0, hour), end = ends[1].real(0, hour);
  if (end < begin) value.fail("an end that is not before its begin");
  return {begin, end};
}

SoundRule soundRule(const JsonValue& rule) {
  SoundRule result;
  std::tie(result.reference_start, result.reference_end) = stretch(rule.at("beep_window_s"));
  std::tie(result.test_start, result.test_end) = stretch(rule.at("test_window_s"));
  result.window = rule.at("rms_window_s").real(0.001, 3600);
  result.max_ratio = rule.at("max_rms_ratio_to_beep").real(0, 1e6);
  return result;
}

movie::Press pressFrom(const JsonValue& entry) {
  movie::Press press;
  press.first = frameNumber(entry.at("frame"));
  press.last = press.first + uint64_t(entry.at("frames").integer(1, most_frames)) - 1;
  if (const auto port = entry.find("port")) press.pad = int(port->integer(1, 2)) - 1;
  for (const JsonValue& name : entry.at("buttons").items()) press.buttons |= button(name);
  return press;
}

// What its convention needs.
void readVerdict(const JsonValue& rom, RomTest& test) {
  const auto pass = rom.find("pass");
  const auto need = [&](const char* key) { return rom.at("pass").at(key); };
  switch (test.convention) {
    case Convention::Status6000:
    case Convention::Sound:
      if (!pass) break;
      if (const auto status = pass->find("status")) test.value = uint8_t(status->integer(0, 255));
      test.status_text = texts(*pass, "text_contains");
      if (const auto sound = pass->find("audio")) test.sound = soundRule(*sound);
      break;
    case Convention::Memory:
      test.address = uint16_t(number(need("address"), 0xFFFF));
      test.value = uint8_t(number(need("value"), 0xFF));
      break;
    case Convention::ScreenText:
      rom.at("nametable");
      break;
    case Convention::ScreenTiles:
      for (const JsonValue& cell : need("cells").items()) test.tiles.push_back(tileRule(cell));
      break;
    case Convention::InstructionLog:
      test.log_path = need("log").string();
      break;
    case Convention::AccuracyCoin:
      test.results_path = need("per_test").string();
      break;
    case Convention::FrameHash:
    case Convention::Visual:
      break;
  }
}

RomTest romTest(const JsonValue& rom) {
  RomTest test;
  test.path = rom.at("path").string();
  test.suite = base::printable(rom.stringOr("suite"));
  test.sha1 = rom.stringOr("sha1");
  if (const auto mapper = rom.find("mapper")) test.mapper = int(mapper->integer(0, 4095));
  test.convention = convention(rom.at("verdict"));
  if (const auto optional = rom.find("optional")) test.optional = optional->boolean();
  if (const auto frames = rom.find("max_frames")) test.max_frames = uint64_t(frames->integer(1, most_frames));
  test.expect = rom.stringOr("expect");
  if (const auto input = rom.find("input"))
    for (const JsonValue& entry : input->items()) test.input.push_back(pressFrom(entry));
  if (const auto screen = rom.find("nametable")) test.text = screenTextRule(*screen);
  readVerdict(rom, test);
  if (const auto goldens = rom.find("golden_frames"))
    for (const JsonValue& golden : goldens->items())
      test.golden_frames.push_back(
          {frameNumber(golden.at("frame")), golden.stringOr("sha1_idx6"), golden.stringOr("sha1_idx9")});
  if (const auto reset = rom.find("reset")) {
    if (const auto delay = reset->find("delay_frames")) test.reset_delay = frameNumber(*delay);
    if (const auto frames = reset->find("fallback_frames"))
      for (const JsonValue& frame : frames->items()) test.reset_frames.push_back(frameNumber(frame));
  }
  return test;
}

}  // namespace

std::vector<RomTest> parseManifest(std::string_view text, const std::string& name) {
  const nlohmann::json json = base::parseJson(text, name);
  const JsonValue manifest(json, name);
  std::vector<RomTest> tests;
  for (const JsonValue& rom : manifest.at("roms").items()) tests.push_back(romTest(rom));
  return tests;
}

std::vector<ResultByte> parseResultBytes(std::string_view text, const std::string& name) {
  const nlohmann::json json = base::parseJson(text, name);
  std::vector<ResultByte> results;
  for (const JsonValue& entry : JsonValue(json, name).at("tests").items())
    if (entry.at("kind").string() == "test")
      results.push_back({entry.at("test").string(), uint16_t(number(entry.at("addr"), 0xFFFF))});
  return results;
}

}  // namespace jumpscope::suite
