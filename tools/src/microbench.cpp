// The parts one by one: tools/bench --micro. Google benchmark; times are for looking at, ratios for judging.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "apu/apu.h"
#include "apu/band_limited.h"
#include "apu/fast/catch_up.h"
#include "cpu6502/core.h"
#include "ppu/fast/accelerator.h"
#include "src/base/files.h"
#include "src/console/sweep.h"

namespace {

using namespace jumpscope;

// 64 KiB of plain memory, in which nothing ever interrupts.
struct FlatBus {
  static constexpr bool interrupt_free_window = true;
  std::array<uint8_t, 0x10000 + 2>& memory;
  uint64_t cycle = 0;
  uint64_t end = 0;
  const uint8_t* next = nullptr;

  bool mayContinue() const { return cycle < end; }
  void endWindow() { end = 0; }
  bool beginInstruction(uint16_t pc) {
    next = &memory[pc];
    return true;
  }
  uint8_t fetch(uint16_t, cpu6502::Access kind) {
    ++cycle;
    return kind == cpu6502::Access::DummyRead ? *next : *next++;
  }
  uint8_t readZeroPageOrStack(uint16_t address, cpu6502::Access kind) { return read(address, kind); }
  uint8_t read(uint16_t address, cpu6502::Access, uint16_t = 0) {
    ++cycle;
    return memory[address];
  }
  void write(uint16_t address, uint8_t value, cpu6502::Access) {
    ++cycle;
    memory[address] = value;
  }
  void jumpedBack(uint16_t, uint16_t) {}
  void jumpedElsewhere() {}
  bool followsStack() const { return false; }
  void stackMoved() {}
};

// A loop that adds, stores, calls and branches: the mix of instructions of a game's logic.
constexpr uint8_t mixed_loop[] = {
    0xA2, 0x10,        // 8000 LDX #$10
    0xB5, 0x20,        // 8002 LDA $20,X
    0x18,              // 8004 CLC
    0x75, 0x40,        // 8005 ADC $40,X
    0x9D, 0x00, 0x03,  // 8007 STA $0300,X
    0xB1, 0x10,        // 800A LDA ($10),Y
    0x29, 0x0F,        // 800C AND #$0F
    0xF0, 0x02,        // 800E BEQ $8012
    0xE6, 0x80,        // 8010 INC $80
    0x20, 0x1B, 0x80,  // 8012 JSR $801B
    0xCA,              // 8015 DEX
    0xD0, 0xEA,        // 8016 BNE $8002
    0x4C, 0x00, 0x80,  // 8018 JMP $8000
    0xA5, 0x81,        // 801B LDA $81
    0x0A,              // 801D ASL A
    0x85, 0x82,        // 801E STA $82
    0xC8,              // 8020 INY
    0x60,              // 8021 RTS
};

void processor(benchmark::State& bench) {
  std::array<uint8_t, 0x10000 + 2> memory{};
  std::copy(std::begin(mixed_loop), std::end(mixed_loop), memory.begin() + 0x8000);
  memory[0x11] = 0x04;
  cpu6502::State state;
  state.pc = 0x8000;
  state.lines = state.polled = 0;
  constexpr uint64_t slice = 29781;  // CPU cycles of an NTSC frame
  for (auto _ : bench) {
    FlatBus bus{memory, 0, slice};
    cpu6502::run(state, bus);
    benchmark::DoNotOptimize(state);
  }
  bench.counters["cycles/s"] = benchmark::Counter(slice, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(processor)->Name("CPU/frame of mixed instructions");

// A picture chip with a picture in its memories and both layers on.
struct Scene {
  std::array<uint8_t, 0x2000> chr{};
  std::vector<uint16_t> picture = std::vector<uint16_t>(ppu::picture_width * ppu::picture_height);
  ppu::Ppu ppu{ppu::ntsc_timing, 1};
  ppu::fast::Accelerator accelerator{ppu};

  explicit Scene(bool video) {
    uint32_t random = 1;
    const auto next = [&] { return static_cast<uint8_t>((random = random * 1664525 + 1013904223) >> 24); };
    for (uint8_t& byte : chr) byte = next();
    ppu::Wiring wiring{};
    for (size_t page = 0; page < 8; ++page) wiring.chr[page] = wiring.sprite_chr[page] = &chr[page * 0x400];
    for (size_t i = 0; i < 4; ++i) {
      uint8_t* page = &ppu.s.vram[i % 2 * 0x400];
      wiring.nametable[i] = {page, page, static_cast<uint8_t>(i % 2)};
    }
    ppu.wire(wiring);
    ppu.powerOn();
    for (uint8_t& byte : ppu.s.vram) byte = next();
    for (uint8_t& byte : ppu.s.oam) byte = next();
    for (uint8_t& byte : ppu.s.palette) byte = next() & 0x3F;
    ppu.s.mask = ppu.s.color_mask = ppu::Mask{ppu::mask::all};
    ppu.s.rendering_delayed = true;
    ppu.drawTo(video ? picture.data() : nullptr);
    accelerator.memoriesReplaced();
  }
};

void pictureFrame(benchmark::State& bench) {
  Scene scene(bench.range(0) != 0);
  constexpr uint64_t lines = 262;
  uint64_t clock = 0;
  for (auto _ : bench) scene.accelerator.runTo(clock += lines * 341 * 4);
  bench.counters["lines/s"] = benchmark::Counter(lines, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(pictureFrame)->Name("PPU/frame that nobody touches, pixels made:")->Arg(0)->Arg(1);

void soundFrame(benchmark::State& bench) {
  apu::Apu apu(apu::ntsc_rates);
  apu.powerOn();
  apu::BandLimited output(apu::ntsc_rates.cpu_clock, 48000);
  if (bench.range(0)) apu.attach(&output);
  constexpr std::pair<uint16_t, uint8_t> tune[] = {
      {0x4015, 0x0F}, {0x4000, 0xBF}, {0x4002, 0xFD}, {0x4003, 0x00}, {0x4004, 0x7F},
      {0x4006, 0x7E}, {0x4007, 0x01}, {0x4008, 0xFF}, {0x400A, 0x80}, {0x400B, 0x02},
      {0x400C, 0x3F}, {0x400E, 0x04}, {0x400F, 0x00}};
  for (const auto& [address, value] : tune) apu.write(address, value);
  apu::fast::CatchUp catch_up(apu);
  uint64_t cycle = 0;
  for (auto _ : bench) {
    catch_up.runTo(cycle += 29781);
    if (bench.range(0)) benchmark::DoNotOptimize(output.take(cycle));
  }
}
BENCHMARK(soundFrame)->Name("APU/frame of four channels, samples made:")->Arg(0)->Arg(1);

std::shared_ptr<const console::Cartridge> mixedCartridge() {
  std::vector<uint8_t> file(16 + 0x8000 + 0x2000);
  const uint8_t header[] = {'N', 'E', 'S', 0x1A, 2, 1};
  std::copy(std::begin(header), std::end(header), file.begin());
  std::copy(std::begin(mixed_loop), std::end(mixed_loop), file.begin() + 16);
  file[16 + 0x7FFD] = 0x80;  // reset vector: $8000
  return std::make_shared<console::Cartridge>(console::parseCartridge(file, "mixed loop"));
}

// What consoles are forked from: a program, some frames after power-on.
struct Subject {
  const char* name;
  const char* path;  // below roms_test; nullptr: the mixed loop, with the picture off
};
constexpr Subject subjects[] = {
    {"mixed loop", nullptr},          {"jumplab", "jumplab/jumplab.nes"},
    {"waiting", "bench/jump.nes"},    {"stirring a seed", "bench/add-seed.nes"},
    {"computing", "bench/sieve.nes"}, {"sample", "bench/dmc.nes"},
};

console::Console started(const Subject& subject) {
  std::shared_ptr<const console::Cartridge> cartridge = mixedCartridge();
  if (subject.path) {
    const auto file = base::readFile(std::string(JUMPSCOPE_SOURCE_DIR "/roms_test/") + subject.path);
    cartridge = std::make_shared<console::Cartridge>(console::parseCartridge(file, subject.path));
  }
  console::Console console(std::move(cartridge), {});
  for (int frame = 0; frame < 120; ++frame) console.runFrame();
  return console;
}

void copyAssign(benchmark::State& bench, const Subject& subject) {
  const console::Console original = started(subject);
  console::Console copy(original);
  for (auto _ : bench) {
    copy = original;
    benchmark::ClobberMemory();
  }
}

void copyConstruct(benchmark::State& bench, const Subject& subject) {
  const console::Console original = started(subject);
  for (auto _ : bench) {
    console::Console copy(original);
    benchmark::DoNotOptimize(copy.cpuCycles());
  }
}

void restoreState(benchmark::State& bench, const Subject& subject) {
  console::Console console = started(subject);
  const console::State start = console.state();
  for (auto _ : bench) {
    console.restore(start);
    benchmark::ClobberMemory();
  }
}

// Each fork holds other buttons and goes on for so many frames.
void fork(benchmark::State& bench, const Subject& subject) {
  const console::Console original = started(subject);
  console::Console copy(original);
  const auto frames = static_cast<int>(bench.range(0));
  console::Buttons held = 0;
  for (auto _ : bench) {
    copy = original;
    copy.setButtons(0, ++held);
    for (int frame = 0; frame < frames; ++frame) copy.runFrame();
    benchmark::DoNotOptimize(copy.cpuCycles());
  }
  bench.counters["forks/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
  bench.counters["frames/s"] = benchmark::Counter(frames, benchmark::Counter::kIsIterationInvariantRate);
}

void registerForks() {
  for (const Subject& subject : subjects) {
    const std::string name = subject.name;
    const auto add = [&subject](const std::string& title, auto* function) {
      return benchmark::RegisterBenchmark(
          title.c_str(), [&subject, function](benchmark::State& bench) { function(bench, subject); });
    };
    add("Console/copy into a standing one: " + name, copyAssign);
    add("Console/copy into a new one: " + name, copyConstruct);
    add("Console/restore a state: " + name, restoreState);
    for (const int frames : {1, 60})
      add("Console/fork: " + name + ", frames:", fork)->Arg(frames)->Unit(benchmark::kMicrosecond);
  }
}

void sweep(benchmark::State& bench) {
  console::Console original(mixedCartridge(), {});
  original.runFrame();
  const auto run = [](console::Console& console, size_t index) {
    console.setButtons(0, static_cast<console::Buttons>(index));
    for (int frame = 0; frame < 60; ++frame) console.runFrame();
    return console.cpuCycles();
  };
  for (auto _ : bench)
    benchmark::DoNotOptimize(console::sweep(original, 64, run, static_cast<unsigned>(bench.range(0))));
}
BENCHMARK(sweep)
    ->Name("Console/sweep of 64 inputs, threads:")
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  registerForks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
