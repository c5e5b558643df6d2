// Traces made from a running console.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/app/machine.h"
#include "src/app/session.h"
#include "src/trace/trace.h"

namespace jumpscope::app {

struct Recording {
  trace::Trace trace;
  std::vector<trace::Write> writes;
};

// Runs from power-on to the end of the input and keeps everything in memory. Throws Interrupted on Ctrl+C.
Recording record(std::shared_ptr<const mappers::Cartridge> cartridge, const console::Options& options,
                 const Input& input, const std::string& profile_name,
                 const std::vector<trace::Watch>& watches);
Recording record(const RomChoice& rom, const MachineChoice& machine, const InputChoice& input,
                 const std::string& profile_name, const std::vector<trace::Watch>& watches);

}  // namespace jumpscope::app
