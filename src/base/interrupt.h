// Ctrl+C asks politely: long loops look at interrupted() once a frame, keep what they promised to keep, and
// stop.
#pragma once

namespace jumpscope::base {

inline constexpr int interrupted_status = 130;

// From now on SIGINT and SIGTERM only set a flag; a second one ends the program at once.
void catchInterrupts();
bool interrupted();

// Thrown by a command that has nothing to keep; main turns it into status 130.
struct Interrupted {};
void throwIfInterrupted();

}  // namespace jumpscope::base
