// What the handles of the public library hold. Private to src/library.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jumpscope/compare.h"
#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/physics.h"
#include "jumpscope/trace.h"
#include "src/console/console.h"
#include "src/diff/diff.h"
#include "src/session/session.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope {

struct Cartridge::Impl {
  std::shared_ptr<const console::Cartridge> cartridge;
};

struct State::Impl {
  console::State state;
  std::string rom_sha1;
  mappers::Region region;

  bool operator==(const Impl&) const = default;
};

// The recorder that watches a console. It stays with its console: a copy has none, and assigning changes nothing.
class Watcher {
 public:
  Watcher() = default;
  Watcher(const Watcher&) {}
  Watcher& operator=(const Watcher&) { return *this; }
  ~Watcher() {
    if (const auto leave = std::move(leave_)) leave();
  }

  explicit operator bool() const { return bool(leave_); }
  // `leave` is called when the console ends before its recorder does.
  void set(std::function<void()> leave) { leave_ = std::move(leave); }

 private:
  std::function<void()> leave_;
};

struct Console::Impl {
  Cartridge cartridge;
  Options options;
  console::Console console;
  std::array<uint8_t, 4> buttons{};
  Watcher watcher{};  // the last member: it leaves while there still is a console
};

struct Movie::Impl {
  session::Input input;
};

struct Profile::Impl {
  trace::Profile profile;
};

struct Trace::Impl {
  trace::Trace trace;
  std::optional<std::vector<trace::Write>> writes;  // nullopt: they were not logged
};

// As the console takes them. `recorded_on`: what decides where the options do not. Throws std::runtime_error.
console::Options machineOptions(const Options& options, const console::Cartridge& cartridge,
                                const session::RecordedOn& recorded_on = {});

// Throws std::runtime_error unless it is 0 to 3.
void requirePad(int pad);
// Throws std::runtime_error for more frames than anybody runs.
void requireFrames(uint64_t count);
// Throws std::runtime_error when a frame does not come after the one before it, as in a trace file.
void requireAscending(const Trace& trace);

// As record(), which it ends with std::runtime_error when `stop`, which is asked in every frame, says so.
Trace recordUntil(const Cartridge& cartridge, const Movie& movie, const Profile& profile, uint64_t frames,
                  const Options& options, const std::function<bool()>& stop);

// As Trace::save(). When `stop` says so before the files are complete, they stay as they were, and it throws
// std::runtime_error.
void saveUntil(const Trace& trace, const std::string& path, const std::string& writes,
               const std::function<bool()>& stop);

// What spaces separate.
std::vector<std::string> words(std::string_view text);

Write toPublic(const console::WatchedWrite& write);
LoggedWrite toPublic(const trace::Write& write);
Difference toPublic(const trace::Trace& trace, const diff::Difference& difference);
// Throws std::runtime_error where nothing was compared.
Comparison toPublic(const trace::Trace& trace, const diff::DiffResult& result);
Trace toPublic(trace::Trace trace, std::optional<std::vector<trace::Write>> writes);

}  // namespace jumpscope
