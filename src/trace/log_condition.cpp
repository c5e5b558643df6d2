#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "src/trace/fetched.h"
#include "src/trace/log.h"

namespace jumpscope::trace {
namespace {

using Subject = LogCondition::Subject;

constexpr std::array<std::pair<std::string_view, Subject>, 8> subjects{{{"pc", Subject::Pc},
                                                                        {"bank", Subject::Bank},
                                                                        {"op", Subject::Opcode},
                                                                        {"a", Subject::A},
                                                                        {"x", Subject::X},
                                                                        {"y", Subject::Y},
                                                                        {"p", Subject::P},
                                                                        {"s", Subject::S}}};

constexpr size_t longest_condition = 80;

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  std::string sentence =
      "the condition '" + std::string(text.substr(0, longest_condition)) + "' " + why +
      "; expected SUBJECT=NUMBER or SUBJECT=FIRST-LAST (or !=) such as pc=$8000-$8FFF, "
      "pc=$05:8271, op=$20, a!=0 or $0010=3, where a subject is pc, bank, op, a, x, y, p, s or an address";
  std::replace_if(
      sentence.begin(), sentence.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
  throw std::runtime_error(sentence);
}

std::optional<uint16_t> number(std::string_view text) {
  const bool dollar = text.starts_with('$');
  const bool hexadecimal = dollar || text.starts_with("0x") || text.starts_with("0X");
  text.remove_prefix(dollar ? 1 : hexadecimal ? 2 : 0);
  uint16_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

uint16_t valueOf(const LogCondition& condition, const console::Console& console) {
  const cpu6502::State& cpu = console.cpu();
  switch (condition.subject) {
    case Subject::Pc:
      return cpu.pc;
    case Subject::Bank:
      return static_cast<uint16_t>(console.prgBank(cpu.pc).value_or(0));
    case Subject::Opcode:
      return instructionBytes(console)[0];
    case Subject::A:
      return cpu.a;
    case Subject::X:
      return cpu.x;
    case Subject::Y:
      return cpu.y;
    case Subject::P:
      return cpu.p;
    case Subject::S:
      return cpu.s;
    case Subject::Memory:
      return console.peek(condition.address);
  }
  return 0;
}

}  // namespace

LogCondition parseLogCondition(std::string_view text) {
  LogCondition condition;
  if (text.size() > longest_condition) fail(text, "is too long");
  const size_t equals = text.find('=');
  if (equals == text.npos) fail(text, "has no '='");
  condition.inside = equals == 0 || text[equals - 1] != '!';
  const std::string_view subject = text.substr(0, equals - (condition.inside ? 0 : 1));
  std::string banked;
  std::string_view range = text.substr(equals + 1);

  const auto known = std::find_if(subjects.begin(), subjects.end(),
                                  [&](const auto& entry) { return entry.first == subject; });
  if (known != subjects.end()) {
    condition.subject = known->second;
  } else {
    const auto address = number(subject);
    if (!address) fail(text, "has '" + std::string(subject) + "' instead of a subject");
    condition.subject = Subject::Memory;
    condition.address = *address;
  }

  if (const size_t colon = range.find(':'); condition.subject == Subject::Pc && colon != range.npos) {
    condition.bank = number(range.substr(0, colon));
    if (!condition.bank) fail(text, "has '" + std::string(range.substr(0, colon)) + "' instead of a bank");
    range.remove_prefix(colon + 1);
    banked = '$' + std::string(range);  // the address of $05:8271 is hexadecimal too
    range = banked;
  }
  const size_t dash = range.find('-');
  const auto first = number(range.substr(0, dash));
  const auto last = dash == range.npos ? first : number(range.substr(dash + 1));
  if (!first || !last)
    fail(text, "has '" + std::string(range) + "' instead of a number up to $FFFF or a range");
  if (*last < *first) fail(text, "has a range that ends before it begins");
  condition.first = *first;
  condition.last = *last;
  return condition;
}

bool matches(const std::vector<LogCondition>& conditions, const console::Console& console) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const LogCondition& condition) {
    const uint16_t value = valueOf(condition, console);
    const bool in_bank = !condition.bank || console.prgBank(value) == *condition.bank;
    return (in_bank && condition.first <= value && value <= condition.last) == condition.inside;
  });
}

}  // namespace jumpscope::trace
