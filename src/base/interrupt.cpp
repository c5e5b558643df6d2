#include "src/base/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string_view>

namespace jumpscope::base {

namespace {

// Everything that the handler uses is lock-free, and every call in it is async-signal-safe (POSIX, signal-safety(7)).
struct UnfinishedFile {
  std::string path;  // never changes, so that the handler may read it at any time
  std::atomic<bool> unfinished;
  UnfinishedFile* next;
};

std::atomic<bool> interrupt_flag = false;
std::atomic<int> holds = 0;
std::atomic<bool> line_to_clear = false;
std::atomic<UnfinishedFile*> files = nullptr;
std::array<std::atomic<int>, 64> children{};  // process groups; 0: none
std::mutex files_mutex;                       // guards adding files

void print(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<size_t>(written));
  }
}

void removeUnfinishedFiles() {
  for (const UnfinishedFile* file = files; file; file = file->next)
    if (file->unfinished) unlink(file->path.c_str());
}

void killChildren() {
  for (const std::atomic<int>& group : children)
    if (group != 0) kill(-group, SIGKILL);
}

void onCrash(int signal) {
  killChildren();
  removeUnfinishedFiles();
  raise(signal);  // to its own action
}

[[noreturn]] void end(std::string_view sentence, int status) {
  killChildren();
  removeUnfinishedFiles();
  if (line_to_clear) print("\r\x1b[K");
  print(sentence);
  _exit(status);
}

void onSignal(int signal) {
  const bool first = !interrupt_flag.exchange(true);
  if (holds == 0 || !first || signal == SIGALRM) end("jumpscope: interrupted\n", interrupted_status);
  constexpr unsigned patience = 2;  // seconds
  alarm(patience);
}

UnfinishedFile* find(std::string_view path) {
  UnfinishedFile* file = files;
  while (file && file->path != path) file = file->next;
  return file;
}

}  // namespace

void endWhenOutOfMemory() {
  std::set_new_handler([] {
    constexpr int could_not_be_done = 2;
    end("jumpscope: out of memory; try fewer frames or watches, or a smaller file\n", could_not_be_done);
  });
}

void catchInterrupts() {
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = SA_RESTART;  // a write to a slow pipe goes on while its rows are kept
  sigemptyset(&action.sa_mask);
  const std::array<int, 11> signals = {SIGINT,  SIGTERM, SIGHUP,    SIGQUIT, SIGXCPU, SIGALRM,
                                       SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGIO};
  for (const int signal : signals) sigaddset(&action.sa_mask, signal);
  for (const int signal : signals) {
    // nohup ignores SIGHUP, and means it.
    struct sigaction before {};
    const bool ignored = sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN;
    if (signal != SIGHUP || !ignored) sigaction(signal, &action, nullptr);
  }
  // Crashes end as they would, without unfinished files. Sanitizers have handlers of their own.
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    before.sa_handler = onCrash;
    before.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(signal, &before, nullptr);
  }
  // A write that fails is an error with a sentence, and leaves nothing behind.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

HoldInterrupts::HoldInterrupts() { ++holds; }
HoldInterrupts::~HoldInterrupts() { --holds; }

bool interrupted() { return interrupt_flag; }

void removeWhenInterrupted(const std::string& path) {
  const std::lock_guard lock(files_mutex);
  UnfinishedFile* file = find(path);
  if (!file) {
    file = new UnfinishedFile{path, false, files};
    files = file;  // for good: the handler may be reading the list
  }
  file->unfinished = true;
}

void keepWhenInterrupted(std::string_view path) noexcept {
  const std::lock_guard lock(files_mutex);
  if (UnfinishedFile* file = find(path)) file->unfinished = false;
}

void killWhenInterrupted(int group) noexcept {
  for (std::atomic<int>& slot : children) {
    int none = 0;
    if (slot.compare_exchange_strong(none, group)) return;
  }
}

void spareWhenInterrupted(int group) noexcept {
  for (std::atomic<int>& slot : children) {
    int of_child = group;
    if (slot.compare_exchange_strong(of_child, 0)) return;
  }
}

void clearLineWhenInterrupted(bool clear) { line_to_clear = clear; }

namespace {

std::atomic<int> guests = 0;

void refuseExit() {
  constexpr std::string_view words = "jumpscope: an engine that is a library called exit()\n";
  if (guests > 0 && write(STDERR_FILENO, words.data(), words.size()) >= 0) _exit(2);
}

}  // namespace

GuestCode::GuestCode() {
  static const int registered = std::atexit(refuseExit);
  static_cast<void>(registered);
  ++guests;
}
GuestCode::~GuestCode() { --guests; }

}  // namespace jumpscope::base
