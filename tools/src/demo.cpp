// jumpscope with one command, `demo`: a small part of what jumpscope consists of, which tools/demo builds.
#include "src/base/interrupt.h"
#include "src/cli/commands.h"
#include "src/cli/program.h"

namespace {

std::vector<jumpscope::cli::Command> commands(char**) {
  return {{"demo", "Run the bundled cartridge, trace its jumps and compare them with the model",
           jumpscope::cli::demoCommand}};
}

}  // namespace

int main(int argc, char** argv) {
  jumpscope::base::endWhenOutOfMemory();
  return jumpscope::cli::runProgram(&commands, argc, argv);
}
