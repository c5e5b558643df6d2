// jumpscope jumps: a line per jump of a trace.
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/options.h"
#include "src/jumps/jumps.h"
#include "src/session/trace_input.h"

namespace jumpscope::cli {

namespace {

struct JumpsOptions {
  session::TraceChoice trace;
  ScriptedRun run;
  std::string output;
  bool json = false, csv = false, curve = false;
};

session::TraceFile fileOf(const JumpsOptions& options) {
  if (!readsEngine(options.run, !options.trace.path.empty())) return session::readTraceFile(options.trace);
  if (!options.trace.writes.empty())
    throw std::runtime_error(
        "--writes names the write log of a trace, and an engine writes none; leave it out");
  session::TraceFile file{
      trace::packed(traceOfEngine(options.run, options.trace.profile)), {}, {}, std::nullopt};
  file.profile = session::profileOf(file.trace, options.trace.profile, "the engine's run");
  return file;
}

struct JumpsFound {
  std::vector<jumps::Jump> jumps;
  std::string start_unknown, events_unknown;  // why; "" where they are known
};

JumpsFound jumpsIn(const session::TraceFile& file) {
  sayNotes(file.notes);
  std::vector<jumps::Jump> found = jumps::findJumps(file.trace, file.profile, file.writes);
  return {found, jumps::whyStartUnknown(file.trace.rows, file.profile, found),
          jumps::whyEventsUnknown(file.profile, file.writes.has_value())};
}

int jumps(const JumpsOptions& options) {
  const auto [found, start_unknown, events_unknown] = jumpsIn(fileOf(options));
  if (options.json && options.csv) throw std::runtime_error("--json and --csv exclude each other");
  if (!start_unknown.empty()) sayNotes({start_unknown});
  if (!events_unknown.empty() && (options.curve || options.json)) base::say("note: " + events_unknown);
  if (options.curve) {
    base::writeOutput(options.output, options.json  ? base::jsonText(jumps::curveJson(found))
                                      : options.csv ? jumps::curveCsv(found)
                                                    : jumps::curveText(found));
    return 0;
  }
  base::writeOutput(options.output, options.json  ? base::jsonText(jumps::jumpsJson(found))
                                    : options.csv ? jumps::jumpsCsv(found)
                                                  : jumps::jumpsText(found));
  return 0;
}

}  // namespace

Action jumpsCommand(Arguments& arguments) {
  auto options = std::make_shared<JumpsOptions>();
  arguments.positional("TRACE", options->trace.path, false,
                       "a trace, or a recording of another program; or --engine");
  declareTraceChoice(arguments, options->trace);
  declareScriptedRun(arguments, options->run);
  arguments.flag("--curve", options->curve,
                 "print the height for each hold time, from jumps that landed undisturbed");
  arguments.flag("--json", options->json, "print JSON");
  arguments.flag("--csv", options->csv, "print CSV");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  return [options] { return jumps(*options); };
}

}  // namespace jumpscope::cli
