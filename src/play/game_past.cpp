// What has been run, looked at again; and what the player changes in the machine.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/play/game.h"

namespace jumpscope::play {

namespace {

uint8_t byteAt(const console::Console& console, const Poke& at) {
  const auto address = static_cast<uint16_t>(at.address);
  switch (at.memory) {
    case MemorySpace::CpuBus:
      return console.peek(address);
    case MemorySpace::PictureBus:
      return console.peekPpu(address & 0x3FFF);
    case MemorySpace::CartridgeRam: {
      const auto ram = console.boardRam();
      return at.address < ram.size() ? ram[at.address] : 0;
    }
    case MemorySpace::Oam:
      return console.state().ppu.oam[at.address & 0xFF];
    case MemorySpace::Palette:
      return console.state().ppu.palette[at.address & 0x1F];
  }
  return 0;
}

}  // namespace

bool Game::lookBack(uint64_t first, const std::function<void(console::Console&, const Next&)>& look) {
  const KeptStates::Kept* kept = kept_.upTo(first);
  if (!kept || first > frame()) return false;
  console::Console& console = *silent_;
  console.restore(*kept->state);
  uint64_t at = kept->state->frame;
  for (; at < first; ++at) runAgain(console, at);
  look(console, [&] {
    if (at < frame()) {
      runAgain(console, at++);
      return true;
    }
    if (!in_frame_ || at > frame()) return false;
    latchFrame(console, timeline_, at);
    while (console.cpuCycles() < console_->cpuCycles()) stepOnce(console, timeline_, at);
    ++at;
    return true;
  });
  console.hooks().on_instruction = nullptr;
  return true;
}

std::optional<Replay> Game::replay(uint64_t first, uint64_t last) const {
  const KeptStates::Kept* kept = kept_.upTo(first);
  if (!kept || first > last || last >= frame()) return std::nullopt;
  Replay replay;
  replay.cartridge_ = cartridge_;
  replay.machine_ = silent_->options();
  replay.machine_.video = true;
  replay.from_ = std::make_shared<const console::State>(*kept->state);
  replay.first_ = first;
  replay.last_ = last;
  const uint64_t begin = kept->state->frame;
  replay.timeline_ = Timeline(begin, timeline_.origin());
  for (uint64_t at = begin; at <= last; ++at) {
    for (const Poke& poke : timeline_.pokesOf(at)) replay.timeline_.add(poke);
    replay.timeline_.add(timeline_.input(at));
  }
  return replay;
}

void Replay::run(const Look& look) const {
  console::Console console(cartridge_, machine_);
  console.restore(*from_);
  for (uint64_t at = from_->frame; at <= last_; ++at) {
    latchFrame(console, timeline_, at);
    runToEnd(console, timeline_, at);
    if (at >= first_) look(console, at);
  }
}

why::Answer Game::explain(const trace::Watch& watch, uint64_t depth) {
  const uint64_t now = frame(), oldest = kept_.oldestFrame();
  if (now == 0 || now <= oldest) throw std::runtime_error("no frame that ended is kept; run one first");
  const uint64_t first = std::max(now - std::min(depth, now), oldest);
  why::Answer answer;
  lookBack(first, [&](console::Console& console, const Next& next) {
    answer = why::explain(console, [&] { next(); }, {watch, now - 1, depth});
  });
  return answer;
}

// To within a frame that has been run, with the input that it had.
void Game::returnInto(uint64_t frame) {
  const movie::FrameInput input = timeline_.input(frame);
  goTo(frame);
  went_back_ = true;
  // The movie that plays is not asked: what was pressed is known.
  std::optional<movie::Player> player = std::exchange(player_, std::nullopt);
  const std::vector<Poke> frozen = std::exchange(frozen_, {});
  begin(input, true);
  frozen_ = frozen;
  player_ = std::move(player);
}

bool Game::backTo(uint64_t cycle) {
  if (cycle >= console_->cpuCycles()) return false;
  const bool in_this = in_frame_ && start_->state.cycle <= cycle;
  if (!in_this) {
    const uint64_t now = frame();
    if (now == 0 || now <= kept_.oldestFrame()) return false;
    const KeptStates::Kept* kept = kept_.upTo(now - 1);
    if (kept && kept->state->frame == now - 1 && kept->state->cycle > cycle) return false;
    returnInto(now - 1);
  }
  beginAgain();
  if (console_->cpuCycles() > cycle) return true;
  while (console_->cpuCycles() <= cycle) stepQuietly();
  stepAgain(steps_ - 1);
  return true;
}

void Game::writeFrozen() {
  if (player_) return;
  for (const Poke& byte : frozen_)
    if (byteAt(*console_, byte) != byte.value) poke(byte.address, byte.value, byte.memory);
}

void Game::changeProgram(std::shared_ptr<const console::Cartridge> cartridge) {
  const SavedGame here = save();
  cartridge_ = std::move(cartridge);
  player_.reset();
  makeConsoles();
  kept_.clear();
  forgetRows();
  load({here.state, here.picture, unknownTimeline(here.state.frame), {}});
}

}  // namespace jumpscope::play
