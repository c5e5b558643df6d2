// Long traces need constant memory, and Ctrl+C leaves a readable file.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

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

// The most memory that jumpscope takes, in KiB; 0: it failed, or found something else than `status`.
long kibOf(const Folder& folder, std::vector<std::string> arguments, int expected = 0) {
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    if (chdir(folder.path.c_str()) != 0) _exit(126);
    std::string name = "jumpscope";
    std::vector<char*> words{name.data()};
    for (std::string& word : arguments) words.push_back(word.data());
    words.push_back(nullptr);
    execv(program.c_str(), words.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  return WIFEXITED(status) && WEXITSTATUS(status) == expected ? used.ru_maxrss : 0;
}

// A command over a file or a run of some rows.
struct Road {
  std::vector<std::string> arguments;
  int status = 0;
  long most_bytes_a_row = 120;
};

constexpr unsigned few = 10'000, many = 60'000;

// `make` puts the files of so many rows into the folder.
void expectFewBytesARow(const Folder& folder, const std::function<void(unsigned rows)>& make,
                        const std::vector<Road>& roads) {
  std::vector<long> before, after;
  for (auto* kib : {&before, &after}) {
    make(kib == &before ? few : many);
    for (const Road& road : roads) kib->push_back(kibOf(folder, road.arguments, road.status));
  }
  for (size_t i = 0; i < roads.size(); ++i) {
    std::string command;
    for (const std::string& word : roads[i].arguments) command += word + " ";
    EXPECT_GT(before[i], 0) << command;
    EXPECT_GT(after[i], 0) << command;
    EXPECT_LT((after[i] - before[i]) * 1024 / long{many - few}, roads[i].most_bytes_a_row)
        << "bytes a row: " << command;
  }
}

#ifdef JUMPSCOPE_SANITIZE
#define SKIP_WITH_SANITIZER() GTEST_SKIP() << "what a sanitizer keeps of freed memory counts, too"
#else
#define SKIP_WITH_SANITIZER() static_cast<void>(0)
#endif

TEST(LongTrace, OfAProfileOnlyNeedsFewBytesARow) {
  SKIP_WITH_SANITIZER();
  const Folder folder;
  expectFewBytesARow(folder, [&](unsigned rows) { writeText(folder / "t.csv", longTrace(rows)); },
                     {{{"jumps", "t.csv"}, 0, 60},
                      {{"diff", "t.csv", "t.csv"}, 0, 20},
                      {{"diff", "t.csv", "t.csv", "--common"}, 0, 90}});
}

// The tour again and again, as a movie and as a trace with its write log.
void recordTour(const Folder& folder, unsigned frames) {
  std::string head, input, line;
  std::vector<std::string> played;
  std::ifstream tour(tourMovie());
  while (std::getline(tour, line)) line.starts_with('|') ? played.push_back(line) : void(head += line + "\n");
  for (unsigned i = 0; i < frames + 2; ++i) input += played[i % played.size()] + "\n";
  writeText(folder / "m.fm2", head + input);
  const Outcome recorded = jumpscope({"trace", jumplab().string(), "--movie", "m.fm2", "--profile", "smb",
                                      "-o", "t.csv", "--writes", "w.csv"},
                                     folder.path);
  ASSERT_EQ(recorded.status, 0) << recorded.err;
}

TEST(LongTrace, BesideAModelNeedsFewBytesARow) {
  SKIP_WITH_SANITIZER();
  const Folder folder;
  const std::string rom = jumplab().string();
  const std::string engine = "python3 " + (sourceDir() / "tests/engine/examples/article.py").string();
  expectFewBytesARow(folder, [&](unsigned frames) { recordTour(folder, frames); },
                     {{{"diff", "t.csv"}},
                      {{"diff", "t.csv", "--writes", "w.csv"}},
                      {{"diff", "t.csv", "--writes", "w.csv", "--set", "fall=90"}, 1},
                      {{"diff", "t.csv", "--writes", "w.csv", "--model", "smb-article-jump"}, 1},
                      {{"jumps", "t.csv", "--writes", "w.csv"}},
                      {{"diff", rom, "--movie", "m.fm2", "--profile", "smb"}},
                      {{"diff", rom, "t.csv", "--movie", "m.fm2"}},
                      {{"diff", rom, "--movie", "m.fm2", "--profile", "smb", "--engine", engine}, 0, 500}});
}

}  // namespace
}  // namespace jumpscope::tests
