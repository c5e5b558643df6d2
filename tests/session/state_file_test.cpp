// State files with valid checksums and invalid contents are refused or run safely (the sanitizer build
// checks this).
#include "src/session/state_file.h"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "src/base/hash.h"
#include "tests/support/bytes.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

constexpr size_t checksum_length = 40;

std::shared_ptr<const console::Cartridge> cartridge() {
  const std::string rom = countingCartridge();
  return std::make_shared<const console::Cartridge>(console::parseCartridge(tests::toBytes(rom), "rom.nes"));
}

void seal(std::vector<uint8_t>& file) {
  const std::string sum = base::sha1Hex({file.data(), file.size() - checksum_length});
  std::copy(sum.begin(), sum.end(), file.end() - checksum_length);
}

TEST(StateFile, ASavedStateIsRestored) {
  console::Console a(cartridge(), {}), b(cartridge(), {});
  for (int i = 0; i < 10; ++i) a.runFrame();
  b.restore(session::decodeState(session::encodeState(a), b, "a.state"));
  EXPECT_EQ(console::firstDifference(a.state(), b.state()), "");
  a.runFrame();
  b.runFrame();
  EXPECT_EQ(console::firstDifference(a.state(), b.state()), "");
}

TEST(StateFile, AChangedByteIsDetected) {
  console::Console console(cartridge(), {});
  console.runFrame();
  const std::vector<uint8_t> good = session::encodeState(console);
  for (size_t i = 0; i < good.size(); i += 7) {
    std::vector<uint8_t> bad = good;
    bad[i] ^= 0x10;
    EXPECT_THROW(session::decodeState(bad, console, "bad.state"), std::runtime_error) << "byte " << i;
  }
  for (size_t length = 0; length < good.size(); length += 13)
    EXPECT_THROW(session::decodeState({good.data(), length}, console, "bad.state"), std::runtime_error)
        << length;
}

// Sets each byte of the small fields in turn to values at the ends of its range: what a type holds is loaded
// and runs, everything else is refused.
TEST(StateFile, EveryFieldAtTheEndsOfItsRangeIsRefusedOrRunsSafely) {
  console::Options options;
  options.video = options.audio = true;
  console::Console victim(cartridge(), options);
  for (int i = 0; i < 3; ++i) victim.runFrame();
  console::State rendering = victim.state();
  rendering.ppu.mask = ppu::Mask{ppu::mask::all};
  rendering.ppu.rendering_delayed = true;
  rendering.ppu.scanline = 100;
  rendering.ppu.dot = 340;  // with the next line's first tiles in the shift registers
  victim.restore(rendering);
  const std::vector<uint8_t> good = session::encodeState(victim);
  constexpr size_t header = 65, small_fields = 700;
  int ran = 0, refused = 0;
  for (size_t at = header; at < header + small_fields; ++at) {
    for (const uint8_t value : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
      std::vector<uint8_t> forged = good;
      forged[at] = value;
      seal(forged);
      try {
        victim.restore(session::decodeState(forged, victim, "forged.state"));
      } catch (const std::runtime_error&) {
        ++refused;
        continue;
      }
      victim.runFrame();
      ++ran;
    }
  }
  EXPECT_GT(ran, 500);
  EXPECT_GT(refused, 100);
}

TEST(StateFile, ForgedStatesAreRefusedOrRunSafely) {
  console::Options options;
  options.video = options.audio = true;
  console::Console console(cartridge(), options);
  for (int i = 0; i < 5; ++i) console.runFrame();
  const std::vector<uint8_t> good = session::encodeState(console);
  std::mt19937 random(1);
  int ran = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<uint8_t> forged = good;
    // The memories at the end are most of the file; the small fields before them are what can do harm.
    const size_t reach = round % 2 ? forged.size() - checksum_length : 1200;
    for (int i = 0; i < 4; ++i) forged[random() % (reach - 90) + 90] = static_cast<uint8_t>(random());
    seal(forged);
    console::Console victim(cartridge(), options);
    try {
      victim.restore(session::decodeState(forged, victim, "forged.state"));
    } catch (const std::runtime_error&) {
      continue;
    }
    victim.runFrame();
    victim.runFrame();
    ++ran;
  }
  EXPECT_GT(ran, 20);
}

}  // namespace
}  // namespace jumpscope::tests
