// The code of a law is compiled, run over the same buttons, and must give the law's rows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "src/fit/law_snippet.h"
#include "tests/fit/random_law.h"
#include "tests/support/program.h"

namespace jumpscope::fit {
namespace {

using physics::Law;

constexpr size_t frames = 80;
constexpr int64_t ground = 100;  // px

std::vector<Law> lawsOfAll() {
  std::vector<Law> laws;
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 random(seed);
    laws.push_back(tests::randomLaw(random));
  }
  // What the random ones lack.
  Law& one = laws[0];
  one.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 0x280, 0x200, true, true};
  one.speed.fraction = one.y.fraction = 8;
  laws[1].hang = Law::Hang{-8, 8, 1, true};
  laws[2].terminal = Law::Terminal{Law::Terminal::Kind::Stop, 40, 40, false, false};
  laws[3].speed.fraction = 2;
  laws[4].y.fraction = 2;
  for (const bool always : {false, true}) {
    Law lifted = laws[5];
    const auto start = std::find(lifted.order.begin(), lifted.order.end(), physics::LawStep::Start);
    lifted.order.insert(start + 1, physics::LawStep::Lift);
    lifted.lift = Law::Lift{{0, -3, -3, 2, -1}, always};
    laws.push_back(lifted);
  }
  using enum physics::LawStep;
  Law law = laws[5];
  law.order = {Start, Choose, Gravity, Cut, Move};
  law.choice = {0, true, false, 0, 0, true, 90};
  law.cut = Law::Cut{Law::Cut::Kind::Set, -256, -256, 0, 256, false, true};
  law.speed.fraction = law.y.fraction = 8;
  laws.push_back(law);
  law.choice.stays = false;
  law.turn = -3;
  law.every = 3;
  law.first = 1;
  laws.push_back(law);
  law = laws[5];
  law.order = {Start, Lift, Gravity, Move};
  law.cut.reset();
  for (const int way : {0, 1, 2, 3}) {
    law.lift = Law::Lift{{0, -3, -3, 2, -1, 0, 0, 9, 9}, true, 2, 7, way < 2 ? 7 : 2, way % 2 != 0, way == 3};
    laws.push_back(law);
  }
  return laws;
}

// Held for a while, let go, pressed again.
bool down(size_t law, size_t n) { return n < 3 + law * 2 || (n > 9 + law * 2 && n < 14 + law * 2); }

std::string expected(const std::vector<Law>& laws) {
  std::ostringstream out;
  for (size_t i = 0; i < laws.size(); ++i) {
    physics::LawState state;
    state.y = ground << laws[i].y.fraction;
    state.phase = physics::law_jump;
    state.gravity = laws[i].tiers.front().gravity;
    state.fall = laws[i].tiers.front().fall;
    for (size_t n = 0; n < frames; ++n) {
      state = physics::LawFrame<Plain>(laws[i], down(i, n), int64_t(5 * i), n == 0)(state);
      out << state.y << ' ' << state.speed << '\n';
    }
  }
  return out.str();
}

struct Dialect {
  const char *name, *file, *command, *needs;
  // Around the code of law $I; and a call of a frame with $D, $S, $X, and what prints y and speed.
  const char *before, *after, *create, *call, *print, *head, *tail;
};

const Dialect dialects[] = {
    {"cpp", "p.cpp", "c++ -Wall -Wextra -Werror p.cpp -o p && ./p", "c++", "namespace n$I {\n", "}\n",
     "{ n$I::Jump j; j.y = $Y;\n", "j.frame($D, $S, $X); ", "std::printf(\"%lld %lld\\n\", j.y, j.speed);\n",
     "#include <cstdio>\n", "int main() {\n"},
    {"csharp", "p.cs", "mcs p.cs -out:p.exe && mono p.exe", "mcs", "namespace N$I {\n", "}\n",
     "{ var j = new N$I.Jump(); j.y = $Y;\n", "j.Frame($D, $S, $X); ",
     "System.Console.WriteLine(j.y + \" \" + j.speed);\n", "", "static class P { static void Main() {\n"},
    {"python", "p.py", "python3 p.py", "python3", "", "Jump$I = Jump\n", "j = Jump$I(); j.y = $Y\n",
     "j.frame($D, $S, $X); ", "print(j.y, j.speed)\n", "", ""},
    {"lua", "p.lua", "lua p.lua", "lua", "Jump$I = (function()\n", "end)()\n", "j = Jump$I; j.y = $Y\n",
     "j:frame($D, $S, $X); ", "print(j.y .. \" \" .. j.speed)\n", "", ""},
    {"rust", "p.rs", "rustc --edition 2021 -A dead_code -A unused p.rs -o p && ./p", "rustc", "mod n$I {\n",
     "}\n", "{ let mut j = n$I::Jump::new(); j.y = $Y;\n", "j.frame($D, $S, $X); ",
     "println!(\"{} {}\", j.y, j.speed);\n", "", "fn main() {\n"},
};

void fill(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at; (at = text.find(from)) != std::string::npos;) text.replace(at, from.size(), to);
}

std::string programOf(const Dialect& dialect, const std::vector<Law>& laws) {
  const bool words = std::string(dialect.name) == "python";
  const auto flag = [&](bool value) {
    return value ? (words ? "True" : "true") : (words ? "False" : "false");
  };
  std::string code = dialect.head, calls = dialect.tail;
  const bool braces = *dialect.create == '{';
  for (size_t i = 0; i < laws.size(); ++i) {
    std::string part = dialect.before + lawSnippet(laws[i], dialect.name) + dialect.after,
                run = dialect.create;
    fill(run, "$Y", std::to_string(ground << laws[i].y.fraction));
    for (size_t n = 0; n < frames; ++n) {
      std::string call = std::string(dialect.call) + dialect.print;
      fill(call, "$D", flag(down(i, n)));
      fill(call, "$S", flag(n == 0));
      fill(call, "$X", std::to_string(5 * i));
      run += call;
    }
    if (braces) run += "}\n";
    fill(part, "$I", std::to_string(i));
    fill(run, "$I", std::to_string(i));
    code += part;
    calls += run;
  }
  const std::string name = dialect.name;
  return code + calls + (name == "csharp" ? "}}\n" : braces ? "}\n" : "");
}

class LawSnippets : public testing::TestWithParam<Dialect> {};

TEST_P(LawSnippets, GiveTheLawsRows) {
  const Dialect& dialect = GetParam();
  if (std::system((std::string("command -v ") + dialect.needs + " > /dev/null").c_str()) != 0)
    GTEST_SKIP() << "no " << dialect.needs;
  const std::vector<Law> laws = lawsOfAll();
  const tests::Folder folder;
  tests::writeText(folder / dialect.file, programOf(dialect, laws));
  const std::string shell = "cd " + folder.path.string() + " && { " + dialect.command + "; } > out 2> errors";
  ASSERT_EQ(std::system(shell.c_str()), 0) << tests::readText(folder / "errors").substr(0, 3000);
  EXPECT_EQ(tests::readText(folder / "out"), expected(laws));
}
INSTANTIATE_TEST_SUITE_P(Languages, LawSnippets, testing::ValuesIn(dialects),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(LawSnippet, OfAnUnknownLanguageIsRefused) { EXPECT_THROW(lawSnippet({}, "cobol"), std::runtime_error); }

}  // namespace
}  // namespace jumpscope::fit
