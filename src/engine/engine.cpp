#include "src/engine/engine.h"

#include <filesystem>
#include <stdexcept>

#include "src/base/words.h"

namespace jumpscope::engine {

void Plan::addSeed(uint64_t frame, uint8_t buttons, std::span<const double> all) {
  steps.push_back({true, buttons, frame, values.size()});
  values.insert(values.end(), all.begin(), all.end());
}

void Plan::addFrame(uint64_t frame, uint8_t buttons, std::span<const double> read) {
  steps.push_back({false, buttons, frame, values.size()});
  values.insert(values.end(), read.begin(), read.end());
  ++frames;
}

std::vector<std::string> splitCommand(const std::string& text) {
  std::vector<std::string> words;
  try {
    words = base::splitWords(text);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("the engine's command " + text + " " + error.what());
  }
  if (words.empty() || words.front().empty())
    throw std::runtime_error("the engine's command is empty; expected a program, such as 'python3 jump.py'");
  return words;
}

Engine makeEngine(Command command) {
  const std::filesystem::path path = command.words.front();
  const std::string name = path.filename().string();  // libjump.so, libjump.so.1
  const bool is_library =
      command.words.size() == 1 &&
      (path.extension() == ".dylib" || path.extension() == ".so" || name.find(".so.") != name.npos);
  return is_library ? libraryEngine((std::filesystem::path(command.folder) / path).string())
                    : programEngine(std::move(command));
}

}  // namespace jumpscope::engine
