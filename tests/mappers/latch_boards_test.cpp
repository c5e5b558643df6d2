// Boards with one latch: what a value written to it maps. A row of the table is a test.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

using mappers::Mirroring;

struct Row {
  const char* name;
  BoardSpec spec;
  unsigned address, value;
  std::string prg;  // banks of 16 KiB at $8000 and $C000
  int chr;          // the bank of 8 KiB at $0000
  std::string nametables;
};

// 256 KiB of PRG-ROM and 128 KiB of CHR-ROM, soldered for vertical mirroring.
const Row rows[] = {
    {"Uxrom", {.mapper = 2}, 0x8000, 0x05, "5F", 0, "0101"},
    {"UxromTakesAsManyBitsAsThereAreBanks", {.mapper = 2, .prg_kib = 512}, 0x8000, 0x1E, "UV", 0, "0101"},
    {"Cnrom", {.mapper = 3, .prg_kib = 32}, 0x8000, 0x03, "01", 3, "0101"},
    {"CnromTakesAsManyBitsAsThereAreBanks", {.mapper = 3, .prg_kib = 32}, 0xFFFF, 0x0F, "01", 15, "0101"},
    {"Axrom", {.mapper = 7, .chr_kib = 0}, 0x8000, 0x02, "45", 0, "0000"},
    {"AxromChoosesTheSecondPage", {.mapper = 7, .chr_kib = 0}, 0x8000, 0x13, "67", 0, "1111"},
    {"ColorDreams", {.mapper = 11}, 0x8000, 0x52, "45", 5, "0101"},
    {"BnromBySubmapper", {.mapper = 34, .submapper = 2}, 0x8000, 0x03, "67", 0, "0101"},
    {"BnromByChrSize", {.mapper = 34, .chr_kib = 0}, 0x8000, 0x03, "67", 0, "0101"},
    {"Gxrom", {.mapper = 66}, 0x8000, 0x32, "67", 2, "0101"},
    {"GxromIgnoresOtherBits", {.mapper = 66}, 0x8000, 0xFE, "67", 2, "0101"},
    {"Bandai74161", {.mapper = 70}, 0xC000, 0x9A, "9F", 10, "0101"},
    {"Bandai74161OneScreen", {.mapper = 152}, 0xC000, 0xD3, "5F", 3, "1111"},
    {"Irem74hc161Page", {.mapper = 78, .submapper = 1}, 0x8000, 0x4B, "3F", 4, "1111"},
    {"Irem74hc161OtherPage", {.mapper = 78, .submapper = 1}, 0x8000, 0x43, "3F", 4, "0000"},
    {"Irem74hc161Direction", {.mapper = 78, .submapper = 3}, 0x8000, 0x4B, "3F", 4, "0101"},
    {"Irem74hc161OtherDirection", {.mapper = 78, .submapper = 3}, 0x8000, 0x43, "3F", 4, "0011"},
    {"Nina03", {.mapper = 79}, 0x4100, 0x0D, "23", 5, "0101"},
    {"Nina03AnswersWhereLineEightIsHigh", {.mapper = 79}, 0x5F00, 0x0D, "23", 5, "0101"},
    {"Nina03IsSilentWhereLineEightIsLow", {.mapper = 79}, 0x5E00, 0x0D, "01", 0, "0101"},
    {"JalecoJf13", {.mapper = 86}, 0x6000, 0x63, "45", 7, "0101"},
    {"JalecoJf13KeepsSpeechApart", {.mapper = 86}, 0x7000, 0x63, "01", 0, "0101"},
    {"JalecoJf05", {.mapper = 87, .prg_kib = 32}, 0x6000, 0x01, "01", 2, "0101"},
    {"JalecoJf05OtherBit", {.mapper = 87, .prg_kib = 32}, 0x7FFF, 0x02, "01", 1, "0101"},
    {"Sunsoft2OneScreen", {.mapper = 89}, 0x8000, 0xDA, "5F", 10, "1111"},
    {"Sunsoft2", {.mapper = 93, .chr_kib = 0}, 0x8000, 0x51, "5F", 0, "0101"},
    {"Un1rom", {.mapper = 94, .chr_kib = 0}, 0x8000, 0x14, "5F", 0, "0101"},
    {"IremTamS1", {.mapper = 97}, 0x8000, 0x85, "F5", 0, "0101"},
    {"IremTamS1Horizontal", {.mapper = 97}, 0x8000, 0x05, "F5", 0, "0011"},
    {"Nina03Mirroring", {.mapper = 113}, 0x4100, 0xD3, "45", 11, "0101"},
    {"Nina03MirroringHorizontal", {.mapper = 113}, 0x4100, 0x13, "45", 3, "0011"},
    {"JalecoJf11", {.mapper = 140}, 0x6000, 0x2C, "45", 12, "0101"},
    {"UnromFirstFixed", {.mapper = 180, .chr_kib = 0}, 0x8000, 0x06, "06", 0, "0101"},
    {"BxromRam", {.mapper = 241, .chr_kib = 0}, 0x8000, 0x06, "CD", 0, "0101"},
};

class LatchBoard : public testing::TestWithParam<Row> {};

TEST_P(LatchBoard, MapsWhatIsWritten) {
  const Row& row = GetParam();
  BoardBench bench(row.spec);
  if (row.address >= 0x8000) bench.setRom(row.address, 0xFF);  // no conflict
  bench.write(row.address, row.value);
  EXPECT_EQ(bench.prgBanks(16), row.prg);
  EXPECT_EQ(bench.chr(0, 8), row.chr);
  EXPECT_EQ(bench.nametables(), row.nametables);
}

INSTANTIATE_TEST_SUITE_P(Of, LatchBoard, testing::ValuesIn(rows),
                         [](const auto& info) { return info.param.name; });

TEST(LatchBoards, StartInBankZero) {
  for (const int mapper : {2, 3, 7, 11, 66, 94, 140}) {
    BoardBench bench({.mapper = mapper});
    EXPECT_EQ(bench.prg(0x8000, 16), 0) << mapper;
    EXPECT_EQ(bench.chr(0, 8), 0) << mapper;
  }
}

TEST(LatchBoards, TheSubmapperSaysWhetherTheRomConflicts) {
  for (const int mapper : {2, 3, 7, 34}) {
    BoardBench free({.mapper = mapper, .submapper = 0, .chr_kib = 0}),
        conflicting({.mapper = mapper, .submapper = 2, .chr_kib = 0});
    for (BoardBench* bench : {&free, &conflicting}) {
      bench->setRom(0x8000, 0x01);
      bench->write(0x8000, 0x03);
    }
    if (mapper == 3) continue;  // its bank is not to be seen in PRG-ROM
    const unsigned kib = mapper == 2 ? 16 : 32;
    EXPECT_EQ(free.prg(0x8000, kib), 3) << mapper;
    EXPECT_EQ(conflicting.prg(0x8000, kib), 1) << mapper;
  }
}

TEST(LatchBoards, DiscreteBoardsWithoutSubmappersAlwaysConflict) {
  BoardBench bench({.mapper = 66});
  bench.setRom(0x8000, 0x11);
  bench.write(0x8000, 0x33);
  EXPECT_EQ(bench.prg(0x8000, 32), 1);
  EXPECT_EQ(bench.chr(0, 8), 1);
}

TEST(Cprom, SwitchesTheUpperHalfOfItsChrRam) {
  BoardBench bench({.mapper = 13, .prg_kib = 32, .chr_kib = 0, .chr_ram_kib = 16});
  bench.setRom(0x8000, 0xFF);
  bench.write(0x8000, 3);
  EXPECT_EQ(bench.chr(0x0000, 4), 0);
  EXPECT_EQ(bench.chr(0x1000, 4), 3);
  EXPECT_TRUE(bench.chrIsRam(0x1000));
}

TEST(Sunsoft1, TheUpperBankHasItsHighestBitSet) {
  BoardBench bench({.mapper = 184, .prg_kib = 32, .chr_kib = 32});
  bench.write(0x6000, 0x13);
  EXPECT_EQ(bench.chr(0x0000, 4), 3);
  EXPECT_EQ(bench.chr(0x1000, 4), 5);
}

TEST(Sunsoft2, ABitDisconnectsChr) {
  BoardBench bench({.mapper = 93, .chr_kib = 0});
  EXPECT_EQ(bench.chr(0, 8), 0);
  bench.setRom(0x8000, 0xFF);
  bench.write(0x8000, 0x00);
  EXPECT_EQ(bench.chr(0, 8), -1);
  EXPECT_EQ(bench.board->pages.ppu.pattern(0x1234)[0], 0x34);  // the low byte of the address
}

TEST(Gtrom, SwitchesTheNametablesToo) {
  BoardBench bench({.mapper = 111, .chr_kib = 0});
  EXPECT_EQ(bench.nametables(), "2345");
  bench.write(0x5000, 0x35);
  EXPECT_EQ(bench.prg(0x8000, 32), 5);
  EXPECT_EQ(bench.chr(0, 8), 1);
  EXPECT_EQ(bench.nametables(), "6789");
  bench.write(0x6000, 0x00);  // not a register
  EXPECT_EQ(bench.prg(0x8000, 32), 5);
}

TEST(CnromProtected, ASubmapperNamesTheValueThatEnablesChr) {
  for (int submapper = 4; submapper < 8; ++submapper) {
    BoardBench bench({.mapper = 185, .submapper = submapper, .prg_kib = 32, .chr_kib = 8});
    bench.setRom(0x8000, 0xFF);
    for (int value = 0; value < 4; ++value) {
      bench.write(0x8000, static_cast<unsigned>(value));
      EXPECT_EQ(bench.chr(0, 8), value == submapper - 4 ? 0 : -1) << submapper << ", " << value;
    }
  }
}

TEST(CnromProtected, WithoutASubmapperMostValuesEnableChr) {
  BoardBench bench({.mapper = 185, .prg_kib = 32, .chr_kib = 8});
  bench.setRom(0x8000, 0xFF);
  for (const unsigned off : {0x00u, 0x10u, 0xF0u, 0x13u}) {
    bench.write(0x8000, off);
    EXPECT_EQ(bench.chr(0, 8), -1) << off;
  }
  for (const unsigned on : {0x0Fu, 0x33u, 0x11u, 0x21u}) {
    bench.write(0x8000, on);
    EXPECT_EQ(bench.chr(0, 8), 0) << on;
  }
}

}  // namespace
}  // namespace jumpscope::tests
