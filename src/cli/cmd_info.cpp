// jumpscope info: what a dump holds, and whether we can run it.
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "src/base/json.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/session/labels.h"
#include "src/session/machine.h"
#include "src/session/trace_input.h"
#include "src/trace/profile.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {

namespace {

using console::Cartridge;

struct InfoOptions {
  session::RomChoice rom;
  session::LabelChoice labels;
  bool json = false;
};

std::string formatName(mappers::Format format) {
  switch (format) {
    case mappers::Format::INes:
      return "iNES";
    case mappers::Format::Nes20:
      return "NES 2.0";
    case mappers::Format::Bare:
      return "bare dump";
  }
  return "";
}

std::string mirroringName(mappers::Mirroring mirroring) {
  switch (mirroring) {
    case mappers::Mirroring::Horizontal:
      return "horizontal";
    case mappers::Mirroring::Vertical:
      return "vertical";
    case mappers::Mirroring::FourScreen:
      return "four-screen";
  }
  return "";
}

struct KnownGame {
  std::string name, profile;
};

// The game whose hash a built-in profile lists; empty where none does.
KnownGame knownGame(const Cartridge& cartridge) {
  const trace::Profile* profile = session::findBuiltinProfile(cartridge);
  if (!profile) return {};
  return {session::findKnownRom(cartridge, *profile)->name, profile->name};
}

// Empty when we have a board for it; else the sentence that says what is missing.
std::string whyUnsupported(const Cartridge& cartridge) {
  try {
    mappers::requireSupported(cartridge);
    return "";
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

nlohmann::ordered_json asJson(const Cartridge& c) {
  const KnownGame game = knownGame(c);
  nlohmann::ordered_json json;
  json["name"] = c.name;
  json["format"] = formatName(c.format);
  json["mapper"] = c.mapper;
  json["submapper"] = c.submapper;
  json["board"] = c.board;
  json["supported"] = whyUnsupported(c).empty();
  json["mirroring"] = mirroringName(c.mirroring);
  json["region"] = mappers::regionName(c.region);
  json["battery"] = c.battery;
  json["trainer"] = !c.trainer.empty();
  json["prg_bytes"] = c.prg.size();
  json["chr_bytes"] = c.chr.size();
  json["prg_ram_bytes"] = c.prg_ram_size;
  json["chr_ram_bytes"] = c.chr_ram_size;
  json["file_sha1"] = c.file_sha1;
  json["prg_chr_sha1"] = c.prg_chr_sha1;
  json["prg_chr_crc32"] = c.prg_chr_crc32;
  json["prg_sha1"] = c.prg_sha1;
  json["chr_sha1"] = c.chr_sha1;
  json["known_game"] = game.name;
  json["profile"] = game.profile;
  return json;
}

std::string kibibytes(size_t bytes) {
  return bytes % 1024 == 0 ? std::to_string(bytes / 1024) + " KiB" : std::to_string(bytes) + " bytes";
}

std::string asText(const Cartridge& c) {
  std::ostringstream out;
  const auto line = [&](const std::string& what, const std::string& value) {
    if (!value.empty()) out << std::left << std::setw(15) << what << value << "\n";
  };
  const std::string unsupported = whyUnsupported(c);
  line("name", c.name);
  line("format", formatName(c.format));
  line("mapper",
       std::to_string(c.mapper) + (c.submapper ? " (submapper " + std::to_string(c.submapper) + ")" : ""));
  line("board", c.board);
  line("runs here", unsupported.empty() ? "yes" : "no: " + unsupported);
  line("mirroring", mirroringName(c.mirroring));
  line("region", mappers::regionName(c.region));
  line("PRG-ROM", kibibytes(c.prg.size()));
  line("CHR", c.chr_is_ram ? kibibytes(c.chr_ram_size) + " RAM" : kibibytes(c.chr.size()) + " ROM");
  if (c.prg_ram_size) line("PRG-RAM", kibibytes(c.prg_ram_size) + (c.battery ? ", battery" : ""));
  if (!c.trainer.empty()) line("trainer", "512 bytes");
  line("file SHA-1", c.file_sha1);
  line("PRG+CHR SHA-1", c.prg_chr_sha1);
  line("PRG+CHR CRC32", c.prg_chr_crc32);
  line("PRG SHA-1", c.prg_sha1);
  line("CHR SHA-1", c.chr_sha1);
  const KnownGame game = knownGame(c);
  line("known game", game.name.empty() ? "no" : game.name + " (profile " + game.profile + ")");
  return out.str();
}

// The labels as --symbols gave them, by address.
nlohmann::ordered_json labelsJson(const trace::Symbols& symbols) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const trace::Symbol& symbol : symbols.all())
    list.push_back({{"address", trace::addressText(symbols.placeOf(symbol))},
                    {"name", symbol.name},
                    {"bytes", symbol.size}});
  return list;
}

std::string labelsText(const trace::Symbols& symbols) {
  std::string text;
  for (const trace::Symbol& symbol : symbols.all())
    text += trace::addressText(symbols.placeOf(symbol)) + "          " + symbol.name + "\n";
  return text;
}

int info(const InfoOptions& options) {
  const auto cartridge = session::loadCartridge(options.rom);
  const trace::Symbols symbols = session::loadLabels(options.labels, *cartridge);
  if (options.json) {
    nlohmann::ordered_json json = asJson(*cartridge);
    if (!symbols.empty()) json["symbols"] = labelsJson(symbols);
    std::cout << base::jsonText(json);
  } else {
    std::cout << asText(*cartridge) << labelsText(symbols);
  }
  return 0;
}

}  // namespace

Action infoCommand(Arguments& arguments) {
  auto options = std::make_shared<InfoOptions>();
  arguments.positional("ROM", options->rom.rom, false, rom_help);
  declareCartridge(arguments, options->rom);
  declareLabels(arguments, options->labels);
  arguments.flag("--json", options->json, "print one JSON object");
  return [options] { return info(*options); };
}

}  // namespace jumpscope::cli
