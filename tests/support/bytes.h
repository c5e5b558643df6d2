// Damaged files for parsers: for any bytes, a parser must succeed or throw std::runtime_error.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::tests {

inline std::vector<uint8_t> toBytes(std::string_view text) { return {text.begin(), text.end()}; }

// The message that `action` throws; "" if it does not throw.
inline std::string errorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

// Feeds `parse` every short prefix of `valid` and copies of it with a few bytes flipped, put in or taken out.
// The same files each time. Fails on an exception other than std::runtime_error and on a sentence that is
// empty or has more than one line.
inline void feedBrokenFiles(const std::vector<uint8_t>& valid,
                            const std::function<void(const std::vector<uint8_t>&)>& parse, int rounds = 800) {
  const auto feed = [&](const std::vector<uint8_t>& bytes) {
    try {
      parse(bytes);
    } catch (const std::runtime_error& error) {
      const std::string sentence = error.what();
      EXPECT_FALSE(sentence.empty());
      EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    }
  };
  for (size_t length = 0; length < std::min<size_t>(valid.size(), 2000); ++length)
    feed({valid.begin(), valid.begin() + ptrdiff_t(length)});
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    std::vector<uint8_t> bytes = valid;
    for (uint32_t change = random() % 4 + 1; change > 0 && !bytes.empty(); --change) {
      const auto at = bytes.begin() + ptrdiff_t(random() % std::min<size_t>(bytes.size(), 4000));
      switch (random() % 4) {
        case 0:
          *at = uint8_t(random());
          break;
        case 1:
          *at = uint8_t(*at ^ 1u << random() % 8);
          break;
        case 2:
          bytes.erase(at);
          break;
        default:
          bytes.insert(at, uint8_t(random()));
      }
    }
    feed(bytes);
  }
}

}  // namespace jumpscope::tests
