// Times making items in WebAssembly. Takes the folder of the bound module and a JSON array of { id, link }; writes a JSON
// object with the microseconds for one item under each id, but for links whose spec has no items.

import { createRequire } from "node:module";
import path from "node:path";

const ROUNDS = 7;
const ROUND_MILLISECONDS = 150;

const [folder, cases] = process.argv.slice(2);
const { bench_make: make } = createRequire(import.meta.url)(path.resolve(folder, "stepfall-golden.js"));

const microseconds = {};
for (const { id, link } of JSON.parse(cases)) microseconds[id] = median(link);
console.log(JSON.stringify(microseconds));

// The median of several rounds, each over other seeds, after one round that lets the engine compile the module.
function median(link) {
  if (make(link, 0, 1) === 0) return undefined; // Left out of the object.
  let count = 1;
  while (elapsed(link, 0, count) < ROUND_MILLISECONDS) count *= 2;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => elapsed(link, (round + 1) * count, count));
  return (rounds.sort((a, b) => a - b)[ROUNDS >> 1] * 1000) / count;
}

function elapsed(link, seedFrom, count) {
  const begin = performance.now();
  make(link, seedFrom, count);
  return performance.now() - begin;
}
