#include "src/cli/commands.h"

namespace jumpscope::cli {

std::vector<Command> allCommands(char** argv) {
  return {
      {"demo", "Run the bundled cartridge, trace its jumps and compare them with the model", demoCommand},
      {"info", "Tell what a cartridge dump holds: header, hashes, board, known game", infoCommand},
      {"run", "Run a cartridge without a window", runCommand},
      {"trace", "Write down watched values, one row a frame", traceCommand},
      {"log", "Write down every instruction, as other emulators' trace logs do", logCommand},
      {"search", "Find where in RAM a value is kept, by what it was seen to do", searchCommand},
      {"diff", "Compare a trace, or a cartridge, with its model or with a golden trace", diffCommand},
      {"jumps", "List the jumps of a trace", jumpsCommand},
      {"plot", "Draw traces: SVG, PNG, or one self-contained HTML page", plotCommand},
      {"model", "Run a movement model on inputs and write a trace", modelCommand},
      {"fit", "Find the constants of a movement model that reproduce a traced jump", fitCommand},
      {"check", "Hold a suite of cases, or many test programs, to what is expected of them", checkCommand},
      {"play", "Play a cartridge in a window, with its physics drawn over it",
       [argv](Arguments& arguments) { return playCommand(arguments, argv); }},
      {"lab", "Play with the movement models in a window, side by side",
       [argv](Arguments& arguments) { return labCommand(arguments, argv); }},
      {"man", "Print the man page", manCommand},
      {"completions", "Print what a shell needs to complete this command line", completionsCommand},
  };
}

}  // namespace jumpscope::cli
