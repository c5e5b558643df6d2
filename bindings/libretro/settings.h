// The core's options: what the frontend offers, and what the user chose.
#pragma once

#include <string>

#include "bindings/libretro/frontend.h"
#include "jumpscope.h"

namespace jumpscope::libretro {

enum class Aspect { Pixel, Television, Square };
enum class FourScore { Auto, On, Off };
enum class Colors { Ntsc, Gray, File };

struct Crop {
  unsigned top = 8, bottom = 8, left = 0, right = 0;

  bool operator==(const Crop&) const = default;
};

struct Settings {
  // Used when content is loaded.
  jumpscope_region region = JUMPSCOPE_REGION_AUTO;
  int alignment = 1;
  std::string ram = "fceux";  // "random" has no seed yet
  // Used at once.
  Colors colors = Colors::Ntsc;
  Crop crop;
  Aspect aspect = Aspect::Pixel;
  FourScore four_score = FourScore::Auto;
  bool opposite_directions = false;

  bool operator==(const Settings&) const = default;
};

// Tells the frontend which options there are, in the newest way that it knows.
void declareOptions(const Frontend& frontend);
// What a frontend does not answer keeps its default.
Settings readSettings(const Frontend& frontend);

}  // namespace jumpscope::libretro
