// The command line: parsed, but nothing is done.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "src/cli/arguments.h"
#include "src/cli/commands.h"
#include "tests/fuzz/readers.h"

namespace jumpscope::fuzz {
namespace {

std::vector<cli::Command> idleCommands() {
  std::vector<cli::Command> commands = cli::allCommands();
  for (cli::Command& command : commands)
    command.declare = [declare = command.declare](cli::Arguments& arguments) -> cli::Action {
      // The options live as long as what would use them.
      return [action = declare(arguments)] { return action ? 0 : 2; };
    };
  return commands;
}

}  // namespace

// An argument a line.
void readCommandLine(Bytes bytes) {
  static const std::vector<cli::Command> commands = idleCommands();
  std::vector<std::string> words{"jumpscope"};
  std::istringstream lines{std::string(asText(bytes.first(std::min<size_t>(bytes.size(), 1000))))};
  for (std::string line; std::getline(lines, line);) words.push_back(line.substr(0, line.find('\0')));
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const std::ostringstream nowhere;
  std::streambuf* const out = std::cout.rdbuf(nowhere.rdbuf());
  struct Back {
    std::streambuf* out;
    ~Back() { std::cout.rdbuf(out); }
  } back{out};
  cli::runCommandLine(commands, int(words.size()), argv.data());
}

}  // namespace jumpscope::fuzz
