// The corpus of every fuzz target, with any compiler: what was read once is read again, quickly and without a crash.
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>

#include "src/base/files.h"
#include "tests/fuzz/target.h"

namespace jumpscope::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = fs::path(JUMPSCOPE_SOURCE_DIR) / "tests/fuzz/corpus";

class Corpus : public testing::TestWithParam<Target> {};

TEST_P(Corpus, IsReadOrRefusedWithASentenceWithinASecond) {
  const Target& target = GetParam();
  size_t files = 0;
  ASSERT_TRUE(fs::is_directory(corpus / target.name));
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus / target.name)) {
    const std::vector<uint8_t> bytes = base::readFile(entry.path());
    const std::clock_t start = std::clock();
    EXPECT_EQ(problemOf(target, bytes), "") << entry.path();
    EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 1.0) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
  EXPECT_EQ(problemOf(target, {}), "");
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& info) {
                           std::string name(info.param.name);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

TEST(Fuzz, EveryDictionaryIsThere) {
  for (const Target& target : targets())
    if (!target.dictionary.empty())
      EXPECT_TRUE(
          fs::exists(corpus.parent_path() / "dictionaries" / (std::string(target.dictionary) + ".dict")))
          << target.name;
}

TEST(Fuzz, EveryFolderOfTheCorpusHasItsTarget) {
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus))
#if !JUMPSCOPE_FUZZ_WINDOW
    if (entry.path().filename() != "keys" && entry.path().filename() != "palette" &&
        entry.path().filename() != "settings" && entry.path().filename() != "slot")
#endif
      EXPECT_TRUE(findTarget(entry.path().filename().string())) << entry.path();
}

}  // namespace
}  // namespace jumpscope::fuzz
