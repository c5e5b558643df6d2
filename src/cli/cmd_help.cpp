// jumpscope help: what `jumpscope COMMAND --help` prints.
#include <array>
#include <memory>

#include "src/cli/commands.h"

namespace jumpscope::cli {

Action helpCommand(Arguments& arguments, const std::vector<std::string>& commands) {
  auto command = std::make_shared<std::string>();
  arguments.positionalChoice("COMMAND", *command, commands, false,
                             "the command (default: list all commands)");
  return [command] {
    std::string program = "jumpscope", option = "--help";
    std::array<char*, 4> words{program.data(), command->data(), option.data(), nullptr};
    if (command->empty()) words = {program.data(), option.data(), nullptr, nullptr};
    return runCommandLine(allCommands(), command->empty() ? 2 : 3, words.data());
  };
}

}  // namespace jumpscope::cli
