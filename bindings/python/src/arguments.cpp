// From Python's objects to the library's values.
#include <cmath>
#include <stdexcept>

#include "bind.h"
#include "long_call.h"

namespace jumpscope::python {

namespace {

std::string typeOf(const py::handle& value) { return py::str(py::type::handle_of(value).attr("__name__")); }

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// An index is an integer; True is none here, nor is NumPy's (numpy.bool_ in 1.x, numpy.bool in 2.x), though an index.
bool isInteger(const py::handle& value) {
  const std::string type = typeOf(value);
  return PyIndex_Check(value.ptr()) != 0 && type != "bool" && type != "bool_" &&
         !py::isinstance<py::array>(value);
}

}  // namespace

std::string textFrom(const py::handle& value) {
  for (const char* others : {"strict", "surrogateescape", "surrogatepass"}) {
    const auto bytes =
        py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(value.ptr(), "utf-8", others));
    if (bytes) return bytes;
    if (PyErr_ExceptionMatches(PyExc_UnicodeEncodeError) == 0) break;
    PyErr_Clear();
  }
  throw py::error_already_set();
}

py::str strFrom(std::string_view text) {
  auto decoded = py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "backslashreplace"));
  if (!decoded) throw py::error_already_set();
  return decoded;
}

uint8_t buttonsFrom(const py::handle& value) {
  if (py::isinstance<py::str>(value)) return parseButtons(textFrom(value));
  if (!isInteger(value))
    throw py::type_error("buttons are an int from 0 to 255 or a str such as 'RA', not " + typeOf(value));
  const py::int_ number = py::reinterpret_steal<py::int_>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long buttons = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || buttons < 0 || buttons > 255)
    throw std::runtime_error("the buttons are " + py::repr(number).cast<std::string>() +
                             "; expected 0 to 255: bit 7 Right, Left, Down, Up, Start, Select, B, bit 0 A");
  return static_cast<uint8_t>(buttons);
}

std::vector<uint8_t> buttonListFrom(const py::handle& value) {
  if (py::isinstance<py::bytes>(value) || PyByteArray_Check(value.ptr()) != 0) return bytesFrom(value);
  if (py::isinstance<py::str>(value) || !py::isinstance<py::iterable>(value))
    throw py::type_error("the buttons of frames are a sequence with one int or str a frame, not " +
                         typeOf(value));
  std::vector<uint8_t> buttons;
  for (const py::handle& entry : py::iter(value)) buttons.push_back(buttonsFrom(entry));
  return buttons;
}

std::string pathFrom(const py::handle& path) {
  PyObject* encoded = nullptr;
  if (PyUnicode_FSConverter(path.ptr(), &encoded) == 0) throw py::error_already_set();
  return py::reinterpret_steal<py::bytes>(encoded).cast<std::string>();
}

std::vector<uint8_t> bytesFrom(const py::handle& object) {
  if (PyObject_CheckBuffer(object.ptr()) == 0) throw py::type_error("expected bytes, not " + typeOf(object));
  Py_buffer view;
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_FULL_RO) != 0) throw py::error_already_set();
  std::vector<uint8_t> bytes(static_cast<size_t>(view.len));
  const int result = bytes.empty() ? 0 : PyBuffer_ToContiguous(bytes.data(), &view, view.len, 'C');
  PyBuffer_Release(&view);
  if (result != 0) throw py::error_already_set();
  return bytes;
}

Cartridge cartridgeFrom(const py::handle& rom) {
  if (py::isinstance<Cartridge>(rom)) return rom.cast<Cartridge>();
  if (PyObject_CheckBuffer(rom.ptr()) != 0) return Cartridge::parse(bytesFrom(rom));
  if (!py::isinstance<py::str>(rom) && !py::hasattr(rom, "__fspath__"))
    throw py::type_error("a cartridge is a path, the bytes of a file or a Cartridge, not " + typeOf(rom));
  return opened<Cartridge>(rom);
}

std::vector<std::string> stringsFrom(const py::handle& values, const char* what) {
  if (values.is_none()) return {};
  if (py::isinstance<py::str>(values)) return {textFrom(values)};
  if (!py::isinstance<py::iterable>(values))
    throw py::type_error(std::string(what) + " are str or a sequence of str, not " + typeOf(values));
  std::vector<std::string> strings;
  for (const py::handle& value : py::iter(values)) {
    if (!py::isinstance<py::str>(value))
      throw py::type_error(std::string(what) + " are str, not " + typeOf(value));
    strings.push_back(textFrom(value));
  }
  return strings;
}

namespace {

Profile namedProfile(const py::handle& profile) {
  if (py::isinstance<Profile>(profile)) return profile.cast<Profile>();
  if (!py::isinstance<py::str>(profile) && !py::hasattr(profile, "__fspath__"))
    throw py::type_error("a profile is a name, a path or a Profile, not " + typeOf(profile));
  const std::string name = pathFrom(profile);
  const bool is_path = name.ends_with(".json") || name.find('/') != std::string::npos;
  return is_path ? opened<Profile>(profile) : Profile::builtin(name);
}

}  // namespace

Profile profileFrom(const py::handle& profile, const py::handle& watches, const Cartridge* cartridge) {
  const std::vector<std::string> more = stringsFrom(watches, "watches");
  Profile result;
  if (!profile.is_none()) {
    result = namedProfile(profile);
  } else if (more.empty()) {
    const std::optional<Profile> known = cartridge ? Profile::of(*cartridge) : std::nullopt;
    if (!known)
      throw std::runtime_error(
          "there is nothing to watch: no built-in profile knows the cartridge; give a profile, or watches "
          "such as "
          "'y=$00CE'");
    result = *known;
  }
  for (const std::string& watch : more) result.addWatch(watch);
  return result;
}

py::bytes toBytes(std::span<const uint8_t> bytes) {
  return py::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::string regionName(Region region) {
  return region == Region::Ntsc    ? "ntsc"
         : region == Region::Pal   ? "pal"
         : region == Region::Dendy ? "dendy"
                                   : "auto";
}

Options optionsFrom(const ConsoleWords& words) {
  Options options;
  bool found = false;
  for (const Region region : {Region::Auto, Region::Ntsc, Region::Pal, Region::Dendy}) {
    if (words.region != regionName(region)) continue;
    options.region = region;
    found = true;
  }
  if (!found)
    throw std::runtime_error("the region is " + quoted(words.region) +
                             "; expected 'auto', 'ntsc', 'pal' or 'dendy'");
  options.ram_init = words.ram_init;
  options.alignment = words.alignment;
  options.every_cycle = words.every_cycle;
  options.video = words.video;
  options.audio = words.audio;
  options.sample_rate = words.sample_rate;
  options.devices = stringsFrom(words.devices, "devices");
  if (!words.battery.is_none()) options.battery = bytesFrom(words.battery);
  return options;
}

std::vector<double> scaled(const std::vector<int64_t>& raw, int fraction_bits) {
  std::vector<double> values;
  values.reserve(raw.size());
  for (const int64_t value : raw) values.push_back(std::ldexp(static_cast<double>(value), -fraction_bits));
  return values;
}

}  // namespace jumpscope::python
