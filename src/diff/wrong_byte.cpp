#include "src/diff/wrong_byte.h"

#include <algorithm>
#include <tuple>

#include "src/trace/watch.h"
#include "src/trace/watch_bytes.h"

namespace jumpscope::diff {
namespace {

using trace::ByteBits;
using trace::Take;
using trace::Watch;
using trace::Write;

using Bytes = std::vector<ByteBits>;

Watch valueWatch(Watch watch) {
  watch.take = Take::Value;
  return watch;
}

// The value of each byte at the end of a frame according to the log; bytes without a write have none.
Bytes loggedBytes(const Watch& watch, const ByteHistory* history, uint64_t frame) {
  Bytes bytes(watch.addresses.size());
  for (size_t i = 0; history && i < bytes.size(); ++i)
    if (const auto byte = history->at(watch.addresses[i], frame)) bytes[i] = {*byte, 0xFF};
  return bytes;
}

// The value of bytes that are all known.
std::optional<int64_t> valueOf(const Watch& watch, const Bytes& bytes) {
  if (std::any_of(bytes.begin(), bytes.end(), [](ByteBits byte) { return byte.mask != 0xFF; }))
    return std::nullopt;
  size_t next = 0;  // a watch may contain a byte twice: in the order in which it is read
  return trace::readWatch(valueWatch(watch), [&](uint16_t) { return bytes[next++].value; });
}

// The raw value that a difference of `delta` to `before` makes, as Take::Value.
int64_t added(const Watch& watch, int64_t before, int64_t delta) {
  const int64_t sum = before + delta;
  const trace::RawRange range = trace::rangeOf(valueWatch(watch));
  const int64_t values = range.highest - range.lowest + 1;
  const bool wraps = trace::differenceOf(watch, range.lowest, range.highest) == 1;
  if (!wraps) return sum;
  return sum < range.lowest ? sum + values : sum > range.highest ? sum - values : sum;
}

// A difference, seen as two values of the same bytes.
struct Seen {
  uint64_t frame = 0;  // at the end of which the bytes were read
  int64_t expected = 0, got = 0;
};

std::optional<Seen> seen(const Watch& watch, const ByteHistory* history, const Difference& difference) {
  Seen found{difference.frame, difference.expected, difference.got};
  if (watch.take == Take::Value) return found;
  if (difference.frame == 0) return std::nullopt;
  if (watch.take == Take::Previous) {
    --found.frame;
    return found;
  }
  const auto before = valueOf(watch, loggedBytes(watch, history, difference.frame - 1));
  if (!before) return std::nullopt;
  found.expected = added(watch, *before, difference.expected);
  found.got = added(watch, *before, difference.got);
  return found;
}

// The bytes that were read as `value`: with all bits where the log agrees with it.
std::optional<Bytes> gotBytes(const Watch& watch, const Bytes& logged, int64_t value) {
  if (valueOf(watch, logged) == value) return logged;
  auto bytes = trace::bytesOf(watch, value);
  for (size_t i = 0; bytes && i < bytes->size(); ++i)
    if (logged[i].mask == 0xFF && !logged[i].contradicts((*bytes)[i])) (*bytes)[i] = logged[i];
  return bytes;
}

// Takes the last binary places of the expected value from what its bytes are known to hold, and returns the bits taken.
Bytes forgetPlaces(const Watch& watch, const Bytes& got, int64_t value, int places, Bytes& expected) {
  Bytes taken(expected.size());
  if (places <= 0 || places > 62) return taken;
  const auto other = trace::bytesNear(watch, value ^ ((int64_t{1} << places) - 1), got);
  for (size_t i = 0; other && i < expected.size(); ++i) {
    taken[i].mask = expected[i].mask & (expected[i].value ^ (*other)[i].value);
    expected[i].mask &= ~taken[i].mask;
  }
  return taken;
}

// A byte that may be the one to blame.
struct Candidate {
  WrongByte byte;
  std::optional<Write> writer = std::nullopt;
};

std::vector<Candidate> candidatesOf(const Watch& watch, const Bytes& expected, const Bytes& got) {
  std::vector<Candidate> wrong, open;
  for (size_t i = 0; i < got.size(); ++i) {
    const uint8_t mask = trace::maskAt(watch, i);
    if (mask == 0) continue;
    WrongByte byte{watch.addresses[i], mask, std::nullopt, std::nullopt};
    if ((got[i].mask & mask) == mask) byte.got = got[i].value;
    if (expected[i].mask == mask)
      byte.expected = static_cast<uint8_t>(expected[i].value | (got[i].value & got[i].mask & ~mask));
    if (expected[i].contradicts(got[i])) wrong.push_back({byte});
    if (expected[i].mask == 0 || got[i].mask == 0) open.push_back({byte});
  }
  return wrong.empty() ? open : wrong;
}

// A write to the cartridge that left something else did not: the board had another bank of RAM there, or none.
bool mayHaveMade(const Write& write, const WrongByte& byte) {
  constexpr uint16_t cartridge_start = 0x4020;
  return write.address < cartridge_start || !byte.got || ((write.new_value ^ *byte.got) & byte.mask) == 0;
}

// In the order in which they came about.
const Candidate& firstOf(std::vector<Candidate>& candidates, const ByteHistory* history, uint64_t frame) {
  if (history)
    for (Candidate& one : candidates)
      if (const Write* write = history->lastWrite(one.byte.address, frame);
          write && mayHaveMade(*write, one.byte))
        one.writer = *write;
  const auto order = [&](const Candidate& one) {
    if (!one.writer) return std::tuple(2, uint64_t{0});
    return one.writer->frame == frame ? std::tuple(0, one.writer->cycle)
                                      : std::tuple(1, UINT64_MAX - one.writer->cycle);
  };
  return *std::min_element(candidates.begin(), candidates.end(),
                           [&](const Candidate& a, const Candidate& b) { return order(a) < order(b); });
}

// Without knowing which byte is wrong: the frame's last write to any of them.
void blameLastWriter(const Watch& watch, const ByteHistory* history, Difference& difference) {
  if (!history) return;
  if (const Write* write = history->lastWriteOf(watch.name, difference.frame)) difference.writer = *write;
}

}  // namespace

ByteHistory::ByteHistory(trace::WritesView log) : log_(log) {}

const ByteHistory::Index& ByteHistory::index() const {
  if (index_) return *index_;
  index_.emplace();
  for (size_t i = 0; i < log_.size(); ++i) {
    const Write& write = log_[i];
    if (i % block_size == 0) index_->first_frames.push_back(write.frame);
    std::vector<size_t>& blocks = index_->blocks[write.address];
    if (blocks.empty() || blocks.back() != i / block_size) blocks.push_back(i / block_size);
  }
  return *index_;
}

const Write* ByteHistory::lastWrite(uint16_t address, uint64_t frame) const {
  const auto found = index().blocks.find(address);
  if (found == index().blocks.end()) return nullptr;
  const auto begun = std::partition_point(found->second.begin(), found->second.end(),
                                          [&](size_t block) { return index().first_frames[block] <= frame; });
  for (auto block = begun; block != found->second.begin();) {
    --block;
    for (size_t i = endOf(*block); i-- > *block * block_size;)
      if (log_[i].address == address && log_[i].frame <= frame) return &log_[i];
  }
  return nullptr;
}

std::optional<uint8_t> ByteHistory::at(uint16_t address, uint64_t frame) const {
  if (const Write* write = lastWrite(address, frame)) return write->new_value;
  const auto found = index().blocks.find(address);
  if (found == index().blocks.end()) return std::nullopt;
  size_t first = found->second.front() * block_size;
  while (log_[first].address != address) ++first;
  return log_[first].old_value;
}

const Write* ByteHistory::lastWriteOf(const std::string& watch, uint64_t frame) const {
  const std::vector<uint64_t>& first_frames = index().first_frames;
  const auto block = std::upper_bound(first_frames.begin(), first_frames.end(), frame);
  if (block == first_frames.begin()) return nullptr;
  for (size_t i = endOf(static_cast<size_t>(block - first_frames.begin() - 1)); i-- > 0;) {
    const Write& write = log_[i];
    if (write.frame < frame) break;
    if (write.frame == frame && write.watch == watch) return &write;
  }
  return nullptr;
}

void findWrongByte(const Watch& watch, const ByteHistory* history, Difference& difference,
                   int unknown_places) {
  const auto values = watch.addresses.empty() ? std::nullopt : seen(watch, history, difference);
  if (!values) return blameLastWriter(watch, history, difference);
  const auto got = gotBytes(watch, loggedBytes(watch, history, values->frame), values->got);
  auto expected = got ? trace::bytesNear(watch, values->expected, *got) : std::nullopt;
  if (!expected) return blameLastWriter(watch, history, difference);
  const Bytes below = forgetPlaces(watch, *got, values->expected, unknown_places, *expected);
  std::vector<Candidate> candidates = candidatesOf(watch, *expected, *got);
  if (candidates.empty()) return blameLastWriter(watch, history, difference);
  const Candidate& first = firstOf(candidates, history, values->frame);
  difference.byte = first.byte;
  for (size_t i = 0; i < below.size(); ++i)
    difference.byte->below_expected |= watch.addresses[i] == first.byte.address && below[i].mask != 0;
  if (!first.writer) return;
  difference.writer = *first.writer;
  difference.writer_expected = first.byte.expected;
}

}  // namespace jumpscope::diff
