// Both policies under programs that do little else than write registers, at random moments.
#include <gtest/gtest.h>

#include <initializer_list>
#include <random>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t passes = 0x0010;  // 16 bits: how often the whole program was gone through

struct Storm {
  Scenario scenario;
  int writes = 0;  // to registers, in one pass
};

// Stores and read-modify-writes to the registers of PPU, APU, DMA and pads, from 0 to some hundred cycles
// apart, in a circle.
Storm storm(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() >> 8) % limit; };
  Storm made;
  Program program;
  program.store(passes, 0).store(passes + 1, 0).put({0x58});
  const uint16_t start = program.here();
  while (program.here() < 0xFF00) {
    const int kind = below(16);
    uint16_t reg = static_cast<uint16_t>(0x2000 + below(8));
    if (kind >= 9) reg = static_cast<uint16_t>(0x4000 + below(0x18));
    if (kind == 15) reg = 0x4014;
    int value = below(256);
    if (reg == 0x2001 && below(3)) value |= 0x18;
    if (reg == 0x4014) value &= 7;  // RAM, mostly
    if (reg == 0x4015 && below(2)) value |= 0x10;
    if (below(12) == 0) {
      program.put16(0xEE, reg);  // INC: two writes in a row
      made.writes += 2;
    } else {
      program.store(reg, static_cast<uint8_t>(value));
      ++made.writes;
    }
    if (below(6) == 0) program.load(below(2) ? 0x2002 : static_cast<uint16_t>(0x2000 + below(8)));
    if (below(9) == 0) program.load(0x4015);
    if (below(3) == 0) program.put({0xA2, 1 + below(below(4) ? 8 : 120), 0xCA, 0xD0, 0xFD});
    program.nop(below(3));
  }
  program.inc(passes).put({0xD0, 0x03}).inc(passes + 1).jmp(start);
  constexpr uint16_t irq_handler = 0xFF40;
  program.org(irq_handler).put({0x48}).load(0x4015).store(0x4010, 0x0F).put({0x68, 0x40}).irq(irq_handler);
  std::vector<uint8_t> chr(0x2000);
  for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256) & below(256));
  made.scenario.cartridge =
      program.build(seed % 2 ? mappers::Mirroring::Vertical : mappers::Mirroring::Horizontal,
                    seed % 3 ? chr : std::vector<uint8_t>{});
  made.scenario.options.alignment = static_cast<int>(seed % 4);
  made.scenario.options.ram_init = {console::RamInit::Kind::Random, seed};
  made.scenario.description = "storm " + std::to_string(seed);
  return made;
}

// Rows of stores of one value or two to the registers of the sound chip, which the program goes through so often that
// they are translated, and now and then a read of $4015.
Scenario soundStorm(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() >> 8) % limit; };
  const auto any = [&](std::initializer_list<int> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  };
  Program program;
  if (seed % 2) program.put({0x58});
  const uint16_t start = program.here();
  while (program.here() < 0xFE00) {
    const auto reg = static_cast<uint16_t>(any({0x4015, 0x4017, 0x4010 + below(4), 0x4000 + below(16)}));
    const auto other = static_cast<uint16_t>(any({reg, 0x4000 + below(0x14)}));
    int value = any({0, 0x0F, 0x1F, 0x40, 0x80, 0xC0, below(256)});
    if (reg == 0x4010) value |= 0x0C;
    program.put({0xA2, 1 + below(below(8) ? 6 : 200), 0xA9, value});
    const uint16_t again = program.here();
    for (int stores = 1 + below(12); stores > 0; --stores) {
      program.put16(below(24) ? 0x8D : 0xEE, below(4) ? reg : other);
      if (below(8) == 0) program.nop(1);
    }
    if (below(6) == 0) program.put16(0x2C, 0x4015);
    program.put({0xCA, 0xD0, 0x100 - (program.here() - again + 3)});
    program.nop(below(3));
  }
  program.jmp(start);
  constexpr uint16_t irq_handler = 0xFF40;
  program.org(irq_handler).put({0x48}).load(0x4015).store(0x4010, 0x0F).put({0x68, 0x40}).irq(irq_handler);
  Scenario made;
  made.cartridge = program.build(mappers::Mirroring::Vertical, {});
  made.options.region = seed % 3 == 0 ? Region::Pal : Region::Ntsc;
  made.options.ram_init = {console::RamInit::Kind::Random, seed};
  made.description = "sound storm " + std::to_string(seed);
  return made;
}

// Stores to $2000 and $2001 that change nothing, or colors alone, a few cycles or some scanlines apart, with now and then
// a change of more, and reads of what shows them.
Scenario stillStorm(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto below = [&](int limit) { return static_cast<int>(random() >> 8) % limit; };
  Program program;
  const int control = 0x80 | below(0x80), layers = 0x06 | below(4) << 3;
  program.waitForVblank()
      .store(0x2001, static_cast<uint8_t>(layers))
      .store(0x2000, static_cast<uint8_t>(control));
  const uint16_t start = program.here();
  while (program.here() < 0xFE00) {
    const bool rarely = below(60) == 0;
    if (below(2))
      program.store(0x2000, static_cast<uint8_t>(rarely ? below(256) : control));
    else
      program.store(0x2001, static_cast<uint8_t>(
                                rarely ? below(256) : layers | (below(2) ? below(8) << 5 | below(2) : 0)));
    switch (below(24)) {
      case 0:
        program.load(0x2002);
        break;
      case 1:
        program.store(0x2006, static_cast<uint8_t>(below(0x40)))
            .store(0x2006, static_cast<uint8_t>(below(256)));
        break;
      case 2:
        program.load(static_cast<uint16_t>(below(2) ? 0x2007 : 0x2004)).sta(0x0012);
        break;
      default:
        if (below(3) == 0) program.put({0xA2, 1 + below(below(4) ? 8 : 250), 0xCA, 0xD0, 0xFD});
    }
    program.nop(below(4));
  }
  program.jmp(start).nmi(0xFF00);
  program.org(0xFF00).put({0x48}).inc(0x10).put({0x68, 0x40});
  std::vector<uint8_t> chr(0x2000);
  for (uint8_t& byte : chr) byte = static_cast<uint8_t>(below(256));
  Scenario made;
  made.cartridge = program.build(mappers::Mirroring::Vertical, chr);
  made.options.region = static_cast<Region>(seed % 3);
  made.options.alignment = static_cast<int>(seed % 4);
  made.options.ram_init = {console::RamInit::Kind::Random, seed};
  made.description = "still storm " + std::to_string(seed);
  return made;
}

// Register writes that a storm makes in so many frames, counted by the program itself.
int writesIn(const Storm& storm, int frames) {
  console::Console console(storm.scenario.cartridge, storm.scenario.options);
  runFrames(console, frames);
  return storm.writes * (console.peek(passes) | console.peek(passes + 1) << 8);
}

void expectAgreementForWrites(int wanted, uint32_t seed, int frames) {
  int written = 0;
  for (; written < wanted; ++seed) {
    const Storm made = storm(seed);
    const int writes = writesIn(made, frames);
    ASSERT_GT(writes, 0) << made.scenario.description << " hardly runs";
    expectPoliciesAgree(made.scenario, frames);
    if (testing::Test::HasFatalFailure()) return;
    written += writes;
  }
  testing::Test::RecordProperty("register_writes", written);
  std::cout << written << " register writes, 0 differences\n";
}

TEST(Policies, AgreeUnderTenThousandRegisterWrites) { expectAgreementForWrites(10'000, 1, 14); }

TEST(Policies, AgreeUnderRowsOfWritesToTheSoundRegisters) {
  for (uint32_t seed = 1; seed <= 12; ++seed)
    ASSERT_NO_FATAL_FAILURE(expectPoliciesAgree(soundStorm(seed), 12));
}

TEST(Policies, AgreeUnderWritesThatChangeLittle) {
  for (uint32_t seed = 1; seed <= 12; ++seed)
    ASSERT_NO_FATAL_FAILURE(expectPoliciesAgree(stillStorm(seed), 12));
}

TEST(Policies, AgreeUnderAMillionRegisterWrites) {
  REQUIRE_SLOW();
  expectAgreementForWrites(jumpscope::tests::slowCases(1'000'000), 1000, 50);
}

}  // namespace
}  // namespace jumpscope::console::tests
