// What a mistyped command line is told.
#include <gtest/gtest.h>

#include <map>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

void expectTold(const std::vector<std::string>& arguments, const std::string& sentence) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const Outcome outcome = jumpscope(arguments, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "jumpscope: " + sentence + "\n");
}

TEST(Usage, AnUnknownCommandNamesTheNearest) {
  expectTold({"trce", "x"}, "there is no command 'trce' (did you mean 'trace'?); see jumpscope --help");
  expectTold({"xyzzy"}, "there is no command 'xyzzy'; see jumpscope --help");
}

TEST(Usage, AnUnknownOptionNamesTheNearestOfItsCommand) {
  expectTold({"trace", "--hel"},
             "trace has no option --hel (did you mean '--help'?); see jumpscope trace --help");
  expectTold({"trace", "--profil", "smb", "rom.nes"},
             "trace has no option --profil (did you mean '--profile'?); see jumpscope trace --help");
  expectTold({"--verson"},
             "jumpscope has no option --verson (did you mean '--version'?); see jumpscope --help");
}

TEST(Usage, TheFirstSurplusArgumentIsNamed) {
  expectTold({"diff", "a", "b", "c", "d"}, "diff takes no further argument 'c'; see jumpscope diff --help");
}

TEST(Usage, AnUnknownValueNamesTheNearest) {
  expectTold({"run", "rom.nes", "--region", "nstc"},
             "--region must be one of auto, ntsc, pal, dendy, not 'nstc' (did you mean 'ntsc'?)");
  expectTold({"run", "rom.nes", "--policy", "every"},
             "--policy must be one of catch-up, every-cycle, not 'every' (did you mean 'every-cycle'?)");
  expectTold(
      {"trace", "rom.nes", "--profile", "smbb", "--frames", "3"},
      "there is no built-in profile 'smbb' (did you mean 'smb'?); the built-in profile is smb, and other "
      "profiles are .json files");
}

TEST(Usage, HelpShowsWhatTheOptionHelpShows) {
  const Folder folder;
  for (const char* command : {"trace", "lab", "check"}) {
    const Outcome help = jumpscope({"help", command}, folder.path);
    const Outcome option = jumpscope({command, "--help"}, folder.path);
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.out, option.out);
  }
  EXPECT_EQ(jumpscope({"help"}, folder.path).out, jumpscope({"--help"}, folder.path).out);
}

TEST(Usage, HelpListsACommandsOwnOptionsBeforeThoseThatItShares) {
  const Folder folder;
  const std::map<std::string, std::vector<std::string>> expected = {
      {"run",
       {"Positionals:", "Options:", "--screenshot", "Cartridge:", "--patch", "Input:", "--movie",
        "--load-state", "Console:", "--region", "--battery"}},
      {"diff", {"Options:", "--align", "--strict", "Cartridge:", "--mapper", "Input:", "Console:"}},
      {"prove", {"Options:", "--assume", "--json", "Cartridge:", "Input:", "--movie", "Console:"}},
      {"play", {"Options:", "--scale", "Cartridge:", "Console:", "--device"}},
      {"jumps", {"Options:", "--writes", "--curve"}}};
  for (const auto& [command, words] : expected) {
    const std::string help = jumpscope({command, "--help"}, folder.path).out;
    EXPECT_EQ(help.find("\n\n\n"), std::string::npos) << "two empty lines in a row\n" << help;
    size_t at = 0;
    for (const std::string& word : words) {
      const size_t found = help.find("\n" + std::string(word.starts_with("-") ? "  " : "") + word, at);
      EXPECT_NE(found, std::string::npos) << command << ": " << word << " is not where it is expected\n"
                                          << help;
      if (found != std::string::npos) at = found;
    }
  }
}

TEST(Usage, ACartridgeInPlaceOfATraceIsNamed) {
  for (const char* command : {"jumps", "plot"})
    expectTold(
        {command, "rom.nes"},
        "rom.nes is a cartridge; expected a trace, which `jumpscope trace rom.nes -o F.csv` with --movie or "
        "--press and --frames records");
}

}  // namespace
}  // namespace jumpscope::tests
