// <jump-plot model="smb-jump" hold="12"></jump-plot>: the arc of a movement model, computed by jumpscope itself. One script tag of type
// "module" with this file's address is all that a page needs. Attributes: `model`; `hold`: for how many frames A is held; `frames`;
// `input`: buttons by frame in place of `hold`; `set`: "name=value …"; `against`: the same, for a second arc; `label`.
import { model, models } from "./lib/index.js";

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block; color-scheme: light dark; font: 14px/1.4 system-ui, sans-serif; }
  svg { width: 100%; height: auto; display: block; }
  .line { fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
  .other { stroke-dasharray: 5 4; opacity: 0.75; }
  .grid { stroke: currentColor; opacity: 0.2; vector-effect: non-scaling-stroke; }
  text { fill: currentColor; font-size: 12px; }
  .held { fill: currentColor; opacity: 0.12; }
`);

let listed;
/** The models by name. */
export const allModels = () => (listed ??= models().then((all) => new Map(all.map((one) => [one.model, one]))));

/** "name=value name=value" as an object. */
export const parseSettings = (text) =>
  Object.fromEntries((text ?? "").split(/\s+/).filter((word) => word.includes("=")).map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));

/** The rows of a model's trace: what it draws, and the unit. A height counts up from where it began. */
export async function curve(name, { hold = 12, frames = 90, input, set = {} }) {
  const known = (await allModels()).get(name);
  if (!known) throw new Error(`there is no model ${name}`);
  const held = Number(hold) > 0 ? `1-${hold}:A` : "";
  const { csv } = await model(name, { input: input || held || "0:.", frames: Number(frames), set });
  const [names, ...rows] = csv.split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(","));
  const height = names.indexOf("y_position");
  const column = height >= 0 ? height : names.indexOf("speed") >= 0 ? names.indexOf("speed") : 2;
  const first = Number(rows[0][column]);
  const values = rows.map((row) => (column === height ? first - Number(row[column]) : Number(row[column])));
  return { values, unit: known.columns[column - 2].unit, title: known.title, what: column === height ? "height" : names[column] };
}

const svgNamespace = "http://www.w3.org/2000/svg";
function element(name, attributes, text) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** About five round numbers up to `most`. */
function ticks(most) {
  const rough = most / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

// As wide as its place, so that its texts have their size, but for the smallest and the largest.
function draw(curves, hold, place) {
  const width = Math.min(720, Math.max(320, place)), height = Math.round(width / 2), left = 44, bottom = 28;
  const all = curves.flatMap(({ values }) => values);
  const most = Math.max(1, ...all), least = Math.min(0, ...all), frames = Math.max(...curves.map(({ values }) => values.length)) - 1;
  const x = (frame) => left + (frame / frames) * (width - left - 10);
  const y = (value) => height - bottom - ((value - least) / (most - least)) * (height - bottom - 14);
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  const { title, unit, what, values } = curves[0];
  const words = `${title}: ${what} by frame, at most ${Number(Math.max(...values).toFixed(4))} ${unit} in frame ${values.indexOf(Math.max(...values))}`;
  svg.append(element("title", {}, words));
  if (hold > 0) svg.append(element("rect", { class: "held", x: x(1), y: 14, width: Math.max(0, x(Math.min(hold, frames)) - x(1)), height: height - bottom - 14 }));
  for (const value of ticks(most)) {
    svg.append(element("line", { class: "grid", x1: left, x2: width - 10, y1: y(value), y2: y(value) }));
    svg.append(element("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, value));
  }
  for (const frame of ticks(frames)) svg.append(element("text", { x: x(frame), y: height - 8, "text-anchor": "middle" }, frame));
  svg.append(element("text", { x: 4, y: 12 }, unit));
  curves.forEach((one, i) => {
    const points = one.values.map((value, frame) => `${x(frame).toFixed(2)},${y(value).toFixed(2)}`).join(" ");
    svg.append(element("polyline", { class: i ? "line other" : "line", points }));
  });
  return { svg, words };
}

class JumpPlot extends HTMLElement {
  static observedAttributes = ["model", "hold", "frames", "input", "set", "against", "label"];
  #root = this.attachShadow({ mode: "open" });
  #wanted = 0;

  connectedCallback() {
    this.#root.adoptedStyleSheets = [sheet];
    this.#show();
  }
  attributeChangedCallback() {
    if (this.isConnected) this.#show();
  }
  async #show() {
    const wanted = ++this.#wanted;
    await Promise.resolve(); // until all attributes are set
    if (wanted !== this.#wanted) return;
    const of = (name) => this.getAttribute(name) ?? undefined;
    const options = { hold: of("hold"), frames: of("frames"), input: of("input") };
    try {
      const sets = [of("set"), ...(this.hasAttribute("against") ? [of("against")] : [])];
      const curves = await Promise.all(sets.map((set) => curve(of("model") ?? "", { ...options, set: parseSettings(set) })));
      if (wanted !== this.#wanted) return;
      const { svg, words } = draw(curves, options.input ? 0 : Number(options.hold ?? 12), this.clientWidth);
      if (of("label")) svg.firstChild.textContent = `${of("label")}: ${words}`;
      this.#root.replaceChildren(svg);
      this.dispatchEvent(new CustomEvent("drawn", { detail: { curves, words }, bubbles: true }));
    } catch (error) {
      if (wanted !== this.#wanted) return;
      const words = document.createElement("p");
      words.textContent = `jump-plot: ${error.message}`;
      this.#root.replaceChildren(words);
      this.dispatchEvent(new CustomEvent("drawn", { detail: { error: error.message }, bubbles: true }));
    }
  }
}
customElements.define("jump-plot", JumpPlot);
