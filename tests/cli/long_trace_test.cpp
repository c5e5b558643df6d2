// Long traces need constant memory, and Ctrl+C leaves a readable file.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
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

// A player who jumps every 50 frames, beside 20 values that change now and then.
std::string longTrace(unsigned rows) {
  std::string text =
      R"(# jumpscope-trace 1 {"version":"1","region":"ntsc","profile":"hops","rule":{"jump":{"height":"y"}})";
  std::string names = "frame,buttons,y", watches = R"({"name":"y","type":"u8"})";
  for (unsigned i = 0; i < 20; ++i) {
    const std::string name = "v" + std::to_string(i);
    names += "," + name;
    watches += R"(,{"name":")" + name + R"(","type":"u8"})";
  }
  text += R"(,"watches":[)" + watches + "]}\n" + names + "\n";
  for (unsigned row = 0; row < rows; ++row) {
    const unsigned at = row % 50, height = at < 20 ? at * (20 - at) : 0;
    text += std::to_string(row) + ",........," + std::to_string(200 - height);
    for (unsigned i = 0; i < 20; ++i) text += "," + std::to_string((row >> i) & 0xFF);
    text += '\n';
  }
  return text;
}

// The most memory that `jumpscope jumps` takes, in KiB; 0: it failed.
long jumpsKib(const Folder& folder) {
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    execl(program.c_str(), program.c_str(), "jumps", "t.csv", "-o", "jumps.txt", nullptr);
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? used.ru_maxrss : 0;
}

TEST(LongTrace, JumpsNeedsFewBytesARow) {
#ifdef JUMPSCOPE_SANITIZE
  GTEST_SKIP() << "what a sanitizer keeps of freed memory counts, too";
#endif
  const Folder folder;
  constexpr unsigned few = 10'000, many = 60'000;
  writeText(folder / "t.csv", longTrace(few));
  const long before = jumpsKib(folder);
  writeText(folder / "t.csv", longTrace(many));
  const long after = jumpsKib(folder);
  ASSERT_GT(before, 0);
  EXPECT_LT((after - before) * 1024 / long{many - few}, 90) << "bytes a row";
}

}  // namespace
}  // namespace jumpscope::tests
