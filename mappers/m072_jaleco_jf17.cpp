// Jaleco JF-17: 16 KiB at $8000 switched, the last 16 KiB fixed. Source: NESdev "INES Mapper 072".
#include "mappers/jaleco_jf17.h"

namespace jumpscope::mappers {
namespace {

class LastFixed final : public JalecoJf17 {
 public:
  using JalecoJf17::JalecoJf17;

 protected:
  void mapPrgBanks() override {
    mapPrg(0x8000, 0x4000, r.prg & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
  }
};

}  // namespace

std::unique_ptr<Board> jalecoJf17(const BoardParts& parts) { return std::make_unique<LastFixed>(parts); }

}  // namespace jumpscope::mappers
