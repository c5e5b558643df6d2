// VRC4a (submapper 1) and VRC4c (2). Source: NESdev "VRC2 and VRC4".
#include "mappers/vrc4.h"

namespace jumpscope::mappers {
namespace {

using Chip = Vrc4Wiring::Chip;

Vrc4Wiring wiringOf(int submapper) {
  switch (submapper) {
    case 1:
      return {Chip::Vrc4, 0x02, 0x04};
    case 2:
      return {Chip::Vrc4, 0x40, 0x80};
    default:
      return {Chip::Either, 0x42, 0x84};
  }
}

}  // namespace

std::unique_ptr<Board> vrc4ac(const BoardParts& parts) {
  return std::make_unique<Vrc4>(parts, wiringOf(parts.cartridge.submapper));
}

}  // namespace jumpscope::mappers
