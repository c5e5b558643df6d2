#include "src/suite/junit.h"

#include <set>

#include "src/base/printable.h"
#include "src/suite/suite_text.h"

namespace jumpscope::suite {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

std::string escapedAscii(char c, XmlPlace place) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return place == XmlPlace::Attribute ? "&quot;" : "\"";
    case '\r':
      return "&#13;";
    case '\t':
      return place == XmlPlace::Attribute ? "&#9;" : "\t";
    case '\n':
      return place == XmlPlace::Attribute ? "&#10;" : "\n";
    default:
      return uint8_t(c) < 0x20 ? std::string(replacement) : std::string(1, c);
  }
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ")
      .append(name)
      .append("=\"")
      .append(xmlEscaped(value, XmlPlace::Attribute))
      .append("\"");
}

std::string counts(const SuiteScore& score) {
  return attribute("tests", std::to_string(score.total())) +
         attribute("failures", std::to_string(score.failed)) +
         attribute("errors", std::to_string(score.not_run)) +
         attribute("skipped", std::to_string(score.skipped));
}

// <failure> or <error>, with the headline as its message and everything in its body.
std::string problem(const std::string& element, const std::string& type, const CaseResult& result) {
  std::string xml = "      <";
  xml += element + attribute("message", failureHeadline(result)) + attribute("type", type) + ">";
  xml += xmlEscaped(failureText(result), XmlPlace::Body);
  return xml + "</" + element + ">\n";
}

std::string outcome(const CaseResult& result) {
  switch (result.status) {
    case CaseStatus::Passed:
      if (result.warning.empty()) return "";
      return "      <system-out>" + xmlEscaped("note: " + result.warning, XmlPlace::Body) + "</system-out>\n";
    case CaseStatus::Skipped:
      return std::string("      <skipped").append(attribute("message", result.reason)).append("/>\n");
    case CaseStatus::Failed:
      return problem("failure", "difference", result);
    case CaseStatus::NotRun:
      return problem("error", "not run", result);
  }
  return "";
}

}  // namespace

std::string xmlEscaped(std::string_view text, XmlPlace place) {
  std::string result;
  while (!text.empty()) {
    const size_t length = base::utf8Length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 0 || character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF")
      result += replacement;
    else if (length == 1)
      result += escapedAscii(character[0], place);
    else
      result += character;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string junitXml(const std::string& suite_name, const std::string& file,
                     std::span<const CaseResult> raw_results) {
  const std::string suite = base::printable(suite_name);
  const std::vector<CaseResult> results = shownResults(raw_results);
  const SuiteScore score = scoreOf(results);
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                    attribute("name", "jumpscope") + counts(score) + ">\n  <testsuite" +
                    attribute("name", suite) + counts(score) + attribute("file", base::printable(file)) +
                    ">\n";
  std::set<std::string> names;
  for (const CaseResult& result : results) {
    // Escaping may make two names one.
    const std::string shown = xmlEscaped(result.name, XmlPlace::Attribute);
    std::string name = shown;
    for (size_t i = 2; !names.insert(name).second; ++i) name = shown + " (" + std::to_string(i) + ")";
    xml += "    <testcase name=\"" + name + "\"" + attribute("classname", suite);
    const std::string inside = outcome(result);
    xml += inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n";
  }
  return xml + "  </testsuite>\n</testsuites>\n";
}

}  // namespace jumpscope::suite
