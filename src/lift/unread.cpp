#include "src/lift/unread.h"

#include <algorithm>
#include <set>

#include "src/lift/tidy.h"

namespace jumpscope::lift {
namespace {

using Variables = std::set<Variable>;

void addReads(const Unit& unit, const Lines& lines, Variables& variables) {
  for (const Line& line : lines) {
    const Statement& statement = line.statement;
    addReads(line.condition, variables);
    addReads(statement.address, variables);
    addReads(statement.value, variables);
    for (const auto& [variable, value] : statement.arguments) addReads(value, variables);
    for (const auto& [variable, value] : line.returns) addReads(value, variables);
    if (line.kind == Line::Kind::Statement && statement.kind == Statement::Kind::Call)
      for (Variable reg = 0; reg < variable::registers; ++reg)
        if (isByReference(unit.functions[statement.callee], reg)) variables.insert(reg);
    addReads(unit, line.body, variables);
    addReads(unit, line.otherwise, variables);
  }
}

template <class Each>
void forEachLine(Lines& lines, const Each& each) {
  for (Line& line : lines) {
    each(line);
    forEachLine(line.body, each);
    forEachLine(line.otherwise, each);
  }
}

// False: there was nothing to remove.
bool removeAssignments(Lines& lines, const Variables& read) {
  const auto is_unread = [&](const Line& line) {
    return line.kind == Line::Kind::Statement && line.statement.kind == Statement::Kind::Assign &&
           !read.contains(line.statement.variable);
  };
  bool any = std::erase_if(lines, is_unread) > 0;
  for (Line& line : lines) {
    any |= removeAssignments(line.body, read);
    any |= removeAssignments(line.otherwise, read);
    if (line.statement.results.size() == 1)
      std::erase_if(line.statement.results, [&](Variable result) { return !read.contains(result); });
  }
  return any;
}

bool removeInputs(Unit& unit, std::vector<Lines>& bodies, size_t index, const Variables& read) {
  Function& function = unit.functions[index];
  bool any = false;
  for (Variable reg = 0; reg < variable::registers; ++reg) {
    if (!function.inputs[reg] || isByReference(function, reg) || read.contains(reg)) continue;
    function.inputs.reset(reg);
    any = true;
    for (Lines& body : bodies)
      forEachLine(body, [&](Line& line) {
        const bool calls = line.kind == Line::Kind::Statement && line.statement.kind == Statement::Kind::Call;
        if (calls && line.statement.callee == index) line.statement.arguments.erase(reg);
      });
  }
  return any;
}

}  // namespace

void removeUnread(Unit& unit, std::vector<Lines>& bodies) {
  for (bool any = true; any;) {
    any = false;
    for (size_t i = 0; i < bodies.size(); ++i) {
      Variables read;
      addReads(unit, bodies[i], read);
      for (Variable reg = 0; reg < variable::registers; ++reg)
        if (isByReference(unit.functions[i], reg)) read.insert(reg);
      const bool shorter = removeAssignments(bodies[i], read);
      if (shorter) tidy(bodies[i]);
      any |= shorter;
      any |= removeInputs(unit, bodies, i, read);
    }
  }
}

}  // namespace jumpscope::lift
