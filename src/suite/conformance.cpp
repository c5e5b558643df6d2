#include "src/suite/conformance.h"

#include <map>
#include <sstream>
#include <stdexcept>

#include "src/base/hash.h"
#include "src/base/printable.h"

namespace jumpscope::suite {

namespace {

constexpr int alignments = 4;

const char* word(Standing standing) {
  switch (standing) {
    case Standing::Passed:
      return "pass";
    case Standing::PassedElsewhere:
      return "pass at another alignment";
    case Standing::Failed:
      return "FAIL";
    case Standing::OptionalFailed:
      return "fails (optional)";
    case Standing::NotJudged:
      return "for eyes only";
    case Standing::NoBoard:
      return "no board";
    case Standing::Missing:
      return "no file";
  }
  return "";
}

bool counts(Standing standing) {
  return standing == Standing::Passed || standing == Standing::PassedElsewhere ||
         standing == Standing::Failed;
}

struct ProgramScore {
  int passed = 0, total = 0;
};

std::map<std::string, ProgramScore> suiteScores(const std::vector<Conformance>& results) {
  std::map<std::string, ProgramScore> suites;
  for (const Conformance& result : results) {
    if (!counts(result.standing)) continue;
    ProgramScore& suite = suites[result.test.suite];
    ++suite.total;
    suite.passed += result.standing != Standing::Failed;
  }
  return suites;
}

std::string sumLine(const Score& score) {
  std::ostringstream out;
  const int passed = score.passed + score.elsewhere;
  out << passed << " passed";
  if (score.elsewhere)
    out << " (" << score.elsewhere << " of them at another alignment or on another revision of the board)";
  out << ", " << score.failed << " failed";
  if (score.optional_failed) out << ", " << score.optional_failed << " optional not passed";
  if (score.not_judged) out << ", " << score.not_judged << " for eyes only";
  if (score.no_board) out << ", " << score.no_board << " without a board";
  if (score.missing) out << ", " << score.missing << " without a file";
  return out.str();
}

// Text that may stand in a cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string result;
  for (const char c : base::printable(text)) {
    if (c == '|') result += '\\';
    if (c == '<')
      result += "&lt;";
    else
      result += c;
  }
  return result;
}

// Where the header does not say which revision of a board it is, an optional program may have been made for another
// one than ours: NES 2.0 tells them apart by submapper.
void tryOtherRevisions(Conformance& result, const RomTest& test, const console::Cartridge& cartridge,
                       const console::Options& options, const std::string& log) {
  constexpr int submappers = 16;
  if (cartridge.format != mappers::Format::INes) return;
  for (int submapper = 1; submapper < submappers; ++submapper) {
    auto other = std::make_shared<console::Cartridge>(cartridge);
    other->submapper = submapper;
    const Verdict verdict = runRomTest(test, other, options, log);
    if (verdict.outcome != Outcome::Pass) continue;
    result.standing = Standing::PassedElsewhere;
    result.verdict = verdict;
    result.submapper = submapper;
    return;
  }
}

}  // namespace

Conformance conform(RomTest test, console::Options options, const FileSource& files) {
  Conformance result;
  result.alignment = options.alignment;
  const std::vector<uint8_t> file = files(test.path);
  if (file.empty()) {
    result.standing = Standing::Missing;
    result.test = std::move(test);
    return result;
  }
  if (!test.sha1.empty() && base::sha1Hex(file) != test.sha1)
    throw std::runtime_error(test.path + " has SHA-1 " + base::sha1Hex(file) + ", but the manifest lists " +
                             test.sha1 + ": use the file the manifest was made for");
  const auto cartridge = std::make_shared<const console::Cartridge>(console::parseCartridge(file, test.path));
  const mappers::BoardType* board = mappers::findBoard(cartridge->mapper);
  if (!board || !board->make) {
    result.standing = Standing::NoBoard;
    result.test = std::move(test);
    return result;
  }
  std::string log;
  if (!test.log_path.empty()) {
    const std::vector<uint8_t> bytes = files(test.log_path);
    log.assign(bytes.begin(), bytes.end());
  }
  if (!test.results_path.empty()) {
    const std::vector<uint8_t> bytes = files(test.results_path);
    test.results = parseResultBytes(std::string(bytes.begin(), bytes.end()), test.results_path);
  }
  result.verdict = runRomTest(test, cartridge, options, log);
  if (result.verdict.outcome == Outcome::Pass) result.standing = Standing::Passed;
  if (result.verdict.outcome == Outcome::NotJudged) result.standing = Standing::NotJudged;
  if (result.verdict.outcome == Outcome::Fail && test.optional) {
    result.standing = Standing::OptionalFailed;
    tryOtherRevisions(result, test, *cartridge, options, log);
  } else if (result.verdict.outcome == Outcome::Fail) {
    result.standing = Standing::Failed;
    for (int i = 1; i < alignments && result.standing == Standing::Failed; ++i) {
      console::Options other = options;
      other.alignment = (options.alignment + i) % alignments;
      if (runRomTest(test, cartridge, other, log).outcome != Outcome::Pass) continue;
      result.standing = Standing::PassedElsewhere;
      result.alignment = other.alignment;
    }
  }
  result.test = std::move(test);
  return result;
}

Score scoreOf(const std::vector<Conformance>& results) {
  Score score;
  for (const Conformance& result : results) {
    switch (result.standing) {
      case Standing::Passed:
        ++score.passed;
        break;
      case Standing::PassedElsewhere:
        ++score.elsewhere;
        break;
      case Standing::Failed:
        ++score.failed;
        break;
      case Standing::OptionalFailed:
        ++score.optional_failed;
        break;
      case Standing::NotJudged:
        ++score.not_judged;
        break;
      case Standing::NoBoard:
        ++score.no_board;
        break;
      case Standing::Missing:
        ++score.missing;
        break;
    }
  }
  return score;
}

std::string standingText(const Conformance& result) {
  if (result.submapper != 0)
    return "pass as mapper " + std::to_string(result.test.mapper) + "." + std::to_string(result.submapper);
  if (result.standing == Standing::PassedElsewhere)
    return "pass at alignment " + std::to_string(result.alignment);
  if (result.standing == Standing::NoBoard) return "no board: mapper " + std::to_string(result.test.mapper);
  return word(result.standing);
}

std::string conformanceText(const std::vector<Conformance>& results) {
  std::ostringstream out;
  for (const Conformance& result : results) {
    if (result.standing == Standing::Passed) continue;
    out << base::printable(result.test.path) << ": " << standingText(result);
    if (!result.verdict.detail.empty()) out << " (" << base::printable(result.verdict.detail) << ")";
    out << "\n";
    for (const auto& [name, why] : result.verdict.parts)
      out << "  " << base::printable(name) << ": " << base::printable(why) << "\n";
  }
  for (const auto& [name, suite] : suiteScores(results))
    out << name << ": " << suite.passed << "/" << suite.total << "\n";
  out << sumLine(scoreOf(results)) << "\n";
  return out.str();
}

std::string conformancePage(const std::vector<Conformance>& results, int alignment) {
  std::ostringstream out;
  out << "# How accurate jumpscope is\n\n"
         "Generated by `tools/conformance`; CI fails if a verdict changes. Every program runs from "
         "power-on at CPU/PPU clock\n"
         "alignment "
      << alignment
      << " (the default). On hardware the alignment is random; a program that fails there and passes at "
         "another one is listed\n"
         "as such.\n\n"
      << sumLine(scoreOf(results)) << ".\n\n";
  for (const Conformance& result : results) {
    if (result.test.convention != Convention::AccuracyCoin || result.standing == Standing::Missing) continue;
    out << "## AccuracyCoin\n\n"
           "| emulator | passed |\n|---|---|\n| **jumpscope** | **"
        << result.verdict.passed << " of " << result.verdict.total
        << "** |\n| TriCNES | 141 |\n| jsnes 3 | 132 |\n| Mesen2 | 125 |\n| Mesen | 108 |\n| Nestopia | 99 "
           "|\n| FCEUmm | 86 |\n"
           "| QuickNES | 85 |\n\nThe other emulators were measured with the same file in 2026.\n\n";
    for (const auto& [name, why] : result.verdict.parts)
      out << "- " << cell(name) << ": " << cell(why) << "\n";
  }
  out << "## Suites\n\n| suite | passed |\n|---|---|\n";
  for (const auto& [name, suite] : suiteScores(results))
    out << "| " << cell(name) << " | " << suite.passed << " of " << suite.total << " |\n";
  out << "\n## Programs\n\n| program | verdict | result |\n|---|---|---|\n";
  for (const Conformance& result : results)
    out << "| " << cell(result.test.path) << " | " << standingText(result) << " | "
        << cell(result.verdict.detail) << " |\n";
  return out.str();
}

}  // namespace jumpscope::suite
