// VRC4b (submapper 1), VRC4d (2) and VRC2c (3). Source: NESdev "VRC2 and VRC4".
#include "mappers/vrc4.h"

namespace jumpscope::mappers {
namespace {

using Chip = Vrc4Wiring::Chip;

Vrc4Wiring wiringOf(int submapper) {
  switch (submapper) {
    case 1:
      return {Chip::Vrc4, 0x02, 0x01};
    case 2:
      return {Chip::Vrc4, 0x08, 0x04};
    case 3:
      return {Chip::Vrc2, 0x02, 0x01};
    default:
      return {Chip::Either, 0x0A, 0x05};
  }
}

}  // namespace

std::unique_ptr<Board> vrc2cVrc4bd(const BoardParts& parts) {
  return std::make_unique<Vrc4>(parts, wiringOf(parts.cartridge.submapper));
}

}  // namespace jumpscope::mappers
