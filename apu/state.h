// Everything the sound half of a 2A03 remembers: one flat, trivially copyable value, and the one list of its
// fields.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "src/bits/bits.h"

namespace jumpscope::apu {

// Silences a channel after a while.
struct LengthCounter {
  uint8_t count = 0;     // half frames to go, less one; stands while not running
  bool running = false;  // what $4015 shows
  bool enabled = false;  // $4015 as written
  bool halt = false;

  bool operator==(const LengthCounter&) const = default;
};

struct Envelope {
  Bits<4> volume;  // constant volume, or the divider's period
  Bits<4> divider;
  Bits<4> decay;
  bool constant = false;
  bool loop = false;
  bool start = false;

  bool operator==(const Envelope&) const = default;
};

struct Pulse {
  LengthCounter length;
  Envelope envelope;
  Bits<11> period;
  Bits<11> timer;  // APU cycles until the sequencer steps, less one
  Bits<2> duty;
  Bits<3> step;
  Bits<3> sweep_period;
  Bits<3> sweep_shift;
  Bits<3> sweep_divider;
  bool sweep_enabled = false;
  bool sweep_negate = false;
  bool sweep_reload = false;

  bool operator==(const Pulse&) const = default;
};

struct Triangle {
  LengthCounter length;
  Bits<11> period;
  Bits<11> timer;  // CPU cycles until the sequencer steps, less one
  Bits<5> step;
  Bits<7> linear;
  Bits<7> linear_load;
  bool linear_reload = false;
  bool control = false;  // keeps linear_reload set; the same bit halts the length counter

  bool operator==(const Triangle&) const = default;
};

struct Noise {
  LengthCounter length;
  Envelope envelope;
  Bits<15> shift{1};
  uint16_t timer = 1;  // APU cycles until the next shift
  Bits<4> rate;        // index into the period table
  bool short_mode = false;

  bool operator==(const Noise&) const = default;
};

// What the units keep from get cycles' starts until the frame counter may clock them in the get tick. The
// 2A03 works in two phases: ACLK1 stores what the next step would do, ACLK2 does it. A register write
// between the two does not reach what is stored (Breaking NES wiki, "APU Length counters", "Envelope unit",
// "Square channels").
struct LengthLatch {
  uint8_t next = 0;  // the count after a clock
  bool running = false;
  bool enabled = false;

  bool operator==(const LengthLatch&) const = default;
};

struct PulseLatch {
  LengthLatch length;
  bool start = false;
  Bits<3> step;
  bool sweep_reload = false;
  Bits<11> sweep_target;

  bool operator==(const PulseLatch&) const = default;
};

struct TriangleLatch {
  LengthLatch length;
  bool linear_reload = false;

  bool operator==(const TriangleLatch&) const = default;
};

struct NoiseLatch {
  LengthLatch length;
  bool start = false;

  bool operator==(const NoiseLatch&) const = default;
};

struct Latches {
  PulseLatch pulse1;
  PulseLatch pulse2;
  TriangleLatch triangle;
  NoiseLatch noise;

  bool operator==(const Latches&) const = default;
};

struct Dmc {
  uint16_t timer = 511;  // APU cycles until the next bit; power-on phase: 1022 CPU cycles
  uint16_t sample_address = 0xC000;
  uint16_t sample_length = 1;
  uint16_t address = 0xC000;
  uint16_t bytes_left = 0;
  Bits<4> rate;  // index into the period table
  Bits<7> output;
  uint8_t buffer = 0;
  uint8_t shift = 0;
  UpTo<8> bits_left{8};
  bool buffer_full = false;
  bool silence = true;
  bool loop = false;
  bool irq_enabled = false;
  bool irq = false;

  // The channel's side of the DMA.
  bool enable_latch = false;  // $4015 bit 4 as written
  bool enabled = false;       // the same, 3 or 4 cycles later: what lets a request reach the bus
  uint8_t enable_delay = 0;   // ticks until `enabled` follows the latch; 0 = it has
  uint8_t load_delay = 0;     // put ticks until the first fetch of a sample is requested; 0 = none
  bool request = false;       // a fetch is wanted
  bool dma_halt = false;      // set when a request begins; the console clears it after the next get cycle
  bool delivered = false;     // a byte came in the current cycle
  bool abort_armed = false;   // the next byte end starts a fetch of a sample that has just ended ...
  bool abort_request =
      false;  // ... which is taken back after one cycle, whether or not the CPU could be halted

  bool operator==(const Dmc&) const = default;
};

struct FrameCounter {
  uint16_t count = 0;            // CPU cycles into the sequence
  bool restart = false;          // $4017 was written,
  bool restart_latched = false;  // which a put tick has seen: the get tick restarts the sequence,
  bool restarting = false;       // whose count is 0 after the next put tick
  bool five_step = false;
  bool next_five_step = false;  // as written; takes effect in the next put tick
  bool irq_inhibit = false;
  bool irq_flag = false;   // $4015 bit 6
  bool irq_level = false;  // the flag on its way to the CPU, one cycle later
  bool irq_line = false;
  bool clear_pending = false;  // $4015 was read: the flag falls when the put cycle ends

  bool operator==(const FrameCounter&) const = default;
};

struct State {
  uint64_t cycle = 0;       // CPU cycles whose APU tick is done
  bool odd_is_put = false;  // alignment of the DMA clock to `cycle`
  bool latched = false;     // a unit was written after its latches had closed: `latches` is in force
  bool disabling = false;   // some length counter that is not enabled still runs
  Pulse pulse1;
  Pulse pulse2;
  Triangle triangle;
  Noise noise;
  Latches latches;  // empty unless `latched`: what the units themselves say
  Dmc dmc;
  FrameCounter frame;

  bool operator==(const State&) const = default;
};

// Whether `cycle` is a put cycle.
inline bool isPutCycle(const State& state, uint64_t cycle) { return ((cycle & 1) != 0) == state.odd_is_put; }

namespace detail {

template <size_t N>
struct Name {
  std::array<char, N> text{};
  constexpr Name(const char (&source)[N]) {
    for (size_t i = 0; i < N; ++i) text[i] = source[i];
  }
};

// "pulse1" and "duty" joined at compile time: "pulse1.duty".
template <Name prefix, Name field>
constexpr auto joined = [] {
  std::array<char, prefix.text.size() + field.text.size()> out{};
  size_t n = 0;
  for (size_t i = 0; i + 1 < prefix.text.size(); ++i) out[n++] = prefix.text[i];
  out[n++] = '.';
  for (char c : field.text) out[n++] = c;
  return out;
}();

template <Name channel, class L, class Visitor>
void visitLength(L& length, Visitor& visit) {
  visit(joined<channel, "length.count">.data(), length.count);
  visit(joined<channel, "length.running">.data(), length.running);
  visit(joined<channel, "length.enabled">.data(), length.enabled);
  visit(joined<channel, "length.halt">.data(), length.halt);
}

template <Name channel, class L, class Visitor>
void visitLengthLatch(L& latch, Visitor& visit) {
  visit(joined<channel, "length.next">.data(), latch.next);
  visit(joined<channel, "length.running">.data(), latch.running);
  visit(joined<channel, "length.enabled">.data(), latch.enabled);
}

template <Name channel, class E, class Visitor>
void visitEnvelope(E& envelope, Visitor& visit) {
  visit(joined<channel, "envelope.volume">.data(), envelope.volume);
  visit(joined<channel, "envelope.divider">.data(), envelope.divider);
  visit(joined<channel, "envelope.decay">.data(), envelope.decay);
  visit(joined<channel, "envelope.constant">.data(), envelope.constant);
  visit(joined<channel, "envelope.loop">.data(), envelope.loop);
  visit(joined<channel, "envelope.start">.data(), envelope.start);
}

template <Name channel, class P, class Visitor>
void visitPulse(P& pulse, Visitor& visit) {
  visitLength<channel>(pulse.length, visit);
  visitEnvelope<channel>(pulse.envelope, visit);
  visit(joined<channel, "period">.data(), pulse.period);
  visit(joined<channel, "timer">.data(), pulse.timer);
  visit(joined<channel, "duty">.data(), pulse.duty);
  visit(joined<channel, "step">.data(), pulse.step);
  visit(joined<channel, "sweep_period">.data(), pulse.sweep_period);
  visit(joined<channel, "sweep_shift">.data(), pulse.sweep_shift);
  visit(joined<channel, "sweep_divider">.data(), pulse.sweep_divider);
  visit(joined<channel, "sweep_enabled">.data(), pulse.sweep_enabled);
  visit(joined<channel, "sweep_negate">.data(), pulse.sweep_negate);
  visit(joined<channel, "sweep_reload">.data(), pulse.sweep_reload);
}

template <Name channel, class P, class Visitor>
void visitPulseLatch(P& latch, Visitor& visit) {
  visitLengthLatch<channel>(latch.length, visit);
  visit(joined<channel, "start">.data(), latch.start);
  visit(joined<channel, "step">.data(), latch.step);
  visit(joined<channel, "sweep_reload">.data(), latch.sweep_reload);
  visit(joined<channel, "sweep_target">.data(), latch.sweep_target);
}

template <class L, class Visitor>
void visitLatches(L& latches, Visitor& visit) {
  visitPulseLatch<"latches.pulse1">(latches.pulse1, visit);
  visitPulseLatch<"latches.pulse2">(latches.pulse2, visit);
  visitLengthLatch<"latches.triangle">(latches.triangle.length, visit);
  visit("latches.triangle.linear_reload", latches.triangle.linear_reload);
  visitLengthLatch<"latches.noise">(latches.noise.length, visit);
  visit("latches.noise.start", latches.noise.start);
}

}  // namespace detail

// The one field list: visit(const char* name, field&) for every field, integers and bools only, in a fixed
// order.
template <class S, class Visitor>
void visitFields(S& s, Visitor&& visit) requires std::is_same_v<std::remove_const_t<S>, State> {
  visit("cycle", s.cycle);
  visit("odd_is_put", s.odd_is_put);
  visit("latched", s.latched);
  visit("disabling", s.disabling);
  detail::visitPulse<"pulse1">(s.pulse1, visit);
  detail::visitPulse<"pulse2">(s.pulse2, visit);

  detail::visitLength<"triangle">(s.triangle.length, visit);
  visit("triangle.period", s.triangle.period);
  visit("triangle.timer", s.triangle.timer);
  visit("triangle.step", s.triangle.step);
  visit("triangle.linear", s.triangle.linear);
  visit("triangle.linear_load", s.triangle.linear_load);
  visit("triangle.linear_reload", s.triangle.linear_reload);
  visit("triangle.control", s.triangle.control);

  detail::visitLength<"noise">(s.noise.length, visit);
  detail::visitEnvelope<"noise">(s.noise.envelope, visit);
  visit("noise.shift", s.noise.shift);
  visit("noise.timer", s.noise.timer);
  visit("noise.rate", s.noise.rate);
  visit("noise.short_mode", s.noise.short_mode);

  detail::visitLatches(s.latches, visit);

  visit("dmc.timer", s.dmc.timer);
  visit("dmc.sample_address", s.dmc.sample_address);
  visit("dmc.sample_length", s.dmc.sample_length);
  visit("dmc.address", s.dmc.address);
  visit("dmc.bytes_left", s.dmc.bytes_left);
  visit("dmc.rate", s.dmc.rate);
  visit("dmc.output", s.dmc.output);
  visit("dmc.buffer", s.dmc.buffer);
  visit("dmc.shift", s.dmc.shift);
  visit("dmc.bits_left", s.dmc.bits_left);
  visit("dmc.buffer_full", s.dmc.buffer_full);
  visit("dmc.silence", s.dmc.silence);
  visit("dmc.loop", s.dmc.loop);
  visit("dmc.irq_enabled", s.dmc.irq_enabled);
  visit("dmc.irq", s.dmc.irq);
  visit("dmc.enable_latch", s.dmc.enable_latch);
  visit("dmc.enabled", s.dmc.enabled);
  visit("dmc.enable_delay", s.dmc.enable_delay);
  visit("dmc.load_delay", s.dmc.load_delay);
  visit("dmc.request", s.dmc.request);
  visit("dmc.dma_halt", s.dmc.dma_halt);
  visit("dmc.delivered", s.dmc.delivered);
  visit("dmc.abort_armed", s.dmc.abort_armed);
  visit("dmc.abort_request", s.dmc.abort_request);

  visit("frame.count", s.frame.count);
  visit("frame.restart", s.frame.restart);
  visit("frame.restart_latched", s.frame.restart_latched);
  visit("frame.restarting", s.frame.restarting);
  visit("frame.five_step", s.frame.five_step);
  visit("frame.next_five_step", s.frame.next_five_step);
  visit("frame.irq_inhibit", s.frame.irq_inhibit);
  visit("frame.irq_flag", s.frame.irq_flag);
  visit("frame.irq_level", s.frame.irq_level);
  visit("frame.irq_line", s.frame.irq_line);
  visit("frame.clear_pending", s.frame.clear_pending);
}

static_assert(std::is_trivially_copyable_v<State>);

}  // namespace jumpscope::apu
