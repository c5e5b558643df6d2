#include "tests/discover/assembly.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace jumpscope::tests {
namespace {

constexpr size_t code_size = 0x8000;
constexpr int code_origin = 0x8000;

// By mnemonic and addressing mode.
const std::map<std::string, uint8_t>& opcodes() {
  enum class Kind { official, unofficial };
  static const std::map<std::string, uint8_t> table = [] {
    std::map<std::string, uint8_t> list;
#define OP(code, mnemonic, mode, shape, kind, script) \
  if (Kind::kind == Kind::official) list.emplace(#mnemonic " " #mode, static_cast<uint8_t>(code));
#include "cpu6502/opcodes.def"
#undef OP
    return list;
  }();
  return table;
}

std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

std::string upper(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char letter : text)
    if (letter == at)
      parts.emplace_back();
    else
      parts.back() += letter;
  for (std::string& part : parts) part = trimmed(part);
  return parts;
}

class TextAssembler {
 public:
  // Twice: the second time, all names are known.
  std::vector<uint8_t> run(const std::string& text) {
    for (const bool last : {false, false, true}) {
      last_ = last;
      code_.clear();
      for (const std::string& line : split(text, '\n'))
        for (const std::string& one : split(line.substr(0, line.find(';')), '|')) statement(one);
    }
    code_.resize(code_size, 0xEA);
    for (const auto& [at, name] : {std::pair{0x7FFA, "nmi"}, {0x7FFC, "reset"}, {0x7FFE, "nmi"}}) {
      code_[size_t(at)] = uint8_t(names_.at(name));
      code_[size_t(at) + 1] = uint8_t(names_.at(name) >> 8);
    }
    return std::move(code_);
  }

 private:
  int here() const { return code_origin + int(code_.size()); }

  std::optional<int> term(const std::string& text) const {
    if (text[0] == '$') return std::stoi(text.substr(1), nullptr, 16);
    if (std::isdigit(static_cast<unsigned char>(text[0])) != 0) return std::stoi(text);
    if (const auto known = names_.find(text); known != names_.end()) return known->second;
    return std::nullopt;
  }

  // nullopt: not known yet.
  std::optional<int> value(const std::string& text) const {
    if (text[0] == '<' || text[0] == '>') {
      const auto whole = value(trimmed(text.substr(1)));
      return whole ? std::optional((text[0] == '<' ? *whole : *whole >> 8) & 0xFF) : std::nullopt;
    }
    int sum = 0;
    for (size_t at = 0; at < text.size();) {
      const int sign = text[at] == '-' ? -1 : 1;
      if (text[at] == '+' || text[at] == '-') ++at;
      const size_t end = std::min(text.find_first_of("+-", at), text.size());
      const auto found = term(trimmed(text.substr(at, end - at)));
      if (!found && last_) throw std::runtime_error("no such name: " + text);
      if (!found) return std::nullopt;
      sum += sign * *found;
      at = end;
    }
    return sum;
  }

  void put(int number, int bytes) {
    for (int i = 0; i < bytes; ++i) code_.push_back(uint8_t(number >> (8 * i)));
  }

  void statement(const std::string& text) {
    if (text.empty()) return;
    const size_t colon = text.find(':'), equals = text.find('=');
    if (colon != std::string::npos) {
      names_[text.substr(0, colon)] = here();
      statement(trimmed(text.substr(colon + 1)));
    } else if (equals != std::string::npos) {
      if (const auto known = value(trimmed(text.substr(equals + 1))))
        names_[trimmed(text.substr(0, equals))] = *known;
    } else if (text.starts_with(".byte") || text.starts_with(".word")) {
      for (const std::string& one : split(text.substr(5), ','))
        put(value(one).value_or(0), text.starts_with(".byte") ? 1 : 2);
    } else {
      instruction(upper(text.substr(0, 3)), trimmed(text.substr(3)), text);
    }
  }

  void instruction(const std::string& mnemonic, std::string operand, const std::string& text) {
    const auto code = [&](const std::string& mode) {
      const auto found = opcodes().find(mnemonic + " " + mode);
      return found == opcodes().end() ? std::nullopt : std::optional(found->second);
    };
    const auto emit = [&](const std::string& mode, int number, int bytes) {
      const auto opcode = code(mode);
      if (!opcode) throw std::runtime_error("no such instruction: " + text);
      code_.push_back(*opcode);
      put(number, bytes);
    };
    const auto ends = [&](const std::string& end) { return upper(operand).ends_with(end); };
    const auto inside = [&](size_t first, size_t last) {
      return value(trimmed(operand.substr(first, operand.size() - first - last))).value_or(0);
    };
    if (operand.empty() || upper(operand) == "A")
      return emit(code("Accumulator") ? "Accumulator" : "Implied", 0, 0);
    if (operand[0] == '#') return emit("Immediate", inside(1, 0), 1);
    if (code("Relative")) {
      const int way = value(operand).value_or(here() + 2) - here() - 2;
      if (last_ && (way < -128 || way > 127)) throw std::runtime_error("too far: " + text);
      return emit("Relative", way, 1);
    }
    if (operand[0] == '(' && ends("),Y")) return emit("IndirectY", inside(1, 3), 1);
    if (operand[0] == '(') return emit("Indirect", inside(1, 1), 2);
    std::string index;
    if (ends(",X") || ends(",Y")) {
      index = upper(operand.substr(operand.size() - 1));
      operand = trimmed(operand.substr(0, operand.size() - 2));
    }
    const auto number = value(operand);
    const bool short_one = number && *number >= 0 && *number < 256 && code("ZeroPage" + index);
    emit((short_one ? "ZeroPage" : "Absolute") + index, number.value_or(0), short_one ? 1 : 2);
  }

  std::map<std::string, int> names_;
  std::vector<uint8_t> code_;
  bool last_ = false;
};

}  // namespace

std::vector<uint8_t> assembled(const std::string& text) { return TextAssembler().run(text); }

}  // namespace jumpscope::tests
