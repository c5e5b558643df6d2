#include "src/diff/model_diff.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "src/jumps/jumps.h"
#include "src/trace/real.h"
#include "src/trace/watch.h"

namespace jumpscope::diff {
namespace {

int64_t shown(uint8_t byte, trace::Type type) {
  return trace::isSigned(type) ? int64_t{static_cast<int8_t>(byte)} : int64_t{byte};
}

// A model's value of several bytes has no sign.
int64_t signedOf(const trace::Watch& watch, int64_t value) {
  const int unused = 64 - trace::traitsOf(watch.type).bits;
  return static_cast<int64_t>(static_cast<uint64_t>(value) << unused) >> unused;
}

constexpr int answer_bits = 32;

int64_t orZero(const std::map<std::string, int64_t>& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? 0 : found->second;
}

}  // namespace

ComparedBytes::ComparedBytes(const trace::TraceView& trace, const models::Binding& binding,
                             const EngineRules* engine)
    : trace_(trace), binding_(binding), engine_(engine) {
  const auto variables = binding.game().variables();
  for (size_t v = 0; v < variables.size(); ++v)
    if (variables[v].compared && binding.columnOf(v)) variables_.push_back(v);
}

std::vector<std::string> ComparedBytes::names() const {
  std::vector<std::string> names;
  for (size_t v : variables_) names.push_back(watch(v).name);
  return names;
}

const trace::Watch& ComparedBytes::watch(size_t variable) const {
  return trace_.header.watches[*binding_.columnOf(variable)];
}

bool ComparedBytes::isByte(size_t variable) const {
  const trace::Watch& is = watch(variable);
  return is.addresses.size() <= 1 && is.take == trace::Take::Value &&
         (is.type == trace::Type::U8 || is.type == trace::Type::S8);
}

std::optional<WrongByte> ComparedBytes::byte(size_t variable, int64_t expected, int64_t got) const {
  const std::vector<uint16_t>& addresses = watch(variable).addresses;
  if (addresses.empty() || (engine_ && !isPossible(variable, expected))) return std::nullopt;
  return WrongByte{addresses.front(), 0xFF, static_cast<uint8_t>(expected), static_cast<uint8_t>(got)};
}

int64_t ComparedBytes::got(size_t variable, const models::Values& values) const {
  if (!isByte(variable)) return values.at(variable);
  return shown(values.byte(variable), watch(variable).type);
}

int64_t ComparedBytes::expected(size_t variable, const models::Values& values) const {
  const int64_t value = values.at(variable);
  const trace::Type type = watch(variable).type;
  if (engine_) {
    const int shift = answer_bits - watch(variable).fraction_bits;
    return shift == 0 ? value : (value >> shift) + (value >> (shift - 1) & 1);
  }
  if (!isByte(variable)) return trace::isSigned(type) ? signedOf(watch(variable), value) : value;
  if (binding_.game().variables()[variable].is_signed && trace::isSigned(type)) return value;
  return shown(static_cast<uint8_t>(value), type);
}

bool ComparedBytes::equal(size_t variable, const models::Values& expected, const models::Values& got) const {
  if (!engine_) return this->expected(variable, expected) == this->got(variable, got);
  const std::string& name = watch(variable).name;
  return apart(variable, expected, got) <=
         std::max(orZero(engine_->tolerances, name), orZero(engine_->roundings, name));
}

bool ComparedBytes::tolerated(size_t variable, const models::Values& expected,
                              const models::Values& got) const {
  return engine_ && equal(variable, expected, got) &&
         apart(variable, expected, got) > orZero(engine_->roundings, watch(variable).name);
}

int64_t ComparedBytes::apart(size_t variable, const models::Values& expected,
                             const models::Values& got) const {
  const int shift = answer_bits - watch(variable).fraction_bits;
  const int64_t raw = this->got(variable, got);
  if (std::abs(raw) >= int64_t{1} << (62 - shift)) return INT64_MAX;  // more than an engine may answer
  return std::abs(expected.at(variable) - (raw << shift));
}

bool ComparedBytes::isPossible(size_t variable, int64_t raw) const {
  const trace::RawRange range = trace::rangeOf(watch(variable));
  return range.lowest <= raw && raw <= range.highest;
}

std::string ComparedBytes::answerNote(size_t variable, const models::Values& expected) const {
  if (!engine_) return "";
  const trace::Watch& is = watch(variable);
  const int64_t value = expected.at(variable), raw = this->expected(variable, expected);
  const std::string answer = "the engine answered " + trace::decimalText(value, answer_bits);
  if (!isPossible(variable, raw)) {
    const trace::RawRange range = trace::rangeOf(is);
    return answer + ", but the bytes of " + is.name + " wrap around: they hold " +
           trace::formatValue(is, range.lowest) + " to " + trace::formatValue(is, range.highest);
  }
  return raw << (answer_bits - is.fraction_bits) == value ? "" : answer;
}

}  // namespace jumpscope::diff
