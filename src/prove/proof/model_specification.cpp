#include "src/prove/proof/model_specification.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "src/physics/models.h"
#include "src/prove/proof/model_ends.h"
#include "src/prove/terms/paths.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

const trace::Watch* findWatch(const trace::Profile& profile, std::string_view name) {
  const auto found = std::find_if(profile.watches.begin(), profile.watches.end(),
                                  [&](const trace::Watch& watch) { return watch.name == name; });
  return found == profile.watches.end() ? nullptr : &*found;
}

Between betweenOf(const Routine& routine, const trace::Watch& watch) {
  const auto found = routine.between.find(watch.addresses.back());
  return found == routine.between.end() ? Between{} : found->second;
}

bool writes(const Routine& routine, const trace::Watch& watch) {
  return std::any_of(routine.entries.begin(), routine.entries.end(), [&](const Entry& entry) {
    return std::any_of(watch.addresses.begin(), watch.addresses.end(), [&](uint16_t address) {
      return byteAt(entry.before, address) != byteAt(entry.after, address);
    });
  });
}

}  // namespace

ModelSpecification::ModelSpecification(const std::string& model, const physics::Settings& given,
                                       const trace::Profile& profile, const Routine& routine)
    : name_(model), symbolic_(symbolicEnds(model, given)), plain_(plainEnds(model, given)) {
  const physics::Game& game = physics::gameOf(model);
  bind(profile, game);
  noteWhatTheRoutineLeaves(game, routine);
  findPress(routine);
  findState();
  // What others do before the routine runs shows in the traced frames.
  const auto agreeing = [&] {
    size_t count = 0;
    for (const Entry& entry : routine.entries)
      count += endWith(allowed(entry.before, entry.registers, entry.pad), compared_,
                       valuesIn(entry.after, compared_)) != nullptr;
    return count;
  };
  const size_t otherwise = agreeing();
  early_done_ = true;
  early_done_ = agreeing() > otherwise && countedEarly(game, routine);
  assumeOthers(game, routine);
}

ModelSpecification::~ModelSpecification() = default;

void ModelSpecification::bind(const trace::Profile& profile, const physics::Game& game) {
  std::string missing;
  for (size_t v = 0; v < game.variables().size(); ++v) {
    const physics::Variable& variable = game.variables()[v];
    const auto feed = profile.feeds.find(std::string(variable.name));
    const trace::Watch* watch =
        findWatch(profile, feed != profile.feeds.end() ? feed->second : std::string(variable.name));
    if (watch == nullptr || watch->addresses.empty() || watch->take != trace::Take::Value) {
      if (variable.needed) missing.append(missing.empty() ? "" : ", ").append(variable.name);
      continue;
    }
    bound_.push_back({v, *watch});
    if (!variable.compared) continue;
    compared_bound_.push_back(bound_.size() - 1);
    compared_.push_back(*watch);
  }
  if (!missing.empty())
    throw std::runtime_error("profile " + profile.name + " has no watches for " + missing + ", which model " +
                             name_ + " needs; add them to \"watches\" and \"feeds\"");
  if (compared_.empty())
    throw std::runtime_error(
        "nothing can be proved: model " + name_ +
        " computes no value that a watch has; expected a law whose \"y\" or \"speed\" names watches");
}

void ModelSpecification::noteWhatTheRoutineLeaves(const physics::Game& game, const Routine& routine) {
  for (Bound& bound : bound_)
    bound.kept = game.variables()[bound.variable].closes && !writes(routine, bound.watch);
}

// True if the frames show that other code counts the timers down which are done before the routine begins.
bool ModelSpecification::countedEarly(const physics::Game& game, const Routine& routine) const {
  const auto counted = [&](const Bound& bound) {
    if (!game.variables()[bound.variable].early) return true;
    const Between between = betweenOf(routine, bound.watch);
    return between.counted > 9 * between.stayed;
  };
  return std::all_of(bound_.begin(), bound_.end(), counted);
}

void ModelSpecification::assumeOthers(const physics::Game& game, const Routine& routine) {
  for (const Bound& bound : bound_) {
    const Between between = betweenOf(routine, bound.watch);
    if (early_done_ && game.variables()[bound.variable].early)
      assumptions_.push_back({bound.watch.name + " was counted down by other code before the routine begins",
                              between.counted, between.counted + between.stayed});
    if (bound.kept)
      assumptions_.push_back(
          {bound.watch.name + " is left to other code, which changes it between two calls if anybody does",
           between.changed, between.calls});
  }
}

void ModelSpecification::findPress(const Routine& routine) {
  const std::optional<physics::ButtonBefore> button = plain_->buttonBefore();
  if (!button) return;
  const auto bound = std::find_if(bound_.begin(), bound_.end(),
                                  [&](const Bound& one) { return one.variable == button->variable; });
  std::optional<uint16_t> held;
  if (bound != bound_.end()) held = bound->watch.addresses.back();
  press_ = pressBit(routine, button->button, held, static_cast<uint8_t>(button->mask));
  if (!press_) return;
  if (held) button_before_ = button;
  const std::string letter = buttonText(*press_);
  assumptions_.push_back(
      {bitText(*press_) + (press_->before ? " is set if " + letter + " was down in the frame before"
                                          : " tells of a new press of " + letter),
       press_->frames, press_->frames});
}

void ModelSpecification::findState() {
  Terms terms;
  const Terms::Scope scope(terms);
  const Symbolic<uint8_t> pad = Symbolic<uint8_t>::of(terms.variable(8, "pad"));
  const SymbolicPeek peek = [&](uint16_t address) { return Symbolic<uint8_t>::of(terms.initial(address)); };
  std::vector<Term> roots;
  for (const AllowedEnd& end : allowed(terms, nullptr, peek, pad, {}).ends) {
    roots.push_back(end.possible);
    roots.insert(roots.end(), end.values.begin(), end.values.end());
  }
  eachPart(terms, roots, [&](Term part) { asks_for_pad_ |= part == pad.term(); });
  const std::set<uint16_t> addresses = initialBytes(terms, roots);
  state_.assign(addresses.begin(), addresses.end());
}

template <template <class> class Number, class Peek>
physics::BasicValues<Number> ModelSpecification::valuesBefore(const Peek& peek,
                                                              const Number<uint8_t>& pad) const {
  physics::BasicValues<Number> values;
  for (const Bound& bound : bound_) values.set(bound.variable, trace::readWatch(bound.watch, peek));
  values.buttons = pad;
  if (button_before_) {
    const Number<bool> held = wasHeld<Number>(*press_, Number<uint8_t>(peek(press_->address)), pad);
    values.set(*button_before_->variable,
               choose(held, Number<int64_t>(button_before_->mask), Number<int64_t>(0)));
  }
  return values;
}

Allowed ModelSpecification::allowed(Terms& terms, Solver* solver, const SymbolicPeek& before,
                                    const Symbolic<uint8_t>& pad, const Judged&) const {
  const physics::BasicValues<Symbolic> values = valuesBefore<Symbolic>(before, pad);
  const auto paths =
      allPaths(terms, solver, terms.yes(), [&] { return symbolic_->ends(values, pad, early_done_); });
  Allowed allowed;
  allowed.paths = paths.size();
  // An end of one kind on each path becomes one end of all paths.
  using Kind = std::tuple<std::string_view, bool, std::string_view, bool, physics::WorldContact, size_t>;
  std::map<Kind, size_t> places;
  for (const auto& [condition, ends] : paths) {
    std::map<Kind, size_t> met;
    for (const physics::FrameEnd<Symbolic>& end : ends) {
      Kind kind{end.name, end.around.floor, end.around.above, end.demanded, end.contact, 0};
      std::get<5>(kind) = met[kind]++;
      const auto [place, is_new] = places.try_emplace(kind, allowed.ends.size());
      if (is_new)
        allowed.ends.push_back(
            {std::string(end.name), end.demanded, terms.no(), {}, end.contact, end.alternative});
      AllowedEnd& known = allowed.ends[place->second];
      known.possible = terms.disjunction(known.possible, terms.conjunction(condition, end.possible.term()));
      for (size_t i = 0; i < compared_bound_.size(); ++i) {
        const Bound& bound = bound_[compared_bound_[i]];
        const Symbolic<int64_t> whole = (bound.kept ? values : end.values).at(bound.variable);
        const Term value = terms.truncate(whole.term(), widthOf(bound.watch));
        if (is_new)
          known.values.push_back(value);
        else
          known.values[i] = terms.ite(condition, value, known.values[i]);
      }
    }
  }
  return allowed;
}

std::vector<KnownEnd> ModelSpecification::allowed(const Memory& before, const Registers&, uint8_t pad) const {
  const physics::Values values =
      valuesBefore<Plain>([&](uint16_t address) { return byteAt(before, address); }, pad);
  std::vector<KnownEnd> known;
  for (const physics::FrameEnd<Plain>& end : plain_->ends(values, pad, early_done_)) {
    if (!end.possible) continue;
    KnownEnd one{std::string(end.name), {}};
    for (const size_t place : compared_bound_) {
      const Bound& bound = bound_[place];
      one.values.push_back((bound.kept ? values : end.values).at(bound.variable));
    }
    known.push_back(std::move(one));
  }
  return known;
}

std::string ModelSpecification::doneByOthers(const Memory& before, const Memory& after, uint8_t pad) const {
  const auto valuesOf = [&](const Memory& memory) {
    return valuesBefore<Plain>([&](uint16_t address) { return byteAt(memory, address); }, pad);
  };
  const physics::Values start = valuesOf(before), left = valuesOf(after);
  for (const physics::FrameEnd<Plain>& end : plain_->endsOfOthers(start, left, pad, early_done_)) {
    const bool same = std::all_of(compared_bound_.begin(), compared_bound_.end(), [&](size_t place) {
      const Bound& bound = bound_[place];
      const physics::Values& values = bound.kept ? start : end.values;
      return bitsOf(bound.watch, values.at(bound.variable)) == bitsOf(bound.watch, left.at(bound.variable));
    });
    if (end.possible && same)
      return end.name.empty() ? "it sets an input of its own motion" : std::string(end.name);
  }
  return {};
}

std::vector<Limit> ModelSpecification::limits(const Memory& before) const {
  const physics::Values values =
      valuesBefore<Plain>([&](uint16_t address) { return byteAt(before, address); }, 0);
  std::vector<Limit> found;
  for (const auto& limit : plain_->limits(values)) found.push_back({std::string(limit.text), limit.holds});
  return found;
}

std::vector<Symbolic<bool>> ModelSpecification::limits(const SymbolicPeek& before) const {
  const physics::BasicValues<Symbolic> values = valuesBefore<Symbolic>(before, Symbolic<uint8_t>(0));
  std::vector<Symbolic<bool>> found;
  for (const auto& limit : symbolic_->limits(values)) found.push_back(limit.holds);
  return found;
}

}  // namespace jumpscope::prove
