// MMC3, MMC6 and the boards that wire an MMC3 otherwise.
#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

void set(BoardBench& bench, unsigned reg, unsigned value) {
  bench.write(0x8000, reg);
  bench.write(0x8001, value);
}
void startIrq(BoardBench& bench, unsigned latch) {
  bench.write(0xC000, latch);
  bench.write(0xC001, 0);
  bench.write(0xE001, 0);
}

TEST(Mmc3, SwitchesPrgInTwoModes) {
  BoardBench bench({.mapper = 4});
  set(bench, 6, 3);
  set(bench, 7, 4);
  EXPECT_EQ(bench.prgBanks(8), "34UV");
  bench.write(0x8000, 0x40);
  EXPECT_EQ(bench.prgBanks(8), "U43V");
}

TEST(Mmc3, SwitchesChrInTwoModes) {
  BoardBench bench({.mapper = 4});
  for (unsigned reg = 0; reg < 6; ++reg) set(bench, reg, 0x11 + reg * 0x10);
  EXPECT_EQ(bench.chr(0x0000, 2), 0x08);  // bit 0 of a 2 KiB bank is ignored
  EXPECT_EQ(bench.chr(0x0800, 2), 0x10);
  for (unsigned i = 0; i < 4; ++i)
    EXPECT_EQ(bench.chr(0x1000 + i * 0x400, 1), static_cast<int>(0x31 + i * 0x10));
  bench.write(0x8000, 0x80);
  EXPECT_EQ(bench.chr(0x1000, 2), 0x08);
  EXPECT_EQ(bench.chr(0x0C00, 1), 0x61);
}

TEST(Mmc3, SwitchesSingleBanksInEitherMode) {
  BoardBench bench({.mapper = 4});
  for (unsigned reg = 0; reg < 6; ++reg) set(bench, 0x80 | reg, 0x10 + reg * 0x10);
  EXPECT_EQ(bench.chr(0x1000, 2), 0x08);
  EXPECT_EQ(bench.chr(0x1800, 2), 0x10);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(bench.chr(i * 0x400, 1), static_cast<int>(0x30 + i * 0x10));
  set(bench, 0x40 | 6, 3);
  set(bench, 0x40 | 7, 4);
  EXPECT_EQ(bench.prgBanks(8), "U43V");
  set(bench, 6, 5);
  EXPECT_EQ(bench.prgBanks(8), "54UV");
}

TEST(Mmc3, DrivesMirroringUnlessSolderedForFourScreens) {
  BoardBench bench({.mapper = 4});
  EXPECT_EQ(bench.nametables(), "0101");
  bench.write(0xA000, 1);
  EXPECT_EQ(bench.nametables(), "0011");
  BoardBench four({.mapper = 4, .mirroring = mappers::Mirroring::FourScreen});
  four.write(0xA000, 1);
  EXPECT_EQ(four.nametables(), "0123");
}

TEST(Mmc3, ProtectsItsRam) {
  BoardBench bench({.mapper = 4});
  bench.write(0xA001, 0x80);
  EXPECT_EQ(bench.ram(), "rw");
  bench.write(0xA001, 0xC0);
  EXPECT_EQ(bench.ram(), "r-");
  bench.write(0xA001, 0x00);
  EXPECT_EQ(bench.ram(), "--");
}

TEST(Mmc3, TellsWritesThatMoveNoInterrupt) {
  using mappers::QuietWrite;
  BoardBench bench({.mapper = 4});
  EXPECT_EQ(bench->foresight().writeQuietly(0xA001, 0), QuietWrite::Other);
  EXPECT_EQ(bench->foresight().writeQuietly(0xE000, 0), QuietWrite::Unnoticed);
  EXPECT_EQ(bench->foresight().writeQuietly(0xC001, 0), QuietWrite::Unnoticed);
  EXPECT_EQ(bench->foresight().writeQuietly(0xE001, 0), QuietWrite::Noticed);
  EXPECT_EQ(bench->foresight().writeQuietly(0xE001, 0), QuietWrite::Unnoticed);
  EXPECT_EQ(bench->foresight().writeQuietly(0xDFFE, 2), QuietWrite::Noticed);  // it is about to be reloaded
  bench.scanline();
  EXPECT_EQ(bench->foresight().writeQuietly(0xDFFE, 7), QuietWrite::Unnoticed);
  EXPECT_EQ(bench.scanlinesToIrq(9), 2);
  EXPECT_EQ(bench->foresight().writeQuietly(0xC001, 0), QuietWrite::Unnoticed);
  EXPECT_EQ(bench->foresight().writeQuietly(0xE000, 0), QuietWrite::Noticed);
}

TEST(Mmc3, TellsWhichRegistersLeaveTheInterrupt) {
  BoardBench bench({.mapper = 4});
  for (const uint16_t address : {0x6000, 0x8000, 0x8001, 0xA000, 0xA001, 0xBFFF})
    EXPECT_TRUE(bench->foresight().leavesIrq(address));
  for (const uint16_t address : {0xC000, 0xC001, 0xE000, 0xE001})
    EXPECT_FALSE(bench->foresight().leavesIrq(address));
}

TEST(Mmc3, CountsRisesOfLine12) {
  BoardBench bench({.mapper = 4});
  startIrq(bench, 5);
  EXPECT_EQ(bench->a12RisesToIrq(), 6u);
  EXPECT_EQ(bench.scanlinesToIrq(20), 6);
  bench.write(0xE000, 0);
  EXPECT_FALSE(bench->irq());
}

TEST(Mmc3, IgnoresRisesAfterAShortLow) {
  BoardBench bench({.mapper = 4});
  startIrq(bench, 2);
  bench.scanline();
  const uint64_t clock = (bench.cycle + 90) * 12;
  bench->a12Changed(true, clock);
  for (uint64_t dot = 8; dot < 320; dot += 8) {  // sprite fetches: low for 4 dots, high for 4
    bench->a12Changed(false, clock + dot * 4 - 16);
    bench->a12Changed(true, clock + dot * 4);
  }
  EXPECT_EQ(bench->a12RisesToIrq(), 1u);
}

TEST(Mmc3, ALatchOfZeroInterruptsWithEveryRiseInSharpsChip) {
  BoardBench bench({.mapper = 4});
  startIrq(bench, 0);
  EXPECT_EQ(bench.scanlinesToIrq(5), 1);
  bench.write(0xE000, 0);
  bench.write(0xE001, 0);
  EXPECT_EQ(bench.scanlinesToIrq(5), 1);
}

TEST(Mmc3, ALatchOfZeroInterruptsOnceInNecsChip) {
  BoardBench bench({.mapper = 4, .submapper = 4});
  startIrq(bench, 0);
  EXPECT_EQ(bench.scanlinesToIrq(5), 1);
  bench.write(0xE000, 0);
  bench.write(0xE001, 0);
  EXPECT_EQ(bench->a12RisesToIrq(), 0u);
  EXPECT_EQ(bench.scanlinesToIrq(300), -1);
}

TEST(Mmc3, ForeseesItsInterruptWhateverItsRegistersHold) {
  for (const int submapper : {0, 4}) {
    for (unsigned content = 0; content < 4 * 4 * 8; ++content) {
      BoardBench bench({.mapper = 4, .submapper = submapper});
      bench.write(0xC000, content & 3);
      bench.scanline();
      bench.write(0xC001, 0);
      for (unsigned i = 0; i < (content >> 2 & 3); ++i) bench.scanline();
      if (content & 0x10) bench.write(0xC001, 0);
      if (content & 0x20) bench.write(0xC000, content >> 6);
      bench.write(0xE001, 0);
      const int foreseen = bench->irq() ? 0 : static_cast<int>(bench->a12RisesToIrq());
      EXPECT_EQ(bench.scanlinesToIrq(20), foreseen == 0 && !bench->irq() ? -1 : foreseen) << content;
    }
  }
}

TEST(Mmc6, EnablesTheHalvesOfItsRamApart) {
  BoardBench bench({.mapper = 4, .submapper = 1, .prg_ram_kib = 1});
  bench.write(0x8000, 0x20);
  bench.write(0xA001, 0xF0);
  bench.write(0x7000, 0x11);
  bench.write(0x7200, 0x22);
  EXPECT_EQ(bench.read(0x7400), 0x11);  // 1 KiB repeats
  bench.write(0xA001, 0x20);            // reads of the low half only
  bench.write(0x7001, 0x33);
  EXPECT_EQ(bench.read(0x7000), 0x11);
  EXPECT_EQ(bench.read(0x7001), 0x00);
  EXPECT_EQ(bench.read(0x7200), 0x00);
  bench.write(0xA001, 0x00);
  EXPECT_EQ(bench.read(0x7000), std::nullopt);
}

TEST(Mmc6, Bit5OfBankSelectEnablesTheRam) {
  BoardBench bench({.mapper = 4, .submapper = 1, .prg_ram_kib = 1});
  bench.write(0xA001, 0xF0);
  EXPECT_EQ(bench.read(0x7000), std::nullopt);
  bench.write(0x8000, 0x20);
  EXPECT_EQ(bench.read(0x7000), std::nullopt);  // $A001 was not heard
  bench.write(0xA001, 0xF0);
  EXPECT_EQ(bench.read(0x7000), 0x00);
  bench.write(0x8000, 0x00);
  EXPECT_EQ(bench.read(0x7000), std::nullopt);
}

TEST(Txsrom, TheHighestLineOfTheBanksChoosesTheNametables) {
  BoardBench bench({.mapper = 118});
  set(bench, 0, 0x80);
  set(bench, 1, 0x02);
  EXPECT_EQ(bench.nametables(), "1100");
  bench.write(0xA000, 1);
  EXPECT_EQ(bench.nametables(), "1100");
  for (unsigned reg = 2; reg < 6; ++reg) set(bench, 0x80 | reg, reg % 2 ? 0x80 : 0x00);
  EXPECT_EQ(bench.nametables(), "0101");
}

TEST(Tqrom, Bit6OfABankChoosesRam) {
  BoardBench bench({.mapper = 119, .chr_kib = 64});
  set(bench, 2, 0x43);
  EXPECT_TRUE(bench.chrIsRam(0x1000));
  EXPECT_EQ(bench.chr(0x1000, 1), 3);
  set(bench, 2, 0x03);
  EXPECT_FALSE(bench.chrIsRam(0x1000));
  EXPECT_EQ(bench.chr(0x1000, 1), 3);
}

}  // namespace
}  // namespace jumpscope::tests
