// The boards of the MMC1 that lead CHR lines to the PRG side, under programs whose two CHR registers disagree.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/dice.h"
#include "tests/support/sanitized.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t control = 0x9FFF, chr0 = 0xBFFF, chr1 = 0xDFFF, prg = 0xFFFF;
constexpr uint16_t vblank_handler = 0x9000, list = 0x0300, sprite_page = 0x0200;
constexpr uint8_t four_kib_chr = 0x1E, line_16 = 0x10;

void shift(Program& program, uint16_t reg, int value) {
  program.lda(static_cast<uint8_t>(value)).sta(reg);
  for (int bit = 1; bit < 5; ++bit) program.put({0x4A}).sta(reg);
}

// `kib` of PRG-ROM that are the program again and again; the last byte before the vectors' page numbers the 32 KiB.
std::shared_ptr<Cartridge> repeated(const Program& program, size_t kib, uint32_t ram_size) {
  auto cartridge =
      std::make_shared<Cartridge>(*program.build(mappers::Mirroring::Vertical, {}, {.mapper = 1}));
  const std::vector<uint8_t> once = cartridge->prg;
  cartridge->prg.clear();
  for (size_t copy = 0; copy < kib / 32; ++copy) {
    cartridge->prg.insert(cartridge->prg.end(), once.begin(), once.end());
    cartridge->prg[cartridge->prg.size() - 0x101] = static_cast<uint8_t>(copy);
  }
  cartridge->sizes_known = true;
  cartridge->prg_ram_size = ram_size;
  return cartridge;
}

// Lists what $6000 reads as, every 14 cycles, from the moment of vblank, or some scanlines later.
Program listing(bool in_picture) {
  Program program;
  shift(program, control, four_kib_chr);
  program.store(0x6000, 0x9F);
  shift(program, chr1, line_16);
  program.store(0x2000, 0x08).waitForVblank().waitForVblank().store(0x2001, 0x1E).waitForVblank();
  if (in_picture) program.put({0xA0, 30, 0xA2, 0, 0xCA, 0xD0, 0xFD, 0x88, 0xD0, 0xF8});  // 30 x 1285 cycles
  program.put({0xA2, 0x00});
  const uint16_t again = program.here();
  program.load(0x6000).put16(0x9D, list).put({0xE8, 0xD0, (again - program.here() - 3) & 0xFF});
  program.spin();
  return program;
}

// How many of 256 reads, or of the 150 that vblank has time for, find the RAM disabled: they give the address's high byte,
// which was on the bus before.
int disabledReads(bool in_picture, Policy policy) {
  Options options;
  options.policy = policy;
  Console console(listing(in_picture).build(mappers::Mirroring::Vertical, {}, {.mapper = 1}), options);
  runFrames(console, 8);
  int disabled = 0;
  for (int i = 0; i < (in_picture ? 256 : 150); ++i) {
    const uint8_t read = console.ram()[static_cast<size_t>(list + i)];
    EXPECT_TRUE(read == 0x9F || read == 0x60) << int{read};
    disabled += read == 0x60;
  }
  return disabled;
}

// The sprites' fetches take 64 of a scanline's 341 dots, and in half of these the address is that of a nametable.
TEST(Mmc1Lines, SnromsRamVanishesWhileSpritesAreFetchedIfOnlyTheirRegisterDisablesIt) {
  for (const Policy policy : {Policy::CatchUp, Policy::Lockstep}) {
    EXPECT_EQ(disabledReads(false, policy), 0);
    EXPECT_NEAR(disabledReads(true, policy), 256 * 32 / 341, 8);
  }
}

// Accesses to whatever the lines switch, while the lines change with the register, the picture and the program's writes.
class LinesProgram : Dice<std::minstd_rand> {
 public:
  explicit LinesProgram(uint32_t seed) : Dice(seed), seed_(seed) {
    program_.put({0xA2, 0xFF, 0x9A}).store(0x4017, 0x40);
    shift(program_, control, four_kib_chr);
    program_.store(0x2000, 0x80 | byte()).store(0x2001, 0x1E);
    const uint16_t again = program_.here();
    for (int i = 0; i < 60; ++i) act();
    program_.jmp(again);
    program_.org(vblank_handler).put({0x48});
    if (oneIn(2)) program_.store(0x4014, any({0x02, 0x60, 0x63, 0x90}));
    program_.store(0x2005, byte()).store(0x2005, byte()).put({0x68, 0x40}).nmi(vblank_handler);
  }

  Scenario scenario() {
    constexpr struct {
      size_t kib;
      uint32_t ram_size;
    } boards[] = {{64, 0x2000}, {512, 0x2000}, {128, 0x4000}, {512, 0x8000}};
    const auto [kib, ram_size] = boards[seed_ % std::size(boards)];
    return scenarioOf(seed_, repeated(program_, kib, ram_size), "lines program " + std::to_string(seed_));
  }

 private:
  uint16_t inRam() { return static_cast<uint16_t>(0x6000 + below(4) * 0x800 + below(4)); }
  void act() {
    switch (below(12)) {
      case 0:
        shift(program_, chr1, below(32));
        break;
      case 1:
        shift(program_, oneIn(2) ? chr0 : chr1, below(32));
        break;
      case 2:
        if (oneIn(4)) shift(program_, control, oneIn(3) ? 0x0E : four_kib_chr);
        if (oneIn(4)) shift(program_, prg, oneIn(3) ? 0x10 : below(16));
        break;
      case 3:
        program_.store(0x2000, static_cast<uint8_t>(0x80 | below(64)));
        break;
      case 4:
        program_.store(0x2001, oneIn(3) ? byte() : uint8_t{0x1E});
        break;
      case 5:
        program_.store(0x2006, byte()).store(0x2006, byte());
        if (oneIn(2)) program_.load(0x2007).put({0x85, 0x40 + below(16)});
        break;
      case 6:
        program_.put({0xA2, 1 + below(200), 0xCA, 0xD0, 0xFD});
        break;
      case 7:
        program_.store(inRam(), byte()).nop(below(3));
        break;
      case 8:
        program_.inc(inRam());
        break;
      case 9:
        program_.load(0xFEFF).put({0x85, 0x20 + below(16)});
        break;
      case 10:
        if (oneIn(4)) program_.store(0x4012, 0xFB).store(0x4013, 0x02).store(0x4015, 0x10);
        if (oneIn(4)) program_.load(0x2002);
        break;
      default:
        poll();
        break;
    }
  }
  // Until a byte of RAM is not what it was, 100 times at most.
  void poll() {
    program_.put({0xA2, 100}).load(0x6000).put({0xCD, 0x00, 0x60, 0xD0, 0x03, 0xCA, 0xD0, 0xF8});
    program_.put({0x86, 0x30 + below(16)});
  }

  uint32_t seed_;
  Program program_;
};

TEST(Policies, AgreeOnWhatChrLinesOfTheMmc1Switch) {
  for (uint32_t seed = 1; seed <= 16; seed += jumpscope::tests::case_step) {
    expectPoliciesAgree(LinesProgram(seed).scenario(), 5);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
