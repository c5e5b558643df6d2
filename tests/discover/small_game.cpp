#include "tests/discover/small_game.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tests/discover/assembler.h"

namespace jumpscope::tests {

namespace {

using Bytes = std::vector<uint16_t>;  // addresses, most significant first
using Title = SmallGame::Title;
using Fraction = SmallGame::Fraction;

constexpr uint16_t pad = small_game_pad, pad_before = 0x11, pressed = 0x12, stage = 0x13, parity = 0x14,
                   low = 0x15, high = 0x16, pixel = 0x17, step = 0x18, clock = 0x19, bullet = 0x1A,
                   step_sign = 0x1B, second_pad = 0x1C, index = 0x1D, due = 0x1E, first_slot = 0x1F,
                   jumps = 0x20, since = 0x21, wished = 0x22, level = 0x23, noise = 0x24, hop = 0x25,
                   hop_speed = 0x26, cursor = 0x27, wait = 0x28, ball = 0x2A, ball_speed = 0x2C,
                   was_held = 0x2E, scrolled = 0x2F, swaying = 0x30, copied_y = 0x40, copied_v = 0x44;
constexpr uint8_t ground = 176, lower_ground = 200, ledge_x = 160;
// Stages before the game itself.
constexpr int playing = 9;
constexpr uint8_t pad_a = 0x80, pad_select = 0x20, pad_start = 0x10, pad_down = 0x04, pad_left = 0x02,
                  pad_right = 0x01;

class Maker {
 public:
  explicit Maker(const SmallGame& game) : game_(game), y_(game.y), v_(game.v) {
    if (!game.works_on_copies) return;
    for (size_t i = 0; i < y_.size(); ++i) y_[i] = static_cast<uint16_t>(copied_y + i);
    for (size_t i = 0; i < v_.size(); ++i) v_[i] = static_cast<uint16_t>(copied_v + i);
  }

  std::vector<uint8_t> image() {
    reset();
    nmi();
    code_.label("steps");
    code_.data({0xFC, 0xFC, 0xFD, 0xFD, 0xFD, 0xFE, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0xFF, 0, 0,
                0,    0,    1,    0,    1,    1,    1,    1,    2,    2,    2,    2,    3,    3, 3,    4, 4});
    for (const int below : {0, 8}) {
      code_.label(below ? "lift_high" : "lift_low");
      for (const int speed : game_.lift) code_.data({static_cast<uint8_t>(speed >> below)});
    }
    uint8_t flags = 0;
    for (const Bytes* bytes : {&game_.y, &game_.v, &game_.x, &game_.vx, &game_.y_before})
      if (std::any_of(bytes->begin(), bytes->end(), [](uint16_t address) { return address >= 0x6000; }))
        flags |= 2;
    return code_.image(flags);
  }

 private:
  static constexpr int table_steps = 34;

  void set(uint16_t address, int value) { code_.store(address, value); }
  void set(const Bytes& bytes, int value) {
    for (size_t i = 0; i < bytes.size(); ++i) set(bytes[i], value >> 8 * (bytes.size() - 1 - i));
  }
  void copy(const Bytes& from, const Bytes& to) {
    for (size_t i = 0; i < from.size(); ++i) copy(from[i], to[i]);
  }
  void copy(uint16_t from, uint16_t to) {
    code_.abs(lda_abs, from);
    code_.abs(sta_abs, to);
  }
  // Continues at `label` if none of the bits (or any of them) is set.
  void unless(uint16_t address, int bits, const std::string& label) {
    code_.abs(lda_abs, address);
    code_.imm(and_imm, bits);
    code_.branch(beq, label);
  }
  void when(uint16_t address, int bits, const std::string& label) {
    code_.abs(lda_abs, address);
    code_.imm(and_imm, bits);
    code_.branch(bne, label);
  }
  // bytes += value
  void add(const Bytes& bytes, int value) {
    code_.op(clc);
    for (size_t i = bytes.size(); i-- > 0;) {
      code_.abs(lda_abs, bytes[i]);
      code_.imm(adc_imm, value >> 8 * (bytes.size() - 1 - i));
      code_.abs(sta_abs, bytes[i]);
    }
  }
  // bytes += other (or -=), which is shorter or as long, and has a sign unless `positive`
  void addBytes(const Bytes& bytes, const Bytes& other, bool subtract, bool positive = false) {
    const std::string skip = code_.fresh();
    set(step_sign, 0);
    if (!positive) {
      code_.abs(lda_abs, other.front());
      code_.branch(bpl, skip);
      set(step_sign, 0xFF);
      code_.label(skip);
    }
    code_.op(subtract ? sec : clc);
    for (size_t i = 0; i < bytes.size(); ++i) {
      code_.abs(lda_abs, bytes[bytes.size() - 1 - i]);
      code_.abs(subtract ? sbc_abs : adc_abs, i < other.size() ? other[other.size() - 1 - i] : step_sign);
      code_.abs(sta_abs, bytes[bytes.size() - 1 - i]);
    }
  }

  // The object's bytes, where the code indexes rows.
  void loadIndexed(uint16_t address) {
    if (game_.object < 0 || game_.works_on_copies) return code_.abs(lda_abs, address);
    code_.abs(ldx_abs, index);
    code_.abs(lda_abs_x, address - static_cast<unsigned>(game_.object));
  }

  // The value of y at a height on the screen, px.
  int rawY(int height) const {
    if (game_.up_positive) return (ground - height) << game_.shift;
    const int pixels = height + game_.camera;
    if (game_.fraction == Fraction::Fifths) return pixels * 5;
    if (game_.fraction == Fraction::CountedFifths) return pixels << 8;
    if (game_.page_size != 256)
      return (pixels / game_.page_size * 256 + pixels % game_.page_size) << game_.shift;
    return pixels << game_.shift;
  }

  // Counts how often a loop turns in a picture: an NTSC console's is shorter.
  void refuseNtsc() {
    code_.imm(ldx_imm, 0);
    code_.imm(ldy_imm, 0);
    code_.label("count");
    code_.op(inx);
    code_.branch(bne, "count_on");
    code_.op(iny);
    code_.label("count_on");
    code_.abs(bit_abs, 0x2002);
    code_.branch(bpl, "count");
    // A turn takes 16 cycles: 29,780 or 33,247 of them.
    code_.imm(cpy_imm, 8);
    code_.branch(bcs, "is_pal");
    code_.label("refused");
    code_.abs(jmp_abs, "refused");
    code_.label("is_pal");
  }

  void reset() {
    code_.label("reset");
    code_.op(sei);
    code_.op(cld);
    code_.imm(ldx_imm, 0xFF);
    code_.op(txs);
    set(0x2000, 0);
    set(0x2001, 0);
    code_.waitForPicture();
    code_.imm(lda_imm, 0);
    code_.imm(ldx_imm, 0);
    code_.label("clear");
    for (unsigned page = 0; page < 8; ++page)
      if (page != 1) code_.abs(sta_abs_x, page << 8);
    code_.op(inx);
    code_.branch(bne, "clear");
    code_.waitForPicture();
    if (game_.pal_only) refuseNtsc();
    code_.hideSprites();
    set(stage, game_.title == Title::None ? playing : 0);
    set(bullet, 0xF8);
    set(index, std::max(game_.object, 0));
    set(game_.state, game_.falls_in);
    set(game_.v, 0);
    set(game_.vx, 0);
    set(noise, 0x5B);
    setGravity();
    if (game_.x_direction) set(*game_.x_direction, 0);
    set(game_.y, rawY(game_.flaps ? 60 : game_.falls_in ? ground - 60 : ground));
    set(game_.x, 100 << 8 * static_cast<int>(game_.x.size() > 1));
    set(hop, 150);
    set(ball, 40);
    set(ball + 1, 90);
    set(0x2000, control());
    set(0x2001, 0x18);
    code_.label("forever");
    if (game_.late) {
      unless(due, 1, "forever");
      set(due, 0);
      code_.abs(jsr_abs, "frame");
    }
    code_.abs(jmp_abs, "forever");
  }

  void setGravity() {
    if (game_.gravity_byte) set(*game_.gravity_byte, game_.gravity);
    if (game_.fall_byte) set(*game_.fall_byte, game_.fall_gravity);
  }

  int control() const { return 0x80 | (game_.tall_sprites ? 0x20 : 0); }

  void readPad() {
    copy(pad, pad_before);
    set(0x4016, 1);
    set(0x4016, 0);
    code_.readButtons(0x4016, pad);
    code_.abs(lda_abs, pad_before);
    code_.imm(eor_imm, 0xFF);
    code_.abs(sta_abs, low);
    // pressed = pad & ~before
    code_.abs(lda_abs, pad);
    code_.abs(and_abs, low);
    code_.abs(sta_abs, pressed);
    if (game_.on_release) {
      // pressed = before & ~pad
      code_.abs(lda_abs, pad);
      code_.imm(eor_imm, 0xFF);
      code_.abs(and_abs, pad_before);
      code_.abs(sta_abs, pressed);
    }
    if (!game_.two_players) return;
    code_.readButtons(0x4017, second_pad);
  }

  void nmi() {
    code_.label("nmi");
    code_.op(pha);
    code_.op(txa);
    code_.op(pha);
    set(0x2003, 0);
    set(0x4014, 2);
    code_.imm(lda_imm, 0x3F);
    code_.abs(sta_abs, 0x2006);
    set(0x2006, 0);
    copy(stage, 0x2007);
    scroll();
    if (game_.late) {
      set(due, 1);
    } else {
      code_.abs(jsr_abs, "frame");
    }
    code_.op(pla);
    code_.op(tax);
    code_.op(pla);
    code_.op(rti);
    code_.label("frame");
    readPad();
    code_.abs(inc_abs, clock);
    code_.abs(lda_abs, stage);
    code_.imm(cmp_imm, playing);
    code_.branch(beq, "play");
    titleScreens();
    code_.op(rts);
    code_.label("play");
    code_.abs(jsr_abs, "update");
    if (game_.catches_up) {
      when(clock, 7, "caught_up");
      code_.abs(jsr_abs, "update");
      code_.label("caught_up");
    }
    code_.abs(jsr_abs, "draw");
    code_.op(rts);
    update();
    draw();
  }

  // Continues with the next stage if the stage is this one and `pad_bits` are pressed, or no bits are asked for and
  // `frames` have passed.
  void leaveStage(int number, int pad_bits, int next, int frames = 0) {
    const std::string other = code_.fresh();
    code_.abs(lda_abs, stage);
    code_.imm(cmp_imm, number);
    code_.branch(bne, other);
    code_.abs(inc_abs, wait);
    if (frames) {
      code_.abs(lda_abs, wait);
      code_.imm(cmp_imm, frames);
      code_.branch(bcc, other);
      code_.abs(dec_abs, wait);
    }
    if (pad_bits) unless(pressed, pad_bits, other);
    set(stage, next);
    set(wait, 0);
    code_.op(rts);
    code_.label(other);
  }

  void titleScreens() {
    code_.hideSprites();
    switch (game_.title) {
      case Title::None:
        break;
      case Title::Start:
        leaveStage(0, pad_start, playing);
        break;
      case Title::Fade:
        leaveStage(0, pad_start, 1, 90);
        leaveStage(1, 0, playing, 60);
        break;
      case Title::Pages:
        leaveStage(0, pad_start, 1);
        leaveStage(1, pad_a, 2, 10);
        leaveStage(2, 0, playing, 120);
        break;
      case Title::Select: {
        const std::string same = code_.fresh(), shown = code_.fresh();
        unless(pressed, pad_select | pad_down, same);
        code_.abs(lda_abs, cursor);
        code_.imm(eor_imm, 1);
        code_.abs(sta_abs, cursor);
        code_.label(same);
        // The first line does nothing.
        set(0x0200, 100);
        code_.abs(lda_abs, cursor);
        code_.branch(beq, shown);
        set(0x0200, 116);
        leaveStage(0, pad_start, playing);
        code_.label(shown);
        set(0x0203, 60);
        break;
      }
    }
  }

  void scroll() {
    if (game_.scrolls) {
      code_.abs(lda_abs, game_.x[game_.x.size() > 2 ? 1 : 0]);
      code_.op(sec);
      code_.imm(sbc_imm, 100);
    } else if (game_.camera_from) {
      code_.abs(lda_abs, scrolled);
    } else {
      code_.imm(lda_imm, 0);
    }
    code_.abs(sta_abs, 0x2005);
    code_.imm(lda_imm, game_.camera % 240);
    code_.abs(sta_abs, 0x2005);
    set(0x2000, control());
  }

  void walk() {
    if (!game_.vx.empty()) return walkWithInertia();
    for (const auto& [bit, value] : {std::pair{pad_right, 0x0160}, std::pair{pad_left, -0x0160}}) {
      const std::string skip = code_.fresh();
      unless(pad, bit, skip);
      add(game_.x, game_.x.size() > 1 ? value : value / 256);
      code_.label(skip);
    }
  }

  // Speeds up to 2 px, and slows down by itself.
  void walkWithInertia() {
    if (game_.x_direction) return walkByMagnitude();
    for (const auto& [bit, value] : {std::pair{pad_right, 0x18}, std::pair{pad_left, -0x18}}) {
      const std::string skip = code_.fresh();
      unless(pad, bit, skip);
      code_.abs(lda_abs, game_.vx.front());
      code_.imm(cmp_imm, value > 0 ? 2 : 0xFE);
      code_.branch(beq, skip);
      add(game_.vx, value);
      code_.label(skip);
    }
    when(pad, pad_left | pad_right, "no_friction");
    code_.abs(lda_abs, game_.vx.front());
    code_.branch(bmi, "slow_left");
    code_.abs(ora_abs, game_.vx.back());
    code_.branch(beq, "no_friction");
    add(game_.vx, -8);
    code_.abs(jmp_abs, "no_friction");
    code_.label("slow_left");
    add(game_.vx, 8);
    code_.label("no_friction");
    addBytes(game_.x, game_.vx, false);
  }

  void walkByMagnitude() {
    unless(pad, pad_left | pad_right, "rest");
    set(*game_.x_direction, 0);
    unless(pad, pad_left, "to_right");
    set(*game_.x_direction, 1);
    code_.label("to_right");
    code_.abs(lda_abs, game_.vx.front());
    code_.imm(cmp_imm, 2);
    code_.branch(beq, "go");
    add(game_.vx, 0x10);
    code_.abs(jmp_abs, "go");
    code_.label("rest");
    set(game_.vx, 0);
    code_.label("go");
    code_.abs(lda_abs, *game_.x_direction);
    code_.branch(bne, "go_left");
    addBytes(game_.x, game_.vx, false, true);
    code_.abs(jmp_abs, "gone");
    code_.label("go_left");
    addBytes(game_.x, game_.vx, true, true);
    code_.label("gone");
  }

  // What x has beyond the camera's place goes into the scroll position.
  void handOver() {
    code_.abs(lda_abs, game_.x.front());
    code_.op(sec);
    code_.imm(sbc_imm, *game_.camera_from);
    code_.branch(bcc, "before_camera");
    code_.op(clc);
    code_.abs(adc_abs, scrolled);
    code_.abs(sta_abs, scrolled);
    set(game_.x.front(), *game_.camera_from);
    code_.label("before_camera");
  }

  void hitWall() {
    code_.abs(lda_abs, game_.x.front());
    code_.imm(cmp_imm, *game_.wall);
    code_.branch(bcc, "before_wall");
    set(game_.x, (*game_.wall - 3) << 8);
    set(game_.vx, 0);
    code_.label("before_wall");
  }

  void hitCeiling() {
    code_.abs(lda_abs, y_.front());
    code_.imm(cmp_imm, *game_.ceiling);
    code_.branch(bcs, "below_ceiling");
    set(y_, *game_.ceiling << game_.shift);
    set(v_, 0);
    code_.label("below_ceiling");
  }

  void update() {
    code_.label("update");
    if (game_.every_second_frame) {
      code_.abs(inc_abs, parity);
      unless(parity, 1, "now");
      // What was pressed counts in the next update.
      code_.op(rts);
      code_.label("now");
      code_.abs(lda_abs, was_held);
      code_.imm(eor_imm, 0xFF);
      code_.abs(and_abs, pad);
      code_.abs(sta_abs, pressed);
      copy(pad, was_held);
    }
    walk();
    if (game_.camera_from) handOver();
    if (game_.wall) hitWall();
    others();
    if (game_.shoots) shoot();
    if (!game_.can_jump) return code_.op(rts);
    if (!game_.y_before.empty()) copy(game_.y, game_.y_before);
    if (game_.works_on_copies) {
      copy(game_.y, y_);
      copy(game_.v, v_);
    }
    code_.abs(jsr_abs, "step");
    if (game_.ceiling) hitCeiling();
    if (game_.works_on_copies) {
      copy(y_, game_.y);
      copy(v_, game_.v);
    }
    code_.op(rts);
    code_.label("step");
    findLevel();
    wish();
    code_.abs(lda_abs, game_.state);
    code_.branch(bne, "fly");
    code_.op(rts);
    press();
    code_.label("fly");
    if (game_.table_driven)
      flyByTable();
    else
      fly();
    code_.op(rts);
  }

  // The ground here; past a ledge the character begins to fall.
  void findLevel() {
    set(level, ground);
    if (!game_.ledge) return;
    code_.abs(lda_abs, game_.x[game_.x.size() > 2 ? 1 : 0]);
    code_.imm(cmp_imm, ledge_x);
    code_.branch(bcc, "level_found");
    set(level, lower_ground);
    code_.abs(lda_abs, game_.state);
    code_.branch(bne, "level_found");
    code_.abs(jsr_abs, "find_pixel");
    code_.abs(lda_abs, pixel);
    code_.imm(cmp_imm, lower_ground);
    code_.branch(bcs, "level_found");
    set(game_.state, 1);
    set(v_, 0);
    code_.label("level_found");
  }

  // Whether a press starts a jump now.
  void wish() {
    if (game_.buffer) {
      code_.abs(lda_abs, wished);
      code_.branch(beq, "no_wish");
      code_.abs(dec_abs, wished);
      code_.label("no_wish");
    }
    if (game_.coyote) {
      code_.abs(inc_abs, since);
      code_.abs(lda_abs, game_.state);
      code_.branch(bne, "not_on_ground");
      set(since, 0);
      code_.label("not_on_ground");
    }
    unless(game_.repeats ? pad : pressed, game_.button, "not_pressed");
    if (game_.buffer) set(wished, 6);
    if (game_.flaps) code_.abs(jmp_abs, "press");
    if (game_.double_jump) {
      code_.abs(lda_abs, jumps);
      code_.imm(cmp_imm, 2);
      code_.branch(bcc, "press");
    }
    if (game_.coyote) {
      code_.abs(lda_abs, since);
      code_.imm(cmp_imm, 6);
      code_.branch(bcc, "press");
    }
    code_.label("not_pressed");
    if (game_.flaps) set(game_.state, 1);
    if (game_.flaps) return;
    code_.abs(lda_abs, game_.state);
    code_.branch(bne, "fly");
    code_.abs(lda_abs, game_.buffer ? wished : game_.repeats ? pad : pressed);
    if (!game_.buffer) code_.imm(and_imm, game_.button);
    code_.branch(bne, "press");
  }

  void press() {
    code_.label("press");
    set(v_, game_.magnitude || game_.up_positive ? game_.jump_speed : -game_.jump_speed);
    if (game_.magnitude) set(game_.direction, 1);
    set(game_.state, 1);
    set(step, 0);
    if (!game_.lift.empty()) set(game_.count_byte, 0);
    if (game_.running_byte) set(*game_.running_byte, 1);
    if (game_.double_jump) code_.abs(inc_abs, jumps);
    if (game_.buffer) set(wished, 0);
    if (game_.coyote) set(since, 100);
    if (game_.fall_byte) setGravity();
    if (game_.origin_byte) copy(y_[y_.size() - 2], *game_.origin_byte);
  }

  // There is no way back before the next start.
  void chooseGravity() {
    code_.abs(lda_abs, v_.front());
    code_.branch(bpl, "falls_now");
    when(pad, game_.button, "chosen");
    if (game_.origin_byte) {
      code_.abs(lda_abs, *game_.origin_byte);
      code_.op(sec);
      code_.abs(sbc_abs, y_[y_.size() - 2]);
      code_.imm(cmp_imm, game_.least_rise);
      code_.branch(bcc, "chosen");
    }
    code_.label("falls_now");
    copy(*game_.fall_byte, *game_.gravity_byte);
    code_.label("chosen");
  }

  void flyByTable() {
    code_.abs(ldx_abs, step);
    code_.abs(inc_abs, step);
    code_.abs(lda_abs_x, "steps");
    code_.op(clc);
    code_.abs(adc_abs, y_.front());
    code_.abs(sta_abs, y_.front());
    code_.abs(lda_abs, step);
    code_.imm(cmp_imm, table_steps);
    code_.branch(bne, "table_on");
    set(game_.state, 0);
    code_.label("table_on");
  }

  void fly() {
    if (game_.fall_byte) chooseGravity();
    if (!game_.lift.empty()) lift();
    if (game_.position_first) move();
    if (game_.speeds_from_table)
      speedFromTable();
    else if (game_.magnitude)
      fallByMagnitude();
    else
      fall();
    if (game_.cut || game_.halves) cutOnRelease();
    if (!game_.position_first) move();
    code_.abs(jsr_abs, "find_pixel");
    if (!game_.flaps) land();
  }

  void lift() {
    when(pad, game_.button, "lift_held");
    if (game_.running_byte)
      set(*game_.running_byte, 0);
    else
      set(game_.count_byte, 0xFF);
    code_.abs(jmp_abs, "lifted");
    code_.label("lift_held");
    if (game_.running_byte) unless(*game_.running_byte, 1, "lifted");
    code_.abs(ldx_abs, game_.count_byte);
    code_.imm(cpx_imm, static_cast<int>(game_.lift.size()));
    code_.branch(bcs, "lifted");
    code_.op(clc);
    code_.abs(lda_abs, v_[1]);
    code_.abs(adc_abs_x, "lift_low");
    code_.abs(sta_abs, v_[1]);
    code_.abs(lda_abs, v_[0]);
    code_.abs(adc_abs_x, "lift_high");
    code_.abs(sta_abs, v_[0]);
    code_.abs(inc_abs, game_.count_byte);
    code_.label("lifted");
  }

  void speedFromTable() {
    code_.abs(ldx_abs, step);
    code_.abs(lda_abs_x, "steps");
    code_.abs(sta_abs, v_.front());
    code_.op(inx);
    code_.imm(cpx_imm, table_steps);
    code_.branch(beq, "table_at_end");
    code_.abs(stx_abs, step);
    code_.label("table_at_end");
  }

  void addGravity(int gravity) {
    if (game_.gravity_byte)
      addBytes(v_, {*game_.gravity_byte}, game_.up_positive, true);
    else
      add(v_, game_.up_positive ? -gravity : gravity);
  }

  void fall() {
    if (game_.held_gravity) {
      unless(pad, game_.button, "full_gravity");
      code_.abs(lda_abs, v_.front());
      code_.branch(game_.up_positive ? bmi : bpl, "full_gravity");
      addGravity(*game_.held_gravity);
      code_.abs(jmp_abs, "fallen");
    }
    code_.label("full_gravity");
    addGravity(game_.gravity);
    // Past the fastest fall.
    if (game_.up_positive) return code_.label("fallen");
    code_.abs(lda_abs, v_.front());
    code_.branch(bmi, "fallen");
    const int limit = game_.v.size() > 1 ? game_.fastest >> 8 : game_.fastest;
    code_.imm(cmp_imm, limit);
    code_.branch(bcc, "fallen");
    set(v_, game_.fastest);
    code_.label("fallen");
  }

  // Upward (direction 1) the magnitude shrinks, and at its end the direction turns.
  void fallByMagnitude() {
    code_.abs(lda_abs, game_.direction);
    code_.branch(beq, "downward");
    add(v_, -game_.gravity);
    code_.branch(bcs, "fallen");
    set(game_.direction, 0);
    set(v_, 0);
    code_.abs(jmp_abs, "fallen");
    code_.label("downward");
    add(v_, game_.gravity);
    code_.label("fallen");
  }

  void cutOnRelease() {
    when(pad, game_.button, "uncut");
    code_.abs(lda_abs, v_.front());
    code_.branch(game_.up_positive ? bmi : bpl, "uncut");
    if (game_.halves) {
      // Keeps the sign.
      code_.abs(lda_abs, v_.front());
      code_.op(asl_a);
      for (const uint16_t byte : v_) code_.abs(ror_abs, byte);
    } else {
      code_.imm(cmp_imm, -*game_.cut >> 8);
      code_.branch(bcs, "uncut");
      set(v_, -*game_.cut);
    }
    code_.label("uncut");
  }

  void move() {
    if (game_.fraction == Fraction::CountedFifths) return moveByFifths();
    if (game_.page_size != 256) return moveByPages();
    if (!game_.magnitude) return addBytes(y_, v_, false);
    code_.abs(lda_abs, game_.direction);
    code_.branch(beq, "move_down");
    addBytes(y_, v_, true, true);
    code_.abs(jmp_abs, "has_moved");
    code_.label("move_down");
    addBytes(y_, v_, false, true);
    code_.label("has_moved");
  }

  // The page counts when the pixels leave 0 to page_size - 1.
  void moveByPages() {
    addBytes({y_[1], y_[2]}, v_, false);
    code_.abs(lda_abs, y_[1]);
    code_.imm(cmp_imm, game_.page_size);
    code_.branch(bcc, "same_page");
    code_.abs(lda_abs, v_.front());
    code_.branch(bmi, "page_up");
    add({y_[1]}, -game_.page_size);
    code_.abs(inc_abs, y_[0]);
    code_.abs(jmp_abs, "same_page");
    code_.label("page_up");
    add({y_[1]}, game_.page_size);
    code_.abs(dec_abs, y_[0]);
    code_.label("same_page");
  }

  void moveByFifths() {
    addBytes({y_[1]}, v_, false);
    code_.label("carry_up");
    code_.abs(lda_abs, y_[1]);
    code_.branch(bmi, "carry_down");
    code_.imm(cmp_imm, 5);
    code_.branch(bcc, "carried");
    add({y_[1]}, -5);
    code_.abs(inc_abs, y_[0]);
    code_.abs(jmp_abs, "carry_up");
    code_.label("carry_down");
    add({y_[1]}, 5);
    code_.abs(dec_abs, y_[0]);
    code_.abs(jmp_abs, "carry_up");
    code_.label("carried");
  }

  void land() {
    if (game_.up_positive) {
      // Below the ground the height is negative.
      code_.abs(lda_abs, y_.front());
      code_.branch(bpl, "in_air");
      set(y_, 0);
    } else {
      if (game_.magnitude) {
        when(game_.direction, 1, "in_air");
      } else {
        code_.abs(lda_abs, v_.front());
        code_.branch(bmi, "in_air");
      }
      code_.abs(lda_abs, pixel);
      code_.abs(cmp_abs, level);
      code_.branch(bcc, "in_air");
      set(y_, rawY(ground));
      if (game_.ledge) {
        code_.abs(lda_abs, level);
        code_.imm(cmp_imm, ground);
        code_.branch(beq, "landed");
        set(y_, rawY(lower_ground));
        code_.label("landed");
      }
    }
    set(v_, 0);
    set(game_.state, 0);
    if (game_.double_jump) set(jumps, 0);
    code_.label("in_air");
  }

  // The character fires: what it fires goes straight up.
  void shoot() {
    unless(pressed, pad_a, "no_shot");
    set(bullet, 160);
    code_.label("no_shot");
    code_.abs(lda_abs, bullet);
    code_.imm(cmp_imm, 0xF0);
    code_.branch(bcs, "bullet_done");
    code_.op(sec);
    code_.imm(sbc_imm, 3);
    code_.abs(sta_abs, bullet);
    code_.label("bullet_done");
  }

  void others() {
    if (game_.others == SmallGame::Other::Hopping) {
      // Random numbers that the buttons stir; it hops when its number comes up.
      code_.abs(lda_abs, noise);
      code_.op(asl_a);
      code_.branch(bcc, "no_feedback");
      code_.imm(eor_imm, 0x1D);
      code_.label("no_feedback");
      code_.abs(eor_abs, pad);
      code_.abs(sta_abs, noise);
      code_.abs(lda_abs, hop);
      code_.imm(cmp_imm, 150);
      code_.branch(bne, "hopping");
      unless(noise, 0x1F, "hop_now");
      code_.abs(jmp_abs, "hopped");
      code_.label("hop_now");
      set(hop_speed, -6);
      code_.label("hopping");
      code_.op(clc);
      code_.abs(lda_abs, hop);
      code_.abs(adc_abs, hop_speed);
      code_.abs(sta_abs, hop);
      code_.abs(inc_abs, hop_speed);
      code_.imm(cmp_imm, 150);
      code_.branch(bcc, "hopped");
      set(hop, 150);
      code_.label("hopped");
    }
    if (game_.others == SmallGame::Other::Balls)
      for (uint16_t i = 0; i < 2; ++i) {
        const std::string on = code_.fresh();
        code_.abs(inc_abs, ball_speed + i);
        code_.op(clc);
        code_.abs(lda_abs, ball + i);
        code_.abs(adc_abs, ball_speed + i);
        code_.abs(sta_abs, ball + i);
        code_.imm(cmp_imm, 170);
        code_.branch(bcc, on);
        set(static_cast<uint16_t>(ball_speed + i), -12 - i);
        code_.label(on);
      }
  }

  void sprite(int number, uint16_t y, int y_offset, uint16_t x, int x_offset) {
    code_.abs(lda_abs, first_slot);
    code_.op(clc);
    code_.imm(adc_imm, 4 * number);
    code_.op(tax);
    code_.abs(lda_abs, y);
    code_.op(clc);
    code_.imm(adc_imm, y_offset);
    code_.abs(sta_abs_x, 0x0200);
    code_.imm(lda_imm, 16 + number);
    code_.abs(sta_abs_x, 0x0201);
    code_.imm(lda_imm, 0);
    code_.abs(sta_abs_x, 0x0202);
    if (x) {
      code_.abs(lda_abs, x);
      code_.op(clc);
      code_.imm(adc_imm, x_offset);
    } else {
      code_.imm(lda_imm, x_offset);
    }
    code_.abs(sta_abs_x, 0x0203);
  }

  void findPixel() {
    code_.label("find_pixel");
    if (game_.fraction == Fraction::Fifths) {
      divideByFive();
    } else if (y_.size() == 1 || game_.fraction == Fraction::CountedFifths) {
      loadIndexed(y_[0]);
      code_.abs(sta_abs, pixel);
    } else if (game_.shift == 8) {
      loadIndexed(y_[y_.size() - 2]);
      code_.abs(sta_abs, pixel);
    } else {
      loadIndexed(y_[1]);
      code_.abs(sta_abs, low);
      loadIndexed(y_[0]);
      code_.abs(sta_abs, high);
      for (int i = 0; i < game_.shift; ++i) {
        code_.abs(lsr_abs, high);
        code_.abs(ror_abs, low);
      }
      copy(low, pixel);
    }
    if (game_.up_positive) {
      code_.imm(lda_imm, ground);
      code_.op(sec);
      code_.abs(sbc_abs, pixel);
      code_.abs(sta_abs, pixel);
    }
    if (game_.camera) add({pixel}, -game_.camera);
    if (game_.page_size != 256) {
      code_.abs(lda_abs, y_[0]);
      code_.branch(beq, "first_page");
      add({pixel}, game_.page_size);
      code_.label("first_page");
    }
    code_.op(rts);
  }

  void divideByFive() {
    copy(y_[1], low);
    copy(y_[0], high);
    set(pixel, 0);
    code_.label("five_more");
    code_.abs(lda_abs, low);
    code_.op(sec);
    code_.imm(sbc_imm, 5);
    code_.abs(sta_abs, low);
    code_.abs(lda_abs, high);
    code_.imm(sbc_imm, 0);
    code_.abs(sta_abs, high);
    code_.branch(bcc, "divided");
    code_.abs(inc_abs, pixel);
    code_.abs(jmp_abs, "five_more");
    code_.label("divided");
  }

  void draw() {
    code_.label("draw");
    code_.abs(jsr_abs, "find_pixel");
    for (const uint16_t to : game_.copies) copy(pixel, to);
    if (game_.turn) {
      add({first_slot}, 4 * game_.turn);
      code_.hideSprites();
    }
    if (game_.flickers) {
      code_.hideSprites();
      unless(clock, 1, "drawn");
    }
    if (game_.sways) {
      code_.abs(lda_abs, clock);
      code_.op(lsr_a);
      code_.op(lsr_a);
      code_.imm(and_imm, 2);
      code_.op(clc);
      code_.abs(adc_abs, game_.x.front());
      code_.abs(sta_abs, swaying);
    }
    const uint16_t x = game_.sways     ? swaying
                       : game_.scrolls ? uint16_t{0}
                                       : game_.x[game_.x.size() > 2 ? 1 : 0];
    sprite(4, pixel, 0, x, game_.scrolls ? 100 : 0);
    sprite(5, pixel, 0, x, game_.scrolls ? 108 : 8);
    if (!game_.tall_sprites) sprite(6, pixel, 8, x, game_.scrolls ? 100 : 0);
    code_.label("drawn");
    if (game_.shoots) sprite(8, bullet, 0, 0, 100);
    if (game_.two_players) sprite(10, second_pad, 60, 0, 40);
    if (game_.bobs) {
      code_.abs(lda_abs, clock);
      code_.op(lsr_a);
      code_.imm(and_imm, 31);
      code_.abs(sta_abs, low);
      sprite(12, low, 40, 0, 200);
    }
    if (game_.others == SmallGame::Other::Hopping) sprite(14, hop, 0, 0, 190);
    if (game_.others == SmallGame::Other::Balls) {
      sprite(16, ball, 0, 0, 30);
      sprite(17, ball + 1, 0, 0, 60);
    }
    code_.op(rts);
    findPixel();
  }

  const SmallGame& game_;
  Bytes y_, v_;  // the bytes that are moved
  Assembler code_;
};

}  // namespace

std::vector<uint8_t> imageOf(const SmallGame& game) { return Maker(game).image(); }

std::shared_ptr<const console::Cartridge> cartridgeOf(const SmallGame& game) {
  return std::make_shared<const console::Cartridge>(console::parseCartridge(imageOf(game), "small.nes"));
}

}  // namespace jumpscope::tests
