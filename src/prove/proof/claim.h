// A claim to be proved, as a command line or a suite states it: which routine, and what it is held to.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/settings.h"
#include "src/prove/proof/prover.h"
#include "src/prove/routine/routine.h"
#include "src/prove/routine/ways.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

struct ClaimOptions {
  std::shared_ptr<const console::Cartridge> cartridge;
  trace::Profile profile;
  std::string model;           // empty: the profile's
  physics::Settings settings;  // of the model's parameters beside a game
  std::vector<Run> runs;       // empty: the fixed exploration
  std::optional<uint16_t> routine;
  std::string command = {};         // Search::command
  std::vector<std::string> assume;  // besides the profile's
  // Another cartridge, whose routine takes the place of the model.
  std::shared_ptr<const console::Cartridge> against;
  std::string against_name;
  std::vector<Run> against_runs;
  std::optional<uint16_t> against_routine;
  bool coverage = true;
  unsigned seconds = 60;             // of each question to the solver
  std::chrono::seconds budget{300};  // of prove(), in all
  uint64_t samples = 40'000;
  std::function<void(const std::string& stage)> progress = {};
};

// Finds the routine and asks. A claim can be proved, or a counterexample of it be run again.
class Claim {
 public:
  // Throws std::runtime_error with a sentence when there is no such routine or model, or an assumption is none.
  explicit Claim(const ClaimOptions& options);

  Proof prove() const;
  // Tries a memory. nullopt: the routine does with it what it is held to.
  // Throws std::runtime_error, which `where` begins, when the assumptions leave this memory out.
  std::optional<Counterexample> attempt(size_t way, const Memory& before, const Registers& registers,
                                        const std::string& where) const;
  // The same of a memory from which the routine is said never to end so: nullopt: it does.
  std::optional<Counterexample> attemptEnd(size_t way, const Memory& before, const Registers& registers,
                                           const std::string& end, const std::string& where) const;

  // The routine as it is entered in each way, the most frequent one first.
  const std::vector<Routine>& ways() const { return ways_; }
  const Routine& routine(size_t way = 0) const { return ways_.at(way); }
  // Executions that were traced: all, and those that were kept, which show whatever any of them has shown.
  uint64_t calls() const { return std::max(calls_, frames()); }
  uint64_t frames() const;
  const Specification& specification(size_t way = 0) const {
    return *specifications_.at(specifications_.size() == 1 ? 0 : way);
  }
  const std::vector<trace::Watch>& watches() const { return watches_; }
  bool againstRoutine() const { return !others_.empty(); }

 private:
  Question question(size_t way, Moment deadline = Moment::max()) const;
  void chooseModel(const ClaimOptions& options, const Routine& routine);
  void chooseRoutine(const ClaimOptions& options);
  const Routine& otherFor(const Routine& way, const std::string& name) const;

  uint64_t calls_ = 0;
  std::vector<Routine> ways_;
  std::vector<Routine> others_;  // of the other cartridge, one for each program
  std::vector<std::unique_ptr<Specification>> specifications_;  // one for each way, or for all
  std::vector<trace::Watch> watches_;
  std::vector<MemoryCondition> assumptions_;
  bool coverage_;
  unsigned seconds_;
  std::chrono::seconds budget_;
  uint64_t samples_;
  std::function<void(const std::string& stage)> progress_;
};

}  // namespace jumpscope::prove
