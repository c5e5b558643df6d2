// Makes structured code look handwritten.
#pragma once

#include "src/lift/structure.h"

namespace jumpscope::lift {

// Loops get their conditions, branches that leave need no else, and nothing leaves at an end.
void tidy(Lines& body_of_function);

}  // namespace jumpscope::lift
