#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "src/base/words.h"
#include "src/diff/diff.h"
#include "src/diff/wrong_byte.h"
#include "src/trace/watch.h"

namespace jumpscope::diff {
namespace {

using trace::Header;
using trace::Row;
using trace::Trace;
using trace::Write;

constexpr const char* buttons_column = "buttons";

std::vector<std::string> metadataDifferences(const trace::Header& ours, const trace::Header& golden) {
  std::vector<std::string> sentences;
  const auto compare = [&](const char* name, const std::string& a, const std::string& b) {
    if (a != b)
      sentences.push_back(std::string(name) + " is \"" + a + "\", the golden trace has \"" + b + "\"");
  };
  compare("version", ours.version, golden.version);
  compare("rom_name", ours.rom_name, golden.rom_name);
  compare("rom_sha1", ours.rom_sha1, golden.rom_sha1);
  compare("movie_sha1", ours.movie_sha1, golden.movie_sha1);
  compare("profile", ours.profile, golden.profile);
  compare("model", ours.model, golden.model);
  for (const auto& [name, value] : golden.settings) {
    const auto other = ours.settings.find(name);
    compare(name.c_str(), other == ours.settings.end() ? "" : other->second, value);
  }
  compare("region", ours.region, golden.region);
  compare("ram_init", ours.ram_init, golden.ram_init);
  compare("battery_sha1", ours.battery_sha1, golden.battery_sha1);
  compare("state_sha1", ours.state_sha1, golden.state_sha1);
  return sentences;
}

struct Pairing {
  std::string name;
  size_t ours, golden;
  uint64_t tolerance;  // raw
};

// Both values and the tolerance are rounded by half of the last bit where they are real numbers: a difference of exactly
// the tolerance may come out one larger.
uint64_t rawTolerance(const Header& golden, const trace::Watch& watch) {
  const auto found = golden.tolerances.find(watch.name);
  if (found == golden.tolerances.end() || found->second == 0) return 0;
  const auto raw = static_cast<uint64_t>(trace::rawFloor(found->second, watch.fraction_bits).raw);
  return raw + (watch.fraction_bits == trace::real_bits ? 1 : 0);
}

// "" where both are read at the same addresses, or one of them does not say where.
std::string addressNote(const trace::Watch& ours, const trace::Watch& golden) {
  if (ours.addresses == golden.addresses || ours.addresses.empty() || golden.addresses.empty()) return "";
  const auto text = [](const trace::Watch& watch) {
    std::vector<std::string> addresses;
    for (const uint16_t address : watch.addresses) addresses.push_back(trace::addressText(address));
    return base::joined(addresses, ",");
  };
  return "watch " + ours.name + " is read at " + text(ours) + ", in the golden trace at " + text(golden);
}

// Watches by name. A watch that only the golden trace has, or whose values mean something else, is a
// difference of shape; one that it lacks is not compared.
std::vector<Pairing> pairWatches(const Header& trace, const Header& golden, GoldenResult& result) {
  std::vector<std::string>& shape = result.shape;
  std::vector<Pairing> pairs;
  for (size_t g = 0; g < golden.watches.size(); ++g) {
    const trace::Watch& watch = golden.watches[g];
    const auto ours = trace.find(watch.name);
    if (!ours) {
      shape.push_back("watch " + watch.name + " is in the golden trace only");
      continue;
    }
    if (trace.watches[*ours].fraction_bits != watch.fraction_bits) {
      shape.push_back("watch " + watch.name + " has another binary point than in the golden trace");
      continue;
    }
    if (std::string note = addressNote(trace.watches[*ours], watch); !note.empty())
      result.metadata.push_back(std::move(note));
    pairs.push_back({watch.name, *ours, g, rawTolerance(golden, watch)});
  }
  for (const trace::Watch& watch : trace.watches)
    if (!golden.find(watch.name))
      result.metadata.push_back("watch " + watch.name + " is not in the golden trace and is not compared");
  return pairs;
}

// The time at which a value became wrong: buttons before all writes, values without a write after them.
uint64_t orderOf(const Difference& difference) {
  if (difference.watch == buttons_column) return 0;
  const bool written_here = difference.writer && difference.writer->frame == difference.frame;
  return written_here ? difference.writer->cycle : UINT64_MAX;
}

// Finds the wrong bytes of differences.
class Blame {
 public:
  Blame(const Header& trace, const Header& golden, const std::optional<trace::WritesView>& writes,
        const AsRecorded& recorded)
      : trace_(trace), golden_(golden), writes_(writes), recorded_(recorded) {}

  void fillIn(Difference& difference) {
    const auto column = trace_.find(difference.watch);
    if (!column) return;
    if (writes_ && !history_) history_.emplace(*writes_);
    const trace::Watch& shown = trace_.watches[*column];
    const trace::Watch& watch = named(shown, recorded_.ours);
    const int shift = shown.fraction_bits - watch.fraction_bits;
    Difference unscaled = difference;
    unscaled.expected >>= shift;
    unscaled.got >>= shift;
    // A value that the bytes cannot have tells nothing of them.
    if (unscaled.expected * (int64_t{1} << shift) != difference.expected) {
      const Write* last = history_ ? history_->lastWriteOf(watch.name, difference.frame) : nullptr;
      if (last) difference.writer = *last;
      return;
    }
    findWrongByte(watch, history_ ? &*history_ : nullptr, unscaled, placesThatGoldenLacks(watch));
    difference.byte = unscaled.byte;
    difference.writer = std::move(unscaled.writer);
    difference.writer_expected = unscaled.writer_expected;
  }

 private:
  static const trace::Watch& named(const trace::Watch& shown, const std::vector<trace::Watch>& recorded) {
    for (const trace::Watch& watch : recorded)
      if (watch.name == shown.name) return watch;
    return shown;
  }
  int placesThatGoldenLacks(const trace::Watch& watch) const {
    const auto column = golden_.find(watch.name);
    if (!column) return 0;
    const trace::Watch& theirs = named(golden_.watches[*column], recorded_.golden);
    return std::max(0, watch.fraction_bits - theirs.fraction_bits);
  }

  const Header &trace_, &golden_;
  std::optional<trace::WritesView> writes_;
  const AsRecorded& recorded_;
  std::optional<ByteHistory> history_;  // made when a value differs
};

std::string framesOnly(const char* where, size_t count, uint64_t first) {
  return std::to_string(count) + (count == 1 ? " frame is " : " frames are ") + where +
         " only, the first is frame " + std::to_string(first);
}

// Which differences and rows are kept of a comparison whose rows are gone when it is over.
class Kept {
 public:
  Kept(const DiffTextOptions& options, GoldenShown& shown) : options_(options), shown_(shown) {}

  bool wants(const GoldenResult& result) const { return options_.all || result.differences.empty(); }
  // A row with differences that are listed. Returns its place in the trace that is shown.
  size_t keep(const Row& row, const Row& golden) {
    for (auto& [ours, theirs] : recent_) show(std::move(ours), std::move(theirs));
    recent_.clear();
    show(row, golden);
    after_ = options_.after;
    return shown_.trace.rows.size() - 1;
  }
  // A row without.
  void pass(const Row& row, const Row* golden, const GoldenResult& result) {
    std::optional<Row> theirs;
    if (golden) theirs = *golden;
    if (after_ > 0) {
      --after_;
      return show(row, std::move(theirs));
    }
    if (!wants(result) || options_.context == 0) return;
    if (recent_.size() == options_.context) recent_.pop_front();
    recent_.emplace_back(row, std::move(theirs));
  }

 private:
  void show(Row row, std::optional<Row> golden) {
    shown_.trace.rows.push_back(std::move(row));
    if (golden) shown_.golden.rows.push_back(*std::move(golden));
  }

  const DiffTextOptions& options_;
  GoldenShown& shown_;
  std::deque<std::pair<Row, std::optional<Row>>> recent_;  // which a difference may show before it
  size_t after_ = 0;                                       // rows that the last one shows after it
};

// Compares rows as they come.
class RowComparison {
 public:
  // `kept`: nullptr: all differences are, and Difference::row counts the trace's rows.
  RowComparison(const StreamedTrace& trace, const StreamedTrace& golden,
                const std::optional<trace::WritesView>& writes, bool buttons, const AsRecorded& recorded,
                GoldenResult& result, Kept* kept)
      : trace_(trace),
        golden_(golden),
        buttons_(buttons),
        result_(result),
        kept_(kept),
        blame_(trace.header, golden.header, writes, recorded) {
    result_.metadata = metadataDifferences(trace.header, golden.header);
    pairs_ = pairWatches(trace.header, golden.header, result_);
    result_.expected_columns = golden.header.watches.size() + (buttons ? 1 : 0);
    result_.compared_columns = pairs_.size() + (buttons ? 1 : 0);
  }

  void run() {
    const Row *ours = trace_.rows(), *theirs = golden_.rows();
    const Row* before = nullptr;
    size_t only_ours = 0, only_theirs = 0;
    uint64_t first_ours = 0, first_theirs = 0;
    while (ours || theirs) {
      const bool alone = ours && (!theirs || ours->frame < theirs->frame);
      const bool golden_alone = !alone && (!ours || theirs->frame < ours->frame);
      if (alone && only_ours++ == 0) first_ours = ours->frame;
      if (golden_alone && only_theirs++ == 0) first_theirs = theirs->frame;
      if (alone && kept_) kept_->pass(*ours, nullptr, result_);
      if (!alone && !golden_alone) compare(*ours, *theirs, before);
      if (!golden_alone) {
        before = ours;
        ours = trace_.rows();
        ++row_;
      }
      if (!alone) {
        theirs = golden_.rows();
        ++result_.expected_rows;
      }
    }
    if (only_ours != 0) result_.shape.push_back(framesOnly("in this trace", only_ours, first_ours));
    if (only_theirs != 0)
      result_.shape.push_back(framesOnly("in the golden trace", only_theirs, first_theirs));
  }

 private:
  void compare(const Row& row, const Row& golden, const Row* before) {
    std::vector<Difference> found;
    const auto value = [&](const std::string& watch, int64_t want, int64_t got, uint64_t tolerance,
                           std::optional<int64_t> old) {
      ++result_.compared_values;
      if (want == got) return;
      const uint64_t apart =
          static_cast<uint64_t>(std::max(want, got)) - static_cast<uint64_t>(std::min(want, got));
      if (apart <= tolerance) {
        ++result_.tolerated_values;
        return;
      }
      Difference& difference = found.emplace_back();
      difference.row = row_;
      difference.frame = row.frame;
      difference.watch = watch;
      difference.expected = want;
      difference.got = got;
      difference.before = old;
    };
    const auto old = [&](auto from) { return before ? std::optional<int64_t>(from(*before)) : std::nullopt; };
    if (buttons_)
      value(buttons_column, golden.buttons, row.buttons, 0, old([](const Row& at) { return at.buttons; }));
    for (const Pairing& pair : pairs_)
      value(pair.name, golden.values[pair.golden], row.values[pair.ours], pair.tolerance,
            old([&](const Row& at) { return at.values[pair.ours]; }));
    ++result_.compared_rows;
    list(std::move(found), row, golden);
  }

  void list(std::vector<Difference> found, const Row& row, const Row& golden) {
    const bool wanted = !found.empty() && (!kept_ || kept_->wants(result_));
    if (!wanted) {
      result_.unlisted += found.size();
      if (kept_) kept_->pass(row, &golden, result_);
      return;
    }
    const size_t place = kept_ ? kept_->keep(row, golden) : row_;
    for (Difference& difference : found) {
      difference.row = place;
      blame_.fillIn(difference);
    }
    // What was written first is the cause of what was written after it.
    std::stable_sort(found.begin(), found.end(),
                     [](const Difference& a, const Difference& b) { return orderOf(a) < orderOf(b); });
    for (Difference& difference : found) result_.differences.push_back(std::move(difference));
  }

  const StreamedTrace& trace_;
  const StreamedTrace& golden_;
  bool buttons_;
  GoldenResult& result_;
  Kept* kept_;
  Blame blame_;
  std::vector<Pairing> pairs_;
  size_t row_ = 0;
};

}  // namespace

RowSource rowsOf(trace::RowsView rows) {
  return [rows, next = size_t{0}]() mutable -> const Row* {
    return next < rows.size() ? &rows[next++] : nullptr;
  };
}

RowSource rowsOf(trace::TraceReader reader) {
  struct State {
    trace::TraceReader reader;
    std::array<Row, 2> rows{};
    size_t next = 0;
  };
  const auto state = std::make_shared<State>(State{std::move(reader)});
  return [state]() -> const Row* {
    Row& row = state->rows[state->next++ % state->rows.size()];
    return state->reader.next(row) ? &row : nullptr;
  };
}

GoldenResult diffWithGolden(const trace::TraceView& trace, const trace::TraceView& golden,
                            const std::optional<trace::WritesView>& writes, bool buttons,
                            const AsRecorded& recorded) {
  GoldenResult result;
  const StreamedTrace ours{trace.header, rowsOf(trace.rows)}, theirs{golden.header, rowsOf(golden.rows)};
  RowComparison(ours, theirs, writes, buttons, recorded, result, nullptr).run();
  return result;
}

GoldenShown diffWithGolden(StreamedTrace trace, StreamedTrace golden,
                           const std::optional<trace::WritesView>& writes, const DiffTextOptions& options,
                           const AsRecorded& recorded) {
  GoldenShown shown{{trace.header, {}}, {golden.header, {}}, {}};
  Kept kept(options, shown);
  RowComparison(trace, golden, writes, options.buttons, recorded, shown.result, &kept).run();
  return shown;
}

}  // namespace jumpscope::diff
