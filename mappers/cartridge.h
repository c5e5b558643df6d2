// A cartridge as data: what a dump holds, read from iNES, NES 2.0 or bare PRG and CHR files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::mappers {

// Unpacked and patched. The largest that a NES 2.0 header is ever used for stay below.
constexpr size_t largest_cartridge = size_t{64} << 20;

enum class Mirroring : uint8_t { Horizontal, Vertical, FourScreen };
enum class Region : uint8_t { Ntsc, Pal, Dendy };
constexpr const char* regionName(Region region) {
  return region == Region::Ntsc ? "ntsc" : region == Region::Pal ? "pal" : "dendy";
}
// The region of that name; nullopt: there is none.
constexpr std::optional<Region> regionFromName(std::string_view name) {
  for (const Region region : {Region::Ntsc, Region::Pal, Region::Dendy})
    if (name == regionName(region)) return region;
  return std::nullopt;
}

enum class Format : uint8_t { INes, Nes20, Bare };

// An immutable dump. Shared by every copy of a console; never part of a state.
struct Cartridge {
  std::string name;  // file name without folder, for messages and traces
  Format format = Format::INes;
  int mapper = 0;
  int submapper = 0;
  std::string board;  // "NROM-256", or the board's usual name for a mapper we do not run
  Mirroring mirroring = Mirroring::Horizontal;
  Region region = Region::Ntsc;  // what the header says; Ntsc where it says nothing
  int console_type = 0;  // NES 2.0 only: 0 NES or Famicom, 1 Vs. System, 2 PlayChoice-10, 3 and above others
  bool battery = false;
  std::vector<uint8_t> trainer;  // 512 bytes, or empty
  // Sizes of RAM in bytes, without and with a battery. From NES 2.0 headers they are what the board has. Else
  // (sizes_known is false) they are what little the header says, and the board decides.
  bool sizes_known = false;
  uint32_t prg_ram_size = 0;
  uint32_t prg_nvram_size = 0;
  uint32_t chr_ram_size = 0;
  uint32_t chr_nvram_size = 0;
  bool chr_is_ram = false;  // there is no CHR-ROM
  // NES 2.0's number of what is plugged into the ports (NESdev, "NES 2.0", Default Expansion Device); 0: unspecified.
  uint8_t default_device = 0;
  uint64_t trailing_bytes = 0;     // in the file after CHR-ROM: ignored
  std::vector<std::string> notes;  // what in the header cannot be true; each a sentence without a full stop
  // Likewise that the file ends before the ROM that its header promises: what runs may be another program. Empty: it does not.
  std::string shortage;
  std::vector<uint8_t> prg;
  std::vector<uint8_t> chr;  // empty when chr_is_ram
};

// Parses an iNES or NES 2.0 image. `name` is used in messages.
// Throws std::runtime_error with one sentence (what, where, expected, what to try). Any mapper number parses:
// whether there is a board for it is decided by requireSupported.
Cartridge parseCartridge(std::span<const uint8_t> file, const std::string& name);

// A mapper number and its submapper: which board.
struct BoardNumber {
  int mapper = 0;
  int submapper = 0;

  bool operator==(const BoardNumber&) const = default;
};

// A bare dump; without CHR-ROM the board has CHR-RAM. Throws std::runtime_error for sizes that no board has.
Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, Mirroring mirroring,
                            const std::string& name, BoardNumber board = {});

// The cartridge on another board than its header says, with a note.
void overrideBoard(Cartridge& cartridge, BoardNumber board);

// Throws std::runtime_error naming mapper and board when jumpscope has no such board, or when the sizes or
// the mirroring are not what the board can have.
void requireSupported(const Cartridge& cartridge);

// What of the board is approximate, one sentence each; empty: all that is known of it is exact, or there is no board.
std::vector<std::string> boardNotes(int mapper);

// The name of Cartridge::default_device.
std::string deviceName(uint8_t device);

// The usual name of an iNES mapper's board, e.g. 66 -> "GxROM"; "unknown board" where there is none.
std::string boardName(int mapper);

}  // namespace jumpscope::mappers
