// jumpscope-window: the program that jumpscope executes for `play` and `lab`.
#include "src/cli/program.h"
#include "src/gui/windows.h"

int main(int argc, char** argv) {
  using namespace jumpscope;
  return cli::runProgram({{"play", "Play a cartridge in a window", gui::playCommand},
                          {"lab", "Play with the movement models in a window", gui::labCommand}},
                         argc, argv);
}
