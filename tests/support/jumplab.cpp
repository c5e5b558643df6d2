#include "tests/support/jumplab.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/movie/fm2.h"
#include "src/trace/profile.h"
#include "src/trace/recorder.h"
#include "src/trace/symbols.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

namespace {

std::filesystem::path folder() { return sourceDir() / "roms_test"; }

trace::Symbols jumplabSymbols() {
  trace::Symbols symbols;
  const std::vector<uint8_t> file = base::readFile(folder() / "jumplab/jumplab.labels");
  const std::string labels(file.begin(), file.end());
  trace::readSymbols(labels, "jumplab.labels", symbols);
  return symbols;
}

}  // namespace

std::shared_ptr<const console::Cartridge> jumplabCartridge(const std::string& file) {
  const std::vector<uint8_t> bytes = base::readFile(folder() / file);
  return std::make_shared<const console::Cartridge>(
      console::parseCartridge(bytes, std::filesystem::path(file).filename().string()));
}

uint16_t jumplabLabel(const std::string& name) {
  const std::optional<uint16_t> address = jumplabSymbols().find(name);
  if (!address) throw std::runtime_error("jumplab.labels has no " + name);
  return *address;
}

std::vector<std::pair<uint16_t, std::string>> jumplabLabels() {
  std::vector<std::pair<uint16_t, std::string>> labels;
  for (const trace::Symbol& symbol : jumplabSymbols().all()) labels.emplace_back(symbol.address, symbol.name);
  return labels;
}

std::vector<BundledMovie> bundledMovies() {
  std::vector<BundledMovie> movies;
  for (const auto& entry : std::filesystem::directory_iterator(folder() / "movies")) {
    if (entry.path().extension() != ".fm2") continue;
    BundledMovie movie{entry.path().stem().string(), {}};
    movie.player.setMovie(movie::parseFm2(base::readFile(entry.path()), movie.name));
    movies.push_back(std::move(movie));
  }
  std::sort(movies.begin(), movies.end(), [](const BundledMovie& a, const BundledMovie& b) {
    return std::pair(a.player.frames(), a.name) < std::pair(b.player.frames(), b.name);
  });
  return movies;
}

Recording recordJumplab(std::shared_ptr<const console::Cartridge> cartridge, const movie::Player& player,
                        const console::Options& options,
                        const std::function<void(console::Console&)>& between) {
  const std::vector<trace::Watch>& watches = trace::builtinProfile("smb").watches;
  console::Console console(std::move(cartridge), options);
  Recording recording;
  recording.trace.header = trace::headerOf(console.cartridge(), options, "", "smb", watches);
  const trace::Recorder recorder(
      console, watches, [&](uint64_t frame) { return player.at(frame).pads[0]; },
      [&](const trace::Row& row) { recording.trace.rows.push_back(row); },
      [&](const trace::Write& write) { recording.writes.push_back(write); });
  if (between) between(console);
  for (uint64_t frame = 0; frame < player.frames(); ++frame) {
    movie::latch(console, player.at(frame));
    console.runFrame();
    if (between) between(console);
  }
  return recording;
}

diff::DiffResult diffOfJumplab(const Recording& recording, WithLog with_log) {
  std::optional<std::vector<trace::Write>> writes;
  if (with_log == WithLog::Yes) writes = recording.writes;
  return diff::compareWith(recording.trace, trace::builtinProfile("smb"), writes);
}

}  // namespace jumpscope::tests
