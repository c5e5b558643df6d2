// Homebrew programs run for 3,000 frames with scripted input. Their pictures are compared with those on
// which independent emulators agree, and with the committed ones.
// JUMPSCOPE_UPDATE_GOLDENS=1 writes the latter.
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "src/base/files.h"
#include "src/session/frame_hash.h"
#include "src/session/session.h"
#include "src/suite/rom_test.h"
#include "tests/support/shared.h"

namespace jumpscope::suite {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t frames_to_run = 3000;
constexpr uint64_t golden_every = 100;

std::string textOf(const std::filesystem::path& path) {
  const std::vector<uint8_t> bytes = base::readFile(path);
  return {bytes.begin(), bytes.end()};
}

// The list of programs has the fields of a manifest of test programs but for the verdict.
std::vector<RomTest> programs(const std::filesystem::path& list) {
  const nlohmann::json document = nlohmann::json::parse(textOf(list));
  nlohmann::json manifest;
  for (nlohmann::json program : document.at("programs")) {
    program["verdict"] = "frame-hash";
    manifest["roms"].push_back(program);
  }
  return parseManifest(manifest.dump(), list.filename().string());
}

struct Pictures {
  std::map<uint64_t, std::string> hashes;  // of every frame that is asked for
};

Pictures play(const RomTest& program, const std::filesystem::path& folder) {
  const std::vector<uint8_t> file = base::readFile(folder / program.path);
  console::Options options;
  options.video = true;
  session::Input input;
  input.player.addPresses(program.input);
  session::Session session(
      std::make_shared<const console::Cartridge>(console::parseCartridge(file, program.path)), options,
      input);
  const console::Console& console = session.console;
  Pictures pictures;
  for (uint64_t frame = 0; frame < frames_to_run; ++frame) {
    session.runFrame();
    bool wanted = frame % golden_every == golden_every - 1;
    for (const GoldenFrame& golden : program.golden_frames)
      wanted |= frame + 2 >= golden.frame && frame <= golden.frame + 2;
    if (wanted) pictures.hashes[frame] = session::frameSha1Idx9(console.pixels());
  }
  EXPECT_FALSE(console.jammed()) << program.path;
  return pictures;
}

TEST(Homebrew, PicturesEqualThoseOfIndependentEmulators) {
  REQUIRE_SHARED("homebrew/licences.json");
  const std::filesystem::path goldens_path = tests::sourceDir() / "roms_test/homebrew/frames.json";
  const char* update = std::getenv("JUMPSCOPE_UPDATE_GOLDENS");
  const bool updating = update && std::string_view(update) == "1";
  ordered_json goldens;
  if (std::filesystem::exists(goldens_path)) goldens = ordered_json::parse(textOf(goldens_path));

  int compared = 0;
  for (const RomTest& program : programs(shared_path)) {
    SCOPED_TRACE(program.path);
    const Pictures pictures = play(program, shared_path.parent_path());
    // A program that reads the pads in every other frame (the one on MMC3 does) sees a press a frame earlier or later
    // than in emulators whose first frame is another: only the committed pictures are compared.
    const bool same_phase = program.mapper == 0;
    for (const GoldenFrame& golden : program.golden_frames) {
      if (!same_phase) break;
      bool found = false;
      for (uint64_t frame = golden.frame - 2; frame <= golden.frame + 2; ++frame) {
        const auto picture = pictures.hashes.find(frame);
        found |= picture != pictures.hashes.end() && picture->second == golden.sha1_idx9;
      }
      EXPECT_TRUE(found) << "the picture that the emulators agree on does not appear around frame "
                         << golden.frame;
      ++compared;
    }
    for (uint64_t frame = golden_every - 1; frame < frames_to_run; frame += golden_every) {
      ordered_json& golden = goldens[program.path][std::to_string(frame)];
      const std::string& hash = pictures.hashes.at(frame);
      if (updating) golden = hash;
      // A program that came after the goldens has none yet.
      if (golden.is_string()) {
        EXPECT_EQ(hash, golden.get<std::string>()) << "frame " << frame;
      }
    }
  }
  EXPECT_GT(compared, 0);
  std::cout << compared << " pictures compared with independent emulators'\n";
  if (updating) std::ofstream(goldens_path) << goldens.dump(1) << "\n";
}

}  // namespace
}  // namespace jumpscope::suite
