// A trace cut into jumps: where each began, how high and how far it went, what happened on the way and how it
// ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/models/binding.h"
#include "src/models/write_log.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::jumps {

enum class JumpStart : uint8_t { Jump, Stroke, Fall, BeforeTrace };

enum class JumpEnd : uint8_t { Landed, NextStroke, NextJump, Climbing, ControlLost, EndOfTrace };

// Effects of other code than the mover on a player in flight.
struct Event {
  uint64_t frame = 0;
  std::string_view name;  // as the model calls it: "stomp"; stays valid
  size_t write = 0;       // index in the write log: the first of this event's writes
};

// Frames are counted as players count them: the frame of the press is frame 1.
struct Jump {
  // From 1 on. nullopt: the flight began before the trace, or in a gap of it, and is no jump to be counted.
  std::optional<size_t> number;
  size_t first_row = 0, last_row = 0;  // in Trace::rows; the last is the landing's, or the last in flight
  uint64_t start_frame = 0;
  JumpStart start = JumpStart::Jump;
  std::optional<int> tier;             // row of the model's tables, where a start chose one
  std::optional<int64_t> x_speed_abs;  // raw, when the jump began
  uint64_t hold_frames = 0;            // A was down from the first frame on for so many frames
  int64_t apex_px = 0;                 // whole px risen
  int64_t apex_raw = 0;                // the same with the sub-pixel, in 1/2^apex_bits px
  int apex_bits = 0;
  uint64_t apex_frame = 0;
  uint64_t frames_airborne = 0;
  std::optional<uint64_t> landing_frame;
  // Right positive; only where the profile names a horizontal position, or the trace has x_position (and
  // x_page).
  std::optional<int64_t> distance_px;
  // The gravity after the release (or the apex, when A was held so long), in 1/2^apex_bits px per frame^2,
  // down positive: the change of speed that most of its frames share; nullopt: no half of them share one.
  std::optional<int64_t> release_gravity_raw;
  // Without the landing. Where there is no write log, what the values alone suggest: "probable stomp".
  std::vector<Event> events;
  // True if `events` are certain and complete: there is a write log, and a model distinguishes the mover's writes
  // from those of other code.
  bool events_known = false;
  JumpEnd end = JumpEnd::EndOfTrace;
};

// What other code than the start and the mover did to the player in a row's frame; nullopt when it changed
// nothing, and where the profile names no model of a game, so that the mover is unknown. Recognized from the writers and the order of their writes; the values only choose the name.
std::optional<Event> outsideEvent(const trace::TraceView& trace, const models::Binding& binding,
                                  const models::WriteLog& log, size_t row);

// Jumps in order of time. `log` may be nullptr (the trace has no write log): then events are inferred from values, and a
// stroke in water is seen by its timer only. A profile without jump conditions has its jumps seen by the
// height alone (flight.h). Throws std::runtime_error when the trace lacks a watch that the profile's jumps
// need, or the profile names no height.
std::vector<Jump> findJumps(const trace::TraceView& trace, const trace::Profile& profile,
                            const models::WriteLog* log);

// As above, with a log read from a file; nullopt: no log.
std::vector<Jump> findJumps(const trace::TraceView& trace, const trace::Profile& profile,
                            const std::optional<trace::WritesView>& writes);

// How many of them have a number.
size_t countJumps(std::span<const Jump> jumps);
// The index of the jump that a row belongs to; nullopt: none does. `jumps` as findJumps() gives them.
std::optional<size_t> jumpAt(std::span<const Jump> jumps, size_t row);

std::string_view toString(JumpStart start);
std::string_view toString(JumpEnd end);

// "stomp in frame 35, landed"
std::string describeEnd(const Jump& jump);

// A line per jump under a line of headings, columns aligned.
std::string jumpsText(std::span<const Jump> jumps);
// The table as CSV: RFC 4180, empty where there is no value.
std::string jumpsCsv(std::span<const Jump> jumps);
nlohmann::ordered_json jumpsJson(std::span<const Jump> jumps);

// Why the events of a trace's jumps are not known, as a sentence; "" where they are. `has_log`: there is a write
// log.
std::string whyEventsUnknown(const trace::Profile& profile, bool has_log);

// Why the first flight of a trace has no number, or its measures may not be whole, as a sentence: it began before
// the trace, or may have. "" where its beginning is known.
std::string whyStartUnknown(trace::RowsView rows, const trace::Profile& profile, std::span<const Jump> jumps);

// Heights by hold time (--curve): a line for each kind of start, tier, hold and outcome, with the number of
// such jumps. Only jumps that landed undisturbed.
std::string curveText(std::span<const Jump> jumps);
std::string curveCsv(std::span<const Jump> jumps);
nlohmann::ordered_json curveJson(std::span<const Jump> jumps);

}  // namespace jumpscope::jumps
