#include "src/app/session.h"

#include <filesystem>
#include <stdexcept>

#include "src/app/output.h"
#include "src/movie/bk2.h"
#include "src/movie/record.h"
#include "src/trace/files.h"

namespace jumpscope::app {

namespace {

// Four months of frames: beyond it a number is a slip of the finger.
constexpr Range frame_range{0, 1'000'000'000};

movie::Movie loadMovie(const std::string& path, const mappers::Cartridge& cartridge) {
  movie::Movie movie = readMovie(path);
  const std::string& name = movie.name;
  if (!movie::matchesRom(movie, cartridge))
    say("note: " + name + " was recorded with another cartridge than " + cartridge.name);
  for (const std::string& note : movie.notes) say("note: " + name + " " + note);
  return movie;
}

console::Options withPads(console::Options options, const movie::Player& player) {
  options.four_score = player.fourScore();
  return options;
}

}  // namespace

movie::Movie readMovie(const std::string& path) {
  return movie::parseMovie(trace::readFile(path), std::filesystem::path(path).filename().string());
}

void declareInput(Arguments& arguments, InputChoice& choice) {
  arguments.number("--frames", choice.frames, frame_range, "how long to run (default: as long as the input)");
  arguments.option("--movie", choice.movie, "FILE", "play a movie: .fm2 of FCEUX or .bk2 of BizHawk");
  arguments.repeated(
      "--press", choice.press, "SCRIPT",
      "hold buttons, e.g. '60-75:A 80-120:RB 2/100-110:S'; letters RLDUTSBA, T = Start, S = Select");
  arguments.repeated("--reset-at", choice.reset_at, "N", "press reset at the start of frame N; repeatable");
}

void declareRecording(Arguments& arguments, InputChoice& choice) {
  arguments.option("--record", choice.record, "F.fm2", "write what is pressed as a movie");
}

std::string recordedMovie(const Input& input, const mappers::Cartridge& cartridge,
                          const console::Options& machine) {
  return movie::writeFm2(movie::recordMovie(input.player, input.frames, cartridge, machine));
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

Input loadInput(const InputChoice& choice, const mappers::Cartridge& cartridge) {
  Input input;
  if (!choice.movie.empty()) input = playMovie(loadMovie(choice.movie, cartridge));
  for (const std::string& script : choice.press) input.player.addPresses(movie::parsePress(script));
  for (const std::string& frame : choice.reset_at)
    input.player.addReset(parseNumber(frame, frame_range, "--reset-at"));
  input.frames = choice.frames.value_or(input.player.frames());
  if (!choice.frames && input.frames == 0)
    throw std::runtime_error("nothing says how long to run; add --frames N, or --movie F.fm2");
  if (input.frames > frame_range.largest)
    throw std::runtime_error("the input lasts longer than " + std::to_string(frame_range.largest) +
                             " frames; add --frames N to say where to stop");
  return input;
}

Session::Session(std::shared_ptr<const mappers::Cartridge> cartridge, const console::Options& options,
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

void Session::sayIfOutOfStep() const {
  if (movie_name_.empty()) return;
  const std::string suspicion = lag_.suspicion();
  if (!suspicion.empty()) say("note: " + movie_name_ + " may be out of step with the game: it " + suspicion);
}

}  // namespace jumpscope::app
