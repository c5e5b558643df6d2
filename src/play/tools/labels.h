// Labels and comments of a cartridge, edited while it runs and kept in a label file of Mesen (.mlb).
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/console.h"
#include "src/trace/symbols.h"

namespace jumpscope::play {

// Where a byte is kept, whatever bank the CPU sees now.
struct LabelPlace {
  enum class Memory : uint8_t { Bus, Ram, CartridgeRam, Program };
  Memory memory = Memory::Bus;
  // Of RAM $0000-$07FF; of the cartridge's RAM from $6000 on; of PRG-ROM its bytes; else the CPU's address.
  uint32_t offset = 0;

  auto operator<=>(const LabelPlace&) const = default;
};

class LabelFile;

// Where the byte is kept that the CPU sees at an address now.
LabelPlace labelPlace(const console::Console& console, uint16_t address);
// Where the CPU sees it now; nullopt: its bank is not switched in.
std::optional<uint16_t> addressNow(const console::Console& console, const LabelPlace& place);
// "$00CE", "PRG $12345": as findPlace() takes it.
std::string placeText(const LabelPlace& place);
// An address ("$8123", "8123"), an offset ("PRG 12345") or a label. Throws std::runtime_error that names what is taken.
LabelPlace findPlace(std::string_view text, const console::Console& console, const LabelFile& own,
                     const trace::Symbols* labels);
// The same as an address of the CPU's bus. Throws too where the bank is not switched in, naming it.
uint16_t findAddress(std::string_view text, const console::Console& console, const LabelFile& own,
                     const trace::Symbols* labels);

struct Label {
  LabelPlace place;
  uint32_t size = 1;    // bytes
  std::string name;     // empty: only a comment
  std::string comment;  // as the file has it: \n ends a line

  bool operator==(const Label&) const = default;
};

// A label file. Lines that it does not know stay as they are.
class LabelFile {
 public:
  LabelFile() = default;
  // `prg_size`: bytes of the cartridge's PRG-ROM. Throws std::runtime_error for what is no label file of Mesen, and for a
  // label beyond the PRG-ROM.
  LabelFile(std::string_view text, const std::string& file_name, size_t prg_size);

  const std::map<LabelPlace, Label>& labels() const { return labels_; }
  const Label* find(const LabelPlace& place) const;
  // What a listing shows at an address: the label of what is kept there, else that of the address itself.
  const Label* at(const console::Console& console, uint16_t address) const;
  const Label* named(std::string_view name) const;
  // Lines that are no label, comment or blank.
  size_t strangeLines() const { return strange_lines_; }

  // Replaces what is at its place; without name and comment there is nothing then. Throws std::runtime_error for a name
  // that no label can have, or that another place has.
  void set(const Label& label);
  std::string text() const;

 private:
  struct Line {
    std::string text;  // without '\n'
    std::optional<LabelPlace> place;
  };
  std::string lineOf(const Label& label) const;

  std::vector<Line> lines_;
  std::map<LabelPlace, Label> labels_;  // of several at one place the last, as Mesen reads them
  std::string ending_ = "\n", head_;
  bool short_types_ = false;  // Mesen 1: R and P for NesInternalRam and NesPrgRom
  size_t strange_lines_ = 0;
};

// Reads the file; a missing one is empty. Throws std::runtime_error.
LabelFile readLabels(const std::filesystem::path& file, size_t prg_size);
// Reads the file anew, changes the label, and writes it atomically: what others wrote meanwhile stays. Throws
// std::runtime_error; then the file is as it was.
LabelFile changeLabel(const std::filesystem::path& file, size_t prg_size, const Label& label);

// Where a cartridge's labels are: `remembered`, if it is there; beside the ROM as GAME.mlb, if that is there; else in the
// folder `own`, by the SHA-1 of PRG and CHR. Empty: there is no place for them.
std::filesystem::path labelFileOf(const std::string& remembered, const std::filesystem::path& rom,
                                  const std::filesystem::path& own, const std::string& sha1);

// The labels of the file, and those of `others` whose names it has not, as conditions and listings take them; where the CPU
// sees them now, if it does. nullptr: there are none.
std::shared_ptr<const trace::Symbols> allLabels(const LabelFile& own, const trace::Symbols* others,
                                                const console::Console& console);

// The label of what the CPU sees at an address now: of the file, else of `others`. "" if there is none.
std::string nameAt(const console::Console& console, uint16_t address, const LabelFile& own,
                   const trace::Symbols* others);
// A disassembled instruction, which stands at `pc`, with the name of what is switched in now in place of its address:
// "JSR read_pad".
std::string withNamesNow(const std::string& instruction, uint16_t pc, const console::Console& console,
                         const LabelFile& own, const trace::Symbols* others);

}  // namespace jumpscope::play
