// jumpscope completions: what bash, zsh and fish need to complete our command line, made from the parser.
#include <memory>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/grammar.h"

namespace jumpscope::cli {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += base::concat({text.empty() ? "" : separator, word});
  return text;
}

// In single quotes, for any of the three shells: fish knows \' only, the others '\'' only, so that an
// apostrophe becomes a typographic one.
std::string quoted(const std::string& text) {
  std::string out(1, '\'');
  for (const char c : text) {
    if (c == '\'')
      out += "\u2019";
    else if (c == '\\')
      out += '/';
    else if (c == '\n')
      out += ' ';
    else
      out += c;
  }
  return out.append("'");
}

// The values that have names.
const std::vector<std::string>& namedValues(const OptionGrammar& option) {
  return option.choices.empty() ? option.suggestions : option.choices;
}

// The case of one command: its options, the names that its arguments may have, and what follows an option that
// takes a value.
std::string bashCase(const CommandGrammar& command) {
  std::vector<std::string> names, arguments;
  std::string values;
  for (const OptionGrammar& option : command.options) {
    const std::string known = joined(namedValues(option), " ");
    if (option.positional) {
      if (!known.empty()) arguments.push_back(known);
      continue;
    }
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.value.empty()) continue;
    values += base::concat({"        ", joined(option.names, "|"), ") words=", quoted(known), " ;;\n"});
  }
  if (!values.empty()) values = base::concat({"      case $previous in\n", values, "      esac\n"});
  return base::concat({"    ", command.name,
                       ")\n      [[ $word == -* ]] && words=", quoted(joined(names, " ")),
                       " || words=", quoted(joined(arguments, " ")), "\n", values, "      ;;\n"});
}

std::string bash(const std::vector<CommandGrammar>& grammar) {
  std::vector<std::string> top;
  std::string cases;
  for (const CommandGrammar& command : grammar) {
    if (command.name.empty()) continue;
    top.push_back(command.name);
    cases += bashCase(command);
  }
  for (const OptionGrammar& option : grammar.front().options)
    top.insert(top.end(), option.names.begin(), option.names.end());
  // Files wherever no option and no name fits.
  return base::concat({R"(# bash completion for jumpscope:
#   jumpscope completions bash > ~/.local/share/bash-completion/completions/jumpscope
_jumpscope() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W )",
                       quoted(joined(top, " ")), R"( -- "$word"))
    return
  fi
  case ${COMP_WORDS[1]} in
)",
                       cases, R"(  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _jumpscope jumpscope
)"});
}

// zsh's specifications: brackets and colons have meanings in them.
std::string zshHelp(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ';' : c;
  return out;
}

// A command's options and arguments as _arguments wants them.
std::string zshSpecs(const CommandGrammar& command) {
  std::string text;
  const auto add = [&text](const std::string& spec) {
    text += base::concat({" \\\n        ", quoted(spec)});
  };
  for (const OptionGrammar& option : command.options) {
    std::string action;
    if (!option.value.empty() || option.positional) {
      const std::string& what = option.value.empty() ? option.names.front() : option.value;
      action = base::concat({":", zshHelp(what), ":"});
      if (!option.choices.empty())
        action += base::concat({"(", joined(option.choices, " "), ")"});
      else if (!option.suggestions.empty())
        action += base::concat(
            {"{_alternative \"names:name:(", joined(option.suggestions, " "), ")\" \"files:file:_files\"}"});
      else
        action += "_files";
    }
    if (option.positional) {
      add(base::concat({option.repeated ? "*" : option.required ? "" : ":", action}));
      continue;
    }
    for (const std::string& name : option.names)
      add(base::concat({option.repeated ? "*" : "", name, "[", zshHelp(option.help), "]", action}));
  }
  return text;
}

std::string zsh(const std::vector<CommandGrammar>& grammar) {
  std::string commands, cases;
  for (const CommandGrammar& command : grammar) {
    if (command.name.empty()) continue;
    commands +=
        base::concat({"    ", quoted(base::concat({command.name, ":", zshHelp(command.summary)})), "\n"});
    cases +=
        base::concat({"    (", command.name, ")\n      _arguments -s", zshSpecs(command), "\n      ;;\n"});
  }
  return base::concat({R"(#compdef jumpscope
# zsh completion for jumpscope: jumpscope completions zsh > /usr/local/share/zsh/site-functions/_jumpscope
_jumpscope() {
  local curcontext=$curcontext state line
  local -a commands
  commands=(
)",
                       commands, "  )\n  _arguments -C", zshSpecs(grammar.front()),
                       R"( \
        '1:command:->command' '*::argument:->argument'
  case $state in
    (command) _describe command commands; return ;;
    (argument) ;;
    (*) return ;;
  esac
  case $line[1] in
)",
                       cases, R"(  esac
}
if [ "$funcstack[1]" = _jumpscope ]; then _jumpscope; else compdef _jumpscope jumpscope; fi
)"});
}

std::string fishLine(const std::string& condition, const OptionGrammar& option) {
  std::string line = base::concat({"complete -c jumpscope -n ", quoted(condition)});
  for (const std::string& name : option.names)
    if (!option.positional)
      line += name.starts_with("--") ? base::concat({" -l ", name.substr(2)})
                                     : base::concat({" -s ", name.substr(1)});
  if (!option.value.empty()) line += option.choices.empty() ? " -r" : " -x";
  if (!namedValues(option).empty()) line += base::concat({" -a ", quoted(joined(namedValues(option), " "))});
  return base::concat({line, " -d ", quoted(option.help), "\n"});
}

std::string fish(const std::vector<CommandGrammar>& grammar) {
  std::string text =
      "# fish completion for jumpscope: jumpscope completions fish > "
      "~/.config/fish/completions/jumpscope.fish\n";
  for (const CommandGrammar& command : grammar) {
    const std::string condition = command.name.empty()
                                      ? "__fish_use_subcommand"
                                      : base::concat({"__fish_seen_subcommand_from ", command.name});
    if (!command.name.empty())
      text += base::concat({"complete -c jumpscope -f -n __fish_use_subcommand -a ", command.name, " -d ",
                            quoted(command.summary), "\n"});
    for (const OptionGrammar& option : command.options)
      if (!option.positional || !namedValues(option).empty()) text += fishLine(condition, option);
  }
  return text;
}

}  // namespace

std::string completionsFor(const std::string& shell, const std::vector<CommandGrammar>& grammar) {
  if (shell == "bash") return bash(grammar);
  if (shell == "zsh") return zsh(grammar);
  if (shell == "fish") return fish(grammar);
  throw std::runtime_error(
      base::concat({"there are completions for bash, zsh and fish, not for '", shell, "'"}));
}

Action completionsCommand(Arguments& arguments) {
  auto shell = std::make_shared<std::string>();
  arguments.positionalChoice("SHELL", *shell, {"bash", "zsh", "fish"}, true, "the shell");
  arguments.footer("For example: source <(jumpscope completions bash)");
  return [shell] {
    base::writeOutput("", completionsFor(*shell, grammarOf(allCommands())));
    return 0;
  };
}

}  // namespace jumpscope::cli
