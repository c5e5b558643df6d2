// The report in a real browser: Debian's chromium without a window (tools/packages, "browser-test").
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

bool hasChromium() { return std::system("command -v chromium >/dev/null 2>&1") == 0; }

// Collects what goes wrong, from before the page's own scripts on.
constexpr const char* watcher = R"(<script>
window.problems = [];
addEventListener("error", event => problems.push(event.message));
console.error = console.warn = (...words) => problems.push(words.join(" "));
</script>)";

// Moves the mouse over the middle of the first chart, and then zooms by choosing the last jump.
constexpr const char* visitor = R"(<script>
addEventListener("load", () => {
  const outcome = document.body.appendChild(document.createElement("pre"));
  const chart = document.querySelector("#charts .chart");
  outcome.id = "outcome";
  if (!chart) { outcome.textContent = "no charts; problems: " + problems.join("; ") + " end"; return; }
  chart.scrollIntoView();
  const box = chart.getBoundingClientRect();
  const at = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true};
  document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent("mousemove", at));
  const values = document.getElementById("values");
  const told = document.querySelector("#charts h3 span").textContent;
  const shown = values.hidden ? "hidden" : values.textContent;
  const numbers = () => [...chart.querySelectorAll(".dygraph-axis-label-y")].map(one => Number(one.textContent.replace("\u2212", "-")));
  const before = Math.max(...numbers());
  [...document.querySelectorAll("tr[data-frame]")].pop().click();
  const after = Math.max(...numbers());
  outcome.textContent = "charts: " + document.querySelectorAll("#charts .chart").length + "\ntold: " + told +
    "\nvalues: " + shown + "\nhighest: " + before + (after < before ? " shrinks" : " stays") + " to " + after + "\nproblems: " + problems.join("; ") + " end";
});
</script>)";

std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const size_t begin = text.find(from);
  if (begin == text.npos) return "";
  return text.substr(begin + from.size(), text.find(to, begin + from.size()) - begin - from.size());
}

// The page opened, and what the visitor saw.
std::string visit(const Folder& folder) {
  std::string page = readText(folder / "page.html");
  page.insert(page.find("<title>"), watcher);
  page.insert(page.rfind("</body>"), visitor);
  writeText(folder / "page.html", page);
  const std::string command = "cd '" + folder.path.string() +
                              "' && HOME=$PWD timeout 300 chromium --headless --no-sandbox --disable-gpu "
                              "--no-first-run --disable-background-networking --disable-component-update "
                              "--disable-sync --disable-extensions "
                              "--user-data-dir=\"$PWD/profile\" --window-size=1300,1600 "
                              "--virtual-time-budget=3000 --dump-dom \"file://$PWD/page.html\" >dom 2>said";
  EXPECT_EQ(std::system(command.c_str()), 0) << readText(folder / "said");
  return between(readText(folder / "dom"), "<pre id=\"outcome\">", "</pre>");
}

// A trace of jumplab with its write log: one long jump, and then a short one.
void trace(const Folder& folder, const std::string& name, const std::string& press) {
  ASSERT_EQ(jumpscope({"trace", jumplab(), "--profile", "smb", "-o", name + ".csv", "--writes",
                       name + ".log.csv", "--press", press, "--frames", "300"},
                      folder.path)
                .status,
            0);
}

TEST(ReportInABrowser, OpensWithoutErrorsAndTellsValuesUnderTheMouse) {
  REQUIRE_SLOW();
  if (!hasChromium()) GTEST_SKIP() << "SKIPPED: chromium is not installed (tools/packages, browser-test)";
  const Folder folder;
  trace(folder, "t", "130-260:R 150-171:A 230-233:A");
  const Outcome plotted =
      jumpscope({"plot", "t.csv", "--writes", "t.log.csv", "-o", "page.html"}, folder.path);
  ASSERT_EQ(plotted.status, 0) << plotted.err;
  const std::string outcome = visit(folder);
  EXPECT_NE(outcome.find("problems:  end"), std::string::npos) << outcome;
  if (outcome.starts_with("no charts")) GTEST_SKIP() << "SKIPPED: built without libjs-dygraphs";
  EXPECT_NE(outcome.find("charts: 4"), std::string::npos) << outcome;
  EXPECT_NE(outcome.find("told: frame "), std::string::npos) << outcome;
  EXPECT_NE(outcome.find("values: frame"), std::string::npos) << outcome;
  EXPECT_NE(outcome.find("y_position"), std::string::npos) << outcome;
  EXPECT_NE(outcome.find(" shrinks to "), std::string::npos) << outcome;
}

TEST(ReportInABrowser, TwoTracesAreBothUnderTheMouseAndSubtracted) {
  REQUIRE_SLOW();
  if (!hasChromium()) GTEST_SKIP() << "SKIPPED: chromium is not installed (tools/packages, browser-test)";
  const Folder folder;
  trace(folder, "one", "130-260:R 150-171:A 230-233:A");
  trace(folder, "two", "130-260:R 150-165:A 230-233:A");
  const Outcome plotted =
      jumpscope({"plot", "one.csv", "two.csv", "--writes", "one.log.csv", "-o", "page.html"}, folder.path);
  ASSERT_EQ(plotted.status, 0) << plotted.err;
  const std::string outcome = visit(folder);
  EXPECT_NE(outcome.find("problems:  end"), std::string::npos) << outcome;
  if (outcome.starts_with("no charts")) GTEST_SKIP() << "SKIPPED: built without libjs-dygraphs";
  EXPECT_NE(outcome.find("charts: 5"), std::string::npos) << outcome;
  const std::string values = between(outcome, "values: ", "highest");
  for (const char* name : {"one.csv", "two.csv"}) EXPECT_NE(values.find(name), std::string::npos) << outcome;
}

}  // namespace
}  // namespace jumpscope::tests
