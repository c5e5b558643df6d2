#include "tests/discover/random_game.h"

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <set>

#include "src/trace/watch.h"
#include "tests/discover/still_game.h"

namespace jumpscope::tests {

namespace {

using Bytes = std::vector<uint16_t>;
using Fraction = SmallGame::Fraction;
using Title = SmallGame::Title;

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int below(int limit) { return static_cast<int>(engine_() % static_cast<uint32_t>(limit)); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool oneIn(int n) { return below(n) == 0; }

  // Bytes that nothing else uses, most significant first.
  std::vector<uint16_t> bytes(size_t count) {
    const int order = below(3);
    if (order == 2) return scattered(count);
    uint16_t first = 0;
    const auto taken = [&] {
      const auto next = used_.lower_bound(first);
      return next != used_.end() && *next < first + count;
    };
    do first = address(first_, last_);
    while (taken());
    std::vector<uint16_t> bytes;
    for (size_t i = 0; i < count; ++i) bytes.push_back(static_cast<uint16_t>(first + i));
    if (order == 0) std::reverse(bytes.begin(), bytes.end());
    used_.insert(bytes.begin(), bytes.end());
    return bytes;
  }
  std::vector<uint16_t> scattered(size_t count) {
    std::vector<uint16_t> bytes;
    while (bytes.size() < count) bytes.push_back(byte());
    return bytes;
  }
  uint16_t byte() {
    for (;;)
      if (const uint16_t at = address(first_, last_); used_.insert(at).second) return at;
  }
  void useCartridge() { first_ = 0x6000, last_ = 0x7FF0; }
  void useConsole() { first_ = 0x0300, last_ = 0x07F0; }

 private:
  uint16_t address(int least, int most) { return static_cast<uint16_t>(between(least, most)); }

  std::mt19937 engine_;
  int first_ = 0x0300, last_ = 0x07F0;
  std::set<uint16_t> used_;
};

// A jump of a random height and length in units of 1/2^shift px.
void chooseJump(SmallGame& game, Random& random) {
  const int apex = game.every_second_frame ? random.between(9, 16) : random.between(14, 30);
  const int unit = game.fraction == Fraction::Binary ? 1 << game.shift : 5;
  const int rise = random.between(26, 70);
  game.gravity = std::max(1, 2 * rise * unit / (apex * apex));
  game.jump_speed = game.gravity * apex;
  if (unit == 1) game.jump_speed = random.between(6, 9);
  const bool one_byte = game.v.size() == 1;
  if (one_byte) game.jump_speed = std::min(game.jump_speed, 120);
  const int fall = random.between(3, 6) * unit;
  game.fastest = one_byte ? std::min(fall, 0x70) : (fall + 255) & ~0xFF;
}

struct Kind {
  std::string_view name;
  void (*change)(SmallGame&, Random&);
};

void useShift(SmallGame& game, Random& random, int shift, size_t speed_bytes) {
  game.shift = shift;
  game.y = random.bytes(2);
  game.v = random.bytes(speed_bytes);
}

constexpr std::array kinds = {
    Kind{"8.8", [](SmallGame&, Random&) {}},
    Kind{"scattered bytes",
         [](SmallGame& game, Random& random) { game.y = random.scattered(2), game.v = random.scattered(2); }},
    Kind{"page byte", [](SmallGame& game, Random& random) { game.y = random.bytes(3); }},
    Kind{"page byte, camera",
         [](SmallGame& game, Random& random) {
           game.y = random.bytes(3), game.camera = random.between(90, 150);
         }},
    Kind{"pages of 240",
         [](SmallGame& game, Random& random) {
           game.y = random.bytes(3), game.camera = random.between(90, 130), game.page_size = 240;
         }},
    Kind{"12.4", [](SmallGame& game, Random& random) { useShift(game, random, 4, 1); }},
    Kind{"12.4, long speed", [](SmallGame& game, Random& random) { useShift(game, random, 4, 2); }},
    Kind{"10.6", [](SmallGame& game, Random& random) { useShift(game, random, 6, 2); }},
    Kind{"integers",
         [](SmallGame& game, Random& random) {
           game.shift = 0, game.y = random.bytes(1), game.v = random.bytes(1);
         }},
    Kind{"fifths",
         [](SmallGame& game, Random& random) {
           game.fraction = Fraction::Fifths, game.y = random.bytes(2), game.v = random.bytes(1);
         }},
    Kind{"counted fifths",
         [](SmallGame& game, Random& random) {
           game.fraction = Fraction::CountedFifths, game.y = random.bytes(2), game.v = random.bytes(1);
         }},
    Kind{"up positive", [](SmallGame& game, Random&) { game.up_positive = true; }},
    Kind{"magnitude",
         [](SmallGame& game, Random& random) { game.magnitude = true, game.direction = random.byte(); }},
    Kind{"table of steps",
         [](SmallGame& game, Random& random) {
           game.table_driven = true, game.shift = 0, game.y = random.bytes(1), game.v = random.bytes(1);
         }},
    Kind{"table of speeds",
         [](SmallGame& game, Random& random) {
           game.speeds_from_table = true, game.shift = 0, game.y = random.bytes(1), game.v = random.bytes(1);
         }},
    Kind{"every second frame", [](SmallGame& game, Random&) { game.every_second_frame = true; }},
    Kind{"PAL", [](SmallGame& game, Random&) { game.pal_only = true; }},
    Kind{"cartridge RAM",
         [](SmallGame& game, Random& random) {
           random.useCartridge();
           game.y = random.bytes(2), game.v = random.bytes(2), game.x = random.bytes(2),
           game.state = random.byte();
         }},
    Kind{"object row",
         [](SmallGame& game, Random& random) {
           game.object = random.between(1, 7);
           game.y = random.scattered(2);
         }},
    Kind{"30 copies", [](SmallGame& game, Random& random) { game.copies = random.scattered(30); }},
    Kind{"copy of the frame before",
         [](SmallGame& game, Random& random) { game.y_before = random.bytes(2); }},
    Kind{"works on copies", [](SmallGame& game, Random&) { game.works_on_copies = true; }},
    Kind{"scrolls", [](SmallGame& game, Random&) { game.scrolls = true; }},
    Kind{"two players", [](SmallGame& game, Random&) { game.two_players = true; }},
    Kind{"coyote", [](SmallGame& game, Random&) { game.coyote = true, game.ledge = true; }},
    Kind{"buffer", [](SmallGame& game, Random&) { game.buffer = true; }},
    Kind{"double jump", [](SmallGame& game, Random&) { game.double_jump = true; }},
    Kind{"cut", [](SmallGame& game, Random&) { game.cut = 0x0100; }},
    Kind{"halved on release", [](SmallGame& game, Random&) { game.halves = true; }},
    Kind{"lighter while held", [](SmallGame& game, Random&) { game.held_gravity = 0; }},
    Kind{"no ground", [](SmallGame& game, Random&) { game.flaps = true; }},
    Kind{"Up or B", [](SmallGame& game, Random& random) { game.button = random.oneIn(2) ? 0x08 : 0x40; }},
    Kind{"Select", [](SmallGame& game, Random&) { game.button = 0x20; }},
    Kind{"on release", [](SmallGame& game, Random&) { game.on_release = true; }},
    Kind{"inertia", [](SmallGame& game, Random& random) { game.vx = random.bytes(2); }},
    Kind{
        "horizontal magnitude",
        [](SmallGame& game, Random& random) { game.vx = random.bytes(2), game.x_direction = random.byte(); }},
    Kind{"late", [](SmallGame& game, Random&) { game.late = true; }},
    Kind{"flickers", [](SmallGame& game, Random&) { game.flickers = true; }},
    Kind{"turns in OAM", [](SmallGame& game, Random& random) { game.turn = random.between(1, 21); }},
    Kind{"8x16", [](SmallGame& game, Random&) { game.tall_sprites = true; }},
    Kind{"begins in the air", [](SmallGame& game, Random&) { game.falls_in = true; }},
    Kind{"ledge", [](SmallGame& game, Random&) { game.ledge = true; }},
    Kind{"title with a fade", [](SmallGame& game, Random&) { game.title = Title::Fade; }},
    Kind{"title, pages", [](SmallGame& game, Random&) { game.title = Title::Pages; }},
    Kind{"title, Select", [](SmallGame& game, Random&) { game.title = Title::Select; }},
    Kind{"others hop", [](SmallGame& game, Random&) { game.others = SmallGame::Other::Hopping; }},
    Kind{"balls", [](SmallGame& game, Random&) { game.others = SmallGame::Other::Balls; }},
    Kind{"shoots", [](SmallGame& game, Random&) { game.shoots = true; }},
    Kind{"gravity in memory", [](SmallGame& game, Random& random) { game.gravity_byte = random.byte(); }},
    Kind{"gravity of falling",
         [](SmallGame& game, Random& random) {
           game.gravity_byte = random.byte(), game.fall_byte = random.byte();
         }},
    Kind{"release after a rise",
         [](SmallGame& game, Random& random) {
           game.gravity_byte = random.byte(), game.fall_byte = random.byte();
           game.origin_byte = random.byte(), game.least_rise = random.between(1, 12);
         }},
    Kind{"position first", [](SmallGame& game, Random&) { game.position_first = true; }},
    Kind{"repeats", [](SmallGame& game, Random&) { game.repeats = true; }},
    Kind{"no jump: others hop",
         [](SmallGame& game, Random&) { game.can_jump = false, game.others = SmallGame::Other::Hopping; }},
    Kind{"no jump: balls",
         [](SmallGame& game, Random&) { game.can_jump = false, game.others = SmallGame::Other::Balls; }},
    Kind{"no jump: shots",
         [](SmallGame& game, Random&) { game.can_jump = false, game.shoots = true, game.bobs = true; }},
};

constexpr std::array<std::string_view, still_games> still_names = {
    "no jump: cursor",         "no jump: ship",    "no jump: ship with inertia",
    "no jump: falling pieces", "no jump: paddle",  "no jump: flipper",
    "no jump: shooter",        "no jump: grenade", "no jump: animation",
    "no jump: lander",         "no jump: rocket",  "no jump: lift",
    "no jump: credits",        "no jump: diver",   "no jump: icon",
    "no jump: buoy",           "no jump: golf",    "no jump: juggler"};

// What goes with anything.
void addTrimmings(SmallGame& game, Random& random) {
  if (random.oneIn(6)) game.late = true;
  if (random.oneIn(8)) game.turn = random.between(1, 21);
  if (random.oneIn(6)) game.tall_sprites = true;
  if (random.oneIn(6)) game.bobs = true;
  if (random.oneIn(8)) game.two_players = true;
  if (random.oneIn(6)) game.copies = random.scattered(static_cast<size_t>(random.between(1, 30)));
  if (random.oneIn(8)) game.y_before = random.bytes(game.y.size());
  if (random.oneIn(4) && game.title == Title::None) game.title = Title::Start;
  if (random.oneIn(8)) game.falls_in = true;
  if (random.oneIn(6)) game.position_first = true;
  if (random.oneIn(4) && game.vx.empty()) game.vx = random.bytes(2);
  if (random.oneIn(8)) game.repeats = !game.on_release;
}

SmallGame smallGame(Random& random, const std::function<void(SmallGame&)>& change) {
  SmallGame game;
  game.y = random.bytes(2);
  game.v = random.bytes(2);
  game.x = random.bytes(2);
  game.state = random.byte();
  change(game);
  random.useConsole();
  addTrimmings(game, random);
  game.y_before.resize(game.y_before.empty() ? 0 : game.y.size());
  if (game.flaps || game.up_positive || game.ledge) game.falls_in = false;
  chooseJump(game, random);
  if (game.flaps) game.gravity = random.between(0x18, 0x28), game.jump_speed = random.between(0x0280, 0x0380);
  if (game.held_gravity) game.held_gravity = game.gravity / 2;
  if (game.gravity_byte) game.gravity = std::min(game.gravity, 0xFF);
  if (game.fall_byte) game.fall_gravity = std::min(2 * game.gravity, 0xFF);
  return game;
}

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Kinds of which one game may have one each: how y is kept, how it moves, and what else there is.
using Names = std::vector<std::string_view>;
const Names formats{"8.8",  "scattered bytes", "page byte", "page byte, camera", "12.4", "12.4, long speed",
                    "10.6", "integers",        "fifths"};
const Names motions{"8.8", "up positive", "magnitude", "no ground", "table of steps", "position first"};
const Names ways{"8.8", "every second frame", "PAL", "late", "works on copies", "scrolls"};
const Names further{"8.8",         "Up or B",           "halved on release",       "lighter while held",
                    "double jump", "gravity in memory", "gravity of falling",      "horizontal magnitude",
                    "inertia",     "begins in the air", "title with a fade",       "30 copies",
                    "two players", "repeats",           "copy of the frame before"};

// The program of small_game.cpp has no way to do both.
bool excludes(std::string_view format, std::string_view motion, std::string_view more) {
  const bool binary = format != "fifths", upward = isOneOf(motion, {"up positive", "no ground"});
  if (upward && (!binary || format == "page byte, camera")) return true;
  if (motion == "no ground" && !isOneOf(format, {"8.8", "scattered bytes", "page byte"})) return true;
  const bool of_speed =
      isOneOf(more, {"halved on release", "lighter while held", "gravity in memory", "gravity of falling"});
  if (of_speed && (isOneOf(motion, {"magnitude", "table of steps", "no ground"}) || format == "integers"))
    return true;
  if (motion == "up positive" && isOneOf(more, {"gravity of falling", "begins in the air"})) return true;
  if (motion == "no ground" && isOneOf(more, {"double jump", "begins in the air", "repeats"})) return true;
  if (motion == "table of steps" && (format != "integers" || more == "double jump")) return true;
  return false;
}

class Judge {
 public:
  Judge(const RandomGame& game, const discover::Discovery& found) : game_(game.game), found_(found) {
    if (!game.jumps)
      count(!found.way_in.jump, true, "claims a jump");
    else if (!found.way_in.jump)
      count(false, false, "no jump: " + whyNoJump(found));
    else
      judgeJump();
  }
  const Verdict& verdict() const { return verdict_; }

 private:
  void judgeJump() {
    const char* const button = game_.button == 0x80   ? "A"
                               : game_.button == 0x40 ? "B"
                               : game_.button == 0x20 ? "Select"
                                                      : "Up";
    const std::string got = discover::buttonName(found_.way_in.jump->button);
    count(got == button, true, "button " + got);
    if (found_.way_in.jump->on_release != game_.on_release) count(false, true, "the release");
    const bool whole = game_.fraction != Fraction::Binary;
    const int point = whole ? 0 : game_.shift;
    std::vector<uint16_t> y = game_.y;
    if (game_.fraction == Fraction::CountedFifths) y.pop_back();
    compare("y", y, point);
    compare("y_speed", game_.table_driven ? std::vector<uint16_t>{} : game_.v, point);
    const trace::Watch* const speed = found_.watch("y_speed");
    if (speed && trace::isSigned(speed->type) == game_.magnitude) count(false, true, "y_speed's sign");
    compare("x", game_.x, 8);
    compare("x_speed", game_.vx, 8);
    compare("gravity", bytesOf(game_.gravity_byte), point);
    if (!game_.flaps) compare("state", {game_.state}, 0);
    compare("gravity_fall", bytesOf(game_.fall_byte), point);
    compare("jump_origin_y", bytesOf(game_.origin_byte), 0);
    // A new press is told from a held button by the pad of the frame before, which is the pad until it is read.
    const bool pressed_anew =
        !game_.on_release && !game_.repeats && !game_.flaps && !game_.every_second_frame;
    if (speed) compare("held_before", pressed_anew ? Bytes{tests::small_game_pad} : Bytes{}, 0);
    compare("y_direction", game_.magnitude ? Bytes{game_.direction} : Bytes{}, 0);
    // Set by Left and Right in each frame, and without them nothing moves: no experiment can show it.
    compare("x_direction", {}, 0);
    compare("x_speed_abs", {}, 0);
  }

  static Bytes bytesOf(std::optional<uint16_t> byte) { return byte ? Bytes{*byte} : Bytes{}; }

  void count(bool right, bool claimed, const std::string& words) {
    ++(right ? verdict_.found : claimed ? verdict_.wrong : verdict_.unclear);
    if (!right) verdict_.words += (claimed ? " WRONG " : " ") + words + ";";
  }

  void compare(const std::string& name, const std::vector<uint16_t>& truth, int point) {
    const trace::Watch* watch = found_.watch(name);
    if (!watch) {
      if (!truth.empty()) count(false, false, name);
      return;
    }
    std::string got = name;
    for (const uint16_t address : watch->addresses) got += " " + trace::addressText(address);
    if (truth.empty()) return count(false, true, got);
    if (watch->addresses == truth) return count(watch->fraction_bits == point, true, got + " point");
    const bool part = std::all_of(watch->addresses.begin(), watch->addresses.end(), [&](uint16_t address) {
      return std::find(truth.begin(), truth.end(), address) != truth.end();
    });
    count(false, !part, got);
  }

  const SmallGame& game_;
  const discover::Discovery& found_;
  Verdict verdict_;
};

}  // namespace

RandomGame randomGame(uint32_t seed) {
  Random random(seed);
  RandomGame made;
  const size_t all = kinds.size() + still_names.size(), which = seed % all;
  std::vector<uint8_t> image;
  if (which < kinds.size()) {
    made.kind = kinds[which].name;
    made.game = smallGame(random, [&](SmallGame& game) { kinds[which].change(game, random); });
    made.jumps = made.game.can_jump;
    image = imageOf(made.game);
  } else {
    made.kind = still_names[which - kinds.size()];
    made.jumps = false;
    image = imageOf(static_cast<StillGame>(which - kinds.size()), random.oneIn(2));
  }
  made.cartridge = std::make_shared<const console::Cartridge>(console::parseCartridge(image, "random.nes"));
  return made;
}

RandomGame mixedGame(uint32_t seed) {
  Random random(seed);
  const auto any = [&](const Names& names) {
    return names[static_cast<size_t>(random.below(static_cast<int>(names.size())))];
  };
  std::string_view format, motion, more;
  do format = any(formats), motion = any(motions), more = any(further);
  while (excludes(format, motion, more));
  const std::string_view way = any(ways);
  const bool cartridge = random.oneIn(5);
  if (cartridge) random.useCartridge();
  RandomGame made;
  made.game = smallGame(random, [&](SmallGame& game) {
    for (const std::string_view name : {format, motion, way, more})
      std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) {
        return kind.name == name;
      })->change(game, random);
  });
  for (const std::string_view name : {format, motion, way, more})
    if (name != "8.8") made.kind.append(made.kind.empty() ? "" : " + ").append(name);
  if (cartridge) made.kind += " + cartridge RAM";
  made.cartridge = cartridgeOf(made.game);
  return made;
}

Verdict verdictOn(const RandomGame& game, const discover::Discovery& found) {
  return Judge(game, found).verdict();
}

}  // namespace jumpscope::tests
