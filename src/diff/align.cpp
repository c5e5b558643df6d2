#include "src/diff/align.h"

#include <strings.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "src/jumps/jumps.h"

namespace jumpscope::diff {
namespace {

using trace::Header;
using trace::Row;
using trace::RowsView;
using trace::Trace;
using trace::TraceView;
using trace::Watch;

struct Column {
  size_t a, b;
  int a_shift, b_shift;  // bits to the left, so that both have one binary point
};

// The lowest and the highest value of a column.
struct ValueRange {
  int64_t lowest = 0, highest = 0;

  // True if all can be shifted left by `bits` without overflow.
  bool leavesRoomFor(int bits) const {
    const int64_t most = (int64_t{1} << 62) >> bits;
    return lowest > -most && highest < most;
  }
};

std::vector<ValueRange> rangesOf(const TraceView& trace) {
  std::vector<ValueRange> ranges(trace.header.watches.size());
  for (size_t i = 0; i < trace.rows.size(); ++i) {
    const Row& row = trace.rows[i];
    for (size_t column = 0; column < ranges.size(); ++column) {
      ValueRange& range = ranges[column];
      range.lowest = std::min(range.lowest, row.values[column]);
      range.highest = std::max(range.highest, row.values[column]);
    }
  }
  return ranges;
}

// The first row of `frame` or a later one.
size_t firstRowFrom(const RowsView& rows, uint64_t frame) {
  size_t first = 0, end = rows.size();
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (rows[middle].frame < frame)
      first = middle + 1;
    else
      end = middle;
  }
  return first;
}

// A frame of b in a's count; nullopt: a has no such number.
std::optional<uint64_t> moved(uint64_t frame, int64_t later) {
  if (later < 0)
    return frame < static_cast<uint64_t>(-later) ? std::nullopt : std::optional(frame - uint64_t(-later));
  const auto most = std::numeric_limits<uint64_t>::max() - static_cast<uint64_t>(later);
  return frame > most ? std::nullopt : std::optional(frame + static_cast<uint64_t>(later));
}

// "; A has Y, which is another name", where a name of b differs from one of a only in its letters' case.
std::string namesLike(const std::vector<std::string>& only_b, const std::vector<std::string>& only_a,
                      const std::string& a_name) {
  for (const std::string& b : only_b)
    for (const std::string& a : only_a)
      if (strcasecmp(a.c_str(), b.c_str()) == 0)
        return "; " + a_name + " has " + a + ", which is another name";
  return "";
}

std::string only(const std::string& where, const std::vector<std::string>& names) {
  std::string text = names.size() == 1 ? "watch " : "watches ";
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return text + (names.size() == 1 ? " is in " : " are in ") + where + " only";
}

// Frames that only one of the two has, which are named and not compared.
struct Unpaired {
  size_t count = 0;
  uint64_t first = 0;

  void add(uint64_t frame) {
    if (count++ == 0) first = frame;
  }
  void add(const Unpaired& more) {
    if (count == 0) first = more.first;
    count += more.count;
  }
  void say(const std::string& where, std::vector<std::string>& sentences) const {
    if (count != 0)
      sentences.push_back(std::to_string(count) + (count == 1 ? " frame is in " : " frames are in ") + where +
                          " only, the first is frame " + std::to_string(first));
  }
};

// The same of one trace, of which some may be the frames after the other's end.
struct Gaps {
  Unpaired within, since_pair;

  void add(uint64_t frame) { since_pair.add(frame); }
  void endGap() {
    if (since_pair.count != 0) within.add(since_pair);
    since_pair = {};
  }
  void say(const std::string& where, bool open_end, TracePair& traces) {
    if (open_end)
      since_pair.say(where, traces.notes);
    else
      endGap();
    within.say(where, traces.missing);
  }
};

std::string binaryPlaces(int count) {
  return std::to_string(count) + (count == 1 ? " binary place" : " binary places");
}

bool onlyTellsLag(const Watch& watch) { return watch.type == trace::Type::Lag; }

}  // namespace

TracePair commonPart(const TraceView& a, const TraceView& b, const FramePairing& pairing) {
  const int64_t b_later = pairing.b_later;
  const uint64_t from = pairing.from;
  TracePair pair;
  pair.a.header = a.header, pair.b.header = b.header;
  pair.a.header.watches.clear(), pair.b.header.watches.clear();
  const std::vector<ValueRange> a_ranges = rangesOf(a), b_ranges = rangesOf(b);
  std::vector<Column> columns;
  std::vector<std::string> only_a, only_b;
  for (size_t i = 0; i < a.header.watches.size(); ++i) {
    Watch watch = a.header.watches[i];
    const auto other = b.find(watch.name);
    if (!other) {
      only_a.push_back(watch.name);
      continue;
    }
    const int a_bits = watch.fraction_bits, b_bits = b.header.watches[*other].fraction_bits;
    watch.fraction_bits = std::max(a_bits, b_bits);
    const Column column{i, *other, watch.fraction_bits - a_bits, watch.fraction_bits - b_bits};
    if (!a_ranges[i].leavesRoomFor(column.a_shift) || !b_ranges[*other].leavesRoomFor(column.b_shift)) {
      pair.missing.push_back("watch " + watch.name + " is not compared: its values are too large");
      continue;
    }
    columns.push_back(column);
    pair.a.header.watches.push_back(watch);
    pair.b.header.watches.push_back(watch);
    pair.recorded.ours.push_back(a.header.watches[i]);
    pair.recorded.golden.push_back(b.header.watches[*other]);
    if (b_bits < a_bits)
      pair.notes.push_back("watch " + watch.name + " has " + binaryPlaces(a_bits - b_bits) + " more in " +
                           pairing.a_name + " than in " + pairing.b_name + ", which count as 0 there");
  }
  for (const Watch& watch : b.header.watches)
    if (!a.find(watch.name) && !onlyTellsLag(watch)) only_b.push_back(watch.name);
  pair.expected_columns = pair.b.header.watches.size() + only_b.size() + pair.missing.size();
  if (!only_a.empty()) pair.notes.push_back(only(pairing.a_name, only_a));
  if (!only_b.empty())
    pair.missing.push_back(only(pairing.b_name, only_b) + namesLike(only_b, only_a, pairing.a_name));

  Gaps gaps_a, gaps_b;
  Row left, right;
  size_t i = firstRowFrom(a.rows, from),
         j = from == 0 ? 0 : firstRowFrom(b.rows, moved(from, -b_later).value_or(0));
  pair.expected_rows = b.rows.size() - j;
  while (i < a.rows.size() || j < b.rows.size()) {
    const auto b_frame = j < b.rows.size() ? moved(b.rows[j].frame, b_later) : std::nullopt;
    if (j < b.rows.size() && (!b_frame || i == a.rows.size() || *b_frame < a.rows[i].frame)) {
      gaps_b.add(b.rows[j++].frame);
      continue;
    }
    if (!b_frame || a.rows[i].frame < *b_frame) {
      gaps_a.add(a.rows[i++].frame);
      continue;
    }
    const Row &ours = a.rows[i++], &theirs = b.rows[j++];
    gaps_a.endGap(), gaps_b.endGap();
    left.frame = right.frame = ours.frame;
    left.buttons = pairing.a_has_buttons ? ours.buttons : theirs.buttons, right.buttons = theirs.buttons;
    left.values.clear(), right.values.clear();
    for (const Column& column : columns) {
      left.values.push_back(ours.values[column.a] * (int64_t{1} << column.a_shift));
      right.values.push_back(theirs.values[column.b] * (int64_t{1} << column.b_shift));
    }
    pair.a.rows.push_back(left), pair.b.rows.push_back(right);
  }
  gaps_a.say(pairing.a_name, pairing.open_end, pair);
  gaps_b.say(pairing.b_name, pairing.open_end, pair);
  return pair;
}

bool samePoints(const Header& a, const Header& b) {
  return std::all_of(a.watches.begin(), a.watches.end(), [&](const Watch& watch) {
    const auto other = b.find(watch.name);
    return !other || b.watches[*other].fraction_bits == watch.fraction_bits;
  });
}

void addMissing(const TracePair& pair, bool allowed, GoldenResult& result) {
  std::vector<std::string>& place = allowed ? result.metadata : result.shape;
  place.insert(place.end(), pair.missing.begin(), pair.missing.end());
  result.expected_rows = pair.expected_rows;
  result.expected_columns += pair.expected_columns - pair.b.header.watches.size();
}

JumpFrames firstJumpFrames(const TraceView& trace, const trace::Profile& profile, const std::string& name) {
  try {
    for (const jumps::Jump& jump : jumps::findJumps(trace, profile, nullptr))
      if (jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke)
        return {jump.start_frame, trace.rows[jump.last_row].frame};
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("the first jump of " + name + " cannot be found: " + error.what());
  }
  throw std::runtime_error("there is no jump in " + name + " to align by; use --align frame");
}

int64_t framesLater(uint64_t a_frame, uint64_t b_frame) {
  const uint64_t apart = std::max(a_frame, b_frame) - std::min(a_frame, b_frame);
  if (apart > uint64_t{1} << 62)
    throw std::runtime_error("the first jumps lie more frames apart than can be counted; use --align frame");
  return a_frame < b_frame ? -static_cast<int64_t>(apart) : static_cast<int64_t>(apart);
}

namespace {

void renameIn(trace::JumpRule& rule, const std::map<std::string, std::string>& new_names) {
  const auto rename = [&](std::string& watch) {
    if (const auto found = new_names.find(watch); found != new_names.end()) watch = found->second;
  };
  for (auto& [variable, watch] : rule.feeds) rename(watch);
  for (trace::Condition& condition : rule.when) rename(condition.watch);
  for (std::string* watch : {&rule.height, &rule.subpixel, &rule.horizontal}) rename(*watch);
}

}  // namespace

void renameWatches(Header& b, const std::map<std::string, std::string>& columns) {
  std::vector<std::pair<size_t, std::string>> changes;
  std::map<std::string, std::string> new_names;
  for (const auto& [in_a, in_b] : columns) {
    const auto column = b.find(in_b);
    if (!column) throw std::runtime_error("--column names " + in_b + ", which B does not have");
    changes.emplace_back(*column, in_a);
    new_names[in_b] = in_a;
  }
  if (b.rule) renameIn(*b.rule, new_names);
  for (const auto& [column, name] : changes) b.watches[column].name = name;
  for (const auto& [column, name] : changes)
    if (b.find(name) != column ||
        std::count_if(b.watches.begin(), b.watches.end(),
                      [&name = name](const Watch& watch) { return watch.name == name; }) > 1)
      throw std::runtime_error("B has a watch " + name +
                               " already; give that one another name with --column too");
}

void setTolerances(Header& golden, const std::map<std::string, std::string>& tolerances,
                   const std::string& what) {
  for (const auto& [name, text] : tolerances) {
    const auto column = golden.find(name);
    if (!column)
      throw std::runtime_error(what + " names " + name + ", which is not among the watches compared");
    const auto value = trace::parseReal(text);
    if (!value || *value < 0 || *value > trace::largest_tolerance)
      throw std::runtime_error(what + " " + name + " wants a number from 0 to 1000000000, not '" + text +
                               "'");
    golden.tolerances[name] = *value;
  }
}

}  // namespace jumpscope::diff
