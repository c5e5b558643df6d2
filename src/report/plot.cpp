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

namespace {

// The title and the verdicts, a line or more each.
Picture headline(std::span<const PlotSource> sources, const std::string& title) {
  constexpr double margin = 64, line_height = 18;
  constexpr size_t columns = static_cast<size_t>((picture_width - 2 * margin) / letter_width);
  Picture picture{picture_width, 0, ""};
  const auto add = [&](std::string_view css_class, std::string_view words) {
    for (const std::string& line : wrapped(words, columns, 4))
      picture.body += text(css_class, {margin, picture.height += line_height}, line);
  };
  if (!title.empty()) add("title", title);
  for (const PlotSource& source : sources)
    if (source.beside_last)
      add(source.beside_last->same ? "same" : "differs", pairVerdictText(sources, source));
  if (picture.height > 0) picture.height += line_height / 2;
  return picture;
}

std::string lowered(const Picture& picture, double y) {
  return "<g transform=\"translate(0," + number(y) + ")\">\n" + picture.body + "</g>\n";
}

}  // namespace

std::string pairVerdictText(std::span<const PlotSource> sources, const PlotSource& source) {
  return source.label + " | " + sources.back().label + ": " + source.beside_last->text;
}

std::string plotSvg(std::span<const PlotSource> sources, const std::string& title) {
  if (sources.empty()) throw std::runtime_error("there is nothing to draw: no trace is named");
  const Picture head = headline(sources, title), above = arcs(sources), below = timeline(sources);
  Picture whole{std::max(above.width, below.width), head.height + above.height + below.height, ""};
  whole.body = "<style>" + std::string(plot_style) + "</style>\n" +
               rectangle("ground", {0, 0}, whole.width, whole.height) + head.body +
               lowered(above, head.height) + lowered(below, head.height + above.height);
  return svgElement(whole, "");
}

}  // namespace jumpscope::report
