// --engine, and what goes with it: a program of the user's in a model's place, or in a trace's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/arguments.h"
#include "src/engine/engine.h"
#include "src/session/engine_choice.h"
#include "src/trace/trace.h"

namespace jumpscope::cli {

using session::EngineChoice;
// --engine and --engine-timeout.
void declareEngine(Arguments& arguments, EngineChoice& choice);
// The engine that --engine names; what it writes to its standard error goes to ours. Throws std::runtime_error.
engine::Engine makeEngine(const EngineChoice& choice);

// A run on scripted input: of a model, or of an engine from a state of its own.
struct ScriptedRun {
  EngineChoice engine;
  std::vector<std::string> settings, input;
  std::optional<uint64_t> frames;
};
// The options of declareEngine, --input, --frames and --set.
void declareScriptedRun(Arguments& arguments, ScriptedRun& run);
// Port 1 of every frame. Throws std::runtime_error.
std::vector<uint8_t> buttonsOf(const ScriptedRun& run);
// The engine's trace; `profile`, NAME or FILE, says which values it may compute; empty: the engine does. Throws
// std::runtime_error.
trace::Trace traceOfEngine(const ScriptedRun& run, const std::string& profile);
// True if the engine's run takes the place of the traces that a command reads. Throws std::runtime_error where neither or
// both are named, and for options of a run that is none. `judges`: beside traces, an engine is judged by them.
bool readsEngine(const ScriptedRun& run, bool has_trace, bool judges = false);

}  // namespace jumpscope::cli
