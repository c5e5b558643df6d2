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
#include "tests/support/sanitized.h"
#include "tests/support/shared.h"

namespace jumpscope::suite {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t frames_to_run = tests::case_step > 1 ? 600 : 3000;
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

using Picture = std::vector<uint16_t>;
using Pictures = std::map<uint64_t, Picture>;  // of every frame that is asked for

// In frames that skip a dot, scanline 0 appears one pixel further left, here as in TriCNES. The emulators that
// the goldens come from leave it in place, so they alone show the pixel at its left edge.
bool isPicture(const Picture& ours, const std::string& golden) {
  if (session::frameSha1Idx9(ours) == golden) return true;
  Picture moved = ours;
  std::copy_n(ours.begin(), 255, moved.begin() + 1);
  for (unsigned color = 0; color < 64; ++color) {
    moved[0] = static_cast<uint16_t>((ours[0] & ~0x3Fu) | color);
    if (session::frameSha1Idx9(moved) == golden) return true;
  }
  return false;
}

bool appears(const Pictures& pictures, const GoldenFrame& golden) {
  for (uint64_t frame = golden.frame - 2; frame <= golden.frame + 2; ++frame) {
    const auto picture = pictures.find(frame);
    if (picture != pictures.end() && isPicture(picture->second, golden.sha1_idx9)) return true;
  }
  return false;
}

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
    if (wanted) pictures[frame].assign(console.pixels().begin(), console.pixels().end());
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
  const std::vector<RomTest> all = programs(shared_path);
  for (size_t i = 0; i < all.size(); i += updating ? 1 : tests::case_step) {
    const RomTest& program = all[i];
    SCOPED_TRACE(program.path);
    const Pictures pictures = play(program, shared_path.parent_path());
    for (const GoldenFrame& golden : program.golden_frames) {
      if (golden.frame + 2 >= frames_to_run) continue;
      EXPECT_TRUE(appears(pictures, golden))
          << "the picture that the emulators agree on does not appear around frame " << golden.frame;
      ++compared;
    }
    for (uint64_t frame = golden_every - 1; frame < frames_to_run; frame += golden_every) {
      ordered_json& golden = goldens[program.path][std::to_string(frame)];
      const std::string hash = session::frameSha1Idx9(pictures.at(frame));
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
