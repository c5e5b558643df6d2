// The formats of label files, one reader of lines each (readSymbols).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/lines.h"
#include "src/trace/symbols.h"

namespace jumpscope::trace {

// What a line needs to know of its file.
struct LabelFile {
  std::optional<uint32_t> fceux_bank;  // of 16 KiB, from the file's name
  // Where cc65's segments lie: start address and offset in PRG-ROM, by id.
  struct Segment {
    uint32_t start = 0, prg_offset = 0;
  };
  std::map<std::string, Segment> segments;
  std::string section;  // of WLA DX: "labels"
  // Labels whose bank is known but not how large a bank is.
  struct Banked {
    Symbol symbol;
    uint32_t bank = 0;
  };
  std::vector<Banked> banked;
};

struct LabelFormat {
  std::string_view endings;               // of file names, separated by blanks
  bool (*isLine)(std::string_view line);  // whether the line is of this format and of no other
  void (*read)(std::string_view line, const base::Lines& lines, LabelFile& file, Symbols& symbols);
};

std::span<const LabelFormat> emulatorFormats();   // FCEUX, Mesen, VICE
std::span<const LabelFormat> assemblerFormats();  // cc65, WLA DX, NESASM, assignments, NoICE

// Gives labels of WLA DX their place, after the last line.
void placeBanked(const LabelFile& file, Symbols& symbols);

// Removes and returns the text up to `separator`, and removes the separator; all of the text if there is none.
std::string_view takeUntil(std::string_view& rest, char separator);
// The next word, and removes it with the blanks around it.
std::string_view takeWord(std::string_view& rest);
std::string_view trimmed(std::string_view text);
std::optional<uint32_t> parseHex(std::string_view text, uint32_t largest);
// A valid label is one visible word.
std::string labelWord(std::string_view name);

constexpr uint32_t largest_label_size = 0x10000;

}  // namespace jumpscope::trace
