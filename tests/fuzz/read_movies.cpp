// Movies and press scripts.
#include <zip.h>

#include "src/base/zip.h"
#include "src/movie/bk2.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"
#include "src/movie/press.h"
#include "src/movie/savestate.h"
#include "tests/fuzz/readers.h"
#include "tests/support/make_zip.h"

namespace jumpscope::fuzz {
namespace {

// What a command does with a movie before the console runs.
void play(const movie::Movie& movie) {
  movie::Player player;
  player.setMovie(movie);
  const uint64_t frames = player.frames();
  for (uint64_t frame = 0; frame < frames && frame < 100; ++frame) player.at(frame);
  player.at(frames);
}

}  // namespace

void readFm2(Bytes bytes) {
  const movie::Movie movie = movie::parseFm2(bytes, "movie.fm2");
  if (!movie.startsFromPowerOn()) movie::savestateOf(movie);
  play(movie);
  movie::writeFm2(movie);
}

void readBk2(Bytes bytes) { play(movie::parseBk2(bytes, "movie.bk2")); }

// The same behind the archive: header, settings and input log, divided by bytes 0.
void readBk2Texts(Bytes bytes) {
  std::string_view rest = asText(bytes);
  tests::ZipFiles files;
  for (const char* name : {"Header.txt", "SyncSettings.json", "Subtitles.txt", "Input Log.txt"}) {
    const size_t end = std::min(rest.find('\0'), rest.size());
    files.emplace_back(name, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  play(movie::parseBk2(tests::makeZip(files), "movie.bk2"));
}

void readZip(Bytes bytes) {
  constexpr size_t largest = 1 << 20;
  const base::Zip zip(bytes, "the archive a.zip");
  zip.names();
  zip.read("Header.txt", largest);
  zip.read("Input Log.txt", largest);
}

void readPress(Bytes bytes) {
  movie::Player player;
  player.addPresses(movie::parsePress(asText(bytes)));
  player.at(player.frames());
}

}  // namespace jumpscope::fuzz
