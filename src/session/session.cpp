#include "src/session/session.h"

#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/number.h"
#include "src/movie/bk2.h"
#include "src/movie/record.h"

namespace jumpscope::session {

namespace {

// Four months of frames: beyond it a number is a slip of the finger.
constexpr base::Range frame_range{0, 1'000'000'000};

console::Options withPads(console::Options options, const movie::Player& player) {
  options.four_score = player.fourScore();
  return options;
}

}  // namespace

movie::Movie readMovie(const std::string& path) {
  return movie::parseMovie(base::readFile(path), std::filesystem::path(path).filename().string());
}

std::string recordedMovie(const Input& input, const console::Cartridge& cartridge,
                          const console::Options& machine) {
  return movie::writeFm2(movie::recordMovie(input.player, input.frames, cartridge, machine));
}

std::vector<std::string> notesOn(const movie::Movie& movie, const console::Cartridge& cartridge) {
  std::vector<std::string> notes;
  if (!movie::matchesRom(movie, cartridge))
    notes.push_back(movie.name + " was recorded with a cartridge other than " + cartridge.name);
  for (const std::string& note : movie.notes) notes.push_back(movie.name + " " + note);
  return notes;
}

Input playMovie(const movie::Movie& movie) {
  Input input;
  input.player.setMovie(movie);
  input.frames = input.player.frames();
  input.movie_name = movie.name;
  input.movie_sha1 = movie.sha1;
  input.movie_is_pal = movie.pal;
  return input;
}

Input loadInput(const InputChoice& choice, const console::Cartridge& cartridge) {
  Input input;
  if (!choice.movie.empty()) {
    const movie::Movie movie = readMovie(choice.movie);
    input = playMovie(movie);
    input.notes = notesOn(movie, cartridge);
  }
  for (const std::string& script : choice.press) input.player.addPresses(movie::parsePress(script));
  for (const std::string& frame : choice.reset_at)
    input.player.addReset(base::parseNumber(frame, frame_range, "--reset-at"));
  input.frames = choice.frames.value_or(input.player.frames());
  if (!choice.frames && input.frames == 0)
    throw std::runtime_error("the number of frames is unknown; add --frames N or --movie F.fm2");
  if (input.frames > frame_range.largest)
    throw std::runtime_error("the input is longer than " + std::to_string(frame_range.largest) +
                             " frames; add --frames N to limit it");
  return input;
}

Session::Session(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Input& input)
    : console(std::move(cartridge), withPads(options, input.player)),
      player_(input.player),
      movie_name_(input.movie_name) {}

void Session::runFrame() {
  const uint64_t frame = console.frame();
  const movie::FrameInput input = player_.at(frame);
  movie::latch(console, input);
  buttons_ = input.pads[0];
  console.runFrame();
  lag_.frame(frame, input.pads, console.polledInput());
}

std::string Session::suspicion() const {
  if (movie_name_.empty()) return "";
  const std::string suspicion = lag_.suspicion();
  return suspicion.empty() ? "" : movie_name_ + " may be out of step with the game: it " + suspicion;
}

}  // namespace jumpscope::session
