#include "src/prove/terms/value_set.h"

#include <gtest/gtest.h>

namespace jumpscope::prove {
namespace {

class ValueSetTest : public testing::Test {
 protected:
  std::optional<ValueSets::Set> of(Term term, size_t most = 512) {
    return ValueSets(terms_, facts_, domains_, most).of(term);
  }
  Term constant(unsigned width, uint64_t value) { return terms_.constant(width, value); }

  Terms terms_;
  ByteFacts facts_{terms_};
  ByteDomains domains_;
  const Term byte_ = terms_.initial(uint16_t{0x10}), other_ = terms_.initial(uint16_t{0x11});
};

TEST_F(ValueSetTest, ATermOfOneByteHasTheValuesThatItHas) {
  const Term doubled = terms_.binary(Op::Shl, terms_.binary(Op::And, byte_, constant(8, 3)), constant(8, 1));
  EXPECT_EQ(of(doubled), (ValueSets::Set{0, 2, 4, 6}));
  domains_.restrict(byte_, ByteSet{}.set(1).set(5).set(6));
  EXPECT_EQ(of(doubled), (ValueSets::Set{2, 4}));
}

TEST_F(ValueSetTest, APointerOfTwoTablesIsAnyOfTheirBytes) {
  const Term index = terms_.binary(Op::And, byte_, constant(8, 1));
  const Term low = terms_.table(terms_.addTable({0x10, 0x20}), index);
  const Term high = terms_.table(terms_.addTable({3, 4}), index);
  const Term pointer = terms_.binary(Op::Or, terms_.zeroExtend(low, 16),
                                     terms_.binary(Op::Shl, terms_.zeroExtend(high, 16), constant(16, 8)));
  EXPECT_EQ(of(pointer), (ValueSets::Set{0x310, 0x420})) << "both depend on the same byte";
}

TEST_F(ValueSetTest, ManyBytesTogetherAreASuperset) {
  const Term sum =
      terms_.binary(Op::Add, terms_.zeroExtend(terms_.binary(Op::And, byte_, constant(8, 1)), 16),
                    terms_.zeroExtend(terms_.binary(Op::And, other_, constant(8, 2)), 16));
  EXPECT_EQ(of(sum), (ValueSets::Set{0, 1, 2, 3}));
  const Term any = terms_.binary(Op::Or, terms_.zeroExtend(byte_, 16),
                                 terms_.binary(Op::Shl, terms_.zeroExtend(other_, 16), constant(16, 8)));
  EXPECT_EQ(of(any), std::nullopt);
}

}  // namespace
}  // namespace jumpscope::prove
