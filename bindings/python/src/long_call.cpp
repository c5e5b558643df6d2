#include "long_call.h"

#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <exception>
#include <mutex>
#include <stdexcept>

namespace jumpscope::python {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::milliseconds(50);  // between two looks for signals

std::atomic<int> working = 0;  // threads outside of the GIL
std::atomic<bool> ending = false;

// Until the process ends. Signals are for the thread that ends it.
[[noreturn]] void waitForTheEnd() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  for (;;) pause();
}

}  // namespace

NoGil::NoGil() : looked_(Clock::now()) { release(); }

NoGil::~NoGil() {
  if (state_) takeBack();
}

void NoGil::release() {
  ++working;
  state_ = PyEval_SaveThread();
}

// Before Python 3.14, PyEval_RestoreThread() ends a thread with pthread_exit() when the interpreter has ended (its
// documentation says so). That would unwind the frames above, whose destructors need the GIL and may not throw: std::terminate().
// From 3.14 on it waits, as here.
void NoGil::takeBack() noexcept {
  --working;
  try {
    PyEval_RestoreThread(std::exchange(state_, nullptr));
  } catch (const abi::__forced_unwind&) {
    waitForTheEnd();
  }
}

// Nothing between the call and the handler has a destructor.
py::object callPython(const py::object& function, const py::tuple& arguments) {
  PyObject* result = nullptr;
  try {
    result = PyObject_CallObject(function.ptr(), arguments.ptr());
  } catch (const abi::__forced_unwind&) {
    waitForTheEnd();
  }
  if (!result) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

void NoGil::look() {
  const auto now = Clock::now();
  if (now - looked_ < patience) return;
  looked_ = now;
  takeBack();
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  release();
}

void SharedLook::run(const std::function<void()>& work) {
  failure_ = nullptr;
  stopped_ = false;
  NoGil running;
  caller_ = &running;
  thread_ = std::this_thread::get_id();
  try {
    work();
  } catch (...) {
    if (failure_) std::rethrow_exception(failure_);  // it may be another thread's that was told to stop
    throw;
  }
}

void SharedLook::look() {
  if (stopped_) throw std::runtime_error("the call was interrupted");
  if (std::this_thread::get_id() != thread_) return;
  try {
    caller_->look();
  } catch (...) {
    failure_ = std::current_exception();
    stopped_ = true;
    throw;
  }
}

namespace {

// A call on a thread of its own. The thread and its caller share it.
struct Aside {
  std::function<void(const Stop&)> work;
  std::atomic<bool> stopped = false;
  std::exception_ptr failure;
  bool done = false;
  std::mutex mutex;
  std::condition_variable changed;

  void run() {
    try {
      work([this] { return stopped || ending; });
    } catch (...) {
      failure = std::current_exception();
    }
    work = nullptr;
    --working;
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_all();
  }

  // Whether it is done, at the latest after `limit`.
  bool waitFor(Clock::duration limit) {
    const NoGil waiting;
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, limit, [this] { return done; });
  }
};

}  // namespace

void runAside(std::function<void(const Stop&)> work, OnInterrupt on_interrupt,
              const std::function<void()>& meanwhile) {
  const auto call = std::make_shared<Aside>();
  call->work = std::move(work);
  ++working;
  try {
    std::thread([call] { call->run(); }).detach();
  } catch (...) {
    --working;
    throw;
  }
  while (!call->waitFor(patience)) {
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (meanwhile) meanwhile();
    } catch (const py::error_already_set&) {
      call->stopped = true;
      while (on_interrupt == OnInterrupt::Wait && !call->waitFor(patience)) continue;
      throw;
    }
  }
  if (call->failure) std::rethrow_exception(call->failure);
}

void waitForThreadsAtExit() {
  // fork() copies no threads.
  pthread_atfork(nullptr, nullptr, [] { working = 0; });
  // What static objects hold is used no more when they are destroyed.
  Py_AtExit([] {
    ending = true;
    for (int turn = 0; working > 0 && turn < 1000; ++turn) usleep(1000);
  });
}

}  // namespace jumpscope::python
