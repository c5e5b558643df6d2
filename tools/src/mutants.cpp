// Which mutants of the bundled cartridge's jump does the diff find in the bundled movies?
//
//   cmake --build build/release --target mutants
//   build/release/mutants [--threads N] [--every N] [--quick] [--again FILE] [TEXT...]
//
// TEXT: only mutants whose name contains one of the texts, such as '$827A' or 'LDA #$01 -> LDA #$02'.
// --again FILE: only those that are missed in FILE, which this program has printed. --every N: only each N-th.
// --quick: look only at the 120 frames after a mutant's trace has come off the original's, and not at the rest
// of the movie. For a few mutants the first difference of those that are found is shown.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/mutant_runs.h"

namespace {

using namespace jumpscope::tests;

struct Options {
  unsigned threads = 2;
  size_t every = 1;
  Effort effort = Effort::Whole;
  std::vector<std::string> texts;
  std::set<std::string> names;
};

// The names at the beginning of the lines that say what is missed.
std::set<std::string> missedIn(const char* path) {
  std::set<std::string> names;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (const size_t end = line.find(", movie "); line.starts_with("$") && end != std::string::npos)
      names.insert(line.substr(0, end));
  return names;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool more = i + 1 < argc;
    if (word == "--threads" && more)
      options.threads = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--every" && more)
      options.every = static_cast<size_t>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--again" && more)
      options.names = missedIn(argv[++i]);
    else if (word == "--quick")
      options.effort = Effort::Quick;
    else
      options.texts.emplace_back(word);
  }
  return options;
}

bool wanted(const Options& options, const std::string& name) {
  if (!options.names.empty() && !options.names.contains(name)) return false;
  return options.texts.empty() ||
         std::any_of(options.texts.begin(), options.texts.end(),
                     [&](const std::string& text) { return name.find(text) != std::string::npos; });
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::vector<Instruction> code = jumpRoutine(*jumplabCartridge());
  std::vector<Mutant> mutants;
  size_t number = 0;
  for (const Mutant& mutant : mutantsOf(code))
    if (wanted(options, mutant.name()) && number++ % options.every == 0) mutants.push_back(mutant);
  const MutantRuns runs(code, bundledMovies(), options.threads);
  const std::vector<Verdict> verdicts =
      judgeAll(runs, mutants, options.threads, options.effort, [&](size_t judged) {
        if (judged % 500 == 0) std::fprintf(stderr, "%zu of %zu\n", judged, mutants.size());
      });
  constexpr size_t few = 100;
  if (mutants.size() <= few)
    for (size_t i = 0; i < mutants.size(); ++i)
      if (verdicts[i].kind == Verdict::Kind::Found)
        std::printf("found: %s, movie %s, %s\n", mutants[i].name().c_str(), verdicts[i].movie.c_str(),
                    verdicts[i].what.c_str());
  std::fputs(reportOf(mutants, verdicts).c_str(), stdout);
}
