// The check of each flight by a model or an engine, which stops the game.
#include <stdexcept>

#include "src/play/game.h"

namespace jumpscope::play {

void Game::askEngine() {
  engine_check_->add(*live_);
  auto outcome = engine_check_->take();
  if (!outcome) return;
  if (!outcome->difference) {
    setModelCheck(false);
    stop_ = Stop{Stop::Kind::Model, outcome->error, frame(), std::nullopt};
    return;
  }
  diff::Difference& difference = *outcome->difference;
  if (options_.symbols) diff::labelWriters({&difference, 1}, *options_.symbols);
  stop_ = Stop{Stop::Kind::Model, live_->words(difference), difference.frame, difference};
}

void Game::setModelCheck(bool on) {
  if (on && !live_)
    throw std::runtime_error("the model check needs a profile that says what the game's bytes mean");
  if (on && !options_.engine) live_->requireModel();
  engine_check_.reset();
  if (on && options_.engine) engine_check_.emplace(options_.engine, *options_.profile);
  check_ = on;
}

void Game::setModel(const std::string& model) {
  if (!live_) {
    options_.model = model;
    return;
  }
  LiveCheck live(live_->trace().header, live_->profile(), model);
  if (check_ && !options_.engine) live.requireModel();
  for (const trace::Write& write : live_->writes()) live.add(write);
  for (const trace::Row& row : live_->trace().rows) live.add(row);
  live_ = std::move(live);
  options_.model = model;
}

}  // namespace jumpscope::play
