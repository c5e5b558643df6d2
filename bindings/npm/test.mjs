// Tests of the npm package as it is installed: `node --test bindings/npm/test.mjs`, after bindings/web/build.mjs. What it writes must be
// the bytes of the native program (native.mjs).
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chosenMovies, chosenPrograms, damaged, hashes, jumplab, movieRuns, movies, native, needsNative, needsPrograms, noise, outcome, programRuns, root } from "./native.mjs";

// Installed from the tarball, without a network, into a folder of its own.
const home = mkdtempSync(join(tmpdir(), "jumpscope-npm-"));
after(() => rmSync(home, { recursive: true, force: true }));
const [{ filename, size }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", home], { cwd: join(root, "build/web/npm") }));
writeFileSync(join(home, "package.json"), '{"private": true, "type": "module"}');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], { cwd: home, stdio: "ignore" });
const program = join(home, "node_modules/jumpscope/bin.cjs");
const library = await import(pathToFileURL(join(home, "node_modules/jumpscope/index.js")));

const here = (args, options) => outcome([process.execPath, program], args, options);
function same(args, options) {
  const expected = outcome([native], args, options);
  const got = here(args, options);
  assert.deepEqual(got, expected, `jumpscope ${args.join(" ")}`);
  return got;
}
/** Both programs in a shell, with "$@" for the program. */
function sameInShell(script) {
  const [got, expected] = [[process.execPath, program], [native]].map((command) => outcome(["sh", "-c", script, "sh"], command));
  assert.deepEqual(got, expected, script);
  return got;
}

test("the tarball is below 4 MiB and installs without a network", () => assert.ok(size < 4 << 20, `${size} bytes`));

test("npx jumpscope demo compares the bundled cartridge with its model", () => {
  const { status, stdout } = spawnSync("npx", ["--offline", "jumpscope", "demo", "-o", "demo"], { cwd: home, encoding: "utf8" });
  assert.equal(status, 0);
  assert.match(stdout, /0 differences/);
  assert.ok(readFileSync(join(home, "demo/report.html")).length > 100_000);
});

test("exit statuses, messages and standard input are those of the native program", needsNative, () => {
  same(["--version"]);
  same(["help"]);
  assert.equal(same(["info", jumplab]).status, 0);
  assert.equal(same(["info", "nothing.nes"]).status, 2);
  assert.equal(same(["trace", jumplab, "--profile", "nosuch"]).status, 2);
  assert.equal(same(["diff", jumplab, "--movie", join(movies, "tour.fm2"), "--profile", "smb", "--model", "smb-article-jump"]).status, 1);
});

test("pipes are read and written as the native program does", needsNative, () => {
  assert.match(sameInShell(`cat ${jumplab} | "$@" info /dev/stdin`).stdout, /mapper/);
  const traced = sameInShell(`"$@" trace ${jumplab} --profile smb --press 1-9:A --frames 60 -o /dev/stdout | cat`).stdout;
  assert.match(traced, /^# jumpscope-trace 1 /);
  assert.equal(sameInShell(`"$@" trace ${jumplab} --profile smb --press 1-9:A --frames 60 -o /dev/stdout >t.csv; cat t.csv`).stdout, traced);
  assert.match(sameInShell(`"$@" trace ${jumplab} --profile smb --press 1-9:A --frames 60 -o t.csv; cat t.csv | "$@" jumps /dev/stdin`).stdout, /jump/);
});

for (const name of chosenMovies)
  test(`${name}: trace, write log, jumps, verdict, state and frame hashes with both policies`, needsNative, () => {
    const run = [jumplab, "--movie", join(movies, name)];
    const traced = same(["trace", ...run, "--profile", "smb", "-o", "t.csv", "--writes", "w.csv"], { outputs: ["t.csv", "w.csv"] });
    for (const file of ["t.csv", "w.csv"]) writeFileSync(join(home, file), traced.files[file]);
    same(["jumps", join(home, "t.csv"), "--writes", join(home, "w.csv"), "--json"]);
    same(["diff", ...run, "--profile", "smb", "--json"]);
    for (const options of movieRuns) same(["run", ...run, ...options, ...hashes.args], hashes);
  });

for (const rom of chosenPrograms)
  test(`${rom.split("/").slice(-2).join("/")}: the native state and frame hashes with both policies`, needsPrograms, () => {
    for (const options of programRuns) same(["run", rom, ...options, ...hashes.args], hashes);
  });
if (!chosenPrograms.length) test("test programs have the native state and frame hashes", needsPrograms, () => {});

test("damaged cartridges, movies, profiles and traces end with the native program's words and status", needsNative, () => {
  const profile = join(home, "profile.json");
  const fm2 = readFileSync(join(movies, "tier0-tapped.fm2"));
  const traced = here(["trace", jumplab, "--profile", "smb", "--press", "1-9:A", "--frames", "60", "-o", "t.csv"], { outputs: ["t.csv"] }).files["t.csv"];
  writeFileSync(join(home, "rom.nes"), readFileSync(jumplab));
  writeFileSync(profile, '{"name": "<b>x</b>", "watches": [{"name": "y", "address": "$00CE"}]}');
  const at = (name) => join(home, name);
  for (const [file, bytes, args] of [
    ["rom.nes", readFileSync(jumplab), ["run", at("rom.nes"), "--frames", "3"]],
    ["noise.nes", noise(40_000), ["info", at("noise.nes")]],
    ["movie.fm2", fm2, ["run", jumplab, "--movie", at("movie.fm2"), "--frames", "3"]],
    ["profile.json", readFileSync(profile), ["trace", jumplab, "--profile", profile, "--frames", "3", "-o", "t.csv"]],
    ["trace.csv", traced, ["jumps", at("trace.csv")]],
  ])
    for (const content of damaged(bytes, 4)) {
      writeFileSync(at(file), content);
      same(args, { outputs: ["t.csv"] });
    }
});

test("packed traces, archives, plots and models are the native bytes", needsNative, () => {
  const run = [jumplab, "--movie", join(movies, "tour.fm2"), "--profile", "smb"];
  same(["trace", ...run, "-o", "t.csv.zst"], { outputs: ["t.csv.zst"] });
  same(["model", "--list", "--json"]);
  for (const { model } of JSON.parse(here(["model", "--list", "--json"]).stdout)) same(["model", model, "--input", "1-12:A", "--frames", "120"]);
  same(["plot", join(home, "demo/trace.csv"), "-o", "p.svg"], { outputs: ["p.svg"] });
  same(["run", jumplab, "--frames", "60", "--screenshot", "p.png", "--wav", "s.wav"], { outputs: ["p.png", "s.wav"] });
});

test("the law that fit finds is the native one", needsNative, () => {
  same(["fit", join(home, "demo/trace.csv"), "--profile", "smb"]);
});

test("what cannot be there says so", () => {
  const proof = here(["prove", jumplab, "--movie", join(movies, "tour.fm2"), "--profile", "smb"]);
  assert.equal(proof.status, 2);
  assert.match(proof.stderr, /solver|Z3/);
  assert.equal(here(["play", jumplab]).status, 2);
  assert.equal(here(["model", "--engine", "cat", "--profile", "smb", "--input", "0-10:A"]).status, 2);
});

// --- The module ---

test("Console, Movie and the functions give what the command line gives", async () => {
  const rom = readFileSync(jumplab), file = readFileSync(join(movies, "tour.fm2"));
  const movie = await library.Movie.parse(file);
  const console = await library.Console.open(rom, { name: "jumplab.nes", devices: "2=none", video: true, audio: true });
  console.play(movie, 300);
  const { files } = here(["run", jumplab, "--movie", join(movies, "tour.fm2"), "--frames", "300", "--state", "s.state"], { outputs: ["s.state"] });
  assert.deepEqual(Buffer.from(console.saveState()), files["s.state"]);
  assert.equal(console.pixels.length, 256 * 240);
  assert.ok(console.takeSamples().length > 200_000);
  const state = console.saveState();
  console.runFrames(10);
  console.loadState(state);
  assert.deepEqual(console.saveState(), state);
  assert.throws(() => console.loadState(state.subarray(0, 100)), /state/);
  console.free();
  movie.free();
  assert.throws(() => console.frame, /freed/);

  const traced = await library.trace(rom, { name: "jumplab.nes", profile: "smb", movie: file });
  assert.equal(traced.csv, readFileSync(join(home, "demo/trace.csv"), "utf8"));
  assert.equal((await library.jumps(traced)).length, JSON.parse(here(["jumps", join(home, "demo/trace.csv"), "--json"]).stdout).length);
  assert.equal((await library.diff(traced)).equal, true);
  assert.equal((await library.diff(traced, { model: "smb-article-jump" })).equal, false);
  assert.ok((await library.models()).length > 5);
  await assert.rejects(library.Console.open(new Uint8Array(10)), /cartridge|NES|bytes/);
  await assert.rejects(library.Profile.builtin("nosuch"), /nosuch/);
  await (await library.Profile.builtin("smb")).free();
});

test("a worker runs a game, rewinds it, saves it and compares its jumps", async () => {
  const { Worker } = await import("node:worker_threads");
  const worker = new Worker(join(home, "node_modules/jumpscope/worker.js"));
  let next = 0;
  const call = (name, argument = {}) =>
    new Promise((done, failed) => {
      const id = ++next;
      const answer = (message) => {
        if (message.id !== id) return;
        worker.off("message", answer);
        if (message.error === undefined) done(message.result);
        else failed(new Error(message.error));
      };
      worker.on("message", answer);
      worker.postMessage({ id, call: name, argument });
    });
  try {
    const { profile } = await call("open", { rom: readFileSync(jumplab), name: "jumplab.nes", profile: "smb" });
    assert.equal(profile, "smb");
    await assert.rejects(call("open", { rom: new Uint8Array(100) }));
    await call("check", { on: true });
    await call("play", { movie: readFileSync(join(movies, "tour.fm2")) });
    await call("frames", { count: 400 });
    const { jumps, differences } = await call("jumps");
    assert.ok(jumps.length >= 4);
    assert.equal(differences, 0);
    const saved = await call("save");
    assert.ok(saved.state.length > 1000 && saved.fm2.length > 1000);
    await call("back", { frames: 100 });
    assert.equal((await call("look")).frame, 300);
    await call("load", { saved });
    assert.equal((await call("look")).frame, 400);
    assert.match(await call("movie"), /^version 3/);
  } finally {
    await worker.terminate();
  }
});

test("the types fit the package", (t) => {
  const compiler = join(root, "bindings/web/node_modules/typescript/bin/tsc");
  if (!existsSync(compiler)) return t.skip("SKIPPED: typescript is not installed in bindings/web");
  mkdirSync(join(home, "types"), { recursive: true });
  const use = `import { Console, Game, Movie, Profile, diff, jumps, model, models, report, run, trace } from "jumpscope";
const rom = new Uint8Array();
const traced = await trace(rom, { profile: "smb", press: "1-9:A" });
const found: { equal: boolean } = await diff(traced);
const c: Console = await Console.open(rom, { region: "pal" });
const m = await Movie.press("1-9:A");
c.play(m);
const list: string[] = (await models()).map((one) => one.model);
const game = await Game.create();
game.frames({ count: 1, pads: [1, 0] }).arcs;
void [found, jumps(traced), model("smb-jump"), report(traced), run([]), Profile.builtin("smb"), list];
`;
  writeFileSync(join(home, "types/use.ts"), use);
  const { status, stdout } = spawnSync(process.execPath, [compiler, "--noEmit", "--strict", "--target", "esnext", "--module", "nodenext", "--skipLibCheck", "use.ts"], { cwd: join(home, "types"), encoding: "utf8" });
  assert.equal(status, 0, stdout);
});
