// NAMCOT-3433 and 3443: a Namco 108 with 128 KiB of CHR-ROM, one half for each pattern table. Source: NESdev
// "INES Mapper 088".
#include "mappers/m206_namco108.h"

namespace jumpscope::mappers {
namespace {

class Namcot3433 final : public Namco108 {
 public:
  using Namco108::Namco108;

 protected:
  void mapChrBanks() override { Namco108::mapChrBanks(0, 0x40); }
};

}  // namespace

std::unique_ptr<Board> namcot3433(const BoardParts& parts) { return std::make_unique<Namcot3433>(parts); }

}  // namespace jumpscope::mappers
