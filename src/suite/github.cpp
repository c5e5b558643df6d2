#include "src/suite/github.h"

#include "src/base/printable.h"
#include "src/base/text.h"
#include "src/suite/suite_text.h"

namespace jumpscope::suite {
namespace {

constexpr size_t largest_summary = 900'000;

std::string percented(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) == special.npos) {
      result += c;
      continue;
    }
    result += '%';
    base::appendHex(result, uint8_t(c), 2);
  }
  return result;
}

std::string command(const char* level, const std::string& file, size_t line, const std::string& title,
                    const std::string& message) {
  std::string text = std::string("::") + level + " file=" + githubProperty(file);
  if (line != 0) text.append(",line=").append(std::to_string(line));
  return text.append(",title=").append(githubProperty(title)).append("::").append(githubData(message)) + "\n";
}

std::string htmlEscaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

// A cell of a Markdown table: everything that Markdown could read as its own is written as an HTML reference.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       uint8_t(c) >= 0x80 ||
                       std::string_view(" .,:;/-+=()'?").find(c) != std::string_view::npos;
    if (plain)
      result += c;
    else if (uint8_t(c) < 0x20)
      result += ' ';
    else
      result.append("&#").append(std::to_string(int(c))).append(";");
  }
  return result;
}

bool wantsAttention(const CaseResult& result) {
  return result.status == CaseStatus::Failed || result.status == CaseStatus::NotRun;
}

}  // namespace

std::string githubData(std::string_view text) { return percented(text, "%\r\n"); }
std::string githubProperty(std::string_view text) { return percented(text, "%\r\n:,"); }

std::string githubAnnotations(const std::string& suite, const std::string& file,
                              std::span<const CaseResult> results, const ShownPath& shown) {
  std::string text;
  for (const CaseResult& result : shownResults(results)) {
    const std::string title = base::printable(suite) + ": " + result.name;
    if (result.status == CaseStatus::Passed && !result.warning.empty())
      text += command("notice", shown(file), result.line, title, result.warning);
    if (result.status == CaseStatus::Skipped)
      text += command("warning", shown(file), result.line, title + " (skipped)", result.reason);
    if (result.status == CaseStatus::NotRun)
      text += command("error", shown(file), result.line, title, result.reason);
    for (const Finding& finding : result.findings) {
      const bool elsewhere = !finding.file.empty();
      text += command("error", shown(elsewhere ? finding.file : file), elsewhere ? finding.line : result.line,
                      title, finding.check + ": " + finding.headline);
    }
  }
  return text;
}

std::string githubSummary(const std::string& suite, std::span<const CaseResult> raw_results) {
  const std::vector<CaseResult> results = shownResults(raw_results);
  std::string text = "### ";
  text.append(cell(base::printable(suite))).append("\n\n").append(suiteSummary(results)).append("\n\n");
  const SuiteScore score = scoreOf(results);
  if (score.passed != score.total()) text += "| case | outcome | first difference |\n|---|---|---|\n";
  size_t left_out = 0;
  const auto add = [&](const std::string& part) {
    if (text.size() + part.size() > largest_summary)
      ++left_out;
    else
      text += part;
  };
  for (const CaseResult& result : results) {
    if (result.status == CaseStatus::Passed) continue;
    std::string row = "| ";
    row.append(cell(result.name)).append(" | ").append(toString(result.status)).append(" | ");
    add(row + cell(wantsAttention(result) ? failureHeadline(result) : result.reason) + " |\n");
  }
  for (const CaseResult& result : results) {
    if (!wantsAttention(result)) continue;
    std::string part = "\n<details><summary>";
    part.append(htmlEscaped(result.name))
        .append("</summary>\n\n<pre>")
        .append(htmlEscaped(failureText(result)));
    add(part + "</pre>\n</details>\n");
  }
  if (left_out != 0)
    text.append("\n")
        .append(std::to_string(left_out))
        .append(" more are omitted, because GitHub limits a summary to 1 MiB; see the job's log.\n");
  return text + "\n";
}

}  // namespace jumpscope::suite
