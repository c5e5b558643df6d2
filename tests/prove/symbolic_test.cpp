#include "src/prove/terms/symbolic.h"

#include <gtest/gtest.h>

#include <random>

#include "src/bits/plain.h"
#include "src/prove/terms/solver.h"

namespace jumpscope::prove {
namespace {

// A program of random operators, written once for any numbers.
template <template <class> class Number>
struct Machine {
  Number<uint8_t> a, b;
  Number<int8_t> s;
  Number<uint16_t> w;
  Number<bool> f;

  void run(std::mt19937& random) {
    const unsigned shift = random() % 8;
    const int k = static_cast<int>(random() % 512) - 128;
    switch (random() % 22) {
      case 0:
        a = static_cast<Number<uint8_t>>(a + b);
        break;
      case 1:
        a = static_cast<Number<uint8_t>>(a - b);
        break;
      case 2:
        b = static_cast<Number<uint8_t>>(a * b);
        break;
      case 3:
        w = static_cast<Number<uint16_t>>(a << shift | b >> shift);
        break;
      case 4:
        s = static_cast<Number<int8_t>>(s >> shift);
        break;
      case 5:
        f = s < 0;
        break;
      case 6:
        f = a < b;
        break;
      case 7:
        f = static_cast<Number<uint8_t>>(s - k) < 0x80;
        break;
      case 8:
        a = static_cast<Number<uint8_t>>(choose(f, a, b));
        break;
      case 9:
        s = static_cast<Number<int8_t>>(a ^ s);
        break;
      case 10:
        w = static_cast<Number<uint16_t>>(w + s);
        break;
      case 11:
        b = static_cast<Number<uint8_t>>(w >> 8);
        break;
      case 12:
        f = w == k;
        break;
      case 13:
        a = static_cast<Number<uint8_t>>(~a);
        break;
      case 14:
        ++b;
        break;
      case 15:
        --w;
        break;
      case 16:
        f = !f;
        break;
      case 17:
        f = w >= a;
        break;
      case 18:
        a = static_cast<Number<uint8_t>>(a & k);
        break;
      case 19:
        s = static_cast<Number<int8_t>>(-s);
        break;
      case 20:
        f = static_cast<Number<unsigned>>(a + b + f) >> 8;
        break;
      case 21:
        w = static_cast<Number<uint16_t>>(s * 256 + a);
        break;
    }
  }
};

TEST(Symbolic, DoesWhatPlainNumbersDo) {
  std::mt19937 random(1);
  for (int program = 0; program < 3000; ++program) {
    Terms terms;
    const Terms::Scope scope(terms);
    const Term a = terms.variable(8, "a"), b = terms.variable(8, "b"), s = terms.variable(8, "s"),
               w = terms.variable(16, "w");
    Machine<Symbolic> symbolic{Symbolic<uint8_t>::of(a), Symbolic<uint8_t>::of(b), Symbolic<int8_t>::of(s),
                               Symbolic<uint16_t>::of(w), false};
    Machine<Plain> plain{static_cast<uint8_t>(random()), static_cast<uint8_t>(random()),
                         static_cast<int8_t>(random()), static_cast<uint16_t>(random()), false};
    Assignment assignment;
    assignment.variables = {{0, plain.a}, {1, plain.b}, {2, static_cast<uint8_t>(plain.s)}, {3, plain.w}};
    for (int step = 0; step < 25; ++step) {
      const std::mt19937 same = random;
      plain.run(random);
      random = same;
      symbolic.run(random);
    }
    Evaluation values(terms, assignment);
    EXPECT_EQ(values.value(symbolic.a.term()), plain.a) << program;
    EXPECT_EQ(values.value(symbolic.b.term()), plain.b) << program;
    EXPECT_EQ(values.value(symbolic.s.term()), static_cast<uint8_t>(plain.s)) << program;
    EXPECT_EQ(values.value(symbolic.w.term()), plain.w) << program;
    EXPECT_EQ(values.value(symbolic.f.term()), plain.f) << program;
    for (const Term term : {symbolic.a.term(), symbolic.w.term()}) {
      EXPECT_LE(terms.lowest(term), values.value(term));
      EXPECT_GE(terms.highest(term), values.value(term));
    }
  }
}

TEST(Substitution, ComputesWhatTheReplacedInputsGive) {
  std::mt19937 random(3);
  for (int program = 0; program < 500; ++program) {
    Terms terms;
    const Terms::Scope scope(terms);
    Machine<Symbolic> machine{
        Symbolic<uint8_t>::of(terms.variable(8, "a")), Symbolic<uint8_t>::of(terms.initial(0x10)),
        Symbolic<int8_t>::of(terms.variable(8, "s")), Symbolic<uint16_t>::of(terms.variable(16, "w")), false};
    for (int step = 0; step < 15; ++step) machine.run(random);
    Assignment inputs;
    inputs.variables = {{0, random() & 0xFF}, {1, random() & 0xFF}, {2, random() & 0xFFFF}};
    inputs.memory = {{0x10, static_cast<uint8_t>(random())}};
    // Some of them at first, the rest later.
    Substitution some(terms, {[&](uint64_t number, Term variable) {
                                return number == 1
                                           ? variable
                                           : terms.constant(terms.width(variable), inputs.variables[number]);
                              },
                              [&](Term, Term address) { return terms.initial(address); }});
    const Term partly = some.apply(machine.w.term());
    EXPECT_EQ(Evaluation(terms, inputs).value(partly), Evaluation(terms, inputs).value(machine.w.term()));
    Substitution all(terms, {[&](uint64_t number, Term variable) {
                               return terms.constant(terms.width(variable), inputs.variables[number]);
                             },
                             [&](Term, Term address) {
                               return terms.constant(
                                   8, inputs.initial(static_cast<uint16_t>(terms.node(address).value)));
                             }});
    EXPECT_TRUE(terms.isConstant(all.apply(partly)));
  }
}

TEST(Solver, FindsWhatEvaluationConfirms) {
  std::mt19937 random(2);
  size_t found = 0;
  for (int program = 0; program < 150; ++program) {
    Terms terms;
    const Terms::Scope scope(terms);
    Machine<Symbolic> symbolic{
        Symbolic<uint8_t>::of(terms.variable(8, "a")), Symbolic<uint8_t>::of(terms.initial(0x10)),
        Symbolic<int8_t>::of(terms.variable(8, "s")), Symbolic<uint16_t>::of(terms.variable(16, "w")), false};
    for (int step = 0; step < 12; ++step) symbolic.run(random);
    const Symbolic<bool> wish = symbolic.a == static_cast<uint8_t>(random()) && symbolic.w != 7;
    const auto solver = loadSolver(terms);
    const Term terms_of_wish[] = {wish.term()};
    const Solver::Answer answer = solver->check(terms_of_wish);
    ASSERT_NE(answer, Solver::Answer::Unknown);
    if (answer == Solver::Answer::Yes) {
      ++found;
      EXPECT_EQ(Evaluation(terms, solver->assignment()).value(wish.term()), 1u) << program;
    } else {
      Assignment any;
      for (int i = 0; i < 200; ++i) {
        any.variables = {{0, random()}, {1, random()}, {2, random()}};
        any.memory = {{0x10, static_cast<uint8_t>(random())}};
        EXPECT_EQ(Evaluation(terms, any).value(wish.term()), 0u) << program;
      }
    }
  }
  EXPECT_GT(found, 50u);
}

TEST(Solver, KnowsThatEqualAddressesHoldEqualBytes) {
  Terms terms;
  const Terms::Scope scope(terms);
  const Term i = terms.zeroExtend(terms.variable(8, "i"), 16),
             j = terms.zeroExtend(terms.variable(8, "j"), 16);
  const Term different = terms.negation(terms.equal(terms.initial(i), terms.initial(j)));
  const auto solver = loadSolver(terms);
  const Term both[] = {different, terms.equal(i, j)};
  EXPECT_EQ(solver->check(both), Solver::Answer::No);
  const Term one[] = {different};
  ASSERT_EQ(solver->check(one), Solver::Answer::Yes);
  EXPECT_EQ(Evaluation(terms, solver->assignment()).value(different), 1u);
  const Term fixed[] = {terms.equal(i, terms.constant(16, 5)),
                        terms.negation(terms.equal(terms.initial(i), terms.initial(uint16_t{5})))};
  EXPECT_EQ(solver->check(fixed), Solver::Answer::No);
}

TEST(Solver, LooksUpTables) {
  Terms terms;
  const Terms::Scope scope(terms);
  std::vector<uint8_t> squares;
  for (int i = 0; i < 200; ++i) squares.push_back(static_cast<uint8_t>(i * i));
  const Term index = terms.variable(8, "i"), square = terms.table(terms.addTable(squares), index);
  const auto solver = loadSolver(terms);
  const Term wish[] = {terms.equal(square, terms.constant(8, 121)),
                       terms.binary(Op::Ult, index, terms.constant(8, 20))};
  ASSERT_EQ(solver->check(wish), Solver::Answer::Yes);
  EXPECT_EQ(solver->assignment().variables.at(0), 11u);
  const Term beyond[] = {terms.equal(index, terms.constant(8, 201)),
                         terms.negation(terms.equal(square, terms.constant(8, 0)))};
  EXPECT_EQ(solver->check(beyond), Solver::Answer::No);
}

}  // namespace
}  // namespace jumpscope::prove
