#include "src/lift/writer.h"

#include <algorithm>

#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

// How tightly operators bind, the same in both languages.
enum Binding : int {
  Loosest = 0,
  Choice,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relation,
  Shift,
  Sum,
  Primary
};

std::string list(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : ", ").append(part);
  return text;
}

const char* typeName(Type type) { return type == Type::Byte ? "u8" : type == Type::Bool ? "bool" : "int"; }

}  // namespace

std::string Writer::number(int value) const {
  if (value >= -9 && value <= 9) return std::to_string(value);
  if (value < 0) return std::to_string(value);
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text;
  for (int rest = value; rest > 0; rest >>= 4) text.insert(text.begin(), digits[rest & 15]);
  if (text.size() % 2 == 1) text.insert(text.begin(), '0');
  return "0x" + text;
}

std::string Writer::nameOf(Variable variable) const {
  static constexpr const char* registers[] = {"a", "x", "y", "c", "z", "n", "v"};
  if (variable < variable::registers) return registers[variable];
  if (variable >= variable::first_sum) return sums_.at(variable);
  const int level = (variable - variable::first_pushed) / 8, part = (variable - variable::first_pushed) % 8;
  static constexpr const char* parts[] = {"a", "c", "z", "n", "", "v"};
  return std::string("pushed_") + parts[part] + (level > 0 ? std::to_string(level + 1) : "");
}

// A byte of RAM by its name, and what is added to an address by the name of the address.
std::string Writer::index(const Expression& expression) {
  const auto named = [&](int address) {
    const std::string name = names_.ram(static_cast<uint16_t>(address & 0x7FF));
    if (!name.empty()) used_ram_.insert(static_cast<uint16_t>(address & 0x7FF));
    return name.empty() ? number(address) : name;
  };
  if (isConstant(expression)) return named(expression->value);
  if (expression->op == Op::Add && isConstant(expression->b) && expression->b->value >= 0)
    return named(expression->b->value) + " + " + within(expression->a, Binding::Sum + 1);
  if (expression->op == Op::Byte) return dialect_.cast("u8", index(expression->a));
  if (expression->op == Op::And && isConstant(expression->b))
    return "(" + index(expression->a) + ") & " + number(expression->b->value);
  return express(expression).words;
}

std::string Writer::within(const Expression& expression, int binding) {
  const Text text = express(expression);
  return text.binding < binding ? "(" + text.words + ")" : text.words;
}

Writer::Text Writer::binary(const Node& node, const char* sign, int binding, bool both_sides_tighter) {
  const int left = both_sides_tighter && node.a->op != node.op ? Binding::Primary : binding;
  const int right = both_sides_tighter ? Binding::Primary : binding + 1;
  return {within(node.a, left) + " " + sign + " " + within(node.b, right), binding};
}

// "u16(high, low)" or "u24(high, middle, low)"; "": the node is neither.
std::string Writer::word(const Node& node) {
  const auto high = [](const Node& of, int bits) -> Expression {
    const bool shifts =
        of.op == Op::Or && of.a->op == Op::ShiftLeft && isConstant(of.a->b) && of.a->b->value == bits;
    return shifts ? of.a->a : nullptr;
  };
  const auto is_byte = [](const Expression& part) { return part->lowest >= 0 && part->highest <= 255; };
  if (const Expression top = high(node, 16)) {
    const Expression middle = high(*node.b, 8);
    if (!middle || !is_byte(node.b->b)) return "";
    return "u24(" + list({express(top).words, express(middle).words, express(node.b->b).words}) + ")";
  }
  const Expression top = high(node, 8);
  if (!top || !is_byte(node.b)) return "";
  return "u16(" + list({express(top).words, express(node.b).words}) + ")";
}

// A byte that the profile calls signed is compared with 0 as such.
Writer::Text Writer::comparison(const Node& node, const char* sign, int binding) {
  const bool sign_bit =
      isConstant(node.b) && node.b->value == 0x80 && (node.op == Op::AtLeast || node.op == Op::Less);
  if (sign_bit && node.a->op == Op::Ram && isConstant(node.a->a) &&
      names_.isSigned(static_cast<uint16_t>(node.a->a->value)))
    return {dialect_.cast("s8", express(node.a).words) + (node.op == Op::AtLeast ? " < 0" : " >= 0"),
            binding};
  return binary(node, sign, binding, true);
}

Writer::Text Writer::express(const Expression& expression) {
  const Node& node = *expression;
  switch (node.op) {
    case Op::Constant:
      if (node.type == Type::Bool) return {node.value ? "true" : "false", Binding::Primary};
      return {number(node.value), node.value < 0 ? Binding::Sum : Binding::Primary};
    case Op::Variable:
      return {nameOf(static_cast<Variable>(node.value)), Binding::Primary};
    case Op::Ram:
      return {"ram[" + index(node.a) + "]", Binding::Primary};
    case Op::Board:
      return {"board[" + express(node.a).words + "]", Binding::Primary};
    case Op::Table: {
      const auto start = static_cast<uint16_t>(node.value + node.a->lowest);
      int& size = tables_[start];
      size = std::max(size, node.a->highest - node.a->lowest + 1);
      const Expression from_start = make(Op::Subtract, node.a, constant(node.a->lowest));
      return {names_.table(start) + "[" + express(from_start).words + "]", Binding::Primary};
    }
    case Op::Anywhere:
    case Op::Register:
      return {"read(" + express(node.a).words + ")", Binding::Primary};
    case Op::Add:
      return binary(node, "+", Binding::Sum, false);
    case Op::Subtract:
      return binary(node, "-", Binding::Sum, false);
    case Op::And:
      return binary(node, "&", Binding::BitAnd, true);
    case Op::Or:
      if (const std::string word = this->word(node); !word.empty()) return {word, Binding::Primary};
      return binary(node, "|", Binding::BitOr, true);
    case Op::Xor:
      return binary(node, "^", Binding::BitXor, true);
    case Op::ShiftLeft:
    case Op::ShiftRight: {
      const std::string sign = node.op == Op::ShiftLeft ? " << " : " >> ";
      return {within(node.a, Binding::Primary) + sign + std::to_string(node.b->value), Binding::Shift};
    }
    case Op::Byte:
      return {dialect_.cast("u8", express(node.a).words), Binding::Primary};
    case Op::Equal:
      return comparison(node, "==", Binding::Equality);
    case Op::NotEqual:
      return comparison(node, "!=", Binding::Equality);
    case Op::Less:
      return comparison(node, "<", Binding::Relation);
    case Op::AtLeast:
      return comparison(node, ">=", Binding::Relation);
    case Op::Not:
      return {"!" + within(node.a, Binding::Primary), Binding::Primary};
    case Op::Both:
      return {within(node.a, Binding::And) + " && " + within(node.b, Binding::And), Binding::And};
    case Op::Either: {
      const auto side = [&](const Expression& part) {
        return within(part, part->op == Op::Either ? Binding::Or : Binding::And + 1);
      };
      return {side(node.a) + " || " + side(node.b), Binding::Or};
    }
    case Op::Number:
      return {"(" + within(node.a, Binding::Choice + 1) + " ? 1 : 0)", Binding::Primary};
  }
  return {};
}

// C# makes no byte of an int by itself.
std::string Writer::converted(const Expression& value, Type to) {
  const std::string words = express(value).words;
  if (to != Type::Byte || value->type != Type::Int || dialect_.isCpp()) return words;
  return dialect_.cast("u8", words);
}

std::string Writer::call(const Statement& statement) {
  const Function& callee = unit_.functions[statement.callee];
  std::vector<std::string> arguments;
  for (Variable reg = 0; reg < variable::registers; ++reg) {
    if (isByReference(callee, reg))
      arguments.push_back((dialect_.isCpp() ? "" : "ref ") + nameOf(reg));
    else if (callee.inputs[reg])
      arguments.push_back(converted(statement.arguments.at(reg), typeOf(reg)));
  }
  return names_.function(callee.address) + "(" + list(arguments) + ")";
}

std::string Writer::statement(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::Assign:
      return nameOf(statement.variable) + " = " + converted(statement.value, typeOf(statement.variable));
    case Statement::Kind::Store: {
      const std::string value = converted(statement.value, Type::Byte);
      if (statement.memory == Op::Ram) return "ram[" + index(statement.address) + "] = " + value;
      if (statement.memory == Op::Board) return "board[" + express(statement.address).words + "] = " + value;
      return "write(" + express(statement.address).words + ", " + value + ")";
    }
    case Statement::Kind::Call:
      break;
  }
  const bool gives = statement.results.size() == 1 && unit_.functions[statement.callee].outputs.count() == 1;
  return (gives ? nameOf(statement.results.front()) + " = " : "") + call(statement);
}

std::string Writer::ranges(const std::vector<Range>& ranges) const {
  std::vector<Range> merged;
  for (const Range& range : ranges) {
    if (!merged.empty() && merged.back().last + 1 == range.first)
      merged.back().last = range.last;
    else
      merged.push_back(range);
  }
  std::vector<std::string> parts;
  for (const Range& range : merged)
    parts.push_back(trace::addressText(range.first) +
                    (range.first == range.last ? "" : "-" + trace::addressText(range.last)));
  return list(parts);
}

void Writer::writeReturn(const Line& line, const std::string& indent, std::string& text) {
  text += indent + "return";
  for (const auto& [reg, value] : line.returns) text += " " + converted(value, typeOf(reg));
  text += ";\n";
}

void Writer::write(const Lines& lines, int depth, std::string& text) {
  const std::string indent(static_cast<size_t>(2 * depth), ' ');
  const auto block = [&](const std::string& head, const Lines& body, const std::string& tail) {
    text += indent + head + " {\n";
    write(body, depth + 1, text);
    text += indent + "}" + tail;
  };
  for (const Line& line : lines) {
    switch (line.kind) {
      case Line::Kind::Ranges:
        text += indent + "// " + ranges(line.ranges) + "\n";
        break;
      case Line::Kind::Statement:
        text += indent;
        if (line.declares) {
          const bool assigns = line.statement.kind == Statement::Kind::Assign;
          const Variable variable = assigns ? line.statement.variable : line.statement.results.front();
          text.append(typeName(typeOf(variable))).append(" ");
        }
        text += statement(line.statement) + ";\n";
        break;
      case Line::Kind::If:
        block("if (" + express(line.condition).words + ")", line.body, line.otherwise.empty() ? "\n" : "");
        if (line.otherwise.empty()) break;
        text += " else {\n";
        write(line.otherwise, depth + 1, text);
        text += indent + "}\n";
        break;
      case Line::Kind::Forever:
        block("while (true)", line.body, "\n");
        break;
      case Line::Kind::While:
        block("while (" + express(line.condition).words + ")", line.body, "\n");
        break;
      case Line::Kind::DoWhile:
        block("do", line.body, " while (" + express(line.condition).words + ");\n");
        break;
      case Line::Kind::Return:
        writeReturn(line, indent, text);
        break;
      case Line::Kind::Break:
        text += indent + "break;\n";
        break;
      case Line::Kind::Continue:
        text += indent + "continue;\n";
        break;
    }
  }
}

std::string Writer::signature(const Function& function) {
  std::vector<std::string> parameters;
  std::string gives = "void";
  for (Variable reg = 0; reg < variable::registers; ++reg) {
    const std::string type = typeName(typeOf(reg));
    if (isByReference(function, reg))
      parameters.push_back(dialect_.isCpp() ? type + "& " + nameOf(reg) : "ref " + type + " " + nameOf(reg));
    else if (function.inputs[reg])
      parameters.push_back(type + " " + nameOf(reg));
    if (function.outputs.count() == 1 && function.outputs[reg]) gives = type;
  }
  return gives + " " + names_.function(function.address) + "(" + list(parameters) + ")";
}

std::string Writer::function(const Function& function, Lines body) {
  std::set<Variable> parameters;
  for (Variable reg = 0; reg < variable::registers; ++reg)
    if (function.inputs[reg] || isByReference(function, reg)) parameters.insert(reg);
  declareVariables(body, parameters);
  sums_.clear();
  const auto name = [&](const auto& self, const Lines& lines) -> void {
    for (const Line& line : lines) {
      const Variable variable = line.statement.variable;
      if (line.kind == Line::Kind::Statement && variable >= variable::first_sum &&
          !sums_.contains(variable)) {
        const std::string number = sums_.empty() ? "" : std::to_string(sums_.size() + 1);
        sums_[variable] = "sum" + number;
      }
      self(self, line.body);
      self(self, line.otherwise);
    }
  };
  name(name, body);
  std::string text = signature(function) + " {\n";
  write(body, 1, text);
  return text + "}\n";
}

}  // namespace jumpscope::lift
