#include "src/report/report_page.h"

namespace jumpscope::report {

const std::string_view charts_style = R"css(
#charts { margin: 8px 0; }
#charts h3 { font-size: 13px; margin: 14px 0 2px; display: flex; justify-content: space-between; gap: 16px; }
#charts h3 span { font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
#charts .chart { width: 100%; }
#charts .dygraph-axis-label { color: var(--soft); font-size: 12px; }
)css";

const std::string_view charts_script = R"js(
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const place = document.getElementById("charts");
  document.getElementById("scroller").hidden = true;

  // The pictures' own colours, light or dark.
  function colour(name, what) {
    const probe = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    probe.setAttribute("class", "plot");
    const line = probe.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "line"));
    line.setAttribute("class", name);
    document.body.append(probe);
    const found = getComputedStyle(line)[what];
    probe.remove();
    return found;
  }
  const wrongColour = colour("wrong", "fill"), buttonColour = colour("button", "fill"),
        eventColour = colour("event", "stroke"), gridColour = colour("grid", "stroke");

  const wrong = data.wrong;

  const charts = [];
  let busy = false, window_shown = null;
  function together(action) {
    if (busy) return;
    busy = true;
    action();
    busy = false;
  }

  function add(title, unit, height, options, rows) {
    const head = place.appendChild(document.createElement("h3"));
    head.textContent = unit ? title + ", " + unit : title;
    const values = head.appendChild(document.createElement("span"));
    const box = place.appendChild(document.createElement("div"));
    box.className = "chart";
    box.style.height = height + "px";
    const underlay = options.underlayCallback;
    const chart = new Dygraph(box, rows, Object.assign({
      legend: "never", strokeWidth: 1.5, gridLineColor: gridColour, axisLineColor: gridColour, animatedZooms: false,
      dateWindow: [data.first, Math.max(data.last, data.first + 1)], highlightCircleSize: 4, xRangePad: 4,
      drawCallback(me, initial) {
        if (initial) return;
        const shown = me.xAxisRange();
        if (String(shown) === String(window_shown)) return;
        window_shown = shown;
        together(() => charts.forEach(other => other.look(shown)));
      },
      highlightCallback(event, frame) {
        together(() => charts.forEach(other => other.select(frame)));
        report.at(frame, event.clientX, event.clientY);
      },
      unhighlightCallback() {
        together(() => charts.forEach(other => other.clear()));
        report.leave();
      },
    }, options, {
      events: undefined, describe: undefined, scale: undefined,
      underlayCallback(canvas, area, me) {
        canvas.fillStyle = wrongColour;
        canvas.globalAlpha = 0.28;
        for (const [first, last] of wrong) {
          const from = me.toDomXCoord(first - 0.5), to = me.toDomXCoord(last + 0.5);
          canvas.fillRect(from, area.y, Math.max(1, to - from), area.h);
        }
        canvas.globalAlpha = 1;
        canvas.strokeStyle = eventColour;
        for (const [frame] of options.events || []) {
          canvas.beginPath();
          canvas.arc(me.toDomXCoord(frame), area.y + 8, 4, 0, 2 * Math.PI);
          canvas.stroke();
        }
        if (underlay) underlay(canvas, area, me);
      },
    }));
    const rowOf = new Map(rows.map((row, i) => [row[0], i]));
    // Shows these frames, their values as high as the chart is.
    const look = shown => chart.updateOptions(
      options.scale ? {dateWindow: shown, valueRange: options.scale(shown)} : {dateWindow: shown});
    charts.push({chart, look, select(frame) {
      const at = rowOf.get(frame);
      if (at === undefined) return this.clear();
      chart.setSelection(at);
      values.textContent = options.describe(rows[at]);
    }, clear() {
      chart.clearSelection();
      values.textContent = "";
    }});
  }

  let frames = null;  // of the first panel
  for (const panel of data.panels) {
    const rows = new Map();
    panel.series.forEach((series, s) => series.points.forEach(([frame, value]) => {
      if (!rows.has(frame)) rows.set(frame, [frame].concat(panel.series.map(() => null)));
      rows.get(frame)[s + 1] = value;
    }));
    const sorted = [...rows.values()].sort((a, b) => a[0] - b[0]);
    if (sorted.length === 0) continue;
    frames = frames || sorted.map(row => row[0]);
    const scale = ([first, last]) => {
      const all = sorted.filter(row => row[0] >= first && row[0] <= last)
        .flatMap(row => row.slice(1).filter(value => value !== null));
      if (all.length === 0) all.push(0);
      const low = all.reduce((a, b) => Math.min(a, b)), high = all.reduce((a, b) => Math.max(a, b));
      const margin = high > low ? (high - low) * 0.06 : 1;
      return panel.down ? [high + margin, low - margin] : [low - margin, high + margin];
    };
    const styles = {};
    for (const series of panel.series)
      styles[series.name] = {
        strokeWidth: series.class === "base" || series.class === "faint" ? 1.2 : 2,
        strokePattern: series.class === "expected" ? [2, 4] : null,
      };
    add(panel.title, panel.unit, panel.height + 24, {
      labels: ["frame"].concat(panel.series.map(series => series.name)),
      colors: panel.series.map(series => colour(series.class, "stroke")),
      series: styles,
      events: panel === data.panels[0] ? data.events : [],
      scale, valueRange: scale([data.first, data.last]),
      describe: row => ["frame " + row[0]].concat(
        panel.series.map((series, s) => row[s + 1] === null ? "" : series.name + " " + row[s + 1]),
        panel === data.panels[0] ? data.events.filter(event => event[0] === row[0]).map(event => event[1]) : [],
      ).filter(text => text).join("  "),
    }, sorted);
  }

  // The runs of frames in which each button is held.
  const letters = [..."RLDUTSBA"];
  const held = letters.map((letter, i) => {
    const found = [];
    for (const [first, last, buttons] of data.buttons) {
      if (!((buttons >> (7 - i)) & 1)) continue;
      const before = found[found.length - 1];
      if (before && before[1] + 1 === first) before[1] = last; else found.push([first, last]);
    }
    return found;
  });
  const pads = frame => (data.buttons.find(run => run[0] <= frame && frame <= run[1]) || [0, 0, 0])[2];
  if (data.buttons.length > 0) add("Buttons", "", 140, {
    labels: ["frame", "buttons"], strokeWidth: 0, highlightCircleSize: 0, valueRange: [0, 8], colors: [buttonColour],
    axes: {y: {drawGrid: false, ticker: () => letters.map((label, i) => ({v: 7.5 - i, label}))}},
    describe: row => "frame " + row[0] + "  " + letters.map((letter, i) => (pads(row[0]) >> (7 - i)) & 1 ? letter : ".").join(""),
    underlayCallback(canvas, area, me) {
      canvas.fillStyle = buttonColour;
      held.forEach((runsOfOne, i) => runsOfOne.forEach(([first, last]) => {
        const from = me.toDomXCoord(first - 0.5), to = me.toDomXCoord(last + 0.5);
        const top = me.toDomYCoord(8 - i), bottom = me.toDomYCoord(7 - i);
        canvas.fillRect(from, top + 2, Math.max(1, to - from), bottom - top - 4);
      }));
    },
  }, (frames || data.buttons.map(run => run[0])).map(frame => [frame, 0]));

  const note = place.appendChild(document.createElement("p"));
  note.className = "note";
  note.textContent = "Drag to zoom, shift and drag to move, double-click to see everything again.";

  document.addEventListener("choose", event => {
    const frame = event.detail;
    const last = Math.min(data.last, frame + 90);
    if (charts.length > 0) charts[0].chart.updateOptions({dateWindow: [Math.max(data.first, frame - 10), last]});
    charts.forEach(other => other.select(frame));
    place.scrollIntoView({behavior: "smooth", block: "nearest"});
  });
})();
)js";

}  // namespace jumpscope::report
