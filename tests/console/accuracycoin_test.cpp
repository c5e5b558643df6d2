// 100thCoin's AccuracyCoin: 141 tests of everything an NES does. Its own verdicts, read from its RAM.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "src/console/console.h"
#include "tests/console/shared_cartridge.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr console::Buttons start_button = 0x08;
constexpr int start_frame = 120, start_frames = 4, frames_in_all = 4300;

// Presses Start in the menu and lets all tests run.
void runAllTests(console::Console& console) {
  for (int frame = 0; frame < frames_in_all; ++frame) {
    const bool pressed = frame >= start_frame && frame < start_frame + start_frames;
    console.setButtons(0, pressed ? start_button : 0);
    console.runFrame();
  }
}

// A result byte's bit 0 says that the test is over and passed; $FF is a test that was skipped.
void expectAllPassed(const console::Console& console, const std::filesystem::path& list) {
  const nlohmann::json tests = nlohmann::json::parse(std::ifstream(list));
  ASSERT_FALSE(tests.empty());
  size_t passed = 0;
  for (const auto& test : tests) {
    const uint8_t result = console.peek(test.at("address").get<uint16_t>());
    const bool pass = (result & 1) && result != 0xFF;
    passed += pass;
    EXPECT_TRUE(pass) << test.at("page_name").get<std::string>() << ": " << test.at("name").get<std::string>()
                      << " ended with " << int(result) << " (error code " << (result >> 2) << ")";
  }
  EXPECT_EQ(passed, tests.size());
}

constexpr const char* list_file = "test-roms/accuracycoin_tests.json";

std::shared_ptr<const Cartridge> accuracyCoin(const std::filesystem::path& list) {
  return readCartridge(list.parent_path() / "AccuracyCoin" / "AccuracyCoin.nes");
}

TEST(AccuracyCoin, PassesEveryTest) {
  REQUIRE_SHARED(list_file);
  console::Console console(accuracyCoin(shared_path), {});
  runAllTests(console);
  expectAllPassed(console, shared_path);
}

TEST(AccuracyCoin, PassesEveryTestAfterAReset) {
  REQUIRE_SHARED(list_file);
  console::Console console(accuracyCoin(shared_path), {});
  for (int frame = 0; frame < 60; ++frame) console.runFrame();
  console.softReset();
  runAllTests(console);
  expectAllPassed(console, shared_path);
}

TEST(AccuracyCoin, PassesEveryTestAgainAfterAResetAtTheEnd) {
  REQUIRE_SLOW();
  REQUIRE_SHARED(list_file);
  console::Console console(accuracyCoin(shared_path), {});
  runAllTests(console);
  console.softReset();
  for (uint16_t address = 0x0400; address < 0x0500; ++address) console.poke(address, 0);
  runAllTests(console);
  expectAllPassed(console, shared_path);
}

TEST(AccuracyCoin, PassesEveryTestWithEverythingRunEachCycle) {
  REQUIRE_SLOW();
  REQUIRE_SHARED(list_file);
  console::Options options;
  options.policy = console::Policy::Lockstep;
  console::Console console(accuracyCoin(shared_path), options);
  runAllTests(console);
  expectAllPassed(console, shared_path);
}

}  // namespace
}  // namespace jumpscope::console::tests
