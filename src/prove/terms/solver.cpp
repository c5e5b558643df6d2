#include "src/prove/terms/solver.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace jumpscope::prove {
namespace {

constexpr const char* module_name = "jumpscope-z3.so";

// Beside the program, as it is built, or where it is installed.
std::string findModule() {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const auto& folder : {self, self.parent_path() / "lib" / "jumpscope"})
    if (std::filesystem::exists(folder / module_name)) return (folder / module_name).string();
  throw std::runtime_error("prove needs its solver module " + (self / module_name).string() +
                           ", which is missing; install the Debian package jumpscope, which contains it, or "
                           "install libz3-dev and build jumpscope again");
}

}  // namespace

Solver::Answer Solver::check(std::span<const Term> all_of) {
  if (given_up_) throw GivenUp();
  const std::optional<Answer> answer = ask(all_of);
  if (given_up_) throw GivenUp();
  if (answer) return *answer;
  throw std::runtime_error("Z3 failed: " + failure());
}

void Solver::giveUp() noexcept {
  given_up_ = true;
  interrupt();
}

std::unique_ptr<Solver> loadSolver(const Terms& terms) {
#ifdef __EMSCRIPTEN__
  throw std::runtime_error("prove needs Z3, which WebAssembly cannot load; use jumpscope's native program");
#endif
  static void* const z3 = dlopen("libz3.so.4", RTLD_LAZY | RTLD_GLOBAL);
  const std::string path = findModule();
  if (z3 == nullptr)
    throw std::runtime_error(
        "prove needs Z3, which is not installed; install libz3-4 (Debian) and try again");
  static void* const module = dlopen(path.c_str(), RTLD_NOW);
  if (module == nullptr) throw std::runtime_error("cannot load " + path + ": " + dlerror());
  const auto make = reinterpret_cast<MakeSolver>(dlsym(module, "jumpscope_solver_3"));
  if (make == nullptr)
    throw std::runtime_error(path + " is of another version of jumpscope; install both from one package");
  std::unique_ptr<Solver> solver(make(terms));
  if (!solver) throw std::runtime_error("Z3 cannot begin; it may lack memory");
  return solver;
}

}  // namespace jumpscope::prove
