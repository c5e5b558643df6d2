#include "src/prove/proof/routine_specification.h"

#include <set>

#include "src/prove/machine/concrete.h"
#include "src/prove/proof/routine_terms.h"
#include "src/prove/routine/ways.h"

namespace jumpscope::prove {

RoutineSpecification::RoutineSpecification(const Routine& routine, const Routine& judged, std::string name,
                                           std::vector<trace::Watch> compared)
    : routine_(routine), judged_(judged), name_(std::move(name)), compared_(std::move(compared)) {}

std::vector<uint16_t> RoutineSpecification::state() const {
  std::set<uint16_t> bytes;
  for (const trace::Watch& watch : compared_) bytes.insert(watch.addresses.begin(), watch.addresses.end());
  return {bytes.begin(), bytes.end()};
}

Allowed RoutineSpecification::allowed(Terms& terms, Solver* solver, const SymbolicPeek&,
                                      const Symbolic<uint8_t>&, const Judged& judged) const {
  MachineOptions options;
  options.solver = solver;
  options.assumptions = judged.assumptions;
  options.inputs = judged.execution;
  Allowed allowed;
  const Execution execution = executeRoutine(terms, routine_, usualEntry(judged_), options);
  for (const Exit& exit : execution.exits) {
    allowed.paths += exit.paths;
    if (!exit.problem.empty() && exit.kind != Exit::Kind::Jammed)
      allowed.unknown = "of the routine of " + name_ + ", " + exit.problem;
  }
  Outcome outcome = outcomeOf(terms, execution, compared_);
  if (!outcome.after.empty()) allowed.ends.push_back({"", false, outcome.returned, std::move(outcome.after)});
  allowed.chip_reads = execution.chip_reads;
  return allowed;
}

std::vector<Assumption> RoutineSpecification::assumptions() const {
  const auto called = [](Way way) {
    way.program = way.return_address = 0;
    return way;
  };
  const Way way = called(wayOf(usualEntry(judged_)));
  Assumption assumption{"S and the flags I and D are the same when the routine of " + name_ + " is called", 0,
                        routine_.entries.size()};
  for (const Entry& entry : routine_.entries) assumption.held += called(wayOf(entry)) == way;
  return {assumption};
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
