#include "src/discover/way_in.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <queue>
#include <set>
#include <span>
#include <string_view>

namespace jumpscope::discover {

namespace {

constexpr size_t glance = 24;  // frames that show whether a button does anything
constexpr size_t tap = 12;     // frames for which a jump's button is held
constexpr std::array jump_buttons = {button_a, button_b, button_up, button_select};

Script held(Buttons button, size_t frames) { return Script(frames, button); }

// The button is held for half of a glance: some games jump when it is let go.
Film glanceAt(Bench& bench, const console::State& state, Buttons button) {
  return bench.film(state, held(button, tap), 0, glance);
}

// Whether most of the sprites that differ are higher, in steps.
bool rises(const Film& idle, const Film& film) {
  std::set<int> heights;
  for (size_t t = 0; t < film.size(); ++t)
    if (const int by = displacement(idle[t], film[t], Axis::Y).by; by < 0) heights.insert(by);
  return heights.size() >= 3;
}

bool goes(const Film& idle, const Film& film, int direction) {
  std::set<int> places;
  for (size_t t = 0; t < film.size(); ++t)
    if (const int by = displacement(idle[t], film[t], Axis::X).by; by * direction > 0) places.insert(by);
  return places.size() >= 3;
}

// A point of the search.
struct Situation {
  Script script;
  console::State state;
  size_t cost = 0;
};

uint64_t hashOf(std::span<const uint8_t> bytes, uint64_t hash) {
  for (const uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001B3;
  return hash;
}

// What the screen shows, but for where its sprites are.
uint64_t screenOf(const console::State& state) {
  uint64_t hash = hashOf(state.ppu.vram, 0xCBF29CE484222325);
  hash = hashOf(state.ppu.palette, hash);
  return hash * 2 + state.ppu.rendering();
}

bool showsTheSame(const console::State& a, const console::State& b) {
  return a.ppu.vram == b.ppu.vram && a.ppu.palette == b.ppu.palette && a.ppu.oam == b.ppu.oam &&
         a.ppu.t.bits == b.ppu.t.bits && a.ppu.mask.bits == b.ppu.mask.bits;
}

// How many bytes of RAM differ, without the stack.
size_t bytesThatDiffer(const console::State& a, const console::State& b) {
  size_t count = 0;
  for (size_t address = 0; address < a.ram.size(); ++address)
    count += a.ram[address] != b.ram[address] && address >> 8 != 1;
  return count;
}

class Search {
 public:
  explicit Search(Bench& bench) : bench_(bench) {}

  WayIn run(size_t most_situations) {
    try {
      constexpr size_t first_look = 4, few_situations = 120;
      push({Script(first_look, 0), bench_.after(bench_.powerOn(), {}, first_look), 0});
      explore(std::min(few_situations, most_situations));
      for (const Habit& habit : habits)
        if (!result_.jump && most_situations > few_situations) follow(habit);
      explore(most_situations);
      result_.ended = true;
    } catch (const OutOfTime&) {
    }
    return std::move(result_);
  }

  // Whether sprites answer to Left or Right; sets the result's jump when there is one.
  bool look(const console::State& state, const Script& way) {
    result_.tried = 0;
    const Film idle = bench_.film(state, {}, 0, glance);
    for (const Buttons button : jump_buttons) {
      if (jumps(state, idle, button)) {
        result_.jump->way = way;
        ++result_.situations;
        return true;
      }
      result_.tried |= button;
    }
    const bool control = goes(idle, bench_.film(state, held(button_right, glance), 0, glance), 1) ||
                         goes(idle, bench_.film(state, held(button_left, glance), 0, glance), -1);
    result_.in_control += control;
    ++result_.situations;
    result_.tried = 0;
    return control;
  }

  WayIn& result() { return result_; }

 private:
  bool jumps(const console::State& state, const Film& idle, Buttons button) {
    if (!rises(idle, glanceAt(bench_, state, button))) return false;
    const std::optional<Arc> arc = jumpHere(bench_, state, button, tap);
    if (!arc) return false;
    const Judgement judgement = judge(bench_, state, button, tap, *arc);
    if (judgement == Judgement::Thrust && result_.thrust == 0) result_.thrust = button;
    if (judgement != Judgement::Jump && judgement != Judgement::JumpOnRelease) return false;
    result_.jump = JumpScene{{}, state, button, tap, *arc, judgement == Judgement::JumpOnRelease};
    return true;
  }

  static constexpr size_t press_frames = 4, press_and_wait = 18;

  struct Later {
    bool operator()(const Situation& a, const Situation& b) const { return a.cost > b.cost; }
  };

  // What players do on screens that only take time: they press the same few buttons again and again.
  struct Habit {
    size_t period;  // frames from press to press
    std::array<Buttons, 2> buttons;
  };
  static constexpr std::array habits = {Habit{90, {button_start, button_start}},
                                        Habit{60, {button_start, button_a}},
                                        Habit{40, {button_start, button_start}},
                                        Habit{45, {button_a, button_a}},
                                        Habit{130, {button_a, button_start}},
                                        Habit{60, {button_select, button_start}},
                                        Habit{60, {button_down, button_start}},
                                        Habit{60, {button_b, button_start}},
                                        Habit{60, {0, 0}}};

  void explore(size_t until) {
    while (!queue_.empty() && explored_ < until && !result_.jump) {
      ++explored_;
      const Situation here = std::move(const_cast<Situation&>(queue_.top()));
      queue_.pop();
      const bool control = look(here.state, here.script);
      if (!result_.jump) expand(here, control);
    }
  }

  void follow(const Habit& habit) {
    constexpr size_t frames = 1800, looks_between = 2;
    Situation here{{}, bench_.powerOn(), 0};
    for (size_t press = 0; here.script.size() < frames; ++press)
      for (size_t part = 0; part < looks_between; ++part) {
        Script script(habit.period / looks_between, 0);
        if (part == 0 && press > 0)
          std::fill_n(script.begin(), press_frames, habit.buttons[press % habit.buttons.size()]);
        here = then(here, script, 0);
        look(here.state, here.script);
        if (result_.jump) return;
      }
  }

  void push(Situation situation) { queue_.push(std::move(situation)); }

  // A screen that was seen often brings less and less that is new.
  size_t boredom(const console::State& state) { return 4 * seen_[screenOf(state)]++; }

  void expand(const Situation& here, bool control) {
    struct Choice {
      Buttons button;
      size_t cost;
    };
    static constexpr std::array choices = {Choice{button_start, 30}, Choice{button_a, 60},
                                           Choice{button_b, 120},    Choice{button_select, 150},
                                           Choice{button_right, 90}, Choice{button_down, 120},
                                           Choice{button_left, 150}, Choice{button_up, 150}};
    const size_t behind = here.cost + press_and_wait + (control ? 60 : 0);
    Situation waited = then(here, Script(press_and_wait, 0), behind);
    for (const Choice& choice : choices) {
      Script press = held(choice.button, press_frames);
      press.resize(press_and_wait, 0);
      Situation pressed = then(here, press, behind + choice.cost);
      const bool same_picture = showsTheSame(waited.state, pressed.state);
      if (same_picture && bytesThatDiffer(waited.state, pressed.state) < 2) continue;
      if (same_picture) pressed.cost += 100;
      pressed.cost += 3 * boredom(pressed.state);
      push(std::move(pressed));
    }
    waited.cost += boredom(waited.state);
    push(std::move(waited));
  }

  Situation then(const Situation& here, const Script& script, size_t cost) {
    Situation next{here.script, bench_.after(here.state, script, script.size()), cost};
    next.script.insert(next.script.end(), script.begin(), script.end());
    return next;
  }

  Bench& bench_;
  WayIn result_;
  std::priority_queue<Situation, std::vector<Situation>, Later> queue_;
  std::map<uint64_t, size_t> seen_;
  size_t explored_ = 0;  // situations of the tree
};

// The first frame from which on the sprites of the jump stay where they are.
std::optional<size_t> restIn(const Film& idle, const Slots& slots) {
  constexpr size_t rest = 20;
  for (size_t first = 0; first + rest <= idle.size(); ++first) {
    bool still = true;
    for (size_t t = first + 1; t < first + rest && still; ++t)
      still = displacementOf(slots, idle[first], idle[t], Axis::X) == 0 &&
              displacementOf(slots, idle[first], idle[t], Axis::Y) == 0;
    if (still) return first;
  }
  return std::nullopt;
}

// The same jump from where the character stands still, if it ever does.
void settle(Bench& bench, JumpScene& scene) {
  if (!scene.arc.ground) return;
  const Film idle = bench.film(scene.start, {}, 0, 240);
  const std::optional<size_t> rest = restIn(idle, scene.arc.slots[scene.arc.apex]);
  if (!rest || *rest == 0) return;
  const console::State start = bench.after(scene.start, {}, *rest);
  const std::optional<Arc> arc = jumpHere(bench, start, scene.button, scene.hold);
  if (!arc) return;
  scene.way.resize(scene.way.size() + *rest, 0);
  scene.start = start;
  scene.arc = *arc;
}

// Held long, a jump shows more of its rise.
void holdLonger(Bench& bench, JumpScene& scene) {
  for (const size_t hold : {size_t{40}, size_t{24}}) {
    const std::optional<Arc> arc = jumpHere(bench, scene.start, scene.button, hold);
    if (!arc || arc->ground != scene.arc.ground || arc->rise < scene.arc.rise || hold > arc->landing)
      continue;
    scene.hold = hold;
    scene.arc = *arc;
    return;
  }
}

WayIn finish(Bench& bench, WayIn found) {
  if (!found.jump) return found;
  try {
    settle(bench, *found.jump);
    holdLonger(bench, *found.jump);
  } catch (const OutOfTime&) {
  }
  return found;
}

}  // namespace

std::optional<Arc> jumpHere(Bench& bench, const console::State& start, Buttons button, size_t hold) {
  return findArc(bench.film(start, {}, 0, jump_frames),
                 bench.film(start, held(button, hold), 0, jump_frames));
}

WayIn findWayIn(Bench& bench, size_t most_situations) {
  return finish(bench, Search(bench).run(most_situations));
}

WayIn followInput(Bench& bench, const Script& input) {
  constexpr size_t stride = 20;
  Search search(bench);
  try {
    console::State state = bench.powerOn();
    for (size_t frame = 0; frame < input.size(); frame += stride) {
      const size_t end = std::min(frame + stride, input.size());
      const Script part(input.begin() + static_cast<std::ptrdiff_t>(frame),
                        input.begin() + static_cast<std::ptrdiff_t>(end));
      state = bench.after(state, part, part.size());
      search.look(state, Script(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(end)));
      if (search.result().jump) break;
    }
    search.result().ended = true;
  } catch (const OutOfTime&) {
  }
  return finish(bench, std::move(search.result()));
}

}  // namespace jumpscope::discover
