// The experiments of one jump: what they are made on, and what they have found so far.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/discover/air.h"
#include "src/discover/discover.h"
#include "src/discover/experiments.h"
#include "src/discover/speeds.h"

namespace jumpscope::discover {

// Frames that are filmed of a walk.
inline constexpr size_t walk_frames = 60;

struct Laboratory {
  Bench& bench;
  JumpScene jump;
  Film idle;
  std::optional<Scene> flight, walk;
  std::vector<Flight> flights, walks;  // not trimmed

  Laboratory(Bench& bench, const JumpScene& jump);
  // A moment of rest, and the press.
  Script press(size_t hold) const;
  // Makes the walks end where a camera begins to follow: then a position on the screen stands still. False: none
  // follows, or so soon that too little of them would be left; they stay as they are.
  bool endWalksAtTheCamera();
  // The flights, as far as this number moves in them.
  std::vector<Flight> trimmed(Axis axis, const Number& position) const;

 private:
  // So many frames to the right, and to the left.
  void filmWalks(size_t right, size_t left);
};

// All experiments on this jump, one after the other: what is known when they throw OutOfTime stays in `found`.
void investigate(Laboratory& laboratory, Discovery& found);

// Rational weights in words and watches.
trace::Watch watchOf(const Bench& bench, const std::string& name, const Number& number, bool is_signed,
                     const Weight& weight, const std::string& unit);
// weight * ratio
Weight weightOfSpeed(const Weight& position, const Speed& speed);

std::string positionWords(Laboratory& laboratory, const Scene& scene, const Position& position);
std::string speedWords(Laboratory& laboratory, const Scene& scene, const Speed& speed,
                       const Position& position);
std::string gravityWords(const Laboratory& laboratory, const Speed& gravity);
std::string airWords(const Laboratory& laboratory, const AirState& state);
// "120": a frame of the jump's scene, counted from power-on.
std::string frameText(const JumpScene& jump, size_t frame);
// "setting $0311 to 1 before frame 120"
std::string settingWords(const Bench& bench, size_t place, int value, const JumpScene& jump, size_t frame);
// "7.25": value * weight, exact where the denominator is a power of two.
std::string pixelText(int64_t value, const Weight& weight);

}  // namespace jumpscope::discover
