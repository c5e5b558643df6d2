#include "src/prove/walk.h"
namespace jumpscope::prove {
Walk walk(const Program& p, uint16_t a, Memory m, const Registers& r, std::span<const uint16_t>,
          const ConcreteLimits& l) {
  Walk w;
  w.result = runConcrete(p, a, m, r, l);
  return w;
}
std::vector<std::string> linesOf(const Walk&) { return {}; }
}  // namespace jumpscope::prove
