#include "src/prove/proof/model_ends.h"

#include <stdexcept>

#include "src/physics/models.h"
#include "src/physics/provable.h"

namespace jumpscope::prove {
namespace {

template <template <class> class Number>
std::unique_ptr<physics::FrameEnds<Number>> endsOf(const std::string& model, const physics::Settings& given) {
  if (auto ends = physics::frameEndsOf<Number>(physics::findModel(model).name, given)) return ends;
  std::string known;
  for (const std::string& name : physics::provableModels()) known += (known.empty() ? "" : ", ") + name;
  throw std::runtime_error(
      "model " + model +
      " cannot be proved: it does not say which bytes of a game a frame may end with; models "
      "that do are " +
      known);
}

}  // namespace

std::unique_ptr<physics::FrameEnds<Symbolic>> symbolicEnds(const std::string& model,
                                                           const physics::Settings& given) {
  return endsOf<Symbolic>(model, given);
}

std::unique_ptr<physics::FrameEnds<Plain>> plainEnds(const std::string& model,
                                                     const physics::Settings& given) {
  return endsOf<Plain>(model, given);
}

}  // namespace jumpscope::prove
