// The table of boards.
#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "mappers/board.h"

namespace jumpscope::mappers {

#define BOARD(mapper, name, make, notes) std::unique_ptr<Board> make(const BoardParts&);
#define NAMED(mapper, name, needs)
#include "mappers/boards.def"
#undef BOARD
#undef NAMED

namespace {

constexpr BoardType boards[] = {
#define BOARD(mapper, name, make, notes) {mapper, name, make, notes},
#define NAMED(mapper, name, needs) {mapper, name, nullptr, needs},
#include "mappers/boards.def"
#undef BOARD
#undef NAMED
};
static_assert(std::is_sorted(std::begin(boards), std::end(boards),
                             [](const BoardType& a, const BoardType& b) { return a.mapper < b.mapper; }));

std::string described(const Cartridge& c) {
  std::string text = c.name + ": mapper " + std::to_string(c.mapper);
  if (c.submapper != 0) text += "." + std::to_string(c.submapper);
  return text + " (" + c.board + ")";
}

void requireRunnable(const Cartridge& c) {
  if (c.console_type == 1 || c.console_type == 3)
    throw std::runtime_error(described(c) + " for a " +
                             (c.console_type == 1 ? "Vs. System" : "console other than the NES") +
                             " is not supported; jumpscope runs cartridges of the NES and Famicom");
  if (c.prg.size() % 0x2000 != 0 || c.prg.empty())
    throw std::runtime_error(
        described(c) + " with " + std::to_string(c.prg.size()) +
        " bytes of PRG-ROM is not supported; expected a multiple of 8 KiB, so the header's size is wrong");
  if (c.chr.size() % 0x400 != 0)
    throw std::runtime_error(
        described(c) + " with " + std::to_string(c.chr.size()) +
        " bytes of CHR-ROM is not supported; expected a multiple of 1 KiB, so the header's size is wrong");
}

}  // namespace

const BoardType* findBoard(int mapper) {
  const BoardType* found =
      std::lower_bound(std::begin(boards), std::end(boards), mapper,
                       [](const BoardType& type, int number) { return type.mapper < number; });
  return found != std::end(boards) && found->mapper == mapper ? found : nullptr;
}

std::unique_ptr<Board> makeBoard(const BoardParts& parts) {
  const Cartridge& c = parts.cartridge;
  const BoardType* type = findBoard(c.mapper);
  if (!type || !type->make) {
    std::string sentence = described(c) + " is not supported";
    if (type && *type->needs) sentence += ": it needs " + std::string(type->needs);
    throw std::runtime_error(sentence + "; see `jumpscope info --boards` for the boards that jumpscope runs");
  }
  requireRunnable(c);
  return type->make(parts);
}

void requireSupported(const Cartridge& c) {
  BoardState state;
  std::array<uint8_t, 0x800> ciram{};
  makeBoard({c, state, ciram});
}

std::span<const BoardType> allBoards() { return boards; }

std::vector<std::string> boardNotes(int mapper) {
  const BoardType* type = findBoard(mapper);
  if (!type || !type->make || !*type->needs) return {};
  return {type->needs};
}

std::string boardName(int mapper) {
  const BoardType* type = findBoard(mapper);
  return type ? type->name : "unknown board";
}

}  // namespace jumpscope::mappers
