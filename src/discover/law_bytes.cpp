#include "src/discover/law_bytes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <span>

#include "src/discover/direction.h"
#include "src/discover/jump_count.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

constexpr size_t shown_frames = 8;  // that show what a change does

// Experiments on the jump of a laboratory: runs of a script in which one byte was set before a frame.
class Trials {
 public:
  Trials(Laboratory& laboratory, const KnownJump& known)
      : bench_(laboratory.bench), jump_(laboratory.jump), known_(known) {}

  Bench& bench() const { return bench_; }
  const JumpScene& jump() const { return jump_; }

  // The script's frames from `frame` on, after the byte was set.
  Film with(const Script& script, size_t frame, size_t place, int value, size_t frames) const {
    const Poke poke{place, static_cast<uint8_t>(value)};
    return bench_.film(momentAt(script, frame), script, frames, {&poke, 1});
  }
  // The first of these frames in which the speed is another; nullopt: it is the same in all.
  std::optional<size_t> changesSpeed(const Film& film, const Film& base, size_t frame) const {
    for (size_t t = 0; t < film.size() && frame + t < base.size(); ++t)
      if (difference(known_.v.number, base[frame + t], film[t]) != 0) return t;
    return std::nullopt;
  }
  // y moves upward in this frame.
  bool rises(const Film& film, size_t frame) const {
    return frame > 0 &&
           difference(known_.y.number, film[frame - 1], film[frame]) * known_.y.weight.numerator < 0;
  }
  const KnownJump& known() const { return known_; }

 private:
  // Experiments come script by script, and forward in each.
  Moment momentAt(const Script& script, size_t frame) const {
    if (!last_ || script != last_script_ || frame < last_->frame)
      last_ = Moment{jump_.start, 0}, last_script_ = script;
    const auto at = [&](size_t t) {
      return script.begin() + static_cast<std::ptrdiff_t>(std::min(t, script.size()));
    };
    last_ =
        Moment{bench_.after(last_->state, Script(at(last_->frame), at(frame)), frame - last_->frame), frame};
    return *last_;
  }

  Bench& bench_;
  const JumpScene& jump_;
  const KnownJump known_;
  mutable std::optional<Moment> last_;
  mutable Script last_script_;
};

bool isKnown(const KnownJump& known, size_t place) {
  return known.y.number.has(place) || known.v.number.has(place) ||
         (known.gravity && known.gravity->number.has(place));
}

// The frame of a flight in which the gravity changes; nullopt: it is the same to the end.
std::optional<size_t> exchangeOf(const Flight& flight, size_t gravity) {
  for (size_t t = flight.first + 1; t < flight.last; ++t)
    if (flight.film[t].bytes[gravity] != flight.film[t - 1].bytes[gravity]) return t;
  return std::nullopt;
}

// A byte that becomes the gravity at the apex or on release.
std::optional<LawByte> fallGravity(const Trials& trials, std::span<const Flight> flights, size_t place) {
  const size_t gravity = trials.known().gravity->number.places[0];
  std::set<size_t> frames;
  size_t shown = 0;
  std::string words;
  for (const Flight& flight : flights) {
    const std::optional<size_t> exchange = exchangeOf(flight, gravity);
    if (!exchange) continue;
    const uint8_t value = flight.film[*exchange].bytes[gravity];
    if (flight.film[*exchange - 1].bytes[place] != value || flight.film[*exchange].bytes[place] != value)
      return std::nullopt;
    constexpr size_t ahead = 3;
    const size_t from = std::max(flight.first + 1, *exchange - std::min(ahead, *exchange));
    for (const int delta : {8, -8, 32}) {
      const int set = value + delta;
      if (set < 0 || set > 255) continue;
      const Film film = trials.with(flight.script, from, place, set, *exchange - from + shown_frames);
      for (size_t t = from; t < *exchange; ++t)
        if (film[t - from].bytes[gravity] != flight.film[t].bytes[gravity]) return std::nullopt;
      if (film[*exchange - from].bytes[gravity] != set) return std::nullopt;
      if (!trials.changesSpeed(film, flight.film, from)) return std::nullopt;
      ++shown;
      frames.insert(*exchange);
      if (!words.empty()) continue;
      words = "gravity of falling; " + settingWords(trials.bench(), place, set, trials.jump(), from) +
              " made it the gravity of frame " + frameText(trials.jump(), *exchange) + ", which was " +
              std::to_string(value) + " otherwise";
    }
  }
  if (shown < 4 || frames.size() < 2) return std::nullopt;
  words += "; so in " + std::to_string(shown) + " changes before " + std::to_string(frames.size()) +
           " frames in which the gravity changes";
  return LawByte{place, words};
}

// The byte of y's whole pixels; nullopt: no byte is.
std::optional<size_t> pixelByte(const Position& y) {
  const size_t bytes = y.number.places.size();
  for (size_t below = 0; below < bytes; ++below)
    if (y.weight == Weight{1, 1 << 8 * below}) return y.number.places[bytes - 1 - below];
  return std::nullopt;
}

// y's pixel of the moment in which the jump began.
class Origin {
 public:
  Origin(const Trials& trials, std::span<const Flight> flights, size_t pixel)
      : trials_(trials), flights_(flights), pixel_(pixel) {}

  std::optional<LawByte> of(size_t place) const {
    for (const Flight& flight : flights_)
      for (size_t t = flight.first - 1; t < flight.last; ++t)
        if (flight.film[t].bytes[place] != flight.film[flight.first - 2].bytes[pixel_]) return std::nullopt;
    std::string words = "y's pixel where the jump began; ";
    if (!isSetByStart(place, words)) return std::nullopt;
    if (!decides(place, words)) return std::nullopt;
    return LawByte{place, words};
  }

 private:
  // A jump from another height sets it to that height.
  bool isSetByStart(size_t place, std::string& words) const {
    const Flight& flight = flights_.back();
    size_t shown = 0;
    for (size_t before = 1; before <= 3 && before < flight.first; ++before)
      for (const int delta : {-8, -16, 8}) {
        const size_t from = flight.first - before;
        const int set = flight.film[from - 1].bytes[pixel_] + delta;
        if (set < 0 || set > 255) continue;
        const Film film = trials_.with(flight.script, from, pixel_, set, before + 3);
        if (trials_.changesSpeed(film, flight.film, from)) continue;  // no jump, or another one
        if (film[before].bytes[place] != set) return false;
        if (++shown == 1)
          words += "a jump from " + std::to_string(set) + " in frame " + frameText(trials_.jump(), from) +
                   " set it to that; ";
      }
    return shown >= 2;
  }

  // While the character rises, the speed changes otherwise when the byte says that it rose by nothing, or by more.
  bool decides(size_t place, std::string& words) const {
    size_t shown = 0;
    for (const Flight& flight : flights_) {
      bool shows = false;
      for (size_t from = flight.first; from < flight.first + shown_frames && !shows; ++from) {
        if (!trials_.rises(flight.film, from + 2)) break;
        const int now = flight.film[from - 1].bytes[pixel_];
        for (const int value : {now, now + 2, now - 8, now + 40}) {
          const Film film = trials_.with(flight.script, from, place, value & 0xFF, 3);
          const auto changed = trials_.changesSpeed(film, flight.film, from);
          if (!changed || !trials_.rises(film, 2)) continue;
          if (++shown == 1)
            words += settingWords(trials_.bench(), place, value & 0xFF, trials_.jump(), from) +
                     " changed the speed of frame " + frameText(trials_.jump(), from + *changed);
          shows = true;
          break;
        }
      }
    }
    return shown >= 2;
  }

  const Trials& trials_;
  std::span<const Flight> flights_;
  size_t pixel_;
};

// The button as the frame before had it: with it, a press is none, and without it a button that is held is a press.
class HeldBefore {
 public:
  HeldBefore(const Trials& trials, const Laboratory& laboratory) : trials_(trials), laboratory_(laboratory) {
    script_ = Script(jump_frames, trials.jump().button);
    std::fill_n(script_.begin(), press_frame, Buttons{0});
    film_ = trials.bench().film(trials.jump().start, script_, 0, jump_frames);
  }

  std::optional<LawByte> of(size_t place) const {
    for (int bit = 0x80; bit > 0; bit >>= 1)
      if (follows(place, bit))
        if (const auto found = tried(place, bit)) return found;
    return std::nullopt;
  }

 private:
  static constexpr size_t press_frame = 2;  // of Laboratory::press()

  bool isDown(const Script& script, size_t t) const {
    return t < script.size() && (script[t] & trials_.jump().button) != 0;
  }
  bool follows(size_t place, int bit) const {
    for (const Flight& flight : laboratory_.flights)
      for (size_t t = 0; t < flight.film.size(); ++t)
        if (((flight.film[t].bytes[place] & bit) != 0) != isDown(flight.script, t)) return false;
    return true;
  }
  // The frame from which on the character stands again, while the button is held.
  std::optional<size_t> rest() const {
    const Number& y = trials_.known().y.number;
    constexpr size_t least = 2 * shown_frames;
    size_t still = 0;
    bool moved = false;
    for (size_t t = press_frame + 1; t < film_.size(); ++t) {
      const bool moves = difference(y, film_[t - 1], film_[t]) != 0;
      moved = moved || moves;
      still = moves ? 0 : still + 1;
      if (moved && still == least) return t + 1 - least / 2;
    }
    return std::nullopt;
  }
  size_t movesIn(const Film& film, const Shot& before) const {
    const Number& y = trials_.known().y.number;
    size_t moving = 0;
    for (size_t t = 0; t < film.size(); ++t)
      moving += difference(y, t == 0 ? before : film[t - 1], film[t]) != 0;
    return moving;
  }

  std::optional<LawByte> tried(size_t place, int bit) const {
    const std::optional<size_t> standing = rest();
    if (!standing) return std::nullopt;
    const int up = film_[press_frame - 1].bytes[place], down = film_[*standing - 1].bytes[place];
    const Film none = trials_.with(script_, press_frame, place, up | bit, shown_frames);
    if (movesIn(none, film_[press_frame - 1]) != 0) return std::nullopt;
    for (const size_t later : {size_t{0}, size_t{2}}) {
      const Film jumps = trials_.with(script_, *standing + later, place, down & ~bit, shown_frames);
      if (movesIn(jumps, film_[*standing + later - 1]) < 3) return std::nullopt;
      if (!laboratory_.jump.arc.ground) return std::nullopt;
    }
    const Bench& bench = trials_.bench();
    return LawByte{place, "the buttons of the frame before, bit " + std::to_string(bitNumber(bit)) +
                              " the jump's; with that bit set before frame " +
                              frameText(trials_.jump(), press_frame) + " the press starts no jump; " +
                              settingWords(bench, place, down & ~bit, trials_.jump(), *standing) +
                              " starts one while the button is held on"};
  }
  static int bitNumber(int bit) {
    int number = 0;
    while (bit >>= 1) ++number;
    return number;
  }

  const Trials& trials_;
  const Laboratory& laboratory_;
  Script script_;  // holds the button for as long as a film
  Film film_;
};

// The magnitude of the speed to the side, as the start of a jump looks at it.
class SideMagnitude {
 public:
  SideMagnitude(const Trials& trials, const Laboratory& laboratory, const Speed& speed)
      : trials_(trials), laboratory_(laboratory), speed_(speed) {}

  std::optional<LawByte> of(size_t place) const {
    if (!isMagnitude(place, 0) && !isMagnitude(place, 1)) return std::nullopt;
    const Flight& flight = laboratory_.flights.back();
    for (const int value : {0x10, 0x18, 0x20, 0x30, 0x40, 0x60, 0x7F, 0xC0, 0xFF}) {
      constexpr size_t press_frame = 2;
      const Film film = trials_.with(flight.script, press_frame, place, value, shown_frames);
      const auto changed = trials_.changesSpeed(film, flight.film, press_frame);
      if (!changed) continue;
      // The speed itself does nothing of the kind.
      const Film other =
          trials_.with(flight.script, press_frame, speed_.number.places[0], value, *changed + 1);
      if (trials_.changesSpeed(other, flight.film, press_frame)) return std::nullopt;
      return LawByte{place, "magnitude of the horizontal speed in all frames of " +
                                std::to_string(laboratory_.walks.size()) + " walks; " +
                                settingWords(trials_.bench(), place, value, trials_.jump(), press_frame) +
                                " changed the vertical speed of frame " +
                                frameText(trials_.jump(), press_frame + *changed) +
                                ", which the horizontal speed itself does not"};
    }
    return std::nullopt;
  }

 private:
  bool isMagnitude(size_t place, size_t delay) const {
    std::set<int64_t> values;
    for (const Flight& walk : laboratory_.walks)
      for (size_t t = delay; t < walk.film.size(); ++t) {
        const int64_t magnitude = std::abs(signedValue(speed_.number, walk.film[t - delay]));
        if (walk.film[t].bytes[place] != magnitude) return false;
        values.insert(magnitude);
      }
    return values.size() >= 4 && laboratory_.walks.size() >= 2;
  }

  const Trials& trials_;
  const Laboratory& laboratory_;
  const Speed& speed_;
};

template <class Finder>
std::vector<LawByte> among(const Bench& bench, const Scene& scene, const Finder& find) {
  std::vector<LawByte> bytes;
  const size_t sprites = spritePage(scene);
  for (size_t place = 0; place < bench.places().count(); ++place) {
    if (isStack(place) || place / sprite_page == sprites) continue;
    if (const std::optional<LawByte> found = find(place)) bytes.push_back(*found);
  }
  return bytes;
}

}  // namespace

std::vector<LawBytes> findLawBytes(Laboratory& laboratory, const KnownJump& known) {
  const Trials trials(laboratory, known);
  const Scene& scene = *laboratory.flight;
  const std::vector<Flight> flights = laboratory.trimmed(Axis::Y, known.y.number);
  std::vector<LawBytes> kinds;
  if (flights.empty()) return kinds;
  const auto add = [&](const LawBytes& kind, const auto& find) {
    kinds.push_back(kind);
    kinds.back().bytes = among(laboratory.bench, scene, [&](size_t place) -> std::optional<LawByte> {
      return isKnown(known, place) ? std::nullopt : find(place);
    });
  };
  if (known.gravity && known.gravity->number.places.size() == 1)
    add({"gravity_fall",
         weightOfSpeed(weightOfSpeed(known.y.weight, known.v), *known.gravity),
         known.v.rests ? "px/update^2" : "px/frame^2",
         {},
         "a jump in which they differ"},
        [&](size_t place) { return fallGravity(trials, flights, place); });
  if (const auto pixel = pixelByte(known.y); pixel && laboratory.jump.arc.ground) {
    const Origin origin(trials, flights, *pixel);
    add({"jump_origin_y", {1, 1}, "px", {}, "a jump in which they differ"},
        [&](size_t place) { return origin.of(place); });
  }
  if (laboratory.jump.arc.ground) {
    const HeldBefore held(trials, laboratory);
    add({"held_before", {1, 1}, "", {}, "the instructions that read them"},
        [&](size_t place) { return held.of(place); });
  }
  if (laboratory.jump.arc.ground) {
    const JumpCount count(laboratory, known);
    add({"jump_frames", {1, 1}, "frames", {}, "the instructions that read them"},
        [&](size_t place) { return count.counter(place); });
    if (kinds.back().bytes.size() == 1)
      add({"jump_frames_run", {1, 1}, "", {}, "the instructions that read them"},
          [&](size_t place) { return count.runs(place); });
  }
  if (!known.v.is_signed) {
    const Direction direction(laboratory, known.y, known.v, Axis::Y);
    add({"y_direction", {1, 1}, "", {}, "the instructions that read them"},
        [&](size_t place) { return direction.of(place); });
  }
  return kinds;
}

std::vector<LawBytes> findSideBytes(Laboratory& laboratory, const Position& x, const Speed& speed,
                                    const KnownJump* jump) {
  std::vector<LawBytes> kinds;
  if (laboratory.walks.size() < 2) return kinds;
  const bool one_byte = speed.number.places.size() == 1;
  if (jump && one_byte && speed.is_signed && !laboratory.flights.empty()) {
    const Trials trials(laboratory, *jump);
    const SideMagnitude magnitude(trials, laboratory, speed);
    Weight weight = weightOfSpeed(x.weight, speed);
    weight.numerator = std::abs(weight.numerator);
    kinds.push_back(
        {"x_speed_abs", weight, speed.rests ? "px/update" : "px/frame", {}, "a walk in which they differ"});
    kinds.back().bytes =
        among(laboratory.bench, *laboratory.walk, [&](size_t place) -> std::optional<LawByte> {
          return speed.number.has(place) ? std::nullopt : magnitude.of(place);
        });
  }
  if (!speed.is_signed) {
    const Direction direction(laboratory, x, speed, Axis::X);
    kinds.push_back({"x_direction", {1, 1}, "", {}, "the instructions that read them"});
    kinds.back().bytes =
        among(laboratory.bench, *laboratory.walk, [&](size_t place) { return direction.of(place); });
  }
  return kinds;
}

trace::Watch watchOf(const Bench& bench, const LawBytes& kind) {
  trace::Watch watch =
      watchOf(bench, kind.name, Number{{kind.bytes[0].place}}, false, kind.weight, kind.unit);
  watch.meaning = kind.bytes[0].words;
  return watch;
}

}  // namespace jumpscope::discover
