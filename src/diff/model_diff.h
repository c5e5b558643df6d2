// The two ways of comparing a trace with a model, and their common parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/diff/engine_diff.h"
#include "src/models/binding.h"
#include "src/models/write_log.h"

namespace jumpscope::diff {

// The compared variables and the format of their watches.
class ComparedBytes {
 public:
  // `engine`: the model's values are numbers in 2^-32 of the watch's unit; nullptr: they are the game's bytes.
  ComparedBytes(const trace::TraceView& trace, const models::Binding& binding,
                const EngineRules* engine = nullptr);

  std::span<const size_t> variables() const { return variables_; }
  std::vector<std::string> names() const;
  const trace::Watch& watch(size_t variable) const;
  // A byte of memory and no more: a write to it is a value of it.
  bool isByte(size_t variable) const;
  // A value of the cartridge, raw.
  int64_t got(size_t variable, const models::Values& values) const;
  // A value of the model, raw, which may exceed the range of a byte: it is not truncated. Of an engine it is the nearest.
  int64_t expected(size_t variable, const models::Values& values) const;
  // The byte behind a variable; nullopt: it has no address (a trace that no console made).
  std::optional<WrongByte> byte(size_t variable, int64_t expected, int64_t got) const;
  bool equal(size_t variable, const models::Values& expected, const models::Values& got) const;
  // True if they are equal by the tolerance of an engine alone.
  bool tolerated(size_t variable, const models::Values& expected, const models::Values& got) const;
  // "the engine answered 176.3" where the raw value is not that, or none that the watch can have; else empty.
  std::string answerNote(size_t variable, const models::Values& expected) const;

 private:
  bool isPossible(size_t variable, int64_t raw) const;
  // How far an engine's value is off, in 2^-32 of the unit.
  int64_t apart(size_t variable, const models::Values& expected, const models::Values& got) const;

  trace::TraceView trace_;
  const models::Binding& binding_;
  const EngineRules* engine_;
  std::vector<size_t> variables_;
};

// What is compared.
struct Subject {
  trace::TraceView trace;
  const models::Binding& binding;
  const models::WriteLog* log;  // nullptr: there is none
  // Where there is none, of the writes that are known all the same: they name who wrote a wrong byte.
  trace::WritesView writes = {};
};

// Jump by jump, with the model's flight predictor. `engine`: the model is one, under these rules.
DiffResult diffFlights(const Subject& subject, const physics::Model& model, std::vector<jumps::Jump> jumps,
                       const Comparison& with, const EngineRules* engine = nullptr);
// Every frame of control, with the model's judge.
DiffResult diffFrames(const Subject& subject, const physics::Model& model, std::vector<jumps::Jump> jumps,
                      const Comparison& with);

}  // namespace jumpscope::diff
