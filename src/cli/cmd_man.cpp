// jumpscope man: the man page, made from the parser.
#include "src/base/concat.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/grammar.h"

namespace jumpscope::cli {

namespace {

// In roff a backslash, and a dot or quote at the start of a line, are commands; a bare hyphen may become a
// dash, which cannot be pasted into a shell.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string bold(const std::string& text) { return base::concat({"\\fB", escaped(text), "\\fR"}); }
std::string italic(const std::string& text) { return base::concat({"\\fI", escaped(text), "\\fR"}); }

std::string positionals(const CommandGrammar& command) {
  std::string text;
  for (const OptionGrammar& option : command.options) {
    if (!option.positional) continue;
    const std::string name = base::concat({italic(option.names.front()), option.repeated ? " ..." : ""});
    text += option.required ? base::concat({" ", name}) : base::concat({" [", name, "]"});
  }
  return text;
}

std::string optionEntry(const OptionGrammar& option) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += base::concat({tag.empty() ? "" : ", ", option.positional ? italic(name) : bold(name)});
  if (!option.value.empty()) tag += base::concat({" ", italic(option.value)});
  const bool may_repeat = option.repeated && !option.positional;
  return base::concat(
      {".TP\n", tag, "\n", escaped(option.help), may_repeat ? " (may be repeated)" : "", "\n"});
}

}  // namespace

std::string manPage(const std::vector<CommandGrammar>& grammar) {
  const CommandGrammar& program = grammar.front();
  std::string page = ".TH JUMPSCOPE 1 \"\" \"jumpscope " JUMPSCOPE_VERSION "\" \"User Commands\"\n";
  const std::string purpose = program.summary.substr(program.summary.find(": ") + 2);
  page += base::concat({".SH NAME\njumpscope \\- ", escaped(purpose), "\n.SH SYNOPSIS\n.B jumpscope\n",
                        italic("COMMAND"), " [", italic("OPTION"), " ...] [", italic("ARGUMENT"), " ...]\n"});
  page +=
      ".SH DESCRIPTION\njumpscope runs a cartridge dump, writes exact per\\-frame traces of the bytes that "
      "make a "
      "character jump, and checks\nwhether a reimplementation of the routine behaves like the cartridge, "
      "frame by frame and byte by byte.\n.PP\nData goes to standard output, messages and progress to "
      "standard "
      "error.\n.SH OPTIONS\n";
  for (const OptionGrammar& option : program.options) page += optionEntry(option);
  page += ".SH COMMANDS\n";
  for (size_t i = 1; i < grammar.size(); ++i) {
    const CommandGrammar& command = grammar[i];
    page += base::concat({".SS ", bold(base::concat({"jumpscope ", command.name})), positionals(command),
                          "\n", escaped(command.summary), ".\n"});
    for (const OptionGrammar& option : command.options) page += optionEntry(option);
    if (!command.footer.empty()) page += base::concat({".PP\n.nf\n", escaped(command.footer), "\n.fi\n"});
  }
  page +=
      ".SH EXIT STATUS\n.TP\n0\nequal, or done\n.TP\n1\na difference was found\n.TP\n2\nan error "
      "occurred: usage, an unreadable file, an unsupported board, nothing to "
      "compare\n.TP\n130\ninterrupted\n";
  page +=
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, no colors and no progress line are shown\n.TP\n.B "
      "JUMPSCOPE_ROMS\nfolders in which \\fBjumpscope check\\fR searches for cartridges by SHA\\-1\n";
  return page;
}

Action manCommand(Arguments& arguments) {
  arguments.footer("For example: jumpscope man > /usr/local/share/man/man1/jumpscope.1");
  return [] {
    base::writeOutput("", manPage(grammarOf(allCommands())));
    return 0;
  };
}

}  // namespace jumpscope::cli
