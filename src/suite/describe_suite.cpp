#include "src/suite/describe_suite.h"

#include "src/base/words.h"

namespace jumpscope::suite {
namespace {

std::string subjectOf(const SuiteCase& one) {
  if (!one.trace.empty()) return "trace " + one.trace;
  return one.rom.file.empty() ? "cartridge " + one.rom.sha1 : "cartridge " + one.rom.file;
}

std::string expectedOf(const Expectation& expect) {
  std::string text;
  const auto add = [&](bool holds, const std::string& what) {
    if (holds) text.append(text.empty() ? "" : ", ").append(what);
  };
  add(expect.model.has_value(), "model");
  if (expect.engine) add(true, "engine " + base::joined(expect.engine->words, " "));
  add(!expect.golden.empty(), "golden " + expect.golden);
  add(expect.wantsJumps(), "jumps");
  add(!expect.memory.empty(), "ram");
  add(expect.wantsPicture(), "picture");
  add(expect.proof.has_value(), "proved");
  return text;
}

}  // namespace

base::Facts describeSuite(const Suite& suite) {
  base::Facts facts{{"suite", suite.name}, {"cases", std::to_string(suite.cases.size())}};
  for (const SuiteCase& one : suite.cases)
    facts.emplace_back("case", one.name + ": " + subjectOf(one) + "; " + expectedOf(one.expect));
  return facts;
}

}  // namespace jumpscope::suite
