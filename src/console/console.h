// The machine: bus, clock and catch-up, DMA, controllers, region. A console's mutable state is one flat
// value.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apu/band_limited.h"
#include "src/console/cartridge.h"
#include "src/console/state.h"

namespace jumpscope::console {

using mappers::Region;

enum class Policy : uint8_t {
  CatchUp,   // chips run only when the CPU or the caller can observe them
  Lockstep,  // all chips run in each cycle: the reference; also what CatchUp is without accelerators
};

// Power-on contents of RAM. Recorded in every trace.
struct RamInit {
  enum class Kind : uint8_t { Fceux, Zeros, Ones, Random } kind = Kind::Fceux;
  uint64_t seed = 0;  // Random only
};
// "fceux", "zeros", "ones", "random:SEED". Throws std::runtime_error.
RamInit parseRamInit(const std::string& text);
std::string toString(const RamInit& init);

constexpr int default_alignment = 1;

struct Options {
  Region region = Region::Ntsc;
  RamInit ram_init;
  // 0-3: where the PPU's clock stands in relation to the CPU's at power-on; on hardware it is chance. At 1
  // most of the test programs pass that were ever tried on a console (docs/ACCURACY.md), so it is what we
  // power on with.
  int alignment = default_alignment;
  Policy policy = Policy::CatchUp;
  bool idle_skip = true;
  bool native_code = true;  // translate hot code of the cartridge to host code, where this is built in
  bool video = false;       // make pixels
  bool audio = false;       // make samples
  Devices devices = {};     // that are plugged in
  int sample_rate = 48000;
  // What the cartridge's battery has kept when the console is made, as Console::batteryRam() gives it; nullptr: nothing.
  std::shared_ptr<const std::vector<uint8_t>> battery = nullptr;
};

// A write to a watched address, as the bus saw it.
struct WatchedWrite {
  uint64_t frame;
  uint64_t cycle;  // CPU cycles since power-on; the write is in this cycle
  int scanline;    // 0-261 (NTSC); 261 = pre-render
  int dot;
  uint16_t pc;  // of the instruction that writes
  uint8_t opcode;
  uint16_t address;  // as watched (RAM mirrors folded to $0000-$07FF)
  uint8_t old_value, new_value;
};

// What is called while a console runs. Hooks are no part of the state and must not run the console.
struct Hooks {
  // Before the write. The console is caught up with it, unless writes_see_chips is false.
  std::function<void(const WatchedWrite&)> on_watched_write;
  // At the exact vblank moment, before a later write of the same instruction. The console is caught up with
  // it.
  std::function<void(uint64_t frame)> on_frame_end;
  // Before each instruction is fetched.
  std::function<void()> on_instruction;
  // After each instruction or interrupt that called or returned or moved the stack pointer other than by a
  // push, and after some others. cpu() has the registers, opcode and instruction_pc then; peek(), ram(), prgBank(),
  // prgOffset() and frame() are current, and nothing else is.
  std::function<void()> on_stack_moved;
  // False: on_watched_write looks at what it is told, and at what on_stack_moved may look at. Chips can stay behind then.
  bool writes_see_chips = true;
};

// Controller bits in FM2's order "RLDUTSBA": bit 7 Right ... bit 0 A. (A is bit 0, B 1, Select 2, Start 3, Up
// 4, Down 5, Left 6, Right 7: the order in which the pad shifts them out.)
using Buttons = uint8_t;

struct Machine;

// What the samples to come depend on besides the state. All zero without Options::audio.
struct Sound {
  apu::BandLimited::Rest chip, board;

  bool operator==(const Sound&) const = default;
};
template <class S, class Visitor>
requires std::is_same_v<std::remove_const_t<S>, Sound>
void visitFields(S& sound, Visitor&& visit) {
  for (auto* rest : {&sound.chip, &sound.board}) {
    visit("offset", rest->offset);
    visit("amplitude", rest->amplitude);
    visit("steps", rest->steps);
    visit("high", rest->high);
  }
}

// Between two calls all chips stand at the same moment: the functions that run the console bring them there,
// and the const ones only look.
class Console {
 public:
  // Powers on. Throws std::runtime_error when there is no board for the cartridge, or when Options::battery has
  // another size than its battery-backed RAM.
  Console(std::shared_ptr<const Cartridge> cartridge, Options options);
  Console(const Console&);             // hooks are not copied
  Console& operator=(const Console&);  // hooks and watches stay as they are
  ~Console();

  // The battery, if any, keeps its RAM.
  void powerOn();
  void softReset();  // the reset button, pressed now

  // What pad 0 or 1 holds down from now on; 2 and 3 are those that a Four Score or the Famicom's expansion port
  // adds.
  void setButtons(int pad, Buttons buttons);
  // What another device in this port senses from now on.
  void setInput(size_t port, const DeviceInput& input);

  // Plugs in other devices; the console powers on with them from now on.
  void setDevices(const Devices& devices);
  const Devices& devices() const;  // that are plugged in

  // Runs to the end of the current frame: the next vblank flag moment (scanline 241, dot 1). Frame 0 starts
  // at power-on. Returns at the first instruction boundary at or after that moment. A jammed CPU runs on
  // without effect.
  void runFrame();
  // Runs one instruction (or interrupt sequence). A frame that ends within the last cycle has ended
  // afterwards, an instruction earlier than for runFrame().
  void step();

  uint64_t frame() const;        // number of the frame in progress
  uint64_t cpuCycles() const;    // since power-on
  uint64_t masterClock() const;  // since power-on
  int scanline() const;
  int dot() const;
  bool jammed() const;
  bool polledInput() const;  // a controller was strobed or read in the frame just ended (else: a lag frame)

  uint8_t peek(uint16_t address) const;         // RAM, board RAM, ROM; 0 for registers. No side effects.
  std::span<const uint8_t, 0x800> ram() const;  // the console's own, live
  void poke(uint16_t address, uint8_t value);   // RAM and board RAM
  uint8_t peekPpu(uint16_t address) const;      // $0000-$3FFF
  // The PRG bank that answers at this address now, counted in the smallest unit that the board can switch;
  // nullopt: PRG-ROM does not answer there, or nothing of it can be switched.
  std::optional<unsigned> prgBank(uint16_t address) const;
  unsigned prgBankSize() const;  // in bytes; 0: nothing can be switched
  // The offset in PRG-ROM of the byte that answers there now.
  std::optional<uint32_t> prgOffset(uint16_t address) const;
  // As the board has it now: mappers::Board::romAnswers(), ramOffset().
  bool romAnswers(uint16_t address) const;
  std::optional<uint32_t> boardRamOffset(uint16_t address) const;
  // What the cartridge's battery keeps: PRG-NVRAM, then CHR-NVRAM. Empty without a battery.
  std::vector<uint8_t> batteryRam() const;
  // PRG-NVRAM of it, live. Empty without a battery.
  std::span<const uint8_t> batteryPrgRam() const;
  // The cartridge's RAM, live, as it lies in its chips.
  std::span<const uint8_t> boardRam() const;

  // Registers and interrupt lines, live; canonical between two steps.
  const cpu6502::State& cpu() const;
  State state() const;
  // Precondition: a state of the same cartridge and region.
  void restore(const State& state);
  const Cartridge& cartridge() const;
  const Options& options() const;

  // The last complete frame, 256 x 240, row by row: palette index 0-63 (greyscale applied) | emphasis << 6
  // (red 0x40, green 0x80, blue 0x100). Only with Options::video.
  std::span<const uint16_t> pixels() const;
  // False: frames from now on are not rendered, which saves most of what Options::video costs, and pixels() stays as it is.
  // To be called between two frames. No state differs, and it is part of none. Not copied: a copy renders.
  void setRendering(bool wanted);
  // Samples made since the last call, mono, signed 16 bit at Options::sample_rate. Only with Options::audio.
  std::vector<int16_t> takeSamples();
  // Precondition: takeSamples() was called at this moment.
  Sound sound() const;
  // As restore(), and the samples go on as they did from the moment of `sound`; those not taken are lost.
  void restore(const State& state, const Sound& sound);
  // Which channels are heard: bit 0 the first pulse, then the second, triangle, noise, DMC, and all that the
  // board plays. All of them at first. Only the samples are different: no state is, and it is part of none. Not copied.
  void setChannels(uint8_t channels);

  void watch(uint16_t address);  // for Hooks::on_watched_write
  void unwatchAll();
  Hooks& hooks();

 private:
  std::unique_ptr<Machine> machine_;
};

}  // namespace jumpscope::console
