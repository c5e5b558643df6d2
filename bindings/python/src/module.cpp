// The extension module jumpscope._core.
#include "bind.h"
#include "long_call.h"

namespace {

namespace py = pybind11;

PyObject* error_type = nullptr;  // jumpscope.Error; the module keeps it alive

// A name in a sentence may be any bytes, as names of files are.
void raise(PyObject* type, const char* sentence) {
  PyErr_SetObject(type, jumpscope::python::strFrom(sentence).ptr());
}

// KeyError and the like. set_error() takes a sentence in UTF-8 only.
py::object typeOf(const py::builtin_exception& refusal) {
  refusal.set_error();
  PyObject *type = nullptr, *sentence = nullptr, *trace = nullptr;
  PyErr_Fetch(&type, &sentence, &trace);
  Py_XDECREF(sentence);
  Py_XDECREF(trace);
  return py::reinterpret_steal<py::object>(type);
}

// Every failure of the library is a std::runtime_error; so are pybind11's own TypeError and the like, which stay what
// they are.
void translateErrors(std::exception_ptr failure) {
  try {
    if (failure) std::rethrow_exception(failure);
  } catch (const py::cast_error&) {
    PyErr_SetString(PyExc_TypeError, "an argument, or an entry of one, has the wrong type");
  } catch (const py::builtin_exception& refusal) {
    raise(typeOf(refusal).ptr(), refusal.what());
  } catch (const std::runtime_error& refusal) {
    raise(error_type, refusal.what());
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

// pybind11 imports numpy when it is needed first: much code of Python, in which a daemon thread must not be when the
// interpreter ends. Where there is no numpy, the functions that need it say so.
void importNumpy() {
  try {
    py::detail::npy_api::get();
  } catch (const py::error_already_set& failure) {
    if (!failure.matches(PyExc_ImportError)) throw;
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
  importNumpy();
  waitForThreadsAtExit();
  module.attr("__version__") = jumpscope::libraryVersion();
  bindConsole(module);
  bindMovie(module);
  bindTrace(module);
  bindPhysics(module);
  bindCompare(module);
  bindGame(module);
  bindSweep(module);
  refuseToPickle(module);
}
