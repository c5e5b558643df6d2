#include "src/prove/proof/routine_terms.h"

#include <algorithm>

#include "src/base/concat.h"
#include "src/prove/proof/specification.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {

const Entry& usualEntry(const Routine& routine) {
  for (const Entry& entry : routine.entries)
    if (entry.program == 0) return entry;
  return routine.entries.front();
}

Execution executeRoutine(Terms& terms, const Routine& routine, const Entry& entered,
                         const MachineOptions& options) {
  const Program& program = routine.program();
  const MachineCode code{program.bytes, program.work_ram, program.board_registers, program.rom};
  return execute(terms, code,
                 {routine.address, entered.registers.s, entered.return_address, entered.registers.p},
                 options);
}

Outcome outcomeOf(Terms& terms, const Execution& execution, const std::vector<trace::Watch>& watches) {
  Outcome outcome{terms.no(), terms.yes(), {}};
  for (const Exit& exit : execution.exits) {
    if (exit.kind != Exit::Kind::Returned) continue;
    for (size_t i = 0; i < watches.size(); ++i) {
      const auto value = trace::readWatch(watches[i], [&](uint16_t address) {
        return Symbolic<uint8_t>::of(exit.memory.read(terms, trace::foldMirror(address)));
      });
      const Term term = terms.truncate(Symbolic<int64_t>(value).term(), widthOf(watches[i]));
      if (i < outcome.after.size())
        outcome.after[i] = terms.ite(exit.condition, term, outcome.after[i]);
      else
        outcome.after.push_back(term);
    }
    const Term assumed = exit.assumed ? exit.assumed : terms.yes();
    outcome.returned = terms.disjunction(outcome.returned, terms.conjunction(exit.condition, assumed));
    outcome.assumed =
        terms.conjunction(outcome.assumed, terms.disjunction(terms.negation(exit.condition), assumed));
  }
  return outcome;
}

std::string whyReadsDiffer(const Execution::ChipReads& own, const Execution::ChipReads& other,
                           const std::string& name) {
  const auto text = [](const Execution::ChipReads& reads, uint64_t number) {
    std::string addresses;
    for (auto read = reads.lower_bound({number, 0}); read != reads.end() && read->first.first == number;
         ++read)
      addresses.append(addresses.empty() ? "" : " or ")
          .append(read->first.second == Execution::any_address
                      ? "an address that is not known"
                      : trace::addressText(static_cast<uint16_t>(read->first.second)));
    return addresses.empty() ? std::string("none") : addresses;
  };
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  const auto [mine, others] = std::mismatch(own.begin(), own.end(), other.begin(), other.end(), same);
  if (mine == own.end() && others == other.end()) return {};
  const uint64_t number = std::min(mine == own.end() ? UINT64_MAX : mine->first.first,
                                   others == other.end() ? UINT64_MAX : others->first.first);
  return base::concat({"the two routines do not read the same registers of chips: read ",
                       std::to_string(number + 1), " is of ", text(own, number), " here, of ",
                       text(other, number), " in ", name});
}

}  // namespace jumpscope::prove
