#include "src/play/tools/instruction_log.h"

#include "ppu/timetable.h"
#include "src/console/region.h"
#include "src/trace/next_step.h"

namespace jumpscope::play {

using cpu6502::Access;

InstructionLog::InstructionLog(console::Console& console)
    : console_(console), cpu_clocks_(console::factsOf(console.options().region).cpu_clocks) {
  const ppu::State chip = console.state().ppu;
  const ppu::Timing& timing = console::factsOf(console.options().region).ppu;
  first_dot_clock_ = (chip.clock - (chip.second_half ? timing.half_dot_clocks : 0)) % timing.dot_clocks;
  // Of a frame of short instructions.
  constexpr size_t instructions = 12'000, accesses = 8'000;
  executed_.reserve(instructions);
  accesses_.reserve(accesses);
  console_.hooks().on_instruction = [this] { before(); };
}

InstructionLog::~InstructionLog() { console_.hooks().on_instruction = nullptr; }

// Of the dot in which the picture chip stands as a CPU cycle begins, counted from power-on.
uint64_t InstructionLog::dotIndex(uint64_t cycle) const {
  const ppu::Timing& timing = console::factsOf(console_.options().region).ppu;
  const uint64_t now = cycle * cpu_clocks_;
  return now <= first_dot_clock_ ? 0 : timing.dotsBegunIn(now - first_dot_clock_);
}

// Counted back from where the chip is now. The dot that odd frames leave out is the last but one of the pre-render
// line, so that what lies on this line is counted from the instruction's start.
RasterPlace InstructionLog::placeOf(uint64_t cycle) const {
  const ppu::Timing& timing = console::factsOf(console_.options().region).ppu;
  const int line = ppu::dots_per_line, frame = timing.lines * line;
  const auto at = [&](RasterPlace from, int64_t dots) {
    const int64_t index = (from.scanline * line + from.dot + dots + frame) % frame;
    return RasterPlace{static_cast<int>(index / line), static_cast<int>(index % line)};
  };
  const Executed& step = executed_.back();
  const uint64_t then = dotIndex(cycle);
  const RasterPlace back = at({console_.scanline(), console_.dot()}, -int64_t(dotIndex(step.end) - then));
  if (back.scanline != timing.pre_render_line) return back;
  const RasterPlace ahead = at(step.place, int64_t(then - dotIndex(step.cycle)));
  return ahead.scanline == timing.pre_render_line ? ahead : back;
}

void InstructionLog::before() {
  complete();
  const cpu6502::State& cpu = console_.cpu();
  Executed step;
  step.pc = {cpu.pc, console_.prgBank(cpu.pc)};
  step.prg_offset = cpu.pc >= 0x4020 ? console_.prgOffset(cpu.pc) : std::nullopt;
  step.a = cpu.a, step.x = cpu.x, step.y = cpu.y, step.s = cpu.s, step.p = cpu.p;
  step.cycle = console_.cpuCycles();
  step.place = {console_.scanline(), console_.dot()};
  step.first_access = static_cast<uint32_t>(accesses_.size());
  // Registers read as 0: complete() knows better.
  const auto next = trace::playNext(
      console_, [&](uint64_t cycle, uint16_t address, uint8_t value, Access kind, bool write) {
        const bool data = !write && (kind == Access::Read || kind == Access::Vector);
        const std::optional<uint32_t> rom =
            data && address >= 0x4020 ? console_.prgOffset(address) : std::optional<uint32_t>();
        accesses_.push_back({cycle, {}, address, value, kind, write, rom.value_or(BusAccess::no_rom)});
      });
  if (!next) return;
  step.bytes = next->bytes;
  if (!next->is_instruction)
    step.kind = next->vector >= 0xFFFE   ? Executed::Kind::Irq
                : next->vector >= 0xFFFC ? Executed::Kind::Reset
                                         : Executed::Kind::Nmi;
  step.accesses = static_cast<uint32_t>(accesses_.size()) - step.first_access;
  step.halted = static_cast<unsigned>(next->cycles);  // until complete() knows how many there were
  executed_.push_back(step);
  open_ = true;
}

void InstructionLog::complete() {
  if (!open_) return;
  open_ = false;
  Executed& step = executed_.back();
  step.end = console_.cpuCycles();
  const uint64_t own = step.halted, all = step.end - step.cycle;
  step.halted = static_cast<unsigned>(all > own ? all - own : 0);
  bool asks = false;
  for (uint32_t i = step.first_access; i < accesses_.size(); ++i) {
    BusAccess& access = accesses_[i];
    access.cycle += step.end - own;
    access.place = placeOf(access.cycle);
    asks |=
        !access.write && access.kind == Access::Read && access.address >= 0x2000 && access.address < 0x4020;
  }
  if (!asks) return;
  // What was read last is still in the register that took it, or on the bus.
  BusAccess& last = accesses_.back();
  const cpu6502::State& cpu = console_.cpu();
  const std::string_view name = cpu6502::opcodes[step.bytes[0]].mnemonic;
  last.value = name == "LDA"   ? cpu.a
               : name == "LDX" ? cpu.x
               : name == "LDY" ? cpu.y
                               : console_.state().data_bus;
}

void InstructionLog::close() { complete(); }

}  // namespace jumpscope::play
