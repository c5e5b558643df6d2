// jumplab and its movies, for tests of the game behind the window.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "src/base/files.h"
#include "src/console/cartridge.h"
#include "src/movie/fm2.h"
#include "src/play/game.h"
#include "src/session/session.h"
#include "src/trace/profile.h"
#include "tests/support/shared.h"

namespace jumpscope::play {

inline std::filesystem::path testRoms() { return tests::sourceDir() / "roms_test"; }

inline uint16_t labelOf(const std::string& wanted) {
  const std::vector<uint8_t> file = base::readFile(testRoms() / "jumplab/jumplab.labels");
  std::istringstream text(std::string(file.begin(), file.end()));
  std::string al, address, name;
  while (text >> al >> address >> name)
    if (name == "." + wanted) return uint16_t(std::stoul(address, nullptr, 16));
  ADD_FAILURE() << "no label " << wanted;
  return 0x8000;
}

// CPU address to byte.
using Patch = std::map<uint16_t, uint8_t>;

inline std::shared_ptr<const console::Cartridge> jumplab(const Patch& patch = {}) {
  std::vector<uint8_t> rom = base::readFile(testRoms() / "jumplab/jumplab.nes");
  for (const auto& [address, byte] : patch) rom.at(size_t{16} + address - 0x8000) = byte;
  return std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "jumplab.nes"));
}

inline movie::Movie movieNamed(const std::string& name) {
  return movie::parseFm2(base::readFile(testRoms() / "movies" / (name + ".fm2")), name + ".fm2");
}

inline GameOptions smbOptions(bool video = false) {
  GameOptions options;
  options.machine.video = video;
  options.profile = trace::builtinProfile("smb");
  return options;
}

// Plays up to the start of `frame`, or to the movie's end.
inline void playTo(Game& game, uint64_t frame = UINT64_MAX) {
  while (game.mode() == Game::Mode::Playing && game.frame() < frame) game.runFrame({});
}

inline ::testing::AssertionResult sameState(const console::State& a, const console::State& b) {
  if (a == b) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "differ first in " << console::firstDifference(a, b);
}

}  // namespace jumpscope::play
