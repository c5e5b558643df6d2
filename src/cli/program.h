// What both programs' main() does.
#pragma once

#include <vector>

#include "src/cli/arguments.h"

namespace jumpscope::cli {

// Runs the command line to the exit status; whatever goes wrong is one sentence on stderr.
int runProgram(const std::vector<Command>& commands, int argc, char** argv);

}  // namespace jumpscope::cli
