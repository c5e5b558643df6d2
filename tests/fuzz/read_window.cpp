// What the window reads besides: key files, settings, palettes and slots.
#if JUMPSCOPE_FUZZ_WINDOW
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "src/play/colors.h"
#include "src/play/game.h"
#include "src/play/keys.h"
#include "src/play/settings.h"
#include "src/play/slots.h"
#include "tests/fuzz/machine.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

void write(const std::filesystem::path& path, Bytes bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

// A folder of this process, removed at its end.
const std::filesystem::path& scratch() {
  static const struct Scratch {
    std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("jumpscope-fuzz-" + std::to_string(getpid()));
    Scratch() { std::filesystem::create_directories(path); }
    ~Scratch() {
      std::error_code error;
      std::filesystem::remove_all(path, error);
    }
  } folder;
  return folder.path;
}

}  // namespace

void readKeyFile(Bytes bytes) {
  play::parseKeys(play::keysText(play::parseKeys(asText(bytes), "keys.json")), "again.json");
}

void readSettingsFile(Bytes bytes) {
  play::parseSettings(play::settingsText(play::parseSettings(asText(bytes), "settings.json")), "again.json");
}

void readPalette(Bytes bytes) { play::parsePal(bytes, "a.pal"); }

// Edits of a state up to a line end, then the movie beside it.
void readSlotFiles(Bytes bytes) {
  const size_t end = std::min(asText(bytes).find('\n'), bytes.size());
  write(play::slotFile(scratch(), 1, ".state"), editedState(bytes.first(end)));
  write(play::slotFile(scratch(), 1, ".fm2"), bytes.subspan(std::min(end + 1, bytes.size())));
  static play::Game game(someCartridge(), {});
  play::readSlot(scratch(), 1, game);
}

}  // namespace jumpscope::fuzz
#endif
