#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

// jumplab with another byte at an address of its program.
void patch(const Folder& folder, const std::string& name, uint16_t address, uint8_t value) {
  std::string rom = readText(jumplab());
  rom[16 + address - 0x8000] = static_cast<char>(value);
  std::ofstream(folder / name, std::ios::binary) << rom;
}

TEST(Prove, ThePageShowsWhatIsSaidOfTheBundledCartridge) {
  const Folder folder;
  const Outcome outcome = jumpscope({"prove", jumplab(), "--profile", "smb"}, folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err << outcome.out;
  const std::string verdict = outcome.out.substr(0, outcome.out.find('\n'));
  const std::string page = readText(std::string(JUMPSCOPE_SOURCE_DIR) + "/docs/prove.md");
  EXPECT_NE(page.find("<!-- proved -->\n```\n" + verdict + "\n```"), std::string::npos) << verdict;
  EXPECT_NE(outcome.out.find("player_state <= 2  ("), std::string::npos) << outcome.out;
  EXPECT_TRUE(folder.names().empty());
}

TEST(Prove, ACounterexampleIsShownAndRunsAgain) {
  const Folder folder;
  constexpr uint16_t terminal_speed = 0x8337;
  patch(folder, "patched.nes", terminal_speed, 5);
  const Outcome outcome =
      jumpscope({"prove", "patched.nes", "--profile", "smb", "--unreachable"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("differs: y_speed")) << outcome.out;
  EXPECT_NE(outcome.out.find("emulator    confirmed"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("--replay counterexample.json"), std::string::npos) << outcome.out;
  const Outcome again =
      jumpscope({"prove", "patched.nes", "--profile", "smb", "--replay", "counterexample.json"}, folder.path);
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_NE(again.out.find("CMP #$05"), std::string::npos) << again.out;
  const Outcome mended =
      jumpscope({"prove", jumplab(), "--profile", "smb", "--replay", "counterexample.json"}, folder.path);
  EXPECT_EQ(mended.status, 0) << mended.err;
  EXPECT_NE(mended.out.find("agrees: "), std::string::npos) << mended.out;
}

TEST(Prove, ACounterexampleOutsideOfTheAssumptionsIsRefused) {
  const Folder folder;
  constexpr uint16_t terminal_speed = 0x8337;
  patch(folder, "patched.nes", terminal_speed, 5);
  ASSERT_EQ(jumpscope({"prove", "patched.nes", "--profile", "smb"}, folder.path).status, 1);
  const Outcome outside = jumpscope({"prove", "patched.nes", "--profile", "smb", "--assume", "y_page == 77",
                                     "--replay", "counterexample.json"},
                                    folder.path);
  EXPECT_EQ(outside.status, 2) << outside.out;
  EXPECT_NE(
      outside.err.find("counterexample.json: this state does not satisfy the assumption 'y_page == 77'"),
      std::string::npos)
      << outside.err;
  std::ofstream(folder / "broken.json")
      << R"({"format": "jumpscope-counterexample", "version": 1, "kind": "differs",
    "registers": {"a": 1, "x": 2, "y": 3, "s": 400, "p": 0}, "memory": {}})";
  const Outcome broken =
      jumpscope({"prove", "patched.nes", "--profile", "smb", "--replay", "broken.json"}, folder.path);
  EXPECT_EQ(broken.status, 2);
  EXPECT_NE(broken.err.find("broken.json: registers.s"), std::string::npos) << broken.err;
}

TEST(Prove, AnEndThatIsNeverReachedRunsAgain) {
  const Folder folder;
  constexpr uint16_t floor_depth = 0x852C;  // CMP #floor_depth, before landing
  ASSERT_EQ(static_cast<uint8_t>(readText(jumplab())[16 + floor_depth - 0x8000]), 5);
  patch(folder, "shallow.nes", floor_depth, 3);
  const Outcome outcome = jumpscope({"prove", "shallow.nes", "--profile", "smb"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("the routine never ends with landing"), std::string::npos) << outcome.out;
  const Outcome again =
      jumpscope({"prove", "shallow.nes", "--profile", "smb", "--replay", "counterexample.json"}, folder.path);
  EXPECT_EQ(again.status, 1) << again.out << again.err;
}

TEST(Prove, TwoCartridgesAreCompared) {
  const Folder folder;
  constexpr uint16_t gravity_in_water = 0x82FA;  // LDA #$18
  patch(folder, "other.nes", gravity_in_water, 0x19);
  const Outcome same =
      jumpscope({"prove", jumplab(), "--profile", "smb", "--against-rom", jumplab()}, folder.path);
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  const Outcome differs = jumpscope(
      {"prove", "other.nes", "--profile", "smb", "--against-rom", jumplab(), "--json"}, folder.path);
  EXPECT_EQ(differs.status, 1) << differs.out << differs.err;
  const nlohmann::json proof = nlohmann::json::parse(differs.out);
  EXPECT_EQ(proof.at("verdict"), "differs");
  EXPECT_TRUE(proof.at("counterexample").at("confirmed"));
}

TEST(Prove, AssumptionsThatContradictEachOtherAreAnError) {
  const Folder folder;
  const auto expectRefused = [&](const std::vector<std::string>& assume, const std::string& sentence) {
    std::vector<std::string> arguments{"prove", jumplab(), "--profile", "smb"};
    for (const std::string& condition : assume) arguments.insert(arguments.end(), {"--assume", condition});
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 2) << outcome.out;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  };
  expectRefused({"y_page > 300"}, "no state satisfies the assumption 'y_page > 300'");
  expectRefused({"y_speed < 0", "y_speed > 3"}, "the assumptions contradict each other");
  expectRefused({"previous(y_speed) < 0"}, "values of the frame before");
}

TEST(Prove, ASuiteHoldsAProof) {
  const Folder folder;
  constexpr uint16_t terminal_speed = 0x8337;
  patch(folder, "patched.nes", terminal_speed, 5);
  std::ofstream(folder / "suite.json") << R"({"format": "jumpscope-suite", "version": 1, "cases": [
    {"name": "ours", "rom": {"file": ")" + jumplab().string() +
                                              R"("}, "profile": "smb", "expect": {"proved": true}},
    {"name": "patched", "rom": {"file": "patched.nes"}, "profile": "smb",
     "expect": {"proved": {"assume": "y_page == 1", "routine": "$8210"}}}]})";
  const Outcome outcome = jumpscope({"check", "suite.json", "--junit", "junit.xml"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find("proved: the routine at $8210"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("differs: y_speed"), std::string::npos) << outcome.out;
  EXPECT_NE(readText(folder / "junit.xml").find("differs: y_speed"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::tests
