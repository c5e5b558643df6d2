// Traces that lie in files, with the write log and profile that belong to them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/app/arguments.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::app {

// A built-in profile by name, or a profile file by path (whatever ends in .json or holds a slash). Throws
// std::runtime_error.
trace::Profile loadProfile(const std::string& name_or_file);

struct TraceChoice {
  std::string path;
  std::string writes;   // empty: no write log
  std::string profile;  // empty: as the trace's header says
};

// Declares --writes and --profile; the positional TRACE is the command's own.
void declareTraceChoice(Arguments& arguments, TraceChoice& choice);

struct TraceFile {
  trace::Trace trace;
  trace::Profile profile;
  std::optional<std::vector<trace::Write>> writes;  // nullopt: no write log
};

// Throws std::runtime_error; also when neither the user nor the trace names a profile.
TraceFile readTraceFile(const TraceChoice& choice);

}  // namespace jumpscope::app
