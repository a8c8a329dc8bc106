// Runs `stepfall sweep` under every condition against the server of `faults.mjs`. The server's models
// follow the procedure, make an error, correct it, or ignore their instructions. STEPFALL names the
// binary.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { linesOf } from "./binary.mjs";
import { sweeps } from "./cli-sweep.mjs";

const CONDITIONS = [
  "answer-only", "trace", "free", "structured", "isolated", "unchained", "copy", "shuffled", "filler.20", "exception", "remapped", "symbolic", "stepwise", "checkpoints.4", "verified.4", "calculator", "calculator-text",
  "transcribe", "explain", "review", "primed.3.0",
];

const { stepfall, model, text, sweep: run } = await sweeps();

let runs = 0;

// Runs a sweep of one item of 9 steps under some conditions; returns the attempts by condition.
async function sweep(name, conditions, { slug = "openai", more = [] } = {}) {
  const file = `run-${(runs += 1)}.jsonl`;
  const grid = ["--steps", "9", "--items", "1", "--condition", conditions.join(",")];
  const { status, out, errors } = await run([...model(name, slug), ...grid, "--out", file, ...more]);
  const lines = linesOf(text(file)).attempts;
  return { status, output: errors + out, attempts: new Map(lines.map((line) => [line.condition, line])) };
}

// Returns the verdict of the command line on an attempt.
function graded({ condition, steps, look_back, seed, item, text }) {
  const link = `#/play?v=2&steps=${steps}&lookback=${look_back}&seed=${seed}&index=${item}&condition=${condition}`;
  return JSON.parse(execFileSync(stepfall, ["grade", "--link", link, "--format", "json", "-"], { input: text, encoding: "utf8" }));
}

// Under `unchained` no step uses another, so a correct answer proves nothing about earlier steps.
const isRight = (attempt) => {
  const { answers, root_faults } = graded(attempt);
  return (answers.last?.correct ?? false) && (attempt.condition !== "unchained" || root_faults.length === 0);
};

test("a correct model solves the item under every condition", async () => {
  const { attempts, output } = await sweep("right", CONDITIONS.filter((slug) => slug !== "calculator"));
  assert.equal(attempts.size, CONDITIONS.length - 1, output);
  for (const attempt of attempts.values()) assert.ok(isRight(attempt), `${attempt.condition}\n${attempt.text}`);
});

for (const slug of ["openai", "openai-responses", "anthropic", "gemini", "cohere", "ollama", "mistral"]) {
  test(`a model that calls the calculator solves the item: ${slug}`, async () => {
    const { attempts, output } = await sweep("calls", ["calculator"], { slug });
    const attempt = attempts.get("calculator");
    assert.ok(attempt?.text && isRight(attempt), `${output}\n${attempt?.text}`);
    assert.equal(attempt.requests, 10);
  });
}

// The model `wrong-at-4` keeps its error. `wrong-at-4+mends` corrects it if the error is reported, or
// if it reviews its work.
test("an error is found under every condition, and fixed after check or review", async () => {
  const slugs = CONDITIONS.filter((slug) => slug !== "calculator");
  const { attempts } = await sweep("wrong-at-4", slugs);
  for (const slug of slugs) {
    const isWrong = !isRight(attempts.get(slug));
    // `primed.3.0` pre-fills three steps, so even there the model computes the incorrect fourth
    // step itself.
    assert.ok(isWrong, `${slug}\n${attempts.get(slug).text}`);
  }
  assert.equal(graded(attempts.get("trace")).root_faults[0].name, "S6");
  const { attempts: mended } = await sweep("wrong-at-4+mends", ["checkpoints.4", "verified.4", "review", "primed.5.0"]);
  const right = Object.fromEntries([...mended].map(([condition, attempt]) => [condition, isRight(attempt)]));
  assert.deepEqual(right, { "checkpoints.4": false, "verified.4": true, review: true, "primed.5.0": true });
  assert.match(mended.get("verified.4").text, /S6 is wrong\. Now do S6\./);
  assert.equal(mended.get("verified.4").requests, 4);
});

test("a wrong operand given to the calculator is graded as an error", async () => {
  const { attempts } = await sweep("calls+wrong-at-4", ["calculator"]);
  assert.ok(!isRight(attempts.get("calculator")));
  assert.equal(graded(attempts.get("calculator")).root_faults[0].name, "S6");
});

test("a turn that stays incorrect is returned at most twice", async () => {
  const { attempts } = await sweep("wrong-at-4", ["verified.4"]);
  assert.equal(attempts.get("verified.4").requests, 5);
  assert.ok(!isRight(attempts.get("verified.4")));
});

for (const [model, condition, requests] of [
  ["apologises", "checkpoints.4", 2],
  ["apologises", "calculator", 2],
  ["apologises", "calculator-text", 2],
  ["hurries", "stepwise", 1],
  ["calls-loop", "calculator", 3],
  ["calls-unknown", "calculator", 3],
  ["calls-malformed", "calculator", 3],
]) {
  test(`a model that ignores the protocol ends the dialogue: ${model} under ${condition}`, async () => {
    const { attempts, output } = await sweep(model, [condition]);
    const attempt = attempts.get(condition);
    assert.equal(attempt?.requests, requests, `${output}\n${attempt?.text}`);
  });
}

test("a model that answers without the tool is reminded at most once", async () => {
  const { attempts } = await sweep("right", ["calculator"]);
  assert.ok(attempts.get("calculator").requests <= 2, attempts.get("calculator").text);
});

test("a dialogue continues after a rate-limit error", async () => {
  const { attempts, output } = await sweep("right+429-hint-body-once", ["stepwise"]);
  const attempt = attempts.get("stepwise");
  assert.ok(isRight(attempt), `${output}\n${attempt.text}`);
  assert.ok(attempt.tries.length > 0);
});
