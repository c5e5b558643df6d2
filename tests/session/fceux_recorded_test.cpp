// States that FCEUX saved: RAM goes on as it did there, frame by frame (tests/data/fceux-states).
#include <gtest/gtest.h>

#include <sstream>

#include "src/base/base64.h"
#include "src/base/files.h"
#include "src/base/hash.h"
#include "src/session/rom_file.h"
#include "src/session/session.h"
#include "tests/support/bytes.h"
#include "tests/support/data.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

struct Recorded {
  std::string name;       // of the state
  std::string rom;        // in roms_test
  uint64_t frames;        // before it
  bool has_movie = true;  // the tour of jumplab
  bool waits = false;     // in a loop of several instructions, another of which FCEUX interrupts at times
};

class FceuxRecorded : public testing::TestWithParam<Recorded> {
 protected:
  std::filesystem::path statePath() const {
    return dataFile("fceux-states/" + GetParam().name + ".fc0").path;
  }
  std::shared_ptr<const console::Cartridge> cartridge() const {
    return std::make_shared<const console::Cartridge>(
        session::readCartridge((jumplab().parent_path().parent_path() / GetParam().rom).string(), {}));
  }
  static std::string hashWithoutStack(const console::Console& console) {
    std::vector<uint8_t> ram(console.ram().begin(), console.ram().end());
    ram.erase(ram.begin() + 0x100, ram.begin() + 0x200);
    return base::crc32Hex(ram);
  }
  void expectRamAsThere(session::Session& session) const {
    std::istringstream lines(readData(dataFile("fceux-states/" + GetParam().name + ".ram")));
    std::string all, without_stack;
    for (int frame = 0; lines >> all >> without_stack; ++frame) {
      session.runFrame();
      if (GetParam().waits)
        ASSERT_EQ(hashWithoutStack(session.console), without_stack)
            << "frame " << frame << " after the state";
      else
        ASSERT_EQ(base::crc32Hex(session.console.ram()), all) << "frame " << frame << " after the state";
    }
  }
};

TEST_P(FceuxRecorded, RamGoesOnAsItDidInFceux) {
  session::InputChoice choice;
  choice.load_state = statePath().string();
  choice.frames = 60;
  if (GetParam().has_movie) choice.movie = tourMovie().string();
  const auto rom = cartridge();
  session::Session session(rom, {}, session::loadInput(choice, *rom));
  EXPECT_EQ(session.console.frame(), GetParam().frames - 1);
  expectRamAsThere(session);
}

TEST_P(FceuxRecorded, AMovieThatStartsFromTheStatePlaysAsItDidInFceux) {
  movie::Movie movie = session::readMovie(tourMovie().string());
  const auto first = movie.records.begin() + static_cast<ptrdiff_t>(GetParam().frames);
  movie.records =
      GetParam().has_movie ? std::vector<movie::Record>(first, first + 60) : std::vector<movie::Record>(60);
  movie.other_keys.emplace_back("savestate",
                                "base64:" + base::encodeBase64(base::readFile(statePath().string())));
  const std::string text = movie::writeFm2(movie);
  const session::Input input = session::playMovie(movie::parseFm2(toBytes(text), "from-state.fm2"));
  session::Session session(cartridge(), {}, input);
  EXPECT_EQ(session.console.frame(), 0);
  expectRamAsThere(session);
}

INSTANTIATE_TEST_SUITE_P(All, FceuxRecorded,
                         testing::Values(Recorded{"jumplab-300", "jumplab/jumplab.nes", 300},
                                         Recorded{"jumplab-1200", "jumplab/jumplab.nes", 1200},
                                         Recorded{"tall-splits-100", "bench/tall-splits.nes", 100, false,
                                                  true},
                                         Recorded{"palette-101", "bench/palette.nes", 101, false},
                                         Recorded{"music-90", "bench/music.nes", 90, false}),
                         [](const auto& info) {
                           std::string name = info.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace jumpscope::tests
