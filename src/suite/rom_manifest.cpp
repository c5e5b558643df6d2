// The manifest of test programs, read strictly enough that a slip in it is named and not skipped.
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/suite/rom_test.h"

namespace jumpscope::suite {

namespace {

using nlohmann::json;

uint64_t number(const json& value) {
  if (value.is_string()) return std::stoull(value.get<std::string>(), nullptr, 0);
  return value.get<uint64_t>();
}

console::Buttons button(const std::string& name) {
  static constexpr std::pair<const char*, console::Buttons> names[] = {
      {"A", 0x01},  {"B", 0x02},    {"Select", 0x04}, {"Start", 0x08},
      {"Up", 0x10}, {"Down", 0x20}, {"Left", 0x40},   {"Right", 0x80}};
  for (const auto& [known, bit] : names)
    if (name == known) return bit;
  throw std::runtime_error("unknown button '" + name + "'");
}

Convention convention(const std::string& name) {
  static constexpr std::pair<const char*, Convention> names[] = {{"blargg-6000", Convention::Status6000},
                                                                 {"zero-page", Convention::Memory},
                                                                 {"nametable-text", Convention::ScreenText},
                                                                 {"nametable-cells", Convention::ScreenTiles},
                                                                 {"frame-hash", Convention::FrameHash},
                                                                 {"accuracycoin", Convention::AccuracyCoin},
                                                                 {"nestest-log", Convention::InstructionLog},
                                                                 {"audio", Convention::Sound},
                                                                 {"visual", Convention::Visual}};
  for (const auto& [known, value] : names)
    if (name == known) return value;
  throw std::runtime_error("unknown verdict '" + name + "'");
}

std::vector<uint8_t> hexBytes(const std::string& text) {
  std::vector<uint8_t> bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

ScreenTextRule screenTextRule(const json& rule) {
  ScreenTextRule result;
  const auto words = [&](const char* key) { return rule.value(key, std::vector<std::string>{}); };
  result.contains = words("contains");
  result.contains_any = words("contains_any");
  result.not_contains = words("not_contains");
  result.tile_minus_ascii = rule.value("tile_minus_ascii", 0);
  return result;
}

SoundRule soundRule(const json& rule) {
  SoundRule result;
  result.reference_start = rule.at("beep_window_s").at(0);
  result.reference_end = rule.at("beep_window_s").at(1);
  result.test_start = rule.at("test_window_s").at(0);
  result.test_end = rule.at("test_window_s").at(1);
  result.window = rule.at("rms_window_s");
  result.max_ratio = rule.at("max_rms_ratio_to_beep");
  if (!(result.window > 0)) throw std::runtime_error("rms_window_s must be above 0");
  return result;
}

RomTest romTest(const json& rom) {
  RomTest test;
  test.path = rom.at("path");
  test.suite = rom.value("suite", "");
  test.sha1 = rom.value("sha1", "");
  test.mapper = rom.value("mapper", 0);
  test.convention = convention(rom.at("verdict"));
  test.optional = rom.value("optional", false);
  test.max_frames = rom.value("max_frames", uint64_t{600});
  test.expect = rom.value("expect", "");
  for (const json& entry : rom.value("input", json::array())) {
    const uint64_t first = entry.at("frame"), frames = entry.at("frames");
    movie::Press press{first, first + frames - 1, entry.value("port", 1) - 1, 0};
    for (const json& name : entry.at("buttons")) press.buttons |= button(name);
    const bool has_port = press.port == 0 || press.port == 1;
    if (frames > 0 && has_port) test.input.push_back(press);
  }
  const json pass = rom.value("pass", json::object());
  if (rom.contains("nametable")) test.text = screenTextRule(rom.at("nametable"));
  switch (test.convention) {
    case Convention::Status6000:
    case Convention::Sound:
      test.value = pass.value("status", uint8_t{0});
      test.status_text = pass.value("text_contains", std::vector<std::string>{});
      if (pass.contains("audio")) test.sound = soundRule(pass.at("audio"));
      break;
    case Convention::Memory:
      test.address = static_cast<uint16_t>(number(pass.at("address")));
      test.value = static_cast<uint8_t>(number(pass.at("value")));
      break;
    case Convention::ScreenText:
      if (!test.text) throw std::runtime_error("'nametable' is missing");
      break;
    case Convention::ScreenTiles:
      for (const json& cell : pass.at("cells"))
        test.tiles.push_back({cell.at("row"), cell.at("col"), hexBytes(cell.at("tiles"))});
      break;
    case Convention::InstructionLog:
      test.log_path = pass.at("log");
      break;
    case Convention::AccuracyCoin:
      test.results_path = pass.at("per_test");
      break;
    case Convention::FrameHash:
    case Convention::Visual:
      break;
  }
  for (const json& golden : rom.value("golden_frames", json::array()))
    test.golden_frames.push_back(
        {golden.at("frame"), golden.value("sha1_idx6", ""), golden.value("sha1_idx9", "")});
  if (rom.contains("reset")) {
    test.reset_delay = rom.at("reset").value("delay_frames", uint64_t{20});
    test.reset_frames = rom.at("reset").value("fallback_frames", std::vector<uint64_t>{});
  }
  return test;
}

json parse(std::string_view text, const std::string& name) {
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    throw std::runtime_error(name + " is not valid JSON: " + error.what());
  }
}

}  // namespace

std::vector<RomTest> parseManifest(std::string_view text, const std::string& name) {
  const json manifest = parse(text, name);
  if (!manifest.is_object() || !manifest.contains("roms") || !manifest.at("roms").is_array())
    throw std::runtime_error(name +
                             " is not a manifest of test programs: expected an object with a list 'roms'");
  std::vector<RomTest> tests;
  for (const json& rom : manifest.at("roms")) {
    try {
      tests.push_back(romTest(rom));
    } catch (const std::exception& error) {
      const std::string path = rom.is_object() && rom.contains("path") && rom.at("path").is_string()
                                   ? rom.at("path").get<std::string>()
                                   : "entry " + std::to_string(tests.size() + 1);
      throw std::runtime_error(name + ", " + path + ": " + error.what());
    }
  }
  return tests;
}

std::vector<ResultByte> parseResultBytes(std::string_view text, const std::string& name) {
  const json document = parse(text, name);
  std::vector<ResultByte> results;
  try {
    for (const json& entry : document.at("tests"))
      if (entry.at("kind") == "test")
        results.push_back({entry.at("test"), static_cast<uint16_t>(number(entry.at("addr")))});
  } catch (const std::exception& error) {
    throw std::runtime_error(name + R"(: expected "tests", each with "test", "addr" and "kind": )" +
                             error.what());
  }
  return results;
}

}  // namespace jumpscope::suite
