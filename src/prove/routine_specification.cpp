#include "src/prove/routine_specification.h"

#include <set>

#include "src/prove/concrete.h"
#include "src/prove/routine_terms.h"

namespace jumpscope::prove {

RoutineSpecification::RoutineSpecification(const Routine& routine, std::string name,
                                           std::vector<trace::Watch> compared)
    : routine_(routine), name_(std::move(name)), compared_(std::move(compared)) {}

std::vector<uint16_t> RoutineSpecification::state() const {
  std::set<uint16_t> bytes;
  for (const trace::Watch& watch : compared_) bytes.insert(watch.addresses.begin(), watch.addresses.end());
  return {bytes.begin(), bytes.end()};
}

Allowed RoutineSpecification::allowed(Terms& terms, Solver* solver, const SymbolicPeek&,
                                      const Symbolic<uint8_t>&) const {
  MachineOptions options;
  options.solver = solver;
  Allowed allowed;
  const Execution execution = executeRoutine(terms, routine_, options);
  for (const Exit& exit : execution.exits) allowed.paths += exit.paths;
  Outcome outcome = outcomeOf(terms, execution, compared_);
  if (!outcome.after.empty()) allowed.ends.push_back({"", false, outcome.returned, std::move(outcome.after)});
  allowed.registers = {execution.a, execution.x, execution.y, execution.p};
  allowed.chip_reads = execution.chip_reads;
  return allowed;
}

std::vector<KnownEnd> RoutineSpecification::allowed(const Memory& before, const Registers& registers,
                                                    uint8_t) const {
  Memory after = before;
  const Concrete result = runConcrete(routine_.program(), routine_.address, after, registers);
  if (!result.returned()) return {};
  return {{"", valuesIn(after, compared_)}};
}

std::vector<KnownEnd> RoutineSpecification::allowedInEmulator(const Memory& before,
                                                              const Registers& registers, uint8_t) const {
  if (!replayer_) replayer_ = std::make_unique<Replayer>(routine_);
  const Replayed result = replayer_->replay(before, registers);
  if (!result.returned) return {};
  return {{"", valuesIn(result.memory, compared_)}};
}

}  // namespace jumpscope::prove
