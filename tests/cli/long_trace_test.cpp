// Long traces need constant memory, and Ctrl+C leaves a readable file.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using namespace std::chrono_literals;

// Resident memory of a process in KiB; 0 when it has ended.
long residentKib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;)
    if (long kib = 0; word == "VmRSS:" && status >> kib) return kib;
  return 0;
}

bool somethingWritten(const Folder& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder.path))
    if (entry.path().filename() != "rom.nes" && entry.file_size() > 0) return true;
  return false;
}

TEST(LongTrace, MemoryIsConstantAndCtrlCLeavesAReadableFile) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    execl(program.c_str(), program.c_str(), "trace", "rom.nes", "--watch", "count=$10", "--watch", "lag",
          "--frames", "1000000000", "-o", "t.csv.zst", nullptr);
    _exit(127);
  }
  ASSERT_GT(child, 0);
  for (auto waited = 0ms; waited < 30s && !somethingWritten(folder); waited += 5ms)
    std::this_thread::sleep_for(5ms);
  const long before = residentKib(child);
  std::this_thread::sleep_for(1s);
  const long after = residentKib(child);
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_GT(before, 0);
  EXPECT_LT(after, before + 4096)
      << "KiB, after some ten thousand frames more; zstd's window fills until then";
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << status;

  EXPECT_EQ(folder.names(), (std::vector<std::string>{"rom.nes", "t.csv.zst"}));
  EXPECT_EQ(jumpscope({"diff", "t.csv.zst", "t.csv.zst"}, folder.path).status, 0);
}

}  // namespace
}  // namespace jumpscope::tests
