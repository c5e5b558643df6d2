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

  // Runs on and touches a register, or some. Returns what differs.
  std::string step() {
    static constexpr uint64_t far[] = {20, 200, 3000, 9000, 40000};
    const uint64_t cycles = below(100) < bustle_ ? below(8) : 1 + random_() % far[below(5)];
    now_ += cycles * Bench::cpu_clocks;
    switch (below(8)) {
      case 0:
        return look();
      case 1:
        return touchAsProgramsDo();
      default:
        return touch(below(8));
    }
  }

  uint64_t frame() const { return slow.ppu.s.frame; }
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }

 private:
  std::mt19937 random_;
  int bustle_;
  uint64_t now_ = 0;

 public:
  Bench slow, quick;
  int accesses = 0;

 private:
  std::string compare() const { return firstDifference(quick.ppu.s, slow.ppu.s); }

  // Any moment, also such as no CPU stops at.
  std::string look() {
    const uint64_t at = now_ + static_cast<uint64_t>(below(Bench::cpu_clocks));
    for (Bench* bench : {&slow, &quick}) bench->ppu.runTo(at);
    now_ += Bench::cpu_clocks;
    const std::string difference = compare();
    return difference.empty() ? "" : difference + " between accesses";
  }

  std::string touch(int reg) {
    const bool reads = reg == 2 || ((reg == 4 || reg == 7) && below(2));
    return touch(reg, valueFor(reg), reads);
  }

  std::string touch(int reg, uint8_t value, bool reads) {
    const uint8_t stale = static_cast<uint8_t>(below(256));
    const bool whole_page = reg == 4 && !reads && below(3) == 0;
    // An access brings the chip up to date by itself.
    const bool looks_before = below(2);
    if (looks_before) {
      for (Bench* bench : {&slow, &quick}) bench->ppu.runTo(now_);
      if (const std::string difference = compare(); !difference.empty())
        return difference + " before the access";
    }
    std::array<uint8_t, 2> values{};
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
    ++accesses;
    if (values[0] != values[1]) return "what register " + std::to_string(reg) + " reads";
    return looks_before ? compare() : "";
  }

  // What programs write one right after the other: an address and data, a split, a whole OAM page at once.
  std::string touchAsProgramsDo() {
    struct Access {
      int reg;
      uint8_t value;
      bool reads;
    };
    std::vector<Access> accesses;
    const uint16_t address = static_cast<uint16_t>(below(0x4000));
    const auto any = [&] { return static_cast<uint8_t>(below(256)); };
    switch (below(4)) {
      case 0: {  // a burst of data
        accesses = {{2, 0, true},
                    {6, static_cast<uint8_t>(address >> 8), false},
                    {6, static_cast<uint8_t>(address), false}};
        const bool reads = below(4) == 0;
        for (int i = below(32); i >= 0; --i) accesses.push_back({7, any(), reads});
        break;
      }
      case 1:  // a split
        accesses = {{2, 0, true}, {5, any(), false}, {5, any(), false}, {0, any(), false}};
        break;
      case 2:  // a split within a line
        accesses = {{6, any(), false}, {5, any(), false}, {5, any(), false}, {6, any(), false}};
        break;
      case 3:  // rendering goes off or on
        accesses = {{1, static_cast<uint8_t>(below(2) ? any() | 0x18 : any() & 0xE7), false}, {3, 0, false}};
        break;
    }
    const int pause = 3 + below(5);
    for (const Access& access : accesses) {
      if (const std::string difference = touch(access.reg, access.value, access.reads); !difference.empty())
        return difference;
      now_ += static_cast<uint64_t>(pause) * Bench::cpu_clocks;
    }
    return below(4) == 0 ? loadPage() : "";
  }

  // The short way to 256 writes of $2004, where there is one.
  std::string loadPage() {
    std::array<uint8_t, 256> page;
    for (uint8_t& byte : page) byte = static_cast<uint8_t>(below(3) ? 0xF0 : below(256));
    for (Bench* bench : {&slow, &quick}) bench->ppu.runTo(now_);
    const uint64_t last = now_ + 255 * 2 * Bench::cpu_clocks;
    if (!quick.ppu.idleUntil(last + 2 * Bench::cpu_clocks)) return "";
    for (uint64_t i = 0; i < 256; ++i) slow.ppu.write(4, page[i], page[i], now_ + i * 2 * Bench::cpu_clocks);
    quick.ppu.loadOam(page.data(), last);
    now_ = last + Bench::cpu_clocks;
    for (Bench* bench : {&slow, &quick}) bench->ppu.runTo(now_);
    const std::string difference = compare();
    return difference.empty() ? "" : difference + " after a page of OAM";
  }

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
  for (uint32_t seed = 1; seed <= 64; ++seed) {
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

TEST(Quiet, AgreesDotByDotWhenAccessesCrowd) {
  for (uint32_t seed = 200; seed < 232; ++seed) {
    expectTheShortWayToAgree(seed, 2500, 100, seed % 2);
    if (HasFailure()) return;
  }
}

TEST(Quiet, AgreesDotByDotOnManySeeds) {
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

uint8_t flags(const State& s) {
  return static_cast<uint8_t>(s.vblank << 7 | s.sprite_zero_hit << 6 | s.sprite_overflow << 5);
}

// From wherever a driver has come to, nothing happens before the promised moment.
TEST(Quiet, PromisesNoStatusChangeTooLate) {
  for (uint32_t seed = 1; seed <= 80; ++seed) {
    Driver driver(seed, seed % 3 ? Region::Ntsc : Region::Pal, static_cast<int>(seed % 4), 20);
    for (Bench* bench : {&driver.slow, &driver.quick}) {
      bench->ppu.drawTo(nullptr);
      bench->ppu.write(1, mask::all, mask::all, 0);
    }
    for (int i = 0; i < 20; ++i) {
      ASSERT_EQ(driver.step(), "");
      Ppu probe = driver.quick.ppu;
      const uint64_t promised = probe.nextStatusChange();
      const uint8_t before = flags(probe.s);
      if (promised <= probe.s.clock) continue;
      probe.runTo(promised);
      ASSERT_EQ(flags(probe.s), before)
          << "seed " << seed << ", step " << i << ": promised from line " << driver.quick.ppu.s.scanline
          << ", dot " << driver.quick.ppu.s.dot << " to line " << probe.s.scanline << ", dot " << probe.s.dot;
    }
  }
}

// The other way round: a promise that is always "now" would be kept as well.
TEST(Quiet, ForeseesSpriteZeroToTheDot) {
  Bench bench;
  bench.ppu.allowShortcuts(true);
  bench.ppu.drawTo(nullptr);
  bench.fillTile(0, 1, 1);
  bench.fillNametables(1);
  bench.fillTile(0, 2, 1);
  bench.hideSprites();
  bench.setSprite(0, 100, 2, 0, 50);
  bench.ppu.stateReplaced();
  bench.write(1, mask::all);
  bench.finish(261, 20);
  const uint64_t promised = bench.ppu.nextStatusChange();
  bench.ppu.runTo(promised);
  EXPECT_EQ(bench.ppu.s.scanline, 101);
  EXPECT_NEAR(bench.ppu.s.dot, 51, 2);
  EXPECT_FALSE(bench.ppu.s.sprite_zero_hit);
  bench.ppu.runTo(promised + 4 * 4);
  EXPECT_TRUE(bench.ppu.s.sprite_zero_hit);
}

// Nametables, patterns and colours that change between frames, above rows that were seen before.
TEST(Quiet, PaintsWhatHasChangedSinceItWasLastSeen) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    Bench slow, quick;
    quick.ppu.allowShortcuts(true);
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    for (Bench* bench : {&slow, &quick}) fillWithNoise(*bench, seed);
    quick.ppu.stateReplaced();
    View view{.scroll_x = static_cast<int>(below(512)), .scroll_y = static_cast<int>(below(240))};
    for (int frame = 0; frame < 12; ++frame) {
      const uint16_t address = static_cast<uint16_t>(below(3) ? 0x2000 + below(0x1000) : below(0x4000));
      const uint8_t value = static_cast<uint8_t>(below(256));
      const bool writes = below(2), scrolls = below(3) == 0;
      if (scrolls) view.scroll_x = static_cast<int>(below(512));
      for (Bench* bench : {&slow, &quick}) {
        if (writes) bench->writeVideoMemory(address, {value});
        apply(*bench, view);
        bench->ppu.runTo(bench->ppu.nextVblank() + 100);
      }
      expectPicture(quick.picture, slow.picture, "rows_seed_" + std::to_string(seed));
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", frame " << frame;
    }
  }
}

}  // namespace
}  // namespace jumpscope::ppu::tests
