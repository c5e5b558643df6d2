#include "src/play/cases.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/session/record.h"
#include "src/suite/suite.h"
#include "src/trace/columns.h"
#include "src/trace/trace_file.h"

namespace jumpscope::play {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* suite_name = "suite.json";

std::string readText(const fs::path& path) {
  const std::vector<uint8_t> file = base::readFile(path);
  return {file.begin(), file.end()};
}

bool isTaken(const fs::path& folder, const suite::Suite& suite, const std::string& name) {
  for (const char* extension : {".fm2", ".golden.csv", ".profile.json"})
    if (fs::exists(folder / base::concat({name, extension}))) return true;
  return std::any_of(suite.cases.begin(), suite.cases.end(),
                     [&](const suite::SuiteCase& one) { return one.name == name; });
}

std::string freeName(const fs::path& folder, const suite::Suite& suite) {
  for (int number = 1;; ++number) {
    std::string name = base::concat({"case-", std::to_string(number)});
    if (!isTaken(folder, suite, name)) return name;
  }
}

void requireName(const fs::path& folder, const suite::Suite& suite, const std::string& name) {
  const bool plain = name.front() != '.' && std::all_of(name.begin(), name.end(), [](char c) {
                       return static_cast<unsigned char>(c) >= ' ' && c != '/' && c != '\\';
                     });
  if (!plain)
    throw std::runtime_error(
        base::concat({"a case cannot be called '", name,
                      "', because files get this name; use letters, digits, spaces and dashes"}));
  if (isTaken(folder, suite, name))
    throw std::runtime_error(
        base::concat({"the case '", name, "' already exists in ", folder.string(), "; choose another name"}));
}

// Relative to the suite, so that both can be moved together.
std::string pathInSuite(const fs::path& rom, const fs::path& folder, const console::Cartridge& cartridge) {
  std::error_code error;
  // The folder may not be there yet: a path that does not begin at the root would not be found from there.
  const fs::path relative =
      rom.empty() ? fs::path() : fs::relative(fs::absolute(rom), fs::absolute(folder), error);
  return relative.empty() ? cartridge.name : relative.generic_string();
}

bool isBuiltIn(const trace::Profile& profile) {
  const std::vector<std::string> names = trace::builtinProfileNames();
  return std::find(names.begin(), names.end(), profile.name) != names.end() &&
         trace::profileToJson(trace::builtinProfile(profile.name)) == trace::profileToJson(profile);
}

bool followsModel(const session::Recording& recording, const trace::Profile& profile) {
  if (!diff::comparableModel(profile)) return false;
  const diff::DiffResult diff = diff::compareWith(recording.trace, profile, recording.writes);
  return !diff.nothingCompared() && diff.differences.empty();
}

// Only what differs from the defaults.
void putMachine(ordered_json& entry, const console::Options& machine, const console::Cartridge& cartridge) {
  const session::MachineChoice usual;
  const session::RecordedOn movie{machine.region == mappers::Region::Pal, std::nullopt};
  if (machine.region != session::machineOptions(usual, cartridge, movie).region)
    entry["region"] = mappers::regionName(machine.region);
  if (machine.ram_init.kind != console::RamInit::Kind::Fceux)
    entry["ram_init"] = console::toString(machine.ram_init);
  if (machine.alignment != console::default_alignment) entry["alignment"] = machine.alignment;
}

std::string newSuite(const std::string& name, const std::string& entry) {
  const std::string quoted = base::compactJson(ordered_json(name));
  return base::concat({"{\n  \"format\": \"jumpscope-suite\",\n  \"version\": 1,\n  \"name\": ", quoted,
                       ",\n  \"cases\": [\n    ", entry, "\n  ]\n}\n"});
}

// A suite's defaults apply to every case: they must not change the one that is added.
void requireUndisturbed(const suite::SuiteCase& parsed, const std::string& entry) {
  const suite::Suite alone = suite::parseSuite(newSuite("alone", entry), suite_name);
  const suite::SuiteCase& meant = alone.cases.front();
  const bool same = parsed.input == meant.input && parsed.machine == meant.machine &&
                    parsed.patches == meant.patches && parsed.watches.empty() && parsed.trace.empty();
  if (!same)
    throw std::runtime_error(
        "the defaults of suite.json (press, frames, watches or the machine) would apply to the new case too; "
        "save "
        "it into another folder");
}

}  // namespace

std::string withCase(std::string_view text, std::string_view entry) {
  size_t depth = 0, string_start = 0, end = text.size();
  bool in_string = false, in_cases = false;
  std::string_view last_string;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      if (in_string) last_string = text.substr(string_start, i - string_start);
      in_string = !in_string;
      string_start = i + 1;
    } else if (!in_string && (c == '{' || c == '[')) {
      if (++depth == 2) in_cases = c == '[' && last_string == "cases";
    } else if (!in_string && (c == '}' || c == ']')) {
      if (depth-- == 2 && in_cases) end = i;
    }
  }
  const size_t last = text.find_last_not_of(" \t\r\n", end - 1);
  return base::concat({text.substr(0, last + 1), ",\n    ", entry, text.substr(last + 1)});
}

CaseSource caseOf(const Game& game) {
  if (!game.profile())
    throw std::runtime_error("a case needs a profile, which says what is compared; add --profile");
  CaseSource source{game.cartridge(), game.options().machine, *game.profile(), game.movie()};
  if (game.frame() == 0) throw std::runtime_error("nothing has been played yet, so there is no case to save");
  return source;
}

SavedCase saveCase(const Game& game, const fs::path& folder, std::string name, const fs::path& rom,
                   const std::vector<std::string>& patches) {
  return saveCase(caseOf(game), folder, std::move(name), rom, patches);
}

SavedCase saveCase(const CaseSource& source, const fs::path& folder, std::string name, const fs::path& rom,
                   const std::vector<std::string>& patches) {
  const trace::Profile& profile = source.profile;
  const std::string fm2 = movie::writeFm2(source.movie);

  const fs::path suite_path = folder / suite_name;
  const bool extends = fs::exists(suite_path);
  const std::string old_text = extends ? readText(suite_path) : "";
  const suite::Suite suite = extends ? suite::parseSuite(old_text, suite_name) : suite::Suite{};
  if (name.empty()) name = freeName(folder, suite);
  requireName(folder, suite, name);

  SavedCase saved;
  saved.name = name;
  const std::string movie_name = base::concat({name, ".fm2"}),
                    golden_name = base::concat({name, ".golden.csv"});
  console::Options machine = source.machine;
  machine.video = machine.audio = false;
  const session::Input input =
      session::playMovie(movie::parseFm2(std::vector<uint8_t>(fm2.begin(), fm2.end()), movie_name));
  std::vector<trace::Watch> watches = profile.watches;
  const bool lag_added = trace::addLagWatch(watches);
  session::Recording recording = session::record(source.cartridge, machine, input, profile.name, watches);
  saved.model = followsModel(recording, profile);
  if (lag_added) trace::dropLagWatch(recording.trace);

  base::OutputSet files;
  const auto add = [&](const std::string& file, std::string text) {
    saved.files.push_back(folder / file);
    files.add(saved.files.back().string(), std::move(text));
  };
  add(movie_name, fm2);
  add(golden_name, trace::encodeTrace(recording.trace, trace::TraceFormat::Csv));
  ordered_json entry{{"name", name}};
  // The hash in a suite is that of the cartridge without patches.
  if (patches.empty()) entry["rom"]["sha1"] = source.cartridge->prgChrSha1();
  entry["rom"]["file"] = pathInSuite(rom, folder, *source.cartridge);
  for (const std::string& patch : patches)
    entry["patch"].push_back(pathInSuite(fs::absolute(patch), folder, *source.cartridge));
  entry["movie"] = movie_name;
  entry["profile"] = profile.name;
  if (!isBuiltIn(profile)) {
    const std::string profile_name = base::concat({name, ".profile.json"});
    entry["profile"] = profile_name;
    add(profile_name, base::jsonText(trace::profileToJson(profile)));
  }
  putMachine(entry, machine, *source.cartridge);
  entry["expect"] = {{"golden", golden_name}};
  if (saved.model) entry["expect"]["model"] = true;

  const std::string entry_text = base::compactJson(entry);
  const std::string text =
      extends ? withCase(old_text, entry_text) : newSuite(source.cartridge->name, entry_text);
  requireUndisturbed(suite::parseSuite(text, suite_name).cases.back(), entry_text);
  add(suite_name, text);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw std::runtime_error(
        base::concat({"cannot create the folder ", folder.string(), " for cases: ", error.message()}));
  files.commit();
  return saved;
}

}  // namespace jumpscope::play
