#include <nlohmann/json.hpp>

#include "src/movie/buttons.h"
#include "src/prove/proof/model_against.h"

namespace jumpscope::prove {
namespace {

using nlohmann::ordered_json;

std::string valuesText(const std::vector<NamedValue>& values) {
  std::string text;
  for (const NamedValue& one : values)
    text += (text.empty() ? "" : ", ") + one.name + " " + std::to_string(one.value);
  return text;
}

std::string joined(const std::vector<std::string>& words, const char* separator = ", ") {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// "player_state 1, buttons A, on a floor"
std::string beforeText(const PartingExample& example) {
  std::string text = valuesText(example.before);
  if (example.pad != 0) text += (text.empty() ? "buttons " : ", buttons ") + movie::buttonsText(example.pad);
  if (!example.around.empty()) text += (text.empty() ? "" : ", ") + example.around;
  return text;
}

std::string afterText(const std::vector<NamedValue>& values) {
  return values.empty() ? "no such end" : valuesText(values);
}

std::string exampleText(const ModelsCompared& compared, const PartingExample& example) {
  return "      before  " + beforeText(example) + "\n      after   " + compared.first.name + ": " +
         afterText(example.first) + "; " + compared.second.name + ": " + afterText(example.second) + "\n";
}

ordered_json valuesJson(const std::vector<NamedValue>& values) {
  ordered_json json = ordered_json::object();
  for (const NamedValue& one : values) json[one.name] = one.value;
  return json;
}

ordered_json exampleJson(const PartingExample& example) {
  return {{"before", valuesJson(example.before)},
          {"buttons", movie::buttonsText(example.pad)},
          {"around", example.around},
          {"first", valuesJson(example.first)},
          {"second", valuesJson(example.second)}};
}

std::string conclusionOf(const ModelsCompared& compared) {
  if (compared.proved) return compared.classes.empty() ? "equal: proved" : "equal everywhere else: proved";
  if (compared.unexplained) return "not equal elsewhere";
  return "whether they are equal elsewhere could not be decided within the time";
}

}  // namespace

std::string textOf(const ModelsCompared& compared) {
  const std::string& first = compared.first.name;
  const std::string& second = compared.second.name;
  std::string text = first + " against " + second + ": one frame from every state, with all buttons\n";
  text += "  compared  " + joined(compared.compared) + "\n";
  if (!compared.classes.empty()) text += "  they part where\n";
  for (const PartingClass& one : compared.classes)
    text += "    " + one.because + (one.settings.empty() ? "" : " (" + one.settings + " removes it)") + "\n" +
            exampleText(compared, one.example);
  if (!compared.first_only.empty())
    text += "  only " + first + " knows ends " + joined(compared.first_only, "; ") + "\n";
  if (!compared.second_only.empty())
    text += "  only " + second + " knows ends " + joined(compared.second_only, "; ") + "\n";
  text += "  " + conclusionOf(compared) + "\n";
  if (compared.unexplained) text += exampleText(compared, *compared.unexplained);
  text += "  paths     " + std::to_string(compared.first_paths) + " of " + first + ", " +
          std::to_string(compared.second_paths) + " of " + second + "\n";
  if (!compared.classes.empty())
    text += "  in the examples, what is not named is  " + valuesText(compared.usual) + "\n";
  return text;
}

ordered_json jsonOf(const ModelsCompared& compared) {
  ordered_json json{{"model", compared.first.name},
                    {"against", compared.second.name},
                    {"compared", compared.compared},
                    {"usual", valuesJson(compared.usual)},
                    {"classes", ordered_json::array()},
                    {"first_only", compared.first_only},
                    {"second_only", compared.second_only},
                    {"proved", compared.proved},
                    {"paths", {compared.first_paths, compared.second_paths}}};
  for (const PartingClass& one : compared.classes)
    json["classes"].push_back(
        {{"because", one.because}, {"settings", one.settings}, {"example", exampleJson(one.example)}});
  if (compared.unexplained) json["unexplained"] = exampleJson(*compared.unexplained);
  return json;
}

std::string tableOf(const ModelsCompared& compared) {
  std::string text = "| class | removed by | smallest example | " + compared.first.name + " | " +
                     compared.second.name + " |\n|---|---|---|---|---|\n";
  for (const PartingClass& one : compared.classes)
    text += "| " + one.because + " | " + (one.settings.empty() ? "" : "`" + one.settings + "`") + " | " +
            beforeText(one.example) + " | " + afterText(one.example.first) + " | " +
            afterText(one.example.second) + " |\n";
  return text;
}

}  // namespace jumpscope::prove
