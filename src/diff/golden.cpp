#include <algorithm>
#include <map>

#include "src/diff/diff.h"
#include "src/diff/wrong_byte.h"

namespace jumpscope::diff {
namespace {

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
  return sentences;
}

struct Pairing {
  std::string name;
  size_t ours, golden;
  uint64_t tolerance;  // raw
};

// Both values and the tolerance are rounded by half of the last bit where they are real numbers: a difference of exactly
// the tolerance may come out one larger.
uint64_t rawTolerance(const Trace& golden, const trace::Watch& watch) {
  const auto found = golden.header.tolerances.find(watch.name);
  if (found == golden.header.tolerances.end() || found->second == 0) return 0;
  const auto raw = static_cast<uint64_t>(trace::rawFloor(found->second, watch.fraction_bits).raw);
  return raw + (watch.fraction_bits == trace::real_bits ? 1 : 0);
}

// Watches by name. A watch that only the golden trace has, or whose values mean something else, is a
// difference of shape; one that it lacks is not compared.
std::vector<Pairing> pairWatches(const Trace& trace, const Trace& golden, GoldenResult& result) {
  std::vector<std::string>& shape = result.shape;
  std::vector<Pairing> pairs;
  for (size_t g = 0; g < golden.header.watches.size(); ++g) {
    const trace::Watch& watch = golden.header.watches[g];
    const auto ours = trace.find(watch.name);
    if (!ours) {
      shape.push_back("watch " + watch.name + " is in the golden trace only");
      continue;
    }
    if (trace.header.watches[*ours].fraction_bits != watch.fraction_bits) {
      shape.push_back("watch " + watch.name + " has another binary point than in the golden trace");
      continue;
    }
    pairs.push_back({watch.name, *ours, g, rawTolerance(golden, watch)});
  }
  for (const trace::Watch& watch : trace.header.watches)
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
  Blame(const Trace& trace, const std::optional<std::vector<Write>>& writes,
        std::span<const trace::Watch> recorded)
      : trace_(trace), writes_(writes), recorded_(recorded) {}

  void fillIn(Difference& difference) {
    const auto column = trace_.find(difference.watch);
    if (!column) return;
    if (writes_ && !history_) history_.emplace(*writes_);
    const trace::Watch& shown = trace_.header.watches[*column];
    const trace::Watch& watch = asRecorded(shown);
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
    findWrongByte(watch, history_ ? &*history_ : nullptr, unscaled);
    difference.byte = unscaled.byte;
    difference.writer = std::move(unscaled.writer);
    difference.writer_expected = unscaled.writer_expected;
  }

 private:
  const trace::Watch& asRecorded(const trace::Watch& shown) const {
    for (const trace::Watch& watch : recorded_)
      if (watch.name == shown.name) return watch;
    return shown;
  }

  const Trace& trace_;
  const std::optional<std::vector<Write>>& writes_;
  std::span<const trace::Watch> recorded_;
  std::optional<ByteHistory> history_;  // made when a value differs
};

std::string framesOnly(const char* where, size_t count, uint64_t first) {
  return std::to_string(count) + (count == 1 ? " frame is " : " frames are ") + where +
         " only, the first is frame " + std::to_string(first);
}

}  // namespace

GoldenResult diffWithGolden(const Trace& trace, const Trace& golden,
                            const std::optional<std::vector<Write>>& writes, bool buttons,
                            std::span<const trace::Watch> recorded) {
  GoldenResult result;
  result.metadata = metadataDifferences(trace.header, golden.header);
  const std::vector<Pairing> pairs = pairWatches(trace, golden, result);
  result.expected_rows = golden.rows.size();
  result.expected_columns = golden.header.watches.size() + (buttons ? 1 : 0);
  result.compared_columns = pairs.size() + (buttons ? 1 : 0);

  Blame blame(trace, writes, recorded);
  size_t ours = 0, theirs = 0, only_ours = 0, only_theirs = 0;
  uint64_t first_ours = 0, first_theirs = 0;
  while (ours < trace.rows.size() || theirs < golden.rows.size()) {
    const bool no_ours = ours == trace.rows.size(), no_theirs = theirs == golden.rows.size();
    if (no_theirs || (!no_ours && trace.rows[ours].frame < golden.rows[theirs].frame)) {
      if (only_ours++ == 0) first_ours = trace.rows[ours].frame;
      ++ours;
      continue;
    }
    if (no_ours || golden.rows[theirs].frame < trace.rows[ours].frame) {
      if (only_theirs++ == 0) first_theirs = golden.rows[theirs].frame;
      ++theirs;
      continue;
    }
    const Row &row = trace.rows[ours], &expected = golden.rows[theirs];
    const bool has_before = ours > 0;
    const auto differs = [&](const std::string& watch, int64_t want, int64_t got, uint64_t tolerance,
                             std::optional<int64_t> before) {
      ++result.compared_values;
      if (want == got) return;
      const uint64_t apart =
          static_cast<uint64_t>(std::max(want, got)) - static_cast<uint64_t>(std::min(want, got));
      if (apart <= tolerance) {
        ++result.tolerated_values;
        return;
      }
      Difference difference;
      difference.row = ours;
      difference.frame = row.frame;
      difference.watch = watch;
      difference.expected = want;
      difference.got = got;
      difference.before = before;
      blame.fillIn(difference);
      result.differences.push_back(std::move(difference));
    };
    const auto first = static_cast<ptrdiff_t>(result.differences.size());
    const auto before = [&](int64_t value) { return has_before ? std::optional(value) : std::nullopt; };
    if (buttons)
      differs(buttons_column, expected.buttons, row.buttons, 0,
              before(has_before ? trace.rows[ours - 1].buttons : 0));
    for (const Pairing& pair : pairs)
      differs(pair.name, expected.values[pair.golden], row.values[pair.ours], pair.tolerance,
              before(has_before ? trace.rows[ours - 1].values[pair.ours] : 0));
    // What was written first is the cause of what was written after it.
    std::stable_sort(result.differences.begin() + first, result.differences.end(),
                     [](const Difference& a, const Difference& b) { return orderOf(a) < orderOf(b); });
    ++result.compared_rows;
    ++ours, ++theirs;
  }
  if (only_ours != 0) result.shape.push_back(framesOnly("in this trace", only_ours, first_ours));
  if (only_theirs != 0) result.shape.push_back(framesOnly("in the golden trace", only_theirs, first_theirs));
  return result;
}

}  // namespace jumpscope::diff
