// One engine on every road: a program, a shared library, their suites, and its own trace as a recording and a golden one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <ostream>
#include <random>

#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

using nlohmann::json;

constexpr const char* profile = R"({"name": "game", "watches": [
  {"name": "y", "address": ["$0303", "$0302"], "type": "u16", "point": 8, "unit": "px"},
  {"name": "vy", "address": ["$0307", "$0306"], "type": "s16", "point": 8}],
  "jump": {"when": ["vy != 0"], "height": "y"}})";

// A jump that the button cuts short, with constants of --set; the program, and with -DLIBRARY the library.
constexpr const char* source = R"(#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double y = 176, vy, rise = 4, hold = 0.1, fall = 0.3, most = 4;
static int before;
static int set_constant(const char* name, double value) {
  double* place = !strcmp(name, "rise") ? &rise : !strcmp(name, "hold") ? &hold : !strcmp(name, "fall") ? &fall
                : !strcmp(name, "most") ? &most : NULL;
  if (place) *place = value;
  return place != NULL;
}
static void jump(int a) {
  if (vy == 0 && y >= 176 && a && !before)
    vy = -rise;
  else if (vy != 0)
    vy += a && vy < 0 ? hold : fall;
  if (vy > most) vy = most;
  y += vy;
  if (y >= 176) y = 176, vy = 0;
  before = a;
}
#ifdef LIBRARY
#include "jumpscope.h"
static int set(void* user, const char* name, const char* value) { (void)user; return set_constant(name, atof(value)); }
static void seed(void* user, uint8_t buttons, const double* v) { (void)user, before = buttons & 1, y = v[0], vy = v[1]; }
static void step(void* user, uint8_t buttons, double* v) { (void)user, jump(buttons & 1), v[0] = y, v[1] = vy; }
static const jumpscope_engine engine = {sizeof engine, "y vy", NULL, NULL, set, seed, step};
const jumpscope_engine* jumpscope_get_engine(void) { return &engine; }
#else
int main(void) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    int buttons = 0;
    if (!strncmp(line, "set", 3)) {
      strtok(line, " \n");
      for (char* word; (word = strtok(NULL, " \n"));) {
        char* equals = strchr(word, '=');
        *equals = 0, set_constant(word, atof(equals + 1));
      }
    } else if (!strncmp(line, "begin", 5)) {
      puts("ready computes=y,vy"), fflush(stdout);
    } else if (sscanf(line, "seed buttons=%d y=%lf vy=%lf", &buttons, &y, &vy) == 3) {
      before = buttons & 1;
    } else if (sscanf(line, "frame buttons=%d", &buttons) == 1) {
      jump(buttons & 1), printf("y=%.17g vy=%.17g\n", y, vy);
    }
  }
  return 0;
}
#endif
)";

struct Constants {
  double rise, hold, fall, most;

  std::vector<std::string> settings() const {
    return {"--set", "rise=" + std::to_string(rise), "--set", "hold=" + std::to_string(hold),
            "--set", "fall=" + std::to_string(fall), "--set", "most=" + std::to_string(most)};
  }
  json asJson() const {
    return {{"rise", std::to_string(rise)},
            {"hold", std::to_string(hold)},
            {"fall", std::to_string(fall)},
            {"most", std::to_string(most)}};
  }
};

// What a road says: nothing differs, or where it begins.
struct Verdict {
  int status = 2;
  json first;  // frame, watch, expected, got

  bool operator==(const Verdict&) const = default;
};

class EngineRoads : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (std::system("command -v cc > /dev/null 2>&1") != 0) return;
    folder = new Folder;
    writeText(*folder / "jump.c", source);
    writeText(*folder / "p.json", profile);
    const std::string include = " -I'" + (sourceDir() / "include").string() + "' ";
    ASSERT_EQ(std::system(("cd '" + folder->path.string() +
                           "' && cc -O1 -o jump jump.c && cc -O1 -DLIBRARY -shared -fPIC" + include +
                           "-o libjump.so jump.c")
                              .c_str()),
              0);
  }
  static void TearDownTestSuite() { delete folder; }
  void SetUp() override {
    if (!folder) GTEST_SKIP() << "no C compiler";
  }

  static Outcome run(std::vector<std::string> arguments, const std::vector<std::string>& more = {}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return jumpscope(arguments, folder->path);
  }
  static Verdict verdictOf(const Outcome& outcome, const json& differences) {
    Verdict verdict{outcome.status, {}};
    if (differences.empty()) return verdict;
    for (const char* key : {"frame", "watch", "expected", "got"})
      verdict.first[key] = differences.front().at(key);
    return verdict;
  }
  static Verdict diff(const std::vector<std::string>& arguments, const std::vector<std::string>& more) {
    std::vector<std::string> all{"diff", "--json"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(all, more);
    EXPECT_LT(outcome.status, 2) << outcome.err;
    return verdictOf(outcome, json::parse(outcome.out, nullptr, false).value("differences", json::array()));
  }
  // A case on the recording.
  static Verdict check(json expect) {
    const json suite{
        {"format", "jumpscope-suite"},
        {"version", 1},
        {"cases",
         {{{"name", "a"}, {"trace", "mine.csv"}, {"profile", "p.json"}, {"expect", std::move(expect)}}}}};
    writeText(*folder / "suite.json", suite.dump());
    const Outcome outcome = run({"check", "suite.json", "--json"});
    EXPECT_LT(outcome.status, 2) << outcome.out << outcome.err;
    const json result = json::parse(outcome.out, nullptr, false);
    return verdictOf(outcome, differencesIn(result));
  }
  // Wherever the report keeps them.
  static json differencesIn(const json& value) {
    if (value.is_object() && value.contains("differences") && value["differences"].is_array())
      return value["differences"];
    for (const json& one : value)
      if (one.is_structured()) {
        if (json found = differencesIn(one); !found.empty()) return found;
      }
    return json::array();
  }

  static std::string presses(std::mt19937& random) {
    std::string script;
    for (unsigned frame = 5 + random() % 9; frame < 300; frame += 60 + random() % 60)
      script += (script.empty() ? "" : " ") + std::to_string(frame) + "-" +
                std::to_string(frame + random() % 30) + ":A";
    return script;
  }

  static void record(const Constants& constants, const std::string& input, const std::string& file) {
    const Outcome outcome = run({"model", "--profile", "p.json", "--engine", "./jump", "--input", input,
                                 "--frames", "400", "-o", file},
                                constants.settings());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  // The same rows as another program would have written them.
  static void makeRecording() {
    const std::string text = readText(*folder / "mine.csv");
    writeText(*folder / "recording.csv", text.substr(text.find('\n') + 1));
  }

  // What the `right` engine does, judged by the one that is `told`.
  static Verdict verdictOfAllRoads(const Constants& right, const Constants& told, const std::string& input) {
    record(right, input, "mine.csv");
    record(told, input, "golden.csv");
    makeRecording();
    const std::vector<std::string> set = told.settings();
    const auto engine = [&](const std::string& trace, const std::string& command) {
      return diff({trace, "--profile", "p.json", "--engine", command}, set);
    };
    const Verdict first = engine("mine.csv", "./jump");
    EXPECT_EQ(engine("mine.csv", "./libjump.so"), first);
    EXPECT_EQ(engine("recording.csv", "./jump"), first);
    for (const char* command : {"./jump", "./libjump.so"})
      EXPECT_EQ(check({{"engine", {{"command", {command}}, {"set", told.asJson()}}}}), first) << command;
    EXPECT_EQ(diff({"mine.csv", "golden.csv"}, {}), first);
    EXPECT_EQ(check({{"golden", "golden.csv"}}), first);
    return first;
  }

  static void tryEngines(int count, unsigned seed);

  static Folder* folder;
};

Folder* EngineRoads::folder = nullptr;

std::ostream& operator<<(std::ostream& out, const Verdict& verdict) {
  return out << "status " << verdict.status << ", " << verdict.first.dump();
}

Constants randomConstants(std::mt19937& random) {
  const auto between = [&](double least, double most) {
    return least + (most - least) * double(random() % 1000) / 1000;
  };
  return {between(3, 6), between(0.05, 0.2), between(0.2, 0.6), between(2, 6)};
}

void EngineRoads::tryEngines(int count, unsigned seed) {
  std::mt19937 random(seed);
  for (int n = 0; n < count; ++n) {
    const Constants right = randomConstants(random);
    Constants told = right;
    const bool differs = n % 3 != 0;
    if (differs) (n % 3 == 1 ? told.rise : told.hold) += 0.001 + double(random() % 1000) / 1000;
    const Verdict verdict = verdictOfAllRoads(right, told, presses(random));
    EXPECT_EQ(verdict.status, differs ? 1 : 0) << n;
    EXPECT_EQ(verdict.first.is_null(), !differs) << n;
    if (HasFailure()) return;
  }
}

TEST_F(EngineRoads, GiveTheSameVerdict) { tryEngines(2, 1); }

TEST_F(EngineRoads, GiveTheSameVerdictOnTwoHundredEngines) {
  REQUIRE_SLOW();
  tryEngines(slowCases(200), 2);
}

TEST_F(EngineRoads, AnEngineStandsWhereATraceOrAModelStands) {
  const Constants constants{4, 0.1, 0.3, 4};
  record(constants, "10-20:A", "mine.csv");
  const std::vector<std::string> by_itself{"--engine", "./jump",  "--profile", "p.json",
                                           "--input",  "10-20:A", "--frames",  "400"};
  const auto beside = [&](std::vector<std::string> command, const std::string& trace) {
    command.push_back(trace);
    return run(command);
  };
  EXPECT_EQ(run({"jumps"}, by_itself).out, beside({"jumps"}, "mine.csv").out);
  EXPECT_NE(run({"jumps"}, by_itself).out.find('\n'), std::string::npos);
  const std::vector<std::string> fit{"fit", "--model", "cut-jump"};
  EXPECT_EQ(run(fit, by_itself).out, beside(fit, "mine.csv").out);
  EXPECT_LT(run(fit, by_itself).status, 2) << run(fit, by_itself).err;
  EXPECT_EQ(run({"plot", "--title", "x"}, by_itself).out, beside({"plot", "--title", "x"}, "mine.csv").out);
  EXPECT_EQ(run({"plot", "--title", "x"}, by_itself).status, 0);

  const Outcome page = run(
      {"plot", "mine.csv", "--profile", "p.json", "--engine", "./jump", "--set", "fall=0.4", "-o", "p.html"});
  ASSERT_EQ(page.status, 0) << page.err;
  EXPECT_NE(readText(*folder / "p.html").find("engine ./jump"), std::string::npos);
  EXPECT_NE(readText(*folder / "p.html").find("what the model expects"), std::string::npos);
}

TEST_F(EngineRoads, WhereAnEngineCannotStandASentenceSaysSo) {
  record({4, 0.1, 0.3, 4}, "10-20:A", "mine.csv");
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
      {{"jumps"}, "no trace is named; name one, or a program with --engine"},
      {{"plot"}, "no trace is named"},
      {{"fit", "--model", "cut-jump"}, "no trace is named"},
      {{"jumps", "mine.csv", "--engine", "./jump"}, "--engine takes the place of the trace"},
      {{"fit", "mine.csv", "--model", "cut-jump", "--engine", "./jump"}, "takes the place of the trace"},
      {{"jumps", "mine.csv", "--input", "1:A"}, "are for a program that is run; add --engine CMD"},
      {{"plot", "mine.csv", "--engine", "./jump", "--frames", "9"}, "a trace is named; leave one out"},
      {{"plot", "--engine", "./jump", "--profile", "p.json", "--tolerance", "y=1"}, "beside a trace"},
      {{"jumps", "--engine", "./jump"}, "was made without a profile"},
      {{"jumps", "--engine", "./jump", "--profile", "p.json", "--writes", "x"}, "an engine writes none"},
      {{"diff", "mine.csv", "--engine", "no such thing"}, "(a path with blanks needs quotes)"},
  };
  for (const auto& [arguments, sentence] : wrong) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << sentence;
    EXPECT_NE(outcome.err.find(sentence), std::string::npos) << outcome.err;
  }
}

}  // namespace
}  // namespace jumpscope::tests
