// What holds for every board of the table, whatever is written to it.
#include <random>

#include "tests/mappers/board_bench.h"
#include "tests/support/sanitized.h"
#include "tests/support/together.h"

namespace jumpscope::tests {
namespace {

constexpr int rounds = 30;
// Of the tests that compare: AnyRegistersAreSafe is the one that looks for wild accesses.
constexpr int compared_rounds = rounds / int{case_step};

std::vector<BoardSpec> specsOf(int mapper) {
  std::vector<BoardSpec> specs;
  for (int submapper = 0; submapper < 8; submapper += submapper < 4 ? 1 : 3) {
    BoardSpec spec{.mapper = mapper, .submapper = submapper, .prg_kib = 32, .chr_kib = 8};
    specs.push_back(spec);
    spec.prg_kib = 512;
    spec.chr_kib = 0;
    specs.push_back(spec);
    spec.prg_kib = 160;  // not a power of two
    spec.chr_kib = 96;
    spec.prg_ram_kib = 32;
    spec.mirroring = mappers::Mirroring::FourScreen;
    specs.push_back(spec);
    spec.prg_ram_kib = 1;
    specs.push_back(spec);
    spec.prg_ram_kib = 0;
    spec.format = mappers::Format::INes;
    spec.mirroring = mappers::Mirroring::Horizontal;
    specs.push_back(spec);
  }
  return specs;
}

std::vector<int> runningMappers() {
  std::vector<int> mappers;
  for (int mapper = 0; mapper < 4096; ++mapper) {
    const mappers::BoardType* type = mappers::findBoard(mapper);
    if (type && type->make) mappers.push_back(mapper);
  }
  return mappers;
}

// Sizes that a board cannot have are refused.
std::unique_ptr<BoardBench> benchOf(const BoardSpec& spec) {
  try {
    return std::make_unique<BoardBench>(spec);
  } catch (const std::runtime_error&) {
    return nullptr;
  }
}

RUN_TOGETHER(EveryBoard);

class EveryBoard : public testing::TestWithParam<int> {
 protected:
  std::mt19937 random{1};
  unsigned below(unsigned n) { return random() % n; }
  // Registers lie everywhere, but mostly at round addresses.
  unsigned address() {
    switch (below(4)) {
      case 0:
        return 0x8000 + below(0x8000);
      case 1:
        return 0x8000 | (below(8) << 12) | (below(4) << (below(2) * 2));
      case 2:
        return 0x4020 + below(0x3FE0);
      default:
        return 0x5000 + below(0x300);
    }
  }
  void disturb(BoardBench& bench) {
    const unsigned what = below(16), where = address(), value = below(2) ? below(256) : below(16);
    if (what < 11) bench.write(where, value);
    if (what == 11) bench.read(where);
    if (what == 12) bench.cycle += below(3000);
    if (what == 13) bench.scanline();
    if (what == 14 && bench->watchesPpuWrites())
      bench->ppuWritten(static_cast<int>(below(8)), static_cast<uint8_t>(value));
    if (what == 15) fetch(bench);
    if (what == 15) bench.ppu_address = below(0x4000);
    bench->runTo(bench.cycle);
  }
  void fetch(BoardBench& bench) {
    if (bench->watching() != ppu::Watching::Fetches) return;
    const unsigned at = below(0x3000);
    const auto& pages = bench->pages.ppu;
    const uint8_t byte = at < 0x2000 ? *pages.pattern(at) : *pages.nametableByte(at);
    bench->fetched(at, below(2), byte, bench.cycle * 12);
  }
};

TEST_P(EveryBoard, MappingAgainOrElsewhereChangesNothing) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec), copy = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < compared_rounds; ++i) {
      disturb(*bench);
      const std::string before = bench->describe();
      copy->state = bench->state;
      copy->ciram = bench->ciram;
      copy->board->map();
      ASSERT_EQ(copy->describe(), before) << "submapper " << spec.submapper << ", round " << i;
      ASSERT_EQ(copy->board->irq(), bench->board->irq());
      bench->board->map();
      ASSERT_EQ(bench->describe(), before) << "submapper " << spec.submapper << ", round " << i;
    }
  }
}

TEST_P(EveryBoard, AnyRegistersAreSafe) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < rounds; ++i) {
      for (uint8_t& byte : bench->state.registers) byte = static_cast<uint8_t>(random());
      bench->board->map();
      for (int step = 0; step < 12; ++step) {
        disturb(*bench);
        bench->board->peek(static_cast<uint16_t>(address()));
        bench->board->nextIrqChange();
        bench->board->a12RisesToIrq();
        bench->board->prgBank(static_cast<uint16_t>(0x6000 + below(0xA000)));
      }
      if (below(4) == 0) bench->board->reset();
    }
  }
}

TEST_P(EveryBoard, RunningAtOnceIsRunningByCycles) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec), stepped = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < compared_rounds; ++i) {
      disturb(*bench);
      stepped->state = bench->state;
      stepped->board->map();
      const bool irq = bench->board->irq();
      const uint64_t foreseen = bench->board->nextIrqChange();
      const uint64_t end = bench->cycle + (below(8) == 0 ? below(40000) : below(700));
      for (uint64_t cycle = bench->cycle; cycle <= end; ++cycle) {
        stepped->board->runTo(cycle);
        if (cycle < foreseen) {
          ASSERT_EQ(stepped->board->irq(), irq) << "in cycle " << cycle - bench->cycle << ", round " << i;
        }
      }
      bench->board->runTo(end);
      bench->cycle = end;
      ASSERT_EQ(bench->state, stepped->state) << "submapper " << spec.submapper << ", round " << i;
      ASSERT_EQ(bench->describe(), stepped->describe());
    }
  }
}

TEST_P(EveryBoard, ScanlinesInARowAreScanlinesOneByOne) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec), single = benchOf(spec);
    if (!bench || bench->board->watching() != ppu::Watching::A12) continue;
    for (int i = 0; i < compared_rounds; ++i) {
      disturb(*bench);
      single->state = bench->state;
      single->board->map();
      const unsigned lines = 1 + below(300);
      const uint64_t first = (bench->cycle + 50) * 12, line_clocks = 341 * 4, high_clocks = 64 * 4;
      bench->board->a12RoseEachLine(lines, first, line_clocks, high_clocks);
      for (unsigned line = 0; line < lines; ++line) {
        single->board->a12Changed(true, first + line * line_clocks);
        single->board->a12Changed(false, first + line * line_clocks + high_clocks);
      }
      ASSERT_EQ(bench->state, single->state) << "submapper " << spec.submapper << ", round " << i;
    }
  }
}

TEST_P(EveryBoard, TheForeseenInterruptComes) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < compared_rounds; ++i) {
      disturb(*bench);
      const uint64_t foreseen = bench->board->nextIrqChange();
      if (foreseen == mappers::never || foreseen > bench->cycle + 1'000'000) continue;
      ASSERT_GT(foreseen, bench->cycle) << "the present cannot change any more";
    }
  }
}

TEST_P(EveryBoard, QuietWritesAreWrites) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec), written = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < 4 * compared_rounds; ++i) {
      disturb(*bench);
      if (below(8) == 0)
        for (uint8_t& byte : bench->state.registers) byte = static_cast<uint8_t>(random());
      bench->board->map();
      written->state = bench->state;
      written->ciram = bench->ciram;
      written->board->map();
      const mappers::BoardState state = bench->state;
      const bool irq = bench->board->irq();
      const uint64_t foreseen = bench->board->nextIrqChange();
      const unsigned rises = bench->board->a12RisesToIrq();
      const auto at = static_cast<uint16_t>(0x8000 + (address() & 0x7FFF));
      const auto value = static_cast<uint8_t>(below(256));
      using mappers::QuietWrite;
      const QuietWrite write = bench->board->foresight().writeQuietly(at, value);
      if (write != QuietWrite::Other) {
        written->board->write(at, value, bench->cycle);
        written->board->map();
        ASSERT_EQ(bench->describe(), written->describe()) << std::hex << at;
      }
      ASSERT_EQ(bench->state, write == QuietWrite::Other ? state : written->state) << std::hex << at;
      if (write == QuietWrite::Noticed) continue;
      ASSERT_EQ(bench->board->irq(), irq);
      ASSERT_EQ(bench->board->nextIrqChange(), foreseen);
      ASSERT_EQ(bench->board->a12RisesToIrq(), rises);
    }
  }
}

TEST_P(EveryBoard, PeekingChangesNothing) {
  for (const BoardSpec& spec : specsOf(GetParam())) {
    const auto bench = benchOf(spec);
    if (!bench) continue;
    for (int i = 0; i < compared_rounds; ++i) {
      disturb(*bench);
      const unsigned at = address();
      const mappers::BoardState before = bench->state;
      const auto peeked = bench->peek(at);
      ASSERT_EQ(bench->state, before);
      if (at < 0x6000 || !bench->board->pages.read[mappers::Pages::indexOf(at)]) {
        ASSERT_EQ(bench->board->read(static_cast<uint16_t>(at), bench->cycle), peeked) << std::hex << at;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mapper, EveryBoard, testing::ValuesIn(runningMappers()),
                         [](const auto& info) { return std::to_string(info.param); });

}  // namespace
}  // namespace jumpscope::tests
