// Storms of writes and reads of the registers, against a chip that ticks along: in rows of one value, at every distance,
// around the steps of the frame counter and the ends of the DMC's bytes.
#include <gtest/gtest.h>

#include <initializer_list>

#include "tests/apu/fast/pair.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

namespace jumpscope::apu {
namespace {

struct Storm {
  Pair pair;
  Random random;
  uint64_t deadline = 0;      // as the console keeps it: until a write says that it may have moved
  uint64_t status_until = 0;  // $4015 shows `status` before this cycle
  uint8_t status = 0;
  int unmoved = 0;  // writes after which the deadline stayed

  Storm(const Rates& rates, uint64_t seed, bool heard) : pair(rates, 48000), random(seed) {
    if (!heard) pair.fast.chip.attach(nullptr);
  }

  uint8_t oneOf(std::initializer_list<int> values) {
    return static_cast<uint8_t>(values.begin()[random.below(static_cast<uint32_t>(values.size()))]);
  }
  uint8_t anyByte() { return static_cast<uint8_t>(random.below(256)); }

  void goTo(uint64_t cycle) {
    while (pair.now < cycle) {
      const bool fetch = pair.ticking.dmaRequested();
      if (fetch) {
        const uint8_t byte = anyByte();
        serveDma(pair.fast.chip, pair.lazy, byte);
        serveDma(pair.ticking, byte);
        status_until = 0;
      }
      if (fetch || deadline <= pair.now) deadline = pair.lazy.nextEvent();
      const uint64_t until = fetch ? pair.now + 1 : std::min(cycle, std::max(pair.now + 1, deadline));
      while (pair.now < until) {
        ASSERT_NO_FATAL_FAILURE(expectSameOutputs());
        pair.ticking.runTo(++pair.now);
      }
      pair.lazy.advanceTo(pair.now);
      ASSERT_NO_FATAL_FAILURE(expectSameOutputs());
    }
  }
  void expectSameOutputs() {
    ASSERT_EQ(pair.fast.chip.irqAsserted(), pair.ticking.irqAsserted()) << "cycle " << pair.now;
    ASSERT_EQ(pair.fast.chip.dmaRequested(), pair.ticking.dmaRequested()) << "cycle " << pair.now;
    if (pair.now < status_until) {
      ASSERT_EQ(pair.ticking.peekStatus(), status) << "cycle " << pair.now;
    }
  }

  void write(uint16_t address, uint8_t value) {
    status_until = 0;
    const bool quiet = pair.now + 1 < deadline && !pair.ticking.dmaRequested();
    pair.ticking.write(address, value);
    bool moved = true;
    if (quiet && random.below(64) != 0) {
      moved = pair.lazy.writeUnseen(address, value);
    } else {
      pair.lazy.write(address, value);
      ASSERT_NO_FATAL_FAILURE(pair.compare());
    }
    if (moved)
      deadline = pair.lazy.nextEvent();
    else
      ++unmoved;
  }
  void readStatus() {
    status_until = 0;
    const bool alone = pair.now + 1 < deadline && !pair.lazy.frameIrqPending();
    if (alone) status_until = pair.lazy.statusUntil();
    status = pair.ticking.readStatus(0);
    ASSERT_EQ(pair.lazy.readStatus(0), status) << "cycle " << pair.now;
    if (!alone) deadline = pair.lazy.nextEvent();
  }

  uint16_t anyRegister() {
    const uint32_t kind = random.below(8);
    if (kind < 2) return 0x4015;
    if (kind < 4) return 0x4017;
    if (kind < 5) return static_cast<uint16_t>(0x4010 + random.below(4));
    return static_cast<uint16_t>(0x4000 + random.below(16));
  }
  uint8_t valueFor(uint16_t address) {
    if (address == 0x4015) return oneOf({0, 0x0F, 0x10, 0x1F, 0x1F, 0x1F, anyByte()});
    if (address == 0x4017) return oneOf({0, 0x40, 0x80, 0xC0, anyByte()});
    if (address == 0x4010) return oneOf({0x0F, 0x4F, 0x4E, 0x8F, anyByte()});
    if (address == 0x4013) return oneOf({0, 1, 255, anyByte()});
    // A slow triangle and slow pulses most of the time, as in songs.
    if ((address & 0x13) == 0x03 || (address & 0x13) == 0x02)
      return oneOf({anyByte(), anyByte() | 0x07, 0xFF, 0x0A});
    return anyByte();
  }

  // One to three writes over and over, as a program's loop has them.
  void row() {
    std::array<std::pair<uint16_t, uint8_t>, 3> writes;
    const uint32_t count = random.below(3) == 0 ? 1 + random.below(3) : 1;
    for (auto& [address, value] : writes) value = valueFor(address = anyRegister());
    const uint32_t distance = random.below(4) == 0 ? 1 + random.below(4) : 2 + random.below(30);
    uint32_t times = 1 + random.below(random.below(8) == 0 ? 3000 : 30);
    const bool looks = random.below(2) == 0;
    for (; times > 0; --times) {
      for (uint32_t i = 0; i < count; ++i) {
        ASSERT_NO_FATAL_FAILURE(goTo(pair.now + distance + (random.below(16) == 0 ? random.below(4) : 0)));
        ASSERT_NO_FATAL_FAILURE(write(writes[i].first, writes[i].second));
      }
      if (looks && random.below(16) == 0) {
        ASSERT_NO_FATAL_FAILURE(look());
      }
    }
  }
  void look() {
    ASSERT_NO_FATAL_FAILURE(goTo(pair.now + 1 + random.below(6)));
    if (random.below(2) == 0) {
      ASSERT_NO_FATAL_FAILURE(readStatus());
    }
    if (random.below(2) == 0) {
      ASSERT_NO_FATAL_FAILURE(goTo(pair.now + 1));
      ASSERT_NO_FATAL_FAILURE(pair.compare());
      if (pair.fast.chip.output.listener != nullptr && random.below(16) == 0) pair.compareSamples();
    }
    if (random.below(64) == 0) pair.kept = pair.ticking.s;
    if (random.below(64) == 0) {
      pair.goBack();
      deadline = status_until = 0;
    }
  }

  uint64_t cyclesToStep() {
    const FrameSteps& steps = pair.ticking.rates().frame;
    const std::array<uint32_t, 5> all = {steps.quarter1, steps.half1, steps.quarter2, steps.half2_four,
                                         steps.half2_five};
    const uint32_t step = all[random.below(5)], count = pair.ticking.s.frame.count;
    return step > count ? step - count : 0;
  }
  uint64_t cyclesToByteEnd() {
    const Dmc& dmc = pair.ticking.s.dmc;
    const uint32_t bits = random.below(2) == 0 ? 1 : std::max<uint8_t>(dmc.bits_left, 1);
    return 2 * (dmc.timer + (bits - 1) * uint64_t{pair.ticking.rates().dmcPeriod(dmc.rate)});
  }
  // Some accesses around a moment at which the chip does something by itself.
  void around(uint64_t cycles) {
    const uint64_t before = 1 + random.below(10);
    ASSERT_NO_FATAL_FAILURE(goTo(pair.now + (cycles > before ? cycles - before : 1)));
    const uint16_t address = anyRegister();
    const uint8_t value = valueFor(address);
    for (uint32_t times = 1 + random.below(5); times > 0; --times) {
      if (random.below(4) == 0) {
        ASSERT_NO_FATAL_FAILURE(readStatus());
      } else if (random.below(2) == 0) {
        ASSERT_NO_FATAL_FAILURE(write(address, value));
      } else {
        const uint16_t other = anyRegister();
        ASSERT_NO_FATAL_FAILURE(write(other, valueFor(other)));
      }
      ASSERT_NO_FATAL_FAILURE(goTo(pair.now + 1 + random.below(5)));
      if (random.below(4) == 0) {
        ASSERT_NO_FATAL_FAILURE(pair.compare());
      }
    }
  }

  void rage(uint64_t cycles) {
    uint64_t passed = 0;
    while (passed < cycles) {
      const uint64_t begin = pair.now;
      switch (random.below(4)) {
        case 0:
          ASSERT_NO_FATAL_FAILURE(around(cyclesToStep()));
          break;
        case 1:
          ASSERT_NO_FATAL_FAILURE(around(cyclesToByteEnd()));
          break;
        case 2:
          ASSERT_NO_FATAL_FAILURE(look());
          break;
        default:
          ASSERT_NO_FATAL_FAILURE(row());
          break;
      }
      passed += pair.now > begin ? pair.now - begin : 0;
    }
    ASSERT_NO_FATAL_FAILURE(goTo(pair.now + 1));
    pair.compare();
    if (pair.fast.chip.output.listener != nullptr) pair.compareSamples();
  }
};

void expectAgreement(uint64_t first, uint64_t last, uint64_t cycles) {
  int unmoved = 0;
  for (uint64_t seed = first; seed < last; ++seed) {
    const Rates& rates = seed % 8 < 4 ? ntsc_rates : seed % 8 < 7 ? pal_rates : dendy_rates;
    Storm storm(rates, seed, seed % 2 == 0);
    storm.rage(cycles);
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    unmoved += storm.unmoved;
  }
  EXPECT_GT(unmoved, 1000);
}

TEST(UnseenWrites, AreTheSameAsTicking) {
  expectAgreement(1, 1 + 40 / jumpscope::tests::case_step, 1'000'000);
}

TEST(UnseenWrites, AreTheSameAsTickingForLong) {
  REQUIRE_SLOW();
  expectAgreement(1000, 1000 + jumpscope::tests::slowCases(400u), 10'000'000);
}

}  // namespace
}  // namespace jumpscope::apu
