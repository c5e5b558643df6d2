// Small cartridges in the style of people's own games, each a program of its own in assembly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jumpscope::tests {

struct WrittenGame {
  // What calls `update` once a frame: the NMI, or a loop that waits for it.
  enum class Frame : uint8_t { interrupt, loop };

  std::string name;
  std::string button;  // of the jump; empty: nothing jumps
  // "$0341,$0340.8": the bytes, most significant first, and the bits below the pixel. Empty: there are none to find; "?":
  // they are no number that can be told.
  std::string y, y_speed, x;
  bool law = false;   // `fit` knows its law
  uint8_t flags = 0;  // of the iNES header
  bool pal = false;
  Frame frame = Frame::interrupt;
  std::string program;
};

std::vector<WrittenGame> writtenGames();
std::vector<uint8_t> imageOf(const WrittenGame& game);

void addWrittenGames1(std::vector<WrittenGame>& games);
void addWrittenGames2(std::vector<WrittenGame>& games);
void addStillWrittenGames(std::vector<WrittenGame>& games);

}  // namespace jumpscope::tests
