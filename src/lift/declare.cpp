#include <algorithm>

#include "src/lift/writer.h"

namespace jumpscope::lift {
namespace {

using Variables = std::set<Variable>;

// Of the line itself, not of the lines within it.
void addOwn(const Line& line, Variables& variables) {
  const Statement& statement = line.statement;
  addReads(line.condition, variables);
  addReads(statement.address, variables);
  addReads(statement.value, variables);
  for (const auto& [variable, value] : statement.arguments) addReads(value, variables);
  for (const auto& [variable, value] : line.returns) addReads(value, variables);
  for (const Variable result : statement.results) variables.insert(result);
  if (line.kind == Line::Kind::Statement && statement.kind == Statement::Kind::Assign)
    variables.insert(statement.variable);
}

Variables variablesIn(const Lines& lines) {
  Variables variables;
  for (const Line& line : lines) {
    addOwn(line, variables);
    variables.merge(variablesIn(line.body));
    variables.merge(variablesIn(line.otherwise));
  }
  return variables;
}

Variables variablesIn(const Line& line) { return variablesIn(Lines{line}); }

bool isLoop(const Line& line) {
  return line.kind == Line::Kind::Forever || line.kind == Line::Kind::While ||
         line.kind == Line::Kind::DoWhile;
}

// True if the line assigns the variable, so that the declaration can be there.
bool sets(const Line& line, Variable variable) {
  if (line.kind != Line::Kind::Statement) return false;
  const Statement& statement = line.statement;
  if (statement.kind == Statement::Kind::Assign)
    return statement.variable == variable && !reads(statement.value, variable);
  if (statement.kind != Statement::Kind::Call || statement.results != std::vector<Variable>{variable})
    return false;
  return std::none_of(statement.arguments.begin(), statement.arguments.end(),
                      [&](const auto& argument) { return reads(argument.second, variable); });
}

const Line* firstWith(const Lines& lines, Variable variable) {
  for (const Line& line : lines)
    if (variablesIn(line).contains(variable)) return &line;
  return nullptr;
}

Line declarationOf(Variable variable) {
  Line line;
  line.declares = true;
  line.statement.variable = variable;
  line.statement.value = typeOf(variable) == Type::Bool ? condition(false) : constant(0);
  return line;
}

void declare(Lines& lines, Variable variable) {
  std::vector<size_t> places;
  for (size_t i = 0; i < lines.size(); ++i)
    if (variablesIn(lines[i]).contains(variable)) places.push_back(i);
  if (places.empty()) return;
  Line& first = lines[places.front()];
  if (places.size() == 1) {
    Variables own;
    addOwn(first, own);
    const bool in_body = variablesIn(first.body).contains(variable);
    const bool in_otherwise = variablesIn(first.otherwise).contains(variable);
    if (!own.contains(variable) && in_body != in_otherwise) {
      Lines& inner = in_body ? first.body : first.otherwise;
      // A loop may take the value to its next turn.
      if (!isLoop(first) || sets(*firstWith(inner, variable), variable)) return declare(inner, variable);
    }
    if (!own.contains(variable) && in_body && in_otherwise) {
      declare(first.body, variable);
      declare(first.otherwise, variable);
      return;
    }
  }
  if (sets(first, variable)) {
    first.declares = true;
    return;
  }
  lines.insert(lines.begin() + static_cast<ptrdiff_t>(places.front()), declarationOf(variable));
}

}  // namespace

void declareVariables(Lines& lines, const std::set<Variable>& parameters) {
  const Variables all = variablesIn(lines);
  for (auto variable = all.rbegin(); variable != all.rend(); ++variable)
    if (!parameters.contains(*variable)) declare(lines, *variable);
}

}  // namespace jumpscope::lift
