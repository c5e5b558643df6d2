// What the halves of a dot make of one of $2007's two chains of latches and the flip-flop before it, as tables: the closed
// form of Ppu::portFirstHalf and Ppu::portSecondHalf.
#pragma once

#include <array>
#include <cstdint>

#include "ppu/port_chain.h"
#include "ppu/state.h"

namespace jumpscope::ppu::fast {

// A chain, and the request before it.
struct PortSteps {
  static constexpr uint8_t request = 0x20;
  static constexpr uint8_t state = 0x3F;
  static constexpr uint8_t at_rest = port_chain::chain_at_rest;
  // What a half adds: the chain drives ALE, or RD (a first half) or WR (a second half).
  static constexpr uint8_t drives_ale = 0x40, drives = 0x80;

  using Table = std::array<uint8_t, state + 1>;
  std::array<Table, 2> first;   // by whether an access of this kind lasts
  std::array<Table, 4> second;  // likewise; 2: and it began before this half; 3: it ends as this half begins
};

consteval PortSteps makePortSteps() {
  using namespace port_chain;
  PortSteps steps{};
  const auto put = [](uint8_t chain, bool request) {
    return static_cast<uint8_t>(chain | (request ? PortSteps::request : 0));
  };
  for (uint8_t from = 0; from <= PortSteps::state; ++from) {
    const uint8_t chain = from & 0x1F;
    const bool request = from & PortSteps::request;
    for (unsigned lasts = 0; lasts < 2; ++lasts) {
      const uint8_t next = clockEven(chain);
      steps.first[lasts][from] = static_cast<uint8_t>(put(next, flipFlop(request, lasts != 0, chain)) |
                                                      (Port::drivesAle(next) ? PortSteps::drives_ale : 0) |
                                                      (drivesRead(next) ? PortSteps::drives : 0));
    }
    for (unsigned access = 0; access < 4; ++access) {
      const bool lasts = access == 1 || access == 2;
      const uint8_t next = clockOdd(takeRequest(chain, request, access >= 2));
      steps.second[access][from] = static_cast<uint8_t>(put(next, flipFlop(request, lasts, next)) |
                                                        (drivesWrite(next) ? PortSteps::drives : 0));
    }
  }
  return steps;
}

inline constexpr PortSteps port_steps = makePortSteps();

}  // namespace jumpscope::ppu::fast
