#include "src/engine/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <thread>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "src/base/interrupt.h"

namespace jumpscope::engine {
namespace {

void closeFd(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

// The two ends of a pipe that no other child inherits, not even one that another thread starts now: it would hold the
// input of an engine open. They are none of the standard streams, which the program's parent may have closed.
struct Pipe {
  Pipe() {
    int fds[2];
#ifdef __linux__
    const bool made = pipe2(fds, O_CLOEXEC) == 0;
#else
    const bool made = pipe(fds) == 0;
#endif
    if (!made) throw std::runtime_error(std::string("could not be started: ") + strerror(errno));
    for (int& fd : fds) {
      const int low = fd;
      fd = low > STDERR_FILENO ? low : fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      if (fd != low) close(low);
      fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
    read_end = fds[0], write_end = fds[1];
  }
  ~Pipe() {
    closeFd(read_end);
    closeFd(write_end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int take(int& end) {
    const int fd = end;
    end = -1;
    return fd;
  }

  int read_end = -1, write_end = -1;
};

// Between fork and exec: async-signal-safe calls only (POSIX, fork).
[[noreturn]] void become(char* const* words, const char* folder, int in, int out, int error, int report) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGQUIT}) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const bool placed = *folder == 0 || chdir(folder) == 0;
  if (placed && dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
      dup2(error, STDERR_FILENO) >= 0)
    execvp(words[0], words);
  const int reason = errno;
  [[maybe_unused]] const ssize_t told = write(report, &reason, sizeof reason);
  _exit(127);
}

}  // namespace

Process::Process(const std::vector<std::string>& words, const std::string& folder) {
  Pipe in, out, error, report;
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0)
    become(arguments.data(), folder.c_str(), in.read_end, out.write_end, error.write_end, report.write_end);
  if (pid_ < 0) throw std::runtime_error(std::string("could not be started: ") + strerror(errno));
  setpgid(pid_, pid_);
  closeFd(report.write_end);
  int reason = 0;
  ssize_t got = 0;
  do got = read(report.read_end, &reason, sizeof reason);
  while (got < 0 && errno == EINTR);
  if (got > 0) {
    waitpid(pid_, nullptr, 0);
    throw std::runtime_error(std::string("could not be started: ") + strerror(reason));
  }
  base::killWhenInterrupted(pid_);
  in_ = in.take(in.write_end), out_ = out.take(out.read_end), error_ = error.take(error.read_end);
  fcntl(in_, F_SETFL, O_NONBLOCK);
}

Process::~Process() {
  kill();
  closeFd(in_);
  closeFd(out_);
  closeFd(error_);
}

void Process::kill() {
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);  // before it had its group
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  base::spareWhenInterrupted(pid_);
  pid_ = -1;
}

void Process::closeInput() { closeFd(in_); }

void Process::readFrom(int& fd, std::string& text, bool& ended) {
  static constexpr size_t most = 65536;
  const size_t before = text.size();
  text.resize(before + most);
  const ssize_t got = read(fd, text.data() + before, most);
  text.resize(before + static_cast<size_t>(got > 0 ? got : 0));
  if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) {
    closeFd(fd);
    ended = true;
  }
}

Process::Events Process::wait(std::string_view to_write, std::chrono::milliseconds patience) {
  Events events;
  std::array<pollfd, 3> fds{
      {{to_write.empty() ? -1 : in_, POLLOUT, 0}, {out_, POLLIN, 0}, {error_, POLLIN, 0}}};
  const int ready = poll(fds.data(), fds.size(), static_cast<int>(patience.count()));
  events.idle = ready == 0;
  if (ready <= 0) return events;
  if (fds[0].revents != 0) {
    const ssize_t written = write(in_, to_write.data(), to_write.size());
    if (written > 0) events.written = static_cast<size_t>(written);
    if (written < 0 && errno == EPIPE) events.takes_no_more = true;
  }
  if (fds[1].revents != 0) readFrom(out_, events.out, events.out_ended);
  if (fds[2].revents != 0) readFrom(error_, events.error, events.error_ended);
  return events;
}

std::string Process::end(std::chrono::milliseconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  siginfo_t ended{};
  // Until it is waited for, its group is its own.
  while (waitid(P_PID, id_t(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == 0) {
    if (std::chrono::steady_clock::now() >= until) {
      kill();
      return "";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(-pid_, SIGKILL);  // what it may have left behind
  base::spareWhenInterrupted(pid_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  ended_well_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (WIFEXITED(status)) return "ended with status " + std::to_string(WEXITSTATUS(status));
  return "was ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
}

}  // namespace jumpscope::engine
