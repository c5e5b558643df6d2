// What the places that a turn changes are made from, found in one turn on traced numbers. It decides quickly whether a
// summary can succeed: most loops that do not wait depend on too much at once.
#include <algorithm>
#include <bit>
#include <span>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

namespace {

constexpr size_t registers_traced = std::size(register_places);
static_assert(registers_traced + most_writes <= 32, "a place a bit");

constexpr unsigned bitOfRegister(int place) {
  unsigned bit = 1;
  for (const int one : register_places) {
    if (one == place) return bit;
    bit <<= 1;
  }
  return 0;
}
constexpr unsigned bitOfWrite(size_t index) { return 1u << (registers_traced + index); }

constexpr unsigned carry_bit = bitOfRegister(Place::place_c);
constexpr unsigned flag_bits = bitOfRegister(Place::place_v) | bitOfRegister(Place::place_nz);

// True if a number that is made from these places is mixed (lanes.h).
constexpr bool isMixed(unsigned places) {
  return (places & flag_bits) || std::popcount(places & ~carry_bit) > 1;
}

}  // namespace

// `turn` is the same turn on plain numbers.
Accelerator::TurnTrace Accelerator::traceTurn(const AtHead& at_head, const TurnBus<Plain>& turn) const {
  TraceScope scope;
  TracedRegisters registers;
  registers.pc = at_head.registers.pc;
  registers.s = at_head.registers.s;
  registers.mask = at_head.registers.mask;
  for (const int place : register_places)
    visitRegister(registers, place, [&](auto& field) {
      using Field = std::remove_reference_t<decltype(field)>;
      const uint32_t value = registerAt(at_head.registers, place);
      field = Field::of(static_cast<typename Field::Value>(value), bitOfRegister(place));
    });
  const std::function<Traced<uint8_t>(uint16_t)> ram_at_head = [&](uint16_t place) -> Traced<uint8_t> {
    for (size_t n = 0; n < turn.write_count; ++n)
      if (turn.writes[n].place == place) return Traced<uint8_t>::of(byteAt(place), bitOfWrite(n));
    return byteAt(place);
  };
  TurnBus<Traced> bus(*this, at_head.cycle);
  bus.at_head = &ram_at_head;
  if (!bus.run(registers, UINT64_MAX)) return {};

  struct Left {
    int place;
    unsigned bit, from;
  };
  std::array<Left, registers_traced + most_writes> all;
  size_t count = 0;
  unsigned looked_at = scope.lookedAt(), untouched = 0, changing = 0;
  const auto leave = [&](int place, unsigned bit, const auto& number, uint32_t before) {
    all[count++] = {place, bit, number.from()};
    if (static_cast<uint32_t>(number.value()) != before) changing |= bit;
    if (number.isCopyOf(bit))
      untouched |= bit;
    else
      looked_at |= number.from();
  };
  for (const int place : register_places)
    visitRegister(registers, place, [&](const auto& field) {
      leave(place, bitOfRegister(place), field, registerAt(at_head.registers, place));
    });
  for (size_t n = 0; n < bus.write_count; ++n)
    leave(bus.writes[n].place, bitOfWrite(n), bus.writes[n].value, byteAt(bus.writes[n].place));
  const std::span<const Left> left(all.data(), count);

  // What is made from what changes may change, too.
  for (unsigned before = 0; before != changing;) {
    before = changing;
    for (const Left& one : left)
      if (one.from & changing) changing |= one.bit;
  }
  bool mixed = (scope.needed() & changing) != 0;
  for (const unsigned condition : scope.conditions()) mixed |= isMixed(condition & changing);
  std::vector<int> changed;
  for (const Left& one : left) {
    if (!(one.bit & changing)) continue;
    changed.push_back(one.place);
    mixed |= isMixed(one.from & changing);
  }
  return {!mixed, untouched & ~looked_at, std::move(changed)};
}

}  // namespace jumpscope::console::fast
