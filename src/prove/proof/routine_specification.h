// Another routine as what a routine is held to: the same bytes from the same memory and registers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/prove/proof/replay.h"
#include "src/prove/proof/specification.h"
#include "src/prove/routine/routine.h"

namespace jumpscope::prove {

class RoutineSpecification final : public Specification {
 public:
  // The routine is entered as `judged` is. Precondition: both outlive it, and all entries of each have one program.
  RoutineSpecification(const Routine& routine, const Routine& judged, std::string name,
                       std::vector<trace::Watch> compared);

  std::string name() const override { return name_; }
  const std::vector<trace::Watch>& compared() const override { return compared_; }
  // The compared bytes themselves: what else the routine looks at is not known beforehand.
  std::vector<uint16_t> state() const override;
  bool asksForPad() const override { return false; }
  Allowed allowed(Terms& terms, Solver* solver, const SymbolicPeek& before, const Symbolic<uint8_t>& pad,
                  const Judged& judged) const override;
  std::vector<Assumption> assumptions() const override;
  std::vector<KnownEnd> allowed(const Memory& before, const Registers& registers, uint8_t pad) const override;
  std::vector<KnownEnd> allowedInEmulator(const Memory& before, const Registers& registers,
                                          uint8_t pad) const override;

 private:
  const Routine& routine_;
  const Routine& judged_;
  std::string name_;
  std::vector<trace::Watch> compared_;
  mutable std::unique_ptr<Replayer> replayer_;
};

}  // namespace jumpscope::prove
