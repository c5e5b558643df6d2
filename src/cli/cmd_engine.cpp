// jumpscope engine new: a project of the user's own, whose step is empty.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/embedded.h"
#include "src/cli/options.h"
#include "src/engine/compare.h"
#include "src/session/trace_input.h"

namespace jumpscope::cli {
namespace {

namespace fs = std::filesystem;

struct EngineOptions {
  std::string action, language, profile, folder = "engine", rom = "game.nes", movie = "run.fm2";
};

struct Language {
  std::string name;
  std::vector<std::string> files;  // templates; the first is the source
  std::string build;               // what makes a program of it; may be empty
  std::vector<std::string> command;
};

const std::vector<Language>& languages() {
  static const std::vector<Language> list{
      {"c", {"jump.c"}, "cc -O2 -o jump jump.c", {"./jump"}},
      {"cpp", {"jump.cpp"}, "c++ -O2 -o jump jump.cpp", {"./jump"}},
      {"csharp",
       {"jump.cs", "jump.csproj"},
       "dotnet build  # or: mcs jump.cs",
       {"dotnet", "run", "--no-build"}},
      {"python", {"jump.py"}, "", {"python3", "jump.py"}},
      {"lua", {"jump.lua"}, "", {"lua", "jump.lua"}},
      {"gdscript", {"jump.gd"}, "", {"godot", "--headless", "--script", "jump.gd"}},
      {"rust", {"jump.rs"}, "rustc -O jump.rs", {"./jump"}},
      {"js", {"jump.js"}, "", {"node", "jump.js"}},
  };
  return list;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : between).append(word);
  return text;
}

// V_Y_SPEED, and no other one of the list: y and Y are two watches.
std::string enumerator(const std::string& name, const std::vector<std::string>& others) {
  std::string text = "V_" + name;
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::isalnum(c) ? static_cast<char>(std::toupper(c)) : '_'; });
  while (std::find(others.begin(), others.end(), text) != others.end()) text += '_';
  return text;
}

// A name that stands in comments of many languages, and in Markdown.
std::string plainName(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < ' ' || std::strchr("*/\\\"\'`", c); }, '_');
  return name;
}

// As one word of a shell.
std::string inShell(const std::string& path) {
  if (path.find_first_of(" \t'\"$`\\&;()*?[]<>|!#~") == path.npos) return path;
  std::string text = "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// What the placeholders of the templates stand for.
using Words = std::map<std::string, std::string>;

std::string filledIn(std::string_view name, const Words& words) {
  const auto list = engineTemplates();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const EmbeddedText& one) { return one.name == name; });
  std::string text(found->text);
  for (const auto& [word, meaning] : words) {
    const std::string mark = "@" + word + "@";
    for (size_t at = 0; (at = text.find(mark, at)) != text.npos; at += meaning.size())
      text.replace(at, mark.size(), meaning);
  }
  return text;
}

Words wordsOf(const trace::Profile& profile, const Language& language, const Words& inputs) {
  const std::vector<std::string> computes = engine::comparedValues(profile);
  if (computes.empty())
    throw std::runtime_error("profile " + profile.name + " has no watch that an engine could compute");
  Words words = inputs;
  std::vector<std::string> constants, quoted;
  for (const std::string& name : computes) {
    constants.push_back(enumerator(name, constants));
    quoted.push_back("\"" + name + "\"");
  }
  words["COMPUTES"] = joined(computes, ",");
  words["ENUM"] = joined(constants, ", ");
  words["QUOTED"] = joined(quoted, ", ");
  words["COUNT"] = std::to_string(computes.size());
  words["NAME"] = plainName(profile.name);
  words["QUOTED_ROM"] = inShell(inputs.at("ROM"));
  words["QUOTED_MOVIE"] = inShell(inputs.at("MOVIE"));
  words["SOURCE"] = language.files.front();
  words["COMMAND"] = joined(language.command, " ");
  words["BUILD"] = language.build.empty() ? "" : "    " + language.build + "\n";
  return words;
}

std::string suiteText(const Words& words, const Language& language) {
  const nlohmann::ordered_json suite{{"format", "jumpscope-suite"},
                                     {"version", 1},
                                     {"name", words.at("NAME")},
                                     {"cases",
                                      {{{"name", "the engine against the cartridge"},
                                        {"rom", words.at("ROM")},
                                        {"movie", words.at("MOVIE")},
                                        {"profile", words.at("PROFILE")},
                                        {"expect", {{"engine", language.command}}}}}}};
  return base::jsonText(suite);
}

// As a path from `folder`; what does not exist is named as it was given.
std::string seenFrom(const fs::path& folder, const std::string& path) {
  return fs::exists(path) ? fs::proximate(fs::absolute(path), fs::absolute(folder)).string() : path;
}

int newEngine(const EngineOptions& options) {
  const auto language = std::find_if(languages().begin(), languages().end(),
                                     [&](const Language& one) { return one.name == options.language; });
  if (language == languages().end() || options.profile.empty())
    throw std::runtime_error(
        "name the language and the profile: jumpscope engine new --language python --profile p.json");
  const trace::Profile profile = session::loadProfile(options.profile);
  const fs::path folder = options.folder;
  if (fs::exists(folder) && !fs::is_empty(folder))
    throw std::runtime_error(options.folder + " is there and not empty; name another folder with -o");
  const std::vector<std::string> builtin = trace::builtinProfileNames();
  const bool is_builtin = std::find(builtin.begin(), builtin.end(), options.profile) != builtin.end();
  const Words words = wordsOf(profile, *language,
                              {{"PROFILE", is_builtin ? options.profile : "profile.json"},
                               {"ROM", seenFrom(folder, options.rom)},
                               {"MOVIE", seenFrom(folder, options.movie)}});
  fs::create_directories(folder);
  std::vector<std::string> written;
  const auto write = [&](const std::string& name, const std::string& text) {
    base::writeOutput((folder / name).string(), text);
    written.push_back(name);
  };
  for (const std::string& file : language->files) write(file, filledIn(file, words));
  write("suite.json", suiteText(words, *language));
  if (!is_builtin) write("profile.json", base::jsonText(trace::profileToJson(profile)));
  write("README.md", filledIn("README.md", words));
  base::writeOutput("", options.folder + ": " + joined(written, ", ") + "; write the step in " +
                            language->files.front() + ", then run: jumpscope check " +
                            (folder / "suite.json").string() + "\n");
  return 0;
}

}  // namespace

Action engineCommand(Arguments& arguments) {
  auto options = std::make_shared<EngineOptions>();
  arguments.positionalChoice(
      "ACTION", options->action, {"new"}, true,
      "new: write a small project whose step is empty, with a suite that fails until it is written");
  std::vector<std::string> names;
  for (const Language& language : languages()) names.push_back(language.name);
  arguments.choice("--language", options->language, names, "the language of the project");
  declareProfile(arguments, options->profile, "profile that names the values to be computed");
  arguments.option("--rom", options->rom, "ROM",
                   "the cartridge of the suite (default game.nes, to be filled in)");
  arguments.option("--movie", options->movie, "FILE",
                   "the movie of the suite (default run.fm2, to be filled in)");
  arguments.option("-o,--output", options->folder, "FOLDER", "a new or empty folder (default: engine)");
  return [options] { return newEngine(*options); };
}

}  // namespace jumpscope::cli
