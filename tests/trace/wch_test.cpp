#include "src/trace/wch.h"

#include <gtest/gtest.h>

#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

const std::string fceux =
    "\n6\n00000\t00CE\tb\tu\t0\tPlayer Y\n00001\t04F6\tw\ts\t0\tspeed (y)\n00002\t0000\tS\tS\t0\tmore\n"
    "00003\t009F\tb\th\t0\t\n00004\t0300\td\tu\t0\t2nd score\n00005\t08CF\tb\ts\t0\tPlayer Y\n";
const std::string fceux_qt =
    "\n3\n00000 00CE  b  u  0  Player Y\n00001 FFFFFFFF  S  S  0  more\n00002 04F6  w  s  0  speed\n";
const std::string bizhawk =
    "SystemID NES\r\n00CE\tb\tu\t0\tRAM\tplayer_y\r\n04F6\tw\ts\t1\tSystem Bus\tspeed\r\n0\tS\t_\t1\t\t\r\n"
    "0010\tw\t1\t0\tRAM\tfixed\r\n0020\td\t2\t0\tRAM\tfine\r\n0030\td\t3\t0\tRAM\tfiner\r\n"
    "0004\tb\tb\t0\tWRAM\tsaved\r\n\r\n";

TEST(WatchList, ListsOfFceuxForWindowsAreRead) {
  const auto w = readWatchList(fceux, "a.wch");
  ASSERT_EQ(w.size(), 5u);
  EXPECT_EQ(w[0], (Watch{"Player_Y", {0xCE}, Type::U8, 0, 0xFF, "", "Player Y"}));
  EXPECT_EQ(w[1], (Watch{"speed_y", {0x4F7, 0x4F6}, Type::S16, 0, 0xFF, "", "speed (y)"}));
  EXPECT_EQ(w[2].name, "ram_009F");
  EXPECT_EQ(w[3].name, "_2nd_score");
  EXPECT_EQ(w[3].type, Type::U32);
  EXPECT_EQ(w[3].addresses, (std::vector<uint16_t>{0x303, 0x302, 0x301, 0x300}));
  EXPECT_EQ(w[4].name, "Player_Y_2");
  EXPECT_EQ(w[4].addresses, (std::vector<uint16_t>{0xCF}));
  requireSound(w, "the list");
}

TEST(WatchList, ListsOfFceuxsQtVersionAreRead) {
  const auto w = readWatchList(fceux_qt, "a.wch");
  ASSERT_EQ(w.size(), 2u);
  EXPECT_EQ(w[0], (Watch{"Player_Y", {0xCE}, Type::U8, 0, 0xFF, "", "Player Y"}));
  EXPECT_EQ(w[1].addresses, (std::vector<uint16_t>{0x4F7, 0x4F6}));
}

TEST(WatchList, ListsOfBizhawkAreRead) {
  const auto w = readWatchList(bizhawk, "a.wch");
  ASSERT_EQ(w.size(), 6u);
  EXPECT_EQ(w[0], (Watch{"player_y", {0xCE}, Type::U8, 0, 0xFF, "", "player_y"}));
  EXPECT_EQ(w[1].addresses, (std::vector<uint16_t>{0x4F6, 0x4F7})) << "most significant byte first";
  EXPECT_EQ(w[2], (Watch{"fixed", {0x11, 0x10}, Type::S16, 4, 0xFF, "", "fixed"}));
  EXPECT_EQ(w[3].fraction_bits, 12);
  EXPECT_EQ(w[4].fraction_bits, 16);
  EXPECT_EQ(w[5].addresses, (std::vector<uint16_t>{0x6004}));
  requireSound(w, "the list");
}

TEST(WatchList, AnErrorNamesItsLine) {
  const std::string head = "SystemID NES\n";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"", "a.wch is not a watch list"},
      {"hello\n", "a.wch is not a watch list"},
      {"\n", "a.wch is empty"},
      {"\nmany\n", "a.wch: line 2: expected the number of watches"},
      {"\n0\n", "a.wch has no watches"},
      {"\n2\n00000\t00CE\tb\tu\t0\ty\n", "a.wch announces 2 watches and has 1"},
      {"\n1\n00000\t00CE\tb\n", "a.wch: line 3: expected number, address"},
      {"SystemID SNES\n", "a.wch: line 1: expected 'SystemID NES'"},
      {head, "a.wch has no watches"},
      {head + "00CE b u\n", "a.wch: line 2: expected address, size"},
      {head + "zz\tb\tu\t0\tRAM\ty\n", "a.wch: line 2: expected an address"},
      {head + "10000\tb\tu\t0\tRAM\ty\n", "a.wch: line 2: expected an address"},
      {head + "FFFF\tw\tu\t0\tRAM\ty\n", "a.wch: line 2: the value's bytes go beyond $FFFF"},
      {head + "00CE\tx\tu\t0\tRAM\ty\n", "a.wch: line 2: expected the size"},
      {head + "00CE\tb\tz\t0\tRAM\ty\n", "a.wch: line 2: expected the type"},
      {head + "00CE\tb\t1\t0\tRAM\ty\n", "a.wch: line 2: expected the type"},
      {head + "00CE\td\tf\t0\tRAM\ty\n", "a.wch: line 2: a floating-point watch"},
      {head + "00CE\tb\tu\t2\tRAM\ty\n", "a.wch: line 2: expected 0 or 1"},
      {head + "00CE\tb\tu\t0\tOAM\ty\n", "a.wch: line 2: the watch is not in RAM"},
      {head + "2000\tb\tu\t0\tWRAM\ty\n", "a.wch: line 2: the address is beyond"},
      {head + "2002\tb\tu\t0\tSystem Bus\ty\n", "a.wch: line 2: the watch names $2002, a register"},
  };
  for (const auto& [text, sentence] : expected) {
    const std::string& list = text;
    EXPECT_EQ(tests::errorOf([&] { readWatchList(list, "a.wch"); }).substr(0, sentence.size()), sentence);
  }
}

TEST(WatchList, DamagedListsAreRefusedWithAnErrorMessage) {
  for (const std::string& text : {fceux, fceux_qt, bizhawk})
    tests::feedBrokenFiles(tests::toBytes(text), [](const std::vector<uint8_t>& bytes) {
      requireSound(readWatchList({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "a.wch"),
                   "the list");
    });
}

TEST(WatchList, ItHoldsTenThousandWatchesOfOneName) {
  std::string list = "SystemID NES\n";
  for (int i = 0; i < 10'000; ++i) list += "00CE\tb\tu\t0\tRAM\ty\n";
  const auto watches = readWatchList(list, "a.wch");
  EXPECT_EQ(watches.back().name, "y_10000");
  EXPECT_EQ(tests::errorOf([&] { readWatchList(list + "00CE\tb\tu\t0\tRAM\ty\n", "a.wch"); }),
            "a.wch: line 10002: this is one watch too many; 10000 are the most");
}

}  // namespace
}  // namespace jumpscope::trace
