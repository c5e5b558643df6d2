// Every command, one file each. A function declares the command's options and returns what to do with them.
#pragma once

#include <vector>

#include "src/cli/arguments.h"

namespace jumpscope::cli {

Action demoCommand(Arguments& arguments);
Action infoCommand(Arguments& arguments);
Action runCommand(Arguments& arguments);
Action traceCommand(Arguments& arguments);
Action logCommand(Arguments& arguments);
Action searchCommand(Arguments& arguments);
Action discoverCommand(Arguments& arguments);
Action profileCommand(Arguments& arguments);
Action sweepCommand(Arguments& arguments);
Action diffCommand(Arguments& arguments);
Action proveCommand(Arguments& arguments);
Action liftCommand(Arguments& arguments);
Action jumpsCommand(Arguments& arguments);
Action plotCommand(Arguments& arguments);
Action modelCommand(Arguments& arguments);
Action engineCommand(Arguments& arguments);
Action fitCommand(Arguments& arguments);
Action checkCommand(Arguments& arguments);
// `argv`: the program's arguments, which are passed on to the window program.
Action playCommand(Arguments& arguments, char** argv);
Action labCommand(Arguments& arguments, char** argv);
// `commands`: the names of all of them.
Action helpCommand(Arguments& arguments, const std::vector<std::string>& commands);
Action manCommand(Arguments& arguments, const std::vector<std::string>& commands);
Action completionsCommand(Arguments& arguments);

// In the order in which --help lists them. Without `argv` none of them can open a window.
std::vector<Command> allCommands(char** argv = nullptr);

}  // namespace jumpscope::cli
