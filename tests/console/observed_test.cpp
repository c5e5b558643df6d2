// What observers are told of writes and of the stack, by catch-up with all its accelerators as by lockstep.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <tuple>
#include <vector>

#include "jumpscope_test_paths.h"
#include "src/console/native/code_cache.h"
#include "tests/console/random_program.h"
#include "tests/console/shared_cartridge.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::console::tests {
namespace {

// A write, or a move of the stack pointer: all that its hook can tell.
using Told = std::tuple<uint64_t, uint64_t, int, int, uint16_t, uint8_t, uint16_t, uint8_t, uint8_t>;

struct Observer {
  Observer(const std::shared_ptr<const Cartridge>& cartridge, const Options& options, uint32_t seed)
      : console(cartridge, options), random(seed) {}

  void listenToWrites() {
    console.hooks().on_watched_write = [this](const WatchedWrite& write) {
      told.emplace_back(write.frame, write.cycle, write.scanline, write.dot, write.pc, write.opcode,
                        write.address, write.old_value, write.new_value);
      // Now and then a hook looks at other addresses from then on, or no longer.
      const unsigned chance = random() % 4096;
      if (chance == 0) console.unwatchAll();
      if (chance < 4) watchSome();
    };
  }
  void listenToTheStack() {
    console.hooks().on_stack_moved = [this] {
      const cpu6502::State& cpu = console.cpu();
      // BRK and interrupts, JSR, PLP, RTI, RTS, PLA, TXS, TAS, LAS; the hook may be called after others.
      constexpr uint8_t movers[] = {0x00, 0x20, 0x28, 0x40, 0x60, 0x68, 0x9A, 0x9B, 0xBB};
      if (std::ranges::find(movers, cpu.opcode) == std::end(movers)) return;
      told.emplace_back(console.frame(), cpu.p, cpu.x, cpu.y, cpu.pc, cpu.opcode, cpu.instruction_pc, cpu.s,
                        cpu.a);
    };
  }
  void watchSome() {
    for (unsigned count = 1 + random() % 8; count > 0; --count) {
      const unsigned page = random() % 16;
      const auto in_page = static_cast<uint8_t>(random());
      constexpr uint16_t registers[] = {0x2000, 0x2005, 0x2006, 0x2007, 0x4000, 0x4014, 0x4016, 0x8000};
      if (page < 9)
        console.watch(in_page);
      else if (page < 13)
        console.watch(static_cast<uint16_t>((random() % 8) << 8 | in_page));
      else if (page == 13)
        console.watch(static_cast<uint16_t>(0x6000 | in_page));
      else
        console.watch(registers[in_page % std::size(registers)]);
    }
  }
  // Listeners come and go.
  void beforeFrame() {
    console.hooks().writes_see_chips = random() % 2 == 0 || is_reference;
    const unsigned chance = random() % 8;
    if (chance == 0) console.unwatchAll();
    if (chance < 4) watchSome();
    console.hooks().on_watched_write = nullptr;
    console.hooks().on_stack_moved = nullptr;
    if (random() % 8 != 0) listenToWrites();
    if (random() % 2 == 0) listenToTheStack();
  }

  Console console;
  std::minstd_rand random;
  std::vector<Told> told;
  bool is_reference = false;
};

void expectTheSameIsTold(const std::shared_ptr<const Cartridge>& cartridge, Options options,
                         const std::vector<Buttons>& buttons, uint32_t seed, int frames) {
  native::hot_after = 2;
  Options reference = options;
  reference.policy = Policy::Lockstep;
  Observer expected(cartridge, reference, seed), got(cartridge, options, seed);
  options.native_code = false;
  Observer interpreted(cartridge, options, seed);
  expected.is_reference = true;
  for (int frame = 0; frame < frames; ++frame) {
    for (Observer* each : {&expected, &got, &interpreted}) {
      each->told.clear();
      each->beforeFrame();
      if (!buttons.empty()) each->console.setButtons(0, buttons[static_cast<size_t>(frame) % buttons.size()]);
      each->console.runFrame();
    }
    for (const Observer* each : {&got, &interpreted}) {
      ASSERT_EQ(firstDifference(each->console.state(), expected.console.state()), "") << "frame " << frame;
      const auto [here, there] = std::ranges::mismatch(each->told, expected.told);
      ASSERT_TRUE(here == each->told.end() && there == expected.told.end())
          << "frame " << frame << ", row " << here - each->told.begin() << " of " << each->told.size()
          << " and " << expected.told.size() << (each == &got ? "" : ", interpreted");
    }
  }
}

void expectItOnRandomPrograms(uint32_t first, uint32_t count, int frames) {
  for (uint32_t seed = first; seed < first + count; ++seed) {
    SCOPED_TRACE(seed);
    constexpr int mappers[] = {0, 0, 1, 4, 5, 9};
    const RandomProgram program(seed, mappers[seed % std::size(mappers)]);
    expectTheSameIsTold(program.cartridge, program.options, program.buttons, seed, frames);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Observed, IsThatOfLockstepOnRandomPrograms) { expectItOnRandomPrograms(1, 24, 4); }

TEST(Observed, IsThatOfLockstepOnManyRandomPrograms) {
  REQUIRE_SLOW();
  expectItOnRandomPrograms(1000, jumpscope::tests::slowCases(1000u), 8);
}

TEST(Observed, IsThatOfLockstepOnTheBenchmarksCartridges) {
  uint32_t seed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(JUMPSCOPE_SOURCE_DIR "/roms_test/bench")) {
    if (entry.path().extension() != ".nes") continue;
    SCOPED_TRACE(entry.path());
    expectTheSameIsTold(readCartridge(entry.path()), {}, {0x01, 0x80}, ++seed, 6);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
