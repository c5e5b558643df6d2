#include "src/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/output.h"
#include "src/base/suggest.h"
#include "src/cli/file_format.h"
#include "src/cli/grammar.h"

namespace jumpscope::cli {

namespace {

// An unset variable of a script must not count as an option that is not given.
std::string notEmpty(const std::string& value) {
  return value.empty() ? "a value is expected, not ''; leave the option out, or name one" : "";
}

bool namesPath(const std::string& value) {
  return value.find("FILE") != value.npos || value.starts_with("F.") || value == "F" || value == "ROM" ||
         value == "FOLDER" || value == "DIR";
}

// An option in place of a value is hardly meant as a file or a text of that name.
std::string noOption(const std::string& value, const std::string& text) {
  const bool is_path = namesPath(value);
  if (text.size() < 2 || !text.starts_with(is_path ? "-" : "--")) return "";
  const std::string problem = "'" + text + "' is an option, where " + value + " is expected";
  return is_path ? problem + "; write ./" + text + " for a file of this name" : problem;
}

// An option that takes exactly one value each time, so that a ROM after it is never swallowed.
CLI::Option* single(CLI::Option* option, const std::string& value) {
  return option->type_name(value)->allow_extra_args(false)->check(notEmpty)->check(
      [value](const std::string& text) { return noOption(value, text); });
}

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// The check of an option whose value is one of `choices`.
std::function<void(const std::string&)> oneOf(const std::string& names, std::string& target,
                                              const std::vector<std::string>& choices) {
  return [names, &target, choices](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end())
      throw std::runtime_error(names + " must be one of " + joined(choices, ", ") + ", not '" + text + "'" +
                               base::didYouMean(text, choices));
    target = text;
  };
}

// CLI11's messages may have several lines; errors are one sentence.
std::string oneLine(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  while (!text.empty() && (text.back() == ' ' || text.back() == '.')) text.pop_back();
  return text;
}

}  // namespace

void Arguments::flag(const std::string& names, bool& target, const std::string& help) {
  parser_.add_flag(names, target, help)->group(heading_);
}

void Arguments::option(const std::string& names, std::string& target, const std::string& value,
                       const std::string& help) {
  single(parser_.add_option(names, target, help), value)->group(heading_);
  paths_.read.push_back([&target] { return std::vector<std::string>{target}; });
}

void Arguments::output(const std::string& names, std::string& target, const std::string& value,
                       const std::string& help, FileFormat format) {
  single(parser_.add_option(names, target, help), value)->group(heading_);
  paths_.written.push_back(
      {[&target] { return std::vector<std::string>{target}; }, names, std::move(format)});
}

void Arguments::output(std::function<std::string()> path) {
  paths_.written.push_back(
      {[path = std::move(path)] { return std::vector<std::string>{path()}; }, "", {"", {}, false}});
}

void Arguments::outputs(const std::string& names, std::vector<std::string>& target, const std::string& value,
                        const std::string& help, FileFormat format) {
  single(parser_.add_option(names, target, help), value)->group(heading_);
  const auto values = [&target] {
    std::vector<std::string> paths;
    for (const std::string& text : target) paths.push_back(text.substr(text.find('=') + 1));
    return paths;
  };
  paths_.written.push_back({values, names, std::move(format)});
}

void Arguments::number(const std::string& names, uint64_t& target, base::Range range,
                       const std::string& help) {
  const auto parse = [names, &target, range](const std::string& text) {
    target = base::parseNumber(text, range, names);
  };
  single(parser_.add_option_function<std::string>(names, parse, help), "N")->group(heading_);
}

void Arguments::number(const std::string& names, std::optional<uint64_t>& target, base::Range range,
                       const std::string& help) {
  const auto parse = [names, &target, range](const std::string& text) {
    target = base::parseNumber(text, range, names);
  };
  single(parser_.add_option_function<std::string>(names, parse, help), "N")->group(heading_);
}

void Arguments::choice(const std::string& names, std::string& target, const std::vector<std::string>& choices,
                       const std::string& help) {
  single(parser_.add_option_function<std::string>(names, oneOf(names, target, choices), help),
         joined(choices, "|"))
      ->group(heading_);
}

void Arguments::repeated(const std::string& names, std::vector<std::string>& target, const std::string& value,
                         const std::string& help) {
  single(parser_.add_option(names, target, help), value)->group(heading_);
  paths_.read.push_back([&target] { return target; });
}

void Arguments::positional(const std::string& name, std::string& target, bool required,
                           const std::string& help) {
  parser_.add_option(name, target, help)->required(required)->type_name("")->check(notEmpty);
  paths_.read.push_back([&target] { return std::vector<std::string>{target}; });
}

void Arguments::positionalChoice(const std::string& name, std::string& target,
                                 const std::vector<std::string>& choices, bool required,
                                 const std::string& help) {
  parser_.add_option_function<std::string>(name, oneOf(name, target, choices), help)
      ->required(required)
      ->type_name(joined(choices, "|"));
}

void Arguments::positionals(const std::string& name, std::vector<std::string>& target,
                            const std::string& help, bool required) {
  parser_.add_option(name, target, help)->required(required)->type_name("")->check(notEmpty);
  paths_.read.push_back([&target] { return target; });
}

void Arguments::footer(const std::string& text) { parser_.footer(text); }

namespace {

// CLI11 puts two empty lines between headings.
class Formatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    for (size_t at = help.find("\n\n\n"); at != help.npos; at = help.find("\n\n\n", at)) help.erase(at, 1);
    return help;
  }
};

// The parser of the whole command line, or of one whose first argument is known.
struct Grammar {
  CLI::App parser{"jumpscope: a cycle-accurate NES emulator that traces and checks how characters move",
                  "jumpscope"};
  std::vector<Action> actions;
  std::vector<CLI::App*> parsers;  // of the commands, in order
  std::vector<Arguments::Suggestions> suggestions;
  std::vector<Arguments::Paths> paths;

  // If `first` is a command, only its options are declared.
  explicit Grammar(const std::vector<Command>& commands, std::string_view first = "") {
    const bool known =
        std::ranges::any_of(commands, [&](const Command& command) { return command.name == first; });
    parser.formatter(std::make_shared<Formatter>());
    parser.set_version_flag("--version", "jumpscope " JUMPSCOPE_VERSION);
    parser.require_subcommand(0, 1);
    parser.footer(
        "Exit status: 0 equal or done, 1 a difference was found, 2 an error occurred, 130 "
        "interrupted.");
    for (const Command& command : commands) {
      parsers.push_back(parser.add_subcommand(command.name, command.summary));
      Arguments arguments(*parsers.back(), paths.emplace_back(), suggestions.emplace_back());
      actions.push_back(known && command.name != first ? Action{} : command.declare(arguments));
    }
  }
};

OptionGrammar describe(const CLI::Option& option, const Arguments::Suggestions& suggestions) {
  OptionGrammar described;
  described.positional = option.get_positional();
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  if (described.positional) described.names.push_back(option.get_name(true));
  if (option.get_items_expected_max() > 0) described.value = option.get_type_name();
  // Values in lower case come from Arguments::choice; upper case as in FILE|NAME only describes a value.
  if (described.value.find('|') != described.value.npos &&
      described.value.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == described.value.npos)
    for (size_t from = 0, bar = 0; bar != described.value.npos; from = bar + 1) {
      bar = described.value.find('|', from);
      described.choices.push_back(described.value.substr(from, bar - from));
    }
  if (described.positional) described.value.clear();
  described.help = option.get_description();
  described.heading = option.get_group();
  for (const std::string& name : described.names)
    if (const auto known = suggestions.find(name); known != suggestions.end())
      described.suggestions = known->second;
  described.required = option.get_required();
  described.repeated = option.get_expected_max() > 1;
  return described;
}

CommandGrammar describe(const CLI::App& parser, const std::string& name,
                        const Arguments::Suggestions& suggestions) {
  CommandGrammar described{name, parser.get_description(), parser.get_footer(), {}};
  for (const std::string& heading : parser.get_groups())
    for (const CLI::Option* option : parser.get_options())
      if (option->get_group() == heading) described.options.push_back(describe(*option, suggestions));
  return described;
}

}  // namespace

std::vector<CommandGrammar> grammarOf(const std::vector<Command>& commands) {
  const Grammar grammar(commands);
  std::vector<CommandGrammar> described{describe(grammar.parser, "", {})};
  for (size_t i = 0; i < commands.size(); ++i)
    described.push_back(describe(*grammar.parsers[i], commands[i].name, grammar.suggestions[i]));
  return described;
}

namespace {

std::vector<std::string> optionsOf(const CLI::App& parser) {
  std::vector<std::string> names;
  for (const OptionGrammar& option : describe(parser, "", {}).options)
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// The error of a command line that the parser refused: its first unknown option or surplus argument,
// else the parser's message.
std::string usageError(const CLI::App& parser, const std::string& command, const std::string& parsers_words) {
  std::vector<std::string> unknown = parser.remaining();
  if (const auto dashes = std::ranges::find(unknown, "--"); dashes != unknown.end()) {
    const auto next = unknown.erase(dashes);
    if (next != unknown.end())
      return command + " takes no further argument '" + *next + "': after --, no word is an option";
  }
  const auto option = std::find_if(unknown.begin(), unknown.end(),
                                   [](const std::string& word) { return word.starts_with("-"); });
  if (option != unknown.end()) {
    const std::string name = option->substr(0, option->find('='));
    return command + " has no option " + name + base::didYouMean(name, optionsOf(parser));
  }
  if (!unknown.empty()) return command + " takes no further argument '" + unknown.front() + "'";
  const size_t twice = parsers_words.find(": At Most 1 required");
  if (twice != parsers_words.npos) return parsers_words.substr(0, twice) + " may be given once";
  return oneLine(parsers_words);
}

// The first argument, where it should be a command and is not.
void requireKnownCommand(const std::vector<Command>& commands, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "-";
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  if (first.starts_with("-") || std::find(names.begin(), names.end(), first) != names.end()) return;
  throw std::runtime_error("there is no command '" + first + "'" + base::didYouMean(first, names) +
                           "; see jumpscope --help");
}

void reserve(const Arguments::Paths& paths) {
  std::vector<std::string> files;
  for (const Arguments::Written& written : paths.written)
    for (std::string& path : written.paths())
      if (!base::isStandardOutput(path)) files.push_back(std::move(path));
  base::reserveOutputs(files);
  for (const auto& values : paths.read)
    for (const std::string& path : values())
      if (!path.empty()) base::requireNoOutput(path);
  for (const Arguments::Written& written : paths.written)
    for (const std::string& path : written.paths()) requireFormat(written.option, path, written.format);
}

}  // namespace

int runCommandLine(const std::vector<Command>& commands, int argc, char** argv) {
  requireKnownCommand(commands, argc, argv);
  Grammar grammar(commands, argc > 1 ? argv[1] : "");
  CLI::App& parser = grammar.parser;
  const std::vector<CLI::App*>& parsers = grammar.parsers;
  const auto chosen = [&] {
    return std::find_if(parsers.begin(), parsers.end(), [](const CLI::App* one) { return one->parsed(); });
  };
  try {
    parser.parse(argc, argv);
  } catch (const CLI::Success& wanted) {  // --help, --version
    return parser.exit(wanted, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    const CLI::App& asked = chosen() == parsers.end() ? parser : **chosen();
    const std::string where = &asked == &parser ? "jumpscope" : "jumpscope " + asked.get_name();
    const std::string problem = usageError(asked, asked.get_name(), error.what());
    throw std::runtime_error(problem + "; see " + where + " --help");
  }
  if (chosen() != parsers.end()) {
    const auto index = static_cast<size_t>(chosen() - parsers.begin());
    reserve(grammar.paths[index]);
    return grammar.actions[index]();
  }
  std::cout << parser.help();
  return 0;
}

}  // namespace jumpscope::cli
