// jumpscope.h: profiles, traces and comparisons.
#include <algorithm>
#include <cstring>

#include "src/engine/compare.h"
#include "src/library/c_api.h"
#include "src/library/impl.h"
#include "src/session/trace_input.h"

using jumpscope::c_api::guarded;
using jumpscope::c_api::required;
using jumpscope::c_api::valueOr;

namespace {

// A new handle around what `make` returns.
template <class Handle, class Make>
jumpscope_status give(Handle** handle, Make&& make) {
  return guarded([&] {
    auto& result = required(handle, "the last argument");
    result = new Handle{make()};
  });
}

}  // namespace

// --- Profiles ---

jumpscope_status jumpscope_profile_builtin(const char* name, jumpscope_profile** profile) {
  return give(profile, [&] { return jumpscope::Profile::builtin(&required(name, "name")); });
}

jumpscope_status jumpscope_profile_open(const char* path, jumpscope_profile** profile) {
  return give(profile, [&] { return jumpscope::Profile::open(&required(path, "path")); });
}

jumpscope_status jumpscope_profile_parse(const char* json, jumpscope_profile** profile) {
  return give(profile, [&] { return jumpscope::Profile::parse(&required(json, "json")); });
}

jumpscope_status jumpscope_profile_new(jumpscope_profile** profile) {
  return give(profile, [] { return jumpscope::Profile(); });
}

jumpscope_status jumpscope_profile_watch(jumpscope_profile* profile, const char* watch) {
  return guarded([&] { required(profile, "profile").profile.addWatch(&required(watch, "watch")); });
}

void jumpscope_profile_free(jumpscope_profile* profile) { delete profile; }

// --- Traces ---

jumpscope_status jumpscope_recorder_new(jumpscope_console* console, const jumpscope_profile* profile,
                                        int with_writes, jumpscope_recorder** recorder) {
  return guarded([&] {
    auto& result = required(recorder, "recorder");
    result =
        new jumpscope_recorder(required(console, "console"), required(profile, "profile"), with_writes != 0);
  });
}

void jumpscope_recorder_free(jumpscope_recorder* recorder) { delete recorder; }

void jumpscope_recorder_clear(jumpscope_recorder* recorder) {
  guarded([&] { required(recorder, "recorder").recorder.clear(); });
}

jumpscope_status jumpscope_recorder_trace(const jumpscope_recorder* recorder, jumpscope_trace** trace) {
  return give(trace, [&] { return required(recorder, "recorder").recorder.trace(); });
}

jumpscope_status jumpscope_record(const jumpscope_cartridge* cartridge, const jumpscope_movie* movie,
                                  const jumpscope_profile* profile, uint64_t frames,
                                  const jumpscope_options* options, jumpscope_trace** trace) {
  return give(trace, [&] {
    const jumpscope::Cartridge& rom = required(cartridge, "cartridge").cartridge;
    return jumpscope::record(rom, required(movie, "movie").movie, required(profile, "profile").profile,
                             frames, jumpscope::c_api::optionsOf(options, rom));
  });
}

jumpscope_status jumpscope_trace_open(const char* path, const char* writes, jumpscope_trace** trace) {
  return give(trace, [&] { return jumpscope::Trace::open(&required(path, "path"), writes ? writes : ""); });
}

jumpscope_status jumpscope_trace_save(const jumpscope_trace* trace, const char* path, const char* writes) {
  return guarded([&] { required(trace, "trace").trace.save(&required(path, "path"), writes ? writes : ""); });
}

void jumpscope_trace_free(jumpscope_trace* trace) { delete trace; }
size_t jumpscope_trace_rows(const jumpscope_trace* trace) {
  return valueOr(size_t{0}, [&] { return required(trace, "trace").trace.rows(); });
}
size_t jumpscope_trace_columns(const jumpscope_trace* trace) {
  return valueOr(size_t{0}, [&] { return required(trace, "trace").columns.size(); });
}

const char* jumpscope_trace_column_name(const jumpscope_trace* trace, size_t column) {
  return valueOr<const char*>(nullptr, [&] {
    const auto& columns = required(trace, "trace").columns;
    return column < columns.size() ? columns[column].name.c_str() : nullptr;
  });
}

int jumpscope_trace_fraction_bits(const jumpscope_trace* trace, size_t column) {
  return valueOr(0, [&] {
    const auto& columns = required(trace, "trace").columns;
    return column < columns.size() ? columns[column].fraction_bits : 0;
  });
}

size_t jumpscope_trace_row(const jumpscope_trace* trace, size_t row, size_t capacity, int64_t* values) {
  return valueOr(size_t{0}, [&] {
    const jumpscope::Trace& rows = required(trace, "trace").trace;
    if (row >= rows.rows()) return size_t{0};
    const auto all = rows.values(row);
    if (values) std::copy_n(all.begin(), std::min(capacity, all.size()), values);
    return all.size();
  });
}

uint64_t jumpscope_trace_frame(const jumpscope_trace* trace, size_t row) {
  return valueOr(uint64_t{0}, [&] { return required(trace, "trace").trace.frame(row); });
}

uint8_t jumpscope_trace_buttons(const jumpscope_trace* trace, size_t row) {
  return valueOr(uint8_t{0}, [&] { return required(trace, "trace").trace.buttons(row); });
}

// --- Comparison ---

namespace {

jumpscope_status verdict(jumpscope::Comparison&& result, jumpscope_comparison** comparison) {
  const bool equal = result.equal();
  if (comparison) *comparison = new jumpscope_comparison{std::move(result)};
  return equal ? JUMPSCOPE_OK : JUMPSCOPE_DIFFERENT;
}

}  // namespace

jumpscope_status jumpscope_compare_model(const jumpscope_trace* trace, const jumpscope_profile* profile,
                                         const char* model, jumpscope_comparison** comparison) {
  return guarded([&] {
    jumpscope::CompareOptions options;
    if (model) options.model = model;
    const jumpscope::Trace& rows = required(trace, "trace").trace;
    return verdict(profile ? jumpscope::compareWithModel(rows, profile->profile, options)
                           : jumpscope::compareWithModel(rows, options),
                   comparison);
  });
}

jumpscope_status jumpscope_compare_golden(const jumpscope_trace* trace, const jumpscope_trace* golden,
                                          jumpscope_comparison** comparison) {
  return guarded([&] {
    return verdict(
        jumpscope::compareWithGolden(required(trace, "trace").trace, required(golden, "golden").trace),
        comparison);
  });
}

jumpscope_status jumpscope_compare_engine(const jumpscope_trace* trace, const jumpscope_profile* profile,
                                          const jumpscope_engine* engine, jumpscope_comparison** comparison) {
  return guarded([&] {
    const jumpscope::Trace& rows = required(trace, "trace").trace;
    const auto judged = profile ? profile->profile.impl().profile
                                : jumpscope::session::profileOf(rows.impl().trace, "", "the trace");
    jumpscope::requireAscending(rows);
    return verdict(jumpscope::toPublic(rows.impl().trace, jumpscope::engine::compareWith(
                                                              rows.impl().trace, judged, rows.impl().writes,
                                                              jumpscope::engine::cEngine(
                                                                  "the engine", required(engine, "engine")))),
                   comparison);
  });
}

void jumpscope_comparison_free(jumpscope_comparison* comparison) { delete comparison; }
size_t jumpscope_comparison_values(const jumpscope_comparison* comparison) {
  return valueOr(size_t{0}, [&] { return required(comparison, "comparison").comparison.values; });
}
size_t jumpscope_comparison_differences(const jumpscope_comparison* comparison) {
  return valueOr(size_t{0}, [&] {
    const jumpscope::Comparison& result = required(comparison, "comparison").comparison;
    return result.differences.size() + result.shape.size();
  });
}
const char* jumpscope_comparison_text(const jumpscope_comparison* comparison) {
  return valueOr("", [&] { return required(comparison, "comparison").comparison.text.c_str(); });
}
const char* jumpscope_comparison_json(const jumpscope_comparison* comparison) {
  return valueOr("", [&] { return required(comparison, "comparison").comparison.json.c_str(); });
}
