// A trace in memory: named watches, one row per frame, and the writes to the watched bytes.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/trace/real.h"

namespace jumpscope::trace {

enum class Type : uint8_t {
#define JUMPSCOPE_TYPE(enumerator, name, bits, is_signed, most_bytes, search_bytes) enumerator,
#include "src/trace/types.def"
#undef JUMPSCOPE_TYPE
};

// Which value of its bytes a watch shows.
enum class Take : uint8_t {
  Value,     // as they are at the frame's end
  Previous,  // as they were at the end of the frame before
  Delta,     // the difference between the two
};

// A value in the cartridge's memory; with type Lag, 1 if the game did not poll a controller in the frame.
struct Watch {
  std::string name;
  std::vector<uint16_t>
      addresses;  // most significant byte first; empty: lag, or computed and not read (model traces)
  Type type = Type::U8;
  int fraction_bits = 0;  // binary point: the raw integer is the value times 2^fraction_bits
  uint16_t mask =
      0xFF;  // Flag: non-zero bits mean 1. Bits: the field, shifted down to bit 0. Digits: of each byte
  std::string unit;  // "px", "px/frame", "1/256 px", ""
  std::string meaning;
  Take take = Take::Value;

  bool operator==(const Watch&) const = default;
};

// A test on a watch: "player_state == 1".
struct Condition {
  std::string watch;
  std::string op;  // == != < <= > >=
  Real value;

  bool operator==(const Condition&) const = default;
};

// How jumps are seen in watches, and what they are compared with.
struct JumpRule {
  std::string model;                         // empty: none
  std::map<std::string, std::string> feeds;  // model variable -> watch name
  // A jump is in progress in the frames at whose end all of these are true; empty: jumps are detected from
  // the height alone.
  std::vector<Condition> when;
  std::string height;      // vertical position; empty: there are no jumps
  std::string subpixel;    // optional: fraction of the height
  std::string horizontal;  // optional: horizontal position, right positive
  bool up = false;         // the height grows upward, as few games have it; else downward

  bool operator==(const JumpRule&) const = default;
};

// How PRG-ROM is divided on a board that switches banks, in bytes.
struct PrgBanks {
  uint64_t prg_size = 0;
  unsigned bank_size = 0;

  bool operator==(const PrgBanks&) const = default;
};

// What a trace was made from: everything that would change its bytes, and nothing else (no dates, no paths).
struct Header {
  std::string version;                          // jumpscope's
  std::string rom_name;                         // file name without folder
  std::string rom_sha1;                         // of PRG+CHR
  std::string movie_sha1;                       // empty: no movie
  std::string profile;                          // profile name; empty: none
  std::optional<JumpRule> rule;                 // the profile's, where it is not built in
  std::string model;                            // model name, for a model's trace
  std::map<std::string, std::string> settings;  // every parameter of the model's run; empty: not recorded
  std::string region = "ntsc";
  std::string ram_init;
  std::string battery_sha1;  // of what the cartridge's battery kept until power-on; empty: nothing
  std::string state_sha1;    // of the state file that the run began with; empty: power-on, or the movie's own
  std::optional<PrgBanks> banks;  // nullopt: none are switched
  std::string when;               // the condition of the frames that have a row; empty: all have
  std::vector<Watch> watches;
  // The rows hold port 1's buttons; false: they were not recorded (recordings of other programs only).
  bool has_buttons = true;
  // A golden trace's: the largest allowed difference of a watch, in its own unit. No entry: exact.
  std::map<std::string, Real> tolerances;

  // Index of a watch in `watches` and Row::values; nullopt: there is none of that name.
  std::optional<size_t> find(const std::string& watch) const {
    for (size_t i = 0; i < watches.size(); ++i)
      if (watches[i].name == watch) return i;
    return std::nullopt;
  }

  bool operator==(const Header&) const = default;
};

struct Row {
  uint64_t frame = 0;
  uint8_t buttons = 0;          // port 1, FM2 order, bit 7 Right ... bit 0 A
  std::vector<int64_t> values;  // one a watch, raw (scaled by 2^fraction_bits), at the END of the frame

  bool operator==(const Row&) const = default;
};

// Where code is: an address and, on boards that switch banks, the PRG bank that answered there, as
// console::Console::prgBank() counts them.
struct CodeAddress {
  uint16_t address = 0;
  std::optional<unsigned> bank;

  constexpr CodeAddress(uint16_t at = 0, std::optional<unsigned> in = std::nullopt) : address(at), bank(in) {}
  auto operator<=>(const CodeAddress&) const = default;
};

// An entry of a call stack: where the program continues when the subroutine or interrupt handler returns.
struct Caller {
  enum class Kind : uint8_t { Jsr, Nmi, Irq, Brk };
  CodeAddress address;
  Kind kind = Kind::Jsr;

  bool operator==(const Caller&) const = default;
};

// One write to a watched address. Rows of the file given by --writes.
struct Write {
  uint64_t frame = 0;
  uint64_t cycle = 0;
  int scanline = 0;
  int dot = 0;
  CodeAddress pc;
  std::string instruction;  // disassembly of the writer
  std::string watch;        // name of the watch
  uint16_t address = 0;     // which of the watch's bytes
  uint8_t old_value = 0;
  uint8_t new_value = 0;
  std::vector<Caller> stack{};  // bottom to top: the last one is the caller of the writing routine
  std::string place{};          // pc by label, "move_y+$30", when it was looked up

  bool operator==(const Write&) const = default;
};

struct Trace {
  Header header;
  std::vector<Row> rows;

  std::optional<size_t> find(const std::string& watch) const { return header.find(watch); }

  bool operator==(const Trace&) const = default;
};

}  // namespace jumpscope::trace
