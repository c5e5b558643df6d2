// A worker that runs a game: {id, call, argument} comes in, {id, result} or {id, error} goes out. `call` is a method of Game, or "run", the
// command line. In browsers a module worker, in Node one of worker_threads.
import { Game } from "./game.js";
import { run } from "./module.js";

const port = globalThis.postMessage ? globalThis : (await import("node:worker_threads")).parentPort;
const listen = (work) => (port === globalThis ? port.addEventListener("message", ({ data }) => work(data)) : port.on("message", work));

const game = Game.create();
// Calls are answered in the order in which they came.
let last = Promise.resolve();

async function answer({ id, call, argument }) {
  try {
    const result = call === "run" ? await run(argument.args, argument) : (await game)[call](argument);
    const moved = result?.picture ? [result.picture.buffer, result.samples.buffer] : [];
    port.postMessage({ id, result }, moved);
  } catch (error) {
    port.postMessage({ id, error: error.message || String(error) });
  }
}

listen((message) => (last = last.then(() => answer(message))));
