#include "src/sweep/table.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/lines.h"
#include "src/trace/watch.h"

namespace jumpscope::sweep {
namespace {

void addCell(std::string& text, std::string_view cell) {
  if (cell.find_first_of(",\"") == cell.npos) {
    text += cell;
    return;
  }
  text += '"';
  for (const char c : cell) text.append(c == '"' ? 2 : 1, c);
  text += '"';
}

bool hasEstimate(const Plan& plan) { return plan.spec.search && !plan.spec.search->estimate.empty(); }

// The place in Expressions::measures after the score and the columns.
size_t estimateAt(const Plan& plan) { return 1 + plan.spec.columns.size(); }

std::string placeText(const Plan& plan, const Outcome& outcome) {
  std::string text;
  for (size_t i = estimateAt(plan) + 1; i < outcome.measures.size(); ++i)
    text += (text.empty() ? "" : " ") + trace::realText(outcome.measures[i]);
  return text;
}

std::vector<std::string> cellsOf(std::string_view line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += c;
  }
  return cells;
}

}  // namespace

std::string columnLine(const Plan& plan) {
  std::string text = "index";
  if (plan.spec.search) text += ",round";
  for (const std::string& name : plan.candidates->variableNames()) text += "," + name;
  text += ",press,frames,end,score";
  if (hasEstimate(plan)) text += ",estimate,place";
  for (const Measure& column : plan.spec.columns) text += "," + column.name;
  return text;
}

void addRow(std::string& text, const Plan& plan, uint64_t index, uint64_t round, const Candidate& candidate,
            const Outcome& outcome) {
  const auto& endings = plan.spec.endings;
  text += std::to_string(index);
  if (plan.spec.search) text += "," + std::to_string(round);
  for (const int64_t value : candidate.variables) text += "," + std::to_string(value);
  text += "," + pressText(candidate.script, outcome.frames) + "," + std::to_string(outcome.frames) + ",";
  addCell(text, outcome.ending < endings.size() ? endings[outcome.ending].name : "time");
  text += "," + trace::realText(outcome.measures[0]);
  if (hasEstimate(plan))
    text += "," + trace::realText(outcome.measures[estimateAt(plan)]) + "," + placeText(plan, outcome);
  for (size_t i = 0; i < plan.spec.columns.size(); ++i)
    text += "," + trace::realText(outcome.measures[1 + i]);
  text += "\n";
}

std::vector<Result> parseRows(std::string_view rows, const Plan& plan, const std::string& name) {
  const size_t frames_at =
      3 + plan.candidates->variableNames().size();  // after index, round, variables, press
  const size_t count = frames_at + 3 + (hasEstimate(plan) ? 2 : 0) + plan.spec.columns.size();
  std::vector<Result> results;
  base::Lines lines(rows, name);
  while (!lines.atEnd()) {
    const std::vector<std::string> cells = cellsOf(lines.next());
    if (cells.size() != count) lines.fail("expected " + std::to_string(count) + " columns");
    Result result;
    const auto frames = base::parseInteger<uint64_t>(cells[frames_at], 0, session::most_frames);
    const auto score = trace::parseReal(cells[frames_at + 2]);
    const auto estimate = hasEstimate(plan) ? trace::parseReal(cells[frames_at + 3]) : Exact{};
    if (!frames || !score || !estimate) lines.fail("expected numbers of frames, score and estimate");
    results.push_back(
        {*frames, cells[frames_at + 1], *score, *estimate, hasEstimate(plan) ? cells[frames_at + 4] : ""});
  }
  return results;
}

}  // namespace jumpscope::sweep
