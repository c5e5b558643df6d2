// A million broken cartridges, archives and patches, made from the corpus; no compiler of its own is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"
#include "tests/fuzz/target.h"
#include "tests/support/slow.h"

namespace jumpscope::fuzz {
namespace {

using Input = std::vector<uint8_t>;

constexpr size_t largest_input = 50'000;
// Headers, directories and most of a patch are near an end.
constexpr size_t near_an_end = 64;

std::vector<Input> corpusOf(std::string_view target) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(JUMPSCOPE_SOURCE_DIR) / "tests/fuzz/corpus" / target;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Input> inputs;
  for (const auto& file : files) inputs.push_back(base::readFile(file));
  std::erase_if(inputs, [](const Input& input) { return input.size() > largest_input; });
  return inputs;
}

class Mutator {
 public:
  explicit Mutator(std::vector<Input> corpus) : corpus_(std::move(corpus)) {}

  Input next() {
    Input input = corpus_[random_() % corpus_.size()];
    for (uint32_t change = random_() % 6 + 1; change > 0 && !input.empty(); --change) mutate(input);
    return input;
  }

 private:
  size_t place(size_t size) {
    const size_t near = random_() % std::min(size, near_an_end);
    return random_() % 4 == 0 ? random_() % size : random_() % 2 == 0 ? near : size - 1 - near;
  }

  void mutate(Input& input) {
    const size_t at = place(input.size());
    switch (random_() % 6) {
      case 0:
        input[at] = uint8_t(random_());
        return;
      case 1:
        input[at] ^= uint8_t(1u << random_() % 8);
        return;
      case 2:
        input[at] = random_() % 2 == 0 ? 0x00 : 0xFF;
        return;
      case 3:
        input.erase(input.begin() + ptrdiff_t(at));
        return;
      case 4:
        input.insert(input.begin() + ptrdiff_t(at), uint8_t(random_()));
        return;
      default:
        if (random_() % 16 == 0) input.resize(at);
    }
  }

  std::vector<Input> corpus_;
  std::mt19937 random_{1};
};

void breakInputs(std::string_view name, int count) {
  const Target* target = findTarget(name);
  ASSERT_TRUE(target) << name;
  Mutator mutator(corpusOf(name));
  for (int i = 0; i < count; ++i) {
    const Input input = mutator.next();
    ASSERT_EQ(problemOf(*target, input), "") << name << ", input " << i;
  }
}

TEST(Mutations, OfCartridgesArchivesAndPatchesAreRefusedWithASentence) {
  for (const char* name : {"cartridge", "rom-file", "patch"}) breakInputs(name, 300);
}

TEST(Mutations, AMillionOfEachAreRefusedWithASentence) {
  REQUIRE_SLOW();
  for (const char* name : {"cartridge", "rom-file", "patch"})
    breakInputs(name, jumpscope::tests::slowCases(1'000'000));
}

}  // namespace
}  // namespace jumpscope::fuzz
