// A law beside the rows of flights, as `jumpscope diff` takes them.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "src/fit/law_evidence.h"

namespace jumpscope::fit {

// Where a row is: flight and row.
using Place = std::pair<size_t, size_t>;

// A row that is other than the law says.
struct Miss {
  Place place;
  physics::LawState before, predicted;
};

class Checker {
 public:
  explicit Checker(const LawEvidence& evidence) : evidence_(evidence) {}

  // The first row that is other than the law says. `wrong`, if any, takes all of them; after each, the flight goes on from
  // what is seen.
  std::optional<Miss> check(const physics::Law& law, const std::set<Place>& aside,
                            std::vector<Place>* wrong = nullptr) const;

  physics::LawState begin(const physics::Law& law, const LawFlight& flight) const;
  static physics::LawState next(const physics::Law& law, const LawFlight& flight,
                                const physics::LawState& before, const LawRow& row);
  // The state goes on from what is seen.
  physics::LawState adopted(const physics::Law& law, physics::LawState state,
                            const physics::LawState& seen) const;

  const LawRow& row(const Place& place) const { return evidence_.flights[place.first].rows[place.second]; }
  const LawEvidence& evidence() const { return evidence_; }

 private:
  bool equal(const physics::Law& law, const physics::LawState& a, const physics::LawState& seen) const;

  const LawEvidence& evidence_;
};

using physics::comesBefore;

}  // namespace jumpscope::fit
