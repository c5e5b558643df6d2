#include "mappers/cartridge.h"

#include <algorithm>
#include <stdexcept>

#include "mappers/header.h"

namespace jumpscope::mappers {
namespace {

constexpr size_t bare_unit = 0x2000;

[[noreturn]] void fail(const std::string& sentence) { throw std::runtime_error(sentence); }

// The bytes that a file lacks: FCEUX fills them with the same, and so is a chip that was never written.
constexpr uint8_t missing_byte = 0xFF;

std::span<const uint8_t> takeTrainer(std::span<const uint8_t>& rest, const std::string& name) {
  if (rest.size() < trainer_size)
    fail(name + " is cut short: it ends within its trainer of " + bytesText(trainer_size) +
         ", in front of the program; dump or download it again");
  const auto trainer = rest.first(trainer_size);
  rest = rest.subspan(trainer_size);
  return trainer;
}

// Takes `size` bytes off the front of `rest`, and fills up what it lacks.
std::vector<uint8_t> take(std::span<const uint8_t>& rest, uint64_t size) {
  const auto there = rest.first(size_t(std::min<uint64_t>(size, rest.size())));
  std::vector<uint8_t> bytes(there.begin(), there.end());
  bytes.resize(size_t(size), missing_byte);
  rest = rest.subspan(there.size());
  return bytes;
}

// A file may be shorter than its header says, but neither without a program nor for a chip that does not exist.
void requireProgram(std::span<const uint8_t> rest, const RomSizes& sizes, const std::string& name) {
  const bool possible = sizes.prg <= largest_cartridge && sizes.chr <= largest_cartridge;
  if (possible && !rest.empty()) return;
  const bool program_is_short = sizes.prg > rest.size();
  fail(name + " is cut short: its header promises " + bytesText(program_is_short ? sizes.prg : sizes.chr) +
       " of " + (program_is_short ? "PRG-ROM" : "CHR-ROM") + ", but only " +
       bytesText(program_is_short ? rest.size() : rest.size() - sizes.prg) +
       " of the file are left for it; dump or download it again");
}

std::string shortageNote(uint64_t promised, uint64_t there) {
  return "the file ends " + bytesText(promised - there) +
         " before the end of the ROM that its header promises (" + bytesText(promised) +
         "); the missing bytes are $FF, as in FCEUX";
}

std::string boardOf(const Cartridge& c) {
  if (c.mapper == 0 && c.prg.size() == 0x4000) return "NROM-128";
  if (c.mapper == 0 && c.prg.size() == 0x8000) return "NROM-256";
  return boardName(c.mapper);
}

// What every board's dumps have in common; requireSupported() knows the board.
void requireBareSizes(std::span<const uint8_t> prg, std::span<const uint8_t> chr, const std::string& name) {
  if (prg.empty() || prg.size() % bare_unit != 0)
    fail("the PRG dump " + name + " has " + bytesText(prg.size()) +
         "; expected a multiple of 8 KiB without a header (give a file with a header without --prg)");
  if (chr.size() % bare_unit != 0)
    fail("the CHR dump that goes with " + name + " has " + bytesText(chr.size()) +
         "; expected a multiple of 8 KiB, or no CHR dump for a board with CHR-RAM");
}

}  // namespace

Cartridge parseCartridge(std::span<const uint8_t> file, const std::string& name) {
  requireHeader(file, name);
  Cartridge c;
  c.name = name;
  const auto header = file.first(header_size);
  const RomSizes sizes = readHeader(header, file.size(), c);
  if (sizes.prg == 0)
    fail(name +
         " holds no program: byte 4 of its header promises 0 bytes of PRG-ROM; expected at least 16 KiB");

  auto rest = file.subspan(header_size);
  if ((header[6] & 0x04) != 0) {
    const auto trainer = takeTrainer(rest, name);
    c.trainer.assign(trainer.begin(), trainer.end());
  }
  requireProgram(rest, sizes, name);
  if (sizes.prg + sizes.chr > rest.size()) c.shortage = shortageNote(sizes.prg + sizes.chr, rest.size());
  c.prg = take(rest, sizes.prg);
  c.chr = take(rest, sizes.chr);
  if (!rest.empty())
    c.notes.push_back(bytesText(rest.size()) +
                      " after the ROM belong to no part that the header promises; they are ignored");
  c.trailing_bytes = rest.size();
  c.chr_is_ram = sizes.chr == 0;
  if (c.chr_is_ram && c.chr_ram_size + c.chr_nvram_size == 0) {
    c.chr_ram_size = 0x2000;
    c.notes.push_back("the header promises neither CHR-ROM nor CHR-RAM; 8 KiB of CHR-RAM are assumed");
  }
  c.board = boardOf(c);
  return c;
}

Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, Mirroring mirroring,
                            const std::string& name, BoardNumber board) {
  requireBareSizes(prg, chr, name);
  Cartridge c;
  c.name = name;
  c.format = Format::Bare;
  c.mapper = board.mapper;
  c.submapper = board.submapper;
  c.mirroring = mirroring;
  c.chr_is_ram = chr.empty();
  c.chr_ram_size = chr.empty() ? 0x2000 : 0;
  c.prg = std::move(prg);
  c.chr = std::move(chr);
  c.board = boardOf(c);
  return c;
}

void overrideBoard(Cartridge& c, BoardNumber board) {
  const auto text = [](int mapper, int submapper) {
    return std::to_string(mapper) + (submapper ? "." + std::to_string(submapper) : "");
  };
  if (c.mapper != board.mapper || c.submapper != board.submapper)
    c.notes.push_back("mapper " + text(board.mapper, board.submapper) + " was asked for; the header says " +
                      text(c.mapper, c.submapper));
  c.mapper = board.mapper;
  c.submapper = board.submapper;
  c.board = boardOf(c);
}

}  // namespace jumpscope::mappers
