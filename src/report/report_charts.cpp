#include "src/report/report_charts.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "src/base/json.h"
#include "src/report/plot_parts.h"
#include "src/report/report_page.h"
#include "src/report/svg.h"

namespace jumpscope::report {
namespace {

using nlohmann::ordered_json;

// dygraphs' license asks for its words wherever it goes.
constexpr std::string_view license = R"(<!--
The script below is dygraphs (https://dygraphs.com), Copyright (c) 2006-2023 Dan Vanderkam and the other authors
of dygraphs. Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the
Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:
The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO
EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR
OTHER DEALINGS IN THE SOFTWARE.
-->
)";

std::string seriesName(const std::string& css_class, std::span<const PlotSource> sources) {
  if (css_class == "expected") return "model";
  if (css_class == "minus") return "A \u2212 B";
  if (css_class == "faint") return "after release";
  if (css_class == "base") return sources.front().label.empty() ? "trace" : sources.front().label;
  const std::string number = css_class.substr(1);
  if (sources.size() == 1) {
    const auto& jumps = sources.front().jumps;
    const bool tiers = std::any_of(jumps.begin(), jumps.end(),
                                   [](const jumps::Jump& jump) { return jump.tier.has_value(); });
    return tiers ? "tier " + number : "in flight";
  }
  for (size_t s = 0; s < sources.size(); ++s)
    if (colorOf({}, s, sources.size()) == css_class) return sources[s].label;
  return css_class;
}

// Curves of one color are one series; where two give a frame a value, the later one, which is drawn above.
ordered_json seriesOf(const Panel& panel, std::span<const PlotSource> sources, const Detail& detail) {
  std::vector<std::string> order;
  std::map<std::string, std::map<double, double>> points;
  for (const Curve& curve : panel.curves) {
    if (!points.contains(curve.css_class)) order.push_back(curve.css_class);
    for (const Point& point : curve.points)
      if (detail.holds(static_cast<uint64_t>(point.x))) points[curve.css_class][point.x] = point.y;
  }
  ordered_json all = ordered_json::array();
  std::set<std::string> used;
  for (const std::string& css_class : order) {
    std::string name = seriesName(css_class, sources);
    while (!used.insert(name).second) name += "\u2032";
    ordered_json series{{"name", name}, {"class", css_class}, {"points", ordered_json::array()}};
    for (const auto& [frame, value] : points[css_class])
      series["points"].push_back({static_cast<uint64_t>(frame), value});
    all.push_back(std::move(series));
  }
  return all;
}

// Frames one after the other in which the same buttons are held: the first, the last, the buttons.
ordered_json buttonRuns(const trace::Trace& trace, const TimelineFrame& shown) {
  ordered_json runs = ordered_json::array();
  uint64_t first = 0, last = 0;
  std::optional<uint8_t> held;
  const auto end = [&] {
    if (held) runs.push_back({first, last, *held});
  };
  for (const trace::Row& row : trace.rows) {
    if (row.frame < shown.first || row.frame > shown.last) continue;
    if (held != row.buttons || row.frame != last + 1) {
      end();
      first = row.frame;
      held = row.buttons;
    }
    last = row.frame;
  }
  end();
  return runs;
}

ordered_json wrongRuns(std::span<const PlotSource> sources) {
  std::set<uint64_t> wrong;
  for (const PlotSource& source : sources)
    if (source.diff)
      for (const diff::Difference& difference : source.diff->differences) wrong.insert(difference.frame);
  ordered_json runs = ordered_json::array();
  for (const uint64_t frame : wrong)
    if (!runs.empty() && runs.back()[1].get<uint64_t>() + 1 == frame)
      runs.back()[1] = frame;
    else
      runs.push_back({frame, frame});
  return runs;
}

}  // namespace

std::string chartsData(std::span<const PlotSource> sources, const TimelineFrame& shown,
                       std::span<const Panel> panels, const Detail& detail) {
  ordered_json data{{"first", shown.first}, {"last", shown.last}, {"panels", ordered_json::array()}};
  for (const Panel& panel : panels)
    data["panels"].push_back({{"title", panel.title},
                              {"unit", panel.unit},
                              {"height", panel.height},
                              {"down", panel.down_positive},
                              {"series", seriesOf(panel, sources, detail)}});
  data["buttons"] = buttonRuns(*sources.front().trace, shown);
  data["events"] = ordered_json::array();
  for (const PlotSource& source : sources)
    for (const jumps::Jump& jump : source.jumps)
      for (const jumps::Event& event : jump.events) data["events"].push_back({event.frame, event.name});
  data["wrong"] = wrongRuns(sources);
  return scriptSafe(base::compactJson(data));
}

std::string chartsPlace() {
  return dygraphsScript().empty() ? "" : "<div id=\"charts\" class=\"plot\"></div>\n";
}

std::string chartsScripts(std::span<const PlotSource> sources, const TimelineFrame& shown,
                          std::span<const Panel> panels, const Detail& detail) {
  if (dygraphsScript().empty()) return "";
  std::string text(license);
  text.append("<style>").append(dygraphsStyle()).append(charts_style).append("</style>\n");
  text.append("<script>").append(dygraphsScript()).append("</script>\n");
  text.append("<script type=\"application/json\" id=\"chart-data\">")
      .append(chartsData(sources, shown, panels, detail));
  return text.append("</script>\n<script>").append(charts_script).append("</script>\n");
}

}  // namespace jumpscope::report
