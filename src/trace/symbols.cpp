#include "src/trace/symbols.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/json_value.h"
#include "src/base/printable.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr uint16_t program_start = 0x8000;
constexpr size_t half_program = 0x4000;

bool isHexDigit(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); }

// "$12"
std::string hexadecimal(uint16_t number) {
  const std::string four = addressText(number);
  const size_t first = std::min(four.find_first_not_of("$0"), four.size() - 1);
  return four.substr(0, 1).append(four, first);
}

}  // namespace

uint16_t Symbols::fold(uint16_t address) const {
  if (address >= program_start && prg_size_ <= half_program) return address | half_program;
  return foldMirror(address);
}

void Symbols::add(Symbol symbol) {
  symbol.name = base::printable(symbol.name);
  if (bank_size_ == 0) symbol.prg_offset.reset();
  if (known_.emplace(symbol.name, fold(symbol.address), symbol.prg_offset).second)
    by_name_.emplace(symbol.name, symbol);
  if (symbol.prg_offset)
    by_offset_.emplace(*symbol.prg_offset, symbol);
  else if (symbol.is_address)
    by_address_.emplace(fold(symbol.address), symbol);
}

std::optional<uint32_t> Symbols::offsetOf(const CodeAddress& place) const {
  if (!place.bank || bank_size_ == 0) return std::nullopt;
  return *place.bank * bank_size_ + place.address % bank_size_;
}

const Symbol* Symbols::inBank(const CodeAddress& place) const {
  const auto offset = offsetOf(place);
  if (!offset) return nullptr;
  auto after = by_offset_.upper_bound(*offset);
  if (after == by_offset_.begin()) return nullptr;
  const auto& [begin, symbol] = *--after;
  return begin / bank_size_ == *place.bank ? &symbol : nullptr;
}

CodeAddress Symbols::placeOf(const Symbol& symbol) const {
  if (!symbol.prg_offset) return symbol.address;
  return {symbol.address, *symbol.prg_offset / bank_size_};
}

std::optional<uint16_t> Symbols::addressOfPrg(uint32_t offset) const {
  if (offset >= prg_size_) return std::nullopt;
  if (bank_size_ != 0)
    return uint16_t(program_start + offset % std::min<size_t>(bank_size_, 2 * half_program));
  if (offset >= 2 * half_program) return std::nullopt;
  return uint16_t((prg_size_ <= half_program ? program_start + half_program : program_start) + offset);
}

std::vector<Symbol> Symbols::all() const {
  std::vector<Symbol> symbols;
  for (const auto& [name, symbol] : by_name_) symbols.push_back(symbol);
  std::stable_sort(symbols.begin(), symbols.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  return symbols;
}

std::optional<uint16_t> Symbols::find(std::string_view name) const {
  auto [first, last] = by_name_.equal_range(name);
  if (first == last) std::tie(first, last) = by_name_.equal_range(std::string("_").append(name));
  if (first == last) return std::nullopt;
  if (std::next(first) != last)
    throw std::runtime_error("the label '" + base::printable(name, 200) + "' has several addresses, " +
                             addressText(placeOf(first->second)) + " and " +
                             addressText(placeOf(std::next(first)->second)) + "; write the address itself");
  return first->second.address;
}

std::string Symbols::nearest(std::string_view name) const {
  std::vector<std::string_view> names;
  constexpr size_t readable = 200;  // longer ones would fill a message
  for (const auto& [known, symbol] : by_name_)
    if (known.size() <= readable) names.push_back(known);
  return names.empty() ? "" : std::string(base::nearestKey(name, names));
}

std::string Symbols::nameOf(uint16_t address) const {
  const uint16_t folded = fold(address);
  auto after = by_address_.upper_bound(folded);
  if (after == by_address_.begin()) return "";
  const auto& [begin, symbol] = *--after;
  const uint32_t behind = uint32_t(folded - begin);
  if (behind == 0) return symbol.name;
  return behind < symbol.size ? symbol.name + "+" + std::to_string(behind) : "";
}

std::string Symbols::placeOf(const CodeAddress& pc) const {
  const auto place = [](const Symbol& symbol, uint32_t behind) {
    return behind == 0 ? symbol.name : symbol.name + "+" + hexadecimal(uint16_t(behind));
  };
  if (const Symbol* symbol = inBank(pc)) return place(*symbol, *offsetOf(pc) - *symbol->prg_offset);
  const uint16_t folded = fold(pc.address);
  auto after = by_address_.upper_bound(folded);
  if (folded < program_start || after == by_address_.begin()) return "";
  const auto& [begin, symbol] = *--after;
  if (begin < program_start) return "";
  return place(symbol, uint32_t(folded - begin));
}

std::string Symbols::withNames(std::string_view instruction, const CodeAddress& pc) const {
  const size_t dollar = instruction.find('$');
  if (dollar == instruction.npos || (dollar > 0 && instruction[dollar - 1] == '#'))
    return std::string(instruction);
  size_t end = dollar + 1;
  while (end < instruction.size() && isHexDigit(instruction[end])) ++end;
  const auto address = parseNumber(instruction.substr(dollar, end - dollar), 0xFFFF);
  std::string name = address ? nameOf(uint16_t(*address)) : "";
  const bool in_bank =
      address && pc.bank && bank_size_ != 0 && *address / bank_size_ == pc.address / bank_size_;
  if (in_bank) {
    const CodeAddress place(uint16_t(*address), pc.bank);
    const Symbol* symbol = inBank(place);
    if (symbol && *symbol->prg_offset == *offsetOf(place)) name = symbol->name;
  }
  if (name.empty()) return std::string(instruction);
  return std::string(instruction.substr(0, dollar)) + name + std::string(instruction.substr(end));
}

}  // namespace jumpscope::trace
