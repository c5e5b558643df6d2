// The solver: it finds inputs for which terms hold at once, or says that there are none.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "src/prove/terms/term.h"

namespace jumpscope::prove {

// Thrown by every check of a solver that was told to give up.
class GivenUp final : public std::exception {
 public:
  const char* what() const noexcept override { return "the solver was told to give up"; }
};

class Solver {
 public:
  enum class Answer : uint8_t {
    Yes,
    No,
    Unknown,  // time is up
  };

  virtual ~Solver() = default;
  // Yes: there are inputs for which all of these terms of width 1 hold at once. Throws std::runtime_error with Z3's words when it fails.
  Answer check(std::span<const Term> all_of);
  // From any thread: a check that runs, and every later one, throws GivenUp.
  void giveUp() noexcept;
  // Inputs for which they hold, after Yes.
  virtual const Assignment& assignment() const = 0;
  // Of one check; 0: none.
  virtual void setTimeLimit(unsigned milliseconds) = 0;

 private:
  // The module has a C++ runtime of its own, so that exceptions do not leave it. Nothing: Z3 failed.
  virtual std::optional<Answer> ask(std::span<const Term> all_of) noexcept = 0;
  virtual const std::string& failure() const = 0;
  // From any thread: ends ask() soon, if it runs.
  virtual void interrupt() noexcept = 0;

  std::atomic<bool> given_up_ = false;
};

// The solver stands in a module beside the program, with Z3. Throws std::runtime_error with a sentence when the
// module or Z3 is not there. Precondition: `terms` outlives it.
std::unique_ptr<Solver> loadSolver(const Terms& terms);

// What the module exports, as "jumpscope_solver_3". nullptr: Z3 failed.
using MakeSolver = Solver* (*)(const Terms& terms) noexcept;

}  // namespace jumpscope::prove
