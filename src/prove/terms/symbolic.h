// Numbers that behave as C++'s own, promotions and wrap-around included, and may be unknown: then they are terms
// of the thread's current arena (Terms::Scope). As long as a number is known it is no more than a plain one.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/bits/plain.h"
#include "src/bits/updating.h"
#include "src/prove/terms/term.h"

namespace jumpscope::prove {

using jumpscope::at;
using jumpscope::choose;

// Where code that branches on an unknown condition goes on.
class Path {
 public:
  virtual ~Path() = default;
  virtual bool decide(Term condition) = 0;

  // While it lives, the thread's conditions are decided by this path.
  class Scope {
   public:
    explicit Scope(Path& path) : outer_(current_) { current_ = &path; }
    ~Scope() { current_ = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Path* outer_;
  };
  // Throws std::logic_error outside of any Scope.
  static Path& current();

 private:
  static thread_local Path* current_;
};

template <class T>
class Symbolic;

template <class T>
constexpr unsigned bit_width = std::is_same_v<T, bool> ? 1 : 8 * sizeof(T);

template <class T>
class Symbolic : public Updating<Symbolic<T>> {
  static_assert(std::integral<T>);

 public:
  using Value = T;

  constexpr Symbolic() = default;
  constexpr Symbolic(T value) : value_(value) {}
  template <std::integral U>
  requires(!std::same_as<T, U>) constexpr Symbolic(U value) : value_(static_cast<T>(value)) {}
  // As C++ converts: to bool whether it is not 0, else modulo 2^n.
  template <class U>
  requires(!std::same_as<T, U>) Symbolic(const Symbolic<U>& other);
  // Precondition: the term is as wide as T.
  static Symbolic of(Term term) {
    const Terms& terms = Terms::current();
    if (terms.isConstant(term)) return Symbolic(static_cast<T>(terms.node(term).value));
    Symbolic result;
    result.term_ = term;
    return result;
  }

  bool isConcrete() const { return !term_; }
  // Precondition: isConcrete().
  T concrete() const { return value_; }
  Term term() const {
    if (term_) return term_;
    return Terms::current().constant(bit_width<T>, static_cast<uint64_t>(value_));
  }

  explicit operator bool() const {
    if (isConcrete()) return value_ != T{};
    return Path::current().decide(Symbolic<bool>(*this).term());
  }

 private:
  T value_{};
  Term term_;
};

namespace detail {

template <class T>
struct ValueOf {
  static constexpr bool symbolic = false;
  using type = T;
};
template <class T>
struct ValueOf<Symbolic<T>> {
  static constexpr bool symbolic = true;
  using type = T;
};
template <class X>
using Value = typename ValueOf<X>::type;
template <class X>
constexpr bool is_symbolic = ValueOf<X>::symbolic;
template <class L, class R>
concept Operands = (is_symbolic<L> || is_symbolic<R>)&&std::integral<Value<L>>&& std::integral<Value<R>>;

template <class L, class R>
using Common = decltype(Value<L>{} + Value<R>{});

template <class X>
bool known(const X& x) {
  if constexpr (is_symbolic<X>)
    return x.isConcrete();
  else
    return true;
}
template <class X>
Value<X> valueOf(const X& x) {
  if constexpr (is_symbolic<X>)
    return x.concrete();
  else
    return x;
}
// As T.
template <class T, class X>
Term termOf(const X& x) {
  return Symbolic<T>(x).term();
}

template <Op op, class L, class R, class Plainly>
auto arithmetic(const L& l, const R& r, Plainly plainly) {
  using T = Common<L, R>;
  if (known(l) && known(r))
    return Symbolic<T>(plainly(static_cast<T>(valueOf(l)), static_cast<T>(valueOf(r))));
  return Symbolic<T>::of(Terms::current().binary(op, termOf<T>(l), termOf<T>(r)));
}

// l < r.
template <class L, class R>
Symbolic<bool> less(const L& l, const R& r) {
  using T = Common<L, R>;
  if (known(l) && known(r)) return Symbolic<bool>(static_cast<T>(valueOf(l)) < static_cast<T>(valueOf(r)));
  constexpr Op op = std::is_signed_v<T> ? Op::Slt : Op::Ult;
  return Symbolic<bool>::of(Terms::current().binary(op, termOf<T>(l), termOf<T>(r)));
}

}  // namespace detail

template <class T>
template <class U>
requires(!std::same_as<T, U>) Symbolic<T>::Symbolic(const Symbolic<U>& other) {
  if (other.isConcrete()) {
    value_ = static_cast<T>(other.concrete());
    return;
  }
  Terms& terms = Terms::current();
  const Term from = other.term();
  if constexpr (std::is_same_v<T, bool>)
    *this = of(terms.negation(terms.equal(from, terms.constant(bit_width<U>, 0))));
  else if constexpr (bit_width<T> <= bit_width<U>)
    *this = of(terms.truncate(from, bit_width<T>));
  else if constexpr (std::is_signed_v<U>)
    *this = of(terms.signExtend(from, bit_width<T>));
  else
    *this = of(terms.zeroExtend(from, bit_width<T>));
}

#define JUMPSCOPE_ARITHMETIC(symbol, op)                                                           \
  template <class L, class R>                                                                      \
  requires detail::Operands<L, R>                                                                  \
  auto operator symbol(const L& l, const R& r) {                                                   \
    return detail::arithmetic<op>(                                                                 \
        l, r, [](auto a, auto b) -> decltype(a) { return static_cast<decltype(a)>(a symbol b); }); \
  }
JUMPSCOPE_ARITHMETIC(+, Op::Add)
JUMPSCOPE_ARITHMETIC(-, Op::Sub)
JUMPSCOPE_ARITHMETIC(*, Op::Mul)
JUMPSCOPE_ARITHMETIC(&, Op::And)
JUMPSCOPE_ARITHMETIC(|, Op::Or)
JUMPSCOPE_ARITHMETIC(^, Op::Xor)
#undef JUMPSCOPE_ARITHMETIC

// Precondition: neither is negative, and the right one is not 0.
template <class L, class R>
requires detail::Operands<L, R>
auto operator%(const L& l, const R& r) {
  return detail::arithmetic<Op::Rem>(l, r, [](auto a, auto b) { return a % b; });
}

template <class L, class R>
requires detail::Operands<L, R>
auto operator<<(const L& l, const R& r) {
  using T = decltype(+detail::Value<L>{});
  if (detail::known(l) && detail::known(r))
    return Symbolic<T>(static_cast<T>(detail::valueOf(l)) << detail::valueOf(r));
  return Symbolic<T>::of(Terms::current().binary(Op::Shl, detail::termOf<T>(l), detail::termOf<T>(r)));
}
template <class L, class R>
requires detail::Operands<L, R>
auto operator>>(const L& l, const R& r) {
  using T = decltype(+detail::Value<L>{});
  if (detail::known(l) && detail::known(r))
    return Symbolic<T>(static_cast<T>(detail::valueOf(l)) >> detail::valueOf(r));
  constexpr Op op = std::is_signed_v<T> ? Op::Ashr : Op::Lshr;
  return Symbolic<T>::of(Terms::current().binary(op, detail::termOf<T>(l), detail::termOf<T>(r)));
}

template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator==(const L& l, const R& r) {
  using T = detail::Common<L, R>;
  if (detail::known(l) && detail::known(r))
    return Symbolic<bool>(static_cast<T>(detail::valueOf(l)) == static_cast<T>(detail::valueOf(r)));
  return Symbolic<bool>::of(Terms::current().equal(detail::termOf<T>(l), detail::termOf<T>(r)));
}
template <std::integral T>
Symbolic<bool> operator!(const Symbolic<T>& a) {
  const Symbolic<bool> is_set = a;
  if (is_set.isConcrete()) return Symbolic<bool>(!is_set.concrete());
  return Symbolic<bool>::of(Terms::current().negation(is_set.term()));
}
template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator!=(const L& l, const R& r) { return !(l == r); }
template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator<(const L& l, const R& r) { return detail::less(l, r); }
template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator>(const L& l, const R& r) { return detail::less(r, l); }
template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator<=(const L& l, const R& r) { return !detail::less(r, l); }
template <class L, class R>
requires detail::Operands<L, R> Symbolic<bool>
operator>=(const L& l, const R& r) { return !detail::less(l, r); }

// Both sides are computed: neither forks.
template <class L, class R>
requires(detail::is_symbolic<L> || detail::is_symbolic<R>) Symbolic<bool>
operator&&(const L& l, const R& r) { return Symbolic<bool>(Symbolic<bool>(l) & Symbolic<bool>(r)); }
template <class L, class R>
requires(detail::is_symbolic<L> || detail::is_symbolic<R>) Symbolic<bool>
operator||(const L& l, const R& r) { return Symbolic<bool>(Symbolic<bool>(l) | Symbolic<bool>(r)); }

template <std::integral T>
auto operator-(const Symbolic<T>& a) {
  return 0 - a;
}
template <std::integral T>
auto operator+(const Symbolic<T>& a) {
  return Symbolic<decltype(+T{})>(a);
}
template <std::integral T>
auto operator~(const Symbolic<T>& a) {
  return a ^ -1;
}

// condition ? yes : no, without a fork. The type is the common one after promotion, or that of both.
template <std::same_as<Symbolic<bool>> Condition, class Yes, class No>
requires std::integral<detail::Value<Yes>> && std::integral<detail::Value<No>>
auto choose(const Condition& condition, const Yes& yes, const No& no) {
  using Y = detail::Value<Yes>;
  using N = detail::Value<No>;
  using T = std::conditional_t<std::is_same_v<Y, N>, Y, decltype(Y{} + N{})>;
  if (condition.isConcrete()) return condition.concrete() ? Symbolic<T>(yes) : Symbolic<T>(no);
  return Symbolic<T>::of(
      Terms::current().ite(condition.term(), detail::termOf<T>(yes), detail::termOf<T>(no)));
}
template <class Yes, class No>
requires detail::Operands<Yes, No>
auto choose(bool condition, const Yes& yes, const No& no) {
  return choose(Symbolic<bool>(condition), yes, no);
}

// table[index], for plain elements or symbolic ones. Precondition: the index is in range.
template <class Table, std::integral I>
auto at(const Table& table, const Symbolic<I>& index) {
  using T = detail::Value<std::remove_cvref_t<decltype(table[0])>>;
  if (index.isConcrete()) return Symbolic<T>(table[static_cast<size_t>(index.concrete())]);
  Symbolic<T> result = table[std::size(table) - 1];
  for (size_t i = std::size(table) - 1; i-- > 0;)
    result = choose(index == static_cast<I>(i), Symbolic<T>(table[i]), result);
  return result;
}

}  // namespace jumpscope::prove
