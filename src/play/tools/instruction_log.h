// What the processor does, instruction by instruction, with every access and its place on the raster. The tools that
// look at a run are made from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/console/console.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

// Where the picture chip stands.
struct RasterPlace {
  int scanline = 0, dot = 0;

  bool operator==(const RasterPlace&) const = default;
};

// An access that is no fetch of the program.
struct BusAccess {
  uint64_t cycle = 0;  // CPU cycles since power-on
  RasterPlace place;   // as that cycle begins
  uint16_t address = 0;
  uint8_t value = 0;
  cpu6502::Access kind = cpu6502::Access::Read;
  bool write = false;
  uint32_t prg_offset = no_rom;  // of what was read

  static constexpr uint32_t no_rom = UINT32_MAX;
};

struct Executed {
  enum class Kind : uint8_t { Instruction, Nmi, Irq, Reset };

  Kind kind = Kind::Instruction;
  trace::CodeAddress pc;
  std::optional<uint32_t> prg_offset;
  std::array<uint8_t, 3> bytes{};
  uint8_t a = 0, x = 0, y = 0, s = 0, p = 0;  // before it
  uint64_t cycle = 0;                         // when it begins
  uint64_t end = 0;
  unsigned halted = 0;  // cycles of these in which DMA had the bus
  RasterPlace place;    // when it begins
  uint32_t first_access = 0, accesses = 0;
};

// While it lives it owns the console's hook on_instruction. Accesses are exact from the last cycle of an instruction
// back to where DMA halted it; where a sample's fetch falls between two accesses of one instruction, those before it
// appear up to four cycles late.
class InstructionLog {
 public:
  // Precondition: the console stands before an instruction, and outlives the log.
  explicit InstructionLog(console::Console& console);
  ~InstructionLog();
  InstructionLog(const InstructionLog&) = delete;
  InstructionLog& operator=(const InstructionLog&) = delete;

  // Takes in the last instruction; call it before looking.
  void close();
  std::span<const Executed> executed() const { return executed_; }
  std::span<const BusAccess> accessesOf(const Executed& step) const {
    return std::span(accesses_).subspan(step.first_access, step.accesses);
  }

 private:
  void before();
  void complete();
  uint64_t dotIndex(uint64_t cycle) const;
  RasterPlace placeOf(uint64_t cycle) const;

  console::Console& console_;
  uint64_t cpu_clocks_, first_dot_clock_;
  bool open_ = false;
  std::vector<Executed> executed_;
  std::vector<BusAccess> accesses_;
};

}  // namespace jumpscope::play
