#include "src/trace/packed_writes.h"

#include <gtest/gtest.h>

#include <random>

namespace jumpscope::trace::tests {
namespace {

// Writes by a few instructions, or by ever new ones, with and without stacks; some frames and cycles are far away.
std::vector<Write> randomWrites(uint32_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Write> writes(random() % 7000);
  const unsigned writers = seed % 3 == 0 ? 100'000 : 1 + static_cast<unsigned>(random() % 40);
  uint64_t frame = 0, cycle = 0;
  for (Write& write : writes) {
    const unsigned writer = static_cast<unsigned>(random()) % writers;
    if (random() % 8 == 0) frame += random() % 100 == 0 ? random() % (uint64_t{1} << 40) : 1;
    cycle += random() % 200;
    write.frame = frame;
    write.cycle = cycle;
    write.scanline = static_cast<int>(random() % 312);
    write.dot = static_cast<int>(random() % 341);
    write.pc = {static_cast<uint16_t>(writer), writer % 2 ? std::optional(writer % 7) : std::nullopt};
    write.instruction = "STA $" + std::to_string(writer % 100);
    write.watch = "a watch of a long name " + std::to_string(writer % 5);
    write.address = static_cast<uint16_t>(random() % 4);
    write.old_value = static_cast<uint8_t>(random());
    write.new_value = static_cast<uint8_t>(random());
    for (size_t depth = random() % 3; depth > 0; --depth)
      write.stack.push_back({{static_cast<uint16_t>(random() % 9)}, static_cast<Caller::Kind>(random() % 4)});
    if (writer % 3 == 0) write.place = "move+$" + std::to_string(writer % 3);
  }
  if (!writes.empty() && seed % 2) writes.back().frame = writes.back().cycle = UINT64_MAX;
  return writes;
}

TEST(PackedWrites, AreTheWritesThatWereAddedInWhicheverOrderTheyAreRead) {
  for (uint32_t seed = 0; seed < 24; ++seed) {
    const std::vector<Write> writes = randomWrites(seed);
    PackedWrites packed;
    for (size_t i = 0; i < writes.size(); ++i) {
      packed.push_back(writes[i]);
      ASSERT_EQ(packed.size(), i + 1);
    }
    for (size_t i = 0; i < writes.size(); ++i) ASSERT_EQ(packed[i], writes[i]) << seed << " write " << i;
    for (size_t i = writes.size(); i-- > 0;) ASSERT_EQ(packed[i], writes[i]) << seed << " write " << i;
    std::mt19937 random(seed);
    for (size_t n = 0; n < 300 && !writes.empty(); ++n) {
      const size_t i = random() % writes.size();
      ASSERT_EQ(packed[i], writes[i]) << seed << " write " << i;
    }
    const PackedWrites copy = packed;
    size_t i = 0;
    for (const Write& write : copy) ASSERT_EQ(write, writes[i++]) << seed;
    ASSERT_EQ(i, writes.size());
  }
}

TEST(PackedWrites, AWriteStaysWhileThreeOtherPagesAreRead) {
  PackedWrites packed;
  constexpr size_t page = WriteCodec::page_size;
  for (uint64_t frame = 0; frame < 10 * page; ++frame) {
    Write write;
    write.frame = frame;
    packed.push_back(write);
  }
  for (size_t n = 0; n + 3 < 10; ++n) {
    const Write& first = packed[n * page];
    for (const size_t other : {n + 1, n + 2, n, n + 3}) EXPECT_EQ(packed[other * page].frame, other * page);
    EXPECT_EQ(first.frame, n * page);
  }
}

}  // namespace
}  // namespace jumpscope::trace::tests
