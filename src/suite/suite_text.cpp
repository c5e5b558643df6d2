#include "src/suite/suite_text.h"

#include <algorithm>

#include "src/base/printable.h"

namespace jumpscope::suite {
namespace {

std::string indented(const std::string& text) {
  std::string result;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    result.append("    ").append(text, start, end - start).append("\n");
    start = end + 1;
  }
  return result;
}

std::string_view word(CaseStatus status) {
  switch (status) {
    case CaseStatus::Passed:
      return "ok   ";
    case CaseStatus::Failed:
      return "FAIL ";
    case CaseStatus::Skipped:
      return "skip ";
    case CaseStatus::NotRun:
      return "ERROR";
  }
  return "";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : "; ").append(part);
  return text;
}

std::vector<std::string> allNotes(const CaseResult& result) {
  std::vector<std::string> notes = result.notes;
  if (!result.warning.empty()) notes.push_back(result.warning);
  return notes;
}

// Why a movie may play differently matters only where it did.
std::vector<std::string> shownNotes(const CaseResult& result) {
  if (result.status != CaseStatus::Passed) return allNotes(result);
  return result.warning.empty() ? std::vector<std::string>{} : std::vector{result.warning};
}

}  // namespace

SuiteScore scoreOf(std::span<const CaseResult> results) {
  SuiteScore score;
  for (const CaseResult& result : results) {
    score.passed += result.status == CaseStatus::Passed;
    score.failed += result.status == CaseStatus::Failed;
    score.skipped += result.status == CaseStatus::Skipped;
    score.not_run += result.status == CaseStatus::NotRun;
  }
  return score;
}

std::string_view toString(CaseStatus status) {
  switch (status) {
    case CaseStatus::Passed:
      return "passed";
    case CaseStatus::Failed:
      return "failed";
    case CaseStatus::Skipped:
      return "skipped";
    case CaseStatus::NotRun:
      return "error";
  }
  return "";
}

std::string suiteSummary(std::span<const CaseResult> results) {
  const SuiteScore score = scoreOf(results);
  std::string text = std::to_string(score.total()) + (score.total() == 1 ? " case: " : " cases: ") +
                     std::to_string(score.passed) + " passed, " + std::to_string(score.failed) + " failed";
  if (score.skipped) text += ", " + std::to_string(score.skipped) + " skipped";
  if (score.not_run) text += ", " + std::to_string(score.not_run) + " could not be run";
  return text;
}

std::vector<CaseResult> shownResults(std::span<const CaseResult> results) {
  std::vector<CaseResult> shown(results.begin(), results.end());
  for (CaseResult& result : shown) {
    result.name = base::printable(result.name);
    result.reason = base::printable(result.reason);
    for (std::string& words : result.held) words = base::printable(words);
    for (std::string& note : result.notes) note = base::printable(note);
    result.warning = base::printable(result.warning);
    for (Finding& finding : result.findings) {
      finding.headline = base::printable(finding.headline);
      finding.file = base::printable(finding.file);
      finding.text = base::printableLines(finding.text);
    }
  }
  return shown;
}

std::string suiteText(std::span<const CaseResult> raw_results) {
  const std::vector<CaseResult> results = shownResults(raw_results);
  size_t width = 0;
  for (const CaseResult& result : results) width = std::max(width, result.name.size());
  std::string text;
  for (const CaseResult& result : results) {
    text.append(word(result.status)).append(" ").append(result.name);
    text.append(width - result.name.size() + 2, ' ');
    if (result.status == CaseStatus::Passed) text += joined(result.held);
    if (result.status == CaseStatus::Skipped) text += result.reason;
    if (result.status == CaseStatus::Failed || result.status == CaseStatus::NotRun)
      text += failureHeadline(result);
    text += '\n';
    for (const std::string& note : shownNotes(result)) text += "  note: " + note + "\n";
    for (const Finding& finding : result.findings)
      if (finding.check != "rom") text += "  " + finding.check + ":\n" + indented(finding.text);
  }
  return text + suiteSummary(results) + "\n";
}

std::string failureHeadline(const CaseResult& result) {
  if (result.status == CaseStatus::NotRun) return result.reason;
  if (result.findings.empty()) return "";
  const Finding& first = result.findings.front();
  std::string text = first.check + ": " + first.headline;
  if (result.findings.size() > 1) {
    text += " (and";
    for (size_t i = 1; i < result.findings.size(); ++i)
      text += (i > 1 ? ", " : " ") + result.findings[i].check;
    text += ")";
  }
  return text;
}

std::string failureText(const CaseResult& result) {
  std::string text;
  if (result.status == CaseStatus::NotRun) text += result.reason + "\n";
  for (const std::string& note : shownNotes(result)) text += "note: " + note + "\n";
  for (const Finding& finding : result.findings)
    text += finding.check + (finding.file.empty() ? "" : " " + finding.file) + ":\n" + finding.text;
  return text;
}

nlohmann::ordered_json suiteJson(const std::string& name, std::span<const CaseResult> results) {
  const SuiteScore score = scoreOf(results);
  nlohmann::ordered_json json;
  json["suite"] = name;
  json["cases"] = score.total();
  json["passed"] = score.passed;
  json["failed"] = score.failed;
  json["skipped"] = score.skipped;
  json["errors"] = score.not_run;
  json["results"] = nlohmann::ordered_json::array();
  for (const CaseResult& result : results) {
    nlohmann::ordered_json entry;
    entry["name"] = result.name;
    entry["status"] = toString(result.status);
    entry["line"] = result.line ? nlohmann::ordered_json(result.line) : nlohmann::ordered_json(nullptr);
    entry["reason"] = result.reason;
    entry["held"] = result.held;
    entry["notes"] = allNotes(result);
    entry["findings"] = nlohmann::ordered_json::array();
    for (const Finding& finding : result.findings)
      entry["findings"].push_back({{"check", finding.check},
                                   {"headline", finding.headline},
                                   {"file", finding.file},
                                   {"line", finding.line},
                                   {"details", finding.details}});
    if (result.golden) entry["golden"] = result.golden->path.string();
    json["results"].push_back(std::move(entry));
  }
  return json;
}

}  // namespace jumpscope::suite
