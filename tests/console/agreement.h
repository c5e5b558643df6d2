// Catch-up must give the results of lockstep: the full state, every pixel and every sample, at every frame's
// end.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::console::tests {

// What is run: a cartridge, and what is pressed when.
struct Scenario {
  std::shared_ptr<const Cartridge> cartridge;
  console::Options options;
  std::vector<console::Buttons> buttons;  // a frame each, repeated
  int reset_frame = -1;
  std::string description;
  std::vector<std::array<DeviceInput, port_count>> inputs = {};  // of other devices, likewise
};

// Of a program that is made of this seed: machine, alignment and RAM by the seed.
Scenario scenarioOf(uint32_t seed, std::shared_ptr<const Cartridge> cartridge, std::string description);

// Runs lockstep with picture and sound; catch-up with the same; without; with the pictures of some frames; and without idle
// skipping, saved to a file and loaded in every frame. Fails the test, fatally, at the first frame and field in which they differ.
void expectPoliciesAgree(const Scenario& run, int frames);

// Whether the program shows more than a few colors after some frames: what draws nothing cannot differ.
void expectAPicture(Scenario run);

// expectPoliciesAgree() for programs that are made of seeds, up to the first failure.
template <class Program>
void expectPoliciesAgreeOn(uint32_t first_seed, uint32_t programs, int frames) {
  for (uint32_t seed = first_seed; seed < first_seed + programs; ++seed) {
    expectPoliciesAgree(Program(seed).scenario(seed), frames);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace jumpscope::console::tests
