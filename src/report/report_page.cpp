#include "src/report/report_page.h"

namespace jumpscope::report {

const std::string_view page_style = R"css(
:root { --ink: #1d2430; --soft: #5b6573; --ground: #ffffff; --line: #d5d9e0; --raised: #f7f8fa; --good: #1f8a54; --bad: #c8333a; }
@media (prefers-color-scheme: dark) {
:root { --ink: #e6e9ef; --soft: #98a2b3; --ground: #14171c; --line: #343b47; --raised: #1a1e25; --good: #53c98a; --bad: #ff7d8c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1280px; margin: 0 auto; padding: 28px 24px 120px; }
h1 { font-size: 26px; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 32px 0 8px; }
.verdict { font-size: 17px; font-weight: 600; margin: 0 0 16px; padding-left: 12px; border-left: 5px solid var(--soft); }
.verdict.same { border-color: var(--good); color: var(--good); }
.verdict.wrong { border-color: var(--bad); color: var(--bad); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 0 0 20px; font-size: 13px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.note { color: var(--soft); font-size: 13px; margin: 6px 0; }
.scroll { overflow-x: auto; }
#scroller { scroll-behavior: smooth; }
svg { display: block; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; white-space: normal; vertical-align: bottom; }
td.words { text-align: left; }
tbody tr { cursor: pointer; }
tbody tr:hover, tbody tr:focus, tbody tr.chosen { background: var(--raised); outline: none; box-shadow: inset 3px 0 var(--soft); }
tr.wrong td { color: var(--bad); }
pre { background: var(--raised); border: 1px solid var(--line); padding: 12px; font-size: 12.5px; line-height: 1.45; }
#values { position: fixed; pointer-events: none; background: var(--raised); color: var(--ink); border: 1px solid var(--line);
  border-radius: 6px; padding: 8px 10px; font-size: 12px; line-height: 1.4; font-variant-numeric: tabular-nums;
  box-shadow: 0 4px 18px rgba(0, 0, 0, 0.2); }
#values td, #values th { padding: 0 6px; border: 0; }
#values th { text-align: left; }
#values .off { color: var(--bad); font-weight: 700; }
#values .apart { font-weight: 700; }
)css";

const std::string_view page_script = R"js(
"use strict";
// What the page's other scripts need of this one.
const report = {};
(() => {
  const data = JSON.parse(document.getElementById("frames").textContent);
  const timeline = document.getElementById("timeline");
  const scroller = document.getElementById("scroller");
  const values = document.getElementById("values");
  for (const source of data.sources) source.byFrame = new Map(source.rows.map(row => [row[0], row]));
  const watches = [...new Set(data.sources.flatMap(source => source.watches))];
  const height = timeline.viewBox.baseVal.height;
  const cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
  cursor.setAttribute("class", "cursor");
  cursor.setAttribute("y1", 20);
  cursor.setAttribute("y2", height - 30);
  cursor.setAttribute("visibility", "hidden");
  timeline.append(cursor);

  const paperX = frame => data.left + (frame - data.first) * data.per_frame;
  const pad = buttons => [..."RLDUTSBA"].map((name, i) => (buttons >> (7 - i)) & 1 ? name : ".").join("");

  // One line of the table under the mouse; every cell is text, never markup. `classes`: of each cell.
  function addLine(table, cells, classes = []) {
    const line = table.insertRow();
    cells.forEach((content, i) => {
      const cell = i === 0 ? line.appendChild(document.createElement("th")) : line.insertCell();
      cell.textContent = content;
      if (classes[i]) cell.className = classes[i];
    });
  }

  // What a source has in a frame: a column of the table, and a second one where a model was compared with it.
  function columnOf(source, frame) {
    const row = source.byFrame.get(frame), compared = row !== undefined && row.length > 3;
    return {
      label: source.label, compared,
      buttons: row ? pad(row[1]) : "",
      value(name) {
        const at = compared ? source.compared.indexOf(name) : -1;
        if (at >= 0) return {got: row[4][at], expected: row[3][at]};
        const own = row ? source.watches.indexOf(name) : -1;
        return {got: own >= 0 ? row[2][own] : "", expected: ""};
      },
    };
  }

  // True if any source has the frame.
  const known = frame => data.sources.some(source => source.byFrame.has(frame));

  function show(frame, x, y) {
    const table = document.createElement("table");
    const columns = data.sources.map(source => columnOf(source, frame));
    const both = (column, got, expected) => column.compared ? [got, expected] : [got];
    const several = columns.length > 1;
    addLine(table, ["frame"].concat(columns.flatMap((column, i) => both(column, i === 0 ? frame : "", several ? "" : "model"))));
    if (several) addLine(table, [""].concat(columns.flatMap(column => both(column, column.label, "model"))));
    addLine(table, ["buttons"].concat(columns.flatMap(column => both(column, column.buttons, ""))));
    for (const name of watches) {
      const found = columns.map(column => column.value(name));
      const apart = found.some(value => value.got !== "" && found[0].got !== "" && value.got !== found[0].got);
      const kind = value => value.expected !== "" && value.expected !== value.got ? "off" : apart ? "apart" : "";
      addLine(table, [name].concat(columns.flatMap((column, i) => both(column, found[i].got, found[i].expected))),
              [""].concat(columns.flatMap((column, i) => both(column, kind(found[i]), kind(found[i])))));
    }
    values.replaceChildren(table);
    values.hidden = false;
    const box = values.getBoundingClientRect();
    values.style.left = Math.max(4, x + 18 + box.width > innerWidth ? x - box.width - 18 : x + 18) + "px";
    values.style.top = Math.max(4, Math.min(y + 18, innerHeight - box.height - 8)) + "px";
  }

  function pointAt(frame) {
    cursor.setAttribute("x1", paperX(frame));
    cursor.setAttribute("x2", paperX(frame));
    cursor.setAttribute("visibility", "visible");
  }

  timeline.addEventListener("mousemove", event => {
    const x = event.clientX - timeline.getBoundingClientRect().left;
    const frame = Math.round((x - data.left) / data.per_frame) + data.first;
    if (!known(frame)) return;
    pointAt(frame);
    show(frame, event.clientX, event.clientY);
  });
  report.leave = () => { values.hidden = true; };
  report.at = (frame, x, y) => {
    if (known(frame)) show(frame, x, y); else report.leave();
  };
  timeline.addEventListener("mouseleave", report.leave);

  function choose(line) {
    document.querySelectorAll("tr.chosen").forEach(other => other.classList.remove("chosen"));
    line.classList.add("chosen");
    const frame = Number(line.dataset.frame);
    pointAt(frame);
    scroller.scrollLeft = paperX(frame) - 160;
    scroller.scrollIntoView({behavior: "smooth", block: "nearest"});
    document.dispatchEvent(new CustomEvent("choose", {detail: frame}));
  }
  document.querySelectorAll("tr[data-frame]").forEach(line => {
    line.addEventListener("click", () => choose(line));
    line.addEventListener("keydown", event => { if (event.key === "Enter") choose(line); });
  });
})();
)js";

}  // namespace jumpscope::report
