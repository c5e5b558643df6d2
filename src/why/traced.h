// Numbers that behave as C++'s own, promotions and wrap-around included, and know what they were computed from.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "src/bits/plain.h"
#include "src/bits/updating.h"
#include "src/why/history.h"

namespace jumpscope::why {

using jumpscope::choose;

template <std::integral T>
struct Traced : public Updating<Traced<T>> {
  T value{};
  NodeId from = no_node;

  constexpr Traced() = default;
  constexpr Traced(T plain) : value(plain) {}
  constexpr Traced(T plain, NodeId node) : value(plain), from(node) {}
  template <std::integral U>
  requires(!std::same_as<T, U>) constexpr Traced(U plain) : value(static_cast<T>(plain)) {}
  template <class U>
  requires(!std::same_as<T, U>) Traced(const Traced<U>& other)
      : value(static_cast<T>(other.value)), from(other.from) {}

  explicit operator bool() const {
    History& history = History::current();
    history.condition = from;
    history.answer = value != T{};
    return history.answer;
  }
};

namespace detail {

template <class T>
struct Parts {
  static constexpr bool traced = false;
  using Value = T;
};
template <class T>
struct Parts<Traced<T>> {
  static constexpr bool traced = true;
  using Value = T;
};
template <class L, class R>
concept Operands = (Parts<L>::traced || Parts<R>::traced) &&
                   std::integral<typename Parts<L>::Value>&& std::integral<typename Parts<R>::Value>;

template <class X>
auto plain(const X& x) {
  if constexpr (Parts<X>::traced)
    return x.value;
  else
    return x;
}
template <class X>
NodeId nodeOf(const X& x) {
  if constexpr (Parts<X>::traced)
    return x.from;
  else
    return no_node;
}
template <class T, class L, class R>
Traced<T> computed(T value, const L& l, const R& r) {
  return {value, History::current().join(nodeOf(l), nodeOf(r), static_cast<uint16_t>(value))};
}

}  // namespace detail

#define JUMPSCOPE_OPERATOR(symbol)                                              \
  template <class L, class R>                                                   \
  requires detail::Operands<L, R>                                               \
  auto operator symbol(const L& l, const R& r) {                                \
    const auto value = detail::plain(l) symbol detail::plain(r);                \
    return detail::computed<std::remove_const_t<decltype(value)>>(value, l, r); \
  }
JUMPSCOPE_OPERATOR(+)
JUMPSCOPE_OPERATOR(-)
JUMPSCOPE_OPERATOR(&)
JUMPSCOPE_OPERATOR(|)
JUMPSCOPE_OPERATOR(^)
JUMPSCOPE_OPERATOR(<<)
JUMPSCOPE_OPERATOR(>>)
JUMPSCOPE_OPERATOR(==)
JUMPSCOPE_OPERATOR(!=)
JUMPSCOPE_OPERATOR(>=)
#undef JUMPSCOPE_OPERATOR

template <std::integral T>
auto operator~(const Traced<T>& a) {
  return a ^ -1;
}
template <std::integral T>
Traced<bool> operator!(const Traced<T>& a) {
  return {a.value == T{}, a.from};
}

// condition ? yes : no
template <class Yes, class No>
requires detail::Operands<Yes, No>
auto choose(const Traced<bool>& condition, const Yes& yes, const No& no) {
  using T = std::common_type_t<typename detail::Parts<Yes>::Value, typename detail::Parts<No>::Value>;
  const Traced<T> chosen = condition.value ? Traced<T>(yes) : Traced<T>(no);
  return detail::computed<T>(chosen.value, chosen, condition);
}

}  // namespace jumpscope::why
