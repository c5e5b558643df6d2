// What an observer is told, when, and that observing changes nothing.
#include <gtest/gtest.h>

#include <vector>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::tests {
namespace {

constexpr console::Policy both_policies[] = {console::Policy::CatchUp, console::Policy::Lockstep};

console::Options with(console::Policy policy) {
  console::Options options;
  options.policy = policy;
  options.ram_init = console::parseRamInit("zeros");
  return options;
}

TEST(WatchHook, TellsEverythingAboutAWrite) {
  for (const console::Policy policy : both_policies) {
    Program program;
    program.nop(3).store(0x0012, 0x34).store(0x0812, 0x56).spin();
    console::Console console(program.build(), with(policy));
    console.watch(0x1812);
    std::vector<console::WatchedWrite> writes;
    console.hooks().on_watched_write = [&](const console::WatchedWrite& write) { writes.push_back(write); };
    console.runFrame();
    ASSERT_EQ(writes.size(), 2u);
    // Seven cycles of reset, three NOPs, LDA; the store writes in its fourth cycle.
    EXPECT_EQ(writes[0].cycle, 7u + 6 + 2 + 3);
    EXPECT_EQ(writes[0].frame, 0u);
    EXPECT_EQ(writes[0].pc, 0x8005);
    EXPECT_EQ(writes[0].opcode, 0x8D);
    EXPECT_EQ(writes[0].address, 0x0012) << "mirrors are folded";
    EXPECT_EQ(writes[0].old_value, 0x00);
    EXPECT_EQ(writes[0].new_value, 0x34);
    EXPECT_EQ(writes[1].address, 0x0012);
    EXPECT_EQ(writes[1].old_value, 0x34);
    EXPECT_EQ(writes[1].new_value, 0x56);
    // Three dots a cycle from the top left corner on (as nestest's log has it).
    for (const console::WatchedWrite& write : writes)
      EXPECT_EQ(static_cast<uint64_t>(write.scanline * 341 + write.dot), write.cycle * 3);
  }
}

TEST(WatchHook, SeesWritesToTheBoardsRam) {
  console::Console console(Program().store(0x6005, 0x34).spin().build(), with(console::Policy::CatchUp));
  console.watch(0x6005);
  std::vector<console::WatchedWrite> writes;
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) { writes.push_back(write); };
  console.runFrame();
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].address, 0x6005);
  EXPECT_EQ(writes[0].new_value, 0x34);
}

TEST(WatchHook, SeesPushes) {
  console::Console console(Program().lda(0x34).put({0x48}).spin().build(), with(console::Policy::CatchUp));
  console.watch(0x01FD);
  std::vector<console::WatchedWrite> writes;
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) { writes.push_back(write); };
  console.runFrame();
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].opcode, 0x48);
  EXPECT_EQ(writes[0].new_value, 0x34);
}

TEST(WatchHook, StaysSilentForTheRestOfThePage) {
  console::Console console(Program().store(0x0011, 1).store(0x0013, 2).store(0x0112, 3).spin().build(),
                           with(console::Policy::CatchUp));
  console.watch(0x0012);
  int calls = 0;
  console.hooks().on_watched_write = [&](const console::WatchedWrite&) { ++calls; };
  console.runFrame();
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(console.peek(0x0011), 1);
}

// A loop that writes all the time, so that frames end before, in and after its writing cycles.
Program busyLoop() {
  Program program;
  program.store(0x10, 0);
  const uint16_t loop = program.here();
  return program.inc(0x10).put({0xE6, 0x11}).jmp(loop);
}

struct Event {
  bool frame_end;
  uint64_t cycle, frame;
  uint8_t value;  // of $10: written, or found at the frame's end
};

std::vector<Event> eventsOf(console::Console& console, int frames) {
  std::vector<Event> events;
  console.watch(0x10);
  console.hooks().on_watched_write = [&](const console::WatchedWrite& write) {
    events.push_back({false, write.cycle, write.frame, write.new_value});
  };
  console.hooks().on_frame_end = [&](uint64_t frame) {
    events.push_back({true, console.cpuCycles(), frame, console.peek(0x10)});
  };
  runFrames(console, frames);
  return events;
}

TEST(FrameHook, ComesAtTheVblankMomentAndBeforeLaterWrites) {
  for (const console::Policy policy : both_policies) {
    console::Console console(busyLoop().build(), with(policy));
    const std::vector<Event> events = eventsOf(console, 40);
    uint64_t frames_ended = 0, last_cycle = 0;
    uint8_t value = 0;
    for (const Event& event : events) {
      EXPECT_GE(event.cycle, last_cycle) << "events come in time's order";
      last_cycle = event.cycle;
      EXPECT_EQ(event.frame, frames_ended);
      if (!event.frame_end) {
        value = event.value;
        continue;
      }
      EXPECT_EQ(event.value, value) << "a frame's row holds what was written before its end, frame "
                                    << event.frame;
      // The flag rises on dot 1 of line 241, and is seen by the end of that CPU cycle.
      const uint64_t dots = 241 * 341 + 1 + frames_ended * 262 * 341;
      EXPECT_NEAR(static_cast<double>(event.cycle), static_cast<double>(dots) / 3, 1.5);
      ++frames_ended;
    }
    EXPECT_EQ(frames_ended, 40u);
  }
}

TEST(FrameHook, CutsInstructionsInTwo) {
  console::Console console(busyLoop().build(), with(console::Policy::CatchUp));
  const std::vector<Event> events = eventsOf(console, 40);
  int cuts = 0;
  for (size_t i = 0; i + 1 < events.size(); ++i)
    if (events[i].frame_end && !events[i + 1].frame_end && events[i + 1].cycle <= events[i].cycle + 2) ++cuts;
  EXPECT_GT(cuts, 0) << "no frame ended just before a write: the other tests of this file show little";
}

TEST(FrameHook, IsTheSameUnderBothPolicies) {
  std::vector<std::vector<Event>> runs;
  for (const console::Policy policy : both_policies) {
    console::Console console(busyLoop().build(), with(policy));
    runs.push_back(eventsOf(console, 40));
  }
  ASSERT_EQ(runs[0].size(), runs[1].size());
  for (size_t i = 0; i < runs[0].size(); ++i) {
    EXPECT_EQ(runs[0][i].frame_end, runs[1][i].frame_end) << "event " << i;
    EXPECT_EQ(runs[0][i].cycle, runs[1][i].cycle) << "event " << i;
    EXPECT_EQ(runs[0][i].value, runs[1][i].value) << "event " << i;
  }
}

TEST(FrameHook, CountsFramesFromZero) {
  console::Console console(Program().spin().build(), with(console::Policy::CatchUp));
  std::vector<uint64_t> frames;
  console.hooks().on_frame_end = [&](uint64_t frame) { frames.push_back(frame); };
  runFrames(console, 3);
  EXPECT_EQ(frames, (std::vector<uint64_t>{0, 1, 2}));
}

TEST(FrameHook, ComesDuringDmaToo) {
  // OAM DMA after OAM DMA: most frames end within one.
  Program program;
  program.lda(0x02);
  const uint16_t loop = program.here();
  program.sta(0x4014).inc(0x10).jmp(loop);
  std::vector<std::vector<Event>> runs;
  for (const console::Policy policy : both_policies) {
    console::Console console(program.build(), with(policy));
    runs.push_back(eventsOf(console, 10));
    for (const Event& event : runs.back())
      if (event.frame_end) {
        EXPECT_NEAR(static_cast<double>(event.cycle),
                    static_cast<double>(241 * 341 + 1 + event.frame * 262 * 341) / 3, 1.5);
      }
  }
  EXPECT_EQ(runs[0].size(), runs[1].size());
}

TEST(InstructionHook, ComesBeforeEachInstruction) {
  Program program;
  program.lda(0x12).sta(0x10).spin();
  console::Console console(program.build(), with(console::Policy::CatchUp));
  std::vector<uint16_t> counters;
  std::vector<uint8_t> values;
  console.hooks().on_instruction = [&] {
    counters.push_back(console.cpu().pc);
    values.push_back(console.peek(0x10));
  };
  for (int i = 0; i < 5; ++i) console.step();
  EXPECT_EQ(counters, (std::vector<uint16_t>{0x0000, 0x8000, 0x8002, 0x8005, 0x8005}));
  EXPECT_EQ(values, (std::vector<uint8_t>{0, 0, 0, 0x12, 0x12}));
}

TEST(Hooks, ChangeNothing) {
  Program program;
  program.store(0x2000, 0x80).store(0x2001, 0x1E).store(0x4017, 0).put({0x58});
  const uint16_t loop = program.here();
  program.inc(0x10).copy(0x2002, 0x11).copy(0x4016, 0x12).jmp(loop).nmi(0x9000).irq(0x9000);
  program.org(0x9000).store(0x4014, 0x02).load(0x4015).put({0x40});
  const auto cartridge = program.build();
  console::Console plain(cartridge, with(console::Policy::CatchUp));
  console::Console watched(cartridge, with(console::Policy::CatchUp));
  console::Console traced(cartridge, with(console::Policy::CatchUp));
  watched.watch(0x10);
  watched.watch(0x01F0);
  watched.hooks().on_watched_write = [](const console::WatchedWrite&) {};
  traced.hooks().on_instruction = [&] { traced.scanline(), traced.state(), traced.peekPpu(0x2000); };
  traced.hooks().on_frame_end = [&](uint64_t) { traced.dot(), traced.peek(0x10), traced.cpuCycles(); };
  for (int frame = 0; frame < 10; ++frame) {
    plain.runFrame();
    watched.runFrame();
    traced.runFrame();
    ASSERT_EQ(console::firstDifference(watched.state(), plain.state()), "") << "watched, frame " << frame;
    ASSERT_EQ(console::firstDifference(traced.state(), plain.state()), "") << "traced, frame " << frame;
  }
}

// A strobe just before the frame ends counts for that frame, whether or not a hook reads the state.
TEST(Hooks, DoNotChangeWhatCountsAsALagFrame) {
  for (int lead = 84; lead < 98; ++lead) {
    Program program;
    program.store(0x2000, 0x80).spin().nmi(0x9000);
    // The handler strobes about 29780 cycles after it began, as the next frame ends.
    program.org(0x9000).store(0x4016, 0).nop(lead);
    program.put({0xA2, 23, 0xA0, 0, 0x88, 0xD0, 0xFD, 0xCA, 0xD0, 0xF8});  // 23 times 256 times DEY, BNE
    program.store(0x4016, 1).put({0x40});
    const auto cartridge = program.build();
    console::Console plain(cartridge, with(console::Policy::CatchUp)),
        traced(cartridge, with(console::Policy::CatchUp));
    traced.hooks().on_instruction = [&] { traced.state(); };
    for (int frame = 0; frame < 4; ++frame) {
      plain.runFrame();
      traced.runFrame();
      ASSERT_EQ(traced.polledInput(), plain.polledInput()) << "lead " << lead << ", frame " << frame;
    }
  }
}

TEST(Hooks, AreNotCopied) {
  console::Console console(busyLoop().build(), with(console::Policy::CatchUp));
  int calls = 0;
  console.hooks().on_frame_end = [&](uint64_t) { ++calls; };
  console.hooks().on_watched_write = [&](const console::WatchedWrite&) { ++calls; };
  console.hooks().on_instruction = [&] { ++calls; };
  console.watch(0x10);
  console::Console copy(console);
  copy.runFrame();
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace jumpscope::console::tests
