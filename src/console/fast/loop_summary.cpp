#include "src/console/fast/loop_summary.h"

#include <algorithm>
#include <optional>

#include "src/console/fast/turn.h"

namespace jumpscope::console::fast {

thread_local LaneScope* LaneScope::current_ = nullptr;

namespace {

const Lanes& identity() {
  static const Lanes lanes = [] {
    Lanes all;
    for (size_t i = 0; i < lane_count; ++i) all[i] = i & 0xFF;
    return all;
  }();
  return lanes;
}
const Lanes& carryBit() {
  static const Lanes lanes = [] {
    Lanes all;
    for (size_t i = 0; i < lane_count; ++i) all[i] = static_cast<uint32_t>(i >> 8);
    return all;
  }();
  return lanes;
}

// A byte as a turn finds it and as it leaves it.
struct Changed {
  int place;
  int source;  // of what it leaves; source::none: always the constant
  uint32_t constant;
  Lanes values;

  template <class T>
  Changed(int where, const Lane<T>& left) : place(where), source(left.source()), constant(0), values{} {
    if (left.isConstant()) constant = Lane<T>::pack(left.constant());
    if (source == source::mixed) return;
    const size_t count = LaneScope::current().count;
    for (size_t i = 0; i < count; ++i) values[i] = Lane<T>::pack(left[i]);
    if (count < lane_count) std::copy_n(values.begin(), count, values.begin() + count);
  }
  bool dependsOnCarry() const {
    for (size_t i = 0; i < 0x100; ++i)
      if (values[i] != values[i | 0x100]) return true;
    return false;
  }
};

bool dependsOnCarry(const LaneScope::Condition& condition) {
  for (size_t i = 0; i < 0x100; ++i)
    if (condition.holds[i] != condition.holds[i | 0x100]) return true;
  return false;
}

// From what one turn makes of each byte to orbits and outputs; nullopt: the bytes depend on each other.
std::optional<LoopSummary> orbitsOf(const std::vector<Changed>& changed,
                                    const std::vector<LaneScope::Condition>& conditions) {
  const auto find = [&](int place) -> const Changed* {
    for (const Changed& one : changed)
      if (one.place == place) return &one;
    return nullptr;
  };
  const Changed* const carry = find(Place::place_c);

  LoopSummary summary;
  const auto orbitOf = [&](int source) -> LoopSummary::Orbit* {
    for (LoopSummary::Orbit& orbit : summary.orbits)
      if (orbit.place == source) return &orbit;
    summary.orbits.push_back({source, source == source::carry, {}, false, {}});
    summary.orbits.back().goes_on.fill(true);
    return &summary.orbits.back();
  };
  // What depends on the carry alone goes along with the byte that the carry depends on.
  const auto sourceOf = [&](int source) {
    return source == source::carry && carry && carry->source >= 0 ? carry->source : source;
  };
  const auto use = [&](int source, bool with_carry) {
    if (source == source::none) return;
    LoopSummary::Orbit* orbit = orbitOf(sourceOf(source));
    orbit->with_carry |= with_carry || source == source::carry;
  };

  for (const Changed& one : changed) {
    if (one.source == source::mixed) return std::nullopt;
    use(one.source, one.dependsOnCarry());
  }
  for (const LaneScope::Condition& condition : conditions) use(condition.source, dependsOnCarry(condition));

  for (LoopSummary::Orbit& orbit : summary.orbits) {
    const Changed* const self = find(orbit.place);
    if (orbit.place != source::carry) {
      if (!self) return std::nullopt;
      if (self->source != source::none && self->source != source::carry && self->source != orbit.place)
        return std::nullopt;
      // Alone on the carry: then it is not its own map, but one of the carry's orbit.
      if (self->source == source::carry && !orbit.with_carry) return std::nullopt;
    }
    if (orbit.with_carry) {
      if (!carry) return std::nullopt;
      if (carry->source >= 0 && carry->source != orbit.place) return std::nullopt;
    }
    for (size_t i = 0; i < lane_count; ++i) {
      const uint32_t low = self ? self->values[i] & 0xFF : 0;
      const uint32_t high = orbit.with_carry ? (carry->values[i] & 1) << 8 : 0;
      orbit.next[i] = static_cast<uint16_t>(low | high);
    }
  }
  for (const LaneScope::Condition& condition : conditions) {
    LoopSummary::Orbit* orbit = orbitOf(sourceOf(condition.source));
    orbit->conditional = true;
    for (size_t i = 0; i < lane_count; ++i) orbit->goes_on[i] &= condition.holds[i];
  }
  for (const Changed& one : changed) {
    int index = -1;
    if (one.source != source::none)
      index = static_cast<int>(orbitOf(sourceOf(one.source)) - summary.orbits.data());
    summary.outputs.push_back({one.place, index, one.constant, one.values});
  }
  return summary;
}

}  // namespace

uint64_t turnsTheSameWay(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns) {
  if (!orbit.conditional) return turns;
  // After as many steps as there are indices all that ever come have come.
  const uint64_t enough = std::min<uint64_t>(turns, lane_count);
  for (uint64_t turn = 0; turn < enough; ++turn) {
    if (!orbit.goes_on[index]) return turn;
    index = orbit.next[index];
  }
  return turns;
}

OrbitEnd follow(const LoopSummary::Orbit& orbit, size_t index, uint64_t turns) {
  std::array<uint16_t, lane_count> first_visit;
  first_visit.fill(UINT16_MAX);
  size_t before = index;
  for (uint64_t turn = 0; turn < turns; ++turn) {
    if (first_visit[index] != UINT16_MAX) {  // round and round
      const uint64_t round = turn - first_visit[index];
      for (uint64_t rest = (turns - turn) % round; rest > 0; --rest) {
        before = index;
        index = orbit.next[index];
      }
      if ((turns - turn) % round == 0) {
        // `before` is the one that leads here in the round.
        before = index;
        for (uint64_t step = 1; step < round; ++step) before = orbit.next[before];
      }
      return {index, before};
    }
    first_visit[index] = static_cast<uint16_t>(turn);
    before = index;
    index = orbit.next[index];
  }
  return {index, before};
}

// A turn in lanes: what it makes of each byte, `changed` of which are known by their lanes, all others as they are at
// the head.
struct Accelerator::WideTurn {
  LaneScope scope;
  WideRegisters registers;
  TurnBus<Lane> bus;
  bool succeeded;

  WideTurn(const Accelerator& f, const AtHead& head, const std::vector<int>& changed) : bus(f, head.cycle) {
    const PlainRegisters& at_head = head.registers;
    const auto changes = [&](int place) { return std::ranges::find(changed, place) != changed.end(); };
    const bool carry_changes = changes(Place::place_c);
    if (!carry_changes) scope.count = lanes_without_carry;
    scope.present = [&](int source) -> size_t {
      const size_t carry = carry_changes && at_head.c ? 0x100 : 0;
      if (source < 0) return carry;
      return carry | (LoopSummary::isRegister(source) ? registerAt(at_head, source) : f.byteAt(source));
    };
    registers.pc = at_head.pc;
    registers.s = at_head.s;
    registers.mask = at_head.mask;
    for (const int place : register_places) {
      visitRegister(registers, place, [&](auto& field) {
        using Field = std::remove_reference_t<decltype(field)>;
        if (!changes(place))
          field = static_cast<typename Field::Value>(registerAt(at_head, place));
        else if (place == Place::place_c)
          field = Field::of(source::carry, carryBit());
        else if (place == Place::place_v || place == Place::place_nz)
          field = Field::mixed();
        else
          field = Field::of(place, identity());
      });
    }
    const std::function<Lane<uint8_t>(uint16_t)> ram_at_head = [&](uint16_t place) -> Lane<uint8_t> {
      if (changes(place)) return Lane<uint8_t>::of(place, identity());
      return f.byteAt(place);
    };
    bus.at_head = &ram_at_head;
    succeeded = bus.run(registers, UINT64_MAX) && !scope.failed && isStill(registers.s, at_head.s) &&
                isStill(registers.mask, at_head.mask);
    bus.at_head = nullptr;
    scope.present = nullptr;
  }

  static bool isStill(const Lane<uint8_t>& number, uint8_t value) {
    return number.isConstant() && number.constant() == value;
  }
};

// What any number of turns does; `turn` is one on plain numbers.
std::unique_ptr<LoopSummary> Accelerator::summarize(const AtHead& at_head, const TurnBus<Plain>& turn) const {
  const TurnTrace trace = traceTurn(at_head, turn);
  if (!trace.may_be_summarized) return nullptr;
  const auto changes = [&](int place) {
    return std::ranges::find(trace.changed, place) != trace.changed.end();
  };
  const WideTurn wide(*this, at_head, trace.changed);
  if (!wide.succeeded) return nullptr;

  // What was thought to stay must stay.
  std::vector<Changed> all;
  bool complete = true;
  const auto consider = [&](int place, const auto& left, uint32_t before) {
    if (changes(place))
      all.emplace_back(place, left);
    else
      complete &= left.isConstant() && left.constant() == before;
  };
  for (const int place : register_places)
    visitRegister(wide.registers, place,
                  [&](const auto& field) { consider(place, field, registerAt(at_head.registers, place)); });
  for (size_t n = 0; n < wide.bus.write_count; ++n)
    consider(wide.bus.writes[n].place, wide.bus.writes[n].value, byteAt(wide.bus.writes[n].place));
  if (!complete) return nullptr;
  std::optional<LoopSummary> summary = orbitsOf(all, wide.scope.conditions);
  if (!summary) return nullptr;
  unsigned bit = 1;
  for (const int place : register_places) {
    if (!changes(place) && !(trace.untouched & bit)) summary->fixed_registers |= bit;
    bit <<= 1;
  }
  return std::make_unique<LoopSummary>(std::move(*summary));
}

}  // namespace jumpscope::console::fast
