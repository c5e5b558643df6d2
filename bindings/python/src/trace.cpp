// Profile, Trace and trace().
#include "jumpscope/trace.h"

#include <pybind11/stl.h>

#include <stdexcept>

#include "bind.h"
#include "long_call.h"
#include "src/library/impl.h"
#include "table.h"

namespace jumpscope::python {

namespace {

std::vector<int64_t> rawColumn(const Trace& trace, const std::string& name) {
  const size_t column = placeOf(trace.columns(), name);
  std::vector<int64_t> values(trace.rows());
  for (size_t row = 0; row < values.size(); ++row) values[row] = trace.values(row)[column];
  return values;
}

std::vector<uint64_t> frames(const Trace& trace) {
  std::vector<uint64_t> values(trace.rows());
  for (size_t row = 0; row < values.size(); ++row) values[row] = trace.frame(row);
  return values;
}

std::vector<uint8_t> buttons(const Trace& trace) {
  std::vector<uint8_t> values(trace.rows());
  for (size_t row = 0; row < values.size(); ++row) values[row] = trace.buttons(row);
  return values;
}

// Whole numbers stay whole numbers; fixed point becomes float64.
py::array column(const Trace& trace, const std::string& name) {
  if (name == "frame") return arrayOf(frames(trace));
  if (name == "buttons") return arrayOf(buttons(trace));
  const int fraction_bits = trace.columns()[placeOf(trace.columns(), name)].fraction_bits;
  std::vector<int64_t> raw = rawColumn(trace, name);
  if (fraction_bits == 0) return arrayOf(std::move(raw));
  return arrayOf(scaled(raw, fraction_bits));
}

py::dict allColumns(const Trace& trace) {
  py::dict columns;
  columns["frame"] = column(trace, "frame");
  columns["buttons"] = column(trace, "buttons");
  for (const Column& each : trace.columns()) columns[py::str(each.name)] = column(trace, each.name);
  return columns;
}

struct Input {
  py::object movie, press, buttons;
};

Movie movieFrom(const Input& input) {
  if (int(!input.movie.is_none()) + int(!input.press.is_none()) + int(!input.buttons.is_none()) > 1)
    throw std::runtime_error("movie, press and buttons exclude each other; give one of them");
  if (!input.buttons.is_none()) return Movie::buttons(buttonListFrom(input.buttons));
  if (!input.press.is_none()) {
    if (!py::isinstance<py::str>(input.press))
      throw py::type_error("press is a str such as '60-75:A 80-120:RB'");
    return Movie::press(input.press.cast<std::string>());
  }
  if (input.movie.is_none()) return Movie();
  if (py::isinstance<Movie>(input.movie)) return input.movie.cast<Movie>();
  return opened<Movie>(input.movie);
}

Trace recorded(const py::object& rom, const Input& input, const py::object& profile,
               const py::object& watches, uint64_t frames, const ConsoleWords& words) {
  const Cartridge cartridge = cartridgeFrom(rom);
  const Profile watched = profileFrom(profile, watches, &cartridge);
  const Movie movie = movieFrom(input);
  const Options options = optionsFrom(words);
  return interruptible(
      [=](const Stop& stop) { return recordUntil(cartridge, movie, watched, frames, options, stop); });
}

void bindColumn(py::module_& module) {
  py::class_<Column>(module, "Column", "What a column of a trace is.")
      .def_readonly("name", &Column::name)
      .def_readonly("addresses", &Column::addresses, "Most significant byte first; empty: computed.")
      .def_readonly("type", &Column::type, "'u8', 's16', 'flag', ...")
      .def_readonly("fraction_bits", &Column::fraction_bits,
                    "Raw values are the value times 2 ** fraction_bits.")
      .def_readonly("unit", &Column::unit)
      .def_readonly("meaning", &Column::meaning)
      .def("__repr__",
           [](const Column& self) { return "<jumpscope.Column " + self.name + ": " + self.type + ">"; });
}

void bindProfile(py::module_& module) {
  py::class_<Profile>(module, "Profile", "Which bytes are watched, and what they mean: a value.")
      .def_static("builtin", &Profile::builtin, py::arg("name"))
      .def_static("builtin_names", &Profile::builtinNames)
      .def_static(
          "open", [](const py::object& path) { return opened<Profile>(path); }, py::arg("path"))
      .def_static("parse", &Profile::parse, py::arg("json"), py::arg("name") = "profile.json")
      .def_static(
          "watches",
          [](const py::object& watches) { return Profile::watches(stringsFrom(watches, "watches")); },
          py::arg("watches"), "'y=$00CE', 'speed=$009F:s8', ...: as `jumpscope trace --watch` has them.")
      .def_static(
          "of", [](const py::object& rom) { return Profile::of(cartridgeFrom(rom)); }, py::arg("rom"),
          "The built-in profile that knows the cartridge, or None.")
      .def_property_readonly("name", &Profile::name)
      .def_property_readonly("title", &Profile::title)
      .def_property_readonly("model", &Profile::model, "What its traces are compared with; '': nothing.")
      .def_property_readonly("columns", &Profile::columns)
      .def(
          "with_watches",
          [](const Profile& self, const py::object& watches) {
            Profile more = self;
            for (const std::string& watch : stringsFrom(watches, "watches")) more.addWatch(watch);
            return more;
          },
          py::arg("watches"), "The same profile with more watches.")
      .def(
          "knows", [](const Profile& self, const py::object& rom) { return self.knows(cartridgeFrom(rom)); },
          py::arg("rom"))
      .def("json", &Profile::json)
      .def("__copy__", [](const Profile& self) { return self; })
      .def("__deepcopy__", [](const Profile& self, const py::dict&) { return self; })
      .def("__reduce_ex__",
           [](const py::object& self, int) {
             return py::make_tuple(py::module_::import("jumpscope._pickle").attr("profile"),
                                   py::make_tuple(self.attr("json")()));
           })
      .def("__repr__", [](const Profile& self) {
        return "<jumpscope.Profile " + self.name() + " with " + std::to_string(self.columns().size()) +
               " watches>";
      });
}

void bindTraces(py::module_& module) {
  py::class_<LoggedWrite>(module, "Write", "A write of the game to a watched byte.")
      .def_readonly("frame", &LoggedWrite::frame)
      .def_readonly("cycle", &LoggedWrite::cycle)
      .def_readonly("scanline", &LoggedWrite::scanline)
      .def_readonly("dot", &LoggedWrite::dot)
      .def_readonly("pc", &LoggedWrite::pc)
      .def_readonly("address", &LoggedWrite::address)
      .def_readonly("old_value", &LoggedWrite::old_value)
      .def_readonly("new_value", &LoggedWrite::new_value)
      .def_readonly("watch", &LoggedWrite::watch)
      .def_readonly("instruction", &LoggedWrite::instruction);

  py::class_<Trace, std::shared_ptr<Trace>>(
      module, "Trace", "Values of watches, a row a frame. t['y'] is a column as a numpy array.")
      .def_static(
          "open",
          [](const py::object& path, const py::object& writes) {
            const std::string rows = pathFrom(path), log = writes.is_none() ? "" : pathFrom(writes);
            return interruptible([rows, log](const Stop&) { return Trace::open(rows, log); });
          },
          py::arg("path"), py::arg("writes") = py::none(), ".csv, .csv.zst or .jsonl, and its write log.")
      .def_static(
          "open_recording",
          [](const py::object& path, const py::object& profile) {
            const std::string name = pathFrom(path);
            const Profile known = profileFrom(profile, py::none(), nullptr);
            return interruptible([name, known](const Stop&) { return Trace::openRecording(name, known); });
          },
          py::arg("path"), py::arg("profile"), "What another emulator or program wrote.")
      .def(
          "save",
          [](const std::shared_ptr<Trace>& self, const py::object& path, const py::object& writes) {
            const std::string rows = pathFrom(path), log = writes.is_none() ? "" : pathFrom(writes);
            runAside([self, rows, log](const Stop& stop) { saveUntil(*self, rows, log, stop); },
                     OnInterrupt::Leave);
          },
          py::arg("path"), py::arg("writes") = py::none(),
          "In the format that the extension says: .csv, .csv.zst or .jsonl.")
      .def("__len__", &Trace::rows)
      .def("__getitem__", &column, py::arg("column"),
           "A column: int64, or float64 where the watch has fraction bits (exact up to 53 bits).")
      .def(
          "__contains__",
          [](const Trace& self, const std::string& name) { return self.find(name).has_value(); },
          py::arg("column"))
      .def(
          "raw", [](const Trace& self, const std::string& name) { return arrayOf(rawColumn(self, name)); },
          py::arg("column"), "The column as int64: the value times 2 ** fraction_bits.")
      .def(
          "text",
          [](const Trace& self, size_t row, const std::string& name) {
            if (row >= self.rows())
              throw py::index_error("the trace has " + std::to_string(self.rows()) + " rows");
            return self.text(row, placeOf(self.columns(), name));
          },
          py::arg("row"), py::arg("column"), "A value as an exact decimal.")
      .def_property_readonly("columns", &Trace::columns)
      .def_property_readonly("frames", [](const Trace& self) { return arrayOf(frames(self)); })
      .def_property_readonly("buttons", [](const Trace& self) { return arrayOf(buttons(self)); })
      .def_property_readonly("writes", &Trace::writes, "Empty where no writes were logged.")
      .def_property_readonly("has_writes", &Trace::hasWrites)
      .def("to_numpy", &allColumns, "A dict of all columns.")
      .def(
          "to_pandas", [](const Trace& self) { return dataFrame(allColumns(self)); },
          "A pandas.DataFrame of all columns.")
      .def("__copy__", [](const Trace& self) { return self; })
      .def("__deepcopy__", [](const Trace& self, const py::dict&) { return self; })
      .def("__repr__", [](const Trace& self) {
        return "<jumpscope.Trace of " + std::to_string(self.rows()) + " frames, " +
               std::to_string(self.columns().size()) + " columns>";
      });
}

}  // namespace

void bindTrace(py::module_& module) {
  bindColumn(module);
  bindProfile(module);
  bindTraces(module);
  module.def(
      "trace",
      [](const py::object& rom, const py::object& movie, const py::object& press, const py::object& buttons,
         const py::object& profile, const py::object& watches, uint64_t frames, const std::string& region,
         const std::string& ram_init, const py::object& devices, const py::object& battery, int alignment,
         bool every_cycle) {
        return recorded(rom, {movie, press, buttons}, profile, watches, frames,
                        {region, ram_init, devices, battery, alignment, every_cycle});
      },
      py::arg("rom"), py::kw_only(), py::arg("movie") = py::none(), py::arg("press") = py::none(),
      py::arg("buttons") = py::none(), py::arg("profile") = py::none(), py::arg("watches") = py::none(),
      py::arg("frames") = 0, py::arg("region") = "auto", py::arg("ram_init") = "fceux",
      py::arg("devices") = py::tuple(), py::arg("battery") = py::none(), py::arg("alignment") = 1,
      py::arg("every_cycle") = false,
      "Powers on, plays the input for `frames` frames (0: to its end) and returns the trace, with its "
      "writes.");
}

}  // namespace jumpscope::python
