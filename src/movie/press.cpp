#include "src/movie/press.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

#include "src/movie/button_words.h"

namespace jumpscope::movie {
namespace {

using console::Device;

constexpr int expansion = -1;         // in the place of a pad
constexpr size_t longest_item = 100;  // two numbers and all fields of a Power Pad take less

[[noreturn]] void fail(std::string_view item, const std::string& why) {
  throw std::runtime_error("--press item '" + std::string(item.substr(0, longest_item)) + "' " + why +
                           "; expected FIRST-LAST:BUTTONS such as 60-75:A, or 2/60-75:RB for the second "
                           "controller");
}

uint64_t parseFrame(std::string_view text, std::string_view item) {
  uint64_t frame = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), frame);
  if (error == std::errc::result_out_of_range)
    fail(item, "has a frame number beyond 2^64: '" + std::string(text) + "'");
  if (error != std::errc() || end != text.data() + text.size())
    fail(item, "has '" + std::string(text) + "' instead of a frame number");
  return frame;
}

// Takes off `rest` what stands before the next `separator`.
std::string_view takeUpTo(std::string_view& rest, char separator) {
  const size_t end = std::min(rest.find(separator), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

unsigned parseSmall(std::string_view text, unsigned first, unsigned last, std::string_view item) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < first || value > last)
    fail(item, "has '" + std::string(text) + "' instead of a number from " + std::to_string(first) + " to " +
                   std::to_string(last));
  return value;
}

void parseWho(std::string_view who, Press& press, std::string_view item) {
  if (who == "x") {
    press.pad = expansion;
  } else if (who.size() == 1 && who[0] >= '1' && who[0] <= '4') {
    press.pad = who[0] - '1';
  } else {
    fail(item, "names port '" + std::string(who) + "'; there are 1 to 4, and x for the expansion port");
  }
}

void parseWord(std::string_view word, Press& press, std::string_view item) {
  std::string_view values = word;
  const std::string_view name = takeUpTo(values, '=');
  if (word == "trigger" || word == "fire") {
    press.trigger = true;
  } else if (name == "aim") {
    const auto x = uint8_t(parseSmall(takeUpTo(values, ','), 0, 255, item));
    press.aim = Aim{x, uint8_t(parseSmall(values, 0, 239, item))};
  } else if (name == "knob") {
    press.knob = uint8_t(parseSmall(values, 0, 255, item));
  } else if (name == "step") {
    do {
      const unsigned field = parseSmall(takeUpTo(values, ','), 1, console::mat_fields, item);
      press.fields = uint16_t(press.fields | 1u << (field - 1));
    } while (!values.empty());
  } else {
    fail(item,
         "has the word '" + std::string(word) +
             "'; the words are Right, Left, Down, Up, Start, Select, A and B (pad), aim=X,Y and trigger "
             "(Zapper), knob=N and fire (paddle), step=N,N… (Power Pad)");
  }
}

Press parseItem(std::string_view item) {
  if (item.size() > longest_item) fail(item, "is too long");
  Press press;
  std::string_view rest = item;
  if (rest.find('/') != rest.npos) parseWho(takeUpTo(rest, '/'), press, item);
  if (rest.find(':') == rest.npos) fail(item, "has no ':'");
  const std::string_view frames = takeUpTo(rest, ':');
  const size_t dash = frames.find('-');
  press.first = parseFrame(frames.substr(0, dash), item);
  press.last = dash == frames.npos ? press.first : parseFrame(frames.substr(dash + 1), item);
  if (press.last < press.first) fail(item, "ends before it begins");
  if (rest.empty()) fail(item, "names no button");

  const std::optional<Buttons> buttons = parseButtons(rest);
  const bool words = !buttons && rest[0] >= 'a' && rest[0] <= 'z';
  if (words && press.pad >= 2) fail(item, "has a device's word for a pad; devices are in ports 1, 2 and x");
  if (!words && press.pad == expansion)
    fail(item, "has buttons for the expansion port; its pads are 3 and 4");
  if (!words && !buttons) fail(item, problemOfButtons(rest));
  if (buttons) press.buttons = *buttons;
  if (buttons) return press;
  press.port = press.pad == expansion ? console::expansion_port : size_t(press.pad);
  press.pad = 0;
  while (!rest.empty()) parseWord(takeUpTo(rest, '+'), press, item);
  return press;
}

bool sensesTrigger(Device device) { return device == Device::Zapper || device == Device::Arkanoid; }
bool sensesSteps(Device device) { return device == Device::PowerPadA || device == Device::PowerPadB; }

}  // namespace

void Press::apply(std::array<Buttons, 4>& pads,
                  std::array<console::DeviceInput, console::port_count>& inputs) const {
  pads[size_t(pad)] |= buttons;
  console::DeviceInput& input = inputs[port];
  if (aim) input.x = aim->x, input.y = aim->y;
  if (knob) input.knob = *knob;
  input.buttons = uint16_t(input.buttons | fields | (trigger ? console::trigger : 0));
}

void Press::requireDevice(const console::Devices& devices) const {
  const bool has_more_pads = devices.four_score || devices.has(console::expansion_port, Device::FamicomPads);
  if (pad >= 2 && !has_more_pads)
    throw std::runtime_error("--press has buttons for pad " + std::to_string(pad + 1) +
                             ", which is not plugged in; add --device four-score or --device "
                             "expansion=famicom-pads");
  if (buttons != 0 && pad < 2 && !devices.four_score && devices.ports[size_t(pad)] != Device::Pad) {
    const std::string port_name = std::to_string(pad + 1);
    throw std::runtime_error("--press has buttons for pad " + port_name + ", but port " + port_name +
                             " holds " + std::string(console::deviceName(devices.ports[size_t(pad)])) +
                             "; add --device " + port_name + "=pad");
  }
  if (!aim && !knob && !trigger && fields == 0) return;
  const Device device =
      devices.four_score && port != console::expansion_port ? Device::Pad : devices.ports[port];
  const bool fits = (!aim || device == Device::Zapper) && (!knob || device == Device::Arkanoid) &&
                    (!trigger || sensesTrigger(device)) && (fields == 0 || sensesSteps(device));
  if (fits) return;
  const std::string name = port == console::expansion_port ? "expansion" : std::to_string(port + 1);
  const char* wanted = aim ? "zapper" : knob ? "arkanoid" : trigger ? "zapper" : "power-pad-b";
  throw std::runtime_error("--press has words for a device in port " + name + ", which holds " +
                           std::string(console::deviceName(device)) + "; add --device " + name + "=" +
                           wanted);
}

std::vector<Press> parsePress(std::string_view script) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<Press> presses;
  size_t begin = script.find_first_not_of(blanks);
  while (begin != script.npos) {
    const size_t end = std::min(script.find_first_of(blanks, begin), script.size());
    presses.push_back(parseItem(script.substr(begin, end - begin)));
    begin = script.find_first_not_of(blanks, end);
  }
  return presses;
}

}  // namespace jumpscope::movie
