// A shared library as an engine: include/jumpscope.h, jumpscope_engine.
#include <dlfcn.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "jumpscope.h"
#include "src/base/interrupt.h"
#include "src/engine/engine.h"
#include "src/engine/protocol.h"

namespace jumpscope::engine {
namespace {

std::vector<std::string> namesOf(const char* names) {
  std::istringstream words(names ? names : "");
  return {std::istream_iterator<std::string>(words), {}};
}

}  // namespace

Engine cEngine(const std::string& name, const jumpscope_engine& given) {
  if (given.size < sizeof given || !given.seed || !given.step)
    throw std::runtime_error(
        name +
        " is no engine of this version: its size must be sizeof(jumpscope_engine), and seed "
        "and step must be set");
  const jumpscope_engine engine = given;
  const auto fail = [name](const std::string& what) {
    throw std::runtime_error(name + ": its list " + what);
  };
  return {
      name,
      [=](const Hello& hello) {
        const base::GuestCode guest;
        for (const auto& [key, value] : hello.settings)
          if (!engine.set || engine.set(engine.user, key.c_str(), value.c_str()) == 0)
            throw std::runtime_error(name + " does not take --set " + key + "=" + value);
        Ready ready{namesOf(engine.computes), namesOf(engine.reads)};
        try {
          completeReady(ready, hello);
        } catch (const std::runtime_error& error) {
          fail(error.what());
        }
        return ready;
      },
      [=](const Plan& plan) {
        const base::GuestCode guest;
        const size_t computed = plan.computes.size();
        std::vector<double> answers(plan.frames * computed), values(computed + plan.reads.size());
        size_t next = 0;
        for (const Plan::Step& step : plan.steps) {
          const double* const given_values = plan.values.data() + step.values;
          const size_t count = step.seed ? values.size() : plan.reads.size();
          std::copy_n(given_values, count, values.end() - ptrdiff_t(count));
          if (step.seed) {
            engine.seed(engine.user, step.buttons, values.data());
            continue;
          }
          engine.step(engine.user, step.buttons, values.data());
          for (size_t i = 0; i < computed; ++i) {
            try {
              requireAnswer(plan.computes[i], values[i]);
            } catch (const std::runtime_error& error) {
              throw std::runtime_error(name + ", frame " + std::to_string(step.frame) + ": " + error.what());
            }
            answers[next++] = values[i];
          }
        }
        return answers;
      }};
}

// It stays loaded: its functions may be called until the program ends.
Engine libraryEngine(const std::string& path) {
  const auto fail = [&](const std::string& what) {
    throw std::runtime_error("the engine " + path + " " + what);
  };
  const base::GuestCode guest;
  void* const library = dlopen(path.find('/') == path.npos ? ("./" + path).c_str() : path.c_str(), RTLD_NOW);
  if (!library) fail("cannot be loaded: " + std::string(dlerror()));
  const auto get = reinterpret_cast<const jumpscope_engine* (*)()>(dlsym(library, "jumpscope_get_engine"));
  if (!get) fail("exports no function jumpscope_get_engine() (see include/jumpscope.h)");
  const jumpscope_engine* const engine = get();
  if (!engine) fail("gives no engine: jumpscope_get_engine() returned NULL");
  return cEngine("engine " + path, *engine);
}

}  // namespace jumpscope::engine
