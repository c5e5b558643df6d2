#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "src/base/json_value.h"
#include "src/movie/press.h"
#include "src/suite/run_json.h"
#include "src/sweep/press_template.h"
#include "src/sweep/spec.h"

namespace jumpscope::sweep {
namespace {

using base::JsonValue;
using suite::oneOrMore;
using suite::parsedAt;
using suite::pathFrom;
using suite::wordFrom;

constexpr std::string_view spec_format = "jumpscope-sweep";
constexpr auto most_frames = int64_t(session::most_frames);
constexpr int64_t largest_seed = int64_t(1) << 53;  // what every JSON reader keeps
constexpr size_t most_choices = 256;
constexpr size_t most_variables = 64, most_endings = 100, most_columns = 1000;
constexpr int64_t most_steps = 100'000;

constexpr std::array<std::string_view, 24> spec_keys = {
    "$schema", "format",   "version",   "name",   "rom",     "patch",   "battery", "region",
    "devices", "ram_init", "alignment", "policy", "profile", "watches", "start",   "inputs",
    "frames",  "end",      "score",     "goal",   "columns", "best",    "chunk",   "search"};
constexpr std::array<std::string_view, 6> start_keys = {"state",    "movie",  "press",
                                                        "reset_at", "frames", "when"};
constexpr std::array<std::string_view, 5> input_kinds = {"ranges", "patterns", "random", "mutations",
                                                         "stdin"};
constexpr std::array<std::string_view, 2> range_keys = {"press", "variables"};
constexpr std::array<std::string_view, 4> variable_keys = {"name", "from", "to", "step"};
constexpr std::array<std::string_view, 3> pattern_keys = {"choices", "hold", "steps"};
constexpr std::array<std::string_view, 5> random_keys = {"choices", "hold", "steps", "count", "seed"};
constexpr std::array<std::string_view, 7> mutation_keys = {"movie", "count", "seed",   "rate",
                                                           "from",  "to",    "buttons"};
constexpr std::array<std::string_view, 2> ending_keys = {"name", "when"};
constexpr std::array<std::string_view, 2> score_keys = {"value", "at"};
constexpr std::array<std::string_view, 3> column_keys = {"name", "value", "at"};
constexpr std::array<std::string_view, 7> search_keys = {"strategy", "rounds", "width", "seed",
                                                         "estimate", "found",  "same"};

bool isName(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= 64 && letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

std::string nameFrom(const JsonValue& value) {
  std::string name = value.string();
  if (!isName(name)) value.fail("a name of letters, digits and _ such as hold_frames");
  return name;
}

// What a table shows as a name of an ending: any words on one line.
std::string wordsFrom(const JsonValue& value) {
  std::string words = value.string();
  const auto control = [](char c) { return uint8_t(c) < 0x20 || c == 0x7F; };
  if (words.empty() || words.size() > 200 || std::any_of(words.begin(), words.end(), control))
    value.fail("1 to 200 characters on one line");
  return words;
}

std::string expressionFrom(const JsonValue& value) {
  std::string text = value.string();
  if (text.empty()) value.fail("an expression over watches such as y_position < 100");
  return text;
}

At atFrom(const JsonValue& value) {
  const auto at = value.find("at");
  if (!at) return At::End;
  const std::string word = wordFrom(*at, {"end", "min", "max"});
  return word == "min" ? At::Min : word == "max" ? At::Max : At::End;
}

uint64_t countFrom(const JsonValue& value, int64_t lowest, int64_t highest) {
  return uint64_t(value.integer(lowest, highest));
}

uint64_t countOr(const JsonValue& value, const std::string& key, int64_t lowest, int64_t highest,
                 uint64_t otherwise) {
  const auto found = value.find(key);
  return found ? countFrom(*found, lowest, highest) : otherwise;
}

// "RA", or "" or "." for no button.
movie::Buttons buttonsFrom(const JsonValue& value) {
  return parsedAt(value, [](const std::string& text) { return parseLetters(text); });
}

Choices choicesFrom(const JsonValue& value) {
  Choices choices;
  for (const JsonValue& item : value.at("choices").items()) choices.buttons.push_back(buttonsFrom(item));
  if (choices.buttons.empty() || choices.buttons.size() > most_choices)
    value.at("choices").fail("1 to 256 choices such as \"R\", \"RA\" and \"\"");
  choices.hold = countOr(value, "hold", 1, most_frames, 1);
  choices.steps = countFrom(value.at("steps"), 1, most_steps);
  if (choices.steps > uint64_t(most_frames) / choices.hold) value.fail("hold times steps below 10^9 frames");
  return choices;
}

Variable variableFrom(const JsonValue& value) {
  value.requireKeys(variable_keys);
  Variable variable;
  variable.name = nameFrom(value.at("name"));
  variable.from = value.at("from").integer(-most_frames, most_frames);
  variable.to = value.at("to").integer(variable.from, most_frames);
  if (const auto step = value.find("step")) variable.step = step->integer(1, most_frames);
  return variable;
}

Ranges rangesFrom(const JsonValue& value) {
  value.requireKeys(range_keys);
  Ranges ranges;
  std::vector<std::string> names;
  if (value.at("variables").items().size() > most_variables)
    value.at("variables").fail("at most 64 variables");
  for (const JsonValue& item : value.at("variables").items()) {
    ranges.variables.push_back(variableFrom(item));
    const std::string& name = ranges.variables.back().name;
    if (std::find(names.begin(), names.end(), name) != names.end())
      item.fail("a variable of another name; there are two of '" + name + "'");
    names.push_back(name);
  }
  if (names.empty()) value.at("variables").fail("at least one variable");
  ranges.press = parsedAt(value.at("press"), [&](const std::string& text) {
    PressTemplate tried(text, names);
    for (const std::string& name : names)
      if (!tried.uses(name)) throw std::runtime_error("the variable '" + name + "' occurs nowhere in it");
    return text;
  });
  return ranges;
}

Mutations mutationsFrom(const JsonValue& value) {
  value.requireKeys(mutation_keys);
  Mutations mutations;
  mutations.movie = pathFrom(value.at("movie"));
  mutations.count = countFrom(value.at("count"), 1, int64_t(most_runs));
  mutations.seed = countOr(value, "seed", 0, largest_seed, 0);
  mutations.rate = value.at("rate").real(0, 1);
  mutations.from = countOr(value, "from", 0, most_frames, 0);
  mutations.to = countFrom(value.at("to"), int64_t(mutations.from), most_frames);
  if (const auto buttons = value.find("buttons")) {
    mutations.buttons = buttonsFrom(*buttons);
    if (mutations.buttons == 0) buttons->fail("at least one button that may be flipped");
  }
  return mutations;
}

Inputs inputsFrom(const JsonValue& value) {
  value.requireKeys(input_kinds);
  const auto kinds = value.keys();
  if (kinds.size() != 1) value.fail("exactly one of ranges, patterns, random, mutations and stdin");
  const JsonValue inner = value.at(kinds[0]);
  if (kinds[0] == "ranges") return rangesFrom(inner);
  if (kinds[0] == "mutations") return mutationsFrom(inner);
  if (kinds[0] == "stdin") return Lines{wordFrom(inner, {"press", "buttons"}) == "press"};
  if (kinds[0] == "patterns") {
    inner.requireKeys(pattern_keys);
    return Patterns{choicesFrom(inner)};
  }
  inner.requireKeys(random_keys);
  return Random{choicesFrom(inner), countFrom(inner.at("count"), 1, int64_t(most_runs)),
                countOr(inner, "seed", 0, largest_seed, 0)};
}

Start startFrom(const JsonValue& value) {
  value.requireKeys(start_keys);
  Start start;
  if (const auto state = value.find("state")) {
    start.state = pathFrom(*state);
    if (value.keys().size() > 1) value.fail("nothing beside 'state', which is the start itself");
    return start;
  }
  if (const auto movie = value.find("movie")) start.input.movie = pathFrom(*movie);
  if (const auto press = value.find("press"))
    for (const JsonValue& script : oneOrMore(*press))
      for (const movie::Press& item : parsedAt(script, movie::parsePress))
        start.input.presses.push_back(item);
  if (const auto resets = value.find("reset_at"))
    for (const JsonValue& frame : resets->json().is_array() ? resets->items() : std::vector{*resets})
      start.input.resets.push_back(countFrom(frame, 0, most_frames));
  if (const auto frames = value.find("frames")) start.input.frames = countFrom(*frames, 0, most_frames);
  if (const auto when = value.find("when")) start.when = expressionFrom(*when);
  return start;
}

std::vector<Ending> endingsFrom(const JsonValue& value) {
  std::vector<Ending> endings;
  std::set<std::string> names;
  const std::vector<JsonValue> items = oneOrMore(value);
  if (items.size() > most_endings) value.fail("at most 100 conditions");
  for (const JsonValue& item : items) {
    Ending ending;
    if (item.json().is_string()) {
      ending.when = expressionFrom(item);
      ending.name = wordsFrom(item);
    } else {
      item.requireKeys(ending_keys);
      ending = {wordsFrom(item.at("name")), expressionFrom(item.at("when"))};
    }
    if (ending.name == "time") item.fail("another name; 'time' is how a run ends that nothing else ends");
    if (!names.insert(ending.name).second) item.fail("another name; there are two of '" + ending.name + "'");
    endings.push_back(std::move(ending));
  }
  return endings;
}

std::vector<Measure> columnsFrom(const JsonValue& value, const Spec& spec) {
  std::set<std::string> names = {"index", "round", "press", "frames", "end", "score", "estimate", "place"};
  if (const auto* ranges = std::get_if<Ranges>(&spec.inputs))
    for (const Variable& variable : ranges->variables) names.insert(variable.name);
  std::vector<Measure> columns;
  if (value.items().size() > most_columns) value.fail("at most 1000 columns");
  for (const JsonValue& item : value.items()) {
    Measure column;
    if (item.json().is_string()) {
      column.name = column.value = nameFrom(item);
    } else {
      item.requireKeys(column_keys);
      column = {nameFrom(item.at("name")), expressionFrom(item.at("value")), atFrom(item)};
    }
    if (!names.insert(column.name).second)
      item.fail("another name; the table has a column '" + column.name + "' already");
    columns.push_back(std::move(column));
  }
  return columns;
}

void readAStar(const JsonValue& value, const std::vector<Ending>& endings, SearchPlan& search) {
  search.estimate = expressionFrom(value.at("estimate"));
  search.found = wordsFrom(value.at("found"));
  std::vector<std::string> names;
  for (const Ending& ending : endings) names.push_back(ending.name);
  if (std::find(names.begin(), names.end(), search.found) == names.end())
    value.at("found").fail("the name of one of the conditions in 'end'" +
                           base::didYouMean(search.found, names));
  if (const auto same = value.find("same"); same && oneOrMore(*same).size() > most_endings)
    same->fail("at most 100 expressions");
  if (const auto same = value.find("same"))
    for (const JsonValue& item : oneOrMore(*same)) search.same.push_back(expressionFrom(item));
}

SearchPlan searchFrom(const JsonValue& value, const Spec& spec) {
  using Strategy = SearchPlan::Strategy;
  value.requireKeys(search_keys);
  SearchPlan search;
  const std::string word = wordFrom(value.at("strategy"), {"random", "beam", "coordinate", "astar"});
  search.strategy = word == "random"       ? Strategy::Random
                    : word == "beam"       ? Strategy::Beam
                    : word == "coordinate" ? Strategy::Coordinate
                                           : Strategy::AStar;
  const bool patterns = std::holds_alternative<Patterns>(spec.inputs);
  const bool stepwise = search.strategy == Strategy::Beam || search.strategy == Strategy::AStar;
  if (stepwise && !patterns)
    value.fail("inputs of the kind 'patterns', which this strategy extends step by step");
  if (!patterns && !std::holds_alternative<Ranges>(spec.inputs))
    value.fail("inputs of the kind 'patterns' or 'ranges', among which it searches");
  search.rounds = countFrom(value.at("rounds"), 1, 1'000'000);
  search.seed = countOr(value, "seed", 0, largest_seed, 0);
  if (search.strategy != Strategy::Coordinate) search.width = countFrom(value.at("width"), 1, 1'000'000);
  if (search.strategy == Strategy::AStar) return readAStar(value, spec.endings, search), search;
  for (const char* key : {"estimate", "found", "same"})
    if (value.find(key)) value.fail(std::string("no key '") + key + "', which belongs to the strategy astar");
  return search;
}

void readRuns(const JsonValue& root, Spec& spec) {
  spec.inputs = inputsFrom(root.at("inputs"));
  spec.frames = countFrom(root.at("frames"), 1, most_frames);
  if (const auto end = root.find("end")) spec.endings = endingsFrom(*end);
  const JsonValue score = root.at("score");
  if (score.json().is_string()) {
    spec.score = {"score", expressionFrom(score), At::End};
  } else {
    score.requireKeys(score_keys);
    spec.score = {"score", expressionFrom(score.at("value")), atFrom(score)};
  }
  if (const auto goal = root.find("goal"))
    spec.goal = wordFrom(*goal, {"max", "min"}) == "min" ? Goal::Min : Goal::Max;
  if (const auto columns = root.find("columns")) spec.columns = columnsFrom(*columns, spec);
  if (const auto search = root.find("search")) spec.search = searchFrom(*search, spec);
  spec.best = countOr(root, "best", 1, int64_t(most_best), spec.best);
  if (const auto chunk = root.find("chunk")) spec.chunk = countFrom(*chunk, 1, int64_t(most_chunk_runs));
}

}  // namespace

Spec parseSpec(std::string_view text, const std::string& file_name) {
  nlohmann::json json = base::parseJson(text, file_name);
  const JsonValue root(json, file_name);
  root.requireKeys(spec_keys);
  if (root.at("format").string() != spec_format) root.at("format").fail("\"jumpscope-sweep\"");
  if (root.at("version").json() != 1) root.at("version").fail("1, the version that this jumpscope reads");
  Spec spec;
  spec.name = root.find("name") ? wordsFrom(root.at("name")) : "sweep";
  spec.rom = suite::romFrom(root.at("rom"));
  suite::readMachine(root, spec.patches, spec.machine);
  if (const auto profile = root.find("profile")) spec.profile = pathFrom(*profile);
  if (const auto watches = root.find("watches")) spec.watches = suite::watchesFrom(*watches);
  if (spec.profile.empty() && spec.watches.empty())
    root.fail("a key 'profile' or 'watches', which name the bytes that expressions use");
  if (const auto start = root.find("start")) spec.start = startFrom(*start);
  readRuns(root, spec);
  // What files hold makes a sweep, and not where they are.
  for (const char* ignored : {"$schema", "name", "rom", "patch", "battery", "profile", "start"})
    json.erase(ignored);
  if (std::holds_alternative<Mutations>(spec.inputs)) json["inputs"]["mutations"].erase("movie");
  spec.canonical = json.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return spec;
}

std::span<const std::string_view> specKeys() { return spec_keys; }
std::span<const std::string_view> startKeys() { return start_keys; }
std::span<const std::string_view> searchKeys() { return search_keys; }
std::span<const std::string_view> inputKinds() { return input_kinds; }
std::span<const std::string_view> keysOfInputs(std::string_view kind) {
  if (kind == "ranges") return range_keys;
  if (kind == "patterns") return pattern_keys;
  if (kind == "random") return random_keys;
  if (kind == "mutations") return mutation_keys;
  return {};
}

}  // namespace jumpscope::sweep
