#include "src/cli/engine_options.h"

#include "src/base/output.h"

namespace jumpscope::cli {

void declareEngine(Arguments& command, EngineChoice& choice) {
  Arguments arguments = command.under("Engine");
  arguments.option(
      "--engine", choice.command, "CMD",
      "a program of your own as the model, e.g. 'python3 jump.py', or a shared library, libjump.so (see "
      "docs/engines.md); words are separated as by a shell");
  arguments.number(
      "--engine-timeout", choice.timeout, {1, 3600},
      "seconds that the engine has for an answer (default 5); for its first one ten times as long");
}

engine::Engine makeEngine(const EngineChoice& choice) {
  return engine::makeEngine({engine::splitCommand(choice.command), "", double(choice.timeout),
                             [](const std::string& line) { base::say("engine: " + line); }});
}

}  // namespace jumpscope::cli
