#include "src/app/commands.h"
#include "src/app/program.h"

int main(int argc, char** argv) {
  return jumpscope::app::runProgram(jumpscope::app::allCommands(argv), argc, argv);
}
