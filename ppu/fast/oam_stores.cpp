// Writes to $2004 while the picture is made, as a copy by DMA makes them in every sixth dot. OAM keeps what it holds, but
// its address counts, and secondary OAM takes what is in the buffer. Only the sprite search and the fetches see that, so
// the writes wait until somebody looks at the chip, and the dots run in spans. The closed form of Ppu::moveOamWrite.
#include <algorithm>
#include <utility>

#include "ppu/fast/accelerator.h"
#include "ppu/fast/landmarks.h"
#include "ppu/fast/oam_dot.h"

namespace jumpscope::ppu::fast {

namespace {

// From the dot that notices a write to the one in which nothing is left of it.
constexpr unsigned dots_to_store = 3;

}  // namespace

// In which dots of a scanline writes are noticed: as the second half begins, they have ended.
class Accelerator::StoreDots {
 public:
  // `begins`: master clock of dot 0.
  StoreDots(std::span<const OamStore> writes, uint64_t begins, const Timing& timing)
      : writes_(writes),
        begins_(begins),
        dot_clocks_(timing.dot_clocks),
        half_clocks_(timing.half_dot_clocks) {
    findNext();
  }

  std::span<const OamStore> rest() const { return writes_; }
  int next() const { return next_; }
  // What the second half of a dot ends with.
  void notice(State& s, int dot) {
    if (dot != next_) return;
    s.oam_write = OamWrite::Noticed;
    s.oam_written = writes_.front().value;
    writes_ = writes_.subspan(1);
    findNext();
  }

 private:
  void findNext() {
    next_ = dots_per_line;
    if (writes_.empty()) return;
    // A chip that is switched on in the scanline began it before clock 0.
    const auto clocks = static_cast<int64_t>(writes_.front().began + end_clocks - begins_) - half_clocks_;
    if (clocks > dots_per_line * dot_clocks_) return;
    next_ = std::max(0, static_cast<int>(clocks) + dot_clocks_ - 1) / dot_clocks_;
  }

  std::span<const OamStore> writes_;
  uint64_t begins_;
  int dot_clocks_, half_clocks_;
  int next_ = 0;
};

// True: the write waits.
bool Accelerator::queueOamStore(uint8_t value, uint8_t stale, uint64_t now) {
  const State& s = chip_.s;
  const size_t count = oam_stores_.count;
  const bool follows_closely =
      count != 0 && now - oam_stores_.all[count - 1].began < dots_to_store * chip_.timing().dot_clocks;
  if (count == oam_stores_.all.size() || follows_closely) makeOamStores(0);
  if (oam_stores_.count == 0) {
    if (!s.rendering() || s.scanline >= visible_lines || chip_.watching() != Watching::Nothing) return false;
    makePostponedAccess(0);
    catchUp(now);
    bringRest();
    if (!mayRunWithStores()) return false;
  }
  oam_stores_.all[oam_stores_.count++] = {now, value, stale};
  return true;
}

// Whether the chip may go on in spans, from the end of this dot on, but for what is being stored.
bool Accelerator::mayRunWithStores() {
  State& s = chip_.s;
  if (!s.rendering() || s.scanline >= visible_lines || s.oam_write == OamWrite::Requested) return false;
  const OamWrite stored = std::exchange(s.oam_write, OamWrite::None);
  const Obstacle obstacle = whyNotSpan();
  s.oam_write = stored;
  return obstacle == Obstacle::None || (obstacle == Obstacle::Fetch && s.second_half);
}

// `looked_at`: a master clock up to which the chip is run after that; 0: it may stay behind.
void Accelerator::makeOamStores(uint64_t looked_at) {
  std::span<const OamStore> rest(oam_stores_.all.data(), std::exchange(oam_stores_.count, 0));
  const OamStore last = rest.back();
  // Dots in which the last write lasts are the chip's, unless it is over, too.
  const uint64_t until = std::max(last.began, looked_at >= last.began + end_clocks ? looked_at : 0);
  while (!rest.empty()) {
    const OamStore& next = rest.front();
    catchUp(next.began);
    bringRest();
    if (next.began < until && runWithStores(rest, until)) {
      if (rest.empty()) chip_.driveIoBus(last.value, 0xFF, last.began);
      continue;
    }
    chip_.beginWrite(4, next.value, next.stale, next.began);
    rest = rest.subspan(1);
  }
}

// From where the first of these writes may have begun, all of the scanline that is over at `until`. Of the writes, those
// remain that have not ended. False: the chip has to go on by itself.
bool Accelerator::runWithStores(std::span<const OamStore>& stores, uint64_t until) {
  State& s = chip_.s;
  const unsigned dot_clocks = chip_.timing().dot_clocks;
  // The write that begins meanwhile is seen when it has ended.
  if (s.second_half) chip_.halfDot();
  if (!mayRunWithStores()) return false;
  const bool next_line = s.dot == last_dot;
  const int line = s.scanline + next_line, from = next_line ? 0 : s.dot + 1;
  if (line >= visible_lines || s.clock >= until) return false;
  const uint64_t whole = chip_.timing().dotsIn(until - s.clock);
  int to = static_cast<int>(std::min<uint64_t>(from + whole, dots_per_line)) - 1;
  if (chipDoesLastPixel(line, to)) --to;
  if (to < from) return false;
  StoreDots dots(stores, s.clock - static_cast<unsigned>(from) * dot_clocks, chip_.timing());
  s.scanline = static_cast<uint16_t>(line);
  renderSpan(from, to, dots);
  s.clock += static_cast<unsigned>(to - from + 1) * dot_clocks;
  stores = dots.rest();
  return true;
}

// As without stores.
void Accelerator::renderDots(int from, int to, StoreDots& stores) {
  if (from == 0) {
    oamDots(0, 0, stores);
    chip_.fetchDummy(action::IdleAddress, {true, false});
    from = 1;
  }
  if (from <= std::min(to, last_picture_dot)) {
    const int end = std::min(to, last_picture_dot);
    pictureDots(from, end);
    oamDots(from, end, stores);
    from = last_picture_dot + 1;
  }
  if (from <= std::min(to, last_unit_dot)) {
    unitDots(from, std::min(to, last_unit_dot), stores);
    from = last_unit_dot + 1;
  }
  if (from <= std::min(to, last_prefetch_dot))
    fetchTiles(static_cast<int>(fetchStep(from)), std::min(to, last_prefetch_dot) - from + 1);
  if (const int first = std::max(from, last_prefetch_dot + 1); first <= to) dummyDots(first, to);
  if (from <= to) oamDots(from, to, stores);
}

// What each dot does with OAM outside of the fetches.
void Accelerator::oamDots(int from, int to, StoreDots& stores) {
  State& s = chip_.s;
  const LineKind line = lineKind(s.scanline, chip_.timing());
  for (int dot = from; dot <= to; ++dot) {
    if (const int last = std::min(std::min(to, last_picture_dot), stores.next() - 1);
        s.oam_write == OamWrite::None && dot >= firstDot(action::Pixel) && dot <= last) {
      evaluateDots(dot, last);
      s.dot = static_cast<uint16_t>(dot = last);
      continue;
    }
    oamDot(line, dot == 0 ? last_dot : dot - 1, dot);
    stores.notice(s, dot);
  }
}

// Sprites are fetched dot by dot: by the chip while v moves and pixels are on their way.
void Accelerator::unitDots(int from, int to, StoreDots& stores) {
  constexpr int first_plain_dot = lastDot(action::Draw) + 1;
  constexpr uint32_t actions = oamActionsAt(LineKind::Visible, first_plain_dot);
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(from - 1);
  for (int dot = from; dot <= to; ++dot) {
    if (dot < first_plain_dot) {
      chip_.firstHalf();
      chip_.secondHalf();
    } else {
      const bool reads = isReadDot(dot);
      oamFirstHalf(actions, dot - 1, dot);
      chip_.staysOn();
      chip_.fetchSpriteDot({!reads, reads});
      oamSecondHalf(actions, dot);
      if (s.commit != Commit::None) chip_.commitFetch();
    }
    stores.notice(s, dot);
  }
}

}  // namespace jumpscope::ppu::fast
