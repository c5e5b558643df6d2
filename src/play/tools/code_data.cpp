#include "src/play/tools/code_data.h"

#include <algorithm>
#include <stdexcept>

#include "cpu6502/opcodes.h"
#include "src/base/concat.h"

namespace jumpscope::play {

namespace {

using cpu6502::Mode;

constexpr uint8_t jmp_indirect = 0x6C;

uint8_t window(uint16_t address) { return static_cast<uint8_t>((address >> 13 & 3) << cdl::window_shift); }

}  // namespace

CodeDataLog::CodeDataLog(const console::Cartridge& cartridge)
    : prg_size_(cartridge.prg.size()),
      bytes_(cartridge.prg.size() + cartridge.chr.size()),
      when_(cartridge.prg.size()) {}

void CodeDataLog::clear() {
  std::fill(bytes_.begin(), bytes_.end(), uint8_t{0});
  std::fill(when_.begin(), when_.end(), uint8_t{0});
}

void CodeDataLog::add(const InstructionLog& log, bool in_jump) {
  const auto mark = [&](uint32_t offset, uint16_t address, uint8_t bits) {
    if (offset >= prg_size_) return;
    constexpr auto windows = static_cast<uint8_t>(3 << cdl::window_shift);
    bytes_[offset] = static_cast<uint8_t>((bytes_[offset] & ~windows) | window(address) | bits);
  };
  bool jumped = false;  // through a pointer
  for (const Executed& step : log.executed()) {
    const bool is_instruction = step.kind == Executed::Kind::Instruction;
    if (is_instruction && step.prg_offset) {
      const int length = cpu6502::instructionLength(step.bytes[0]);
      for (int i = 0; i < length; ++i) {
        const uint32_t offset = *step.prg_offset + static_cast<uint32_t>(i);
        mark(offset, static_cast<uint16_t>(step.pc.address + i),
             static_cast<uint8_t>(cdl::code | (jumped && i == 0 ? cdl::indirect_code : 0)));
        if (offset < prg_size_) when_[offset] |= in_jump ? in_jump_bit : outside_bit;
      }
    }
    jumped = is_instruction && step.bytes[0] == jmp_indirect;
    const Mode mode = cpu6502::opcodes[step.bytes[0]].mode;
    const bool pointer = is_instruction && (mode == Mode::IndirectX || mode == Mode::IndirectY);
    for (const BusAccess& access : log.accessesOf(step))
      if (access.prg_offset != BusAccess::no_rom)
        mark(access.prg_offset, access.address,
             static_cast<uint8_t>(cdl::data | (pointer ? cdl::indirect_data : 0)));
  }
}

std::vector<CodeDataLog::Stretch> CodeDataLog::onlyInJump() const {
  std::vector<Stretch> all;
  for (uint32_t at = 0; at < prg_size_; ++at) {
    if (!ranOnlyInJump(at)) continue;
    if (all.empty() || all.back().offset + all.back().bytes != at) all.push_back({at, 0});
    ++all.back().bytes;
  }
  return all;
}

CodeDataLog::Coverage CodeDataLog::coverage() const {
  Coverage coverage;
  coverage.all = prg_size_;
  for (const uint8_t flags : prg()) {
    const bool code = flags & cdl::code, data = flags & cdl::data;
    coverage.both += code && data;
    coverage.code += code && !data;
    coverage.data += data && !code;
  }
  return coverage;
}

void CodeDataLog::merge(std::span<const uint8_t> file, const std::string& name) {
  if (file.size() != bytes_.size())
    throw std::runtime_error(
        base::concat({name, " has ", std::to_string(file.size()),
                      " bytes; a code and data log of this cartridge has ", std::to_string(bytes_.size())}));
  for (size_t i = 0; i < file.size(); ++i) bytes_[i] |= file[i];
}

}  // namespace jumpscope::play
