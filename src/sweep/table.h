// The rows of a sweep as CSV.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/sweep/plan.h"
#include "src/sweep/runner.h"

namespace jumpscope::sweep {

// "index,hold,press,frames,end,score,apex"
std::string columnLine(const Plan& plan);
// One line, with its end. `round`: of a search.
void addRow(std::string& text, const Plan& plan, uint64_t index, uint64_t round, const Candidate& candidate,
            const Outcome& outcome);

// What a search learns from a row.
struct Result {
  uint64_t frames = 0;
  std::string end;
  Exact score, estimate;
  std::string place;  // what is the same, of A*
};
// Throws std::runtime_error naming `name` when these are no rows of the plan's table.
std::vector<Result> parseRows(std::string_view rows, const Plan& plan, const std::string& name);

}  // namespace jumpscope::sweep
