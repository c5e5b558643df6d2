// Runs the built program as a user would and catches what it prints.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace jumpscope::tests {

struct Outcome {
  int status = -1;  // exit status; 128 + the signal's number when a signal ended it
  std::string out, err;
};

// Runs jumpscope with these arguments in `folder`.
Outcome jumpscope(const std::vector<std::string>& arguments, const std::filesystem::path& folder);
// The same, but Ctrl+C comes as soon as `ready` holds (it is asked every few milliseconds), or after half a
// minute.
Outcome jumpscopeInterrupted(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                             const std::function<bool()>& ready);

// The same, but a signal comes after a while. `ended_after`: how long the program went on then.
struct Signaled {
  Outcome outcome;
  std::chrono::milliseconds ended_after{};
};
Signaled jumpscopeSignaled(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                           int signal, std::chrono::milliseconds after);

std::string readText(const std::filesystem::path& path);
void writeText(const std::filesystem::path& path, const std::string& text);

// A temporary folder for one test, removed afterwards.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::filesystem::path operator/(const std::string& name) const { return path / name; }
  // The names of what lies in it, sorted.
  std::vector<std::string> names() const;

  std::filesystem::path path;
};

// jumplab and the movie of the demo.
std::filesystem::path jumplab();
std::filesystem::path tourMovie();

// An iNES image of mapper 0 with 32 KiB of PRG and 8 KiB of CHR whose program counts frames in $10 and keeps
// the last buttons of port 1 (A in bit 7 ... Right in bit 0) in $11, from its NMI handler; $12 counts resets.
std::string countingCartridge();

// An iNES image of mapper 0 with a battery, whose program fills the battery's 8 KiB of RAM with 1, then with 2 and so on;
// each time takes one and a half frames.
std::string fillingCartridge();

}  // namespace jumpscope::tests

// For tests that measure time: ctest runs nothing beside them.
#define REQUIRE_ALONE() static_cast<void>(0)
