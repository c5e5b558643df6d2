// Watches, profiles, traces and write logs. Target jumpscope::trace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jumpscope/console.h"
#include "jumpscope/export.h"
#include "jumpscope/movie.h"

namespace jumpscope {

// What a column of a trace is.
struct Column {
  std::string name;
  std::vector<uint16_t> addresses;  // most significant byte first; empty: computed
  std::string type;                 // "u8", "s16", "flag", …
  int fraction_bits = 0;            // raw values are the value times 2^fraction_bits
  std::string unit;
  std::string meaning;
};

// Which bytes are watched, and what they mean: a built-in profile, a profile file or watches. A value.
class JUMPSCOPE_API Profile {
 public:
  Profile();  // nothing is watched
  static Profile builtin(const std::string& name);
  static std::vector<std::string> builtinNames();
  static Profile open(const std::string& path);
  static Profile parse(const std::string& json, const std::string& name = "profile.json");
  // "y=$00CE", "speed=$009F:s8", "x=$0086,$0400:u16.8", …: as `jumpscope trace --watch`.
  static Profile watches(const std::vector<std::string>& watches);
  // The built-in profile that lists the cartridge by a hash; nullopt: none does.
  static std::optional<Profile> of(const Cartridge& cartridge);

  Profile(const Profile&);
  Profile(Profile&&) noexcept;
  Profile& operator=(const Profile&);
  Profile& operator=(Profile&&) noexcept;
  ~Profile();

  std::string name() const;
  std::string title() const;
  std::string model() const;  // that its traces are compared with; empty: none
  std::vector<Column> columns() const;
  void addWatch(const std::string& watch);  // as watches()
  bool knows(const Cartridge& cartridge) const;
  std::string json() const;

  struct Impl;
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// A write to a watched byte, with its writer.
struct LoggedWrite : Write {
  std::string watch;
  std::string instruction;  // "STA $CE"
};

// Rows of values, one a frame, and the writes between them. A value.
class JUMPSCOPE_API Trace {
 public:
  Trace();
  // .csv, .csv.zst or .jsonl; `writes` is the write log that belongs to it, if there is one.
  static Trace open(const std::string& path, const std::string& writes = "");
  // What another emulator or program wrote (see docs/recordings.md); the profile says what its columns mean.
  static Trace openRecording(const std::string& path, const Profile& profile);

  Trace(const Trace&);
  Trace(Trace&&) noexcept;
  Trace& operator=(const Trace&);
  Trace& operator=(Trace&&) noexcept;
  ~Trace();

  // Writes a trace file, in the format that the extension says, and with a second path its write log.
  void save(const std::string& path, const std::string& writes = "") const;

  size_t rows() const;
  std::vector<Column> columns() const;
  std::optional<size_t> find(const std::string& column) const;
  uint64_t frame(size_t row) const;
  uint8_t buttons(size_t row) const;                  // pad 0 as latched at the frame's start
  std::span<const int64_t> values(size_t row) const;  // raw, at the frame's end; see Column::fraction_bits
  double value(size_t row, size_t column) const;      // in the column's unit; exact for up to 53 bits
  std::string text(size_t row, size_t column) const;  // as an exact decimal
  // Empty where no writes were logged.
  std::vector<LoggedWrite> writes() const;
  bool hasWrites() const;

  struct Impl;
  explicit Trace(std::unique_ptr<Impl> impl);
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

// Watches a console of yours as it runs: a row at the end of each frame. While it lives it owns the console's write
// hook (Console::onWrite): throws for a console that has a hook or another recorder. When the console ends first, what
// was recorded stays.
class JUMPSCOPE_API Recorder {
 public:
  Recorder(Console& console, const Profile& profile, bool with_writes = false);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  size_t rows() const;
  std::span<const int64_t> lastRow() const;  // the raw values of the last row; empty: there is none yet
  Trace trace() const;                       // so far
  // Forgets the rows; call it after restore() and the like, too. A trace in which a frame does not come after the one
  // before it is neither saved nor compared.
  void clear();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Powers on, plays the movie for `frames` frames (0: to its end) and traces it, with the writes.
JUMPSCOPE_API Trace record(const Cartridge& cartridge, const Movie& movie, const Profile& profile,
                           uint64_t frames = 0, const Options& options = {});

}  // namespace jumpscope
