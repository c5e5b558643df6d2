// Taito X1-005 with mirroring by a register. Source: NESdev "INES Mapper 080".
#include "mappers/taito_x1_005.h"

namespace jumpscope::mappers {

std::unique_ptr<Board> taitoX1005(const BoardParts& parts) { return std::make_unique<TaitoX1005>(parts); }

}  // namespace jumpscope::mappers
