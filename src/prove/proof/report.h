// What a proof says, for people and for programs; and the file that a counterexample becomes.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "src/prove/proof/claim.h"

namespace jumpscope::prove {

struct ReportOptions {
  std::optional<double> seconds =
      {};                    // that it took; nullopt: nobody asks, so that reports are the same each time
  std::string replay;        // the command line that runs the counterexample again; empty: there is none
  bool unreachable = false;  // say whether such a state was ever seen
};

std::string proofText(const Claim& claim, const Proof& proof, const ReportOptions& options);
nlohmann::ordered_json proofJson(const Claim& claim, const Proof& proof, const ReportOptions& options);
// One line, for a suite: what was proved, of which states, and what was not compared; what differs; or why neither was
// shown.
std::string proofSummary(const Claim& claim, const Proof& proof);

// The counterexample step by step, as the emulator runs it.
std::string replayText(const Claim& claim, const Counterexample& found, bool still_differs,
                       const ReportOptions& options);

// A counterexample's file: {"format": "jumpscope-counterexample", "version": 1, ...}. `memory` holds every byte that
// is not 0, in hexadecimal.
nlohmann::ordered_json counterexampleJson(const Claim& claim, const Counterexample& found);
struct Stored {
  Memory before;
  Registers registers;
  std::optional<std::string> end;  // that the routine is said never to reach
  size_t way = 0;                  // index of Claim::ways()
};
// Throws std::runtime_error naming file and key.
Stored parseCounterexample(std::string_view json, const std::string& file_name, bool has_board,
                           size_t ways = 1);

}  // namespace jumpscope::prove
