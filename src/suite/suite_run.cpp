#include "src/suite/suite_run.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/suggest.h"
#include "src/base/text.h"
#include "src/diff/align.h"
#include "src/diff/diff.h"
#include "src/diff/model_rerun.h"
#include "src/engine/compare.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "src/session/frame_hash.h"
#include "src/session/labels.h"
#include "src/session/rom_file.h"
#include "src/session/trace_input.h"
#include "src/suite/rom_test.h"
#include "src/trace/columns.h"
#include "src/trace/profile.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "src/trace/write_log_file.h"

namespace jumpscope::suite {
namespace {

namespace fs = std::filesystem;

// Programs that read a report want the first differences, not a million of them; the count is always there.
constexpr size_t most_differences_listed = 20;

constexpr const char* buttons_column = "buttons";

using base::counted;

std::string hexBytes(const std::vector<uint8_t>& bytes) {
  std::string text;
  for (const uint8_t byte : bytes) text.append(text.empty() ? "" : " ").append(base::hex(byte, 2));
  return text;
}

void keepFirstDifferences(nlohmann::ordered_json& details) {
  auto& list = details["differences"];
  if (list.size() > most_differences_listed) list.erase(list.begin() + most_differences_listed, list.end());
}

// One case while it runs.
class Runner {
 public:
  Runner(const SuiteCase& suite_case, std::shared_ptr<const console::Cartridge> cartridge,
         const SuiteOptions& options, CaseResult& result)
      : case_(suite_case), cartridge_(std::move(cartridge)), options_(options), result_(result) {}

  void run() {
    // Before what is done with it: a missing movie is named before a missing profile.
    if (cartridge_ && (case_.expect.wantsRun() || givesInput(case_)))
      input_ = inputOf(case_, *cartridge_, options_.folder);
    if (!case_.profile.empty()) profile_ = session::loadProfile(case_.profile, options_.folder);
    readLabels();
    if (!case_.expect.golden.empty()) readGolden();
    if (!cartridge_)
      readTrace();
    else if (case_.expect.wantsRun())
      recordRom();
    if (case_.expect.model) checkModel();
    if (case_.expect.engine) checkEngine();
    dropAddedWatch();
    if (!case_.expect.golden.empty()) checkGoldenOrPart();
    if (case_.expect.wantsJumps()) checkJumps();
    if (!case_.expect.memory.empty()) checkMemory();
    if (case_.expect.wantsPicture()) checkPicture();
    if (case_.expect.proof) checkProof();
    if (!result_.findings.empty()) result_.status = CaseStatus::Failed;
  }

 private:
  void readLabels() {
    session::LabelChoice choice;
    for (const std::string& file : case_.symbols) choice.files.push_back((options_.folder / file).string());
    symbols_ = cartridge_ ? session::loadLabels(choice, *cartridge_) : session::loadLabels(choice);
  }

  fs::path goldenPath() const { return (options_.folder / case_.expect.golden).lexically_normal(); }

  // Suites come from anywhere; updating one must not write over files that it happens to name.
  void requireInside(const fs::path& path) const {
    const fs::path folder = base::placeOf(options_.folder.empty() ? "." : options_.folder);
    const fs::path inside = base::placeOf(path).lexically_relative(folder);
    if (inside.empty() || *inside.begin() == "..")
      throw std::runtime_error("the golden trace " + path.string() + " is outside the suite's folder, " +
                               folder.string() + "; move it there, or add --update-outside");
  }

  // What is compared is no source of what it is compared with: goldens are made from cartridges.
  bool updates() const { return options_.update_goldens && cartridge_; }

  void readGolden() {
    const fs::path path = goldenPath();
    if (updates() && !options_.update_outside) requireInside(path);
    std::error_code error;
    if (fs::exists(path, error)) {
      golden_ = trace::readTrace(path);
      diff::setTolerances(golden_->header, case_.tolerances, "'tolerances'");
      if (!golden_->header.when.empty() && cartridge_)
        throw std::runtime_error("the golden trace " + path.string() + " contains only the frames in which " +
                                 golden_->header.when +
                                 ", but a suite records every frame; record it without --when");
      return;
    }
    if (!updates())
      throw std::runtime_error("there is no golden trace " + path.string() +
                               "; record it with --update-goldens, in a case that runs a cartridge");
  }

  std::vector<trace::Watch> watches() const {
    std::vector<trace::Watch> watches;
    if (profile_) watches = profile_->watches;
    watches.insert(watches.end(), case_.watches.begin(), case_.watches.end());
    // Without a word about what to watch: what the golden trace has.
    if (watches.empty() && golden_) watches = golden_->header.watches;
    if (watches.empty() && !case_.expect.golden.empty())
      throw std::runtime_error("there are no watches for the golden trace " + case_.expect.golden +
                               "; add 'profile' or 'watches' to the case");
    trace::requireSound(watches, "the watches");
    return watches;
  }

  bool wantsModel() const { return case_.expect.model || case_.expect.engine; }

  void recordRom() {
    // Who wrote what is only needed by the model, and by a golden that differs: then it is run once more.
    const bool with_writes = wantsModel() || case_.expect.wantsJumps();
    record(with_writes);
  }

  void record(bool with_writes) {
    const std::string profile_name = profile_ ? profile_->name : golden_ ? golden_->header.profile : "";
    std::vector<trace::Watch> recorded = watches();
    lag_added_ = wantsModel() && trace::addLagWatch(recorded);
    run_ = recordCase(case_, cartridge_, input_, profile_name, recorded, with_writes, options_);
    run_.trace.header.rule = profile_  ? trace::carriedRule(*profile_)
                             : golden_ ? golden_->header.rule
                                       : std::nullopt;
    result_.notes = run_.notes;
  }

  trace::Profile goldenProfile() const {
    trace::Profile profile = trace::profileOf(golden_->header).value_or(trace::Profile());
    profile.name = golden_->header.profile;
    profile.watches = golden_->header.watches;
    return profile;
  }

  void readTrace() {
    // Without a word about a recording's columns: the golden trace's watches.
    const std::optional<trace::Profile> profile = profile_ || !golden_ ? profile_ : goldenProfile();
    const session::LoadedTrace loaded =
        session::loadTrace(options_.folder / case_.trace, profile ? &*profile : nullptr, {});
    if (loaded.recorded_elsewhere && profile_ && case_.expect.model)
      session::requireColumns(loaded.trace.header, case_.trace, *profile_,
                              diff::comparedModel(*profile_, *case_.expect.model).game);
    recorded_elsewhere_ = loaded.recorded_elsewhere;
    run_.trace = loaded.trace;
    result_.notes = loaded.notes;
    if (!case_.writes.empty())
      run_.writes = trace::readPackedWriteLog(options_.folder / case_.writes, run_.trace);
  }

  void found(Finding finding) { result_.findings.push_back(std::move(finding)); }

  // A model's own trace: everything is computed again from what the trace says of itself.
  void checkModelTrace() {
    trace::Trace again;
    const diff::GoldenResult diff = diff::diffWithItsModel(run_.trace, again);
    if (diff.nothingCompared()) throw std::runtime_error("nothing was compared: the trace has no rows");
    if (diff.same()) {
      result_.held.push_back("model: " + counted(diff.compared_rows, "frame") +
                             " computed again: 0 differences");
      return;
    }
    Finding finding{"model",
                    diff.differences.empty() ? diff.shape.front()
                                             : diff::differenceHeadline(run_.trace, diff.differences.front()),
                    diff::goldenText(run_.trace, again, diff),
                    "",
                    0,
                    diff::goldenJson(diff)};
    keepFirstDifferences(finding.details);
    found(std::move(finding));
  }

  void checkModel() {
    if (!cartridge_ && !profile_ && models::isModelTrace(run_.trace)) return checkModelTrace();
    if (!profile_) throw std::runtime_error("add a key 'profile', which says which watches feed the model");
    judge("model", diff::compareWith(run_.trace, *profile_, run_.writes, {askedModel(), {}}));
  }

  // A law's file is named as seen from the suite.
  std::string askedModel() const {
    const std::string& model = *case_.expect.model;
    return models::namesLawFile(model) ? (options_.folder / model).string() : model;
  }

  void checkEngine() {
    const ExpectedEngine& expected = *case_.expect.engine;
    constexpr size_t most_lines = 5;
    size_t lines = 0;
    engine::Command command{expected.words, options_.folder.string(), expected.timeout,
                            [&](const std::string& line) {
                              if (lines++ < most_lines) result_.notes.push_back("the engine says: " + line);
                            }};
    judge("engine", engine::compareWith(run_.trace, *profile_, run_.writes, engine::makeEngine(command),
                                        {expected.settings, expected.tolerances}));
  }

  void judge(const std::string& what, diff::DiffResult diff) {
    if (diff.nothingCompared())
      throw std::runtime_error("nothing was compared with the " + what + ": there is no jump in " +
                               counted(run_.trace.rows.size(), "frame"));
    result_.notes.insert(result_.notes.end(), diff.notes.begin(), diff.notes.end());
    if (diff.differences.empty()) {
      result_.held.push_back(what + ": " + diff::diffSummary(diff));
      return;
    }
    diff::labelWriters(diff.differences, symbols_);
    nlohmann::ordered_json details = diff::diffJson(run_.trace, diff);
    details.erase("jump_table");
    keepFirstDifferences(details);
    found({what, diff::differenceHeadline(run_.trace, diff.differences.front()),
           diff::diffText(run_.trace, diff), "", 0, std::move(details)});
  }

  // Which only models ask for.
  void dropAddedWatch() {
    if (std::exchange(lag_added_, false)) trace::dropLagWatch(run_.trace);
  }

  diff::GoldenResult compareWithGolden() const {
    diff::GoldenResult result =
        diff::diffWithGolden(run_.trace, *golden_, run_.writes, compares(buttons_column),
                             common_ ? common_->recorded : diff::AsRecorded{});
    if (common_) diff::addMissing(*common_, false, result);
    return result;
  }

  void checkGolden() {
    if (!golden_) return proposeGolden(true);
    diff::GoldenResult diff = compareWithGolden();
    if (updates()) {
      trace::Header header = golden_->header;
      header.version = run_.trace.header.version;
      header.tolerances.clear();
      if (!diff.same() || header != run_.trace.header) return proposeGolden(false);
    }
    if (diff.nothingCompared())
      throw std::runtime_error("nothing was compared: " + goldenPath().string() +
                               " has no frame in common with the run");
    if (diff.same()) {
      result_.held.push_back("golden: " + diff::goldenSummary(diff));
      return;
    }
    if (cartridge_ && !run_.writes && !diff.differences.empty()) {
      record(true);
      dropAddedWatch();
      diff = compareWithGolden();
    }
    diff::labelWriters(diff.differences, symbols_);
    Finding finding{"golden",
                    "",
                    diff::goldenText(run_.trace, *golden_, diff),
                    goldenPath().string(),
                    1,
                    diff::goldenJson(diff)};
    keepFirstDifferences(finding.details);
    if (diff.differences.empty()) {
      finding.headline = diff.shape.front();
    } else {
      const diff::Difference& first = diff.differences.front();
      finding.headline = diff::differenceHeadline(run_.trace, first);
      finding.line = goldenLine(first.frame);
    }
    found(std::move(finding));
  }

  bool compares(const std::string& column) const {
    if (column == buttons_column && !run_.trace.header.has_buttons) return false;
    return case_.columns.empty() ||
           std::find(case_.columns.begin(), case_.columns.end(), column) != case_.columns.end();
  }

  // The frames and columns of the golden trace that the case asks for.
  void chooseParts() {
    if (case_.frames) chooseFrames(*case_.frames);
    if (case_.columns.empty()) return;
    std::vector<std::string> known{buttons_column};
    for (const trace::Watch& watch : golden_->header.watches) known.push_back(watch.name);
    for (const std::string& column : case_.columns)
      if (std::find(known.begin(), known.end(), column) == known.end())
        throw std::runtime_error("'columns' names " + column + ", which the golden trace " +
                                 goldenPath().string() + " does not have" + base::didYouMean(column, known));
    // What the case leaves out is of no interest in the trace, either.
    trace::keepWatches(run_.trace, [&](const trace::Watch& watch) {
      return compares(watch.name) || !golden_->header.find(watch.name);
    });
    trace::keepWatches(*golden_, [&](const trace::Watch& watch) { return compares(watch.name); });
  }

  void chooseFrames(const FrameRange& range) {
    const auto outside = [&](const trace::Row& row) {
      return row.frame < range.first || row.frame > range.last;
    };
    rows_before_ = size_t(std::count_if(golden_->rows.begin(), golden_->rows.end(),
                                        [&](const trace::Row& row) { return row.frame < range.first; }));
    std::erase_if(golden_->rows, outside);
    std::erase_if(run_.trace.rows, outside);
    if (golden_->rows.size() != range.last - range.first + 1)
      throw std::runtime_error("the golden trace " + goldenPath().string() + " has only " +
                               std::to_string(golden_->rows.size()) + " of the frames " +
                               std::to_string(range.first) + "-" + std::to_string(range.last) +
                               " that 'frames' asks for");
  }

  // A recording says nothing of what it was made from. All that the golden trace has must be in it, or be left out
  // by the case.
  void checkGoldenOrPart() {
    if (cartridge_) return checkGolden();
    const trace::Trace whole = run_.trace;
    chooseParts();
    if (recorded_elsewhere_ || !diff::samePoints(run_.trace.header, golden_->header)) chooseCommon();
    checkGolden();
    run_.trace = whole;
  }

  void chooseCommon() {
    diff::FramePairing pairing;
    pairing.a_name = "the trace", pairing.b_name = "the golden trace";
    const bool has_buttons = run_.trace.header.has_buttons;
    pairing.a_has_buttons = has_buttons;
    common_ = diff::commonPart(run_.trace, *golden_, pairing);
    if (common_->a.header.watches.empty() && !compares(buttons_column))
      throw std::runtime_error("nothing was compared: " + case_.trace + " and " + goldenPath().string() +
                               " have no watch in common");
    if (!has_buttons) common_->notes.push_back("the buttons are not compared: " + case_.trace + " has none");
    common_->a.header = common_->b.header;
    common_->a.header.has_buttons = has_buttons;
    result_.notes.insert(result_.notes.end(), common_->notes.begin(), common_->notes.end());
    run_.trace = trace::unpacked(common_->a);
    golden_ = trace::unpacked(common_->b);
  }

  // The line of a golden file that holds a frame; 0 where that is not known.
  size_t goldenLine(uint64_t frame) const {
    const trace::TraceFormat format = trace::traceFormatOf(case_.expect.golden);
    if (format == trace::TraceFormat::CsvZst || recorded_elsewhere_ || common_) return 0;
    const auto row = std::lower_bound(golden_->rows.begin(), golden_->rows.end(), frame,
                                      [](const trace::Row& a, uint64_t b) { return a.frame < b; });
    return rows_before_ + size_t(row - golden_->rows.begin()) + (format == trace::TraceFormat::Csv ? 3 : 2);
  }

  // Its tolerances stay: they are what a person decided.
  void proposeGolden(bool is_new) {
    if (golden_)
      for (const auto& [watch, tolerance] : golden_->header.tolerances)
        if (run_.trace.find(watch)) run_.trace.header.tolerances[watch] = tolerance;
    result_.golden = GoldenUpdate{
        goldenPath(), trace::encodeTrace(run_.trace, trace::traceFormatOf(case_.expect.golden)), is_new};
    result_.held.push_back(std::string("golden: ") + (is_new ? "created, " : "updated, ") +
                           counted(run_.trace.rows.size(), "frame"));
  }

  void checkJumps() {
    if (!profile_) throw std::runtime_error("add a key 'profile', which says what a jump is");
    const std::vector<jumps::Jump> jumps = jumps::findJumps(run_.trace, *profile_, run_.writes);
    if (std::string start = jumps::whyStartUnknown(run_.trace, *profile_, jumps); !start.empty())
      result_.notes.push_back(std::move(start));
    const nlohmann::ordered_json table = jumps::jumpsJson(jumps);
    const size_t count = jumps::countJumps(jumps);
    std::vector<std::string> wrong;
    size_t compared = 0;
    if (case_.expect.jump_count) {
      ++compared;
      if (*case_.expect.jump_count != count)
        wrong.push_back("expected " + counted(*case_.expect.jump_count, "jump") + ", got " +
                        std::to_string(count));
    }
    for (const ExpectedJump& expected : case_.expect.jumps) {
      const std::string which = "jump " + std::to_string(expected.number);
      const auto found_row = std::find_if(table.begin(), table.end(), [&](const nlohmann::ordered_json& one) {
        return one.at("jump") == expected.number;
      });
      if (found_row == table.end()) {
        wrong.push_back(which + " does not happen; the run has " + counted(count, "jump"));
        continue;
      }
      const nlohmann::ordered_json& row = *found_row;
      for (const auto& [column, value] : expected.columns.items()) {
        ++compared;
        if (row.at(column) != value)
          wrong.push_back(which + ", " + column + ": expected " + base::compactJson(value) + ", got " +
                          base::compactJson(row.at(column)));
      }
    }
    if (wrong.empty()) {
      result_.held.push_back("jumps: " + counted(compared, "value") + " compared: 0 differences");
      return;
    }
    std::string text;
    for (const std::string& line : wrong) text += line + "\n";
    found({"jumps", wrong.front(), text + jumps::jumpsText(jumps), "", 0, {{"differences", wrong}}});
  }

  void checkMemory() {
    std::vector<std::string> wrong;
    size_t compared = 0;
    for (const ExpectedBytes& expected : case_.expect.memory) {
      const auto first = run_.memory.begin() + expected.address;
      const std::vector<uint8_t> got(first, first + ptrdiff_t(expected.bytes.size()));
      compared += got.size();
      if (got != expected.bytes)
        wrong.push_back(trace::addressText(expected.address) + ": expected " + hexBytes(expected.bytes) +
                        ", got " + hexBytes(got));
    }
    if (wrong.empty()) {
      result_.held.push_back("ram: " + counted(compared, "byte") + " compared: 0 differences");
      return;
    }
    std::string text = "at the end of the run:\n";
    for (const std::string& line : wrong) text += line + "\n";
    found({"ram", "at the end, " + wrong.front(), text, "", 0, {{"differences", wrong}}});
  }

  void checkProof() {
    const ExpectedProof& expected = *case_.expect.proof;
    prove::ClaimOptions options;
    options.cartridge = cartridge_;
    options.profile = profile_ ? *profile_ : session::profileOf(*cartridge_);
    if (case_.expect.model) options.model = *case_.expect.model;
    options.assume = expected.assume;
    options.routine = expected.routine;
    options.coverage = expected.coverage;
    options.command = "prove";
    if (givesInput(case_)) options.runs = {runOf(case_, *cartridge_, input_)};
    const prove::Claim claim(options);
    const prove::Proof proof = claim.prove();
    const prove::ReportOptions report;
    const std::string summary = prove::proofSummary(claim, proof);
    if (proof.verdict == prove::Verdict::Proved)
      result_.held.push_back(summary);
    else
      found({"proved", summary, prove::proofText(claim, proof, report), "", 0,
             prove::proofJson(claim, proof, report)});
  }

  void checkPicture() {
    std::vector<std::string> wrong;
    const auto compare = [&](const char* name, const std::string& expected, const std::string& got) {
      if (!expected.empty() && expected != got)
        wrong.push_back(std::string(name) + " of the last frame's picture: expected " + expected + ", got " +
                        got);
    };
    compare("sha1_idx6", case_.expect.sha1_idx6, session::frameSha1Idx6(run_.pixels));
    compare("sha1_idx9", case_.expect.sha1_idx9, session::frameSha1Idx9(run_.pixels));
    if (wrong.empty()) {
      result_.held.push_back("picture: the last frame is as expected");
      return;
    }
    std::string text;
    for (const std::string& line : wrong) text += line + "\n";
    found({"picture", wrong.front(), text, "", 0, {{"differences", wrong}}});
  }

  const SuiteCase& case_;
  std::shared_ptr<const console::Cartridge> cartridge_;
  const SuiteOptions& options_;
  CaseResult& result_;
  trace::Symbols symbols_;
  std::optional<trace::Profile> profile_;
  std::optional<trace::Trace> golden_;
  bool recorded_elsewhere_ = false;        // the trace is a recording of another program
  size_t rows_before_ = 0;                 // of the golden file, before those that are compared
  bool lag_added_ = false;                 // a watch that the case did not ask for
  std::optional<diff::TracePair> common_;  // what such a recording and the golden trace have in common
  session::Input input_;                   // of a cartridge that is run
  CaseRun run_;
};

}  // namespace

CaseResult runCase(const SuiteCase& suite_case, const RomFound& rom, const SuiteOptions& options) {
  CaseResult result;
  result.name = suite_case.name;
  result.line = suite_case.line;
  if (!rom.cartridge && suite_case.trace.empty()) {
    result.reason = rom.why_not;
    result.status = rom.damaged            ? CaseStatus::NotRun
                    : options.require_roms ? CaseStatus::Failed
                                           : CaseStatus::Skipped;
    if (result.status == CaseStatus::Failed)
      result.findings.push_back({"rom", rom.why_not, rom.why_not + "\n", "", 0, {}});
    return result;
  }
  try {
    const auto cartridge = patchedRom(suite_case, rom, options.folder);
    if (cartridge) result.warning = session::shortageOf(*cartridge).value_or("");
    Runner(suite_case, cartridge, options, result).run();
  } catch (const std::runtime_error& error) {
    result.status = CaseStatus::NotRun;
    result.reason = error.what();
    result.golden.reset();
  }
  return result;
}

}  // namespace jumpscope::suite
