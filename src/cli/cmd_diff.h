// What the two halves of `jumpscope diff` share: against a model (cmd_diff.cpp) and against another trace
// (cmd_diff_two.cpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/engine_options.h"
#include "src/diff/diff.h"
#include "src/session/labels.h"
#include "src/session/record.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/trace.h"

namespace jumpscope::cli {

struct DiffOptions {
  std::string a, b;
  session::RomChoice bare;
  session::MachineChoice machine;
  session::InputChoice input;
  session::LabelChoice labels;
  std::string writes, profile, model, output, align;
  std::vector<std::string> columns, tolerances, settings, watches;
  EngineChoice engine;
  uint64_t context = 5;
  bool all = false, all_columns = false, json = false, strict = false, common = false;
};

// What is compared: read from a file, or recorded by running a ROM.
// nullptr: what is named is no cartridge.
using Cartridge = std::shared_ptr<const console::Cartridge>;

struct Subject {
  trace::PackedTrace trace;
  std::optional<trace::PackedWrites> writes;
  std::optional<session::Input> input = std::nullopt;  // of a run
};

diff::DiffTextOptions textOptions(const DiffOptions& options);

// Runs a cartridge with the input of the command line. Throws std::runtime_error.
Subject recordNow(const DiffOptions& options, const Cartridge& cartridge, const std::string& profile_name,
                  const std::vector<trace::Watch>& watches);

// The labels of A's program, which runs or made the trace `a`. Throws std::runtime_error.
trace::Symbols labelsOf(const DiffOptions& options, const Cartridge& a_runs, const trace::Header& a);

// Refuses options that apply to ROMs only.
void requireNoInput(const DiffOptions& options);
// Refuses --watch for a trace.
void requireNothingToWatch(const DiffOptions& options, const std::string& path);

// Throws the error of a comparison that could not be made.
[[noreturn]] void throwNothingCompared(const std::string& why);

// A against B, each a trace, a table of another program, or a ROM. Returns the exit status.
int diffTwo(const DiffOptions& options, const Cartridge& a_runs, const std::string& b);

}  // namespace jumpscope::cli
