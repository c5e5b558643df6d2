// The two ways of comparing a trace with a model, and their common parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/models/binding.h"
#include "src/models/write_log.h"

namespace jumpscope::diff {

// The compared variables and the format of their watches.
class ComparedBytes {
 public:
  ComparedBytes(const trace::Trace& trace, const models::Binding& binding);

  std::span<const size_t> variables() const { return variables_; }
  std::vector<std::string> names() const;
  const trace::Watch& watch(size_t variable) const;
  // A byte of the cartridge.
  int64_t got(size_t variable, const models::Values& values) const;
  // A value of the model, which may exceed the range of a byte: it is not truncated.
  int64_t expected(size_t variable, const models::Values& values) const;
  // The byte behind a variable; nullopt: it has no address (a trace that no console made).
  std::optional<WrongByte> byte(size_t variable, int64_t expected, int64_t got) const;
  bool equal(size_t variable, const models::Values& expected, const models::Values& got) const {
    return this->expected(variable, expected) == this->got(variable, got);
  }

 private:
  const trace::Trace& trace_;
  const models::Binding& binding_;
  std::vector<size_t> variables_;
};

// What is compared.
struct Subject {
  const trace::Trace& trace;
  const models::Binding& binding;
  const models::WriteLog* log;  // nullptr: there is none
};

// Jump by jump, with the model's flight predictor.
DiffResult diffFlights(const Subject& subject, const physics::Model& model, const physics::Settings& settings,
                       std::vector<jumps::Jump> jumps);
// Every frame of control, with the model's judge.
DiffResult diffFrames(const Subject& subject, const physics::Model& model, const physics::Settings& settings,
                      std::vector<jumps::Jump> jumps, bool strict);

}  // namespace jumpscope::diff
