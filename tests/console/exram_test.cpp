// Both policies under programs for the MMC5 that write its ExRAM and its registers while the picture is made.
#include <gtest/gtest.h>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/dice.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t start = 0xE000, nmi_handler = 0xE100, irq_handler = 0xE200, sprite_page = 0x0200,
                   exram = 0x5C00;

class ExRamProgram : Dice<std::mt19937> {
 public:
  // Of every three, one keeps to a way of drawing, one changes it, and one changes what the picture chip does, too.
  explicit ExRamProgram(uint32_t seed) : Dice(seed), wildness_(static_cast<int>(seed % 3)) {
    const uint8_t mode = any({0, 1, 1, 1, 2});
    // The board begins with its last 8 KiB everywhere.
    program_.org(start).jmp(start + 3).put({0x78}).store(0x5100, 0).jmp(0x8000).org(0x8000);
    program_.store(0x5101, below(4)).store(0x5104, mode);
    program_.store(0x5105, any({0x44, 0x50, 0xE4, 0xAA, byte()}));
    for (uint16_t bank = 0x5120; bank < 0x512C; ++bank) program_.store(bank, below(16));
    program_.waitForVblank().waitForVblank();
    paint();
    for (int i = 0; i < 24; ++i) placeSprite(i);
    const uint8_t control = 0x80 | any({0x00, 0x08, 0x10, 0x20, 0x28});
    program_.store(0x4017, 0x40).store(0x2000, control).store(0x2001, 0x1E).put({0x58});
    const uint16_t main = program_.here();
    while (program_.here() < 0xC000) part();
    program_.jmp(main);
    program_.org(nmi_handler).put({0x48}).store(0x2003, 0).store(0x4014, sprite_page >> 8);
    program_.inc(sprite_page + 3).inc(sprite_page).store(0x2005, 0).store(0x2005, 0).store(0x2000, control);
    program_.put({0x68, 0x40});
    program_.org(irq_handler).put({0x48}).load(0x5204).inc(0x10).load(0x10).sta(0x2005).sta(0x2005);
    program_.put({0x68, 0x40});
    program_.nmi(nmi_handler).irq(irq_handler);
  }

  Scenario scenario(uint32_t seed) {
    std::vector<uint8_t> chr(0x8000);
    for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256) & below(256));
    return scenarioOf(seed, program_.build(mappers::Mirroring::Vertical, chr, {.mapper = 5}),
                      "ExRAM program " + std::to_string(seed));
  }

 private:
  // Two nametables and the colors.
  void paint() {
    program_.store(0x2006, 0x20).store(0x2006, 0).put({0xA2, 8, 0xA0, 0});
    program_.put({0x98}).sta(0x2007).put({0xC8, 0xD0, 0xF9, 0xCA, 0xD0, 0xF6});
    program_.store(0x2006, 0x3F).store(0x2006, 0);
    for (int color = 0; color < 16; ++color) program_.store(0x2007, below(64));
  }
  void placeSprite(int i) {
    const auto at = static_cast<uint16_t>(sprite_page + 4 * i);
    program_.store(at, 20 + below(200));
    for (uint16_t rest = 1; rest < 4; ++rest) program_.store(static_cast<uint16_t>(at + rest), byte());
  }
  void wait() { program_.put({0xA2, any({1, 2, 5, 20, 60, 150}), 0xCA, 0xD0, 0xFD}); }

  // Reads the board's status as long as this branch is taken, and perhaps counts.
  void poll(int branch) {
    const bool counts = oneIn(3);
    if (counts) program_.inc(0x30);
    program_.put16(0x2C, 0x5204).put({branch, counts ? 0xF8 : 0xFB});
  }

  void part() {
    constexpr int none = -1;
    wait();
    const int kind = below(16);
    switch (kind < 3 || (kinds_ >> kind & 1) != 0 ? kind : none) {
      case 0:
      case 1:
        return void(program_.store(static_cast<uint16_t>(exram + below(4) * 0x100 + byte()), byte()));
      case 2:  // a row of tiles
        program_.put({0xA2, 32, 0x8A, 0x69, byte()})
            .put16(0x9D, static_cast<uint16_t>(exram + below(30) * 32));
        return void(program_.put({0xCA, 0xD0, 0xF7}));
      case 3:
        return void(program_.store(static_cast<uint16_t>(0x5120 + below(12)), below(16)));
      case 4:
        return void(program_.store(0x5203, below(240)).store(0x5204, 0x80));
      case 5:
        return void(program_.store(0x2005, byte()).store(0x2005, byte()));
      case 6:
        if (oneIn(3)) program_.load(0xFFFA);  // which ends the frame
        return void(program_.load(0x2002).load(0x5204).sta(0x30));
      case 7:
        if (wildness_ > 0) program_.store(0x5104, any({0, 1, 1, 1, 2, 3})).store(0x5130, below(4));
        return;
      case 8:
        if (wildness_ > 0) program_.store(0x5200, any({0, 0, 0x80 | byte()})).store(0x5201, below(240));
        return;
      case 9:
        if (wildness_ < 2) return;
        program_.store(0x2001, any({0, 0x1E, 0x0A, 0x14, 0x18, 0x06}));
        wait();
        return void(program_.store(0x2001, 0x1E));
      case 10:
        if (wildness_ > 1) program_.store(0x2006, below(64)).store(0x2006, byte());
        return;
      case 11:
        if (wildness_ > 1) program_.store(0x5105, byte()).store(0x5106, byte()).store(0x5107, byte());
        return;
      case 12:  // until a scanline, which no interrupt meets
        if (oneIn(2)) program_.load(0x5204);
        program_.store(0x5204, 0).store(0x5203, 1 + below(230));
        return poll(0x10);
      case 13:  // until the picture begins, or until it ends
        poll(any({0x50, 0x70}));
        if (wildness_ < 2 || oneIn(2)) return;
        return void(program_.store(0x2001, 0).load(0x5204).sta(0x33).store(0x2001, 0x1E));
      case 14:  // ExRAM as memory
        program_.put({0xA2, byte()}).put16(0xBD, exram).put({0x69, 3}).put16(0x9D, exram);
        return void(program_.put({0x85, 0x31}));
      case 15:  // what is the CPU's alone
        program_.store(static_cast<uint16_t>(0x5000 + below(0x16)), byte()).store(0x5113, below(8));
        program_.store(0x5205, byte()).load(0x5206).sta(0x31).load(0x5015).sta(0x32);
        return;
      case none:
        return;
    }
  }

  Program program_;
  int wildness_;
  unsigned kinds_ = oneIn(4) ? 0 : bits();  // of parts
};

TEST(ExRamPrograms, ShowAPicture) { expectAPicture(ExRamProgram(3).scenario(3)); }

TEST(Policies, AgreeOnExRam) { expectPoliciesAgreeOn<ExRamProgram>(1, 40 / jumpscope::tests::case_step, 8); }

TEST(Policies, AgreeOnMuchExRam) {
  REQUIRE_SLOW();
  expectPoliciesAgreeOn<ExRamProgram>(1000, jumpscope::tests::slowCases(2000U), 8);
}

}  // namespace
}  // namespace jumpscope::console::tests
