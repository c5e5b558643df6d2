// Which byte of a watch is wrong: watches of every width, order and type, and bytes of theirs that are wrong.
#include "src/diff/wrong_byte.h"
#include "src/diff/align.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "src/trace/watch.h"
#include "src/trace/watch_bytes.h"

namespace jumpscope::diff {
namespace {

using trace::Take;
using trace::Type;
using trace::Watch;
using trace::Write;

using Memory = std::map<uint16_t, uint8_t>;

constexpr uint64_t wrong_frame = 5;

int64_t read(const Watch& watch, const Memory& memory) {
  return trace::readWatch(watch, [&](uint16_t address) { return memory.at(address); });
}

// Two runs of some frames: equal up to the wrong frame, in which `wrong` are another value in the second.
struct Runs {
  trace::Trace golden, got;
  std::vector<Write> writes;
  std::vector<uint16_t> wrong;  // in the order of their last writes
  Memory expected, memory;
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Runs runs() {
    Runs runs;
    const Watch watch = anyWatch();
    Watch also = watch;  // another watch of one of the bytes, which gets its writes too
    also.name = "also";
    also.type = Type::U8, also.mask = 0xFF, also.fraction_bits = 0;
    also.addresses = {watch.addresses[below(watch.addresses.size())]};
    runs.golden.header.watches = {watch};
    if (below(2)) runs.golden.header.watches.push_back(also);
    runs.got.header = runs.golden.header;
    for (const uint16_t address : watch.addresses) runs.memory[address] = anyByte(watch);
    runs.expected = runs.memory;
    for (uint64_t frame = 0; frame < wrong_frame; ++frame) {
      for (const uint16_t address : watch.addresses)
        if (below(2)) write(runs, frame, address, runs.expected[address] = anyByte(watch));
      addRows(runs, frame);
    }
    do {
      makeWrong(runs, watch);
    } while (read(watch, runs.memory) == read(watch, runs.expected));
    for (const uint16_t address : runs.wrong)
      if (below(2)) write(runs, wrong_frame, address, anyByte(watch));
    std::vector<uint16_t> order = watch.addresses;
    std::shuffle(order.begin(), order.end(), random_);
    std::vector<uint16_t> wrong;
    for (const uint16_t address : order) {
      const bool is_wrong = std::count(runs.wrong.begin(), runs.wrong.end(), address) != 0;
      if (is_wrong || below(2)) write(runs, wrong_frame, address, final_[address]);
      if (is_wrong) wrong.push_back(address);
    }
    runs.wrong = wrong;
    addRows(runs, wrong_frame);
    write(runs, wrong_frame + 1, watch.addresses[0], anyByte(watch));  // comes later
    return runs;
  }

 private:
  size_t below(size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random_); }

  Watch anyWatch() {
    static constexpr Type types[] = {Type::U8,  Type::S8,  Type::U16, Type::S16,    Type::U24,  Type::S24,
                                     Type::U32, Type::S32, Type::Bcd, Type::Digits, Type::Flag, Type::Bits};
    Watch watch;
    do {
      watch = {};
      watch.name = "y";
      watch.type = types[below(std::size(types))];
      const size_t bytes = 1 + below(6);
      std::vector<uint16_t> places;
      for (uint16_t i = 0; i < 16; ++i) places.push_back(static_cast<uint16_t>(0x0300 + 7 * i));
      std::shuffle(places.begin(), places.end(), random_);
      watch.addresses.assign(places.begin(), places.begin() + static_cast<ptrdiff_t>(bytes));
      if (isInteger(watch.type)) watch.fraction_bits = static_cast<int>(below(33));
      if (watch.type == Type::Digits) watch.mask = below(2) ? 0x0F : 0xFF;
      if (watch.type == Type::Flag || watch.type == Type::Bits)
        watch.mask = static_cast<uint16_t>(1 + below(bytes == 1 ? 0xFF : 0xFFFF));
    } while (!trace::problemOf(watch).empty());
    return watch;
  }
  static bool isInteger(Type type) {
    return type != Type::Bcd && type != Type::Digits && type != Type::Flag && type != Type::Bits;
  }

  // Digits are digits; the bits beside a mask may be anything.
  uint8_t anyByte(const Watch& watch) {
    if (watch.type == Type::Bcd) return static_cast<uint8_t>(below(10) << 4 | below(10));
    if (watch.type == Type::Digits)
      return static_cast<uint8_t>(below(10) | (watch.mask == 0xFF ? 0 : below(16) << 4));
    return static_cast<uint8_t>(below(256));
  }

  void makeWrong(Runs& runs, const Watch& watch) {
    runs.wrong.clear();
    for (const uint16_t address : watch.addresses)
      final_[address] = runs.expected[address] = below(2) ? anyByte(watch) : runs.memory[address];
    std::vector<uint16_t> places = watch.addresses;
    std::shuffle(places.begin(), places.end(), random_);
    places.resize(1 + below(places.size()));
    for (const uint16_t address : places) {
      const auto i = static_cast<size_t>(std::find(watch.addresses.begin(), watch.addresses.end(), address) -
                                         watch.addresses.begin());
      const uint8_t mask = trace::maskAt(watch, i), byte = anyByte(watch);
      if (((byte ^ runs.expected[address]) & mask) == 0) continue;
      final_[address] = byte;
      runs.wrong.push_back(address);
    }
    for (const uint16_t address : watch.addresses)
      if (final_[address] != runs.expected[address] &&
          !std::count(runs.wrong.begin(), runs.wrong.end(), address))
        final_[address] = runs.expected[address];
    runs.memory = final_;
    // Unwritten bytes stay as they were in both.
    for (const uint16_t address : watch.addresses) runs.memory[address] = final_[address];
  }

  void write(Runs& runs, uint64_t frame, uint16_t address, uint8_t value) {
    for (const Watch& watch : runs.got.header.watches) {
      if (!std::count(watch.addresses.begin(), watch.addresses.end(), address)) continue;
      Write one;
      one.frame = frame, one.cycle = cycle_;
      one.pc = static_cast<uint16_t>(0x8000 + cycle_ % 0x4000);
      one.watch = watch.name, one.address = address;
      one.old_value = before_.contains(address) ? before_[address] : runs.memory[address];
      one.new_value = value;
      one.instruction = "STA " + trace::addressText(address);
      runs.writes.push_back(one);
    }
    before_[address] = value;
    ++cycle_;
    if (frame < wrong_frame) runs.memory[address] = value;
  }

  static void addRows(Runs& runs, uint64_t frame) {
    trace::Row expected{frame, 0, {}}, got{frame, 0, {}};
    for (const Watch& watch : runs.got.header.watches) {
      expected.values.push_back(read(watch, runs.expected));
      got.values.push_back(read(watch, runs.memory));
    }
    runs.golden.rows.push_back(expected);
    runs.got.rows.push_back(got);
  }

  std::mt19937 random_;
  Memory final_, before_;
  uint64_t cycle_ = 100;
};

const Write* lastWrite(const Runs& runs, uint16_t address) {
  const Write* last = nullptr;
  for (const Write& write : runs.writes)
    if (write.address == address && write.frame <= wrong_frame) last = &write;
  return last;
}

// A flag of several bits that should be 1 may have any of them.
bool isOpen(const Watch& watch, int64_t expected, int64_t got) {
  return watch.type == Type::Flag && std::popcount(watch.mask) > 1 && (expected == 1 || got == 1);
}

TEST(WrongByte, IsNamedWithItsOwnValuesAndItsOwnWriter) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    const Runs runs = Generator(seed).runs();
    const Watch& watch = runs.got.header.watches[0];
    SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::string(trace::typeName(watch.type)) + ", " +
                 std::to_string(watch.addresses.size()) + " bytes");
    const GoldenResult result = diffWithGolden(runs.got, runs.golden, runs.writes);
    const auto found = std::find_if(result.differences.begin(), result.differences.end(),
                                    [](const Difference& one) { return one.watch == "y"; });
    ASSERT_NE(found, result.differences.end());
    EXPECT_EQ(found->frame, wrong_frame);
    ASSERT_TRUE(found->byte.has_value());
    ASSERT_TRUE(found->writer.has_value());
    EXPECT_EQ(found->writer->address, found->byte->address);
    EXPECT_EQ(found->writer->cycle, lastWrite(runs, found->byte->address)->cycle);
    if (isOpen(watch, found->expected, found->got)) continue;
    EXPECT_EQ(found->byte->address, runs.wrong.front()) << "the first that was written";
    const uint8_t mask = found->byte->mask;
    ASSERT_TRUE(found->byte->expected && found->byte->got);
    EXPECT_EQ(*found->byte->expected & mask, runs.expected.at(found->byte->address) & mask);
    EXPECT_EQ(*found->byte->got, runs.memory.at(found->byte->address));
    EXPECT_EQ(found->writer->new_value, *found->byte->got);
    EXPECT_EQ(found->writer_expected, *found->byte->expected);
  }
}

TEST(WrongByte, OfEveryWatchWithoutALogIsOneThatDiffers) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Runs runs = Generator(seed).runs();
    const Watch& watch = runs.got.header.watches[0];
    const GoldenResult result = diffWithGolden(runs.got, runs.golden, std::nullopt);
    ASSERT_FALSE(result.differences.empty());
    const Difference& found = result.differences.front();
    if (found.watch != "y" || isOpen(watch, found.expected, found.got)) continue;
    ASSERT_TRUE(found.byte.has_value()) << seed;
    EXPECT_NE(std::count(runs.wrong.begin(), runs.wrong.end(), found.byte->address), 0) << seed;
    EXPECT_FALSE(found.writer.has_value());
  }
}

// The low byte of a height is wrong; the high byte is written after it, and is right.
struct Height {
  trace::Trace golden, got;
  std::vector<Write> writes;

  explicit Height(Take take = Take::Value) {
    Watch y = trace::parseWatch("y=$0303,$0302:u16.8");
    y.take = take;
    golden.header.watches = got.header.watches = {y};
    const auto at = [&](uint64_t frame, int64_t expected, int64_t value) {
      golden.rows.push_back({frame, 0, {expected}});
      got.rows.push_back({frame, 0, {value}});
    };
    const auto write = [&](uint64_t frame, uint64_t cycle, uint16_t pc, uint16_t address, uint8_t from,
                           uint8_t to) {
      Write one;
      one.frame = frame, one.cycle = cycle, one.pc = pc, one.watch = "y", one.address = address;
      one.old_value = from, one.new_value = to;
      one.instruction = "STA " + trace::addressText(address);
      writes.push_back(one);
    };
    write(1, 10, 0x9000, 0x0302, 0, 0x80);
    write(1, 11, 0x9000, 0x0303, 0, 0xC4);
    write(2, 20, 0x948C, 0x0302, 0x80, 0x40);
    write(2, 21, 0x94A2, 0x0303, 0xC4, 0xC4);
    if (take == Take::Value) at(1, 0xC480, 0xC480), at(2, 0xC44C, 0xC440);
    if (take == Take::Previous) at(2, 0xC480, 0xC480), at(3, 0xC44C, 0xC440);
    if (take == Take::Delta) at(1, 0, 0), at(2, -0x34, -0x40);
  }
};

TEST(WrongByte, IsNamedInTheTextTheHeadlineAndTheJson) {
  const Height height;
  const GoldenResult result = diffWithGolden(height.got, height.golden, height.writes);
  EXPECT_EQ(
      differenceText(height.got, result.differences.at(0)),
      "frame 2, y: expected 196.296875, got 196.25, old value 196.5\n"
      "  byte $0302 written in cycle 20, scanline 0, dot 0, by $948C STA $0302 ($80 to $40, expected $4C)\n");
  EXPECT_EQ(differenceHeadline(height.got, result.differences.at(0)),
            "frame 2, y: expected 196.296875, got 196.25, byte $0302 written by $948C STA $0302");
  const nlohmann::ordered_json json = goldenJson(result)["differences"][0];
  EXPECT_EQ(json["byte"]["address"], "$0302");
  EXPECT_EQ(json["byte"]["expected"], 0x4C);
  EXPECT_EQ(json["byte"]["got"], 0x40);
  EXPECT_EQ(json["writer"]["expected"], 0x4C);
}

TEST(WrongByte, ThatNobodyWroteInTheFrameHasTheWriteBefore) {
  Height height;
  std::erase_if(height.writes, [](const Write& write) { return write.cycle == 20; });
  height.got.rows[1].values = {0xC480};
  const Difference found = diffWithGolden(height.got, height.golden, height.writes).differences.at(0);
  EXPECT_NE(differenceText(height.got, found)
                .find("byte $0302 not written in this frame, last written in frame 1 in cycle 10"),
            std::string::npos)
      << differenceText(height.got, found);
  const Difference without = diffWithGolden(height.got, height.golden, std::nullopt).differences.at(0);
  EXPECT_NE(differenceText(height.got, without).find("byte $0302: expected $4C, got $80"), std::string::npos);
}

// Two banks of RAM lie at $6000: the last write of the frame went to the one that the trace does not see.
TEST(WrongByte, InAnotherBankOfRamWasNotMadeByTheLastWrite) {
  trace::Trace golden, got;
  golden.header.watches = {trace::parseWatch("y=$6000")};
  golden.rows = {{0, 0, {0x33}}};
  got = golden;
  got.rows[0].values = {0x11};
  for (const uint16_t address : {0x6000, 0x0300}) {
    golden.header.watches[0].addresses = got.header.watches[0].addresses = {address};
    Write other_bank;
    other_bank.watch = "y";
    other_bank.address = address;
    other_bank.new_value = 0x22;
    const std::vector<Write> log = {other_bank};
    const Difference found = diffWithGolden(got, golden, log).differences.at(0);
    EXPECT_EQ(found.byte, (WrongByte{address, 0xFF, 0x33, 0x11}));
    EXPECT_EQ(found.writer.has_value(), address == 0x0300) << "the console's RAM has no banks";
  }
}

TEST(WrongByte, OfPreviousIsThatOfTheFrameBefore) {
  const Height height(Take::Previous);
  const Difference found = diffWithGolden(height.got, height.golden, height.writes).differences.at(0);
  EXPECT_EQ(found.frame, 3u);
  EXPECT_EQ(found.byte, (WrongByte{0x0302, 0xFF, 0x4C, 0x40}));
  EXPECT_EQ(found.writer->cycle, 20u);
  EXPECT_NE(differenceText(height.got, found).find("byte $0302 written in frame 2 in cycle 20"),
            std::string::npos)
      << differenceText(height.got, found);
}

TEST(WrongByte, OfADeltaIsThatOfTheValue) {
  const Height height(Take::Delta);
  const Difference found = diffWithGolden(height.got, height.golden, height.writes).differences.at(0);
  EXPECT_EQ(found.byte, (WrongByte{0x0302, 0xFF, 0x4C, 0x40}));
  EXPECT_EQ(found.writer->cycle, 20u);
}

// A golden trace of whole pixels says nothing of the byte below them.
TEST(WrongByte, BelowTheLastPlaceOfTheExpectedValueHasNoExpectedByte) {
  Height height;
  height.golden.header.watches[0] = trace::parseWatch("y=$0303:u8");
  height.golden.rows[0].values = {0xC4}, height.golden.rows[1].values = {0xC4};
  const TracePair pair = commonPart(height.got, height.golden);
  ASSERT_EQ(pair.notes.size(), 1u);
  EXPECT_EQ(pair.notes[0], "watch y has 8 binary places more in A than in B, which count as 0 there");
  const auto first = [&](const std::optional<trace::WritesView>& writes) {
    const GoldenResult result = diffWithGolden(pair.a, pair.b, writes, true, pair.recorded);
    EXPECT_EQ(result.differences.size(), 2u);
    EXPECT_EQ(goldenJson(result)["differences"][0]["byte"]["expected"], nullptr);
    return result.differences.at(0);
  };
  EXPECT_EQ(first(std::nullopt).byte, (WrongByte{0x0302, 0xFF, std::nullopt, 0x80, true}));
  EXPECT_EQ(differenceText(height.got, first(std::nullopt)),
            "frame 1, y: expected 196, got 196.5\n"
            "  byte $0302, below the expected value's last binary place: got $80\n");
  const Difference written = first(height.writes);
  EXPECT_FALSE(written.writer_expected.has_value());
  EXPECT_NE(differenceText(height.got, written).find("$80, below the expected value's last binary place)"),
            std::string::npos)
      << differenceText(height.got, written);

  height.golden.rows[0].values = {0xC5};  // whole pixels apart: their byte is wrong, and known
  const TracePair apart = commonPart(height.got, height.golden);
  const GoldenResult result = diffWithGolden(apart.a, apart.b, std::nullopt, true, apart.recorded);
  EXPECT_EQ(result.differences.at(0).byte, (WrongByte{0x0303, 0xFF, 0xC5, 0xC4}));
}

TEST(WrongByte, IsFoundInValuesOfAnotherBinaryPoint) {
  const Height height;
  const AsRecorded recorded{height.got.header.watches, height.golden.header.watches};
  trace::Trace got = height.got, golden = height.golden;
  got.header.watches[0].fraction_bits = golden.header.watches[0].fraction_bits = 12;
  for (trace::Trace* one : {&got, &golden})
    for (trace::Row& row : one->rows) row.values[0] *= 16;
  const Difference found = diffWithGolden(got, golden, height.writes, true, recorded).differences.at(0);
  EXPECT_EQ(found.byte, (WrongByte{0x0302, 0xFF, 0x4C, 0x40}));
  golden.rows[1].values[0] += 1;  // between two values of the bytes
  const Difference between = diffWithGolden(got, golden, height.writes, true, recorded).differences.at(0);
  EXPECT_FALSE(between.byte.has_value());
  EXPECT_TRUE(between.writer.has_value());
  EXPECT_FALSE(between.writer_expected.has_value());
}

TEST(WrongByte, ThatHoldsNoDigitIsFoundByTheSmallestChange) {
  const Watch score = trace::parseWatch("score=$10,$11:bcd");
  const auto nearest = [&](uint8_t high, uint8_t low, int64_t raw) {
    const std::vector<trace::ByteBits> got = {{high, 0xFF}, {low, 0xFF}};
    return trace::bytesNear(score, raw, got).value();
  };
  using Bytes = std::vector<trace::ByteBits>;
  EXPECT_EQ(nearest(0xC5, 0x2F, 12545), (Bytes{{0xC5, 0xFF}, {0x3F, 0xFF}}));
  EXPECT_EQ(nearest(0x09, 0x99, 1000), (Bytes{{0x10, 0xFF}, {0x00, 0xFF}})) << "digits carry";
}

TEST(WrongByte, OfAFlagOfSeveralBitsIsSaidWithItsBits) {
  trace::Trace golden, got;
  golden.header.watches = got.header.watches = {trace::parseWatch("f=$20,$21:flag&$0103")};
  golden.rows = {{0, 0, {1}}};
  got.rows = {{0, 0, {0}}};
  Write write;
  write.watch = "f", write.address = 0x21, write.old_value = 3, write.new_value = 0xF0, write.cycle = 9;
  const Difference found = diffWithGolden(got, golden, std::vector{write}).differences.at(0);
  EXPECT_EQ(found.byte, (WrongByte{0x0021, 0x03, std::nullopt, 0xF0}));
  EXPECT_NE(differenceText(got, found).find("($03 to $F0, expected one of the bits $03)"), std::string::npos)
      << differenceText(got, found);
}

}  // namespace
}  // namespace jumpscope::diff
