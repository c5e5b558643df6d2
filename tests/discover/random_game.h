// Random small cartridges, and how what discover() claims of them compares with how they were made.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "src/discover/discover.h"
#include "tests/discover/small_game.h"

namespace jumpscope::tests {

struct RandomGame {
  std::string kind;  // what is special about it
  bool jumps = true;
  SmallGame game;  // if it jumps, or its game may make somebody think so
  std::shared_ptr<const console::Cartridge> cartridge;
};
// The same game for the same number. Its kind is random, too.
RandomGame randomGame(uint32_t seed);
// One in which several of the kinds meet.
RandomGame mixedGame(uint32_t seed);

struct Verdict {
  int found = 0, unclear = 0, wrong = 0;
  std::string words;  // what is unclear and wrong
};
Verdict verdictOn(const RandomGame& game, const discover::Discovery& found);

}  // namespace jumpscope::tests
