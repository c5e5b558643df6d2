#include "src/suite/run_json.h"

#include <algorithm>
#include <array>

#include "src/trace/watch.h"
#include "src/trace/watch_json.h"

namespace jumpscope::suite {

using base::JsonValue;

namespace {

constexpr std::array<std::string_view, 2> rom_keys = {"sha1", "file"};

}  // namespace

std::span<const std::string_view> romKeys() { return rom_keys; }

std::string pathFrom(const JsonValue& value) {
  const std::string path = value.string();
  if (path.empty() || path.find('\0') != path.npos) value.fail("the path of a file");
  return path;
}

std::string sha1From(const JsonValue& value) {
  std::string text = value.string();
  for (char& c : text)
    if (c >= 'A' && c <= 'F') c = char(c - 'A' + 'a');
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (text.size() != 40 || !std::all_of(text.begin(), text.end(), is_hex))
    value.fail("a SHA-1: 40 hexadecimal digits");
  return text;
}

RomWanted romFrom(const JsonValue& value) {
  if (value.json().is_string()) return {"", pathFrom(value)};
  value.requireKeys(rom_keys);
  RomWanted rom;
  if (const auto sha1 = value.find("sha1")) rom.sha1 = sha1From(*sha1);
  if (const auto file = value.find("file")) rom.file = pathFrom(*file);
  if (rom.sha1.empty() && rom.file.empty()) value.fail("a key 'sha1' or 'file'");
  return rom;
}

std::vector<JsonValue> oneOrMore(const JsonValue& value) {
  if (value.json().is_array()) return value.items();
  return {value};
}

std::vector<trace::Watch> watchesFrom(const JsonValue& value) {
  std::vector<trace::Watch> watches;
  for (const JsonValue& item : value.items()) {
    if (item.json().is_string())
      watches.push_back(parsedAt(item, [](const std::string& text) { return trace::parseWatch(text); }));
    else
      watches.push_back(trace::watchFromJson(item));
  }
  return watches;
}

std::string wordFrom(const JsonValue& value, std::initializer_list<std::string_view> words) {
  const std::string word = value.string();
  std::string list;
  for (const std::string_view known : words) {
    if (word == known) return word;
    list.append(list.empty() ? "" : ", ").append(known);
  }
  value.fail("one of " + list);
}

void readMachine(const JsonValue& value, std::vector<std::string>& patches, session::MachineChoice& machine) {
  if (const auto patch = value.find("patch"))
    for (const JsonValue& file : oneOrMore(*patch)) patches.push_back(pathFrom(file));
  if (const auto battery = value.find("battery")) machine.battery = pathFrom(*battery);
  if (const auto region = value.find("region"))
    machine.region = wordFrom(*region, {"auto", "ntsc", "pal", "dendy"});
  if (const auto devices = value.find("devices"))
    for (const JsonValue& device : oneOrMore(*devices)) {
      parsedAt(device, [](const std::string& text) {
        console::Devices tried;
        console::plugIn(tried, text);
        return tried;
      });
      machine.devices.push_back(device.string());
    }
  if (const auto init = value.find("ram_init"))
    machine.ram_init = console::toString(parsedAt(*init, console::parseRamInit));
  if (const auto alignment = value.find("alignment")) machine.alignment = uint64_t(alignment->integer(0, 3));
  if (const auto policy = value.find("policy"))
    machine.policy = wordFrom(*policy, {"catch-up", "every-cycle"});
}

}  // namespace jumpscope::suite
