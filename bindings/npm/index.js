// jumpscope as a library. The types are in index.d.ts.
export { run } from "./module.js";
export { Console, Movie, Profile } from "./library.js";
export { Game } from "./game.js";
import { run } from "./module.js";

const utf8 = (bytes) => new TextDecoder().decode(bytes);

/** What a command printed. Throws its sentence unless it ended with one of `statuses`. */
async function output(args, files, statuses = [0]) {
  const result = await run(args, { files });
  if (statuses.includes(result.status)) return result;
  throw new Error(result.stderr.trim().replace(/^jumpscope: /, "") || `jumpscope ended with status ${result.status}`);
}

const list = (option, values) => [].concat(values ?? []).flatMap((value) => [option, value]);
const settings = (set) => list("--set", Object.entries(set ?? {}).map(([name, value]) => `${name}=${value}`));

/** A profile's name, or the text of one, as an argument; its file goes into `files`. */
function profileArgument(profile, files) {
  if (!profile) return [];
  if (!profile.trimStart().startsWith("{")) return ["--profile", profile];
  files["profile.json"] = profile;
  return ["--profile", "profile.json"];
}

/** Options of a run as arguments; what they name goes into `files`. */
function runArguments({ movie, press, frames, region, ramInit }, files) {
  if (movie) files["movie.fm2"] = movie;
  return [
    ...(movie ? ["--movie", "movie.fm2"] : []),
    ...list("--press", press),
    ...(frames === undefined ? [] : ["--frames", String(frames)]),
    ...(region ? ["--region", region] : []),
    ...(ramInit ? ["--ram-init", ramInit] : []),
  ];
}

/** Runs a cartridge and traces it: `jumpscope trace`. */
export async function trace(rom, { profile, watch, name = "cartridge.nes", ...options } = {}) {
  const files = { [name]: rom };
  const result = await output(
    ["trace", name, ...profileArgument(profile, files), ...list("--watch", watch), ...runArguments(options, files), "-o", "trace.csv", "--writes", "writes.csv"],
    files,
  );
  return { csv: utf8(result.files["trace.csv"]), writes: utf8(result.files["writes.csv"]), notes: result.stderr };
}

function traceFiles(traced, profile) {
  const { csv, writes } = typeof traced === "string" ? { csv: traced } : traced;
  const files = { "trace.csv": csv, ...(writes ? { "writes.csv": writes } : {}) };
  return { files, args: ["trace.csv", ...(writes ? ["--writes", "writes.csv"] : []), ...profileArgument(profile, files)] };
}

/** The jumps of a trace: `jumpscope jumps --json`. */
export async function jumps(traced, { profile } = {}) {
  const { files, args } = traceFiles(traced, profile);
  return JSON.parse((await output(["jumps", ...args, "--json"], files)).stdout);
}

/** A trace against its model, or a golden trace: `jumpscope diff --json`. `equal`: nothing differs. */
export async function diff(traced, { profile, model, set, golden } = {}) {
  const { files, args } = traceFiles(traced, profile);
  if (golden) files["golden.csv"] = golden;
  const all = ["diff", args[0], ...(golden ? ["golden.csv"] : []), ...args.slice(1), ...(model ? ["--model", model] : []), ...settings(set)];
  const result = await output([...all, "--json"], files, [0, 1]);
  return { equal: result.status === 0, ...JSON.parse(result.stdout) };
}

/** The movement models with their parameters: `jumpscope model --list --json`. */
export async function models() {
  return JSON.parse((await output(["model", "--list", "--json"])).stdout);
}

/** A model run on inputs, as a trace: `jumpscope model`. */
export async function model(name, { input, frames, set } = {}) {
  const args = [...list("--input", input), ...(frames === undefined ? [] : ["--frames", String(frames)]), ...settings(set)];
  return { csv: (await output(["model", name, ...args])).stdout };
}

/** A report with its plots, one page that needs no other file: `jumpscope plot`. */
export async function report(traced, { profile } = {}) {
  const { files, args } = traceFiles(traced, profile);
  return utf8((await output(["plot", ...args, "-o", "report.html"], files)).files["report.html"]);
}
