#include "src/play/history.h"

#include <algorithm>

namespace jumpscope::play {

namespace {

// Ten minutes at 60.0988 Hz, and some more.
constexpr uint64_t frames_to_keep = 36'600;
constexpr uint64_t widest_spacing = 600;  // a hundredth of a second to run through
constexpr size_t overhead = 96;           // of a state: its place in the queue, and the allocator's own

size_t sizeOf(const console::State& state) {
  const mappers::BoardState& board = state.board;
  return sizeof state + overhead + board.prg_ram.size() + board.chr_ram.size() + board.nametable_ram.size();
}

size_t sizeOf(const KeptStates::Kept& kept) {
  return sizeOf(*kept.state) + (kept.picture ? kept.picture->size() * sizeof(uint16_t) : 0);
}

}  // namespace

std::vector<Poke> Timeline::pokesOf(uint64_t frame) const {
  std::vector<Poke> found;
  for (const Poke& poke : pokes_)
    if (poke.frame == frame) found.push_back(poke);
  return found;
}

void Timeline::cut(uint64_t frame) {
  if (frame < end()) inputs_.resize(frame - std::min(frame, first_frame_));
  std::erase_if(pokes_, [&](const Poke& poke) { return poke.frame >= frame; });
}

void Timeline::cutAtInput(uint64_t frame) {
  if (frame < end()) inputs_.resize(frame - std::min(frame, first_frame_));
  std::erase_if(pokes_,
                [&](const Poke& poke) { return poke.frame > frame || (poke.frame == frame && poke.cycle); });
}

uint64_t Timeline::commonWith(const Timeline& other) const {
  if (!sameBeginning(other)) return 0;
  const auto inputs =
      std::mismatch(inputs_.begin(), inputs_.end(), other.inputs_.begin(), other.inputs_.end());
  uint64_t common = first_frame_ + static_cast<uint64_t>(inputs.first - inputs_.begin());
  const auto pokes = std::mismatch(pokes_.begin(), pokes_.end(), other.pokes_.begin(), other.pokes_.end());
  if (pokes.first != pokes_.end()) common = std::min(common, pokes.first->frame);
  if (pokes.second != other.pokes_.end()) common = std::min(common, pokes.second->frame);
  return common;
}

namespace {

// $2000-$3EFF and CHR-RAM lie in the console's or the board's RAM: found by what changes when it is written to.
void pokePictureBus(console::Console& console, const Poke& poke) {
  const auto address = static_cast<uint16_t>(poke.address & 0x3FFF);
  const uint8_t before = console.peekPpu(address);
  if (before == poke.value) return;
  const console::State old = console.state();
  const auto tries = [&](auto&& bytesOf) {
    console::State state = old;
    auto& bytes = bytesOf(state);
    // A page of 1 KiB lies in one piece wherever the board puts it.
    for (size_t at = address & 0x3FF; at < bytes.size(); at += 0x400) {
      if (bytes[at] != before) continue;
      bytes[at] = poke.value;
      console.restore(state);
      if (console.peekPpu(address) == poke.value) return true;
      bytes[at] = before;
    }
    return false;
  };
  const bool done = tries([](console::State & state) -> auto& { return state.ppu.vram; }) ||
                    tries([](console::State & state) -> auto& { return state.board.chr_ram; }) ||
                    tries([](console::State & state) -> auto& { return state.board.nametable_ram; });
  if (!done) console.restore(old);
}

}  // namespace

void applyPoke(console::Console& console, const Poke& poke) {
  if (poke.memory == MemorySpace::CpuBus)
    return console.poke(static_cast<uint16_t>(poke.address), poke.value);
  if (poke.memory == MemorySpace::PictureBus) return pokePictureBus(console, poke);
  console::State state = console.state();
  const auto put = [&](auto& bytes) {
    if (poke.address < bytes.size()) bytes[poke.address] = poke.value;
  };
  if (poke.memory == MemorySpace::Oam)
    put(state.ppu.oam);
  else if (poke.memory == MemorySpace::Palette)
    put(state.ppu.palette);
  else
    put(state.board.prg_ram);
  console.restore(state);
}

void latchFrame(console::Console& console, const Timeline& timeline, uint64_t frame) {
  if (timeline.edited())
    for (const Poke& poke : timeline.pokesOf(frame))
      if (!poke.cycle) applyPoke(console, poke);
  movie::latch(console, timeline.input(frame));
}

void runToEnd(console::Console& console, const Timeline& timeline, uint64_t frame) {
  if (timeline.edited())
    for (const Poke& poke : timeline.pokesOf(frame)) {
      if (!poke.cycle) continue;
      while (console.frame() == frame && console.cpuCycles() < *poke.cycle) console.step();
      applyPoke(console, poke);
    }
  if (console.frame() == frame) console.runFrame();
}

void stepOnce(console::Console& console, const Timeline& timeline, uint64_t frame) {
  if (timeline.edited())
    for (const Poke& poke : timeline.pokesOf(frame))
      if (poke.cycle && *poke.cycle == console.cpuCycles()) applyPoke(console, poke);
  console.step();
}

// How far apart states are, so that as many as fit reach over the frames to keep. All of a cartridge's states have
// the same size.
void KeptStates::findSpacing(const console::State& state) {
  const size_t states = std::max<size_t>(limit_ / sizeOf(state), 1);
  spacing_ = std::clamp<uint64_t>((frames_to_keep + states - 1) / states, 1, widest_spacing);
}

void KeptStates::offer(const console::State& state) {
  if (!kept_.empty() && state.frame < kept_.back().state->frame + spacing_) return;
  add({std::make_unique<console::State>(state), std::nullopt});
}

void KeptStates::keep(const console::State& state, std::vector<uint16_t> picture) {
  add({std::make_unique<console::State>(state), std::move(picture)});
}

void KeptStates::add(Kept kept) {
  if (kept_.empty()) findSpacing(*kept.state);
  used_ += sizeOf(kept);
  kept_.push_back(std::move(kept));
  while (used_ > limit_ && kept_.size() > 1) forgetOldest();
}

void KeptStates::forgetOldest() {
  used_ -= sizeOf(kept_.front());
  kept_.pop_front();
}

void KeptStates::cutAfter(uint64_t frame) {
  while (!kept_.empty() && kept_.back().state->frame > frame) {
    used_ -= sizeOf(kept_.back());
    kept_.pop_back();
  }
}

void KeptStates::clear() {
  kept_.clear();
  used_ = 0;
}

const KeptStates::Kept* KeptStates::upTo(uint64_t frame) const {
  const auto after = std::upper_bound(kept_.begin(), kept_.end(), frame,
                                      [](uint64_t f, const Kept& kept) { return f < kept.state->frame; });
  return after == kept_.begin() ? nullptr : &*std::prev(after);
}

uint64_t KeptStates::oldestFrame() const {
  return kept_.front().state->frame + (kept_.front().picture ? 0 : 1);
}

}  // namespace jumpscope::play
