#include "src/trace/packed_rows.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace jumpscope::trace::tests {
namespace {

// Rows of a random width; most values stay as they were, some move a little, some are as far off as can be.
std::vector<Row> randomRows(uint32_t seed) {
  std::mt19937_64 random(seed);
  constexpr auto lowest = std::numeric_limits<int64_t>::min(), highest = std::numeric_limits<int64_t>::max();
  std::vector<Row> rows(random() % 1200);
  Row now;
  now.values.resize(random() % 30);
  for (Row& row : rows) {
    now.frame += random() % 50 == 0 ? 1 + random() % 100'000 : 1;
    now.buttons = static_cast<uint8_t>(random());
    for (int64_t& value : now.values) switch (random() % 16) {
        case 0:
          value = static_cast<int64_t>(random());
          break;
        case 1:
          value = random() % 2 ? lowest : highest;
          break;
        case 2:
          value = static_cast<int64_t>(static_cast<uint64_t>(value) + random() % 9 - 4);
          break;
        default:
          break;
      }
    row = now;
  }
  if (!rows.empty() && seed % 2) rows.back().frame = std::numeric_limits<uint64_t>::max();
  return rows;
}

TEST(PackedRows, AreTheRowsThatWereAddedInWhicheverOrderTheyAreRead) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    const std::vector<Row> rows = randomRows(seed);
    PackedRows packed;
    for (size_t i = 0; i < rows.size(); ++i) {
      packed.push_back(rows[i]);
      ASSERT_EQ(packed[i], rows[i]) << seed;
      ASSERT_EQ(packed[i / 2], rows[i / 2]) << seed;
    }
    ASSERT_EQ(packed.size(), rows.size());
    for (size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(packed[i], rows[i]) << seed << " row " << i;
    for (size_t i = rows.size(); i-- > 0;) ASSERT_EQ(packed[i], rows[i]) << seed << " row " << i;
  }
}

TEST(PackedRows, ARowStaysWhileItsNeighboursAreRead) {
  PackedRows packed;
  for (uint64_t frame = 0; frame < 2000; ++frame) packed.push_back({frame, 0, {int64_t(frame)}});
  for (size_t i = 1; i < packed.size(); ++i) {
    const Row &before = packed[i - 1], &now = packed[i];
    ASSERT_EQ(before.values[0] + 1, now.values[0]);
  }
}

}  // namespace
}  // namespace jumpscope::trace::tests
