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

}  // namespace
}  // namespace jumpscope::why
