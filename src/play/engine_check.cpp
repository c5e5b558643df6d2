#include "src/play/engine_check.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>

#include "src/base/output.h"
#include "src/engine/compare.h"
#include "src/engine/engine.h"

namespace jumpscope::play {
namespace {

// Frames on the ground after which a flight is over: what a game does in the frames after a landing tells where it ended.
constexpr uint64_t settled = 4;

}  // namespace

EngineJudge engineJudge(const session::EngineChoice& choice, std::vector<std::string> settings,
                        const std::vector<std::string>& tolerances) {
  if (choice.command.empty()) {
    if (!settings.empty() || !tolerances.empty())
      throw std::runtime_error("--set and --tolerance are for an engine; add --engine CMD");
    return nullptr;
  }
  engine::Options options{std::move(settings), engine::parseTolerances(tolerances)};
  engine::Command command{engine::splitCommand(choice.command), "", double(choice.timeout),
                          [](const std::string& line) { base::say("engine: " + line); }};
  return [command, options](const trace::Trace& trace, const trace::Profile& profile,
                            const std::vector<trace::Write>& writes) {
    return engine::compareWith(trace, profile, writes, engine::makeEngine(command), options);
  };
}

EngineCheck::EngineCheck(EngineJudge judge, trace::Profile profile)
    : judge_(std::move(judge)), profile_(std::move(profile)) {}

void EngineCheck::add(const LiveCheck& live) {
  if (live.trace().rows.empty()) return;
  const uint64_t now = live.trace().rows.back().frame;
  if (live.flying()) flew_ = now;
  if (flew_ && now >= *flew_ + settled && !run_.valid()) begin(live);
}

void EngineCheck::begin(const LiveCheck& live) {
  flew_.reset();
  outdated_ = false;
  judges_from_ = std::exchange(judged_, live.trace().rows.back().frame + 1);
  run_ = std::async(std::launch::async, [judge = judge_, profile = profile_, trace = live.trace(),
                                         writes = std::vector(live.writes().begin(), live.writes().end())] {
    return judge(trace, profile, writes);
  });
}

void EngineCheck::cut(uint64_t frame) {
  if (flew_ && *flew_ >= frame) flew_.reset();
  if (frame >= judged_) return;
  judged_ = frame;
  outdated_ = true;
}

std::optional<EngineCheck::Outcome> EngineCheck::take() {
  if (!run_.valid() || run_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
    return std::nullopt;
  try {
    const diff::DiffResult result = run_.get();
    if (outdated_) return std::nullopt;
    const auto fresh = [&](const diff::Difference& one) { return one.frame >= judges_from_; };
    const auto first = std::find_if(result.differences.begin(), result.differences.end(), fresh);
    if (first == result.differences.end()) return std::nullopt;
    return Outcome{*first, ""};
  } catch (const std::exception& error) {
    return Outcome{std::nullopt, error.what()};
  }
}

}  // namespace jumpscope::play
