// What values were computed from: on the bundled cartridge, where it is known, and on random programs, where it can be tried.
#include "src/why/why.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "src/session/trace_input.h"
#include "src/trace/builtin_profiles.h"
#include "src/why/shadow.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"

namespace jumpscope::why {
namespace {

using tests::BundledMovie;

BundledMovie movieNamed(const std::string& name) {
  for (BundledMovie& movie : tests::bundledMovies())
    if (movie.name == name) return movie;
  throw std::runtime_error("no movie " + name);
}

session::Input inputOf(const BundledMovie& movie) {
  return session::playMovie(
      session::readMovie(tests::sourceDir() / "roms_test/movies" / (movie.name + ".fm2")));
}

trace::Watch watchNamed(const std::string& name) {
  for (const trace::Watch& watch : trace::builtinProfile("smb").watches)
    if (watch.name == name) return watch;
  throw std::runtime_error("no watch " + name);
}

Answer asked(std::shared_ptr<const console::Cartridge> cartridge, const BundledMovie& movie,
             const Question& question) {
  return explain(std::move(cartridge), {}, inputOf(movie), question);
}

bool namesRom(const Answer& answer, uint32_t offset) {
  const auto is = [&](const Cause& cause) { return cause.prg_offset == offset; };
  return std::any_of(answer.computed_from.rom.begin(), answer.computed_from.rom.end(), is);
}

std::shared_ptr<const console::Cartridge> withByte(uint32_t offset, uint8_t value) {
  console::Cartridge changed = *tests::jumplabCartridge();
  changed.prg[offset] = value;
  return std::make_shared<const console::Cartridge>(std::move(changed));
}

// Each byte of the jump's tables that a movie uses is changed, and named in the first value that is another then.
TEST(Why, NamesTheChangedByteOfATable) {
  const BundledMovie movie = movieNamed("tour");
  const auto original = tests::jumplabCartridge();
  const tests::Recording right = tests::recordJumplab(original, movie.inputs);
  size_t tried = 0;
  for (const char* table : {"jump_rise_table", "jump_fall_table", "jump_speed_table", "jump_fraction_table"})
    for (const uint32_t i : {0u, 4u}) {
      const uint32_t offset = tests::jumplabLabel(table) - 0x8000u + i;
      const auto cartridge = withByte(offset, static_cast<uint8_t>(original->prg[offset] ^ 4));
      const tests::Recording wrong = tests::recordJumplab(cartridge, movie.inputs);
      const auto& rows = right.trace.rows;
      const auto differs = std::mismatch(rows.begin(), rows.end(), wrong.trace.rows.begin());
      if (differs.first == rows.end()) continue;
      ++tried;
      for (size_t w = 0; w < differs.first->values.size(); ++w) {
        if (differs.first->values[w] == differs.second->values[w]) continue;
        const trace::Watch& watch = right.trace.header.watches[w];
        const Answer answer = asked(cartridge, movie, {watch, differs.first->frame});
        EXPECT_TRUE(namesRom(answer, offset))
            << table << "+" << i << ", " << watch.name << " in frame " << answer.frame << "\n"
            << asText(answer, {});
        EXPECT_EQ(answer.value, differs.second->values[w]);
      }
    }
  EXPECT_EQ(tried, 8u);
}

TEST(Why, GoesBackToTheFrameInWhichTheJumpBegan) {
  const Answer near = asked(tests::jumplabCartridge(), movieNamed("tour"), {watchNamed("y_position"), 190});
  EXPECT_TRUE(near.computed_from.rom.empty());
  const Answer far =
      asked(tests::jumplabCartridge(), movieNamed("tour"), {watchNamed("y_position"), 190, 12});
  EXPECT_TRUE(namesRom(far, tests::jumplabLabel("jump_speed_table") - 0x8000u + 3)) << asText(far, {});
  EXPECT_EQ(far.first_frame, 179u);
}

TEST(Why, NamesTheButton) {
  const Answer answer = asked(tests::jumplabCartridge(), movieNamed("tour"), {watchNamed("buttons_ab"), 185});
  ASSERT_EQ(answer.computed_from.buttons.size(), 8u) << asText(answer, {});
  EXPECT_EQ(answer.computed_from.buttons[0].button, 0u);
  EXPECT_TRUE(answer.computed_from.buttons[0].value & 1);
}

// Nothing is explained by "unknown" in any frame of the bundled movies: the processor that knows does what the
// console's does.
TEST(Why, FollowsEveryInstructionOfTheBundledMovies) {
  for (const BundledMovie& movie : tests::bundledMovies()) {
    if (movie.inputs.size() > 250) continue;
    tests::JumplabPlay play(tests::jumplabCartridge());
    size_t frame = 0;
    for (; frame < movie.inputs.size() / 2; ++frame) play.runFrame(movie.inputs[frame]);
    Shadow shadow(play.console);
    for (; frame < std::min(movie.inputs.size(), movie.inputs.size() / 2 + 15); ++frame)
      play.runFrame(movie.inputs[frame]);
    EXPECT_EQ(shadow.surprises(), 0u) << movie.name;
    for (uint16_t address = 0; address < 0x800; ++address)
      ASSERT_EQ(shadow.at(address)->value, play.console.peek(address)) << movie.name << " " << address;
  }
}

TEST(Why, FollowsEveryInstructionOfHomebrew) {
  REQUIRE_SHARED("homebrew");
  for (const auto& file : std::filesystem::directory_iterator(shared_path)) {
    if (file.path().extension() != ".nes") continue;
    session::RomChoice rom;
    rom.rom = file.path().string();
    console::Console console(session::loadCartridge(rom), {});
    for (int frame = 0; frame < 60; ++frame) console.runFrame();
    Shadow shadow(console);
    for (int frame = 0; frame < 10; ++frame) {
      console.setButtons(0, frame % 2 ? 0x09 : 0x80);
      console.runFrame();
    }
    EXPECT_EQ(shadow.surprises(), 0u) << file.path();
    for (uint16_t address = 0; address < 0x800; ++address)
      ASSERT_EQ(shadow.at(address)->value, console.peek(address)) << file.path() << " " << address;
  }
}

// What is named is what matters: a byte of RAM that a value was computed from changes it.
TEST(Why, WhatItNamesChangesTheValue) {
  const BundledMovie movie = movieNamed("tour");
  const auto cartridge = tests::jumplabCartridge();
  const trace::Watch watch = watchNamed("y_position");
  for (const uint64_t frame : {185u, 200u, 230u}) {
    const Answer answer = asked(cartridge, movie, {watch, frame});
    tests::JumplabPlay play(cartridge);
    for (uint64_t i = 0; i < frame; ++i) play.runFrame(movie.inputs[i]);
    const console::State before = play.console.state();
    ASSERT_FALSE(answer.computed_from.ram.empty());
    for (const Cause& ram : answer.computed_from.ram) {
      bool changes = false;
      for (int value = 0; value < 256 && !changes; ++value) {
        play.console.restore(before);
        play.console.poke(ram.address, static_cast<uint8_t>(value));
        movie::latch(play.console, movie.inputs[frame]);
        play.console.runFrame();
        changes = play.console.peek(watch.addresses[0]) != answer.value;
      }
      EXPECT_TRUE(changes) << "frame " << frame << " address " << ram.address;
    }
  }
}

// A program at $8000 that waits for $00 to change, which its NMI at $8100 counts, and then runs `body` once a frame.
std::shared_ptr<const console::Cartridge> program(const std::vector<uint8_t>& body) {
  console::Cartridge cartridge;
  cartridge.name = "program.nes";
  cartridge.prg.assign(0x8000, 0xEA);
  cartridge.chr.assign(0x2000, 0);
  const auto put = [&](uint16_t address, const std::vector<uint8_t>& bytes) {
    std::copy(bytes.begin(), bytes.end(), cartridge.prg.begin() + (address - 0x8000));
  };
  put(0x8000, {0x78, 0xA2, 0xFF, 0x9A, 0x2C, 0x02, 0x20, 0x10, 0xFB, 0xA9, 0x80, 0x8D, 0x00, 0x20});
  put(0x800E, {0xA5, 0x00, 0xE6, 0x30, 0xC5, 0x00, 0xF0, 0xFA});  // LDA $00; INC $30; CMP $00; BEQ -6
  std::vector<uint8_t> loop = body;
  loop.insert(loop.end(), {0x4C, 0x0E, 0x80});
  put(0x8016, loop);
  put(0x8100, {0xE6, 0x00, 0x40});
  put(0xFFFA, {0x00, 0x81, 0x00, 0x80, 0x00, 0x81});
  return std::make_shared<const console::Cartridge>(std::move(cartridge));
}

Answer askedOf(const std::vector<uint8_t>& body, uint16_t address, uint64_t depth = 1,
               const console::Options& machine = {}) {
  session::Input input;
  input.frames = 60;
  trace::Watch watch;
  watch.name = "v";
  watch.addresses = {address};
  return explain(program(body), machine, input, {watch, 50, depth});
}

bool mentions(const Answer& answer, const std::string& words) {
  const std::string text = asText(answer, {});
  return text.find(words) != std::string::npos;
}

TEST(Why, ABranchThatChoseBetweenLoadsIsTold) {
  // LDA $A0; BEQ else; LDA $B0; JMP store; else: LDA $B1; store: STA $A1
  const Answer loads =
      askedOf({0xA5, 0xA0, 0xF0, 0x05, 0xA5, 0xB0, 0x4C, 0x21, 0x80, 0xA5, 0xB1, 0x85, 0xA1}, 0xA1);
  EXPECT_TRUE(mentions(loads, "because BEQ $801F at $8018 was taken")) << asText(loads, {});
  ASSERT_EQ(loads.chosen_by.ram.size(), 1u);
  EXPECT_EQ(loads.chosen_by.ram[0].address, 0xA0);
  // LDA $A0; BEQ else; LDX #2; BNE store; else: LDX #4; store: STX $A3
  const Answer constants =
      askedOf({0xA5, 0xA0, 0xF0, 0x04, 0xA2, 0x02, 0xD0, 0x02, 0xA2, 0x04, 0x86, 0xA3}, 0xA3);
  EXPECT_TRUE(mentions(constants, "because BEQ $801E at $8018 was taken")) << asText(constants, {});
}

TEST(Why, ABranchInAMainLoopDecidesNothingBehindItsMeetingPoint) {
  // LDA $A0; BEQ +2; INC $50; LDA $B0; STA $51
  const Answer answer = askedOf({0xA5, 0xA0, 0xF0, 0x02, 0xE6, 0x50, 0xA5, 0xB0, 0x85, 0x51}, 0x51);
  EXPECT_FALSE(mentions(answer, "because BEQ $801C")) << asText(answer, {});
}

std::vector<uint16_t> ramThatChose(const Answer& answer) {
  std::vector<uint16_t> addresses;
  for (const Cause& cause : answer.chosen_by.ram) addresses.push_back(cause.address);
  return addresses;
}

TEST(Why, AJumpThroughAPointerIsTold) {
  // LDA $A1; BNE go; LDA #$25; STA $A0; LDA #$80; STA $A1; go: JMP ($00A0); $8025: LDA #5; STA $A5
  const Answer answer = askedOf({0xA5, 0xA1, 0xD0, 0x08, 0xA9, 0x25, 0x85, 0xA0, 0xA9, 0x80, 0x85, 0xA1, 0x6C,
                                 0xA0, 0x00, 0xA9, 0x05, 0x85, 0xA5},
                                0xA5);
  EXPECT_TRUE(mentions(answer, "because JMP ($00A0) at $8022 led here")) << asText(answer, {});
  EXPECT_EQ(ramThatChose(answer), (std::vector<uint16_t>{0xA0, 0xA1}));
}

TEST(Why, AReturnToAComputedAddressIsToldAndACallsIsNot) {
  // LDA #$80; PHA; LDA $A0; ORA #$1E; PHA; RTS; $801F: LDA #5; STA $A5
  const Answer computed =
      askedOf({0xA9, 0x80, 0x48, 0xA5, 0xA0, 0x09, 0x1E, 0x48, 0x60, 0xA9, 0x05, 0x85, 0xA5}, 0xA5);
  EXPECT_TRUE(mentions(computed, "because RTS at $801E led here")) << asText(computed, {});
  EXPECT_EQ(ramThatChose(computed), (std::vector<uint16_t>{0xA0}));
  // JSR $801C; JMP $8021; $801C: LDA #5; RTS; $8021: STA $A5
  const Answer called =
      askedOf({0x20, 0x1C, 0x80, 0x4C, 0x21, 0x80, 0xA9, 0x05, 0x60, 0xEA, 0xEA, 0x85, 0xA5}, 0xA5);
  EXPECT_FALSE(mentions(called, "led here")) << asText(called, {});
}

TEST(Why, AWaitingLoopsCounterIsOneLineHoweverLongItCounted) {
  const Answer answer = askedOf({}, 0x30, 40);
  EXPECT_TRUE(mentions(answer, " times INC $30")) << asText(answer, {}).substr(0, 2000);
  EXPECT_LT(asText(answer, {}).size(), 5000u);
  ASSERT_FALSE(answer.computed_from.ram.empty());
  EXPECT_EQ(answer.computed_from.ram[0].address, 0x30);
}

TEST(Why, ALongChainIsCutInTheTreeAndCompleteInTheSources) {
  // CLC; LDA $40; ADC $50; STA $40; LDA $40; EOR $41; STA $40: two instructions in turn.
  const Answer answer =
      askedOf({0x18, 0xA5, 0x40, 0x65, 0x50, 0x85, 0x40, 0xA5, 0x40, 0x45, 0x41, 0x85, 0x40}, 0x40, 49);
  EXPECT_TRUE(mentions(answer, "too far down"));
  EXPECT_FALSE(asJson(answer, {}).empty());
  EXPECT_EQ(answer.computed_from.ram.size(), 3u) << asText(answer, {});
}

TEST(Why, AnInterruptIsNamedAsOne) {
  const Answer answer = askedOf({}, 0x01FD);  // the status that the last NMI pushed
  EXPECT_TRUE(mentions(answer, "interrupt at $80")) << asText(answer, {});
  EXPECT_FALSE(mentions(answer, "BRK")) << asText(answer, {});
}

TEST(Why, APushIsShownAtItsAddress) {
  const Answer answer = askedOf({0xA5, 0x20, 0x48, 0x68}, 0x01FF);  // LDA $20; PHA; PLA
  EXPECT_FALSE(mentions(answer, "$0000")) << asText(answer, {});
}

TEST(Why, WithTheStrobeOnEveryReadIsA) {
  // LDA #1; STA $4016; LDA $4016; LDA $4016; STA $85
  const Answer answer =
      askedOf({0xA9, 0x01, 0x8D, 0x16, 0x40, 0xAD, 0x16, 0x40, 0xAD, 0x16, 0x40, 0x85, 0x85}, 0x85);
  ASSERT_EQ(answer.computed_from.buttons.size(), 1u) << asText(answer, {});
  EXPECT_EQ(answer.computed_from.buttons[0].button, 0u);
}

TEST(Why, AReadBehindAStrobeOfAnotherFrameOrOfAnotherDeviceNamesNoButton) {
  // LDA $4016; STA $85, and the strobe after it
  const std::vector<uint8_t> late{0xAD, 0x16, 0x40, 0x85, 0x85, 0xA9, 0x01, 0x8D,
                                  0x16, 0x40, 0xA9, 0x00, 0x8D, 0x16, 0x40};
  EXPECT_TRUE(askedOf(late, 0x85).computed_from.buttons.empty());
  EXPECT_EQ(askedOf(late, 0x85, 2).computed_from.buttons.size(), 1u);
  console::Options with_zapper;
  with_zapper.devices.ports[1] = console::Device::Zapper;
  // LDA #1; STA $4016; LDA #0; STA $4016; LDA $4017; STA $85
  const std::vector<uint8_t> second{0xA9, 0x01, 0x8D, 0x16, 0x40, 0xA9, 0x00, 0x8D,
                                    0x16, 0x40, 0xAD, 0x17, 0x40, 0x85, 0x85};
  EXPECT_TRUE(askedOf(second, 0x85, 1, with_zapper).computed_from.buttons.empty());
  EXPECT_EQ(askedOf(second, 0x85).computed_from.buttons.size(), 1u);
}

TEST(Why, ARegisterOfTheFrameBeforeIsASource) {
  const Answer answer = askedOf({0xE8, 0x86, 0x40}, 0x40);  // INX; STX $40
  EXPECT_EQ(answer.computed_from.unknown.size(), 1u) << asText(answer, {});
  EXPECT_FALSE(mentions(answer, "own constants"));
}

}  // namespace
}  // namespace jumpscope::why
