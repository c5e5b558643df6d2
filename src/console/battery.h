// What a cartridge's battery keeps: the part of the board's RAM that the header calls non-volatile.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mappers/board.h"

namespace jumpscope::console {

// PRG-NVRAM, then CHR-NVRAM, which lie at the beginning of the board's RAM. Empty without a battery.
std::vector<uint8_t> batteryBytes(const mappers::BoardState& board, const mappers::Cartridge& cartridge);

// Of those the PRG-NVRAM, where it lies.
std::span<const uint8_t> batteryPrgRam(const mappers::BoardState& board, const mappers::Cartridge& cartridge);

// Throws std::runtime_error when `kept` has another size.
void loadBattery(mappers::BoardState& board, const mappers::Cartridge& cartridge,
                 std::span<const uint8_t> kept);

}  // namespace jumpscope::console
