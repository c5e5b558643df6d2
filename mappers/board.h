// What a board does to the two buses. State is flat and trivially copyable; the dump stays outside it.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "mappers/cartridge.h"

namespace jumpscope::mappers {

// The RAM that cartridges carry. One field list serves save, load, hash, compare and print.
struct BoardState {
  std::array<uint8_t, 0x2000> prg_ram{};  // $6000-$7FFF
  std::array<uint8_t, 0x2000> chr_ram{};  // pattern tables, when the board has no CHR-ROM

  bool operator==(const BoardState&) const = default;
};

template <class State, class Visitor>
void visitFields(State& state,
                 Visitor&& visit) requires std::is_same_v<std::remove_const_t<State>, BoardState> {
  visit("prg_ram", state.prg_ram);
  visit("chr_ram", state.chr_ram);
}

// Where the pages of both buses lie at this moment. Pointers into the dump or into a BoardState.
struct Pages {
  std::array<const uint8_t*, 5> prg{};  // CPU $6000-$FFFF, 8 KiB each; nullptr = nobody drives the bus
  uint8_t* prg_ram = nullptr;           // CPU $6000-$7FFF, writable; nullptr = none
  std::array<const uint8_t*, 8> chr{};  // PPU $0000-$1FFF, 1 KiB each
  uint8_t* chr_ram = nullptr;           // PPU $0000-$1FFF, writable; nullptr = ROM
  std::array<uint8_t, 4> nametable{};   // which 1 KiB of the console's 2 KiB answers at $2000 + 1 KiB * index
};

// m000_nrom: 8 or 16 KiB (mirrored) or 32 KiB of PRG-ROM, 8 KiB of CHR-ROM or CHR-RAM, mirroring soldered, 8
// KiB of RAM at $6000. Precondition: requireSupported(cartridge).
Pages mapNrom(const Cartridge& cartridge, BoardState& state);

}  // namespace jumpscope::mappers
