#include "jumpscope/compare.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/diff/diff.h"
#include "src/diff/model_rerun.h"
#include "src/jumps/jumps.h"
#include "src/library/impl.h"
#include "src/models/model_trace.h"
#include "src/session/trace_input.h"
#include "src/trace/watch.h"

namespace jumpscope {

namespace {

constexpr const char* unnamed = "the trace";

trace::Profile profileOf(const Trace& trace) { return session::profileOf(trace.impl().trace, "", unnamed); }

Jump toPublic(const jumps::Jump& jump) {
  Jump shown;
  shown.number = jump.number;
  shown.first_row = jump.first_row;
  shown.last_row = jump.last_row;
  shown.start_frame = jump.start_frame;
  shown.start = toString(jump.start);
  shown.tier = jump.tier;
  shown.hold_frames = jump.hold_frames;
  shown.apex_px = std::ldexp(static_cast<double>(jump.apex_raw), -jump.apex_bits);
  shown.apex_frame = jump.apex_frame;
  shown.frames_airborne = jump.frames_airborne;
  shown.landing_frame = jump.landing_frame;
  shown.distance_px = jump.distance_px;
  shown.end = jumps::describeEnd(jump);
  return shown;
}

Comparison toPublic(const trace::Trace& trace, const trace::Trace& golden, const diff::GoldenResult& result) {
  if (result.nothingCompared())
    throw std::runtime_error("nothing was compared: the two traces have no frame in common");
  Comparison shown;
  shown.rows = result.compared_rows;
  shown.values = result.compared_values;
  shown.shape = result.shape;
  for (const diff::Difference& difference : result.differences)
    shown.differences.push_back(jumpscope::toPublic(trace, difference));
  shown.text = diff::goldenText(trace, golden, result);
  shown.json = base::jsonText(diff::goldenJson(result));
  return shown;
}

// A model's own trace: everything is computed again from what the trace says of itself.
Comparison compareWithItself(const trace::Trace& trace, const CompareOptions& options) {
  trace::Trace again;
  const diff::GoldenResult result = diff::diffWithItsModel(trace, again, options.settings);
  return toPublic(trace, again, result);
}

Comparison compare(const Trace::Impl& subject, const trace::Profile& profile, const CompareOptions& options) {
  return jumpscope::toPublic(subject.trace,
                             diff::compareWith(subject.trace, profile, subject.writes,
                                               {options.model, options.settings, options.strict}));
}

std::vector<Jump> toPublic(const std::vector<jumps::Jump>& found) {
  std::vector<Jump> shown;
  for (const jumps::Jump& jump : found) shown.push_back(toPublic(jump));
  return shown;
}

}  // namespace

Comparison toPublic(const trace::Trace& trace, const diff::DiffResult& result) {
  if (result.nothingCompared())
    throw std::runtime_error("nothing was compared: there is no jump in " +
                             std::to_string(trace.rows.size()) +
                             " frames; record more, or a movie in which the player jumps");
  Comparison shown;
  shown.rows = result.compared_frames;
  shown.values = result.compared_values;
  for (const diff::Difference& difference : result.differences)
    shown.differences.push_back(jumpscope::toPublic(trace, difference));
  shown.text = diff::diffText(trace, result);
  shown.json = base::jsonText(diff::diffJson(trace, result));
  return shown;
}

Difference toPublic(const trace::Trace& trace, const diff::Difference& difference) {
  Difference shown;
  shown.row = difference.row;
  shown.frame = difference.frame;
  shown.jump = difference.jump;
  shown.watch = difference.watch;
  shown.expected = difference.expected;
  shown.got = difference.got;
  if (const auto column = trace.find(difference.watch)) {
    const trace::Watch& watch = trace.header.watches[*column];
    shown.expected_text = trace::formatValue(watch, difference.expected);
    shown.got_text = trace::formatValue(watch, difference.got);
  }
  if (const auto& byte = difference.byte)
    shown.byte = WrongByte{byte->address, byte->mask, byte->expected, byte->got};
  if (difference.writer) shown.writer = toPublic(*difference.writer);
  shown.because = difference.because;
  return shown;
}

std::vector<Jump> findJumps(const Trace& trace) {
  requireAscending(trace);
  return toPublic(jumps::findJumps(trace.impl().trace, profileOf(trace), trace.impl().writes));
}

std::vector<Jump> findJumps(const Trace& trace, const Profile& profile) {
  requireAscending(trace);
  return toPublic(jumps::findJumps(trace.impl().trace, profile.impl().profile, trace.impl().writes));
}

Comparison compareWithModel(const Trace& trace, const CompareOptions& options) {
  requireAscending(trace);
  const trace::Trace& rows = trace.impl().trace;
  const bool asks_another = !options.model.empty() && options.model != rows.header.model;
  if (models::isModelTrace(rows) && !asks_another) return compareWithItself(rows, options);
  return compare(trace.impl(), profileOf(trace), options);
}

Comparison compareWithModel(const Trace& trace, const Profile& profile, const CompareOptions& options) {
  requireAscending(trace);
  return compare(trace.impl(), profile.impl().profile, options);
}

Comparison compareWithGolden(const Trace& trace, const Trace& golden) {
  requireAscending(trace);
  requireAscending(golden);
  const trace::Trace &a = trace.impl().trace, &b = golden.impl().trace;
  return toPublic(a, b, diff::diffWithGolden(a, b, trace.impl().writes));
}

}  // namespace jumpscope
