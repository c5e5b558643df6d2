// A spec with all files that it names. Shared by all threads of a sweep, and never changed by a run.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/sweep/candidates.h"
#include "src/sweep/expressions.h"
#include "src/sweep/spec.h"

namespace jumpscope::sweep {

// Where the files of a spec are.
struct Sources {
  std::filesystem::path folder;                    // of the spec
  std::vector<std::filesystem::path> rom_folders;  // to search for cartridges
  std::vector<std::string> lines;                  // of standard input
};

struct Plan {
  Plan(Spec spec, const Sources& sources);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  Spec spec;
  std::vector<std::filesystem::path> files;  // that were read
  std::shared_ptr<const console::Cartridge> cartridge;
  std::optional<std::vector<movie::FrameInput>>
      before;                               // from power-on to the start; nullopt: a state is the start
  std::unique_ptr<console::Console> start;  // as every run finds it
  std::unique_ptr<Expressions> expressions;
  std::unique_ptr<Candidates> candidates;
  std::vector<std::string> notes;  // for the user
  std::string id;                  // 40 hexadecimal digits: equal for sweeps with the same results

 private:
  void loadCartridge(const Sources& sources);
  std::vector<trace::Watch> watchesOf(const Sources& sources);
  void powerOn(const Sources& sources, const std::vector<trace::Watch>& watches);
  void runToStart(const movie::Player& player, uint64_t frames, bool limited,
                  const std::vector<trace::Watch>& watches);
  void loadState(const Sources& sources);
  std::string path(const Sources& sources, const std::string& name);
  InputSources inputs(const Sources& sources);
  std::string identity(const Sources& sources) const;
};

// The movie of a candidate from power-on to frame `frames` of its run. Throws std::runtime_error when the sweep does
// not start from power-on.
std::string movieOf(const Plan& plan, const Candidate& candidate, uint64_t frames);

}  // namespace jumpscope::sweep
