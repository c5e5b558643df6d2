// Outputs that are no files.
#pragma once

#include <string>

namespace jumpscope::base {

// True for standard output, a terminal, a pipe, /dev/null and the like: anything but a file or a path where a file can be
// created. The extension of such a name says nothing about the format.
bool isDevice(const std::string& path);

}  // namespace jumpscope::base
