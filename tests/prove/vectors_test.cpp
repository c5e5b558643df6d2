// Every vector of tests/data/singlestep against the processor on symbolic numbers: the instructions of the prover are
// those of the netlist.
#include <gtest/gtest.h>

#include <map>

#include "cpu6502/processor.h"
#include "src/prove/machine/machine.h"
#include "tests/cpu6502/vectors.h"
#include "tests/support/sanitized.h"

namespace jumpscope::prove {
namespace {

using cpu6502::Access;
using cpu6502::tests::Case;

// Inputs that are variables, with the values that the case gives them.
class Inputs : public Path {
 public:
  enum class Kind { Constants, Variables };
  explicit Inputs(Kind kind) : kind_(kind) {}

  Symbolic<uint8_t> byte(uint8_t value) {
    if (kind_ == Kind::Constants) return value;
    const Term variable = terms_.variable(8, "input");
    given_.variables[terms_.node(variable).value] = value;
    return Symbolic<uint8_t>::of(variable);
  }
  template <class T>
  T valueOf(const Symbolic<T>& number) {
    if (number.isConcrete()) return number.concrete();
    EXPECT_EQ(kind_, Kind::Variables) << "constants made a term";
    return static_cast<T>(Evaluation(terms_, given_).value(number.term()));
  }
  bool decide(Term condition) override { return Evaluation(terms_, given_).value(condition) != 0; }

 private:
  Terms terms_;
  const Terms::Scope scope_{terms_};
  const Path::Scope path_{*this};
  const Kind kind_;
  Assignment given_;
};

// 64 KiB of RAM. Addresses are where the case's values put them; what is there are terms.
class Bus {
 public:
  using Registers = SymbolicRegisters;
  static constexpr bool interrupt_free_window = true;
  static constexpr bool uncounted_cycles = true;

  explicit Bus(Inputs& inputs) : inputs_(inputs) {}

  Symbolic<uint8_t> read(const Symbolic<uint16_t>& address, Access) { return ram[inputs_.valueOf(address)]; }
  void write(const Symbolic<uint16_t>& address, const Symbolic<uint8_t>& value, Access) {
    ram[inputs_.valueOf(address)] = value;
  }
  uint8_t opcode(const Symbolic<uint8_t>& value) { return inputs_.valueOf(value); }
  uint16_t target(const Symbolic<uint16_t>& address) { return inputs_.valueOf(address); }
  void endWindow() {}

  std::map<uint16_t, Symbolic<uint8_t>> ram;

 private:
  Inputs& inputs_;
};

std::string compare(const Case& vector, Inputs& inputs, SymbolicRegisters& got, Bus& bus) {
  std::string text;
  const auto same = [&](const char* what, unsigned expected, unsigned value) {
    if (text.empty() && expected != value)
      text = std::string(what) + " is " + std::to_string(value) + " instead of " + std::to_string(expected);
  };
  same("PC", vector.final.pc, got.pc);
  same("A", vector.final.a, inputs.valueOf(got.a));
  same("X", vector.final.x, inputs.valueOf(got.x));
  same("Y", vector.final.y, inputs.valueOf(got.y));
  same("S", vector.final.s, inputs.valueOf(got.s));
  same("P", vector.final.p, inputs.valueOf(got.status()));
  for (const auto& [address, value] : vector.final.ram)
    same(("byte " + std::to_string(address)).c_str(), value, inputs.valueOf(bus.ram[address]));
  return text;
}

// What differs after the instruction of the case.
std::string run(const Case& vector, Inputs::Kind kind) {
  Inputs inputs(kind);
  Bus bus(inputs);
  for (const auto& [address, value] : vector.initial.ram) bus.ram[address] = inputs.byte(value);
  SymbolicRegisters registers{};
  registers.pc = vector.initial.pc;
  registers.a = inputs.byte(vector.initial.a);
  registers.x = inputs.byte(vector.initial.x);
  registers.y = inputs.byte(vector.initial.y);
  registers.s = inputs.byte(vector.initial.s);
  registers.setStatus(inputs.byte(vector.initial.p));
  cpu6502::State lines;
  lines.lines = lines.polled = 0;
  lines.magic = 0;  // of the simulated chip
  cpu6502::Processor<Bus> processor(registers, lines, bus);
  processor.instruction();
  if (lines.jammed() != vector.jam) return vector.jam ? "did not jam" : "jammed";
  if (vector.jam) return "";
  SymbolicRegisters after = processor;
  return compare(vector, inputs, after, bus);
}

void runAll(Inputs::Kind kind) {
  size_t cases = 0, failures = 0;
  for (const tests::DataFile& file : tests::dataFiles("singlestep", ".json")) {
    if (file.name.size() != std::string_view("xx.json").size()) continue;  // interrupts and halts
    cpu6502::tests::forEachCase(file, [&](const Case& vector) {
      ++cases;
      const std::string text = run(vector, kind);
      if (!text.empty() && ++failures <= 10)
        ADD_FAILURE() << file.name << " \"" << vector.name << "\": " << text;
    });
  }
  EXPECT_GT(cases, 10'000u / tests::case_step);
  EXPECT_EQ(failures, 0u) << "of " << cases << " cases";
}

TEST(SymbolicProcessor, DoesWithConstantsWhatTheNetlistDoes) { runAll(Inputs::Kind::Constants); }

TEST(SymbolicProcessor, ComputesTermsWhoseValuesAreThoseOfTheNetlist) { runAll(Inputs::Kind::Variables); }

}  // namespace
}  // namespace jumpscope::prove
