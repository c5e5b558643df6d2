// Which cartridges a built-in profile is for.
#include <gtest/gtest.h>

#include <memory>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"
#include "src/session/trace_input.h"

namespace jumpscope::session {
namespace {

std::vector<uint8_t> jumplab() {
  return base::readFile(JUMPSCOPE_SOURCE_DIR "/roms_test/jumplab/jumplab.nes");
}

TEST(KnownRom, TheBundledCartridgeIsKnownByItsHash) {
  const console::Cartridge cartridge = console::parseCartridge(jumplab(), "jumplab.nes");
  const trace::Profile* profile = findBuiltinProfile(cartridge);
  ASSERT_NE(profile, nullptr)
      << "roms_test/build made another cartridge; its PRG+CHR SHA-1, which belongs into the "
         "profile's \"roms\", is "
      << cartridge.prgChrSha1();
  EXPECT_EQ(profile->name, "smb");
  EXPECT_NE(findKnownRom(cartridge, *profile)->name.find("jumplab"), std::string::npos);
}

TEST(KnownRom, AnUnknownOneIsToldWhichProfilesThereAreAndHowToWriteOne) {
  std::vector<uint8_t> rom = jumplab();
  ++rom.back();
  const console::Cartridge cartridge = console::parseCartridge(rom, "jumplab.nes");
  try {
    profileOf(cartridge);
    FAIL() << "no profile is for it";
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("profiles are: smb (Super Mario Bros.)"), std::string::npos) << text;
    EXPECT_NE(text.find("jumpscope search"), std::string::npos) << text;
    EXPECT_NE(text.find("docs/tracing.md"), std::string::npos) << text;
    EXPECT_EQ(text.find("--profile smb"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace jumpscope::session
