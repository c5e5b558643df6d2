#include "src/app/machine.h"

#include <filesystem>
#include <stdexcept>

#include "src/trace/files.h"

namespace jumpscope::app {

namespace {

using mappers::Mirroring;
using mappers::Region;

Mirroring parseMirroring(const std::string& name) {
  if (name == "horizontal") return Mirroring::Horizontal;
  if (name == "vertical") return Mirroring::Vertical;
  throw std::runtime_error(
      "a bare dump does not say how its nametables are wired; add --mirroring horizontal or "
      "--mirroring vertical");
}

std::string fileName(const std::string& path) { return std::filesystem::path(path).filename().string(); }

Region chooseRegion(const std::string& name, const mappers::Cartridge& cartridge, bool movie_is_pal) {
  if (name == "ntsc") return Region::Ntsc;
  if (name == "pal") return Region::Pal;
  if (name == "dendy") return Region::Dendy;
  return movie_is_pal ? Region::Pal : cartridge.region;
}

}  // namespace

void declareBareDump(Arguments& arguments, RomChoice& choice) {
  arguments.option("--prg", choice.prg, "FILE", "PRG-ROM of a bare dump, 16 or 32 KiB, instead of ROM");
  arguments.option("--chr", choice.chr, "FILE",
                   "CHR-ROM of a bare dump, 8 KiB; without it the board has CHR-RAM");
  arguments.choice("--mirroring", choice.mirroring, {"horizontal", "vertical"},
                   "how a bare dump's board is wired");
}

std::shared_ptr<const mappers::Cartridge> loadCartridge(const RomChoice& choice) {
  const bool bare = !choice.prg.empty() || !choice.chr.empty() || !choice.mirroring.empty();
  if (bare && !choice.rom.empty())
    throw std::runtime_error("either a ROM file or a bare dump (--prg, --chr, --mirroring), not both");
  if (!bare && choice.rom.empty())
    throw std::runtime_error(
        "no cartridge is named; give a ROM file, or a bare dump as --prg F --chr F --mirroring M");
  if (!bare)
    return std::make_shared<const mappers::Cartridge>(
        mappers::parseCartridge(trace::readFile(choice.rom), fileName(choice.rom)));
  if (choice.prg.empty()) throw std::runtime_error("a bare dump needs its PRG-ROM; add --prg FILE");
  const Mirroring mirroring = parseMirroring(choice.mirroring);
  std::vector<uint8_t> chr;
  if (!choice.chr.empty()) chr = trace::readFile(choice.chr);
  return std::make_shared<const mappers::Cartridge>(mappers::makeBareCartridge(
      trace::readFile(choice.prg), std::move(chr), mirroring, fileName(choice.prg)));
}

void declareMachine(Arguments& arguments, MachineChoice& choice) {
  arguments.choice("--region", choice.region, {"auto", "ntsc", "pal", "dendy"},
                   "which console (default: as the movie or the ROM's header says)");
  arguments.option("--ram-init", choice.ram_init, "KIND",
                   "RAM at power-on: fceux (default), zeros, ones or random:SEED");
  arguments.number("--alignment", choice.alignment, {0, 3},
                   "where the PPU's clock stands at power-on, 0 to 3 (default 1)");
  arguments.choice("--policy", choice.policy, {"catch-up", "every-cycle"},
                   "when chips run; the outcome is the same (default catch-up)");
  arguments.flag("--no-idle-skip", choice.no_idle_skip, "run waiting loops instruction by instruction");
}

console::Options machineOptions(const MachineChoice& choice, const mappers::Cartridge& cartridge,
                                bool movie_is_pal) {
  console::Options options;
  options.region = chooseRegion(choice.region, cartridge, movie_is_pal);
  options.ram_init = console::parseRamInit(choice.ram_init);
  options.alignment = static_cast<int>(choice.alignment);
  options.policy = choice.policy == "every-cycle" ? console::Policy::Lockstep : console::Policy::CatchUp;
  options.idle_skip = !choice.no_idle_skip;
  return options;
}

}  // namespace jumpscope::app
