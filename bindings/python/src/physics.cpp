// The movement models: model_names(), model_info() and model().
#include "jumpscope/physics.h"

#include <pybind11/stl.h>

#include "bind.h"
#include "long_call.h"
#include "table.h"

namespace jumpscope::python {

namespace {

std::vector<int64_t> rawColumn(const ModelRun& run, const std::string& name) {
  const size_t column = placeOf(run.columns, name);
  std::vector<int64_t> values(run.rows.size());
  for (size_t row = 0; row < values.size(); ++row) values[row] = run.rows[row][column];
  return values;
}

py::array columnOf(const ModelRun& run, const std::string& name) {
  const int fraction_bits = run.columns[placeOf(run.columns, name)].fraction_bits;
  std::vector<int64_t> raw = rawColumn(run, name);
  if (fraction_bits == 0) return arrayOf(std::move(raw));
  return arrayOf(scaled(raw, fraction_bits));
}

py::dict allColumns(const ModelRun& run) {
  py::dict columns;
  for (const ModelColumn& column : run.columns) columns[py::str(column.name)] = columnOf(run, column.name);
  return columns;
}

ModelRun runNamed(const std::string& name, const py::object& buttons, const py::kwargs& settings) {
  ModelSettings numbers;
  for (const auto& [key, value] : settings) {
    if (!PyFloat_Check(value.ptr()) && PyIndex_Check(value.ptr()) == 0)
      throw py::type_error("the setting '" + key.cast<std::string>() + "' is a number");
    numbers[key.cast<std::string>()] = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred()) throw py::error_already_set();
  }
  const std::vector<uint8_t> pressed = buttonListFrom(buttons);
  return interruptible([name, pressed, numbers](const Stop&) { return runModel(name, pressed, numbers); });
}

}  // namespace

void bindPhysics(py::module_& module) {
  py::class_<ModelParameter>(module, "ModelParameter")
      .def_readonly("name", &ModelParameter::name)
      .def_readonly("unit", &ModelParameter::unit)
      .def_readonly("meaning", &ModelParameter::meaning)
      .def_readonly("default", &ModelParameter::default_value)
      .def_readonly("lowest", &ModelParameter::lowest)
      .def_readonly("highest", &ModelParameter::highest)
      .def_readonly("whole", &ModelParameter::whole, "No fractions are allowed.")
      .def_readonly("choices", &ModelParameter::choices,
                    "Where there are any, the value is the place of one of these words.");
  py::class_<ModelColumn>(module, "ModelColumn")
      .def_readonly("name", &ModelColumn::name)
      .def_readonly("unit", &ModelColumn::unit)
      .def_readonly("meaning", &ModelColumn::meaning)
      .def_readonly("fraction_bits", &ModelColumn::fraction_bits);
  py::class_<ModelInfo>(module, "ModelInfo")
      .def_readonly("name", &ModelInfo::name)
      .def_readonly("title", &ModelInfo::title)
      .def_readonly("parameters", &ModelInfo::parameters)
      .def_readonly("columns", &ModelInfo::columns);
  py::class_<ModelRun>(module, "ModelRun",
                       "What a model does, a row a frame. r['y'] is a column as a numpy array.")
      .def("__len__", [](const ModelRun& self) { return self.rows.size(); })
      .def("__getitem__", &columnOf, py::arg("column"))
      .def(
          "raw", [](const ModelRun& self, const std::string& name) { return arrayOf(rawColumn(self, name)); },
          py::arg("column"))
      .def_readonly("columns", &ModelRun::columns)
      .def("to_numpy", &allColumns)
      .def("to_pandas", [](const ModelRun& self) { return dataFrame(allColumns(self)); });
  module.def("model_names", &modelNames);
  module.def("model_info", &modelInfo, py::arg("name"));
  module.def("model", &runNamed, py::arg("name"), py::arg("buttons"), py::pos_only(),
             "Runs a movement model: a row per entry of `buttons`; settings are its parameters as keywords.");
}

}  // namespace jumpscope::python
