// FM2 movies, text and binary, as FCEUX writes them (format: FCEUX's fm2.txt).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/console/cartridge.h"
#include "src/console/devices.h"
#include "src/movie/buttons.h"

namespace jumpscope::movie {

using console::Device;
using console::DeviceInput;

// Bits of Record::commands. Others exist (disk change, coins) and are kept, not acted upon.
constexpr uint8_t command_reset = 0x01;
constexpr uint8_t command_power = 0x02;

// How a movie's records map to frames (docs/movies.md, "Frame numbers").
enum class Timing : uint8_t {
  Fceux,         // two dead frames after power-on and reset
  FrameByFrame,  // BizHawk's NesHawk: record k is frame k; a reset or power in it happens as frame k+1 begins
};

// One of the recording emulator's frames of input.
struct Record {
  uint8_t commands = 0;
  std::array<Buttons, 4> pads{};  // 2 and 3 only with a Four Score or the Famicom's expansion port
  std::array<DeviceInput, console::port_count> inputs{};  // of the other devices

  bool operator==(const Record&) const = default;
};

struct Subtitle {
  uint64_t frame = 0;
  std::string text;

  bool operator==(const Subtitle&) const = default;
};

// The comment in which jumpscope's movies name the options of the run that the format has no field for: "options --region dendy".
constexpr std::string_view options_comment = "options";

struct Movie {
  std::string name;  // file name without folder, for messages
  std::string sha1;  // of the file, 40 lower-case hex digits; empty for a movie that was not read from a file
  Timing timing = Timing::Fceux;
  int64_t emu_version = 22020;
  int64_t rerecord_count = 0;
  bool pal = false;
  bool binary = false;
  bool fourscore = false;
  std::array<Device, console::port_count> ports{Device::Pad, Device::Pad, Device::None};
  int64_t expansion = 0;  // FM2's "port2"
  std::string rom_filename;
  std::string rom_checksum;  // as written: "base64:…", "0x…" or anything else; of BizHawk, a SHA-1
  std::string guid;
  std::vector<std::string> comments;  // each "subject text"
  std::vector<Subtitle> subtitles;
  std::vector<std::pair<std::string, std::string>> other_keys;  // in file order, "savestate" among them
  std::vector<std::string> notes;  // "was recorded with …": why it may play differently here
  std::vector<Record> records;

  // True unless the movie starts from a save state.
  bool startsFromPowerOn() const;
  console::Devices devices() const { return {ports, fourscore}; }
  // What the input fields of a record hold, in order: the two ports, or the four pads of a Four Score.
  std::vector<Device> fields() const;

  bool operator==(const Movie&) const = default;
};

// Parses a movie. Lines may end in LF or CR LF. All header keys are accepted; keys that determine the layout
// of the records, and all numbers, are checked. A "length" key ends the movie early, as it does in
// FCEUX. Throws std::runtime_error with one sentence that names line and column (binary part: record and
// byte).
Movie parseFm2(std::span<const uint8_t> file, const std::string& name);

// The movie as FCEUX would save it, text or binary by Movie::binary, without a "length" key.
// Throws std::runtime_error for devices that FM2 has no fields for.
std::string writeFm2(const Movie& movie);

// The value FCEUX writes after "romChecksum": the MD5 of PRG-ROM and CHR-ROM, "base64:…".
std::string romChecksum(std::span<const uint8_t> prg, std::span<const uint8_t> chr);

// False when the movie names a checksum and it is another cartridge's: FCEUX's MD5 of PRG and CHR, or
// BizHawk's SHA-1 of those or of the file. A checksum of zeros, or in no known notation, says nothing.
bool matchesRom(const Movie& movie, const console::Cartridge& cartridge);
// True if it says something.
bool namesItsRom(const Movie& movie);

}  // namespace jumpscope::movie
