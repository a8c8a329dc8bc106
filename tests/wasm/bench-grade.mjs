// Measures grading in WebAssembly. Takes the folder of the bound module, and the folder in which
// the native bench left its transcripts. Writes a JSON object with the microseconds for one
// transcript of each case, and for one pass over the file.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

import { microseconds } from "./rounds.mjs";

const [folder, graded] = process.argv.slice(2);
const module = createRequire(import.meta.url)(path.resolve(folder, "stepfall-golden.js"));
const left = (name) => readFileSync(path.join(graded, name), "utf8");

const figures = {};
for (const { kind, steps, lines } of JSON.parse(left("grade-cases.json"))) {
  const works = module.bench_works(lines);
  figures[`grade-ready/${kind}/${steps}`] = microseconds((_, count) => module.bench_grade_ready(works, count));
  figures[`grade-from-item/${kind}/${steps}`] = microseconds((_, count) => module.bench_grade_from_item(works, count));
}

const file = left("grade-file.jsonl");
if (module.bench_grade_file(file) !== left("grade-file-scores.json")) throw new Error("the scores differ from those of the native bench");
figures["grade-file/mixed/25"] = microseconds((_, count) => {
  for (let pass = 0; pass < count; pass += 1) module.bench_grade_file(file);
});
console.log(JSON.stringify(figures));
