// Calls that take long: other threads of Python run meanwhile, Ctrl-C is heard, and a thread that still runs when the interpreter
// ends does no harm.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "bind.h"

namespace jumpscope::python {

// While it lives, this thread does not hold the GIL. As py::gil_scoped_release, but for daemon threads: a thread that wants the
// GIL back when the interpreter has ended waits for the end of the process.
class NoGil {
 public:
  NoGil();
  ~NoGil();
  NoGil(const NoGil&) = delete;
  NoGil& operator=(const NoGil&) = delete;

  // Between pieces of long work: hears Ctrl-C, a few times a second. Throws py::error_already_set with what the handler raised.
  void look();

 private:
  void release();
  void takeBack() noexcept;

  PyThreadState* state_ = nullptr;  // nullptr: this thread holds the GIL
  std::chrono::steady_clock::time_point looked_;
};

// Ctrl-C in work that is spread over threads. All of them look between pieces of it; that which has called run() hears, and
// then all of them stop.
class SharedLook {
 public:
  // Runs `work` without the GIL. Throws what it throws, or py::error_already_set of a signal.
  void run(const std::function<void()>& work);
  // Throws when the work shall stop.
  void look();

 private:
  NoGil* caller_ = nullptr;
  std::thread::id thread_;
  std::atomic<bool> stopped_ = false;
  std::exception_ptr failure_;  // of the caller
};

// Calls a function that may be written in Python. A daemon thread that runs it when the interpreter ends waits for the end of
// the process, as with NoGil. Throws py::error_already_set.
py::object callPython(const py::object& function, const py::tuple& arguments);

// Whether work on a thread of its own shall end early.
using Stop = std::function<bool()>;

// What becomes of work when Ctrl-C is heard.
enum class OnInterrupt : uint8_t {
  Leave,  // it has values of its own; nobody waits for it
  Wait,   // it asks its Stop often, and has something to put in order
};

// Runs `work` on a thread of its own and waits for it; `meanwhile` is called a few times a second, with the GIL. Rethrows the
// exception of `work`. Throws py::error_already_set when a handler of a signal raises, such as Ctrl-C, or `meanwhile` does.
// Precondition: what `work` holds needs no GIL.
void runAside(std::function<void(const Stop&)> work, OnInterrupt on_interrupt,
              const std::function<void()>& meanwhile = {});

// The same for work that returns something.
template <class Work>
auto interruptible(Work work, OnInterrupt on_interrupt = OnInterrupt::Leave,
                   const std::function<void()>& meanwhile = {}) {
  using Result = decltype(work(std::declval<const Stop&>()));
  const auto result = std::make_shared<std::optional<Result>>();
  runAside([result, work = std::move(work)](const Stop& stop) { result->emplace(work(stop)); }, on_interrupt,
           meanwhile);
  return std::move(**result);
}

// The content of a file, which may be a pipe that somebody is slow to write to.
template <class Value>
Value opened(const py::handle& path) {
  return interruptible([name = pathFrom(path)](const Stop&) { return Value::open(name); });
}

// At import: threads that still work when the process ends get a second to stop.
void waitForThreadsAtExit();

}  // namespace jumpscope::python
