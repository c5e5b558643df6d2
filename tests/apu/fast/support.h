// What the tests of the APU's accelerator share.
#pragma once

#include "apu/fast/catch_up.h"
#include "tests/apu/support.h"

namespace jumpscope::apu {

struct FastApu {
  Apu chip;
  fast::CatchUp unit;

  explicit FastApu(const Rates& rates) : chip(rates), unit(chip) {}
};

}  // namespace jumpscope::apu
