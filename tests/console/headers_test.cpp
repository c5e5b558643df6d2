// Headers with any board, any submapper and sizes that are none of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::console {
namespace {

// A NES 2.0 file whose program counts up registers of the picture chip and of the board.
std::vector<uint8_t> randomFile(int mapper, std::mt19937& random) {
  constexpr uint8_t units[] = {1, 1, 2, 3, 4, 8, 0};
  constexpr uint8_t ram[] = {0, 7, 0x70, 1, 0x10, 5, 9};
  constexpr uint8_t program[] = {0xEE, 0x00, 0x80, 0xCE, 0x07, 0x20, 0xA9, 0xFF,
                                 0x8D, 0x01, 0x20, 0xEE, 0x00, 0x60, 0xEA, 0xEA};
  std::vector<uint8_t> file = {'N', 'E', 'S', 0x1A};
  file.resize(16);
  file[4] = units[random() % std::size(units)];
  file[5] = units[random() % std::size(units)];
  file[6] = static_cast<uint8_t>((mapper & 15) << 4 | (random() & 0x0B));
  file[7] = static_cast<uint8_t>((mapper & 0xF0) | 0x08);
  file[8] = static_cast<uint8_t>(mapper >> 8 | (random() & 15) << 4);
  file[10] = ram[random() % std::size(ram)];
  file[11] = ram[random() % std::size(ram)];
  file[12] = random() & 3;
  for (size_t left = file[4] * size_t{0x4000} + file[5] * size_t{0x2000}; left > 0; left -= sizeof program)
    file.insert(file.end(), std::begin(program), std::end(program));
  return file;
}

TEST(Headers, EveryMapperNumberWithAnySizesRunsOrIsRefusedWithASentence) {
  std::mt19937 random(1);
  int ran = 0;
  for (int mapper = 0; mapper < 512; ++mapper) {
    for (int tries = 0; tries < 4; ++tries) {
      try {
        Console console(
            std::make_shared<const Cartridge>(parseCartridge(randomFile(mapper, random), "x.nes")), {});
        console.runFrame();
        console.runFrame();
        for (unsigned address = 0x4020; address < 0x10000; ++address)
          console.peek(static_cast<uint16_t>(address));
        ++ran;
      } catch (const std::runtime_error& error) {
        const std::string sentence = error.what();
        EXPECT_EQ(sentence.rfind("x.nes", 0), 0u) << sentence;
        EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
      }
    }
  }
  EXPECT_GT(ran, 100);
}

}  // namespace
}  // namespace jumpscope::console
