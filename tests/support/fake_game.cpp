#include "tests/support/fake_game.h"

#include <algorithm>

namespace jumpscope::tests {
namespace {

struct Name {
  const char* name;
  uint16_t address;
  trace::Type type;
};

constexpr Name names[] = {
    {"y_position", 0x00CE, trace::Type::U8},       {"y_page", 0x00B5, trace::Type::U8},
    {"y_subpixel", 0x0416, trace::Type::U8},       {"y_speed", 0x009F, trace::Type::S8},
    {"y_speed_fraction", 0x0433, trace::Type::U8}, {"gravity", 0x0709, trace::Type::U8},
    {"gravity_fall", 0x070A, trace::Type::U8},     {"jump_origin_y", 0x0708, trace::Type::U8},
    {"x_speed_abs", 0x0700, trace::Type::U8},      {"player_state", 0x001D, trace::Type::U8},
    {"buttons_ab", 0x000A, trace::Type::U8},       {"buttons_ab_previous", 0x000D, trace::Type::U8},
    {"swimming", 0x0704, trace::Type::U8},         {"swim_timer", 0x0782, trace::Type::U8},
    {"whirlpool", 0x047D, trace::Type::U8},        {"freeze", 0x0747, trace::Type::U8},
    {"engine", 0x000E, trace::Type::U8},
};

class Machine {
 public:
  Machine(const Cartridge& cartridge, uint8_t y) : cartridge_(cartridge) {
    for (const Name& name : names)
      play_.trace.header.watches.push_back({name.name, {name.address}, name.type, 0, 0xFF, "", ""});
    trace::Watch lag;
    lag.name = "lag";
    lag.type = trace::Type::Lag;
    play_.trace.header.watches.push_back(lag);
    play_.trace.header.profile = "fake";
    play_.trace.header.rule = trace::carriedRule(fakeProfile());
    ram_[0xCE] = y;
    ram_[0xB5] = 1;
    ram_[0x0E] = 8;
    ram_[0x0709] = ram_[0x070A] = 0x28;
    record(false, false);
  }

  // `next`: water is known a frame ahead.
  void run(const Frame& frame, const Frame& next) {
    cycle_ = frame_ * 29781;
    if (!frame.lag) logic(frame, next);
    record(frame.a, frame.lag);
  }

  Play finish() { return std::move(play_); }

 private:
  uint8_t peek(uint16_t address) const { return ram_[address]; }

  void poke(uint16_t pc, uint16_t address, uint8_t value, uint64_t cycles = 10) {
    cycle_ += cycles;
    for (const Name& name : names)
      if (name.address == address) {
        char text[16];
        std::snprintf(text, sizeof text, "STA $%04X", address);
        play_.writes.push_back({frame_, cycle_, static_cast<int>(241 + cycle_ % 20),
                                static_cast<int>(cycle_ % 341), pc, text, name.name, address, ram_[address],
                                value});
      }
    ram_[address] = value;
  }

  void record(bool a, bool lag) {
    trace::Row row{frame_++, static_cast<uint8_t>(a ? 1 : 0), {}};
    for (const Name& name : names)
      row.values.push_back(name.type == trace::Type::S8 ? int64_t{static_cast<int8_t>(ram_[name.address])}
                                                        : int64_t{ram_[name.address]});
    row.values.push_back(lag);
    play_.trace.rows.push_back(std::move(row));
  }

  void logic(const Frame& frame, const Frame& next) {
    poke(0x8008, 0x0747, frame.frozen);
    if (frame.frozen) return poke(0x8009, 0x000A, peek(0x000A));
    if (peek(0x0782) != 0) poke(0x8010, 0x0782, peek(0x0782) - 1);
    const bool masked = frame.swimming && (peek(0xB5) != 1 || peek(0xCE) >= 0xD0);
    poke(0x8020, 0x000A, frame.a && !masked ? 0x80 : 0);
    checkJump(frame);
    chooseGravity(frame);
    poke(0x8180, 0x0700, frame.x_speed_abs, 200);
    if (peek(0x1D) != 0 && cartridge_.moves) move();
    touchGround(frame);
    if (frame.stomp) poke(0x8400, 0x9F, *frame.stomp, 900);
    if (frame.lift) {
      poke(0x8440, 0xCE, *frame.lift, 500);
      poke(0x8443, 0xB5, 1);
      poke(0x8446, 0x9F, 0);
      poke(0x8449, 0x0433, 0);
    }
    poke(0x8480, 0x0704, next.swimming, 600);
    poke(0x8485, 0x047D, next.whirlpool);
    poke(0x8500, 0x000D, peek(0x000A), 100);
  }

  void checkJump(const Frame& frame) {
    const bool pressed = (peek(0x0A) & ~peek(0x0D) & 0x80) != 0;
    const bool may = peek(0x1D) == 0 || (frame.swimming && (peek(0x0782) != 0 || peek(0x9F) < 0x80));
    if (!pressed || !may) return;
    size_t tier = 0;
    for (uint8_t from : {0x09, 0x10, 0x19, 0x1C})
      if (peek(0x0700) >= from) ++tier;
    if (frame.swimming) tier = frame.whirlpool ? 6 : 5;
    poke(0x8100, 0x0782, 0x20);
    poke(0x8104, 0x0416, 0);
    poke(0x8108, 0x0433, 0);
    poke(0x8110, 0x0708, peek(0xCE));
    poke(0x8114, 0x1D, 1);
    poke(0x8120, 0x0709, cartridge_.rise[tier]);
    poke(0x8126, 0x070A, cartridge_.fall[tier]);
    poke(0x812C, 0x0433, cartridge_.fraction[tier]);
    poke(0x8132, 0x9F, cartridge_.speed[tier]);
    if (frame.swimming && peek(0xCE) < 0x14) poke(0x813A, 0x9F, 0);
  }

  void chooseGravity(const Frame& frame) {
    if (peek(0x1D) == 2) poke(0x8150, 0x0709, peek(0x070A));
    if (peek(0x1D) != 1) return;
    const bool now = (peek(0x0A) & 0x80) != 0, before = (peek(0x0D) & 0x80) != 0;
    bool released = !(now && before);
    if (cartridge_.release == Cartridge::Release::Late) released = !before;
    if (cartridge_.release == Cartridge::Release::Never) released = false;
    const bool risen = static_cast<uint8_t>(peek(0x0708) - peek(0xCE)) >= 1;
    if (peek(0x9F) < 0x80 || (released && risen)) poke(0x8160, 0x0709, peek(0x070A));
    if (frame.swimming && peek(0xCE) < 0x14) poke(0x8168, 0x0709, 0x18);
  }

  void move() {
    const int fraction = peek(0x0416) + peek(0x0433);
    poke(0x8200, 0x0416, static_cast<uint8_t>(fraction), 60);
    const int low = peek(0xCE) + peek(0x9F) + (cartridge_.carry_into_position ? fraction >> 8 : 0);
    const int high = peek(0xB5) + (peek(0x9F) >= 0x80 ? 0xFF : 0) + (low >> 8);
    poke(0x8208, 0xCE, static_cast<uint8_t>(low));
    poke(0x8210, 0xB5, static_cast<uint8_t>(high));
    const int speed_fraction = peek(0x0433) + peek(0x0709);
    poke(0x8218, 0x0433, static_cast<uint8_t>(speed_fraction));
    poke(0x8220, 0x9F, static_cast<uint8_t>(peek(0x9F) + (speed_fraction >> 8)));
    if (static_cast<uint8_t>(peek(0x9F) - cartridge_.terminal_speed) < 0x80 &&
        peek(0x0433) >= cartridge_.terminal_fraction) {
      poke(0x8230, 0x9F, cartridge_.terminal_speed, 20);
      poke(0x8235, 0x0433, 0, 6);
    }
  }

  void touchGround(const Frame& frame) {
    if (frame.swimming)
      poke(0x8300, 0x1D, 1, 400);
    else if (peek(0x1D) == 0)
      poke(0x8304, 0x1D, 2, 400);
    if (peek(0xB5) != 1 || peek(0xCE) >= 0xCF) return;
    if (frame.bump && peek(0x9F) >= 0x80) poke(0x8340, 0x9F, *frame.bump, 150);
    if (!frame.floor || peek(0x9F) >= 0x80 || peek(0xCE) < *frame.floor || peek(0xCE) > *frame.floor + 4)
      return;
    poke(0x8320, 0xCE, *frame.floor, 150);
    poke(0x8324, 0x9F, 0);
    poke(0x8328, 0x0433, 0);
    poke(0x832C, 0x1D, 0);
  }

  const Cartridge& cartridge_;
  std::array<uint8_t, 0x800> ram_{};
  uint64_t frame_ = 0, cycle_ = 0;
  Play play_;
};

}  // namespace

trace::Profile fakeProfile() {
  trace::Profile profile;
  profile.name = "fake";
  profile.model = "smb-jump";
  profile.jump_when = {{"player_state", "!=", 0}, {"player_state", "<", 3}, {"engine", "==", 8}};
  profile.height_watch = "y_position";
  profile.subpixel_watch = "y_subpixel";
  return profile;
}

Play play(const std::vector<Frame>& script, const Cartridge& cartridge, uint8_t y) {
  Machine machine(cartridge, y);
  for (size_t i = 0; i < script.size(); ++i)
    machine.run(script[i], script[std::min(i + 1, script.size() - 1)]);
  return machine.finish();
}

std::vector<Frame> frames(size_t count, const Frame& frame) { return std::vector<Frame>(count, frame); }

std::vector<Frame> operator+(std::vector<Frame> a, const std::vector<Frame>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<Frame> tour() {
  std::vector<Frame> script = frames(5);
  const auto jump = [&](uint8_t x_speed_abs, size_t hold, size_t total) {
    Frame held, free;
    held.x_speed_abs = free.x_speed_abs = x_speed_abs;
    held.a = true;
    script = script + frames(1, free) + frames(hold, held) + frames(total - hold, free);
    return script.size() - total;  // index of the press
  };
  for (uint8_t x_speed_abs : {0x00, 0x0B, 0x12, 0x1A, 0x28})
    for (size_t hold : {1, 7, 40}) jump(x_speed_abs, hold, 75);
  script[jump(0, 30, 75) + 10].bump = 1;
  script[jump(0x12, 30, 75) + 10].bump = 0;
  script[jump(0x28, 30, 75) + 10].bump = 0xFE;
  script[jump(0, 20, 100) + 34].stomp = 0xFC;
  script[jump(0x1A, 20, 100) + 34].stomp = 0xFD;
  script[jump(0, 20, 90) + 12].lag = true;
  script[jump(0, 20, 90) + 30].lag = true;
  script[jump(0, 20, 90) + 8].frozen = true;
  const size_t lifted = jump(0, 20, 90);
  script[lifted + 20].lift = 90;

  // From a ledge at 80 into a pit, and back to a floor; a long fall reaches the terminal speed.
  Frame high, pit;
  high.floor = 80;
  pit.floor = std::nullopt;
  const size_t up = jump(0, 20, 30);
  for (size_t i = up; i < script.size(); ++i) script[i].floor = 112;
  script = script + frames(12, pit) + frames(60);

  Frame swim, stroke;
  swim.swimming = stroke.swimming = true;
  stroke.a = true;
  for (int i = 0; i < 12; ++i) script = script + frames(2, stroke) + frames(i < 6 ? 14 : 30, swim);
  Frame pulled = swim, pulled_stroke = stroke;
  pulled.whirlpool = pulled_stroke.whirlpool = true;
  for (int i = 0; i < 6; ++i) script = script + frames(1, pulled_stroke) + frames(20, pulled);
  for (int i = 0; i < 40; ++i) script = script + frames(1, stroke) + frames(5, swim);
  return script + frames(200, swim) + frames(30);
}

}  // namespace jumpscope::tests
