// One of $2007's two chains of latches, and the flip-flop before it. Source: see data_port.cpp.
#pragma once

#include <cstdint>

namespace jumpscope::ppu::port_chain {

// The chains' latches, bit 0 first. The first half of a dot clocks the even ones, the second half the odd
// ones; each takes the inverse of the one before. Bit 0 takes the request when the access is over.
inline constexpr uint8_t even_latches = 0b10101, odd_latches = 0b01010;
inline constexpr uint8_t request_seen = 0b00001, request_done = 0b01000;
inline constexpr uint8_t chain_at_rest = odd_latches;

constexpr uint8_t clockEven(uint8_t chain) {
  return static_cast<uint8_t>((chain & (odd_latches | request_seen)) | (~chain << 1 & 0b10100));
}
constexpr uint8_t clockOdd(uint8_t chain) {
  return static_cast<uint8_t>((chain & even_latches) | (~chain << 1 & odd_latches));
}
constexpr bool drivesRead(uint8_t chain) { return (chain & 0b10100) == 0b10000; }
constexpr bool drivesWrite(uint8_t chain) { return (chain & 0b01010) == 0b00010; }

// The flip-flop before a chain: an access sets it as long as it lasts, the fourth latch clears it and wins.
constexpr bool flipFlop(bool request, bool accessed, uint8_t chain) {
  return (request || accessed) && (chain & request_done);
}

// As the first half of a dot ends, the first latch closes.
constexpr uint8_t takeRequest(uint8_t chain, bool request, bool accessed) {
  return static_cast<uint8_t>((chain & ~request_seen) | (request && !accessed ? request_seen : 0));
}

}  // namespace jumpscope::ppu::port_chain
