// Key bindings and controller bindings of the window of `play`.
#pragma once

#include <SDL_gamecontroller.h>
#include <SDL_keycode.h>
#include <SDL_scancode.h>

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::play {

// What a key can do. The pads' buttons come first, in the order of the bits of console::Buttons (A is bit 0);
// the rest is for the window.
enum class Action : uint8_t {
  // clang-format off
  Pad1A, Pad1B, Pad1Select, Pad1Start, Pad1Up, Pad1Down, Pad1Left, Pad1Right, Pad1TurboA, Pad1TurboB,
  Pad2A, Pad2B, Pad2Select, Pad2Start, Pad2Up, Pad2Down, Pad2Left, Pad2Right, Pad2TurboA, Pad2TurboB,
  Pause, FrameAdvance, StepInstruction, StepOver, StepOut, StepBack, StepScanline,
  FastForward, Rewind,  // while held
  LoadSlot1, LoadSlot2, LoadSlot3, LoadSlot4, LoadSlot5, LoadSlot6, LoadSlot7, LoadSlot8, LoadSlot9, LoadSlot10,
  SaveSlot1, SaveSlot2, SaveSlot3, SaveSlot4, SaveSlot5, SaveSlot6, SaveSlot7, SaveSlot8, SaveSlot9, SaveSlot10,
  Reset, Power, Fullscreen, Screenshot, Mute, VolumeUp, VolumeDown, Menu, Overlay, Open, Quit,
  TakeOver, SaveCase, Record, TextLarger, TextSmaller, Label, Bookmark,
  // clang-format on
  Count
};

inline constexpr size_t action_count = static_cast<size_t>(Action::Count);
inline constexpr int pad_actions = 10;  // of each of the two pads

// "pad1.a", "load_slot_3", "quit".
std::string_view actionName(Action action);
// For people: "pad 1 turbo A", "load slot 3".
std::string actionWords(Action action);
std::optional<Action> findAction(std::string_view name);
// All names, by action.
std::span<const std::string_view> actionNames();

// The pad's button that an action presses.
struct PadButton {
  int pad;     // 0 or 1
  int bit;     // of console::Buttons
  bool turbo;  // pressed in every other frame
};
std::optional<PadButton> padButton(Action action);
// 1-10 when the action is LoadSlot… or SaveSlot….
std::optional<int> loadSlot(Action action);
std::optional<int> saveSlot(Action action);

// Bits of Chord::modifiers.
inline constexpr uint8_t ctrl = 1, shift = 2, alt = 4;

// Of SDL's modifiers.
constexpr uint8_t modifiersOf(int sdl) {
  return static_cast<uint8_t>((sdl & KMOD_CTRL ? ctrl : 0) | (sdl & KMOD_SHIFT ? shift : 0) |
                              (sdl & KMOD_ALT ? alt : 0));
}

// The bit of a key that is a modifier itself; 0: it is none.
uint8_t modifierOf(SDL_Scancode key);

// A key, and what is held down with it.
struct Chord {
  SDL_Scancode key = SDL_SCANCODE_UNKNOWN;
  uint8_t modifiers = 0;

  auto operator<=>(const Chord&) const = default;
};

// What a user presses for an action: a key with the modifiers that are held with it, or a modifier alone, which is known
// when it is let go.
class ChordReader {
 public:
  std::optional<Chord> down(SDL_Scancode key, uint8_t modifiers);
  std::optional<Chord> up(SDL_Scancode key);

 private:
  SDL_Scancode alone_ = SDL_SCANCODE_UNKNOWN;  // a modifier since which no other key was pressed
};

// "Ctrl+R", "Right Shift". Keys have SDL's names of their positions on a US keyboard (SDL_GetScancodeName);
// "Enter" and "Esc" are taken too. Throws std::runtime_error that names the nearest key.
Chord parseChord(std::string_view text);
std::string toString(Chord chord);

struct KeyMap {
  std::map<Chord, Action> keys;
  // Of a game controller. A button of pad1 means the same button of the pad that the controller plays.
  std::map<SDL_GameControllerButton, Action> buttons;
  int dead_zone = 12000;  // of the left stick, 0-32767

  bool operator==(const KeyMap&) const = default;
};

// "default", "fceux", "mesen", "retroarch". Throws std::runtime_error that names them.
KeyMap keyPreset(std::string_view name);
std::span<const std::string_view> keyPresetNames();

// A key file:
//   {"format": "jumpscope-keys", "version": 1, "preset": "fceux",
//    "keys": {"pad1.a": ["X", "Space"], "pause": "P", "mute": []},
//    "controller": {"a": "pad1.b", "back": "pause"}, "dead_zone": 9000}
// What it does not mention is as in its preset ("default" when it names none), but a key that it gives to an
// action is taken from the action that has it in the preset. Throws std::runtime_error for an unknown action,
// key or button, naming the nearest, and for a key given to two actions, naming both.
KeyMap parseKeys(std::string_view text, const std::string& file_name);
// A whole key map as the text of a key file.
std::string keysText(const KeyMap& keys);
// The keys that the parser knows, at its two levels; a test compares them with docs/schema/keys.schema.json.
std::span<const std::string_view> keyFileKeys();
std::span<const std::string_view> controllerButtonNames();

// A preset's name or a key file's path. Throws std::runtime_error.
KeyMap loadKeys(const std::string& preset_or_file);

// The keys of an action, for menus: "F11, Alt+Return"; "" when it has none.
std::string keysOf(const KeyMap& keys, Action action);

}  // namespace jumpscope::play
