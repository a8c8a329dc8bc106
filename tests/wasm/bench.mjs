// Measures the making of items in WebAssembly. Takes the folder of the bound module, and a JSON
// array of `{ id, link }`. Writes a JSON object with the microseconds for one item under each id.
// Links whose spec has no items are left out.

import { createRequire } from "node:module";
import path from "node:path";

import { microseconds } from "./rounds.mjs";

const [folder, cases] = process.argv.slice(2);
const { bench_make: make } = createRequire(import.meta.url)(path.resolve(folder, "stepfall-golden.js"));

const figures = {};
for (const { id, link } of JSON.parse(cases)) {
  if (make(link, 0, 1) !== 0) figures[id] = microseconds((from, count) => make(link, from, count));
}
console.log(JSON.stringify(figures));
