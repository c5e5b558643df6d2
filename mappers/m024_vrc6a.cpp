// VRC6a: the chip's address lines in order. Source: NESdev "VRC6".
#include "mappers/vrc6.h"

namespace jumpscope::mappers {

std::unique_ptr<Board> vrc6a(const BoardParts& parts) { return std::make_unique<Vrc6>(parts, false); }

}  // namespace jumpscope::mappers
