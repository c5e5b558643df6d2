#include "src/prove/routine/motion_bytes.h"

#include <algorithm>
#include <stdexcept>

#include "src/physics/models.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

using physics::Role;

void add(std::vector<uint16_t>& bytes, const trace::Profile& profile, const std::string& watch_name) {
  for (const trace::Watch& watch : profile.watches)
    if (watch.name == watch_name && watch.take == trace::Take::Value)
      for (const uint16_t address : watch.addresses) bytes.push_back(trace::foldMirror(address));
}

void sort(std::vector<uint16_t>& bytes) {
  std::sort(bytes.begin(), bytes.end());
  bytes.erase(std::unique(bytes.begin(), bytes.end()), bytes.end());
}

bool isHeight(Role role) { return role == Role::YPosition || role == Role::YPage || role == Role::YSubpixel; }

}  // namespace

MotionBytes motionBytes(const trace::Profile& profile) {
  MotionBytes bytes;
  add(bytes.height, profile, profile.height_watch);
  add(bytes.height, profile, profile.subpixel_watch);
  for (const physics::Variable& variable : physics::gameOf(profile.model).variables()) {
    const auto feed = profile.feeds.find(std::string(variable.name));
    const std::string watch = feed != profile.feeds.end() ? feed->second : std::string(variable.name);
    if (isHeight(variable.role)) add(bytes.height, profile, watch);
    if (isMotionOrGravity(variable.role)) add(bytes.motion, profile, watch);
    if (variable.compared) add(bytes.compared, profile, watch);
  }
  if (bytes.height.empty())
    throw std::runtime_error(
        "the profile '" + profile.name +
        "' does not say which watch is the height; add \"jump\": {\"height\": …} or feed "
        "y_position");
  bytes.motion.insert(bytes.motion.end(), bytes.height.begin(), bytes.height.end());
  sort(bytes.motion);
  sort(bytes.height);
  sort(bytes.compared);
  if (bytes.compared.empty()) bytes.compared = bytes.motion;
  return bytes;
}

std::string nameOfByte(const trace::Profile& profile, uint16_t address) {
  for (const trace::Watch& watch : profile.watches)
    for (const uint16_t byte : watch.addresses)
      if (trace::foldMirror(byte) == address) return watch.name + " (" + trace::addressText(address) + ")";
  return trace::addressText(address);
}

}  // namespace jumpscope::prove
