// Ctrl+C: long loops check interrupted() once per frame, finish their output files as documented, and
// stop.
#pragma once

namespace jumpscope::base {

inline constexpr int interrupted_status = 130;

// From now on SIGINT, SIGTERM and SIGHUP only set a flag; a second one ends the program at once. Closed pipes
// and file size limits make writes fail.
void catchInterrupts();
bool interrupted();

// Thrown by a command that keeps no output after an interruption; main exits with status 130.
struct Interrupted {};
void throwIfInterrupted();

}  // namespace jumpscope::base
