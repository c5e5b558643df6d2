// The lines of docs/engines.md: what an engine is sent, and how its answers are read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/engine/engine.h"

namespace jumpscope::engine {

inline constexpr int protocol_version = 1;
// No answer is longer.
inline constexpr size_t longest_line = 65536;

// The lines that come before the engine's "ready".
std::string helloText(const Hello& hello);
// Appends the line of a step.
void appendStep(std::string& text, const Plan& plan, const Plan::Step& step);

// True for a line that parseReady() reads. What comes before it is a banner of the engine's runtime.
bool isReady(std::string_view line);

// All of these throw std::runtime_error with the end of a sentence that says what `line` should have been.
//
// "ready", "ready computes=y,speed reads=floor version=1". Precondition: isReady(line).
Ready parseReady(std::string_view line, const Hello& hello);
// "y=176.5 speed=-4" or {"y":176.5,"speed":-4}: exactly the names of `computes`, into `values` in their order.
void parseAnswer(std::string_view line, std::span<const std::string> computes, std::span<double> values);

// "176.5"; NaN and infinities of all spellings are not finite. Throws for what is no number.
double numberFrom(std::string_view name, std::string_view text);
// Checks the names that an engine gave, however it did, and fills in what it compares by default.
void completeReady(Ready& ready, const Hello& hello);
// Throws for a number that is not finite or too large.
void requireAnswer(std::string_view name, double value);

}  // namespace jumpscope::engine
