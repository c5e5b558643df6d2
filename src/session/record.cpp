#include "src/session/record.h"

#include "src/trace/recorder.h"

namespace jumpscope::session {

namespace {

// A Recording or PackedRecording.
template <class Made>
Made recordAs(Session& session, const Input& input, const std::string& profile_name,
              const std::vector<trace::Watch>& watches, WriteLog write_log, const EachFrame& each_frame) {
  Made made;
  made.trace.header = trace::headerOf(session.console.cartridge(), session.console.options(),
                                      input.movie_sha1, profile_name, watches);
  made.trace.header.banks = trace::banksOf(session.console);
  made.trace.header.state_sha1 = stateSha1(input.start);
  trace::WriteSink write_sink;
  if (write_log == WriteLog::Keep)
    write_sink = [&](const trace::Write& write) { made.writes.push_back(write); };
  const trace::Recorder recorder(
      session.console, watches, [&](uint64_t) { return session.buttons(); },
      [&](const trace::Row& row) { made.trace.rows.push_back(row); }, write_sink);
  for (uint64_t frame = 0; frame < input.frames; ++frame) {
    if (each_frame) each_frame(frame);
    session.runFrame();
  }
  made.notes = input.notes;
  const std::vector<std::string> of_run = session.notes();
  made.notes.insert(made.notes.end(), of_run.begin(), of_run.end());
  return made;
}

}  // namespace

Recording record(Session& session, const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches, WriteLog write_log, const EachFrame& each_frame) {
  return recordAs<Recording>(session, input, profile_name, watches, write_log, each_frame);
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
  return recordAs<PackedRecording>(session, input, profile_name, watches, write_log, each_frame);
}

PackedRecording recordPacked(std::shared_ptr<const console::Cartridge> cartridge,
                             const console::Options& options, const Input& input,
                             const std::string& profile_name, const std::vector<trace::Watch>& watches,
                             const EachFrame& each_frame) {
  Session session(std::move(cartridge), options, input);
  return recordPacked(session, input, profile_name, watches, WriteLog::Keep, each_frame);
}

}  // namespace jumpscope::session
