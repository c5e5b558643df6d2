#include "src/lift/build.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

namespace jumpscope::lift {
namespace {

constexpr int patience = 12;  // so often a place may be reached with new facts until bounds are widened

// A call, or a jump that leaves the function, and what is on the stack by then: the return address, and what was pushed.
struct Call {
  uint16_t pc = 0;
  int pushed = 0;
};

// A function while facts are still being found.
struct Draft {
  std::optional<Facts> at_entry;  // nullopt: no call seen yet
  int entry_joins = 0;
  std::optional<Facts> at_return;  // nullopt: it is not known to return
  Registers clobbers;
  int pushes = 0;                  // at most, itself
  std::map<uint16_t, Call> calls;  // by what is called
};

struct Visit {
  Facts facts;
  int joins = 0;
};

class Builder {
 public:
  Builder(const Code& code, const Machine& machine) : code_(code), machine_(machine) {}

  Unit run() {
    drafts_[code_.functions[0]].at_entry = Facts{};
    changed_.insert(code_.functions[0]);
    while (!changed_.empty()) {
      const uint16_t function = *changed_.begin();
      changed_.erase(changed_.begin());
      explore(function);
    }
    refuseRecursion();
    Unit unit;
    unit.stack_depth = depthOf(code_.functions[0]);
    for (const uint16_t address : code_.functions)
      if (drafts_[address].at_entry) {
        index_[address] = unit.functions.size();
        unit.functions.push_back({.address = address,
                                  .blocks = {},
                                  .inputs = {},
                                  .outputs = {},
                                  .clobbers = drafts_[address].clobbers});
      }
    for (Function& function : unit.functions) makeBlocks(function);
    return unit;
  }

 private:
  using Visits = std::map<uint16_t, Visit>;

  bool isOther(uint16_t function, uint16_t address) const {
    return address != function && code_.isFunction(address);
  }

  [[noreturn]] void refuse(uint16_t pc, const std::string& why) const {
    throw std::runtime_error("the routine cannot be lifted: " + code_.textAt(pc) + " " + why);
  }

  // Notes a call. The facts after it; nullopt: it is not known to return.
  std::optional<Facts> call(uint16_t caller, uint16_t callee, const Facts& facts, const Call& call) {
    Call& deepest = drafts_[caller].calls.try_emplace(callee, call).first->second;
    if (call.pushed > deepest.pushed) deepest = call;
    Draft& draft = drafts_[callee];
    Facts at_entry = facts;
    at_entry.pushed.clear();
    bool news = !draft.at_entry;
    if (draft.at_entry) {
      Facts joined = *draft.at_entry;
      joined.join(at_entry, ++draft.entry_joins > patience);
      news = joined != *draft.at_entry;
      at_entry = joined;
    }
    draft.at_entry = at_entry;
    if (news) changed_.insert(callee);
    callers_[callee].insert(caller);
    if (!draft.at_return) return std::nullopt;
    return afterCall(facts, draft);
  }

  // What the callee leaves alone is as it was.
  static Facts afterCall(const Facts& before, const Draft& callee) {
    Facts after = *callee.at_return;
    after.pushed = before.pushed;
    for (Variable reg = variable::a; reg < variable::registers; ++reg) {
      if (callee.clobbers[reg]) continue;
      if (reg >= variable::c) {
        if (before.flag(reg) != Facts::unknown) after.flag(reg) = before.flag(reg);
      } else {
        after.lowest[reg] = std::max(after.lowest[reg], before.lowest[reg]);
        after.highest[reg] = std::min(after.highest[reg], before.highest[reg]);
      }
    }
    return after;
  }

  void reach(Visits& visits, std::set<uint16_t>& open, uint16_t pc, uint16_t from, const Facts& facts) {
    const auto [found, fresh] = visits.try_emplace(pc, Visit{facts});
    Visit& visit = found->second;
    if (!fresh) {
      if (visit.facts.pushed != facts.pushed)
        refuse(from, "comes to a place where another way has pushed something else");
      Facts joined = visit.facts;
      joined.join(facts, ++visit.joins > patience);
      if (joined == visit.facts) return;
      visit.facts = joined;
    }
    open.insert(pc);
  }

  void returns(uint16_t function, const Facts& facts) {
    Draft& draft = drafts_[function];
    Facts joined = draft.at_return ? *draft.at_return : facts;
    joined.pushed.clear();
    joined.join(facts, true);
    if (draft.at_return && joined == *draft.at_return) return;
    draft.at_return = joined;
    changed_.insert(callers_[function].begin(), callers_[function].end());
  }

  void clobber(uint16_t function, const Registers& registers) {
    Draft& draft = drafts_[function];
    if ((draft.clobbers | registers) == draft.clobbers) return;
    draft.clobbers |= registers;
    changed_.insert(callers_[function].begin(), callers_[function].end());
  }

  // Goes to `to`, which may be another function, whose return is then this one's.
  void go(uint16_t function, Visits& visits, std::set<uint16_t>& open, uint16_t from, const Way& way) {
    if (!isOther(function, way.to)) return reach(visits, open, way.to, from, way.facts);
    if (!way.facts.pushed.empty()) refuse(from, "leaves the subroutine with something pushed");
    if (const auto after = call(function, way.to, way.facts, {from, 0})) returns(function, *after);
    clobber(function, drafts_[way.to].clobbers);
  }

  const Visits& explore(uint16_t function) {
    Visits& visits = visits_[function];
    visits.clear();
    std::set<uint16_t> open;
    reach(visits, open, function, function, *drafts_[function].at_entry);
    while (!open.empty()) {
      const uint16_t pc = *open.begin();
      open.erase(open.begin());
      const Facts facts = visits.at(pc).facts;
      int& pushes = drafts_[function].pushes;
      pushes = std::max(pushes, static_cast<int>(facts.pushed.size()));
      const Instruction instruction = code_.at(pc);
      if (instruction.opcode == opcode::jsr) {
        const Call here{pc, 2 + static_cast<int>(facts.pushed.size())};
        const auto after = call(function, instruction.target(), facts, here);
        clobber(function, drafts_[instruction.target()].clobbers);
        if (after) go(function, visits, open, pc, {instruction.next(), *after});
        continue;
      }
      const Translation translation = translate(code_, machine_, instruction, facts);
      Registers assigned;
      for (const Statement& statement : translation.statements)
        if (statement.kind == Statement::Kind::Assign && statement.variable < variable::registers)
          assigned.set(statement.variable);
      clobber(function, assigned);
      if (translation.ways.empty()) returns(function, facts);
      for (const Way& way : translation.ways) go(function, visits, open, pc, way);
    }
    return visits;
  }

  bool mayReach(uint16_t from, uint16_t to, std::set<uint16_t>& seen) const {
    if (from == to) return true;
    if (!seen.insert(from).second) return false;
    const auto& calls = drafts_.at(from).calls;
    return std::any_of(calls.begin(), calls.end(),
                       [&](const auto& call) { return mayReach(call.first, to, seen); });
  }
  // The 6502's stack has 256 bytes. A recursion that fills it does what no source does.
  void refuseRecursion() const {
    for (const auto& [function, draft] : drafts_)
      for (const auto& [callee, call] : draft.calls) {
        std::set<uint16_t> seen;
        if (call.pushed > 0 && mayReach(callee, function, seen))
          refuse(call.pc, "calls what may call it again, and nobody knows how often");
      }
  }
  // Without recursion, functions that come back to each other do so by jumps, which push nothing.
  int depthOf(uint16_t routine) const {
    std::map<uint16_t, int> depths;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [function, draft] : drafts_) {
        int depth = draft.pushes;
        for (const auto& [callee, call] : draft.calls) depth = std::max(depth, call.pushed + depths[callee]);
        changed |= depth != depths[function];
        depths[function] = depth;
      }
    }
    return depths[routine];
  }

  // One block for each instruction; they are joined later.
  void makeBlocks(Function& function) {
    const Visits& visits = visits_.at(function.address);
    std::map<uint16_t, size_t> block_at{{function.address, 0}};
    for (const auto& [pc, visit] : visits) block_at.try_emplace(pc, block_at.size());
    function.blocks.resize(block_at.size());
    for (const auto& [pc, visit] : visits) {
      const size_t index = block_at.at(pc);
      const Instruction instruction = code_.at(pc);
      function.blocks[index].ranges = {{pc, static_cast<uint16_t>(instruction.next() - 1)}};
      const auto blockFor = [&](uint16_t address) {
        if (!isOther(function.address, address)) return block_at.at(address);
        function.blocks.push_back({});
        function.blocks.back().statements = {callTo(address)};
        return function.blocks.size() - 1;
      };
      if (instruction.opcode == opcode::jsr) {
        function.blocks[index].statements = {callTo(instruction.target())};
        // A subroutine that is not known to return does not.
        const size_t next =
            drafts_[instruction.target()].at_return ? blockFor(instruction.next()) : Block::none;
        function.blocks[index].end = next == Block::none ? Block::End::Return : Block::End::Jump;
        function.blocks[index].yes = next;
        continue;
      }
      Translation translation = translate(code_, machine_, instruction, visit.facts);
      const size_t yes = translation.ways.empty() ? Block::none : blockFor(translation.ways[0].to);
      const size_t no = translation.ways.size() < 2 ? Block::none : blockFor(translation.ways[1].to);
      Block& block = function.blocks[index];
      block.statements = std::move(translation.statements);
      block.condition = translation.condition;
      block.yes = yes;
      block.no = no;
      block.end = yes == Block::none  ? Block::End::Return
                  : no == Block::none ? Block::End::Jump
                                      : Block::End::Branch;
    }
  }

  Statement callTo(uint16_t address) const {
    Statement statement;
    statement.kind = Statement::Kind::Call;
    statement.callee = index_.at(address);
    return statement;
  }

  const Code& code_;
  const Machine& machine_;
  std::map<uint16_t, Draft> drafts_;
  std::map<uint16_t, std::set<uint16_t>> callers_;
  std::map<uint16_t, Visits> visits_;
  std::set<uint16_t> changed_;
  std::map<uint16_t, size_t> index_;
};

}  // namespace

Unit build(const Code& code, const Machine& machine) { return Builder(code, machine).run(); }

}  // namespace jumpscope::lift
