// Files that commands write: never over what they read, all together or none, whole or not at all.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <tuple>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

namespace fs = std::filesystem;

// A folder with inputs of every kind.
class Outputs : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(jumplab(), folder_ / "x.nes");
    fs::copy_file(tourMovie(), folder_ / "m.fm2");
    ASSERT_EQ(
        run({"trace", "x.nes", "--movie", "m.fm2", "--frames", "200", "-o", "a.csv", "--writes", "w.csv"}),
        0);
    fs::copy_file(folder_ / "a.csv", folder_ / "b.csv");
    ASSERT_EQ(run({"run", "x.nes", "--frames", "3", "--state", "s.state"}), 0);
    writeText(folder_ / "p.json", R"({"name": "p", "watches": [{"name": "y", "addresses": ["$00CE"]}]})");
    writeText(folder_ / "l.nl", "$8000#Start#\n");
    writeText(folder_ / "k.wch", "");
    writeText(folder_ / "suite.json",
              R"({"format": "jumpscope-suite", "version": 1, "name": "n", "cases": [)"
              R"({"name": "a", "rom": "x.nes", "movie": "m.fm2", "profile": "smb", "frames": 200,)"
              R"( "expect": {"golden": "a.csv"}}]})");
  }

  int run(const std::vector<std::string>& arguments) const {
    outcome_ = jumpscope(arguments, folder_.path);
    return outcome_.status;
  }
  std::map<std::string, std::string> contents() const {
    std::map<std::string, std::string> contents;
    for (const std::string& name : folder_.names()) contents[name] = readText(folder_ / name);
    return contents;
  }
  // Status 2, one sentence, and every file as it was.
  void expectRefused(const std::vector<std::string>& arguments, const std::string& part) const {
    const auto before = contents();
    std::string line;
    for (const std::string& argument : arguments) line += " " + argument;
    SCOPED_TRACE(line);
    EXPECT_EQ(run(arguments), 2);
    EXPECT_EQ(outcome_.out, "");
    EXPECT_NE(outcome_.err.find(part), std::string::npos) << outcome_.err;
    EXPECT_EQ(std::count(outcome_.err.begin(), outcome_.err.end(), '\n'), 1) << outcome_.err;
    EXPECT_TRUE(contents() == before);
  }

  Folder folder_;
  mutable Outcome outcome_;
};

// What a shell does with its first child: `before` runs in it.
int statusOf(const std::vector<std::string>& arguments, const fs::path& folder, void (*before)()) {
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) != 0 || !freopen("/dev/null", "w", stderr)) _exit(126);
    before();
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const std::string over = "over it; name another output";

TEST_F(Outputs, AnInputIsNeverWrittenOver) {
  for (const std::string option : {"--state", "--wav", "--screenshot", "--frame-hashes", "--record"}) {
    expectRefused({"run", "x.nes", "--frames", "3", option, "x.nes"}, over);
    expectRefused({"run", "x.nes", "--frames", "3", "--movie", "m.fm2", option, "m.fm2"}, over);
    expectRefused({"run", "x.nes", "--frames", "3", "--load-state", "s.state", option, "s.state"}, over);
  }
  expectRefused({"run", "x.nes", "--frames", "3", "--dump", "oam=x.nes"}, over);
  expectRefused({"trace", "x.nes", "--frames", "3", "--profile", "p.json", "-o", "p.json"}, over);
  expectRefused({"trace", "x.nes", "--frames", "3", "--profile", "p.json", "--writes", "x.nes"}, over);
  expectRefused({"trace", "x.nes", "--frames", "3", "--symbols", "l.nl", "-o", "l.nl"}, over);
  expectRefused({"trace", "x.nes", "--frames", "3", "--watches", "k.wch", "-o", "k.wch"}, over);
  expectRefused({"log", "x.nes", "--frames", "1", "-o", "x.nes"}, over);
  expectRefused({"diff", "a.csv", "b.csv", "-o", "a.csv"}, over);
  expectRefused({"diff", "a.csv", "b.csv", "-o", "b.csv"}, over);
  expectRefused({"diff", "a.csv", "--writes", "w.csv", "-o", "w.csv"}, over);
  fs::copy_file(folder_ / "a.csv", folder_ / "a.svg");
  expectRefused({"jumps", "a.csv", "-o", "a.csv"}, over);
  expectRefused({"plot", "a.svg", "-o", "./a.svg"}, over);
  expectRefused({"fit", "a.csv", "--model", "verlet-jump", "-o", "a.csv"}, over);
  expectRefused({"check", "suite.json", "--junit", "suite.json"}, over);
}

TEST_F(Outputs, AnInputIsToldByIdentityNotByName) {
  fs::create_hard_link(folder_ / "x.nes", folder_ / "hard.nes");
  fs::create_symlink("x.nes", folder_ / "soft.nes");
  fs::create_directory(folder_ / "sub");
  for (const std::string name : {"hard.nes", "soft.nes", "sub/../x.nes"}) {
    EXPECT_EQ(run({"run", "x.nes", "--frames", "3", "--state", name}), 2) << name;
    EXPECT_EQ(run({"run", name, "--frames", "3", "--state", "x.nes"}), 2) << name;
  }
  EXPECT_TRUE(readText(folder_ / "x.nes") == readText(jumplab()));
}

TEST_F(Outputs, TwoOutputsAreTwoFiles) {
  const std::string same = "two outputs are the same file";
  expectRefused({"trace", "x.nes", "--frames", "3", "-o", "new.csv", "--writes", "new.csv"}, same);
  expectRefused({"run", "x.nes", "--frames", "3", "--state", "new", "--wav", "./new"}, same);
  expectRefused({"run", "x.nes", "--frames", "3", "--dump", "oam=new", "--dump", "palette=new"}, same);
}

TEST_F(Outputs, AnExtensionOfAnotherFormatIsRefusedBeforeAnythingIsRun) {
  const std::vector<std::string> run_it = {"run", "x.nes", "--frames", "3"};
  const auto with = [](std::vector<std::string> words, const std::string& option, const std::string& value) {
    words.push_back(option);
    words.push_back(value);
    return words;
  };
  const std::vector<std::tuple<std::vector<std::string>, std::string, std::string, std::string>> cases = {
      {run_it, "--screenshot", "s.bmp",
       "PNG, which s.bmp would not be by its name; name a file that ends in .png"},
      {run_it, "--screenshot", "s.jpg", ".png"},
      {run_it, "--wav", "s.mp3", ".wav"},
      {run_it, "--dump", "oam=s.png", "bare bytes"},
      {run_it, "--frame-hashes", "h.png", ".csv or .txt"},
      {run_it, "--record", "m.bk2", ".fm2"},
      {{"trace", "x.nes", "--profile", "smb", "--frames", "3"}, "-o", "t.csv.gz", ".csv, .csv.zst or .jsonl"},
      {{"trace", "x.nes", "--profile", "smb", "--frames", "3", "-o", "t.csv"}, "--writes", "w.json", ".csv"},
      {{"model", "smb-jump"}, "-o", "t.json", ".jsonl"},
      {{"plot", "a.csv"}, "-o", "p.pdf", ".svg, .png, .html or .htm"},
      {{"lift", "x.nes"}, "-o", "z.py", "C++ or C#"},
      {{"log", "x.nes", "--frames", "3"}, "-o", "l.zip", ".log"},
      {{"sweep", "missing.json"}, "-o", "r.json", ".csv or .csv.zst"},
      {{"diff", "a.csv", "b.csv"}, "-o", "v.pdf", ".txt"},
      {{"check", "suite.json"}, "--junit", "r.json", ".xml"},
  };
  for (const auto& [words, option, value, part] : cases) expectRefused(with(words, option, value), part);
  EXPECT_EQ(run(with(run_it, "--screenshot", "shot")), 0) << "a name without an extension promises nothing";
  EXPECT_EQ(run(with(run_it, "--screenshot", "shot.0001")), 0) << outcome_.err;
  EXPECT_EQ(run(with(run_it, "--dump", "oam=o.bin")), 0) << outcome_.err;
  EXPECT_EQ(run({"model", "--list", "--json", "-o", "models.json"}), 0) << outcome_.err;
}

TEST_F(Outputs, ADeviceHasNoExtension) {
  const std::vector<std::vector<std::string>> commands = {
      {"trace", "x.nes", "--profile", "smb", "--frames", "3", "-o", "/dev/null", "--writes", "/dev/null"},
      {"model", "smb-jump", "-o", "/dev/null"},
      {"plot", "a.csv", "-o", "/dev/null"},
      {"run", "x.nes", "--frames", "3", "--screenshot", "/dev/null"}};
  for (const auto& words : commands) EXPECT_EQ(run(words), 0) << words[0] << ": " << outcome_.err;
  EXPECT_EQ(run({"trace", "x.nes", "--profile", "smb", "--frames", "3", "-o", "/dev/stdout"}), 0);
  EXPECT_TRUE(outcome_.out.starts_with("# jumpscope-trace")) << outcome_.out;
}

TEST_F(Outputs, AnOptionIsNoPath) {
  const std::vector<std::vector<std::string>> commands = {
      {"demo", "-o", "--help"},
      {"man", "-o", "--help"},
      {"trace", "x.nes", "--frames", "3", "--profile", "smb", "--writes", "--no-stack", "-o", "t.csv"},
      {"run", "x.nes", "--frames", "3", "--state", "--stats"},
      {"run", "x.nes", "--frames", "3", "--dump", "-h"},
      {"plot", "a.csv", "-o", "--title"},
      {"trace", "x.nes", "--frames", "3", "--movie", "--profile"}};
  for (const auto& words : commands) expectRefused(words, "is an option, where");
  EXPECT_EQ(run({"run", "x.nes", "--frames", "3", "--state", "./--help"}), 0) << outcome_.err;
  EXPECT_TRUE(fs::exists(folder_ / "--help"));
}

TEST_F(Outputs, AGoldenOrRomOfASuiteIsNoReport) {
  for (const std::string name : {"a.csv", "x.nes", "m.fm2"}) {
    const std::string before = readText(folder_ / name);
    EXPECT_EQ(run({"check", "suite.json", "--junit", name}), 2);
    EXPECT_TRUE(readText(folder_ / name) == before) << name;
  }
}

TEST_F(Outputs, AllFilesAppearOrNone) {
  expectRefused(
      {"trace", "x.nes", "--profile", "smb", "--frames", "3", "-o", "new.csv", "--record", "/dev/full"},
      "no space left on device");
  expectRefused(
      {"trace", "x.nes", "--profile", "smb", "--frames", "3", "-o", "new.csv", "--writes", "/dev/full"},
      "no space left on device");
  expectRefused({"run", "x.nes", "--frames", "3", "--state", "a.csv", "--wav", "none/w.wav"},
                "cannot create");
  expectRefused({"check", "suite.json", "--junit", "/dev/full"}, "no space left on device");
}

TEST_F(Outputs, GoldensAreUpdatedInTheSuitesFolderOnly) {
  fs::create_directory(folder_ / "suites");
  fs::create_directory_symlink(folder_.path, folder_ / "suites" / "link");
  for (const std::string golden : {"../new.csv", "link/new.csv"}) {
    writeText(
        folder_ / "suites" / "s.json",
        R"({"format": "jumpscope-suite", "version": 1, "name": "n", "cases": [{"name": "a", "rom": "../x.nes",)"
        R"( "profile": "smb", "frames": 20, "press": "5:A", "expect": {"golden": ")" +
            golden + R"("}}]})");
    EXPECT_EQ(run({"check", "suites/s.json", "--update-goldens"}), 2);
    EXPECT_NE(outcome_.out.find("is outside the suite's folder"), std::string::npos) << outcome_.out;
    EXPECT_FALSE(fs::exists(folder_ / "new.csv"));
  }
  EXPECT_EQ(run({"check", "suites/s.json", "--update-goldens", "--update-outside"}), 0) << outcome_.err;
  EXPECT_TRUE(fs::exists(folder_ / "new.csv"));
}

TEST_F(Outputs, AnInputThatIsNamedAndNotReadIsNotWrittenOverEither) {
  expectRefused({"trace", "x.nes", "--print-addresses", "smb", "-o", "x.nes"}, over);
  expectRefused({"trace", "--print-addresses", "p.json", "--profile", "p.json", "-o", "p.json"}, over);
  expectRefused({"jumps", "a.csv", "--symbols", "l.nl", "-o", "l.nl"}, over);
  expectRefused({"jumps", "a.csv", "--curve", "--symbols", "l.nl", "-o", "./l.nl"}, over);
}

TEST_F(Outputs, GithubsSummaryIsAnOutputLikeOthers) {
  for (const std::string name : {"suite.json", "x.nes", "a.csv", "none/summary"}) {
    setenv("GITHUB_STEP_SUMMARY", name.c_str(), 1);
    expectRefused({"check", "suite.json", "--github", "--junit", "new.xml"}, name);
  }
  setenv("GITHUB_STEP_SUMMARY", "new.xml", 1);
  expectRefused({"check", "suite.json", "--github", "--junit", "new.xml"}, "two outputs are the same file");
  unsetenv("GITHUB_STEP_SUMMARY");
}

TEST_F(Outputs, AGoldenThatAnotherCaseComparesIsNotUpdated) {
  writeText(
      folder_ / "two.json",
      R"({"format": "jumpscope-suite", "version": 1, "name": "n", "cases": [)"
      R"({"name": "a", "rom": "x.nes", "profile": "smb", "frames": 9, "press": "5:A", "expect": {"golden": "b.csv"}},)"
      R"({"name": "b", "trace": "./b.csv", "expect": {"golden": "a.csv"}}]})");
  expectRefused({"check", "two.json", "--update-goldens"}, "is the trace of a case too");
}

TEST_F(Outputs, FoldersMadeForFilesThatFailGoAgain) {
  EXPECT_EQ(statusOf({"demo", "-o", "new/folder"}, folder_.path,
                     [] {
                       if (!freopen("/dev/full", "w", stdout)) _exit(126);
                     }),
            2);
  EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(Outputs, ALinkToItselfIsNoFile) {
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(run({"jumps", "a.csv", "-o", "loop"}), 2);
  EXPECT_TRUE(fs::is_symlink(folder_ / "loop"));
}

TEST_F(Outputs, AnEmptyValueIsNoAbsentOption) {
  expectRefused({"diff", "a.csv", ""}, "a value is expected");
  expectRefused({"run", "x.nes", "--frames", "1", "--state", ""}, "a value is expected");
  expectRefused({"run", "x.nes", "--frames", "1", "--movie", ""}, "a value is expected");
}

TEST_F(Outputs, NamesOfOpenDescriptorsMeanThem) {
  const auto shell = [&](const std::string& words) {
    return WEXITSTATUS(std::system(
        ("cd '" + folder_.path.string() + "' && J='" JUMPSCOPE_BINARY_DIR "/jumpscope' && " + words)
            .c_str()));
  };
  EXPECT_EQ(shell("$J jumps a.csv > plain && $J jumps a.csv -o /dev/stdout | cat > piped && cmp plain piped"),
            0);
  EXPECT_EQ(shell("echo first > log && $J jumps a.csv -o /dev/fd/1 >> log && head -1 log | grep -q first"),
            0);
  EXPECT_EQ(shell("$J jumps a.csv -o /dev/fd/3 3> three && cmp plain three"), 0);
  // An input that standard output is appended to is refused, as cat does.
  EXPECT_EQ(shell("cp a.csv kept && { $J jumps a.csv >> a.csv 2> said; [ $? = 2 ]; } && cmp a.csv kept"), 0);
  EXPECT_EQ(shell("{ $J trace x.nes --profile smb --frames 3 --writes new > new 2> said; [ $? = 2 ]; }"), 0);
}

TEST_F(Outputs, RowsForASlowPipeAreKeptWhenInterrupted) {
  const std::string words = "cd '" + folder_.path.string() +
                            "' && { '" JUMPSCOPE_BINARY_DIR
                            "/jumpscope' trace x.nes --profile smb --frames 100000000 --writes new.csv & "
                            "p=$!; sleep 0.5; kill -TERM $p; "
                            "wait $p; echo $? > status; } | { sleep 1; cat > rows; }";
  ASSERT_EQ(std::system(words.c_str()), 0);
  EXPECT_EQ(readText(folder_ / "status"), "130\n");
  EXPECT_TRUE(fs::exists(folder_ / "new.csv"));
  EXPECT_EQ(run({"jumps", "rows"}), 0) << outcome_.err;
}

TEST_F(Outputs, AClosedStandardOutputNeverBecomesAFile) {
  for (const int number : {0, 1, 2}) {
    static int descriptor;
    descriptor = number;
    const int status = statusOf({"run", "x.nes", "--frames", "3", "--state", "new", "--stats"}, folder_.path,
                                [] { close(descriptor); });
    EXPECT_EQ(status, number == 1 ? 2 : 0);
    EXPECT_EQ(fs::exists(folder_ / "new"), number != 1);
    if (number != 1) {
      EXPECT_TRUE(readText(folder_ / "new") == readText(folder_ / "s.state"));
    }
    fs::remove(folder_ / "new");
  }
}

TEST_F(Outputs, AFileSizeLimitLeavesNothingBehind) {
  const auto before = folder_.names();
  const int status =
      statusOf({"trace", "x.nes", "--profile", "smb", "--frames", "5000", "-o", "new.csv"}, folder_.path, [] {
        const rlimit limit{100'000, 100'000};
        setrlimit(RLIMIT_FSIZE, &limit);
      });
  EXPECT_EQ(status, 2);
  EXPECT_EQ(folder_.names(), before);
}

TEST_F(Outputs, AFullStandardOutputEndsATraceAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const int status =
      statusOf({"trace", "x.nes", "--profile", "smb", "--frames", "999999999"}, folder_.path, [] {
        if (!freopen("/dev/full", "w", stdout)) _exit(126);
      });
  EXPECT_EQ(status, 2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST_F(Outputs, AReaderThatEndsEarlyEndsATraceQuietly) {
  for (const std::string command : {"trace", "log"}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    static int writer;
    writer = ends[1];
    std::vector<std::string> arguments{command, "x.nes", "--frames", "999999999"};
    if (command == "trace") arguments.insert(arguments.end(), {"--profile", "smb", "--writes", "new.csv"});
    const auto before = folder_.names();
    EXPECT_EQ(statusOf(arguments, folder_.path, [] { dup2(writer, STDOUT_FILENO); }), 141);
    EXPECT_EQ(folder_.names(), before);
    close(ends[1]);
  }
}

}  // namespace
}  // namespace jumpscope::tests
