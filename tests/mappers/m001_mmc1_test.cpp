#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

// Five writes, a cycle between them at least, as a program makes them.
void shift(BoardBench& bench, unsigned address, unsigned value) {
  for (int bit = 0; bit < 5; ++bit) {
    bench.write(address, value >> bit & 1);
    bench.cycle += 5;
  }
}
void reset(BoardBench& bench) {
  bench.write(0x8000, 0x80);
  bench.cycle += 5;
}

constexpr unsigned control = 0x8000, chr0 = 0xA000, chr1 = 0xC000, prg = 0xE000;

TEST(Mmc1, StartsWithTheLastBankAtC000) {
  BoardBench bench({.mapper = 1});
  EXPECT_EQ(bench.prgBanks(16), "0F");
}

TEST(Mmc1, HasThreeWaysToSwitchPrg) {
  BoardBench bench({.mapper = 1});
  shift(bench, prg, 5);
  EXPECT_EQ(bench.prgBanks(16), "5F");
  shift(bench, control, 0x08);
  EXPECT_EQ(bench.prgBanks(16), "05");
  shift(bench, control, 0x00);
  EXPECT_EQ(bench.prgBanks(16), "45");
}

TEST(Mmc1, SwitchesChrByEightOrFourKib) {
  BoardBench bench({.mapper = 1});
  shift(bench, chr0, 5);
  shift(bench, chr1, 9);
  EXPECT_EQ(bench.chr(0, 8), 2);
  shift(bench, control, 0x1C);
  EXPECT_EQ(bench.chr(0x0000, 4), 5);
  EXPECT_EQ(bench.chr(0x1000, 4), 9);
}

TEST(Mmc1, DrivesMirroring) {
  BoardBench bench({.mapper = 1});
  const char* expected[] = {"0000", "1111", "0101", "0011"};
  for (unsigned mode = 0; mode < 4; ++mode) {
    shift(bench, control, 0x0C | mode);
    EXPECT_EQ(bench.nametables(), expected[mode]);
  }
}

TEST(Mmc1, AWriteWithBit7StartsAgainAndFixesTheLastBank) {
  BoardBench bench({.mapper = 1});
  shift(bench, control, 0x00);
  bench.write(prg, 1);
  bench.cycle += 5;
  reset(bench);
  shift(bench, prg, 4);
  EXPECT_EQ(bench.prgBanks(16), "4F");
}

TEST(Mmc1, OfWritesInConsecutiveCyclesItSeesTheFirst) {
  BoardBench bench({.mapper = 1});
  bench.write(prg, 1);
  bench.write(prg, 0);  // ignored
  bench.write(prg, 0);  // and so on
  bench.cycle += 1;
  for (int bit = 1; bit < 5; ++bit) {
    bench.write(prg, 0);
    bench.cycle += 1;
  }
  EXPECT_EQ(bench.prgBanks(16), "1F");
}

TEST(Mmc1, TheCyclesBetweenTwoInstructionsAreEnough) {
  BoardBench bench({.mapper = 1});
  for (int bit = 0; bit < 5; ++bit) {
    bench.write(prg, bit == 1);
    bench.cycle += 1;
  }
  EXPECT_EQ(bench.prgBanks(16), "2F");
}

TEST(Mmc1, PrgRamIsDisabledByBit4) {
  BoardBench bench({.mapper = 1});
  EXPECT_EQ(bench.ram(), "rw");
  shift(bench, prg, 0x10);
  EXPECT_EQ(bench.ram(), "--");
}

TEST(Mmc1, TheFirstRevisionCannotDisablePrgRam) {
  BoardBench bench({.mapper = 155});
  shift(bench, prg, 0x10);
  EXPECT_EQ(bench.ram(), "rw");
}

// The tables that little-things-nes' "MMC1A test" printed on a cartridge: the banks at $8000 and $C000 for each value of
// the PRG register.
TEST(Mmc1, OfTheFirstRevisionsFixedBankBit4TakesTheHighestBitFromTheRegister) {
  for (const unsigned mode : {0x08u, 0x0Cu}) {
    for (unsigned value = 0; value < 0x20; ++value) {
      BoardBench bench({.mapper = 155});
      shift(bench, control, mode);
      shift(bench, prg, value);
      const unsigned high = value & 0x10 ? value & 8 : mode == 0x0C ? 8 : 0;
      const unsigned fixed = mode == 0x0C ? high | 7 : high, switched = value & 0x0F;
      constexpr char digits[] = "0123456789ABCDEF";
      const std::string expected = mode == 0x0C ? std::string{digits[switched], digits[fixed]}
                                                : std::string{digits[fixed], digits[switched]};
      EXPECT_EQ(bench.prgBanks(16), expected) << "control " << mode << ", PRG " << value;
    }
  }
}

TEST(Mmc1, TheSecondRevisionsFixedBankStaysWhateverBit4Is) {
  BoardBench bench({.mapper = 1});
  shift(bench, prg, 0x12);
  EXPECT_EQ(bench.prgBanks(16), "2F");
  shift(bench, control, 0x08);
  EXPECT_EQ(bench.prgBanks(16), "02");
}

TEST(Mmc1, TheFirstRevisionOnSnromStillDisablesItsRamByTheChrLine) {
  BoardBench bench({.mapper = 155, .chr_kib = 0});
  shift(bench, prg, 0x10);
  EXPECT_EQ(bench.ram(), "rw");
  shift(bench, chr0, 0x10);
  EXPECT_EQ(bench.ram(), "--");
}

TEST(Mmc1, SnromDisablesItsRamByTheChrLineToo) {
  BoardBench bench({.mapper = 1, .chr_kib = 0});
  shift(bench, chr0, 0x10);
  EXPECT_EQ(bench.ram(), "--");
  shift(bench, chr0, 0x00);
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Mmc1, SuromChoosesTheHalfOfPrgRomByTheChrLine) {
  BoardBench bench({.mapper = 1, .prg_kib = 512, .chr_kib = 0});
  shift(bench, prg, 2);
  EXPECT_EQ(bench.prgBanks(16), "2F");
  shift(bench, chr0, 0x10);
  EXPECT_EQ(bench.prgBanks(16), "IV");  // 18 and 31
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Mmc1, SoromSwitchesTwoBanksOfRam) {
  BoardBench bench({.mapper = 1, .chr_kib = 0, .prg_ram_kib = 16});
  bench.write(0x6000, 0x11);
  shift(bench, chr0, 0x08);
  bench.write(0x6000, 0x22);
  EXPECT_EQ(bench.state.prg_ram[0x0000], 0x11);
  EXPECT_EQ(bench.state.prg_ram[0x2000], 0x22);
}

TEST(Mmc1, SxromSwitchesFourBanksOfRam) {
  BoardBench bench({.mapper = 1, .prg_kib = 512, .chr_kib = 0, .prg_ram_kib = 32});
  for (unsigned bank = 0; bank < 4; ++bank) {
    shift(bench, chr0, bank << 2);
    bench.write(0x6000, 0x10 + bank);
    bench.cycle += 5;
  }
  for (unsigned bank = 0; bank < 4; ++bank) EXPECT_EQ(bench.state.prg_ram[bank * 0x2000], 0x10 + bank);
}

// A12 low, and high.
constexpr unsigned background = 0x0000, sprites = 0x1000;
constexpr unsigned four_kib_chr = 0x1C;

TEST(Mmc1, SnromsRamHangsOnA12WhileOneRegisterOnlyDisablesIt) {
  BoardBench bench({.mapper = 1, .chr_kib = 0});
  shift(bench, control, four_kib_chr);
  bench.write(0x6000, 0x5A);
  shift(bench, chr1, 0x10);
  EXPECT_TRUE(bench->followsPpuAddress());
  bench.ppu_address = background;
  EXPECT_EQ(bench.read(0x6000), 0x5A);
  bench.write(0x7FFF, 0x66);
  bench.ppu_address = sprites;
  EXPECT_EQ(bench.read(0x6000), std::nullopt);
  bench.write(0x6000, 0x77);
  EXPECT_EQ(bench.state.prg_ram[0], 0x5A);
  EXPECT_EQ(bench.state.prg_ram[0x1FFF], 0x66);
  shift(bench, chr1, 0x00);
  EXPECT_FALSE(bench->followsPpuAddress());
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Mmc1, InEightKibModeOneRegisterDrivesTheLines) {
  BoardBench bench({.mapper = 1, .chr_kib = 0});
  shift(bench, chr1, 0x10);
  bench.ppu_address = sprites;
  EXPECT_FALSE(bench->followsPpuAddress());
  EXPECT_EQ(bench.ram(), "rw");
}

TEST(Mmc1, SuromsHalfOfPrgRomHangsOnA12WhileTheRegistersDisagree) {
  BoardBench bench({.mapper = 1, .prg_kib = 512, .chr_kib = 0});
  shift(bench, control, four_kib_chr);
  shift(bench, prg, 2);
  shift(bench, chr1, 0x10);
  EXPECT_EQ(bench.ram(), "rw");
  for (const auto& [address, first] : {std::pair{background, 0u}, std::pair{sprites, 16u}}) {
    bench.ppu_address = address;
    EXPECT_EQ(bench->prgBank(0x8000), first + 2);
    EXPECT_EQ(bench->prgBank(0xC000), first + 15);
    EXPECT_EQ(bench.read(0x8000), (first + 2) * 8);  // of 2 KiB
  }
}

TEST(Mmc1, SoromsBankOfRamHangsOnA12WhileTheRegistersDisagree) {
  BoardBench bench({.mapper = 1, .chr_kib = 0, .prg_ram_kib = 16});
  shift(bench, control, four_kib_chr);
  shift(bench, chr1, 0x08);
  bench.write(0x6000, 0x11);
  bench.ppu_address = sprites;
  bench.write(0x6000, 0x22);
  EXPECT_EQ(bench.read(0x6000), 0x22);
  bench.ppu_address = background;
  EXPECT_EQ(bench.read(0x6000), 0x11);
}

TEST(Mmc1, LinesThatLeadNowhereDoNotMatter) {
  for (const BoardSpec& spec :
       {BoardSpec{.mapper = 1}, BoardSpec{.mapper = 1, .prg_kib = 512, .chr_kib = 0}}) {
    BoardBench bench(spec);
    shift(bench, control, four_kib_chr);
    shift(bench, chr1, 0x0F);
    EXPECT_FALSE(bench->followsPpuAddress());
  }
}

TEST(Mmc1, SzromsRamIsSwitchedByTheLineThatItsChrRomLeaves) {
  BoardBench bench({.mapper = 1, .chr_kib = 64, .prg_ram_kib = 16});
  bench.write(0x6000, 0x11);
  shift(bench, chr0, 0x08);
  EXPECT_EQ(bench.read(0x6000), 0x11);
  shift(bench, chr0, 0x10);
  bench.write(0x6000, 0x22);
  EXPECT_EQ(bench.state.prg_ram[0x0000], 0x11);
  EXPECT_EQ(bench.state.prg_ram[0x2000], 0x22);
}

TEST(Mmc1, OfSoromsTwoBanksTheSecondHasTheBattery) {
  BoardBench bench({.mapper = 1, .chr_kib = 0, .prg_nvram_kib = 8});
  bench.write(0x6000, 0x11);
  shift(bench, chr0, 0x08);
  bench.write(0x6000, 0x22);
  EXPECT_EQ(bench.state.prg_ram[0x2000], 0x11);
  EXPECT_EQ(bench.state.prg_ram[0x0000], 0x22);  // the battery-backed part comes first
}

TEST(Mmc1, SubmapperFiveDoesNotSwitchPrg) {
  BoardBench bench({.mapper = 1, .submapper = 5, .prg_kib = 32});
  shift(bench, prg, 1);
  EXPECT_EQ(bench.prgBanks(16), "01");
}

}  // namespace
}  // namespace jumpscope::tests
