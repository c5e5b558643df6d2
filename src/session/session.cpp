#include "src/session/session.h"

#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/number.h"
#include "src/base/printable.h"
#include "src/movie/bk2.h"
#include "src/movie/record.h"

namespace jumpscope::session {

movie::Movie readMovie(const std::string& path) {
  return movie::parseMovie(base::readFile(path), base::shownName(path));
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
  input.recorded_on = recordedOn(movie);
  input.start = startOf(movie);
  return input;
}

namespace {

void noteStart(Input& input) {
  if (!input.start) return;
  if (std::string note = noteOn(*input.start); !note.empty()) input.notes.push_back(std::move(note));
}

}  // namespace

Input combineInput(const InputParts& parts, const console::Cartridge& cartridge) {
  Input input;
  std::optional<movie::Movie> movie;
  if (!parts.movie.empty()) {
    movie = readMovie(parts.movie);
    input = playMovie(*movie);
    input.notes = notesOn(*movie, cartridge);
  }
  if (!parts.load_state.empty()) input.start = readStart(parts.load_state, movie ? &*movie : nullptr);
  noteStart(input);
  input.player.addPresses(parts.presses);
  for (const uint64_t frame : parts.resets) input.player.addReset(frame);
  input.frames = parts.frames.value_or(input.player.frames());
  return input;
}

std::optional<std::string> shortageOf(const console::Cartridge& cartridge) {
  if (cartridge.shortage.empty()) return std::nullopt;
  return cartridge.name + ": " + cartridge.shortage;
}

Input loadInput(const InputChoice& choice, const console::Cartridge& cartridge) {
  InputParts parts{choice.movie, {}, {}, choice.frames, choice.load_state};
  for (const std::string& script : choice.press)
    for (const movie::Press& press : movie::parsePress(script)) parts.presses.push_back(press);
  for (const std::string& frame : choice.reset_at)
    parts.resets.push_back(base::parseNumber(frame, {0, most_frames}, "--reset-at"));
  Input input = combineInput(parts, cartridge);
  if (const auto shortage = shortageOf(cartridge)) input.notes.push_back(*shortage);
  if (!choice.record.empty() && input.start)
    throw std::runtime_error("--record writes a movie that begins at power-on, but the run begins from " +
                             input.start->name + "; leave out --record");
  if (!choice.frames && input.frames == 0 && !choice.movie.empty())
    throw std::runtime_error(input.movie_name +
                             " has no records, so that the run would have no frame; add --frames N");
  if (!choice.frames && input.frames == 0)
    throw std::runtime_error("the number of frames is unknown; add --frames N or --movie F.fm2");
  if (input.frames > most_frames)
    throw std::runtime_error("the input is longer than " + std::to_string(most_frames) +
                             " frames; add --frames N to limit it");
  return input;
}

Session::Session(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Input& input)
    : console(std::move(cartridge), options), player_(input.player), movie_name_(input.movie_name) {
  player_.requireDevices(options.devices);
  if (input.start) begin(console, *input.start, player_);
  first_frame_ = console.frame();
  const bool is_pal = options.region == mappers::Region::Pal;
  if (!movie_name_.empty() && input.recorded_on.pal != is_pal)
    region_note_ = movie_name_ + " was recorded " + (is_pal ? "on a console that is not PAL" : "for PAL") +
                   ", and is played on " + std::string(mappers::regionName(options.region));
}

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

std::vector<std::string> Session::notes() const {
  std::vector<std::string> notes = player_.notesOnUnreached(first_frame_, console.frame());
  if (!region_note_.empty()) notes.insert(notes.begin(), region_note_);
  if (std::string words = suspicion(); !words.empty()) notes.push_back(std::move(words));
  return notes;
}

}  // namespace jumpscope::session
