// Executes beside a console what its processor executes, with numbers that know what they were computed from.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cpu6502/registers.h"
#include "src/console/console.h"
#include "src/why/choices.h"
#include "src/why/traced.h"

namespace jumpscope::why {

// During its lifetime it owns the console's hook on_instruction.
class Shadow {
 public:
  // Begins between two frames: what memory and registers have now counts as found.
  explicit Shadow(console::Console& console);
  ~Shadow();
  Shadow(const Shadow&) = delete;
  Shadow& operator=(const Shadow&) = delete;

  // Executes what the console has executed since it last asked.
  void catchUp();
  const History& history() const { return history_; }
  // The byte of RAM at an address, as it is now; nullopt: there is no RAM.
  std::optional<Traced<uint8_t>> at(uint16_t address) const;
  // How often the processor did what this does not explain: it then went on with what the registers had.
  uint64_t surprises() const { return surprises_; }

 private:
  class Bus;
  struct Pending {
    std::array<uint8_t, 3> bytes;
    bool is_instruction;
    uint64_t frame;
    trace::CodeAddress pc;
    std::array<std::optional<uint32_t>, 3> prg_offsets;  // of each byte
  };

  void beforeInstruction();
  void execute(const Pending& pending);
  void enterInterrupt(const Pending& pending);
  void follow();
  // The byte of RAM that answers there; nullptr: none does.
  Traced<uint8_t>* place(uint16_t address);
  void strobe(bool on);
  Traced<uint8_t> readChip(uint16_t address, cpu6502::Access kind);
  Traced<uint8_t> readPad(uint16_t address, cpu6502::Access kind, uint8_t value);
  NodeId leaf(Node::Kind kind, uint32_t what, uint8_t value) {
    return history_.add(kind, what, no_node, value);
  }

  console::Console& console_;
  History history_;
  Choices choices_;
  cpu6502::RegistersOf<Traced> registers_;
  std::vector<Traced<uint8_t>> ram_, board_ram_;
  std::optional<Pending> pending_;
  NodeId target_ = no_node;              // what the step's jump took its target from
  std::array<unsigned, 2> pad_reads_{};  // since the strobe
  bool strobe_ = false, saw_strobe_ = false;
  uint64_t surprises_ = 0;
};

}  // namespace jumpscope::why
