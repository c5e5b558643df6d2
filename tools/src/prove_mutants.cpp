// Is each mutant of the bundled cartridge's jump proved equal to the model, or refuted?
//
//   cmake --build build/release --target prove_mutants
//   build/release/prove_mutants [--threads N] [--every N] [--from N] [--diff] [TEXT...]
//
// TEXT: only mutants whose name contains one of the texts. --every N: only each N-th, from the one of --from on. --diff:
// ask the diff too whether a bundled movie tells the mutant from the original. Prints a line for each mutant that is
// neither proved nor refuted with a counterexample that the emulator confirms, and for each that is proved; with --diff
// also for those of which proof and diff say different things.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/support/mutant_proofs.h"
#include "tests/support/mutant_runs.h"

namespace {

using namespace jumpscope::tests;
using ProofVerdict = jumpscope::prove::Verdict;

struct Options {
  unsigned threads = 2;
  size_t every = 1, from = 0;
  bool diff = false;
  std::vector<std::string> texts;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const auto number = [&] { return i + 1 < argc ? static_cast<size_t>(std::atoi(argv[++i])) : size_t{0}; };
    if (word == "--threads")
      options.threads = static_cast<unsigned>(number());
    else if (word == "--every")
      options.every = std::max<size_t>(1, number());
    else if (word == "--from")
      options.from = number();
    else if (word == "--diff")
      options.diff = true;
    else
      options.texts.emplace_back(word);
  }
  return options;
}

bool wanted(const Options& options, const std::string& name) {
  if (options.texts.empty()) return true;
  for (const std::string& text : options.texts)
    if (name.find(text) != std::string::npos) return true;
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  const std::vector<Instruction> code = jumpRoutine(*jumplabCartridge());
  std::vector<Mutant> mutants;
  size_t number = 0;
  for (const Mutant& mutant : mutantsOf(code))
    if (wanted(options, mutant.name()) && number++ % options.every == options.from % options.every)
      mutants.push_back(mutant);
  std::vector<MutantProof> proofs(mutants.size());
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < mutants.size(); i = next++) {
      proofs[i] = proveMutant(mutants[i]);
      if (i % 100 == 99) std::fprintf(stderr, "%zu of %zu\n", i + 1, mutants.size());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  }
  size_t proved = 0, refuted = 0, neither = 0;
  double longest = 0, total = 0;
  for (size_t i = 0; i < mutants.size(); ++i) {
    const MutantProof& proof = proofs[i];
    total += proof.seconds;
    longest = std::max(longest, proof.seconds);
    const bool is_refuted = proof.verdict == ProofVerdict::Differs && proof.confirmed;
    if (proof.verdict == ProofVerdict::Proved) {
      ++proved;
      std::printf("proved in %.1f s: %s\n", proof.seconds, mutants[i].name().c_str());
    } else if (is_refuted) {
      ++refuted;
      if (proof.seconds > 5) std::printf("refuted in %.1f s: %s\n", proof.seconds, mutants[i].name().c_str());
    } else {
      ++neither;
      std::printf("neither in %.1f s: %s: %s\n", proof.seconds, mutants[i].name().c_str(),
                  proof.summary.c_str());
    }
  }
  if (options.diff) {
    const MutantRuns runs(code, bundledMovies(), options.threads);
    const auto verdicts = judgeAll(runs, mutants, options.threads, Effort::Quick);
    size_t both = 0;
    for (size_t i = 0; i < mutants.size(); ++i) {
      const bool found = verdicts[i].kind == Verdict::Kind::Found;
      const bool differs = proofs[i].verdict == ProofVerdict::Differs;
      if (found == differs)
        ++both;
      else
        std::printf("%s by the diff, %s: %s: %s\n", found ? "found" : "not found",
                    differs ? "refuted" : "proved", mutants[i].name().c_str(),
                    found ? verdicts[i].what.c_str() : proofs[i].summary.c_str());
    }
    std::printf("== diff and proof agree on %zu of %zu\n", both, mutants.size());
  }
  std::printf("== %zu mutants: %zu proved, %zu refuted, %zu neither; %.0f s, the longest %.1f s\n",
              mutants.size(), proved, refuted, neither, total, longest);
}
