// When the frames of the `play` window run, forward and back, and what follows each.
#include <SDL.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "src/gui/play_window.h"

namespace jumpscope::gui {

void PlayWindow::runDueFrames() {
  if (!player_.game) return;
  if (go_on_) return pacer_->restart();
  const bool back = player_.control.held(play::Action::Rewind);
  runSteps();
  if (player_.advance) {
    player_.advance = false;
    runFrame();
    pacer_->restart();
  } else if (back) {
    goBack(static_cast<uint64_t>(pacer_->due(play::steadyNs())));
  } else if (player_.paused) {
    pacer_->restart();
  } else if (fast()) {
    constexpr int64_t budget_ns = 12'000'000;
    const play::Budget budget(play::steadyNs(), budget_ns);
    do runFrame();
    while (!player_.paused && budget.left(play::steadyNs()) && !atTheEnd());
    pacer_->restart();
  } else {
    runLateFrames();
  }
  saveBatteryWhenDue();
  in_step_ = !player_.paused && !back;
  countFast(fast() && !back && !player_.paused);
  playSound(pacer_->lateNs(play::steadyNs()));
}

// The frames that are due, each with its sound at once. What is too much for one turn is left to the next: a picture is
// due, too.
void PlayWindow::runLateFrames() {
  constexpr int64_t budget_ns = 150'000'000;
  const int64_t now = play::steadyNs();
  const play::Budget budget(now, budget_ns);
  int frames = pacer_->due(now);
  while (frames > 0 && !player_.paused && !atTheEnd() && budget.left(play::steadyNs())) {
    runFrame();
    if (--frames > 0) playSound(pacer_->lateNs(play::steadyNs(), frames));
  }
  if (!player_.paused && !atTheEnd()) pacer_->giveBack(frames);
}

void PlayWindow::runBesideDrawing() {
  const bool plays = player_.game && !player_.paused && !player_.advance && !quit_ && !fast() &&
                     !player_.control.held(play::Action::Rewind);
  if (plays && pacer_->waitNs(play::steadyNs()) == 0) runDueFrames();
}

void PlayWindow::countFast(bool fast) {
  constexpr uint64_t span_ms = 500;
  const uint64_t now = SDL_GetTicks64();
  if (!fast) {
    fast_since_ = 0;
    fast_rate_ = 0;
    return;
  }
  if (fast_since_ == 0) {
    fast_since_ = now;
    fast_frames_ = frames_run_;
  } else if (now - fast_since_ >= span_ms) {
    fast_rate_ =
        1000.0 * static_cast<double>(frames_run_ - fast_frames_) / static_cast<double>(now - fast_since_);
    fast_since_ = now;
    fast_frames_ = frames_run_;
  }
}

bool PlayWindow::fast() const { return player_.fast || player_.control.held(play::Action::FastForward); }

bool PlayWindow::atTheEnd() const {
  return player_.options.frames && player_.game->frame() >= *player_.options.frames;
}

void PlayWindow::runSteps() {
  for (; player_.instructions > 0; --player_.instructions) {
    player_.game->stepInstruction(player_.held);
    afterFrame();
  }
  if (const auto step = std::exchange(player_.step, nullptr)) {
    const std::string why_not = step(*player_.game, player_.held);
    if (!why_not.empty()) player_.say(why_not);
    forgetFrom(player_.game->frame());
    afterFrame();
  }
  for (; player_.scanlines > 0; --player_.scanlines) {
    player_.game->stepScanline(player_.held);
    afterFrame();
  }
}

play::Mouse PlayWindow::mouse() const {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse || shown_at_.scale.x <= 0 || shown_at_.scale.y <= 0) return {-1, -1};
  return {(io.MousePos.x - shown_at_.origin.x) / shown_at_.scale.x,
          (io.MousePos.y - shown_at_.origin.y) / shown_at_.scale.y, io.MouseDown[0], io.MouseDown[1]};
}

void PlayWindow::runFrame() {
  player_.stop.reset();
  const std::optional<uint32_t> pressed_at = player_.control.firstUnread();
  movie::FrameInput input = std::exchange(pending_, {});
  input.pads = player_.control.readPads();
  input.inputs = play::mouseInputs(player_.game->options().machine.devices, mouse());
  const bool own = player_.game->mode() == play::Game::Mode::Recording;
  player_.held = input;
  player_.held.reset = player_.held.power = false;
  const int64_t began_ns = play::steadyNs();
  player_.game->runFrame(input);
  unsaved_.ran(input, own);
  ++frames_run_;
  ++moves_;
  if (pressed_at && in_step_) latency_.add(SDL_GetTicks() - *pressed_at);
  afterFrame();
  frame_work_.add(play::steadyNs() - began_ns);
}

// After a step, too: then it may not be over.
void PlayWindow::afterFrame() {
  tools_.frameRan(player_);
  if (auto stop = player_.game->takeStop()) {
    setPaused(true);
    player_.stop = std::move(stop);
  }
  const trace::Profile* profile = player_.game->profile();
  if (!profile || !profile->screen || player_.game->inFrame()) return;
  const console::Console& console = player_.game->console();
  const play::LevelPoint feet = play::feetNow(console, *profile->screen, player_.game->frame() - 1);
  if (player_.stop && player_.stop->kind == play::Game::Stop::Kind::Model) player_.mark = feet;
  const ppu::State state = console.state().ppu;
  player_.trail.frame(feet, player_.game->flying());
  player_.feet.look(state, *profile->screen, *player_.trail.shown());
  // Who falls into a pit stands nowhere.
  constexpr float lowest_ground = 224, forgotten = 0.05f;
  const auto line = static_cast<float>(feet.y + player_.feet.offset());
  player_.ground = std::max(line < lowest_ground ? line : 0, player_.ground - forgotten);
  constexpr size_t looked_back = 5;
  last_feet_.push_back(feet);
  if (last_feet_.size() > looked_back) last_feet_.pop_front();
  const play::LevelPoint& from = last_feet_.front();
  const bool walks = feet.frame == from.frame + last_feet_.size() - 1 && std::abs(feet.x - from.x) < 64;
  player_.x_speed = walks && feet.frame > from.frame
                        ? static_cast<float>(feet.x - from.x) / static_cast<float>(feet.frame - from.frame)
                        : 0;
}

void PlayWindow::goBack(uint64_t frames) {
  if (frames == 0) return;
  if (!player_.game->back(frames)) {
    player_.say("rewind has no earlier frame");
    return;
  }
  ++moves_;
  forgetFrom(player_.game->frame());
}

void PlayWindow::forgetFrom(uint64_t frame) {
  player_.trail.cut(frame);
  tools_.forget(frame);
  if (player_.stop && player_.stop->frame >= frame) player_.stop.reset();
  if (player_.mark && player_.mark->frame >= frame) player_.mark.reset();
}

void PlayWindow::playSound(int64_t late_ns) {
  const std::vector<int16_t> samples = player_.game->takeSamples();
  if (samples.empty()) return;
  // Slow motion is silent.
  if (fast() || player_.speed > 100)
    sound_.playFast(samples);
  else if (player_.speed == 100)
    sound_.play(samples, late_ns);
}

void PlayWindow::waitForNext() {
  const bool idle = !player_.game || player_.paused;
  if ((fast() && !idle) || (idle && redraws_ == 0)) return;  // then it waits for events
  constexpr int64_t idle_ns = 16'000'000;
  const int64_t wait = idle ? idle_ns : std::min(idle_ns, pacer_->waitNs(play::steadyNs()));
  std::this_thread::sleep_for(std::chrono::nanoseconds(wait));
}

}  // namespace jumpscope::gui
