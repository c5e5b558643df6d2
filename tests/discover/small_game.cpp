#include "tests/discover/small_game.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace jumpscope::tests {

namespace {

enum Op : uint8_t {
  adc_abs = 0x6D,
  adc_imm = 0x69,
  and_abs = 0x2D,
  and_imm = 0x29,
  asl_a = 0x0A,
  bcc = 0x90,
  bcs = 0xB0,
  beq = 0xF0,
  bit_abs = 0x2C,
  bmi = 0x30,
  bne = 0xD0,
  bpl = 0x10,
  clc = 0x18,
  cld = 0xD8,
  cmp_abs = 0xCD,
  cmp_imm = 0xC9,
  cpx_imm = 0xE0,
  dec_abs = 0xCE,
  eor_imm = 0x49,
  inc_abs = 0xEE,
  inx = 0xE8,
  jmp_abs = 0x4C,
  jsr_abs = 0x20,
  lda_abs = 0xAD,
  lda_abs_x = 0xBD,
  lda_imm = 0xA9,
  ldx_abs = 0xAE,
  ldx_imm = 0xA2,
  lsr_a = 0x4A,
  lsr_abs = 0x4E,
  rol_abs = 0x2E,
  ror_abs = 0x6E,
  rti = 0x40,
  rts = 0x60,
  sbc_abs = 0xED,
  sbc_imm = 0xE9,
  sec = 0x38,
  sei = 0x78,
  sta_abs = 0x8D,
  sta_abs_x = 0x9D,
  txs = 0x9A,
};

constexpr uint16_t origin = 0x8000, pad = 0x10, pad_before = 0x11, pressed = 0x12, playing = 0x13,
                   parity = 0x14, low = 0x15, high = 0x16, pixel = 0x17, step = 0x18, clock = 0x19,
                   bullet = 0x1A, step_sign = 0x1B, second_pad = 0x1C, index = 0x1D;
constexpr uint8_t ground = 176;

class Assembler {
 public:
  void op(Op opcode) { bytes_.push_back(opcode); }
  void imm(Op opcode, int value) { put({opcode, static_cast<uint8_t>(value)}); }
  void abs(Op opcode, unsigned address) {
    put({opcode, static_cast<uint8_t>(address), static_cast<uint8_t>(address >> 8)});
  }
  void abs(Op opcode, const std::string& label) {
    fixups_.push_back({bytes_.size() + 1, label, false});
    put({opcode, 0, 0});
  }
  void branch(Op opcode, const std::string& label) {
    fixups_.push_back({bytes_.size() + 1, label, true});
    put({opcode, 0});
  }
  void label(const std::string& name) { labels_[name] = bytes_.size(); }
  std::string fresh() { return "." + std::to_string(count_++); }
  void data(const std::vector<uint8_t>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  uint16_t address(const std::string& name) const { return static_cast<uint16_t>(origin + labels_.at(name)); }

  std::vector<uint8_t> finish() {
    for (const auto& [at, name, relative] : fixups_) {
      const auto target = static_cast<int>(labels_.at(name));
      const int distance = target - static_cast<int>(at) - 1;
      if (relative && (distance < -128 || distance > 127))
        throw std::runtime_error("a branch is too long: " + name);
      bytes_[at] = static_cast<uint8_t>(relative ? distance : origin + target);
      if (!relative) bytes_[at + 1] = static_cast<uint8_t>((origin + target) >> 8);
    }
    return bytes_;
  }

 private:
  struct Fixup {
    size_t at;
    std::string label;
    bool relative;
  };
  void put(std::initializer_list<uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes); }

  std::vector<uint8_t> bytes_;
  std::map<std::string, size_t> labels_;
  std::vector<Fixup> fixups_;
  size_t count_ = 0;
};

using Bytes = std::vector<uint16_t>;  // addresses, most significant first

class Maker {
 public:
  explicit Maker(const SmallGame& game) : game_(game) {}

  std::vector<uint8_t> image() {
    reset();
    nmi();
    code_.label("steps");
    code_.data({0xFC, 0xFC, 0xFD, 0xFD, 0xFD, 0xFE, 0xFE, 0xFE, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0xFF, 0, 0,
                0,    0,    1,    0,    1,    1,    1,    1,    2,    2,    2,    2,    3,    3, 3,    4, 4});
    std::vector<uint8_t> prg = code_.finish();
    prg.resize(0x8000, 0xEA);
    const auto vector = [&](size_t at, const std::string& label) {
      prg[at] = static_cast<uint8_t>(code_.address(label));
      prg[at + 1] = static_cast<uint8_t>(code_.address(label) >> 8);
    };
    vector(0x7FFA, "nmi");
    vector(0x7FFC, "reset");
    vector(0x7FFE, "nmi");
    std::vector<uint8_t> image{'N', 'E', 'S', 0x1A, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    const auto in_cartridge = [](uint16_t address) { return address >= 0x6000; };
    if (std::any_of(game_.y.begin(), game_.y.end(), in_cartridge)) image[6] |= 2;
    image.insert(image.end(), prg.begin(), prg.end());
    image.resize(image.size() + 0x2000, 0x55);
    return image;
  }

 private:
  static constexpr int table_steps = 34;

  void set(uint16_t address, int value) {
    code_.imm(lda_imm, value);
    code_.abs(sta_abs, address);
  }
  void set(const Bytes& bytes, int value) {
    for (size_t i = 0; i < bytes.size(); ++i) set(bytes[i], value >> 8 * (bytes.size() - 1 - i));
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
    if (game_.object < 0) return code_.abs(lda_abs, address);
    code_.abs(ldx_abs, index);
    code_.abs(lda_abs_x, address - static_cast<unsigned>(game_.object));
  }

  void reset() {
    code_.label("reset");
    code_.op(sei);
    code_.op(cld);
    code_.imm(ldx_imm, 0xFF);
    code_.op(txs);
    set(0x2000, 0);
    set(0x2001, 0);
    for (int i = 0; i < 2; ++i) {
      const std::string wait = code_.fresh();
      code_.label(wait);
      code_.abs(bit_abs, 0x2002);
      code_.branch(bpl, wait);
    }
    const std::string hide = code_.fresh();
    code_.imm(ldx_imm, 0);
    code_.label(hide);
    code_.imm(lda_imm, 0xF8);
    code_.abs(sta_abs_x, 0x0200);
    code_.op(inx);
    code_.branch(bne, hide);
    set(playing, game_.title ? 0 : 1);
    set(pad, 0);
    set(parity, 0);
    set(clock, 0);
    set(bullet, 0xF8);
    set(index, game_.object < 0 ? 0 : game_.object);
    set(game_.state, 0);
    set(game_.v, 0);
    if (game_.gravity_byte) set(*game_.gravity_byte, game_.gravity);
    if (game_.flaps)
      set(game_.y, 60 << game_.shift);
    else
      set(game_.y, game_.up_positive ? 0 : ground << game_.shift);
    set(game_.x, 100 << 8 * static_cast<int>(game_.x.size() > 1));
    set(0x2000, 0x80);
    set(0x2001, 0x18);
    code_.label("forever");
    code_.abs(jmp_abs, "forever");
  }

  void readPad() {
    code_.abs(lda_abs, pad);
    code_.abs(sta_abs, pad_before);
    set(0x4016, 1);
    set(0x4016, 0);
    for (int bit = 0; bit < 8; ++bit) {
      code_.abs(lda_abs, 0x4016);
      code_.op(lsr_a);
      code_.abs(rol_abs, pad);
    }
    code_.abs(lda_abs, pad_before);
    code_.imm(eor_imm, 0xFF);
    code_.abs(sta_abs, low);
    // pressed = pad & ~before
    code_.abs(lda_abs, pad);
    code_.abs(and_abs, low);
    code_.abs(sta_abs, pressed);
    if (!game_.two_players) return;
    for (int bit = 0; bit < 8; ++bit) {
      code_.abs(lda_abs, 0x4017);
      code_.op(lsr_a);
      code_.abs(rol_abs, second_pad);
    }
  }

  void nmi() {
    code_.label("nmi");
    set(0x4014, 2);
    scroll();
    readPad();
    code_.abs(inc_abs, clock);
    code_.abs(lda_abs, playing);
    code_.branch(bne, "play");
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, 0x10);
    code_.branch(beq, "leave");
    set(playing, 1);
    code_.label("leave");
    code_.op(rti);
    code_.label("play");
    code_.abs(jsr_abs, "update");
    code_.abs(jsr_abs, "draw");
    code_.op(rti);
    update();
    draw();
  }

  void scroll() {
    if (game_.scrolls) {
      code_.abs(lda_abs, game_.x[game_.x.size() > 2 ? 1 : 0]);
      code_.op(sec);
      code_.imm(sbc_imm, 100);
    } else {
      code_.imm(lda_imm, 0);
    }
    code_.abs(sta_abs, 0x2005);
    code_.imm(lda_imm, 0);
    code_.abs(sta_abs, 0x2005);
    set(0x2000, 0x80);
  }

  void walk() {
    for (const auto& [bit, value] : {std::pair{0x01, 0x0160}, std::pair{0x02, -0x0160}}) {
      const std::string skip = code_.fresh();
      code_.abs(lda_abs, pad);
      code_.imm(and_imm, bit);
      code_.branch(beq, skip);
      add(game_.x, game_.x.size() > 1 ? value : value / 256);
      code_.label(skip);
    }
  }

  void update() {
    code_.label("update");
    if (game_.every_second_frame) {
      code_.abs(inc_abs, parity);
      code_.abs(lda_abs, parity);
      code_.imm(and_imm, 1);
      code_.branch(beq, "now");
      code_.op(rts);
      code_.label("now");
    }
    walk();
    if (game_.shoots) shoot();
    if (game_.can_jump) {
      if (game_.flaps)
        code_.abs(jsr_abs, "press");
      else
        startOnGround();
      code_.abs(lda_abs, game_.state);
      code_.branch(bne, "fly");
    }
    code_.op(rts);
    if (!game_.can_jump) return;
    code_.label("press");
    press();
    code_.op(rts);
    code_.label("fly");
    if (game_.table_driven)
      flyByTable();
    else
      fly();
    code_.op(rts);
  }

  void startOnGround() {
    code_.abs(lda_abs, game_.state);
    code_.branch(bne, "started");
    code_.abs(jsr_abs, "press");
    code_.label("started");
    if (game_.flaps) set(game_.state, 1);
  }

  void press() {
    code_.abs(lda_abs, game_.every_second_frame ? pad : pressed);
    code_.imm(and_imm, game_.button);
    code_.branch(beq, "not_pressed");
    set(game_.v, game_.magnitude || game_.up_positive ? game_.jump_speed : -game_.jump_speed);
    if (game_.magnitude) set(game_.direction, 1);
    set(game_.state, 1);
    set(step, 0);
    code_.label("not_pressed");
    if (game_.flaps) set(game_.state, 1);
  }

  void flyByTable() {
    code_.abs(ldx_abs, step);
    code_.abs(inc_abs, step);
    code_.abs(lda_abs_x, "steps");
    code_.op(clc);
    code_.abs(adc_abs, game_.y.front());
    code_.abs(sta_abs, game_.y.front());
    code_.abs(lda_abs, step);
    code_.imm(cmp_imm, table_steps);
    code_.branch(bne, "table_on");
    set(game_.state, 0);
    code_.label("table_on");
  }

  void fly() {
    if (game_.position_first) move();
    if (game_.magnitude)
      fallByMagnitude();
    else
      fall();
    if (game_.cut) cutOnRelease();
    if (!game_.position_first) move();
    code_.abs(jsr_abs, "find_pixel");
    if (!game_.flaps) land();
  }

  void fall() {
    if (game_.gravity_byte)
      addBytes(game_.v, {*game_.gravity_byte}, game_.up_positive, true);
    else
      add(game_.v, game_.up_positive ? -game_.gravity : game_.gravity);
    // Past the fastest fall.
    if (game_.up_positive) return;
    code_.abs(lda_abs, game_.v.front());
    code_.branch(bmi, "slow_enough");
    const int limit = game_.v.size() > 1 ? game_.fastest >> 8 : game_.fastest;
    code_.imm(cmp_imm, limit);
    code_.branch(bcc, "slow_enough");
    set(game_.v, game_.fastest);
    code_.label("slow_enough");
  }

  // Upward (direction 1) the magnitude shrinks, and at its end the direction turns.
  void fallByMagnitude() {
    code_.abs(lda_abs, game_.direction);
    code_.branch(beq, "downward");
    add(game_.v, -game_.gravity);
    code_.branch(bcs, "fallen");
    set(game_.direction, 0);
    set(game_.v, 0);
    code_.abs(jmp_abs, "fallen");
    code_.label("downward");
    add(game_.v, game_.gravity);
    code_.label("fallen");
  }

  void cutOnRelease() {
    code_.abs(lda_abs, pad);
    code_.imm(and_imm, game_.button);
    code_.branch(bne, "uncut");
    code_.abs(lda_abs, game_.v.front());
    code_.branch(bpl, "uncut");
    code_.imm(cmp_imm, -*game_.cut >> 8);
    code_.branch(bcs, "uncut");
    set(game_.v, -*game_.cut);
    code_.label("uncut");
  }

  void move() {
    if (!game_.magnitude) return addBytes(game_.y, game_.v, false);
    code_.abs(lda_abs, game_.direction);
    code_.branch(beq, "move_down");
    addBytes(game_.y, game_.v, true, true);
    code_.abs(jmp_abs, "has_moved");
    code_.label("move_down");
    addBytes(game_.y, game_.v, false, true);
    code_.label("has_moved");
  }

  void land() {
    if (game_.up_positive) {
      // Below the ground the height is negative.
      code_.abs(lda_abs, game_.y.front());
      code_.branch(bpl, "in_air");
      set(game_.y, 0);
    } else {
      if (game_.magnitude) {
        code_.abs(lda_abs, game_.direction);
        code_.branch(bne, "in_air");
      } else {
        code_.abs(lda_abs, game_.v.front());
        code_.branch(bmi, "in_air");
      }
      code_.abs(lda_abs, pixel);
      code_.imm(cmp_imm, ground);
      code_.branch(bcc, "in_air");
      set(game_.y, ground << game_.shift);
    }
    set(game_.v, 0);
    set(game_.state, 0);
    code_.label("in_air");
  }

  // The character fires: what it fires goes straight up.
  void shoot() {
    code_.abs(lda_abs, pressed);
    code_.imm(and_imm, 0x80);
    code_.branch(beq, "no_shot");
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

  void sprite(int number, uint16_t y, int y_offset, uint16_t x, int x_offset) {
    const auto at = static_cast<uint16_t>(0x0200 + 4 * number);
    code_.abs(lda_abs, y);
    code_.op(clc);
    code_.imm(adc_imm, y_offset);
    code_.abs(sta_abs, at);
    set(at + 1, 16 + number);
    set(at + 2, 0);
    if (x == 0) return set(at + 3, x_offset);
    code_.abs(lda_abs, x);
    code_.op(clc);
    code_.imm(adc_imm, x_offset);
    code_.abs(sta_abs, at + 3);
  }

  void findPixel() {
    code_.label("find_pixel");
    if (game_.y.size() == 1) {
      loadIndexed(game_.y[0]);
      code_.abs(sta_abs, pixel);
    } else if (game_.shift == 8) {
      loadIndexed(game_.y[game_.y.size() - 2]);
      code_.abs(sta_abs, pixel);
    } else {
      loadIndexed(game_.y[1]);
      code_.abs(sta_abs, low);
      loadIndexed(game_.y[0]);
      code_.abs(sta_abs, high);
      for (int i = 0; i < game_.shift; ++i) {
        code_.abs(lsr_abs, high);
        code_.abs(ror_abs, low);
      }
      code_.abs(lda_abs, low);
      code_.abs(sta_abs, pixel);
    }
    if (game_.up_positive) {
      code_.imm(lda_imm, ground);
      code_.op(sec);
      code_.abs(sbc_abs, pixel);
      code_.abs(sta_abs, pixel);
    }
    code_.op(rts);
  }

  void draw() {
    code_.label("draw");
    code_.abs(jsr_abs, "find_pixel");
    for (const uint16_t copy : game_.copies) {
      code_.abs(lda_abs, pixel);
      code_.abs(sta_abs, copy);
    }
    const uint16_t x = game_.scrolls ? uint16_t{0} : game_.x[game_.x.size() > 2 ? 1 : 0];
    sprite(4, pixel, 0, x, game_.scrolls ? 100 : 0);
    sprite(5, pixel, 0, x, game_.scrolls ? 108 : 8);
    sprite(6, pixel, 8, x, game_.scrolls ? 100 : 0);
    if (game_.shoots) sprite(8, bullet, 0, 0, 100);
    if (game_.two_players) sprite(10, second_pad, 60, 0, 40);
    if (game_.bobs) {
      code_.abs(lda_abs, clock);
      code_.op(lsr_a);
      code_.imm(and_imm, 31);
      code_.abs(sta_abs, low);
      sprite(12, low, 40, 0, 200);
    }
    code_.op(rts);
    findPixel();
  }

  const SmallGame& game_;
  Assembler code_;
};

}  // namespace

std::vector<uint8_t> imageOf(const SmallGame& game) { return Maker(game).image(); }

std::shared_ptr<const console::Cartridge> cartridgeOf(const SmallGame& game) {
  return std::make_shared<const console::Cartridge>(console::parseCartridge(imageOf(game), "small.nes"));
}

}  // namespace jumpscope::tests
