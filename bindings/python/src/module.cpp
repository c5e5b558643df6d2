// The extension module jumpscope._core.
#include "bind.h"

namespace {

namespace py = pybind11;

PyObject* error_type = nullptr;  // jumpscope.Error; the module keeps it alive

// Every failure of the library is a std::runtime_error; so are pybind11's own TypeError and the like, which stay what
// they are.
void translateErrors(std::exception_ptr failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const py::builtin_exception& refusal) {
    refusal.set_error();
  } catch (const std::runtime_error& refusal) {
    PyErr_SetString(error_type, refusal.what());
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  using namespace jumpscope::python;
  module.doc() = "The compiled part of jumpscope; import jumpscope instead.";
  const py::object error = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      "jumpscope.Error", "What was wrong, as one sentence.", PyExc_RuntimeError, nullptr));
  module.attr("Error") = error;
  error_type = error.ptr();
  py::register_local_exception_translator(translateErrors);
  module.attr("__version__") = jumpscope::libraryVersion();
  bindConsole(module);
  bindMovie(module);
  bindTrace(module);
  bindPhysics(module);
  bindCompare(module);
  bindGame(module);
}
