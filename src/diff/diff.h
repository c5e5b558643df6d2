// Does a cartridge move its player as the model does? Frame by frame, byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/diff/compared_rows.h"
#include "src/jumps/jumps.h"
#include "src/models/write_log.h"
#include "src/physics/models.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/profile.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"
#include "src/trace/trace_file.h"

namespace jumpscope::diff {

// A byte of a watch, of which the watch reads the bits in `mask`.
struct WrongByte {
  uint16_t address = 0;
  uint8_t mask = 0xFF;
  // The bits outside the mask are those of the byte in both, where known. nullopt: the watch's value does not determine the
  // byte (a flag of several bits that is 1), or the expected values end above it.
  std::optional<uint8_t> expected, got;
  bool below_expected = false;  // the expected values end above the byte: they have fewer binary places

  bool operator==(const WrongByte&) const = default;
};

// A value that is not as expected.
struct Difference {
  size_t row = 0;  // in Trace::rows
  uint64_t frame = 0;
  std::optional<size_t> jump;  // index in DiffResult::jumps; nullopt: on the ground, or a golden trace
  std::string watch;
  int64_t expected = 0, got = 0;  // raw
  std::optional<int64_t> before;  // raw, at the end of the frame before; nullopt: the trace begins here
  std::optional<WrongByte> byte;  // the watch's first wrong byte; nullopt: not known, or no byte (buttons)
  // From a model: the frame's first write of a wrong value to this byte. From a golden trace: the byte's last write in
  // the frame. Where the frame has no such write (one that should have happened did not): the last write before.
  // nullopt: none in the log, or no log.
  std::optional<trace::Write> writer;
  std::optional<int64_t> writer_expected;  // what that write should have written, where that is known
  std::string because;  // the documented departure of the model from the game that explains it; else empty
  std::string note;     // what the model says of the frame: "the model starts a jump here"; else empty
};

struct DiffResult {
  std::string model;
  std::vector<std::string> watches;  // what was compared, by the trace's names
  std::vector<jumps::Jump> jumps;
  ComparedRows rows;  // every frame in flight that was compared, and on the ground every wrong one
  std::vector<Difference> differences;  // in order of frames; within a frame in the order in which they arose
  std::map<std::string, size_t> unlisted;  // further ones, which were only counted, by Difference::because
  size_t compared_frames = 0, compared_values = 0;
  size_t tolerated_values = 0;  // off by no more than the tolerance that an engine was given
  bool has_write_log = false;
  bool explains = false;   // every difference that is documented has a `because`
  std::string departures;  // what those are called: "the model's documented differences"
  // What was judged equal to the model, by name and detail: {"landing", "snapped up 3 px"} -> 5.
  std::map<std::string, std::map<std::string, size_t>> judged;
  // Frames that were adopted from the game unjudged, by reason.
  std::map<std::string, size_t> adopted;
  std::vector<std::string> notes;  // sentences about the whole trace

  // Nobody jumped, fell or should have.
  bool nothingCompared() const;
  size_t differenceCount() const;
  // Lists a difference, or counts it where `most` are listed.
  void add(Difference difference, size_t most);
};

// What a trace is compared with.
struct Comparison {
  std::string model = {};           // empty: the profile's
  physics::Settings settings = {};  // parameters other than their defaults
  bool strict = false;              // what would be adopted unjudged is a difference
  size_t most_listed = SIZE_MAX;    // differences; a text shows the first only
};

// Throws std::runtime_error for a log that lacks writes of the trace's run. `binding`: the one that the log
// was read with.
void requireWholeLog(const trace::TraceView& trace, const models::Binding& binding,
                     const models::WriteLog& log);

// The models that a game's trace can be compared with: "a, b or c".
std::string comparableModels();
// The model that a profile's traces are compared with; nullptr: it names none, or one that models no game.
const physics::Model* comparableModel(const trace::Profile& profile);
// The model named `asked`; empty: the profile's. Throws std::runtime_error where that cannot be compared
// with.
const physics::Model& comparedModel(const trace::Profile& profile, const std::string& asked);

// Compares a trace with a model, byte by byte.
//
// A model with a judge (physics::Judge) is asked in every frame of control, on the ground too: what should
// start here, what should the motion make of the player, and how may the frame end? The end must be one of
// the outcomes that the model knows (landings, bumps, stomps); what other code does beyond these is adopted
// for a reason that is counted, or is a difference. With a write log the motion is found among the frame's
// writes, so that what came after it hides nothing, and a run of the game's logic that ends in the next frame
// counts as one. Without one a frame's end is judged alone; an end that would be adopted, or that is one
// outcome of several, must also be what the next frame goes on from.
//
// Other models predict every jump from the RAM at the end of the frame before it, and from inputs (buttons,
// and whatever else the model calls one). When other code than the mover writes the player's speed or
// position (seen in the write log), the bytes are compared as they stood before that write, and the
// prediction goes on from the RAM at the end of that frame. Without a write log other code's writes cannot be
// told from errors; landings are then taken from the profile's jump conditions, and not compared. Flights
// that the model does not follow are passed over. Where a model is known to depart from the game, a
// difference that goes away without one of its departures (physics::Departure) names it in `because`.
//
// Throws std::runtime_error when there is no such model or it is about no game, the trace lacks a watch that
// the model needs, or a setting does not count beside a game.
DiffResult compareWith(const trace::TraceView& trace, const trace::Profile& profile,
                       const std::optional<trace::WritesView>& writes, const Comparison& with = {});
// As above, with a log that was read for this trace and profile; nullptr: no log.
DiffResult compareWith(const trace::TraceView& trace, const trace::Profile& profile,
                       const models::WriteLog* log, const Comparison& with = {});

struct DiffTextOptions {
  size_t context = 5;                  // frames shown before a difference
  bool all = false;                    // every difference, not only the first
  size_t after = 0;                    // frames shown after it; comparisons of two traces only
  std::string sides = "golden|trace";  // what stands left and right of a bar in those
  bool buttons = true;                 // whether those compare the buttons
  bool all_columns = false;            // false: of the watches those that differ, and the height
  std::string why = {};                // what the first difference comes from: below it
  std::string claims = {};             // where it is written what a verdict claims; a line before the last
};

// The first difference (or all) with the frames before it side by side, and the closing line:
// "12 jumps, 742 frames, 5194 values compared: 0 differences".
std::string diffText(const trace::TraceView& trace, const DiffResult& result,
                     const DiffTextOptions& options = {});
// One difference: the frame, the watch and its values, and the writer; one or two lines, each with a line end.
std::string differenceText(const trace::TraceView& trace, const Difference& difference);
// "frame 35, y_speed: expected 4, got 5, written by $8220 STA $9F", on one line; of a watch of several bytes with the
// byte.
std::string differenceHeadline(const trace::TraceView& trace, const Difference& difference);
// All that is known of one.
nlohmann::ordered_json differenceJson(const Difference& difference);
// Looks up the labels of the writers.
void labelWriters(std::span<Difference> differences, const trace::Symbols& symbols);
// "$8336 (move_y+$30)", or only the address where no label is known.
std::string writerAddress(const trace::Write& write);
std::string diffSummary(const DiffResult& result);
// What was judged and found as the model says, and what was adopted unjudged and why; a line each.
std::string judgedText(const DiffResult& result);
nlohmann::ordered_json diffJson(const trace::TraceView& trace, const DiffResult& result);

// A trace beside a golden one.
struct GoldenResult {
  std::vector<std::string> metadata;  // sentences: "rom_sha1 is ..., the golden trace has ..."
  std::vector<std::string> shape;     // sentences: rows or watches that only one of the two has
  std::vector<Difference> differences;
  size_t unlisted = 0;  // further ones, which were only counted
  size_t compared_rows = 0, compared_columns = 0, compared_values = 0;
  size_t expected_rows = 0, expected_columns = 0;  // that the golden trace has
  size_t tolerated_values = 0;                     // off by no more than the golden trace allows

  bool nothingCompared() const { return compared_rows == 0; }
  // Metadata may differ (another version made the golden trace): it is named, and does not count.
  bool same() const { return shape.empty() && differences.empty(); }
  size_t differenceCount() const { return differences.size() + unlisted + shape.size(); }
};

// The watches of a trace and of its golden trace as they were recorded, where values have been brought to another
// binary point since; empty: as they are.
struct AsRecorded {
  std::vector<trace::Watch> ours, golden;
};

// Compares row by row, watch by watch: exactly, or within the tolerance that the golden
// trace stores for a watch. Rows are paired by frame number, watches by name. `buttons`: they are compared
// too.
GoldenResult diffWithGolden(const trace::TraceView& trace, const trace::TraceView& golden,
                            const std::optional<trace::WritesView>& writes, bool buttons = true,
                            const AsRecorded& recorded = {});

// Rows of a trace in order: the next one, valid until the call after the next; nullptr at the end.
using RowSource = std::function<const trace::Row*()>;
RowSource rowsOf(trace::RowsView rows);
RowSource rowsOf(trace::TraceReader reader);

// A trace whose rows may come from a file as they are compared.
struct StreamedTrace {
  const trace::Header& header;
  RowSource rows;
};

// What goldenText() shows of a comparison.
struct GoldenShown {
  trace::Trace trace,
      golden;  // with the rows around the differences; Difference::row counts those of `trace`
  GoldenResult result;
};

// The same with constant memory: keeps the first difference, or all with `options.all`, and the rows that the text shows
// with it. `options.buttons`: they are compared too.
GoldenShown diffWithGolden(StreamedTrace trace, StreamedTrace golden,
                           const std::optional<trace::WritesView>& writes, const DiffTextOptions& options,
                           const AsRecorded& recorded = {});

// "118 of 118 frames, 3 of 3 columns, 354 values compared: 0 differences"
std::string goldenSummary(const GoldenResult& result);
std::string goldenText(const trace::Trace& trace, const trace::Trace& golden, const GoldenResult& result,
                       const DiffTextOptions& options = {});
nlohmann::ordered_json goldenJson(const GoldenResult& result);

}  // namespace jumpscope::diff
