// Loads jumpscope's WebAssembly, in Node and in browsers, and runs its command line on files in memory.
import factory from "./dist/module.js";

const address = new URL("./dist/module.wasm", import.meta.url);

async function compile() {
  if (address.protocol !== "file:") {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`cannot load ${address}: the server answers ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  const { readFile } = await import("node:fs/promises");
  return WebAssembly.compile(await readFile(address));
}

let compiled;

/** A new instance, which shares nothing with others. `options`: Emscripten's. */
export async function instantiate(options = {}) {
  const module = await (compiled ??= compile());
  return factory({
    noInitialRun: true,
    ...options,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((made) => done(made, module));
      return {};
    },
  });
}

/** Files and folders under `folder`: [path, bytes]. */
function* walk(FS, folder, prefix = "") {
  for (const name of FS.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const path = `${folder}/${name}`;
    if (FS.isDir(FS.stat(path).mode)) yield* walk(FS, path, `${prefix}${name}/`);
    else yield [prefix + name, FS.readFile(path)];
  }
}

/** Writes a file below `folder`, with its folders. */
function put(FS, folder, name, content) {
  const path = `${folder}/${name}`;
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, content);
}

const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
const bytesOf = (content) => (typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content));

/**
 * The command line: `jumpscope ARGUMENTS…` in a folder with these files, in an instance of its own. Returns the exit status, what was
 * printed, and the files that were written.
 */
export async function run(args, { files = {}, stdin = new Uint8Array() } = {}) {
  const printed = { stdout: [], stderr: [] };
  const input = bytesOf(stdin);
  let read = 0;
  const { FS, callMain } = await instantiate({
    stdin: () => (read < input.length ? input[read++] : null),
    stdout: (byte) => byte !== null && printed.stdout.push(byte),
    stderr: (byte) => byte !== null && printed.stderr.push(byte),
  });
  const given = new Map(Object.entries(files).map(([name, content]) => [name, bytesOf(content)]));
  FS.mkdir("/work");
  for (const [name, content] of given) put(FS, "/work", name, content);
  FS.chdir("/work");
  let status = callMain([...args]);
  const text = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes));
  const written = {};
  for (const [name, content] of walk(FS, "/work"))
    if (!given.has(name) || !same(content, given.get(name))) written[name] = content;
  return { status, stdout: text(printed.stdout), stderr: text(printed.stderr), files: written };
}
