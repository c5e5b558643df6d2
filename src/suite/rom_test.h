// Test programs and how they report: a status byte at $6000, a byte in RAM, text or tiles on the screen, a
// picture's hash, a table of results, a log of instructions, a sound. One engine runs them all and gives a
// verdict.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/console.h"
#include "src/movie/press.h"

namespace jumpscope::suite {

enum class Convention : uint8_t {
  Status6000,      // blargg: $6001-$6003 = DE B0 61, $6000 status, text from $6004, 81 asks for a reset
  Memory,          // a byte takes a value once a text is on the screen
  ScreenText,      // words in the nametable at $2000
  ScreenTiles,     // exact tiles in the nametable at $2000
  FrameHash,       // a known picture
  AccuracyCoin,    // a table of result bytes
  InstructionLog,  // Nintendulator's log, from $C000 after the reset sequence
  Sound,           // a status at $6000, and loudness in windows of time
  Visual,          // for eyes only: no verdict
};

struct ScreenTextRule {
  std::vector<std::string> contains;      // all of them
  std::vector<std::string> contains_any;  // at least one, when there are any
  std::vector<std::string> not_contains;  // none of them
  int tile_minus_ascii = 0;
};

struct TileRule {
  int row = 0;
  int column = 0;
  std::vector<uint8_t> tiles;
};

struct GoldenFrame {
  uint64_t frame = 0;
  std::string sha1_idx6;  // either may be empty
  std::string sha1_idx9;
};

struct ResultByte {
  std::string name;
  uint16_t address = 0;
};

// Loudness (RMS without the mean) of every window within `test` is at most `max_ratio` of that within
// `reference`. Seconds.
struct SoundRule {
  double reference_start = 0, reference_end = 0;
  double test_start = 0, test_end = 0;
  double window = 0.5;
  double max_ratio = 1;
};

struct RomTest {
  std::string path;  // relative to the manifest
  std::string suite;
  std::string sha1;  // of the file; empty: any
  int mapper = 0;
  Convention convention = Convention::Visual;
  bool optional = false;  // one console's analogue state, or a chip revision we do not claim
  uint64_t max_frames = 600;
  std::vector<movie::Press> input;
  std::optional<ScreenTextRule> text;
  std::vector<TileRule> tiles;
  std::vector<GoldenFrame> golden_frames;
  uint16_t address = 0;                  // Memory
  uint8_t value = 0;                     // Memory: the passing value; Status6000: the passing status
  std::vector<std::string> status_text;  // Status6000: words of the text from $6004
  uint64_t reset_delay = 20;             // frames between the request at $6000 and the reset
  std::vector<uint64_t> reset_frames;    // used while the program has not shown the $6000 signature
  std::string log_path;                  // InstructionLog, relative to the manifest
  std::optional<SoundRule> sound;
  std::string results_path;         // AccuracyCoin, relative to the manifest
  std::vector<ResultByte> results;  // AccuracyCoin: filled by the caller from results_path
  std::string expect;               // for people
};

// Reads a manifest (the "schema" of our shared test-roms/manifest.json). `name` is used in messages.
// Throws std::runtime_error.
std::vector<RomTest> parseManifest(std::string_view json, const std::string& name);
// Reads where a program leaves its results: an object with "tests", each with "test", "addr" and "kind";
// entries of other kinds are shown, not judged.
std::vector<ResultByte> parseResultBytes(std::string_view json, const std::string& name);

enum class Outcome : uint8_t { Pass, Fail, NotJudged };

struct Verdict {
  Outcome outcome = Outcome::Fail;
  uint64_t frame = 0;                                      // in which it was known
  std::string detail;                                      // one line: what was seen
  std::vector<std::pair<std::string, std::string>> parts;  // results that failed, with their code
  int passed = 0, total = 0;                               // of parts, where there are several
};

// Runs the program from power-on and judges. `log`: the text of the instruction log where the convention
// needs it.
Verdict runRomTest(const RomTest& test, std::shared_ptr<const console::Cartridge> cartridge,
                   console::Options options, std::string_view log = {});

}  // namespace jumpscope::suite
