#include "src/fit/law_fit.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "src/fit/law_check.h"
#include "src/fit/law_open.h"
#include "src/fit/law_unseen.h"
#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawState;
using physics::LawStep;

constexpr size_t beam = 24;  // laws of each order that are followed
constexpr size_t most_repairs = 60;
constexpr int most_hang_frames = 64;
constexpr size_t most_lifted = 64;  // frames
constexpr size_t most_others = 8;  // laws that the search found besides the simplest

struct Hypothesis {
  Law law;
  std::set<Place> aside;
  std::optional<Miss> miss;
  int cost = 0;
};

// How much there is to say of a law.
int costOf(const Hypothesis& one) {
  const Law& law = one.law;
  int cost = int(4 * law.tiers.size() + 5 * one.aside.size()) + (law.clears_fraction ? 1 : 0);
  if (law.has(LawStep::Choose)) {
    cost += 2;
    cost += law.choice.apex ? 1 : 0;
    cost += law.choice.apex.value_or(0) != 0 ? 1 : 0;
    cost += law.choice.release ? 1 : 0;
    cost += law.choice.anew ? 1 : 0;
    cost += law.choice.rise != 0 ? 2 : 0;
    cost += law.choice.after != 0 ? 2 : 0;
    for (const Law::Tier& tier : law.tiers) cost += tier.fall != tier.gravity ? 1 : 0;
  }
  if (law.cut) {
    cost += 4 + (law.cut->once ? 1 : 0) + (law.cut->from > 0 ? 2 : 0) + (law.cut->until < 256 ? 2 : 0);
    cost += law.cut->kind == Law::Cut::Kind::Set && law.cut->limit != law.cut->value ? 1 : 0;
  }
  if (law.terminal) {
    const bool clamps = law.terminal->kind == Law::Terminal::Kind::Clamp;
    cost += 3 + (law.terminal->by_fraction ? 1 : 0);
    cost += (clamps && law.terminal->from == law.terminal->to) || !clamps ? 0 : 1;
  }
  if (law.lift) cost += 6 + int(law.lift->speeds.size());
  if (law.hang) cost += 6;
  return cost;
}

// Laws that may explain a row that this one does not.
class Repairs {
 public:
  Repairs(const Checker& checker, const Hypothesis& from)
      : checker_(checker), from_(from), miss_(*from.miss), row_(checker.row(miss_.place)) {
    const Law& law = from.law;
    shift_ = law.y.fraction - law.speed.fraction;
    const int64_t dy = physics::lawWrapped(row_.seen.y - miss_.predicted.y, law.y.bits);
    delta_ = checker.evidence().speed_watched ? row_.seen.speed - miss_.predicted.speed
                                              : (shift_ >= 0 ? dy >> shift_ : dy << -shift_);
    seen_ = miss_.predicted.speed + delta_;
  }

  std::vector<Hypothesis> all() {
    if (row_.starts)
      atStart();
    else
      inFlight();
    return std::move(list_);
  }

 private:
  template <class Change>
  void with(Change change) {
    Hypothesis next{from_.law, from_.aside, {}, 0};
    change(next.law);
    if (!(next.law == from_.law) && physics::whyUnsound(next.law).empty()) list_.push_back(std::move(next));
  }

  static size_t tierOf(const Law& law, int64_t x_speed) {
    size_t tier = 0;
    for (size_t i = 1; i < law.tiers.size(); ++i) tier += x_speed >= law.tiers[i].from;
    return tier;
  }
  // What a start row adds to the start's speed.
  static int64_t gained(const Law& law, const Law::Tier& tier) {
    return comesBefore(law, LawStep::Start, LawStep::Gravity) ? tier.gravity : 0;
  }

  void setTier(Law& law, Law::Tier& tier) const {
    const int64_t start = tier.start + gained(law, tier) + delta_;
    if (!law.fall.parts.empty()) tier.fall = row_.seen.fall;
    if (!law.gravity.parts.empty() && (law.fall.parts.empty() || row_.seen.gravity != row_.seen.fall))
      tier.gravity = row_.seen.gravity;
    if (law.fall.parts.empty() && !law.has(LawStep::Choose)) tier.fall = tier.gravity;
    tier.start = start - gained(law, tier);
  }

  // Where the character moves by the start's speed before gravity, its way is that speed, and the rest is gravity.
  void setBoth(Law& law, Law::Tier& tier) const {
    const bool tells = comesBefore(law, LawStep::Start, LawStep::Move) &&
                       comesBefore(law, LawStep::Move, LawStep::Gravity) &&
                       checker_.evidence().speed_watched && shift_ >= 0;
    if (!tells) return;
    int64_t from = miss_.before.y;
    if (law.clears_fraction) from &= ~((int64_t{1} << law.y.fraction) - 1);
    tier.start = physics::lawWrapped(row_.seen.y - from, law.y.bits) >> shift_;
    tier.gravity = row_.seen.speed - tier.start;
    if (!law.has(LawStep::Choose)) tier.fall = tier.gravity;
    if (!law.fall.parts.empty()) tier.fall = row_.seen.fall;
  }

  // What moved before the start was moved by gravity alone, which draws who stands down.
  int64_t fallBeforeStart() const {
    return physics::lawWrapped(row_.seen.y - miss_.predicted.y, from_.law.y.bits) >> shift_;
  }
  void setGravityBeforeStart(Law& law) const {
    const int64_t by = fallBeforeStart();
    for (Law::Tier& tier : law.tiers) {
      tier.gravity += by;
      if (!law.has(LawStep::Choose)) tier.fall += by;
    }
  }

  void atStart() {
    const size_t place = tierOf(from_.law, row_.x_speed);
    const auto replaced = [&](auto change) {
      with(change);
      with([&](Law& law) {
        law.clears_fraction = !law.clears_fraction;
        change(law);
      });
    };
    replaced([&](Law& law) { setTier(law, law.tiers[place]); });
    replaced([](Law&) {});
    replaced([&](Law& law) { setBoth(law, law.tiers[place]); });
    if (comesBefore(from_.law, LawStep::Gravity, LawStep::Move) &&
        comesBefore(from_.law, LawStep::Move, LawStep::Start) && shift_ >= 0 && fallBeforeStart() > 0)
      replaced([&](Law& law) {
        setTier(law, law.tiers[place]);
        setGravityBeforeStart(law);
      });
    if (row_.x_speed > from_.law.tiers[place].from || place == 0) {
      for (const bool both : {false, true}) {
        const auto set = [&](Law& law, Law::Tier& tier) { both ? setBoth(law, tier) : setTier(law, tier); };
        with([&](Law& law) {
          Law::Tier tier = law.tiers[place];
          tier.from = row_.x_speed;
          set(law, tier);
          law.tiers.insert(law.tiers.begin() + std::ptrdiff_t(place) + 1, tier);
        });
        // The slower ones are other.
        with([&](Law& law) {
          Law::Tier tier = law.tiers[place];
          set(law, tier);
          law.tiers[place].from = row_.x_speed + 1;
          law.tiers.insert(law.tiers.begin() + std::ptrdiff_t(place), tier);
        });
      }
    }
    if (place + 1 < from_.law.tiers.size()) with([&](Law& law) { law.tiers[place + 1].from = row_.x_speed; });
    if (place > 0) with([&](Law& law) { law.tiers[place].from = row_.x_speed + 1; });
  }

  void inFlight() {
    if (delta_ != 0) {
      gravities();
      choices();
      terminals();
      cuts();
      hangs();
      lifts();
      other();
    } else if (!from_.law.gravity.parts.empty() || !from_.law.fall.parts.empty()) {
      // The gravity that is kept is other, and its effect will be.
      gravities();
      choices();
    }
  }

  // The whole law falls or rises otherwise than was taken.
  void gravities() {
    const size_t tier = miss_.before.tier;
    const int64_t by = delta_ != 0 ? delta_ : row_.seen.gravity - miss_.predicted.gravity;
    for (const bool all : {false, true}) {
      with([&](Law& law) {
        for (size_t i = all ? 0 : tier; i < (all ? law.tiers.size() : tier + 1); ++i) {
          const int64_t start = gained(law, law.tiers[i]);
          law.tiers[i].gravity += by;
          if (!law.has(LawStep::Choose)) law.tiers[i].fall += by;
          law.tiers[i].start += start - gained(law, law.tiers[i]);
        }
      });
      with([&](Law& law) {
        for (size_t i = all ? 0 : tier; i < (all ? law.tiers.size() : tier + 1); ++i) law.tiers[i].fall += by;
      });
    }
  }

  void choices() {
    const Law& law = from_.law;
    const int64_t fall = (law.gravity.parts.empty() ? miss_.predicted.gravity : row_.seen.gravity) +
                         (law.gravity.parts.empty() ? delta_ : 0);
    const int64_t risen = (miss_.before.origin - (miss_.before.y >> law.y.fraction)) & 0xFF;
    if (!law.has(LawStep::Choose)) {
      const auto& order = law.order;
      for (const auto place : {std::find(order.begin(), order.end(), LawStep::Move),
                               std::find(order.begin(), order.end(), LawStep::Gravity), order.end()})
        for (const int reason : {0, 1, 2, 3, 4, 5}) {
          const bool last = place == order.end();
          if (reason > 0 && reason < 5 && row_.down) continue;
          // What is chosen last shows in the next frame.
          const int64_t after = miss_.before.timer - (last ? 1 : 0);
          if (reason == 5 && (after < 1 || after > 254)) continue;
          with([&](Law& next) {
            next.order.insert(next.order.begin() + (place - order.begin()), LawStep::Choose);
            if (reason == 0) next.choice.apex = miss_.before.speed >= 0 ? 0 : miss_.before.speed;
            if (reason == 5) next.choice.after = after;
            next.choice.release = reason > 0 && reason < 5;
            next.choice.anew = reason == 2 || reason == 4;
            next.choice.rise = reason == 3 || reason == 4 ? 1 : 0;
            for (size_t i = 0; i < next.tiers.size(); ++i)
              if (next.fall.parts.empty())
                next.tiers[i].fall = i == miss_.before.tier ? fall : next.tiers[i].gravity;
          });
        }
      return;
    }
    for (const int64_t apex : {int64_t{0}, miss_.before.speed, miss_.before.speed + 1})
      with([&](Law& next) { next.choice.apex = apex; });
    with([&](Law& next) { next.choice.apex.reset(); });
    for (const int64_t after : {int64_t{miss_.before.timer} - 1, int64_t{miss_.before.timer}, int64_t{0}})
      if (after >= 0 && after < 255) with([&](Law& next) { next.choice.after = after; });
    with([&](Law& next) { next.choice.stays = !next.choice.stays; });
    for (const bool anew : {false, true})
      for (const int64_t rise : {law.choice.rise, int64_t{0}, int64_t{1}, risen, risen + 1})
        with([&](Law& next) {
          next.choice.release = true;
          next.choice.anew = anew;
          next.choice.rise = rise & 0xFF;
        });
  }

  void terminals() {
    const Law& law = from_.law;
    const int64_t was = miss_.before.speed;
    const int64_t added = physics::lawWrapped(was + miss_.predicted.gravity, law.speed.bits);
    const auto set = [&](Law::Terminal::Kind kind, int64_t from, int64_t to, bool by_fraction = false) {
      with([&](Law& next) { next.terminal = Law::Terminal{kind, from, to, by_fraction, by_fraction}; });
    };
    using Kind = Law::Terminal::Kind;
    if (law.terminal) {
      const int64_t at = law.terminal->kind == Kind::Clamp ? added : was;
      for (const int64_t from : {at, at + 1}) set(law.terminal->kind, from, law.terminal->to);
      if (law.terminal->by_fraction) {
        const int64_t mask = (int64_t{1} << law.speed.fraction) - 1;
        for (const int64_t part : {at & mask, (at & mask) + 1})
          set(Kind::Clamp, (law.terminal->from & ~mask) | (part & mask), law.terminal->to, true);
      }
    }
    if (seen_ < 0 || miss_.predicted.gravity <= 0) return;
    set(Kind::Clamp, seen_, seen_);
    set(Kind::Clamp, added, seen_);
    set(Kind::Instead, was, seen_);
    if (seen_ == was) set(Kind::Stop, was, was);
    if (law.speed.fraction > 0) {
      const int64_t mask = (int64_t{1} << law.speed.fraction) - 1;
      set(Kind::Clamp, (seen_ & ~mask) | (added & mask), seen_, true);
    }
  }

  void cuts() {
    if (row_.down) {
      if (from_.law.cut) cutLimits();
      return;
    }
    cutLimits();
    if (from_.law.cut) return;
    using Kind = Law::Cut::Kind;
    for (size_t place = 1; place <= from_.law.order.size(); ++place) {
      Law base = from_.law;
      base.order.insert(base.order.begin() + std::ptrdiff_t(place), LawStep::Cut);
      // The speed that the cut finds, and what is added to what it leaves.
      const bool gravity_after = comesBefore(base, LawStep::Cut, LawStep::Gravity);
      const int64_t found = gravity_after ? miss_.before.speed : miss_.predicted.speed;
      const int64_t left = gravity_after ? seen_ - miss_.predicted.gravity : seen_;
      const auto set = [&](Law::Cut cut) {
        with([&](Law& next) {
          next.order = base.order;
          next.cut = cut;
        });
      };
      if (left <= found || found >= 0) continue;
      // Where the button has not changed, it may have been too early for a cut.
      for (const int64_t from : {int64_t{0}, int64_t{miss_.before.timer}}) {
        if (from > 0 && buttonChanges()) continue;
        set({Kind::Set, left, std::min<int64_t>(left, 0), from, 256, false});
        set({Kind::Set, left, found + 1, from, 256, true});
        for (const int64_t limit : {int64_t{0}, found + 1})
          for (const bool once : {true, false}) {
            for (int bits = 1; bits <= 4; ++bits)
              if (found >> bits == left) set({Kind::Shift, bits, limit, from, 256, once});
            set({Kind::Add, left - found, limit, from, 256, once});
          }
      }
    }
  }

  void cutLimits() {
    if (!from_.law.cut) return;
    const int64_t timer = miss_.before.timer;
    for (const int64_t limit : {miss_.before.speed, miss_.before.speed + 1, miss_.predicted.speed,
                                miss_.predicted.speed + 1, seen_, int64_t{0}})
      with([&](Law& next) { next.cut->limit = limit; });
    with([&](Law& next) { next.cut->until = timer; });
    with([&](Law& next) { next.cut->until = std::min<int64_t>(timer + 1, 256); });
    with([&](Law& next) { next.cut->from = timer; });
    with([&](Law& next) { next.cut->from = std::min<int64_t>(timer + 1, 255); });
    with([&](Law& next) { next.cut->once = !next.cut->once; });
  }

  void hangs() {
    const int64_t gravity = miss_.predicted.gravity + delta_, was = miss_.before.speed;
    if (!from_.law.hang) {
      for (const bool held : {false, true})
        if (!held || row_.down)
          with([&](Law& next) {
            next.hang = Law::Hang{was, was + 1, gravity, held};
            widenHang(next);
          });
      return;
    }
    with([&](Law& next) { next.hang->below = std::max(next.hang->below, was + 1); });
    with([&](Law& next) { next.hang->below = was; });
    with([&](Law& next) { next.hang->from = std::min(next.hang->from, was); });
    with([&](Law& next) { next.hang->held = !next.hang->held; });
  }

  // Takes in the next speeds of this flight, as long as they show the gravity of the hang.
  void widenHang(Law& law) const {
    for (int frames = 0; frames < most_hang_frames; ++frames) {
      Hypothesis wider{law, from_.aside, checker_.check(law, from_.aside), 0};
      if (!wider.miss || wider.miss->place.first != miss_.place.first) return;
      const Repairs next(checker_, wider);
      const int64_t was = wider.miss->before.speed;
      if (next.row_.starts || wider.miss->predicted.gravity + next.delta_ != law.hang->gravity ||
          was < law.hang->below)
        return;
      law.hang->below = was + 1;
    }
  }

  // The frames from the start on in which the button is down get something besides gravity.
  void lifts() {
    const size_t frame = miss_.before.timer;
    if (!row_.down || miss_.before.let_go || miss_.before.phase != physics::law_jump || seen_ >= 0 ||
        frame >= most_lifted)
      return;
    const auto lift = [&](Law& next) {
      // Where the lift comes last, the way is what gravity alone makes of the speed.
      const bool tells = comesBefore(next, LawStep::Gravity, LawStep::Move) &&
                         comesBefore(next, LawStep::Move, LawStep::Lift) && shift_ >= 0;
      const int64_t by = tells ? fallBeforeStart() : 0;
      if (by != 0)
        for (Law::Tier& tier : next.tiers) {
          tier.gravity += by;
          if (!next.has(LawStep::Choose)) tier.fall += by;
        }
      std::vector<int64_t>& speeds = next.lift->speeds;
      speeds.resize(std::max(speeds.size(), frame + 1));
      speeds[frame] += delta_ - by;
      followLift(next);
    };
    if (from_.law.lift) return with(lift);
    const auto start = std::find(from_.law.order.begin(), from_.law.order.end(), LawStep::Start);
    for (auto place = start + 1;; ++place) {
      with([&](Law& next) {
        next.order.insert(next.order.begin() + (place - from_.law.order.begin()), LawStep::Lift);
        next.lift.emplace();
        lift(next);
      });
      if (place == from_.law.order.end()) break;
    }
  }

  // Takes in the next frames of this flight with the button.
  void followLift(Law& law) const {
    Place last = miss_.place;
    for (;;) {
      Hypothesis longer{law, from_.aside, checker_.check(law, from_.aside), 0};
      if (!longer.miss || longer.miss->place.first != miss_.place.first) return;
      const Repairs next(checker_, longer);
      std::vector<int64_t>& speeds = law.lift->speeds;
      const size_t frame = longer.miss->before.timer;
      if (longer.miss->place == last) {
        law.lift->speeds.pop_back();
        return;
      }
      last = longer.miss->place;
      if (next.row_.starts || !next.row_.down || longer.miss->before.let_go || next.delta_ == 0 ||
          next.seen_ >= 0 || frame < speeds.size() || frame >= most_lifted)
        return;
      speeds.resize(frame + 1);
      speeds[frame] = next.delta_;
    }
  }

  // The button was pressed or let go in this frame, or so shortly before that the game first acts on it now.
  bool buttonChanges() const {
    const LawFlight& flight = checker_.evidence().flights[miss_.place.first];
    const auto down = [&](size_t row) { return row == 0 ? flight.before.held : flight.rows[row - 1].down; };
    const size_t row = miss_.place.second + 1;
    for (size_t back = 0; back < row && back <= size_t(from_.law.latency); ++back)
      if (down(row - back) != down(row - back - 1)) return true;
    return false;
  }

  // Something else than the law turned the character: a ceiling, or what it landed on.
  void other() {
    if (buttonChanges()) return;
    const bool bumped = miss_.before.speed < 0 && delta_ > 0;
    const bool thrown = miss_.before.speed >= 0 && seen_ < 0;
    if (!checker_.evidence().speed_watched || (!bumped && !thrown)) return;
    if (std::abs(delta_) <= 2 * std::abs(miss_.predicted.gravity)) return;
    Hypothesis next{from_.law, from_.aside, {}, 0};
    next.aside.insert(miss_.place);
    list_.push_back(std::move(next));
  }

  const Checker& checker_;
  const Hypothesis& from_;
  const Miss& miss_;
  const LawRow& row_;
  int shift_ = 0;
  int64_t delta_ = 0, seen_ = 0;
  std::vector<Hypothesis> list_;
};

constexpr Place at_end{SIZE_MAX, SIZE_MAX};

Place progress(const Hypothesis& one) { return one.miss ? one.miss->place : at_end; }

bool better(const Hypothesis& a, const Hypothesis& b) {
  if (progress(a) != progress(b)) return progress(a) > progress(b);
  return a.cost < b.cost;
}

// The best law that begins with this order of steps, and others that explain all rows, if it does.
std::vector<Hypothesis> search(const Checker& checker, const std::vector<LawStep>& order) {
  Hypothesis first{checker.evidence().law, {}, {}, 0};
  first.law.order = order;
  first.miss = checker.check(first.law, first.aside);
  std::vector<Hypothesis> front{first};
  Hypothesis best = first;
  // Where gravity comes before a start, it shows in its row unless that clears it.
  first.law.clears_fraction = true;
  first.miss = checker.check(first.law, first.aside);
  front.push_back(first);
  for (size_t round = 0; round < most_repairs && !front.empty(); ++round) {
    std::vector<Hypothesis> next;
    for (const Hypothesis& one : front) {
      if (!one.miss) continue;
      for (Hypothesis& repaired : Repairs(checker, one).all()) {
        repaired.miss = checker.check(repaired.law, repaired.aside);
        repaired.cost = costOf(repaired);
        const bool further = progress(repaired) > progress(one);
        if (further) next.push_back(std::move(repaired));
      }
    }
    // Equal ones stay in the order of their repairs, whichever library sorts them.
    std::stable_sort(next.begin(), next.end(), better);
    std::vector<Hypothesis> kept;
    for (Hypothesis& one : next) {
      const bool known = std::any_of(kept.begin(), kept.end(), [&](const Hypothesis& other) {
        return other.law == one.law && other.aside == one.aside;
      });
      if (!known && kept.size() < beam) kept.push_back(std::move(one));
    }
    front = std::move(kept);
    for (const Hypothesis& one : front)
      if (better(one, best)) best = one;
    if (!best.miss) break;
  }
  std::vector<Hypothesis> found{best};
  for (Hypothesis& one : front)
    if (!one.miss && !best.miss && !(one.law == best.law)) found.push_back(std::move(one));
  return found;
}

std::vector<std::vector<LawStep>> ordersFor(const LawEvidence& evidence) {
  using enum LawStep;
  if (!evidence.speed_watched) return {{Start, Gravity, Move}, {Gravity, Start, Move}};
  return {{Start, Gravity, Move}, {Start, Move, Gravity}, {Gravity, Move, Start},
          {Gravity, Start, Move}, {Move, Gravity, Start}, {Move, Start, Gravity}};
}

}  // namespace

std::vector<std::pair<std::string, int64_t*>> constantsOf(Law& law) {
  std::vector<std::pair<std::string, int64_t*>> list;
  const bool chooses = law.has(LawStep::Choose);
  for (size_t i = 0; i < law.tiers.size(); ++i) {
    const std::string name = "tiers[" + std::to_string(i) + "].";
    if (i > 0) list.push_back({name + "from", &law.tiers[i].from});
    list.push_back({name + "start", &law.tiers[i].start});
    list.push_back({name + "gravity", &law.tiers[i].gravity});
    if (chooses) list.push_back({name + "fall", &law.tiers[i].fall});
  }
  if (chooses && law.choice.apex) list.push_back({"choice.apex", &*law.choice.apex});
  if (chooses && law.choice.release) list.push_back({"choice.rise", &law.choice.rise});
  if (chooses && law.choice.after > 0) list.push_back({"choice.after", &law.choice.after});
  if (law.cut) {
    list.push_back({"cut.value", &law.cut->value});
    list.push_back({"cut.limit", &law.cut->limit});
    list.push_back({"cut.from", &law.cut->from});
    list.push_back({"cut.until", &law.cut->until});
  }
  if (law.terminal) {
    list.push_back({"terminal.from", &law.terminal->from});
    if (law.terminal->kind != Law::Terminal::Kind::Stop) list.push_back({"terminal.to", &law.terminal->to});
  }
  if (law.hang) {
    list.push_back({"hang.from", &law.hang->from});
    list.push_back({"hang.below", &law.hang->below});
    list.push_back({"hang.gravity", &law.hang->gravity});
  }
  return list;
}

bool fits(const LawEvidence& evidence, const LawFit& fit, const Law& law) {
  if (!physics::whyUnsound(law).empty()) return false;
  std::vector<Place> wrong;
  Checker checker(evidence);
  checker.check(law, {}, &wrong);
  return std::all_of(wrong.begin(), wrong.end(), [&](const Place& place) {
    return std::any_of(fit.aside.begin(), fit.aside.end(),
                       [&](const auto& one) { return one.first == checker.row(place).frame; });
  });
}

namespace {

// The landings: where they left the character, and how deep in the ground it was before.
void learnLanding(const Checker& checker, Law& law) {
  std::vector<std::pair<int64_t, int64_t>> ends;  // the pixel, and the depth
  bool clears = false, keeps = false;
  const int64_t mask = (int64_t{1} << law.y.fraction) - 1;
  for (const LawFlight& flight : checker.evidence().flights) {
    if (!flight.landing) continue;
    LawState state = checker.begin(law, flight);
    for (const LawRow& row : flight.rows)
      state = checker.adopted(law, Checker::next(law, flight, state, row), row.seen);
    state = Checker::next(law, flight, state, *flight.landing);
    const int64_t seen = flight.landing->seen.y;
    const int64_t depth = (state.y >> law.y.fraction) - (seen >> law.y.fraction);
    if (depth < 0 || depth > 255) return;
    ends.push_back({seen >> law.y.fraction, depth});
    keeps = keeps || (seen & mask) == (state.y & mask);
    clears = clears || ((seen & mask) == 0 && (state.y & mask) != 0);
    if ((seen & mask) != 0 && (seen & mask) != (state.y & mask)) return;
  }
  if (ends.empty() || (clears && keeps && mask != 0)) return;
  Law::Landing landing;
  landing.tile = 1;
  landing.clears_fraction = clears;
  while (landing.tile < 16 && std::all_of(ends.begin(), ends.end(), [&](const auto& end) {
           return ((end.first ^ ends.front().first) & (2 * landing.tile - 1)) == 0;
         }))
    landing.tile *= 2;
  landing.at = ends.front().first & (landing.tile - 1);
  for (const auto& end : ends) landing.depth = std::max(landing.depth, end.second + 1);
  landing.depth = std::min(landing.depth, landing.tile);
  law.landing = landing;
}

void noteAside(const Checker& checker, const Hypothesis& found, LawFit& fit) {
  std::set<std::pair<int64_t, bool>> speeds;
  for (const Place& place : found.aside) {
    const LawFlight& flight = checker.evidence().flights[place.first];
    const LawRow& row = flight.rows[place.second];
    const int64_t before = place.second == 0 ? flight.before.speed : flight.rows[place.second - 1].seen.speed;
    fit.aside.push_back({row.frame, before < 0 ? "something above stopped it" : "something threw it up"});
    if (before >= 0) continue;
    const int64_t mask = (int64_t{1} << fit.law.speed.fraction) - 1;
    speeds.insert({row.seen.speed & ~mask, (row.seen.speed & mask) != 0});
  }
  for (const auto& pair : speeds) {
    const int64_t speed = pair.first;
    const bool keeps = pair.second;
    const bool known = std::any_of(fit.law.ceilings.begin(), fit.law.ceilings.end(),
                                   [&](const Law::Ceiling& one) { return one.speed == speed; });
    if (known)
      fit.law.ceilings.back().keeps_fraction = true;
    else
      fit.law.ceilings.push_back({speed, keeps});
  }
}

// What the words of another law have that those of this one do not.
std::string otherLines(const Law& law, const Law& other) {
  const std::string known = "\n" + lawWords(law), words = lawWords(other);
  std::string text;
  for (size_t begin = 0, end = 0; (end = words.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = words.substr(begin, end - begin);
    if (known.find("\n" + line + "\n") != std::string::npos) continue;
    const size_t first = line.find_first_not_of(' '), rest = line.find_first_not_of(' ', 12);
    const std::string name =
        first < 12 ? line.substr(first, line.find_last_not_of(' ', 11) + 1 - first) + ": " : "";
    text += (text.empty() ? "" : "; ") + name + line.substr(rest);
  }
  return text.empty() ? "a law without one of these lines" : text;
}

// Flights in which the button is held longest come first: they show one thing after the other.
LawEvidence longestHeldFirst(LawEvidence evidence) {
  const auto held = [](const LawFlight& flight) {
    const auto up =
        std::find_if(flight.rows.begin(), flight.rows.end(), [](const LawRow& row) { return !row.down; });
    return flight.falls ? -1 : up - flight.rows.begin();
  };
  std::stable_sort(evidence.flights.begin(), evidence.flights.end(),
                   [&](const LawFlight& a, const LawFlight& b) { return held(a) > held(b); });
  return evidence;
}

}  // namespace

LawFit fitLaw(const LawEvidence& in_order) {
  const LawEvidence evidence = longestHeldFirst(in_order);
  const Checker checker(evidence);
  std::vector<Hypothesis> found;
  for (const std::vector<LawStep>& order : ordersFor(evidence))
    for (Hypothesis& one : search(checker, order)) found.push_back(std::move(one));
  std::stable_sort(found.begin(), found.end(), better);
  Hypothesis best = found.front();
  const auto right = [&](const Law& law) {
    return physics::whyUnsound(law).empty() && !checker.check(law, best.aside);
  };
  const auto cost = [&](const Law& law) { return costOf({law, best.aside, {}, 0}); };
  LawFit fit;
  fit.notes = evidence.notes;
  for (const LawEvidence::LeftOut& one : evidence.left_out) fit.aside.push_back({one.first, one.why});
  fit.rows = evidence.rows() - best.aside.size();
  if (fit.rows == 0)
    throw std::runtime_error(
        "no frame of a jump can be judged; record jumps from the frame before their start on");
  if (best.miss) {
    std::vector<Place> wrong;
    checker.check(best.law, best.aside, &wrong);
    fit.wrong = wrong.size();
    for (const Place& place : wrong) fit.wrong_frames.push_back(checker.row(place).frame);
    std::sort(fit.wrong_frames.begin(), fit.wrong_frames.end());
    fit.law = best.law;
    return fit;
  }
  best.law = simplest(best.law, right, cost);
  fit.law = best.law;
  fit.open = openConstants(fit.law, right);
  for (const auto& list : {variantsOf(fit.law), otherSums(fit.law)})
    for (const OtherLaw& other : list)
      if (right(other.law)) fit.others.push_back(other);
  for (OtherLaw& other : otherCuts(checker, fit.law, right)) fit.others.push_back(std::move(other));
  size_t tried = 0;
  for (const Hypothesis& other : found) {
    if (other.miss || other.aside != best.aside || ++tried > most_others) continue;
    const Law law = simplest(other.law, right, cost);
    if (!(law == fit.law)) fit.others.push_back({otherLines(fit.law, law), law});
  }
  // What no input tells apart, is the same law.
  std::vector<OtherLaw> others;
  for (OtherLaw& other : fit.others)
    if (partingInput(fit.law, other.law) &&
        std::none_of(others.begin(), others.end(), [&](const OtherLaw& one) {
          return one.words == other.words || !partingInput(one.law, other.law);
        }))
      others.push_back(std::move(other));
  fit.others = std::move(others);
  std::erase_if(fit.open,
                [&](const OpenConstant& open) { return !partingInput(fit.law, withEnd(fit.law, open)); });
  noteAside(checker, best, fit);
  learnLanding(checker, fit.law);
  for (std::string& sentence : unseenOf(checker, fit.law)) fit.unseen.push_back(std::move(sentence));
  fit.unseen.insert(fit.unseen.end(), evidence.unseen.begin(), evidence.unseen.end());
  std::sort(fit.aside.begin(), fit.aside.end());
  return fit;
}

}  // namespace jumpscope::fit
