// jumps() and diff().
#include "jumpscope/compare.h"

#include <pybind11/stl.h>

#include <cmath>
#include <stdexcept>

#include "bind.h"
#include "long_call.h"

namespace jumpscope::python {

namespace {

using SharedTrace = std::shared_ptr<Trace>;

// The values of a model that somebody wrote in Python: raw, or in the units of the columns where the model says `raw = False`.
class OwnValues {
 public:
  OwnValues(const Trace& trace, const py::object& model, const std::vector<std::string>& watches)
      : watches_(watches), raw_(!py::hasattr(model, "raw") || model.attr("raw").cast<bool>()) {
    const std::vector<Column> columns = trace.columns();
    for (const std::string& watch : watches) {
      const auto column = trace.find(watch);  // the comparison refuses others
      fraction_bits_.push_back(column ? columns[*column].fraction_bits : 0);
    }
  }

  py::list shown(std::span<const int64_t> values) const {
    py::list list;
    for (size_t i = 0; i < values.size(); ++i) {
      if (raw_ || fraction_bits_[i] == 0)
        list.append(py::int_(values[i]));
      else
        list.append(py::float_(std::ldexp(double(values[i]), -fraction_bits_[i])));
    }
    return list;
  }

  // What step() made of `list`: what it returned, or where that is None, the list that it changed.
  void take(const py::object& returned, const py::list& list, std::span<int64_t> values) const {
    const py::object made = returned.is_none() ? py::object(list) : returned;
    if (!py::isinstance<py::iterable>(made) || py::isinstance<py::str>(made))
      throw py::type_error("the model's step() returned a " + typeName(made) +
                           "; expected the values, or None where it has changed the list that it was given");
    const auto computed =
        callPython(py::reinterpret_borrow<py::object>(reinterpret_cast<PyObject*>(&PyList_Type)),
                   py::make_tuple(made))
            .cast<py::list>();
    if (computed.size() != values.size())
      throw std::runtime_error("the model's step() returned " + std::to_string(computed.size()) +
                               " values; expected " + std::to_string(values.size()) + ", one a watch");
    for (size_t i = 0; i < values.size(); ++i) values[i] = rawValue(computed[i], i);
  }

 private:
  static std::string typeName(const py::handle& value) {
    return py::str(py::type::handle_of(value).attr("__name__")).cast<std::string>();
  }

  [[noreturn]] void refuse(const py::object& value, size_t i, const std::string& expected) const {
    throw std::runtime_error("the model's step() gave " + py::repr(value).cast<std::string>() + " for " +
                             watches_[i] + "; expected " + expected);
  }

  int64_t rawValue(const py::object& value, size_t i) const {
    const int bits = raw_ ? 0 : fraction_bits_[i];
    if (PyIndex_Check(value.ptr()) == 0 && !py::hasattr(value, "__float__")) refuse(value, i, "a number");
    if (bits == 0 && PyIndex_Check(value.ptr()) != 0) {
      const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
      if (!number) throw py::error_already_set();
      int overflow = 0;
      const long long whole = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
      if (overflow != 0) refuse(value, i, "a number of 64 bits");
      return whole;
    }
    const double scaled = std::ldexp(PyFloat_AsDouble(value.ptr()), bits);
    if (PyErr_Occurred()) throw py::error_already_set();
    if (scaled != std::floor(scaled) || std::abs(scaled) >= 0x1p62)
      refuse(value, i,
             bits > 0 ? "a multiple of 1/" + std::to_string(uint64_t{1} << bits)
                      : std::string("a whole number") +
                            (fraction_bits_[i] > 0
                                 ? ": raw values are the value times " +
                                       std::to_string(uint64_t{1} << fraction_bits_[i]) +
                                       "; a model with raw = False has values in the column's unit"
                                 : ""));
    return int64_t(scaled);
  }

  std::vector<std::string> watches_;
  bool raw_;
  std::vector<int> fraction_bits_;  // of the watches
};

// A model that somebody wrote in Python: watches, begin(values) and step(buttons, values).
OwnModel ownModel(const Trace& trace, const py::object& model) {
  for (const char* name : {"watches", "begin", "step"})
    if (!py::hasattr(model, name))
      throw py::type_error(
          "a model of your own has `watches`, begin(values) and step(buttons, values); this one has "
          "no " +
          std::string(name));
  OwnModel own;
  own.watches = stringsFrom(model.attr("watches"), "the model's watches");
  const auto translate = std::make_shared<OwnValues>(trace, model, own.watches);
  own.begin = [model, translate](std::span<const int64_t> before) {
    callPython(model.attr("begin"), py::make_tuple(translate->shown(before)));
  };
  own.step = [model, translate](uint8_t buttons, std::span<int64_t> values) {
    const py::list list = translate->shown(values);
    translate->take(callPython(model.attr("step"), py::make_tuple(buttons, list)), list, values);
  };
  return own;
}

Comparison diffOf(const SharedTrace& trace, const py::object& golden, const py::object& model,
                  const py::object& profile, const std::map<std::string, double>& settings, bool strict) {
  if (!golden.is_none()) {
    if (!model.is_none() || !profile.is_none() || !settings.empty())
      throw std::runtime_error("a trace is compared with a golden trace or with a model, not with both");
    if (py::isinstance<Trace>(golden)) {
      const auto other = golden.cast<std::shared_ptr<Trace>>();
      return interruptible([trace, other](const Stop&) { return compareWithGolden(*trace, *other); });
    }
    const std::string path = pathFrom(golden);
    return interruptible([trace, path](const Stop&) { return compareWithGolden(*trace, Trace::open(path)); });
  }
  if (!model.is_none() && !py::isinstance<py::str>(model)) {
    if (profile.is_none())
      throw std::runtime_error("a model of your own needs a profile, which says when a jump begins and ends");
    return compareWithModel(*trace, profileFrom(profile, py::none(), nullptr), ownModel(*trace, model));
  }
  const CompareOptions options{model.is_none() ? "" : model.cast<std::string>(), settings, strict};
  if (profile.is_none())
    return interruptible([trace, options](const Stop&) { return compareWithModel(*trace, options); });
  const Profile judged = profileFrom(profile, py::none(), nullptr);
  return interruptible(
      [trace, judged, options](const Stop&) { return compareWithModel(*trace, judged, options); });
}

std::vector<Jump> jumpsOf(const SharedTrace& trace, const py::object& profile) {
  if (profile.is_none()) return interruptible([trace](const Stop&) { return findJumps(*trace); });
  const Profile judged = profileFrom(profile, py::none(), nullptr);
  return interruptible([trace, judged](const Stop&) { return findJumps(*trace, judged); });
}

void bindJump(py::module_& module) {
  py::class_<Jump>(module, "Jump", "A jump of a trace. Frames count from the press, which is frame 1.")
      .def_readonly("number", &Jump::number, "From 1 on; None: it began before the trace.")
      .def_readonly("first_row", &Jump::first_row)
      .def_readonly("last_row", &Jump::last_row)
      .def_readonly("start_frame", &Jump::start_frame)
      .def_readonly("start", &Jump::start)
      .def_readonly("tier", &Jump::tier)
      .def_readonly("hold_frames", &Jump::hold_frames)
      .def_readonly("apex_px", &Jump::apex_px)
      .def_readonly("apex_frame", &Jump::apex_frame)
      .def_readonly("frames_airborne", &Jump::frames_airborne)
      .def_readonly("landing_frame", &Jump::landing_frame)
      .def_readonly("distance_px", &Jump::distance_px)
      .def_readonly("end", &Jump::end)
      .def("__repr__", [](const Jump& self) {
        return "<jumpscope.Jump from frame " + std::to_string(self.start_frame) + ": " + self.end + ">";
      });
}

void bindDifference(py::module_& module) {
  py::class_<WrongByte>(module, "WrongByte", "The byte that is wrong where a value is.")
      .def_readonly("address", &WrongByte::address)
      .def_readonly("mask", &WrongByte::mask, "The bits that the watch shows.")
      .def_readonly("expected", &WrongByte::expected, "None: the value does not tell.")
      .def_readonly("got", &WrongByte::got, "None: the value does not tell.")
      .def("__repr__", [](const WrongByte& self) {
        const auto hex = [](const std::optional<uint8_t>& byte) {
          return byte ? "0x" + py::str("{:02X}").format(*byte).cast<std::string>() : std::string("None");
        };
        return "<jumpscope.WrongByte $" + py::str("{:04X}").format(self.address).cast<std::string>() +
               ": expected " + hex(self.expected) + ", got " + hex(self.got) + ">";
      });
  py::class_<Difference>(module, "Difference")
      .def_readonly("row", &Difference::row)
      .def_readonly("frame", &Difference::frame)
      .def_readonly("jump", &Difference::jump, "Index in jumps().")
      .def_readonly("watch", &Difference::watch)
      .def_readonly("expected", &Difference::expected, "Raw.")
      .def_readonly("got", &Difference::got, "Raw.")
      .def_readonly("expected_text", &Difference::expected_text)
      .def_readonly("got_text", &Difference::got_text)
      .def_readonly("byte", &Difference::byte, "The watch's first wrong byte, or None.")
      .def_readonly("writer", &Difference::writer, "The write of the wrong byte, or None.")
      .def_readonly("because", &Difference::because,
                    "The model's documented departure from the game that explains it; else ''.");
}

}  // namespace

void bindCompare(py::module_& module) {
  bindJump(module);
  bindDifference(module);
  py::class_<Comparison>(module, "Comparison", "The result of diff(). It has no truth value: ask .equal.")
      .def_property_readonly("equal", &Comparison::equal)
      .def_readonly("rows", &Comparison::rows, "How many were compared.")
      .def_readonly("values", &Comparison::values, "How many were compared.")
      .def_readonly("differences", &Comparison::differences)
      .def_readonly("shape", &Comparison::shape,
                    "Rows or columns that only one of two traces has, as sentences.")
      .def_readonly("text", &Comparison::text, "As `jumpscope diff` prints it.")
      .def_readonly("json", &Comparison::json, "Likewise with --json.")
      .def("__bool__",
           [](const Comparison&) -> bool {
             throw py::type_error("a comparison is neither true nor false; ask .equal or .differences");
           })
      .def("__str__", [](const Comparison& self) { return self.text; })
      .def("__repr__", [](const Comparison& self) {
        return "<jumpscope.Comparison of " + std::to_string(self.values) + " values: " +
               (self.equal() ? "equal" : std::to_string(self.differences.size()) + " differences") + ">";
      });
  module.def("jumps", &jumpsOf, py::arg("trace").none(false), py::arg("profile") = py::none(),
             "The jumps of a trace, as its profile defines them.");
  module.def("diff", &diffOf, py::arg("trace").none(false), py::arg("golden") = py::none(), py::kw_only(),
             py::arg("model") = py::none(), py::arg("profile") = py::none(),
             py::arg("settings") = std::map<std::string, double>(), py::arg("strict") = false,
             "Compares a trace with a golden trace, with a model by name (by default the profile's), or with "
             "a model "
             "of your own.");
}

}  // namespace jumpscope::python
