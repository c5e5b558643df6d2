#include "src/prove/proof/specification.h"

#include "src/trace/watch.h"

namespace jumpscope::prove {

unsigned widthOf(const trace::Watch& watch) {
  return watch.type == trace::Type::Flag ? 1 : static_cast<unsigned>(8 * watch.addresses.size());
}

uint64_t bitsOf(const trace::Watch& watch, int64_t raw) {
  const unsigned width = widthOf(watch);
  return static_cast<uint64_t>(raw) & ((uint64_t{1} << width) - 1);
}

const KnownEnd* endWith(const std::vector<KnownEnd>& ends, const std::vector<trace::Watch>& compared,
                        const std::vector<int64_t>& values) {
  for (const KnownEnd& end : ends) {
    bool equal = true;
    for (size_t i = 0; equal && i < compared.size(); ++i)
      equal = bitsOf(compared[i], end.values[i]) == bitsOf(compared[i], values[i]);
    if (equal) return &end;
  }
  return nullptr;
}

std::vector<int64_t> valuesIn(const Memory& memory, const std::vector<trace::Watch>& watches) {
  std::vector<int64_t> values;
  values.reserve(watches.size());
  for (const trace::Watch& watch : watches)
    values.push_back(trace::readWatch(watch, [&](uint16_t address) { return byteAt(memory, address); }));
  return values;
}

}  // namespace jumpscope::prove
