// Every command, one file each. A function declares the command's options and returns what to do with them.
#pragma once

#include <vector>

#include "src/app/arguments.h"

namespace jumpscope::app {

Action demoCommand(Arguments& arguments);
Action infoCommand(Arguments& arguments);
Action runCommand(Arguments& arguments);
Action traceCommand(Arguments& arguments);
Action logCommand(Arguments& arguments);
Action searchCommand(Arguments& arguments);
Action diffCommand(Arguments& arguments);
Action jumpsCommand(Arguments& arguments);
Action plotCommand(Arguments& arguments);
Action modelCommand(Arguments& arguments);
Action fitCommand(Arguments& arguments);
Action checkCommand(Arguments& arguments);
Action playCommand(Arguments& arguments);
Action manCommand(Arguments& arguments);
Action completionsCommand(Arguments& arguments);

// In the order in which --help lists them.
std::vector<Command> allCommands();

}  // namespace jumpscope::app
