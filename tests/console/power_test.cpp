// Power, reset, interrupts, jams. Source: NESdev "CPU power up state", "APU Frame Counter".
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

std::array<uint8_t, 0x0800> ramAtPowerOn(const std::string& init) {
  console::Options options;
  options.ram_init = console::parseRamInit(init);
  return console::Console(Program().spin().build(), options).state().ram;
}

TEST(RamInit, FceuxAlternatesFourZerosAndFourOnes) {
  const auto ram = ramAtPowerOn("fceux");
  for (size_t i = 0; i < ram.size(); ++i) ASSERT_EQ(ram[i], i % 8 < 4 ? 0x00 : 0xFF) << i;
}

TEST(RamInit, ZerosAndOnesAreWhatTheySay) {
  for (const uint8_t byte : ramAtPowerOn("zeros")) ASSERT_EQ(byte, 0x00);
  for (const uint8_t byte : ramAtPowerOn("ones")) ASSERT_EQ(byte, 0xFF);
}

TEST(RamInit, RandomIsTheSameForTheSameSeed) {
  EXPECT_EQ(ramAtPowerOn("random:1"), ramAtPowerOn("random:1"));
  EXPECT_NE(ramAtPowerOn("random:1"), ramAtPowerOn("random:2"));
}

TEST(RamInit, IsWrittenAsItIsRead) {
  for (const char* text : {"fceux", "zeros", "ones", "random:0", "random:18446744073709551615"})
    EXPECT_EQ(console::toString(console::parseRamInit(text)), text);
}

TEST(RamInit, RefusesWhatItDoesNotKnow) {
  for (const char* text : {"", "zero", "random", "random:", "random:-1", "random:1x", "random: 1",
                           "random:18446744073709551616", "FCEUX"})
    EXPECT_THROW(console::parseRamInit(text), std::runtime_error) << text;
}

TEST(Power, APoweredOnConsoleStandsBeforeItsResetSequence) {
  console::Console console(Program().spin().build(), {});
  EXPECT_EQ(console.cpuCycles(), 0u);
  EXPECT_EQ(console.frame(), 0u);
  console.step();
  EXPECT_EQ(console.cpuCycles(), 7u);
  EXPECT_EQ(console.state().cpu.pc, 0x8000);
  EXPECT_EQ(console.state().cpu.s, 0xFD);
  EXPECT_EQ(console.state().cpu.p & 0x04, 0x04);
}

TEST(Power, PowerOnForgetsEverything) {
  Program program;
  program.store(0x10, 0x55).store(0x6000, 0x66).store(0x2000, 0x80).spin();
  console::Console console(program.build(), {});
  const console::State fresh = console.state();
  runFrames(console, 5);
  console.powerOn();
  EXPECT_EQ(console::firstDifference(console.state(), fresh), "");
}

TEST(Power, RefusesACartridgeWithoutABoard) {
  Cartridge cartridge = *Program().spin().build();
  cartridge.mapper = 20;
  cartridge.board = "Famicom Disk System";
  try {
    console::Console console(std::make_shared<const Cartridge>(cartridge), {});
    FAIL() << "mapper 20 was taken for NROM";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("20"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("Famicom Disk System"), std::string::npos) << error.what();
  }
}

TEST(Reset, RestartsTheProgramAndKeepsRam) {
  Program program;
  program.inc(0x10).store(0x6000, 0x66).store(0x2000, 0x80).spin();
  console::Options options;
  options.ram_init = console::parseRamInit("zeros");
  console::Console console(program.build(), options);
  runFrames(console, 2);
  console.poke(0x0300, 0x99);
  const uint64_t cycles = console.cpuCycles();
  const uint8_t stack_pointer = console.state().cpu.s;
  console.softReset();
  EXPECT_EQ(console.cpuCycles(), cycles) << "time runs on";
  EXPECT_FALSE(console.state().ppu.control.nmi_enabled);
  console.step();
  EXPECT_EQ(console.state().cpu.pc, 0x8000);
  EXPECT_EQ(console.state().cpu.s, static_cast<uint8_t>(stack_pointer - 3))
      << "three pushes that write nothing";
  runFrames(console, 1);
  EXPECT_EQ(console.peek(0x10), 2);
  EXPECT_EQ(console.peek(0x0300), 0x99);
  EXPECT_EQ(console.peek(0x6000), 0x66);
}

TEST(Interrupts, NmiComesOnceAFrame) {
  Program program;
  program.store(0x10, 0).store(0x2000, 0x80).spin().nmi(0x9000);
  program.org(0x9000).inc(0x10).put({0x40});
  console::Console console(program.build(), {});
  runFrames(console, 11);
  EXPECT_EQ(console.peek(0x10), 10) << "that of frame 10's end is still to come";
  runFrames(console, 1);
  EXPECT_EQ(console.peek(0x10), 11);
}

TEST(Interrupts, NmiDoesNotComeWhileItIsDisabled) {
  Program program;
  program.store(0x10, 0).store(0x2000, 0x00).spin().nmi(0x9000);
  program.org(0x9000).inc(0x10).put({0x40});
  console::Console console(program.build(), {});
  runFrames(console, 5);
  EXPECT_EQ(console.peek(0x10), 0);
}

// In four-step mode the frame counter asks every 29830 cycles, until $4015 is read.
TEST(Interrupts, TheFrameCounterAsksEvery29830Cycles) {
  Program program;
  program.store(0x10, 0).store(0x4017, 0x00).put({0x58}).spin().irq(0x9000);
  program.org(0x9000).inc(0x10).load(0x4015).put({0x40});
  console::Console console(program.build(), {});
  std::vector<uint64_t> cycles;
  console.watch(0x10);
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) {
    if (write.new_value != write.old_value && write.pc == 0x9000) cycles.push_back(write.cycle);
  };
  runFrames(console, 10);
  ASSERT_GE(cycles.size(), 5u);
  for (size_t i = 1; i < cycles.size(); ++i) {
    const auto gap = static_cast<int64_t>(cycles[i] - cycles[i - 1]);
    EXPECT_NEAR(static_cast<double>(gap), 29830, 2) << "the spin takes three cycles";
  }
}

TEST(Interrupts, TheInhibitBitSilencesTheFrameCounter) {
  Program program;
  program.store(0x10, 0).store(0x4017, 0x40).put({0x58}).spin().irq(0x9000);
  program.org(0x9000).inc(0x10).load(0x4015).put({0x40});
  console::Console console(program.build(), {});
  runFrames(console, 10);
  EXPECT_EQ(console.peek(0x10), 0);
}

TEST(Jam, IsReportedAndTheFramesGoOn) {
  for (const console::Policy policy : {console::Policy::CatchUp, console::Policy::Lockstep}) {
    Program program;
    program.store(0x10, 0x55).store(0x2000, 0x80).put({0x02}).store(0x10, 0xAA).spin();
    console::Options options;
    options.policy = policy;
    console::Console console(program.build(), options);
    EXPECT_FALSE(console.jammed());
    runFrames(console, 4);
    EXPECT_TRUE(console.jammed());
    EXPECT_EQ(console.frame(), 4u);
    EXPECT_EQ(console.peek(0x10), 0x55) << "not even NMI helps";
  }
}

TEST(Jam, TheStateKeepsItsOpcodeAndWhereItLies) {
  for (const console::Policy policy : {console::Policy::CatchUp, console::Policy::Lockstep}) {
    Program program;
    program.store(0x2000, 0x80).put({0xB2}).spin();
    console::Options options;
    options.policy = policy;
    console::Console console(program.build(), options);
    runFrames(console, 3);
    for (int frame = 0; frame < 3; ++frame, runFrames(console, 1)) {
      EXPECT_EQ(console.cpu().opcode, 0xB2);
      EXPECT_EQ(console.cpu().instruction_pc, console.cpu().pc - 1);
    }
  }
}

TEST(Jam, EndsWithAReset) {
  Program program;
  program.inc(0x10).put({0x12});
  console::Options options;
  options.ram_init = console::parseRamInit("zeros");
  console::Console console(program.build(), options);
  runFrames(console, 2);
  console.softReset();
  runFrames(console, 2);
  EXPECT_EQ(console.peek(0x10), 2);
  EXPECT_TRUE(console.jammed());
}

struct Chart {
  const char* name;
  Region region;
  uint64_t frame_clocks;  // while nothing is rendered
  uint64_t first_vblank;  // clocks from power-on to the first flag
  uint64_t cpu_clocks;
};

class Clock : public testing::TestWithParam<Chart> {};

// Source: NESdev "Cycle reference chart".
INSTANTIATE_TEST_SUITE_P(Region, Clock,
                         testing::Values(Chart{"Ntsc", Region::Ntsc, 262 * 341 * 4, 241 * 341 * 4, 12},
                                         Chart{"Pal", Region::Pal, 312 * 341 * 5, 241 * 341 * 5, 16},
                                         Chart{"Dendy", Region::Dendy, 312 * 341 * 5, 291 * 341 * 5, 15}),
                         [](const auto& info) { return info.param.name; });

TEST_P(Clock, FramesEndAtTheMomentsOfTheReferenceChart) {
  const Chart& chart = GetParam();
  console::Options options;
  options.region = chart.region;
  console::Console console(Program().spin().build(), options);
  std::vector<uint64_t> cycles;
  console.hooks().on_frame_end = [&](uint64_t) { cycles.push_back(console.cpuCycles()); };
  runFrames(console, 12);
  ASSERT_EQ(cycles.size(), 12u);
  for (size_t frame = 0; frame < cycles.size(); ++frame) {
    const uint64_t clock = chart.first_vblank + frame * chart.frame_clocks;
    EXPECT_GE((cycles[frame] + 1) * chart.cpu_clocks, clock) << "frame " << frame;
    EXPECT_LE(cycles[frame] * chart.cpu_clocks, clock + 2 * chart.cpu_clocks) << "frame " << frame;
  }
}

TEST_P(Clock, CountsMasterClocks) {
  const Chart& chart = GetParam();
  console::Options options;
  options.region = chart.region;
  console::Console console(Program().spin().build(), options);
  runFrames(console, 2);
  EXPECT_EQ(console.masterClock(), console.cpuCycles() * chart.cpu_clocks);
}

}  // namespace
}  // namespace jumpscope::console::tests
