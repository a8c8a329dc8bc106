// The package as its users call it: the golden items, the corpus, and wrong arguments.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "stepfall";

const folder = (name) => fileURLToPath(new URL(`../../tests/${name}/`, import.meta.url));
const stepfall = await load();

test("every golden item is the same", () => {
  const names = readdirSync(folder("golden")).filter((name) => name.endsWith(".json"));
  let items = 0;
  for (const name of names) {
    const { link, written, notices, item } = JSON.parse(readFileSync(folder("golden") + name, "utf8"));
    if (!item) continue;
    const { link: found, notices: told, transcript, ...record } = stepfall.item(link);
    assert.deepEqual(record, item, name);
    assert.deepEqual(told, notices, name);
    if (transcript === "") assert.equal(found, written, name);
    items += 1;
  }
  assert.ok(items > 80);
});

test("every transcript of the corpus has the primary mode that a reader gave it, and marks in its text", () => {
  const labels = readdirSync(folder("corpus"), { recursive: true }).filter((name) => name.endsWith(".label"));
  for (const name of labels) {
    const label = readFileSync(folder("corpus") + name, "utf8");
    const of = (key) => label.match(new RegExp(`^${key}: (.*)$`, "m"))?.[1];
    const transcript = readFileSync(folder("corpus") + name.replace(/label$/, "txt"), "utf8");
    const verdict = stepfall.grade(of("item"), transcript, { stop: of("stop") ?? "unknown" });
    assert.equal(verdict.primary, of("primary"), name);
    for (const { start, end } of verdict.steps) {
      if (start !== null) assert.match(transcript.slice(start, end), /[\d½-¾⅐-⅞０-９०-९٠-٩]/u, name);
    }
  }
  assert.ok(labels.length > 300);
});

test("a link carries a transcript and gives it back", () => {
  const written = stepfall.link("https://example.org/page/#/play?v=0&seed=7", "Answer: −12 🧮");
  assert.match(written, /^#\/play\?v=0&seed=7&t=/);
  assert.equal(stepfall.item(written).transcript, "Answer: −12 🧮");
});

test("an executor writes what the grader finds", () => {
  const link = "#/play?v=0&seed=42";
  const { transcript, mode } = stepfall.simulate(link, { executor: "wrong-operand", form: "table", run: 3 });
  assert.equal(stepfall.grade(link, transcript).primary, mode);
});

test("a wrong argument is an error that says what to do, and harms nothing", () => {
  assert.throws(() => stepfall.item(7), /link is a string, not number/);
  assert.throws(() => stepfall.grade("#", "x", { stop: "tired" }), /there is no reason to stop "tired": it is one of unknown, length/);
  assert.throws(() => stepfall.simulate("#", { executor: "clever" }), /it is one of followed/);
  assert.throws(() => stepfall.simulate("#", { rate: -1 }), /rate is a whole number/);
  assert.throws(() => stepfall.simulate("#", { rate: 10_001 }), /from 0 to 10000/);
  assert.throws(() => stepfall.grade("#", "1".repeat((32 << 20) + 1)), /longer than 32 MiB/);
  assert.throws(() => stepfall.link("#", Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 104_729).join(" ")), /too long for a link/);
  assert.equal(stepfall.item("no link at all").steps.length, 25);
});

test("the examples of the package's description run", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code] = readme.match(/```js\n([\s\S]*?)```/);
  const told = [];
  const body = code.replace(/import .*\n/, "").replaceAll("console.log", "say");
  const run = new Function("load", "askYourModel", "say", `return (async () => {${body}})()`);
  await run(load, async (prompt) => (assert.match(prompt, /25 steps/), "Answer: 528"), (...parts) => told.push(parts));
  assert.deepEqual(told, [["The answer, 528, is right; no step was found.", "followed", true]]);
});
