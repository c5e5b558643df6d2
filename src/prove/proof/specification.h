// What a routine is held to: which values it may leave, of known bytes and of bytes that are not known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/frame_ends.h"
#include "src/prove/machine/machine.h"
#include "src/prove/proof/condition.h"
#include "src/prove/routine/routine.h"
#include "src/prove/terms/solver.h"
#include "src/prove/terms/symbolic.h"
#include "src/trace/trace.h"

namespace jumpscope::prove {

// One way in which the routine may end.
struct AllowedEnd {
  std::string name;          // "landing"; empty: nothing but the motion
  bool demanded = true;      // the routine must be able to end so, with some surroundings
  Term possible;             // from the bytes before
  std::vector<Term> values;  // of Specification::compared(), each as wide as the watch's bytes
  physics::WorldContact contact = physics::WorldContact::None;
  bool alternative = false;  // to reach the end before it is as good
};

struct Allowed {
  std::vector<AllowedEnd> ends;
  uint64_t paths = 0;  // through the specification
  // Why it is not known in full, as a sentence without a full stop; empty: it is.
  std::string unknown;
  Execution::ChipReads chip_reads;
};

// Where the specification says nothing: a sentence, and whether it is so.
struct Limit {
  std::string text;
  bool holds = false;
};

// Something that is taken for granted, and how often the traced frames have it.
struct Assumption {
  std::string text;
  uint64_t held = 0, frames = 0;
  bool of_state = false;  // it leaves states out
};

struct KnownEnd {
  std::string name;
  std::vector<int64_t> values;  // raw, of Specification::compared()
};

// What a specification may have to know of the routine that it judges.
struct Judged {
  const Execution* execution = nullptr;
  std::vector<Term> assumptions;
};

class Specification {
 public:
  virtual ~Specification() = default;
  virtual std::string name() const = 0;
  virtual const std::vector<trace::Watch>& compared() const = 0;
  // Bytes that decide what is allowed, besides the pad.
  virtual std::vector<uint16_t> state() const = 0;
  // True if the pad decides, too.
  virtual bool asksForPad() const = 0;
  // Precondition: `terms` is the current arena. `solver`, if any, finds paths that cannot be taken.
  virtual Allowed allowed(Terms& terms, Solver* solver, const SymbolicPeek& before,
                          const Symbolic<uint8_t>& pad, const Judged& judged) const = 0;
  // Those that are possible.
  virtual std::vector<KnownEnd> allowed(const Memory& before, const Registers& registers,
                                        uint8_t pad) const = 0;
  // The same where registers of chips answer as in the emulator.
  virtual std::vector<KnownEnd> allowedInEmulator(const Memory& before, const Registers& registers,
                                                  uint8_t pad) const {
    return allowed(before, registers, pad);
  }
  // What other code has done in a frame that ends with none of the allowed ends but as comparing traces accepts it. Empty:
  // it has done nothing.
  virtual std::string doneByOthers(const Memory& /*before*/, const Memory& /*after*/, uint8_t /*pad*/) const {
    return {};
  }
  // Why what it looks at does not decide what is allowed, as a sentence without a full stop; empty: it does.
  virtual std::string hidden() const { return {}; }
  // What is assumed besides, with the number of traced frames that have it.
  virtual std::vector<Assumption> assumptions() const { return {}; }
  // How the routine is told of a new press, if the model's own variable does not tell it.
  virtual std::optional<PressBit> press() const { return std::nullopt; }
  // The same limits in the same order.
  virtual std::vector<Limit> limits(const Memory&) const { return {}; }
  virtual std::vector<Symbolic<bool>> limits(const SymbolicPeek&) const { return {}; }
};

// The width of a watch's bytes, in bits.
unsigned widthOf(const trace::Watch& watch);
// The raw value as its bytes hold it.
uint64_t bitsOf(const trace::Watch& watch, int64_t raw);
// The end with these values; nullptr: none is.
const KnownEnd* endWith(const std::vector<KnownEnd>& ends, const std::vector<trace::Watch>& compared,
                        const std::vector<int64_t>& values);
// The raw values of watches in a memory.
std::vector<int64_t> valuesIn(const Memory& memory, const std::vector<trace::Watch>& watches);

}  // namespace jumpscope::prove
