#include "src/prove/proof/prover.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/interrupt.h"
#include "src/base/text.h"
#include "src/prove/machine/machine.h"
#include "src/prove/proof/coverage.h"
#include "src/prove/proof/routine_terms.h"
#include "src/prove/proof/trial.h"
#include "src/prove/routine/ways.h"
#include "src/prove/terms/solver.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

Symbolic<uint8_t> reversedBits(const Symbolic<uint8_t>& byte) {
  Symbolic<uint8_t> result = 0;
  for (int bit = 0; bit < 8; ++bit) result = static_cast<Symbolic<uint8_t>>(result << 1 | (byte >> bit & 1));
  return result;
}

std::string nameOf(const std::string& end) { return end.empty() ? "the motion alone" : end; }

class Prover {
 public:
  explicit Prover(const Question& question)
      : question_(question), scope_(terms_), solver_(loadSolver(terms_)), trial_(question) {
    solver_->setTimeLimit(question.seconds * 1000);
    proof_.coverage = question.coverage;
  }

  Proof run();

 private:
  void decide();
  void begin(const std::string& stage);
  using Answer = Solver::Answer;

  void assume();
  void assumeLimits();
  void countAssumptions();
  void requireConsistent();
  void executeRoutine();
  void noteSpared(const std::set<uint16_t>& stores);
  Term strays(const Exit& exit);
  bool settleOtherExits();
  bool buttonsAreUnknown();
  void readEnds();
  bool settleEndsOfOthers();
  bool checkInclusion();
  bool checkCoverage(const Demand& demand);
  void lookAtContacts();
  void conclude();
  Term anyExit();

  Answer ask(std::vector<Term> all_of);
  Term equalTo(const AllowedEnd& end);
  Symbolic<uint8_t> before(uint16_t address) {
    return Symbolic<uint8_t>::of(terms_.initial(trace::foldMirror(address)));
  }
  Memory memoryOf(const Assignment& assignment) const;
  Registers registersOf(const Assignment& assignment);
  bool differs(std::optional<Counterexample> found);
  bool open(const std::string& why);
  std::string option(const std::string& name) const { return question_.routine.option(name); }

  const Question& question_;
  Terms terms_;
  Terms::Scope scope_;
  std::unique_ptr<Solver> solver_;
  Trial trial_;
  Proof proof_;
  Execution execution_;
  std::vector<Term> assumptions_;
  Symbolic<uint8_t> pad_;
  std::string stage_;  // what is being done
  Term stores_spare_;  // what is assumed of the routine's stores; it has no other ends than returns then
  Term returns_;
  std::vector<Term> after_;  // of Specification::compared()
  std::vector<AllowedEnd> ends_;
  std::set<uint16_t> state_;
  std::string undecided_;  // why an unconfirmed counterexample may be none; empty: chips' answers
};

Solver::Answer Prover::ask(std::vector<Term> all_of) {
  ++proof_.solver_calls;
  std::vector<Term> all = assumptions_;
  all.insert(all.end(), all_of.begin(), all_of.end());
  return solver_->check(all);
}

bool Prover::differs(std::optional<Counterexample> found) {
  if (!found) return false;
  proof_.verdict = Verdict::Differs;
  proof_.counterexample = std::move(found);
  return true;
}

bool Prover::open(const std::string& why) {
  proof_.verdict = Verdict::Open;
  proof_.why_open = why;
  return true;
}

void Prover::assume() {
  pad_ = 0;
  if (question_.pad) {
    pad_ = before(question_.pad->address);
    if (question_.pad->reversed) pad_ = reversedBits(pad_);
  } else if (question_.specification.asksForPad()) {
    pad_ = Symbolic<uint8_t>::of(terms_.variable(8, "pad"));
  }
  for (const MemoryCondition& condition : question_.assumptions)
    assumptions_.push_back(condition.holds([&](uint16_t address) { return before(address); }, pad_).term());
}

// What the specification says nothing of, where the assumptions leave that open.
void Prover::assumeLimits() {
  const std::vector<Entry>& entries = question_.routine.entries;
  const auto terms = question_.specification.limits([&](uint16_t address) { return before(address); });
  const std::vector<Limit> limits = question_.specification.limits(entries.front().before);
  for (size_t i = 0; i < limits.size(); ++i) {
    if (ask({terms[i].term()}) == Answer::No) continue;
    assumptions_.push_back((!terms[i]).term());
    Assumption assumption{"not: " + limits[i].text, 0, entries.size(), true};
    for (const Entry& entry : entries)
      assumption.held += !question_.specification.limits(entry.before)[i].holds;
    proof_.assumptions.push_back(std::move(assumption));
  }
}

void Prover::countAssumptions() {
  const std::vector<Entry>& entries = question_.routine.entries;
  for (const MemoryCondition& condition : question_.assumptions) {
    Assumption assumption{condition.text(), 0, entries.size(), true};
    for (const Entry& entry : entries)
      assumption.held += condition.holds(entry.before, trial_.padOf(entry.before));
    proof_.assumptions.push_back(std::move(assumption));
  }
  if (question_.pad) {
    Assumption assumption{"the pad's buttons are in " + trace::addressText(question_.pad->address) +
                              (question_.pad->reversed ? ", A in bit 7" : ", Right in bit 7"),
                          0, entries.size()};
    for (const Entry& entry : entries) assumption.held += padIn(entry.before, *question_.pad) == entry.pad;
    proof_.assumptions.push_back(std::move(assumption));
  }
  const Way usual = wayOf(usualEntry(question_.routine));
  Assumption called{wayText(question_.routine), 0, entries.size()};
  for (const Entry& entry : entries) called.held += wayOf(entry) == usual;
  proof_.assumptions.push_back(std::move(called));
  for (Assumption& assumption : question_.specification.assumptions())
    proof_.assumptions.push_back(std::move(assumption));
  Assumption undisturbed{"no interrupt comes while the routine runs", 0, entries.size()};
  for (const Entry& entry : entries) undisturbed.held += !entry.interrupted;
  proof_.assumptions.push_back(std::move(undisturbed));
}

// A proof from a contradiction would prove anything.
void Prover::requireConsistent() {
  if (ask({}) != Answer::No) return;
  for (size_t i = 0; i < question_.assumptions.size(); ++i)
    if (solver_->check(std::span(&assumptions_[i], 1)) == Answer::No)
      throw std::runtime_error("no state satisfies the assumption '" + question_.assumptions[i].text() +
                               "'; a proof from it would say nothing, so change it");
  std::string list;
  for (const MemoryCondition& one : question_.assumptions) list += (list.empty() ? "'" : "', '") + one.text();
  throw std::runtime_error("the assumptions contradict each other: " + list +
                           "'; a proof from them would say nothing, so change one of them");
}

void Prover::executeRoutine() {
  const Routine& routine = question_.routine;
  MachineOptions options;
  options.assumptions = assumptions_;
  options.solver = solver_.get();
  options.state.assign(state_.begin(), state_.end());
  options.spares = [this](uint16_t pc) { return trial_.sparedBy(pc).bytes; };
  execution_ = prove::executeRoutine(terms_, routine, usualEntry(routine), options);
  Outcome outcome = outcomeOf(terms_, execution_, question_.specification.compared());
  stores_spare_ = outcome.assumed;
  returns_ = outcome.returned;
  after_ = std::move(outcome.after);
  proof_.forks = execution_.forks;
  std::set<uint16_t> spared;
  for (const Exit& exit : execution_.exits) {
    for (const SparedBytes& store : exit.spared) spared.insert(store.pc);
    proof_.routine_paths += exit.paths;
  }
  noteSpared(spared);
  if (!execution_.chip_reads.empty())
    proof_.notes.emplace_back("the routine reads registers of chips: their values are taken as unknown");
}

// The stores that were seen apart from those that no traced frame has executed: of these there is nothing to count.
void Prover::noteSpared(const std::set<uint16_t>& stores) {
  for (const bool executed : {true, false})
    for (const bool state : {true, false}) {
      std::string places;
      uint64_t count = 0;
      for (const uint16_t pc : stores) {
        const Trial::Spared& spared = trial_.sparedBy(pc);
        if (spared.executed != executed || spared.state != state) continue;
        places.append(count++ == 0 ? "" : ", ").append(trace::addressText(pc));
      }
      if (count == 0) continue;
      const std::string text = base::concat({"the indexed store", count == 1 ? "" : "s", " at ", places,
                                             executed ? "" : ", which no traced frame executes,", " reach",
                                             count == 1 ? "es" : "", " none of the compared bytes",
                                             state ? ", none that decide them," : "", " and not the stack"});
      proof_.assumptions.push_back({text, executed ? count : 0, executed ? count : 0});
    }
}

Memory Prover::memoryOf(const Assignment& assignment) const {
  Memory memory = usualEntry(question_.routine).before;
  for (const auto& [address, byte] : assignment.memory)
    if (uint8_t* place = placeOf(memory, address)) *place = byte;
  return memory;
}

Registers Prover::registersOf(const Assignment& assignment) {
  Evaluation values(terms_, assignment);
  const Entry& entry = usualEntry(question_.routine);
  const auto byte = [&](Term term) { return static_cast<uint8_t>(values.value(term)); };
  return {byte(execution_.a), byte(execution_.x), byte(execution_.y), entry.registers.s, byte(execution_.p)};
}

Term Prover::strays(const Exit& exit) {
  const Entry& entry = usualEntry(question_.routine);
  const Symbolic<uint8_t> s = static_cast<uint8_t>(entry.registers.s + 2);
  const Term back = terms_.equal(exit.next, terms_.constant(16, entry.return_address));
  return terms_.negation(terms_.conjunction(back, terms_.equal(exit.registers.s.term(), s.term())));
}

// Paths that do not return to the caller: the emulator says whether they are there.
bool Prover::settleOtherExits() {
  for (const Exit& exit : execution_.exits) {
    const bool returned = exit.kind == Exit::Kind::Returned;
    if (returned && !trial_.mustComeBack()) continue;
    const Term so = returned ? strays(exit) : terms_.yes();
    const Answer answer = ask({exit.condition, exit.assumed ? exit.assumed : terms_.yes(), so});
    if (answer == Answer::No) continue;
    if (answer == Answer::Yes) {
      const Assignment inputs = solver_->assignment();
      if (differs(trial_.attempt(memoryOf(inputs), registersOf(inputs), Trial::Origin::Solver))) return true;
    }
    return open(!exit.problem.empty() ? exit.problem
                : returned            ? "a path may return to another place than its caller's"
                                      : "a path does not return");
  }
  return false;
}

void Prover::readEnds() {
  const Specification& specification = question_.specification;
  const SymbolicPeek peek = [&](uint16_t address) { return before(address); };
  const auto add = [&](const Symbolic<uint8_t>& pad) {
    Allowed allowed = specification.allowed(terms_, solver_.get(), peek, pad, {&execution_, assumptions_});
    for (AllowedEnd& end : allowed.ends) ends_.push_back(std::move(end));
    proof_.model_paths += allowed.paths;
    if (!allowed.unknown.empty()) undecided_ = allowed.unknown;
    if (allowed.chip_reads.empty()) return;
    proof_.assumptions.push_back(
        {"both routines get the same from their reads of registers of chips, in their order", 0, 0});
    if (std::string why = whyReadsDiffer(execution_.chip_reads, allowed.chip_reads, specification.name());
        !why.empty())
      undecided_ = std::move(why);
  };
  if (question_.pad || !specification.asksForPad()) return add(pad_);
  for (uint8_t pad = 0; pad < 4; ++pad) add(pad);  // A and B
}

Term Prover::equalTo(const AllowedEnd& end) {
  Term equal = end.possible;
  for (size_t i = 0; i < after_.size(); ++i)
    equal = terms_.conjunction(equal, terms_.equal(end.values[i], after_[i]));
  return equal;
}

bool Prover::settleEndsOfOthers() {
  if (trial_.doneByOthers().empty()) return false;
  return open(base::concat({"the routine contains what ", question_.specification.name(),
                            " leaves to other code (", trial_.doneByOthers(), "); keep that out with ",
                            option("--assume"), ", or name a smaller routine with ", option("--routine")}));
}

bool Prover::checkInclusion() {
  std::vector<Term> wish{stores_spare_};
  for (const AllowedEnd& end : ends_) wish.push_back(terms_.negation(equalTo(end)));
  const std::string by_chips =
      "the routine's values depend on what registers of chips answer, and the emulator's answers agree";
  bool unconfirmed = false;
  constexpr int most_attempts = 16;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const Answer answer = ask(wish);
    if (answer == Answer::No) return unconfirmed && open(by_chips);
    if (answer == Answer::Unknown)
      return open("the solver has not decided within " + std::to_string(question_.seconds) +
                  " seconds; give it more with " + option("--timeout"));
    const Assignment inputs = solver_->assignment();
    if (differs(trial_.attempt(memoryOf(inputs), registersOf(inputs), Trial::Origin::Solver))) return true;
    // The emulator does not show it: registers of chips answered otherwise. Another state may.
    if (settleEndsOfOthers()) return true;
    if (!undecided_.empty()) return open(undecided_);
    unconfirmed = true;
    wish.push_back(terms_.negation(initialBytesAre(terms_, state_, inputs)));
  }
  return open(by_chips);
}

bool Prover::checkCoverage(const Demand& demand) {
  std::vector<Term> answers;
  for (const auto& [read, answer] : execution_.chip_reads)
    if (terms_.node(answer).op == Op::Variable) answers.push_back(answer);
  Coverage coverage(terms_, *solver_, assumptions_, state_, std::move(answers),
                    usualEntry(question_.routine).before);
  const Coverage::Answer answer =
      coverage.check(demand.possible, terms_.conjunction(stores_spare_, demand.reached));
  proof_.solver_calls += coverage.solverCalls();
  if (answer == Coverage::Answer::Covered) return false;
  if (answer == Coverage::Answer::NotCovered) {
    Counterexample found =
        trial_.unreached(memoryOf(coverage.state()), registersOf(coverage.state()), demand.name);
    if (found.confirmed) return differs(std::move(found));
    return open("the solver has a state from which the routine never ends with " + nameOf(demand.name) +
                ", but the emulator does not show it");
  }
  return open("whether the routine can always end with " + nameOf(demand.name) + " was not decided within " +
              std::to_string(question_.seconds) + " seconds; give it more with " + option("--timeout"));
}

bool Prover::buttonsAreUnknown() {
  if (question_.pad || !question_.specification.asksForPad()) return false;
  return open(
      "the traced frames do not tell which byte of RAM has the buttons, and in which order, so that nobody "
      "knows which "
      "of them the routine answers; give an input that presses A and B each alone (--movie, --press)");
}

// Where the world is, a specification may not know: which of its contacts the routine makes, and if always.
void Prover::lookAtContacts() {
  using physics::WorldContact;
  for (const WorldContact contact : {WorldContact::Landing, WorldContact::Ceiling, WorldContact::Edge}) {
    Term possible = terms_.no(), made = terms_.no(), otherwise = terms_.no();
    bool any = false;
    for (const AllowedEnd& end : ends_) {
      if (end.contact != contact) {
        otherwise = terms_.disjunction(otherwise, equalTo(end));
        continue;
      }
      any = true;
      possible = terms_.disjunction(possible, end.possible);
      made = terms_.disjunction(made, equalTo(end));
    }
    if (!any) continue;
    ContactSeen seen{contact};
    seen.made = ask({stores_spare_, made, terms_.negation(otherwise)}) != Answer::No;
    seen.missed = contact != WorldContact::Landing ||
                  ask({stores_spare_, possible, terms_.negation(made)}) != Answer::No;
    proof_.contacts.push_back(seen);
  }
}

// Whoever says "proved" does so here. What contradicts itself implies anything.
void Prover::conclude() {
  if (ask({returns_}) != Answer::Yes) {
    open("no state satisfies all that is assumed, so that a proof would say nothing");
  } else if (ask({terms_.negation(anyExit())}) != Answer::No) {
    open("the paths that were followed leave states out");
  } else {
    proof_.verdict = Verdict::Proved;
  }
}

Term Prover::anyExit() {
  Term any = terms_.no();
  for (const Exit& exit : execution_.exits) any = terms_.disjunction(any, exit.condition);
  return any;
}

void Prover::begin(const std::string& stage) {
  stage_ = stage;
  if (question_.progress) question_.progress(stage);
}

Proof Prover::run() {
  const Budget budget(*solver_, question_.deadline);
  try {
    decide();
  } catch (const GivenUp&) {
    open(base::interrupted()
             ? "it was interrupted while " + stage_ + "; no counterexample was met until then"
             : "the time was over while " + stage_ +
                   ", and no counterexample was met until then; give more with " + option("--budget") +
                   ", or name a smaller routine with " + option("--routine"));
  }
  return std::move(proof_);
}

void Prover::decide() {
  for (const uint16_t address : question_.specification.state()) state_.insert(trace::foldMirror(address));
  if (question_.pad) state_.insert(question_.pad->address);
  countAssumptions();
  assume();
  requireConsistent();
  assumeLimits();
  if (ask({}) == Answer::No)
    throw std::runtime_error(question_.specification.name() +
                             " says nothing of any state that satisfies the assumptions; change them");
  if (const std::string hidden = question_.specification.hidden(); !hidden.empty()) {
    open(hidden + "; `jumpscope diff` compares it, which follows each flight from its start");
    return;
  }
  begin("trying states near the traced frames");
  const bool refuted = differs(trial_.search(question_.samples));
  proof_.samples = trial_.tried();
  if (refuted) return;
  if (!question_.routine.unexplained.empty()) {
    open(question_.routine.unexplained);
    return;
  }
  if (settleEndsOfOthers()) return;
  begin("following the paths of the routine");
  executeRoutine();
  if (settleOtherExits() || buttonsAreUnknown()) return;
  readEnds();
  begin("looking for a state in which the routine does what is not allowed");
  if (checkInclusion()) return;
  if (question_.coverage) {
    for (const Demand& demand : demandsOf(terms_, ends_, [&](const auto& end) { return equalTo(end); })) {
      begin("asking if the routine can always end with " + nameOf(demand.name) +
            " (that it does nothing that is not allowed is proved)");
      if (checkCoverage(demand)) return;
    }
    begin("asking which contacts the routine makes (that it does nothing that is not allowed is proved)");
    lookAtContacts();
  }
  conclude();
}

}  // namespace

Proof prove(const Question& question) { return Prover(question).run(); }

}  // namespace jumpscope::prove
