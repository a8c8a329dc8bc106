// Suites, files of questions and result files. Their numbers are compared with those of the command
// line.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { load } from "stepfall";
import { binary } from "../../tests/e2e/binary.mjs";
import { answered, results } from "./answering.mjs";

const TARGETS = ["openai", "openai-responses", "anthropic", "gemini", "inspect", "promptfoo", "lm-eval", "jsonl", "csv"];
const NAMES_MODEL = ["openai", "openai-responses", "anthropic"];
const WORDS = { steps: [4, 12], lookback: 3, wording: "english", condition: ["trace", "answer-only"], items: 9, seed: 7 };
const FLAGS = "--lengths 4,12 --lookback 3 --wording english --condition trace,answer-only --items 9 --seed 7".split(" ");

const stepfall = await load();
const folder = mkdtempSync(join(tmpdir(), "stepfall-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const command = (...args) => execFileSync(binary(), args, { encoding: "utf8" });
const collected = async (rows) => {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
};
// Returns the files of an export, each as one text.
const files = (pieces) => {
  const texts = new Map();
  for (const { name, text } of pieces) texts.set(name, (texts.get(name) ?? "") + text);
  return texts;
};
// Returns the rows and the summary of the command line.
const graded = (file, ...options) => {
  const { stdout, stderr, status } = spawnSync(binary(), ["batch", "grade", file, "--format", "jsonl", ...options], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const rows = stdout.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  return { rows, summary: command("batch", "grade", file, ...options) };
};
// Returns the first sentences of the command line's summary for a tally.
const summaryOf = ({ correct, scored, all, accuracy, accuracyOfAll }) => {
  const percent = (part) => (part * 100).toFixed(1);
  const interval = ({ share, low, high }) => `(${percent(share)} %, 95 % interval ${percent(low)} to ${percent(high)})`;
  const are = correct === 1 ? "is" : "are";
  const first = `${correct} of ${scored} scored answers ${are} correct ${interval(accuracy)}.`;
  const left = all - scored;
  return left === 0 ? first : `${first} ${left} of ${all} could not be scored; if they count as incorrect, ${correct} of ${all} ${are} correct ${interval(accuracyOfAll)}.`;
};
// Checks that summary and tally contain the same counts.
const sameNumbers = (tally, summary) => {
  assert.ok(summary.replace(/\s+/g, " ").startsWith(summaryOf(tally)), `${summary}\n${summaryOf(tally)}`);
  const [, outcomes, modes] = summary.match(/^[^]*?\.\n((?: {2}\w.*\n)*)(?:\nFailure modes of the replies:\n((?: {2}\S.*\n)*))?/);
  const counts = (text = "") => text.trimEnd().split("\n").filter(Boolean).map((line) => Number(line.match(/(\d+)$/)[1]));
  assert.deepEqual(counts(outcomes), Object.values(tally.outcomes).filter((count) => count > 0));
  assert.deepEqual(counts(modes), Object.values(tally.modes));
  const counted = (words) => Number((summary.match(words)?.[1] ?? "0").replace("One", "1"));
  assert.equal(counted(/(\d+|One) responses? repeats? the id/), tally.duplicates);
  assert.equal(counted(/(\d+|One) responses? (?:is|are) not graded/), tally.ungraded);
};

test("suites equal those of the command line", () => {
  const listed = command("batch", "list");
  const suites = stepfall.suites();
  assert.equal(suites.length, 6);
  for (const { name, version, isolates, specs, items, questions, tokens } of suites) {
    const entry = listed.match(new RegExp(`^${name} [^]*?(?=^\\S|$(?![^]))`, "m"))[0].replace(/\s+/g, " ");
    assert.ok(entry.startsWith(`${name} ${questions} items. ${isolates}`), entry);
    const millions = (count) => `${(Math.floor(count / 10_000) / 100).toFixed(2)} M`;
    assert.ok(entry.includes(`Tokens in: ${millions(tokens.input[0])} to ${millions(tokens.input[1])}`), entry);
    assert.deepEqual([version, questions], [1, specs * items]);
  }
  const [quick, , , lost] = suites;
  assert.deepEqual([quick.condition, quick.fixed, lost.condition], ["trace", ["steps"], null]);
});

test("questions equal those of the command line and are generated lazily", () => {
  command("batch", "make", "own", "--for", "jsonl", "--out", folder, ...FLAGS);
  const made = readFileSync(join(folder, "stepfall-own-jsonl.jsonl"), "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([...stepfall.questions("own", WORDS)], made);
  const paper = stepfall.questions("paper55");
  assert.deepEqual([paper.next().value.steps, paper.next().value.dataset], [5, "lookback-1/float-0-1"]);
  assert.deepEqual(paper.return(), { done: true, value: undefined });
  const [{ prompt, link, messages }] = stepfall.questions("own", { steps: 6, items: 1, condition: "primed.2.0" });
  assert.equal(messages.length, 3);
  assert.ok(prompt.includes(messages[2].content));
  assert.equal(stepfall.item(link).condition, "primed.2.0");
});

for (const target of TARGETS) {
  test(`${target}: exported files and graded results equal the command line's`, async () => {
    const model = NAMES_MODEL.includes(target) ? "model-1" : undefined;
    const out = join(folder, target);
    const made = command("batch", "make", "own", "--for", target, "--out", out, ...FLAGS, ...(model ? ["--model", model] : []));
    const exported = files(stepfall.exportFiles("own", target, { ...WORDS, model }));
    const paths = made.trimEnd().split("\n");
    assert.deepEqual([...exported.keys()].map((name) => join(out, name)), paths);
    for (const path of paths) assert.equal(exported.get(path.slice(out.length + 1)), readFileSync(path, "utf8"), path);
    const links = new Map([...stepfall.questions("own", WORDS)].map(({ id, link }) => [id, link]));
    const [questions] = exported.values();
    const answers = answered(stepfall, target, questions, links);
    assert.deepEqual(answers.map(({ id }) => id), [...links.keys()]);
    // One response is repeated, and one has a foreign id.
    answers.push(answers[0], { id: "gsm8k-1", end: "natural", text: "7" });
    const path = join(folder, `results-${target}`);
    writeFileSync(path, results[target](answers));
    const batch = stepfall.batch();
    const rows = await collected(batch.grade(createReadStream(path), { name: path }));
    const wanted = graded(path);
    assert.deepEqual(rows, wanted.rows);
    const tally = batch.tally();
    sameNumbers(tally, wanted.summary);
    // The harness logs each sample once per filter, so a second row with the same id is not a
    // duplicate.
    const duplicates = target === "lm-eval" ? [] : [answers[0].id];
    assert.deepEqual([tally.all, tally.duplicates, tally.ungraded], [36, duplicates.length, 1]);
    assert.deepEqual(tally.duplicateIds, duplicates);
    assert.equal(tally.responses, 37 + duplicates.length);
    assert.equal(tally.ungradedIds[0].why, "the id is not from Stepfall");
    assert.equal(tally.cells.reduce((sum, { all }) => sum + all, 0), tally.all);
    const [report] = batch.files();
    assert.deepEqual([report.complete, report.responses, report.graded, report.troubles], [true, tally.responses, 36, []]);
    // Outcomes are distinguished as far as the format of the target allows it.
    const { outcomes } = tally;
    if (target !== "lm-eval") assert.ok(outcomes.truncated > 0 && outcomes.errored === 4, JSON.stringify(outcomes));
    assert.ok(outcomes.correct > 0 && outcomes.wrong > 0 && outcomes.refused > 0, JSON.stringify(outcomes));
  });
}

test("a large suite is split at the limits of its service, in small chunks", () => {
  const lines = new Map();
  for (const { name, text } of stepfall.exportFiles("paper55", "openai", { model: "model-1" })) {
    assert.ok(text.length < 400_000);
    lines.set(name, (lines.get(name) ?? 0) + text.split("\n").length - 1);
  }
  assert.deepEqual([...lines], [["stepfall-paper55-v1-openai.jsonl", 50_000], ["stepfall-paper55-v1-openai-2.jsonl", 5_000]]);
});

// Twenty questions, of which every second one is answered correctly.
const quick = [...stepfall.questions("quick", { items: 4 })];
const lines = quick.map(({ id, target }, at) => JSON.stringify({ id, response: `Answer: ${at % 2 ? target : "1"} 🧮`, model: "é" }));
const text = lines.join("\n");
const bytes = new TextEncoder().encode(text);
const outcomes = (rows) => rows.map(({ outcome }) => outcome);

test("every kind of source and chunk size yields the same rows", async () => {
  const split = function* (size) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
  };
  const slowly = async function* () {
    for (const chunk of split(100)) yield await Promise.resolve(chunk);
  };
  const withoutIterator = (stream) => ({ getReader: () => stream.getReader() });
  const wanted = await collected(stepfall.batch().grade(text));
  assert.deepEqual(outcomes(wanted), quick.map((_, at) => (at % 2 ? "correct" : "wrong")));
  const sources = {
    bytes,
    buffer: bytes.buffer,
    view: new DataView(bytes.buffer),
    blob: new Blob([bytes]),
    file: new File([bytes], "answers.jsonl"),
    response: new Response(bytes),
    stream: new Blob([bytes]).stream(),
    "stream of another browser": withoutIterator(new Blob([bytes]).stream()),
    "single bytes": split(1),
    "odd pieces": split(7),
    "list of strings": lines.map((line) => `${line}\n`),
    "asynchronous generator": slowly(),
  };
  for (const [name, source] of Object.entries(sources)) {
    const batch = stepfall.batch();
    assert.deepEqual(await collected(batch.grade(source)), wanted, name);
    assert.equal(batch.files()[0].name, name === "file" ? "answers.jsonl" : "results", name);
  }
});

test("rows arrive before the source ends, and leaving the loop ends reading", async () => {
  let ended = false;
  const endless = async function* () {
    try {
      for (let sample = 0; ; sample += 1) yield JSON.stringify({ id: quick[0].id, response: "Answer: 1", sample }) + "\n";
    } finally {
      ended = true;
    }
  };
  const batch = stepfall.batch();
  const seen = [];
  for await (const { sample } of batch.grade(endless())) {
    seen.push(sample);
    if (sample === 4) break;
  }
  assert.deepEqual([seen, ended, batch.tally().all, batch.files()[0].complete], [[0, 1, 2, 3, 4], true, 5, false]);
});

test("unreadable files are reported with a remedy, and valid rows are kept", async () => {
  const batch = stepfall.batch();
  const read = (source, name, options) => collected(batch.grade(source, { name, ...options }));
  assert.equal((await read(`${lines.slice(0, 6).join("\n")}\n{"id": "sf1-`, "torn.jsonl")).length, 6);
  assert.deepEqual(await read("", "empty.jsonl"), []);
  assert.deepEqual(await read(Buffer.from("504b0304140000000800", "hex"), "half.eval"), []);
  const table = `key,said\n${quick[6].id},Answer: ${quick[6].target}\n`;
  assert.deepEqual(await read(table, "own.csv"), []);
  assert.deepEqual(outcomes(await read(table, "own.csv", { id: "key", output: "said" })), ["correct"]);
  assert.deepEqual(await read(JSON.stringify({ id: "gsm8k-1", response: "7" }), "foreign.jsonl"), [{ id: "gsm8k-1", outcome: null, why: "the id is not from Stepfall" }]);
  const [torn, empty, half, unknown, chosen, foreign] = batch.files();
  assert.match(torn.troubles[0], /^Line 7: It breaks off before its end.*Download the file again/);
  assert.match(empty.troubles[0], /^The file: It is empty\. Choose the file/);
  assert.match(half.troubles[0], /ZIP file is missing or damaged/);
  assert.match(unknown.troubles[0], /Choose which of its columns/);
  assert.deepEqual([unknown.columns, unknown.kind], [["key", "said"], null]);
  assert.deepEqual([chosen.kind, chosen.graded, chosen.troubles], ["rows with columns that were chosen", 1, []]);
  assert.deepEqual([foreign.responses, foreign.graded], [1, 0]);
  const { all, correct, ungraded } = batch.tally();
  assert.deepEqual([all, correct, ungraded], [7, 4, 1]);
});

test("a failing source is reported and rethrown, and earlier rows are kept", async () => {
  const failure = new Error("the line went dead");
  const failing = async function* () {
    yield bytes.slice(0, bytes.length - 3);
    throw failure;
  };
  const batch = stepfall.batch();
  const rows = [];
  await assert.rejects(async () => {
    for await (const row of batch.grade(failing())) rows.push(row);
  }, failure);
  assert.equal(rows.length, 19);
  const [report] = batch.files();
  assert.deepEqual([report.complete, report.graded], [false, 19]);
  assert.equal(report.troubles[0], "It could not be read to its end (the line went dead). What came before is graded.");
  // The batch continues, and the responses that it already contains are duplicates.
  assert.equal((await collected(batch.grade(text))).length, 1);
  assert.deepEqual([batch.tally().all, batch.tally().duplicates], [20, 19]);
});

test("custom procedures are exported and graded by their records", async () => {
  const path = join(folder, "own.txt");
  writeFileSync(path, "a = 7\nb = 5\nc = a + b\nd = c - a\n");
  const record = JSON.parse(command("item", "--procedure", path, "--format", "json"));
  const [question, ...others] = stepfall.questions("own", { procedures: [record] });
  assert.deepEqual([others.length, question.target, question.link], [0, "5", ""]);
  const answer = JSON.stringify({ id: question.id, response: "c = 7 + 5 = 12\nd = 12 - 7 = 5\nAnswer: 5" });
  const [row] = await collected(stepfall.batch({ records: [record] }).grade(answer));
  assert.deepEqual([row.outcome, row.link], ["correct", null]);
  const [without] = await collected(stepfall.batch({ records: [] }).grade(answer));
  assert.match(without.why, /add the file of records/);
  // The records of a file apply to later files.
  const batch = stepfall.batch();
  assert.deepEqual(await collected(batch.grade(JSON.stringify(record), { name: "records.jsonl" })), []);
  const [report] = batch.files();
  assert.deepEqual([report.kind, report.procedures, report.troubles], ["records of procedures", 1, []]);
  assert.deepEqual(await collected(batch.grade(answer)), [row]);
});

test("an invalid argument throws at once, with a remedy", () => {
  const own = (settings) => () => stepfall.questions("own", settings);
  for (const [call, wanted] of [
    [() => stepfall.questions(7), { name: "TypeError", message: "suite is a string, not number" }],
    [() => stepfall.questions("loud"), /there is no suite "loud": it is one of quick, ladder/],
    [() => stepfall.questions("quick", { steps: 9 }), /the suite quick fixes steps: leave it out/],
    [own({ lookBack: 3 }), /there is no option lookBack: it is one of items, samples, .*lookback/],
    [own({ items: -1 }), { name: "TypeError", message: "items is a whole number below 2^32" }],
    [own({ seed: 2 ** 53 }), { name: "TypeError", message: "seed is a whole number below 2^53" }],
    [own({ samples: 2 ** 16 }), { name: "TypeError", message: "samples is a whole number below 2^16" }],
    [own({ lookback: {} }), { name: "TypeError", message: /^lookback is a string, a number, a boolean or a list/ }],
    [own({ lookback: "far" }), /lookback=far cannot be read; write lookback=5 \(at most 5\) or exactly-5/],
    [own({ condition: "stepwise" }), /needs a dialogue, and a batch file has one reply/],
    [own({ procedures: "a = 1" }), { name: "TypeError", message: "procedures is a list of links and records of items" }],
    [() => stepfall.exportFiles("quick", "excel"), /there is no target "excel": it is one of openai/],
    [() => stepfall.exportFiles("quick", "openai"), /the lines for openai name a model: give one/],
    [() => stepfall.exportFiles("quick", "csv", { maxOutput: 9 }), /have no effect for csv/],
    [() => stepfall.exportFiles("quick", "gemini", { temperature: Number.NaN }), { name: "TypeError", message: "temperature is a finite number" }],
    [() => stepfall.batch({ records: [7] }), { name: "TypeError", message: "each of records is a string, not number" }],
    [() => stepfall.batch({ records: ["{}"] }), Error],
    [() => stepfall.batch().grade(7), { name: "TypeError", message: /^source is a Blob, .* not number$/ }],
    [() => stepfall.batch().grade(null), TypeError],
    [() => stepfall.batch().grade("", { id: "key" }), { name: "TypeError", message: /give both, or neither/ }],
  ]) assert.throws(call, wanted);
});

test("a source chunk of an unsupported type throws", async () => {
  const batch = stepfall.batch();
  await assert.rejects(collected(batch.grade([lines[0] + "\n", 7])), { name: "TypeError", message: "the source gives a Uint8Array or a string at a time, not number" });
  assert.equal(batch.tally().all, 1);
});
