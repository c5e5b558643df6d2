#include "src/trace/fetched.h"

#include "cpu6502/opcodes.h"

namespace jumpscope::trace {
namespace {

// True if peek() gives what a fetch would. For registers and open bus peek() gives 0.
bool isPlain(const console::Console& console, uint16_t address) {
  return address < 0x2000 || console.peek(address) != 0 || console.prgOffset(address).has_value();
}

// What a fetch from `address` gives after `bus` was on the data bus. What a register or open bus puts there only
// the bus can tell: a copy of the console fetches it as an opcode.
uint8_t fetched(const console::Console& console, uint16_t address, uint8_t bus) {
  const uint8_t value = console.peek(address);
  if (value != 0 || isPlain(console, address)) return value;
  console::Console ahead(console);
  console::State state = console.state();
  state.cpu.pc = address;
  state.cpu.lines = state.cpu.polled = 0;  // no interrupt comes first
  state.data_bus = state.internal_bus = bus;
  ahead.restore(state);
  ahead.step();
  return ahead.cpu().opcode;
}

// One entry an opcode.
constexpr auto lengths = [] {
  std::array<uint8_t, 256> all{};
  for (size_t opcode = 0; opcode < all.size(); ++opcode)
    all[opcode] = static_cast<uint8_t>(cpu6502::instructionLength(static_cast<uint8_t>(opcode)));
  return all;
}();

// An operand follows its opcode on the bus. Approximation: DMA between the two is not seen.
std::array<uint8_t, 3> withOperands(const console::Console& console, uint16_t pc, uint8_t opcode) {
  std::array<uint8_t, 3> bytes{opcode};
  for (size_t i = 1; i < lengths[opcode]; ++i)
    bytes[i] = fetched(console, static_cast<uint16_t>(pc + i), bytes[i - 1]);
  return bytes;
}

}  // namespace

std::array<uint8_t, 3> instructionBytes(const console::Console& console) {
  const uint16_t pc = console.cpu().pc;
  if (isPlain(console, pc)) return withOperands(console, pc, console.peek(pc));
  return withOperands(console, pc, fetched(console, pc, console.state().data_bus));
}

std::array<uint8_t, 3> fetchedBytes(const console::Console& console, uint16_t pc, uint8_t opcode) {
  return withOperands(console, pc, opcode);
}

}  // namespace jumpscope::trace
