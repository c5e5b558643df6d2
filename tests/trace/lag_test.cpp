// The lag watch, which shows the frames without a controller poll.
#include <gtest/gtest.h>

#include "src/trace/profile.h"
#include "src/trace/recorder.h"
#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

// Reads a pad in its reset code, then waits for ever.
console::Console readsOnce() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  const std::vector<uint8_t> code = {0xAD, 0x16, 0x40, 0x4C, 0x03, 0x80};
  std::copy(code.begin(), code.end(), prg.begin());
  prg[0x7FFC] = 0x00, prg[0x7FFD] = 0x80;
  return console::Console(std::make_shared<const console::Cartridge>(
                              console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "test.prg")),
                          {});
}

TEST(LagWatch, IsOneInFramesThatDoNotPollTheControllers) {
  console::Console console = readsOnce();
  std::vector<Row> rows;
  const Recorder recorder(
      console, {parseWatch("lag"), parseWatch("idle=lag"), parseWatch("change=delta(lag)")},
      [](uint64_t) { return uint8_t(0); }, [&](const Row& row) { rows.push_back(row); });
  for (int frame = 0; frame < 3; ++frame) console.runFrame();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].values, (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(rows[1].values, (std::vector<int64_t>{1, 1, 1}));
  EXPECT_EQ(rows[2].values, (std::vector<int64_t>{1, 1, 0}));
}

TEST(LagWatch, IsReadAndWrittenInProfilesAndTraces) {
  const Profile profile = parseProfile(
      R"({"name": "x", "watches": [{"name": "lag", "type": "lag"}, {"name": "y", "address": "$10"}]})",
      "x.json");
  EXPECT_EQ(profile.watches[0], parseWatch("lag"));
  EXPECT_EQ(rangeOf(profile.watches[0]).highest, 1);
  EXPECT_NE(tests::errorOf([] { parseWatch("l=$10:lag"); }).find("lag"), std::string::npos);
  EXPECT_FALSE(parseValue(profile.watches[0], "2"));
}

}  // namespace
}  // namespace jumpscope::trace
