// jumpscope search on a cartridge that counts frames in $10.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

Outcome search(const std::vector<std::string>& words) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  std::vector<std::string> arguments{"search", "rom.nes"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  return jumpscope(arguments, folder.path);
}

TEST(Search, AnEmptyResultNamesTheStepThatLeftNothing) {
  const Outcome outcome =
      search({"--at", "19 any", "--at", "20-30 increased by 1", "--at", "31-33 decreased", "--at", "34 = 0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err,
            "0 of 2048 addresses match; the step '31-33 decreased' left none of 1 (the last failed in frame "
            "31)\n");
  const Outcome first = search({"--at", "5-9 changed by 77"});
  EXPECT_NE(first.err.find("the step '5-9 changed by 77' left none of 2048"), std::string::npos) << first.err;
}

TEST(Search, JsonSaysHowManyPlacesEachStepLeft) {
  const Outcome outcome = search({"--at", "19 any", "--at", "20-30 increased by 1", "--json"});
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("left"), (nlohmann::json{2048, 1}));
}

TEST(Search, TheExampleOfTheReadmeFindsTheHeight) {
  const std::string readme = readText(jumplab().parent_path().parent_path().parent_path() / "README.md");
  const size_t line = readme.find("jumpscope search game.nes");
  ASSERT_NE(line, std::string::npos);
  const size_t first = readme.find('\'', line) + 1;
  const std::string step = readme.substr(first, readme.find('\'', first) - first);
  const Folder folder;
  const Outcome outcome =
      jumpscope({"search", jumplab().string(), "--movie", tourMovie().string(), "--at", step}, folder.path);
  EXPECT_NE(outcome.out.find("$00CE"), std::string::npos) << step << "\n" << outcome.out << outcome.err;
}

// What it prints can be pasted into --watch.
TEST(Search, AddressesAreInTheOrderOfWatches) {
  const Outcome little = search({"--type", "u16", "--range", "$10-$11", "--at", "20-30 increased by 1"});
  EXPECT_NE(little.out.find("\n$0011,$0010  "), std::string::npos) << little.out;
  const Outcome big = search({"--type", "u16be", "--range", "$0F-$10", "--at", "20-30 increased by 1"});
  EXPECT_NE(big.out.find("\n$000F,$0010  "), std::string::npos) << big.out;
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const Outcome trace =
      jumpscope({"trace", "rom.nes", "--frames", "3", "--watch", "n=$0011,$0010:u16"}, folder.path);
  EXPECT_EQ(trace.status, 0) << trace.err;
}

}  // namespace
}  // namespace jumpscope::tests
