#include "src/physics/about.h"

#include <algorithm>
#include <array>

namespace jumpscope::physics {
namespace {

constexpr std::array<About, 10> all_about{{
    {"smb-jump",
     "The player of Super Mario Bros., byte by byte: the speed to the side chooses a first speed and two "
     "gravities. While "
     "A is held in the rise the weaker gravity counts, from the release or the apex on the stronger one.",
     "the cartridge; docs/models/smb-jump.md"},
    {"smb-article-jump",
     "The same jump as a C# class that was written from the routine. It has the game's tables and differs in "
     "five places, "
     "each of which a parameter mends.",
     "https://qiita.com/morian-bisco/items/4c659d9f940c7e3a2099"},
    {"dk-jump",
     "The player of Donkey Kong: a counter, and no speed. Sums of odd numbers are squares, so that it is a "
     "parabola.",
     "the cartridge; docs/models/dk-jump.md"},
    {"cut-jump", "One gravity, and a release cuts the speed of the rise. Many platformers do so.",
     "https://github.com/nesdoug/26_Full_Game"},
    {"second-difference",
     "Each position is computed from the two before: twice the last, less the one before, less gravity. "
     "There is no speed "
     "to be stored.",
     "docs/models/second-difference.md"},
    {"verlet-jump",
     "The speed is the difference of the last two positions. While the key is held some calls add a boost, "
     "which stays.",
     "an article on Verlet integration; docs/models/verlet-jump.md"},
    {"bouncing-ball",
     "A ball by its last two positions, thrown so that it just reaches its peak. At the ground it loses a "
     "part of its "
     "speed.",
     "docs/models/bouncing-ball.md"},
    {"siv3d-jump",
     "A floating-point speed: a press sets it, gravity adds to it. Without the key the rise is damped in "
     "every frame.",
     "an article for the framework Siv3D; docs/models/siv3d-jump.md"},
    {"actor-solid",
     "Moves are collected in a remainder, and actors go by whole pixels only. Solids push, carry and squish "
     "them.",
     "https://maddymakesgames.com/articles/celeste_and_towerfall_physics/index.html"},
    {"strafe",
     "A shooter's speed on the ground and in the air. In the air only the part along the wished direction is "
     "limited, so "
     "that turning gains speed.",
     "docs/models/strafe.md"},
}};

}  // namespace

const About* aboutModel(std::string_view name) {
  const auto found = std::find_if(all_about.begin(), all_about.end(),
                                  [&](const About& about) { return about.model == name; });
  return found == all_about.end() ? nullptr : &*found;
}

}  // namespace jumpscope::physics
