#!/usr/bin/env node
// The command line: jumpscope's program as WebAssembly, with the system's files; and what Emscripten 3.1.6 does not know of Node.
const fs = require("node:fs");

globalThis.fetch = undefined; // Node's, which cannot load files

// Pipes have no positions to read and write at.
for (const name of ["readSync", "writeSync"]) {
  const call = fs[name];
  fs[name] = (file, bytes, from, length, position) => {
    try {
      return call(file, bytes, from, length, position);
    } catch (error) {
      if (error.code !== "ESPIPE") throw error;
      return call(file, bytes, from, length, null);
    }
  };
}

// dup() opens a stream's path once more, with its flags; here to append.
const program = require("./dist/jumpscope.cjs");
program.onRuntimeInitialized = () => {
  for (const [stream, path] of [[1, "/dev/stdout"], [2, "/dev/stderr"]]) Object.assign(program.FS.streams[stream], { path, flags: 1025 });
};
