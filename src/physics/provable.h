// The ends of every model that has them, by the model's name. Include it where a family of numbers is chosen.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/physics/cut_jump_ends.h"
#include "src/physics/law_ends.h"
#include "src/physics/models.h"
#include "src/physics/smb_article_ends.h"
#include "src/physics/smb_frame_ends.h"

namespace jumpscope::physics {

// `given`: those of Game::parameters() that are to be other than the game's. nullptr: the model has no such ends.
template <template <class> class Number>
std::unique_ptr<FrameEnds<Number>> frameEndsOf(std::string_view model, const Settings& given) {
#define JUMPSCOPE_PROVABLE(name, Ends) \
  if (model == name) return std::make_unique<Ends<Number>>(given);
#include "src/physics/provable.def"
#undef JUMPSCOPE_PROVABLE
  const Model* known = knownModel(model);
  if (known && known->law) return std::make_unique<LawFrameEnds<Number>>(*known->law);
  return nullptr;
}

inline std::vector<std::string> provableModels() {
  std::vector<std::string> names;
#define JUMPSCOPE_PROVABLE(name, Ends) names.push_back(name);
#include "src/physics/provable.def"
#undef JUMPSCOPE_PROVABLE
  return names;
}

}  // namespace jumpscope::physics
