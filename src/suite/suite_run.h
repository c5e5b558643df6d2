// Runs the cases of a suite and returns which expectations held.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/prove/routine/routine.h"
#include "src/suite/suite.h"
#include "src/trace/packed_writes.h"
#include "src/trace/trace.h"

namespace jumpscope::suite {

enum class CaseStatus : uint8_t {
  Passed,
  Failed,
  Skipped,  // no cartridge
  NotRun,   // a file of it is damaged, there is no board, nothing could be compared
};

// An expectation that does not hold.
struct Finding {
  std::string check;     // "model", "golden", "jumps", "ram", "picture", "proved", "rom"
  std::string headline;  // the first difference with its blame, on one line
  std::string text;      // for people: the same with its context, several lines
  std::string file;      // where it was expected: a golden trace's path; empty: in the suite
  size_t line = 0;       // there; 0: not known
  nlohmann::ordered_json details;
};

// A golden trace that differs from the run.
struct GoldenUpdate {
  std::filesystem::path path;
  std::string bytes;
  bool is_new = false;
};

struct CaseResult {
  std::string name;
  size_t line = 0;  // of the case in the suite; 0: not known
  CaseStatus status = CaseStatus::Passed;
  std::string reason;              // Skipped and NotRun: a sentence
  std::vector<std::string> held;   // "model: 12 jumps, 742 frames, 5194 values compared: 0 differences"
  std::vector<std::string> notes;  // why the movie may play differently here
  std::string warning;             // why even a case that passed may mean nothing; empty: nothing is known
  std::vector<Finding> findings;   // Failed: at least one
  std::optional<GoldenUpdate> golden;  // only where goldens are to be updated
};

struct RomFound {
  std::shared_ptr<const console::Cartridge> cartridge;  // nullptr: there is none
  std::string why_not;                                  // then: a sentence
  bool damaged = false;                                 // there is one, but it cannot be read
  std::filesystem::path path;                           // where it is
};

// What all cases of a suite share.
struct SuiteOptions {
  std::filesystem::path folder;  // of the suite
  bool update_goldens = false;
  bool update_outside = false;  // also goldens outside `folder`
  bool require_roms = false;
};

// Runs one case. A case that compares a trace ignores `rom`. An error in one case (std::runtime_error)
// becomes that case's result, NotRun.
CaseResult runCase(const SuiteCase& suite_case, const RomFound& rom, const SuiteOptions& options);

// The results of a case's run, with which its expectations are compared.
struct CaseRun {
  trace::Trace trace;
  std::optional<trace::PackedWrites> writes;
  std::vector<uint8_t> memory;     // $0000-$FFFF at the end; empty when not asked for
  std::vector<std::string> notes;  // CaseResult::notes
  std::vector<uint16_t> pixels;    // the last frame's; empty when not asked for
};

// True if the case gives its input: buttons and a number of frames.
bool givesInput(const SuiteCase& suite_case);
// What is pressed. Throws std::runtime_error, also where the case gives no input.
session::Input inputOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                       const std::filesystem::path& folder);
// The same as a run for a proof. Throws std::runtime_error.
prove::Run runOf(const SuiteCase& suite_case, const console::Cartridge& cartridge,
                 const session::Input& input);

// The cartridge with the case's patches, which are relative to `folder`; nullptr: there is none. Throws std::runtime_error.
std::shared_ptr<const console::Cartridge> patchedRom(const SuiteCase& suite_case, const RomFound& rom,
                                                     const std::filesystem::path& folder);

// Records a case from power-on to the end of its input. Throws std::runtime_error.
CaseRun recordCase(const SuiteCase& suite_case, std::shared_ptr<const console::Cartridge> cartridge,
                   const session::Input& input, const std::string& profile_name,
                   const std::vector<trace::Watch>& watches, bool with_writes, const SuiteOptions& options);

}  // namespace jumpscope::suite
