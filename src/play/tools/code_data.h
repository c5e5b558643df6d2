// Which bytes of the cartridge were executed and which were read: FCEUX's code and data log, and when they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/console/cartridge.h"
#include "src/play/tools/instruction_log.h"

namespace jumpscope::play {

// Bits of a byte of PRG-ROM, as FCEUX writes them (fceux.com, "Code/Data Logger").
namespace cdl {
inline constexpr uint8_t code = 0x01, data = 0x02, indirect_code = 0x10, indirect_data = 0x20;
inline constexpr int window_shift = 2;  // bits 2-3: where it was: $8000, $A000, $C000 or $E000
}  // namespace cdl

class CodeDataLog {
 public:
  explicit CodeDataLog(const console::Cartridge& cartridge);

  // What a frame executed. `in_jump`: the character was in the air at its end.
  void add(const InstructionLog& log, bool in_jump);
  void clear();

  // One byte of flags a byte of PRG-ROM.
  std::span<const uint8_t> prg() const { return {bytes_.data(), prg_size_}; }
  bool ranInJump(uint32_t offset) const { return when_[offset] & in_jump_bit; }
  bool ranOnlyInJump(uint32_t offset) const { return when_[offset] == in_jump_bit; }
  // Stretches of code that ran in the air and never on the ground: first offset and number of bytes.
  struct Stretch {
    uint32_t offset = 0, bytes = 0;
    bool operator==(const Stretch&) const = default;
  };
  std::vector<Stretch> onlyInJump() const;

  struct Coverage {
    size_t code = 0, data = 0, both = 0, all = 0;
  };
  Coverage coverage() const;

  // PRG, then CHR-ROM, of which only what a file had is kept: rendering is not logged.
  std::vector<uint8_t> file() const { return bytes_; }
  // Adds what a file knows. Throws std::runtime_error for a file of another size.
  void merge(std::span<const uint8_t> file, const std::string& name);

 private:
  static constexpr uint8_t in_jump_bit = 1, outside_bit = 2;

  size_t prg_size_;
  std::vector<uint8_t> bytes_, when_;
};

}  // namespace jumpscope::play
