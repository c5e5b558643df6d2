// What the C interface's functions share: handles, and exceptions turned into a status. Private to src/library.
#pragma once

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "jumpscope.h"
#include "jumpscope/compare.h"
#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/trace.h"
#include "src/session/snapshot.h"

struct jumpscope_cartridge {
  jumpscope::Cartridge cartridge;
  std::string sha1 = cartridge.prgChrSha1();
};

struct jumpscope_console {
  jumpscope::Console console;
  std::vector<int16_t> samples{};  // that the caller has not taken yet
  std::string devices{};           // what jumpscope_devices() returned last
  std::optional<jumpscope::session::SnapshotFormat> snapshots{};
};

struct jumpscope_movie {
  jumpscope::Movie movie;
};

struct jumpscope_profile {
  jumpscope::Profile profile;
};

struct jumpscope_recorder {
  jumpscope_recorder(jumpscope_console& console, const jumpscope_profile& profile, bool with_writes)
      : recorder(console.console, profile.profile, with_writes) {}
  jumpscope::Recorder recorder;
};

struct jumpscope_trace {
  explicit jumpscope_trace(jumpscope::Trace&& made) : trace(std::move(made)), columns(trace.columns()) {}
  jumpscope::Trace trace;
  std::vector<jumpscope::Column> columns;
};

struct jumpscope_comparison {
  jumpscope::Comparison comparison;
};

namespace jumpscope::c_api {

// Remembers the sentence for jumpscope_last_error().
jumpscope_status fail(const char* sentence) noexcept;

// Throws std::runtime_error.
Options optionsOf(const jumpscope_options* given, const Cartridge& cartridge);

// Runs `body`, which returns a status or nothing; an exception becomes JUMPSCOPE_ERROR with its sentence.
template <class Body>
jumpscope_status guarded(Body&& body) noexcept {
  try {
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      return JUMPSCOPE_OK;
    } else {
      return body();
    }
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

// What `body` returns; `otherwise` where it throws, and jumpscope_last_error() then has the sentence.
template <class T, class Body>
T valueOr(T otherwise, Body&& body) noexcept {
  T value = otherwise;
  guarded([&] { value = body(); });
  return value;
}

// Throws where the caller passes nullptr for what must not be.
template <class T>
T& required(T* pointer, const char* what) {
  if (!pointer) throw std::runtime_error(std::string(what) + " is NULL; expected a handle or a buffer");
  return *pointer;
}

// A copy of a caller's structure, of which only the members are taken that its version has; nullptr: the defaults.
template <class T>
T versioned(const T* given) {
  T copy{};
  if (!given) return copy;
  constexpr size_t first_member = sizeof(size_t);
  if (given->size < first_member)
    throw std::runtime_error("a structure's size is " + std::to_string(given->size) +
                             "; set its first member to its sizeof");
  std::memcpy(&copy, given, std::min(given->size, sizeof copy));
  return copy;
}

}  // namespace jumpscope::c_api
