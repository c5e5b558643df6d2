#include "src/cli/engine_options.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/base/output.h"
#include "src/base/words.h"
#include "src/engine/compare.h"
#include "src/engine/script.h"
#include "src/movie/player.h"
#include "src/session/trace_input.h"
#include "src/trace/watch.h"

namespace jumpscope::cli {
namespace {

constexpr base::Range frame_range{1, 10'000'000};

// The trace of an engine that begins in its own state and gets these buttons.
trace::Trace engineTrace(const engine::Engine& engine, const trace::Profile* profile,
                         const std::vector<std::string>& settings, std::span<const uint8_t> buttons) {
  const engine::Hello hello = engine::helloOf(profile, settings);
  const engine::Ready ready = engine.begin(hello);
  if (!ready.reads.empty())
    throw std::runtime_error(engine.name + " reads " + base::joined(ready.reads) +
                             " from a trace, and there is none; compare it with one (`jumpscope diff`)");
  engine::Plan plan;
  plan.computes = ready.computes;
  for (size_t n = 0; n < buttons.size(); ++n) plan.addFrame(n, buttons[n], {});
  const std::vector<double> answers = engine.run(plan);
  trace::Trace trace;
  trace.header.version = JUMPSCOPE_VERSION;
  if (profile) {
    trace.header.profile = profile->name;
    const auto computed = [&](const trace::Condition& condition) {
      return std::find(ready.computes.begin(), ready.computes.end(), condition.watch) != ready.computes.end();
    };
    if (std::all_of(profile->jump_when.begin(), profile->jump_when.end(), computed))
      trace.header.rule = trace::carriedRule(*profile);
    else
      base::say("note: the jump rule of profile " + profile->name +
                " is left out, since the engine does not compute all that it asks about");
  }
  for (const std::string& name : ready.computes) {
    trace::Watch watch;
    watch.name = name;
    watch.type = trace::Type::S16;
    watch.fraction_bits = engine::answer_bits;
    for (const engine::Hello::Variable& variable : hello.variables)
      if (variable.name == name) watch.unit = variable.unit;
    trace.header.watches.push_back(std::move(watch));
  }
  trace::requireSound(trace.header.watches, "what the engine computes");
  for (size_t n = 0; n < buttons.size(); ++n) {
    trace::Row row{n, buttons[n], {}};
    for (size_t c = 0; c < ready.computes.size(); ++c)
      row.values.push_back(
          std::llrint(std::ldexp(answers[n * ready.computes.size() + c], engine::answer_bits)));
    trace.rows.push_back(std::move(row));
  }
  return trace;
}

// A script's errors name the option of a console's input.
std::vector<movie::Press> parsedInput(const std::string& script) {
  constexpr std::string_view theirs = "--press";
  try {
    return movie::parsePress(script);
  } catch (const std::runtime_error& error) {
    std::string words = error.what();
    if (words.starts_with(theirs)) words.replace(0, theirs.size(), "--input");
    throw std::runtime_error(words);
  }
}

std::vector<movie::Press> pressesOf(const std::string& script) {
  std::vector<movie::Press> presses = parsedInput(script);
  if (std::ranges::any_of(presses,
                          [](const movie::Press& press) { return press.buttons == 0 || press.pad != 0; }))
    throw std::runtime_error("--input '" + script +
                             "' has input for another port than 1, or for a device; a model " +
                             "reads the buttons of port 1");
  return presses;
}

}  // namespace

void declareEngine(Arguments& command, EngineChoice& choice) {
  Arguments arguments = command.under("Engine");
  arguments.option(
      "--engine", choice.command, "CMD",
      "a program of your own as the model, e.g. 'python3 jump.py', or a shared library, libjump.so (see "
      "docs/engines.md); words are separated as by a shell");
  arguments.number(
      "--engine-timeout", choice.timeout, {1, 3600},
      "seconds that the engine has for an answer (default 5); for its first one ten times as long");
}

engine::Engine makeEngine(const EngineChoice& choice) {
  return engine::makeEngine({engine::splitCommand(choice.command), "", double(choice.timeout),
                             [](const std::string& line) { base::say("engine: " + line); }});
}

void declareScriptedRun(Arguments& arguments, ScriptedRun& run) {
  declareEngine(arguments, run.engine);
  arguments.repeated("--input", run.input, "SCRIPT", "buttons by frame, e.g. '0-20:A 30-34:RA'; repeatable");
  arguments.number("--frames", run.frames, frame_range,
                   "number of frames (default: as many as the input has, at least 60)");
  arguments.repeated("--set", run.settings, "NAME=VALUE",
                     "a parameter of the model or of the engine; repeatable");
}

std::vector<uint8_t> buttonsOf(const ScriptedRun& run) {
  movie::Player player;
  for (const std::string& script : run.input) player.addPresses(pressesOf(script));
  const uint64_t frames = run.frames.value_or(std::max<uint64_t>(player.frames(), 60));
  if (frames > frame_range.largest)
    throw std::runtime_error("a model runs for at most " + std::to_string(frame_range.largest) +
                             " frames; add --frames N to limit it");
  std::vector<uint8_t> buttons;
  for (uint64_t frame = 0; frame < frames; ++frame) buttons.push_back(player.at(frame).pads[0]);
  return buttons;
}

trace::Trace traceOfEngine(const ScriptedRun& run, const std::string& profile) {
  std::optional<trace::Profile> named;
  if (!profile.empty()) named = session::loadProfile(profile);
  return engineTrace(makeEngine(run.engine), named ? &*named : nullptr, run.settings, buttonsOf(run));
}

bool readsEngine(const ScriptedRun& run, bool has_trace, bool judges) {
  const bool engine = !run.engine.command.empty();
  const bool scripted = !run.input.empty() || run.frames;
  if (!engine && !has_trace)
    throw std::runtime_error("no trace is named; name one, or a program with --engine");
  if (!engine && (scripted || !run.settings.empty()))
    throw std::runtime_error("--input, --frames and --set are for a program that is run; add --engine CMD");
  if (engine && has_trace && scripted)
    throw std::runtime_error(
        "--input and --frames run the engine by itself, but a trace is named; leave one out");
  if (engine && has_trace && !judges)
    throw std::runtime_error(
        "--engine takes the place of the trace, but one is named; leave one out, or compare the two with "
        "`jumpscope diff` or `jumpscope plot`");
  return engine && !has_trace;
}

}  // namespace jumpscope::cli
