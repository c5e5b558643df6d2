// What --engine names: a program of the user's (docs/engines.md), before it is run.
#pragma once

#include <cstdint>
#include <string>

namespace jumpscope::session {

struct EngineChoice {
  std::string command;
  uint64_t timeout = 5;  // seconds for an answer
};

}  // namespace jumpscope::session
