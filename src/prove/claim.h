// A claim to be proved, as a command line or a suite states it: which routine, and what it is held to.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/settings.h"
#include "src/prove/prover.h"
#include "src/prove/routine.h"
#include "src/trace/profile.h"

namespace jumpscope::prove {

struct ClaimOptions {
  std::shared_ptr<const console::Cartridge> cartridge;
  trace::Profile profile;
  std::string model;           // empty: the profile's
  physics::Settings settings;  // of the model's parameters beside a game
  std::vector<Run> runs;       // empty: the fixed exploration
  std::optional<uint16_t> routine;
  std::vector<std::string> assume;  // besides the profile's
  // Another cartridge, whose routine takes the place of the model.
  std::shared_ptr<const console::Cartridge> against;
  std::string against_name;
  std::vector<Run> against_runs;
  std::optional<uint16_t> against_routine;
  bool coverage = true;
  unsigned seconds = 60;
  uint64_t samples = 40'000;
};

// Finds the routine and asks. A claim can be proved, or a counterexample of it be run again.
class Claim {
 public:
  // Throws std::runtime_error with a sentence when there is no such routine or model, or an assumption is none.
  explicit Claim(const ClaimOptions& options);

  Proof prove() const { return prove::prove(question()); }
  // Tries a memory. nullopt: the routine does with it what it is held to.
  // Throws std::runtime_error, which `where` begins, when the assumptions leave this memory out.
  std::optional<Counterexample> attempt(const Memory& before, const Registers& registers,
                                        const std::string& where) const;
  // The same of a memory from which the routine is said never to end so: nullopt: it does.
  std::optional<Counterexample> attemptEnd(const Memory& before, const Registers& registers,
                                           const std::string& end, const std::string& where) const;

  const Routine& routine() const { return routine_; }
  const Specification& specification() const { return *specification_; }
  const std::vector<trace::Watch>& watches() const { return watches_; }
  bool againstRoutine() const { return other_ != nullptr; }

 private:
  Question question() const;
  void chooseModel(const ClaimOptions& options);
  void chooseRoutine(const ClaimOptions& options);

  Routine routine_;
  std::unique_ptr<Routine> other_;
  std::unique_ptr<Specification> specification_;
  std::vector<trace::Watch> watches_;
  std::vector<MemoryCondition> assumptions_;
  bool coverage_;
  unsigned seconds_;
  uint64_t samples_;
};

}  // namespace jumpscope::prove
