#include "src/physics/actor_solid.h"

#include <cmath>
#include <stdexcept>

namespace jumpscope::physics {
namespace {

void requireWithinLimit(const Box& box) {
  const auto far = [](int64_t value) { return value < -box_limit || value > box_limit; };
  if (far(box.x) || far(box.y) || far(box.width) || far(box.height) || box.width < 0 || box.height < 0)
    throw std::runtime_error(
        "actor-solid: a box lies or leads farther out than 2^40 px, or is smaller than nothing; keep boxes "
        "and "
        "moves small");
}

Box shifted(const Box& box, Axis axis, int64_t by) {
  return axis == Axis::X ? box.shifted(by, 0) : box.shifted(0, by);
}

double& along(Remainder& remainder, Axis axis) { return axis == Axis::X ? remainder.x : remainder.y; }

}  // namespace

World::World(std::vector<Solid> solids, std::vector<Actor> actors, Rounding rounding, Precision precision,
             Lookup lookup)
    : solids_(std::move(solids)),
      actors_(std::move(actors)),
      rounding_(rounding),
      precision_(precision),
      lookup_(lookup) {
  for (size_t i = 0; i < solids_.size(); ++i) {
    requireWithinLimit(solids_[i].box);
    if (lookup_ == Lookup::Grid) solid_grid_.insert(i, solids_[i].box);
  }
  for (size_t i = 0; i < actors_.size(); ++i) {
    requireWithinLimit(actors_[i].box);
    if (lookup_ == Lookup::Grid && actors_[i].alive) actor_grid_.insert(i, actors_[i].box);
  }
}

double World::rounded(double value) const {
  return precision_ == Precision::Binary32 ? double(float(value)) : value;
}

int64_t World::wholePixels(double remainder) const {
  if (!(std::abs(remainder) <= double(box_limit)))
    throw std::runtime_error("actor-solid: a move of " + std::to_string(remainder) +
                             " px leads farther out than 2^40 px; keep moves small");
  // Towards zero, because this difference is exact. With floor, that of the largest number above -0.5 rounds to
  // a half, and so does v + 0.5 for the largest number below 0.5.
  const double whole = std::trunc(remainder), part = std::abs(remainder - whole);
  bool away = part > 0.5;
  if (part == 0.5) {
    if (rounding_ == Rounding::HalfAway) away = true;
    if (rounding_ == Rounding::HalfEven) away = std::fmod(whole, 2) != 0;
    if (rounding_ == Rounding::HalfUp) away = remainder > 0;
  }
  if (!away) return int64_t(whole);
  return int64_t(whole) + (remainder < 0 ? -1 : 1);
}

template <class Visit>
void World::visitSolids(const Box& area, const Visit& visit) const {
  if (lookup_ == Lookup::Grid) return solid_grid_.visit(area, visit);
  for (size_t i = 0; i < solids_.size(); ++i) visit(i);
}

std::vector<size_t> World::actorsIn(const Box& area) const {
  std::vector<size_t> found;
  const auto add = [&](size_t i) {
    if (actors_[i].alive && actors_[i].box.overlaps(area)) found.push_back(i);
  };
  if (lookup_ == Lookup::Grid) {
    actor_grid_.visit(area, add);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
  } else {
    for (size_t i = 0; i < actors_.size(); ++i) add(i);
  }
  return found;
}

bool World::blocked(size_t actor, int64_t dx, int64_t dy) const {
  const Box box = actors_[actor].box.shifted(dx, dy);
  bool met = false;
  visitSolids(box, [&](size_t i) { met = met || solids_[i].box.overlaps(box); });
  return met;
}

bool World::riding(size_t actor, size_t solid) const {
  const Actor& rider = actors_[actor];
  const Box& on = solids_[solid].box;
  if (!rider.alive || rider.box.overlaps(on)) return false;
  if (rider.box.shifted(0, 1).overlaps(on)) return true;
  return rider.side_rider && (rider.box.shifted(1, 0).overlaps(on) || rider.box.shifted(-1, 0).overlaps(on));
}

// One px at a time is the meaning; the first px at which a solid is met can be computed from its edges.
int64_t World::freeWay(const Box& box, Axis axis, int64_t distance, size_t except) const {
  const int64_t direction = distance < 0 ? -1 : 1, length = distance * direction;
  int64_t first_met = length + 1;
  visitSolids(enclosing(box, shifted(box, axis, distance)), [&](size_t i) {
    if (i == except) return;
    const Box& solid = solids_[i].box;
    const bool beside = axis == Axis::X ? box.y < solid.bottom() && solid.y < box.bottom()
                                        : box.x < solid.right() && solid.x < box.right();
    if (!beside) return;
    const int64_t near = axis == Axis::X ? (direction > 0 ? solid.x - box.right() : box.x - solid.right())
                                         : (direction > 0 ? solid.y - box.bottom() : box.y - solid.bottom());
    const int64_t met = std::max<int64_t>(1, near + 1);
    if (met < first_met && shifted(box, axis, direction * met).overlaps(solid)) first_met = met;
  });
  return direction * (first_met - 1);
}

int World::advance(size_t index, Axis axis, double amount, size_t except) {
  Actor& actor = actors_[index];
  double& remainder = along(actor.remainder, axis);
  remainder = rounded(remainder + rounded(amount));
  const int64_t move = wholePixels(remainder);
  if (move == 0) return 0;
  remainder = rounded(remainder - double(move));
  const int64_t way = freeWay(actor.box, axis, move, except);
  const Box to = shifted(actor.box, axis, way);
  requireWithinLimit(to);
  if (lookup_ == Lookup::Grid) actor_grid_.move(index, actor.box, to);
  actor.box = to;
  return way == move ? 0 : move < 0 ? -1 : 1;
}

void World::moveActor(size_t actor, Axis axis, double amount) {
  if (!actors_[actor].alive) return;
  if (const int direction = advance(actor, axis, amount, no_solid))
    events_.push_back({WorldEvent::Kind::Collide, actor, 0, axis, direction});
}

void World::moveSolid(size_t index, double x, double y) {
  Solid& solid = solids_[index];
  solid.remainder.x = rounded(solid.remainder.x + rounded(x));
  solid.remainder.y = rounded(solid.remainder.y + rounded(y));
  const int64_t move_x = wholePixels(solid.remainder.x), move_y = wholePixels(solid.remainder.y);
  if (move_x == 0 && move_y == 0) return;
  std::vector<size_t> riders;
  for (size_t actor : actorsIn(solid.box.grown(1)))
    if (riding(actor, index)) riders.push_back(actor);
  if (move_x != 0) shiftSolid(index, Axis::X, move_x, riders);
  if (move_y != 0) shiftSolid(index, Axis::Y, move_y, riders);
}

void World::shiftSolid(size_t index, Axis axis, int64_t move, const std::vector<size_t>& riders) {
  Solid& solid = solids_[index];
  double& remainder = along(solid.remainder, axis);
  remainder = rounded(remainder - double(move));
  const Box to = shifted(solid.box, axis, move);
  requireWithinLimit(to);
  if (lookup_ == Lookup::Grid) solid_grid_.move(index, solid.box, to);
  solid.box = to;

  std::vector<size_t> concerned = actorsIn(solid.box);
  concerned.insert(concerned.end(), riders.begin(), riders.end());
  std::sort(concerned.begin(), concerned.end());
  concerned.erase(std::unique(concerned.begin(), concerned.end()), concerned.end());
  for (size_t i : concerned) {
    Actor& actor = actors_[i];
    if (!actor.alive) continue;
    if (!actor.box.overlaps(solid.box)) {
      advance(i, axis, double(move), index);
      continue;
    }
    const int64_t way =
        axis == Axis::X ? (move > 0 ? solid.box.right() - actor.box.x : solid.box.x - actor.box.right())
                        : (move > 0 ? solid.box.bottom() - actor.box.y : solid.box.y - actor.box.bottom());
    if (advance(i, axis, double(way), index) == 0) continue;
    events_.push_back({WorldEvent::Kind::Squish, i, index, axis, move > 0 ? 1 : -1});
    if (actor.survives_squish) continue;
    actor.alive = false;
    if (lookup_ == Lookup::Grid) actor_grid_.erase(i, actor.box);
  }
}

}  // namespace jumpscope::physics
