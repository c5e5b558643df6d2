#include "src/fit/law_repairs.h"

#include <algorithm>
#include <cstdlib>

#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawStep;

constexpr int most_hang_frames = 64;
constexpr size_t most_lifted = 64;  // frames

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
    return comesBefore(law, LawStep::Start, LawStep::Gravity) && law.first == 0 ? tier.gravity : 0;
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
      everyFrames();
      turns();
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
    // A third gravity: of a rise without the button, or of a fall.
    if (!law.choice.released && law.choice.release)
      with([&](Law& next) {
        next.choice.released = miss_.predicted.gravity;
        next.choice.apex = miss_.before.speed >= 0 ? 0 : miss_.before.speed;
        for (Law::Tier& tier : next.tiers) tier.fall = fall;
      });
    if (!law.choice.released && !law.choice.release && !row_.down)
      with([&](Law& next) {
        next.choice.release = true;
        next.choice.released = fall;
      });
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

  // Gravity acts in every second to eighth frame only.
  void everyFrames() {
    if (from_.law.every > 1 || miss_.predicted.gravity != 0) return;
    for (int64_t every = 2; every <= 8; ++every)
      with([&](Law& next) {
        next.every = every;
        next.first = miss_.before.timer % every;
        for (Law::Tier& tier : next.tiers) {
          tier.gravity = tier.fall = delta_;
          tier.start -= gained(next, tier);
        }
      });
  }

  // A magnitude becomes 0 where it would become less.
  void turns() {
    if (miss_.before.speed < 0 && miss_.predicted.speed >= 0 && seen_ >= 0)
      with([&](Law& next) { next.turn = seen_; });
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
      if (left == found || found >= 0) continue;
      // Where the button has not changed, it may have been too early for a cut.
      for (const int64_t from : {int64_t{0}, int64_t{miss_.before.timer}}) {
        if (from > 0 && buttonChanges()) continue;
        set({Kind::Set, left, std::min<int64_t>(left, 0), from, 256, false});
        const int64_t mask = (int64_t{1} << from_.law.speed.fraction) - 1;
        if (mask != 0 && ((left ^ found) & mask) == 0)
          for (const int64_t limit : {left & ~mask, found + 1, int64_t{0}})
            set({Kind::Set, left & ~mask, limit, from, 256, limit != (left & ~mask), true});
        for (const int64_t limit : {int64_t{0}, found + 1}) {
          set({Kind::Set, left, limit, from, 256, true});
          for (const bool once : {true, false}) {
            for (int bits = 1; bits <= 4; ++bits)
              if (found >> bits == left) set({Kind::Shift, bits, limit, from, 256, once});
            if (left > found) set({Kind::Add, left - found, limit, from, 256, once});
          }
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
        next.lift = Law::Lift{};
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

}  // namespace

std::vector<Hypothesis> repairsOf(const Checker& checker, const Hypothesis& from) {
  return Repairs(checker, from).all();
}

}  // namespace jumpscope::fit
