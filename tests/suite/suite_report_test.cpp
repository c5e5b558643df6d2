// JUnit and GitHub's formats, with results that contain characters that are hard to escape.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/base/printable.h"
#include "src/suite/github.h"
#include "src/suite/junit.h"
#include "src/suite/suite_text.h"
#include "tests/support/github_commands.h"
#include "tests/support/junit_schema.h"

namespace jumpscope::suite {
namespace {

CaseResult failed(const std::string& name, const std::string& headline, const std::string& text) {
  CaseResult result;
  result.name = name;
  result.line = 7;
  result.status = CaseStatus::Failed;
  result.findings.push_back({"golden", headline, text, "", 0, {}});
  return result;
}

CaseResult other(const std::string& name, CaseStatus status, const std::string& reason) {
  CaseResult result;
  result.name = name;
  result.status = status;
  result.reason = reason;
  return result;
}

// Every byte there is, after words.
std::string everyByte() {
  std::string text = "bytes: ";
  for (int byte = 0; byte < 256; ++byte) text += static_cast<char>(byte);
  return text +
         "]]> <![CDATA[ &amp; \xEF\xBF\xBE \xED\xA0\x80 \xF4\x90\x80\x80 \xC0\x80 \xE2\x82\xAC "
         "\xF0\x9F\x8D\x84";
}

std::vector<CaseResult> hardResults() {
  CaseResult two = failed("two findings", "frame 1", "first\n");
  two.findings.push_back({"ram", "$0010", "second\n", "goldens/a,b:c%.csv", 12, {}});
  return {other("plain", CaseStatus::Passed, ""),
          failed("a \"b\" <c> & 'd', 100%: ::error::", everyByte(), everyByte() + "\n"),
          failed("x\xEF\xBF\xBE", "same name when escaped", "a\n"),
          failed("x\xEF\xBF\xBF", "same name when escaped", "b\n"),
          two,
          other("skipped", CaseStatus::Skipped, "no ROM <there>\nanywhere, \"really\": 50%"),
          other("broken", CaseStatus::NotRun, "x.csv, line 3: expected 5 columns, found 4")};
}

std::vector<CaseResult> passedWithAShortage() {
  CaseResult passed = other("passed", CaseStatus::Passed, "");
  passed.notes.push_back("the movie was recorded elsewhere");
  passed.warning = "a<b.nes: the file ends\nearly";
  return {passed};
}

TEST(JUnit, EscapesCharactersThatXmlForbids) {
  EXPECT_EQ(xmlEscaped("a<b>&\"c\"", XmlPlace::Body), "a&lt;b&gt;&amp;\"c\"");
  EXPECT_EQ(xmlEscaped("a\"\t\n\r", XmlPlace::Attribute), "a&quot;&#9;&#10;&#13;");
  EXPECT_EQ(xmlEscaped("a\t\n", XmlPlace::Body), "a\t\n");
  EXPECT_EQ(xmlEscaped(std::string("\0\x01\x1B", 3), XmlPlace::Body), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xmlEscaped("\xE2\x82\xAC\xF0\x9F\x8D\x84", XmlPlace::Body), "\xE2\x82\xAC\xF0\x9F\x8D\x84");
  EXPECT_EQ(xmlEscaped("\xC0\x80", XmlPlace::Body), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xmlEscaped("\xED\xA0\x80", XmlPlace::Body), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xmlEscaped("\xE2\x82", XmlPlace::Body), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(xmlEscaped("\xEF\xBF\xBF", XmlPlace::Body), "\xEF\xBF\xBD");
}

TEST(JUnit, ContainsEveryCaseInOrder) {
  const std::string xml = junitXml("my suite", "suite.json", hardResults());
  EXPECT_NE(xml.find("tests=\"7\" failures=\"4\" errors=\"1\" skipped=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<testcase name=\"plain\" classname=\"my suite\"/>"), std::string::npos) << xml;
  EXPECT_NE(xml.find("<skipped message=\"no ROM &lt;there&gt;\\nanywhere"), std::string::npos) << xml;
  EXPECT_NE(xml.find("type=\"not run\">x.csv, line 3"), std::string::npos) << xml;
  EXPECT_LT(xml.find("\"plain\""), xml.find("\"two findings\""));
  EXPECT_LT(xml.find("first\n"), xml.find("second\n"));
  EXPECT_EQ(xml.find(" time="), std::string::npos);
  EXPECT_EQ(xml, junitXml("my suite", "suite.json", hardResults()));
}

TEST(JUnit, IsAcceptedByTheSchema) {
  REQUIRE_XMLLINT();
  const auto file =
      std::filesystem::temp_directory_path() / ("jumpscope-junit-" + std::to_string(getpid()) + ".xml");
  for (const auto& results : {hardResults(), passedWithAShortage(), std::vector<CaseResult>{}}) {
    std::ofstream(file, std::ios::binary) << junitXml("a <suite> & \"more\"\x01", "s.json", results);
    EXPECT_EQ(tests::junitProblems(file), "");
  }
  // The schema rejects files that are wrong.
  std::string twice = junitXml("s", "s.json", std::vector{other("a", CaseStatus::Passed, "")});
  const std::string one = "    <testcase name=\"a\" classname=\"s\"/>\n";
  twice.insert(twice.find(one), one);
  std::ofstream(file, std::ios::binary) << twice;
  EXPECT_NE(tests::junitProblems(file), "");
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".xmllint");
}

TEST(Github, EscapesAsTheToolkitDoes) {
  EXPECT_EQ(githubData("50%, a:b\r\nc"), "50%25, a:b%0D%0Ac");
  EXPECT_EQ(githubProperty("50%, a:b\r\nc"), "50%25%2C a%3Ab%0D%0Ac");
}

TEST(Github, EveryAnnotationIsOneWellFormedLine) {
  const auto shown = [](const std::string& path) { return path; };
  const std::string text = githubAnnotations("my: suite, 100%", "a,b/suite.json", hardResults(), shown);
  const auto commands = tests::githubCommands(text);
  // One finding each for three cases, two for one, one not run, one skipped.
  ASSERT_EQ(commands.size(), 7u) << text;
  EXPECT_EQ(size_t(std::count(text.begin(), text.end(), '\n')), commands.size());
  EXPECT_EQ(commands[0].level, "error");
  EXPECT_EQ(commands[0].properties.at("file"), "a,b/suite.json");
  EXPECT_EQ(commands[0].properties.at("line"), "7");
  EXPECT_EQ(commands[0].properties.at("title"), "my: suite, 100%: a \"b\" <c> & 'd', 100%: ::error::");
  EXPECT_EQ(commands[0].message, "golden: " + base::printable(everyByte()));
  EXPECT_EQ(commands[4].properties.at("file"), "goldens/a,b:c%.csv");
  EXPECT_EQ(commands[4].properties.at("line"), "12");
  EXPECT_EQ(commands[5].level, "warning");
  EXPECT_FALSE(commands[5].properties.contains("line"));
  EXPECT_EQ(commands[6].message, "x.csv, line 3: expected 5 columns, found 4");
}

TEST(Github, TheSummaryKeepsItsTableAndItsLimit) {
  std::vector<CaseResult> results = hardResults();
  const std::string summary = githubSummary("s", results);
  EXPECT_NE(summary.find("7 cases: 1 passed, 4 failed, 1 skipped, 1 could not be run"), std::string::npos)
      << summary;
  EXPECT_EQ(summary.find("\n</pre></script"), std::string::npos);
  EXPECT_NE(summary.find("&#34;b&#34; &#60;c&#62;"), std::string::npos) << summary;
  EXPECT_EQ(summary.find("plain"), std::string::npos);
  for (int i = 0; i < 300; ++i)
    results.push_back(failed("big " + std::to_string(i), "h", std::string(10000, '<')));
  const std::string big = githubSummary("s", results);
  EXPECT_LT(big.size(), 1'000'000u);
  EXPECT_NE(big.find("more are omitted"), std::string::npos);
}

TEST(Reports, APassedCaseOfAShortFileSaysSoAndNothingElse) {
  const std::vector<CaseResult> results = passedWithAShortage();
  const std::string text = suiteText(results);
  EXPECT_NE(text.find("\n  note: a<b.nes: the file ends\\nearly\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("recorded elsewhere"), std::string::npos) << text;
  EXPECT_EQ(suiteJson("s", results)["results"][0]["notes"].size(), 2u);
  const std::string xml = junitXml("s", "s.json", results);
  EXPECT_NE(xml.find("<system-out>note: a&lt;b.nes: the file ends\\nearly</system-out>"), std::string::npos)
      << xml;
  const auto commands = tests::githubCommands(
      githubAnnotations("s", "s.json", results, [](const std::string& path) { return path; }));
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_EQ(commands[0].level, "notice");
  EXPECT_EQ(commands[0].message, "a<b.nes: the file ends\\nearly");
}

TEST(SuiteText, HasOneLinePerCaseAndTheFirstDifference) {
  const std::string text = suiteText(hardResults());
  EXPECT_NE(text.find("\nskip  skipped"), std::string::npos) << text;
  EXPECT_NE(text.find("\nERROR broken"), std::string::npos) << text;
  EXPECT_NE(text.find("golden: frame 1 (and ram)\n"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("7 cases: 1 passed, 4 failed, 1 skipped, 1 could not be run\n")) << text;
}

}  // namespace
}  // namespace jumpscope::suite
