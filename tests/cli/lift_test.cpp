#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

TEST(LiftCommand, WritesTheLanguageThatTheFileIsNamedFor) {
  const Folder folder;
  const Outcome cpp = jumpscope({"lift", jumplab(), "--profile", "smb", "-o", "jump.cpp"}, folder.path);
  EXPECT_EQ(cpp.status, 0) << cpp.err;
  EXPECT_NE(cpp.err.find("the routine at $8210"), std::string::npos) << cpp.err;
  EXPECT_NE(readText(folder / "jump.cpp").find("inline State step(State state, u8 buttons)"),
            std::string::npos);
  EXPECT_EQ(jumpscope({"lift", jumplab(), "-o", "jump.cs"}, folder.path).status, 0);
  EXPECT_NE(readText(folder / "jump.cs").find("public static State Step(State before, u8 buttons)"),
            std::string::npos);
  const Outcome printed = jumpscope({"lift", jumplab(), "--language", "csharp"}, folder.path);
  EXPECT_EQ(printed.out, readText(folder / "jump.cs"));
}

TEST(LiftCommand, RefusesWithASentence) {
  const Folder folder;
  const auto expectRefused = [&](std::vector<std::string> arguments, const std::string& sentence) {
    arguments.insert(arguments.begin(), {"lift", jumplab(), "-o", "out.cpp"});
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
    EXPECT_TRUE(folder.names().empty());
  };
  expectRefused({"--routine", "player"}, "--routine: player is no address; write it as $8210");
  expectRefused({"--routine", "$FFF0", "--press", "30:A", "--frames", "60"},
                "the routine at $FFF0 is not run to its return in 60 frames");
  expectRefused({"--frames", "60"},
                "--frames needs --movie or --press; without them lift presses buttons itself");
}

}  // namespace
}  // namespace jumpscope::tests
