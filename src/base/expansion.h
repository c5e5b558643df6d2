// What a compressed file may decompress to.
#pragma once

#include <cstddef>
#include <string>

namespace jumpscope::base {

// Throws std::runtime_error when `packed` bytes of the file have become too many: more than largest_file, or, beyond 64
// MiB, more than a thousand times as many. Rows of numbers stay below a hundred times, and a file that is made to fill
// the memory does not.
void requireReasonable(size_t packed, size_t unpacked, const std::string& name);

}  // namespace jumpscope::base
