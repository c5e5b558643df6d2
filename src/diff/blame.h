// Finds the writer of a wrong byte: the first write in a frame's log that departs from the model.
#pragma once

#include <cstddef>

#include "src/diff/model_diff.h"

namespace jumpscope::diff {

// What is known of a wrong byte's frame.
struct Suspect {
  size_t row = 0;
  size_t variable = 0;
  bool motion_wrong = false;  // the byte was wrong when the motion was over; else only at the frame's end
  size_t moment = 0;          // index into the frame's writes: the first after the motion
  const physics::Judgement& judgement;
};

// Fills in Difference::writer and writer_expected. Returns the index of that write among the frame's
// writes: earlier differences cause later ones. A write that did not happen and should have
// counts as the first of all.
size_t blame(const Subject& subject, const ComparedBytes& bytes, const Suspect& suspect,
             Difference& difference);

}  // namespace jumpscope::diff
