// Both policies under programs for the MMC2 and the MMC4, whose tiles switch patterns, that write registers of the board and of
// the picture chip while the picture is made.
#include <gtest/gtest.h>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/dice.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t end_of_parts = 0xB800, blank_handler = 0xE100, rows_of_tiles = 0xF000, oam_page = 0x0200;

class LatchedTilesProgram : Dice<std::mt19937> {
 public:
  // Of every four, one leaves the picture chip alone while it draws, and the others do ever more.
  explicit LatchedTilesProgram(uint32_t seed) : Dice(seed), wildness_(static_cast<int>(seed % 4)) {
    for (const int high : {0xB0, 0xC0, 0xD0, 0xE0, 0xF0})
      program_.store(static_cast<uint16_t>(high << 8), below(8));
    program_.waitForVblank().waitForVblank();
    paint();
    const int rarity = any({2, 5, 200});
    for (int i = 0; i < 32; ++i) placeSprite(i, rarity);
    const uint8_t control = 0x80 | any({0x00, 0x08, 0x10, 0x20, 0x28, 0x30});
    program_.store(0x4017, 0x40).store(0x2000, control).store(0x2001, any({0x1E, 0x1E, 0x18, 0x1F, 0xFE}));
    const uint16_t main = program_.here();
    while (program_.here() < end_of_parts) part();
    program_.jmp(main);
    program_.org(blank_handler).put({0x48});
    if (!oneIn(3)) program_.store(0x2003, 0);
    program_.store(0x4014, oam_page >> 8).inc(oam_page + 3).inc(oam_page);
    program_.store(0x2005, 0).store(0x2005, 0).store(0x2000, control).put({0x68, 0x40}).nmi(blank_handler);
    const int rare = any({4, 30, 200});
    program_.org(rows_of_tiles);
    for (int i = 0; i < 256; ++i) program_.put({oneIn(rare) ? any({0xFD, 0xFE}) : below(0xF0)});
  }

  Scenario scenario(uint32_t seed) {
    std::vector<uint8_t> chr(0x8000);
    for (uint8_t& pattern : chr) pattern = byte() & byte();
    return scenarioOf(seed,
                      program_.build(mappers::Mirroring::Vertical, chr, {.mapper = seed / 4 % 2 ? 9 : 10}),
                      "latched tiles, program " + std::to_string(seed));
  }

 private:
  // Two nametables and the colors.
  void paint() {
    program_.store(0x2006, 0x20).store(0x2006, 0).put({0xA2, 8, 0xA0, 0});
    program_.put16(0xB9, rows_of_tiles).sta(0x2007).put({0xC8, 0xD0, 0xF7, 0xCA, 0xD0, 0xF4});
    program_.store(0x2006, 0x3F).store(0x2006, 0);
    for (int color = 0; color < 32; ++color) program_.store(0x2007, below(64));
  }
  // Numbers of watched tiles may be places, too, which come to be taken for tiles.
  void placeSprite(int i, int rarity) {
    const auto at = static_cast<uint16_t>(oam_page + 4 * i);
    program_.store(at, 20 + below(200))
        .store(at + 1, oneIn(rarity) ? any({0xFC, 0xFD, 0xFE, 0xFF}) : below(0xF0));
    program_.store(at + 2, byte()).store(at + 3, any({below(250), 0xFD, 0xFE}));
  }
  void wait() { program_.put({0xA2, any({1, 2, 5, 20, 60, 150, 200}), 0xCA, 0xD0, 0xFD}); }
  void storeOften(uint16_t address) {
    for (int left = 1 + below(4); left > 0; --left)
      program_.store(address, any({byte(), below(200), 0xFD, 0xFE}));
  }

  void part() {
    if (oneIn(3)) program_.nop();
    wait();
    const int kind = below(12);
    if (kind < 3) return void(program_.store(static_cast<uint16_t>(0xB000 + below(4) * 0x1000), below(8)));
    if (kind == 3) return void(program_.store(0xF000, below(2)));
    if (kind == 4) return void(program_.store(0x2005, byte()).store(0x2005, byte()));
    if (kind == 5) return void(program_.load(static_cast<uint16_t>(0x2000 + below(7))));
    if (wildness_ > 0 && kind == 6) return storeOften(0x2003);
    if (wildness_ > 0 && kind == 7) return storeOften(0x2004);
    if (wildness_ > 1 && kind == 8) {
      program_.store(0x2001, any({0x00, 0x00, 0x1E, 0x0A, 0x14, 0x18, 0x06}));
      wait();
      return void(program_.store(0x2001, 0x1E));
    }
    if (wildness_ > 1 && kind == 9) return void(program_.store(0x4014, oam_page >> 8));
    if (wildness_ > 2 && kind == 10) return void(program_.store(0x2006, below(64)).store(0x2006, byte()));
    if (wildness_ > 2 && kind == 11) program_.store(0x2007, byte());
  }

  Program program_;
  int wildness_;
};

TEST(LatchedTilesPrograms, ShowAPicture) { expectAPicture(LatchedTilesProgram(4).scenario(4)); }

TEST(Policies, AgreeOnLatchedTiles) {
  expectPoliciesAgreeOn<LatchedTilesProgram>(1000, 40 / jumpscope::tests::case_step, 8);
}

TEST(Policies, AgreeOnManyLatchedTiles) {
  REQUIRE_SLOW();
  expectPoliciesAgreeOn<LatchedTilesProgram>(2000, jumpscope::tests::slowCases(2000U), 8);
}

}  // namespace
}  // namespace jumpscope::console::tests
