// Manifests of test programs: every slip is named with its place, and every number has its range.
#include <gtest/gtest.h>

#include "src/suite/rom_test.h"
#include "tests/support/bytes.h"

namespace jumpscope::suite {
namespace {

std::string errorIn(const std::string& rom) {
  return tests::errorOf([&] { parseManifest("{\"roms\": [" + rom + "]}", "m.json"); });
}

TEST(Manifest, NumbersOutOfRangeAreRefused) {
  const std::string head = R"({"path": "a.nes", "verdict": )";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {R"("visual", "max_frames": -1)",
       "m.json: roms[0].max_frames: expected an integer from 1 to 1000000000"},
      {R"("visual", "max_frames": 1e300)",
       "m.json: roms[0].max_frames: expected an integer from 1 to 1000000000"},
      {R"("visual", "max_frames": 18446744073709551615)",
       "m.json: roms[0].max_frames: expected an integer from 1 to 1000000000"},
      {R"("visual", "mapper": 4096)", "m.json: roms[0].mapper: expected an integer from 0 to 4095"},
      {R"("visual", "optional": 1)", "m.json: roms[0].optional: expected true or false"},
      {R"("visual", "input": [{"frame": 1, "frames": 0, "buttons": []}])",
       "m.json: roms[0].input[0].frames: expected an integer from 1 to 1000000000"},
      {R"("visual", "input": [{"frame": 1, "frames": 1, "port": 3, "buttons": []}])",
       "m.json: roms[0].input[0].port: expected an integer from 1 to 2"},
      {R"("visual", "input": [{"frame": 1, "frames": 1, "buttons": ["C"]}])",
       "m.json: roms[0].input[0].buttons[0]: expected one of A, B, Select, Start, Up, Down, Left, Right"},
      {R"("zero-page", "pass": {"address": "0x10000", "value": 1})",
       "m.json: roms[0].pass.address: expected a number from 0 to 65535, such as 240 or \"0x00F0\""},
      {R"("zero-page", "pass": {"address": 16, "value": 256})",
       "m.json: roms[0].pass.value: expected an integer from 0 to 255"},
      {R"("zero-page")", "m.json: roms[0]: expected a key 'pass'"},
      {R"("nametable-text")", "m.json: roms[0]: expected a key 'nametable'"},
      {R"("nametable-cells", "pass": {"cells": [{"row": 30, "col": 0, "tiles": ""}]})",
       "m.json: roms[0].pass.cells[0].row: expected an integer from 0 to 29"},
      {R"("nametable-cells", "pass": {"cells": [{"row": 29, "col": 31, "tiles": "0102"}]})",
       "m.json: roms[0].pass.cells[0].tiles: expected tiles that end within the screen of 32 x 30"},
      {R"("nametable-cells", "pass": {"cells": [{"row": 0, "col": 0, "tiles": "010"}]})",
       "m.json: roms[0].pass.cells[0].tiles: expected tiles as pairs of hexadecimal digits"},
  };
  for (const auto& [rest, words] : expected) EXPECT_EQ(errorIn(head + rest + "}"), words);
}

TEST(Manifest, ASoundsWindowsGoForwardInTime) {
  const auto error = [](const std::string& window, const std::string& length) {
    return errorIn(
        R"({"path": "a.nes", "verdict": "audio", "pass": {"audio": {"beep_window_s": [0, 1], "test_window_s": )" +
        window + R"(, "rms_window_s": )" + length + R"(, "max_rms_ratio_to_beep": 1}}})");
  };
  EXPECT_EQ(error("[1, 2]", "0.5"), "");
  EXPECT_EQ(error("[2, 1]", "0.5"),
            "m.json: roms[0].pass.audio.test_window_s: expected an end that is not before its begin");
  EXPECT_EQ(error("[1, 1e300]", "0.5"),
            "m.json: roms[0].pass.audio.test_window_s[1]: expected a number from 0.0 to 3600.0");
  EXPECT_EQ(error("[1, 2]", "0"),
            "m.json: roms[0].pass.audio.rms_window_s: expected a number from 0.001 to 3600.0");
}

TEST(Manifest, ItsResultsAreAddressesOfTheProcessor) {
  EXPECT_EQ(parseResultBytes(
                R"({"tests": [{"test": "a", "addr": "0x0405", "kind": "test"}, {"kind": "draw"}]})", "r.json")
                .size(),
            1u);
  EXPECT_EQ(tests::errorOf([] {
              parseResultBytes(R"({"tests": [{"test": "a", "addr": 65536, "kind": "test"}]})", "r.json");
            }),
            "r.json: tests[0].addr: expected an integer from 0 to 65535");
}

}  // namespace
}  // namespace jumpscope::suite
