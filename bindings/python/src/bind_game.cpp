// Game and GamePool, which envs.py makes environments of.
#include <pybind11/stl.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "bind.h"
#include "game_pool.h"
#include "long_call.h"

namespace jumpscope::python {

namespace {

// One thread of Python at a time, as with consoles.
struct PyGame {
  PyGame(const Cartridge& cartridge, Rules rules) : profile(rules.profile) {
    rules.between = [this] { interrupts.look(); };
    interrupts.run([&] { game.emplace(cartridge, rules); });
  }
  SharedLook interrupts;
  std::optional<Game> game;
  Profile profile;
  std::mutex mutex;
};
struct PyPool {
  PyPool(const Cartridge& cartridge, Rules rules, size_t count, unsigned threads, Look look)
      : columns(rules.profile.columns().size()) {
    rules.between = [this] { interrupts.look(); };
    interrupts.run([&] { pool.emplace(cartridge, rules, count, threads, look); });
  }
  SharedLook interrupts;
  std::optional<GamePool> pool;
  size_t columns;
  std::mutex mutex;
};

}  // namespace

template <>
inline constexpr bool is_bound<PyGame> = true;
template <>
inline constexpr bool is_bound<PyPool> = true;

namespace {

std::unique_lock<std::mutex> holdAlone(std::mutex& mutex) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock)
    throw std::runtime_error("another thread is stepping this environment; give each thread one of its own");
  return lock;
}

Look lookFrom(const std::string& name) {
  if (name == "ram") return Look::Ram;
  if (name == "index") return Look::Index;
  if (name == "rgb") return Look::Rgb;
  if (name == "grey") return Look::Grey;
  throw std::runtime_error("the observation is '" + name + "'; expected 'ram', 'rgb', 'grey' or 'index'");
}

std::vector<py::ssize_t> shapeOf(Look look) {
  if (look == Look::Ram) return {0x800};
  if (look == Look::Rgb) return {picture_height, picture_width, 3};
  return {picture_height, picture_width};
}

py::array emptyPictures(Look look, std::optional<size_t> count) {
  std::vector<py::ssize_t> shape = shapeOf(look);
  if (count) shape.insert(shape.begin(), py::ssize_t(*count));
  if (look == Look::Index) return py::array_t<uint16_t>(shape);
  return py::array_t<uint8_t>(shape);
}

py::array observationOf(PyGame& self, const std::string& name) {
  const Look look = lookFrom(name);
  const auto alone = holdAlone(self.mutex);
  if (look != Look::Ram && self.game->console().pixels().empty())
    throw std::runtime_error("this environment makes no pixels; make it with video");
  py::array picture = emptyPictures(look, std::nullopt);
  self.game->observe(look, static_cast<uint8_t*>(picture.mutable_data()));
  return picture;
}

py::dict valuesOf(PyGame& self) {
  const auto alone = holdAlone(self.mutex);
  py::dict values;
  const std::span<const int64_t> raw = self.game->values();
  const std::vector<Column> columns = self.profile.columns();
  for (size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].fraction_bits == 0)
      values[py::str(columns[i].name)] = raw[i];
    else
      values[py::str(columns[i].name)] = std::ldexp(static_cast<double>(raw[i]), -columns[i].fraction_bits);
  }
  return values;
}

Rules rulesFrom(const py::dict& words) {
  Rules rules;
  rules.options = optionsFrom({words["region"].cast<std::string>(), words["ram_init"].cast<std::string>(),
                               words["devices"], words["battery"], words["alignment"].cast<int>(), false,
                               words["video"].cast<bool>(), false});
  rules.profile = words["profile"].cast<Profile>();
  for (const py::handle& entry : words["rewards"])
    rules.rewards.push_back(entry.cast<std::pair<std::string, double>>());
  rules.terminated = words["terminated"].cast<std::string>();
  rules.truncated = words["truncated"].cast<std::string>();
  rules.max_frames = words["max_frames"].cast<uint64_t>();
  rules.frame_skip = words["frame_skip"].cast<unsigned>();
  rules.prefix = words["prefix"].cast<Movie>();
  rules.start_state = bytesFrom(words["start_state"]);
  rules.most_noops = words["noops"].cast<unsigned>();
  rules.random_ram = words["random_ram"].cast<bool>();
  return rules;
}

struct PoolArrays {
  explicit PoolArrays(const PyPool& self)
      : observations(emptyPictures(self.pool->look(), self.pool->size())),
        rewards(py::ssize_t(self.pool->size())),
        terminated(py::ssize_t(self.pool->size())),
        truncated(py::ssize_t(self.pool->size())),
        values({self.pool->size(), self.columns}),
        last_observations(emptyPictures(self.pool->look(), self.pool->size())),
        last_values({self.pool->size(), self.columns}) {}

  PoolStep pointers() {
    return {static_cast<uint8_t*>(observations.mutable_data()),
            rewards.mutable_data(),
            terminated.mutable_data(),
            truncated.mutable_data(),
            values.mutable_data(),
            static_cast<uint8_t*>(last_observations.mutable_data()),
            last_values.mutable_data()};
  }

  py::array observations;
  py::array_t<double> rewards;
  py::array_t<bool> terminated, truncated;
  py::array_t<double> values;
  py::array last_observations;
  py::array_t<double> last_values;
};

py::tuple resetPool(PyPool& self, const std::optional<std::vector<uint64_t>>& given) {
  const std::vector<uint64_t> seeds = given.value_or(std::vector<uint64_t>());
  if (given && seeds.size() != self.pool->size())
    throw std::runtime_error("there are " + std::to_string(seeds.size()) + " seeds for " +
                             std::to_string(self.pool->size()) + " environments; expected one each");
  const auto alone = holdAlone(self.mutex);
  PoolArrays arrays(self);
  const PoolStep out = arrays.pointers();
  self.interrupts.run([&] { self.pool->reset(seeds, out); });
  return py::make_tuple(arrays.observations, arrays.values);
}

py::tuple stepPool(PyPool& self, const py::array_t<uint8_t, py::array::c_style>& buttons) {
  if (buttons.ndim() != 1 || size_t(buttons.size()) != self.pool->size())
    throw std::runtime_error("there are buttons for " + std::to_string(buttons.size()) +
                             " environments; expected " + std::to_string(self.pool->size()));
  const auto alone = holdAlone(self.mutex);
  PoolArrays arrays(self);
  const PoolStep out = arrays.pointers();
  const std::span<const uint8_t> pressed(buttons.data(), self.pool->size());
  self.interrupts.run([&] { self.pool->step(pressed, out); });
  return py::make_tuple(arrays.observations, arrays.rewards, arrays.terminated, arrays.truncated,
                        arrays.values, arrays.last_observations, arrays.last_values);
}

void bindOne(py::module_& module) {
  py::class_<PyGame>(module, "Game", "A console that is played in episodes; see jumpscope.envs.Env.")
      .def(py::init([](const py::object& rom, const py::dict& rules) {
             return std::make_unique<PyGame>(cartridgeFrom(rom), rulesFrom(rules));
           }),
           py::arg("rom"), py::arg("rules"))
      .def(
          "reset",
          [](PyGame& self, std::optional<uint64_t> seed) {
            const auto alone = holdAlone(self.mutex);
            self.interrupts.run([&] {
              if (seed)
                self.game->reset(*seed);
              else
                self.game->reset();
            });
          },
          py::arg("seed"))
      .def(
          "step",
          [](PyGame& self, uint8_t buttons, uint8_t pad2) {
            const auto alone = holdAlone(self.mutex);
            Outcome outcome;
            self.interrupts.run([&] { outcome = self.game->step(buttons, pad2); });
            return py::make_tuple(outcome.reward, outcome.terminated, outcome.truncated);
          },
          py::arg("buttons"), py::arg("pad2") = 0)
      .def("observation", &observationOf, py::arg("look"))
      .def("values", &valuesOf)
      .def_property_readonly("frames", [](const PyGame& self) { return self.game->frames(); })
      .def("console",
           [](PyGame& self) {
             const auto alone = holdAlone(self.mutex);
             return std::make_shared<PyConsole>(self.game->console());
           })
      .def("state",
           [](PyGame& self) {
             const auto alone = holdAlone(self.mutex);
             const Console& console = self.game->console();
             return PyState(console.state(), console.cartridge(), console.options());
           })
      .def(
          "restore",
          [](PyGame& self, const PyState& state) {
            const auto alone = holdAlone(self.mutex);
            Console scratch(self.game->console());
            state.restoreTo(scratch);
            self.game->restore(scratch.state());
          },
          py::arg("state"));
}

}  // namespace

void bindGame(py::module_& module) {
  bindOne(module);
  py::class_<PyPool>(module, "GamePool", "Many games on threads; see jumpscope.envs.VectorEnv.")
      .def(py::init([](const py::object& rom, const py::dict& rules, size_t count, unsigned threads,
                       const std::string& look) {
             const Cartridge cartridge = cartridgeFrom(rom);
             const Rules parsed = rulesFrom(rules);
             const Look looked = lookFrom(look);
             return std::make_unique<PyPool>(cartridge, parsed, count, threads, looked);
           }),
           py::arg("rom"), py::arg("rules"), py::arg("count"), py::arg("threads"), py::arg("look"))
      .def("reset", &resetPool, py::arg("seeds"), "None: all go on with the chance that they have.")
      .def("step", &stepPool, py::arg("buttons"))
      .def("__len__", [](const PyPool& self) { return self.pool->size(); })
      .def_property_readonly("threads", [](const PyPool& self) { return self.pool->threads(); })
      .def(
          "state",
          [](PyPool& self, size_t index) {
            const auto alone = holdAlone(self.mutex);
            if (index >= self.pool->size())
              throw py::index_error("there are " + std::to_string(self.pool->size()) + " environments");
            const Console& console = self.pool->game(index).console();
            return PyState(console.state(), console.cartridge(), console.options());
          },
          py::arg("index"));
}

}  // namespace jumpscope::python
