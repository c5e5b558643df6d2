#include "src/trace/recorder.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

void put(std::vector<uint8_t>& prg, uint16_t address, std::initializer_list<uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), prg.begin() + (address - 0x8000));
}

// Asks for an NMI in every frame and waits. The NMI counts a 16-bit number up: low byte $00CE, high byte
// $0300.
std::shared_ptr<const console::Cartridge> counter() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  put(prg, 0x8000,
      {0xA2, 0x10,          // LDX #$10
       0xA9, 0x80,          // LDA #$80
       0x8D, 0x00, 0x20,    // STA $2000: again and again, the PPU ignores it while it warms up
       0x4C, 0x02, 0x80});  // JMP $8002
  put(prg, 0x9000,
      {0x18,              // CLC
       0xA5, 0xCE,        // LDA $CE
       0x69, 0x60,        // ADC #$60
       0x85, 0xCE,        // STA $CE
       0xAD, 0x00, 0x03,  // LDA $0300
       0x69, 0x00,        // ADC #$00
       0x9D, 0xF0, 0x02,  // STA $02F0,X
       0x40});            // RTI
  put(prg, 0xFFFA, {0x00, 0x90, 0x00, 0x80, 0x00, 0x90});
  return std::make_shared<const console::Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "counter"));
}

struct Recording {
  std::vector<Row> rows;
  std::vector<Write> writes;
};

Recording record(const std::vector<Watch>& watches, uint64_t frames, bool with_writes,
                 console::Policy policy = console::Policy::CatchUp) {
  console::Options options;
  options.ram_init.kind = console::RamInit::Kind::Zeros;
  options.policy = policy;
  console::Console console(counter(), options);
  Recording recording;
  const WriteSink write_sink = [&](const Write& write) { recording.writes.push_back(write); };
  Recorder recorder(
      console, watches, [](uint64_t frame) { return uint8_t(frame); },
      [&](const Row& row) { recording.rows.push_back(row); }, with_writes ? write_sink : WriteSink());
  for (uint64_t i = 0; i < frames; ++i) console.runFrame();
  return recording;
}

TEST(Recorder, ARowHasTheValuesAtTheEndOfItsFrame) {
  const Recording recording = record({parseWatch("n=$0300,$CE:u16.8"), parseWatch("low=$CE")}, 12, true);
  ASSERT_EQ(recording.rows.size(), 12u);
  uint8_t low = 0, high = 0;
  size_t next = 0;
  for (uint64_t frame = 0; frame < 12; ++frame) {
    const Row& row = recording.rows[frame];
    EXPECT_EQ(row.frame, frame);
    EXPECT_EQ(row.buttons, frame);
    for (; next < recording.writes.size() && recording.writes[next].frame <= frame; ++next)
      (recording.writes[next].address == 0xCE ? low : high) = recording.writes[next].new_value;
    EXPECT_EQ(row.values, (std::vector<int64_t>{high * 256 + low, low})) << "frame " << frame;
  }
  EXPECT_GT(recording.rows.back().values[0], 256) << "the program counted beyond its low byte";
}

// BRK again and again, with an NMI in every frame and the frame counter's IRQ.
std::shared_ptr<const console::Cartridge> interrupted() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  put(prg, 0x8000, {0xA9, 0x00,          // LDA #$00
                    0x8D, 0x17, 0x40,    // STA $4017
                    0x58,                // CLI
                    0xA9, 0x80,          // LDA #$80
                    0x8D, 0x00, 0x20,    // STA $2000: again and again, the PPU ignores it while it warms up
                    0x00, 0xEA,          // BRK
                    0xA2, 0x0F,          // LDX #$0F
                    0xCA,                // DEX
                    0xD0, 0xFD,          // BNE
                    0xE6, 0x10,          // INC $10
                    0xD0, 0xF5,          // BNE $800B: BRK
                    0x4C, 0x06, 0x80});  // JMP $8006
  put(prg, 0x9000, {0x40});              // RTI
  put(prg, 0x9100, {0xAD, 0x15, 0x40, 0x40});  // LDA $4015, RTI
  put(prg, 0xFFFA, {0x00, 0x90, 0x00, 0x80, 0x00, 0x91});
  return std::make_shared<const console::Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "interrupted"));
}

// The pushed P has bit 4 from BRK only.
TEST(Recorder, ThePushesOfAnInterruptAreNotThoseOfBrk) {
  for (const console::Policy policy : {console::Policy::CatchUp, console::Policy::Lockstep}) {
    console::Options options;
    options.policy = policy;
    console::Console console(interrupted(), options);
    std::map<std::string, int> seen;
    Recorder recorder(
        console, {parseWatch("p=$01FB")}, [](uint64_t) { return uint8_t{0}; }, [](const Row&) {},
        [&](const Write& write) {
          ++seen[write.instruction];
          EXPECT_EQ(write.instruction.starts_with("BRK"), (write.new_value & 0x10) != 0) << write.instruction;
        });
    for (int frame = 0; frame < 20; ++frame) console.runFrame();
    EXPECT_EQ(seen.size(), 3U);
    EXPECT_GE(seen["NMI"], 10);
    EXPECT_GE(seen["IRQ"], 3);
  }
}

TEST(Recorder, AWriteNamesItsWriterAndTheByte) {
  const Recording recording = record({parseWatch("n=$0300,$CE:u16.8"), parseWatch("low=$CE")}, 6, true);
  ASSERT_GE(recording.writes.size(), 6u);
  const Write& to_n = recording.writes[0];
  const Write& to_low = recording.writes[1];
  const Write& high = recording.writes[2];
  EXPECT_EQ(to_n.watch, "n");
  EXPECT_EQ(to_low.watch, "low");
  EXPECT_EQ(to_n.cycle, to_low.cycle) << "one write, seen by two watches";
  EXPECT_EQ(to_n.pc, 0x9005);
  EXPECT_EQ(to_n.instruction, "STA $CE");
  EXPECT_EQ(to_n.address, 0xCE);
  EXPECT_EQ(to_n.old_value, 0x00);
  EXPECT_EQ(to_n.new_value, 0x60);
  EXPECT_EQ(high.watch, "n");
  EXPECT_EQ(high.address, 0x0300);
  EXPECT_EQ(high.instruction, "STA $02F0,X");
  // LDA $0300 (4 cycles), ADC #$00 (2) and STA $02F0,X (5) lie between the ends of the two stores.
  EXPECT_EQ(high.cycle, to_n.cycle + 11);
  EXPECT_EQ(to_n.scanline, 241) << "the NMI comes at once";
  // 33 dots later on the line.
  EXPECT_EQ(high.scanline * 341 + high.dot, to_n.scanline * 341 + to_n.dot + 33);
}

TEST(Recorder, RowsAreTheSameWithoutTheWriteLogAndInLockstep) {
  const std::vector<Watch> watches = {parseWatch("n=$0300,$CE:u16.8")};
  const Recording with = record(watches, 10, true);
  EXPECT_EQ(record(watches, 10, false).rows, with.rows);
  EXPECT_TRUE(record(watches, 10, false).writes.empty());
  const Recording oracle = record(watches, 10, true, console::Policy::Lockstep);
  EXPECT_EQ(oracle.rows, with.rows);
  EXPECT_EQ(oracle.writes, with.writes);
}

TEST(Recorder, PreviousAndDeltaReferToThePreviousFrame) {
  const Recording recording =
      record({parseWatch("n=$0300,$CE:u16.8"), parseWatch("p=previous($0300,$CE:u16.8)"),
              parseWatch("d=delta($0300,$CE:u16.8)"), parseWatch("low=delta($CE)")},
             12, true);
  int64_t before = 0;
  for (const Row& row : recording.rows) {
    EXPECT_EQ(row.values[1], before) << "frame " << row.frame;
    EXPECT_EQ(row.values[2], row.values[0] - before) << "frame " << row.frame;
    EXPECT_EQ(row.values[3], int8_t(row.values[0] - before)) << "frame " << row.frame;
    before = row.values[0];
  }
  for (const Write& write : recording.writes)
    EXPECT_EQ(write.watch, "n") << "a byte's own watch has its writes";
  EXPECT_FALSE(record({parseWatch("d=delta($CE)")}, 6, true).writes.empty()) << "unless it has none";
}

// Main calls $8100, which calls $8200 and loops there with PHA and PLA around a store to $10; the NMI calls
// $9100, which stores to $11 and returns by way of a pushed address; BRK stores to $12.
std::shared_ptr<const console::Cartridge> caller() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  put(prg, 0x8000,
      {0xA2, 0xFF, 0x9A,                       // LDX #$FF, TXS
       0xA9, 0x80,                             // LDA #$80
       0x8D, 0x00, 0x20,                       // STA $2000
       0x20, 0x00, 0x81,                       // $8008: JSR $8100
       0x4C, 0x03, 0x80});                     // JMP $8003
  put(prg, 0x8100, {0x20, 0x00, 0x82, 0x60});  // JSR $8200, RTS
  put(prg, 0x8200,
      {0x48, 0x85, 0x10, 0x68,                 // PHA, STA $10, PLA
       0x00, 0x00,                             // BRK
       0x68, 0x68,                             // PLA, PLA: back to the caller's caller
       0x85, 0x13,                             // STA $13
       0x60});                                 // RTS
  put(prg, 0x9000, {0x20, 0x00, 0x91, 0x40});  // JSR $9100, RTI
  put(prg, 0x9100,
      {0x85, 0x11,                       // STA $11
       0xA9, 0x91, 0x48,                 // LDA #$91, PHA
       0xA9, 0x1F, 0x48,                 // LDA #$1F, PHA
       0x60});                           // RTS to $9120
  put(prg, 0x9120, {0x85, 0x14, 0x60});  // STA $14, RTS
  put(prg, 0xA000, {0x85, 0x12, 0x40});  // STA $12, RTI
  put(prg, 0xFFFA, {0x00, 0x90, 0x00, 0x80, 0x00, 0xA0});
  return std::make_shared<const console::Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "caller"));
}

std::string textOf(const std::vector<Caller>& stack) {
  std::string text;
  for (const Caller& caller : stack) {
    text += caller.kind == Caller::Kind::Jsr ? "" : caller.kind == Caller::Kind::Nmi ? "nmi:" : "brk:";
    text += addressText(caller.address) + " ";
  }
  return text;
}

TEST(Recorder, ACallStackContainsOnlyCallsAndInterrupts) {
  console::Console console(caller(), {});
  std::map<std::string, std::set<std::string>> stacks;
  {
    Recorder recorder(
        console,
        {parseWatch("a=$10"), parseWatch("b=$11"), parseWatch("c=$12"), parseWatch("d=$13"),
         parseWatch("e=$14")},
        [](uint64_t) { return uint8_t(0); }, [](const Row&) {},
        [&](const Write& write) {
          std::string text = textOf(write.stack);
          // Where the NMI came is anywhere in the main program.
          if (write.watch == "b" || write.watch == "e")
            text = text.substr(text.find("nmi:"), 4) + text.substr(text.find("nmi:") + 9);
          if (text.find("nmi:") == text.npos || write.watch == "b" || write.watch == "e")
            stacks[write.watch].insert(text);
        },
        Recorder::Stacks::Keep);
    for (int i = 0; i < 8; ++i) console.runFrame();
  }
  EXPECT_FALSE(console.hooks().on_instruction);
  using Set = std::set<std::string>;
  EXPECT_EQ(stacks["a"], Set{"$800B $8103 "});
  EXPECT_EQ(stacks["c"], Set{"$800B $8103 brk:$8206 "});
  EXPECT_EQ(stacks["d"], Set{"$800B "}) << "its call was taken off the stack";
  EXPECT_EQ(stacks["b"], Set{"nmi: $9003 "});
  EXPECT_EQ(stacks["e"], Set{"nmi: $9003 "}) << "an RTS that jumps is no return";
}

TEST(Recorder, RecordingCallStacksDoesNotChangeTheRun) {
  const auto run = [](Recorder::Stacks stacks) {
    console::Console console(caller(), {});
    std::vector<Write> writes;
    Recorder recorder(
        console, {parseWatch("a=$10"), parseWatch("b=$11")}, [](uint64_t) { return uint8_t(0); },
        [](const Row&) {},
        [&](const Write& write) {
          writes.push_back(write);
          writes.back().stack.clear();
        },
        stacks);
    for (int i = 0; i < 5; ++i) console.runFrame();
    return writes;
  };
  EXPECT_EQ(run(Recorder::Stacks::Keep), run(Recorder::Stacks::Leave));
}

TEST(Recorder, DestroyingTheRecorderRemovesItsHooks) {
  console::Console console(counter(), {});
  {
    Recorder recorder(
        console, {parseWatch("y=$CE")}, [](uint64_t) { return uint8_t(0); }, [](const Row&) {},
        [](const Write&) {});
    EXPECT_TRUE(console.hooks().on_frame_end);
  }
  EXPECT_FALSE(console.hooks().on_frame_end);
  EXPECT_FALSE(console.hooks().on_watched_write);
  console.runFrame();
}

TEST(Recorder, AWatchThatCannotBeReadIsRefused) {
  console::Console console(counter(), {});
  const auto error = tests::errorOf([&] {
    Recorder recorder(console, {Watch{"y", {}, Type::U8, 0, 0xFF, "", ""}}, {}, {});
  });
  EXPECT_EQ(error, "the watch 'y' has no address, so a console cannot record it");
}

}  // namespace
}  // namespace jumpscope::trace
