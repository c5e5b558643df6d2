// jumpscope jumps: a line per jump of a trace.
#include <memory>
#include <stdexcept>

#include "src/app/commands.h"
#include "src/app/json.h"
#include "src/app/output.h"
#include "src/app/trace_input.h"
#include "src/compare/jumps.h"

namespace jumpscope::app {

namespace {

struct JumpsOptions {
  TraceChoice trace;
  std::string output;
  bool json = false, csv = false, curve = false;
};

int jumps(const JumpsOptions& options) {
  const TraceFile file = readTraceFile(options.trace);
  const std::vector<compare::Jump> found = file.writes
                                               ? compare::findJumps(file.trace, file.profile, *file.writes)
                                               : compare::findJumps(file.trace, file.profile, nullptr);
  if (options.json && options.csv) throw std::runtime_error("--json and --csv exclude each other");
  if (options.curve) {
    writeOutput(options.output, options.json  ? jsonText(compare::curveJson(found))
                                : options.csv ? compare::curveCsv(found)
                                              : compare::curveText(found));
    return 0;
  }
  writeOutput(options.output, options.json  ? jsonText(compare::jumpsJson(found))
                              : options.csv ? compare::jumpsCsv(found)
                                            : compare::jumpsText(found));
  return 0;
}

}  // namespace

Action jumpsCommand(Arguments& arguments) {
  auto options = std::make_shared<JumpsOptions>();
  arguments.positional("TRACE", options->trace.path, true, "a trace as `jumpscope trace` writes it");
  declareTraceChoice(arguments, options->trace);
  arguments.flag("--curve", options->curve,
                 "how high which hold goes: a line for each hold, of the jumps that landed undisturbed");
  arguments.flag("--json", options->json, "for programs: JSON");
  arguments.flag("--csv", options->csv, "for programs: CSV");
  arguments.option("-o,--output", options->output, "FILE", "default: standard output");
  return [options] { return jumps(*options); };
}

}  // namespace jumpscope::app
