// The man page and the completions hold every command and option that the parser knows.
#include <gtest/gtest.h>

#include <cstdlib>

#include "src/cli/commands.h"
#include "src/cli/grammar.h"
#include "tests/support/program.h"

namespace jumpscope::cli {
namespace {

using jumpscope::tests::Folder;
using jumpscope::tests::writeText;

bool installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// "--output" as roff writes it.
std::string inRoff(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '-' ? std::string("\\-") : std::string(1, c);
  return out;
}

TEST(Grammar, EveryCommandAndOptionIsInManPageAndCompletions) {
  const auto grammar = grammarOf(allCommands());
  ASSERT_EQ(grammar.size(), allCommands().size() + 1);
  const std::string man = manPage(grammar), bash = completionsFor("bash", grammar),
                    zsh = completionsFor("zsh", grammar), fish = completionsFor("fish", grammar);
  size_t options = 0;
  for (const CommandGrammar& command : grammar) {
    EXPECT_NE(man.find("jumpscope " + command.name), std::string::npos) << command.name;
    for (const std::string& text : {bash, zsh, fish})
      EXPECT_NE(text.find(command.name), std::string::npos) << command.name;
    for (const OptionGrammar& option : command.options)
      for (const std::string& name : option.names) {
        ++options;
        EXPECT_NE(man.find(inRoff(name)), std::string::npos) << command.name << " " << name;
        if (option.positional) continue;
        EXPECT_NE(bash.find(name), std::string::npos) << command.name << " " << name;
        EXPECT_NE(zsh.find("'" + std::string(option.repeated ? "*" : "") + name + "["), std::string::npos)
            << command.name << " " << name;
        const std::string in_fish =
            name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        EXPECT_NE(fish.find(in_fish), std::string::npos) << command.name << " " << name;
      }
  }
  EXPECT_GT(options, allCommands().size());
  EXPECT_THROW(completionsFor("csh", grammar), std::runtime_error);
}

TEST(Grammar, EveryCommandHasAManPageOfItsOwn) {
  const Folder folder;
  ASSERT_EQ(tests::jumpscope({"man", "-o", "man1"}, folder.path).status, 0);
  for (const CommandGrammar& command : grammarOf(allCommands())) {
    const std::string name = command.name.empty() ? "jumpscope" : "jumpscope-" + command.name;
    const std::string page = tests::readText(folder / "man1" / (name + ".1"));
    EXPECT_NE(page.find(".SH NAME\n" + inRoff(name) + " \\- "), std::string::npos) << name;
    const tests::Outcome printed = command.name.empty()
                                       ? tests::jumpscope({"man", "--roff"}, folder.path)
                                       : tests::jumpscope({"man", command.name, "--roff"}, folder.path);
    EXPECT_EQ(printed.out, page) << name;
    for (const OptionGrammar& option : command.options)
      EXPECT_NE(page.find(inRoff(option.names.back())), std::string::npos) << name;
  }
  EXPECT_EQ(tests::jumpscope({"man", "run", "-o", "man1"}, folder.path).status, 2);
}

TEST(Grammar, APageHasTheHeadingsOfHelp) {
  for (const CommandGrammar& command : grammarOf(allCommands())) {
    if (command.name != "run") continue;
    const std::string page = commandManPage(command);
    const size_t own = page.find("\\-\\-screenshot"), cartridge = page.find(".SS Cartridge\n"),
                 patch = page.find("\\-\\-patch"), input = page.find(".SS Input\n"),
                 console = page.find(".SS Console\n");
    EXPECT_LT(own, cartridge);
    EXPECT_LT(cartridge, patch);
    EXPECT_LT(patch, input);
    EXPECT_LT(input, console);
    EXPECT_NE(console, std::string::npos);
  }
}

TEST(Grammar, APageIsShownAsText) {
  const Folder folder;
  const tests::Outcome page = tests::jumpscope({"man", "trace"}, folder.path);
  EXPECT_EQ(page.status, 0);
  EXPECT_TRUE(page.out.starts_with("JUMPSCOPE-TRACE(1)\n\nNAME\n       jumpscope-trace - ")) << page.out;
  EXPECT_NE(page.out.find("\n       -o, --output FILE\n              .csv, .csv.zst or .jsonl"),
            std::string::npos);
  for (const CommandGrammar& command : grammarOf(allCommands())) {
    const std::string roff =
        command.name.empty() ? manPage(grammarOf(allCommands())) : commandManPage(command);
    const std::string text = manText(roff, 72);
    for (const char* source : {"\\f", "\\-", "\n.TP", "\n.SH", "\\&"})
      EXPECT_EQ(text.find(source), std::string::npos) << command.name << " " << source;
    for (const OptionGrammar& option : command.options)
      EXPECT_NE(text.find(option.names.back()), std::string::npos)
          << command.name << " " << option.names.back();
  }
}

TEST(Grammar, ChoicesAndRepetitionAreKnown) {
  for (const CommandGrammar& command : grammarOf(allCommands()))
    for (const OptionGrammar& option : command.options) {
      if (command.name == "diff" && option.names.back() == "--align") {
        EXPECT_EQ(option.choices, (std::vector<std::string>{"frame", "jump"}));
      }
      if (command.name == "diff" && option.names.back() == "--column") {
        EXPECT_TRUE(option.repeated);
      }
      if (command.name == "diff" && option.names.back() == "--json") {
        EXPECT_TRUE(option.value.empty());
      }
    }
}

// Each tool takes the text without a word, where it is installed.
TEST(Grammar, TheShellsAndManReadThem) {
  const auto grammar = grammarOf(allCommands());
  const Folder folder;
  const auto quiet = [&](const std::string& command) {
    const std::string line = "cd '" + folder.path.string() + "' && " + command + " >said 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << command << "\n" << jumpscope::tests::readText(folder / "said");
    return jumpscope::tests::readText(folder / "said");
  };
  writeText(folder / "jumpscope.1", manPage(grammar));
  for (const char* shell : {"bash", "zsh", "fish"}) {
    writeText(folder / shell, completionsFor(shell, grammar));
    if (installed(shell))
      EXPECT_EQ(quiet(std::string(shell) + " -n " + shell), "") << shell;
    else
      std::printf("%s is not installed\n", shell);
  }
  if (installed("bash")) {
    const auto complete = [&](const std::string& words, int at) {
      return quiet("bash -c '. ./bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(at) +
                   "; _jumpscope; echo \"${COMPREPLY[*]}\"'");
    };
    EXPECT_EQ(complete("jumpscope ju", 1), "jumps\n");
    EXPECT_EQ(complete("jumpscope diff --al", 2), "--align --all --all-columns --alignment\n");
    EXPECT_EQ(complete("jumpscope diff --align j", 3), "jump\n");
    EXPECT_EQ(complete("jumpscope diff --profile s", 3), "smb\n");
    EXPECT_EQ(complete("jumpscope diff --profile ./p", 3), "\n") << "files are the shell's";
    EXPECT_EQ(complete("jumpscope diff a.csv", 2), "\n");
    EXPECT_EQ(complete("jumpscope run --region p", 3), "pal\n");
    EXPECT_EQ(complete("jumpscope run --policy e", 3), "every-cycle\n");
    EXPECT_EQ(complete("jumpscope run --ram-init z", 3), "zeros\n");
    EXPECT_EQ(complete("jumpscope diff --model smb-a", 3), "smb-article-jump\n");
    EXPECT_EQ(complete("jumpscope model dk", 2), "dk-jump\n");
    EXPECT_EQ(complete("jumpscope play --keys m", 3), "mesen\n");
    EXPECT_EQ(complete("jumpscope help tr", 2), "trace\n");
    EXPECT_EQ(complete("jumpscope completions z", 2), "zsh\n");
  }
  if (installed("groff")) {
    EXPECT_EQ(quiet("groff -man -Tutf8 -wall -z jumpscope.1"), "");
  }
  if (installed("mandoc")) {
    EXPECT_EQ(quiet("mandoc -T lint -W error jumpscope.1"), "");
  }
}

}  // namespace
}  // namespace jumpscope::cli
