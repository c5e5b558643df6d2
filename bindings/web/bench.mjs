// Frames a second beside jsnes, in the same Node and the same chromium, and beside the native interpreter; size, start, memory after
// JUMPSCOPE_MINUTES (2) of play, and underruns of the sound. Usage: tools/web bench, or bindings/web/bench.mjs [ROM...]
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const native = process.env.JUMPSCOPE_NATIVE ?? join(root, "build/release/jumpscope");
const own = ["jumplab/jumplab", "bench/status-bar", "bench/sort", "bench/music", "bench/dmc"].map((name) => join(root, `roms_test/${name}.nes`));
const roms = process.argv.length > 2 ? process.argv.slice(2) : own;

/** Frames a second of each way to run a cartridge; the best of `rounds`, which take turns. Sent to chromium as text. In Node the time is the processor's. */
async function measure({ bytes, library, jsnes, frames, rounds }) {
  const { Console } = await import(library);
  const { NES } = jsnes.endsWith("dist/jsnes.js") ? globalThis.jsnes : await import(jsnes);
  const rom = Uint8Array.from(bytes);
  const ways = {};
  for (const [name, options] of Object.entries({ "without pixels": {}, pixels: { video: true }, "pixels and sound": { video: true, audio: true } })) {
    const console = await Console.open(rom, options);
    ways[name] = (count) => {
      for (let i = 0; i < count; ++i) {
        console.runFrame();
        if (options.audio && i % 60 === 59) console.takeSamples();
      }
    };
  }
  const text = Array.from(rom, (byte) => String.fromCharCode(byte)).join("");
  for (const [name, emulateSound] of [["jsnes", false], ["jsnes with sound", true]]) {
    const nes = new NES({ onFrame() {}, onAudioSample() {}, emulateSound, sampleRate: 48000 });
    try {
      nes.loadROM(text);
      ways[name] = (count) => {
        for (let i = 0; i < count; ++i) nes.frame();
      };
    } catch (error) {
      ways[name] = null; // It does not know the board.
    }
  }
  const now = globalThis.process?.cpuUsage ? () => (({ user, system }) => (user + system) / 1000)(process.cpuUsage()) : () => performance.now();
  const best = {};
  for (let round = 0; round < rounds; ++round)
    for (const [name, way] of Object.entries(ways)) {
      if (!way) continue;
      const count = name.startsWith("jsnes") ? Math.ceil(frames / 8) : frames;
      const begun = now();
      way(count);
      best[name] = Math.max(best[name] ?? 0, (count / (now() - begun)) * 1000);
    }
  return best;
}

const row = (cells) => console.log(`| ${cells.map((cell) => (typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell)).join(" | ")} |`);
const times = (a, b) => (a && b ? (a / b).toFixed(1) : "-");

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  if (path === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>bench</title>");
  const file = path === "/jsnes/dist/jsnes.js" ? join(root, "bindings/web/node_modules/jsnes/dist/jsnes.js") : join(root, "build/web/page", path);
  if (!existsSync(file)) return response.writeHead(404).end();
  const type = path.endsWith(".wasm") ? "application/wasm" : path.endsWith(".html") ? "text/html" : path.endsWith(".css") ? "text/css" : "text/javascript";
  response.writeHead(200, { "content-type": type }).end(readFileSync(file));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"] });
const page = await browser.newPage();
await page.goto(address);
await page.addScriptTag({ url: `${address}jsnes/dist/jsnes.js` });

row(["in", "game", "without pixels", "pixels", "pixels and sound", "jsnes", "jsnes with sound", "times, without pixels", "times, with pixels and sound"]);
row(Array(9).fill("---"));
for (const rom of roms) {
  const work = { bytes: [...readFileSync(rom)], frames: 1200, rounds: 3 };
  const node = await measure({ ...work, library: pathToFileURL(join(root, "build/web/npm/index.js")).href, jsnes: pathToFileURL(join(root, "bindings/web/node_modules/jsnes/src/index.js")).href });
  const chrome = await page.evaluate(measure, { ...work, library: `${address}lib/index.js`, jsnes: "dist/jsnes.js" });
  for (const [where, best] of [["Node", node], ["chromium", chrome]])
    row([where, basename(rom, ".nes"), best["without pixels"], best.pixels, best["pixels and sound"], best.jsnes ?? "-", best["jsnes with sound"] ?? "-", times(best["without pixels"], best.jsnes), times(best["pixels and sound"], best["jsnes with sound"])]);
  if (!existsSync(native)) continue;
  const alone = (...options) => {
    const { frames, cpu_seconds } = JSON.parse(execFileSync(native, ["run", rom, "--frames", "12000", "--no-native-code", "--stats", ...options], { stdio: ["ignore", "pipe", "ignore"] }));
    return frames / cpu_seconds;
  };
  const interpreter = [alone(), alone("--video"), alone("--video", "--audio")];
  row(["native interpreter", basename(rom, ".nes"), ...interpreter, "", "", times(interpreter[0], node["without pixels"]), times(interpreter[2], node["pixels and sound"])]);
}

const size = (path) => [statSync(path).size, gzipSync(readFileSync(path), { level: 9 }).length].map((bytes) => `${(bytes / 1024).toFixed(0)} KiB`).join(", packed ");
console.log(`\nmodule.wasm ${size(join(root, "build/web/npm/dist/module.wasm"))}; jumpscope.wasm ${size(join(root, "build/web/npm/dist/jumpscope.wasm"))}`);
const starts = Array.from({ length: 5 }, () => {
  const begun = performance.now();
  execFileSync(process.execPath, [join(root, "build/web/npm/bin.cjs"), "--version"]);
  return performance.now() - begun;
});
console.log(`jumpscope --version in Node: ${Math.min(...starts).toFixed(0)} ms`);
const begin = await page.evaluate(async (library) => {
  const { Game } = await import(library);
  const begun = performance.now();
  await Game.create();
  return performance.now() - begun;
}, `${address}lib/index.js`);
console.log(`a second Game in chromium: ${begin.toFixed(0)} ms`);

// The page plays a movie with sound. What the tab's processes hold, as the system counts it.
const player = await browser.newPage();
await player.goto(`${address}index.html`);
await player.waitForFunction(() => globalThis.jumpscope?.state().game);
await player.click("#sound");
const system = await browser.newBrowserCDPSession();
async function held() {
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  const kilobytes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]));
  return `${Math.round(Math.max(...kilobytes) / 1024)} MiB`;
}
const minutes = Number(process.env.JUMPSCOPE_MINUTES ?? 2);
await player.keyboard.down("ArrowRight");
for (const after of [0.25, minutes / 2, minutes]) {
  await player.waitForFunction((frames) => globalThis.jumpscope.state().frame > frames, after * 3600, { timeout: minutes * 300_000, polling: 500 });
  const { underruns, frame } = await player.evaluate(() => ({ ...globalThis.jumpscope.state(), underruns: globalThis.jumpscope.sound.underruns }));
  console.log(`after ${frame} frames: ${await held()}, ${underruns} underruns`);
}
await browser.close();
server.close();
