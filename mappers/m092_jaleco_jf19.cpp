// Jaleco JF-19: the first 16 KiB fixed at $8000, 16 KiB at $C000 switched. Source: NESdev "INES Mapper 092".
#include "mappers/jaleco_jf17.h"

namespace jumpscope::mappers {
namespace {

class FirstFixed final : public JalecoJf17 {
 public:
  using JalecoJf17::JalecoJf17;

  void powerOn() override {
    r.prg = 0x0F;  // the reset vector is in the last bank
    map();
  }

 protected:
  void mapPrgBanks() override {
    mapPrg(0x8000, 0x4000, 0);
    mapPrg(0xC000, 0x4000, r.prg & 0x0F);
  }
};

}  // namespace

std::unique_ptr<Board> jalecoJf19(const BoardParts& parts) { return std::make_unique<FirstFixed>(parts); }

}  // namespace jumpscope::mappers
