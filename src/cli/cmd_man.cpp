// jumpscope man: the man pages, made from the parser.
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>

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

std::string optionEntries(const CommandGrammar& command) {
  std::string entries;
  for (const OptionGrammar& option : command.options) entries += optionEntry(option);
  return entries;
}

// The options under the headings of --help.
std::string optionsUnderHeadings(const CommandGrammar& command) {
  std::string entries = ".SH OPTIONS\n";
  std::string heading = command.options.front().heading;
  for (const OptionGrammar& option : command.options) {
    if (option.heading != heading) entries += base::concat({".SS ", escaped(option.heading), "\n"});
    heading = option.heading;
    entries += optionEntry(option);
  }
  return entries;
}

std::string title(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::toupper(c); });
  return base::concat({".TH ", name, " 1 \"\" \"jumpscope " JUMPSCOPE_VERSION "\" \"User Commands\"\n"});
}

std::string exampleText(const std::string& footer) {
  return base::concat({".nf\n", escaped(footer), "\n.fi\n"});
}

}  // namespace

std::string manPage(const std::vector<CommandGrammar>& grammar) {
  const CommandGrammar& program = grammar.front();
  std::string page = title("jumpscope");
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
  page += base::concat({optionEntries(program), ".SH COMMANDS\n"});
  for (size_t i = 1; i < grammar.size(); ++i) {
    const CommandGrammar& command = grammar[i];
    page += base::concat({".SS ", bold(base::concat({"jumpscope ", command.name})), positionals(command),
                          "\n", escaped(command.summary), ".\n"});
    page += optionEntries(command);
    if (!command.footer.empty()) page += base::concat({".PP\n", exampleText(command.footer)});
  }
  page +=
      ".SH EXIT STATUS\n.TP\n0\nequal, or done\n.TP\n1\na difference was found\n.TP\n2\nan error "
      "occurred: usage, an unreadable file, an unsupported board, nothing to "
      "compare\n.TP\n130\ninterrupted\n";
  page +=
      ".SH ENVIRONMENT\n.TP\n.B NO_COLOR\nif set, no colors and no progress line are shown\n.TP\n.B "
      "JUMPSCOPE_ROMS\nfolders in which \\fBjumpscope check\\fR and \\fBsweep\\fR search for cartridges by "
      "SHA\\-1\n";
  return page;
}

std::string commandManPage(const CommandGrammar& command) {
  const std::string name = base::concat({"jumpscope-", command.name});
  std::string page =
      base::concat({title(name), ".SH NAME\n", escaped(name), " \\- ", escaped(command.summary),
                    "\n.SH SYNOPSIS\n", bold(base::concat({"jumpscope ", command.name})), " [",
                    italic("OPTION"), " ...]", positionals(command), "\n", optionsUnderHeadings(command)});
  if (!command.footer.empty()) page += base::concat({".SH NOTES\n", exampleText(command.footer)});
  return page + ".SH SEE ALSO\n.BR jumpscope (1)\n";
}

namespace {

struct ManOptions {
  std::string command, folder;
  bool roff = false;
};

// As man does: a page on a terminal goes through a pager. False: no pager was started.
bool paged(const std::string& text) {
  constexpr int no_such_program = 127;
  if (isatty(STDOUT_FILENO) == 0) return false;
  const char* chosen = std::getenv("MANPAGER");
  if (!chosen || !*chosen) chosen = std::getenv("PAGER");
  const char* usual = "if command -v less >/dev/null; then less; else cat; fi";
  FILE* pipe = popen(chosen && *chosen ? chosen : usual, "w");
  if (!pipe) return false;
  std::fwrite(text.data(), 1, text.size(), pipe);
  const int status = pclose(pipe);
  return !WIFEXITED(status) || WEXITSTATUS(status) != no_such_program;
}

size_t pageWidth() {
  constexpr size_t usual = 80, widest = 100;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return usual;
  return std::clamp<size_t>(size.ws_col, 40, widest);
}

int man(const ManOptions& options) {
  if (!options.command.empty() && !options.folder.empty())
    throw std::runtime_error("man: --output writes the pages of all commands; leave out " + options.command);
  const std::vector<CommandGrammar> grammar = grammarOf(allCommands());
  if (!options.folder.empty()) {
    base::OutputSet pages;
    pages.makeFolder(options.folder);
    const std::filesystem::path folder = options.folder;
    pages.add((folder / "jumpscope.1").string(), manPage(grammar));
    for (size_t i = 1; i < grammar.size(); ++i) {
      const std::string name = base::concat({"jumpscope-", grammar[i].name, ".1"});
      pages.add((folder / name).string(), commandManPage(grammar[i]));
    }
    pages.commit();
    return 0;
  }
  const auto asked = [&](const CommandGrammar& each) { return each.name == options.command; };
  const auto found = std::find_if(grammar.begin(), grammar.end(), asked);
  const std::string page = options.command.empty() ? manPage(grammar) : commandManPage(*found);
  const std::string shown = options.roff ? page : manText(page, pageWidth());
  if (options.roff || !paged(shown)) base::writeOutput("", shown);
  return 0;
}

}  // namespace

Action manCommand(Arguments& arguments, const std::vector<std::string>& commands) {
  auto options = std::make_shared<ManOptions>();
  arguments.positionalChoice("COMMAND", options->command, commands, false,
                             "the command (default: the page of jumpscope, with all commands)");
  arguments.option("-o,--output", options->folder, "FOLDER",
                   "write all pages in roff into this folder: jumpscope.1 and one per command");
  arguments.flag("--roff", options->roff, "print the page in roff, for man -l and groff");
  arguments.footer("For example: jumpscope man -o /usr/local/share/man/man1");
  return [options] { return man(*options); };
}

}  // namespace jumpscope::cli
