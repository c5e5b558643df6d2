// Long traces are kept packed: what is said of them is what is said of the same rows and writes in vectors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "src/diff/compared_rows.h"
#include "src/diff/diff.h"
#include "src/diff/wrong_byte.h"
#include "src/models/write_log.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/profile.h"
#include "tests/support/jumplab.h"

namespace jumpscope::diff {
namespace {

using tests::Recording;

trace::PackedWrites packed(const std::vector<trace::Write>& writes) {
  trace::PackedWrites packed;
  for (const trace::Write& write : writes) packed.push_back(write);
  return packed;
}

// Some values are wrong, some frames missing, and some writes lost.
void damage(Recording& recording, std::mt19937& random) {
  auto& rows = recording.trace.rows;
  for (int n = 0; n < 5; ++n) {
    auto& values = rows[random() % rows.size()].values;
    values[random() % values.size()] ^= 1 << random() % 4;
  }
  if (random() % 2) rows.erase(rows.begin() + static_cast<ptrdiff_t>(random() % rows.size()));
  for (int n = 0; n < 3; ++n)
    recording.writes.erase(recording.writes.begin() +
                           static_cast<ptrdiff_t>(random() % recording.writes.size()));
}

std::string told(const trace::TraceView& trace, const std::optional<trace::WritesView>& writes,
                 const Comparison& with) {
  try {
    const DiffResult result = compareWith(trace, trace::builtinProfile("smb"), writes, with);
    DiffTextOptions options;
    options.all = with.most_listed > 1;
    std::string text = diffText(trace, result, options);
    if (options.all) text += diffJson(trace, result).dump();
    for (const ComparedRow& row : result.rows) {
      text += std::to_string(row.row) + " " + std::to_string(row.jump.value_or(SIZE_MAX));
      for (const int64_t value : row.expected) text += " " + std::to_string(value);
      for (const int64_t value : row.got) text += " " + std::to_string(value);
    }
    return text;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(PackedTraces, AreJudgedAsTracesAre) {
  std::mt19937 random(5);
  for (const tests::BundledMovie& movie : tests::bundledMovies()) {
    const Recording played = tests::recordJumplab(tests::jumplabCartridge(), movie.inputs);
    for (int n = 0; n < 4; ++n) {
      Recording recording = played;
      if (n > 0) damage(recording, random);
      const trace::PackedTrace rows = trace::packed(recording.trace);
      const trace::PackedWrites writes = packed(recording.writes);
      for (const char* model : {"smb-jump", "smb-article-jump"})
        for (const size_t listed : {size_t{1}, SIZE_MAX}) {
          const Comparison with{model, {}, n == 3, listed};
          ASSERT_EQ(told(rows, writes, with), told(recording.trace, recording.writes, with)) << movie.name;
          ASSERT_EQ(told(rows, std::nullopt, with), told(recording.trace, std::nullopt, with)) << movie.name;
        }
    }
  }
}

TEST(PackedTraces, DifferencesThatAreNotListedAreCounted) {
  Recording tour = tests::recordJumplab(tests::jumplabCartridge(), tests::bundledMovies().back().inputs);
  const auto compare = [&](size_t listed) {
    return compareWith(tour.trace, trace::builtinProfile("smb"), tour.writes,
                       {"smb-article-jump", {}, false, listed});
  };
  const DiffResult all = compare(SIZE_MAX), first = compare(1);
  ASSERT_GT(all.differences.size(), 1u);
  EXPECT_EQ(first.differences.size(), 1u);
  EXPECT_EQ(first.differenceCount(), all.differenceCount());
  EXPECT_EQ(diffText(tour.trace, first), diffText(tour.trace, all));
}

TEST(ComparedRows, AreFoundByTheirRow) {
  std::mt19937_64 random(7);
  for (size_t count : {0, 1, 255, 256, 257, 1500}) {
    ComparedRows rows;
    std::map<size_t, ComparedRow> known;
    ComparedRow row;
    for (size_t i = 0; i < count; ++i) {
      row.row += 1 + (random() % 20 == 0 ? random() % 400 : 0);
      row.jump = random() % 3 == 0 ? std::nullopt : std::optional<size_t>(random() % 90);
      row.expected = {static_cast<int64_t>(random()), int64_t(random() % 9)};
      row.got = {random() % 2 ? row.expected[0] : static_cast<int64_t>(random()), row.expected[1]};
      rows.push_back(row);
      known[row.row] = row;
    }
    ASSERT_EQ(rows.size(), count);
    for (size_t at = 0; at < row.row + 3; ++at) {
      const auto found = rows.find(at);
      ASSERT_EQ(found.has_value(), known.contains(at)) << at;
      if (!found) continue;
      const ComparedRow &got = rows[*found], &expected = known[at];
      ASSERT_EQ(got.row, at);
      ASSERT_EQ(got.jump, expected.jump) << at;
      ASSERT_EQ(got.expected, expected.expected) << at;
      ASSERT_EQ(got.got, expected.got) << at;
    }
  }
}

// Against a search through all writes.
TEST(ByteHistory, FindsTheLastWriteOfALongLog) {
  std::mt19937 random(11);
  std::vector<trace::Write> log;
  for (uint64_t frame = 0; frame < 4000; frame += 1 + random() % 3)
    for (size_t n = random() % 9 == 0 ? 900 : random() % 4; n > 0; --n) {
      trace::Write write;
      write.frame = frame;
      write.address = static_cast<uint16_t>(random() % 2000 == 0 ? 9 : random() % 3);
      write.watch = std::string(1, static_cast<char>('a' + write.address));
      write.old_value = static_cast<uint8_t>(random());
      write.new_value = static_cast<uint8_t>(random());
      write.cycle = log.size();
      log.push_back(write);
    }
  const trace::PackedWrites packed_log = packed(log);
  for (const trace::WritesView& view : {trace::WritesView(log), trace::WritesView(packed_log)}) {
    const ByteHistory history(view);
    for (int n = 0; n < 400; ++n) {
      const uint64_t frame = random() % 4010;
      const auto address = static_cast<uint16_t>(random() % 2 ? 9 : random() % 4);
      const trace::Write *last = nullptr, *first = nullptr, *in_frame = nullptr;
      for (const trace::Write& write : log) {
        if (write.address != address) continue;
        if (!first) first = &write;
        if (write.frame <= frame) last = &write;
        if (write.frame == frame) in_frame = &write;
      }
      const trace::Write* found = history.lastWrite(address, frame);
      ASSERT_EQ(found != nullptr, last != nullptr) << n;
      if (last) {
        ASSERT_EQ(*found, *last) << n;
      }
      const auto byte = history.at(address, frame);
      ASSERT_EQ(byte.has_value(), first != nullptr);
      if (first) {
        ASSERT_EQ(*byte, last ? last->new_value : first->old_value);
      }
      const trace::Write* written =
          history.lastWriteOf(std::string(1, static_cast<char>('a' + address)), frame);
      ASSERT_EQ(written != nullptr, in_frame != nullptr) << n;
      if (in_frame) {
        ASSERT_EQ(*written, *in_frame) << n;
      }
    }
  }
}

}  // namespace
}  // namespace jumpscope::diff
