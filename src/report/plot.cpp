#include "src/report/plot.h"

#include <stdexcept>

#include "src/report/plot_parts.h"
#include "src/report/svg.h"

namespace jumpscope::report {

std::string svgElement(const Picture& picture, std::string_view attributes) {
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"" +
                     number(picture.width) + "\" height=\"" + number(picture.height) + "\" viewBox=\"0 0 " +
                     number(picture.width) + " " + number(picture.height) + "\"";
  if (!attributes.empty()) text.append(" ").append(attributes);
  return text + ">\n" + picture.body + "</svg>\n";
}

std::string plotSvg(std::span<const PlotSource> sources) {
  if (sources.empty()) throw std::runtime_error("there is nothing to draw: no trace is named");
  const Picture above = arcs(sources), below = timeline(sources);
  Picture whole{std::max(above.width, below.width), above.height + below.height, ""};
  whole.body = "<style>" + std::string(plot_style) + "</style>\n" +
               rectangle("ground", {0, 0}, whole.width, whole.height) + above.body +
               "<g transform=\"translate(0," + number(above.height) + ")\">\n" + below.body + "</g>\n";
  return svgElement(whole, "");
}

}  // namespace jumpscope::report
