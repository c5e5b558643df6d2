#include "tests/support/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "jumpscope_test_paths.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

namespace {

// `while_running` gets the child's process id.
Outcome runProgram(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                   const std::function<void(pid_t)>& while_running) {
  const Folder streams;
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  const std::string out = streams / "out", err = streams / "err";
  std::vector<char*> argv{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  // Opened here: a child that is killed at once leaves empty files.
  const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int err_file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const pid_t child = fork();
  if (child == 0) {
    if (dup2(out_file, STDOUT_FILENO) < 0 || dup2(err_file, STDERR_FILENO) < 0 || chdir(folder.c_str()) != 0)
      _exit(126);
    execv(program.c_str(), argv.data());
    _exit(127);
  }
  close(out_file);
  close(err_file);
  int status = 0;
  if (child > 0) while_running(child);
  if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("cannot start " + program);
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = readText(out);
  outcome.err = readText(err);
  return outcome;
}

}  // namespace

Outcome jumpscope(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  return runProgram(arguments, folder, [](pid_t) {});
}

Outcome jumpscopeInterrupted(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                             const std::function<bool()>& ready) {
  return runProgram(arguments, folder, [&ready](pid_t child) {
    using namespace std::chrono_literals;
    for (auto waited = 0ms; waited < 30s && !ready(); waited += 5ms) std::this_thread::sleep_for(5ms);
    kill(child, SIGINT);
  });
}

Signaled jumpscopeSignaled(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                           int signal, std::chrono::milliseconds after) {
  using Clock = std::chrono::steady_clock;
  Signaled signaled;
  Clock::time_point sent, ended;
  signaled.outcome = runProgram(arguments, folder, [&](pid_t child) {
    std::this_thread::sleep_for(after);
    sent = Clock::now();
    kill(child, signal);
    siginfo_t info;
    waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
    ended = Clock::now();
  });
  signaled.ended_after = std::chrono::duration_cast<std::chrono::milliseconds>(ended - sent);
  return signaled;
}

std::string readText(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("the test cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeText(const std::filesystem::path& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out) throw std::runtime_error("the test cannot write " + path.string());
}

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "jumpscope-test-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("the test cannot make a folder like " + name);
  path = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> result;
  for (const auto& entry : std::filesystem::directory_iterator(path))
    result.push_back(entry.path().filename().string());
  std::sort(result.begin(), result.end());
  return result;
}

std::filesystem::path jumplab() { return sourceDir() / "roms_test/jumplab/jumplab.nes"; }
std::filesystem::path tourMovie() { return sourceDir() / "roms_test/movies/tour.fm2"; }

std::string countingCartridge() {
  std::string prg(0x8000, '\xEA');
  const auto put = [&prg](size_t address, const std::vector<unsigned char>& bytes) {
    for (size_t i = 0; i < bytes.size(); ++i) prg[address - 0x8000 + i] = static_cast<char>(bytes[i]);
  };
  // clang-format off
  put(0x8000, {
      0x78, 0xD8,              // SEI, CLD
      0xA2, 0xFF, 0x9A,        // LDX #$FF, TXS
      0xE6, 0x12,              // INC $12
      0x2C, 0x02, 0x20,        // BIT $2002
      0x10, 0xFB,              // BPL to it: the PPU takes no writes before its first vblank is over
      0x2C, 0x02, 0x20,
      0x10, 0xFB,
      0xA9, 0x80, 0x8D, 0x00, 0x20,  // NMI on
      0x4C, 0x16, 0x80,        // JMP to itself
  });
  put(0x9000, {
      0xE6, 0x10,              // INC $10
      0xA9, 0x01, 0x8D, 0x16, 0x40,  // strobe the pads
      0xA9, 0x00, 0x8D, 0x16, 0x40,
      0xA2, 0x08,              // LDX #8
      0xAD, 0x16, 0x40,        // LDA $4016
      0x4A,                    // LSR A
      0x26, 0x11,              // ROL $11
      0xCA, 0xD0, 0xF7,        // DEX, BNE to LDA
      0x40,                    // RTI
  });
  put(0xFFFA, {0x00, 0x90, 0x00, 0x80, 0x00, 0x80});
  // clang-format on
  const std::string header("NES\x1A\x02\x01\x01\0\0\0\0\0\0\0\0\0", 16);
  return header + prg + std::string(0x2000, '\0');
}

std::string fillingCartridge() {
  std::string program("\xE6\x10\xA5\x10");    // INC $10, LDA $10
  for (int page = 0x60; page < 0x80; ++page)  // STA $6000,X ... STA $7F00,X
    program += {'\x9D', '\0', static_cast<char>(page)};
  program +=
      {'\xE8', '\xD0', static_cast<char>(-(32 * 3 + 3)), '\x4C', '\0', '\x80'};  // INX, BNE, JMP to INC
  std::string prg = program + std::string(0x8000 - program.size(), '\xEA');
  prg.replace(0x7FFA, 6, std::string("\0\x80\0\x80\0\x80", 6));
  const std::string header("NES\x1A\x02\x01\x03\0\0\0\0\0\0\0\0\0", 16);
  return header + prg + std::string(0x2000, '\0');
}

}  // namespace jumpscope::tests
