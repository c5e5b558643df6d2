// FCEUX runs a CPU instruction as a whole and its picture in pieces of scanlines: source of all facts about it are its
// x6502.cpp, ppu.cpp, sound.cpp and boards/*.cpp, version 2.6.5.
#include "src/session/fceux_console.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "apu/channels.h"
#include "mappers/latch.h"
#include "mappers/m001_mmc1.h"
#include "mappers/m004_mmc3.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"
#include "src/console/controllers.h"
#include "src/console/region.h"

namespace jumpscope::session {

namespace {

constexpr int units_per_cycle = 48;  // of ICou and FHCN
constexpr int pal_units_per_dot = 15, units_per_dot = 16;
// The last instruction of a frame may be OAM DMA, with sample fetches in it.
constexpr int most_late_units = 0x10000;
constexpr uint64_t most_cycles = uint64_t{1} << 47;

// FCEUX tells the program of vblank, by flag and NMI, at the first instruction that begins a scanline and 0 or 12 dots
// after its frame has. Here an instruction sees the flag if its read, about three cycles on, comes after dot 1 of the
// vblank scanline, and NMI if that comes two cycles before its end: 9 and 8 dots earlier.
constexpr int vblank_lag = 8;

// Bits of IQLB.
enum : uint32_t {
  irq_board = 0x001,
  irq_board2 = 0x002,
  in_reset = 0x020,
  nmi_next = 0x040,
  nmi_now = 0x080,
  irq_dmc = 0x100,
  irq_frame = 0x200
};

class Translation {
 public:
  Translation(const FceuxState& saved, const console::Console& console, const std::string& name)
      : saved_(saved), cartridge_(console.cartridge()), region_(console.options().region), name_(name) {
    console::Console fresh = console;
    fresh.powerOn();
    s_ = fresh.state();
  }

  console::State make() {
    requireSound();
    s_.frame = 0;
    s_.cycle = s_.apu.cycle = saved_.cpu.frame_start;
    s_.data_bus = s_.internal_bus = saved_.cpu.data_bus;
    s_.ram = saved_.cpu.ram;
    setCpu();
    setPpu();
    setChannels();
    setDmc();
    setFrameCounter();
    setControllers();
    setBoard();
    return s_;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const { throw std::runtime_error(name_ + why); }

  void requireSound() const {
    const FceuxState::Cpu& cpu = saved_.cpu;
    if (cpu.count > 0 || cpu.count < -most_late_units || cpu.untold < 0 || cpu.untold > most_late_units ||
        cpu.frame_start > most_cycles)
      refuse(" is a state of FCEUX with a clock that FCEUX cannot have; save it again");
    if (saved_.ppu.dead_frames != 0)
      refuse(
          " was saved in the two frames after power-on or reset in which FCEUX has no vblank; save it some "
          "frames "
          "later");
  }

  void setCpu() {
    const FceuxState::Cpu& from = saved_.cpu;
    cpu6502::State& cpu = s_.cpu;
    cpu = cpu6502::State{};
    cpu.pc = cpu.instruction_pc = from.pc;
    cpu.a = from.a;
    cpu.x = from.x;
    cpu.y = from.y;
    cpu.s = from.s;
    using namespace cpu6502;
    cpu.p = static_cast<uint8_t>((from.p | flag::unused) & ~flag::break_);
    cpu.lines = 0;
    if (from.interrupts & (nmi_next | nmi_now)) cpu.lines |= line::nmi;
    if (from.interrupts & in_reset) cpu.lines |= line::reset;
    if (from.jammed) cpu.lines |= line::jam;
    cpu.polled = cpu.lines;
    if (!(from.interrupts & (irq_board | irq_board2 | irq_dmc | irq_frame))) return;
    cpu.lines |= line::irq;
    if (!(from.polled_p & flag::irq_disable)) cpu.polled |= line::irq_taken;
  }

  // The picture chip stands where its last scanline before vblank begins, so far behind the CPU as FCEUX's has
  // run beyond the end of its frame.
  void setPpu() {
    const FceuxState::Ppu& from = saved_.ppu;
    const console::RegionFacts& facts = console::factsOf(region_);
    ppu::State& ppu = s_.ppu;
    const int per_dot = region_ == console::Region::Ntsc ? units_per_dot : pal_units_per_dot;
    const int late = -saved_.cpu.count / per_dot - vblank_lag;
    ppu.clock += s_.cycle * facts.cpu_clocks;
    if (late < 0)
      ppu.clock += static_cast<uint64_t>(-late) * facts.ppu.dot_clocks;
    else
      ppu.clock -= std::min(ppu.clock, static_cast<uint64_t>(late) * facts.ppu.dot_clocks);
    ppu.frame = 0;
    ppu.scanline = facts.ppu.vblank_line - 1;
    ppu.dot = 0;
    ppu.odd_frame = from.short_frame == 0;  // it flips before it is asked for
    setPpuRegisters();
    ppu.vram = from.nametables;
    for (size_t i = 0; i < ppu.oam.size(); ++i)
      ppu.oam[i] = ppu::oamByte(static_cast<unsigned>(i), from.oam[i]);
    for (size_t i = 0; i < ppu.palette.size(); ++i) ppu.palette[i] = from.palette[i] & 0x3F;
    // FCEUX keeps what was written to these cells elsewhere, and does not save it.
    for (const size_t unseen : {4u, 8u, 12u}) ppu.palette[unseen] = 0;
  }

  void setPpuRegisters() {
    const FceuxState::Ppu& from = saved_.ppu;
    ppu::State& ppu = s_.ppu;
    const auto [control, mask, status, oam_address] = from.registers;
    ppu.control = ppu::Control::written(control);
    ppu.mask = ppu::Mask{mask}.only(ppu::mask::all);
    ppu.color_mask = ppu::Ppu(console::factsOf(region_).ppu, 0).colorsOf(mask);
    ppu.rendering_delayed = ppu.mask.rendering();
    ppu.status.sprite_zero_hit = status & ppu::status::sprite_zero_hit;
    ppu.status.sprite_overflow = ppu.sprite_overflow_readable = status & ppu::status::sprite_overflow;
    ppu.v = from.v;
    ppu.t = from.t;
    ppu.fine_x = from.fine_x & 7;
    ppu.w = from.second_write != 0;
    ppu.read_buffer = from.read_buffer;
    ppu.io_bus = from.io_bus;
    ppu.io_bus_expiry.fill(ppu.clock + ppu::io_bus_leak_clocks);
    ppu.address_bus = ppu.v.address();
    ppu.octal_latch = static_cast<uint8_t>(ppu.v.address());
    ppu.oam_address = ppu.rendering() ? 0 : oam_address;  // rendering leaves it at 0
  }

  // Registers as written, then the internal state.
  void setChannels() {
    const FceuxState::Sound& from = saved_.sound;
    apu::State& apu = s_.apu;
    for (int i = 0; i < 4; ++i) {
      const auto reg = [&](int channel) { return from.registers[static_cast<size_t>(4 * channel + i)]; };
      apu::writePulse(apu.pulse1, i, reg(0));
      apu::writePulse(apu.pulse2, i, reg(1));
      apu::writeTriangle(apu.triangle, i, reg(2));
      apu::writeNoise(apu.noise, i, reg(3));
    }
    setPulse(apu.pulse1, 0);
    setPulse(apu.pulse2, 1);
    setEnvelope(apu.noise.envelope, 2);
    setLength(apu.triangle.length, 2);
    setLength(apu.noise.length, 3);
    apu.triangle.linear = from.linear & 0x7F;
    apu.triangle.linear_reload = from.linear_reload != 0;
    if ((from.noise & 0x7FFF) != 0) apu.noise.shift = from.noise & 0x7FFF;
    apu.disabling = apu::mustDisable(apu);
  }
  void setPulse(apu::Pulse& pulse, size_t index) {
    const FceuxState::Sound& from = saved_.sound;
    pulse.period = static_cast<unsigned>(from.periods[index]) & 0x7FF;
    pulse.sweep_reload = false;
    pulse.sweep_divider = static_cast<unsigned>(from.sweep_counts[index] - 1) & 7;
    setEnvelope(pulse.envelope, index);
    setLength(pulse.length, index);
  }
  void setEnvelope(apu::Envelope& envelope, size_t index) {
    const FceuxState::Envelope& from = saved_.sound.envelopes[index];
    envelope.start = false;
    envelope.divider = static_cast<unsigned>(from.counter - 1) & 15;
    envelope.decay = from.decay & 15;
  }
  void setLength(apu::LengthCounter& length, size_t index) {
    const int32_t count = std::clamp(saved_.sound.lengths[index], 0, 254);
    length.count = static_cast<uint8_t>(count - 1);
    length.running = count > 0;
    length.enabled = saved_.sound.enabled >> index & 1;
  }

  void setDmc() {
    const FceuxState::Sound& from = saved_.sound;
    apu::Dmc& dmc = s_.apu.dmc;
    dmc = apu::Dmc{};
    dmc.irq_enabled = from.format & 0x80;
    dmc.loop = from.format & 0x40;
    dmc.rate = from.format & 0x0F;
    dmc.output = from.output & 0x7F;
    dmc.sample_address = static_cast<uint16_t>(0xC000 | from.sample_address << 6);
    dmc.sample_length = static_cast<uint16_t>(from.sample_length << 4 | 1);
    dmc.address = static_cast<uint16_t>(0x8000 | from.address);
    dmc.bytes_left = static_cast<uint16_t>(std::min<uint32_t>(from.bytes_left, 0xFF1));
    const int32_t cycles = std::clamp(from.bit_in - saved_.cpu.untold, 2, 512);
    dmc.timer = static_cast<uint16_t>(cycles / 2);
    dmc.bits_left = 8u - (from.bits_done & 7u);
    dmc.shift = from.shift;
    dmc.silence = from.plays == 0;
    dmc.buffer_full = from.buffer_full != 0;
    dmc.irq = from.interrupts & 0x80;
    dmc.enable_latch = from.enabled & 0x10;
    dmc.enabled = dmc.bytes_left > 0;
    if (dmc.enabled && !dmc.buffer_full) dmc.load_delay = 2;
  }

  // FCEUX counts down to the next step, and to that after the next when the last of five comes.
  void setFrameCounter() {
    const FceuxState::Sound& from = saved_.sound;
    const apu::FrameSteps& steps = console::factsOf(region_).apu.frame;
    apu::FrameCounter& frame = s_.apu.frame;
    frame = apu::FrameCounter{};
    frame.five_step = frame.next_five_step = from.frame_mode & 2;
    frame.irq_inhibit = from.frame_mode & 1;
    const std::array<int, 4> ends = {frame.five_step ? steps.half2_five : steps.half2_four, steps.quarter1,
                                     steps.half1, steps.quarter2};
    const int end = ends[from.next_step & 3];
    const int to_go =
        std::clamp(from.step_in, 0, end * units_per_cycle) / units_per_cycle - saved_.cpu.untold;
    frame.count = static_cast<uint16_t>(std::clamp(end - to_go, 0, end - 1));
    frame.irq_flag = frame.irq_level = frame.irq_line = from.interrupts & 0x40;
  }

  void setControllers() {
    const FceuxState::Controllers& from = saved_.controllers;
    console::Controllers& c = s_.controllers;
    c.cycle = s_.cycle;
    c.strobe = c.loaded = from.strobe & 1;
    for (size_t port = 0; port < c.pads.size(); ++port) {
      c.pads[port].buttons = from.buttons[port];
      c.pads[port].second = from.buttons[port + 2];
    }
    console::load(c);
    constexpr int longest_report = 24;
    for (size_t port = 0; port < c.pads.size(); ++port)
      for (int bit = 0; bit < std::min<int>(from.bits_read[port], longest_report); ++bit)
        console::shift(c.pads[port]);
  }

  void setBoard() {
    switch (cartridge_.mapper) {
      case 0:
        break;
      case 1:
        setMmc1();
        break;
      case 2:
      case 3:
      case 7:
        setRegisters(mappers::LatchRegisters{need<1>("LATC")[0]});
        break;
      case 4:
        if (cartridge_.submapper != mmc6_submapper) {
          setMmc3();
          break;
        }
        [[fallthrough]];
      default:
        refuse(
            " is a state of FCEUX, which jumpscope reads for the boards NROM, MMC1, UxROM, CNROM, AxROM and "
            "MMC3; " +
            cartridge_.name + " has " + cartridge_.board + " (mapper " + std::to_string(cartridge_.mapper) +
            "); play a movie up to that moment instead");
    }
    takeRam("WRAM", s_.board.prg_ram);
    takeRam("EXNR", s_.board.nametable_ram);
    const auto chr = saved_.board.find("CHRR");
    const size_t size = chr == saved_.board.end() ? 0 : chr->second.size();
    if (size != s_.board.chr_ram.size())
      refuse(" is a state of another cartridge: it holds " + std::to_string(size) +
             " bytes of CHR-RAM, and " + cartridge_.name + " has " + std::to_string(s_.board.chr_ram.size()) +
             "; load it with the cartridge that made it");
    takeRam("CHRR", s_.board.chr_ram);
  }

  void setMmc1() {
    const auto registers = need<4>("DREG");
    const uint8_t bits = need<1>("BFFR")[0];
    const unsigned count = std::min<unsigned>(need<1>("BFRS")[0], 4);
    mappers::Mmc1Registers r{};
    r.control = registers[0] & 0x1F;
    r.chr = {static_cast<uint8_t>(registers[1] & 0x1F), static_cast<uint8_t>(registers[2] & 0x1F)};
    r.prg = registers[3] & 0x1F;
    r.shift = static_cast<uint8_t>(r.empty_shift >> count | (bits & ((1u << count) - 1)) << (5 - count));
    setRegisters(r);
  }

  void setMmc3() {
    mappers::Mmc3Registers r{};
    r.banks = need<8>("REGS");
    r.select = need<1>("CMD")[0];
    r.mirroring = need<1>("A000")[0];
    // FCEUX's RAM is always enabled, and $A001 is 0 until it is written.
    r.ram_control = need<1>("A001")[0];
    if (r.ram_control == 0) r.ram_control = 0x80;
    r.irq.reload = need<1>("IRQR")[0] != 0;
    r.irq.counter = need<1>("IRQC")[0];
    r.irq.latch = need<1>("IRQL")[0];
    r.irq.enabled = need<1>("IRQA")[0] != 0;
    r.irq.pending = (saved_.cpu.interrupts & irq_board) != 0;
    r.irq.high = (s_.ppu.v & ppu::a12) != 0;
    r.irq.fell = s_.ppu.clock;
    setRegisters(r);
  }

  template <class Registers>
  void setRegisters(const Registers& registers) {
    std::memcpy(s_.board.registers.data(), &registers, sizeof(registers));
  }

  template <size_t size>
  std::array<uint8_t, size> need(const char* field) const {
    const auto found = saved_.board.find(field);
    if (found == saved_.board.end() || found->second.size() != size)
      refuse(" is a state of another board than " + cartridge_.name + " has (" + cartridge_.board +
             "): its field " + field +
             " is missing or has another size; load it with the cartridge that made it");
    std::array<uint8_t, size> bytes{};
    std::ranges::copy(found->second, bytes.begin());
    return bytes;
  }
  // FCEUX gives some boards RAM that they do not have, and others less than the header says.
  void takeRam(const char* field, std::vector<uint8_t>& ram) const {
    const auto found = saved_.board.find(field);
    if (found == saved_.board.end()) return;
    std::copy_n(found->second.begin(), std::min(found->second.size(), ram.size()), ram.begin());
  }

  static constexpr int mmc6_submapper = 1;

  const FceuxState& saved_;
  const console::Cartridge& cartridge_;
  const console::Region region_;
  const std::string& name_;
  console::State s_;
};

}  // namespace

console::State stateFrom(const FceuxState& saved, const console::Console& console, const std::string& name) {
  return Translation(saved, console, name).make();
}

std::string missingFrom(const FceuxState& saved) {
  std::string missing =
      "is a state of FCEUX, which does not say where in a dot and in an APU cycle the chips stand, nor what "
      "is in "
      "$3F04, $3F08 and $3F0C";
  if (saved.sound.buffer_full) missing += ", nor the byte that the DMC plays next";
  return missing + ": there it may differ from what FCEUX had";
}

}  // namespace jumpscope::session
