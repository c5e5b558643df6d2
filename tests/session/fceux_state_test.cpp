// States of FCEUX: the reader, and every board's registers on synthetic states.
#include "src/session/fceux_state.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "src/session/fceux_console.h"
#include "src/session/start.h"
#include "tests/support/fceux_state.h"

namespace jumpscope::tests {
namespace {

// 8 KiB of PRG and 1 KiB of CHR hold their own number in every byte.
std::shared_ptr<const console::Cartridge> numberedCartridge(int mapper, size_t prg_banks, size_t chr_banks) {
  std::vector<uint8_t> prg, chr;
  for (size_t bank = 0; bank < prg_banks; ++bank) prg.insert(prg.end(), 0x2000, static_cast<uint8_t>(bank));
  for (size_t bank = 0; bank < chr_banks; ++bank) chr.insert(chr.end(), 0x400, static_cast<uint8_t>(bank));
  return std::make_shared<const console::Cartridge>(console::makeBareCartridge(
      std::move(prg), std::move(chr), mappers::Mirroring::Vertical, "numbered.nes", {mapper, 0}));
}

console::Console load(const FceuxFile& file, const std::shared_ptr<const console::Cartridge>& cartridge,
                      console::Options options = {}) {
  console::Console console(cartridge, options);
  console.restore(session::stateFrom(session::parseFceuxState(file.bytes(), "a.fc0"), console, "a.fc0"));
  return console;
}

// The banks of 8 KiB at $8000, $A000, $C000 and $E000.
std::vector<int> prgBanks(const console::Console& console) {
  return {console.peek(0x8000), console.peek(0xA000), console.peek(0xC000), console.peek(0xE000)};
}
std::vector<int> chrBanks(const console::Console& console) {
  std::vector<int> banks;
  for (unsigned slot = 0; slot < 8; ++slot)
    banks.push_back(console.peekPpu(static_cast<uint16_t>(slot * 0x400)));
  return banks;
}
// Which page of the console's RAM each nametable is.
std::vector<int> nametables(const console::Console& console) {
  std::vector<int> pages;
  for (unsigned table = 0; table < 4; ++table)
    pages.push_back(console.peekPpu(static_cast<uint16_t>(0x2000 + table * 0x400)));
  return pages;
}
FceuxFile withNumberedPages() {
  std::vector<uint8_t> pages(0x800);
  std::fill(pages.begin() + 0x400, pages.end(), 1);
  return FceuxFile().set(3, "NTAR", pages);
}

std::string errorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(FceuxState, RegistersAndMemoriesAreTaken) {
  FceuxFile file;
  std::vector<uint8_t> oam(0x100, 0xFF), palette(0x20, 0x3F);
  file.set(3, "SPRA", oam).set(3, "PRAM", palette).set(3, "PPUR", {0x90, 0x1E, 0x60, 7});
  file.set(3, "RADD", {0x34, 0x12}).set(3, "TADD", {0x21, 0x43}).set(3, "XOFF", {5}).set(3, "VTGL", {1});
  file.set(4, "JYRB", {3, 8}).set(4, "JOYS", {0x81, 0x42, 0, 0});
  file.set(16, "WRAM", std::vector<uint8_t>(0x2000, 0x77));
  const console::Console console = load(file, numberedCartridge(0, 4, 8));
  const console::State s = console.state();
  EXPECT_EQ(s.cpu.pc, 0x0300);
  EXPECT_EQ(s.cpu.a, 1);
  EXPECT_EQ(s.cpu.x, 2);
  EXPECT_EQ(s.cpu.y, 3);
  EXPECT_EQ(s.cpu.s, 0xF0);
  EXPECT_EQ(s.cpu.p, 0x24);
  EXPECT_TRUE(s.ppu.control.nmi_enabled);
  EXPECT_EQ(s.ppu.mask.bits, 0x1E);
  EXPECT_TRUE(s.ppu.status.sprite_zero_hit && s.ppu.status.sprite_overflow && !s.ppu.status.vblank);
  EXPECT_EQ(s.ppu.v, 0x1234);
  EXPECT_EQ(s.ppu.t, 0x4321);
  EXPECT_EQ(s.ppu.fine_x, 5);
  EXPECT_TRUE(s.ppu.w);
  EXPECT_EQ(s.ppu.oam[1], 0xFF);
  EXPECT_EQ(s.ppu.oam[2], 0xE3);
  EXPECT_EQ(s.ppu.palette[1], 0x3F);
  EXPECT_EQ(s.controllers.pads[0].shift, 0xFFFF'FF81u >> 3 | 0xE000'0000u);
  EXPECT_EQ(console.peek(0x6000), 0x77);
}

TEST(FceuxState, AnInterruptThatWaitsIsTakenUnlessItsFlagWasSetAnInstructionAgo) {
  for (const bool masked : {false, true}) {
    FceuxFile file;
    file.set(1, "P", {0x20})
        .set(2, "IQLB", {0, 2, 0, 0})
        .set(2, "MooP", {static_cast<uint8_t>(masked ? 0x24 : 0x20)});
    file.set(5, "SIRQ", {0x40});
    console::Console console = load(file, numberedCartridge(0, 4, 8));
    console.step();
    EXPECT_EQ(console.cpu().pc, masked ? 0x0300 : 0x0303);  // the cartridge's vectors are its banks' numbers
  }
}

TEST(FceuxState, Mmc1) {
  FceuxFile file = withNumberedPages();
  file.set(16, "DREG", {0x1F, 3, 6, 2}).set(16, "BFFR", {0b101}).set(16, "BFRS", {3});
  console::Console console = load(file, numberedCartridge(1, 16, 32));
  EXPECT_EQ(prgBanks(console), (std::vector<int>{4, 5, 14, 15}));
  EXPECT_EQ(chrBanks(console), (std::vector<int>{12, 13, 14, 15, 24, 25, 26, 27}));
  EXPECT_EQ(nametables(console), (std::vector<int>{0, 0, 1, 1}));
}

// The bits of a register that were written before the state count with those that are written after it.
TEST(FceuxState, ABankThatWasHalfWrittenToMmc1IsWrittenToItsEnd) {
  FceuxFile file;
  std::vector<uint8_t> ram(0x800);
  // LDA #0; STA $E000; STA $E000; JMP self
  const std::vector<uint8_t> code = {0xA9, 0, 0x8D, 0x00, 0xE0, 0x8D, 0x00, 0xE0, 0x4C, 0x08, 0x03};
  std::copy(code.begin(), code.end(), ram.begin() + 0x300);
  file.set(1, "RAM", ram);
  file.set(16, "DREG", {0x0F, 0, 0, 0}).set(16, "BFFR", {0b011}).set(16, "BFRS", {3});
  console::Console console = load(file, numberedCartridge(1, 16, 32));
  EXPECT_EQ(prgBanks(console), (std::vector<int>{0, 1, 14, 15}));
  for (int i = 0; i < 4; ++i) console.step();
  EXPECT_EQ(prgBanks(console), (std::vector<int>{6, 7, 14, 15}));
}

TEST(FceuxState, Uxrom) {
  FceuxFile file = withNumberedPages();
  file.set(16, "LATC", {3}).set(16, "CHRR", std::vector<uint8_t>(0x2000, 9));
  const console::Console console = load(file, numberedCartridge(2, 16, 0));
  EXPECT_EQ(prgBanks(console), (std::vector<int>{6, 7, 14, 15}));
  EXPECT_EQ(console.peekPpu(0x1FFF), 9);
  EXPECT_EQ(nametables(console), (std::vector<int>{0, 1, 0, 1}));
}

TEST(FceuxState, Cnrom) {
  const console::Console console = load(FceuxFile().set(16, "LATC", {2}), numberedCartridge(3, 4, 32));
  EXPECT_EQ(chrBanks(console), (std::vector<int>{16, 17, 18, 19, 20, 21, 22, 23}));
}

TEST(FceuxState, Axrom) {
  FceuxFile file = withNumberedPages();
  file.set(16, "LATC", {0x12}).set(16, "CHRR", std::vector<uint8_t>(0x2000));
  const console::Console console = load(file, numberedCartridge(7, 16, 0));
  EXPECT_EQ(prgBanks(console), (std::vector<int>{8, 9, 10, 11}));
  EXPECT_EQ(nametables(console), (std::vector<int>{1, 1, 1, 1}));
}

FceuxFile mmc3State() {
  return withNumberedPages()
      .set(16, "REGS", {0, 2, 4, 5, 6, 7, 3, 9})
      .set(16, "CMD", {0xC0})
      .set(16, "A000", {1})
      .set(16, "A001", {0})
      .set(16, "IRQR", {0})
      .set(16, "IRQC", {17})
      .set(16, "IRQL", {40})
      .set(16, "IRQA", {1});
}

TEST(FceuxState, Mmc3) {
  const console::Console console = load(mmc3State(), numberedCartridge(4, 16, 32));
  EXPECT_EQ(prgBanks(console), (std::vector<int>{14, 9, 3, 15}));
  EXPECT_EQ(chrBanks(console), (std::vector<int>{4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_EQ(nametables(console), (std::vector<int>{0, 0, 1, 1}));
}

// With 17 to go, of which the scanline before the picture is one and scanline 0 the next.
TEST(FceuxState, TheCounterOfMmc3GoesOnWhereItStood) {
  FceuxFile file = mmc3State().set(3, "PPUR", {0x08, 0x1E, 0, 0}).set(1, "P", {0x20});
  console::Console console = load(file, numberedCartridge(4, 16, 32));
  while (console.cpu().pc == 0x0300) console.step();
  EXPECT_EQ(console.scanline(), 15);
}

TEST(FceuxState, BoardsOfWhichItIsNotReadAreRefusedByName) {
  for (const int mapper : {5, 9, 66, 69}) {
    const std::string error = errorOf([&] { load(FceuxFile(), numberedCartridge(mapper, 16, 32)); });
    EXPECT_NE(error.find("(mapper " + std::to_string(mapper) + ")"), std::string::npos) << error;
  }
}

TEST(FceuxState, AStateOfAnotherBoardOrCartridgeIsRefused) {
  for (const int mapper : {1, 2, 3, 4, 7})
    EXPECT_NE(errorOf([&] { load(FceuxFile(), numberedCartridge(mapper, 16, 32)); }).find("another board"),
              std::string::npos);
  const FceuxFile with_ram = FceuxFile().set(16, "CHRR", std::vector<uint8_t>(0x2000));
  EXPECT_NE(errorOf([&] { load(with_ram, numberedCartridge(0, 4, 8)); }).find("another cartridge"),
            std::string::npos);
  EXPECT_NE(errorOf([&] { load(FceuxFile(), numberedCartridge(0, 4, 0)); }).find("another cartridge"),
            std::string::npos);
}

TEST(FceuxState, AMissingFieldAndOneOfAnotherSizeAreNamed) {
  EXPECT_NE(
      errorOf([] { session::parseFceuxState(FceuxFile().remove(3, "RADD").bytes(), "a.fc0"); }).find("RADD"),
      std::string::npos);
  const FceuxFile odd = FceuxFile().set(1, "PC", {1});
  EXPECT_NE(
      errorOf([&] { session::parseFceuxState(odd.bytes(), "a.fc0"); }).find("PC has 1 bytes instead of 2"),
      std::string::npos);
}

TEST(FceuxState, OtherFilesAndClocksThatFceuxCannotHaveAreRefused) {
  EXPECT_NE(errorOf([] { session::parseFceuxState(std::vector<uint8_t>(100), "a.fc0"); }).find("FCSX"),
            std::string::npos);
  const std::vector<FceuxFile> files = {
      FceuxFile().set(2, "ICou", {1, 0, 0, 0}), FceuxFile().set(2, "ICou", {0, 0, 0, 0x80}),
      FceuxFile().set(2, "ICoa", {0, 0, 0, 0x80}), FceuxFile().set(2, "TSBS", std::vector<uint8_t>(8, 0xFF)),
      FceuxFile().set(3, "DEAD", {1})};
  for (const FceuxFile& file : files) EXPECT_NE(errorOf([&] { load(file, numberedCartridge(0, 4, 8)); }), "");
}

TEST(FceuxState, AFileThatIsCutShortIsRefused) {
  const std::vector<uint8_t> file = FceuxFile().bytes();
  for (size_t length = 0; length < file.size(); length += 1 + length / 40)
    EXPECT_NE(errorOf([&] {
                session::parseFceuxState({file.data(), length}, "a.fc0");
              }).find("a.fc0"),
              std::string::npos)
        << length;
}

// Whatever the fields hold is loaded and runs, or is refused; the machine without accelerators does the same.
TEST(FceuxState, AnyContentOfTheFieldsRunsSafelyAndTheSameWithBothPolicies) {
  std::minstd_rand random(1);
  const auto cartridge = numberedCartridge(4, 16, 32);
  // An instruction late, or OAM DMA, after which vblank is over.
  constexpr std::array<uint8_t, 2> late = {0xFF, 0xA0};
  int loaded = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<uint8_t> file =
        mmc3State()
            .set(2, "ICou", {static_cast<uint8_t>(random()), late[random() % late.size()], 0xFF, 0xFF})
            .set(5, "PSG", std::vector<uint8_t>(16, static_cast<uint8_t>(random())))
            .bytes();
    for (int edit = 0; edit < 8; ++edit)
      file[100 + random() % (file.size() - 100)] = static_cast<uint8_t>(random());
    std::array<console::State, 2> after;
    try {
      for (const bool lockstep : {false, true}) {
        console::Options options;
        options.policy = lockstep ? console::Policy::Lockstep : console::Policy::CatchUp;
        console::Console console(cartridge, options);
        session::begin(console, {file, "a.fc0", false, true}, {});
        console.runFrame();
        after[lockstep] = console.state();
      }
    } catch (const std::runtime_error&) {
      continue;
    }
    ++loaded;
    EXPECT_EQ(console::firstDifference(after[0], after[1]), "") << round;
  }
  EXPECT_GT(loaded, 10);
}

}  // namespace
}  // namespace jumpscope::tests
