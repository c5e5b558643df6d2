// Asks for all memories and buttons if a routine does what its specification allows: proved, or refuted by one of
// them, which is run in the emulator before it is reported.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/prove/proof/budget.h"
#include "src/prove/proof/condition.h"
#include "src/prove/proof/specification.h"
#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

uint8_t padIn(const Memory& memory, const PadByte& pad);
void putPad(Memory& memory, const PadByte& pad, uint8_t buttons);

struct Question {
  const Routine& routine;
  const Specification& specification;
  std::vector<MemoryCondition> assumptions;
  std::optional<PadByte> pad;  // nullopt: the specification may assume any buttons
  bool coverage = true;        // every demanded end must be reached
  unsigned seconds = 60;       // of each question to the solver
  uint64_t samples = 40'000;   // tried before the solver is asked
  Moment deadline = Moment::max();
  std::function<void(const std::string& stage)> progress = {};  // told what is being done
};

struct Counterexample {
  enum class Kind : uint8_t {
    Differs,        // the routine leaves values that no allowed end has
    DoesNotReturn,  // or jams
    NeverEndsSo,    // an end that is allowed is not reached from this state, whatever else memory holds
  } kind = Kind::Differs;
  Memory before;
  Registers registers;
  uint8_t pad = 0;
  std::string problem;            // DoesNotReturn: "jams at $8123"
  std::string end;                // NeverEndsSo: its name
  std::vector<int64_t> routine;   // raw, of Specification::compared(); of a routine that returned
  std::vector<KnownEnd> allowed;  // the nearest first; NeverEndsSo: the one that is not reached
  bool confirmed = false;         // the emulator leaves the same values
  std::optional<uint64_t> seen;   // the traced frame with these very state bytes, if there is one
  size_t way = 0;                 // index of Claim::ways()
};

enum class Verdict : uint8_t { Proved, Differs, Open };

// What the routine makes of a contact that the specification merely permits.
struct ContactSeen {
  physics::WorldContact contact = physics::WorldContact::None;
  bool made = false;    // from some state; true if that is not known
  bool missed = false;  // from some state where it may come it does not; true if that is not known
};

struct Proof {
  Verdict verdict = Verdict::Open;
  std::string why_open;  // a sentence
  std::vector<Assumption> assumptions;
  std::vector<ContactSeen> contacts;
  bool coverage = true;  // as asked
  std::optional<Counterexample> counterexample;
  // Ways through both; the routine's are combinations of so many forks, which are merged where they meet.
  uint64_t routine_paths = 0, model_paths = 0, forks = 0;
  uint64_t samples = 0, solver_calls = 0;
  std::vector<std::string> notes;
};

// Throws std::runtime_error where the assumptions contradict each other, or no counterexample can be tried.
Proof prove(const Question& question);

}  // namespace jumpscope::prove
