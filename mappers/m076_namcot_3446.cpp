// NAMCOT-3446: a Namco 108 that switches CHR-ROM in four banks of 2 KiB. Source: NESdev "INES Mapper 076".
#include "mappers/m206_namco108.h"

namespace jumpscope::mappers {
namespace {

class Namcot3446 final : public Namco108 {
 public:
  using Namco108::Namco108;

 protected:
  void mapChrBanks() override {
    for (unsigned i = 0; i < 4; ++i) mapChr(i * 0x800, 0x800, r.banks[2 + i] & 0x3F);
  }
};

}  // namespace

std::unique_ptr<Board> namcot3446(const BoardParts& parts) { return std::make_unique<Namcot3446>(parts); }

}  // namespace jumpscope::mappers
