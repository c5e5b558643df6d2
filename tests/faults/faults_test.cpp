// Every allocation and every call of the system fails once, and with all after it: each command ends with status 2 and
// one sentence, leaves every file as it was, and frees its memory. JUMPSCOPE_SLOW=1 tries every point, else a sample.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <sstream>

#include "jumpscope_test_paths.h"
#include "src/base/printable.h"
#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

namespace fs = std::filesystem;

struct Counts {
  long allocations = 0, calls = 0, live = 0;
};

struct FaultRun {
  Outcome outcome;
  Counts counts;
  std::map<std::string, std::string> files;  // of the folder, afterwards
};

class Faults : public testing::Test {
 protected:
  void SetUp() override {
#if defined(JUMPSCOPE_SANITIZE) || !defined(__GLIBC__)
    GTEST_SKIP() << "SKIPPED: needs glibc's own allocator";
#endif
    fs::create_directory(work_ / "x");
    const fs::path folder = work_ / "x";
    fs::copy_file(jumplab(), folder / "r.nes");
    fs::copy_file(tourMovie(), folder / "m.fm2");
    ASSERT_EQ(jumpscope({"trace", "r.nes", "--movie", "m.fm2", "--frames", "200", "-o", "t.csv", "--writes",
                         "w.csv"},
                        folder)
                  .status,
              0);
    ASSERT_EQ(jumpscope({"run", "r.nes", "--frames", "3", "--state", "s.state"}, folder).status, 0);
    writeText(
        folder / "suite.json",
        R"({"format": "jumpscope-suite", "version": 1, "name": "n", "cases": [{"name": "a", "rom": "r.nes",)"
        R"( "movie": "m.fm2", "profile": "smb", "frames": 60, "expect": {"golden": "new.golden.csv"}}]})");
    writeText(folder / "old.csv", "old");
    original_ = contents(folder);
  }

  static std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> contents;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file())
        contents[entry.path().lexically_relative(folder).string()] = readText(entry.path());
    return contents;
  }

  FaultRun run(const std::vector<std::string>& arguments, const std::string& fault, bool lasts) {
    const fs::path folder = work_ / "x", report = work_ / "report";
    setenv("LD_PRELOAD", JUMPSCOPE_BINARY_DIR "/libfaults.so", 1);
    setenv("JUMPSCOPE_FAULT", fault.c_str(), 1);
    setenv("JUMPSCOPE_FAULT_REPORT", report.c_str(), 1);
    if (lasts) setenv("JUMPSCOPE_FAULT_LASTS", "1", 1);
    fs::remove(report);
    FaultRun result;
    result.outcome = jumpscope(arguments, folder);
    for (const char* name :
         {"LD_PRELOAD", "JUMPSCOPE_FAULT", "JUMPSCOPE_FAULT_REPORT", "JUMPSCOPE_FAULT_LASTS"})
      unsetenv(name);
    if (fs::exists(report)) {
      std::istringstream counts(readText(report));
      counts >> result.counts.allocations >> result.counts.calls >> result.counts.live;
    }
    result.files = contents(folder);
    if (result.files != original_) restore();
    return result;
  }

  void restore() {
    fs::remove_all(work_ / "x");
    fs::create_directory(work_ / "x");
    for (const auto& [name, text] : original_) writeText(work_ / "x" / name, text);
  }

  // "" when all is as promised. A fault may also pass unnoticed, such as a failed close() of a file that was read: then
  // everything must be as without it.
  std::string problemOf(const FaultRun& run, const FaultRun& undisturbed) const {
    const auto& [status, out, err] = run.outcome;
    if (status == undisturbed.outcome.status)
      return run.files != undisturbed.files              ? "status as without a fault, but other files"
             : out != undisturbed.outcome.out            ? "status as without a fault, but another output"
             : run.counts.live > undisturbed.counts.live ? "memory was not freed"
                                                         : "";
    if (status != 2) return "status " + std::to_string(status);
    if (run.files != original_) return "files changed";
    if (!err.starts_with("jumpscope: ") || std::count(err.begin(), err.end(), '\n') != 1)
      return "no sentence";
    if (run.counts.live > undisturbed.counts.live) return "memory was not freed";
    return "";
  }

  void tryAll(const std::vector<std::string>& arguments) {
    std::string line;
    for (const std::string& argument : arguments) line += (line.empty() ? "" : " ") + argument;
    const FaultRun undisturbed = run(arguments, "alloc:0", false);
    ASSERT_LT(undisturbed.outcome.status, 3) << line << undisturbed.outcome.err;
    ASSERT_GT(undisturbed.counts.allocations, 0) << "the faults are not loaded";
    size_t points = 0, wrong = 0;
    for (const bool lasts : {false, true})
      for (const auto& [kind, total] :
           {std::pair("alloc", undisturbed.counts.allocations), std::pair("call", undisturbed.counts.calls)})
        for (const long point : pointsOf(total, kind == std::string("call") ? 12 : 20)) {
          const FaultRun disturbed = run(arguments, std::string(kind) + ":" + std::to_string(point), lasts);
          ++points;
          const std::string problem = problemOf(disturbed, undisturbed);
          if (problem.empty()) continue;
          if (++wrong <= 5)
            ADD_FAILURE() << "jumpscope " << line << ": " << kind << " " << point
                          << (lasts ? " and all after" : "") << ": " << problem << "; status "
                          << disturbed.outcome.status << ", "
                          << base::printable(disturbed.outcome.err.substr(0, 300));
        }
    EXPECT_EQ(wrong, 0u) << line;
    std::cout << points << " points, " << wrong << " wrong: jumpscope " << line << "\n";
  }

  // All of 1 to `total`, or as many of them spread evenly.
  static std::vector<long> pointsOf(long total, long sample) {
    if (slowTestsWanted() || total <= sample) sample = total;
    std::vector<long> points;
    for (long i = 0; i < sample; ++i) points.push_back(1 + i * total / sample);
    return points;
  }

  Folder work_;
  std::map<std::string, std::string> original_;
};

TEST_F(Faults, RunAndTrace) {
  tryAll({"run", "r.nes", "--frames", "2", "--state", "new.state", "--screenshot", "old.csv", "--wav",
          "new.wav"});
  tryAll({"run", "r.nes", "--frames", "2", "--load-state", "s.state", "--frame-hashes", "h.csv"});
  tryAll({"trace", "r.nes", "--movie", "m.fm2", "--frames", "40", "-o", "old.csv", "--writes", "new.csv.zst",
          "--record", "new.fm2"});
  tryAll({"log", "r.nes", "--frames", "1", "--count", "10", "-o", "new.log.gz"});
}

TEST_F(Faults, TracesAndTheirReports) {
  tryAll({"jumps", "t.csv", "--writes", "w.csv", "-o", "new.txt"});
  tryAll({"diff", "t.csv", "--writes", "w.csv", "--json", "-o", "new.json"});
  tryAll({"diff", "t.csv", "t.csv"});
  tryAll({"plot", "t.csv", "-o", "new.html"});
  tryAll({"plot", "t.csv", "-o", "old.svg"});
  tryAll({"fit", "t.csv", "--model", "second-difference", "-o", "new.txt"});
}

TEST_F(Faults, SuitesModelsAndSearches) {
  tryAll({"check", "suite.json", "--update-goldens"});
  tryAll({"model", "verlet-jump", "--frames", "30", "-o", "new.jsonl"});
  tryAll({"search", "r.nes", "--movie", "m.fm2", "--at", "40 equal to 1"});
  tryAll({"info", "r.nes", "--json"});
  tryAll({"--help"});
}

}  // namespace
}  // namespace jumpscope::tests
