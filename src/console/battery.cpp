#include "src/console/battery.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace jumpscope::console {

namespace {

// `Board` is const or not. iNES does not say which part of the RAM the battery keeps.
template <class Board>
auto partsOf(Board& board, const mappers::Cartridge& cartridge) {
  const std::span prg(board.prg_ram), chr(board.chr_ram);
  const auto front = [&](auto ram, size_t size) {
    return std::span(ram.data(), cartridge.battery ? std::min(ram.size(), size) : 0);
  };
  const size_t prg_size = cartridge.sizes_known ? cartridge.prg_nvram_size : prg.size();
  return std::array{front(prg, prg_size), front(chr, cartridge.chr_nvram_size)};
}

}  // namespace

std::vector<uint8_t> batteryBytes(const mappers::BoardState& board, const mappers::Cartridge& cartridge) {
  std::vector<uint8_t> bytes;
  for (const auto part : partsOf(board, cartridge)) bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

std::span<const uint8_t> batteryPrgRam(const mappers::BoardState& board,
                                       const mappers::Cartridge& cartridge) {
  return partsOf(board, cartridge)[0];
}

void loadBattery(mappers::BoardState& board, const mappers::Cartridge& cartridge,
                 std::span<const uint8_t> kept) {
  const auto parts = partsOf(board, cartridge);
  const size_t size = parts[0].size() + parts[1].size();
  if (size == 0)
    throw std::runtime_error(cartridge.name +
                             " has no battery that could keep RAM; start it without a battery file");
  if (kept.size() != size)
    throw std::runtime_error("the battery file has " + std::to_string(kept.size()) +
                             " bytes, but the battery of " + cartridge.name + " keeps " +
                             std::to_string(size) +
                             "; expected a file of that size, so this one may belong to another cartridge");
  for (const auto part : parts) {
    std::copy_n(kept.begin(), part.size(), part.begin());
    kept = kept.subspan(part.size());
  }
}

}  // namespace jumpscope::console
