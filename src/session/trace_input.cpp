#include "src/session/trace_input.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::session {

trace::Profile loadProfile(const std::string& name_or_file, const std::filesystem::path& folder) {
  if (!name_or_file.ends_with(".json") && name_or_file.find('/') == std::string::npos)
    return trace::builtinProfile(name_or_file);
  const std::filesystem::path path = folder / name_or_file;
  const std::vector<uint8_t> file = base::readFile(path);
  trace::Profile profile = trace::parseProfile(base::asText(file), base::printable(path.string()));
  if (profile.model.empty() && models::hasLaw(base::asText(file)))
    profile.model = models::loadLaw(path, path.string()).name;
  return profile;
}

const trace::KnownRom* findKnownRom(const console::Cartridge& cartridge, const trace::Profile& profile) {
  for (const trace::KnownRom& rom : profile.roms) {
    if (!rom.prg_chr_sha1.empty() && rom.prg_chr_sha1 == cartridge.prgChrSha1()) return &rom;
    if (!rom.file_sha1.empty() && rom.file_sha1 == cartridge.fileSha1()) return &rom;
  }
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
      "no built-in profile lists " + cartridge.name + " (PRG+CHR SHA-1 " + cartridge.prgChrSha1() +
      "); profiles are: " + names +
      "; name one with --profile NAME if the game keeps its variables there, or write one for this game "
      "(docs/tracing.md shows how, `jumpscope search` finds the addresses) and name its file with "
      "--profile FILE");
}

trace::Profile profileOf(const trace::TraceView& trace, const std::string& asked, const std::string& path) {
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

namespace {

[[noreturn]] void throwNeedsProfile(const std::vector<uint8_t>& content, const std::string& name) {
  std::string sentence =
      name + " is a recording of another program; say what its bytes mean with --profile NAME|FILE";
  if (!trace::isRawRam(name))
    for (const std::string& fitting : trace::profilesOfColumns(content, name))
      sentence += ", e.g. --profile " + fitting;
  throw std::runtime_error(sentence);
}

// "$00CE (y_position)", "y_position" for a watch without addresses or of no profile.
std::string columnOf(const std::string& watch, const trace::Profile& profile) {
  for (const trace::Watch& known : profile.watches)
    if (known.name == watch && !known.addresses.empty())
      return trace::columnsText(known) + " (" + watch + ")";
  return watch;
}

}  // namespace

LoadedTrace loadTrace(const std::string& path, const std::string& profile, const LabelChoice& labels,
                      const std::filesystem::path& folder) {
  std::optional<trace::Profile> named;
  if (!profile.empty()) named = loadProfile(profile, folder);
  return loadTrace(folder / path, named ? &*named : nullptr, labels);
}

namespace {

LoadedTrace loadRecording(const std::filesystem::path& place, const trace::Profile* profile,
                          const LabelChoice& labels) {
  const std::string name = base::shownName(place);
  const std::vector<uint8_t> content = base::decompressed(base::readFile(place), name);
  if (content.empty()) throw std::runtime_error(name + " is empty; expected a trace or a recording");
  if (base::asText(content).starts_with("NES\x1A") && !trace::isRawRam(name))
    throw std::runtime_error(name + " is a cartridge; expected a trace, which `jumpscope trace " + name +
                             " -o F.csv` with --movie or --press and --frames records");
  if (!profile) throwNeedsProfile(content, name);
  const trace::Symbols symbols = loadLabels(labels);
  trace::Recording recording = trace::parseRecording(content, name, *profile, {&symbols, {}});
  return {std::move(recording.trace), true, std::move(recording.notes)};
}

}  // namespace

LoadedTrace loadTrace(const std::filesystem::path& place, const trace::Profile* profile,
                      const LabelChoice& labels) {
  if (auto reader = trace::openTrace(base::filePieces(place), base::shownName(place)))
    return {reader->rest(), false, {}};
  return loadRecording(place, profile, labels);
}

LoadedPackedTrace loadPackedTrace(const std::string& path, const std::string& profile,
                                  const LabelChoice& labels) {
  std::optional<trace::Profile> named;
  if (!profile.empty()) named = loadProfile(profile);
  if (auto reader = trace::openTrace(base::filePieces(path), base::shownName(path)))
    return {reader->packedRest(), false, {}};
  LoadedTrace loaded = loadRecording(path, named ? &*named : nullptr, labels);
  return {trace::packed(std::move(loaded.trace)), true, std::move(loaded.notes)};
}

namespace {

// A model's variable is an integer: a column of decimals beside it would be read as other numbers.
void requireIntegers(const trace::Header& recording, const std::string& path, const std::string& watch,
                     const trace::Profile& profile) {
  const auto column = recording.find(watch);
  if (!column) return;
  for (const trace::Watch& known : profile.watches)
    if (known.name == watch && known.fraction_bits != recording.watches[*column].fraction_bits)
      throw std::runtime_error(path + " has decimals in the column " + watch + ", but the model " +
                               profile.model +
                               " computes with the game's bytes; compare real numbers with a golden trace");
}

}  // namespace

void requireColumns(const trace::Header& recording, const std::string& path, const trace::Profile& profile,
                    const physics::Game* game) {
  std::vector<std::string> missing;
  const auto need = [&](const std::string& watch) {
    if (watch.empty() || recording.find(watch)) return;
    const std::string column = columnOf(watch, profile);
    if (std::find(missing.begin(), missing.end(), column) == missing.end()) missing.push_back(column);
  };
  need(profile.height_watch);
  for (const trace::Condition& condition : profile.jump_when) need(condition.watch);
  if (game)
    for (const physics::Variable& variable : game->variables()) {
      const auto feed = profile.feeds.find(std::string(variable.name));
      const std::string watch = feed != profile.feeds.end() ? feed->second : std::string(variable.name);
      if (variable.needed) need(watch);
      requireIntegers(recording, path, watch, profile);
    }
  if (missing.empty()) return;
  std::string list;
  for (size_t i = 0; i < missing.size(); ++i)
    list.append(i == 0 ? "" : i + 1 == missing.size() ? " and " : ", ").append(missing[i]);
  throw std::runtime_error(path + " lacks " + (missing.size() == 1 ? "the column " : "the columns ") + list +
                           ", which the profile " + profile.name + (game ? " and its model need" : " needs") +
                           " here; record them too");
}

TraceFile readTraceFile(const TraceChoice& choice) {
  LoadedPackedTrace loaded = loadPackedTrace(choice.path, choice.profile, choice.labels);
  const trace::Profile profile = profileOf(loaded.trace, choice.profile, choice.path);
  if (loaded.recorded_elsewhere) requireColumns(loaded.trace.header, choice.path, profile);
  TraceFile file{std::move(loaded.trace), std::move(loaded.notes), profile, std::nullopt};
  if (!choice.writes.empty()) file.writes = trace::readPackedWriteLog(choice.writes, file.trace);
  return file;
}

}  // namespace jumpscope::session
