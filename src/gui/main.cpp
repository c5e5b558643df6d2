// jumpscope-window: the program that jumpscope executes for `play` and `lab`.
#include "src/cli/program.h"
#include "src/gui/windows.h"

namespace {

std::vector<jumpscope::cli::Command> commands(char**) {
  return {{"play", "Play a cartridge in a window", jumpscope::gui::playCommand},
          {"lab", "Play with the movement models in a window", jumpscope::gui::labCommand}};
}

}  // namespace

int main(int argc, char** argv) { return jumpscope::cli::runProgram(&commands, argc, argv); }
