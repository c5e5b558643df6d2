// The controller's buttons in FM2's notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jumpscope::movie {

// console::Buttons: bit 7 Right, Left, Down, Up, Start, Select, B, bit 0 A.
using Buttons = uint8_t;

// One letter a bit, bit 7 first. T is Start, S is Select.
constexpr std::string_view button_letters = "RLDUTSBA";
// The button of a letter; 0: there is none.
constexpr Buttons buttonOf(char letter) {
  const size_t column = button_letters.find(letter);
  return column == button_letters.npos ? Buttons{0} : static_cast<Buttons>(0x80 >> column);
}

// "R......A": eight characters, a dot for a button that is up.
std::string buttonsText(Buttons buttons);
// The same, written from `out` on; returns the end.
char* putButtons(char* out, Buttons buttons);

// The reverse: exactly eight characters, each the letter of its column or a dot. nullopt for anything else.
std::optional<Buttons> parseButtonsText(std::string_view text);

}  // namespace jumpscope::movie
