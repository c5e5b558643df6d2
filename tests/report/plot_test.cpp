#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/jumps/height.h"
#include "src/models/model_trace.h"
#include "src/report/plot.h"
#include "src/report/plot_parts.h"
#include "src/report/report_charts.h"
#include "src/report/svg.h"
#include "src/trace/watch.h"
#include "tests/support/fake_game.h"

namespace jumpscope::report {
namespace {

using namespace tests;

struct Drawn {
  Play played;
  trace::Profile profile = fakeProfile();
  diff::DiffResult diff;

  explicit Drawn(const Cartridge& cartridge = {})
      : played(play(tour(), cartridge)), diff(diff::compareWith(played.trace, profile, played.writes)) {}
  PlotSource source() const { return {&played.trace, &profile, diff.jumps, &diff, "a tour"}; }
};

size_t count(const std::string& text, const std::string& what) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

// Every element is closed in the order in which it was opened.
void expectWellFormed(const std::string& xml) {
  std::vector<std::string> open;
  for (size_t at = 0; (at = xml.find('<', at)) != std::string::npos;) {
    const size_t end = xml.find('>', at);
    ASSERT_NE(end, std::string::npos);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    at = end;
    if (tag.back() == '/') continue;
    const std::string name = tag.substr(tag[0] == '/', tag.find_first_of(" \n") - (tag[0] == '/'));
    if (tag[0] != '/') {
      open.push_back(name);
    } else {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), name);
      open.pop_back();
    }
  }
  EXPECT_TRUE(open.empty());
}

TEST(Plot, BesideTheGamesSpeedAModelsWithFractionBitsIsInPixelsToo) {
  // Let go early: the damping then leaves no bit of the speed at 0.
  std::vector<uint8_t> buttons(30, 0);
  std::fill(buttons.begin() + 1, buttons.begin() + 6, uint8_t{0x01});
  const physics::Model &game = physics::findModel("smb-jump"), &other = physics::findModel("siv3d-jump");
  const trace::Trace traces[] = {models::modelTrace(game, {}, buttons),
                                 models::modelTrace(other, {{"jump_speed", -4}}, buttons)};
  const trace::Profile profiles[] = {models::modelProfile(game), models::modelProfile(other)};
  const std::string svg = plotSvg(std::vector<PlotSource>{{&traces[0], &profiles[0], {}, nullptr, "smb"},
                                                          {&traces[1], &profiles[1], {}, nullptr, "siv3d"}});
  const size_t panel = svg.find("Speed, down positive"), next = svg.find("Gravity in effect");
  ASSERT_LT(panel, next);
  EXPECT_EQ(svg.substr(panel, next - panel).find(">50<"), std::string::npos) << "none is faster than 5 px";
}

TEST(Plot, ThePictureIsWellFormedAndTheSameEveryTime) {
  const Drawn drawn;
  const PlotSource sources[] = {drawn.source()};
  const std::string svg = plotSvg(sources);
  expectWellFormed(svg);
  EXPECT_EQ(svg, plotSvg(sources));
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
  EXPECT_NE(svg.find("prefers-color-scheme: dark"), std::string::npos);
}

TEST(Plot, DifferencesAreMarkedAndOnlyThen) {
  EXPECT_EQ(count(plotSvg(std::vector{Drawn().source()}), "class=\"wrong\""), 0u);
  Cartridge modified;
  modified.rise[0] ^= 1;
  const Drawn drawn(modified);
  EXPECT_GT(count(plotSvg(std::vector{drawn.source()}), "class=\"wrong\""), 0u);
  const std::string page = reportHtml(std::vector{drawn.source()}, "modified");
  EXPECT_NE(page.find("First difference"), std::string::npos);
  EXPECT_GT(count(page, "<tr tabindex=\"0\" data-frame"), 0u);
}

TEST(Plot, TheModelsArcIsDottedBesideEachJumps) {
  Cartridge modified;
  modified.rise[0] ^= 1;
  const Drawn drawn(modified);
  const PlotSource sources[] = {drawn.source()};
  const auto rising =
      std::count_if(drawn.diff.jumps.begin(), drawn.diff.jumps.end(), [](const jumps::Jump& jump) {
        return jump.start == jumps::JumpStart::Jump || jump.start == jumps::JumpStart::Stroke;
      });
  const Picture picture = arcs(sources);
  EXPECT_GE(count(picture.body, "<polyline class=\"expected\""), static_cast<size_t>(rising));
  EXPECT_NE(plot_style.find(".plot .expected { stroke: #1d2430; stroke-width: 1; stroke-dasharray"),
            std::string::npos);
  PlotSource alone = drawn.source();
  alone.diff = nullptr;
  EXPECT_EQ(arcs({&alone, 1}).body.find("expected"), std::string::npos);
  // Where the two differ in height, so do their curves.
  const Panel height = panelsOf(sources, timelineFrame(sources)).front();
  std::map<double, double> cartridge, model;
  for (const Curve& curve : height.curves)
    for (const Point& point : curve.points)
      (curve.css_class == "expected" ? model : cartridge)[point.x] = point.y;
  ASSERT_FALSE(model.empty());
  const auto y = std::find(drawn.diff.watches.begin(), drawn.diff.watches.end(), "y_position");
  size_t apart = 0;
  for (const diff::ComparedRow& row : drawn.diff.rows) {
    const auto frame = static_cast<double>(drawn.played.trace.rows[row.row].frame);
    const auto at = static_cast<size_t>(y - drawn.diff.watches.begin());
    const trace::Trace& trace = drawn.played.trace;
    const bool shown = trace.rows[row.row].values[*trace.find("y_position")] == row.got[at];
    if (row.expected[at] == row.got[at] || !shown || !model.contains(frame)) continue;
    ++apart;
    EXPECT_NE(model[frame], cartridge[frame]) << frame;
  }
  EXPECT_GT(apart, 0u);
}

TEST(Plot, TheFirstDifferenceStandsAboveThePlotsAndInTheHeadline) {
  Cartridge modified;
  modified.rise[0] ^= 1;
  const Drawn drawn(modified);
  const std::string page = reportHtml(std::vector{drawn.source()}, "modified");
  const diff::Difference& first = drawn.diff.differences.front();
  const size_t verdict = page.find("class=\"verdict wrong\""), told = page.find("First difference");
  ASSERT_LT(verdict, told);
  EXPECT_LT(told, page.find("<svg", page.find("<main>")));
  const std::string headline = page.substr(verdict, page.find("</p>", verdict) - verdict);
  ASSERT_TRUE(first.byte.has_value());
  EXPECT_NE(headline.find("the first in frame " + std::to_string(first.frame) + ", byte " +
                          trace::addressText(first.byte->address) + ", " + first.watch),
            std::string::npos)
      << headline;
}

TEST(Plot, TheReportNeedsNoNetworkAndHoldsEveryJump) {
  const Drawn drawn;
  const std::string page = reportHtml(std::vector{drawn.source()}, "A tour <of> \"all\" & more");
  // dygraphs names its page and license, and holds small pictures as data: nothing that is loaded.
  std::string ours = page;
  if (const size_t at = ours.find(dygraphsScript()); !dygraphsScript().empty() && at != std::string::npos)
    ours.erase(at, dygraphsScript().size());
  EXPECT_EQ(ours.find("src="), std::string::npos);
  EXPECT_EQ(ours.find("href="), std::string::npos);
  EXPECT_EQ(count(ours, "http"),
            count(ours, "http://www.w3.org/2000/svg") + count(ours, "https://dygraphs.com"));
  EXPECT_NE(page.find("<title>A tour &lt;of&gt; &quot;all&quot; &amp; more</title>"), std::string::npos);
  EXPECT_EQ(count(page, "data-frame="), drawn.diff.jumps.size());
  EXPECT_NE(page.find(diff::diffSummary(drawn.diff)), std::string::npos);
}

TEST(Plot, ATraceWithoutAProfileGetsACurvePerWatch) {
  const Play played = play(frames(30));
  const std::string svg = plotSvg(std::vector<PlotSource>{{&played.trace, nullptr, {}, nullptr, "bare"}});
  expectWellFormed(svg);
  for (const trace::Watch& watch : played.trace.header.watches)
    EXPECT_NE(svg.find(watch.name), std::string::npos) << watch.name;
}

TEST(Plot, SeveralTracesShareOnePicture) {
  const Drawn a, b;
  PlotSource first = a.source(), second = b.source();
  second.label = "the other";
  const std::string svg = plotSvg(std::vector{first, second});
  expectWellFormed(svg);
  EXPECT_NE(svg.find("the other"), std::string::npos);
}

TEST(Plot, TheLegendStandsBesideTheArcs) {
  const Drawn a, b;
  PlotSource first = a.source(), second = b.source();
  second.label = "the other trace, whose name is rather long for a legend.csv";
  const std::vector<PlotSource> sources{first, second};
  const std::string body = arcs(sources).body;
  const auto numberAfter = [&](const std::string& what, size_t from = 0) {
    const size_t at = body.find(what, from);
    EXPECT_NE(at, std::string::npos) << what;
    return std::stod(body.substr(at + what.size()));
  };
  const double panel_end =
      numberAfter("class=\"panel\" x=\"") + numberAfter("width=\"", body.find("class=\"panel\""));
  const size_t mark = body.find("<line class=\"s0\"");
  ASSERT_NE(mark, std::string::npos);
  EXPECT_GT(numberAfter("x1=\"", mark), panel_end);
  EXPECT_NE(body.find("the other trace, whose name"), std::string::npos);
  EXPECT_EQ(body.find("legend.csv<"), std::string::npos) << "a long name is cut";
}

TEST(Plot, OfTwoTracesTheDifferenceOfTheHeightsIsDrawn) {
  Frame held;
  held.a = true;
  const trace::Profile profile = fakeProfile();
  const Play a = play(frames(3) + frames(12, held) + frames(60)),
             b = play(frames(3) + frames(8, held) + frames(64));
  std::vector<PlotSource> sources;
  for (const Play* played : {&a, &b})
    sources.push_back({&played->trace, &profile, jumps::findJumps(played->trace, profile, played->writes),
                       nullptr, played == &a ? "long" : "short"});
  const std::vector<Panel> panels = panelsOf(sources, timelineFrame(sources));
  ASSERT_GT(panels.size(), 1u);
  EXPECT_NE(panels[1].title.find("long \u2212 short"), std::string::npos) << panels[1].title;
  ASSERT_EQ(panels[1].curves.size(), 1u);
  const jumps::Height a_height(a.trace, profile), b_height(b.trace, profile);
  for (const Point& point : panels[1].curves[0].points) {
    const auto row = static_cast<size_t>(point.x);
    EXPECT_EQ(point.y, a_height.pixels(a.trace.rows[row]) - b_height.pixels(b.trace.rows[row])) << row;
  }
  sources.pop_back();
  for (const Panel& panel : panelsOf(sources, timelineFrame(sources)))
    EXPECT_EQ(panel.title.find("A \u2212 B"), std::string::npos) << "one trace has no other";
}

TEST(Plot, MemoryAtPowerOnDoesNotFlattenTheAxis) {
  Panel panel{"height", "px", 220, false, {}};
  Curve ground{"base", "", {}, false}, jump{"s0", "", {}, true};
  for (int frame = 0; frame < 300; ++frame) ground.points.push_back({double(frame), frame < 2 ? 196.0 : 0.0});
  for (int frame = 100; frame < 130; ++frame) jump.points.push_back({double(frame), double(frame % 66)});
  panel.curves = {ground, jump};
  EXPECT_EQ(axisRange(panel).high, 63) << "jumps are shown in full";
  EXPECT_EQ(axisRange(panel).beyond, 2u);
  for (int frame = 40; frame < 90; ++frame) panel.curves[0].points[size_t(frame)].y = frame % 10;
  const AxisRange range = axisRange(panel);
  EXPECT_EQ(range.low, 0);
  EXPECT_EQ(range.high, 63);
  EXPECT_EQ(range.beyond, 2u);
  panel.curves = {jump};
  EXPECT_EQ(axisRange(panel).high, 63);
  EXPECT_EQ(axisRange(panel).beyond, 0u);
  panel.curves = {ground};
  EXPECT_EQ(axisRange(panel).high, 196) << "nothing else is there";
}

TEST(Plot, SeveralTracesHaveATitleAndAVerdictEach) {
  const Drawn a, b;
  std::vector<PlotSource> sources{a.source(), b.source(), b.source()};
  sources[0].beside_last = PairVerdict{true, "5 of 5 frames compared"};
  sources[1].beside_last = PairVerdict{false, "frame 3, y: expected 4, got 5"};
  sources[1].label = "second.csv", sources[2].label = "cart.csv";
  const std::string svg = plotSvg(sources, "three traces");
  expectWellFormed(svg);
  EXPECT_NE(svg.find("three traces"), std::string::npos);
  EXPECT_NE(svg.find("a tour | cart.csv: 5 of 5 frames compared"), std::string::npos);
  EXPECT_NE(svg.find("second.csv | cart.csv: frame 3, y: expected 4, got 5"), std::string::npos);
  EXPECT_NE(reportHtml(sources, "t").find("class=\"verdict wrong\">second.csv | cart.csv"),
            std::string::npos);
  EXPECT_EQ(panelsOf(sources, timelineFrame(sources))[1].curves.size(), 2u) << "a difference each";
}

TEST(Plot, WatchesOfDifferentBinaryPointsAreDrawnByTheirValues) {
  trace::Trace bytes, reals;
  bytes.header.watches = {trace::parseWatch("y=1,2:u16.8")};
  reals.header.watches = {{"y", {}, trace::Type::S32, trace::real_bits, 0xFF, "", ""}};
  for (uint64_t frame = 0; frame < 5; ++frame) {
    bytes.rows.push_back({frame, 0, {int64_t(frame) << 8}});
    reals.rows.push_back({frame, 0, {int64_t(frame) << 32}});
  }
  const std::vector<PlotSource> sources{{&bytes, nullptr, {}, nullptr, "a"},
                                        {&reals, nullptr, {}, nullptr, "b"}};
  const std::vector<Panel> panels = panelsOf(sources, timelineFrame(sources));
  ASSERT_EQ(panels.at(0).curves.size(), 2u);
  for (const Curve& curve : panels[0].curves) EXPECT_EQ(curve.points.back().y, 4);
}

TEST(Svg, LongWordsAreWrappedAndCut) {
  EXPECT_EQ(wrapped("short", 10, 2), std::vector<std::string>{"short"});
  EXPECT_EQ(wrapped("the first line and more", 10, 3),
            (std::vector<std::string>{"the first", "line and", "more"}));
  EXPECT_EQ(wrapped("abcdefghijklmno", 5, 2), (std::vector<std::string>{"abcde", "fghi\u2026"}));
  EXPECT_EQ(wrapped("\u00FC\u00FC\u00FC\u00FC", 3, 9).size(), 4u) << "characters stay whole";
  EXPECT_TRUE(wrapped("", 5, 2).empty());
}

TEST(Plot, TheReportHoldsTheValuesOfEveryTraceForTheMouse) {
  const Drawn a, b;
  PlotSource first = a.source(), second = b.source();
  second.label = "the other";
  const std::string page = reportHtml(std::vector{first, second}, "two");
  const size_t begin = page.find("id=\"frames\">") + 12, end = page.find("</script>", begin);
  const auto data = nlohmann::json::parse(page.substr(begin, end - begin));
  ASSERT_EQ(data.at("sources").size(), 2u);
  EXPECT_EQ(data.at("sources")[1].at("label"), "the other");
  for (const auto& source : data.at("sources")) EXPECT_GT(source.at("rows").size(), 100u);
}

// So many rows of the same play again and again.
trace::Trace repeated(const trace::Trace& once, size_t rows) {
  trace::Trace trace = once;
  while (trace.rows.size() < rows) {
    trace.rows.push_back(once.rows[trace.rows.size() % once.rows.size()]);
    trace.rows.back().frame = trace.rows[trace.rows.size() - 2].frame + 1;
  }
  return trace;
}

TEST(Plot, TheReportOfALongTraceIsSmallAndKeepsItsPeaks) {
  trace::Trace trace = repeated(play(tour()).trace, 60'000);
  const size_t speed = trace.find("y_speed").value();
  trace.rows[43'210].values[speed] = -77;
  const trace::Profile profile = fakeProfile();
  const std::vector<jumps::Jump> jumps = jumps::findJumps(trace, profile, nullptr);
  const std::vector<PlotSource> sources{{&trace, &profile, jumps, nullptr, "long"}};
  const std::string page = reportHtml(sources, "long");
  EXPECT_LT(page.size(), 2'000'000u);
  EXPECT_EQ(count(page, "data-frame="), jumps.size());
  EXPECT_EQ(count(page, "The trace is long"), 1u);

  const TimelineFrame shown = timelineFrame(sources);
  const std::vector<Panel> panels = panelsOf(sources, shown);
  const auto data = nlohmann::json::parse(chartsData(sources, shown, panels, Detail(sources, shown, panels)));
  for (size_t p = 0; p < panels.size(); ++p) {
    const auto extremes = [](std::vector<double> values) {
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      return std::pair(*low, *high);
    };
    std::vector<double> all, held;
    for (const Curve& curve : panels[p].curves)
      for (const Point& point : curve.points) all.push_back(point.y);
    for (const auto& series : data.at("panels")[p].at("series"))
      for (const auto& point : series.at("points")) held.push_back(point[1]);
    EXPECT_EQ(extremes(held), extremes(all)) << panels[p].title;
    EXPECT_LT(held.size(), all.size() / 4) << panels[p].title;
  }
}

TEST(Plot, TheReportOfAShortTraceHoldsEveryFrame) {
  const Drawn drawn;
  const std::vector<PlotSource> sources{drawn.source()};
  const TimelineFrame shown = timelineFrame(sources);
  const std::vector<Panel> panels = panelsOf(sources, shown);
  const Detail detail(sources, shown, panels);
  EXPECT_EQ(detail.note(), "");
  for (uint64_t frame = shown.first; frame <= shown.last; ++frame) EXPECT_TRUE(detail.holds(frame));
  EXPECT_FALSE(detail.holds(shown.last + 1));
}

TEST(Plot, ALongTracesFirstDifferenceIsShownInFull) {
  Cartridge modified;
  modified.rise[0] ^= 1;
  Drawn drawn(modified);
  const uint64_t frame = 40'000;
  drawn.played.trace = repeated(drawn.played.trace, 60'000);
  for (diff::Difference& difference : drawn.diff.differences) difference.frame += frame;
  const std::vector<PlotSource> sources{drawn.source()};
  const TimelineFrame shown{0, 59'999, 0, 0};
  const Detail detail(sources, shown, panelsOf(sources, shown));
  for (int around = -10; around <= 30; ++around)
    EXPECT_TRUE(detail.holds(drawn.diff.differences.front().frame + static_cast<uint64_t>(around)));
}

// Three buttons' presses as runs, of which the page makes what it draws.
TEST(Plot, ButtonsAndDifferencesAreRunsOfFrames) {
  Play played = play(frames(9));
  const std::vector<uint8_t> buttons = {0, 0, 1, 1, 3, 3, 3, 0, 128, 128};
  for (size_t i = 0; i < buttons.size(); ++i) played.trace.rows[i].buttons = buttons[i];
  const std::vector<PlotSource> sources{{&played.trace, nullptr, {}, nullptr, "pressed"}};
  const TimelineFrame shown = timelineFrame(sources);
  const std::vector<Panel> panels = panelsOf(sources, shown);
  const auto data = nlohmann::json::parse(chartsData(sources, shown, panels, Detail(sources, shown, panels)));
  const uint64_t first = played.trace.rows.front().frame;
  const auto run = [&](uint64_t from, uint64_t to, int held) {
    return nlohmann::json{first + from, first + to, held};
  };
  EXPECT_EQ(data.at("buttons"),
            (nlohmann::json{run(0, 1, 0), run(2, 3, 1), run(4, 6, 3), run(7, 7, 0), run(8, 9, 128)}));
  EXPECT_EQ(data.at("wrong"), nlohmann::json::array());
}

TEST(Plot, AFlightThatBeganBeforeTheTraceSetsNoBaseline) {
  Frame held;
  held.a = true;
  Play played = play(frames(3) + frames(12, held) + frames(60) + frames(12, held) + frames(60));
  std::erase_if(played.trace.rows, [](const trace::Row& row) { return row.frame < 20; });
  const trace::Profile profile = fakeProfile();
  const std::vector<jumps::Jump> jumps = jumps::findJumps(played.trace, profile, nullptr);
  ASSERT_FALSE(jumps[0].number);
  const std::vector<PlotSource> sources{{&played.trace, &profile, jumps, nullptr, "begun in flight"}};
  const std::vector<Panel> panels = panelsOf(sources, timelineFrame(sources));
  EXPECT_NEAR(panels[0].curves[0].points.back().y, 0, 1) << "the ground of the jump that is seen whole";
  EXPECT_NE(plotSvg(sources).find("a flight that began before the trace"), std::string::npos);
}

TEST(Plot, NothingToDrawIsRefused) {
  const trace::Trace empty;
  EXPECT_THROW(plotSvg(std::vector<PlotSource>{{&empty, nullptr, {}, nullptr, ""}}), std::runtime_error);
  EXPECT_THROW(plotSvg({}), std::runtime_error);
}

TEST(Plot, OneFrameIsEnough) {
  const Play played = play({});
  expectWellFormed(plotSvg(std::vector<PlotSource>{{&played.trace, nullptr, {}, nullptr, "one"}}));
}

TEST(Svg, NumbersAreShortAndTicksLieInside) {
  EXPECT_EQ(number(12.5), "12.5");
  EXPECT_EQ(number(-0.001), "0");
  EXPECT_EQ(number(3.14159), "3.14");
  for (double tick : ticks(-3.2, 7.9, 6)) {
    EXPECT_GE(tick, -3.2);
    EXPECT_LE(tick, 7.9);
  }
}

}  // namespace
}  // namespace jumpscope::report
