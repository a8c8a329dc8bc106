// Checks that the small model gives the same text and saliency in WebAssembly as natively
// (`tests/golden/small-model.txt`), to the last bit.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const script = readdirSync(folder).find((name) => name.endsWith(".js"));
const { transcript } = createRequire(import.meta.url)(join(folder, script));
const weights = (name) => readFileSync(new URL(`../../crates/small-model/weights/${name}.safetensors`, import.meta.url));

const lines = readFileSync(new URL("../golden/small-model.txt", import.meta.url), "utf8").trim().split("\n");
if (lines.length < 4) throw new Error("tests/golden/small-model.txt has too few links");
for (const line of lines) {
  const [link, wanted] = line.split(" ");
  const [, model] = link.match(/model=([a-z]+)/);
  const output = transcript(link, weights(model));
  const digest = createHash("sha256").update(output).digest("hex");
  if (digest !== wanted) throw new Error(`${link}: ${output.length} bytes with digest ${digest}, natively ${wanted}`);
}
console.log(`the small model does in WebAssembly what it does natively at ${lines.length} links`);
