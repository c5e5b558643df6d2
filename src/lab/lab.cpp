#include "src/lab/lab.h"

namespace jumpscope::lab {

void Lab::frame(uint32_t keys, double mouse_turn) {
  const auto down = [keys](Key key) { return (keys & key) != 0; };
  if (view == View::Jumps) {
    // bit 7 Right, Left, Down, Up ... bit 0 A.
    comparison.frame(uint8_t(down(key_right) << 7 | down(key_left) << 6 | down(key_down) << 5 |
                             down(key_up) << 4 | int(down(key_jump))));
  } else if (view == View::Strafe) {
    const double rate = strafe.settings().at("turn_rate") / frames_per_second;
    const int turn = int(down(key_turn_left)) - int(down(key_turn_right));
    strafe.frame({down(key_up), down(key_down), down(key_left), down(key_right), down(key_jump),
                  turn * rate + mouse_turn});
  } else {
    sandbox.frame({int(down(key_right)) - int(down(key_left)), down(key_jump)});
  }
}

void Lab::restart() {
  if (view == View::Jumps) comparison.restart();
  if (view == View::Strafe) strafe.restart();
  if (view == View::Sandbox) sandbox.restart();
}

}  // namespace jumpscope::lab
