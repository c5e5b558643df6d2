// Programs of the user's as models, as a user starts them: the examples, the templates of `jumpscope engine new`, suites.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

bool has(const std::string& programs) {
  return std::system(("command -v " + programs + " > /dev/null 2>&1").c_str()) == 0;
}

std::string movieNamed(const std::string& name) {
  return (sourceDir() / "roms_test/movies" / (name + ".fm2")).string();
}

// One of tests/engine/examples, ready to run.
struct Example {
  std::string file, tools, build, command;
};

std::vector<Example> examples() {
  return {{"article.py", "python3", "", "python3 article.py"},
          {"article.js", "node", "", "node article.js"},
          {"Article.cs", "mcs mono", "mcs Article.cs -out:article.exe", "mono article.exe"}};
}

class EngineExample : public testing::TestWithParam<Example> {
 protected:
  void SetUp() override {
    if (!has(GetParam().tools)) GTEST_SKIP() << "this machine lacks one of: " << GetParam().tools;
    build(readText(sourceDir() / "tests/engine/examples" / GetParam().file));
  }
  void build(const std::string& source) const {
    writeText(folder / GetParam().file, source);
    if (GetParam().build.empty()) return;
    ASSERT_EQ(std::system(("cd '" + folder.path.string() + "' && " + GetParam().build).c_str()), 0);
  }
  Outcome diff(const std::string& movie) const {
    return jumpscope({"diff", jumplab().string(), "--movie", movieNamed(movie), "--profile", "smb",
                      "--engine", GetParam().command, "--engine-timeout", "60"},
                     folder.path);
  }

  Folder folder;
};

TEST_P(EngineExample, AgreesWithTheTour) {
  const Outcome outcome = diff("tour");
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find(": 0 differences"), std::string::npos);
}

TEST_P(EngineExample, AgreesWithEveryMovieAndEachWrongConstantIsFound) {
  REQUIRE_SLOW();
  for (const auto& entry : std::filesystem::directory_iterator(sourceDir() / "roms_test/movies"))
    if (entry.path().extension() == ".fm2") {
      EXPECT_EQ(diff(entry.path().stem().string()).status, 0) << entry.path();
    }
  const std::string source = readText(folder / GetParam().file);
  const std::vector<std::pair<std::string, std::string>> mutants{
      {"112, 112, 96, 144", "112, 112, 96, 145"}, {"-4, -4, -4, -5", "-4, -4, -4, -4"},
      {"32, 32, 30, 40", "32, 31, 30, 40"},       {"128, 0", "127, 0"},
      {"9, 16, 25, 28", "9, 17, 25, 28"},
  };
  for (const auto& [from, to] : mutants) {
    std::string mutant = source;
    const size_t at = mutant.find(from);
    ASSERT_NE(at, mutant.npos) << from;
    build(mutant.replace(at, from.size(), to));
    bool found = false;
    for (const char* movie : {"tour", "tier3-full", "tier2-full", "tier1-full", "swimming"}) {
      const Outcome outcome = diff(movie);
      EXPECT_LT(outcome.status, 2) << outcome.err;
      found = found || (outcome.status == 1 && outcome.out.find("written in cycle") != std::string::npos);
    }
    // That a jump starts with |x speed| 16 needs a movie that has just that.
    EXPECT_TRUE(found || to == "9, 17, 25, 28") << GetParam().file << ": " << to;
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, EngineExample, testing::ValuesIn(examples()), [](const auto& info) {
  return info.param.file.substr(info.param.file.find('.') + 1);
});

struct Template {
  std::string language, tools, build;
  std::vector<std::string> command;
};

class EngineTemplate : public testing::TestWithParam<Template> {};

TEST_P(EngineTemplate, FailsUntilItsStepIsWritten) {
  const Folder folder;
  const std::string name = GetParam().language;
  const Outcome made = jumpscope({"engine", "new", "--language", name, "--profile", "smb", "--rom",
                                  jumplab().string(), "--movie", movieNamed("tier0-full"), "-o", "jump"},
                                 folder.path);
  ASSERT_EQ(made.status, 0) << made.err;
  for (const auto& file : std::filesystem::directory_iterator(folder / "jump"))
    EXPECT_EQ(readText(file.path()).find('@'), std::string::npos) << file.path();
  EXPECT_EQ(
      jumpscope({"engine", "new", "--language", name, "--profile", "smb", "-o", "jump"}, folder.path).status,
      2);
  if (!has(GetParam().tools)) GTEST_SKIP() << "this machine lacks one of: " << GetParam().tools;
  nlohmann::json suite = nlohmann::json::parse(readText(folder / "jump/suite.json"));
  if (!GetParam().command.empty()) suite["cases"][0]["expect"]["engine"] = GetParam().command;
  writeText(folder / "jump/suite.json", suite.dump());
  if (!GetParam().build.empty()) {
    ASSERT_EQ(std::system(("cd '" + (folder / "jump").string() + "' && " + GetParam().build).c_str()), 0);
  }
  const Outcome outcome = jumpscope({"check", "jump/suite.json"}, folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("engine: frame 33, "), std::string::npos) << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(
    Languages, EngineTemplate,
    testing::Values(Template{"c", "cc", "cc -Wall -Wextra -Werror -o jump jump.c", {}},
                    Template{"cpp", "c++", "c++ -Wall -Wextra -Werror -o jump jump.cpp", {}},
                    Template{"csharp", "mcs mono", "mcs -warnaserror jump.cs", {"mono", "jump.exe"}},
                    Template{"python", "python3", "", {}}, Template{"lua", "lua", "", {}},
                    Template{"gdscript", "godot", "", {}}, Template{"rust", "rustc", "rustc jump.rs", {}},
                    Template{"js", "node", "", {}}),
    [](const auto& info) { return info.param.language; });

const char* const falling = R"(read a; read b; read c; read d; echo ready computes=y,speed
while read word rest; do
  case $word in seed) ;; frame) echo "y=1.5 speed=-0.25"; esac
done)";

TEST(EngineCli, ModelWritesTheTraceOfAnEngine) {
  const Folder folder;
  writeText(folder / "fall.sh", falling);
  const Outcome outcome =
      jumpscope({"model", "--engine", "sh fall.sh", "--input", "0-1:A", "--frames", "3"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("1,.......A,1.5,-0.25"), std::string::npos) << outcome.out;
}

TEST(EngineCli, ASuiteJudgesAnEngineInItsFolderAndShowsWhatItSays) {
  const Folder folder;
  writeText(folder / "fall.sh", std::string("echo hello from the engine >&2\n") + falling);
  const nlohmann::json suite{
      {"format", "jumpscope-suite"},
      {"version", 1},
      {"cases",
       {{{"name", "a"},
         {"rom", jumplab().string()},
         {"movie", movieNamed("tier0-full")},
         {"profile", "smb"},
         {"expect", {{"engine", {{"command", {"sh", "fall.sh"}}, {"timeout", 20}}}}}}}}};
  std::filesystem::create_directory(folder / "suites");
  writeText(folder / "suites/suite.json", suite.dump());
  std::filesystem::rename(folder / "fall.sh", folder / "suites/fall.sh");
  const Outcome outcome = jumpscope({"check", "suites/suite.json"}, folder.path);
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE((outcome.out + outcome.err).find("names 'y', which is not watched"), std::string::npos)
      << outcome.out;
  EXPECT_NE((outcome.out + outcome.err).find("hello from the engine"), std::string::npos) << outcome.out;
}

TEST(EngineCli, AnInterruptKillsTheEngineAndItsChildren) {
  const Folder folder;
  writeText(folder / "hang.sh", "sleep 300 & echo $! > child; echo $$ > engine; wait");
  const Outcome outcome = jumpscopeInterrupted(
      {"model", "--engine", "sh hang.sh", "-o", "a.csv"}, folder.path,
      [&] { return std::filesystem::exists(folder / "engine") && !readText(folder / "engine").empty(); });
  EXPECT_EQ(outcome.status, 130);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.csv"));
  for (const char* file : {"child", "engine"}) {
    const pid_t pid = std::atoi(readText(folder / file).c_str());
    ASSERT_GT(pid, 1);
    // It may be nobody's child by now, but not run.
    bool runs = true;
    for (int n = 0; n < 200 && runs; ++n) {
      const std::string stat = std::filesystem::exists("/proc/" + std::to_string(pid) + "/stat")
                                   ? readText("/proc/" + std::to_string(pid) + "/stat")
                                   : "";
      runs = kill(pid, 0) == 0 && stat.find(") Z") == stat.npos;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(runs) << file;
  }
}

// A parent may have closed them: no pipe takes their place.
TEST(EngineCli, AnEngineRunsWithoutStandardStreams) {
  const Folder folder;
  writeText(folder / "fall.sh", falling);
  const std::string command = "cd '" + folder.path.string() + "' && '" + JUMPSCOPE_BINARY_DIR +
                              "/jumpscope' model --engine 'sh fall.sh' --frames 3 -o a.csv";
  for (const char* closed : {" <&-", " >&-", " 2>&-", " <&- >&- 2>&-"}) {
    EXPECT_EQ(std::system((command + closed).c_str()), 0) << closed;
    EXPECT_NE(readText(folder / "a.csv").find("1.5,-0.25"), std::string::npos) << closed;
    std::filesystem::remove(folder / "a.csv");
  }
}

TEST(EngineCli, WrongUsesAreRefused) {
  const Folder folder;
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"model", "smb-jump", "--engine", "x"}, "takes the place of the model"},
      {{"model", "--engine", ""}, "a value is expected"},
      {{"model", "--profile", "smb"}, "no model is named"},
      {{"model", "--engine", "./nothing"},
       "the engine './nothing' could not be started: No such file or directory"},
      {{"model", "--engine", "./nothing.so"}, "cannot be loaded"},
      {{"model", "--engine", "'x"}, "without its end"},
      {{"diff", jumplab().string(), "--engine", "x", "--model", "smb-jump"}, "takes the place of --model"},
      {{"diff", jumplab().string(), jumplab().string(), "--engine", "x"}, "A is compared with B"},
      {{"engine", "new"}, "name the language and the profile"},
      {{"engine", "old"}, "new"},
  };
  for (const auto& [arguments, sentence] : wrong) {
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  }
}

// 100,000 frames a second with C, 10,000 with Python is what a machine of our own does; under load less is enough.
TEST(EngineCli, ALibraryAndAProgramAreFast) {
  if (!has("cc")) GTEST_SKIP() << "no C compiler";
  const Folder folder;
  writeText(folder / "fall.c", R"(#include <stdio.h>
#include <string.h>
int main(void) {
  char line[4096];
  double y = 0, speed = 0;
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "begin", 5)) puts("ready computes=y,speed"), fflush(stdout);
    if (!strncmp(line, "frame", 5)) y += speed, speed = y > 1000 ? -speed : speed + 0.25, printf("y=%.17g speed=%.17g\n", y, speed);
  }
  return 0;
})");
  writeText(folder / "lib.c", R"(#include "jumpscope.h"
static double y, speed;
static void seed(void* user, uint8_t buttons, const double* v) { (void)user, (void)buttons, y = v[0], speed = v[1]; }
static void step(void* user, uint8_t buttons, double* v) {
  (void)user, (void)buttons;
  y += speed, speed = y > 1000 ? -speed : speed + 0.25;
  v[0] = y, v[1] = speed;
}
static const jumpscope_engine engine = {sizeof(jumpscope_engine), "y speed", NULL, NULL, NULL, seed, step};
const jumpscope_engine* jumpscope_get_engine(void) { return &engine; }
)");
  const std::string include = " -I'" + (sourceDir() / "include").string() + "' ";
  ASSERT_EQ(
      std::system(("cd '" + folder.path.string() + "' && cc -O1 -o fall fall.c && cc -O1 -shared -fPIC" +
                   include + "-o libfall.so lib.c")
                      .c_str()),
      0);
  const auto begin = std::chrono::steady_clock::now();
  const Outcome program =
      jumpscope({"model", "--engine", "./fall", "--frames", "100000", "-o", "a.csv"}, folder.path);
  const Outcome library =
      jumpscope({"model", "--engine", "./libfall.so", "--frames", "100000", "-o", "b.csv"}, folder.path);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_EQ(program.status, 0) << program.err;
  EXPECT_EQ(library.status, 0) << library.err;
  EXPECT_EQ(readText(folder / "a.csv"), readText(folder / "b.csv"));
}

}  // namespace
}  // namespace jumpscope::tests
