// The short way over quiet lines against dot by dot: every field of the state at every access, every pixel at
// every frame's end, whatever the CPU does and whenever.
#include <gtest/gtest.h>

#include <random>

#include "tests/ppu/reference_picture.h"
#include "tests/support/slow.h"

namespace jumpscope::ppu::tests {
namespace {

std::string firstDifference(const State& a, const State& b) {
  if (a == b) return "";
  std::vector<const void*> fields;
  visitFields(b, [&](const char*, const auto& field) { fields.push_back(&field); });
  std::string difference;
  size_t index = 0;
  visitFields(a, [&](const char* name, const auto& field) {
    const auto& other = *static_cast<const std::remove_reference_t<decltype(field)>*>(fields[index++]);
    if (difference.empty() && field != other) difference = name;
  });
  return difference;
}

// A CPU without a program: accesses at times nobody chose.
class Driver {
 public:
  // `bustle` of 100 accesses come soon after the one before, the others some lines or frames later.
  Driver(uint32_t seed, Region region, int alignment, int bustle)
      : random_(seed), bustle_(bustle), slow(region, alignment), quick(region, alignment) {
    quick.ppu.allowShortcuts(true);
    for (Bench* bench : {&slow, &quick}) fillWithNoise(*bench, seed);
    arrangeSprites();
  }

  // Runs on and touches a register. Returns what differs.
  std::string step() {
    static constexpr uint64_t far[] = {20, 200, 3000, 9000, 40000};
    const uint64_t cycles = below(100) < bustle_ ? below(8) : 1 + random_() % far[below(5)];
    now_ += cycles * Bench::cpu_clocks;
    const int reg = below(8);
    const uint8_t value = valueFor(reg), stale = static_cast<uint8_t>(below(256));
    const bool reads = reg == 2 || ((reg == 4 || reg == 7) && below(2));
    const bool whole_page = reg == 4 && below(3) == 0;
    std::array<uint8_t, 2> values{};
    for (Bench* bench : {&slow, &quick}) bench->ppu.runTo(now_);
    if (const std::string difference = compare(); !difference.empty())
      return difference + " before the access";
    for (Bench* bench : {&slow, &quick}) {
      if (reads)
        values[bench == &quick] = bench->ppu.read(reg, now_);
      else
        bench->ppu.write(reg, value, stale, now_);
      for (int i = 1; whole_page && i < 256; ++i)
        bench->ppu.write(4, static_cast<uint8_t>(value + i * stale), stale,
                         now_ + static_cast<uint64_t>(i) * 2 * Bench::cpu_clocks);
    }
    now_ += (whole_page ? 512 : 1) * Bench::cpu_clocks;
    if (values[0] != values[1]) return "what register " + std::to_string(reg) + " reads";
    return compare();
  }

  uint64_t frame() const { return slow.ppu.s.frame; }
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }

 private:
  std::mt19937 random_;
  int bustle_;
  uint64_t now_ = 0;

 public:
  Bench slow, quick;

 private:
  std::string compare() const { return firstDifference(quick.ppu.s, slow.ppu.s); }

  uint8_t valueFor(int reg) {
    const uint8_t value = static_cast<uint8_t>(below(256));
    if (reg == 1 && below(3)) return value | 0x18;
    if (reg == 3 && below(4)) return 0;
    return value;
  }

  // Few sprites, or crowds, or none; sprite 0 in the middle.
  void arrangeSprites() {
    const int top = below(230), height = 1 + below(below(2) ? 12 : 240);
    for (size_t at = 0; at < 256; at += 4) slow.ppu.s.oam[at] = static_cast<uint8_t>(top + below(height));
    if (below(3) == 0)
      for (size_t at = 4; at < 256; at += 4) slow.ppu.s.oam[at] = 0xF0;
    quick.ppu.s.oam = slow.ppu.s.oam;
    quick.ppu.stateReplaced();
  }
};

void expectTheShortWayToAgree(uint32_t seed, int steps, int bustle, bool picture) {
  constexpr Region regions[] = {Region::Ntsc, Region::Ntsc, Region::Pal, Region::Dendy};
  Driver driver(seed, regions[seed % 4], static_cast<int>(seed / 4 % 4), bustle);
  if (!picture)
    for (Bench* bench : {&driver.slow, &driver.quick}) bench->ppu.drawTo(nullptr);
  uint64_t frame = 0;
  for (int i = 0; i < steps; ++i) {
    const std::string difference = driver.step();
    ASSERT_EQ(difference, "") << "seed " << seed << ", step " << i << ", frame " << driver.frame()
                              << ", line " << driver.slow.ppu.s.scanline << ", dot " << driver.slow.ppu.s.dot;
    if (driver.frame() == frame || driver.slow.ppu.s.scanline < picture_height) continue;
    frame = driver.frame();
    if (picture)
      expectPicture(driver.quick.picture, driver.slow.picture, "quiet_seed_" + std::to_string(seed));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Quiet, AgreesDotByDotOverFewAccesses) {
  for (uint32_t seed = 1; seed <= 48; ++seed) {
    expectTheShortWayToAgree(seed, 40, 30, seed % 2);
    if (HasFailure()) return;
  }
}

TEST(Quiet, AgreesDotByDotOverManyAccesses) {
  for (uint32_t seed = 100; seed <= 148; ++seed) {
    expectTheShortWayToAgree(seed, 300, 90, seed % 2);
    if (HasFailure()) return;
  }
}

TEST(Quiet, Slow_AgreesDotByDotOnManySeeds) {
  REQUIRE_SLOW();
  for (uint32_t seed = 1000; seed < 2500; ++seed) {
    expectTheShortWayToAgree(seed, 100, static_cast<int>(seed % 100), seed % 3 != 0);
    if (HasFailure()) return;
  }
}

// One pixel of sprite 0 at every place near the edges, over a solid background.
TEST(Quiet, FindsSpriteZeroAtBothEdges) {
  for (const int layers : {0x18, 0x1A, 0x1C, 0x1E}) {
    for (int x = 244; x < 268; ++x) {
      for (const int column : {0, 3, 7}) {
        Bench slow, quick;
        quick.ppu.allowShortcuts(true);
        for (Bench* bench : {&slow, &quick}) {
          bench->fillTile(0, 1, 1);
          bench->fillNametables(1);
          bench->chr[2 * 16 + 4] = static_cast<uint8_t>(0x80 >> column);
          bench->hideSprites();
          bench->setSprite(0, 10, 2, 0, static_cast<uint8_t>(x));
          bench->ppu.drawTo(nullptr);
          bench->ppu.s.sprite_zero_armed = true;
          bench->write(1, static_cast<uint8_t>(layers));
          bench->ppu.runTo(bench->ppu.s.clock + 4 * 341 * 24);
        }
        ASSERT_EQ(firstDifference(quick.ppu.s, slow.ppu.s), "")
            << "x " << (x & 0xFF) << ", column " << column << ", layers " << layers;
      }
    }
  }
}

TEST(Quiet, PromisesNoStatusChangeTooLate) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Driver driver(seed, Region::Ntsc, 0, 50);
    for (Bench* bench : {&driver.slow, &driver.quick}) bench->ppu.write(1, mask::all, mask::all, 0);
    Ppu& ppu = driver.quick.ppu;
    driver.quick.finish(261, 20);
    while (ppu.s.scanline != 241) {
      const uint64_t promised = ppu.whyNotSettled() == Ppu::Busy::No ? ppu.nextStatusChange() : 0;
      const bool hit = ppu.s.sprite_zero_hit, overflow = ppu.s.sprite_overflow, vblank = ppu.s.vblank;
      const uint64_t began = ppu.s.clock;
      driver.quick.finishDot();
      if (ppu.s.sprite_zero_hit != hit || ppu.s.sprite_overflow != overflow || ppu.s.vblank != vblank) {
        ASSERT_LE(promised, began + 4)
            << "seed " << seed << ", line " << ppu.s.scanline << ", dot " << ppu.s.dot;
      }
    }
  }
}

}  // namespace
}  // namespace jumpscope::ppu::tests
