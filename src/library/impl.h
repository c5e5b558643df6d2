// What the handles of the public library hold. Private to src/library.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/physics.h"
#include "jumpscope/trace.h"
#include "src/console/console.h"
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

struct Console::Impl {
  Cartridge cartridge;
  Options options;
  console::Console console;
  std::array<uint8_t, 4> buttons{};
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

// What spaces separate.
std::vector<std::string> words(std::string_view text);

Write toPublic(const console::WatchedWrite& write);
LoggedWrite toPublic(const trace::Write& write);
Trace toPublic(trace::Trace trace, std::optional<std::vector<trace::Write>> writes);

}  // namespace jumpscope
