#include "src/trace/log_filter.h"

#include <stdexcept>

#include "src/trace/watch.h"

namespace jumpscope::trace {

InstructionFilter::InstructionFilter(const std::vector<std::string>& conditions, std::vector<Watch> watches,
                                     const Symbols* labels, const std::string& what)
    : watches_(std::move(watches)) {
  for (const std::string& text : conditions) {
    const When& when = conditions_.emplace_back(text, watches_, what, When::MachineTerms{true, labels});
    for (const size_t column : when.columns())
      if (column >= watches_.size() || watches_[column].take != Take::Value)
        throw std::runtime_error(
            what + " '" + text +
            "' asks for a value of the frame before, which an instruction does not have; "
            "use values of this moment, or trace --when");
    columns_.push_back(when.columns());
  }
  row_.values.resize(watches_.size());
}

bool InstructionFilter::holds(const console::Console& console, uint8_t buttons) {
  row_.frame = console.frame();
  row_.buttons = buttons;
  for (size_t i = 0; i < conditions_.size(); ++i) {
    for (const size_t column : columns_[i])
      row_.values[column] =
          readWatch(watches_[column], [&](uint16_t address) { return console.peek(address); });
    if (conditions_[i].value(row_, buttons_before_, &console) == When::Exact{}) return false;
  }
  return true;
}

}  // namespace jumpscope::trace
