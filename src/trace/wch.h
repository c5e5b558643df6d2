// Watch lists of other emulators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

// Reads a .wch file of FCEUX (Windows: tabs; Qt: spaces) or of BizHawk (which begins with "SystemID NES").
// Words are little-endian unless the file says otherwise, as the processor's are. A note becomes the watch's
// meaning and, with every character that a name cannot have replaced by _, its name; without a note it is
// "ram_00CE", and a name that occurs again gets _2, _3, …. Hexadecimal and binary displays count as unsigned,
// BizHawk's fixed-point displays keep their point; separators are left out. Throws std::runtime_error naming
// file and line, also for a memory that jumpscope does not watch.
std::vector<Watch> readWatchList(std::string_view text, const std::string& file_name);

}  // namespace jumpscope::trace
