// A console is a value: copies, states, and the one list of fields.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/console/cartridge_builder.h"
#include "tests/console/random_program.h"

namespace jumpscope::console::tests {
namespace {

TEST(Copy, RunsOnByItself) {
  const RandomProgram program(1);
  console::Console original(program.cartridge, program.options);
  runFrames(original, 3);
  const console::Console& source = original;
  console::Console copy(source);
  const console::State before = original.state();
  copy.runFrame();
  copy.poke(0x0300, static_cast<uint8_t>(~copy.peek(0x0300)));
  copy.setButtons(0, 0xFF);
  EXPECT_EQ(console::firstDifference(original.state(), before), "");
  EXPECT_NE(console::firstDifference(copy.state(), before), "");
}

TEST(Copy, BehavesAsItsOriginal) {
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    const RandomProgram program(seed);
    console::Console original(program.cartridge, program.options);
    for (int steps = 0; steps < 2000; ++steps) original.step();
    console::Console copy(original);
    console::Console assigned(program.cartridge, program.options);
    assigned.runFrame();
    assigned = original;
    for (int frame = 0; frame < 3; ++frame) {
      original.runFrame();
      copy.runFrame();
      assigned.runFrame();
      ASSERT_EQ(console::firstDifference(copy.state(), original.state()), "")
          << "seed " << seed << ", frame " << frame;
      ASSERT_EQ(console::firstDifference(assigned.state(), original.state()), "")
          << "seed " << seed << ", frame " << frame;
    }
  }
}

TEST(Copy, TakesOverAnotherCartridge) {
  const RandomProgram one(1), other(2);
  console::Console console(one.cartridge, one.options), source(other.cartridge, other.options);
  source.runFrame();
  console = source;
  console.runFrame();
  source.runFrame();
  EXPECT_EQ(&console.cartridge(), other.cartridge.get());
  EXPECT_EQ(console::firstDifference(console.state(), source.state()), "");
}

// What the alignments tell apart is how rendering goes off and on.
TEST(Copy, TakesOverAnotherAlignment) {
  Program program;
  const uint16_t loop = program.here();
  program.store(0x2001, 0x1E).store(0x2001, 0x00).inc(0x10).jmp(loop);
  const auto cartridge = program.build();
  console::Options options;
  console::Console console(cartridge, options);
  options.alignment = 1;
  console::Console source(cartridge, options);
  source.runFrame();
  console = source;
  for (int steps = 0; steps < 10000; ++steps) {
    console.step();
    source.step();
    ASSERT_EQ(console::firstDifference(console.state(), source.state()), "")
        << "after " << steps << " instructions";
  }
}

TEST(Copy, ToItselfChangesNothing) {
  const RandomProgram program(1);
  console::Console console(program.cartridge, program.options);
  console.runFrame();
  const console::State before = console.state();
  console::Console& same = console;
  console = same;
  EXPECT_EQ(console::firstDifference(console.state(), before), "");
}

TEST(Restore, GoesOnAsIfNothingHadHappened) {
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    const RandomProgram program(seed);
    console::Console straight(program.cartridge, program.options);
    console::Console resumed(program.cartridge, program.options);
    runFrames(resumed, 2);
    for (int stop = 0; stop < 20; ++stop) {
      for (int steps = 0; steps < 311; ++steps) straight.step();
      const console::State saved = straight.state();
      resumed.restore(saved);
      ASSERT_EQ(console::firstDifference(resumed.state(), saved), "") << "seed " << seed << ", stop " << stop;
      for (int steps = 0; steps < 97; ++steps) {
        straight.step();
        resumed.step();
      }
      ASSERT_EQ(console::firstDifference(resumed.state(), straight.state()), "")
          << "seed " << seed << ", stop " << stop;
      EXPECT_EQ(resumed.frame(), straight.frame());
      EXPECT_EQ(resumed.scanline(), straight.scanline());
      EXPECT_EQ(resumed.dot(), straight.dot());
    }
  }
}

TEST(Restore, RewindsAnOlderState) {
  const RandomProgram program(5);
  console::Console console(program.cartridge, program.options);
  runFrames(console, 2);
  const console::State saved = console.state();
  runFrames(console, 3);
  const console::State later = console.state();
  console.restore(saved);
  runFrames(console, 3);
  EXPECT_EQ(console::firstDifference(console.state(), later), "");
}

TEST(State, HasNoFirstDifferenceFromItself) {
  const RandomProgram program(1);
  const console::Console console(program.cartridge, program.options);
  EXPECT_EQ(console::firstDifference(console.state(), console.state()), "");
}

// A state in which neighbors differ, so that fields swapped by mistake show.
console::State noisyState() {
  const RandomProgram program(1);
  console::Console console(program.cartridge, program.options);
  runFrames(console, 4);
  return console.state();
}

template <class T>
constexpr bool is_vector = false;
template <class T>
constexpr bool is_vector<std::vector<T>> = true;

// Flips bit 0 of each byte from `first` on and asks whether == and the field list notice alike. Returns how many
// bytes count.
size_t bytesThatCount(console::State& changed, const console::State& state, unsigned char* first,
                      size_t size) {
  size_t counted = 0;
  for (size_t at = 0; at < size; ++at) {
    first[at] ^= 1;
    const bool differs = !(changed == state);
    const std::string field = console::firstDifference(changed, state);
    EXPECT_EQ(differs, !field.empty()) << "byte " << at << " of " << size << ", field '" << field << "'";
    counted += differs;
    first[at] ^= 1;
  }
  return counted;
}

// Everything that == compares is visited, and the other way round. Bit 0 of each byte is a valid change for
// booleans and enumerators too; bytes of padding change neither. RAM of the board lies outside the struct.
TEST(State, TheFieldListHoldsEveryByteThatCountsForEquality) {
  const console::State state = noisyState();
  console::State changed = state;
  auto* bytes = reinterpret_cast<unsigned char*>(&changed);
  std::vector<std::pair<size_t, size_t>> outside;
  size_t counted = 0, listed = 0;
  console::visitSections(changed, [&](const char*, const char*, auto& field) {
    if constexpr (is_vector<std::remove_reference_t<decltype(field)>>) {
      outside.emplace_back(reinterpret_cast<unsigned char*>(&field) - bytes, sizeof field);
      counted += bytesThatCount(changed, state, field.data(), field.size());
      listed += field.size();
    } else {
      listed += sizeof field;
    }
  });
  outside.emplace_back(sizeof changed, 0);
  size_t from = 0;
  for (const auto& [start, size] : outside) {
    counted += bytesThatCount(changed, state, bytes + from, start - from);
    from = start + size;
  }
  EXPECT_EQ(counted, listed) << "a field is listed twice";
}

TEST(State, ACopyThroughTheFieldListIsEqual) {
  const console::State state = noisyState();
  std::vector<std::vector<unsigned char>> file;
  const auto bytesOf = [](auto& field) {
    if constexpr (is_vector<std::remove_cvref_t<decltype(field)>>)
      return std::span(reinterpret_cast<unsigned char*>(const_cast<uint8_t*>(field.data())), field.size());
    else
      return std::span(
          reinterpret_cast<unsigned char*>(const_cast<std::remove_cvref_t<decltype(field)>*>(&field)),
          sizeof field);
  };
  console::visitSections(state, [&](const char*, const char*, const auto& field) {
    const auto bytes = bytesOf(field);
    file.emplace_back(bytes.begin(), bytes.end());
  });
  console::State copy;
  size_t index = 0;
  console::visitSections(copy, [&](const char*, const char*, auto& field) {
    if constexpr (is_vector<std::remove_cvref_t<decltype(field)>>) field.resize(file[index].size());
    const auto bytes = bytesOf(field);
    ASSERT_EQ(file[index].size(), bytes.size());
    std::copy(file[index].begin(), file[index].end(), bytes.begin());
    ++index;
  });
  EXPECT_EQ(console::firstDifference(copy, state), "");
  EXPECT_TRUE(copy == state);
}

TEST(State, ADifferenceIsNamedBySectionAndField) {
  console::State state = noisyState();
  const console::State before = state;
  state.ram[0x123] ^= 1;
  EXPECT_EQ(console::firstDifference(state, before), "ram.ram");
  state.ppu.fine_x ^= 1;
  EXPECT_EQ(console::firstDifference(state, before), "ppu.fine_x");
  state.cpu.y ^= 1;
  EXPECT_EQ(console::firstDifference(state, before), "cpu.y");
  state.data_bus ^= 1;
  EXPECT_EQ(console::firstDifference(state, before), "console.data_bus");
}

TEST(State, SectionsComeInFileOrder) {
  const console::State state;
  std::vector<std::string> sections;
  console::visitSections(state, [&](const char* section, const char*, const auto&) {
    if (sections.empty() || sections.back() != section) sections.push_back(section);
  });
  EXPECT_EQ(sections, (std::vector<std::string>{"console", "cpu", "ppu", "apu", "ram", "board"}));
}

}  // namespace
}  // namespace jumpscope::console::tests
