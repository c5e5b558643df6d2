// What the files of this module share: what arguments may be, and objects with more than the library's values.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jumpscope/compare.h"
#include "jumpscope/console.h"
#include "jumpscope/movie.h"
#include "jumpscope/physics.h"
#include "jumpscope/trace.h"

namespace jumpscope::python {

namespace py = pybind11;

// A console, and whether a thread of Python is running it: a second one is refused instead of racing with it.
struct PyConsole {
  explicit PyConsole(Console from) : console(std::move(from)) {}

  Console console;
  std::atomic<bool> busy = false;
};

// While it lives, the console is this thread's. Throws std::runtime_error when it is another's.
class Hold {
 public:
  explicit Hold(PyConsole& console);
  ~Hold() { console_.busy.store(false, std::memory_order_release); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  PyConsole& console_;
};

// A state that was taken from a console, or the content of a state file that no console has taken yet.
class PyState {
 public:
  PyState(State state, const Cartridge& cartridge, const Options& options);
  explicit PyState(std::string file) : file_(std::move(file)) {}

  const std::string& file() const;  // as Console::saveState() writes it
  bool operator==(const PyState& other) const;
  std::string firstDifference(const PyState& other) const;
  void restoreTo(Console& console) const;

 private:
  std::optional<State> state_;
  std::optional<Cartridge> cartridge_;  // with state_
  Options options_;
  mutable std::string file_;  // empty: not needed until now
};

// The types that are bound with py::class_.
template <class T>
inline constexpr bool is_bound = false;
template <class T>
concept Bound = is_bound<T>;
// clang-format off
template <> inline constexpr bool is_bound<Cartridge> = true;
template <> inline constexpr bool is_bound<PyState> = true;
template <> inline constexpr bool is_bound<PyConsole> = true;
template <> inline constexpr bool is_bound<Movie> = true;
template <> inline constexpr bool is_bound<Column> = true;
template <> inline constexpr bool is_bound<Profile> = true;
template <> inline constexpr bool is_bound<LoggedWrite> = true;
template <> inline constexpr bool is_bound<Trace> = true;
template <> inline constexpr bool is_bound<ModelParameter> = true;
template <> inline constexpr bool is_bound<ModelColumn> = true;
template <> inline constexpr bool is_bound<ModelInfo> = true;
template <> inline constexpr bool is_bound<ModelRun> = true;
template <> inline constexpr bool is_bound<Jump> = true;
template <> inline constexpr bool is_bound<Difference> = true;
template <> inline constexpr bool is_bound<Comparison> = true;
// clang-format on

// 0 to 255 or letters such as "RA". TypeError for other types.
uint8_t buttonsFrom(const py::handle& value);
// A sequence of these, or bytes.
std::vector<uint8_t> buttonListFrom(const py::handle& value);
// A Cartridge, the bytes of a file, or a path.
Cartridge cartridgeFrom(const py::handle& rom);
// The bytes of a str. It may stand for some that are no UTF-8, as os.fsdecode() makes it. Throws py::error_already_set.
std::string textFrom(const py::handle& value);
// Bytes that are no UTF-8 are written as \xff.
py::str strFrom(std::string_view text);
// str or os.PathLike.
std::string pathFrom(const py::handle& path);
// The bytes behind any object with the buffer protocol. Precondition: the caller holds the GIL.
std::vector<uint8_t> bytesFrom(const py::handle& object);
// A Profile, the name of a built-in one, or a path; watches are added. Both None: the built-in one that knows the
// cartridge.
Profile profileFrom(const py::handle& profile, const py::handle& watches, const Cartridge* cartridge);
std::vector<std::string> stringsFrom(const py::handle& values, const char* what);
py::bytes toBytes(std::span<const uint8_t> bytes);

// What Console() and trace() say about the console, as keywords.
struct ConsoleWords {
  std::string region, ram_init;
  py::object devices, battery;
  int alignment = 1;
  bool every_cycle = false, video = false, audio = false;
  int sample_rate = 48000;
};
Options optionsFrom(const ConsoleWords& words);
std::string regionName(Region region);

// A one-dimensional array that owns its values.
template <class T>
py::array_t<T> arrayOf(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  py::capsule owner(kept, [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
  return py::array_t<T>({kept->size()}, {sizeof(T)}, kept->data(), owner);
}

// Raw values as numbers in the unit of the column; exact up to 53 bits.
std::vector<double> scaled(const std::vector<int64_t>& raw, int fraction_bits);

void bindConsole(py::module_& module);
void bindMovie(py::module_& module);
void bindTrace(py::module_& module);
void bindPhysics(py::module_& module);
void bindCompare(py::module_& module);
void bindGame(py::module_& module);
void bindSweep(py::module_& module);

}  // namespace jumpscope::python

// pybind11's own says of a str that is no UTF-8 that it is no str, and gives none for such bytes.
template <>
class pybind11::detail::type_caster<std::string> {
 public:
  PYBIND11_TYPE_CASTER(std::string, const_name("str"));
  bool load(handle source, bool) {
    if (isinstance<str>(source))
      value = jumpscope::python::textFrom(source);
    else if (isinstance<bytes>(source))
      value = std::string(reinterpret_borrow<bytes>(source));
    else
      return false;
    return true;
  }
  static handle cast(const std::string& text, return_value_policy, handle) {
    return jumpscope::python::strFrom(text).release();
  }
};

// pybind11 hands an object whose __init__ never ran, Console.__new__(Console), to functions as memory without content.
// Here it is no argument of that type: a TypeError.
template <jumpscope::python::Bound T>
class pybind11::detail::type_caster<T, void> : public type_caster_base<T> {
 public:
  bool load(handle source, bool convert) {
    const type_info* const type = this->typeinfo;
    if (type != nullptr && PyObject_TypeCheck(source.ptr(), type->type) != 0) {
      auto* const object = reinterpret_cast<instance*>(source.ptr());
      if (object->get_value_and_holder(type).value_ptr() == nullptr) return false;
    }
    return type_caster_base<T>::load(source, convert);
  }
};
