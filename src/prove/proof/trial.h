// Counterexamples on trial: memories with which the routine is run, to see whether it keeps to its specification.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "src/prove/machine/concrete.h"
#include "src/prove/proof/prover.h"
#include "src/prove/proof/replay.h"

namespace jumpscope::prove {

class Trial {
 public:
  explicit Trial(const Question& question);

  // Why the assumptions leave this memory out, as a sentence without a full stop; empty: they do not. What is assumed of
  // stores is not asked.
  std::string refusal(const Memory& before) const;
  // Where a memory comes from. It says if what is assumed of stores still has to be looked at.
  enum class Origin : uint8_t { Sample, Solver, File };
  // The counterexample that this memory is, if it is one: the emulator has confirmed it.
  std::optional<Counterexample> attempt(const Memory& before, const Registers& registers, Origin origin);
  // Of a memory from which `end` should be reached and never is.
  Counterexample unreached(const Memory& before, const Registers& registers, const std::string& end);
  // Tries the traced frames, then as many memories near them.
  std::optional<Counterexample> search(uint64_t samples);

  // What is assumed of an instruction that stores through an index or a pointer: that it does not reach the compared
  // bytes, unless the address that it names is one of them, or it was seen to write one or the stack. The same of the
  // bytes that decide what is allowed.
  struct Spared {
    std::vector<uint16_t> bytes;  // ascending; empty: nothing is assumed
    bool state = false;           // they contain those that decide
    bool executed = false;        // in a traced frame
  };
  const Spared& sparedBy(uint16_t pc) const;
  // What is not the routine's to judge, of an attempt that would have been a counterexample otherwise; empty: there was
  // none (Specification::doneByOthers).
  const std::string& doneByOthers() const { return done_by_others_; }
  // True if the routine has to return to its caller: it did so in the traced frames.
  bool mustComeBack() const { return must_come_back_; }
  uint64_t tried() const { return tried_; }
  uint8_t padOf(const Memory& memory) const;

 private:
  std::vector<KnownEnd> allowed(const Memory& before, const Registers& registers,
                                bool in_emulator = false) const;
  bool confirm(Counterexample& found);
  std::string othersIn(const Memory& before, const Memory& after) const;
  std::string strayed(const Memory& before, const Registers& registers, uint16_t pc, uint8_t s) const;
  bool alwaysCameBack() const;
  bool asksEmulator(Origin origin);
  bool breaksStoreAssumption(const Memory& before, const Registers& registers) const;
  Spared findSpared(uint16_t pc) const;
  bool runsUnknownCode(const Concrete& result) const;
  Memory sample(const Entry& entry);
  uint8_t unusual(uint8_t byte);
  void noteWhenSeen(Counterexample& found) const;
  void sortByLikeness(Counterexample& found) const;

  const Question& question_;
  std::vector<uint16_t> state_;                // bytes of the specification's state
  std::vector<uint16_t> compared_;             // bytes
  mutable std::map<uint16_t, Spared> spared_;  // by instruction
  Replayer replayer_;
  bool must_come_back_;
  std::mt19937_64 random_{1};
  std::string done_by_others_;
  uint64_t tried_ = 0, asked_emulator_ = 0, unconfirmed_ = 0, instructions_ = 0;
};

}  // namespace jumpscope::prove
