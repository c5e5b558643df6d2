// The corpus of every fuzz target, with any compiler: what was read once is read again, quickly and without a crash.
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>

#include "jumpscope_test_paths.h"
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
  for (const Target& target : targets()) {
    if (target.dictionary.empty()) continue;
    const std::string name = std::string(target.dictionary) + ".dict";
    EXPECT_TRUE(fs::exists(corpus.parent_path() / "dictionaries" / name)) << target.name;
  }
}

TEST(Fuzz, EveryFolderOfTheCorpusHasItsTarget) {
  for (const fs::directory_entry& entry : fs::directory_iterator(corpus)) {
    const std::string name = entry.path().filename().string();
    const bool of_window = name == "keys" || name == "palette" || name == "settings" || name == "slot";
    if (name == "programs" || (of_window && !JUMPSCOPE_FUZZ_WINDOW)) continue;
    EXPECT_TRUE(findTarget(name)) << name;
  }
}

}  // namespace
}  // namespace jumpscope::fuzz
