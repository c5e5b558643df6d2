// A case's run, from power-on to the end of its input.
#include <algorithm>
#include <stdexcept>

#include "src/base/files.h"
#include "src/movie/bk2.h"
#include "src/movie/lag.h"
#include "src/movie/player.h"
#include "src/suite/suite_run.h"
#include "src/trace/recorder.h"

namespace jumpscope::suite {
namespace {

constexpr uint64_t most_frames = 1'000'000'000;

struct CaseInput {
  movie::Player player;
  uint64_t frames = 0;
  std::string movie_name, movie_sha1;  // empty: no movie
  bool is_pal = false;
  std::vector<std::string> notes;
};

CaseInput inputOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                  const std::filesystem::path& folder) {
  CaseInput input;
  if (!suite_case.movie.empty()) {
    const std::filesystem::path path = folder / suite_case.movie;
    const movie::Movie movie = movie::parseMovie(base::readFile(path), path.filename().string());
    input.player.setMovie(movie);
    input.movie_name = movie.name;
    input.movie_sha1 = movie.sha1;
    input.is_pal = movie.pal;
    if (!movie::matchesRom(movie, cartridge))
      input.notes.push_back(movie.name + " was recorded with a cartridge other than " + cartridge.name);
    for (const std::string& note : movie.notes) input.notes.push_back(movie.name + " " + note);
  }
  input.player.addPresses(suite_case.presses);
  for (const uint64_t frame : suite_case.resets) input.player.addReset(frame);
  input.frames = suite_case.frames.value_or(input.player.frames());
  if (input.frames == 0 || input.frames > most_frames)
    throw std::runtime_error("the input lasts " + std::to_string(input.frames) +
                             " frames; set 'frames' to a number from 1 to 1000000000");
  return input;
}

console::Region regionOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                         bool movie_is_pal) {
  if (suite_case.region == "ntsc") return console::Region::Ntsc;
  if (suite_case.region == "pal") return console::Region::Pal;
  if (suite_case.region == "dendy") return console::Region::Dendy;
  return movie_is_pal ? console::Region::Pal : cartridge.region;
}

}  // namespace

CaseRun recordCase(const SuiteCase& suite_case, std::shared_ptr<const console::Cartridge> cartridge,
                   const std::string& profile_name, const std::vector<trace::Watch>& watches,
                   bool with_writes, const SuiteOptions& options) {
  const CaseInput input = inputOf(suite_case, *cartridge, options.folder);
  console::Options machine;
  machine.region = regionOf(suite_case, *cartridge, input.is_pal);
  machine.ram_init = suite_case.ram_init;
  machine.alignment = suite_case.alignment;
  machine.policy = suite_case.policy;
  machine.video = suite_case.expect.wantsPicture();
  machine.four_score = input.player.fourScore();

  CaseRun run;
  run.trace.header = trace::headerOf(*cartridge, machine, input.movie_sha1, profile_name, watches);
  console::Console console(cartridge, machine);
  movie::LagLog lag;
  console::Buttons buttons = 0;
  trace::WriteSink write_sink;
  if (with_writes) {
    run.writes.emplace();
    write_sink = [&run](const trace::Write& write) { run.writes->push_back(write); };
  }
  {
    const trace::Recorder recorder(
        console, watches, [&buttons](uint64_t) { return buttons; },
        [&](const trace::Row& row) {
          if (!watches.empty()) run.trace.rows.push_back(row);
        },
        write_sink);
    for (uint64_t frame = 0; frame < input.frames; ++frame) {
      if (options.between_frames) options.between_frames();
      const movie::FrameInput pressed = input.player.at(frame);
      movie::latch(console, pressed);
      buttons = pressed.pads[0];
      console.runFrame();
      lag.frame(frame, pressed.pads, console.polledInput());
    }
  }
  run.notes = input.notes;
  if (const std::string suspicion = lag.suspicion(); !suspicion.empty() && !input.movie_name.empty())
    run.notes.push_back(input.movie_name + " may be out of step with the game: it " + suspicion);
  if (!suite_case.expect.memory.empty())
    for (uint32_t address = 0; address < 0x10000; ++address)
      run.memory.push_back(console.peek(uint16_t(address)));
  if (machine.video) run.pixels.assign(console.pixels().begin(), console.pixels().end());
  return run;
}

}  // namespace jumpscope::suite
