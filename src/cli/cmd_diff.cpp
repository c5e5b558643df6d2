// jumpscope diff: a trace, or a cartridge run now, against its model or against a golden trace.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/words.h"
#include "src/cli/claims.h"
#include "src/cli/cmd_diff.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/diff/diff.h"
#include "src/diff/lag_evidence.h"
#include "src/diff/model_rerun.h"
#include "src/engine/compare.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/physics/law.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "src/trace/columns.h"
#include "src/trace/watch.h"
#include "src/trace/write_log_file.h"
#include "src/why/why.h"

namespace jumpscope::cli {

diff::DiffTextOptions textOptions(const DiffOptions& options) {
  diff::DiffTextOptions text;
  text.context = options.context;
  text.all = options.all;
  text.all_columns = options.all_columns;
  text.claims = claims_page;
  return text;
}

void requireNoInput(const DiffOptions& options) {
  const std::vector<std::string> given = optionsOfARun(options.bare, options.machine, options.input);
  if (!given.empty())
    throw std::runtime_error(options.a + " is a trace, which no console runs; " + base::joined(given) +
                             (given.size() == 1 ? " applies" : " apply") + " to ROMs only");
}

Subject recordNow(const DiffOptions& options, const Cartridge& cartridge, const std::string& profile_name,
                  const std::vector<trace::Watch>& watches) {
  if (!options.writes.empty())
    throw std::runtime_error(
        "--writes names the write log of a trace; for a ROM it is recorded during the run");
  session::Input input = session::loadInput(options.input, *cartridge);
  session::PackedRecording recording = recordPackedWithProgress(
      cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on), input, profile_name,
      watches);
  sayNotes(recording.notes);
  return {std::move(recording.trace), std::move(recording.writes), std::move(input)};
}

trace::Symbols labelsOf(const DiffOptions& options, const Cartridge& a_runs, const trace::Header& a) {
  if (options.labels.files.empty()) return trace::Symbols();
  return a_runs ? session::loadLabels(options.labels, *a_runs) : session::loadLabels(options.labels, a);
}

void throwNothingCompared(const std::string& why) {
  throw std::runtime_error("nothing was compared: " + why);
}

void requireNothingToWatch(const DiffOptions& options, const std::string& path) {
  if (!options.watches.empty())
    throw std::runtime_error(
        path +
        " is a trace, whose watches are recorded; --watch applies to ROMs and recordings of "
        "memory only");
}

namespace {

Subject readSubject(const DiffOptions& options) {
  requireNoInput(options);
  requireNothingToWatch(options, options.a);
  session::LoadedPackedTrace loaded = session::loadPackedTrace(options.a, options.profile, options.labels);
  sayNotes(loaded.notes);
  if (loaded.recorded_elsewhere) {
    const trace::Profile profile = session::loadProfile(options.profile);
    session::requireColumns(
        loaded.trace.header, options.a, profile,
        options.engine.command.empty() ? diff::comparedModel(profile, options.model).game : nullptr);
  }
  Subject subject{std::move(loaded.trace), std::nullopt};
  if (!options.writes.empty()) subject.writes = trace::readPackedWriteLog(options.writes, subject.trace);
  return subject;
}

// A model's own trace: everything is computed again from what the trace says of itself.
int diffModelTrace(const DiffOptions& options, const trace::Trace& subject) {
  trace::Trace again;
  const physics::Settings settings =
      models::parseSettings(models::modelNamed(subject.header.model), options.settings);
  const diff::GoldenResult result = diff::diffWithItsModel(subject, again, settings);
  if (result.nothingCompared()) throwNothingCompared("the trace has no rows");
  base::writeOutput(options.output, options.json
                                        ? base::jsonText(diff::goldenJson(result))
                                        : diff::goldenText(subject, again, result, textOptions(options)));
  return result.same() ? 0 : 1;
}

diff::DiffResult compared(const DiffOptions& options, const Subject& subject, const trace::Profile& profile) {
  const size_t listed = options.all || options.json ? SIZE_MAX : 1;
  if (!options.engine.command.empty())
    return engine::compareWith(subject.trace, profile, subject.writes, makeEngine(options.engine),
                               {options.settings, engine::parseTolerances(options.tolerances), listed});
  const physics::Model& model = diff::comparedModel(profile, options.model);
  sayDoubtOf(model);
  return diff::compareWith(
      subject.trace, profile, subject.writes,
      {model.name, models::parseSettings(model, options.settings), options.strict, listed});
}

// What the first wrong value was computed from; "" where that cannot be told.
std::string whyOf(const diff::Difference& difference, const DiffOptions& options, const Cartridge& cartridge,
                  const Subject& subject, const trace::Symbols& symbols) {
  const trace::Header& header = subject.trace.header;
  const auto watch = std::find_if(header.watches.begin(), header.watches.end(),
                                  [&](const trace::Watch& known) { return known.name == difference.watch; });
  if (watch == header.watches.end() || watch->addresses.empty() || watch->take != trace::Take::Value)
    return "";
  const session::Input& input = *subject.input;
  try {
    const why::Answer answer =
        why::explain(cartridge, session::machineOptions(options.machine, *cartridge, input.recorded_on),
                     input, {*watch, difference.frame, 1, why::ChoicesTold::None});
    // Other code may have changed it after it was judged.
    if (answer.value != difference.got) return "";
    return why::asShortText(answer, {&symbols, header.watches});
  } catch (const std::runtime_error&) {  // the watch is not in RAM
    return "";
  }
}

// A law of a game names the game's watches. The trace of a law has other columns, which are those of every law.
bool isLawOfOtherColumns(const std::string& model, const trace::Header& header) {
  if (!models::namesLawFile(model) || !models::namesLawFile(header.model)) return false;
  const physics::Law& law = *models::modelNamed(model).law;
  const auto lacks = [&](const physics::LawNumber& number) {
    return std::any_of(number.parts.begin(), number.parts.end(),
                       [&](const physics::LawNumber::Part& part) { return !header.find(part.watch); });
  };
  return lacks(law.y) || lacks(law.speed);
}

int diffAgainstModel(const DiffOptions& options, const Cartridge& cartridge) {
  trace::Profile profile;
  Subject subject;
  if (cartridge) {
    profile = chosenProfile(options.profile, *cartridge, {options.input.movie});
    std::vector<trace::Watch> watches =
        withAskedWatches(options.watches, session::loadLabels(options.labels, *cartridge), profile.watches);
    trace::addLagWatch(watches);
    subject = recordNow(options, cartridge, profile.name, watches);
  } else {
    subject = readSubject(options);
    trace::Header& header = subject.trace.header;
    if (models::isModelTrace(subject.trace) && isLawOfOtherColumns(options.model, header))
      header.model = options.model;
    const bool asks_another = !options.model.empty() && options.model != header.model;
    if (models::isModelTrace(subject.trace) && options.engine.command.empty() && !asks_another &&
        options.profile.empty() && !subject.writes)
      return diffModelTrace(options, trace::unpacked(subject.trace));
    profile = session::profileOf(subject.trace, options.profile, options.a);
  }
  const trace::Symbols symbols = labelsOf(options, cartridge, subject.trace.header);
  if (!subject.trace.header.rule) subject.trace.header.rule = trace::carriedRule(profile);
  diff::DiffResult result = compared(options, subject, profile);
  if (result.nothingCompared())
    throwNothingCompared("there is no jump in " + std::to_string(subject.trace.rows.size()) +
                         " frames; run longer, or give a movie in which the player jumps");
  diff::labelWriters(result.differences, symbols);
  if (options.json) {
    base::writeOutput(options.output, base::jsonText(diff::diffJson(subject.trace, result)));
  } else {
    diff::DiffTextOptions text = textOptions(options);
    if (cartridge && !result.differences.empty())
      text.why = whyOf(result.differences.front(), options, cartridge, subject, symbols);
    base::writeOutput(options.output, diff::diffText(subject.trace, result, text));
  }
  return result.differences.empty() ? 0 : 1;
}

int diff(const DiffOptions& options) {
  // A bare dump takes the place of A, so that a lone name is the golden trace.
  const bool bare = !options.bare.prg.empty();
  if (bare && !options.b.empty())
    throw std::runtime_error(
        "a bare dump (--prg) can be compared with one golden trace only, but two files are named");
  if (!bare && options.a.empty())
    throw std::runtime_error("nothing to compare; name a trace, or a ROM with --movie F.fm2");
  session::RomChoice rom = options.bare;
  if (!bare) rom.rom = options.a;
  const std::string other = bare ? options.a : options.b;
  const Cartridge cartridge = session::loadIfCartridge(rom);
  const bool asks_for_model = !options.settings.empty() || !options.engine.command.empty() ||
                              !options.model.empty() || options.strict;
  if (!other.empty() && asks_for_model)
    throw std::runtime_error(
        "--model, --set, --strict and --engine are for a comparison with a model, and A is compared with B");
  if (!other.empty()) return diffTwo(options, cartridge, other);
  const bool engine = !options.engine.command.empty();
  if (!options.align.empty() || !options.columns.empty() || (!options.tolerances.empty() && !engine) ||
      options.common)
    throw std::runtime_error(
        "--align, --column, --common and --tolerance need two traces, but only one is named");
  if (engine && (!options.model.empty() || options.strict))
    throw std::runtime_error("--engine takes the place of --model, and has no --strict; leave these out");
  return diffAgainstModel(options, cartridge);
}

}  // namespace

Action diffCommand(Arguments& arguments) {
  auto options = std::make_shared<DiffOptions>();
  arguments.positional("A", options->a, false,
                       "a trace, a recording or table (CSV) of another program, or a ROM to run");
  arguments.positional(
      "B", options->b, false,
      "the expected values: a golden trace, a recording, a table or another ROM (default: A's model)");
  declareCartridge(arguments, options->bare);
  declareInput(arguments, options->input);
  declareStart(arguments, options->input);
  declareMachine(arguments, options->machine);
  declareBattery(arguments, options->machine);
  declareProfile(arguments, options->profile, "profile that names the watches (default: from A)");
  arguments.repeated(
      "--watch", options->watches, "NAME=ADDRESS[:TYPE]",
      "a value to record from a ROM in addition to the profile's, as in `jumpscope trace`; repeatable");
  arguments.option("--model", options->model, "NAME",
                   diff::comparableModels() +
                       " (default: from the profile); the trace of a model is recomputed with that model");
  arguments.suggest("--model", modelNames());
  arguments.repeated("--set", options->settings, "NAME=VALUE",
                     "a parameter of the model (see `jumpscope model --list`) or of the engine; repeatable");
  declareEngine(arguments, options->engine);
  arguments.option("--writes", options->writes, "FILE",
                   "the write log of trace A, which names the writer of a wrong byte");
  declareLabels(arguments, options->labels);
  arguments.choice("--align", options->align, {"frame", "jump"},
                   "pair the frames of two traces by number, or from their first jumps on; with jump, either "
                   "trace may end after that jump");
  arguments.flag(
      "--common", options->common,
      "compare only frames and columns that both traces have; by default a missing one is a difference");
  arguments.repeated("--column", options->columns, "A=B",
                     "compare watch A of the first with column B of the second; repeatable");
  arguments.repeated("--tolerance", options->tolerances, "WATCH=VALUE",
                     "the largest allowed difference of a watch; repeatable");
  arguments.number("--context", options->context, {0, 1000},
                   "frames shown before and after a difference (default 5)");
  arguments.flag("--strict", options->strict,
                 "report unjudged changes, made by other code than the model's routine, as differences");
  arguments.flag("--all", options->all, "show every difference, not only the first");
  arguments.flag(
      "--all-columns", options->all_columns,
      "in the frames shown, print every compared watch, not only those that differ and the height");
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  return [options] { return diff(*options); };
}

}  // namespace jumpscope::cli
