// An exported suite under promptfoo with a provider that answers from a table: the scores, and the
// results. STEPFALL_PYTHON names the Python that has the package `stepfall`, and PROMPTFOO the
// folder in which promptfoo is installed.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const { PROMPTFOO, STEPFALL_PYTHON } = process.env;
const PACKAGE = fileURLToPath(new URL("../../pkg/", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));

const EXPORT = `
import json, sys
import stepfall
from transcripts import table
stepfall.export("quick", "promptfoo", sys.argv[1], items=2)
json.dump(table("quick", items=2), open(sys.argv[1] + "/table.json", "w"))
`;
const TALLY = `
import json, sys
import stepfall
json.dump(stepfall.grade_files(sys.argv[1])[1], sys.stdout)
`;
const PROVIDER = `
import { readFileSync } from "node:fs";
const table = JSON.parse(readFileSync(new URL("table.json", import.meta.url), "utf8"));
export default class {
  id() { return "table"; }
  async callApi(prompt) { return { output: table[prompt].transcript }; }
}
`;

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "stepfall-promptfoo-"));
  execFileSync(STEPFALL_PYTHON, ["-c", EXPORT, folder], { cwd: HERE, stdio: "inherit" });
  writeFileSync(join(folder, "provider.mjs"), PROVIDER);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules/stepfall"), "junction");
});
after(() => rmSync(folder, { recursive: true, force: true }));

function evaluate(provider) {
  const program = join(PROMPTFOO, "node_modules/promptfoo/dist/src/entrypoint.js");
  const command = [program, "eval", "--no-cache", "--no-table", "--no-progress-bar", "--no-write", "--providers", provider, "--output", "results.json"];
  const quiet = { PROMPTFOO_DISABLE_TELEMETRY: "1", PROMPTFOO_DISABLE_UPDATE: "1", PROMPTFOO_CONFIG_DIR: join(folder, "home"), PROMPTFOO_DISABLE_SHARING: "1" };
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf8", env: { ...process.env, ...quiet } });
  try {
    return JSON.parse(readFileSync(join(folder, "results.json"), "utf8")).results;
  } catch (error) {
    throw new Error(`${stdout}${stderr}`, { cause: error });
  }
}

// Grades the tool's own file as a batch; returns the tally.
function tallied() {
  return JSON.parse(execFileSync(STEPFALL_PYTHON, ["-c", TALLY, join(folder, "results.json")], { encoding: "utf8" }));
}

test("every result has its score and its id", () => {
  const table = JSON.parse(readFileSync(join(folder, "table.json"), "utf8"));
  const { results, stats } = evaluate("file://provider.mjs");
  assert.deepEqual([stats.successes, stats.failures, stats.errors], [2, 8, 0]);
  assert.equal(results.length, 10);
  const tally = tallied();
  assert.deepEqual([tally.correct, tally.all, tally.ungraded, tally.troubles], [stats.successes, results.length, 0, []]);
  for (const [outcome, count] of Object.entries(tally.outcomes)) {
    assert.equal(count, results.filter(({ vars }) => table[vars.prompt].outcome === outcome).length, outcome);
  }
  for (const { testCase, vars, success, score, gradingResult, response } of results) {
    const { id, transcript, outcome } = table[vars.prompt];
    assert.deepEqual([testCase.metadata.stepfall_id, response.output], [id, transcript]);
    assert.deepEqual([success, score], outcome === "correct" ? [true, 1] : [false, 0]);
    assert.match(gradingResult.componentResults[0].reason, /\w/);
  }
});

test("a provider that echoes the prompt has no correct answer", () => {
  const { stats } = evaluate("echo");
  assert.deepEqual([stats.successes, stats.failures, stats.errors], [0, 10, 0]);
  const { correct, all } = tallied();
  assert.deepEqual([correct, all], [0, 10]);
});
