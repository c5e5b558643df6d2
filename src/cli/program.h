// The common part of both programs' main().
#pragma once

#include <vector>

#include "src/cli/arguments.h"

namespace jumpscope::cli {

// Runs the command line and returns the exit status. An error is one sentence on stderr.
int runProgram(std::vector<Command> (*commands)(char** argv), int argc, char** argv);

}  // namespace jumpscope::cli
