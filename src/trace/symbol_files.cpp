#include <algorithm>
#include <array>
#include <map>

#include "src/base/lines.h"
#include "src/trace/symbols.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr uint32_t largest_size = 0x10000;

// Removes and returns the text up to `separator`, and removes the separator; all of the text if there is none.
std::string_view takeUntil(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  return taken;
}

std::optional<uint32_t> parseHex(std::string_view text, uint32_t largest) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A valid label is one visible word.
std::string word(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return uint8_t(c) <= 0x20 || c == 0x7F; }, '_');
  return text;
}

// What a line needs to know of its file.
struct File {
  std::optional<uint32_t> fceux_bank;  // of 16 KiB, from the file's name
  // Where cc65's segments lie: start address and offset in PRG-ROM, by id.
  struct Segment {
    uint32_t start = 0, prg_offset = 0;
  };
  std::map<std::string, Segment> segments;
};

constexpr uint32_t fceux_bank_size = 0x4000;

// "5" of "game.nes.5.nl"; nullopt: the file is of all banks, or of RAM.
std::optional<uint32_t> bankInName(std::string_view file_name) {
  file_name.remove_suffix(std::string_view(".nl").size());
  const size_t dot = file_name.rfind('.');
  return dot == file_name.npos ? std::nullopt : parseHex(file_name.substr(dot + 1), 0xFFFF);
}

// $00CE#player_y#a comment
void readFceuxLine(std::string_view line, const base::Lines& lines, File& file, Symbols& symbols) {
  if (line.starts_with('\\')) return;
  std::string_view rest = line;
  std::string_view place = takeUntil(rest, '#');
  if (!line.starts_with('$') || line.find('#') == line.npos)
    lines.fail("expected a label of FCEUX as $ADDRESS#NAME#COMMENT");
  place.remove_prefix(1);
  const bool has_size = place.find('/') != place.npos;
  const auto address = parseHex(takeUntil(place, '/'), 0xFFFF);
  if (!address) lines.fail("expected an address of up to four hexadecimal digits after the $");
  Symbol symbol{word(trimmed(takeUntil(rest, '#'))), uint16_t(*address)};
  if (has_size) {
    const auto size = parseHex(place, largest_size);
    if (!size || *size == 0) lines.fail("expected the label's size in hexadecimal after the /");
    symbol.size = *size;
  }
  if (file.fceux_bank && symbols.hasBanks() && *address >= 0x8000) {
    symbol.prg_offset = *file.fceux_bank * fceux_bank_size + *address % fceux_bank_size;
    if (*symbol.prg_offset >= symbols.prgSize())
      lines.fail(
          "the bank in the file's name is beyond this cartridge's PRG-ROM; do the labels belong to another "
          "game?");
  }
  if (!symbol.name.empty()) symbols.add(symbol);
}

enum class Memory { Cpu, Ram, CartridgeRam, Prg, Other };

std::optional<Memory> mesenMemory(std::string_view type) {
  static const std::map<std::string_view, Memory> known = {
      {"G", Memory::Cpu},
      {"R", Memory::Ram},
      {"S", Memory::CartridgeRam},
      {"W", Memory::CartridgeRam},
      {"P", Memory::Prg},
      {"NesMemory", Memory::Cpu},
      {"NesInternalRam", Memory::Ram},
      {"NesWorkRam", Memory::CartridgeRam},
      {"NesSaveRam", Memory::CartridgeRam},
      {"NesPrgRom", Memory::Prg},
      {"NesPpuMemory", Memory::Other},
      {"NesChrRom", Memory::Other},
      {"NesChrRam", Memory::Other},
      {"NesNametableRam", Memory::Other},
      {"NesMapperRam", Memory::Other},
      {"NesSpriteRam", Memory::Other},
      {"NesSecondarySpriteRam", Memory::Other},
      {"NesPaletteRam", Memory::Other},
  };
  const auto found = known.find(type);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

// P:0010-001F:table:a comment
void readMesenLine(std::string_view line, const base::Lines& lines, File&, Symbols& symbols) {
  std::string_view rest = line;
  const auto memory = mesenMemory(takeUntil(rest, ':'));
  if (!memory || rest.empty())
    lines.fail(
        "expected a label of Mesen as TYPE:ADDRESS:NAME:COMMENT, where TYPE is one of G R S W P or "
        "NesInternalRam, NesWorkRam, NesSaveRam, NesPrgRom, NesMemory");
  std::string_view range = takeUntil(rest, ':');
  const std::string_view first_text = takeUntil(range, '-');
  const auto first = parseHex(first_text, 0xFFFFFF);
  const auto last = range.empty() ? first : parseHex(range, 0xFFFFFF);
  if (!first || !last || *last < *first || *last - *first >= largest_size)
    lines.fail("expected an address or a range of addresses in hexadecimal, such as 00CE or 0300-030F");
  Symbol symbol{word(trimmed(takeUntil(rest, ':'))), 0, *last - *first + 1};
  if (symbol.name.empty() || *memory == Memory::Other) return;
  const uint32_t largest = *memory == Memory::Ram            ? 0x1FFF
                           : *memory == Memory::CartridgeRam ? 0x1FFF
                                                             : 0xFFFF;
  if (*memory == Memory::Prg) {
    const auto address = symbols.addressOfPrg(*first);
    if (!address && symbols.prgSize() == Symbols::unknown_size) return;
    if (!address)
      lines.fail("the offset is beyond this cartridge's PRG-ROM; do the labels belong to another game?");
    symbol.address = *address;
    symbol.prg_offset = *first;
  } else {
    if (*first > largest) lines.fail("the address is beyond the end of its memory");
    symbol.address = uint16_t(*memory == Memory::CartridgeRam ? 0x6000 + *first : *first);
  }
  symbols.add(symbol);
}

// The attributes of a line of cc65's debug information: id=0,name="player_y",val=0xCE
std::map<std::string, std::string> attributes(std::string_view text, const base::Lines& lines) {
  std::map<std::string, std::string> found;
  while (!text.empty()) {
    const size_t equals = text.find('=');
    if (equals == text.npos) lines.fail("expected attributes as NAME=VALUE with commas between them");
    const std::string key(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    std::string_view value;
    if (text.starts_with('"')) {
      text.remove_prefix(1);
      if (text.find('"') == text.npos) lines.fail("a quotation mark is not closed");
      value = takeUntil(text, '"');
      if (!text.empty() && !text.starts_with(',')) lines.fail("expected a comma after the quotation mark");
      if (!text.empty()) text.remove_prefix(1);
    } else {
      value = takeUntil(text, ',');
    }
    found[key] = value;
  }
  return found;
}

void readCc65Line(std::string_view line, const base::Lines& lines, File& file, Symbols& symbols) {
  const bool segment = line.starts_with("seg\t") || line.starts_with("seg ");
  if (!segment && !line.starts_with("sym\t") && !line.starts_with("sym ")) return;
  const auto found = attributes(trimmed(line.substr(4)), lines);
  const auto at = [&](const char* key) {
    const auto entry = found.find(key);
    return entry == found.end() ? std::string() : entry->second;
  };
  if (segment) {
    constexpr uint32_t header_size = 16;
    const auto start = parseNumber(at("start"), UINT32_MAX), offset = parseNumber(at("ooffs"), UINT32_MAX);
    if (start && offset && *start >= 0x8000 && *offset >= header_size)
      file.segments[at("id")] = {uint32_t(*start), uint32_t(*offset - header_size)};
    return;
  }
  if (at("type") == "imp" || at("val").empty()) return;
  const auto value = parseNumber(at("val"), UINT32_MAX);
  if (!value) lines.fail("expected the symbol's value as val=0x8000");
  const std::string name = word(at("name"));
  if (name.empty()) lines.fail("expected the symbol's name as name=\"player_y\"");
  const bool is_label = at("type") == "lab";
  if (*value > 0xFFFF) {
    if (is_label) lines.fail("the label is beyond $FFFF");
    return;
  }
  Symbol symbol{name, uint16_t(*value)};
  symbol.is_address = is_label;
  if (const std::string size = at("size"); !size.empty()) {
    const auto bytes = parseNumber(size, largest_size);
    if (!bytes) lines.fail("expected the symbol's size as size=2");
    symbol.size = std::max<uint32_t>(*bytes, 1);
  }
  if (const auto lies = file.segments.find(at("seg")); is_label && lies != file.segments.end()) {
    const uint64_t offset = uint64_t{lies->second.prg_offset} + *value - lies->second.start;
    if (*value >= lies->second.start && offset < symbols.prgSize()) symbol.prg_offset = uint32_t(offset);
  }
  symbols.add(symbol);
}

// al 0000CE .player_y, or al C:00ce .player_y
void readViceLine(std::string_view line, const base::Lines& lines, File&, Symbols& symbols) {
  std::string_view rest = trimmed(line);
  const std::string_view command = takeUntil(rest, ' ');
  std::string_view place = takeUntil(rest, ' ');
  if (place.starts_with("C:")) place.remove_prefix(2);
  const auto address = parseHex(place, 0xFFFFFF);
  rest = trimmed(rest);
  if (command != "al" || !address || !rest.starts_with('.') || rest.size() < 2)
    lines.fail("expected a label of VICE as al ADDRESS .NAME");
  if (*address <= 0xFFFF) symbols.add({word(rest.substr(1)), uint16_t(*address)});
}

using ReadLine = void (*)(std::string_view, const base::Lines&, File&, Symbols&);

ReadLine readerOf(const std::string& file_name) {
  static constexpr std::array<std::pair<std::string_view, ReadLine>, 5> kinds = {{
      {".nl", readFceuxLine},
      {".mlb", readMesenLine},
      {".dbg", readCc65Line},
      {".labels", readViceLine},
      {".lbl", readViceLine},
  }};
  for (const auto& [ending, reader] : kinds)
    if (file_name.ends_with(ending)) return reader;
  throw std::runtime_error("the name " + file_name +
                           " has no extension of a label file; use .nl (FCEUX), .mlb (Mesen), " +
                           ".dbg (cc65) or .labels (VICE)");
}

}  // namespace

void readSymbols(std::string_view text, const std::string& file_name, Symbols& symbols) {
  const ReadLine read = readerOf(file_name);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (file_name.ends_with(".dbg") && !text.starts_with("version"))
    throw std::runtime_error(file_name +
                             " does not begin with 'version', as debug information of cc65 does; " +
                             "write it with ld65 --dbgfile");
  File file;
  if (file_name.ends_with(".nl")) file.fceux_bank = bankInName(file_name);
  base::Lines lines(text, file_name, base::LastLine::MayBeOpen);
  while (!lines.atEnd()) {
    const std::string_view line = lines.next();
    if (line.find('\0') != line.npos) lines.fail("this is not text; expected a label file");
    if (!trimmed(line).empty()) read(line, lines, file, symbols);
  }
}

}  // namespace jumpscope::trace
