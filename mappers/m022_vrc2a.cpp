// VRC2a, whose address lines are swapped and whose lowest CHR line is not connected. Source: NESdev "VRC2 and
// VRC4".
#include "mappers/vrc4.h"

namespace jumpscope::mappers {
namespace {

using Chip = Vrc4Wiring::Chip;

Vrc4Wiring wiringOf(int) { return {Chip::Vrc2, 0x02, 0x01, true}; }

}  // namespace

std::unique_ptr<Board> vrc2a(const BoardParts& parts) {
  return std::make_unique<Vrc4>(parts, wiringOf(parts.cartridge.submapper));
}

}  // namespace jumpscope::mappers
