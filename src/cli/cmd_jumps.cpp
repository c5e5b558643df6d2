// jumpscope jumps: a line per jump of a trace.
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/jumps/jumps.h"
#include "src/session/trace_input.h"

namespace jumpscope::cli {

namespace {

struct JumpsOptions {
  session::TraceChoice trace;
  std::string output;
  bool json = false, csv = false, curve = false;
};

int jumps(const JumpsOptions& options) {
  const session::TraceFile file = session::readTraceFile(options.trace);
  sayNotes(file.notes);
  const std::vector<jumps::Jump> found = file.writes
                                             ? jumps::findJumps(file.trace, file.profile, *file.writes)
                                             : jumps::findJumps(file.trace, file.profile, nullptr);
  if (options.json && options.csv) throw std::runtime_error("--json and --csv exclude each other");
  if (const std::string start = jumps::whyStartUnknown(file.trace, file.profile, found); !start.empty())
    sayNotes({start});
  const std::string unknown = jumps::whyEventsUnknown(file.profile, file.writes.has_value());
  if (!unknown.empty() && (options.curve || options.json)) base::say("note: " + unknown);
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
  arguments.positional("TRACE", options->trace.path, true, "a trace, or a recording of another program");
  declareTraceChoice(arguments, options->trace);
  arguments.flag("--curve", options->curve,
                 "print the height for each hold time, from jumps that landed undisturbed");
  arguments.flag("--json", options->json, "print JSON");
  arguments.flag("--csv", options->csv, "print CSV");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output", textFormat());
  return [options] { return jumps(*options); };
}

}  // namespace jumpscope::cli
