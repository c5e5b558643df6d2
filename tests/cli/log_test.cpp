// jumpscope log, from the command line.
#include <gtest/gtest.h>

#include <regex>

#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

size_t lineCount(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Log, NestestsLogIsReproducedExactly) {
  REQUIRE_SHARED("test-roms/nestest/nestest.log");
  const Folder folder;
  const std::string golden = readText(shared_path);
  const std::string rom = std::filesystem::path(shared_path).replace_filename("nestest.nes").string();
  const Outcome outcome = jumpscope({"log", rom, "--entry", "$C000", "--ram-init", "zeros", "--frames", "2",
                                     "--count", std::to_string(lineCount(golden)), "-o", "ours.log"},
                                    folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(readText(folder / "ours.log") == golden);
}

TEST(Log, AndTraceUnderstandTheSameConditions) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  // The frame's counter is $10; the NMI handler lies at $9000.
  const std::string condition = "n % 2 == 1 && [$0010] == n && pc >= $8000 && x == 0 && scanline >= -1";
  const std::vector<std::string> both{"--watch", "n=$10", "--when", condition, "--frames", "30"};
  std::vector<std::string> log{"log", "rom.nes", "--when", "pc == $9000"}, trace{"trace", "rom.nes"};
  log.insert(log.end(), both.begin(), both.end());
  trace.insert(trace.end(), both.begin(), both.end());
  const Outcome logged = jumpscope(log, folder.path), traced = jumpscope(trace, folder.path);
  ASSERT_EQ(logged.status, 0) << logged.err;
  ASSERT_EQ(traced.status, 0) << traced.err;
  EXPECT_GT(lineCount(logged.out), 10u);
  EXPECT_LT(lineCount(logged.out), 16u);
  EXPECT_GT(lineCount(traced.out), 12u);
  EXPECT_LT(lineCount(traced.out), 18u);
  const Outcome before =
      jumpscope({"log", "rom.nes", "--frames", "3", "--watch", "n=$10", "--when", "changed(n)"}, folder.path);
  EXPECT_EQ(before.status, 2);
  EXPECT_NE(before.err.find("a value of the frame before"), std::string::npos) << before.err;
}

TEST(Log, AButtonIsPressedInTheFrameInWhichItGoesDown) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  for (const std::string from : {"0", "10", "12"}) {
    const auto lines = [&](const std::string& condition) {
      const Outcome outcome = jumpscope({"log", "rom.nes", "--frames", "20", "--from", from, "--press",
                                         "10-12:A", "--when", "pc == $9000 && " + condition},
                                        folder.path);
      EXPECT_EQ(outcome.status, 0) << outcome.err;
      return lineCount(outcome.out);
    };
    EXPECT_EQ(lines("pressed(A)"), from == "12" ? 0u : 1u) << from;
    EXPECT_EQ(lines("released(A)"), 1u) << from;
  }
}

TEST(Log, FramesAndConditionsSelectLines) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  // The NMI handler's first instruction counts frames.
  const auto log = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"log", "rom.nes", "--when", "pc=$9000"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  EXPECT_EQ(lineCount(log({"--from", "20", "--to", "22"})), 3u);
  EXPECT_EQ(lineCount(log({"--from", "20", "--to", "22", "--count", "2"})), 2u);
  EXPECT_EQ(lineCount(log({"--from", "20", "--to", "22", "--when", "op=$00"})), 0u);
  EXPECT_TRUE(std::regex_search(log({"--from", "20", "--to", "20", "--format", "fceux"}),
                                std::regex("\\$9000: E6 10    INC \\$10 = #\\$[0-9A-F]{2}\n")));
  // A run from the first frame on sees the same.
  const std::string all = log({"--frames", "30"}), tail = log({"--frames", "30", "--from", "10"});
  EXPECT_TRUE(all.ends_with(tail));
  EXPECT_LT(tail.size(), all.size());
}

TEST(Log, TheFileExtensionSelectsTheCompression) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  for (const char* name : {"l.log", "l.log.gz", "l.log.zst"})
    ASSERT_EQ(jumpscope({"log", "rom.nes", "--frames", "20", "-o", name}, folder.path).status, 0);
  const std::string plain = readText(folder / "l.log");
  EXPECT_GT(plain.size(), 1000u);
  EXPECT_TRUE(readText(folder / "l.log.gz").starts_with("\x1F\x8B"));
  EXPECT_TRUE(readText(folder / "l.log.zst").starts_with("\x28\xB5\x2F\xFD"));
  EXPECT_LT(readText(folder / "l.log.gz").size(), plain.size() / 4);
  EXPECT_LT(readText(folder / "l.log.zst").size(), plain.size() / 4);
}

TEST(Log, CtrlCKeepsTheLinesSoFar) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const auto growing = [&folder] {
    for (const auto& entry : std::filesystem::directory_iterator(folder.path))
      if (entry.path().filename() != "rom.nes" && entry.file_size() > 0) return true;
    return false;
  };
  const Outcome outcome = jumpscopeInterrupted({"log", "rom.nes", "--frames", "100000000", "-o", "l.log.zst"},
                                               folder.path, growing);
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"l.log.zst", "rom.nes"}));
}

}  // namespace
}  // namespace jumpscope::tests
