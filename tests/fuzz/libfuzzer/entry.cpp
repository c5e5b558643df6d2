// The program for libFuzzer: `fuzz_readers --target=NAME [libFuzzer's options] [CORPUS…]`, or --list.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/target.h"

using namespace jumpscope;

static const fuzz::Target* chosen = nullptr;

// Options that begin with -- are not libFuzzer's, and it passes them on to the processes that it starts.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  constexpr std::string_view option = "--target=";
  for (int i = 1; i < *argc; ++i) {
    const std::string_view word = (*argv)[i];
    if (word == "--list") {
      for (const fuzz::Target& target : fuzz::targets())
        std::printf("%s %s\n", std::string(target.name).c_str(),
                    target.dictionary.empty() ? "-" : std::string(target.dictionary).c_str());
      std::exit(0);
    }
    if (word.starts_with(option)) chosen = fuzz::findTarget(word.substr(option.size()));
  }
  if (chosen) return 0;
  std::fprintf(stderr, "name a target with --target=NAME; --list lists them\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string problem = fuzz::problemOf(*chosen, {data, size});
  if (problem.empty()) return 0;
  std::fprintf(stderr, "%s: %s\n", std::string(chosen->name).c_str(), problem.c_str());
  std::abort();
}
