// The interactive part of a report: curves that zoom and tell their values, drawn by dygraphs. A build
// without Debian's libjs-dygraphs makes reports without it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/report/detail.h"
#include "src/report/plot_parts.h"

namespace jumpscope::report {

// dygraphs as the build found it (cmake/dygraphs.cmake); empty: the build found none.
std::string_view dygraphsScript();
std::string_view dygraphsStyle();

// The panels of the timeline (series by name and color, a point a frame that `detail` holds), buttons and differences as runs of
// frames, and events, as JSON.
std::string chartsData(std::span<const PlotSource> sources, const TimelineFrame& shown,
                       std::span<const Panel> panels, const Detail& detail);

// Elements for the page: where the charts go. Empty without dygraphs.
std::string chartsPlace();
// Style, library, data and script, to stand at the page's end. Empty without dygraphs.
std::string chartsScripts(std::span<const PlotSource> sources, const TimelineFrame& shown,
                          std::span<const Panel> panels, const Detail& detail);

}  // namespace jumpscope::report
