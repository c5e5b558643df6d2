#include <chrono>

#include "src/engine/protocol.h"
#include "tests/engine/support.h"

namespace jumpscope {
namespace {

using tests::errorOf;
using tests::shell;

const engine::Hello hello{{{"y", "px"}, {"speed", "1/256 px"}}, {0, 1}, {{"gravity", "0.3"}}};

engine::Plan planOf(const engine::Ready& ready, size_t frames) {
  engine::Plan plan;
  plan.computes = ready.computes;
  plan.addSeed(9, 0, std::vector<double>(ready.computes.size(), 1.5));
  for (size_t n = 0; n < frames; ++n) plan.addFrame(10 + n, 1, {});
  return plan;
}

// What is wrong with an engine that answers three frames with this script's lines after its "ready".
std::string faultOf(const std::string& answers, double timeout = 20) {
  return errorOf([&] {
    const engine::Engine engine =
        shell("read a; read b; read c; read d; echo ready computes=y; read e; read f; " + answers, timeout);
    const engine::Ready ready = engine.begin(hello);
    engine.run(planOf(ready, 3));
  });
}

struct EngineProgram : tests::NoSigpipe {};

TEST_F(EngineProgram, IsToldTheVersionTheVariablesAndTheConstantsOnce) {
  const engine::Engine engine = shell(
      "read a; read b; read c; read d; echo \"$a / $b / $c / $d\" >&2; echo ready; read e; read f; echo \"$e "
      "/ $f\" >&2; exit 3");
  const std::string error = errorOf([&] { engine.run(planOf(engine.begin(hello), 1)); });
  EXPECT_NE(error.find("jumpscope version=1 / variables y=px speed=1/256_px / set gravity=0.3 / begin"),
            error.npos)
      << error;
  EXPECT_NE(error.find("seed buttons=0 y=1.5 speed=1.5 / frame buttons=1"), error.npos) << error;
}

TEST_F(EngineProgram, AnswersInWordsOrInJsonWithAnyLineEnd) {
  const engine::Engine engine = shell(
      R"(read a; read b; read c; read d; printf '\357\273\277ready computes=y,speed\r\n'; read e; read f; printf 'y=1 speed=-2.5\r\n{"speed":7,"y":0.25}\nspeed=1e1  y=+3')");
  const engine::Ready ready = engine.begin(hello);
  EXPECT_EQ(engine.run(planOf(ready, 3)), (std::vector<double>{1, -2.5, 0.25, 7, 3, 10}));
}

TEST_F(EngineProgram, ABannerBeforeReadyIsNoAnswer) {
  const engine::Engine engine =
      shell("echo Some Runtime v4; echo; echo ready computes=y; sed -n 's/frame.*/y=1/p'");
  EXPECT_EQ(engine.run(planOf(engine.begin(hello), 1)), std::vector<double>{1});
}

TEST_F(EngineProgram, WhatItDoesWrongIsOneSentence) {
  const std::vector<std::pair<std::string, std::string>> faults{
      {"echo y=1; echo oh no >&2; exit 3",
       "ended with status 3 before it answered frame 11; the last it said: oh no"},
      {"kill -SEGV $$", "was ended by signal 11 (Segmentation fault) before it answered frame 10"},
      {"exec 1>&-; sleep 60", "closed its standard output before it answered frame 10"},
      {"echo position 5",
       "answered 'position 5' to frame 10, which is wrong: the line is not y=NUMBER; messages"},
      {"echo y=1; echo y=nan",
       "answered 'y=nan' to frame 11, which is wrong: the line y is no finite number"},
      {"echo y=-inf", "y is no finite number"},
      {"echo '{\"y\":null}'", "y is no finite number"},
      {"echo '{\"y\":\"1\"}'", "y is '\"1\"'; expected a number"},
      {"echo '{\"y\":1'", "is no JSON object in one line"},
      {"echo y=1,5", "with a decimal point"},
      {"echo y=0x10", "expected a number such as 176.5"},
      {"echo y=+-1", "expected a number such as 176.5"},
      {"echo y=1e300", "y is no finite number|values must lie within 2^29"},
      {"echo y=1e999", "y is no finite number"},
      {"echo z=1", "names 'z', which it did not announce; expected y"},
      {"echo y=1 y=2", "names y twice"},
      {"echo", "the line is empty"},
      {"for i in 1 2 3 4; do echo y=1; done", "without being asked"},
      {"for i in 1 2 3; do echo y=1; done; exit 1", "ended with status 1 after its last answer"},
      {"printf 'y\\000=\\0001\\000\\n\\000'", "UTF-16 or in binary"},
      {"head -c 1000000 /dev/zero | tr '\\0' a; sleep 60", "bytes without a line end"},
      {"printf '\\033[31mred\\n'", "answered '\\x1B[31mred'"},
  };
  for (const auto& [script, sentence] : faults) {
    const std::string error = faultOf(script);
    const size_t bar = sentence.find('|');
    EXPECT_TRUE(error.find(sentence.substr(0, bar)) != error.npos ||
                (bar != sentence.npos && error.find(sentence.substr(bar + 1)) != error.npos))
        << script << ": " << error;
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
}

TEST_F(EngineProgram, OneThatHangsIsKilledInTime) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(faultOf("sleep 60", 0.2).find("did not answer within 0.2 s; frame 10 was awaited"),
            std::string::npos);
  EXPECT_NE(errorOf([] { shell("sleep 60", 0.02).begin(hello); }).find("'ready' was awaited"),
            std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST_F(EngineProgram, WhatIsSaidBeforeTheFirstFrameIsChecked) {
  const std::vector<std::pair<std::string, std::string>> faults{
      {"echo ready computes=height", "names 'height', which is not watched"},
      {"echo ready computes=y,y", "names 'y' twice"},
      {"echo ready computes=y reads=y", "computes and reads y"},
      {"echo ready version=2", "is of version '2' of the protocol; expected 1"},
      {"echo ready please", "has the word 'please'"},
      {"printf 'ready\\ny=1 speed=1\\n'", "without being asked"},
      {"yes", "but not 'ready'"},
      {"exit 0", "ended with status 0 before it was 'ready'"},
  };
  for (const auto& fault : faults) {  // clang++ 14 lets no lambda have parts of a binding
    const std::string error = errorOf([&] { shell(fault.first).begin(hello); });
    EXPECT_NE(error.find(fault.second), error.npos) << fault.first << ": " << error;
  }
  EXPECT_NE(errorOf([] {
              tests::program({"./no-such-engine"}).begin(hello);
            }).find("the engine './no-such-engine' could not be started: No such file or directory"),
            std::string::npos);
}

// A line counts as an answer, a byte does not.
TEST_F(EngineProgram, OneThatDribblesIsKilledInTime) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_NE(faultOf("while :; do printf a; sleep 0.02; done", 0.3).find("did not answer within 0.3 s"),
            std::string::npos);
  EXPECT_NE(errorOf([] {
              shell("while :; do printf a; sleep 0.02; done", 0.03).begin(hello);
            }).find("did not answer within 0.3 s"),
            std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

// All of its answers are there: it has a moment to end, whatever it or its children do.
TEST_F(EngineProgram, OneThatChattersAfterItsLastAnswerIsKilledInTime) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(faultOf("trap '' TERM INT; for i in 1 2 3; do echo y=1; done; yes >&2", 0.5), "");
  EXPECT_EQ(faultOf("for i in 1 2 3; do echo y=1; done; setsid sh -c 'yes >&2 & sleep 1; kill $!' >&- &"),
            "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

TEST_F(EngineProgram, ManyErrorsAreShownAsFarAsAPersonReads) {
  size_t shown = 0;
  std::string last;
  engine::Command command{{"/bin/sh", "-c",
                           "read a; read b; read c; read d; seq 1 200000 >&2; echo ready computes=y; read e; "
                           "read f; echo y=1; echo bye >&2"},
                          "",
                          20,
                          [&](const std::string& line) { ++shown, last = line; }};
  const engine::Engine engine = engine::programEngine(command);
  EXPECT_EQ(engine.run(planOf(engine.begin(hello), 1)), std::vector<double>{1});
  EXPECT_EQ(shown, 101U);
  EXPECT_EQ(last, "(further lines are left out)");
}

// Its input ends although another engine, started a moment later, lives on.
TEST_F(EngineProgram, NoOtherEngineHoldsItsInputOpen) {
  const auto start = [] { return shell("echo ready computes=y; sed -n 's/frame.*/y=1/p'"); };
  const engine::Engine first = start(), second = start();
  const engine::Ready ready = first.begin(hello);
  second.begin(hello);
  EXPECT_EQ(first.run(planOf(ready, 2)), (std::vector<double>{1, 1}));
}

TEST_F(EngineProgram, ALastLineMayEndInTheMidstOfItsEnd) {
  EXPECT_EQ(faultOf("printf 'y=1\n  {\"y\":1}\n\ty=1\r'"), "");
}

TEST_F(EngineProgram, ThatReadsNothingDoesNotBlockALongPlan) {
  const engine::Engine engine = shell("echo ready computes=y; exec 0<&-; yes y=1 | head -n 20000");
  const engine::Ready ready = engine.begin(hello);
  EXPECT_EQ(errorOf([&] { engine.run(planOf(ready, 20000)); }).find("did not answer"), std::string::npos);
}

TEST(EngineCommand, IsSplitAsAShellDoes) {
  using engine::splitCommand;
  EXPECT_EQ(splitCommand("dotnet run --project '../My Game'"),
            (std::vector<std::string>{"dotnet", "run", "--project", "../My Game"}));
  EXPECT_EQ(splitCommand(R"(a\ b "c \"d" '' e'f'g)"), (std::vector<std::string>{"a b", "c \"d", "", "efg"}));
  EXPECT_NE(errorOf([] { splitCommand("a 'b"); }).find("without its end"), std::string::npos);
  EXPECT_NE(errorOf([] { splitCommand("  "); }).find("is empty"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope
