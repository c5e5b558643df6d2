// Checks that the extension of an output's name fits its format.
#pragma once

#include <string>

#include "src/cli/arguments.h"

namespace jumpscope::cli {

// Throws std::runtime_error, in the name of `option` ("-o,--output"), when the extension of `path` is that of a format
// that the output is not written in.
void requireFormat(const std::string& option, const std::string& path, const FileFormat& format);

// Text, tables and code for people, with or without --json.
FileFormat textFormat(std::vector<std::string> others = {});
// What traceFormatOf() takes, when `applies` says so.
FileFormat traceOutput(std::function<bool()> applies);

}  // namespace jumpscope::cli
