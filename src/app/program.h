// What both programs' main() does.
#pragma once

#include <vector>

#include "src/app/arguments.h"

namespace jumpscope::app {

// Runs the command line to the exit status; whatever goes wrong is one sentence on stderr.
int runProgram(const std::vector<Command>& commands, int argc, char** argv);

}  // namespace jumpscope::app
