// jumps() and diff().
#include "jumpscope/compare.h"

#include <pybind11/stl.h>

#include <stdexcept>

#include "bind.h"
#include "long_call.h"

namespace jumpscope::python {

namespace {

using SharedTrace = std::shared_ptr<Trace>;

// A model that somebody wrote in Python: watches, begin(before) and step(buttons, values) -> values.
OwnModel ownModel(const py::object& model) {
  for (const char* name : {"watches", "begin", "step"})
    if (!py::hasattr(model, name))
      throw py::type_error(
          "a model of your own has `watches`, begin(values) and step(buttons, values); this one has "
          "no " +
          std::string(name));
  OwnModel own;
  own.watches = stringsFrom(model.attr("watches"), "the model's watches");
  own.begin = [model](std::span<const int64_t> before) {
    model.attr("begin")(std::vector<int64_t>(before.begin(), before.end()));
  };
  own.step = [model](uint8_t buttons, std::span<int64_t> values) {
    const py::object next = model.attr("step")(buttons, std::vector<int64_t>(values.begin(), values.end()));
    const auto computed = next.cast<std::vector<int64_t>>();
    if (computed.size() != values.size())
      throw std::runtime_error("the model's step() returned " + std::to_string(computed.size()) +
                               " values; expected " + std::to_string(values.size()) + ", one a watch");
    std::copy(computed.begin(), computed.end(), values.begin());
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
    return compareWithModel(*trace, profileFrom(profile, py::none(), nullptr), ownModel(model));
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
  py::class_<Difference>(module, "Difference")
      .def_readonly("row", &Difference::row)
      .def_readonly("frame", &Difference::frame)
      .def_readonly("jump", &Difference::jump, "Index in jumps().")
      .def_readonly("watch", &Difference::watch)
      .def_readonly("expected", &Difference::expected, "Raw.")
      .def_readonly("got", &Difference::got, "Raw.")
      .def_readonly("expected_text", &Difference::expected_text)
      .def_readonly("got_text", &Difference::got_text)
      .def_readonly("writer", &Difference::writer, "The write of the wrong value, or None.")
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
