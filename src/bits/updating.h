// What follows from the other operators of a number family (plain.h): ++ and --, and an operation with an assignment.
#pragma once

namespace jumpscope {

// To be inherited by `Self`, a number that has the operation itself.
template <class Self>
class Updating {
 public:
  Self& operator++() { return self() = Self(self() + 1); }
  Self& operator--() { return self() = Self(self() - 1); }
  Self operator++(int) {
    const Self before = self();
    ++self();
    return before;
  }
  Self operator--(int) {
    const Self before = self();
    --self();
    return before;
  }

#define JUMPSCOPE_UPDATE(symbol)           \
  template <class R>                       \
  Self& operator symbol##=(const R& r) {   \
    return self() = Self(self() symbol r); \
  }
  JUMPSCOPE_UPDATE(+)
  JUMPSCOPE_UPDATE(-)
  JUMPSCOPE_UPDATE(*)
  JUMPSCOPE_UPDATE(&)
  JUMPSCOPE_UPDATE(|)
  JUMPSCOPE_UPDATE(^)
  JUMPSCOPE_UPDATE(<<)
  JUMPSCOPE_UPDATE(>>)
#undef JUMPSCOPE_UPDATE

 private:
  Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace jumpscope
