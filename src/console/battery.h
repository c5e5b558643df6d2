// What a cartridge's battery keeps: the part of the board's RAM that the header calls non-volatile.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "mappers/board.h"

namespace jumpscope::console {

// PRG-NVRAM and CHR-NVRAM, each at the beginning of the board's RAM; empty without a battery.
std::array<std::span<uint8_t>, 2> batteryParts(mappers::BoardState& board,
                                               const mappers::Cartridge& cartridge);
std::array<std::span<const uint8_t>, 2> batteryParts(const mappers::BoardState& board,
                                                     const mappers::Cartridge& cartridge);

// How many bytes the battery keeps.
size_t batterySize(const mappers::BoardState& board, const mappers::Cartridge& cartridge);

// Throws std::runtime_error when `kept` has another size.
void loadBattery(mappers::BoardState& board, const mappers::Cartridge& cartridge,
                 std::span<const uint8_t> kept);

}  // namespace jumpscope::console
