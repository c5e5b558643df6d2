#include "src/movie/buttons.h"

namespace jumpscope::movie {

char* putButtons(char* out, Buttons buttons) {
  for (size_t column = 0; column < button_letters.size(); ++column)
    *out++ = buttons & 0x80 >> column ? button_letters[column] : '.';
  return out;
}

std::string buttonsText(Buttons buttons) {
  char text[button_letters.size()];
  return {text, putButtons(text, buttons)};
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
