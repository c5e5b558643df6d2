// What jumpscope reads, as functions of bytes: for libFuzzer (libfuzzer/entry.cpp), and for the replay of the corpus
// with any compiler (replay_test.cpp).
#pragma once

#include <cstdint>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace jumpscope::fuzz {

using Bytes = std::span<const uint8_t>;

struct Target {
  std::string_view name;        // of its corpus too: corpus/NAME
  std::string_view dictionary;  // dictionaries/DICTIONARY.dict; empty: none
  void (*read)(Bytes);          // reads the bytes and works with what it got
};

// For GoogleTest.
inline void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

// All targets, by name.
std::span<const Target> targets();
// nullptr: there is none of that name.
const Target* findTarget(std::string_view name);

// Runs a target. "" when the reader took the bytes or refused them with a std::runtime_error of one sentence;
// otherwise what it threw instead.
std::string problemOf(const Target& target, Bytes bytes);

std::string_view asText(Bytes bytes);

}  // namespace jumpscope::fuzz
