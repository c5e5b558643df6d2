#include "src/movie/press.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "src/movie/button_words.h"
#include "src/movie/buttons.h"
#include "tests/support/bytes.h"

namespace jumpscope::movie {
namespace {

TEST(Buttons, EveryValueIsWrittenAndReadBack) {
  EXPECT_EQ(buttonsText(0), "........");
  EXPECT_EQ(buttonsText(0x81), "R......A");
  EXPECT_EQ(buttonsText(0xFF), "RLDUTSBA");
  for (int value = 0; value < 256; ++value) EXPECT_EQ(parseButtonsText(buttonsText(Buttons(value))), value);
  for (const char* bad : {"", "R......", "R.......A", "A......R", "R      A"})
    EXPECT_EQ(parseButtonsText(bad), std::nullopt) << bad;
}

TEST(Buttons, WordsAreUnderstoodInAnyCase) {
  constexpr const char* words[] = {"Right", "Left", "Down", "Up", "Start", "Select", "B", "A"};
  for (int bit = 0; bit < 8; ++bit) {
    std::string upper = words[7 - bit], lower = upper;
    for (char& c : upper) c = static_cast<char>(std::toupper(c));
    for (char& c : lower) c = static_cast<char>(std::tolower(c));
    for (const std::string& word : {std::string(words[7 - bit]), upper, lower})
      EXPECT_EQ(parseButtons(word), Buttons(1 << bit)) << word;
  }
  EXPECT_EQ(parseButtons("RIGHT+A"), 0x81);
  EXPECT_EQ(parseButtons("start+Select+RB"), 0x8E);
}

TEST(Buttons, EveryRowOfLettersIsThatOfItsLetters) {
  for (int value = 1; value < 256; ++value) {
    std::string letters;
    for (size_t column = 0; column < button_letters.size(); ++column)
      if (value & 0x80 >> column) letters += button_letters[column];
    do {
      EXPECT_EQ(parseButtons(letters), Buttons(value)) << letters;
    } while (letters.size() < 5 && std::next_permutation(letters.begin(), letters.end()));
  }
  EXPECT_EQ(parseButtons("AA"), 0x01);
}

TEST(Buttons, WhatIsNeitherIsRefusedWithTheReason) {
  for (const char* bad :
       {"", "X", "r", "rb", "STARTA", "ASTART", "STRAIT", "A+", "+A", "A++B", "UP+X", "START A"})
    EXPECT_EQ(parseButtons(bad), std::nullopt) << bad;
  EXPECT_EQ(problemOfButtons("STARTA"), "has 'STARTA', a word and more; join buttons by +, such as START+A");
  EXPECT_NE(problemOfButtons("A+rigth").find("names a button 'rigth' (did you mean 'right'?)"),
            std::string::npos)
      << problemOfButtons("A+rigth");
  EXPECT_NE(problemOfButtons("AX").find("names a button 'X'; the buttons are R L D U"), std::string::npos);
}

TEST(Press, ButtonsMayBeWords) {
  EXPECT_EQ(parsePress("3:START 4-5:right+A 2/6:Up"),
            (std::vector<Press>{{3, 3, 0, 0x08}, {4, 5, 0, 0x81}, {6, 6, 1, 0x10}}));
}

TEST(Press, ItemsAreReadInOrder) {
  EXPECT_EQ(
      parsePress("60-75:A 80-120:RB  2/100-110:S\n7:T"),
      (std::vector<Press>{{60, 75, 0, 0x01}, {80, 120, 0, 0x82}, {100, 110, 1, 0x04}, {7, 7, 0, 0x08}}));
  EXPECT_TRUE(parsePress("").empty());
  EXPECT_TRUE(parsePress(" \t").empty());
}

TEST(Press, DevicesHaveWordsOfTheirOwn) {
  const auto inputsOf = [](const char* script) {
    std::array<Buttons, 4> pads{};
    std::array<console::DeviceInput, console::port_count> inputs{};
    for (const Press& press : parsePress(script)) press.apply(pads, inputs);
    return inputs;
  };
  EXPECT_EQ(inputsOf("2/5-9:aim=128,100+trigger")[1],
            (console::DeviceInput{.x = 128, .y = 100, .buttons = console::trigger}));
  EXPECT_EQ(inputsOf("x/5:knob=200+fire")[console::expansion_port],
            (console::DeviceInput{.knob = 200, .buttons = console::trigger}));
  EXPECT_EQ(inputsOf("5:step=1,12 5:step=2")[0].buttons, 0x803);
  EXPECT_EQ(parsePress("4/1:A")[0].pad, 3);
}

TEST(Press, WordsNeedTheirDevice) {
  const auto error = [](const char* script, const console::Devices& devices) {
    return tests::errorOf([&] { parsePress(script)[0].requireDevice(devices); });
  };
  console::Devices devices;
  EXPECT_NE(error("2/5:aim=1,2", devices).find("port 2, which holds pad; add --device 2=zapper"),
            std::string::npos);
  EXPECT_NE(error("3/5:A", devices).find("add --device four-score"), std::string::npos);
  EXPECT_NE(error("x/5:fire", devices).find("--device expansion="), std::string::npos);
  console::plugIn(devices, "2=zapper");
  EXPECT_EQ(error("2/5:aim=1,2+trigger", devices), "");
  EXPECT_NE(error("2/5:knob=2", devices).find("holds zapper"), std::string::npos);
}

TEST(Press, AnInvalidItemIsNamed) {
  const auto error = [](const char* script) { return tests::errorOf([&] { parsePress(script); }); };
  EXPECT_NE(error("1-2:A 75-60:A").find("'75-60:A' ends before it begins"), std::string::npos);
  EXPECT_NE(error("60-75").find("'60-75' has no ':'"), std::string::npos);
  EXPECT_NE(error("60-75:").find("names no button"), std::string::npos);
  EXPECT_NE(error("60-75:X").find("names a button 'X'"), std::string::npos);
  EXPECT_NE(error("5/60-75:A").find("names port '5'"), std::string::npos);
  EXPECT_NE(error("3/60-75:fire").find("device's word for a pad"), std::string::npos);
  EXPECT_NE(error("x/60-75:A").find("its pads are 3 and 4"), std::string::npos);
  EXPECT_NE(error("2/60:aim=1").find("has '' instead of a number from 0 to 239"), std::string::npos);
  EXPECT_NE(error("2/60:aim=256,0").find("'256' instead of"), std::string::npos);
  EXPECT_NE(error("2/60:step=13").find("from 1 to 12"), std::string::npos);
  EXPECT_NE(error("2/60:shoot").find("the word 'shoot'"), std::string::npos);
  EXPECT_NE(error("a-75:A").find("'a' instead of a frame number"), std::string::npos);
  EXPECT_NE(error("-75:A").find("'' instead of a frame number"), std::string::npos);
  EXPECT_NE(error("1--2:A").find("'-2' instead of"), std::string::npos);
  EXPECT_NE(error("0-99999999999999999999:A").find("beyond 2^64"), std::string::npos);
}

TEST(Press, RandomScriptsAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(tests::toBytes("60-75:A 80-120:RB 2/100-110:S"),
                         [](const std::vector<uint8_t>& bytes) {
                           parsePress({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
                         });
}

}  // namespace
}  // namespace jumpscope::movie
