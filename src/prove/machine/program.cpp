#include "src/prove/machine/program.h"

#include "src/trace/watch.h"

namespace jumpscope::prove {

uint8_t* placeOf(Memory& memory, uint16_t address) {
  constexpr uint16_t mirrors_end = 0x2000, board = 0x6000;
  if (address < mirrors_end) return &memory.ram[trace::foldMirror(address)];
  if (address >= board && address - board < static_cast<int>(memory.board.size()))
    return &memory.board[address - board];
  return nullptr;
}

uint8_t byteAt(const Memory& memory, uint16_t address) {
  const uint8_t* place = placeOf(const_cast<Memory&>(memory), address);
  return place != nullptr ? *place : uint8_t{0};
}

uint8_t codeAt(const Program& program, const Memory& memory, uint16_t address) {
  return address < 0x8000 ? byteAt(memory, address) : program.at(address);
}

}  // namespace jumpscope::prove
