#include "mappers/header.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace jumpscope::mappers {
namespace {

constexpr uint64_t prg_unit = 0x4000;
constexpr uint64_t chr_unit = 0x2000;
constexpr uint64_t too_large = std::numeric_limits<uint64_t>::max();
constexpr uint32_t largest_ram = 0x100000;
// iNES gives PRG-RAM in 8 KiB. MMC5 boards have the most: 128 KiB.
constexpr uint8_t most_ines_ram_units = 16;
constexpr uint8_t magic[4] = {'N', 'E', 'S', 0x1A};

using Bytes = std::span<const uint8_t>;

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error(sentence); }

std::string hexBytes(Bytes bytes) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (uint8_t byte : bytes) {
    if (!text.empty()) text += ' ';
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

// As text where a tool or a dumper left its name, else in hexadecimal.
std::string quoted(Bytes bytes) {
  while (!bytes.empty() && bytes.back() == 0) bytes = bytes.first(bytes.size() - 1);
  const bool text = std::all_of(bytes.begin(), bytes.end(), [](uint8_t b) { return b >= 0x20 && b < 0x7F; });
  return text ? "\"" + std::string(bytes.begin(), bytes.end()) + "\"" : hexBytes(bytes);
}

bool startsWith(Bytes file, std::string_view text) {
  return file.size() >= text.size() && std::equal(text.begin(), text.end(), file.begin(),
                                                  [](char c, uint8_t byte) { return uint8_t(c) == byte; });
}

std::string adviceFor(Bytes file) {
  if (startsWith(file, "PK\x03\x04")) return "this is a zip archive: unpack it first";
  if (startsWith(file, "\x1F\x8B")) return "this is a gzip file: unpack it first";
  if (startsWith(file, "FDS\x1A")) return "this is a Famicom Disk System image, which jumpscope does not run";
  if (startsWith(file, "\x01*NINTENDO-HVC*"))
    return "this is a disk of the Famicom Disk System, which jumpscope does not run";
  if (startsWith(file, "NESM\x1A") || startsWith(file, "NSFE"))
    return "this is an NSF file, which is music without a game; jumpscope runs cartridges";
  if (startsWith(file, "UNIF")) return "this is a UNIF file: convert it to NES 2.0";
  return "give a dump without a header as --prg FILE --chr FILE";
}

// A size in units, or, with the high nibble 15, 2^exponent * (2 * multiplier + 1) bytes.
uint64_t nes20Size(uint8_t low, uint8_t high_nibble, uint64_t unit) {
  if (high_nibble < 15) return (uint64_t(high_nibble) << 8 | low) * unit;
  const int exponent = low >> 2;
  const uint64_t multiplier = uint64_t(low & 3) * 2 + 1;
  if (exponent >= 61) return too_large;
  return multiplier << exponent;
}

RomSizes nes20Sizes(Bytes h) {
  return {nes20Size(h[4], h[9] & 15, prg_unit), nes20Size(h[5], h[9] >> 4, chr_unit)};
}

RomSizes iNesSizes(Bytes h) { return {h[4] * prg_unit, h[5] * chr_unit}; }

bool fits(Bytes h, const RomSizes& sizes, uint64_t file_size) {
  uint64_t left = file_size - header_size;
  for (const uint64_t size : {uint64_t{(h[6] & 4) != 0 ? trainer_size : 0}, sizes.prg, sizes.chr}) {
    if (size > left) return false;
    left -= size;
  }
  return true;
}

uint32_t nes20RamSize(uint8_t nibble, const char* what, const Cartridge& c) {
  const uint32_t size = nibble == 0 ? 0 : 64u << nibble;
  if (size > largest_ram)
    fail(c.name + ": its header promises " + bytesText(size) + " of " + what + "; no board has more than " +
         bytesText(largest_ram) + ", so bytes 10 and 11 of the header are wrong");
  return size;
}

// A battery bit and sizes of RAM that contradict each other: what may hold a saved game is kept.
void settleBattery(Cartridge& c) {
  const bool kept = c.prg_nvram_size + c.chr_nvram_size > 0;
  if (kept && !c.battery) {
    c.battery = true;
    c.notes.push_back("the header promises RAM that a battery keeps, but no battery; there is one");
  } else if (c.battery && !kept && c.prg_ram_size > 0) {
    std::swap(c.prg_ram_size, c.prg_nvram_size);
    c.notes.push_back("the header promises a battery, but no RAM that it keeps; it keeps the PRG-RAM");
  }
}

void readNes20(Bytes h, Cartridge& c) {
  c.format = Format::Nes20;
  c.sizes_known = true;
  c.mapper = h[6] >> 4 | (h[7] & 0xF0) | (h[8] & 15) << 8;
  c.submapper = h[8] >> 4;
  c.console_type = h[7] & 3;
  c.prg_ram_size = nes20RamSize(h[10] & 15, "PRG-RAM", c);
  c.prg_nvram_size = nes20RamSize(h[10] >> 4, "PRG-NVRAM", c);
  c.chr_ram_size = nes20RamSize(h[11] & 15, "CHR-RAM", c);
  c.chr_nvram_size = nes20RamSize(h[11] >> 4, "CHR-NVRAM", c);
  c.default_device = h[15] & 0x3F;
  // 2 is "several regions": such a cartridge runs as NTSC.
  const int timing = h[12] & 3;
  c.region = timing == 1 ? Region::Pal : timing == 3 ? Region::Dendy : Region::Ntsc;
  settleBattery(c);
}

void readINes(Bytes h, Cartridge& c) {
  c.format = Format::INes;
  c.mapper = h[6] >> 4;
  // Early tools and dumpers wrote their name over bytes 7 to 15; nothing there can be believed then.
  const bool written_over =
      (h[7] & 0x0C) != 0 || std::any_of(h.begin() + 12, h.end(), [](uint8_t b) { return b != 0; });
  if (written_over) {
    c.notes.push_back("bytes 7 to 15 of the header are " + quoted(h.subspan(7, 9)) +
                      " instead of values; they are ignored");
  } else {
    c.mapper |= h[7] & 0xF0;
    c.region = (h[9] & 1) != 0 ? Region::Pal : Region::Ntsc;
    if (h[8] <= most_ines_ram_units)
      c.prg_ram_size = uint32_t(h[8]) * 0x2000;
    else
      c.notes.push_back("the header promises " + bytesText(uint64_t(h[8]) * 0x2000) +
                        " of PRG-RAM, which no board of that format has; the size is ignored");
  }
  if (h[5] == 0) c.chr_ram_size = 0x2000;
  // The format has one size for both kinds; 0 means 8 KiB (NESdev, "INES").
  if (c.battery) c.prg_nvram_size = std::max(std::exchange(c.prg_ram_size, 0), 0x2000u);
}

}  // namespace

std::string bytesText(uint64_t bytes) {
  if (bytes == too_large) return "more than 2^64 bytes";
  if (bytes >= 1024 && bytes % 1024 == 0) return std::to_string(bytes / 1024) + " KiB";
  return std::to_string(bytes) + " bytes";
}

void requireHeader(Bytes file, const std::string& name) {
  if (file.empty()) fail(name + " is empty; expected a cartridge file (iNES or NES 2.0)");
  const size_t compared = std::min(file.size(), sizeof magic);
  if (!std::equal(magic, magic + compared, file.begin()))
    fail(name + " is not a cartridge file: it begins with the bytes " + hexBytes(file.first(compared)) +
         " instead of 4E 45 53 1A (\"NES\" and $1A); " + adviceFor(file));
  if (file.size() < header_size)
    fail(name + " ends within its header: an iNES header has 16 bytes, the file has " +
         std::to_string(file.size()) + "; dump or download it again");
}

RomSizes readHeader(Bytes h, uint64_t file_size, Cartridge& c) {
  c.battery = (h[6] & 0x02) != 0;
  c.mirroring = (h[6] & 0x08) != 0   ? Mirroring::FourScreen
                : (h[6] & 0x01) != 0 ? Mirroring::Vertical
                                     : Mirroring::Horizontal;
  const bool marked = (h[7] & 0x0C) == 0x08;
  const bool fits_only_ines =
      !fits(h, nes20Sizes(h), file_size) && h[4] != 0 && fits(h, iNesSizes(h), file_size);
  if (marked && !fits_only_ines) {
    readNes20(h, c);
    return nes20Sizes(h);
  }
  readINes(h, c);
  return iNesSizes(h);
}

}  // namespace jumpscope::mappers
