#include "src/session/machine.h"

#include <stdexcept>

#include "src/base/files.h"
#include "src/base/number.h"
#include "src/base/printable.h"
#include "src/session/rom_file.h"

namespace jumpscope::session {

namespace {

using mappers::Mirroring;
using mappers::Region;

Mirroring parseMirroring(const std::string& name) {
  if (name == "horizontal") return Mirroring::Horizontal;
  if (name == "vertical") return Mirroring::Vertical;
  if (name == "four-screen") return Mirroring::FourScreen;
  throw std::runtime_error(
      "a bare dump does not contain its nametable mirroring; add --mirroring horizontal or "
      "--mirroring vertical");
}

// What the header asks for; a device that jumpscope does not have is left out.
console::Devices headerDevices(const console::Cartridge& cartridge) {
  return console::devicesOfHeader(cartridge.default_device).value_or(console::Devices{});
}

console::Cartridge readBareDump(const RomChoice& choice) {
  if (choice.prg.empty()) throw std::runtime_error("a bare dump needs its PRG-ROM; add --prg FILE");
  if (!choice.patches.empty())
    throw std::runtime_error(
        "--patch changes a file with a header; name it as ROM instead of --prg and --chr");
  const Mirroring mirroring = parseMirroring(choice.mirroring);
  std::vector<uint8_t> chr;
  if (!choice.chr.empty()) chr = base::readFile(choice.chr);
  const auto board = choice.mapper.empty() ? mappers::BoardNumber() : parseBoardNumber(choice.mapper);
  return console::makeBareCartridge(base::readFile(choice.prg), std::move(chr), mirroring,
                                    base::shownName(choice.prg), board);
}

// `board` as --mapper has it; empty: as the header says.
std::shared_ptr<const console::Cartridge> withBoard(console::Cartridge cartridge, const std::string& board) {
  if (!board.empty()) mappers::overrideBoard(cartridge, parseBoardNumber(board));
  return std::make_shared<const console::Cartridge>(std::move(cartridge));
}

}  // namespace

mappers::BoardNumber parseBoardNumber(const std::string& text) {
  constexpr base::Range mappers{0, 4095}, submappers{0, 15};
  const size_t dot = text.find('.');
  mappers::BoardNumber board;
  board.mapper = static_cast<int>(base::parseNumber(text.substr(0, dot), mappers, "--mapper"));
  if (dot != text.npos)
    board.submapper =
        static_cast<int>(base::parseNumber(text.substr(dot + 1), submappers, "the submapper of --mapper"));
  return board;
}

std::shared_ptr<const console::Cartridge> loadCartridge(const RomChoice& choice) {
  if (choice.bare() && !choice.rom.empty())
    throw std::runtime_error("name a ROM file or a bare dump (--prg, --chr, --mirroring), not both");
  if (!choice.named())
    throw std::runtime_error(
        "no cartridge is named; give a ROM file, or a bare dump as --prg F --chr F --mirroring M");
  return choice.bare() ? std::make_shared<const console::Cartridge>(readBareDump(choice))
                       : withBoard(readCartridge(choice.rom, choice.patches), choice.mapper);
}

std::shared_ptr<const console::Cartridge> loadIfCartridge(const RomChoice& choice) {
  if (choice.bare() || !choice.named()) return loadCartridge(choice);
  auto cartridge = readIfCartridge(choice.rom, choice.patches);
  return cartridge ? withBoard(std::move(*cartridge), choice.mapper) : nullptr;
}

RecordedOn recordedOn(const movie::Movie& movie) { return {movie.pal, movie.devices()}; }

console::Options machineOptions(const MachineChoice& choice, const console::Cartridge& cartridge,
                                const RecordedOn& movie) {
  console::Options options;
  options.region =
      mappers::regionFromName(choice.region).value_or(movie.pal ? Region::Pal : cartridge.region);
  options.ram_init = console::parseRamInit(choice.ram_init);
  options.alignment = static_cast<int>(choice.alignment);
  options.policy = choice.policy == "every-cycle" ? console::Policy::Lockstep : console::Policy::CatchUp;
  options.idle_skip = !choice.no_idle_skip;
  options.native_code = !choice.no_native_code;
  if (!choice.battery.empty())
    options.battery = std::make_shared<const std::vector<uint8_t>>(base::readFile(choice.battery));
  options.devices = movie.devices ? *movie.devices : headerDevices(cartridge);
  for (const std::string& text : choice.devices) console::plugIn(options.devices, text);
  return options;
}

}  // namespace jumpscope::session
