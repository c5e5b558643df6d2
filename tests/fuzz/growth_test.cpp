// Inputs of a megabyte, made from the corpus by repeating a part of it: readers take them or refuse them quickly. What
// takes time with the square of its size would take minutes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"
#include "tests/fuzz/target.h"
#include "tests/support/slow.h"

namespace jumpscope::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr size_t large = size_t{1} << 20;
constexpr size_t parts_tried = 6;  // of each kind, in each file
constexpr double most_seconds = 1.0;

struct Part {
  size_t begin = 0, end = 0;
  std::string_view separator;
};

// Lines, groups in brackets, and words.
std::vector<Part> partsOf(std::string_view text) {
  std::vector<Part> lines, groups, words;
  std::vector<size_t> open;
  for (size_t i = 0, line = 0, word = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') lines.push_back({line, i + 1, ""}), line = i + 1;
    if (c == '{' || c == '[') open.push_back(i);
    if ((c == '}' || c == ']') && !open.empty()) groups.push_back({open.back(), i + 1, ","}), open.pop_back();
    const bool in_word = isalnum(static_cast<unsigned char>(c)) != 0;
    if (!in_word && i > word) words.push_back({word, i, ""});
    if (!in_word) words.push_back({i, i + 1, ""}), word = i + 1;
  }
  std::vector<Part> all;
  for (const std::vector<Part>* kind : {&lines, &groups, &words}) {
    const size_t step = std::max<size_t>(1, kind->size() / parts_tried);
    for (size_t i = 0; i < kind->size(); i += step) all.push_back((*kind)[i]);
  }
  return all;
}

// The part, again and again; with `numbered`, with a number behind its first word, so that names differ.
std::string grown(std::string_view text, const Part& part, bool numbered) {
  const std::string_view repeated = text.substr(part.begin, part.end - part.begin);
  size_t first_word = 0;
  while (first_word < repeated.size() && !isalpha(static_cast<unsigned char>(repeated[first_word])))
    ++first_word;
  while (first_word < repeated.size() && isalnum(static_cast<unsigned char>(repeated[first_word])))
    ++first_word;
  std::string result(text.substr(0, part.end));
  for (size_t number = 0; result.size() < large; ++number) {
    result.append(part.separator).append(repeated.substr(0, first_word));
    if (numbered) result += std::to_string(number);
    result.append(repeated.substr(first_word));
  }
  return result.append(text.substr(part.end));
}

// The processor's time for one reading, without the system's for new pages.
double secondsOf(const Target& target, const std::string& text, const std::string& what) {
  const auto used = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return double(usage.ru_utime.tv_sec) + double(usage.ru_utime.tv_usec) / 1e6;
  };
  const double start = used();
  EXPECT_EQ(problemOf(target, {reinterpret_cast<const uint8_t*>(text.data()), text.size()}), "") << what;
  return used() - start;
}

// A busy machine may take twice as long as an idle one, but seldom three times in a row.
void expectQuick(const Target& target, const std::string& text, const std::string& what) {
  double seconds = secondsOf(target, text, what);
  for (int again = 0; again < 2 && seconds >= most_seconds; ++again)
    seconds = std::min(seconds, secondsOf(target, text, what));
  EXPECT_LT(seconds, most_seconds) << target.name << ", " << what;
}

class Growth : public testing::TestWithParam<Target> {};

TEST_P(Growth, AMegabyteIsReadOrRefusedWithinASecond) {
  REQUIRE_SLOW();
  const Target& target = GetParam();
  for (const auto& entry :
       fs::directory_iterator(fs::path(JUMPSCOPE_SOURCE_DIR) / "tests/fuzz/corpus" / target.name)) {
    if (target.name == "command-line") continue;  // whose length the system limits
    const std::vector<uint8_t> bytes = base::readFile(entry.path());
    for (const Part& part : partsOf(asText(bytes)))
      for (const bool numbered : {false, true})
        expectQuick(target, grown(asText(bytes), part, numbered),
                    entry.path().filename().string() + " from " + std::to_string(part.begin));
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Growth, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& info) {
                           std::string name(info.param.name);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace jumpscope::fuzz
