// What the tests of the package and of the page compare with: the native program, build/release/jumpscope or $JUMPSCOPE_NATIVE, on the
// repository's movies and, where $JUMPSCOPE_SHARED is, on 50 of the test programs there. JUMPSCOPE_SLOW=1 tries all of them, else a few.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const native = process.env.JUMPSCOPE_NATIVE ?? join(root, "build/release/jumpscope");
export const needsNative = { skip: existsSync(native) ? false : `SKIPPED: there is no ${native}` };
export const jumplab = join(root, "roms_test/jumplab/jumplab.nes");
export const movies = join(root, "roms_test/movies");
const slow = process.env.JUMPSCOPE_SLOW === "1";
/** The options with which movies and test programs are run. Lockstep is slow: a movie's first 300 frames are enough but for JUMPSCOPE_SLOW. */
export const movieRuns = [["--policy", "catch-up"], ["--policy", "every-cycle", ...(slow ? [] : ["--frames", "300"])]];
export const programRuns = ["catch-up", "every-cycle"].map((policy) => ["--policy", policy, "--frames", "120"]);

/** About `count` of them, evenly. */
export function some(list, count) {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, i) => i % step === 0).slice(0, count);
}
const chosen = (list, few) => (slow ? list : some(list, few));

export const chosenMovies = chosen(readdirSync(movies).filter((file) => file.endsWith(".fm2")), 3);

const shared = join(process.env.JUMPSCOPE_SHARED ?? "nowhere", "test-roms");
const programs = existsSync(shared) ? readdirSync(shared, { recursive: true }).filter((file) => file.endsWith(".nes")).sort() : [];
export const chosenPrograms = chosen(some(programs, 50), 4).map((name) => join(shared, name));
export const needsPrograms = { skip: programs.length >= 50 ? needsNative.skip : "SKIPPED: $JUMPSCOPE_SHARED has no test-roms" };

/** What a program prints and writes in a new folder. */
export function outcome(command, args, { stdin = "", outputs = [] } = {}) {
  const cwd = mkdtempSync(join(tmpdir(), "jumpscope-run-"));
  const { status, stdout, stderr } = spawnSync(command[0], [...command.slice(1), ...args], { cwd, input: stdin, maxBuffer: 1 << 28 });
  const files = Object.fromEntries(outputs.map((name) => [name, existsSync(join(cwd, name)) ? readFileSync(join(cwd, name)) : null]));
  rmSync(cwd, { recursive: true });
  return { status, stdout: stdout.toString(), stderr: stderr.toString(), files };
}
/** A run whose hashes are to be the same everywhere: the hash of each frame's picture, and the state after the last. */
export const hashes = { args: ["--frame-hashes", "h.txt", "--state", "s.state"], outputs: ["h.txt", "s.state"] };

/** Bytes that look like noise, the same in every run. */
export function noise(size, seed = 1) {
  let state = seed;
  return Uint8Array.from({ length: size }, () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >> 16);
}
/** A file cut short, and with a few other bytes. */
export function* damaged(bytes, count, seed = 1) {
  const random = noise(count * 20, seed);
  for (let i = 0; i < count; ++i) {
    const at = (k) => Math.floor(((random[i * 20 + k] * 256 + random[i * 20 + k + 1]) / 65536) * bytes.length);
    if (i % 2) yield bytes.slice(0, at(0));
    else {
      const changed = Uint8Array.from(bytes);
      for (let k = 0; k < 8; k += 2) changed[i % 4 ? at(k) : k] = random[i * 20 + k + 8];
      yield changed;
    }
  }
}
