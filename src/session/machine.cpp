#include "src/session/machine.h"

#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/printable.h"

namespace jumpscope::session {

namespace {

using mappers::Mirroring;
using mappers::Region;

Mirroring parseMirroring(const std::string& name) {
  if (name == "horizontal") return Mirroring::Horizontal;
  if (name == "vertical") return Mirroring::Vertical;
  throw std::runtime_error(
      "a bare dump does not contain its nametable mirroring; add --mirroring horizontal or "
      "--mirroring vertical");
}

// What the header asks for; what jumpscope does not have is left out.
template <class Cartridge>
console::Devices headerDevices(const Cartridge& cartridge) {
  if constexpr (requires { cartridge.default_device; })
    return console::devicesOfHeader(cartridge.default_device).value_or(console::Devices{});
  return {};
}

std::string fileName(const std::string& path) { return base::shownName(path); }

}  // namespace

std::shared_ptr<const console::Cartridge> loadCartridge(const RomChoice& choice) {
  const bool bare = !choice.prg.empty() || !choice.chr.empty() || !choice.mirroring.empty();
  if (bare && !choice.rom.empty())
    throw std::runtime_error("name a ROM file or a bare dump (--prg, --chr, --mirroring), not both");
  if (!bare && choice.rom.empty())
    throw std::runtime_error(
        "no cartridge is named; give a ROM file, or a bare dump as --prg F --chr F --mirroring M");
  if (!bare)
    return std::make_shared<const console::Cartridge>(
        console::parseCartridge(base::readFile(choice.rom), fileName(choice.rom)));
  if (choice.prg.empty()) throw std::runtime_error("a bare dump needs its PRG-ROM; add --prg FILE");
  const Mirroring mirroring = parseMirroring(choice.mirroring);
  std::vector<uint8_t> chr;
  if (!choice.chr.empty()) chr = base::readFile(choice.chr);
  return std::make_shared<const console::Cartridge>(console::makeBareCartridge(
      base::readFile(choice.prg), std::move(chr), mirroring, fileName(choice.prg)));
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
  options.devices = movie.devices ? *movie.devices : headerDevices(cartridge);
  for (const std::string& text : choice.devices) console::plugIn(options.devices, text);
  return options;
}

}  // namespace jumpscope::session
