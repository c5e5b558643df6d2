// VRC4f (submapper 1), VRC4e (2) and VRC2b (3). Source: NESdev "VRC2 and VRC4".
#include "mappers/vrc4.h"

namespace jumpscope::mappers {
namespace {

using Chip = Vrc4Wiring::Chip;

Vrc4Wiring wiringOf(int submapper) {
  switch (submapper) {
    case 1:
      return {Chip::Vrc4, 0x01, 0x02};
    case 2:
      return {Chip::Vrc4, 0x04, 0x08};
    case 3:
      return {Chip::Vrc2, 0x01, 0x02};
    default:
      return {Chip::Either, 0x05, 0x0A};
  }
}

}  // namespace

std::unique_ptr<Board> vrc2bVrc4ef(const BoardParts& parts) {
  return std::make_unique<Vrc4>(parts, wiringOf(parts.cartridge.submapper));
}

}  // namespace jumpscope::mappers
