// jumpscope info: the content of a dump, and if it runs; what other files say of themselves.
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "mappers/board.h"
#include "src/base/json.h"
#include "src/base/printable.h"
#include "src/cli/commands.h"
#include "src/cli/info_kinds.h"
#include "src/cli/options.h"
#include "src/session/cartridge_notes.h"
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
  std::string belongs_to;  // the cartridge that another file may belong to
  bool json = false, boards = false;
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

// Empty when its board is supported; else a sentence that says what is missing.
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
  json["prg_nvram_bytes"] = c.prg_nvram_size;
  json["chr_ram_bytes"] = c.chr_ram_size;
  json["chr_nvram_bytes"] = c.chr_nvram_size;
  json["ram_sizes_known"] = c.sizes_known;
  json["default_device"] = {{"number", c.default_device}, {"name", mappers::deviceName(c.default_device)}};
  json["file_sha1"] = c.fileSha1();
  json["prg_chr_sha1"] = c.prgChrSha1();
  json["prg_chr_crc32"] = c.prgChrCrc32();
  json["prg_sha1"] = c.prgSha1();
  json["chr_sha1"] = c.chrSha1();
  json["known_game"] = game.name;
  json["profile"] = game.profile;
  json["notes"] = session::notesOn(c);
  json["approximations"] = mappers::boardNotes(c.mapper);
  return json;
}

std::string kibibytes(size_t bytes) {
  return bytes % 1024 == 0 ? std::to_string(bytes / 1024) + " KiB" : std::to_string(bytes) + " bytes";
}

// A line of `info`; a fact without a value has none.
void put(std::ostream& out, const std::string& what, const std::string& value) {
  if (!value.empty()) out << std::left << std::setw(15) << what << value << "\n";
}

std::string ifAny(size_t bytes, const char* what) {
  return bytes > 0 ? kibibytes(bytes) + what : std::string();
}

void putMemory(std::ostream& out, const Cartridge& c) {
  const char* kept = ", kept by a battery";
  put(out, "PRG-ROM", kibibytes(c.prg.size()));
  put(out, "PRG-RAM", ifAny(c.prg_ram_size, ""));
  put(out, "PRG-NVRAM", ifAny(c.prg_nvram_size, kept));
  put(out, "CHR-ROM", ifAny(c.chr.size(), ""));
  put(out, "CHR-RAM", ifAny(c.chr_ram_size, ""));
  put(out, "CHR-NVRAM", ifAny(c.chr_nvram_size, kept));
  if (!c.sizes_known)
    put(out, "sizes of RAM", "the board's where it has others: only NES 2.0 headers tell them");
  if (!c.trainer.empty()) put(out, "trainer", "512 bytes");
}

void putHashes(std::ostream& out, const Cartridge& c) {
  put(out, "file SHA-1", c.fileSha1());
  put(out, "PRG+CHR SHA-1", c.prgChrSha1());
  put(out, "PRG+CHR CRC32", c.prgChrCrc32());
  put(out, "PRG SHA-1", c.prgSha1());
  put(out, "CHR SHA-1", c.chrSha1());
}

std::string asText(const Cartridge& c) {
  std::ostringstream out;
  const std::string unsupported = whyUnsupported(c);
  put(out, "name", c.name);
  put(out, "format", formatName(c.format));
  put(out, "mapper",
      std::to_string(c.mapper) + (c.submapper ? " (submapper " + std::to_string(c.submapper) + ")" : ""));
  put(out, "board", c.board);
  put(out, "runs here", unsupported.empty() ? "yes" : "no: " + unsupported);
  for (const std::string& note : mappers::boardNotes(c.mapper)) put(out, "approximate", note);
  put(out, "mirroring", mirroringName(c.mirroring));
  put(out, "region", mappers::regionName(c.region));
  putMemory(out, c);
  put(out, "battery", c.battery ? "yes" : "no");
  if (c.default_device != 0) put(out, "made for", mappers::deviceName(c.default_device));
  putHashes(out, c);
  const KnownGame game = knownGame(c);
  put(out, "known game", game.name.empty() ? "no" : game.name + " (profile " + game.profile + ")");
  for (const std::string& note : session::notesOn(c)) put(out, "note", base::printable(note));
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

// The boards that run, or that are known by name only.
nlohmann::ordered_json boardsJson() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const mappers::BoardType& board : mappers::allBoards())
    list.push_back({{"mapper", board.mapper},
                    {"name", board.name},
                    {"runs", board.make != nullptr},
                    {board.make ? "approximate" : "needs", board.needs}});
  return list;
}

std::string boardsText() {
  std::ostringstream out;
  for (const mappers::BoardType& board : mappers::allBoards()) {
    out << std::right << std::setw(3) << board.mapper << "  " << std::left << std::setw(34) << board.name
        << (board.make ? "runs" : "does not run");
    if (*board.needs) out << (board.make ? "; approximate: " : "; needs ") << board.needs;
    out << "\n";
  }
  return out.str();
}

// A name that comes more than once has a list.
nlohmann::ordered_json factsJson(const FileInfo& file) {
  nlohmann::ordered_json json{{"kind", file.kind}};
  for (const auto& [name, value] : file.facts) {
    nlohmann::ordered_json& place = json[name];
    if (place.is_null())
      place = value;
    else if (place.is_string())
      place = {place, value};
    else
      place.push_back(value);
  }
  return json;
}

std::string factsText(const FileInfo& file) {
  std::ostringstream out;
  put(out, "kind", file.kind);
  for (const auto& [name, value] : file.facts) put(out, name, base::printable(value));
  return out.str();
}

int info(const InfoOptions& options) {
  if (options.boards) {
    std::cout << (options.json ? base::jsonText(boardsJson()) : boardsText());
    return 0;
  }
  const bool names_cartridge = options.rom.rom.empty() || options.rom.bare() ||
                               !options.rom.patches.empty() || !options.rom.mapper.empty();
  const auto cartridge =
      names_cartridge ? session::loadCartridge(options.rom) : session::loadIfCartridge(options.rom);
  if (!cartridge) {
    const FileInfo file = describeFile(options.rom.rom, options.belongs_to);
    std::cout << (options.json ? base::jsonText(factsJson(file)) : factsText(file));
    return 0;
  }
  if (!options.belongs_to.empty())
    throw std::runtime_error(options.rom.rom +
                             " is a cartridge; a second one is named for files that may belong to it");
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
  arguments.positional(
      "FILE", options->rom.rom, false,
      "a cartridge, movie, trace, recording, profile, suite, state, patch or file of labels");
  arguments.positional("ROM", options->belongs_to, false,
                       "a cartridge that the file may belong to (default: the one that it names, beside it)");
  declareCartridge(arguments, options->rom);
  declareLabels(arguments, options->labels);
  arguments.flag("--boards", options->boards,
                 "list the supported boards, and those known by name only; needs no ROM");
  arguments.flag("--json", options->json, "print JSON");
  return [options] { return info(*options); };
}

}  // namespace jumpscope::cli
