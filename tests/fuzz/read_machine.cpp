// States, pictures and dumps.
#include <algorithm>
#include <memory>

#include "src/base/hash.h"
#include "src/base/png.h"
#include "src/console/cartridge.h"
#include "src/console/console.h"
#include "src/session/dump.h"
#include "src/session/start.h"
#include "src/session/state_file.h"
#include "tests/fuzz/machine.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

constexpr size_t checksum_length = 40;
// The longest edits of an input; the rest is not read.
constexpr size_t most_edits = 64;

}  // namespace

std::shared_ptr<const console::Cartridge> someCartridge() {
  static const auto cartridge = [] {
    std::vector<uint8_t> prg(0x8000, 0xEA);
    constexpr uint8_t program[] = {0xE6, 0x10, 0xA5, 0x10, 0x8D, 0x00, 0x20, 0x8D, 0x01, 0x20, 0xA9,
                                   0x03, 0x8D, 0x14, 0x40, 0xAD, 0x02, 0x20, 0x4C, 0x00, 0x80};
    std::copy(std::begin(program), std::end(program), prg.begin());
    for (const size_t vector : {0x7FFA, 0x7FFC, 0x7FFE}) prg[vector] = 0x00, prg[vector + 1] = 0x80;
    return std::make_shared<const console::Cartridge>(console::makeBareCartridge(
        std::move(prg), std::vector<uint8_t>(0x2000, 0x5A), mappers::Mirroring::Vertical, "fuzz.nes"));
  }();
  return cartridge;
}

const std::vector<uint8_t>& someState() {
  static const auto file = [] {
    console::Console console(someCartridge(), {});
    for (int frame = 0; frame < 3; ++frame) console.runFrame();
    return session::encodeState(console);
  }();
  return file;
}

// Edits of a state that is sound: two bytes say where, the third what. The checksum fits afterwards.
std::vector<uint8_t> editedState(Bytes edits) {
  std::vector<uint8_t> file = someState();
  for (size_t i = 0; i + 2 < edits.size() && i < 3 * most_edits; i += 3)
    file[(edits[i] | size_t(edits[i + 1]) << 8) % (file.size() - checksum_length)] = edits[i + 2];
  const std::string sum = base::sha1Hex({file.data(), file.size() - checksum_length});
  std::copy(sum.begin(), sum.end(), file.end() - checksum_length);
  return file;
}

void readState(Bytes bytes) {
  console::Options options;
  options.video = true;
  console::Console console(someCartridge(), options);
  const bool whole = asText(bytes).starts_with("jumpscope");
  console.restore(session::decodeState(
      whole ? std::vector<uint8_t>(bytes.begin(), bytes.end()) : editedState(bytes), console, "a.state"));
  console.runFrame();
  // What has been accepted can be saved, and that is accepted again.
  session::decodeState(session::encodeState(console), console, "again.state");
}

void readFceuxState(Bytes bytes) {
  console::Options options;
  options.video = true;
  console::Console console(someCartridge(), options);
  session::begin(console, {{bytes.begin(), bytes.end()}, "a.fc0", true, false}, {});
  console.runFrame();
  session::decodeState(session::encodeState(console), console, "again.state");
}

void readPicture(Bytes bytes) { base::decodePng(bytes, "picture.png"); }

void readDumpRequest(Bytes bytes) {
  const session::DumpRequest request = session::parseDumpRequest(std::string(asText(bytes)));
  static const console::Console console(someCartridge(), {});
  session::dumpMemory(console, request);
}

}  // namespace jumpscope::fuzz
