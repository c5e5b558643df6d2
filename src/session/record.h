// Traces made from a running console.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/session/machine.h"
#include "src/session/session.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/trace.h"

namespace jumpscope::session {

struct Recording {
  trace::Trace trace;
  std::vector<trace::Write> writes;  // to the watched bytes; empty with WriteLog::Leave
  std::vector<std::string> notes;    // about the movie: see notesOn and Session::suspicion
};

// Called before each frame with its number.
using EachFrame = std::function<void(uint64_t frame)>;

enum class WriteLog : uint8_t { Leave, Keep };

// Runs a session that was just powered on to the end of its input and keeps everything in memory.
Recording record(Session& session, const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, WriteLog write_log,
                 const EachFrame& each_frame = {});
// The same with a session of its own, and with the writes.
Recording record(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, const EachFrame& each_frame = {});

// A long run, in little memory.
struct PackedRecording {
  trace::PackedTrace trace;
  trace::PackedWrites writes;
  std::vector<std::string> notes;
};
PackedRecording recordPacked(Session& session, const Input& input, const std::string& profile_name,
                             const std::vector<trace::Watch>& watches, WriteLog write_log,
                             const EachFrame& each_frame = {});
PackedRecording recordPacked(std::shared_ptr<const console::Cartridge> cartridge,
                             const console::Options& options, const Input& input,
                             const std::string& profile_name, const std::vector<trace::Watch>& watches,
                             const EachFrame& each_frame = {});

}  // namespace jumpscope::session
