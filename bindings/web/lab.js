// The models as pages: lab.html#model=smb-jump&hold=12&set=gravity=32. The fragment holds the setting.
import { allModels, parseSettings } from "./jump-plot.js";

const $ = (id) => document.getElementById(id);
const known = await allModels();
$("model").replaceChildren(...[...known.values()].map(({ model, title }) => new Option(`${model}: ${title}`, model)));

let set = {};

function readFragment() {
  const parts = new URLSearchParams(location.hash.slice(1, 10_000));
  const name = parts.get("model");
  $("model").value = known.has(name) ? name : known.keys().next().value;
  $("hold").value = Math.min(600, Math.max(0, Number.parseInt(parts.get("hold") ?? "12", 10) || 0));
  $("frames").value = Math.min(2000, Math.max(2, Number.parseInt(parts.get("frames") ?? "90", 10) || 90));
  const names = new Set(known.get($("model").value).parameters.map((parameter) => parameter.name));
  set = Object.fromEntries(Object.entries(parseSettings(parts.get("set"))).filter(([key]) => names.has(key)));
}

const settingText = () => Object.entries(set).map(([name, value]) => `${name}=${value}`).join(" ");

/** One parameter: a number, and a slider where it has a range that a slider can show; or a choice. */
function control({ name, unit, meaning, default: normal, lowest, highest, whole, choices }) {
  const row = document.createElement("p");
  row.className = "parameter";
  const label = document.createElement("label");
  label.htmlFor = `set-${name}`;
  label.textContent = unit ? `${name}, ${unit}` : name;
  const note = document.createElement("small");
  note.textContent = `${meaning}. The game's: ${normal}`;
  const change = (value) => {
    if (String(value) === String(normal)) delete set[name];
    else set[name] = value;
    show();
  };
  if (choices?.length) {
    const select = document.createElement("select");
    select.id = label.htmlFor;
    select.append(...choices.map((choice) => new Option(choice, choice)));
    select.value = set[name] ?? normal;
    select.addEventListener("change", () => change(select.value));
    row.append(label, select, note);
    return row;
  }
  const number = Object.assign(document.createElement("input"), { type: "number", id: label.htmlFor, step: whole ? 1 : "any" });
  const range = Object.assign(document.createElement("input"), { type: "range" });
  // Around the game's value where the whole range is too wide to aim in.
  const reach = Math.max(Math.abs(normal) * 2, whole ? 16 : 1);
  range.min = Math.max(lowest ?? -Infinity, normal - reach);
  range.max = Math.min(highest ?? Infinity, normal + reach);
  range.step = whole ? 1 : (range.max - range.min) / 400;
  range.setAttribute("aria-label", `${name}, slider`);
  if (lowest !== undefined) number.min = lowest;
  if (highest !== undefined) number.max = highest;
  number.value = range.value = set[name] ?? normal;
  const follow = (from, to) => () => {
    if (from.value === "" || !from.checkValidity()) return;
    to.value = from.value;
    change(from.value);
  };
  number.addEventListener("input", follow(number, range));
  range.addEventListener("input", follow(range, number));
  row.append(label, number, range, note);
  return row;
}

let shownAbout = "";
async function showAbout(name) {
  if (shownAbout === name) return;
  shownAbout = name;
  const { text, links } = (await (await fetch("models.json")).json())[name] ?? { text: "", links: [] };
  $("about").textContent = text;
  $("links").replaceChildren(
    ...(links.length ? links : [""]).map((address) => {
      if (!address) return document.createTextNode("The cartridge's RAM, frame by frame; see How it works.");
      const link = document.createElement("a");
      link.href = address;
      link.rel = "noreferrer";
      link.textContent = address;
      return link;
    }),
  );
}

function show() {
  const name = $("model").value;
  const plot = $("plot");
  const attributes = { model: name, hold: $("hold").value, frames: $("frames").value, set: settingText() };
  for (const [key, value] of Object.entries(attributes)) plot.setAttribute(key, value);
  if (Object.keys(set).length) plot.setAttribute("against", "");
  else plot.removeAttribute("against");
  $("title").textContent = known.get(name).title;
  $("hold-range").value = $("hold").value;
  const fragment = new URLSearchParams(attributes);
  history.replaceState(null, "", `#${fragment}`);
  const given = Object.entries(attributes).filter(([key, value]) => value && key !== "frames").map(([key, value]) => ` ${key}="${value}"`).join("");
  $("embed").textContent = `<script type="module" src="${new URL("jump-plot.js", location.href)}"></script>\n<jump-plot${given}></jump-plot>`;
  showAbout(name);
}

function rebuild() {
  $("parameters").replaceChildren(...known.get($("model").value).parameters.map(control));
  show();
}

$("plot").addEventListener("drawn", ({ detail }) => ($("words").textContent = detail.error ?? detail.words));
$("form").addEventListener("submit", (event) => event.preventDefault());
$("model").addEventListener("change", () => {
  set = {};
  rebuild();
});
for (const id of ["hold", "frames"]) $(id).addEventListener("input", () => $(id).checkValidity() && $(id).value !== "" && show());
$("hold-range").addEventListener("input", () => {
  $("hold").value = $("hold-range").value;
  show();
});
$("defaults").addEventListener("click", () => {
  set = {};
  rebuild();
});
$("copy").addEventListener("click", () => navigator.clipboard?.writeText(location.href).then(() => ($("words").textContent = "The link is copied"), () => {}));
addEventListener("hashchange", () => {
  readFragment();
  rebuild();
});
readFragment();
rebuild();
