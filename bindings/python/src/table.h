// Rows of values as numpy columns, for traces and for runs of models.
#pragma once

#include <string>
#include <vector>

#include "bind.h"

namespace jumpscope::python {

// The place of a column by its name. KeyError, with the names there are, for others.
template <class Columns>
size_t placeOf(const Columns& columns, const std::string& name) {
  std::string known;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
    known += (i > 0 ? ", " : "") + columns[i].name;
  }
  throw py::key_error("there is no column '" + name + "'; there are: " + known);
}

// A pandas.DataFrame; without pandas a sentence says what to install. `columns`: pairs of name and array.
inline py::object dataFrame(const py::dict& columns) {
  py::object pandas;
  try {
    pandas = py::module_::import("pandas");
  } catch (const py::error_already_set& failure) {
    if (!failure.matches(PyExc_ImportError)) throw;
    throw std::runtime_error(
        "to_pandas() needs the package pandas (Debian: python3-pandas); t['NAME'] works without");
  }
  return pandas.attr("DataFrame")(columns);
}

}  // namespace jumpscope::python
