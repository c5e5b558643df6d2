#include "src/play/game.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/base/concat.h"
#include "src/console/battery.h"
#include "src/movie/record.h"
#include "src/play/remember.h"
#include "src/trace/columns.h"
#include "src/trace/watch.h"

namespace jumpscope::play {

namespace {

// Frames that are run again at most to come to one shortly before a loaded state: 0.2 s.
constexpr uint64_t longest_way = 3'600;

// The profile's, and one for lag, which the comparison with a model needs.
std::vector<trace::Watch> watchesOf(const std::optional<trace::Profile>& profile) {
  if (!profile) return {};
  std::vector<trace::Watch> watches = profile->watches;
  trace::addLagWatch(watches);
  return watches;
}

std::optional<LiveCheck> liveCheckOf(const console::Cartridge& cartridge, const GameOptions& options) {
  if (!options.profile) return std::nullopt;
  const trace::Profile& profile = *options.profile;
  return LiveCheck(trace::headerOf(cartridge, options.machine, "", profile.name, watchesOf(profile)), profile,
                   options.model);
}

}  // namespace

movie::Movie movieOf(const Timeline& timeline, uint64_t frame, const console::Cartridge& cartridge,
                     const console::Options& machine) {
  if (!timeline.fromPowerOn())
    throw std::runtime_error(
        "there is no movie: the game began with what a battery had kept, or was loaded from a state without "
        "its "
        "input; choose Movie / Record to start one");
  if (timeline.edited())
    throw std::runtime_error(
        "there is no movie: memory was edited, which a movie cannot record; rewind to a frame before "
        "the edit");
  if (frame > 0 && timeline.input(0).pads != movie::FrameInput().pads)
    throw std::runtime_error("there is no movie: buttons are down in frame 0, for which FM2 has no record");
  movie::InputRecorder recorder(machine.devices);
  for (uint64_t at = 0; at < frame; ++at) recorder.frame(timeline.input(at));
  return recorder.movie(cartridge, machine);
}

Game::Game(std::shared_ptr<const console::Cartridge> cartridge, GameOptions options)
    : options_(std::move(options)), cartridge_(std::move(cartridge)), kept_(options_.rewind_bytes) {
  live_ = liveCheckOf(*cartridge_, options_);
  powerOn();
}

void Game::powerOn() {
  player_.reset();
  rerecords_ = 0;
  went_back_ = false;
  makeConsoles();
  timeline_ = options_.machine.battery ? unknownTimeline(0) : Timeline();
  kept_.clear();
  forgetRows();
  arrived();
  samples_.clear();
  shown_.reset();
  const auto picture = console_->pixels();
  kept_.keep(console_->state(), {picture.begin(), picture.end()});
}

void Game::makeConsoles() {
  recorder_.reset();
  const std::vector<std::string> conditions = breakpoints();
  breakpoints_.reset();
  console_ = std::make_unique<console::Console>(cartridge_, options_.machine);
  console_->setChannels(channels_);
  console::Options silent = options_.machine;
  silent.video = silent.audio = false;
  silent_ = std::make_unique<console::Console>(cartridge_, silent);
  watchConsole();
  if (!conditions.empty()) setBreakpoints(conditions);
}

void Game::setChannels(uint8_t channels) {
  channels_ = channels;
  console_->setChannels(channels);
}

void Game::watchConsole() {
  recorder_.reset();
  trace::WriteSink writes;
  if (live_)
    writes = [this](const trace::Write& write) {
      if (!again_) live_->add(write);
    };
  recorder_.emplace(
      *console_, watchesOf(options_.profile),
      [this](uint64_t frame) { return timeline_.input(frame).pads[0]; },
      [this](const trace::Row& row) {
        if (breakpoints_) hit_ = breakpoints_->endFrame(row.frame, row.buttons);
        if (again_ || !live_) return;
        rows_.push_back(row);
        live_->add(row);
      },
      writes);
}

std::vector<int16_t> Game::takeSamples() {
  const std::vector<int16_t> more = console_->takeSamples();
  samples_.insert(samples_.end(), more.begin(), more.end());
  return std::exchange(samples_, {});
}

void Game::dropSamples() { console_->takeSamples(); }

const Game::FrameStart& Game::start() const {
  if (!start_) start_ = FrameStart{console_->state(), recorder_->reader().remembered(), {}};
  return *start_;
}

void Game::keepSamples() {
  const std::vector<int16_t> more = console_->takeSamples();
  samples_.insert(samples_.end(), more.begin(), more.end());
}

void Game::begin(const movie::FrameInput& pressed, bool may_return) {
  if (in_frame_) return;
  writeFrozen();
  kept_.offer(start().state);
  const uint64_t frame = start().state.frame;
  if (may_return) {
    const auto picture = pixels();
    start_->picture.assign(picture.begin(), picture.end());
    keepSamples();
  }
  movie::FrameInput input = player_ ? player_->at(frame) : pressed;
  if (frame == 0 && !player_) input.pads = {}, input.inputs = {}, input.power = false;
  timeline_.add(input);
  if (breakpoints_) breakpoints_->beginFrame();
  latchFrame(*console_, timeline_, frame);
  in_frame_ = true;
  steps_ = 0;
}

void Game::beginAgain() {
  steps_ = 0;
  const uint64_t frame = start_->state.frame;
  dropSamples();
  console_->restore(start_->state);
  recorder_->reader().remember(start_->remembered);
  if (breakpoints_) breakpoints_->toFrameStart();
  cutRows(frame);
  latchFrame(*console_, timeline_, frame);
}

void Game::finish(bool may_stop_inside) {
  // Console::step() may end a frame one instruction earlier than runFrame(). So a frame is always run in one
  // go in the end.
  const uint64_t stands_at = stepped_ ? console_->cpuCycles() : 0;
  if (stepped_) beginAgain();
  hit_.reset();
  const std::optional<Reached> reached = runLookingFrom(stands_at);
  const std::optional<size_t> hit = std::exchange(hit_, std::nullopt);
  if (reached && may_stop_inside) return stopBefore(*reached);
  if (hit && may_stop_inside && stopInside(*hit)) return;
  in_frame_ = stepped_ = false;
  start_.reset();
  shown_.reset();
  afterFrame();
}

void Game::afterFrame() {
  if (player_ && console_->frame() >= player_->frames()) player_.reset();
  constexpr size_t slack = 4096;  // so that the front is not erased in every frame
  if (rows_.size() >= rows_kept + slack) rows_.erase(rows_.begin(), rows_.end() - ptrdiff_t(rows_kept));
  if (!check_ || !live_ || stop_) return;
  if (engine_check_) return askEngine();
  if (auto difference = live_->firstDifference()) {
    if (options_.symbols) diff::labelWriters({&*difference, 1}, *options_.symbols);
    stop_ = Stop{Stop::Kind::Model, live_->words(*difference), difference->frame, difference};
  }
}

// As FCEUX counts: a stretch of rewinding is one, once the game goes on from there.
void Game::countRerecord() {
  if (std::exchange(went_back_, false) && !player_) ++rerecords_;
}

void Game::runFrame(const movie::FrameInput& pressed) {
  countRerecord();
  begin(pressed, breakpoints_.has_value());
  finish(true);
}

std::optional<Game::Stop> Game::takeStop() { return std::exchange(stop_, std::nullopt); }

void Game::arrived() {
  in_frame_ = stepped_ = false;
  start_.reset();
  stop_.reset();
  hit_.reset();
}

uint64_t Game::oldestFrame() const { return kept_.oldestFrame(); }

bool Game::back(uint64_t frames) {
  const uint64_t now = frame(), oldest = kept_.oldestFrame();
  const uint64_t target = std::max(now - std::min(frames, now), oldest);
  if (target > now || (target == now && (frames > 0 || !in_frame_))) return false;
  goTo(target);
  went_back_ = true;
  return true;
}

// Precondition: oldestFrame() <= target <= frame().
void Game::goTo(uint64_t target) {
  // Two frames are run on the console that is watched: previous(), delta() and pressed() reach so far.
  const uint64_t watched_from = target - std::min<uint64_t>(target, 2);
  const KeptStates::Kept* kept = kept_.upTo(watched_from);
  if (!kept && target > 0) kept = kept_.upTo(target - 1);
  const bool exact = !kept || kept->state->frame >= target;
  if (exact) {
    kept = kept_.upTo(target);
    console_->restore(*kept->state);
    shown_ = kept->picture;
    recorder_->reader().restart();
    if (breakpoints_) breakpoints_->restart();
  } else {
    uint64_t at = kept->state->frame;
    silent_->restore(*kept->state);
    for (; at < watched_from; ++at) runAgain(*silent_, at);
    console_->restore(silent_->state());
    recorder_->reader().restart();
    if (breakpoints_) breakpoints_->restart();
    again_ = true;
    for (; at < target; ++at) runAgain(*console_, at);
    again_ = false;
    shown_.reset();
  }
  timeline_.cut(target);
  kept_.cutAfter(target);
  cutRows(target);
  arrived();
  samples_.clear();
  dropSamples();
}

void Game::runAgain(console::Console& console, uint64_t frame) {
  latchFrame(console, timeline_, frame);
  runToEnd(console, timeline_, frame);
}

void Game::playMovie(const movie::Movie& movie, std::optional<session::Start> start) {
  movie::Player player;
  player.setMovie(movie);
  if (!start) start = session::startOf(movie);
  console::Options machine = options_.machine;
  machine.devices = movie.devices();
  for (const std::string& text : options_.devices) console::plugIn(machine.devices, text);
  machine.battery = nullptr;
  std::optional<SavedGame> begun;
  if (start) begun = begunFrom(*start, player, machine);
  options_.machine = std::move(machine);
  powerOn();
  if (begun) load(*begun);
  if (player.frames() > 0) player_ = std::move(player);
  rerecords_ = static_cast<uint64_t>(std::max<int64_t>(movie.rerecord_count, 0));
}

void Game::startFrom(const session::Start& start) {
  const SavedGame begun = begunFrom(start, movie::Player(), options_.machine);
  powerOn();
  load(begun);
}

SavedGame Game::begunFrom(const session::Start& start, const movie::Player& player,
                          const console::Options& machine) {
  console::Console begun(cartridge_, machine);
  session::begin(begun, start, player);
  const auto picture = begun.pixels();
  return {begun.state(), {picture.begin(), picture.end()}, unknownTimeline(begun.frame()), {}};
}

std::vector<uint8_t> Game::batteryRam() const {
  if (!in_frame_) return console_->batteryRam();
  return console::batteryBytes(start_->state.board, *cartridge_);
}

movie::Movie Game::movie() const {
  movie::Movie movie = movieOf(timeline_, frame(), *cartridge_, options_.machine);
  movie.rerecord_count = static_cast<int64_t>(rerecords_);
  return movie;
}

void Game::poke(uint32_t address, uint8_t value, MemorySpace memory) {
  Poke poke{start().state.frame, std::nullopt, address, value, memory};
  if (in_frame_) poke.cycle = console_->cpuCycles();
  if (in_frame_) stepped_ = true;
  timeline_.add(poke);
  if (!shown_) shown_.emplace(console_->pixels().begin(), console_->pixels().end());
  applyPoke(*console_, poke);
}

SavedGame Game::save() const {
  const FrameStart& from = start();
  const bool own_picture = in_frame_ && !from.picture.empty();
  const std::span<const uint16_t> picture = own_picture ? std::span(from.picture) : pixels();
  SavedGame saved{from.state, {picture.begin(), picture.end()}, timeline_, from.remembered};
  saved.timeline.cutAtInput(from.state.frame);
  return saved;
}

// The same game with other devices has another past.
void Game::takeDevices(const console::Devices& devices) {
  if (devices == options_.machine.devices) return;
  options_.machine.devices = devices;
  powerOn();
}

void Game::load(const SavedGame& saved) {
  takeDevices(saved.state.controllers.devices);
  const uint64_t frame = saved.state.frame;
  const uint64_t common = std::min(timeline_.commonWith(saved.timeline), frame);
  if (player_ && !playsAlong(saved.timeline)) player_.reset();
  if (!player_) ++rerecords_;
  last_origin_ = std::max(last_origin_, saved.timeline.origin());

  kept_.cutAfter(common);
  const bool known = timeline_.sameBeginning(saved.timeline) && !kept_.empty();
  if (!known || frame - kept_.newest().state->frame > longest_way) kept_.clear();
  if (kept_.empty() || kept_.newest().state->frame != frame) kept_.keep(saved.state, saved.picture);
  cutRows(common);
  if (!rows_.empty() && rows_.back().frame + 1 != frame) forgetRows();

  timeline_ = saved.timeline;
  arrived();
  console_->restore(saved.state);
  samples_.clear();
  dropSamples();
  shown_ = saved.picture;
  recorder_->reader().restart();
  if (saved.remembered.size() == recorder_->reader().remembered().size())
    recorder_->reader().remember(saved.remembered);
  if (breakpoints_) breakpoints_->restart();
  start();
  for (const Poke& poke : timeline_.pokesOf(frame)) applyPoke(*console_, poke);
}

// True if the movie has the same input so far, so that it can continue.
bool Game::playsAlong(const Timeline& timeline) const {
  if (!timeline.fromPowerOn() || timeline.edited() || timeline.end() >= player_->frames()) return false;
  for (uint64_t at = 0; at < timeline.end(); ++at)
    if (timeline.input(at) != player_->at(at)) return false;
  return true;
}

void Game::cutRows(uint64_t frame) {
  while (!rows_.empty() && rows_.back().frame >= frame) rows_.pop_back();
  if (live_) live_->cut(frame);
  if (engine_check_) engine_check_->cut(frame);
}

void Game::forgetRows() {
  rows_.clear();
  if (live_) live_->clear();
  if (engine_check_) engine_check_->cut(0);
}

void Game::setProfile(std::optional<trace::Profile> profile) {
  GameOptions options = options_;
  options.profile = std::move(profile);
  std::optional<LiveCheck> live = liveCheckOf(*cartridge_, options);
  {
    // Throws where the real one would.
    console::Console probe(*silent_);
    const trace::Recorder recorder(probe, watchesOf(options.profile), {}, {});
  }
  breakpoints_.reset();
  engine_check_.reset();
  check_ = false;
  rows_.clear();
  options_ = std::move(options);
  live_ = std::move(live);
  watchConsole();
  if (start_) start_->remembered = recorder_->reader().remembered();
}

std::span<const trace::Row> Game::rows() const {
  return std::span(rows_).last(std::min(rows_.size(), rows_kept));
}

std::span<const trace::Write> Game::writes() const {
  return live_ ? live_->writes() : std::span<const trace::Write>();
}

void Game::setBreakpoints(std::vector<std::string> conditions) {
  if (conditions.empty()) return breakpoints_.reset();
  Breakpoints breakpoints(*console_, watchesOf(options_.profile), std::move(conditions),
                          options_.symbols.get());
  breakpoints_.emplace(std::move(breakpoints));
}

std::vector<std::string> Game::breakpoints() const {
  return breakpoints_ ? breakpoints_->conditions() : std::vector<std::string>();
}

std::vector<std::string> Game::setSymbols(std::shared_ptr<const trace::Symbols> symbols) {
  const std::vector<std::string> conditions = breakpoints();
  options_.symbols = std::move(symbols);
  breakpoints_.reset();
  return setWhatGoes(*this, conditions);
}

}  // namespace jumpscope::play
