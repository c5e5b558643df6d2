#include "src/base/expansion.h"

#include <stdexcept>

#include "src/base/limits.h"

namespace jumpscope::base {

void requireReasonable(size_t packed, size_t unpacked, const std::string& name) {
  constexpr size_t harmless = size_t{64} << 20, largest_ratio = 1000;
  if (unpacked > largest_file) throw std::runtime_error(name + " contains more than the limit of 1 GiB");
  if (unpacked > harmless && unpacked / largest_ratio > packed)
    throw std::runtime_error(
        name +
        " decompresses to more than 64 MiB and 1000 times its size, as no recording does; "
        "decompress it yourself if it is one");
}

}  // namespace jumpscope::base
