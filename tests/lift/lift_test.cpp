#include "src/lift/lift.h"

#include <gtest/gtest.h>

#include <fstream>

#include "src/prove/routine.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"

namespace jumpscope::lift {
namespace {

TEST(Lift, Try) {
  auto routine = prove::findRoutine(tests::jumplabCartridge(), trace::builtinProfile("smb"), {});
  trace::Symbols symbols;
  std::ofstream("/tmp/L_jump.h") << lift(routine, &trace::builtinProfile("smb"), symbols, Language::Cpp).text;
  std::ofstream("/tmp/L_jump.cs")
      << lift(routine, &trace::builtinProfile("smb"), symbols, Language::CSharp).text;
}

}  // namespace
}  // namespace jumpscope::lift
