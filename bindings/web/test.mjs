// Drives the page in Debian's chromium by playwright-core: `node --test bindings/web/test.mjs`, after bindings/web/build.mjs and
// `npm ci` in bindings/web. Screenshots go to build/web/screenshots.
import assert from "node:assert/strict";
import { readFileSync, mkdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import axe from "axe-core";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page_folder = join(root, "build/web/page");
const shots = join(root, "build/web/screenshots");
const jumplab = readFileSync(join(root, "roms_test/jumplab/jumplab.nes"));
const tour = readFileSync(join(root, "roms_test/movies/tour.fm2"));
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json", ".webmanifest": "application/manifest+json" };

// A plain file server, which can be switched off.
let online = true;
const server = createServer((request, response) => {
  if (!online) return request.socket.destroy();
  const path = join(page_folder, normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html"));
  try {
    const content = readFileSync(path);
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});

let browser, address;
before(async () => {
  mkdirSync(shots, { recursive: true });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"] });
});
after(async () => {
  await browser?.close();
  server.close();
});

/** A page that has begun, and fails the test on an error or on a request that leaves the server. */
async function open(t, { path = "", context: options = {}, ready = (page) => page.waitForFunction(() => globalThis.jumpscope?.state().game) } = {}) {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(address)) wrong.push(`asked for ${request.url()}`);
  });
  t.after(() => assert.deepEqual(wrong, []));
  await page.goto(address + path);
  await ready(page);
  return page;
}

const state = (page) => page.evaluate(() => globalThis.jumpscope.state());
const frame = (page) => page.evaluate(async () => (await globalThis.jumpscope.remote.call("look")).frame);
const status = (page) => page.locator("#status").textContent();
const drop = (page, files) => page.setInputFiles("#file", files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) })));
async function accessible(page) {
  // As a string: the page's policy allows no script of ours, the driver's evaluation is not bound by it.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`), []);
}
async function jump(page, frames) {
  await page.keyboard.down("x");
  const until = (await state(page)).frame + frames; // a slow machine's frames are longer
  await page.waitForFunction((frame) => globalThis.jumpscope.state().frame >= frame, until);
  await page.keyboard.up("x");
}

test("jumplab plays, a jump is in the table and equals the model", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  await jump(page, 20);
  await page.waitForSelector("#jumps tr", { timeout: 10_000 });
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("0 differences"));
  const lit = await page.evaluate(() => {
    const { data } = document.getElementById("arcs").getContext("2d").getImageData(0, 0, 768, 720);
    return data.filter((_, i) => i % 4 === 3 && data[i] > 0).length;
  });
  assert.ok(lit > 200, `${lit} pixels of an arc`);
});

test("a movie plays, and the exports are the native bytes", async (t) => {
  const page = await open(t);
  await drop(page, [{ name: "tour.fm2", bytes: tour }]);
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("tour.fm2 plays"));
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 120);
  await page.click("#pause");
  const download = async (button) => {
    const [file] = await Promise.all([page.waitForEvent("download", { timeout: 60_000 }), page.click(button)]);
    return readFileSync(await file.path());
  };
  const movie = await download("#movie");
  assert.match(movie.toString(), /^version 3/);
  const trace = (await download("#trace")).toString();
  assert.match(trace, /^# jumpscope-trace 1 /);
  assert.match((await download("#report")).toString(), /<!doctype html>/i);
});

test("the tab is lost and comes back where it was; saved games stay", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  await page.click("#save");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("Saved"));
  await page.click("#pause");
  const before = await frame(page);
  await page.waitForTimeout(500);
  await page.reload();
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("where you left it"));
  assert.equal(await frame(page), before);
  assert.equal((await state(page)).paused, true);
  await page.click("#load");
  await page.waitForFunction(() => document.getElementById("status").textContent === "Loaded");
  assert.ok((await frame(page)) <= before);
});

test("rewinding goes back", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 90);
  const before = await frame(page);
  await page.keyboard.down("Backspace");
  await page.waitForTimeout(700);
  const after = await frame(page);
  await page.keyboard.up("Backspace");
  assert.ok(after < before, `${before} -> ${after}`);
});

test("a link replays the game in another browser", async (t) => {
  const page = await open(t, { context: { permissions: ["clipboard-read", "clipboard-write"] } });
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  await jump(page, 15);
  await page.waitForSelector("#jumps tr");
  await page.click("#pause");
  await page.click("#share");
  await page.waitForFunction(() => location.hash.includes("movie="));
  const hash = new URL(page.url()).hash;
  const other = await open(t, { path: hash });
  await other.waitForSelector("#jumps tr", { timeout: 20_000 });
  const cells = (of) => of.locator("#jumps tr:last-child td").allTextContents();
  assert.deepEqual((await cells(other)).slice(0, 4), (await cells(page)).slice(0, 4));
});

test("offline after the first visit", async (t) => {
  const page = await open(t);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  online = false;
  t.after(() => (online = true));
  await page.reload();
  await page.waitForFunction(() => globalThis.jumpscope?.state().game);
  await page.goto(`${address}lab.html`);
  await page.locator("jump-plot svg").waitFor();
});

test("the models' page draws each model, keeps the setting in its link, and compares with the game's values", async (t) => {
  const ready = (page) => page.locator("jump-plot svg polyline").first().waitFor();
  const page = await open(t, { path: "lab.html#model=smb-jump&hold=20", ready });
  for (const value of await page.locator("#model option").evaluateAll((options) => options.map((option) => option.value))) {
    await page.selectOption("#model", value);
    await page.waitForFunction((name) => document.getElementById("words").textContent && location.hash.includes(name), value);
    await page.waitForTimeout(200);
    assert.doesNotMatch(await page.locator("#words").textContent(), /jump-plot|expected/, value);
  }
  await page.selectOption("#model", "cut-jump");
  const number = page.locator("#parameters input[type=number]").first();
  await number.fill(String(Number(await number.inputValue()) + 1));
  await page.waitForFunction(() => document.querySelector("jump-plot").shadowRoot.querySelectorAll("polyline").length === 2);
  const setting = new URL(page.url()).hash;
  const other = await open(t, { path: `lab.html${setting}`, ready });
  await other.waitForFunction(() => document.querySelector("jump-plot").shadowRoot.querySelectorAll("polyline").length === 2);
});

const looks = [
  ["desktop-light", { viewport: { width: 1280, height: 900 }, colorScheme: "light" }],
  ["desktop-dark", { viewport: { width: 1280, height: 900 }, colorScheme: "dark" }],
  ["phone-light", { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true }],
  ["phone-dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true, isMobile: true }],
];
for (const [name, context] of looks)
  test(`${name}: no violation of accessibility, nothing wider than the screen`, async (t) => {
    const page = await open(t, { context });
    await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
    await jump(page, 20);
    await page.waitForSelector("#jumps tr");
    await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
    await accessible(page);
    const narrow = () => document.documentElement.scrollWidth <= innerWidth;
    assert.ok(await page.evaluate(narrow));
    await page.goto(`${address}lab.html`);
    await page.locator("jump-plot svg").waitFor();
    await page.screenshot({ path: join(shots, `lab-${name}.png`), fullPage: true });
    await accessible(page);
    assert.ok(await page.evaluate(narrow));
  });

test("the controller on the page presses buttons", async (t) => {
  const page = await open(t, { context: looks[2][1] });
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  const box = await page.locator(".round [data-button='0']").boundingBox();
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.waitForTimeout(300);
  await page.mouse.up();
  await page.waitForSelector("#jumps tr");
});

test("hostile files are refused with a sentence, and the game before goes on", async (t) => {
  const page = await open(t);
  let seed = 1;
  const noise = (size) => Uint8Array.from({ length: size }, () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 16);
  const broken = [
    { name: "empty.nes", bytes: new Uint8Array() },
    { name: "short.nes", bytes: jumplab.subarray(0, 1000) },
    { name: "noise.nes", bytes: noise(40_000) },
    { name: "noise.zip", bytes: Uint8Array.from([0x50, 0x4b, 3, 4, ...noise(500)]) },
    { name: "board.nes", bytes: Uint8Array.from(jumplab, (byte, i) => (i === 6 ? 0xf0 : i === 7 ? 0xe0 : byte)) },
    { name: "movie.fm2", bytes: new TextEncoder().encode("version 3\n|0|broken") },
    { name: "profile.json", bytes: new TextEncoder().encode('{"name": "<img src=x onerror=alert(1)>", "watches": 3}') },
    { name: "<img src=x onerror=alert(1)>.nes", bytes: noise(100) },
  ];
  for (const file of broken) {
    const before = await status(page);
    await page.evaluate(() => (document.getElementById("status").textContent = ""));
    await drop(page, [file]);
    await page.waitForFunction(() => document.getElementById("status").textContent);
    if (file.name !== "short.nes") assert.notEqual(await status(page), before);
    assert.equal(await page.locator("img").count(), 0);
  }
  await page.click("#jumplab");
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("jumplab"));
  // A cartridge whose name is markup is shown as text.
  await drop(page, [{ name: "<img src=x onerror=alert(1)>.nes", bytes: jumplab }]);
  await page.waitForFunction(() => document.getElementById("status").textContent.includes("<img"));
  assert.equal(await page.locator("img").count(), 0);
});

for (const [what, hash] of [
  ["a megabyte", `#rom=x&movie=${"A".repeat(1 << 20)}`],
  ["no deflate", "#rom=x&movie=zzzz"],
  ["no base64", "#rom=x&movie=%00%ff!"],
  ["markup", "#rom=<img src=x onerror=alert(1)>&movie=<b>"],
])
  test(`a link with ${what} is refused with a sentence, and jumplab plays`, async (t) => {
    const page = await open(t, { path: hash });
    await page.waitForFunction(() => document.getElementById("status").textContent.includes("link"));
    assert.equal((await state(page)).game, "jumplab.nes");
    assert.equal(await page.locator("img").count(), 0);
  });

test("a setting in a link that cannot be is refused or ignored", async (t) => {
  const ready = (page) => page.waitForFunction(() => document.getElementById("words")?.textContent);
  await open(t, { path: "lab.html#model=<b>&hold=-5&set=gravity=<img>", ready });
  await open(t, { path: "lab.html#model=smb-jump&hold=1e9&set=gravity=99999", ready });
});
