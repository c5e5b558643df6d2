#include "src/console/battery.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace jumpscope::console {

std::array<std::span<uint8_t>, 2> batteryParts(mappers::BoardState& board,
                                               const mappers::Cartridge& cartridge) {
  if (!cartridge.battery) return {};
  const std::span<uint8_t> prg = board.prg_ram, chr = board.chr_ram;
  if (!cartridge.sizes_known) return {prg, {}};
  return {prg.first(std::min<size_t>(prg.size(), cartridge.prg_nvram_size)),
          chr.first(std::min<size_t>(chr.size(), cartridge.chr_nvram_size))};
}

std::array<std::span<const uint8_t>, 2> batteryParts(const mappers::BoardState& board,
                                                     const mappers::Cartridge& cartridge) {
  const auto parts = batteryParts(const_cast<mappers::BoardState&>(board), cartridge);
  return {parts[0], parts[1]};
}

size_t batterySize(const mappers::BoardState& board, const mappers::Cartridge& cartridge) {
  const auto parts = batteryParts(board, cartridge);
  return parts[0].size() + parts[1].size();
}

void loadBattery(mappers::BoardState& board, const mappers::Cartridge& cartridge,
                 std::span<const uint8_t> kept) {
  const size_t size = batterySize(board, cartridge);
  if (size == 0)
    throw std::runtime_error(cartridge.name +
                             " has no battery that could keep RAM; start it without a battery file");
  if (kept.size() != size)
    throw std::runtime_error("the battery file has " + std::to_string(kept.size()) +
                             " bytes, but the battery of " + cartridge.name + " keeps " +
                             std::to_string(size) +
                             "; expected a file of that size, so this one may belong to another cartridge");
  for (const std::span<uint8_t> part : batteryParts(board, cartridge)) {
    std::copy_n(kept.begin(), part.size(), part.begin());
    kept = kept.subspan(part.size());
  }
}

}  // namespace jumpscope::console
