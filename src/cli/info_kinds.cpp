#include "src/cli/info_kinds.h"

#include <array>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "src/base/environment.h"
#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/json_value.h"
#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/base/zip.h"
#include "src/movie/bk2.h"
#include "src/movie/describe_movie.h"
#include "src/session/describe_file.h"
#include "src/session/fceux_state.h"
#include "src/session/recent.h"
#include "src/session/rom_file.h"
#include "src/suite/describe_suite.h"
#include "src/trace/describe.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"

namespace jumpscope::cli {

namespace {

namespace fs = std::filesystem;
using base::Facts;

struct Examined {
  std::string path;
  std::string name;  // for messages
  std::string rom;   // empty: to be looked for
  std::vector<uint8_t> bytes;

  std::string_view text() const { return base::asText(bytes); }
};

// The cartridge that is named or, of those that may be meant, the first for which `fits`.
std::optional<std::pair<std::string, bool>> matchingCartridge(
    const Examined& file, const std::string& named,
    const std::function<bool(const console::Cartridge&)>& fits) {
  std::vector<fs::path> places;
  size_t named_ones = 1;  // the others need not have to do with the file
  if (!file.rom.empty()) {
    places = {file.rom};
  } else {
    const fs::path folder = fs::path(file.path).parent_path(), name = fs::path(named).filename();
    if (!name.empty()) places = {folder / name, folder / (name.string() + ".nes")};
    named_ones = places.size();
    for (const fs::path& recent : session::recentCartridges(base::processEnvironment()))
      places.push_back(recent);
  }
  std::optional<std::pair<std::string, bool>> other;
  for (const fs::path& place : places) {
    std::error_code error;
    if (file.rom.empty() && !fs::is_regular_file(place, error)) continue;
    const auto cartridge = session::readIfCartridge(place.string());
    if (!cartridge && !file.rom.empty())
      throw std::runtime_error(file.rom + " is no cartridge; name the one that " + file.name +
                               " may belong to");
    if (!cartridge) continue;
    if (fits(*cartridge)) return std::pair(base::shownName(place), true);
    if (!other && size_t(&place - places.data()) < named_ones) other.emplace(base::shownName(place), false);
  }
  return other;
}

void addMatch(Facts& facts, const std::optional<std::pair<std::string, bool>>& match) {
  facts.emplace_back("matches", !match          ? "not known: no cartridge was found; name one after the file"
                                : match->second ? "yes: " + match->first
                                                : "no: " + match->first + " is another cartridge");
}

bool isMovie(const Examined& file) {
  if (file.text().starts_with("version ")) return true;
  if (!base::looksLikeZip(file.bytes)) return false;
  for (const std::string& name : base::Zip(file.bytes, file.name).names())
    if (name == "Input Log.txt") return true;
  return false;
}

Facts describeMovieFile(const Examined& file) {
  const movie::Movie movie = movie::parseMovie(file.bytes, file.name);
  Facts facts = movie::describeMovie(movie);
  if (!movie::namesItsRom(movie))
    facts.emplace_back(
        "matches", "not known: the movie has no checksum of its cartridge that FCEUX or BizHawk would write");
  else
    addMatch(facts, matchingCartridge(file, movie.rom_filename, [&](const console::Cartridge& cartridge) {
               return movie::matchesRom(movie, cartridge);
             }));
  return facts;
}

Facts describeTraceFile(const Examined& file) {
  const trace::Trace trace = trace::parseTrace(file.bytes, file.name);
  Facts facts = trace::describeTrace(trace);
  if (!trace.header.rom_sha1.empty())
    addMatch(facts, matchingCartridge(file, trace.header.rom_name, [&](const console::Cartridge& cartridge) {
               return cartridge.prgChrSha1() == trace.header.rom_sha1;
             }));
  return facts;
}

Facts describeStateFile(const Examined& file) {
  Facts facts = session::describeState(file.bytes, file.name);
  if (const std::string sha1 = session::cartridgeOfState(file.bytes); !sha1.empty())
    addMatch(facts, matchingCartridge(file, "", [&](const console::Cartridge& cartridge) {
               return cartridge.prgChrSha1() == sha1;
             }));
  return facts;
}

// The key that only this kind of JSON has.
bool isJsonWith(const Examined& file, const char* key) {
  const nlohmann::json json = nlohmann::json::parse(file.text(), nullptr, false);
  return json.is_object() && json.contains(key);
}

// Throws std::runtime_error where a file that begins like JSON is none, and where it is of no kind that is known.
void requireJson(const Examined& file) {
  const size_t first = file.text().find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || file.text()[first] != '{') return;
  base::parseJson(file.text(), file.name);
  throw std::runtime_error(
      file.name +
      " is JSON, but neither a suite nor a profile nor a trace: expected the key \"cases\" of a "
      "suite or \"watches\" of a profile");
}

// Throws std::runtime_error where a file that is named as a table is none.
void requireTable(const Examined& file) {
  for (const char* extension : {".csv", ".tsv"})
    if (file.name.ends_with(extension)) trace::profilesOfColumns(file.bytes, file.name);
}

// The columns of a table, read as they are.
Facts describeRecording(const Examined& file) {
  const trace::Recording table = trace::parseRecording(file.bytes, file.name, {});
  Facts facts = trace::describeTrace(table.trace);
  for (const auto& [column, why] : table.unread) facts.emplace_back("left out", column + ": " + why);
  for (const std::string& profile : trace::profilesOfColumns(file.bytes, file.name))
    facts.emplace_back("profile", profile + " fits the columns");
  return facts;
}

bool isRecording(const Examined& file) {
  try {
    trace::profilesOfColumns(file.bytes, file.name);
    return true;
  } catch (const std::runtime_error&) {
    return false;
  }
}

bool hasLabels(const Examined& file) {
  try {
    trace::Symbols symbols(trace::Symbols::unknown_size);
    trace::readSymbols(file.text(), file.name, symbols);
    return !symbols.empty();
  } catch (const std::runtime_error&) {
    return false;
  }
}

struct FileKind {
  const char* name;
  bool (*is)(const Examined&);
  Facts (*describe)(const Examined&);
};

// In this order: the last ones are recognized by fewer marks.
constexpr std::array<FileKind, 8> file_kinds{{
    {"trace", [](const Examined& file) { return trace::isTrace(file.bytes); }, describeTraceFile},
    {"state",
     [](const Examined& file) { return session::isState(file.bytes) || session::isFceuxState(file.bytes); },
     describeStateFile},
    {"patch", [](const Examined& file) { return session::isPatch(file.bytes); },
     [](const Examined& file) { return session::describePatch(file.bytes, file.name); }},
    {"movie", isMovie, describeMovieFile},
    {"suite", [](const Examined& file) { return isJsonWith(file, "cases"); },
     [](const Examined& file) { return suite::describeSuite(suite::parseSuite(file.text(), file.name)); }},
    {"profile", [](const Examined& file) { return isJsonWith(file, "watches"); },
     [](const Examined& file) {
       return trace::describeProfile(trace::parseProfile(file.text(), file.name));
     }},
    {"recording", isRecording, describeRecording},
    {"labels", hasLabels,
     [](const Examined& file) {
       trace::Symbols symbols(trace::Symbols::unknown_size);
       trace::readSymbols(file.text(), file.name, symbols);
       return trace::describeLabels(symbols);
     }},
}};

}  // namespace

FileInfo describeFile(const std::string& path, const std::string& rom) {
  const std::string name = base::shownName(path);
  const Examined file{path, name, rom, base::decompressed(base::readFile(path), name)};
  std::string known = "cartridge";
  for (const FileKind& kind : file_kinds) {
    if (kind.is(file)) return {kind.name, kind.describe(file)};
    known.append(&kind == &file_kinds.back() ? " or " : ", ").append(kind.name);
  }
  requireJson(file);
  requireTable(file);
  throw std::runtime_error(name + " is none of the files that info knows by their content: expected a " +
                           known);
}

}  // namespace jumpscope::cli
