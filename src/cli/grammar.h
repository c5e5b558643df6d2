// The command line as a value: every command and option, for the man page and the shell
// completions.
#pragma once

#include <string>
#include <vector>

#include "src/cli/arguments.h"

namespace jumpscope::cli {

struct OptionGrammar {
  std::vector<std::string> names;        // "-o", "--output"; of a positional: "ROM"
  std::string value;                     // "FILE", "N"; empty: a flag, or a positional
  std::vector<std::string> choices;      // the only values; empty: any
  std::vector<std::string> suggestions;  // named values, where others such as files are possible, too
  std::string help, heading;
  bool positional = false, required = false, repeated = false;
};

struct CommandGrammar {
  std::string name;  // empty: the program itself
  std::string summary, footer;
  std::vector<OptionGrammar> options;  // in the order in which --help lists them
};

// The program and then its commands, in order.
std::vector<CommandGrammar> grammarOf(const std::vector<Command>& commands);

// The man pages of the program and of one command, in roff's man macros.
std::string manPage(const std::vector<CommandGrammar>& grammar);
std::string commandManPage(const CommandGrammar& command);

// A page of these as text, at most so many columns wide where its words allow.
std::string manText(const std::string& page, size_t width);

// The completions for "bash", "zsh" or "fish". Throws std::runtime_error for any other shell.
std::string completionsFor(const std::string& shell, const std::vector<CommandGrammar>& grammar);

}  // namespace jumpscope::cli
