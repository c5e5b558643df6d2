#include "src/app/arguments.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <iostream>
#include <stdexcept>

namespace jumpscope::app {

namespace {

// An option that takes exactly one value each time, so that a ROM after it is never swallowed.
CLI::Option* single(CLI::Option* option, const std::string& value) {
  return option->type_name(value)->allow_extra_args(false);
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// CLI11's messages may hold several lines; what we print is one sentence.
std::string oneLine(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

}  // namespace

uint64_t parseNumber(const std::string& text, Range range, const std::string& what) {
  const bool dollar = text.starts_with("$");
  const bool hexadecimal = dollar || text.starts_with("0x") || text.starts_with("0X");
  const char* first = text.data() + (dollar ? 1 : hexadecimal ? 2 : 0);
  const char* last = text.data() + text.size();
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(first, last, number, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != last || number < range.smallest || number > range.largest)
    throw std::runtime_error(what + " wants a whole number from " + std::to_string(range.smallest) + " to " +
                             std::to_string(range.largest) + ", not '" + text + "'");
  return number;
}

void Arguments::flag(const std::string& names, bool& target, const std::string& help) {
  parser_.add_flag(names, target, help);
}

void Arguments::option(const std::string& names, std::string& target, const std::string& value,
                       const std::string& help) {
  single(parser_.add_option(names, target, help), value);
}

void Arguments::number(const std::string& names, uint64_t& target, Range range, const std::string& help) {
  const auto parse = [names, &target, range](const std::string& text) {
    target = parseNumber(text, range, names);
  };
  single(parser_.add_option_function<std::string>(names, parse, help), "N");
}

void Arguments::number(const std::string& names, std::optional<uint64_t>& target, Range range,
                       const std::string& help) {
  const auto parse = [names, &target, range](const std::string& text) {
    target = parseNumber(text, range, names);
  };
  single(parser_.add_option_function<std::string>(names, parse, help), "N");
}

void Arguments::choice(const std::string& names, std::string& target, const std::vector<std::string>& choices,
                       const std::string& help) {
  const auto parse = [names, &target, choices](const std::string& text) {
    for (const std::string& allowed : choices)
      if (text == allowed) {
        target = text;
        return;
      }
    throw std::runtime_error(names + " wants one of " + joined(choices, ", ") + ", not '" + text + "'");
  };
  single(parser_.add_option_function<std::string>(names, parse, help), joined(choices, "|"));
}

void Arguments::repeated(const std::string& names, std::vector<std::string>& target, const std::string& value,
                         const std::string& help) {
  single(parser_.add_option(names, target, help), value);
}

void Arguments::positional(const std::string& name, std::string& target, bool required,
                           const std::string& help) {
  parser_.add_option(name, target, help)->required(required)->type_name("");
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help) {
  parser_.add_option(name, target, help)->required()->type_name("");
}

void Arguments::footer(const std::string& text) { parser_.footer(text); }

int runCommandLine(const std::vector<Command>& commands, int argc, char** argv) {
  CLI::App parser("jumpscope: a cycle-accurate NES and an oscilloscope for the bytes of a jump", "jumpscope");
  parser.set_version_flag("--version", "jumpscope " JUMPSCOPE_VERSION);
  parser.require_subcommand(0, 1);
  parser.footer(
      "Exit status: 0 all equal or done, 1 a difference was found, 2 it could not be done, 130 interrupted.");

  std::vector<Action> actions;
  std::vector<CLI::App*> parsers;
  for (const Command& command : commands) {
    parsers.push_back(parser.add_subcommand(command.name, command.summary));
    Arguments arguments(*parsers.back());
    actions.push_back(command.declare(arguments));
  }

  try {
    parser.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return parser.exit(wanted, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    std::string where = "jumpscope";
    for (size_t i = 0; i < commands.size(); ++i)
      if (parsers[i]->parsed()) where += " " + commands[i].name;
    throw std::runtime_error(oneLine(error.what()) + "; see " + where + " --help");
  }
  for (size_t i = 0; i < commands.size(); ++i)
    if (parsers[i]->parsed()) return actions[i]();
  std::cout << parser.help();
  return 0;
}

}  // namespace jumpscope::app
