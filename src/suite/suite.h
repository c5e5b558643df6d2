// Suites for CI: a list of cases, each a cartridge with input (or a trace made elsewhere) and what must hold.
// Format: docs/ci.md and docs/schema/suite.schema.json.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/session/machine.h"
#include "src/session/session.h"
#include "src/trace/trace.h"

namespace jumpscope::suite {

// Which cartridge: by hash, by file, or by both (the file is then where to look first). Not both are empty.
struct RomWanted {
  std::string sha1;  // of the file or of PRG+CHR
  std::string file;  // relative to the suite, or to a folder of ROMs

  bool operator<(const RomWanted& other) const {
    return sha1 != other.sha1 ? sha1 < other.sha1 : file < other.file;
  }
};

// Bytes from `address` on, at the end of the last frame.
struct ExpectedBytes {
  uint16_t address = 0;
  std::vector<uint8_t> bytes;
};

// Some columns of one line of the jump table.
struct ExpectedJump {
  size_t number = 0;  // from 1 on, as `jumpscope jumps` counts
  nlohmann::ordered_json columns;
};

// The routine equals the model, for all states: see `prove`.
struct ExpectedProof {
  std::vector<std::string> assume;  // conditions, besides the profile's
  std::optional<uint16_t> routine;  // its entry; nullopt: it is found
  bool coverage = true;

  bool operator==(const ExpectedProof&) const = default;
};

// A program of the suite's author is the model: see docs/engines.md.
struct ExpectedEngine {
  std::vector<std::string> words;            // run in the suite's folder
  std::vector<std::string> settings;         // "NAME=VALUE"
  std::map<std::string, double> tolerances;  // by watch, in its unit
  double timeout = 5;                        // seconds for an answer

  bool operator==(const ExpectedEngine&) const = default;
};

// Which of a golden trace's frames are compared, both ends included.
struct FrameRange {
  uint64_t first = 0, last = 0;

  bool operator==(const FrameRange&) const = default;
};

struct Expectation {
  std::optional<std::string> model;  // a name or a law's file; "": the one that the profile names
  std::optional<ExpectedEngine> engine;
  std::string golden;  // path of a golden trace; empty: none
  std::optional<uint64_t> jump_count;
  std::vector<ExpectedJump> jumps;
  std::vector<ExpectedBytes> memory;
  std::optional<ExpectedProof> proof;
  std::string sha1_idx6, sha1_idx9;  // of the last frame's picture, as `run --frame-hashes` has them

  // True if the case needs a run of the cartridge.
  bool wantsRun() const {
    return model || engine || !golden.empty() || wantsJumps() || !memory.empty() || wantsPicture();
  }
  bool wantsJumps() const { return jump_count || !jumps.empty(); }
  bool wantsPicture() const { return !sha1_idx6.empty() || !sha1_idx9.empty(); }
};

// All paths are as the suite has them: relative to its folder.
struct SuiteCase {
  std::string name;
  size_t line = 1;  // in the suite's text, from 1 on

  RomWanted rom;                     // empty: `trace` is compared
  std::vector<std::string> patches;  // of the cartridge, in their order
  std::string trace;                 // a trace made elsewhere, e.g. by the reimplementation under test
  std::string writes;                // its write log; may be empty
  // The part of the golden trace that a trace made elsewhere is compared with; nullopt, empty: all of it.
  std::optional<FrameRange> frames;
  std::vector<std::string> columns;               // watches, and "buttons"
  std::map<std::string, std::string> tolerances;  // by watch, besides those of the golden trace: "0.05"

  session::InputParts input;
  session::MachineChoice machine;

  std::string profile;                // built-in name or path; may be empty
  std::vector<trace::Watch> watches;  // besides the profile's
  std::vector<std::string> symbols;   // label files
  Expectation expect;
};

struct Suite {
  std::string name;
  std::vector<SuiteCase> cases;
};

// True if a JSON text declares itself a suite. Throws std::runtime_error for text that is not JSON, or that
// has an unknown "format".
bool isSuite(std::string_view text, const std::string& file_name);

// Parses a suite. Unknown keys are refused, naming the nearest known one; so are two cases of one name and a
// case that expects nothing. Throws std::runtime_error naming file, place and what belongs there.
Suite parseSuite(std::string_view text, const std::string& file_name);

// The keys that an object of a suite may have.
enum class SuitePart : uint8_t { Suite, Case, Rom, Expect, Jumps, Picture, Proved };
std::span<const std::string_view> suiteKeys(SuitePart part);

// The line on which each element of the top-level list "cases" begins. Precondition: `text` is valid JSON.
std::vector<size_t> caseLines(std::string_view text);

}  // namespace jumpscope::suite
