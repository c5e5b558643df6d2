// VRC6b: the chip's two address lines exchanged. Source: NESdev "VRC6".
#include "mappers/vrc6.h"

namespace jumpscope::mappers {

std::unique_ptr<Board> vrc6b(const BoardParts& parts) { return std::make_unique<Vrc6>(parts, true); }

}  // namespace jumpscope::mappers
