#include "src/play/slots.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/hash.h"
#include "src/base/output.h"
#include "src/movie/savestate.h"
#include "src/session/screenshot.h"
#include "src/session/state_file.h"

namespace jumpscope::play {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view state_comment = "state ";

// A console like the game's, switched on.
console::Console consoleLike(const Game& game) {
  console::Options options = game.options().machine;
  options.audio = false;
  return console::Console(game.cartridge(), options);
}

bool hasMovie(const Timeline& timeline, uint64_t frame) {
  if (!timeline.fromPowerOn() || timeline.edited()) return false;
  return frame == 0 || timeline.input(0).pads == movie::FrameInput().pads;
}

std::string movieText(const SavedGame& saved, const Game& game, const std::string& state_sha1) {
  movie::Movie movie = movieOf(saved.timeline, saved.state.frame, *game.cartridge(), game.options().machine);
  movie.rerecord_count = static_cast<int64_t>(game.rerecords());
  movie.comments.push_back(std::string(state_comment).append(state_sha1));
  return movie::writeFm2(movie);
}

// The input of the slot's movie, which must be that of its state.
Timeline readInput(const fs::path& path, const std::string& state_sha1, uint64_t frame) {
  const std::string name = path.filename().string();
  const movie::Movie movie = movie::parseFm2(base::readFile(path), name);
  const std::string comment = std::string(state_comment).append(state_sha1);
  movie::requirePowerOn(movie, "a slot has");
  movie::Player player;
  player.setMovie(movie);
  const bool belongs =
      std::find(movie.comments.begin(), movie.comments.end(), comment) != movie.comments.end();
  if (!belongs || player.frames() != frame)
    throw std::runtime_error(base::concat({path.string(), " is not the input of the state beside it; remove ",
                                           name, " to load the state without its input"}));
  Timeline timeline;
  for (uint64_t at = 0; at < frame; ++at) timeline.add(player.at(at));
  return timeline;
}

std::vector<uint16_t> pictureAfter(console::Console& console, const console::State& state) {
  console.restore(state);
  console.runFrame();
  const auto picture = console.pixels();
  return {picture.begin(), picture.end()};
}

}  // namespace

fs::path slotFile(const fs::path& folder, int slot, const char* extension) {
  return folder / base::concat({"slot", std::to_string(slot), extension});
}

void writeSlot(const fs::path& folder, int slot, const SavedGame& saved, const Game& game) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw std::runtime_error(
        base::concat({"cannot create the folder ", folder.string(), " for saved games: ", error.message()}));
  console::Console console = consoleLike(game);
  console.restore(saved.state);
  for (const Poke& poke : saved.timeline.pokesOf(saved.state.frame)) applyPoke(console, poke);

  const fs::path movie = slotFile(folder, slot, ".fm2"), picture = slotFile(folder, slot, ".png");
  base::OutputSet files;
  const std::vector<uint8_t> state = session::encodeState(console);
  files.add(slotFile(folder, slot, ".state").string(), state);
  const bool with_movie = hasMovie(saved.timeline, saved.state.frame), with_picture = !saved.picture.empty();
  if (with_movie) files.add(movie.string(), movieText(saved, game, base::sha1Hex(state)));
  if (with_picture) files.add(picture.string(), session::screenshot(saved.picture));
  files.commit();
  if (!with_movie) fs::remove(movie, error);
  if (!with_picture) fs::remove(picture, error);
}

SavedGame readSlot(const fs::path& folder, int slot, Game& game) {
  const fs::path path = slotFile(folder, slot, ".state"), movie = slotFile(folder, slot, ".fm2");
  if (!fs::exists(path))
    throw std::runtime_error(base::concat(
        {"slot ", std::to_string(slot), " is empty: there is no ", path.string(), "; save into it first"}));
  const std::vector<uint8_t> file = base::readFile(path);
  console::Console console = consoleLike(game);
  SavedGame saved;
  saved.state = session::decodeState(file, console, path.filename().string());
  saved.timeline = fs::exists(movie) ? readInput(movie, base::sha1Hex(file), saved.state.frame)
                                     : game.unknownTimeline(saved.state.frame);
  if (console.options().video) saved.picture = pictureAfter(console, saved.state);
  return saved;
}

}  // namespace jumpscope::play
