#include "src/session/record.h"

#include "src/trace/recorder.h"

namespace jumpscope::session {

Recording record(Session& session, const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, WriteLog write_log, const EachFrame& each_frame) {
  Recording recording;
  recording.trace.header = trace::headerOf(session.console.cartridge(), session.console.options(),
                                           input.movie_sha1, profile_name, watches);
  recording.trace.header.banks = trace::banksOf(session.console);
  trace::WriteSink write_sink;
  if (write_log == WriteLog::Keep)
    write_sink = [&](const trace::Write& write) { recording.writes.push_back(write); };
  const trace::Recorder recorder(
      session.console, watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { recording.trace.rows.push_back(row); }, write_sink);
  for (uint64_t frame = 0; frame < input.frames; ++frame) {
    if (each_frame) each_frame(frame);
    session.runFrame();
  }
  recording.notes = input.notes;
  if (const std::string suspicion = session.suspicion(); !suspicion.empty())
    recording.notes.push_back(suspicion);
  return recording;
}

Recording record(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                 const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, const EachFrame& each_frame) {
  Session session(std::move(cartridge), options, input);
  return record(session, input, profile_name, watches, WriteLog::Keep, each_frame);
}

}  // namespace jumpscope::session
