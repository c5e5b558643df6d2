// What discover() has found, as a profile and as a movie.
#include <algorithm>

#include "src/discover/discover.h"
#include "src/movie/fm2.h"
#include "src/movie/record.h"

namespace jumpscope::discover {

trace::Profile profileOf(const Discovery& discovery, const std::string& name,
                         const console::Cartridge& cartridge) {
  trace::Profile profile;
  profile.name = name;
  profile.roms.push_back({name, cartridge.fileSha1(), cartridge.prgChrSha1()});
  profile.watches = discovery.watches;
  if (discovery.watch("y")) {
    profile.height_watch = "y";
    profile.height_up = discovery.up_positive;
    if (discovery.watch("x")) profile.horizontal_watch = "x";
    profile.jump_button = buttonName(discovery.way_in.jump->button);
    if (discovery.air_ground) profile.jump_when.push_back({"state", "!=", *discovery.air_ground});
  }
  profile.routine = discovery.routine;
  profile.screen = discovery.screen;
  return profile;
}

std::string movieOf(const Discovery& discovery, const console::Cartridge& cartridge) {
  const JumpScene& jump = *discovery.way_in.jump;
  constexpr size_t rest = 16;
  Script script = jump.way;
  script.insert(script.end(), jump.hold, jump.button);
  script.resize(jump.way.size() + std::max(jump.arc.landing + rest, jump.hold + 1), 0);
  return movie::writeFm2(movie::recordMovie(script, cartridge, discovery.options));
}

}  // namespace jumpscope::discover
