// Structured code as text of a language.
#pragma once

#include <map>
#include <set>
#include <string>

#include "src/lift/lift.h"
#include "src/lift/names.h"
#include "src/lift/structure.h"
#include "src/lift/unit.h"

namespace jumpscope::lift {

// The differences between the languages.
struct Dialect {
  Language language;

  bool isCpp() const { return language == Language::Cpp; }
  std::string cast(const std::string& type, const std::string& value) const {
    return isCpp() ? type + "(" + value + ")" : "(" + type + ")(" + value + ")";
  }
};

// Writes functions, and collects what they need beside themselves.
class Writer {
 public:
  Writer(const Unit& unit, Names& names, Dialect dialect) : unit_(unit), names_(names), dialect_(dialect) {}

  // "void move_y()", with the types of what it takes and gives.
  std::string signature(const Function& function);
  std::string function(const Function& function, Lines body);

  const std::set<uint16_t>& usedRam() const { return used_ram_; }
  // The tables that were read: where they begin, and how many bytes can be reached.
  const std::map<uint16_t, int>& tables() const { return tables_; }

 private:
  struct Text {
    std::string words;
    int binding;  // of its weakest operator: the larger, the tighter
  };

  Text express(const Expression& expression);
  Text binary(const Node& node, const char* sign, int binding, bool both_sides_tighter);
  std::string word(const Node& node);
  std::string within(const Expression& expression, int binding);
  std::string index(const Expression& expression);
  std::string number(int value) const;
  std::string nameOf(Variable variable) const;
  Text comparison(const Node& node, const char* sign, int binding);
  std::string converted(const Expression& value, Type to);
  std::string call(const Statement& statement);
  std::string statement(const Statement& statement);
  void write(const Lines& lines, int depth, std::string& text);
  void writeReturn(const Line& line, const std::string& indent, std::string& text);
  std::string ranges(const std::vector<Range>& ranges) const;

  const Unit& unit_;
  Names& names_;
  Dialect dialect_;
  std::set<uint16_t> used_ram_;
  std::map<uint16_t, int> tables_;
  std::map<Variable, std::string> sums_;  // names in the function at hand
};

// Puts each local variable where it is first needed. `parameters` have their place.
void declareVariables(Lines& lines, const std::set<Variable>& parameters);

}  // namespace jumpscope::lift
