// Tests of the npm package as it is installed: `node --test bindings/npm/test.mjs`, after bindings/web/build.mjs. What it writes must be
// the bytes of the native program, build/release/jumpscope, or $JUMPSCOPE_NATIVE. The test programs of $JUMPSCOPE_SHARED are run where
// they are.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const native = process.env.JUMPSCOPE_NATIVE ?? join(root, "build/release/jumpscope");
const movies = join(root, "roms_test/movies");
const jumplab = join(root, "roms_test/jumplab/jumplab.nes");

// Installed from the tarball, without a network, into a folder of its own.
const home = mkdtempSync(join(tmpdir(), "jumpscope-npm-"));
after(() => rmSync(home, { recursive: true, force: true }));
const [{ filename, size }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", home], { cwd: join(root, "build/web/npm") }));
const started = Date.now();
writeFileSync(join(home, "package.json"), '{"private": true, "type": "module"}');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], { cwd: home, stdio: "ignore" });
const program = join(home, "node_modules/jumpscope/bin.cjs");
const library = await import(pathToFileURL(join(home, "node_modules/jumpscope/index.js")));

/** What a program prints and writes in a new folder. */
function outcome(command, args, { stdin = "", outputs = [], env = {} } = {}) {
  const cwd = mkdtempSync(join(home, "run-"));
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...args], { cwd, input: stdin, env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
  const files = Object.fromEntries(outputs.map((name) => [name, existsSync(join(cwd, name)) ? readFileSync(join(cwd, name)) : null]));
  rmSync(cwd, { recursive: true });
  return { status, stdout: stdout.toString(), stderr: stderr.toString(), files };
}
const here = (args, options) => outcome([process.execPath, program], args, options);
function same(args, options) {
  const expected = outcome([native], args, options);
  const got = here(args, options);
  assert.deepEqual(got, expected, `jumpscope ${args.join(" ")}`);
  return got;
}
const needsNative = { skip: existsSync(native) ? false : `SKIPPED: there is no ${native}` };

test("the tarball is below 4 MB and installs without a network", () => {
  assert.ok(size < 4 << 20, `${size} bytes`);
  assert.ok(Date.now() - started < 300_000);
});

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
  assert.equal(same(["info", "/dev/stdin"], { stdin: readFileSync(jumplab) }).status, 0);
  assert.equal(same(["diff", jumplab, "--movie", join(movies, "tour.fm2"), "--profile", "smb", "--model", "smb-article-jump"]).status, 1);
});

for (const name of readdirSync(movies).filter((file) => file.endsWith(".fm2")))
  test(`${name}: trace, write log, jumps, verdict, state and frame hashes`, needsNative, () => {
    const run = [jumplab, "--movie", join(movies, name)];
    const traced = same(["trace", ...run, "--profile", "smb", "-o", "t.csv", "--writes", "w.csv"], { outputs: ["t.csv", "w.csv"] });
    for (const file of ["t.csv", "w.csv"]) writeFileSync(join(home, file), traced.files[file]);
    same(["jumps", join(home, "t.csv"), "--writes", join(home, "w.csv"), "--json"]);
    same(["diff", ...run, "--profile", "smb", "--json"]);
    same(["run", ...run, "--frame-hashes", "h.txt", "--state", "s.state"], { outputs: ["h.txt", "s.state"] });
  });

test("test programs have the native state and frame hashes with both policies", needsNative, (t) => {
  const programs = process.env.JUMPSCOPE_SHARED && join(process.env.JUMPSCOPE_SHARED, "test-roms");
  if (!programs || !existsSync(programs)) return t.skip("SKIPPED: $JUMPSCOPE_SHARED has no test-roms");
  const roms = readdirSync(programs, { recursive: true }).filter((file) => file.endsWith(".nes")).sort();
  const step = Math.max(1, Math.floor(roms.length / 50));
  const chosen = roms.filter((_, i) => i % step === 0).slice(0, 50);
  assert.equal(chosen.length, 50);
  for (const rom of chosen)
    for (const policy of ["catch-up", "every-cycle"])
      same(["run", join(programs, rom), "--frames", "120", "--policy", policy, "--frame-hashes", "h.txt", "--state", "s.state"], { outputs: ["h.txt", "s.state"] });
});

test("packed traces, archives, plots, models and fits are the native bytes", needsNative, () => {
  const run = [jumplab, "--movie", join(movies, "tour.fm2"), "--profile", "smb"];
  same(["trace", ...run, "-o", "t.csv.zst"], { outputs: ["t.csv.zst"] });
  same(["model", "--list", "--json"]);
  for (const { model } of JSON.parse(here(["model", "--list", "--json"]).stdout)) same(["model", model, "--input", "1-12:A", "--frames", "120"]);
  same(["plot", join(home, "demo/trace.csv"), "-o", "p.svg"], { outputs: ["p.svg"] });
  same(["run", jumplab, "--frames", "60", "--screenshot", "p.png", "--wav", "s.wav"], { outputs: ["p.png", "s.wav"] });
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
  const console = await library.Console.open(rom, { name: "jumplab.nes", video: true, audio: true });
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
