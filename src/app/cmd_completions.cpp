// jumpscope completions: what bash, zsh and fish need to complete our command line, made from the parser.
#include <memory>
#include <stdexcept>

#include "src/app/commands.h"
#include "src/app/grammar.h"
#include "src/app/output.h"

namespace jumpscope::app {

namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// In single quotes, for any of the three shells: fish knows \' only, the others '\'' only, so that an
// apostrophe becomes a typographic one.
std::string quoted(const std::string& text) {
  std::string out = "'";
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
  return out + "'";
}

std::string bash(const std::vector<CommandGrammar>& grammar) {
  std::vector<std::string> commands;
  std::string cases;
  for (const CommandGrammar& command : grammar) {
    if (!command.name.empty()) commands.push_back(command.name);
    std::vector<std::string> names;
    std::string values;
    for (const OptionGrammar& option : command.options) {
      if (option.positional && !option.choices.empty()) names.push_back(joined(option.choices, " "));
      if (option.positional) continue;
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.value.empty()) continue;
      values += "        " + joined(option.names, "|") + ") " +
                (option.choices.empty() ? "COMPREPLY=()" : "words=" + quoted(joined(option.choices, " "))) +
                " values=1 ;;\n";
    }
    if (command.name.empty()) continue;
    cases += "    " + command.name + ")\n      words=" + quoted(joined(names, " ")) + "\n";
    if (!values.empty()) cases += "      case $previous in\n" + values + "      esac\n";
    cases += "      ;;\n";
  }
  std::vector<std::string> top = commands;
  for (const OptionGrammar& option : grammar.front().options)
    top.insert(top.end(), option.names.begin(), option.names.end());
  return "# bash completion for jumpscope: jumpscope completions bash > "
         "~/.local/share/bash-completion/completions/jumpscope\n"
         "_jumpscope() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words= values=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(joined(top, " ")) +
         " -- \"$word\"))\n"
         "    return\n"
         "  fi\n"
         "  case ${COMP_WORDS[1]} in\n" +
         cases +
         "  esac\n"
         "  # Files wherever neither a list of values nor an option is meant.\n"
         "  if [ -n \"$values\" ] && [ -n \"$words\" ] && [[ $words != *--* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  elif [ -z \"$values\" ] && [[ $word == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  elif [ -z \"$values\" ] && [ \"${COMP_WORDS[1]}\" = completions ]; then\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  fi\n"
         "}\n"
         "complete -o default -F _jumpscope jumpscope\n";
}

// zsh's specifications: brackets and colons have meanings in them.
std::string zshHelp(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '[' ? '(' : c == ']' ? ')' : c == ':' ? ';' : c;
  return out;
}

std::string zsh(const std::vector<CommandGrammar>& grammar) {
  std::string commands, cases;
  const auto specs = [](const CommandGrammar& command) {
    std::string text;
    for (const OptionGrammar& option : command.options) {
      std::string action;
      if (!option.value.empty() || option.positional)
        action.append(":")
            .append(zshHelp(option.value.empty() ? option.names.front() : option.value))
            .append(":")
            .append(option.choices.empty()
                        ? "_files"
                        : std::string("(").append(joined(option.choices, " ")).append(")"));
      if (option.positional) {
        text += " \\\n        " + quoted((option.repeated ? "*" : option.required ? "" : ":") + action);
        continue;
      }
      for (const std::string& name : option.names)
        text += " \\\n        " +
                quoted((option.repeated ? "*" : "") + name + "[" + zshHelp(option.help) + "]" + action);
    }
    return text;
  };
  for (const CommandGrammar& command : grammar) {
    if (command.name.empty()) continue;
    commands += "    " + quoted(command.name + ":" + zshHelp(command.summary)) + "\n";
    cases += "    (" + command.name + ")\n      _arguments -s" + specs(command) + "\n      ;;\n";
  }
  return "#compdef jumpscope\n"
         "# zsh completion for jumpscope: jumpscope completions zsh > "
         "/usr/local/share/zsh/site-functions/_jumpscope\n"
         "_jumpscope() {\n"
         "  local curcontext=$curcontext state line\n"
         "  local -a commands\n"
         "  commands=(\n" +
         commands + "  )\n  _arguments -C" + specs(grammar.front()) +
         " \\\n        '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n"
         "    (command) _describe command commands; return ;;\n"
         "    (argument) ;;\n"
         "    (*) return ;;\n"
         "  esac\n"
         "  case $line[1] in\n" +
         cases +
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _jumpscope ]; then _jumpscope; else compdef _jumpscope jumpscope; fi\n";
}

std::string fish(const std::vector<CommandGrammar>& grammar) {
  std::string text =
      "# fish completion for jumpscope: jumpscope completions fish > "
      "~/.config/fish/completions/jumpscope.fish\n";
  for (const CommandGrammar& command : grammar) {
    const std::string condition =
        command.name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + command.name;
    if (!command.name.empty())
      text += "complete -c jumpscope -f -n __fish_use_subcommand -a " + command.name + " -d " +
              quoted(command.summary) + "\n";
    for (const OptionGrammar& option : command.options) {
      if (option.positional && option.choices.empty()) continue;
      text += "complete -c jumpscope -n " + quoted(condition);
      for (const std::string& name : option.names) {
        if (option.positional) continue;
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!option.value.empty()) text += option.choices.empty() ? " -r" : " -x";
      if (!option.choices.empty()) text += " -a " + quoted(joined(option.choices, " "));
      text += " -d " + quoted(option.help) + "\n";
    }
  }
  return text;
}

}  // namespace

std::string completionsFor(const std::string& shell, const std::vector<CommandGrammar>& grammar) {
  if (shell == "bash") return bash(grammar);
  if (shell == "zsh") return zsh(grammar);
  if (shell == "fish") return fish(grammar);
  throw std::runtime_error("there are completions for bash, zsh and fish, not for '" + shell + "'");
}

Action completionsCommand(Arguments& arguments) {
  auto shell = std::make_shared<std::string>();
  arguments.positionalChoice("SHELL", *shell, {"bash", "zsh", "fish"}, "whose completions to print");
  arguments.footer("For example: source <(jumpscope completions bash)");
  return [shell] {
    writeOutput("", completionsFor(*shell, grammarOf(allCommands())));
    return 0;
  };
}

}  // namespace jumpscope::app
