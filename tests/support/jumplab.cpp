#include "tests/support/jumplab.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/movie/fm2.h"
#include "src/trace/profile.h"
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
    movie::Player player;
    player.setMovie(movie::parseFm2(base::readFile(entry.path()), movie.name));
    for (uint64_t frame = 0; frame < player.frames(); ++frame) movie.inputs.push_back(player.at(frame));
    movies.push_back(std::move(movie));
  }
  std::sort(movies.begin(), movies.end(), [](const BundledMovie& a, const BundledMovie& b) {
    return std::pair(a.inputs.size(), a.name) < std::pair(b.inputs.size(), b.name);
  });
  return movies;
}

JumplabPlay::JumplabPlay(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options)
    : console(std::move(cartridge), options),
      recorder_(
          console, trace::builtinProfile("smb").watches, [this](uint64_t) { return buttons_; },
          [this](const trace::Row& row) { recording.trace.rows.push_back(row); },
          [this](const trace::Write& write) { recording.writes.push_back(write); }) {
  recording.trace.header =
      trace::headerOf(console.cartridge(), options, "", "smb", trace::builtinProfile("smb").watches);
}

void JumplabPlay::runFrame(const movie::FrameInput& input) {
  movie::latch(console, input);
  buttons_ = input.pads[0];
  console.runFrame();
}

JumplabPlay::Mark JumplabPlay::mark() const {
  return {console.state(), recording.trace.rows.size(), recording.writes.size()};
}

void JumplabPlay::goBack(const Mark& mark) {
  console.restore(mark.state);
  recorder_.reader().restart();
  recording.trace.rows.resize(mark.rows);
  recording.writes.resize(mark.writes);
}

Recording recordJumplab(std::shared_ptr<const console::Cartridge> cartridge, const Inputs& inputs,
                        const console::Options& options) {
  JumplabPlay play(std::move(cartridge), options);
  for (const movie::FrameInput& input : inputs) play.runFrame(input);
  return std::move(play.recording);
}

diff::DiffResult diffOfJumplab(const Recording& recording, WithLog with_log) {
  std::optional<std::vector<trace::Write>> writes;
  if (with_log == WithLog::Yes) writes = recording.writes;
  return diff::compareWith(recording.trace, trace::builtinProfile("smb"), writes);
}

}  // namespace jumpscope::tests
