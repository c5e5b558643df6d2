// Outputs that are no files.
#pragma once

#include <string>

namespace jumpscope::base {

// Whether a path is neither a file nor the name of one to be: standard output, a terminal, a pipe, /dev/null. Its name says
// nothing of what is written to it.
bool isDevice(const std::string& path);

}  // namespace jumpscope::base
