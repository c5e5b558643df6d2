#include "src/session/record.h"

#include "src/trace/recorder.h"

namespace jumpscope::session {

namespace {

// Where a run's rows and writes go; nullptr for the latter: nowhere.
template <class Rows, class Writes>
struct Kept {
  trace::Header& header;
  Rows& rows;
  Writes* writes;
};

// Returns Recording::notes.
template <class Rows, class Writes>
std::vector<std::string> record(Session& session, const Input& input, const std::string& profile_name,
                                const std::vector<trace::Watch>& watches, Kept<Rows, Writes> kept,
                                const EachFrame& each_frame) {
  kept.header = trace::headerOf(session.console.cartridge(), session.console.options(), input.movie_sha1,
                                profile_name, watches);
  kept.header.banks = trace::banksOf(session.console);
  trace::WriteSink write_sink;
  if (kept.writes) write_sink = [&](const trace::Write& write) { kept.writes->push_back(write); };
  const trace::Recorder recorder(
      session.console, watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { kept.rows.push_back(row); }, write_sink);
  for (uint64_t frame = 0; frame < input.frames; ++frame) {
    if (each_frame) each_frame(frame);
    session.runFrame();
  }
  std::vector<std::string> notes = input.notes;
  if (const std::string suspicion = session.suspicion(); !suspicion.empty()) notes.push_back(suspicion);
  return notes;
}

}  // namespace

Recording record(Session& session, const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, WriteLog write_log, const EachFrame& each_frame) {
  Recording recording;
  recording.notes =
      record(session, input, profile_name, watches,
             Kept{recording.trace.header, recording.trace.rows,
                  write_log == WriteLog::Keep ? &recording.writes : nullptr},
             each_frame);
  return recording;
}

Recording record(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, const EachFrame& each_frame) {
  Session session(std::move(cartridge), options, input);
  return record(session, input, profile_name, watches, WriteLog::Keep, each_frame);
}

PackedRecording recordPacked(Session& session, const Input& input, const std::string& profile_name,
                             const std::vector<trace::Watch>& watches, WriteLog write_log,
                             const EachFrame& each_frame) {
  PackedRecording recording;
  recording.notes =
      record(session, input, profile_name, watches,
             Kept{recording.trace.header, recording.trace.rows,
                  write_log == WriteLog::Keep ? &recording.writes : nullptr},
             each_frame);
  return recording;
}

PackedRecording recordPacked(std::shared_ptr<const console::Cartridge> cartridge,
                             const console::Options& options, const Input& input,
                             const std::string& profile_name, const std::vector<trace::Watch>& watches,
                             const EachFrame& each_frame) {
  Session session(std::move(cartridge), options, input);
  return recordPacked(session, input, profile_name, watches, WriteLog::Keep, each_frame);
}

}  // namespace jumpscope::session
