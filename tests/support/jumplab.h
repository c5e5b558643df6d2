// The bundled cartridge and its movies, run in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/diff/diff.h"
#include "src/movie/player.h"
#include "src/trace/recorder.h"
#include "src/trace/trace.h"

namespace jumpscope::tests {

// A cartridge of roms_test. Throws std::runtime_error when it does not exist.
std::shared_ptr<const console::Cartridge> jumplabCartridge(const std::string& file = "jumplab/jumplab.nes");

// A label of jumplab.labels: the CPU address. Throws std::runtime_error for an unknown one.
uint16_t jumplabLabel(const std::string& name);
// All of them, in order of addresses.
std::vector<std::pair<uint16_t, std::string>> jumplabLabels();

// What happens at the start of each frame, from power-on.
using Inputs = std::vector<movie::FrameInput>;

struct BundledMovie {
  std::string name;  // "tour"
  Inputs inputs;
};

// roms_test/movies/*.fm2, the shortest first.
std::vector<BundledMovie> bundledMovies();

// What a run leaves behind.
struct Recording {
  trace::Trace trace;
  std::vector<trace::Write> writes;
};

// A run of a cartridge, recorded with the profile smb.
class JumplabPlay {
 public:
  explicit JumplabPlay(std::shared_ptr<const console::Cartridge> cartridge,
                       const console::Options& options = {});

  void runFrame(const movie::FrameInput& input);

  // A moment between two frames, to go back to: the recording then continues from there.
  struct Mark {
    console::State state;
    size_t rows = 0, writes = 0;
  };
  Mark mark() const;
  void goBack(const Mark& mark);

  console::Console console;
  Recording recording;

 private:
  uint8_t buttons_ = 0;
  trace::Recorder recorder_;
};

Recording recordJumplab(std::shared_ptr<const console::Cartridge> cartridge, const Inputs& inputs,
                        const console::Options& options = {});

enum class WithLog : uint8_t { No, Yes };

diff::DiffResult diffOfJumplab(const Recording& recording, WithLog with_log = WithLog::Yes);

}  // namespace jumpscope::tests
