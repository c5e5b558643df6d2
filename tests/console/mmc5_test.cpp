// Both policies under programs for the MMC5 that a stranger's attack has found: what its interrupt and its open bus do.
#include <gtest/gtest.h>

#include <memory>

#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t last_bank = 0xE000, at_vblank = 0xE100, at_scanline = 0xE200, copied_page = 0x0200;

// The board begins with its last 8 KiB everywhere.
void beginPicture(Program& program) {
  program.org(last_bank).waitForVblank().waitForVblank();
  program.store(0x4017, 0x40).store(0x2000, 0x80).store(0x2001, 0x1E).put({0x58});
}

// Of a board without RAM.
Scenario scenarioWithoutRam(const Program& program, std::string description) {
  auto cartridge =
      std::make_shared<Cartridge>(*program.build(mappers::Mirroring::Vertical, {}, {.mapper = 5}));
  cartridge->sizes_known = true;
  cartridge->prg_ram_size = cartridge->prg_nvram_size = 0;
  return scenarioOf(1, std::move(cartridge), std::move(description));
}

// The scanlines to the second interrupt may be as many as they would be to the next frame's first.
TEST(Policies, AgreeOnInterruptsThatFollowOneAnother) {
  for (const int first : {1, 5, 10, 20})
    for (const int second : {first + 1, 2 * first, 2 * first + 1, 2 * first + 2, 200}) {
      Program program;
      beginPicture(program);
      program.spin();
      program.org(at_vblank).put({0x48}).store(0x5203, static_cast<uint8_t>(first)).store(0x5204, 0x80);
      program.put({0x68, 0x40});
      program.org(at_scanline).put({0x48}).load(0x5204).store(0x5203, static_cast<uint8_t>(second));
      program.inc(0x14).put({0x68, 0x40});
      program.nmi(at_vblank).irq(at_scanline);
      expectPoliciesAgree(scenarioWithoutRam(program, std::to_string(first) + ", " + std::to_string(second)),
                          8);
      if (HasFatalFailure()) return;
    }
}

// Each read of $2007 may be taken for a scanline. A target of 0 is none, however many there are.
TEST(Policies, AgreeOnDataReadUntilScanlinesCountAround) {
  for (const int target : {0, 1, 5, 200}) {
    Program program;
    beginPicture(program);
    program.store(0x5204, 0x80);
    const uint16_t again = program.here();
    program.store(0x5203, static_cast<uint8_t>(target)).load(0x2007).jmp(again);
    program.org(at_vblank).put({0x40});
    program.org(at_scanline).put({0x48}).load(0x5204).inc(0x14).put({0x68, 0x40});
    program.nmi(at_vblank).irq(at_scanline);
    expectPoliciesAgree(scenarioWithoutRam(program, "target " + std::to_string(target)), 10);
    if (HasFatalFailure()) return;
  }
}

// A sample lies where no memory answers, and is fetched while OAM is copied: it is what was on the bus.
TEST(Policies, AgreeOnSamplesOfNothing) {
  for (const int rate : {0x4F, 0x0F, 0x4C}) {
    Program program;
    beginPicture(program);
    program.store(0x2000, 0).store(0x5116, 0x0E);
    const uint16_t again = program.here();
    program.store(0x4010, static_cast<uint8_t>(rate)).store(0x4012, 0x37).store(0x4013, 0x0C);
    program.store(0x4015, 0x1F);
    for (int copies = 0; copies < 6; ++copies) program.store(0x4014, copied_page >> 8).nop(copies);
    program.jmp(again);
    expectPoliciesAgree(scenarioWithoutRam(program, "rate " + std::to_string(rate)), 6);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
