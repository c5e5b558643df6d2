#include "src/prove/claim.h"

#include <stdexcept>

#include "src/prove/model_specification.h"
#include "src/prove/routine_specification.h"
#include "src/prove/trial.h"
#include "src/session/session.h"

namespace jumpscope::prove {
namespace {

// Watches of bytes of memory as they are; a proof knows no frame before.
std::vector<trace::Watch> bytesWatched(const trace::Profile& profile) {
  std::vector<trace::Watch> watches;
  for (const trace::Watch& watch : profile.watches)
    if (!watch.addresses.empty() && watch.take == trace::Take::Value) watches.push_back(watch);
  return watches;
}

// Throws, where the assumptions leave the memory out.
void requireAdmitted(const Trial& trial, const Memory& before, const std::string& where) {
  if (const std::string refusal = trial.refusal(before); !refusal.empty())
    throw std::runtime_error(where + ": " + refusal);
}

}  // namespace

Claim::Claim(const ClaimOptions& options)
    : watches_(bytesWatched(options.profile)),
      coverage_(options.coverage),
      seconds_(options.seconds),
      samples_(options.samples) {
  Search search;
  search.address = options.routine;
  routine_ = findRoutine(options.cartridge, options.profile, options.runs, search);
  if (routine_.entries.empty())
    throw std::runtime_error(
        "the routine was never called; give a movie (--movie) in which the player moves");
  for (const std::string& text : options.profile.assume)
    assumptions_.emplace_back(text, options.profile.watches, "profile " + options.profile.name + ": assume");
  for (const std::string& text : options.assume)
    assumptions_.emplace_back(text, options.profile.watches, "--assume");
  for (const FixedPointer& pointer : routine_.pointers)
    assumptions_.push_back(MemoryCondition::pointerIs(pointer.address, pointer.value));
  if (options.against)
    chooseRoutine(options);
  else
    chooseModel(options);
}

void Claim::chooseModel(const ClaimOptions& options) {
  const std::string model = options.model.empty() ? options.profile.model : options.model;
  if (model.empty())
    throw std::runtime_error(
        "profile " + options.profile.name +
        " names no model; name one with --model, or another cartridge with --against-rom");
  specification_ = std::make_unique<ModelSpecification>(model, options.settings, options.profile, routine_);
}

void Claim::chooseRoutine(const ClaimOptions& options) {
  if (!options.model.empty())
    throw std::runtime_error(
        "--model and --against-rom exclude each other: a routine is held to one of them");
  Search search;
  search.address = options.against_routine;
  other_ =
      std::make_unique<Routine>(findRoutine(options.against, options.profile, options.against_runs, search));
  if (other_->entries.empty())
    throw std::runtime_error("the routine of " + options.against_name + " was never called");
  specification_ = std::make_unique<RoutineSpecification>(*other_, options.against_name, watches_);
}

Question Claim::question() const {
  return {routine_, *specification_, assumptions_, routine_.padByte(), coverage_, seconds_, samples_};
}

std::optional<Counterexample> Claim::attempt(const Memory& before, const Registers& registers,
                                             const std::string& where) const {
  const Question asked = question();
  Trial trial(asked);
  requireAdmitted(trial, before, where);
  return trial.attempt(before, registers, Trial::Origin::File);
}

std::optional<Counterexample> Claim::attemptEnd(const Memory& before, const Registers& registers,
                                                const std::string& end, const std::string& where) const {
  const Question asked = question();
  Trial trial(asked);
  requireAdmitted(trial, before, where);
  Counterexample found = trial.unreached(before, registers, end);
  if (!found.confirmed) return std::nullopt;
  return found;
}

}  // namespace jumpscope::prove
