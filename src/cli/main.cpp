#include "src/base/interrupt.h"
#include "src/cli/commands.h"
#include "src/cli/program.h"

int main(int argc, char** argv) {
  jumpscope::base::endWhenOutOfMemory();
  return jumpscope::cli::runProgram(&jumpscope::cli::allCommands, argc, argv);
}
