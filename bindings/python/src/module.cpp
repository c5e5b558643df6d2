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
  } catch (const py::cast_error&) {
    PyErr_SetString(PyExc_TypeError, "an argument, or an entry of one, has the wrong type");
  } catch (const py::builtin_exception& refusal) {
    refusal.set_error();
  } catch (const std::runtime_error& refusal) {
    PyErr_SetString(error_type, refusal.what());
  }
}

// Types that do not say how they are pickled refuse it. What object.__reduce_ex__ would do ends in std::terminate() for
// the old protocols.
void refuseToPickle(const py::module_& module) {
  for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
    if (!py::isinstance<py::type>(value)) continue;
    if (PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(value.ptr()),
                         reinterpret_cast<PyTypeObject*>(PyExc_BaseException)) != 0)
      continue;
    const std::string sentence =
        "a " + name.cast<std::string>() + " cannot be pickled; pickle what it is made from";
    const auto refuse = [sentence](const py::args&) -> py::object { throw py::type_error(sentence); };
    for (const char* method : {"__reduce_ex__", "__reduce__"})
      if (!value.attr("__dict__").contains(method))
        py::setattr(value, method, py::cpp_function(refuse, py::name(method), py::is_method(value)));
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
  refuseToPickle(module);
}
