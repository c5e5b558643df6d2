#include "src/engine/engine.h"

#include <filesystem>
#include <stdexcept>

namespace jumpscope::engine {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

}  // namespace

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
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && isBlank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  if (quote != 0)
    throw std::runtime_error("the engine's command " + text + " has a quote " + std::string(1, quote) +
                             " without its end");
  if (words.empty() || words.front().empty())
    throw std::runtime_error("the engine's command is empty; expected a program, such as 'python3 jump.py'");
  return words;
}

Engine makeEngine(Command command) {
  const std::filesystem::path path = command.words.front();
  const bool is_library =
      command.words.size() == 1 && (path.extension() == ".so" || path.extension() == ".dylib");
  return is_library ? libraryEngine((std::filesystem::path(command.folder) / path).string())
                    : programEngine(std::move(command));
}

}  // namespace jumpscope::engine
