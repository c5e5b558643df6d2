#include "src/session/trace_input.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/text.h"
#include "src/models/model_trace.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::session {

trace::Profile loadProfile(const std::string& name_or_file, const std::filesystem::path& folder) {
  if (!name_or_file.ends_with(".json") && name_or_file.find('/') == std::string::npos)
    return trace::builtinProfile(name_or_file);
  const std::filesystem::path path = folder / name_or_file;
  return trace::parseProfile(base::asText(base::readFile(path)), path.filename().string());
}

const trace::KnownRom* findKnownRom(const console::Cartridge& cartridge, const trace::Profile& profile) {
  const auto equal = [](const std::string& listed, const std::string& found) {
    return !listed.empty() && listed == found;
  };
  for (const trace::KnownRom& rom : profile.roms)
    if (equal(rom.prg_chr_sha1, cartridge.prg_chr_sha1) || equal(rom.file_sha1, cartridge.file_sha1))
      return &rom;
  return nullptr;
}

const trace::Profile* findBuiltinProfile(const console::Cartridge& cartridge) {
  for (const std::string& name : trace::builtinProfileNames())
    if (findKnownRom(cartridge, trace::builtinProfile(name))) return &trace::builtinProfile(name);
  return nullptr;
}

trace::Profile profileOf(const console::Cartridge& cartridge) {
  if (const trace::Profile* profile = findBuiltinProfile(cartridge)) return *profile;
  std::string names;
  for (const std::string& name : trace::builtinProfileNames()) {
    const std::string& title = trace::builtinProfile(name).title;
    names += (names.empty() ? "" : ", ") + name + (title.empty() ? "" : " (" + title + ")");
  }
  throw std::runtime_error(
      "no profile is known for " + cartridge.name + " (PRG+CHR SHA-1 " + cartridge.prg_chr_sha1 +
      "): the built-in profiles are: " + names +
      "; write one for this game (`jumpscope search` finds its addresses, docs/tracing.md "
      "shows the way) and name it with --profile FILE");
}

trace::Profile profileOf(const trace::Trace& trace, const std::string& asked, const std::string& path) {
  if (!asked.empty()) return loadProfile(asked);
  if (std::optional<trace::Profile> known = trace::profileOf(trace.header)) return *std::move(known);
  if (trace.header.profile.empty() && !trace.header.model.empty())
    return models::modelProfile(models::modelNamed(trace.header.model));
  if (trace.header.profile.empty())
    throw std::runtime_error(path + " was made without a profile; name one with --profile NAME|FILE");
  throw std::runtime_error(
      path + " was made with the profile '" + trace.header.profile +
      "', which is not built in, and does not contain its jump rule; add --profile and its file");
}

TraceFile readTraceFile(const TraceChoice& choice) {
  TraceFile file{trace::readTrace(choice.path), {}, std::nullopt};
  file.profile = profileOf(file.trace, choice.profile, choice.path);
  if (!choice.writes.empty()) file.writes = trace::readWriteLog(choice.writes, file.trace.header.watches);
  return file;
}

}  // namespace jumpscope::session
