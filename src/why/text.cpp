// Answers as text and JSON.
#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "src/base/text.h"
#include "src/why/why.h"

namespace jumpscope::why {
namespace {

constexpr std::array<const char*, 8> button_names{"A", "B", "Select", "Start", "Up", "Down", "Left", "Right"};

std::string byteText(uint8_t value) { return "$" + base::hex(value, 2); }

std::string named(uint16_t address, const Names& names) {
  const std::string name = names.of(address);
  return trace::addressText(address) + (name.empty() ? "" : " (" + name + ")");
}

std::string codePlace(const trace::CodeAddress& pc, const Names& names) {
  const std::string place = names.labels ? names.labels->placeOf(pc) : "";
  return trace::addressText(pc) + (place.empty() ? "" : " (" + place + ")");
}

std::string romText(const Cause& rom) {
  return trace::addressText(rom.address) + " in ROM (offset $" + base::hex(rom.prg_offset, 5) + ")";
}

std::string buttonText(const Cause& button) {
  return std::string(button_names[button.button]) + (button.value & 1 ? " held" : " not held") +
         (button.pad == 0 ? "" : " on pad " + std::to_string(button.pad + 1));
}

// Without its value.
std::string sourceText(const Cause& cause, const Answer& answer, const Names& names) {
  switch (cause.kind) {
    case Cause::Kind::Rom:
      return romText(cause);
    case Cause::Kind::Ram:
      return named(cause.address, names) + " as frame " + std::to_string(answer.first_frame) + " began";
    case Cause::Kind::Button:
      return buttonText(cause);
    case Cause::Kind::Register:
      return "read of " + trace::addressText(cause.address);
    default:
      return "a register of the processor as frame " + std::to_string(answer.first_frame) + " began";
  }
}

std::string inFrame(const Cause& cause, const Answer& answer) {
  return answer.first_frame == answer.frame ? "" : ", frame " + std::to_string(cause.frame);
}

std::string lineText(const Cause& cause, const Answer& answer, const Names& names) {
  const std::string by = cause.instruction.empty() ? ""
                                                   : cause.instruction + " at " + codePlace(cause.pc, names) +
                                                         inFrame(cause, answer);
  if (cause.kind == Cause::Kind::Choice) {
    const bool branches = cause.instruction.starts_with('B') && !cause.instruction.starts_with("BRK");
    if (!branches) return "because " + by + " led here";
    return "because " + by + (cause.taken ? " was taken" : " was not taken");
  }
  std::string text = byteText(cause.value) + "  ";
  if (cause.kind != Cause::Kind::Instruction)
    return text + sourceText(cause, answer, names) + (by.empty() ? "" : ": " + by);
  if (cause.stores) text += named(cause.address, names) + ": ";
  if (cause.times > 1) text += std::to_string(cause.times) + " times ";
  return text + by +
         (cause.is_shown_above ? " (above)"
          : cause.is_cut       ? " (what it took is not shown: too far down)"
                               : "");
}

void appendTree(const Cause& cause, const Answer& answer, const Names& names, int depth, int deepest,
                std::string& text) {
  text.append(static_cast<size_t>(2 * depth), ' ').append(lineText(cause, answer, names)).append("\n");
  if (depth == deepest) return;
  for (const Cause& from : cause.from) appendTree(from, answer, names, depth + 1, deepest, text);
}

void appendSources(const std::string& title, const Sources& sources, const Answer& answer, const Names& names,
                   std::string& text) {
  text += title + "\n";
  bool any = false;
  for (const auto* causes : {&sources.rom, &sources.ram, &sources.buttons, &sources.registers})
    for (const Cause& cause : *causes) {
      const bool is_button = cause.kind == Cause::Kind::Button;
      text +=
          "  " + sourceText(cause, answer, names) + (is_button ? "" : " = " + byteText(cause.value)) + "\n";
      any = true;
    }
  if (!sources.unknown.empty()) {
    text += "  " + sourceText(sources.unknown[0], answer, names) + "\n";
    any = true;
  }
  if (!any) text += "  nothing but the processor's own constants\n";
}

using Json = nlohmann::ordered_json;

Json jsonOf(const Cause& cause, const Names& names) {
  static constexpr std::array<const char*, 7> kinds{"instruction", "choice",   "rom",    "ram",
                                                    "button",      "register", "unknown"};
  Json json;
  json["kind"] = kinds[static_cast<size_t>(cause.kind)];
  if (cause.kind != Cause::Kind::Choice) json["value"] = cause.value;
  if (cause.kind == Cause::Kind::Button) {
    json["pad"] = cause.pad + 1;
    json["button"] = button_names[cause.button];
    json["held"] = (cause.value & 1) != 0;
  }
  if (cause.kind == Cause::Kind::Rom) json["prg_offset"] = cause.prg_offset;
  if (cause.kind == Cause::Kind::Rom || cause.kind == Cause::Kind::Ram ||
      cause.kind == Cause::Kind::Register || cause.stores) {
    json["address"] = trace::addressText(cause.address);
    if (const std::string name = names.of(cause.address); !name.empty()) json["name"] = name;
  }
  if (!cause.instruction.empty()) {
    json["frame"] = cause.frame;
    json["pc"] = trace::addressText(cause.pc);
    json["instruction"] = cause.instruction;
  }
  if (cause.kind == Cause::Kind::Choice) json["taken"] = cause.taken;
  if (cause.times > 1) json["times"] = cause.times;
  if (cause.is_shown_above) json["shown_above"] = true;
  if (cause.is_cut) json["cut"] = true;
  if (!cause.from.empty()) {
    json["from"] = Json::array();
    for (const Cause& from : cause.from) json["from"].push_back(jsonOf(from, names));
  }
  return json;
}

Json jsonOf(const Sources& sources, const Names& names) {
  Json json = Json::object();
  const auto put = [&](const char* key, const std::vector<Cause>& causes) {
    json[key] = Json::array();
    for (const Cause& cause : causes) json[key].push_back(jsonOf(cause, names));
  };
  put("rom", sources.rom);
  put("ram", sources.ram);
  put("buttons", sources.buttons);
  put("registers", sources.registers);
  put("processor", sources.unknown);
  return json;
}

}  // namespace

std::string Names::of(uint16_t address) const {
  if (labels)
    if (const std::string name = labels->nameOf(address); !name.empty()) return name;
  for (const trace::Watch& watch : watches)
    if (std::find(watch.addresses.begin(), watch.addresses.end(), trace::foldMirror(address)) !=
        watch.addresses.end())
      return watch.name;
  return "";
}

namespace {

std::string treeText(const Answer& answer, const Names& names, int deepest) {
  std::string text = answer.watch.name + " = " + trace::formatValue(answer.watch, answer.value) +
                     " at the end of frame " + std::to_string(answer.frame) + "\n";
  for (const Cause& cause : answer.bytes) appendTree(cause, answer, names, 1, deepest, text);
  return text;
}

}  // namespace

std::string asText(const Answer& answer, const Names& names) {
  std::string text = treeText(answer, names, std::numeric_limits<int>::max());
  appendSources("computed from", answer.computed_from, answer, names, text);
  const Sources& chosen = answer.chosen_by;
  const auto all = {&chosen.rom, &chosen.ram, &chosen.buttons, &chosen.registers, &chosen.unknown};
  if (std::any_of(all.begin(), all.end(), [](const auto* causes) { return !causes->empty(); }))
    appendSources("decided by", chosen, answer, names, text);
  if (answer.surprises != 0)
    text += "note: " + std::to_string(answer.surprises) +
            " values of the processor's registers are not explained; where they come from is unknown\n";
  return text;
}

std::string asShortText(const Answer& answer, const Names& names) { return treeText(answer, names, 3); }

std::string asJson(const Answer& answer, const Names& names) {
  Json json;
  json["watch"] = answer.watch.name;
  json["frame"] = answer.frame;
  json["first_frame"] = answer.first_frame;
  json["value"] = trace::formatValue(answer.watch, answer.value);
  json["bytes"] = Json::array();
  for (const Cause& cause : answer.bytes) json["bytes"].push_back(jsonOf(cause, names));
  json["computed_from"] = jsonOf(answer.computed_from, names);
  json["decided_by"] = jsonOf(answer.chosen_by, names);
  json["unexplained"] = answer.surprises;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace jumpscope::why
