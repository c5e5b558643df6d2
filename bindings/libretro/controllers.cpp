#include "bindings/libretro/controllers.h"

#include <vector>

namespace jumpscope::libretro {

namespace {

// Bits in FM2's order, as jumpscope_set_buttons() takes them.
struct Button {
  unsigned id;
  uint8_t bit;
  const char* name;
};
constexpr Button buttons[] = {
    {RETRO_DEVICE_ID_JOYPAD_A, 0x01, "A"},           {RETRO_DEVICE_ID_JOYPAD_B, 0x02, "B"},
    {RETRO_DEVICE_ID_JOYPAD_SELECT, 0x04, "Select"}, {RETRO_DEVICE_ID_JOYPAD_START, 0x08, "Start"},
    {RETRO_DEVICE_ID_JOYPAD_UP, 0x10, "Up"},         {RETRO_DEVICE_ID_JOYPAD_DOWN, 0x20, "Down"},
    {RETRO_DEVICE_ID_JOYPAD_LEFT, 0x40, "Left"},     {RETRO_DEVICE_ID_JOYPAD_RIGHT, 0x80, "Right"},
};
constexpr unsigned port_count = 4;

bool bothOf(uint8_t held, uint8_t pair) { return (held & pair) == pair; }

jumpscope_input lightGun(const Frontend& frontend, unsigned port, const Picture& picture) {
  const auto state = [&](unsigned id) { return frontend.state(port, RETRO_DEVICE_LIGHTGUN, id); };
  jumpscope_input input{};
  input.size = sizeof input;
  const bool reload = state(RETRO_DEVICE_ID_LIGHTGUN_RELOAD) != 0;
  const bool away = reload || state(RETRO_DEVICE_ID_LIGHTGUN_IS_OFFSCREEN) != 0;
  input.x = away ? -1 : picture.xOf(state(RETRO_DEVICE_ID_LIGHTGUN_SCREEN_X));
  input.y = away ? -1 : picture.yOf(state(RETRO_DEVICE_ID_LIGHTGUN_SCREEN_Y));
  input.buttons = reload || state(RETRO_DEVICE_ID_LIGHTGUN_TRIGGER) != 0;
  return input;
}

jumpscope_input pointer(const Frontend& frontend, unsigned port, const Picture& picture) {
  const auto state = [&](unsigned id) { return frontend.state(port, RETRO_DEVICE_POINTER, id); };
  jumpscope_input input{};
  input.size = sizeof input;
  const int16_t x = state(RETRO_DEVICE_ID_POINTER_X);
  input.x = picture.xOf(x);
  input.y = picture.yOf(state(RETRO_DEVICE_ID_POINTER_Y));
  input.buttons = state(RETRO_DEVICE_ID_POINTER_PRESSED) != 0;
  // The range that programs expect. Source: NESdev "Arkanoid controller".
  constexpr int first_knob = 0x54, knob_steps = 0xA0;
  input.knob = first_knob + (x + 0x8000) * knob_steps / 0xFFFF;
  return input;
}

bool isZapper(unsigned device) { return device == RETRO_DEVICE_LIGHTGUN || device == pointed_zapper; }

}  // namespace

void declareControllers(const Frontend& frontend) {
  static const retro_controller_description console_port[] = {
      {"Gamepad, or as the cartridge says", RETRO_DEVICE_JOYPAD},
      {"Zapper (light gun)", RETRO_DEVICE_LIGHTGUN},
      {"Zapper (pointer)", pointed_zapper},
      {"Arkanoid paddle (pointer)", paddle},
      {"None", RETRO_DEVICE_NONE},
  };
  static const retro_controller_description extra_port[] = {{"Gamepad", RETRO_DEVICE_JOYPAD},
                                                            {"None", RETRO_DEVICE_NONE}};
  static const retro_controller_info ports[] = {
      {console_port, 5}, {console_port, 5}, {extra_port, 2}, {extra_port, 2}, {nullptr, 0}};
  frontend.ask(RETRO_ENVIRONMENT_SET_CONTROLLER_INFO, const_cast<retro_controller_info*>(ports));

  std::vector<retro_input_descriptor> names;
  for (unsigned port = 0; port < port_count; ++port)
    for (const Button& button : buttons)
      names.push_back({port, RETRO_DEVICE_JOYPAD, 0, button.id, button.name});
  for (unsigned port = 0; port < 2; ++port) {
    names.push_back({port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_TRIGGER, "Trigger"});
    names.push_back(
        {port, RETRO_DEVICE_LIGHTGUN, 0, RETRO_DEVICE_ID_LIGHTGUN_RELOAD, "Shoot beside the screen"});
  }
  names.push_back({0, 0, 0, 0, nullptr});
  frontend.ask(RETRO_ENVIRONMENT_SET_INPUT_DESCRIPTORS, names.data());
}

bool Controllers::setDevice(unsigned port, unsigned device) {
  if (port >= port_count) return false;
  const bool everywhere = device == RETRO_DEVICE_NONE || device == RETRO_DEVICE_JOYPAD;
  if (!everywhere && (port >= 2 || !(isZapper(device) || device == paddle))) return false;
  types_[port] = device;
  return true;
}

std::string Controllers::devices(FourScore four_score) const {
  // The last word about a port counts. A Four Score takes both ports, so what is plugged into one of them unplugs it.
  std::string text = by_header_;
  if (four_score == FourScore::Off && by_header_.find("four-score") != std::string::npos)
    text += " 1=pad 2=pad";
  if (four_score == FourScore::On) text += " 1=pad 2=pad four-score";
  for (unsigned port = 0; port < 2; ++port) {
    const unsigned type = types_[port];
    const std::string place = port == 0 ? " 1=" : " 2=";
    if (type == RETRO_DEVICE_NONE) text += place + "none";
    if (isZapper(type)) text += place + "zapper";
    if (type == paddle) text += place + "arkanoid";
  }
  return text;
}

uint8_t Controllers::pad(const Frontend& frontend, unsigned port, bool opposite_directions) const {
  if (types_[port] != RETRO_DEVICE_JOYPAD) return 0;
  uint8_t held = 0;
  for (const Button& button : buttons)
    if (frontend.state(port, RETRO_DEVICE_JOYPAD, button.id) != 0) held |= button.bit;
  constexpr uint8_t up_down = 0x30, left_right = 0xC0;
  if (!opposite_directions && bothOf(held, up_down)) held &= static_cast<uint8_t>(~up_down);
  if (!opposite_directions && bothOf(held, left_right)) held &= static_cast<uint8_t>(~left_right);
  return held;
}

// `name`: of the console's port, as in `plugged`.
void Controllers::latchDevice(const Frontend& frontend, const Picture& picture, const std::string& plugged,
                              const char* name, int port, jumpscope_console* console) const {
  const size_t at = plugged.find(name);
  if (at == std::string::npos) return;
  // The expansion port's device is handled by who sits at the second port.
  const unsigned player = port == 0 ? 0 : 1;
  const bool zapper = plugged.compare(at + std::char_traits<char>::length(name), 6, "zapper") == 0;
  const bool gun = zapper && types_[player] != pointed_zapper;
  const jumpscope_input input =
      gun ? lightGun(frontend, player, picture) : pointer(frontend, player, picture);
  jumpscope_set_input(console, port, &input);
}

void Controllers::latch(const Frontend& frontend, const Settings& settings, const Picture& picture,
                        const std::string& plugged, jumpscope_console* console) {
  for (unsigned port = 0; port < port_count; ++port)
    jumpscope_set_buttons(console, static_cast<int>(port), pad(frontend, port, settings.opposite_directions));
  if (plugged.empty()) return;
  latchDevice(frontend, picture, plugged, "1=", 0, console);
  latchDevice(frontend, picture, plugged, "2=", 1, console);
  latchDevice(frontend, picture, plugged, "expansion=", 2, console);
}

}  // namespace jumpscope::libretro
