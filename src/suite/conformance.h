// The table of test programs: which pass, at which alignment, and the score of every suite.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/suite/rom_test.h"

namespace jumpscope::suite {

enum class Standing : uint8_t {
  Passed,
  PassedElsewhere,  // not at the alignment asked for or on our revision of the board, but on another one
  Failed,
  OptionalFailed,  // one console's analogue state; does not count
  NotJudged,       // for eyes only
  NoBoard,         // a mapper we have no board for
  Missing,         // no such file
};

struct Conformance {
  RomTest test;
  Standing standing = Standing::Failed;
  int alignment = 0;  // at which it passed
  int submapper = 0;  // on which it passed, when not on the one of the header
  Verdict verdict;    // at the alignment asked for
};

// Gives a file's bytes by its path in the manifest; empty when there is none.
using FileSource = std::function<std::vector<uint8_t>(const std::string& path)>;

// Runs one test. When it fails at options.alignment and is not optional, the other alignments are tried; when it is
// optional and the header does not say which revision of a board there is, the other revisions.
// A file whose SHA-1 is not the manifest's throws std::runtime_error.
Conformance conform(RomTest test, console::Options options, const FileSource& files);

struct Score {
  int passed = 0, elsewhere = 0, failed = 0, not_judged = 0, no_board = 0, missing = 0, optional_failed = 0;
};
Score scoreOf(const std::vector<Conformance>& results);

// "pass at alignment 2", "pass as mapper 4.4", "no board: mapper 90"
std::string standingText(const Conformance& result);
// As text: a line for each test that did not simply pass, a line for each suite, then the sum.
std::string conformanceText(const std::vector<Conformance>& results);
// The page docs/ACCURACY.md: sums, AccuracyCoin beside its peers, a line per suite and per test.
std::string conformancePage(const std::vector<Conformance>& results, int alignment);

}  // namespace jumpscope::suite
