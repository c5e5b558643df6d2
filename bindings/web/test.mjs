// Drives the page in Debian's chromium by playwright-core: `node --test bindings/web/test.mjs`, after bindings/web/build.mjs and
// `npm ci` in bindings/web. Screenshots go to build/web/screenshots. What it writes must be the bytes of the native program
// (bindings/npm/native.mjs).
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { chosenMovies, chosenPrograms, damaged, hashes, jumplab as jumplab_file, movieRuns, movies, native, needsNative, needsPrograms, noise, outcome, programRuns, root, some } from "../npm/native.mjs";

const page_folder = join(root, "build/web/page");
const shots = join(root, "build/web/screenshots");
const jumplab = readFileSync(jumplab_file);
const tour = readFileSync(join(movies, "tour.fm2"));
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
  context.setDefaultTimeout(180_000); // a slow machine's frames are long
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
/** Drops files on the page, as a file manager does. */
async function drop(page, files) {
  const sent = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString("base64") }));
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of files) dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    const event = (kind) => document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));
    event("dragover");
    event("drop");
  }, sent);
}
/** Waits until the game has run `frames` frames: a slow machine's are longer. */
async function frames(page, count, more = true) {
  const until = (await state(page)).frame + (more ? count : -count);
  await page.waitForFunction(([until, more]) => (more ? globalThis.jumpscope.state().frame >= until : globalThis.jumpscope.state().frame <= until), [until, more]);
}
const says = (page, words) => page.waitForFunction((words) => document.getElementById("status").textContent.includes(words), words);
async function accessible(page) {
  // As a string: the page's policy allows no script of ours, the driver's evaluation is not bound by it.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(" ")}`), []);
}
async function jump(page, count) {
  await page.keyboard.down("x");
  await frames(page, count);
  await page.keyboard.up("x");
}

test("jumplab plays, a jump is in the table and equals the model", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  await jump(page, 20);
  await page.waitForSelector("#jumps tr");
  await page.waitForFunction(() => document.getElementById("verdict").textContent.includes("0 differences"));
  const lit = await page.evaluate(() => {
    const { data } = document.getElementById("arcs").getContext("2d").getImageData(0, 0, 768, 720);
    return data.filter((_, i) => i % 4 === 3 && data[i] > 0).length;
  });
  assert.ok(lit > 200, `${lit} pixels of an arc`);
});

test("a dropped cartridge and movie play, and the exports are the native bytes", needsNative, async (t) => {
  const page = await open(t);
  await drop(page, [{ name: "tour.fm2", bytes: tour }, { name: "game.nes", bytes: jumplab }]);
  await says(page, "tour.fm2 plays");
  assert.equal((await state(page)).game, "game.nes");
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 120);
  await page.click("#pause");
  const download = async (button) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return readFileSync(await file.path());
  };
  const folder = mkdtempSync(join(tmpdir(), "jumpscope-page-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "game.nes"), jumplab);
  writeFileSync(join(folder, "run.fm2"), await download("#movie"));
  const script = `cd ${folder} && ${native} trace game.nes --movie run.fm2 --profile smb -o trace.csv --writes writes.csv && ${native} plot trace.csv --writes writes.csv -o report.html`;
  assert.equal(outcome(["sh", "-c", script], []).status, 0);
  assert.deepEqual(await download("#trace"), readFileSync(join(folder, "trace.csv")));
  assert.deepEqual(await download("#report"), readFileSync(join(folder, "report.html")));
});

test("the tab is lost and comes back where it was; saved games stay", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 60);
  await page.click("#save");
  await says(page, "Saved");
  await page.click("#pause");
  const before = await frame(page);
  await page.evaluate(() => globalThis.jumpscope.keepGame());
  await page.reload();
  await says(page, "where you left it");
  assert.equal(await frame(page), before);
  assert.equal((await state(page)).paused, true);
  await page.click("#load");
  await says(page, "Loaded");
  assert.ok((await frame(page)) <= before);
  // And in a tab that knows nothing of this one.
  await page.evaluate(() => globalThis.jumpscope.keepGame());
  const context = page.context();
  await page.close();
  const other = await context.newPage();
  await other.goto(address);
  await says(other, "where you left it");
});

test("rewinding goes back", async (t) => {
  const page = await open(t);
  await page.waitForFunction(() => globalThis.jumpscope.state().frame > 90);
  await page.keyboard.down("Backspace");
  await frames(page, 20, false);
  await page.keyboard.up("Backspace");
  await frames(page, 20);
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
  await other.waitForSelector("#jumps tr");
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
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await frames(page, 10);
  await page.mouse.up();
  await page.waitForSelector("#jumps tr");
});

/** Drops a file, and waits until the page has said something about it, which is text. */
async function dropAndWait(page, file) {
  await page.evaluate(() => (document.getElementById("status").textContent = ""));
  await drop(page, [file]);
  await page.waitForFunction(() => document.getElementById("status").textContent);
  assert.equal(await page.locator("img, main b, main script").count(), 0);
}

test("hostile files are refused with a sentence, and the game before goes on", async (t) => {
  const page = await open(t);
  const broken = [
    { name: "empty.nes", bytes: new Uint8Array() },
    { name: "short.nes", bytes: jumplab.subarray(0, 10) },
    { name: "noise.nes", bytes: noise(40_000) },
    { name: "noise.zip", bytes: Uint8Array.from([0x50, 0x4b, 3, 4, ...noise(500)]) },
    { name: "board.nes", bytes: Uint8Array.from(jumplab, (byte, i) => (i === 6 ? 0xf0 : i === 7 ? 0xe0 : byte)) },
    { name: "movie.fm2", bytes: new TextEncoder().encode("version 3\n|0|broken") },
    { name: "profile.json", bytes: new TextEncoder().encode('{"name": "<img src=x onerror=alert(1)>", "watches": 3}') },
    { name: "<img src=x onerror=alert(1)>.nes", bytes: noise(100) },
  ];
  for (const file of broken) {
    await dropAndWait(page, file);
    assert.notEqual(await status(page), "jumplab.nes with the profile smb");
    assert.equal((await state(page)).game, "jumplab.nes", file.name);
  }
  await page.click("#jumplab");
  await says(page, "jumplab");
  // A cartridge whose name is markup is shown as text.
  await drop(page, [{ name: "<img src=x onerror=alert(1)>.nes", bytes: jumplab }]);
  await says(page, "<img");
  assert.equal(await page.locator("img").count(), 0);
});

// Whatever is dropped, the page says something, throws nothing, and plays jumplab when it is told to.
const corpus = join(root, "tests/fuzz/corpus");
const few = process.env.JUMPSCOPE_SLOW === "1" ? 1000 : 6;
for (const [kind, extension] of [["cartridge", "nes"], ["rom-file", "nes"], ["gzip", "gz"], ["zip", "zip"], ["patch", "ips"], ["fm2", "fm2"], ["bk2", "bk2"], ["profile", "json"], ["damaged", "nes"], ["damaged", "fm2"]])
  test(`${kind}.${extension}: random and broken files do no harm`, async (t) => {
    const page = await open(t);
    const files =
      kind === "damaged"
        ? [...damaged(extension === "nes" ? jumplab : tour, few === 6 ? 8 : 60)]
        : some(readdirSync(join(corpus, kind)).sort(), few).map((name) => readFileSync(join(corpus, kind, name)));
    for (const [i, bytes] of files.entries()) await dropAndWait(page, { name: `<b>${i}</b>.${extension}`, bytes });
    await page.click("#jumplab");
    await says(page, "jumplab");
    await frames(page, 5);
  });

/** The hashes of a run in the page's own module. */
const inChromium = (page, args, given) =>
  page.evaluate(
    async ({ library, args, given, outputs }) => {
      const { run } = await import(library);
      const files = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]));
      const { status, files: written } = await run(args, { files });
      const sha = async (bytes) => (bytes ? [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ") : "missing");
      return { status, hashes: await Promise.all(outputs.map((name) => sha(written[name]))) };
    },
    { library: `${address}lib/index.js`, args, given: Object.fromEntries(Object.entries(given).map(([name, bytes]) => [name, bytes.toString("base64")])), outputs: hashes.outputs },
  );
async function sameInChromium(page, args, given, nativeArgs) {
  const { status, files } = outcome([native], [...nativeArgs, ...hashes.args], hashes);
  const sha = async (bytes) => (bytes ? [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].join(" ") : "missing");
  const expected = { status, hashes: await Promise.all(hashes.outputs.map((name) => sha(files[name]))) };
  assert.deepEqual(await inChromium(page, [...args, ...hashes.args], given), expected, nativeArgs.join(" "));
}

test("movies have the native state and frame hashes in chromium with both policies", needsNative, async (t) => {
  const page = await open(t, { path: "lab.html", ready: (page) => page.locator("jump-plot svg").waitFor() });
  for (const movie of chosenMovies)
    for (const options of movieRuns)
      await sameInChromium(
        page,
        ["run", "game.nes", "--movie", "run.fm2", ...options],
        { "game.nes": jumplab, "run.fm2": readFileSync(join(movies, movie)) },
        ["run", jumplab_file, "--movie", join(movies, movie), ...options],
      );
});

test("test programs have the native state and frame hashes in chromium with both policies", needsPrograms, async (t) => {
  const page = await open(t, { path: "lab.html", ready: (page) => page.locator("jump-plot svg").waitFor() });
  for (const rom of chosenPrograms)
    for (const options of programRuns)
      await sameInChromium(page, ["run", "game.nes", ...options], { "game.nes": readFileSync(rom) }, ["run", rom, ...options]);
});

for (const [what, hash] of [
  ["a megabyte", `#rom=x&movie=${"A".repeat(1 << 20)}`],
  ["no deflate", "#rom=x&movie=zzzz"],
  ["no base64", "#rom=x&movie=%00%ff!"],
  ["markup", "#rom=<img src=x onerror=alert(1)>&movie=<b>"],
])
  test(`a link with ${what} is refused with a sentence, and jumplab plays`, async (t) => {
    const page = await open(t, { path: hash });
    await says(page, "link");
    assert.equal((await state(page)).game, "jumplab.nes");
    assert.equal(await page.locator("img").count(), 0);
  });

test("a setting in a link that cannot be is refused or ignored", async (t) => {
  const ready = (page) => page.waitForFunction(() => document.getElementById("words")?.textContent);
  await open(t, { path: "lab.html#model=<b>&hold=-5&set=gravity=<img>", ready });
  await open(t, { path: "lab.html#model=smb-jump&hold=1e9&set=gravity=99999", ready });
});
