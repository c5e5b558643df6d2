#include "src/discover/sprites.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>

namespace jumpscope::discover {

namespace {

// A game that draws no sprite puts it below the picture (NESdev, "PPU OAM").
constexpr uint8_t first_hidden_line = 0xEF;
// The field of two by two nametables.
constexpr int field_width = 512, field_height = 480;

int wrapped(int difference, int size) {
  difference %= size;
  if (difference < -size / 2) difference += size;
  if (difference >= size / 2) difference -= size;
  return difference;
}

std::optional<int> commonest(const std::map<int, size_t>& counts) {
  std::optional<int> best;
  size_t most = 0;
  for (const auto& [value, count] : counts)
    if (count > most) best = value, most = count;
  return best;
}

// Flickering sprites leave frames out, which say nothing: they show what the frame before showed.
void fillGaps(std::vector<int>& heights) {
  constexpr size_t longest_gap = 2;
  for (size_t t = 1; t < heights.size(); ++t) {
    if (heights[t] != 0 || heights[t - 1] == 0) continue;
    size_t end = t;
    while (end < heights.size() && heights[end] == 0) ++end;
    if (end < heights.size() && end - t <= longest_gap && std::abs(heights[end] - heights[t - 1]) <= 16)
      std::fill(heights.begin() + static_cast<std::ptrdiff_t>(t),
                heights.begin() + static_cast<std::ptrdiff_t>(end), heights[t - 1]);
  }
}

// The median of three frames: a pose of a single frame may be drawn elsewhere.
std::vector<int> smoothed(const std::vector<int>& heights) {
  std::vector<int> result = heights;
  for (size_t t = 1; t + 1 < heights.size(); ++t)
    result[t] = std::max(std::min(heights[t - 1], heights[t]),
                         std::min(std::max(heights[t - 1], heights[t]), heights[t + 1]));
  return result;
}

constexpr int least_rise = 6, least_steps = 4, fastest = 16, slack = 1;

// One way up and one way down, in steps that a picture shows as movement.
bool isOneHop(const std::vector<int>& heights, const Arc& arc) {
  for (size_t t = arc.launch; t <= arc.landing && t < heights.size(); ++t) {
    const int step = heights[t] - (t == 0 ? 0 : heights[t - 1]);
    if (std::abs(step) > fastest) return false;
    if (t <= arc.apex ? step > slack : step < -slack) return false;
  }
  return true;
}

std::optional<Arc> groundedArc(const std::vector<int>& heights) {
  const auto lowest = std::min_element(heights.begin(), heights.end());
  Arc arc;
  arc.rise = -*lowest;
  if (arc.rise < least_rise) return std::nullopt;
  arc.apex = static_cast<size_t>(lowest - heights.begin());
  while (heights[arc.launch] == 0) ++arc.launch;
  arc.landing = arc.apex;
  while (arc.landing < heights.size() && heights[arc.landing] < -slack) ++arc.landing;
  constexpr size_t rest = 4;
  if (arc.landing + rest > heights.size()) return std::nullopt;
  for (size_t t = arc.landing; t < arc.landing + rest; ++t)
    if (std::abs(heights[t]) > slack + 1) return std::nullopt;
  const std::set<int> steps(heights.begin() + static_cast<std::ptrdiff_t>(arc.launch),
                            heights.begin() + static_cast<std::ptrdiff_t>(arc.apex) + 1);
  if (steps.size() < least_steps || !isOneHop(heights, arc)) return std::nullopt;
  return arc;
}

// How far a sprite would have gone if it were the one of another slot in the next frame.
int distance(const Shot& now, size_t slot, const Shot& next, size_t other) {
  const auto along = [&](Axis axis, int size) {
    return std::abs(wrapped(placeOf(next, other, axis) - placeOf(now, slot, axis), size));
  };
  return std::max(along(Axis::X, field_width), along(Axis::Y, field_height));
}

// The slot of the same sprite in the next frame, which a game may deal out anew: the nearest of its tile, or else what is in
// its slot.
std::optional<size_t> slotAfter(const Shot& now, size_t slot, const Shot& next) {
  std::optional<size_t> nearest;
  for (size_t i = 0; i < 64; ++i) {
    const size_t other = (slot + i) % 64;
    if (!isVisible(next, other) || next.oam[4 * other + 1] != now.oam[4 * slot + 1]) continue;
    const int far = distance(now, slot, next, other);
    if (far <= fastest && (!nearest || far < distance(now, slot, next, *nearest))) nearest = other;
  }
  if (!nearest && isVisible(next, slot)) nearest = slot;
  return nearest;
}

// Whether it sinks in each frame, and in the later half farther than in the earlier, by this much at least.
bool sinksFaster(std::span<const int> heights, int farther) {
  for (size_t t = 1; t < heights.size(); ++t)
    if (heights[t] < heights[t - 1] || heights[t] - heights[t - 1] > fastest) return false;
  const size_t half = heights.size() / 2;
  return heights.back() - heights[half] >= heights[half] - heights.front() + farther;
}

// Whether it does so for one of these numbers of frames, and by at least so many px.
bool sinksFrom(std::span<const int> heights, std::initializer_list<size_t> numbers, int least, int farther) {
  return std::any_of(numbers.begin(), numbers.end(), [&](size_t frames) {
    const auto part = heights.first(std::min(frames, heights.size()));
    return part.back() >= part.front() + least && sinksFaster(part, farther);
  });
}

// The press changes how fast it moves, and not only where it is: at the apex it still gains on what it would do without.
bool gainsHeight(std::span<const int> sinks, std::span<const int> flies, size_t apex) {
  constexpr size_t seen = 8;
  const size_t frames = std::min(sinks.size(), flies.size()), last = std::min(apex + seen, frames - 1);
  const auto gained = [&](size_t t) { return sinks[t] - flies[t]; };
  return last >= seen && gained(last) > gained(last - seen) + slack;
}

// Without ground: it sinks by itself faster and faster, and rises for a while after a press. What was steered drifts
// slower and slower.
std::optional<Arc> flapOf(size_t slot, const Film& idle, const Film& film,
                          const std::vector<Displacement>& shifts) {
  constexpr size_t least_frames = 12;
  const std::vector<int> sinks = pathOf(idle, slot), flies = pathOf(film, slot);
  if (sinks.size() < least_frames || flies.size() < least_frames) return std::nullopt;
  if (!sinksFrom(sinks, {24, 40}, least_rise, -slack)) return std::nullopt;
  const auto top = std::min_element(flies.begin(), flies.end());
  Arc arc;
  arc.ground = false;
  arc.slot = slot;
  arc.rise = -*top;
  arc.apex = static_cast<size_t>(top - flies.begin());
  arc.landing = flies.size();
  while (arc.launch < shifts.size() && shifts[arc.launch].by == 0) ++arc.launch;
  const std::set<int> steps(flies.begin(), top + 1);
  if (arc.rise < 4 || steps.size() < least_steps) return std::nullopt;
  if (!gainsHeight(sinks, flies, arc.apex)) return std::nullopt;
  for (size_t t = 1; t < flies.size(); ++t)
    if (std::abs(flies[t] - flies[t - 1]) > fastest) arc.landing = std::min(arc.landing, t);
  const std::span<const int> falls = std::span(flies).subspan(arc.apex);
  constexpr size_t shortest_fall = 8;
  if (arc.landing < arc.apex + shortest_fall) return std::nullopt;
  // Faster and faster: what scrolls, or sinks at one speed, was steered.
  if (!sinksFrom(falls.first(arc.landing - arc.apex), {16, 32}, 4, 2 * slack)) return std::nullopt;
  return arc;
}

std::optional<Arc> flap(const Film& idle, const Film& film, const std::vector<Displacement>& shifts) {
  for (size_t slot = 0; slot < 64; ++slot)
    if (isVisible(idle[0], slot) && isVisible(film[0], slot))
      if (const std::optional<Arc> arc = flapOf(slot, idle, film, shifts)) return arc;
  return std::nullopt;
}

}  // namespace

bool isVisible(const Shot& shot, size_t slot) { return shot.oam[4 * slot] < first_hidden_line; }

int placeOf(const Shot& shot, size_t slot, Axis axis) {
  return axis == Axis::X ? shot.oam[4 * slot + 3] + shot.scroll_x : shot.oam[4 * slot] + shot.scroll_y;
}

std::optional<int> moved(const Shot& base, const Shot& other, size_t slot, Axis axis) {
  if (!isVisible(base, slot) || !isVisible(other, slot)) return std::nullopt;
  return wrapped(placeOf(other, slot, axis) - placeOf(base, slot, axis),
                 axis == Axis::X ? field_width : field_height);
}

Displacement displacement(const Shot& base, const Shot& other, Axis axis, const Slots& among) {
  std::map<int, size_t> counts;
  for (size_t slot = 0; slot < 64; ++slot)
    if (among[slot])
      if (const auto by = moved(base, other, slot, axis); by && *by != 0) ++counts[*by];
  Displacement result;
  result.by = commonest(counts).value_or(0);
  if (result.by == 0) return result;
  for (size_t slot = 0; slot < 64; ++slot)
    if (among[slot] && moved(base, other, slot, axis) == result.by) result.slots.set(slot);
  return result;
}

std::optional<int> displacementOf(const Slots& slots, const Shot& base, const Shot& other, Axis axis) {
  std::map<int, size_t> counts;
  for (size_t slot = 0; slot < 64; ++slot)
    if (slots[slot])
      if (const auto by = moved(base, other, slot, axis)) ++counts[*by];
  return commonest(counts);
}

std::vector<int> pathOf(std::span<const Shot> film, size_t slot) {
  std::vector<int> path{0};
  for (size_t t = 1; t < film.size(); ++t) {
    const std::optional<size_t> next = slotAfter(film[t - 1], slot, film[t]);
    if (!next) break;
    path.push_back(
        path.back() +
        wrapped(placeOf(film[t], *next, Axis::Y) - placeOf(film[t - 1], slot, Axis::Y), field_height));
    slot = *next;
  }
  return path;
}

std::vector<int> heightsOf(const Film& idle, const Film& film) {
  std::vector<int> heights;
  for (size_t t = 0; t < film.size(); ++t) heights.push_back(displacement(idle[t], film[t], Axis::Y).by);
  fillGaps(heights);
  return heights;
}

std::optional<Arc> findArc(const Film& idle, const Film& film) {
  std::vector<Displacement> shifts;
  for (size_t t = 0; t < film.size(); ++t) shifts.push_back(displacement(idle[t], film[t], Axis::Y));
  std::optional<Arc> arc = groundedArc(smoothed(heightsOf(idle, film)));
  if (!arc) arc = flap(idle, film, shifts);
  if (arc)
    for (const Displacement& shift : shifts) arc->slots.push_back(shift.slots);
  return arc;
}

}  // namespace jumpscope::discover
