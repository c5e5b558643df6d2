// A NES with a cartridge: run it, look into it, copy it. Target jumpscope::console.
//
// Buttons are a byte in FM2's order "RLDUTSBA": bit 7 Right, Left, Down, Up, Start (T), Select (S), B, bit 0 A. Frame k runs
// from one vblank flag moment (scanline 241, dot 1) to the next; frame 0 starts at power-on.
//
// Every function that fails throws std::runtime_error with one sentence for the user, and has changed nothing then. A
// Console belongs to one thread at a time; different consoles may run on different threads, also with the same Cartridge.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jumpscope/export.h"

namespace jumpscope {

// "0.1.0"
JUMPSCOPE_API std::string libraryVersion();

// "R......A" as buttons, any of the letters RLDUTSBA in any order, "RA", or words in any case: "Right+A". Throws for
// other text.
JUMPSCOPE_API uint8_t parseButtons(const std::string& text);
JUMPSCOPE_API std::string buttonsText(uint8_t buttons);

constexpr int picture_width = 256, picture_height = 240;

// A cartridge dump. It cannot change; copies share it.
class JUMPSCOPE_API Cartridge {
 public:
  // FILE.nes, FILE.nes.gz, FILE.zip with one .nes in it, or that which FILE.zip:NAME picks; with IPS, BPS or UPS patches.
  static Cartridge open(const std::string& path, const std::vector<std::string>& patches = {});
  // The same from the bytes of such a file. `name` is what messages and traces call it.
  static Cartridge parse(std::span<const uint8_t> file, const std::string& name = "cartridge.nes",
                         const std::vector<std::vector<uint8_t>>& patches = {});

  std::string name() const;
  std::string fileSha1() const;    // 40 lower-case hex digits
  std::string prgChrSha1() const;  // of PRG-ROM followed by CHR-ROM: what profiles and states know it by
  int mapper() const;
  int submapper() const;
  std::span<const uint8_t> prgRom() const;
  std::span<const uint8_t> chrRom() const;  // empty where the cartridge has CHR-RAM
  size_t batterySize() const;               // bytes that its battery keeps; 0: none

  struct Impl;
  explicit Cartridge(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

enum class Region : uint8_t { Auto, Ntsc, Pal, Dendy };  // Auto: as the cartridge's header says

struct Options {
  Region region = Region::Auto;
  std::string ram_init = "fceux";  // RAM at power-on: "fceux", "zeros", "ones", "random:SEED"
  int alignment = 1;               // 0 to 3: the PPU's clock against the CPU's
  bool every_cycle = false;        // run all chips in every cycle: the slow reference
  bool video = false;              // make pixels
  bool audio = false;              // make samples
  int sample_rate = 48000;
  std::vector<std::string> devices =
      {};  // "2=zapper", "four-score": as `jumpscope run --device`; empty: as the header says
  std::vector<uint8_t> battery = {};  // what the cartridge's battery has kept; empty: nothing
};

// What a device other than a pad senses.
struct DeviceInput {
  uint8_t x = 128, y = 255;  // where a Zapper points, in pixels; y of 240 or more: beside the picture
  uint8_t knob = 128;        // of a paddle
  uint16_t buttons =
      0;  // Zapper: bit 0, the trigger. Paddle: bit 0, the button. Power Pad: bit n - 1, field n
};

struct Registers {
  uint16_t pc = 0;
  uint8_t a = 0, x = 0, y = 0, s = 0, p = 0;
};

// A write of the program to a watched address.
struct Write {
  uint64_t frame = 0;
  uint64_t cycle = 0;  // CPU cycles since power-on
  int scanline = 0;
  int dot = 0;
  uint16_t pc = 0;  // of the instruction that writes
  uint16_t address = 0;
  uint8_t old_value = 0, new_value = 0;
};

// All that a console remembers, in memory: a value. For files see Console::saveState().
class JUMPSCOPE_API State {
 public:
  State(const State&);
  State(State&&) noexcept;
  State& operator=(const State&);
  State& operator=(State&&) noexcept;
  ~State();
  bool operator==(const State&) const;
  // The first field in which two states differ, "ppu.scanline"; empty: they are equal.
  std::string firstDifference(const State& other) const;

  struct Impl;
  explicit State(std::unique_ptr<Impl> impl);
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

class JUMPSCOPE_API Console {
 public:
  // Powers on. Throws for an unsupported board, and for options that do not fit.
  explicit Console(const Cartridge& cartridge, const Options& options = {});
  Console(const Console&);  // a fork: goes on from here by itself. Hooks are not copied
  Console(Console&&) noexcept;
  Console& operator=(const Console&);  // hooks and recorders stay and see what comes now
  Console& operator=(Console&&) noexcept;
  ~Console();

  const Cartridge& cartridge() const;
  const Options& options() const;  // as given, but for the region: that which the console has

  void powerOn();    // the battery keeps its RAM
  void softReset();  // the reset button

  // What pad 0 to 3 holds down from now on; 2 and 3 need a Four Score or Famicom pads. buttons() is what was set.
  void setButtons(int pad, uint8_t buttons);
  uint8_t buttons(int pad) const;
  // What the device in port 0, 1 or 2 (the Famicom's expansion port) senses from now on.
  void setInput(int port, const DeviceInput& input);

  void runFrame();                 // to the end of the frame in progress
  void runFrames(uint64_t count);  // throws for more than 1,000,000,000
  void step();                     // one instruction or interrupt

  uint64_t frame() const;  // number of the frame in progress
  uint64_t cpuCycles() const;
  uint64_t masterClock() const;
  int scanline() const;
  int dot() const;
  bool jammed() const;
  bool polledInput() const;  // a pad was read in the frame just ended; else it was a lag frame
  Registers registers() const;

  // The 2,048 bytes of RAM, live: valid and at the same place as long as the console lives, or until one
  // with another cartridge or other options is assigned to it.
  std::span<const uint8_t, 0x800> ram() const;
  uint8_t peek(uint16_t address) const;        // RAM, cartridge RAM, ROM; 0 for registers. No side effects
  void poke(uint16_t address, uint8_t value);  // RAM and cartridge RAM
  uint8_t peekPpu(uint16_t address) const;     // $0000-$3FFF
  // The cartridge's RAM, live, as it lies in its chips: without and with battery. Empty: it has none.
  std::span<const uint8_t> cartridgeRam() const;
  // What the battery keeps: Cartridge::batterySize() bytes. Throws for another size.
  std::vector<uint8_t> batteryRam() const;
  void setBatteryRam(std::span<const uint8_t> bytes);

  // The last complete frame, 256 x 240, row by row: palette index 0 to 63 | emphasis << 6 (red 0x40, green 0x80, blue 0x100).
  // Empty without Options::video.
  std::span<const uint16_t> pixels() const;
  // False: frames from now on are not rendered, which saves most of what Options::video costs, and pixels() stays as it is.
  // To be called between two frames. Copies of a console render.
  void setRendering(bool wanted);
  // Samples since the last call: mono, signed 16 bit. Empty without Options::audio.
  std::vector<int16_t> takeSamples();

  State state() const;
  void restore(const State& state);  // throws for a state of another cartridge or region
  // State files, as `jumpscope run --state` writes and `--load-state` reads them. load throws for a file of another
  // cartridge, region or version, and for one that is truncated or altered.
  std::vector<uint8_t> saveState() const;
  void loadState(std::span<const uint8_t> file);

  // Called before every write of the program to one of these addresses, until the next call of onWrite(); an empty hook:
  // nobody is called. The hook must not run the console. RAM's mirrors count as $0000-$07FF. Throws while a Recorder watches.
  void onWrite(const std::vector<uint16_t>& addresses, std::function<void(const Write&)> hook);

  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// 512 colors of the NTSC palette as red, green, blue; the index is a pixel's value.
JUMPSCOPE_API std::span<const uint8_t, 512 * 3> palette();

}  // namespace jumpscope
