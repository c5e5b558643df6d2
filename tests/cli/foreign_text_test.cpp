// Names in files and of files reach terminals, logs of GitHub, and reports without anything that these obey.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "src/base/printable.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

namespace fs = std::filesystem;

// `line_end` "" is for formats whose names cannot hold one.
std::string hostile(const std::string& line_end = "\n") {
  return "e" + line_end + "::error::INJECTED\x1b[31m\x1b]0;t\x07\xC2\x9B\xFF##[add-mask]<script>&\"'";
}
const std::string bad = hostile();

class ForeignText : public testing::Test {
 protected:
  void SetUp() override {
    fs::copy_file(jumplab(), folder_ / rom);
    fs::copy_file(tourMovie(), folder_ / movie);
    writeText(folder_ / labels,
              "$8210#" + hostile("") + "#" + hostile("") + "\n$00CE#" + hostile("") + "#\n");
    writeText(
        folder_ / profile,
        R"({"name": "p\u001b[31m\n::error::INJECTED", "watches": [{"name": "y", "addresses": ["$00CE"],)"
        R"( "unit": "px\u001b[31m\n::error::INJECTED", "meaning": "\u009b\n::error::INJECTED"}]})");
  }

  // Runs a command; what it prints is harmless.
  Outcome run(const std::vector<std::string>& arguments, std::vector<int> statuses) const {
    const Outcome outcome = jumpscope(arguments, folder_.path);
    SCOPED_TRACE(arguments.front());
    EXPECT_TRUE(std::find(statuses.begin(), statuses.end(), outcome.status) != statuses.end())
        << outcome.status << " " << base::printable(outcome.err);
    expectHarmless(outcome.out);
    expectHarmless(outcome.err);
    return outcome;
  }
  static void expectHarmless(const std::string& text) {
    EXPECT_EQ(base::printableLines(text), text);
    EXPECT_EQ(text.find("\n::error::INJECTED"), std::string::npos) << base::printable(text);
    EXPECT_FALSE(text.starts_with("::error::INJECTED"));
  }

  Folder folder_;
  const std::string rom = bad + ".nes", movie = bad + ".fm2", labels = bad + ".nl", profile = bad + ".json",
                    trace = bad + ".csv", writes = bad + ".w.csv";
};

TEST_F(ForeignText, EveryCommandPrintsNamesHarmlessly) {
  run({"info", rom}, {0});
  run({"info", rom, "--json"}, {0});
  run({"run", rom, "--frames", "2", "--screenshot", "no-such-folder/" + bad}, {2});
  run({"trace", rom, "--movie", movie, "--frames", "300", "--profile", "smb", "--symbols", labels, "-o",
       trace, "--writes", writes},
      {0});
  run({"trace", rom, "--movie", movie, "--frames", "3", "--profile", profile}, {0, 2});
  run({"trace", rom, "--frames", "3", "--watch", bad + "=$00CE"}, {2});
  run({"log", rom, "--frames", "1", "--count", "5"}, {0});
  run({"jumps", trace, "--writes", writes}, {0});
  run({"jumps", trace, "--json"}, {0});
  run({"diff", trace, "--writes", writes, "--symbols", labels}, {0, 1});
  run({"diff", trace, trace}, {0, 1});
  run({"diff", trace, trace, "--json"}, {0, 1});
  run({"diff", rom, "--movie", movie, "--frames", "300", "--profile", "smb", "--symbols", labels}, {0, 1});
  run({"search", rom, "--movie", movie, "--at", "100 equal to 1", "--symbols", labels}, {0, 1});
  run({"fit", trace, "--model", "verlet-jump"}, {0, 1, 2});
  run({"plot", trace}, {0});
  run({"plot", trace, "-o", "p.html", "--title", bad}, {0});
  const std::string page = readText(folder_ / "p.html");
  EXPECT_EQ(base::printableLines(page), page);
  run({"play", bad}, {2});
  run({bad}, {2});
  run({"run", "--" + bad}, {2});
  run({"trace", rom, "--region", bad}, {2});
  for (const std::string command :
       {"info", "run", "trace", "jumps", "diff", "plot", "fit", "check", "log", "search"})
    run({command, "missing" + bad}, {2});
}

TEST_F(ForeignText, ReportsOfASuiteAreHarmless) {
  // Names of suites and cases cannot hold the control characters of ASCII.
  const std::string json_name = R"(::error::INJECTED\u009b\u2028##[add-mask]<script>&'\")";
  const std::string json_bad = R"(e\n::error::INJECTED\u001b[31m\u009b##[add-mask]<script>&'\")";
  fs::copy_file(jumplab(), folder_ / "r.nes");
  std::string cases;
  for (const std::string entry : {R"("golden": "BAD.csv")", R"("model": true)"})
    cases += (cases.empty() ? "" : ",") +
             (R"({"name": "NAME)" + std::to_string(cases.size()) +
              R"(", "rom": "r.nes", "profile": "smb", "frames": 9, "expect": {)" + entry + "}}");
  cases +=
      R"(,{"name": "NAME2", "rom": "BAD.nes", "frames": 9, "watches": ["y=$00CE"], "expect": {"golden": "g.csv"}})";
  cases +=
      R"(,{"name": "NAME3", "rom": "r.nes", "movie": "BAD", "profile": "BAD", "expect": {"golden": "g.csv"}})";
  std::string suite =
      R"({"format": "jumpscope-suite", "version": 1, "name": "NAME", "cases": [)" + cases + "]}";
  for (const auto& [word, text] : {std::pair<std::string, std::string>{"NAME", json_name}, {"BAD", json_bad}})
    for (size_t at = suite.find(word); at != suite.npos; at = suite.find(word, at + text.size()))
      suite.replace(at, word.size(), text);
  writeText(folder_ / "s.json", suite);
  const std::string summary = folder_ / "summary.md";
  setenv("GITHUB_STEP_SUMMARY", summary.c_str(), 1);
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--github", "--junit", "j.xml"},
                                                  {"--json"},
                                                  {"--junit", "-"},
                                                  {"--update-goldens"}}) {
    std::vector<std::string> arguments{"check", "s.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run(arguments, {0, 1, 2});
    EXPECT_NE(outcome.err.find("could not be run"), std::string::npos) << outcome.err;
  }
  unsetenv("GITHUB_STEP_SUMMARY");
  expectHarmless(readText(folder_ / "j.xml"));
  expectHarmless(readText(summary));
}

TEST_F(ForeignText, AManifestsNamesAreHarmless) {
  writeText(
      folder_ / "m.json",
      R"({"roms": [{"path": "e\n::error::INJECTED\u001b[31m\u009b##[add-mask]<script>|.nes", "suite": "e\n::error::INJECTED\u202e",)"
      R"( "mapper": 0, "max_frames": 10, "verdict": "visual"}]})");
  const Outcome outcome =
      run({"check", "m.json", "--github", "--page", "p.md", "--junit", "j.xml"}, {0, 1, 2});
  EXPECT_NE(outcome.err.find("nothing in m.json could be judged"), std::string::npos) << outcome.err;
  for (const char* name : {"p.md", "j.xml"}) expectHarmless(readText(folder_ / name));
}

}  // namespace
}  // namespace jumpscope::tests
