// Boards that watch tiles: one that switches patterns where certain ones are fetched, as the MMC2 does, and one that counts
// them, as the MMC5 does. The accelerator, which runs in spans from one that matters to the next or tells of many at once,
// against the chip, which asks the board with every read.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "tests/ppu/fast/fast_bench.h"
#include "tests/ppu/reference_picture.h"
#include "tests/support/sanitized.h"

namespace jumpscope::ppu::fast::tests {
namespace {

// Two banks for each pattern table; the upper plane of tile $FD shows the first from then on, of $FE the second.
class Latches final : public PinWatcher, public Foresight {
 public:
  // `whole_tile`: any row of the tile counts, else only its first.
  Latches(Bench& bench, bool whole_tile) : whole_tile_(whole_tile), wiring_(bench.ppu.wiring()) {
    for (size_t page = 0; page < wiring_.chr.size(); ++page) {
      banks_[0][page] = wiring_.chr[page];
      banks_[1][page] = wiring_.chr[(page & 4) | ((page + 1) & 3)];
    }
    wiring_.chr_writable.fill(nullptr);
    bench.ppu.wire(wiring_);
    bench.ppu.watchPins(Watching::Fetches, this);
  }

  uint8_t fetched(unsigned address, bool, uint8_t byte, uint64_t) override {
    if (address < 0x2000 && (address & 8) && watchedTiles()[address >> 4 & 0xFF] && changesWith(address)) {
      const unsigned table = address >> 12;
      bank_[table] ^= 1;
      heard.emplace_back(address, bank_[table]);
      for (size_t page = 4 * table; page < 4 * table + 4; ++page)
        wiring_.chr[page] = wiring_.sprite_chr[page] = banks_[bank_[table]][page];
      moved = &wiring_;
    }
    return byte;
  }
  Foresight& foresight() override { return *this; }
  bool drawsFromPages() const override { return true; }
  const TileSet& watchedTiles() const override {
    static const TileSet both = TileSet().set(0xFD).set(0xFE);
    return both;
  }
  bool watchesTilesAlone() const override { return true; }
  bool changesWith(unsigned address) const override {
    if (!(address & 8) || (!whole_tile_ && (address & 7) != 0)) return false;
    return bank_[address >> 12] != ((address >> 4 & 0xFF) == 0xFE);
  }

  std::vector<std::pair<unsigned, unsigned>> heard;  // reads that changed something

 private:
  const bool whole_tile_;
  Wiring wiring_;
  std::array<std::array<const uint8_t*, 8>, 2> banks_{};
  std::array<unsigned, 2> bank_{};
};

// Counts how often a nametable byte is read for the third time in a row, and notes what it would have to know to draw the next
// tile. It may have extended tiles, with more patterns than the chip has addresses.
class Counts final : public PinWatcher, public Foresight {
 public:
  struct Heard {
    size_t thirds = 0;
    uint64_t last_third = 0;  // its clock
    unsigned last_address = 0, same = 0;
    unsigned tile = 0, tiles = 0, reads_after = 0;  // since the last sprite; since the last tile
    uint64_t last_clock = 0;
    bool operator==(const Heard&) const = default;
    size_t size() const { return thirds; }
  } heard;

  Counts(Bench& bench, bool extends) {
    std::mt19937 random(1);
    for (uint8_t& byte : patterns_) byte = static_cast<uint8_t>(random() & random());
    for (uint8_t& byte : exram_) byte = static_cast<uint8_t>(random());
    Wiring wiring = bench.ppu.wiring();
    if (extends) wiring.extended = {exram_.data(), patterns_.data(), patterns_.size() / 0x1000, 0x40};
    extended_ = wiring.extended;
    bench.ppu.wire(wiring);
    bench.ppu.watchPins(Watching::Fetches, this);
  }

  uint8_t fetched(unsigned address, bool for_sprite, uint8_t byte, uint64_t clock) override {
    heard.same = address >= 0x2000 && address == heard.last_address ? heard.same + 1 : 0;
    if (heard.same == 2) noteThird(clock);
    heard.last_address = address;
    heard.last_clock = clock;
    if (address < 0x2000) {
      if (for_sprite)
        heard.tiles = 0;
      else if (extended_.bytes)
        return *extended_.pattern(heard.tile & 0x3FF, address);
    } else if ((address & 0x3FF) < 0x3C0) {
      heard.tile = address;
      heard.reads_after = 0;
      ++heard.tiles;
    } else {
      ++heard.reads_after;
      if (extended_.bytes) return extended_.attribute(heard.tile & 0x3FF);
    }
    return byte;
  }
  Foresight& foresight() override { return *this; }
  bool drawsFromPages() const override { return true; }
  bool countsTiles(uint64_t) const override { return true; }
  void tilesFetched(const FetchedTiles& tiles) override {
    fetched(tiles.first_address, false, 0, tiles.first_clock);
    heard.tiles = tiles.tiles == 0 ? 0 : heard.tiles + tiles.tiles - 1;
    heard.reads_after = tiles.tiles == 0 ? 0 : 1;
    heard.tile = tiles.last_address;
    heard.last_address = tiles.last_pattern;
    heard.last_clock = tiles.last_clock;
    heard.same = 0;
    ++told;
  }
  void linesFetched(const FetchedLines& lines) override {
    fetched(lines.first_address, false, 0, lines.clock + 2 * lines.dot_clocks);
    for (unsigned line = 1; line < lines.lines; ++line)
      noteThird(lines.clock + (line * 341 + 2) * lines.dot_clocks);
    heard.tiles = 4;
    heard.reads_after = 0;
    heard.tile = heard.last_address = lines.last_address;
    heard.last_clock = lines.clock + ((lines.lines - 1) * 341 + 340) * lines.dot_clocks;
    heard.same = 1;
  }

  static inline size_t told = 0;

 private:
  void noteThird(uint64_t clock) {
    ++heard.thirds;
    heard.last_third = clock;
  }

  std::array<uint8_t, 0x400> exram_;
  std::array<uint8_t, 0x5000> patterns_;
  ExtendedTiles extended_;
};

template <class Board>
class WatchingBoards {
 public:
  WatchingBoards(const Timing& timing, int alignment, uint32_t seed)
      : slow_(timing, alignment), fast_(timing, alignment), random_(seed) {
    const bool looks = below(2), whole_tile = below(2);
    const uint8_t tables = control();
    for (size_t i = 0; i < both_.size(); ++i) {
      Bench& bench = *both_[i];
      fillWithNoise(bench, seed);
      arrange(bench, seed);
      if (!looks) bench.ppu.drawTo(nullptr);
      boards_[i] = std::make_unique<Board>(bench, whole_tile);
    }
    fast_.accelerator.memoriesReplaced();
    fast_.accelerator.watchingChanged();
    for (Bench* bench : both_) {
      bench->write(0, tables);
      bench->write(1, 0x1E);
    }
    now_ = slow_.ppu.s.clock;
  }

  void run() {
    for (int steps = 0; steps < 150; ++steps) {
      constexpr unsigned far[] = {40, 40, 40, 40, 3'000, 3'000, 3'000, 40'000};
      now_ += below(far[below(8)]) * (below(3) ? Bench::cpu_clocks : 1);
      for (Bench* bench : both_) bench->runTo(now_);
      ASSERT_EQ(firstDifference(fast_.ppu.s, slow_.ppu.s), "") << place();
      ASSERT_TRUE(boards_[1]->heard == boards_[0]->heard) << place();
      if (below(3) == 0) access();
      if (below(6) == 0) disturb();
    }
    // What a dot has chosen comes to the screen a few dots later, at the latest as the picture ends.
    for (Bench* bench : both_) bench->finishFrame();
    const auto [fast, slow] = std::ranges::mismatch(fast_.picture, slow_.picture);
    EXPECT_EQ(fast, fast_.picture.end()) << "pixel " << fast - fast_.picture.begin() << ", " << place();
    events += boards_[0]->heard.size();
  }
  static inline size_t events = 0;

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  uint8_t control() { return static_cast<uint8_t>(below(4) << 3 | (below(3) ? 0 : 0x20)); }
  std::string place() const {
    return "line " + std::to_string(slow_.ppu.s.scanline) + ", dot " + std::to_string(slow_.ppu.s.dot);
  }
  // Watched tiles here and there, or none in the nametables or in OAM, where their numbers may still be places.
  static void arrange(Bench& bench, uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
    const unsigned rarity = 1 + below(200), sprites = below(3);
    for (uint8_t& tile : bench.ppu.s.vram) {
      if (tile >= 0xFD) tile = 0x40;
      if (below(rarity) == 0) tile = static_cast<uint8_t>(0xFD + below(2));
    }
    for (size_t i = 0; i < 256; i += 4) {
      uint8_t& tile = bench.ppu.s.oam[i + 1];
      if (sprites == 0 && tile >= 0xFC) tile = 0x41;
      if (sprites == 1 && below(8) == 0) tile = static_cast<uint8_t>(0xFC + below(4));
      if (below(8) == 0) bench.ppu.s.oam[i + 3] = 0xFD;
      if (below(4) == 0) bench.ppu.s.oam[i] = 0xFE;
    }
  }
  void access() {
    if (const uint64_t ahead = now_ % Bench::cpu_clocks) now_ += Bench::cpu_clocks - ahead;
    constexpr int registers[] = {0, 1, 3, 4, 5, 6, 7};
    const int reg = registers[below(std::size(registers))];
    const auto value = static_cast<uint8_t>(reg == 0   ? control()
                                            : reg == 1 ? 0x1E & ~(below(4) ? 0 : 0x18)
                                                       : below(256));
    if (below(4) == 0) {
      const uint8_t read = slow_.readAt(reg, now_);
      ASSERT_EQ(fast_.readAt(reg, now_), read) << place();
    } else {
      for (Bench* bench : both_) bench->writeAt(reg, value, value, now_);
    }
    now_ += Bench::cpu_clocks;
  }

  // As $2003 and $2004 may leave it: the units take in what lies elsewhere in secondary OAM.
  void disturb() {
    const unsigned address = below(32);
    for (Bench* bench : both_) {
      bench->runTo(now_);
      State& s = bench->ppu.s;
      s.secondary_address = address;
      s.oam_buffer = s.secondary_oam[address];
    }
  }

  Bench slow_;
  FastBench fast_;
  std::array<Bench*, 2> both_{&slow_, &fast_};
  std::array<std::unique_ptr<Board>, 2> boards_;
  std::mt19937 random_;
  uint64_t now_ = 0;
};

template <class Board>
void runBoards() {
  constexpr Timing timings[] = {ntsc_timing, pal_timing, dendy_timing};
  for (uint32_t seed = 1; seed <= 60; seed += jumpscope::tests::case_step) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    WatchingBoards<Board>(timings[seed % 3], static_cast<int>(seed / 3 % 4), seed).run();
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(WatchingBoards<Board>::events, 100U);
}

TEST(WatchedTiles, SwitchPatternsAtTheSameReads) { runBoards<Latches>(); }

TEST(WatchedTiles, AreCountedByTheSameReads) {
  runBoards<Counts>();
  EXPECT_GT(Counts::told, 1000U);
}

}  // namespace
}  // namespace jumpscope::ppu::fast::tests
