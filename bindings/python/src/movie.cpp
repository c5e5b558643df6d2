#include "jumpscope/movie.h"

#include <algorithm>
#include <stdexcept>

#include <pybind11/stl.h>

#include "bind.h"
#include "long_call.h"

namespace jumpscope::python {

namespace {

void runMovie(const Movie& movie, Console& console, uint64_t count) {
  for (NoGil running; count > 0; --count) {
    movie.apply(console);
    console.runFrame();
    running.look();
  }
}

}  // namespace

void bindMovie(py::module_& module) {
  py::class_<Movie>(module, "Movie", "What is pressed in which frame: a value.")
      .def(py::init<>(), "Presses nothing.")
      .def_static(
          "open", [](const py::object& path) { return opened<Movie>(path); }, py::arg("path"),
          "An FM2 (text or binary) or bk2 movie.")
      .def_static(
          "parse",
          [](const py::object& file, const std::string& name) { return Movie::parse(bytesFrom(file), name); },
          py::arg("file"), py::arg("name") = "movie.fm2")
      .def_static(
          "press", &Movie::press, py::arg("script"),
          "'60-75:A 80-120:RB 2/100:S': held from the start of the first to the end of the last frame.")
      .def_static(
          "buttons", [](const py::object& buttons) { return Movie::buttons(buttonListFrom(buttons)); },
          py::arg("buttons"), "The first pad's buttons in frame 0, 1, ...")
      .def_property_readonly("frames", &Movie::frames, "Until the input ends.")
      .def("__len__", &Movie::frames)
      .def("at", &Movie::at, py::arg("frame"), py::arg("pad") = 0)
      .def(
          "apply",
          [](const Movie& self, PyConsole& console) {
            const Hold held(console);
            self.apply(console.console);
          },
          py::arg("console"), "Latches the input of the console's frame in progress, resets included.")
      .def(
          "play",
          [](const Movie& self, PyConsole& console, std::optional<uint64_t> frames) {
            const Hold held(console);
            const uint64_t now = console.console.frame(), end = self.frames();
            runMovie(self, console.console, frames ? *frames : end - std::min(now, end));
          },
          py::arg("console"), py::arg("frames") = py::none(),
          "Runs so many frames of the console with this input; None: until the input ends.")
      .def(
          "fm2",
          [](const Movie& self, const py::object& rom, uint64_t frames) {
            return self.fm2(cartridgeFrom(rom), {}, frames);
          },
          py::arg("rom"), py::arg("frames") = 0, "The first `frames` frames (0: all) as an FM2 file.")
      .def("__copy__", [](const Movie& self) { return self; })
      .def("__deepcopy__", [](const Movie& self, const py::dict&) { return self; });
}

}  // namespace jumpscope::python
