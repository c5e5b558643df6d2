// The page: a game in a worker, its picture with arcs, the table of jumps and the comparison with the model.
import { Input } from "./input.js";
import { makeLink, readLink } from "./link.js";
import { Remote } from "./remote.js";
import { Sound } from "./sound.js";
import { forget, keep, kept } from "./store.js";

const $ = (id) => document.getElementById(id);
const remote = new Remote(new URL("lib/worker.js", import.meta.url));
const sound = new Sound();
const input = new Input($("pad"), { onPause: () => pause(!paused) });

// rom, name, profile ("": by the cartridge), sha1, used (the profile's name), model, pal
let game = null;
let paused = true;
let flew = false;
let shown = 0; // the frame in the picture
let waiting = null; // a link whose cartridge is not here yet
let stopped = ""; // the first difference between cartridge and model
const largest_file = 8 << 20;

const say = (words) => ($("status").textContent = words);
/** Runs what a button does, and says what went wrong. */
const attempt = (work) => async (...args) => {
  try {
    return await work(...args);
  } catch (error) {
    say(error.message);
  }
};

// --- Picture ---

const picture = $("picture").getContext("2d");
const overlay = $("arcs").getContext("2d");

function draw(now) {
  picture.putImageData(new ImageData(new Uint8ClampedArray(now.picture.buffer), 256, 240), 0, 0);
  overlay.clearRect(0, 0, 768, 720);
  overlay.lineWidth = 5;
  overlay.lineJoin = "round";
  now.arcs.forEach((arc, i) => {
    const path = new Path2D();
    arc.forEach(([x, y]) => path.lineTo(x * 3, y * 3));
    const newest = i === now.arcs.length - 1;
    overlay.strokeStyle = "#000b";
    overlay.lineWidth = 6;
    overlay.stroke(path);
    overlay.strokeStyle = newest ? "#ffd34d" : "#8fd0ffaa";
    overlay.lineWidth = 3;
    overlay.stroke(path);
  });
  shown = now.frame;
  if (now.stop) stopped = now.stop;
  if (flew && !now.flying) showJumps();
  if (now.flying) tour("jump");
  flew = now.flying;
}

// --- Time: as many frames as the clock wants, at most four at once; with sound a little more or fewer, so that its queue stays filled. ---

let last = 0;
let due = 0;
let busy = false;

async function tick(time) {
  requestAnimationFrame(tick);
  const rate = game?.pal ? 50.00698 : 60.09881;
  const lean = sound.on ? Math.max(-0.01, Math.min(0.01, (3600 - sound.waiting) / 100_000)) : 0;
  due = Math.min(4, due + ((time - last) / 1000) * rate * (1 + lean));
  last = time;
  if (!game || paused || busy || due < 1) return;
  const count = Math.floor(due);
  due -= count;
  busy = true;
  try {
    if (input.rewinding) {
      await remote.call("back", { frames: count * 2 });
      draw(await remote.call("look"));
      tour("rewind");
    } else {
      const pads = input.pads();
      const now = await remote.call("frames", { count, pads });
      sound.play(now.samples);
      draw(now);
      if (pads[0] & 0x80) tour("walk");
    }
  } catch (error) {
    pause(true);
    say(error.message);
  }
  busy = false;
}
requestAnimationFrame(tick);

function pause(on) {
  paused = on;
  $("pause").textContent = on ? "Play on" : "Pause";
  $("pause").setAttribute("aria-pressed", on);
  if (on && game) keepGame();
}

// --- Jumps ---

const cell = (value) => {
  const td = document.createElement("td");
  td.textContent = value ?? "";
  return td;
};

const showJumps = attempt(async () => {
  if (!game?.used) return;
  const { jumps, summary, differences, first } = await remote.call("jumps");
  $("jumps").replaceChildren(
    ...jumps.reverse().map((jump) => {
      const tr = document.createElement("tr");
      const { start_frame, start, hold_frames, apex_px_exact, frames_airborne, distance_px, end } = jump;
      tr.append(...[start_frame, start, hold_frames, apex_px_exact, frames_airborne, distance_px, end].map(cell));
      return tr;
    }),
  );
  if (jumps.length > 1 && jumps.some(({ hold_frames }) => hold_frames < 8)) tour("tap");
  const verdict = $("verdict");
  verdict.className = summary ? (differences ? "bad" : "good") : "";
  verdict.textContent = summary ? (differences ? `${first}. ${summary}` : summary) : "This profile names no model to compare with.";
  if (stopped && !differences) verdict.textContent += ` Earlier: ${stopped}`;
});

// --- Cartridges, movies and profiles ---

/** Powers on and plays; `held`: waits until it is told to. */
async function insert({ rom, name, profile = "", held = false }) {
  const facts = await remote.call("open", { rom, name, profile });
  const stored = await kept(`battery ${facts.sha1}`);
  if (stored) await remote.call("open", { rom, name, profile, battery: stored });
  game = { rom, name, profile, sha1: facts.sha1, used: facts.profile, model: facts.model, pal: facts.pal };
  if (facts.model) await remote.call("check", { on: true }).catch(() => {});
  stopped = "";
  flew = false;
  $("jumps").replaceChildren();
  $("verdict").className = "";
  $("verdict").textContent = facts.profile ? "No jump yet." : "No profile says which bytes of this game are its jump: choose one, or drop a profile.";
  $("profile").value = profile.trimStart().startsWith("{") ? "file" : profile;
  $("load").disabled = !(await kept(`saved ${game.sha1}`));
  say(`${name}${facts.profile ? ` with the profile ${facts.profile}` : ""}`);
  if (!held) pause(false);
}

const fetched = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`cannot load ${address}: the server answers ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
};

let profiles = [];
const insertJumplab = async () => insert({ rom: await fetched("jumplab.nes"), name: "jumplab.nes", profile: profiles[0].name });

const text = (bytes) => new TextDecoder().decode(bytes);
const startsWith = (bytes, letters) => [...letters].every((letter, i) => bytes[i] === letter.charCodeAt(0));

/** By content: a profile is JSON, an FM2 movie begins with "version", a bk2 is an archive of that name, and the rest are cartridges. */
async function take(file) {
  if (file.size > largest_file) throw new Error(`${file.name} is larger than a cartridge, a movie or a profile can be`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (text(bytes.subarray(0, 16)).trimStart().startsWith("{")) {
    if (!game) throw new Error("a profile needs a cartridge; choose that first");
    const profile = text(bytes);
    await insert({ ...game, profile });
    await keep(`profile ${game.sha1}`, profile).catch(() => {});
  } else if (startsWith(bytes, "version") || /\.bk2$/i.test(file.name)) {
    if (!game) throw new Error("a movie needs a cartridge; choose that first");
    await remote.call("play", { movie: bytes });
    pause(false);
    say(`${file.name} plays`);
  } else {
    await insert({ rom: bytes, name: file.name });
    const profile = await kept(`profile ${game.sha1}`);
    if (!game.used && profile) await insert({ rom: bytes, name: file.name, profile });
    if (waiting?.rom === game.sha1) await remote.call("play", { movie: waiting.movie });
    waiting = null;
  }
}

const takeAll = attempt(async (files) => {
  // Cartridges first: what comes with them is for them.
  for (const file of [...files].sort((a, b) => /\.(fm2|bk2|json)$/i.test(a.name) - /\.(fm2|bk2|json)$/i.test(b.name))) await take(file);
});

// --- What stays ---

const keepGame = attempt(async () => {
  if (!game) return;
  const { rom, name, profile, sha1 } = game;
  const battery = await remote.call("battery");
  if (battery) await keep(`battery ${sha1}`, battery);
  await keep("last", { rom, name, profile, saved: await remote.call("save") });
});

async function comeBack() {
  const before = await kept("last");
  if (!before) return false;
  try {
    await insert({ ...before, held: true });
    await remote.call("load", { saved: before.saved });
    draw(await remote.call("look"));
    pause(true);
    say(`${before.name}, where you left it. Play on?`);
    return true;
  } catch {
    await forget("last");
    return false;
  }
}

function download(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The trace of everything since power-on, by the program itself: the bytes that it would write natively. */
async function traced() {
  if (!game) throw new Error("no cartridge is inserted; choose one");
  if (!game.used) throw new Error("nothing is watched; choose a profile");
  const files = { "game.nes": game.rom, "run.fm2": await remote.call("movie") };
  const own = game.profile.trimStart().startsWith("{");
  if (own) files["profile.json"] = game.profile;
  const args = ["trace", "game.nes", "--movie", "run.fm2", "--profile", own ? "profile.json" : game.used, "-o", "trace.csv", "--writes", "writes.csv"];
  const result = await remote.call("run", { args, files });
  if (result.status !== 0) throw new Error(result.stderr.trim());
  return result.files;
}

const stem = () => game.name.replace(/\.[^.]*$/, "");

// --- Buttons ---

/** Steps of the tour are done when they happen. */
function tour(step) {
  const item = document.querySelector(`#tour li[data-step="${step}"]:not(.done)`);
  if (item && !$("tour").hidden) item.classList.add("done");
}

const on = (id, event, work) => $(id).addEventListener(event, attempt(work));
on("pause", "click", () => game && pause(!paused));
on("reset", "click", () => game && remote.call("reset"));
on("jumplab", "click", insertJumplab);
on("file", "change", async ({ target }) => {
  await takeAll(target.files);
  target.value = "";
});
on("sound", "click", async ({ target }) => {
  const off = sound.on;
  await (off ? sound.stop() : sound.start());
  target.setAttribute("aria-pressed", !off);
});
on("save", "click", async () => {
  if (!game) return;
  await keep(`saved ${game.sha1}`, await remote.call("save"));
  $("load").disabled = false;
  say("Saved in this browser");
});
on("load", "click", async () => {
  await remote.call("load", { saved: await kept(`saved ${game.sha1}`) });
  draw(await remote.call("look"));
  say("Loaded");
});
on("profile", "change", async ({ target }) => {
  if (!game || target.value === "file") return;
  const { rom, name } = game;
  await insert({ rom, name, profile: target.value });
});
on("movie", "click", async () => download(`${stem()}.fm2`, await remote.call("movie"), "text/plain"));
on("trace", "click", async () => {
  say("Tracing …");
  download(`${stem()}.csv`, (await traced())["trace.csv"], "text/csv");
  say("The trace is written");
});
on("report", "click", async () => {
  say("Making the report …");
  const files = await traced();
  const args = ["plot", "trace.csv", "--writes", "writes.csv", "-o", "report.html"];
  const result = await remote.call("run", { args, files });
  if (result.status !== 0) throw new Error(result.stderr.trim());
  download(`${stem()}.html`, result.files["report.html"], "text/html");
  say("The report is written");
});
on("share", "click", async () => {
  if (!game) return;
  const link = await makeLink({ movie: await remote.call("movie"), rom: game.sha1, profile: game.used });
  history.replaceState(null, "", link);
  await navigator.clipboard?.writeText(link).then(
    () => say("The link is copied. It holds your input, not the cartridge"),
    () => say("The link is in the address bar. It holds your input, not the cartridge"),
  );
  tour("share");
});
on("end-tour", "click", async () => {
  $("tour").hidden = true;
  await keep("toured", true);
});
const rewinding = (value) => () => (input.rewinding = value);
for (const event of ["pointerdown", "keydown"]) $("rewind").addEventListener(event, rewinding(true));
for (const event of ["pointerup", "pointerleave", "keyup", "blur"]) $("rewind").addEventListener(event, rewinding(false));

addEventListener("dragover", (event) => {
  event.preventDefault();
  $("drop").hidden = false;
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) $("drop").hidden = true;
});
addEventListener("drop", (event) => {
  event.preventDefault();
  $("drop").hidden = true;
  takeAll(event.dataTransfer.files);
});
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keepGame());
setInterval(() => game && !paused && keepGame(), 10_000);

// --- Begin ---

async function playLink(link) {
  await insertJumplab();
  if (game.sha1 !== link.rom) {
    game = null;
    pause(true);
    waiting = link;
    return say(`This link is for the cartridge with the SHA-1 ${link.rom.slice(0, 40)}: open yours.`);
  }
  await remote.call("play", { movie: link.movie });
  say("The link's movie plays");
}

const begin = attempt(async () => {
  profiles = await remote.call("profiles");
  const choices = [["", "the cartridge's own"], ...profiles.map(({ name, title }) => [name, title ? `${name}: ${title}` : name]), ["file", "a file (drop it)"]];
  $("profile").replaceChildren(...choices.map(([value, words]) => new Option(words, value)));
  $("tour").hidden = Boolean(await kept("toured"));
  let link = null;
  try {
    link = await readLink(location.hash);
  } catch (error) {
    if (!(await comeBack())) await insertJumplab();
    return say(error.message);
  }
  if (link) return playLink(link);
  if (!(await comeBack())) await insertJumplab();
});
begin();
globalThis.jumpscope = { remote, sound, keepGame, state: () => ({ game: game?.name, sha1: game?.sha1, paused, stopped, frame: shown }) };

navigator.serviceWorker?.register("sw.js").catch(() => {});
