// Numbers that tell from which places they were made: the number family (src/bits/plain.h) in which a turn of a loop is
// executed to find what depends on what. Private to src/console.
//
// Places are bits of a set. A number is said to be made from all places that an operation on it had to do with, whether
// or not its value depends on them.
#pragma once

#include <concepts>
#include <type_traits>
#include <vector>

#include "src/bits/plain.h"
#include "src/bits/updating.h"

namespace jumpscope::console::fast {

// Gathers what was asked of the traced numbers of this thread, while it exists.
class TraceScope {
 public:
  TraceScope() : outer_(current_) { current_ = this; }
  ~TraceScope() { current_ = outer_; }
  TraceScope(const TraceScope&) = delete;
  TraceScope& operator=(const TraceScope&) = delete;
  static TraceScope& current() { return *current_; }

  // Something was decided by a number that is made from these places.
  void decideBy(unsigned places) {
    looked_at_ |= places;
    if (places != 0) conditions_.push_back(places);
  }
  // Its value was needed.
  void need(unsigned places) {
    looked_at_ |= places;
    needed_ |= places;
  }
  const std::vector<unsigned>& conditions() const { return conditions_; }
  unsigned needed() const { return needed_; }
  unsigned lookedAt() const { return looked_at_; }

 private:
  static inline thread_local TraceScope* current_ = nullptr;
  TraceScope* outer_;
  std::vector<unsigned> conditions_;
  unsigned needed_ = 0, looked_at_ = 0;
};

template <class T>
class Traced : public Updating<Traced<T>> {
  static_assert(std::integral<T>);

 public:
  using Value = T;

  constexpr Traced() = default;
  constexpr Traced(T value) : value_(value) {}
  constexpr Traced(T value, unsigned from) : value_(value), from_(from) {}
  template <std::integral U>
  requires(!std::same_as<T, U>) constexpr Traced(U value) : value_(static_cast<T>(value)) {}
  // As C++ converts.
  template <class U>
  requires(!std::same_as<T, U>) constexpr Traced(const Traced<U>& other)
      : value_(static_cast<T>(other.value())), from_(other.from()) {}
  static constexpr Traced of(T value, unsigned place) {
    Traced made(value, place);
    made.copy_ = true;
    return made;
  }

  constexpr T value() const { return value_; }
  constexpr unsigned from() const { return from_; }
  // True if it is what the place held, and nothing was done with it.
  constexpr bool isCopyOf(unsigned place) const { return copy_ && from_ == place; }

  explicit operator bool() const {
    TraceScope::current().decideBy(from_);
    return value_ != T{};
  }

 private:
  T value_{};
  unsigned from_ = 0;
  bool copy_ = false;
};

namespace detail {

template <class X>
struct TracedValue {
  static constexpr bool traced = false;
  using type = X;
};
template <class T>
struct TracedValue<Traced<T>> {
  static constexpr bool traced = true;
  using type = T;
};
template <class L, class R>
concept EitherTraced = TracedValue<L>::traced || TracedValue<R>::traced;

template <std::integral X>
constexpr Traced<X> traced(X value) {
  return Traced<X>(value);
}
template <class T>
constexpr const Traced<T>& traced(const Traced<T>& value) {
  return value;
}

template <class L, class R, class Operation>
auto combine(const Traced<L>& l, const Traced<R>& r, Operation operation) {
  return Traced<decltype(operation(L{}, R{}))>(operation(l.value(), r.value()), l.from() | r.from());
}

}  // namespace detail

#define JUMPSCOPE_TRACED_OPERATOR(symbol)                                                                    \
  template <class L, class R>                                                                                \
  requires detail::EitherTraced<L, R>                                                                        \
  auto operator symbol(const L& l, const R& r) {                                                             \
    return detail::combine(detail::traced(l), detail::traced(r), [](auto a, auto b) { return a symbol b; }); \
  }
JUMPSCOPE_TRACED_OPERATOR(+)
JUMPSCOPE_TRACED_OPERATOR(-)
JUMPSCOPE_TRACED_OPERATOR(&)
JUMPSCOPE_TRACED_OPERATOR(|)
JUMPSCOPE_TRACED_OPERATOR(^)
JUMPSCOPE_TRACED_OPERATOR(<<)
JUMPSCOPE_TRACED_OPERATOR(>>)
JUMPSCOPE_TRACED_OPERATOR(==)
JUMPSCOPE_TRACED_OPERATOR(!=)
JUMPSCOPE_TRACED_OPERATOR(>=)
JUMPSCOPE_TRACED_OPERATOR(>)
JUMPSCOPE_TRACED_OPERATOR(<)
#undef JUMPSCOPE_TRACED_OPERATOR

template <class T>
auto operator~(const Traced<T>& value) {
  return detail::combine(value, Traced<int>(0), [](auto a, int) { return ~a; });
}
template <class T>
Traced<bool> operator!(const Traced<T>& value) {
  return value == T{};
}

template <class Yes, class No>
auto choose(const Traced<bool>& condition, const Yes& yes, const No& no) {
  using Result =
      std::common_type_t<typename detail::TracedValue<Yes>::type, typename detail::TracedValue<No>::type>;
  const Traced<Result> one(yes), other(no);
  const Traced<Result>& chosen = condition.value() ? one : other;
  if (condition.from() == 0) return chosen;
  return Traced<Result>(chosen.value(), condition.from() | one.from() | other.from());
}

}  // namespace jumpscope::console::fast
