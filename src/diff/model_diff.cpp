#include "src/diff/model_diff.h"

#include "src/trace/watch.h"

namespace jumpscope::diff {
namespace {

int64_t shown(uint8_t byte, trace::Type type) {
  return trace::isSigned(type) ? int64_t{static_cast<int8_t>(byte)} : int64_t{byte};
}

}  // namespace

ComparedBytes::ComparedBytes(const trace::Trace& trace, const models::Binding& binding)
    : trace_(trace), binding_(binding) {
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

std::optional<WrongByte> ComparedBytes::byte(size_t variable, int64_t expected, int64_t got) const {
  const std::vector<uint16_t>& addresses = watch(variable).addresses;
  if (addresses.empty()) return std::nullopt;
  return WrongByte{addresses.front(), 0xFF, static_cast<uint8_t>(expected), static_cast<uint8_t>(got)};
}

int64_t ComparedBytes::got(size_t variable, const models::Values& values) const {
  return shown(values.byte(variable), watch(variable).type);
}

int64_t ComparedBytes::expected(size_t variable, const models::Values& values) const {
  const int64_t value = values.at(variable);
  const trace::Type type = watch(variable).type;
  if (binding_.game().variables()[variable].is_signed && trace::isSigned(type)) return value;
  return shown(static_cast<uint8_t>(value), type);
}

}  // namespace jumpscope::diff
