// Which mutants of the bundled cartridge's jump does the diff find in the bundled movies?
//
//   cmake --build build/release --target mutants
//   build/release/mutants [--threads N] [--every N] [--quick] [TEXT...]
//
// TEXT: only mutants whose name contains one of the texts, such as '$827A' or 'LDA #$01 -> LDA #$02'.
// --every N: only each N-th of them. --quick: look only at the 120 frames after a mutant's trace has come off
// the original's, and not at the rest of the movie. For a few mutants the first difference of those that are found is shown.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/mutant_runs.h"

int main(int argc, char** argv) {
  using namespace jumpscope::tests;
  unsigned threads = 2;
  size_t every = 1;
  Effort effort = Effort::Whole;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--threads" && i + 1 < argc)
      threads = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (word == "--every" && i + 1 < argc)
      every = static_cast<size_t>(std::max(1, std::atoi(argv[++i])));
    else if (word == "--quick")
      effort = Effort::Quick;
    else
      wanted.emplace_back(word);
  }
  const std::vector<Instruction> code = jumpRoutine(*jumplabCartridge());
  std::vector<Mutant> mutants;
  size_t number = 0;
  for (const Mutant& mutant : mutantsOf(code)) {
    bool named = wanted.empty();
    for (const std::string& text : wanted) named = named || mutant.name().find(text) != std::string::npos;
    if (named && number++ % every == 0) mutants.push_back(mutant);
  }
  const MutantRuns runs(code);
  const std::vector<Verdict> verdicts = judgeAll(runs, mutants, threads, effort, [&](size_t judged) {
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
