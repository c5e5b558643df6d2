#!/usr/bin/env node
// The command line: jumpscope's program as WebAssembly, with the system's files.
// Emscripten 3.1.6 fetches its file where there is a fetch, which Node's cannot do.
globalThis.fetch = undefined;
require("./dist/jumpscope.cjs");
