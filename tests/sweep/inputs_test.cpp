// Inputs of a sweep that cannot be made, or that no run reaches.
#include "tests/sweep/sweep_program.h"

namespace jumpscope::tests {
namespace {

nlohmann::json specWith(const std::string& press) {
  nlohmann::json spec = holdSpec();
  spec["start"] = {{"frames", 2}};
  spec["frames"] = 9;
  spec["inputs"]["ranges"] = {{"press", press}, {"variables", {{{"name", "h"}, {"from", 1}, {"to", 3}}}}};
  return spec;
}

TEST(SweepInputs, AfterAWrongInputTheCorrectedSweepIsRun) {
  const Folder folder;
  writeSpec(folder, specWith("{h}-{h-4}:A"), "bad.json");
  writeSpec(folder, specWith("{h}-{h+4}:A"), "good.json");
  for (const std::string output : {"r.csv", "r.csv.zst"}) {
    EXPECT_NE(refusal(folder, {"bad.json", "-o", output}).find("the inputs' press script with h = 1"),
              std::string::npos);
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"bad.json", "good.json"}));
    sweepIn(folder, {"good.json", "-o", output});
    std::filesystem::remove(folder / output);
  }
}

// As a program leaves it that is killed before its first chunk is whole.
TEST(SweepInputs, AResultWithoutAChunkIsNotInTheWay) {
  const Folder folder;
  writeSpec(folder, specWith("{h}-{h+4}:A"), "one.json");
  writeSpec(folder, specWith("{h}-{h+5}:A"), "two.json");
  sweepIn(folder, {"one.json", "-o", "one.csv.zst"});
  const std::string whole = readText(folder / "one.csv.zst");
  const size_t second = whole.find("*M\x18", 8);  // of the frames that decompressors skip, the second
  ASSERT_NE(second, std::string::npos);
  writeText(folder / "two.csv.zst.part", whole.substr(0, second - 1));
  sweepIn(folder, {"two.json", "-o", "two.csv.zst"});
  EXPECT_FALSE(std::filesystem::exists(folder / "two.csv.zst.part"));
}

TEST(SweepInputs, WhatIsNotPluggedInIsNotPressed) {
  const Folder folder;
  for (const std::string press : {"3/{h}:A", "{h}:aim=1,2"}) {
    writeSpec(folder, specWith(press));
    EXPECT_NE(refusal(folder, {"s.json", "-o", "r.csv"}).find("add --device"), std::string::npos);
  }
  nlohmann::json spec = specWith("3/{h}:A");
  spec["devices"] = "four-score";
  writeSpec(folder, spec);
  sweepIn(folder, {"s.json", "-o", "r.csv"});
}

TEST(SweepInputs, PressesThatNoRunReachesAreCounted) {
  const Folder folder;
  nlohmann::json spec = specWith("5:B {h+6}:A");
  spec["start"]["press"] = "7:A";
  writeSpec(folder, spec);
  const std::string said = sweepIn(folder, {"s.json", "-o", "r.csv"}).err;
  EXPECT_NE(said.find("note: 1 of 3 runs have a press after their last frame, 8\n"), std::string::npos)
      << said;
  EXPECT_NE(said.find("note: start: the press at frame 7 lies after the last frame that is run, 1\n"),
            std::string::npos)
      << said;
  writeSpec(folder, specWith("{h+5}-{h+50}:A"));
  EXPECT_EQ(sweepIn(folder, {"s.json", "-o", "r.csv"}).err.find("note:"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::tests
