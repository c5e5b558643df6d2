#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/models/write_log.h"
#include "src/report/detail.h"
#include "src/report/plot.h"
#include "src/report/plot_parts.h"
#include "src/report/report_charts.h"
#include "src/report/report_page.h"
#include "src/report/svg.h"
#include "src/trace/watch.h"

namespace jumpscope::report {
namespace {

using nlohmann::ordered_json;
using trace::Row;

std::string element(std::string_view tag, std::string_view content, std::string_view attributes = {}) {
  std::string text = "<";
  text.append(tag);
  if (!attributes.empty()) text.append(" ").append(attributes);
  return text.append(">").append(content).append("</").append(tag).append(">");
}

// "frame 35, byte $009F, y_speed: expected 4, got 5"
std::string firstDifference(const PlotSource& source) {
  const diff::Difference& first = source.diff->differences.front();
  const auto column = source.trace->find(first.watch);
  const auto value = [&](int64_t raw) {
    return trace::decimalText(raw, column ? source.trace->header.watches[*column].fraction_bits : 0);
  };
  std::string text = "frame " + std::to_string(first.frame);
  if (first.byte) text += ", byte " + trace::addressText(first.byte->address);
  return text + ", " + first.watch + ": expected " + value(first.expected) + ", got " + value(first.got);
}

std::string verdict(const PlotSource& source) {
  if (!source.diff)
    return source.beside_last ? "" : element("p", "Not compared with a model.", "class=\"verdict open\"");
  const bool same = source.diff->differences.empty();
  if (source.diff->nothingCompared()) return element("p", "Nothing was compared.", "class=\"verdict wrong\"");
  std::string text = diff::diffSummary(*source.diff);
  if (!same) text += "; the first in " + firstDifference(source);
  return element("p", escaped(text), same ? "class=\"verdict same\"" : "class=\"verdict wrong\"");
}

// Of several traces without a model: how they compare with the last one.
std::string pairVerdicts(std::span<const PlotSource> sources) {
  std::string text;
  for (const PlotSource& source : sources)
    if (source.beside_last)
      text += element("p", escaped(pairVerdictText(sources, source)),
                      source.beside_last->same ? "class=\"verdict same\"" : "class=\"verdict wrong\"");
  return text;
}

std::string facts(const PlotSource& source) {
  const trace::Header& header = source.trace->header;
  std::string rows;
  const auto fact = [&](const char* name, const std::string& value) {
    if (!value.empty()) rows += element("dt", name) + element("dd", escaped(value)) + "\n";
  };
  fact("Cartridge", header.rom_name);
  fact("SHA-1 of PRG+CHR", header.rom_sha1);
  fact("SHA-1 of the movie", header.movie_sha1);
  fact("Profile", header.profile);
  fact("Model", source.diff ? source.diff->model : header.model);
  fact("Region", header.region);
  fact("RAM at power-on", header.ram_init);
  fact("jumpscope", header.version);
  return element("dl", "\n" + rows, "class=\"facts\"") + "\n";
}

std::string jumpTable(const PlotSource& source) {
  if (source.jumps.empty()) return "";
  std::map<size_t, size_t> wrong;
  if (source.diff)
    for (const diff::Difference& difference : source.diff->differences)
      if (difference.jump) ++wrong[*difference.jump];
  std::string head, body;
  for (const char* name :
       {"Jump", "Frame", "Start", "Tier", "|x speed|", "A held", "Apex, px", "Apex with sub-pixel, px",
        "Apex in frame", "Frames in the air", "Landing in frame", "Distance, px",
        "Gravity after release, px/frame\u00B2", "How it ended"})
    head += element("th", name, "scope=\"col\"");
  if (source.diff) head += element("th", "Differences", "scope=\"col\"");
  const ordered_json jumps = jumps::jumpsJson(source.jumps);
  for (size_t i = 0; i < jumps.size(); ++i) {
    std::string cells;
    for (const auto& [name, value] : jumps[i].items()) {
      if (name == "events" || name == "disturbances_known") continue;
      const std::string content = name == "end"       ? jumps::describeEnd(source.jumps[i])
                                  : value.is_null()   ? std::string("\u2013")
                                  : value.is_string() ? value.get<std::string>()
                                                      : value.dump();
      cells += element("td", escaped(content), name == "start" || name == "end" ? "class=\"words\"" : "");
    }
    if (source.diff) cells += element("td", std::to_string(wrong[i]));
    std::string attributes =
        "tabindex=\"0\" data-frame=\"" + std::to_string(source.jumps[i].start_frame) + "\"";
    if (wrong[i] != 0) attributes += " class=\"wrong\"";
    body += element("tr", cells, attributes) + "\n";
  }
  return element("h2", "Jumps") +
         element(
             "div",
             element("table", element("thead", element("tr", head)) + "\n" + element("tbody", "\n" + body)),
             "class=\"scroll\"") +
         element("p",
                 "Frames within a jump are counted from the press, which is frame 1. Choose a line to see it "
                 "in the "
                 "curves.",
                 "class=\"note\"") +
         "\n";
}

// Every frame of a source that the page holds, as the trace has it and, where it was compared, as the model expects it.
ordered_json rowsData(const PlotSource& source, const Detail& detail) {
  const std::vector<trace::Watch>& watches = source.trace->header.watches;
  ordered_json rows = ordered_json::array();
  for (size_t i = 0; i < source.trace->rows.size(); ++i) {
    const Row& row = source.trace->rows[i];
    if (!detail.holds(row.frame)) continue;
    ordered_json values = ordered_json::array();
    for (size_t w = 0; w < watches.size(); ++w) {
      if (watches[w].fraction_bits == 0)
        values.push_back(row.values[w]);
      else
        values.push_back(trace::decimalText(row.values[w], watches[w].fraction_bits));
    }
    ordered_json entry = {row.frame, row.buttons, values};
    if (const auto compared = source.diff ? source.diff->rows.find(i) : std::nullopt) {
      entry.push_back(source.diff->rows[*compared].expected);
      entry.push_back(source.diff->rows[*compared].got);
    }
    rows.push_back(std::move(entry));
  }
  return rows;
}

// What the page's script shows under the mouse.
std::string frameData(std::span<const PlotSource> sources, const TimelineFrame& shown, const Detail& detail) {
  ordered_json data;
  data["left"] = shown.left;
  data["per_frame"] = shown.per_frame;
  data["first"] = shown.first;
  data["sources"] = ordered_json::array();
  for (const PlotSource& source : sources) {
    ordered_json entry{{"label", source.label}, {"watches", ordered_json::array()}};
    for (const trace::Watch& watch : source.trace->header.watches) entry["watches"].push_back(watch.name);
    entry["compared"] = source.diff ? source.diff->watches : std::vector<std::string>{};
    entry["rows"] = rowsData(source, detail);
    data["sources"].push_back(std::move(entry));
  }
  return scriptSafe(base::compactJson(data));
}

std::string differences(const PlotSource& source) {
  if (!source.diff || source.diff->differences.empty()) return "";
  return element("h2", "First difference") +
         element("pre", escaped(diff::diffText(*source.trace, *source.diff)), "class=\"scroll\"") + "\n";
}

std::string legend(std::span<const PlotSource> sources) {
  const PlotSource& source = sources.front();
  std::string text =
      sources.size() > 1 ? "Each trace has its color. " : "Colors are the speed tiers of the arcs. ";
  if (source.diff)
    text += "Dotted: what the model expects. Red bands: frames in which the cartridge differs. ";
  const auto has_events = [](const PlotSource& one) {
    return std::any_of(one.jumps.begin(), one.jumps.end(),
                       [](const jumps::Jump& jump) { return !jump.events.empty(); });
  };
  if (std::any_of(sources.begin(), sources.end(), has_events))
    text += "Rings: what other code did to the player in flight (ceiling, stomp).";
  return element("p", text, "class=\"note\"");
}

}  // namespace

std::string scriptSafe(std::string json) {
  std::string text;
  for (const char c : json) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string reportHtml(std::span<const PlotSource> sources, const std::string& title) {
  if (sources.empty()) throw std::runtime_error("there is nothing to draw: no trace is named");
  const PlotSource& first = sources.front();
  const TimelineFrame shown = timelineFrame(sources);
  const std::vector<Panel> panels = panelsOf(sources, shown);
  const Detail detail(sources, shown, panels);
  const Picture above = arcs(sources), below = timeline(sources);

  std::string body = element("h1", escaped(title)) + "\n" + pairVerdicts(sources) + verdict(first) + "\n" +
                     differences(first) + facts(first);
  if (above.height > 0)
    body += element("div", svgElement(above, "role=\"img\" aria-label=\"arcs of the jumps\""),
                    "class=\"scroll\"");
  body += element("h2", "Frame by frame") + legend(sources);
  if (!detail.note().empty()) body += element("p", detail.note(), "class=\"note\"");
  body += chartsPlace();
  body += element(
      "div", svgElement(below, "id=\"timeline\" role=\"img\" aria-label=\"height, speed, gravity, buttons\""),
      "class=\"scroll\" id=\"scroller\"");
  body += jumpTable(first);
  for (size_t i = 1; i < sources.size(); ++i)
    body += element("h2", escaped(sources[i].label)) + verdict(sources[i]) + facts(sources[i]) +
            differences(sources[i]) + jumpTable(sources[i]);

  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
  page += element("title", escaped(title)) + "\n<style>" + std::string(plot_style) + std::string(page_style) +
          "</style>\n</head>\n<body>\n<main>\n" + body + "</main>\n<div id=\"values\" hidden></div>\n";
  page +=
      element("script", frameData(sources, shown, detail), "type=\"application/json\" id=\"frames\"") + "\n";
  return page + element("script", page_script) + "\n" + chartsScripts(sources, shown, panels, detail) +
         "</body>\n</html>\n";
}

}  // namespace jumpscope::report
