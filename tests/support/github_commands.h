// Parses workflow commands as GitHub's runner does (actions/runner, ActionCommand), but strictly.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::tests {

struct GithubCommand {
  std::string level;
  std::map<std::string, std::string> properties;
  std::string message;
};

// %25, %0D, %0A and in properties %3A, %2C; any other % is an error, and so is what should have been escaped.
inline std::string githubUnescaped(std::string_view text, bool property) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
      throw std::runtime_error("unescaped character in: " + std::string(text));
    if (c != '%') {
      result += c;
      continue;
    }
    const std::string_view code = text.substr(i, 3);
    if (code == "%25")
      result += '%';
    else if (code == "%0D")
      result += '\r';
    else if (code == "%0A")
      result += '\n';
    else if (property && code == "%3A")
      result += ':';
    else if (property && code == "%2C")
      result += ',';
    else
      throw std::runtime_error("bad escape in: " + std::string(text));
    i += 2;
  }
  return result;
}

// One line without its end. Throws std::runtime_error for what is no well-formed annotation.
inline GithubCommand parseGithubCommand(std::string_view line) {
  static const std::set<std::string> levels{"error", "warning", "notice"};
  static const std::set<std::string> names{"file", "line", "endLine", "col", "endColumn", "title"};
  if (!line.starts_with("::")) throw std::runtime_error("no command: " + std::string(line));
  const size_t end = line.find("::", 2);
  if (end == line.npos) throw std::runtime_error("no message: " + std::string(line));
  std::string_view head = line.substr(2, end - 2);
  GithubCommand command;
  const size_t blank = std::min(head.find(' '), head.size());
  command.level = head.substr(0, blank);
  if (!levels.contains(command.level)) throw std::runtime_error("unknown command " + command.level);
  head.remove_prefix(std::min(blank + 1, head.size()));
  while (!head.empty()) {
    const size_t comma = std::min(head.find(','), head.size());
    const std::string_view pair = head.substr(0, comma);
    const size_t equals = pair.find('=');
    if (equals == pair.npos) throw std::runtime_error("no value: " + std::string(pair));
    const std::string name(pair.substr(0, equals));
    const std::string value = githubUnescaped(pair.substr(equals + 1), true);
    if (!names.contains(name) || value.empty() || !command.properties.emplace(name, value).second)
      throw std::runtime_error("bad property: " + std::string(pair));
    if (name == "line" && (value[0] == '0' || value.find_first_not_of("0123456789") != value.npos))
      throw std::runtime_error("bad line number: " + value);
    head.remove_prefix(std::min(comma + 1, head.size()));
  }
  command.message = githubUnescaped(line.substr(end + 2), false);
  if (command.message.empty()) throw std::runtime_error("empty message: " + std::string(line));
  return command;
}

// All lines of `text` that begin with "::".
inline std::vector<GithubCommand> githubCommands(std::string_view text) {
  std::vector<GithubCommand> commands;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (text.starts_with("::")) commands.push_back(parseGithubCommand(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return commands;
}

}  // namespace jumpscope::tests
