// The accelerator against one tick after the other, with and without a listener, under random register
// accesses and a DMA unit; and the predictions that the console relies on.
#include <gtest/gtest.h>

#include <algorithm>

#include "apu/band_limited.h"
#include "apu/mixer.h"
#include "tests/apu/fast/support.h"

namespace jumpscope::apu {
namespace {

struct Access {
  uint64_t cycle;
  uint16_t address;  // $4015 with `read`: a status read; $0000: only a look at the state
  uint8_t value;
  bool read;
};

// Bursts of accesses in neighboring cycles, and pauses of up to two frames.
std::vector<Access> randomAccesses(uint64_t seed, uint64_t cycles) {
  Random random(seed);
  std::vector<Access> accesses;
  uint64_t cycle = random.below(50);
  while (cycle < cycles) {
    Access access{cycle, 0, static_cast<uint8_t>(random.below(256)), false};
    switch (random.below(8)) {
      case 0:
        access.address = 0x4015;
        access.read = true;
        break;
      case 1:
      case 2:
        access.address = 0x4015;
        break;
      case 3:
        access.address = 0x4017;
        break;
      case 4:
        access.address = static_cast<uint16_t>(0x4010 + random.below(4));
        if (access.address == 0x4013) access.value &= 1;
        break;
      case 5:
        break;
      default:
        access.address = static_cast<uint16_t>(0x4000 + random.below(16));
        break;
    }
    accesses.push_back(access);
    const uint32_t kind = random.below(8);
    cycle += 1 + random.below(kind < 3 ? 6 : kind < 6 ? 700 : kind < 7 ? 8000 : 60000);
  }
  return accesses;
}

// Plays the accesses and returns the state at each. `unit` is the chip itself or its accelerator.
template <class Unit>
std::vector<State> play(Apu& apu, Unit& unit, const std::vector<Access>& accesses) {
  std::vector<State> states;
  size_t next = 0;
  while (next < accesses.size()) {
    const uint64_t now = apu.s.cycle;
    bool cpu_reads = true;
    if (accesses[next].cycle == now) {
      const Access& access = accesses[next++];
      states.push_back(apu.s);
      if (access.read) {
        unit.readStatus(0);
      } else if (access.address != 0) {
        unit.write(access.address, access.value);
        cpu_reads = false;
      }
    }
    const bool wanted = apu.dmaRequested();
    if (wanted && cpu_reads) serveDma(apu, unit, static_cast<uint8_t>(apu.dmaAddress() * 37));
    if constexpr (std::is_same_v<Unit, Apu>) {
      apu.tick();
    } else {
      const uint64_t access = next < accesses.size() ? accesses[next].cycle : now + 1;
      unit.runTo(wanted ? now + 1 : std::min(access, unit.nextEvent()));
    }
  }
  return states;
}

class CatchUp : public testing::TestWithParam<Rates> {};

TEST_P(CatchUp, IsTheSameAsTickingAlong) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    const std::vector<Access> accesses = randomAccesses(seed, 1000000);
    Apu ticked(GetParam());
    FastApu carried(GetParam());
    FastApu heard(GetParam());
    BandLimited output(GetParam().cpu_clock, 48000);
    heard.chip.attach(&output);
    const std::vector<State> expected = play(ticked, ticked, accesses);
    const std::vector<State> in_one_go = play(carried.chip, carried.unit, accesses);
    const std::vector<State> with_output = play(heard.chip, heard.unit, accesses);
    for (size_t i = 0; i < accesses.size(); ++i) {
      ASSERT_EQ(firstDifference(expected[i], in_one_go[i]), "")
          << "cycle " << accesses[i].cycle << ", seed " << seed;
      ASSERT_EQ(firstDifference(expected[i], with_output[i]), "")
          << "cycle " << accesses[i].cycle << ", seed " << seed;
    }
  }
}

// Samples made by the accelerator, with only some channels mixed.
std::vector<int16_t> carriedSamples(const Rates& rates, const std::vector<Access>& accesses,
                                    uint8_t channels) {
  FastApu apu(rates);
  BandLimited output(rates.cpu_clock, 48000);
  apu.chip.attach(&output);
  apu.chip.setChannels(channels);
  play(apu.chip, apu.unit, accesses);
  return output.take(accesses.back().cycle);
}

// The amplitude that `apu` would have if the channels that are not in `channels` put out level 0.
int32_t amplitudeOf(const Apu& apu, uint8_t channels) {
  if (channels == all_channels) return apu.amplitude();
  Apu silenced = apu;
  if ((channels & 1) == 0) silenced.s.pulse1.length.running = false;
  if ((channels & 2) == 0) silenced.s.pulse2.length.running = false;
  if ((channels & 4) == 0) {
    silenced.s.triangle.length.running = false;
    silenced.s.triangle.step = 15;
  }
  if ((channels & 8) == 0) silenced.s.noise.length.running = false;
  if ((channels & 16) == 0) silenced.s.dmc.output = 0;
  return silenced.amplitude();
}

// Every amplitude of every cycle, given to the output by hand.
std::vector<int16_t> tickedSamples(const Rates& rates, const std::vector<Access>& accesses,
                                   uint8_t channels) {
  Apu ticked(rates);
  BandLimited output(rates.cpu_clock, 48000);
  for (size_t next = 0; next < accesses.size();) {
    output.level(ticked.s.cycle, amplitudeOf(ticked, channels));
    bool cpu_reads = true;
    if (accesses[next].cycle == ticked.s.cycle) {
      const Access& access = accesses[next++];
      if (access.read) {
        ticked.readStatus(0);
      } else if (access.address != 0) {
        ticked.write(access.address, access.value);
        cpu_reads = false;
      }
      output.level(ticked.s.cycle, amplitudeOf(ticked, channels));
    }
    if (cpu_reads) serveDma(ticked, static_cast<uint8_t>(ticked.dmaAddress() * 37));
    ticked.tick();
  }
  return output.take(accesses.back().cycle);
}

void expectSameSamples(const std::vector<int16_t>& a, const std::vector<int16_t>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i], b[i]) << "sample " << i;
}

TEST_P(CatchUp, MakesTheSameSamplesAsTickingAlong) {
  const std::vector<Access> accesses = randomAccesses(7, 1000000);
  const std::vector<int16_t> a = carriedSamples(GetParam(), accesses, all_channels);
  expectSameSamples(a, tickedSamples(GetParam(), accesses, all_channels));
  EXPECT_TRUE(std::any_of(a.begin(), a.end(), [](int16_t sample) { return sample > 1000; }));
}

// All five channels play loudly for a while; random accesses follow.
std::vector<Access> loudAccesses() {
  std::vector<Access> accesses;
  const std::vector<std::pair<uint16_t, uint8_t>> writes = {
      {0x4015, 0x0F}, {0x4000, 0xBF}, {0x4001, 0x00}, {0x4002, 0xFD}, {0x4003, 0x08},
      {0x4004, 0x7C}, {0x4005, 0x00}, {0x4006, 0x80}, {0x4007, 0x09}, {0x4008, 0xFF},
      {0x400A, 0x60}, {0x400B, 0x08}, {0x400C, 0x3F}, {0x400E, 0x04}, {0x400F, 0x08},
      {0x4010, 0x4D}, {0x4012, 0x00}, {0x4013, 0x01}, {0x4011, 0x40}, {0x4015, 0x1F}};
  for (const auto& [address, value] : writes) {
    Access access{};
    access.cycle = 100 + 20 * accesses.size();
    access.address = address;
    access.value = value;
    accesses.push_back(access);
  }
  for (Access access : randomAccesses(9, 400000)) {
    access.cycle += 100000;
    accesses.push_back(access);
  }
  return accesses;
}

// Each channel alone, each one left out, and none.
TEST_P(CatchUp, AChannelThatIsNotMixedCountsAsLevelZero) {
  const std::vector<Access> accesses = loudAccesses();
  const std::vector<int16_t> all = carriedSamples(GetParam(), accesses, all_channels);
  for (int channel = 0; channel < 5; ++channel) {
    for (const int channels : {1 << channel, all_channels & ~(1 << channel)}) {
      SCOPED_TRACE(channels);
      const std::vector<int16_t> some = carriedSamples(GetParam(), accesses, static_cast<uint8_t>(channels));
      expectSameSamples(some, tickedSamples(GetParam(), accesses, static_cast<uint8_t>(channels)));
      EXPECT_NE(some, all);
      EXPECT_TRUE(std::any_of(some.begin(), some.end(), [](int16_t sample) { return sample > 100; }));
    }
  }
  const std::vector<int16_t> none = carriedSamples(GetParam(), accesses, 0);
  EXPECT_TRUE(std::all_of(none.begin(), none.end(), [](int16_t sample) { return sample == 0; }));
}

TEST_P(CatchUp, ChannelsHaveNoInfluenceOnTheState) {
  const std::vector<Access> accesses = randomAccesses(10, 1000000);
  FastApu plain(GetParam()), switched(GetParam());
  BandLimited output(GetParam().cpu_clock, 48000);
  switched.chip.attach(&output);
  switched.chip.setChannels(0b01010);
  const std::vector<State> expected = play(plain.chip, plain.unit, accesses);
  const std::vector<State> found = play(switched.chip, switched.unit, accesses);
  for (size_t i = 0; i < accesses.size(); ++i)
    ASSERT_EQ(firstDifference(expected[i], found[i]), "") << "cycle " << accesses[i].cycle;
}

TEST_P(CatchUp, IsNeverToldOfAnEventTooLate) {
  const std::vector<Access> accesses = randomAccesses(8, 1000000);
  FastApu fast_apu(GetParam());
  Apu& apu = fast_apu.chip;
  fast::CatchUp& unit = fast_apu.unit;
  uint64_t promised = 0;  // nothing changes before this cycle
  uint64_t changes = 0;
  for (size_t next = 0; next < accesses.size();) {
    bool accessed = false;
    if (accesses[next].cycle == apu.s.cycle) {
      const Access& access = accesses[next++];
      if (access.read) unit.readStatus(0);
      if (!access.read && access.address != 0) unit.write(access.address, access.value);
      accessed = true;
    }
    accessed |= serveDma(apu, unit, 0x55);
    if (accessed) promised = 0;
    const uint64_t event = unit.nextEvent();
    ASSERT_GT(event, apu.s.cycle);
    promised = std::max(promised, event);
    const bool irq = apu.irqAsserted();
    const bool dma = apu.dmaRequested();
    unit.runTo(apu.s.cycle + 1);
    if (irq == apu.irqAsserted() && dma == apu.dmaRequested()) continue;
    ++changes;
    ASSERT_LE(promised, apu.s.cycle) << (dma == apu.dmaRequested() ? "IRQ" : "DMA request");
    promised = 0;
  }
  EXPECT_GT(changes, 100u);
}

INSTANTIATE_TEST_SUITE_P(Regions, CatchUp, testing::Values(ntsc_rates, pal_rates, dendy_rates));

TEST(NextEvent, IsTheFrameIrqOfAnApuLeftAlone) {
  FastApu apu(ntsc_rates);
  EXPECT_EQ(apu.unit.nextEvent(), 29829u);
  apu.unit.runTo(29828);
  EXPECT_FALSE(apu.chip.irqAsserted());
  apu.unit.runTo(29829);
  EXPECT_TRUE(apu.chip.irqAsserted());
  EXPECT_EQ(apu.unit.nextEvent(), UINT64_MAX);
}

TEST(NextEvent, IsNeverWhenNothingIsOn) {
  FastApu apu(ntsc_rates);
  apu.unit.write(0x4017, 0x40);
  apu.unit.write(0x4015, 0x0F);
  apu.unit.runTo(20);
  EXPECT_EQ(apu.unit.nextEvent(), UINT64_MAX);
}

TEST(Fields, SurvivesAnyValueOfItsFields) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    Random random(seed);
    Apu apu(seed % 2 ? ntsc_rates : pal_rates);
    visitFields(apu.s, [&](const char*, auto& field) {
      using Field = std::remove_reference_t<decltype(field)>;
      uint64_t value = random.below(0x10000);
      while (std::is_class_v<Field> && !holds<Field>(value)) value /= 2;
      field = static_cast<Field>(value);
    });
    apu.s.cycle = random.below(1000);
    Apu ticked = apu;
    fast::CatchUp unit(apu);
    for (int i = 0; i < 30; ++i) {
      unit.runTo(apu.s.cycle + 1000);
      while (ticked.s.cycle < apu.s.cycle) ticked.tick();
      ASSERT_EQ(firstDifference(ticked.s, apu.s), "") << "seed " << seed;
      EXPECT_GT(unit.nextEvent(), apu.s.cycle);
      const int32_t amplitude = apu.amplitude();
      EXPECT_TRUE(amplitude >= 0 && amplitude <= full_scale) << amplitude;
    }
  }
}

}  // namespace
}  // namespace jumpscope::apu
