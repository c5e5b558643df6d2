// Label files of assemblers: cc65, WLA DX, NESASM, assignments as assemblers write them, and NoICE's of SDCC.
#include <algorithm>
#include <array>

#include "src/trace/symbol_formats.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr uint32_t program_begin = 0x8000;

// Nothing but a comment follows.
bool endsThere(std::string_view rest) { return rest.empty() || rest.front() == ';'; }

bool isCc65Line(std::string_view line) {
  return line.starts_with("version\t") || line.starts_with("version ");
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

void readCc65Line(std::string_view line, const base::Lines& lines, LabelFile& file, Symbols& symbols) {
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
  const std::string name = labelWord(at("name"));
  if (name.empty()) lines.fail("expected the symbol's name as name=\"player_y\"");
  const bool is_label = at("type") == "lab";
  if (*value > 0xFFFF) {
    if (is_label) lines.fail("the label is beyond $FFFF");
    return;
  }
  Symbol symbol{name, uint16_t(*value)};
  symbol.is_address = is_label;
  if (const std::string size = at("size"); !size.empty()) {
    const auto bytes = parseNumber(size, largest_label_size);
    if (!bytes) lines.fail("expected the symbol's size as size=2");
    symbol.size = std::max<uint32_t>(*bytes, 1);
  }
  if (const auto lies = file.segments.find(at("seg")); is_label && lies != file.segments.end()) {
    const uint64_t offset = uint64_t{lies->second.prg_offset} + *value - lies->second.start;
    if (*value >= lies->second.start && offset < symbols.prgSize()) symbol.prg_offset = uint32_t(offset);
  }
  symbols.add(symbol);
}

// "00:8010 main", as a bank, an address and a name; the bank may lack. nullopt: it is none.
std::optional<LabelFile::Banked> wlaLabel(std::string_view line) {
  std::string_view rest = line;
  std::string_view place = takeWord(rest);
  const bool has_bank = place.find(':') != place.npos;
  const auto bank = has_bank ? parseHex(takeUntil(place, ':'), 0xFFFF) : 0;
  const auto address = parseHex(place, 0xFFFF);
  const std::string_view name = takeWord(rest);
  if (!bank || !address || place.size() != 4 || name.empty() || !endsThere(rest)) return std::nullopt;
  return LabelFile::Banked{{labelWord(name), uint16_t(*address)}, *bank};
}

bool isWlaLine(std::string_view line) {
  return (line.starts_with('[') && line.ends_with(']')) || wlaLabel(line).has_value();
}

// [definitions] has constants, "0000000A LIVES".
void readWlaDefinition(std::string_view line, Symbols& symbols) {
  const auto value = parseHex(takeWord(line), UINT32_MAX);
  if (!value || *value > 0xFFFF || line.empty()) return;
  Symbol symbol{labelWord(line), uint16_t(*value)};
  symbol.is_address = false;
  symbols.add(symbol);
}

// WLA DX's wlalink -S, and what others write like it (RGBDS, bass, no$gmb).
void readWlaLine(std::string_view line, const base::Lines& lines, LabelFile& file, Symbols& symbols) {
  if (line.starts_with('[')) {
    file.section = line.substr(1, line.find(']') - 1);
    return;
  }
  if (file.section == "definitions") return readWlaDefinition(line, symbols);
  if (!file.section.empty() && file.section != "labels" && file.section != "symbols") return;
  auto label = wlaLabel(line);
  if (!label) lines.fail("expected a label of WLA DX as BANK:ADDRESS NAME");
  file.banked.push_back(std::move(*label));
}

bool isNesasmLine(std::string_view line) {
  return takeWord(line) == "Bank" && takeWord(line) == "Addr" && takeWord(line) == "Label";
}

// A table of "Bank Addr Label": NESASM's banks are 8 KiB. "-" and high numbers stand for no bank of ROM.
void readNesasmLine(std::string_view line, const base::Lines& lines, LabelFile&, Symbols& symbols) {
  constexpr uint32_t bank_size = 0x2000;
  if (isNesasmLine(line) || line.starts_with("----")) return;
  std::string_view rest = line;
  const auto bank = parseHex(takeWord(rest), 0xFFFF);
  const auto address = parseHex(takeWord(rest), 0xFFFF);
  const std::string_view name = takeWord(rest);
  if (!address || name.empty()) lines.fail("expected a label of NESASM as BANK ADDRESS NAME");
  Symbol symbol{labelWord(name), uint16_t(*address)};
  if (bank && *address >= program_begin && (*bank + 1) * bank_size <= symbols.prgSize())
    symbol.prg_offset = *bank * bank_size + *address % bank_size;
  symbols.add(symbol);
}

// The value of "main = $8010" or "main EQU $8010", and leaves the name in `line`; nullopt: it is none.
std::optional<uint32_t> assigned(std::string_view& line) {
  std::string_view rest = line;
  const std::string_view name = takeWord(rest);
  std::string_view left = name;
  const size_t equals = name.find('=');
  if (equals != name.npos) {
    left = name.substr(0, equals);
    rest = trimmed(line.substr(size_t(left.data() - line.data()) + equals + 1));
  } else if (const std::string_view word = takeWord(rest); word.starts_with('=')) {
    rest = trimmed(line.substr(size_t(word.data() - line.data()) + 1));
  } else if (word != "EQU" && word != "equ" && word != ".equ" && word != ":=") {
    return std::nullopt;
  }
  if (left.ends_with(':')) left.remove_suffix(1);
  const std::string_view number = takeWord(rest);
  const bool hexadecimal = number.starts_with('$') || number.starts_with("0x");
  if (left.empty() || !hexadecimal || !endsThere(rest)) return std::nullopt;
  line = left;
  return parseNumber(number, UINT32_MAX);
}

bool isAssignment(std::string_view line) { return assigned(line).has_value(); }

// NESASM's .fns, asm6f's symbols, label lists of ACME and 64tass.
void readAssignment(std::string_view line, const base::Lines& lines, LabelFile&, Symbols& symbols) {
  const auto value = assigned(line);
  if (!value) lines.fail("expected a label as NAME = $ADDRESS");
  if (*value <= 0xFFFF) symbols.add({labelWord(line), uint16_t(*value)});
}

bool isNoiceLine(std::string_view line) { return line.starts_with("DEF "); }

// DEF _main 0x8010. SDCC also names the lengths and starts of its areas, which are no labels.
void readNoiceLine(std::string_view line, const base::Lines& lines, LabelFile&, Symbols& symbols) {
  if (takeWord(line) != "DEF") return;
  const std::string_view name = takeWord(line);
  const auto value = parseNumber(line, UINT32_MAX);
  if (name.empty() || !value) lines.fail("expected a label of NoICE as DEF NAME 0xADDRESS");
  const bool is_area = name.starts_with("l__") || name.starts_with("s__") || name.starts_with(".__.");
  if (!is_area && *value <= 0xFFFF) symbols.add({labelWord(name), uint16_t(*value)});
}

constexpr std::array<LabelFormat, 5> assembler_formats = {{
    {".dbg", isCc65Line, readCc65Line},
    {".sym", isWlaLine, readWlaLine},
    {".sym", isNesasmLine, readNesasmLine},
    {".fns", isAssignment, readAssignment},
    {".noi", isNoiceLine, readNoiceLine},
}};

}  // namespace

std::span<const LabelFormat> assemblerFormats() { return assembler_formats; }

// The file does not say how large a bank is. They are those of the board if its last bank is the cartridge's last one.
void placeBanked(const LabelFile& file, Symbols& symbols) {
  uint32_t banks = 0;
  for (const LabelFile::Banked& label : file.banked)
    if (label.symbol.address >= program_begin) banks = std::max(banks, label.bank + 1);
  const bool whole = banks > 1 && symbols.hasBanks() && symbols.prgSize() % banks == 0;
  const auto bank_size = whole ? uint32_t(symbols.prgSize() / banks) : 0;
  Symbol last;
  last.prg_offset = (banks - 1) * bank_size;
  const bool known = whole && symbols.placeOf(last).bank == banks - 1;
  for (LabelFile::Banked label : file.banked) {
    if (known && label.symbol.address >= program_begin)
      label.symbol.prg_offset = label.bank * bank_size + label.symbol.address % bank_size;
    symbols.add(label.symbol);
  }
}

}  // namespace jumpscope::trace
