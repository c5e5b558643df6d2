#include "src/cli/commands.h"
#include "src/cli/program.h"

int main(int argc, char** argv) {
  return jumpscope::cli::runProgram(jumpscope::cli::allCommands(argv), argc, argv);
}
