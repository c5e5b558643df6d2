#include "mappers/cartridge.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace jumpscope::mappers {
namespace {

constexpr size_t header_size = 16;
constexpr size_t trainer_size = 512;
constexpr uint64_t prg_unit = 0x4000;
constexpr uint64_t chr_unit = 0x2000;
constexpr uint64_t too_large = std::numeric_limits<uint64_t>::max();
constexpr uint8_t magic[4] = {'N', 'E', 'S', 0x1A};

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error(sentence); }

std::string bytesText(uint64_t bytes) {
  if (bytes == too_large) return "more than 2^64 bytes";
  if (bytes >= 1024 && bytes % 1024 == 0) return std::to_string(bytes / 1024) + " KiB";
  return std::to_string(bytes) + " bytes";
}

std::string hexBytes(std::span<const uint8_t> bytes) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (uint8_t byte : bytes) {
    if (!text.empty()) text += ' ';
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

bool startsWith(std::span<const uint8_t> file, std::string_view text) {
  return file.size() >= text.size() && std::equal(text.begin(), text.end(), file.begin(),
                                                  [](char c, uint8_t byte) { return uint8_t(c) == byte; });
}

// Refuses what is no iNES file at all, naming the likely mistake.
void checkMagic(std::span<const uint8_t> file, const std::string& name) {
  if (file.empty()) fail(name + " is empty; expected a cartridge file (iNES or NES 2.0)");
  const size_t compared = std::min(file.size(), sizeof magic);
  if (!std::equal(magic, magic + compared, file.begin())) {
    std::string advice = "give a dump without a header as --prg FILE --chr FILE";
    if (startsWith(file, "PK\x03\x04")) advice = "this is a zip archive: unpack it first";
    if (startsWith(file, "\x1F\x8B")) advice = "this is a gzip file: unpack it first";
    if (startsWith(file, "FDS\x1A"))
      advice = "this is a Famicom Disk System image, which jumpscope does not run";
    if (startsWith(file, "UNIF")) advice = "this is a UNIF file: convert it to NES 2.0";
    fail(name + " is not a cartridge file: it begins with the bytes " + hexBytes(file.first(compared)) +
         " instead of 4E 45 53 1A (\"NES\" and $1A); " + advice);
  }
  if (file.size() < header_size)
    fail(name + " ends within its header: an iNES header has 16 bytes, the file has " +
         std::to_string(file.size()) + "; dump or download it again");
}

// NES 2.0: a size in units, or, with the high nibble 15, 2^exponent * (2 * multiplier + 1) bytes.
uint64_t nes20Size(uint8_t low, uint8_t high_nibble, uint64_t unit) {
  if (high_nibble < 15) return (uint64_t(high_nibble) << 8 | low) * unit;
  const int exponent = low >> 2;
  const uint64_t multiplier = uint64_t(low & 3) * 2 + 1;
  if (exponent >= 61) return too_large;
  return multiplier << exponent;
}

uint32_t nes20RamSize(uint8_t nibble) { return nibble == 0 ? 0 : 64u << nibble; }

struct Sizes {
  uint64_t prg;
  uint64_t chr;
};

Sizes readNes20(std::span<const uint8_t> h, Cartridge& c) {
  c.format = Format::Nes20;
  c.mapper = h[6] >> 4 | (h[7] & 0xF0) | (h[8] & 15) << 8;
  c.submapper = h[8] >> 4;
  c.console_type = h[7] & 3;
  c.prg_ram_size = nes20RamSize(h[10] & 15) + nes20RamSize(h[10] >> 4);
  c.chr_ram_size = nes20RamSize(h[11] & 15) + nes20RamSize(h[11] >> 4);
  // 2 is "several regions": such a cartridge runs as NTSC.
  const int timing = h[12] & 3;
  c.region = timing == 1 ? Region::Pal : timing == 3 ? Region::Dendy : Region::Ntsc;
  return {nes20Size(h[4], h[9] & 15, prg_unit), nes20Size(h[5], h[9] >> 4, chr_unit)};
}

Sizes readINes(std::span<const uint8_t> h, Cartridge& c) {
  c.format = Format::INes;
  c.mapper = h[6] >> 4;
  // Early dumpers signed their name over bytes 7 to 15 ("DiskDude!"); nothing there can be believed then.
  const bool signed_over =
      (h[7] & 0x0C) != 0 || std::any_of(h.begin() + 12, h.end(), [](uint8_t b) { return b; });
  if (!signed_over) {
    c.mapper |= h[7] & 0xF0;
    c.prg_ram_size = uint32_t(h[8]) * 0x2000;
    c.region = (h[9] & 1) != 0 ? Region::Pal : Region::Ntsc;
  }
  if (h[5] == 0) c.chr_ram_size = 0x2000;
  return {h[4] * prg_unit, h[5] * chr_unit};
}

// Takes `size` bytes off the front of `rest`.
std::vector<uint8_t> take(std::span<const uint8_t>& rest, uint64_t size, const char* what,
                          const std::string& name) {
  if (size > rest.size())
    fail(name + " is cut short: its header promises " + bytesText(size) + " of " + what + ", but only " +
         bytesText(rest.size()) + " of the file are left for it; dump or download it again");
  std::vector<uint8_t> bytes(rest.begin(), rest.begin() + ptrdiff_t(size));
  rest = rest.subspan(size);
  return bytes;
}

std::string boardOf(const Cartridge& c) {
  if (c.mapper == 0 && c.prg.size() == 0x4000) return "NROM-128";
  if (c.mapper == 0 && c.prg.size() == 0x8000) return "NROM-256";
  return boardName(c.mapper);
}

}  // namespace

Cartridge parseCartridge(std::span<const uint8_t> file, const std::string& name) {
  checkMagic(file, name);
  const auto header = file.first(header_size);
  Cartridge c;
  c.name = name;
  const bool nes20 = (header[7] & 0x0C) == 0x08;
  const Sizes sizes = nes20 ? readNes20(header, c) : readINes(header, c);
  c.battery = (header[6] & 0x02) != 0;
  c.has_trainer = (header[6] & 0x04) != 0;
  c.mirroring = (header[6] & 0x08) != 0   ? Mirroring::FourScreen
                : (header[6] & 0x01) != 0 ? Mirroring::Vertical
                                          : Mirroring::Horizontal;
  if (sizes.prg == 0)
    fail(name +
         " holds no program: byte 4 of its header promises 0 bytes of PRG-ROM; expected at least 16 KiB");

  auto rest = file.subspan(header_size);
  if (c.has_trainer) take(rest, trainer_size, "trainer", name);
  c.prg = take(rest, sizes.prg, "PRG-ROM", name);
  c.chr = take(rest, sizes.chr, "CHR-ROM", name);
  c.trailing_bytes = rest.size();
  c.chr_is_ram = sizes.chr == 0;
  c.board = boardOf(c);
  return c;
}

Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, Mirroring mirroring,
                            const std::string& name) {
  if (prg.size() != 0x4000 && prg.size() != 0x8000)
    fail("the PRG dump " + name + " has " + bytesText(prg.size()) +
         "; expected 16 KiB or 32 KiB without a header (give a file with a header without --prg)");
  if (!chr.empty() && chr.size() != 0x2000)
    fail("the CHR dump that goes with " + name + " has " + bytesText(chr.size()) +
         "; expected 8 KiB, or no CHR dump for a board with CHR-RAM");
  if (mirroring == Mirroring::FourScreen)
    fail("the bare dump " + name +
         " cannot have four-screen mirroring; give --mirroring horizontal or vertical");
  Cartridge c;
  c.name = name;
  c.format = Format::Bare;
  c.mirroring = mirroring;
  c.chr_is_ram = chr.empty();
  c.chr_ram_size = chr.empty() ? 0x2000 : 0;
  c.prg = std::move(prg);
  c.chr = std::move(chr);
  c.board = boardOf(c);
  return c;
}

}  // namespace jumpscope::mappers
