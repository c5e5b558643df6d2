// jumpscope-window: the program that jumpscope becomes for `play` and `lab`.
#include "src/app/gui/windows.h"
#include "src/app/program.h"

int main(int argc, char** argv) {
  using namespace jumpscope::app;
  return runProgram({{"play", "Play a cartridge in a window", gui::playCommand},
                     {"lab", "Play with the movement models in a window", gui::labCommand}},
                    argc, argv);
}
