#include "tests/discover/still_game.h"

#include <string>

#include "tests/discover/assembler.h"

namespace jumpscope::tests {

// small_game.cpp has names like these.
namespace still {

constexpr uint16_t pad = 0x10, pad_before = 0x11, pressed = 0x12, playing = 0x13, x = 0x30, y = 0x31,
                   thing_x = 0x32, thing_y = 0x33, speed = 0x34, active = 0x35, clock = 0x36, slot = 0x37,
                   fraction = 0x38, low = 0x39, speed_fraction = 0x3A;
constexpr uint8_t pad_a = 0x80, pad_start = 0x10, pad_up = 0x08, pad_down = 0x04, pad_left = 0x02,
                  pad_right = 0x01;

constexpr uint8_t ground = 144;

class Maker {
 public:
  Maker(StillGame game, bool title) : game_(game), title_(title) {}

  std::vector<uint8_t> image() {
    reset();
    nmi();
    return code_.image();
  }

 private:
  void set(uint16_t address, int value) { code_.store(address, value); }
  void add(uint16_t address, int value) {
    code_.op(clc);
    code_.abs(lda_abs, address);
    code_.imm(adc_imm, value);
    code_.abs(sta_abs, address);
  }
  void addByte(uint16_t address, uint16_t other) {
    code_.op(clc);
    code_.abs(lda_abs, address);
    code_.abs(adc_abs, other);
    code_.abs(sta_abs, address);
  }
  // Moves a byte by `by` if these buttons are held or pressed.
  void moveIf(uint16_t buttons, int bits, uint16_t address, int by) {
    const std::string skip = code_.fresh();
    code_.abs(lda_abs, buttons);
    code_.imm(and_imm, bits);
    code_.branch(beq, skip);
    add(address, by);
    code_.label(skip);
  }

  void reset() {
    code_.label("reset");
    code_.op(sei);
    code_.op(cld);
    code_.imm(ldx_imm, 0xFF);
    code_.op(txs);
    set(0x2000, 0);
    set(0x2001, 0);
    for (int i = 0; i < 2; ++i) code_.waitForPicture();
    for (uint16_t address = pad; address < 0x40; ++address) set(address, 0);
    code_.hideSprites();
    set(playing, !title_);
    set(x, 96);
    set(y, game_ == StillGame::Falling ? 16 : game_ == StillGame::Rocket ? 60 : ground);
    set(thing_x, 150);
    set(thing_y, ground);
    set(0x2000, 0x80);
    set(0x2001, 0x18);
    code_.label("forever");
    code_.abs(jmp_abs, "forever");
  }

  void nmi() {
    code_.label("nmi");
    set(0x2003, 0);
    set(0x4014, 2);
    code_.imm(lda_imm, 0);
    code_.abs(sta_abs, 0x2005);
    code_.abs(sta_abs, 0x2005);
    code_.abs(lda_abs, pad);
    code_.imm(eor_imm, 0xFF);
    code_.abs(sta_abs, pad_before);
    set(0x4016, 1);
    set(0x4016, 0);
    code_.readButtons(0x4016, pad);
    code_.abs(lda_abs, pad);
    code_.abs(and_abs, pad_before);
    code_.abs(sta_abs, pressed);
    code_.abs(inc_abs, clock);
    code_.abs(lda_abs, playing);
    code_.branch(bne, "play");
    moveIf(pressed, pad_start, playing, 1);
    code_.op(rti);
    code_.label("play");
    set(slot, 0);
    code_.hideSprites();
    update();
    code_.op(rti);
  }

  void sprite(uint16_t at_x, int dx, uint16_t at_y, int dy) {
    code_.abs(ldx_abs, slot);
    code_.op(clc);
    code_.abs(lda_abs, at_y);
    code_.imm(adc_imm, dy);
    code_.abs(sta_abs_x, 0x0200);
    code_.imm(lda_imm, 7);
    code_.abs(sta_abs_x, 0x0201);
    code_.imm(lda_imm, 0);
    code_.abs(sta_abs_x, 0x0202);
    code_.op(clc);
    code_.abs(lda_abs, at_x);
    code_.imm(adc_imm, dx);
    code_.abs(sta_abs_x, 0x0203);
    add(slot, 4);
  }
  void character() {
    sprite(x, 0, y, 0);
    sprite(x, 8, y, 0);
  }
  void fourWays(uint16_t buttons, int by) {
    moveIf(buttons, pad_left, x, -by);
    moveIf(buttons, pad_right, x, by);
    moveIf(buttons, pad_up, y, -by);
    moveIf(buttons, pad_down, y, by);
  }
  void leftAndRight() {
    moveIf(pad, pad_left, x, -2);
    moveIf(pad, pad_right, x, 2);
  }

  void update() {
    switch (game_) {
      case StillGame::Cursor:
        fourWays(pressed, 16);
        return character();
      case StillGame::Ship:
        fourWays(pad, 2);
        return character();
      case StillGame::Drifting:
        return drift();
      case StillGame::Falling:
        return fallingPiece();
      case StillGame::Paddle:
        return paddle();
      case StillGame::Flipper:
        return flipper();
      case StillGame::Shooter:
        return shooter();
      case StillGame::Grenade:
        return grenade();
      case StillGame::Animation:
        return animation();
      case StillGame::Lander:
      case StillGame::Rocket:
        return lander();
      case StillGame::Lift:
        return lift();
      case StillGame::Credits:
        return credits();
      case StillGame::Diver:
        return diver();
      case StillGame::Icon:
        moveIf(pressed, pad_left, x, -32);
        moveIf(pressed, pad_right, x, 32);
        throwUp(y);
        return character();
      case StillGame::Buoy:
        return buoy();
      case StillGame::Golf:
        leftAndRight();
        throwUp(thing_y);
        character();
        return sprite(thing_x, 0, thing_y, 0);
      case StillGame::Juggler:
        leftAndRight();
        code_.abs(lda_abs, active);
        code_.branch(bne, "in_the_air");
        code_.abs(lda_abs, x);
        code_.abs(sta_abs, thing_x);
        code_.label("in_the_air");
        throwUp(thing_y);
        character();
        return sprite(thing_x, 0, thing_y, -12);
    }
  }

  // speed += value, in 1/256 px a frame
  void accelerate(int value) {
    code_.op(clc);
    code_.abs(lda_abs, speed_fraction);
    code_.imm(adc_imm, value);
    code_.abs(sta_abs, speed_fraction);
    code_.abs(lda_abs, speed);
    code_.imm(adc_imm, value >> 8);
    code_.abs(sta_abs, speed);
  }
  // height += speed
  void fly(uint16_t height) {
    code_.op(clc);
    code_.abs(lda_abs, fraction);
    code_.abs(adc_abs, speed_fraction);
    code_.abs(sta_abs, fraction);
    code_.abs(lda_abs, height);
    code_.abs(adc_abs, speed);
    code_.abs(sta_abs, height);
  }
  void land(uint16_t height) {
    const std::string in_air = code_.fresh();
    code_.abs(lda_abs, speed);
    code_.branch(bmi, in_air);
    code_.abs(lda_abs, height);
    code_.imm(cmp_imm, ground);
    code_.branch(bcc, in_air);
    set(height, ground);
    for (const uint16_t byte : {fraction, speed, speed_fraction, active}) set(byte, 0);
    code_.label(in_air);
  }
  // A starts a flight of this height.
  void throwUp(uint16_t height) {
    code_.abs(lda_abs, active);
    code_.branch(bne, "thrown");
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "lies");
    set(active, 1);
    set(speed, -4);
    code_.label("thrown");
    accelerate(0x30);
    fly(height);
    land(height);
    code_.label("lies");
  }

  void lander() {
    leftAndRight();
    accelerate(8);
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "no_thrust");
    accelerate(game_ == StillGame::Rocket ? -40 : -20);
    code_.label("no_thrust");
    fly(y);
    if (game_ == StillGame::Lander) land(y);
    character();
  }

  void lift() {
    leftAndRight();
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, pad_up);
    code_.branch(beq, "let_go");
    set(speed, -2);
    set(speed_fraction, 0);
    code_.abs(lda_abs, y);
    code_.imm(cmp_imm, 20);
    code_.branch(bcs, "lifted");
    set(speed, 0);
    code_.label("lifted");
    fly(y);
    code_.abs(jmp_abs, "drawn");
    code_.label("let_go");
    accelerate(0x28);
    fly(y);
    land(y);
    code_.label("drawn");
    character();
  }

  void credits() {
    moveIf(clock, 1, y, 1);
    moveIf(pad, pad_up, y, -2);
    for (int line = 0; line < 5; ++line)
      for (int letter = 0; letter < 4; ++letter) sprite(x, 10 * letter, y, 40 * line);
  }

  void diver() {
    leftAndRight();
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, pad_up);
    code_.branch(beq, "sinks");
    code_.abs(lda_abs, speed);
    code_.imm(cmp_imm, 0xFE);
    code_.branch(beq, "dives");
    accelerate(-0x20);
    code_.abs(jmp_abs, "dives");
    code_.label("sinks");
    code_.abs(lda_abs, speed);
    code_.imm(cmp_imm, 1);
    code_.branch(beq, "dives");
    accelerate(0x20);
    code_.label("dives");
    fly(y);
    character();
  }

  // 24 px up and 24 px down; A makes it wait for 20 frames.
  void buoy() {
    leftAndRight();
    const std::string waits = code_.fresh(), up = code_.fresh();
    code_.abs(lda_abs, active);
    code_.branch(bne, waits);
    moveIf(pressed, pad_a, active, 20);
    code_.abs(inc_abs, fraction);
    code_.abs(lda_abs, fraction);
    code_.imm(and_imm, 0x20);
    code_.branch(bne, up);
    add(y, 2);
    code_.label(up);
    add(y, -1);
    character();
    code_.op(rti);
    code_.label(waits);
    code_.abs(dec_abs, active);
    character();
  }

  void drift() {
    moveIf(pad, pad_left, x, -2);
    moveIf(pad, pad_right, x, 2);
    // The speed goes up and down by one in every second frame, and returns to zero by itself.
    moveIf(clock, 1, fraction, 1);
    code_.abs(lda_abs, clock);
    code_.imm(and_imm, 1);
    code_.branch(bne, "drifting");
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, pad_up);
    code_.branch(beq, "not_up");
    code_.abs(lda_abs, speed);
    code_.imm(cmp_imm, 0xFD);
    code_.branch(beq, "drifting");
    add(speed, -1);
    code_.abs(jmp_abs, "drifting");
    code_.label("not_up");
    code_.abs(lda_abs, speed);
    code_.branch(beq, "drifting");
    add(speed, 1);
    code_.label("drifting");
    addByte(y, speed);
    character();
  }

  void fallingPiece() {
    moveIf(pressed, pad_left, x, -8);
    moveIf(pressed, pad_right, x, 8);
    moveIf(pressed, pad_a, active, 1);
    code_.abs(lda_abs, clock);
    code_.imm(and_imm, 15);
    code_.branch(bne, "fallen");
    add(y, 8);
    code_.abs(lda_abs, y);
    code_.imm(cmp_imm, 184);
    code_.branch(bcc, "fallen");
    set(y, 16);
    code_.label("fallen");
    sprite(x, 0, y, 0);
    code_.abs(lda_abs, active);
    code_.imm(and_imm, 1);
    code_.branch(bne, "upright");
    sprite(x, 8, y, 0);
    sprite(x, 16, y, 0);
    code_.op(rti);
    code_.label("upright");
    sprite(x, 0, y, 8);
    sprite(x, 0, y, 16);
  }

  void paddle() {
    leftAndRight();
    code_.abs(lda_abs, active);
    code_.branch(bne, "served");
    code_.abs(lda_abs, x);
    code_.abs(sta_abs, thing_x);
    set(thing_y, 136);
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "rest");
    set(active, 1);
    set(speed, -3);
    code_.label("served");
    add(thing_x, 1);
    addByte(thing_y, speed);
    code_.abs(lda_abs, thing_y);
    code_.imm(cmp_imm, 40);
    code_.branch(bcs, "below_top");
    set(speed, 3);
    code_.label("below_top");
    code_.imm(cmp_imm, 136);
    code_.branch(bcc, "rest");
    set(active, 0);
    code_.label("rest");
    character();
    sprite(thing_x, 4, thing_y, 0);
  }

  void flipper() {
    leftAndRight();
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "released");
    code_.abs(lda_abs, y);
    code_.imm(cmp_imm, 122);
    code_.branch(bcc, "drawn");
    add(y, -4);
    code_.abs(jmp_abs, "drawn");
    code_.label("released");
    code_.abs(lda_abs, y);
    code_.imm(cmp_imm, 144);
    code_.branch(bcs, "drawn");
    add(y, 3);
    code_.label("drawn");
    character();
  }

  void shooter() {
    fourWays(pad, 2);
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "no_shot");
    code_.abs(lda_abs, x);
    code_.abs(sta_abs, thing_x);
    code_.abs(lda_abs, y);
    code_.abs(sta_abs, thing_y);
    set(active, 1);
    code_.label("no_shot");
    code_.abs(lda_abs, active);
    code_.branch(beq, "no_shot_flies");
    add(thing_y, -4);
    code_.imm(cmp_imm, 16);
    code_.branch(bcs, "shot_flies");
    set(active, 0);
    code_.label("shot_flies");
    sprite(thing_x, 4, thing_y, 0);
    code_.label("no_shot_flies");
    character();
    for (int i = 0; i < 4; ++i) {
      set(low, 24);
      sprite(clock, 40 * i, low, 0);
    }
  }

  void grenade() {
    leftAndRight();
    code_.abs(lda_abs, active);
    code_.branch(bne, "flies");
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, pad_a);
    code_.branch(beq, "shown");
    set(active, 1);
    set(speed, -6);
    code_.abs(lda_abs, x);
    code_.abs(sta_abs, thing_x);
    code_.abs(lda_abs, y);
    code_.abs(sta_abs, thing_y);
    code_.label("flies");
    add(thing_x, 2);
    addByte(thing_y, speed);
    moveIf(clock, 1, speed, 1);
    code_.abs(lda_abs, thing_y);
    code_.imm(cmp_imm, 145);
    code_.branch(bcc, "shown");
    set(active, 0);
    code_.label("shown");
    code_.abs(lda_abs, active);
    code_.branch(beq, "gone");
    sprite(thing_x, 0, thing_y, 0);
    code_.label("gone");
    character();
  }

  // Its head goes down and up by 4 px.
  void animation() {
    leftAndRight();
    moveIf(pressed, pad_a, active, 1);
    code_.abs(lda_abs, active);
    code_.branch(beq, "at_rest");
    add(active, 1);
    code_.imm(cmp_imm, 16);
    code_.branch(bcc, "at_rest");
    set(active, 0);
    code_.label("at_rest");
    code_.abs(lda_abs, active);
    code_.op(lsr_a);
    code_.op(lsr_a);
    code_.abs(sta_abs, low);
    addByte(low, y);
    sprite(x, 0, low, -8);
    character();
  }

  StillGame game_;
  bool title_;
  Assembler code_;
};

}  // namespace still

std::vector<uint8_t> imageOf(StillGame game, bool title) { return still::Maker(game, title).image(); }

}  // namespace jumpscope::tests
