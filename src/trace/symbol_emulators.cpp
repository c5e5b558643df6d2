// Label files of emulators: FCEUX, Mesen and VICE.
#include <algorithm>
#include <array>

#include "src/trace/symbol_formats.h"

namespace jumpscope::trace {
namespace {

constexpr uint32_t fceux_bank_size = 0x4000;

bool isFceuxLine(std::string_view line) {
  return line.starts_with('\\') || (line.starts_with('$') && line.find('#') != line.npos);
}

// $00CE#player_y#a comment
void readFceuxLine(std::string_view line, const base::Lines& lines, LabelFile& file, Symbols& symbols) {
  if (line.starts_with('\\')) return;
  std::string_view rest = line;
  std::string_view place = takeUntil(rest, '#');
  if (!line.starts_with('$') || line.find('#') == line.npos)
    lines.fail("expected a label of FCEUX as $ADDRESS#NAME#COMMENT");
  place.remove_prefix(1);
  const bool has_size = place.find('/') != place.npos;
  const auto address = parseHex(takeUntil(place, '/'), 0xFFFF);
  if (!address) lines.fail("expected an address of up to four hexadecimal digits after the $");
  Symbol symbol{labelWord(trimmed(takeUntil(rest, '#'))), uint16_t(*address)};
  if (has_size) {
    const auto size = parseHex(place, largest_label_size);
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
void readMesenLine(std::string_view line, const base::Lines& lines, LabelFile&, Symbols& symbols) {
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
  if (!first || !last || *last < *first || *last - *first >= largest_label_size)
    lines.fail("expected an address or a range of addresses in hexadecimal, such as 00CE or 0300-030F");
  Symbol symbol{labelWord(trimmed(takeUntil(rest, ':'))), 0, *last - *first + 1};
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

bool isMesenLine(std::string_view line) {
  std::string_view rest = line;
  return mesenMemory(takeUntil(rest, ':')).has_value() && !rest.empty();
}

bool isViceLine(std::string_view line) { return line.starts_with("al ") || line.starts_with("add_label "); }

// al 0000CE .player_y, or al C:00ce .player_y; add_label is the long name of al.
void readViceLine(std::string_view line, const base::Lines& lines, LabelFile&, Symbols& symbols) {
  std::string_view rest = trimmed(line);
  const std::string_view command = takeUntil(rest, ' ');
  std::string_view place = takeUntil(rest, ' ');
  if (place.starts_with("C:")) place.remove_prefix(2);
  const auto address = parseHex(place, 0xFFFFFF);
  rest = trimmed(rest);
  if ((command != "al" && command != "add_label") || !address || !rest.starts_with('.') || rest.size() < 2)
    lines.fail("expected a label of VICE as al ADDRESS .NAME");
  if (*address <= 0xFFFF) symbols.add({labelWord(rest.substr(1)), uint16_t(*address)});
}

constexpr std::array<LabelFormat, 3> emulator_formats = {{
    {".nl", isFceuxLine, readFceuxLine},
    {".mlb", isMesenLine, readMesenLine},
    {".labels .lbl", isViceLine, readViceLine},
}};

}  // namespace

std::span<const LabelFormat> emulatorFormats() { return emulator_formats; }

}  // namespace jumpscope::trace
