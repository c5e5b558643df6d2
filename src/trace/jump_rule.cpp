#include "src/trace/jump_rule.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/movie/button_words.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

// Each is looked for among all watches.
constexpr size_t most_entries = 1000;

using nlohmann::ordered_json;
using Watches = std::span<const Watch>;

constexpr std::array<std::string_view, 6> jump_keys = {"when",       "height",   "subpixel",
                                                       "horizontal", "positive", "button"};
constexpr std::array<std::string_view, 6> operators = {"==", "!=", "<", "<=", ">", ">="};

const Watch& watchNamed(Watches watches, const std::string& name, const base::JsonValue& where) {
  std::vector<std::string_view> known;
  for (const Watch& watch : watches) {
    if (watch.name == name) return watch;
    known.push_back(watch.name);
  }
  if (known.empty()) where.fail("the name of a watch, but there is none");
  where.fail("the name of a watch of this profile; did you mean '" +
             std::string(base::nearestKey(name, known)) + "'?");
}

// "player_state == 1"
Condition conditionFrom(const base::JsonValue& value, Watches watches) {
  const std::string text = value.string();
  const size_t first = text.find(' ');
  const size_t second = first == text.npos ? text.npos : text.find(' ', first + 1);
  if (second == text.npos)
    value.fail("a condition such as \"player_state == 1\", with spaces between its parts");
  Condition condition{text.substr(0, first), text.substr(first + 1, second - first - 1), {}};
  const Watch& watch = watchNamed(watches, condition.watch, value);
  if (std::find(operators.begin(), operators.end(), condition.op) == operators.end())
    value.fail("one of the operators == != < <= > >= between spaces");
  const auto number = parseReal(std::string_view(text).substr(second + 1));
  const RawRange range = rangeOf(watch);
  if (!number || *number < realOf(range.lowest, watch.fraction_bits) ||
      *number > realOf(range.highest, watch.fraction_bits))
    value.fail("a number that the watch can have at the end of the condition");
  condition.value = *number;
  return condition;
}

void readJump(const base::JsonValue& jump, Watches watches, JumpRule& rule) {
  jump.requireKeys(jump_keys);
  if (const auto when = jump.find("when")) {
    if (when->items().size() > most_entries) when->fail("at most 1000 conditions");
    for (const base::JsonValue& item : when->items()) rule.when.push_back(conditionFrom(item, watches));
    if (rule.when.empty()) when->fail("at least one condition");
  }
  const base::JsonValue height = jump.at("height");
  rule.height = watchNamed(watches, height.string(), height).name;
  if (const auto subpixel = jump.find("subpixel"))
    rule.subpixel = watchNamed(watches, subpixel->string(), *subpixel).name;
  if (const auto horizontal = jump.find("horizontal"))
    rule.horizontal = watchNamed(watches, horizontal->string(), *horizontal).name;
  if (const auto positive = jump.find("positive")) {
    const std::string way = positive->string();
    if (way != "up" && way != "down") positive->fail("\"down\" or \"up\": the way in which the height grows");
    rule.up = way == "up";
  }
  if (const auto button = jump.find("button")) {
    // For people, and for `discover --check`, which finds it in its movie.
    if (!movie::parseButtons(button->string())) button->fail("buttons, such as \"A\" or \"Up\"");
  }
}

// "player_state == 1"
std::string conditionText(const Condition& condition) {
  std::string text = condition.watch;
  return text.append(" ").append(condition.op).append(" ").append(realText(condition.value));
}

ordered_json jumpJson(const JumpRule& rule) {
  ordered_json jump;
  for (const Condition& condition : rule.when) jump["when"].push_back(conditionText(condition));
  jump["height"] = rule.height;
  if (!rule.subpixel.empty()) jump["subpixel"] = rule.subpixel;
  if (!rule.horizontal.empty()) jump["horizontal"] = rule.horizontal;
  if (rule.up) jump["positive"] = "up";
  return jump;
}

}  // namespace

JumpRule jumpRuleFrom(const base::JsonValue& object, Watches watches) {
  JumpRule rule;
  rule.model = object.stringOr("model");
  if (const auto feeds = object.find("feeds")) {
    if (feeds->keys().size() > most_entries) feeds->fail("at most 1000 variables");
    for (const std::string& variable : feeds->keys()) {
      const base::JsonValue feed = feeds->at(variable);
      rule.feeds[variable] = watchNamed(watches, feed.string(), feed).name;
    }
  }
  if (const auto jump = object.find("jump")) readJump(*jump, watches, rule);
  return rule;
}

void putJumpRule(ordered_json& object, const JumpRule& rule) {
  if (!rule.model.empty()) object["model"] = rule.model;
  if (!rule.feeds.empty()) object["feeds"] = rule.feeds;
  if (!rule.height.empty()) object["jump"] = jumpJson(rule);
}

std::span<const std::string_view> profileJumpKeys() { return jump_keys; }

}  // namespace jumpscope::trace
