#include "src/cli/commands.h"

namespace jumpscope::cli {

std::vector<Command> allCommands(char** argv) {
  std::vector<Command> commands = {
      {"demo", "Run the bundled cartridge, trace its jumps and compare them with the model", demoCommand},
      {"info", "Show what a file contains: a cartridge, movie, trace, profile, suite, state, patch or labels",
       infoCommand},
      {"run", "Run a cartridge without a window", runCommand},
      {"trace", "Record watched values, one row per frame", traceCommand},
      {"log", "Log every instruction in the format of another emulator", logCommand},
      {"search", "Find the RAM address of a value by how it changes", searchCommand},
      {"discover", "Find the bytes of a character's jump by experiments", discoverCommand},
      {"profile", "Write a profile of a game, and try its jump rule", profileCommand},
      {"sweep", "Run a cartridge with many inputs and record the result of each", sweepCommand},
      {"diff", "Compare a trace or a cartridge with its model or with another trace", diffCommand},
      {"prove", "Prove that a routine equals its model for all states, or show a state in which it differs",
       proveCommand},
      {"lift", "Write a routine of a cartridge as readable C++ or C#", liftCommand},
      {"jumps", "List the jumps of a trace", jumpsCommand},
      {"plot", "Draw traces: SVG, PNG, or one self-contained HTML page", plotCommand},
      {"model", "Run a movement model on inputs and write a trace", modelCommand},
      {"engine", "Begin a program of your own that can stand in a model's place", engineCommand},
      {"fit", "Find the constants of a movement model that reproduce a traced jump", fitCommand},
      {"check", "Run a suite of cases or test programs and check the results", checkCommand},
      {"play", "Play a cartridge in a window, with its physics drawn over it",
       [argv](Arguments& arguments) { return playCommand(arguments, argv); }},
      {"lab", "Try the movement models in a window, side by side",
       [argv](Arguments& arguments) { return labCommand(arguments, argv); }},
  };
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  for (const char* name : {"man", "completions", "help"}) names.emplace_back(name);
  commands.push_back({"man", "Show a man page, or write all of them",
                      [names](Arguments& arguments) { return manCommand(arguments, names); }});
  commands.push_back({"completions", "Print shell completions", completionsCommand});
  commands.push_back({"help", "Show how a command is used",
                      [names](Arguments& arguments) { return helpCommand(arguments, names); }});
  return commands;
}

}  // namespace jumpscope::cli
