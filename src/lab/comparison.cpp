#include "src/lab/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "src/models/model_trace.h"

namespace jumpscope::lab {
namespace {

constexpr uint8_t a_button = 0x01;

std::optional<size_t> columnNamed(const physics::Model& model, const std::string& name) {
  for (size_t i = 0; i < model.columns.size(); ++i)
    if (!name.empty() && model.columns[i].name == name) return i;
  return std::nullopt;
}

// Columns of a model that the comparison looks at.
struct Look {
  std::optional<size_t> height, page, subpixel, jumping, side, side_speed;
  int height_bits = 0, side_bits = 0;

  explicit Look(const physics::Model& model)
      : height(columnNamed(model, model.height)),
        page(columnNamed(model, "y_page")),
        subpixel(columnNamed(model, model.subpixel)),
        jumping(columnNamed(model, model.jumping)),
        side(columnNamed(model, "x_position")),
        side_speed(columnNamed(model, "x_speed_abs")) {
    if (height) height_bits = model.columns[*height].fraction_bits;
    if (side) side_bits = model.columns[*side].fraction_bits;
  }

  // px, up positive, over some line.
  double risen(const std::vector<int64_t>& row) const {
    if (!height) return 0;
    double down = std::ldexp(static_cast<double>(row[*height]), -height_bits);
    if (page) down += 256 * static_cast<double>(row[*page]);
    if (subpixel) down += static_cast<double>(row[*subpixel] & 0xFF) / 256;
    return -down;
  }
};

void run(Entry& entry) {
  Arc& arc = entry.arc;
  arc.settings = entry.choice.settings;
  arc.error.clear();
  arc.samples.clear();
  try {
    const physics::ModelRun result = physics::runModel(*entry.choice.model, arc.settings, arc.buttons);
    arc.samples = samplesOf(*entry.choice.model, arc.settings, result.rows);
  } catch (const std::runtime_error& error) {
    arc.error = error.what();
  }
}

void layDown(Entry& entry) {
  entry.arc = Arc{};
  entry.arc.buttons = {0};
  run(entry);
}

}  // namespace

std::vector<Sample> samplesOf(const physics::Model& model, const physics::Settings& settings,
                              const physics::Rows& rows) {
  const Look look(model);
  // A model without a position to the side may have its speed to the side as a parameter.
  const auto given = settings.find("x_speed_abs");
  const double steady = given == settings.end() ? 0 : given->second / 16;
  std::vector<Sample> samples;
  samples.reserve(rows.size());
  for (size_t n = 0; n < rows.size(); ++n) {
    Sample sample;
    sample.jumping = look.jumping && rows[n][*look.jumping] != 0;
    sample.risen = look.risen(rows[n]) - look.risen(rows[0]);
    if (look.side)
      sample.side =
          std::ldexp(static_cast<double>(rows[n][*look.side] - rows[0][*look.side]), -look.side_bits);
    else
      sample.side = steady * static_cast<double>(n);
    if (n >= 1) sample.speed = sample.risen - samples[n - 1].risen;
    if (n >= 1) sample.acceleration = sample.speed - samples[n - 1].speed;
    samples.push_back(sample);
  }
  return samples;
}

const std::vector<const physics::Model*>& comparisonModels() {
  static const std::vector<const physics::Model*> list = [] {
    std::vector<const physics::Model*> with_height;
    for (const physics::Model& model : physics::models())
      if (!model.height.empty()) with_height.push_back(&model);
    return with_height;
  }();
  return list;
}

const physics::Model& comparisonModel(const std::string& name) {
  const physics::Model& model = models::modelNamed(name);
  if (model.height.empty())
    throw std::runtime_error("the lab compares models with a height, and " + name + " has none");
  return model;
}

uint32_t paletteColor(size_t n) {
  static constexpr std::array<uint32_t, 10> colors{0xFF6B5E, 0xFFB347, 0xF2E55C, 0x6FDB73, 0x4FD1C5,
                                                   0x6AA9FF, 0xB48CFF, 0xFF8CC8, 0xE0E0E0, 0xB08050};
  return colors[n % colors.size()];
}

std::vector<EntryChoice> defaultEntries() {
  std::vector<EntryChoice> entries;
  for (const physics::Model* model : comparisonModels())
    entries.push_back({model, physics::completed(*model, {}), paletteColor(entries.size()), !model->twin});
  return entries;
}

Comparison::Comparison(std::vector<EntryChoice> choices) {
  for (EntryChoice& choice : choices) {
    entries_.push_back({std::move(choice), {}, {}});
    layDown(entries_.back());
  }
}

bool Comparison::atRest(const Arc& arc) { return arc.samples.empty() || !arc.samples.back().jumping; }

bool Comparison::over(const Arc& arc) {
  if (!arc.flown() || arc.samples.empty() || arc.buttons.size() >= longest_arc) return true;
  if (arc.samples.back().risen < -deepest_fall) return true;
  if (arc.samples.size() < tail + 2) return false;
  return std::none_of(arc.samples.end() - static_cast<ptrdiff_t>(tail), arc.samples.end(),
                      [](const Sample& sample) { return sample.jumping; });
}

void Comparison::frame(uint8_t buttons) {
  const bool pressed = (buttons & a_button) != 0 && (previous_ & a_button) == 0;
  previous_ = buttons;
  for (Entry& entry : entries_) {
    if (pressed && (atRest(entry.arc) || over(entry.arc))) {
      if (entry.arc.flown() && entry.arc.error.empty()) entry.ghosts.push_back(std::move(entry.arc));
      while (entry.ghosts.size() > kept_) entry.ghosts.pop_front();
      entry.arc = Arc{};
      entry.arc.buttons = {0};
    } else if (over(entry.arc)) {
      continue;
    }
    entry.arc.buttons.push_back(buttons);
    run(entry);
  }
}

void Comparison::fly(size_t held_frames) {
  frame(0);
  const auto flying = [&] {
    return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) { return !over(entry.arc); });
  };
  for (size_t n = 0; n < longest_arc && (n == 0 || flying()); ++n) frame(n < held_frames ? a_button : 0);
  previous_ = 0;
}

std::vector<EntryChoice> Comparison::choices() const {
  std::vector<EntryChoice> all;
  for (const Entry& entry : entries_) all.push_back(entry.choice);
  return all;
}

void Comparison::restart() {
  forgetGhosts();
  for (Entry& entry : entries_) layDown(entry);
}

void Comparison::forgetGhosts() {
  for (Entry& entry : entries_) entry.ghosts.clear();
}

void Comparison::set(size_t index, const std::string& parameter, double value) {
  Entry& entry = entries_.at(index);
  physics::Settings wanted = entry.choice.settings;
  wanted[parameter] = value;
  entry.choice.settings = physics::completed(*entry.choice.model, wanted);
  run(entry);
}

void Comparison::add(const physics::Model& model) {
  if (entries_.size() >= most_entries)
    throw std::runtime_error("the lab shows at most " + std::to_string(most_entries) +
                             " models; remove one first");
  entries_.push_back({{&model, physics::completed(model, {}), paletteColor(entries_.size()), true}, {}, {}});
  layDown(entries_.back());
}

void Comparison::remove(size_t entry) {
  if (entry < entries_.size()) entries_.erase(entries_.begin() + static_cast<ptrdiff_t>(entry));
}

void Comparison::keepGhosts(size_t count) {
  kept_ = std::min(count, most_ghosts);
  for (Entry& entry : entries_)
    while (entry.ghosts.size() > kept_) entry.ghosts.pop_front();
}

}  // namespace jumpscope::lab
