// The bundled cartridge and its movies, run in this process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/diff/diff.h"
#include "src/movie/player.h"
#include "src/trace/trace.h"

namespace jumpscope::tests {

// A cartridge of roms_test. Throws std::runtime_error when it does not exist.
std::shared_ptr<const console::Cartridge> jumplabCartridge(const std::string& file = "jumplab/jumplab.nes");

// A label of jumplab.labels: the CPU address. Throws std::runtime_error for an unknown one.
uint16_t jumplabLabel(const std::string& name);
// All of them, in order of addresses.
std::vector<std::pair<uint16_t, std::string>> jumplabLabels();

struct BundledMovie {
  std::string name;  // "tour"
  movie::Player player;
};

// roms_test/movies/*.fm2, the shortest first.
std::vector<BundledMovie> bundledMovies();

// What a run leaves behind.
struct Recording {
  trace::Trace trace;
  std::vector<trace::Write> writes;
};

// Plays a movie from power-on to its end, with the profile smb. `between` is called before the first frame and
// after each one.
Recording recordJumplab(std::shared_ptr<const console::Cartridge> cartridge, const movie::Player& player,
                        const console::Options& options = {},
                        const std::function<void(console::Console&)>& between = {});

enum class WithLog : uint8_t { No, Yes };

diff::DiffResult diffOfJumplab(const Recording& recording, WithLog with_log = WithLog::Yes);

}  // namespace jumpscope::tests
