// Steps of the game by instructions, forward and back, and stops within a frame.
#include <stdexcept>
#include <utility>

#include "src/base/concat.h"
#include "src/play/game.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace {

constexpr uint8_t jsr = 0x20, rts = 0x60, rti = 0x40;

}  // namespace

bool Game::stepQuietly() {
  const uint64_t frame = start_->state.frame;
  stepped_ = true;
  ++steps_;
  auto on_frame_end = std::exchange(console_->hooks().on_frame_end, nullptr);
  auto on_watched_write = std::exchange(console_->hooks().on_watched_write, nullptr);
  stepOnce(*console_, timeline_, frame);
  console_->hooks().on_frame_end = std::move(on_frame_end);
  console_->hooks().on_watched_write = std::move(on_watched_write);
  return console_->frame() != frame;
}

void Game::stepInstruction(const movie::FrameInput& pressed) {
  begin(pressed, true);
  if (stepQuietly()) finish(false);
}

void Game::stepScanline(const movie::FrameInput& pressed) {
  begin(pressed, true);
  const int scanline = console_->scanline();
  while (true) {
    if (stepQuietly()) return finish(false);
    if (console_->scanline() != scanline) return;
  }
}

bool Game::stepUntil(const movie::FrameInput& pressed, const std::function<bool()>& there, int frames) {
  while (frames > 0) {
    begin(pressed, true);
    if (stepQuietly()) {
      finish(false);
      --frames;
    }
    if (there()) return true;
  }
  return false;
}

bool Game::stepOver(const movie::FrameInput& pressed) {
  const cpu6502::State before = console_->cpu();
  if (console_->peek(before.pc) != jsr) {
    stepInstruction(pressed);
    return true;
  }
  const auto behind = static_cast<uint16_t>(before.pc + 3);
  return stepUntil(pressed, [&] { return console_->cpu().pc == behind && console_->cpu().s == before.s; });
}

bool Game::stepOut(const movie::FrameInput& pressed) {
  const uint8_t s = console_->cpu().s;
  return stepUntil(pressed, [&] {
    const cpu6502::State& cpu = console_->cpu();
    return (cpu.opcode == rts || cpu.opcode == rti) && cpu.s > s;
  });
}

bool Game::runTo(const movie::FrameInput& pressed, uint16_t address) {
  return stepUntil(pressed, [&] { return console_->cpu().pc == address; });
}

void Game::stepAgain(uint64_t steps) {
  beginAgain();
  while (steps_ < steps) stepQuietly();
}

bool Game::stepBack() {
  if (in_frame_ && steps_ > 1) {
    stepAgain(steps_ - 1);
    return true;
  }
  if (in_frame_ && steps_ == 1) return back(0);  // before the input of the frame
  const uint64_t before = frame();
  if (before == 0 || before <= kept_.oldestFrame()) return false;
  returnInto(before - 1);
  while (!stepQuietly()) {
  }
  stepAgain(steps_ - 1);
  return true;
}

std::optional<Game::Reached> Game::runLookingFrom(uint64_t cycle) {
  const uint64_t frame = start_->state.frame;
  if (!breakpoints_ || !breakpoints_->hasMoments()) {
    runToEnd(*console_, timeline_, frame);
    return std::nullopt;
  }
  std::optional<Reached> reached;
  const uint8_t buttons = timeline_.input(frame).pads[0];
  console_->hooks().on_instruction = [&] {
    const auto breakpoint = breakpoints_->beforeInstruction(frame, buttons);
    if (breakpoint && !reached && (cycle == 0 || console_->cpuCycles() > cycle))
      reached = Reached{*breakpoint, console_->cpuCycles()};
  };
  runToEnd(*console_, timeline_, frame);
  console_->hooks().on_instruction = nullptr;
  return reached;
}

void Game::stopBefore(const Reached& reached) {
  const uint64_t frame = start_->state.frame;
  beginAgain();
  stepped_ = true;
  while (console_->cpuCycles() < reached.cycle && !stepQuietly()) continue;
  if (!start_->picture.empty()) shown_ = start_->picture;
  const uint16_t address = console_->cpu().pc;
  const trace::CodeAddress pc(address, console_->prgBank(address));
  const std::string place = options_.symbols ? options_.symbols->placeOf(pc) : "";
  stop_ = Stop{
      Stop::Kind::Breakpoint,
      base::concat({breakpoints_->conditions()[reached.breakpoint], ": true in frame ", std::to_string(frame),
                    ", scanline ", std::to_string(console_->scanline()), ", before the instruction at ",
                    trace::addressText(pc), place.empty() ? "" : " (" + place + ")"}),
      frame, std::nullopt};
}

// Returns true if the game stopped within the frame.
bool Game::stopInside(size_t breakpoint) {
  const uint64_t frame = start_->state.frame;
  const uint8_t buttons = timeline_.input(frame).pads[0];
  const std::string condition = breakpoints_->conditions()[breakpoint];
  breakpoints_->stopAt(breakpoint);
  beginAgain();
  while (!stepQuietly()) {
    if (!breakpoints_->holdsNow(breakpoint, frame, buttons)) continue;
    // Empty when the breakpoint was set within the frame.
    if (!start_->picture.empty()) shown_ = start_->picture;
    const uint16_t address = console_->cpu().instruction_pc;
    const trace::CodeAddress pc(address, console_->prgBank(address));
    const std::string place = options_.symbols ? options_.symbols->placeOf(pc) : "";
    stop_ = Stop{Stop::Kind::Breakpoint,
                 base::concat({condition, ": true in frame ", std::to_string(frame), ", scanline ",
                               std::to_string(console_->scanline()), ", after the instruction at ",
                               trace::addressText(pc), place.empty() ? "" : " (" + place + ")"}),
                 frame, std::nullopt};
    return true;
  }
  beginAgain();
  runToEnd(*console_, timeline_, frame);
  stop_ = Stop{Stop::Kind::Breakpoint,
               base::concat({condition, ": true at the end of frame ", std::to_string(frame)}), frame,
               std::nullopt};
  return false;
}

}  // namespace jumpscope::play
