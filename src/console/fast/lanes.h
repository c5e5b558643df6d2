// Numbers that are known for every value of one byte and of the carry flag at once: the number family
// (src/bits/plain.h) in which a turn of a loop is executed to find what any number of turns does. Private to
// src/console.
//
// A lane number is a constant, or a table with one entry per value of its source and of the carry, or mixed: it
// depends on two sources, and nothing is known of it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "src/bits/plain.h"

namespace jumpscope::console::fast {

// An index is the source's value, and the carry in bit 8.
constexpr size_t lane_count = 512, lanes_without_carry = 256;
using Lanes = std::array<uint32_t, lane_count>;

// What a number depends on. Others than these are the places of bytes.
namespace source {
constexpr int none = -1;
constexpr int carry = -2;  // only on the carry
constexpr int mixed = -3;

constexpr int join(int one, int other) {
  if (one == other || other == none) return one;
  if (one == none) return other;
  if (one == mixed || other == mixed) return mixed;
  if (one == carry) return other;
  return other == carry ? one : mixed;
}
}  // namespace source

// One loop for each count, which compilers turn into vector instructions.
template <class Fill>
void eachLane(size_t count, Fill&& fill) {
  if (count == lane_count)
    for (size_t i = 0; i < lane_count; ++i) fill(i);
  else
    for (size_t i = 0; i < lanes_without_carry; ++i) fill(i);
}

// What the lane numbers of a thread are made in, and what was asked of them.
class LaneScope {
 public:
  LaneScope() : outer_(current_) { current_ = this; }
  ~LaneScope() { current_ = outer_; }
  LaneScope(const LaneScope&) = delete;
  LaneScope& operator=(const LaneScope&) = delete;
  static LaneScope& current() { return *current_; }

  Lanes& make() {
    made_.emplace_back(new Lanes);  // not set to zero
    return *made_.back();
  }

  // A condition that was decided as it is at `present`, and its source.
  struct Condition {
    int source;
    std::array<bool, lane_count> holds;
  };
  std::vector<Condition> conditions;
  // The index of each source now: what conditions are decided by.
  std::function<size_t(int source)> present;
  bool failed = false;  // something that is mixed was asked for
  // Of the lanes so many are worked out: all of them, or lanes_without_carry where the carry is known.
  size_t count = lane_count;

 private:
  static thread_local LaneScope* current_;
  LaneScope* outer_;
  std::vector<std::unique_ptr<Lanes>> made_;
};

template <class T>
class Lane {
  static_assert(std::integral<T>);

 public:
  using Value = T;

  constexpr Lane() = default;
  constexpr Lane(T value) : value_(value) {}
  template <std::integral U>
  requires(!std::same_as<T, U>) constexpr Lane(U value) : value_(static_cast<T>(value)) {}
  // As C++ converts.
  template <class U>
  requires(!std::same_as<T, U>) Lane(const Lane<U>& other) : source_(other.source()) {
    if (source_ == source::none) value_ = static_cast<T>(other.constant());
    if (!other.lanes()) return;
    Lanes& mine = LaneScope::current().make();
    const uint32_t* const from = other.lanes()->data();
    uint32_t* __restrict to = mine.data();
    eachLane(LaneScope::current().count,
             [=](size_t i) { to[i] = pack(static_cast<T>(static_cast<U>(from[i]))); });
    lanes_ = &mine;
  }
  static Lane of(int source, const Lanes& lanes) {
    Lane made;
    made.source_ = source;
    made.lanes_ = &lanes;
    return made;
  }
  static Lane mixed() {
    Lane made;
    made.source_ = source::mixed;
    return made;
  }
  static constexpr uint32_t pack(T value) { return static_cast<uint32_t>(value); }

  int source() const { return source_; }
  bool isConstant() const { return source_ == source::none; }
  // Precondition: isConstant().
  T constant() const { return value_; }
  const Lanes* lanes() const { return lanes_; }
  // Precondition: not mixed.
  T operator[](size_t index) const { return lanes_ ? static_cast<T>((*lanes_)[index]) : value_; }

  // Decides as it is now, and has the scope remember.
  explicit operator bool() const {
    if (isConstant()) return value_ != T{};
    LaneScope& scope = LaneScope::current();
    if (source_ == source::mixed) {
      scope.failed = true;
      return false;
    }
    const bool now = (*this)[scope.present(source_)] != T{};
    LaneScope::Condition condition{source_, {}};
    for (size_t i = 0; i < lane_count; ++i)
      condition.holds[i] = ((*this)[i & (scope.count - 1)] != T{}) == now;
    scope.conditions.push_back(condition);
    return now;
  }

  Lane& operator++() { return *this = Lane(*this + 1); }
  Lane& operator--() { return *this = Lane(*this - 1); }
  Lane operator++(int) {
    const Lane before = *this;
    ++*this;
    return before;
  }
  Lane operator--(int) {
    const Lane before = *this;
    --*this;
    return before;
  }
  template <class R>
  Lane& operator&=(const R& r) {
    return *this = Lane(*this & r);
  }
  template <class R>
  Lane& operator|=(const R& r) {
    return *this = Lane(*this | r);
  }
  template <class R>
  Lane& operator^=(const R& r) {
    return *this = Lane(*this ^ r);
  }

 private:
  T value_{};
  int source_ = source::none;
  const Lanes* lanes_ = nullptr;
};

namespace detail {

template <class X>
struct LaneValue {
  static constexpr bool lane = false;
  using type = X;
};
template <class T>
struct LaneValue<Lane<T>> {
  static constexpr bool lane = true;
  using type = T;
};
template <class L, class R>
concept EitherLane = LaneValue<L>::lane || LaneValue<R>::lane;

template <class X>
Lane<X> lane(X value) requires std::integral<X> {
  return Lane<X>(value);
}
template <class T>
const Lane<T>& lane(const Lane<T>& value) {
  return value;
}

template <class L, class R, class Operation>
auto combine(const Lane<L>& l, const Lane<R>& r, Operation operation) {
  using Result = decltype(operation(L{}, R{}));
  if (l.isConstant() && r.isConstant()) return Lane<Result>(operation(l.constant(), r.constant()));
  const int joined = source::join(l.source(), r.source());
  if (joined == source::mixed) return Lane<Result>::mixed();
  Lanes& lanes = LaneScope::current().make();
  uint32_t* __restrict to = lanes.data();
  const auto fill = [to, count = LaneScope::current().count](auto&& valueAt) {
    eachLane(count, [&](size_t i) { to[i] = Lane<Result>::pack(valueAt(i)); });
  };
  const uint32_t* const a = l.lanes() ? l.lanes()->data() : nullptr;
  const uint32_t* const b = r.lanes() ? r.lanes()->data() : nullptr;
  if (a && b)
    fill([=](size_t i) { return operation(static_cast<L>(a[i]), static_cast<R>(b[i])); });
  else if (a)
    fill([=, constant = r.constant()](size_t i) { return operation(static_cast<L>(a[i]), constant); });
  else
    fill([=, constant = l.constant()](size_t i) { return operation(constant, static_cast<R>(b[i])); });
  return Lane<Result>::of(joined, lanes);
}

}  // namespace detail

#define JUMPSCOPE_LANE_OPERATOR(symbol)                                                                  \
  template <class L, class R>                                                                            \
  requires detail::EitherLane<L, R>                                                                      \
  auto operator symbol(const L& l, const R& r) {                                                         \
    return detail::combine(detail::lane(l), detail::lane(r), [](auto a, auto b) { return a symbol b; }); \
  }
JUMPSCOPE_LANE_OPERATOR(+)
JUMPSCOPE_LANE_OPERATOR(-)
JUMPSCOPE_LANE_OPERATOR(&)
JUMPSCOPE_LANE_OPERATOR(|)
JUMPSCOPE_LANE_OPERATOR(^)
JUMPSCOPE_LANE_OPERATOR(<<)
JUMPSCOPE_LANE_OPERATOR(>>)
JUMPSCOPE_LANE_OPERATOR(==)
JUMPSCOPE_LANE_OPERATOR(!=)
JUMPSCOPE_LANE_OPERATOR(>=)
JUMPSCOPE_LANE_OPERATOR(>)
JUMPSCOPE_LANE_OPERATOR(<)
#undef JUMPSCOPE_LANE_OPERATOR

template <class T>
auto operator~(const Lane<T>& value) {
  return detail::combine(value, Lane<int>(0), [](auto a, int) { return ~a; });
}
template <class T>
Lane<bool> operator!(const Lane<T>& value) {
  return value == T{};
}

using jumpscope::at;
using jumpscope::choose;

template <class Yes, class No>
auto choose(const Lane<bool>& condition, const Yes& yes, const No& no) {
  using Result =
      std::common_type_t<typename detail::LaneValue<Yes>::type, typename detail::LaneValue<No>::type>;
  if (condition.isConstant()) return condition.constant() ? Lane<Result>(yes) : Lane<Result>(no);
  return Lane<Result>::mixed();
}

}  // namespace jumpscope::console::fast
