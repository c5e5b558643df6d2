// NAMCOT-3425: a Namco 108 whose highest CHR line chooses the nametable. Source: NESdev "INES Mapper 095".
#include "mappers/m206_namco108.h"

namespace jumpscope::mappers {
namespace {

class Namcot3425 final : public Namco108 {
 public:
  using Namco108::Namco108;

 protected:
  void mapMirroring() override {
    for (unsigned i = 0; i < 4; ++i) mapCiram(i, r.banks[i >> 1] >> 5 & 1);
  }
};

}  // namespace

std::unique_ptr<Board> namcot3425(const BoardParts& parts) { return std::make_unique<Namcot3425>(parts); }

}  // namespace jumpscope::mappers
