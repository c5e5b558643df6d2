// Cartridge, Console and State.
#include "jumpscope/console.h"

#include <cstring>
#include <stdexcept>

#include "bind.h"
#include "long_call.h"
#include "ppu/palette.h"

namespace jumpscope::python {

namespace {

using Held = std::shared_ptr<PyConsole>;

void hold(PyConsole& self, const py::object& buttons, const py::object& pad2) {
  self.console.setButtons(0, buttonsFrom(buttons));
  if (!pad2.is_none()) self.console.setButtons(1, buttonsFrom(pad2));
}

void runFrames(PyConsole& self, uint64_t count, const py::object& buttons, const py::object& pad2) {
  const Hold held(self);
  hold(self, buttons, pad2);
  const NoGil running;
  self.console.runFrames(count);
}

void runManyFrames(PyConsole& self, uint64_t count, const py::object& buttons, const py::object& pad2) {
  const Hold held(self);
  hold(self, buttons, pad2);
  for (NoGil running; count > 0; --count) {
    self.console.runFrame();
    running.look();
  }
}

py::array ramView(const py::object& self) {
  const std::span<const uint8_t, 0x800> ram = self.cast<PyConsole&>().console.ram();
  py::array_t<uint8_t> view({ram.size()}, {size_t(1)}, ram.data(), self);
  view.attr("setflags")(false);
  return view;
}

py::array cartridgeRamView(const py::object& self) {
  const std::span<const uint8_t> ram = self.cast<PyConsole&>().console.cartridgeRam();
  py::array_t<uint8_t> view({ram.size()}, {size_t(1)}, ram.data(), self);
  view.attr("setflags")(false);
  return view;
}

std::span<const uint16_t> pixelsOf(const PyConsole& self) {
  const std::span<const uint16_t> pixels = self.console.pixels();
  if (pixels.empty()) throw std::runtime_error("this console makes no pixels; make it with video=True");
  return pixels;
}

py::array_t<uint16_t> indexPicture(PyConsole& self) {
  const Hold held(self);
  const std::span<const uint16_t> pixels = pixelsOf(self);
  py::array_t<uint16_t> picture({picture_height, picture_width});
  std::memcpy(picture.mutable_data(), pixels.data(), pixels.size_bytes());
  return picture;
}

py::array_t<uint8_t> rgbPicture(PyConsole& self) {
  const Hold held(self);
  py::array_t<uint8_t> picture({picture_height, picture_width, 3});
  ppu::writeRgb(pixelsOf(self), picture.mutable_data());
  return picture;
}

py::array_t<int16_t> samples(PyConsole& self) {
  const Hold held(self);
  if (!self.console.options().audio)
    throw std::runtime_error("this console makes no samples; make it with audio=True");
  return arrayOf(self.console.takeSamples());
}

uint16_t addressFrom(int64_t address, int64_t last) {
  if (address < 0 || address > last)
    throw std::runtime_error("there is no address " + std::to_string(address) + "; expected 0 to " +
                             std::to_string(last));
  return static_cast<uint16_t>(address);
}

void poke(PyConsole& self, int64_t address, int64_t value) {
  if (value < 0 || value > 255)
    throw std::runtime_error("the byte to poke is " + std::to_string(value) + "; expected 0 to 255");
  const Hold held(self);
  const uint16_t place = addressFrom(address, 0xFFFF);
  self.console.poke(place, static_cast<uint8_t>(value));
  const bool is_register = place >= 0x2000 && place < 0x4020;
  if (is_register || self.console.peek(place) != value)
    throw std::runtime_error("there is no RAM at address " + std::to_string(address) +
                             " that could be written; expected RAM (0 to 0x1FFF) or the cartridge's");
}

PyState stateOf(PyConsole& self) {
  const Hold held(self);
  return PyState(self.console.state(), self.console.cartridge(), self.console.options());
}

Held copyOf(PyConsole& self) {
  const Hold held(self);
  return std::make_shared<PyConsole>(self.console);
}

py::dict registersOf(const PyConsole& self) {
  const Registers registers = self.console.registers();
  py::dict shown;
  shown["pc"] = registers.pc;
  shown["a"] = registers.a;
  shown["x"] = registers.x;
  shown["y"] = registers.y;
  shown["s"] = registers.s;
  shown["p"] = registers.p;
  return shown;
}

template <class Range>
uint8_t narrow(Range value, const char* what) {
  if (value < 0 || value > 255)
    throw std::runtime_error(std::string(what) + " is " + std::to_string(value) + "; expected 0 to 255");
  return static_cast<uint8_t>(value);
}

void setInput(PyConsole& self, int port, int x, int y, int knob, int buttons) {
  if (buttons < 0 || buttons > 0xFFFF)
    throw std::runtime_error("the device's buttons are " + std::to_string(buttons) + "; expected 0 to 65535");
  const Hold held(self);
  self.console.setInput(port, {narrow(x, "x"), narrow(y, "y"), narrow(knob, "the knob"), uint16_t(buttons)});
}

void bindCartridge(py::module_& module) {
  const auto patchList = [](const py::object& patches) {
    std::vector<std::vector<uint8_t>> bytes;
    for (const py::handle& patch : py::iter(patches)) bytes.push_back(bytesFrom(patch));
    return bytes;
  };
  py::class_<Cartridge>(module, "Cartridge", "A cartridge dump. It cannot change.")
      .def_static(
          "open",
          [](const py::object& path, const py::object& patches) {
            const std::string name = pathFrom(path);
            const std::vector<std::string> changes = stringsFrom(patches, "patches");
            return interruptible([name, changes](const Stop&) { return Cartridge::open(name, changes); });
          },
          py::arg("path"), py::arg("patches") = py::tuple(),
          "FILE.nes, FILE.nes.gz, FILE.zip or FILE.zip:NAME; `patches` are paths of IPS, BPS or UPS files.")
      .def_static(
          "parse",
          [patchList](const py::object& file, const std::string& name, const py::object& patches) {
            return Cartridge::parse(bytesFrom(file), name, patchList(patches));
          },
          py::arg("file"), py::arg("name") = "cartridge.nes", py::arg("patches") = py::tuple(),
          "The same from the bytes of such a file.")
      .def_property_readonly("name", &Cartridge::name)
      .def_property_readonly("file_sha1", &Cartridge::fileSha1)
      .def_property_readonly("prg_chr_sha1", &Cartridge::prgChrSha1)
      .def_property_readonly("mapper", &Cartridge::mapper)
      .def_property_readonly("submapper", &Cartridge::submapper)
      .def_property_readonly("prg_rom", [](const Cartridge& self) { return toBytes(self.prgRom()); })
      .def_property_readonly("chr_rom", [](const Cartridge& self) { return toBytes(self.chrRom()); })
      .def_property_readonly("battery_size", &Cartridge::batterySize)
      .def("__copy__", [](const Cartridge& self) { return self; })
      .def("__deepcopy__", [](const Cartridge& self, const py::dict&) { return self; })
      .def("__repr__", [](const Cartridge& self) {
        return "<jumpscope.Cartridge " + self.name() + ", mapper " + std::to_string(self.mapper()) + ">";
      });
}

void bindState(py::module_& module) {
  py::class_<PyState>(module, "State", "All that a console remembers: a value.")
      .def(
          "__eq__",
          [](const PyState& self, const py::object& other) -> py::object {
            if (!py::isinstance<PyState>(other)) return py::reinterpret_borrow<py::object>(Py_NotImplemented);
            return py::bool_(self == other.cast<const PyState&>());
          },
          py::arg("other"))
      .def("first_difference", &PyState::firstDifference, py::arg("other"),
           "The first field in which two states differ, 'ppu.scanline'; '' when they are equal.")
      .def(
          "save", [](const PyState& self) { return py::bytes(self.file()); },
          "The content of a state file, as `jumpscope run --state` writes it.")
      .def_static(
          "load",
          [](const py::object& file) {
            const std::vector<uint8_t> bytes = bytesFrom(file);
            if (bytes.empty()) throw std::runtime_error("the state file is empty");
            return PyState(std::string(bytes.begin(), bytes.end()));
          },
          py::arg("file"), "From the content of a state file, which the console checks that takes it.")
      .def("__copy__", [](const PyState& self) { return self; })
      .def("__deepcopy__", [](const PyState& self, const py::dict&) { return self; })
      .def("__reduce_ex__", [](const py::object& self, int) {
        return py::make_tuple(py::module_::import("jumpscope._pickle").attr("state"),
                              py::make_tuple(py::bytes(self.cast<const PyState&>().file())));
      });
}

void bindRunning(py::class_<PyConsole, Held>& console) {
  console
      .def(
          "frame",
          [](PyConsole& self, const py::object& buttons, const py::object& pad2) {
            runFrames(self, 1, buttons, pad2);
          },
          py::arg("buttons") = 0, py::arg("pad2") = py::none(),
          "Holds these buttons and runs to the end of the frame in progress. pad2=None leaves the second pad "
          "as it is.")
      .def("frames", &runManyFrames, py::arg("count"), py::arg("buttons") = 0, py::arg("pad2") = py::none(),
           "The same for `count` frames.")
      .def(
          "step",
          [](PyConsole& self) {
            const Hold held(self);
            self.console.step();
          },
          "Runs one instruction or interrupt.")
      .def(
          "power_on",
          [](PyConsole& self) {
            const Hold held(self);
            self.console.powerOn();
          },
          "Off and on again; the battery keeps its RAM.")
      .def(
          "reset",
          [](PyConsole& self) {
            const Hold held(self);
            self.console.softReset();
          },
          "Presses the reset button.")
      .def(
          "set_buttons",
          [](PyConsole& self, int pad, const py::object& buttons) {
            const Hold held(self);
            self.console.setButtons(pad, buttonsFrom(buttons));
          },
          py::arg("pad"), py::arg("buttons"), "What pad 0 to 3 holds from now on; frame() sets pad 0 anew.")
      .def(
          "buttons", [](const PyConsole& self, int pad) { return self.console.buttons(pad); },
          py::arg("pad") = 0)
      .def("set_input", &setInput, py::arg("port"), py::arg("x") = 128, py::arg("y") = 255,
           py::arg("knob") = 128, py::arg("buttons") = 0,
           "What the device in port 0, 1 or 2 senses: where a Zapper points (y of 240 or more: beside the "
           "picture), a "
           "paddle's knob, buttons.");
}

void bindLooking(py::class_<PyConsole, Held>& console) {
  console
      .def_property_readonly(
          "ram", &ramView,
          "The 2,048 bytes of RAM, live: a read-only view that needs no copy and keeps the console "
          "alive. poke() writes.")
      .def_property_readonly("cartridge_ram", &cartridgeRamView, "The cartridge's RAM, likewise.")
      .def_property_readonly(
          "pixels", &indexPicture,
          "The last complete frame, 240 x 256: palette index 0 to 63 | emphasis << 6. A copy.")
      .def("rgb", &rgbPicture, "The last complete frame, 240 x 256 x 3. A copy.")
      .def("samples", &samples, "Samples since the last call: mono, signed 16 bit.")
      .def(
          "peek",
          [](PyConsole& self, int64_t address) {
            const Hold held(self);
            return self.console.peek(addressFrom(address, 0xFFFF));
          },
          py::arg("address"), "RAM, cartridge RAM or ROM; 0 for registers. No side effects.")
      .def("poke", &poke, py::arg("address"), py::arg("value"),
           "RAM and cartridge RAM. Error where neither is.")
      .def(
          "peek_ppu",
          [](PyConsole& self, int64_t address) {
            const Hold held(self);
            return self.console.peekPpu(addressFrom(address, 0x3FFF));
          },
          py::arg("address"))
      .def_property_readonly("registers", &registersOf, "The CPU's: pc, a, x, y, s, p.")
      .def_property_readonly("frame_number", [](const PyConsole& self) { return self.console.frame(); })
      .def_property_readonly("cpu_cycles", [](const PyConsole& self) { return self.console.cpuCycles(); })
      .def_property_readonly("scanline", [](const PyConsole& self) { return self.console.scanline(); })
      .def_property_readonly("dot", [](const PyConsole& self) { return self.console.dot(); })
      .def_property_readonly("jammed", [](const PyConsole& self) { return self.console.jammed(); })
      .def_property_readonly("polled_input", [](const PyConsole& self) { return self.console.polledInput(); })
      .def_property_readonly("region",
                             [](const PyConsole& self) { return regionName(self.console.options().region); })
      .def_property_readonly("cartridge", [](const PyConsole& self) { return self.console.cartridge(); })
      .def_property_readonly("battery_ram",
                             [](const PyConsole& self) { return toBytes(self.console.batteryRam()); });
}

void bindCopying(py::class_<PyConsole, Held>& console) {
  console.def("state", &stateOf, "All that the console remembers, as a value.")
      .def(
          "restore",
          [](PyConsole& self, const PyState& state) {
            const Hold held(self);
            state.restoreTo(self.console);
          },
          py::arg("state"))
      .def("copy", &copyOf, "A fork: goes on from here by itself. Its pixels are made with its next frame.")
      .def("__copy__", &copyOf)
      .def("__deepcopy__", [](PyConsole& self, const py::dict&) { return copyOf(self); })
      .def(
          "save",
          [](PyConsole& self) {
            const Hold held(self);
            return toBytes(self.console.saveState());
          },
          "The content of a state file, as `jumpscope run --state` writes it.")
      .def(
          "load",
          [](PyConsole& self, const py::object& file) {
            const Hold held(self);
            self.console.loadState(bytesFrom(file));
          },
          py::arg("file"), "Continues from the content of a state file.")
      .def("__repr__", [](const PyConsole& self) {
        return "<jumpscope.Console of " + self.console.cartridge().name() + " in frame " +
               std::to_string(self.console.frame()) + ">";
      });
}

}  // namespace

void bindConsole(py::module_& module) {
  bindCartridge(module);
  bindState(module);
  py::class_<PyConsole, Held> console(
      module, "Console",
      "A NES with a cartridge. Frame 0 starts at power-on; frames end when vblank begins.");
  console.def(py::init([](const py::object& rom, const std::string& region, const std::string& ram_init,
                          bool video, bool audio, const py::object& devices, const py::object& battery,
                          int alignment, bool every_cycle, int sample_rate) {
                const Options options = optionsFrom(
                    {region, ram_init, devices, battery, alignment, every_cycle, video, audio, sample_rate});
                return std::make_shared<PyConsole>(Console(cartridgeFrom(rom), options));
              }),
              py::arg("rom"), py::kw_only(), py::arg("region") = "auto", py::arg("ram_init") = "fceux",
              py::arg("video") = false, py::arg("audio") = false, py::arg("devices") = py::tuple(),
              py::arg("battery") = py::none(), py::arg("alignment") = 1, py::arg("every_cycle") = false,
              py::arg("sample_rate") = 48000,
              "Powers on. `rom` is a path, the bytes of a file or a Cartridge.");
  bindRunning(console);
  bindLooking(console);
  bindCopying(console);
  module.def(
      "parse_buttons", [](const std::string& text) { return parseButtons(text); }, py::arg("text"),
      "'RA' or 'R......A' as a byte.");
  module.def(
      "buttons_text", [](const py::object& buttons) { return buttonsText(buttonsFrom(buttons)); },
      py::arg("buttons"), "A byte as 'R......A'.");
  module.def(
      "palette",
      [] {
        py::array_t<uint8_t> colors({512, 3});
        std::memcpy(colors.mutable_data(), palette().data(), palette().size());
        return colors;
      },
      "512 colors as red, green, blue; the index is a pixel's value.");
}

}  // namespace jumpscope::python
