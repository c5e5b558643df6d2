#include <map>
#include <stdexcept>
#include <utility>

#include "src/trace/watch.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::trace {
namespace {

constexpr uint16_t ram_end = 0x2000;

// A watch of the console's own RAM, where a byte is one byte whatever the board does.
struct Followed {
  size_t column = 0;
  bool written = false;  // since the last row
  size_t wrong = 0;      // rows that say otherwise than the log
  std::string first{};   // of them
};

class Follower {
 public:
  explicit Follower(const std::vector<Watch>& watches) : watches_(watches) {
    for (size_t column = 0; column < watches.size(); ++column) {
      if (!staysInRam(watches[column])) continue;
      followed_.push_back({column});
      for (const uint16_t address : watches[column].addresses) bytes_[foldMirror(address)];
    }
  }

  void take(const Write& write) {
    const auto byte = bytes_.find(foldMirror(write.address));
    if (byte == bytes_.end()) return;
    byte->second = write.new_value;
    for (Followed& one : followed_)
      for (const uint16_t address : watches_[one.column].addresses)
        one.written |= foldMirror(address) == byte->first;
  }

  // Throws std::runtime_error.
  void compare(const Row& row) {
    for (Followed& one : followed_) {
      if (!std::exchange(one.written, false)) continue;
      const std::optional<int64_t> logged = loggedValue(watches_[one.column]);
      if (!logged || *logged == row.values[one.column]) continue;
      if (one.first.empty())
        one.first = watches_[one.column].name + " is " + std::to_string(*logged) + " at the end of frame " +
                    std::to_string(row.frame) + ", in the trace " + std::to_string(row.values[one.column]);
      if (++one.wrong == too_many)
        throw std::runtime_error("the write log is not the trace's: after its writes " + one.first +
                                 "; record trace and log in one run, or leave the log out");
    }
  }

 private:
  // A value that somebody changed by hand in a trace or a log is a difference to be shown.
  static constexpr size_t too_many = 3;

  static bool staysInRam(const Watch& watch) {
    for (const uint16_t address : watch.addresses)
      if (address >= ram_end) return false;
    return watch.take == Take::Value && !watch.addresses.empty();
  }

  std::optional<int64_t> loggedValue(const Watch& watch) const {
    for (const uint16_t address : watch.addresses)
      if (!bytes_.at(foldMirror(address))) return std::nullopt;
    return readWatch(watch, [&](uint16_t address) { return *bytes_.at(foldMirror(address)); });
  }

  const std::vector<Watch>& watches_;
  std::vector<Followed> followed_;
  std::map<uint16_t, std::optional<uint8_t>> bytes_;  // as the log left them
};

}  // namespace

void requireLogOf(const TraceView& trace, const WritesView& log) {
  Follower follower(trace.header.watches);
  size_t next = 0;
  for (size_t row = 0; row < trace.rows.size(); ++row) {
    const Row& now = trace.rows[row];
    for (; next < log.size() && log[next].frame <= now.frame; ++next) follower.take(log[next]);
    follower.compare(now);
  }
}

}  // namespace jumpscope::trace
