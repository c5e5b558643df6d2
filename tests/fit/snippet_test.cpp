// Snippets are compiled, run over the same buttons as the model, and must give its rows.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <sstream>
#include <stdexcept>

#include "src/fit/fit.h"
#include "src/fit/model_height.h"
#include "src/models/model_trace.h"
#include "tests/support/program.h"

namespace jumpscope::fit {
namespace {

using physics::Settings;
using Buttons = std::vector<uint8_t>;

FitResult fitTo(const std::string& model, const Settings& settings, size_t hold, double fps = 60) {
  Buttons buttons(200, 0);
  for (size_t n = 10; n < 10 + hold; ++n) buttons[n] = 1;
  const trace::Trace trace = models::modelTrace(physics::findModel(model), settings, buttons);
  const trace::Profile profile = models::modelProfile(physics::findModel(model));
  return fitJump(fitSeries(trace, {"", 1, &profile}), physics::findModel(model), fps);
}

struct Case {
  FitResult result;
  FitUnits units = {};
  std::vector<Buttons> inputs = {};
};

std::vector<Buttons> someInputs(size_t frames) {
  std::mt19937 random(7);
  std::vector<Buttons> inputs;
  for (const size_t held : {1, 2, 5, 13, 40, 200}) {
    Buttons buttons(frames, 0);
    for (size_t n = 0; n < std::min(frames, held); ++n) buttons[n] = 1;
    inputs.push_back(buttons);
  }
  for (int i = 0; i < 6; ++i) {
    Buttons buttons(frames, 1);
    for (size_t n = 1; n < frames; ++n) buttons[n] = random() % 8 == 0 ? !buttons[n - 1] : buttons[n - 1];
    inputs.push_back(buttons);
  }
  return inputs;
}

// Every model that has a snippet, each with its features shown and not shown.
std::vector<Case> cases() {
  std::vector<Case> list;
  const auto add = [&](FitResult result, FitUnits units = {}) {
    list.push_back({std::move(result), units});
    list.back().inputs = someInputs(2 * list.back().result.rows());
  };
  for (const size_t hold : {1, 6, 30}) {
    add(fitTo("smb-jump", {}, hold));
    add(fitTo("smb-article-jump", {}, hold));
    add(fitTo("siv3d-jump", {}, hold));
    add(fitTo("siv3d-jump", {{"precision", 1}}, hold));
    add(fitTo("verlet-jump", {}, hold, 12), {12, 1});
  }
  add(fitTo("smb-jump", {{"x_speed_abs", 40}}, 20), {60, 16});
  add(fitTo("smb-jump", {{"own_tables", 1}, {"fall", 190}, {"terminal_speed", 3}, {"terminal_fraction", 128}},
            20));
  for (const size_t hold : {1, 2, 3, 17, 60}) {
    add(fitTo("cut-jump", {}, hold));
    add(fitTo("cut-jump", {{"cut_speed", -300}, {"gravity", 60}, {"max_speed", 500}}, hold), {50, 8});
    add(fitTo("cut-jump", {{"y_subpixel", 228}}, hold));
  }
  add(fitTo("dk-jump", {}, 1));
  add(fitTo("dk-jump", {{"rise", 700}, {"step", 21}}, 1), {60, 32});
  add(fitTo("second-difference", {}, 1));
  add(fitTo("second-difference", {{"v0", 5.5}, {"g", 0.25}, {"precision", 1}}, 1));
  add(fitTo("verlet-jump", {{"boost_every", 3}, {"boost_2", 0}}, 9, 12), {12, 4});
  return list;
}

std::string bits(const Buttons& buttons) {
  std::string text;
  for (const uint8_t button : buttons) text += button ? '1' : '0';
  return text;
}

std::string inputFile(const std::vector<Case>& all, bool up) {
  std::ostringstream text;
  text.precision(17);
  for (size_t i = 0; i < all.size(); ++i)
    for (const Buttons& buttons : all[i].inputs)
      text << i << ' ' << (up ? -1 : 1) * all[i].result.model_origin / all[i].units.pixels_per_unit << ' '
           << bits(buttons) << '\n';
  return text.str();
}

std::string cppProgram(const std::vector<Case>& all) {
  std::string text = "#include <cmath>\n#include <cstdio>\n", calls;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string name = "s" + std::to_string(i);
    std::string snippet = fitSnippet(all[i].result, all[i].units, "cpp");
    if (const size_t at = snippet.find("#include <cmath>\n"); at != std::string::npos) snippet.erase(at, 17);
    text += "namespace " + name + " {\n" + snippet + "}\n";
    calls += "    if (which == " + std::to_string(i) + ") fly<" + name + "::Jump>(y, buttons);\n";
  }
  return text + R"(
template <class Jump> void fly(double y, const char* buttons) {
  Jump jump;
  jump.y = static_cast<decltype(jump.y)>(y);
  jump.start();
  for (; *buttons; ++buttons) {
    jump.update(*buttons == '1');
    std::printf("%.17g ", static_cast<double>(jump.y));
  }
  std::printf("\n");
}
int main() {
  int which; double y; char buttons[4096];
  while (std::scanf("%d %lf %4095s", &which, &y, buttons) == 3) {
)" + calls +
         "  }\n}\n";
}

std::string csharpProgram(const std::vector<Case>& all) {
  std::string text, calls;
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string name = "S" + std::to_string(i);
    text += "namespace " + name + " {\n" + fitSnippet(all[i].result, all[i].units, "csharp") + "}\n";
    calls += "      if (which == " + std::to_string(i) + ") { var jump = new " + name +
             ".Jump(); jump.Y = " + (all[i].result.constants.single_precision ? "(float)" : "") +
             "y; jump.Start(); foreach (char c in buttons) { jump.Update(c == '1'); say(jump.Y); } }\n";
  }
  return "using System;\nusing System.Globalization;\n" + text + R"(
static class Program {
  static void say(double y) { Console.Write(y.ToString("R", CultureInfo.InvariantCulture) + " "); }
  static void Main() {
    string line;
    while ((line = Console.ReadLine()) != null) {
      string[] part = line.Split(' ');
      int which = int.Parse(part[0]);
      double y = double.Parse(part[1], CultureInfo.InvariantCulture);
      string buttons = part[2];
)" + calls +
         "      Console.WriteLine();\n    }\n  }\n}\n";
}

// Debian has no GDScript without a display. What the snippets use of it is Python in other words.
std::string pythonProgram(const std::vector<Case>& all) {
  std::string text = "import math, re, sys\nsources = [\n";
  for (const Case& one : all) text += "r'''" + fitSnippet(one.result, one.units, "gdscript") + "''',\n";
  return text + R"(]
def python(source):
    for old, new in (
        (r'^const ', ''), (r'^(\t*)var (\w+) := ', r'\1\2 = '), (r'\btrue\b', 'True'), (r'\bfalse\b', 'False'),
        (r'^func (\w+)\((?:(\w+): bool)?\) -> void:', r'def \1(\2):' + '\n\tglobal y, speed, frame, held, falls, cut'),
        (r'BOOSTS\.size\(\)', 'len(BOOSTS)')):
        source = re.sub(old, new, source, flags=re.M)
    return compile(source, 'snippet', 'exec')
sources = [python(source) for source in sources]
for line in sys.stdin:
    which, y, buttons = line.split()
    jump = {'fmod': math.fmod}
    exec(sources[int(which)], jump)
    jump['y'] = float(y)
    jump['start']()
    row = []
    for c in buttons:
        jump['update'](c == '1')
        row.append(repr(jump['y']))
    print(*row)
)";
}

bool there(const std::string& command) {
  return std::system(("command -v " + command + " > /dev/null").c_str()) == 0;
}

// Runs a shell command in a folder that holds the program and its input, and returns what it prints.
std::string outputOf(const std::string& file, const std::string& program, const std::string& input,
                     const std::string& command) {
  const tests::Folder folder;
  tests::writeText(folder / file, program);
  tests::writeText(folder / "in", input);
  const std::string shell = "cd " + folder.path.string() + " && { " + command + "; } > out 2> errors";
  EXPECT_EQ(std::system(shell.c_str()), 0) << tests::readText(folder / "errors").substr(0, 4000);
  return tests::readText(folder / "out");
}

// Rows up to the model's landing; each within half of the smallest step that the model's own numbers have.
void expectRows(const std::vector<Case>& all, const std::string& output, bool up) {
  std::istringstream lines(output);
  size_t compared = 0;
  for (const Case& one : all) {
    const physics::Model& model = physics::findModel(one.result.model);
    const ModelHeight height(model);
    for (const Buttons& buttons : one.inputs) {
      std::string line;
      ASSERT_TRUE(std::getline(lines, line));
      std::istringstream values(line);
      const physics::ModelRun run = physics::runModel(model, one.result.settings, buttons);
      for (const auto& row : run.rows) {
        double y = NAN;
        values >> y;
        bool jumping = true;
        for (size_t c = 0; c < run.columns.size(); ++c)
          if (run.columns[c].name == model.jumping) jumping = row[c] != 0;
        if (!jumping) break;
        ASSERT_NEAR((up ? -y : y) * one.units.pixels_per_unit, std::ldexp(height.of(row), -height.bits()),
                    std::ldexp(0.5, -height.bits()))
            << one.result.model << ", keys " << bits(buttons);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10000u);
}

TEST(Snippets, CppGivesTheModelsRows) {
  if (!there("c++")) GTEST_SKIP() << "no c++";
  const std::vector<Case> all = cases();
  expectRows(
      all,
      outputOf(
          "program.cpp", cppProgram(all), inputFile(all, false),
          "c++ -std=c++11 -Wall -Wextra -Werror -ffp-contract=off program.cpp -o program && ./program < in"),
      false);
}

TEST(Snippets, CsharpGivesTheModelsRows) {
  if (!there("mcs") || !there("mono")) GTEST_SKIP() << "no Mono";
  const std::vector<Case> all = cases();
  expectRows(all,
             outputOf("program.cs", csharpProgram(all), inputFile(all, true),
                      "mcs -warnaserror program.cs -out:program.exe && mono program.exe < in"),
             true);
}

TEST(Snippets, GdscriptReadAsPythonGivesTheModelsRows) {
  if (!there("python3")) GTEST_SKIP() << "no python3";
  const std::vector<Case> all = cases();
  expectRows(all,
             outputOf("program.py", pythonProgram(all), inputFile(all, false), "python3 program.py < in"),
             false);
}

TEST(Snippets, FloatsOf32BitsStayThem) {
  if (!there("c++")) GTEST_SKIP() << "no c++";
  Case one{fitTo("siv3d-jump", {{"precision", 2}, {"gravity", 0.37}, {"damping", 0.83}}, 3)};
  ASSERT_TRUE(one.result.constants.single_precision);
  for (int i = 0; i < 40; ++i)
    for (const Buttons& buttons : someInputs(2 * one.result.rows())) one.inputs.push_back(buttons);
  expectRows({one},
             outputOf("program.cpp", cppProgram({one}), inputFile({one}, false),
                      "c++ -std=c++11 -Wall -Wextra -Werror program.cpp -o program && ./program < in"),
             false);
  EXPECT_THROW(fitSnippet(one.result, {}, "gdscript"), std::runtime_error);
}

TEST(Snippets, WhatTheCodeWouldNotDoIsRefused) {
  EXPECT_THROW(fitSnippet(fitTo("bouncing-ball", {}, 1, 24), {24, 1}, "cpp"), std::runtime_error);
  EXPECT_THROW(
      fitSnippet(fitTo("second-difference", {{"v0", 3.3}, {"g", 0.07}, {"precision", 2}}, 1), {}, "cpp"),
      std::runtime_error);
  // A jump that starts again at its apex.
  EXPECT_THROW(fitSnippet(fitTo("verlet-jump", {{"fps", 4}, {"g", 32}, {"v0", -28}, {"ground", 130}}, 1, 4),
                          {4, 1}, "cpp"),
               std::runtime_error);
}

// A constant that is changed afterwards is another jump: the check has teeth.
TEST(Snippets, EveryConstantCounts) {
  const FitResult cut = fitTo("cut-jump", {}, 6), smb = fitTo("smb-jump", {}, 6);
  const auto refused = [](FitResult result, auto change) {
    change(result.constants);
    EXPECT_THROW(fitSnippet(result, {}, "cpp"), std::runtime_error);
  };
  EXPECT_NO_THROW(fitSnippet(cut, {}, "cpp"));
  EXPECT_NO_THROW(fitSnippet(smb, {}, "cpp"));
  refused(cut, [](Constants& c) { c.cut_speed.reset(); });
  refused(cut, [](Constants& c) { *c.cut_speed += 1. / 256; });
  refused(cut, [](Constants& c) { c.cut_until = 5; });
  refused(cut, [](Constants& c) { c.terminal_instead = false; });
  refused(cut, [](Constants& c) { c.press_step.reset(); });
  refused(smb, [](Constants& c) { c.rise_gravity = c.fall_gravity; });
  refused(smb, [](Constants& c) { c.release_factor = 0.99; });
  refused(smb, [](Constants& c) { c.terminal_speed.reset(); });
}

}  // namespace
}  // namespace jumpscope::fit
