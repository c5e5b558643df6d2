// Taito X1-005 whose highest CHR line chooses the nametable. Source: NESdev "INES Mapper 207".
#include "mappers/taito_x1_005.h"

namespace jumpscope::mappers {
namespace {

class Wired final : public TaitoX1005 {
 public:
  using TaitoX1005::TaitoX1005;

 protected:
  int chrMask() const override { return 0x3F; }
  void mapMirroring() override {
    for (unsigned i = 0; i < 4; ++i) mapCiram(i, r.chr[i >> 1] >> 7);
  }
};

}  // namespace

std::unique_ptr<Board> taitoX1005Wired(const BoardParts& parts) { return std::make_unique<Wired>(parts); }

}  // namespace jumpscope::mappers
