#!/usr/bin/env node
// Makes the npm package and the page from build/web and these folders: build/web/npm and build/web/page.
// Usage: bindings/web/build.mjs, after cmake --build --preset web
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const built = join(root, "build/web");
const from = (...path) => join(root, ...path);

// --- The package ---

const npm = join(built, "npm");
rmSync(npm, { recursive: true, force: true });
mkdirSync(join(npm, "dist"), { recursive: true });
for (const name of readdirSync(from("bindings/npm"))) if (/\.(c?js|d\.ts|json|md)$/.test(name)) cpSync(from("bindings/npm", name), join(npm, name));
cpSync(from("LICENSE"), join(npm, "LICENSE"));
cpSync(join(built, "jumpscope.js"), join(npm, "dist/jumpscope.cjs"));
cpSync(join(built, "jumpscope.wasm"), join(npm, "dist/jumpscope.wasm"));
for (const name of ["module.js", "module.wasm"]) cpSync(join(built, name), join(npm, "dist", name));

// --- The page ---

const page = join(built, "page");
rmSync(page, { recursive: true, force: true });
mkdirSync(join(page, "lib/dist"), { recursive: true });
for (const name of readdirSync(from("bindings/web"))) if (/\.(html|css|js|svg|webmanifest)$/.test(name)) cpSync(from("bindings/web", name), join(page, name));
for (const name of ["index.js", "library.js", "module.js", "game.js", "worker.js", "dist/module.js", "dist/module.wasm"]) cpSync(join(npm, name), join(page, "lib", name));
cpSync(from("roms_test/jumplab/jumplab.nes"), join(page, "jumplab.nes"));

const about = {};
for (const name of readdirSync(from("docs/models"))) {
  if (!name.endsWith(".md") || name === "README.md") continue;
  const text = readFileSync(from("docs/models", name), "utf8");
  about[name.slice(0, -3)] = { text, links: [...new Set([...text.matchAll(/<(https?:\/\/[^>\s]+)>/g)].map((found) => found[1]))] };
}
writeFileSync(join(page, "models.json"), JSON.stringify(about));

function* walk(folder) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* walk(path);
    else yield path;
  }
}
const files = [...walk(page)].filter((path) => !path.endsWith("/sw.js"));
const hash = createHash("sha256");
for (const path of files) hash.update(relative(page, path)).update(readFileSync(path));
const worker = readFileSync(join(page, "sw.js"), "utf8");
writeFileSync(
  join(page, "sw.js"),
  worker
    .replace("@VERSION@", `jumpscope ${hash.digest("hex").slice(0, 16)}`)
    .replace("/* @FILES@ */ []", JSON.stringify(["./", ...files.map((path) => relative(page, path))])),
);
