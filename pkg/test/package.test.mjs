// The package as its users call it: the golden items, the corpus, and invalid arguments.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "stepfall";
import * as bundled from "../index.js";

const folder = (name) => fileURLToPath(new URL(`../../tests/${name}/`, import.meta.url));
const stepfall = await load();

test("every golden item is reproduced", () => {
  const names = readdirSync(folder("golden")).filter((name) => name.endsWith(".json"));
  let items = 0;
  for (const name of names) {
    const { link, written, notices, item } = JSON.parse(readFileSync(folder("golden") + name, "utf8"));
    if (!item) continue;
    const { link: found, notices: reported, transcript, simulated, stop, opening, ...record } = stepfall.item(link);
    assert.deepEqual(record, item, name);
    assert.deepEqual(reported, notices, name);
    assert.deepEqual([simulated, stop], [/source=simulated/.test(link), /stop=length/.test(link) ? "length" : "unknown"], name);
    assert.equal(opening !== undefined, record.condition.startsWith("primed"), name);
    if (transcript === "") assert.equal(found, written, name);
    items += 1;
  }
  assert.ok(items > 80);
});

test("every corpus transcript has its labelled mode and valid spans", () => {
  const labels = readdirSync(folder("corpus"), { recursive: true }).filter((name) => name.endsWith(".label"));
  for (const name of labels) {
    const label = readFileSync(folder("corpus") + name, "utf8");
    const labelled = (key) => label.match(new RegExp(`^${key}: (.*)$`, "m"))?.[1];
    const transcript = readFileSync(folder("corpus") + name.replace(/label$/, "txt"), "utf8");
    const item = readFileSync(folder("corpus") + name.replace(/label$/, "json"), "utf8");
    const verdict = stepfall.grade(item, transcript, { stop: labelled("stop") ?? "unknown" });
    assert.equal(verdict.primary, labelled("primary"), name);
    for (const { start, end } of verdict.steps) {
      if (start !== null) assert.match(transcript.slice(start, end), /[\d½-¾⅐-⅞０-９०-९٠-٩]/u, name);
    }
  }
  assert.ok(labels.length > 300);
});

test("`gradeId` accepts only ids of a batch", () => {
  // The first item of five steps of the suite `quick`.
  const id = "sf1-AgQAUAAAAFpvg-M";
  const { expected } = stepfall.grade("#/play?v=2&steps=5", "").answers;
  const row = stepfall.gradeId(id, `Answer: ${expected}`);
  assert.deepEqual([row.id, row.outcome, row.target, row.link, row.steps], [id, "correct", expected, "#/play?v=2&steps=5&seed=0", 5]);
  assert.equal(stepfall.gradeId(id, "Answer: 1").outcome, "wrong");
  assert.equal(stepfall.gradeId(id, `Thinking: Answer: 1?\n\nAnswer: ${expected}`, { showsThinking: true }).outcome, "correct");
  assert.equal(stepfall.gradeId(id, "S3 =", { stop: "length" }).outcome, "truncated");
  assert.equal(stepfall.gradeId(id, "No.", { stop: "refusal" }).outcome, "refused");
  assert.throws(() => stepfall.gradeId("#/play?v=2", ""), /the id is not from Stepfall/);
  assert.throws(() => stepfall.gradeId(`${id.slice(0, -1)}`, ""), /was changed or cut off/);
  assert.throws(() => stepfall.gradeId(id, 7), /transcript is a string, not number/);
});

test("a link stores a transcript and returns it", () => {
  const written = stepfall.link("https://example.org/page/#/play?v=2&seed=7", "Answer: −12 🧮");
  assert.match(written, /^#\/play\?v=2&seed=7&t=/);
  assert.equal(stepfall.item(written).transcript, "Answer: −12 🧮");
});

test("a simulated transcript is graded with the mode that it simulates", () => {
  const link = "#/play?v=2&seed=42";
  const { transcript, mode } = stepfall.simulate(link, { solver: "wrong-operand", form: "table", run: 3 });
  assert.equal(stepfall.grade(link, transcript).primary, mode);
  // The older name of the option works too.
  assert.deepEqual(stepfall.simulate(link, { executor: "wrong-operand", form: "table", run: 3 }), { transcript, mode });
});

test("a dialogue is graded turn by turn", () => {
  const link = "#/play?v=2&seed=42&condition=verified.5";
  const replies = stepfall.simulate(link, { solver: "slip-digit" }).transcript.split(/\n\n=== asked ===\n[^]*?\n\n=== answered ===\n/);
  let graded;
  let dialogue = "";
  for (const reply of replies) {
    dialogue += dialogue === "" ? reply : `\n\n=== answered ===\n${reply}`;
    graded = stepfall.grade(link, dialogue).dialogue;
    dialogue = graded.text ?? dialogue;
    assert.equal(graded.next === null, reply === replies.at(-1));
  }
  assert.deepEqual([graded.end.slug, graded.solved, graded.detail.hand_backs, graded.replies], ["complete", true, 1, 6]);
  for (const { voice, start, end } of graded.parts) if (voice === "asked") assert.match(dialogue.slice(start, end), /Now do S/);
  assert.equal(graded.facts.at(-1), "Told once that a step was incorrect, and fixed it.");
  assert.equal(stepfall.grade("#/play?v=2", "Answer: 5").dialogue, undefined);
});

test("an item has the opening messages of a pre-filled condition", () => {
  const { opening } = stepfall.item("#/play?v=2&numbers=mod97&seed=42&condition=primed.3.1");
  assert.match(opening.given, /^S3 = .*\nS4 = .*\nS5 = .*$/);
  assert.match(opening.asked, /^Now do S6 to S27/);
  assert.equal(stepfall.item("#/play?v=2&seed=42").opening, undefined);
});

test("an invalid argument throws with a remedy, and later calls work", () => {
  assert.throws(() => stepfall.item(7), /link is a string, not number/);
  assert.throws(() => stepfall.grade("#", "x", { stop: "tired" }), /there is no reason to stop "tired": it is one of unknown, length/);
  assert.throws(() => stepfall.simulate("#", { solver: "clever" }), /it is one of followed/);
  assert.throws(() => stepfall.simulate("#", { rate: -1 }), /rate is a whole number/);
  assert.throws(() => stepfall.simulate("#", { rate: 10_001 }), /from 0 to 10000/);
  assert.throws(() => stepfall.grade("#", "1".repeat((32 << 20) + 1)), /longer than 32 MiB/);
  assert.throws(() => stepfall.link("#", Array.from({ length: 200_000 }, (_, at) => (at * 7919) % 104_729).join(" ")), /too long for a link/);
  assert.equal(stepfall.item("no link at all").steps.length, 25);
});

test("null options equal the defaults, and other types are refused", () => {
  const link = "#/play?v=2&seed=42";
  assert.deepEqual(stepfall.grade(link, "Answer: -320", null), stepfall.grade(link, "Answer: -320"));
  assert.deepEqual(stepfall.simulate(link, null), stepfall.simulate(link));
  assert.equal(stepfall.link(link, null, null), link);
  assert.equal(stepfall.share(link, "", "", null).code.size, 21);
  assert.throws(() => stepfall.grade(link, "", "length"), /options is an object, not string/);
});

test("`link` refuses unreadable links and accepts bare parameters", () => {
  assert.throws(() => stepfall.link("#/play?v=2&foo=1"), /parts of the link are not understood: The parameter “foo” is unknown/);
  assert.throws(() => stepfall.link("nonsense"), /leads to “nonsense” and not to Play/);
  const { spec, seed, notices } = stepfall.item("steps=5&seed=3");
  assert.deepEqual([spec.steps, seed, notices.length], ["5", 3, 0]);
  assert.equal(stepfall.link("v=2&steps=5&seed=3"), "#/play?v=2&steps=5&seed=3");
});

test("shared Markdown and pictures mark simulated transcripts", () => {
  const link = "#/play?v=2&seed=42";
  const { transcript } = stepfall.simulate(link);
  const { markdown, picture } = stepfall.share(link, transcript, "https://example.org/", { simulated: true });
  assert.match(markdown, /\(simulated\)/);
  assert.match(picture, /^<svg .* width="1200" height="675".*>simulated</);
  assert.doesNotMatch(stepfall.share(link, transcript, "https://example.org/").picture, /simulated/);
});

test("the entry for bundlers imports no Node module", async () => {
  const parts = ["index.js"];
  for (const part of parts) {
    const source = readFileSync(new URL(`../${part}`, import.meta.url), "utf8");
    assert.doesNotMatch(source, /["']node:/, part);
    for (const [, name] of source.matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)) {
      assert.match(name, /^\.\//, `${part} imports ${name}`);
      if (!parts.includes(name.slice(2))) parts.push(name.slice(2));
    }
  }
  assert.deepEqual(parts, ["index.js", "api.js", "arguments.js", "batch.js", "dist/stepfall.js", "source.js"]);
  const { exports } = described();
  assert.deepEqual(exports["."], { types: "./index.d.ts", node: "./node.js", default: "./index.js" });
  const module = readFileSync(new URL("../dist/stepfall.wasm", import.meta.url));
  const { grade } = await bundled.load(module);
  assert.equal(grade("#/play?v=2&seed=42", "Answer: -320").primary, "followed");
});

test("every file that package.json names exists", () => {
  const { files, exports } = described();
  const named = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry)));
  for (const file of [...files, ...named]) assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file);
  for (const file of named.filter((file) => file !== "./package.json")) assert.ok(files.includes(file.slice(2)), file);
});

test("the README examples run unchanged", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [first, curve, exported, graded] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  // A module inside the folder of the package can import the package by its name. The files that the
  // examples write go into another folder.
  const work = mkdtempSync(join(tmpdir(), "stepfall-readme-"));
  const folder = mkdtempSync(fileURLToPath(new URL("../dist/readme-", import.meta.url)));
  try {
    const output = (code, ...args) => {
      const file = join(folder, "example.mjs");
      writeFileSync(file, code);
      return execFileSync(process.execPath, [file, ...args], { cwd: work, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    };
    assert.match(output(first), /25 steps[^]* it used S\d+ .* lost-operand false\n$/);
    assert.match(output(curve), /\n5 steps: \d+ of 40, at least 0\.\d\d\n15 steps: .*\n45 steps: .*\n$/);
    assert.equal(output(exported), "");
    const [name] = readdirSync(work);
    assert.deepEqual([name, readFileSync(join(work, name), "utf8").trimEnd().split("\n").length], ["stepfall-quick-v1-openai.jsonl", 100]);
    writeFileSync(join(work, "answers.jsonl"), '{"id": "sf1-AgQAUAAAAFpvg-M", "response": "Answer: 285"}\n');
    assert.match(output(graded, "answers.jsonl"), /^sf1-AgQAUAAAAFpvg-M correct\n[^]*share: 1,/);
  } finally {
    for (const made of [work, folder]) rmSync(made, { recursive: true });
  }
});

function described() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
}
