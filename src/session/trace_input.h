// Traces read from files, with their write logs and profiles.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/console/cartridge.h"
#include "src/physics/game.h"
#include "src/session/labels.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::session {

// All of these throw std::runtime_error.

// A built-in profile by name, or a profile file by its path relative to `folder` (a name that ends in .json or
// contains a slash).
trace::Profile loadProfile(const std::string& name_or_file, const std::filesystem::path& folder = {});
// The entry of a profile that lists this cartridge by one of its hashes; nullptr: none does.
const trace::KnownRom* findKnownRom(const console::Cartridge& cartridge, const trace::Profile& profile);
// The built-in profile that lists this cartridge; nullptr: none does.
const trace::Profile* findBuiltinProfile(const console::Cartridge& cartridge);
// The same, for callers that need one.
trace::Profile profileOf(const console::Cartridge& cartridge);
// The profile that `asked` names or, if it is empty, the one that the trace was made with: its header has
// its rule, or it is built in. `path` is the trace's.
trace::Profile profileOf(const trace::TraceView& trace, const std::string& asked, const std::string& path);

// A trace of jumpscope, or another program's recording as one.
struct LoadedTrace {
  trace::Trace trace;
  bool recorded_elsewhere = false;  // a recording; trace.header.profile is the profile that it was read with
  std::vector<std::string> notes;   // sentences for the user
};

// Reads a trace or a recording (src/trace/recording.h), compressed or not; the content says which it is. A recording
// needs `profile`, NAME or FILE relative to `folder`; labels name its columns. `path` is relative to `folder`, too.
LoadedTrace loadTrace(const std::string& path, const std::string& profile, const LabelChoice& labels = {},
                      const std::filesystem::path& folder = {});
// The same with a profile that is read already; nullptr: none, so that a recording is refused.
LoadedTrace loadTrace(const std::filesystem::path& place, const trace::Profile* profile,
                      const LabelChoice& labels);
// The same with its rows packed as they are read.
struct LoadedPackedTrace {
  trace::PackedTrace trace;
  bool recorded_elsewhere = false;
  std::vector<std::string> notes;
};
LoadedPackedTrace loadPackedTrace(const std::string& path, const std::string& profile,
                                  const LabelChoice& labels = {});

// Throws when a recording lacks columns that finding jumps takes or, where `game` is given, a comparison with the
// game's model, which takes bytes; names the columns.
void requireColumns(const trace::Header& recording, const std::string& path, const trace::Profile& profile,
                    const physics::Game* game = nullptr);

// What the commands that read one trace ask for.
struct TraceChoice {
  std::string path;
  std::string writes;   // empty: no write log
  std::string profile;  // empty: as the trace says
  LabelChoice labels;   // of a recording's columns
};

struct TraceFile {
  trace::PackedTrace trace;
  std::vector<std::string> notes;
  trace::Profile profile;
  std::optional<trace::PackedWrites> writes;  // nullopt: no write log
};

TraceFile readTraceFile(const TraceChoice& choice);

}  // namespace jumpscope::session
