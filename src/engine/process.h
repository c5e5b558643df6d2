// A child process with pipes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::engine {

class Process {
 public:
  // Starts `words` in `folder` (empty: here), in a process group of its own, which is killed with this program. Throws
  // std::runtime_error with the reason, as the end of a sentence, where it cannot be started.
  Process(const std::vector<std::string>& words, const std::string& folder);
  // Kills what is left of it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  struct Events {
    size_t written = 0;      // bytes of what was to be written
    std::string out, error;  // what it wrote
    bool out_ended = false, error_ended = false;
    bool takes_no_more = false;  // it closed its standard input
    bool idle = false;           // nothing happened in time
  };
  // Waits until something can be written or read, or for `patience`.
  Events wait(std::string_view to_write, std::chrono::milliseconds patience);
  void closeInput();
  // "ended with status 3", "was ended by signal 11 (Segmentation fault)"; waits for at most `patience`, then "" and it is
  // killed.
  std::string end(std::chrono::milliseconds patience);
  // True after end(), if it was status 0.
  bool endedWell() const { return ended_well_; }

 private:
  void kill();
  void readFrom(int& fd, std::string& text, bool& ended);

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1, error_ = -1;
  bool ended_well_ = false;
};

}  // namespace jumpscope::engine
