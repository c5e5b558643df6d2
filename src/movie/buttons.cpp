#include "src/movie/buttons.h"

namespace jumpscope::movie {

std::string buttonsText(Buttons buttons) {
  std::string text(button_letters);
  for (size_t column = 0; column < text.size(); ++column)
    if ((buttons & 0x80 >> column) == 0) text[column] = '.';
  return text;
}

std::optional<Buttons> parseButtonsText(std::string_view text) {
  if (text.size() != button_letters.size()) return std::nullopt;
  Buttons buttons = 0;
  for (size_t column = 0; column < text.size(); ++column) {
    if (text[column] == button_letters[column])
      buttons |= 0x80 >> column;
    else if (text[column] != '.')
      return std::nullopt;
  }
  return buttons;
}

}  // namespace jumpscope::movie
