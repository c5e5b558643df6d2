#include "src/discover/discover.h"

#include <algorithm>
#include <cstdlib>

#include "src/base/interrupt.h"
#include "src/discover/law_bytes.h"
#include "src/discover/screen.h"
#include "src/movie/buttons.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

// What is found of one jump, one after the other: what is known when the time is up stays.
class Investigation {
 public:
  Investigation(Laboratory& laboratory, Discovery& discovery)
      : laboratory_(laboratory), bench_(laboratory.bench), found_(discovery) {}

  void run() {
    found_.doing = "y";
    const std::optional<Position> y = position(laboratory_.flight, "y");
    std::optional<Speed> v, gravity;
    if (y) {
      found_.up_positive = y->weight.numerator < 0;
      measureRises(*y);
      found_.doing = "y_speed";
      v = speed(*laboratory_.flight, *y, "y_speed");
      if (!v) describePath(*y);
      found_.doing = "state";
      findAir(*y, v ? v->number : Number{});
      found_.doing = "gravity";
      if (v) gravity = gravityOf(*y, *v);
    }
    std::optional<KnownJump> jump;
    if (v) jump.emplace(KnownJump{*y, *v, gravity ? &*gravity : nullptr});
    found_.doing = "what else the law of the jump needs";
    if (jump) addLawBytes(findLawBytes(laboratory_, *jump));
    found_.doing = "x and its speed";
    if (const std::optional<Position> x = sidewaysPosition()) {
      if (y) found_.screen = onScreen(laboratory_, *x, *y);
      if (const std::optional<Speed> side = speed(*laboratory_.walk, *x, "x_speed"))
        addLawBytes(findSideBytes(laboratory_, *x, *side, jump ? &*jump : nullptr));
    }
  }

 private:
  // The whole walks, or where they do not show it, what is before a camera follows.
  std::optional<Position> sidewaysPosition() {
    if (!laboratory_.walk) return position(laboratory_.walk, "x");
    std::vector<Position> positions = findPositions(bench_, *laboratory_.walk);
    if (positions.size() != 1 && laboratory_.endWalksAtTheCamera())
      positions = findPositions(bench_, *laboratory_.walk);
    return only(*laboratory_.walk, "x", positions);
  }

  std::optional<Position> position(const std::optional<Scene>& scene, const std::string& name) {
    if (!scene) {
      found_.undecided.push_back(name +
                                 ": from where the jump was found, no press moved the character's sprites "
                                 "along this axis in the way expected; a movie in which "
                                 "they move (--movie) would show more");
      return std::nullopt;
    }
    return only(*scene, name, findPositions(bench_, *scene));
  }

  // What there is to say of these.
  std::optional<Position> only(const Scene& scene, const std::string& name,
                               const std::vector<Position>& positions) {
    if (positions.size() == 1) {
      found_.watches.push_back(watchOf(bench_, name, positions[0].number, false, positions[0].weight, "px"));
      found_.watches.back().meaning = positionWords(laboratory_, scene, positions[0]);
      return positions[0];
    }
    if (positions.empty()) {
      found_.undecided.push_back(name +
                                 ": no byte was found that moves the sprites when it is changed, keeps the "
                                 "change and says where they are; the game may work the position out anew in "
                                 "every frame, or keep one for each sprite");
      return std::nullopt;
    }
    std::string list;
    for (const Position& each : positions)
      list += (list.empty() ? "" : " or ") + numberText(bench_, each.number);
    found_.undecided.push_back(name + ": " + list +
                               " each move the sprites; a movie in which they differ (--movie) would decide");
    return std::nullopt;
  }

  std::optional<Speed> speed(const Scene& scene, const Position& of, const std::string& name) {
    const std::vector<Flight> flights = laboratory_.trimmed(scene.axis, of.number);
    const Speeds speeds = findSpeeds(bench_, scene, flights, of.number);
    for (const Speed& unsure : speeds.unsure)
      found_.undecided.push_back(
          name + ": " + numberText(bench_, unsure.number) + " moves it, but by its value in " +
          std::to_string(unsure.holds) + " of " + std::to_string(unsure.frames) +
          " frames only; a look at the instructions that write it would decide (trace --writes)");
    if (speeds.sure.size() > 1) {
      std::string list;
      for (const Speed& each : speeds.sure)
        list += (list.empty() ? "" : " or ") + numberText(bench_, each.number);
      found_.undecided.push_back(name + ": " + list +
                                 " hold in all frames; a jump in which they differ would decide");
    }
    if (speeds.sure.size() != 1) return std::nullopt;
    const Speed& only = speeds.sure[0];
    found_.watches.push_back(watchOf(bench_, name, only.number, only.is_signed,
                                     weightOfSpeed(of.weight, only), only.rests ? "px/update" : "px/frame"));
    found_.watches.back().meaning = speedWords(laboratory_, scene, only, of);
    return only;
  }

  void addLawBytes(const std::vector<LawBytes>& kinds) {
    for (const LawBytes& kind : kinds) {
      if (kind.bytes.size() == 1) found_.watches.push_back(watchOf(bench_, kind));
      if (kind.bytes.size() < 2) continue;
      std::string list;
      for (const LawByte& byte : kind.bytes)
        list += (list.empty() ? "" : " or ") + placeText(bench_, byte.place);
      found_.undecided.push_back(kind.name + ": " + list + " pass the same experiments; " + kind.decides +
                                 " would decide");
    }
  }

  std::optional<Speed> gravityOf(const Position& y, const Speed& v) {
    const std::vector<Speed> all = findGravity(bench_, *laboratory_.flight, v, y.number);
    if (all.size() == 1) {
      const Weight weight = weightOfSpeed(weightOfSpeed(y.weight, v), all[0]);
      found_.watches.push_back(watchOf(bench_, "gravity", all[0].number, all[0].is_signed, weight,
                                       v.rests ? "px/update^2" : "px/frame^2"));
      found_.watches.back().meaning = gravityWords(laboratory_, all[0]);
      return all[0];
    }
    if (all.size() > 1) {
      std::string list;
      for (const Speed& each : all) list += (list.empty() ? "" : " or ") + numberText(bench_, each.number);
      found_.undecided.push_back("gravity: " + list +
                                 " each change the speed; a jump in which they differ would decide");
    }
    return std::nullopt;
  }

  void findAir(const Position& y, const Number& v) {
    if (!laboratory_.jump.arc.ground) return;
    const std::vector<AirState> states = findAirStates(bench_, *laboratory_.flight, laboratory_.idle,
                                                       laboratory_.trimmed(Axis::Y, y.number), y.number, v);
    if (states.size() == 1) {
      trace::Watch watch;
      watch.name = "state";
      watch.addresses = {bench_.places().address(states[0].place)};
      watch.meaning = airWords(laboratory_, states[0]);
      found_.watches.push_back(watch);
      found_.air_ground = states[0].ground;
    } else if (states.size() > 1) {
      std::string list;
      for (const AirState& state : states)
        list += (list.empty() ? "" : " or ") + placeText(bench_, state.place);
      found_.undecided.push_back("state: " + list +
                                 " each tell the air from the ground; a fall from a ledge may decide");
    }
  }

  void measureRises(const Position& y) {
    const JumpScene& jump = laboratory_.jump;
    for (const size_t hold : {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40}) {
      if (hold > jump.arc.landing) break;
      const Film film = bench_.film(jump.start, laboratory_.press(hold), 0, jump_frames);
      const std::optional<Arc> arc = findArc(laboratory_.idle, film);
      if (!arc) continue;
      Flight flight{{}, film, arc->launch, arc->landing};
      trim(flight, y.number);
      int64_t height = 0, highest = 0;
      for (size_t t = flight.first - 1; t < flight.last; ++t) {
        height -= difference(y.number, film[t - 1], film[t]);
        if (height * y.weight.numerator > highest * y.weight.numerator) highest = height;
      }
      found_.rises.push_back({hold, pixelText(highest, y.weight), flight.last + 1 - (flight.first - 1)});
    }
  }

  void describePath(const Position& y) {
    const std::vector<Flight> flights = laboratory_.trimmed(Axis::Y, y.number);
    if (flights.empty()) return;
    const Flight& flight = flights.back();
    bool slows = false, wavers = false;
    int64_t before = 0;
    for (size_t t = flight.first - 1; t <= flight.last && t < flight.film.size(); ++t) {
      const int64_t step = difference(y.number, flight.film[t - 1], flight.film[t]);
      found_.path += (found_.path.empty() ? "" : " ") + pixelText(step, y.weight);
      const bool rises = step * before > 0 && (step > 0) == found_.up_positive;
      wavers |= rises && slows && std::abs(step) > std::abs(before);
      slows |= rises && std::abs(step) < std::abs(before);
      before = step;
    }
    if (wavers && y.weight.denominator == 1)
      found_.undecided.push_back(
          "y: its steps waver as those of a number with a fraction do, and no byte below " +
          numberText(bench_, y.number) +
          " was found; a look at what writes it would show one (trace --writes)");
  }

  Laboratory& laboratory_;
  Bench& bench_;
  Discovery& found_;
};

// A console on which a way in is searched, until so much of the budget is spent.
struct Attempt {
  console::Region region;
  int percent;
};
std::vector<Attempt> attempts(console::Region region, const Settings& settings) {
  if (!settings.any_region || region != console::Region::Ntsc) return {{region, 60}};
  return {{region, 15}, {console::Region::Pal, 30}, {region, 70}};
}

// "after 3.2 s (--budget)"
std::string cutText(Bench::Clock::time_point start) {
  const auto tenths =
      std::chrono::duration_cast<std::chrono::milliseconds>(Bench::Clock::now() - start).count() / 100;
  return "after " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s (" +
         (base::interrupted() ? "interrupted" : "--budget") + ")";
}

void search(Bench& bench, Discovery& found, const Settings& settings, Bench::Clock::time_point way_in_until) {
  bench.setDeadline(way_in_until);
  bench.setTick(settings.tick);
  found.way_in = settings.input ? followInput(bench, *settings.input) : findWayIn(bench, settings.situations);
}

}  // namespace

void investigate(Laboratory& laboratory, Discovery& found) { Investigation(laboratory, found).run(); }

const trace::Watch* Discovery::watch(std::string_view name) const {
  const auto found = std::find_if(watches.begin(), watches.end(),
                                  [&](const trace::Watch& watch) { return watch.name == name; });
  return found == watches.end() ? nullptr : &*found;
}

Discovery discover(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
                   const Settings& settings) {
  const auto start = Bench::Clock::now();
  const auto deadline = start + settings.budget;
  Discovery found;
  found.options = options;
  bool ended = false;
  for (const Attempt& next : attempts(options.region, settings)) {
    // A game that refuses a console shows nothing that answers.
    if (next.region != options.region && found.way_in.in_control > 0) continue;
    if (next.region == options.region && ended) continue;
    console::Options here = options;
    here.region = next.region;
    Bench bench(cartridge, here);
    Discovery attempt;
    attempt.options = here;
    search(bench, attempt, settings, start + settings.budget * next.percent / 100);
    attempt.complete = attempt.way_in.ended;
    if (attempt.way_in.jump) {
      attempt.complete = false;
      attempt.doing = "the sprites";
      try {
        bench.setDeadline(deadline);
        Laboratory laboratory(bench, *attempt.way_in.jump);
        investigate(laboratory, attempt);
        attempt.complete = true;
      } catch (const OutOfTime&) {
      }
    }
    if (next.region == options.region) ended = attempt.way_in.ended;
    attempt.frames = found.frames + bench.framesRun();
    if (attempt.way_in.jump || attempt.way_in.situations >= found.way_in.situations)
      found = std::move(attempt);
    if (found.way_in.jump) break;
  }
  if (!found.complete) found.cut = cutText(start);
  return found;
}

}  // namespace jumpscope::discover
