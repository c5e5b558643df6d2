// Judges each flight by a program of the user's (docs/engines.md), beside the game: what it says comes some frames after the
// landing.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/play/live_check.h"
#include "src/session/engine_choice.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

// engine::compareWith() with the engine and its options chosen. Called on a thread of its own, once at a time; throws
// std::runtime_error for what the engine does wrong.
using EngineJudge = std::function<diff::DiffResult(const trace::Trace&, const trace::Profile&,
                                                   const std::vector<trace::Write>&)>;

// nullptr where none is named. Throws std::runtime_error where a command, a setting or a tolerance cannot be read; the
// engine itself is started for each flight.
EngineJudge engineJudge(const session::EngineChoice& choice, std::vector<std::string> settings,
                        const std::vector<std::string>& tolerances);

class EngineCheck {
 public:
  EngineCheck(EngineJudge judge, trace::Profile profile);

  // After each row of `live`.
  void add(const LiveCheck& live);
  // The rows of `frame` and after are no more.
  void cut(uint64_t frame);

  // The first difference of the flights judged since the last call, or what the engine did wrong; nullopt: neither, or not
  // known yet.
  struct Outcome {
    std::optional<diff::Difference> difference;
    std::string error;
  };
  std::optional<Outcome> take();

 private:
  void begin(const LiveCheck& live);

  EngineJudge judge_;
  trace::Profile profile_;
  std::optional<uint64_t> flew_;  // the last frame in the air, of a flight that was not judged
  uint64_t judged_ = 0;           // frames before this one were
  uint64_t judges_from_ = 0;      // the frame from which the run under way judges
  bool outdated_ = false;         // the run under way looks at rows that are no more
  std::future<diff::DiffResult> run_;
};

}  // namespace jumpscope::play
