// Checks that every golden file is what its link gives in WebAssembly. Takes the folder of the
// bound module.

import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const AT_LEAST = 80;
const FOLDER = fileURLToPath(new URL("../golden/", import.meta.url));

const { render } = createRequire(import.meta.url)(path.resolve(process.argv[2], "stepfall-golden.js"));

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json")).sort();
const differing = names.filter((name) => {
  const frozen = readFileSync(path.join(FOLDER, name), "utf8");
  const rendered = render(JSON.parse(frozen).link);
  if (rendered === frozen) return false;
  const at = [...frozen].findIndex((character, index) => rendered[index] !== character);
  console.error(`${name} differs at character ${at}:\n  frozen   ${excerpt(frozen, at)}\n  rendered ${excerpt(rendered, at)}`);
  return true;
});

console.log(`${names.length - differing.length} of ${names.length} golden files are the same in WebAssembly`);
if (names.length < AT_LEAST) console.error(`fewer than ${AT_LEAST} golden files: run \`cargo xtask golden\``);
process.exitCode = differing.length > 0 || names.length < AT_LEAST ? 1 : 0;

function excerpt(text, at) {
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 60));
}
