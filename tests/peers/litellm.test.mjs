// Runs `stepfall sweep` through LiteLLM's proxy. The proxy sends the requests to the server of
// `faults.mjs`, which acts as OpenAI and as Anthropic. LITELLM names the Python of an environment that has the proxy.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { KEY as UPSTREAM_KEY, startFaults } from "../e2e/faults.mjs";
import { assertNothingLost, CONDITIONS, Peer, Place } from "./peers.mjs";

const KEY = "sk-7f3Qx9LmTz";
const SIX = ["--steps", "5", "--items", "2", "--condition", CONDITIONS.join(",")];
// The requests for an item of five steps, by condition.
const REQUESTS = { "answer-only": 1, trace: 1, structured: 1, stepwise: 5, "verified.1": 5, calculator: 6 };

let place;
let faults;
let proxy;

before(async () => {
  place = new Place(KEY);
  faults = await startFaults();
  // The proxy's name of a model, the provider's name of it, and the provider's address.
  const openai = (words) => [words, `openai/${words}`, faults.base("litellm")];
  const anthropic = (words) => [`claude/${words}`, `anthropic/${words}`, `${faults.origin}/anthropic`];
  const models = [
    ...["calls", "calls+reasons", "calls+wrong-at-5", "right+slow", "wrong-at-7+slow"].map(openai),
    ...["calls", "calls+reasons"].map(anthropic),
  ];
  const config = {
    model_list: models.map(([model_name, model, api_base]) => ({
      model_name,
      litellm_params: { model, api_base, api_key: UPSTREAM_KEY, max_retries: 0 },
    })),
    router_settings: { num_retries: 0, disable_cooldowns: true },
    general_settings: { master_key: KEY },
  };
  const file = join(place.folder, "config.yaml"); // JSON is YAML.
  writeFileSync(file, JSON.stringify(config));
  const program = join(dirname(process.env.LITELLM), process.platform === "win32" ? "litellm.exe" : "litellm");
  const command = (port) => [program, "--config", file, "--host", "127.0.0.1", "--port", `${port}`, "--telemetry", "False"];
  proxy = await Peer.start(command, "/health/liveliness", { cwd: place.folder });
});
after(async () => {
  await proxy?.kill();
  await faults?.close();
  place.remove();
});
beforeEach(() => faults.reset());

const model = (name) => ["--provider", "litellm", "--base", `${proxy.origin}/v1`, "--model", name];
const isRight = (attempt) => place.graded(attempt).answers.last?.correct ?? false;

for (const name of ["calls", "calls+reasons", "claude/calls"]) {
  test(`${name}: every attempt under six conditions is correct without retries`, async () => {
    const file = `${name.replace("/", "-")}.jsonl`;
    const { status, errors } = await place.sweep([...model(name), ...SIX, "--out", file]);
    assert.deepEqual({ status, errors }, { status: 0, errors: "" });
    const { attempts, sent, over } = place.answered(file, 12);
    const reasons = name.includes("reasons");
    for (const attempt of attempts) {
      const { condition, requests, stop, tries, usage } = attempt;
      assert.ok(isRight(attempt), `${condition}\n${attempt.text}`);
      assert.deepEqual([requests, stop, tries], [REQUESTS[condition], "natural", undefined], condition);
      assert.ok(usage.input > 0 && usage.output > 0, JSON.stringify(usage));
      assert.equal(usage.reasoning > 0, reasons, JSON.stringify(usage));
      if (requests === 1) assert.equal(attempt.reasoning !== undefined, reasons, condition);
    }
    const asked = attempts.reduce((sum, { requests }) => sum + requests, 0);
    assert.deepEqual([sent, over, faults.requests.length], [asked, asked, asked]);
    for (const { key } of faults.requests) assert.equal(key, "right");
  });
}

test("signed reasoning of another format is separated from the answer", async () => {
  const grid = ["--steps", "5", "--items", "1", "--condition", CONDITIONS.join(",")];
  const { status, errors } = await place.sweep([...model("claude/calls+reasons"), ...grid, "--out", "thoughts.jsonl"]);
  assert.deepEqual({ status, errors }, { status: 0, errors: "" });
  for (const attempt of place.answered("thoughts.jsonl", 6).attempts) {
    assert.ok(isRight(attempt), `${attempt.condition}\n${attempt.text}`);
    // The text of a dialogue includes the reasoning; other attempts store it separately.
    const thoughts = attempt.requests === 1 ? attempt.reasoning : /<think>\n(.+)/.exec(attempt.text)[1];
    assert.match(thoughts, /^I go through 5 steps\./);
  }
});

test("an error is found at its step under every condition that shows steps", async () => {
  const { status } = await place.sweep([...model("calls+wrong-at-5"), ...SIX, "--out", "wrong.jsonl"]);
  assert.equal(status, 0);
  for (const attempt of place.answered("wrong.jsonl", 12).attempts) {
    const verdict = place.graded(attempt);
    assert.ok(!(verdict.answers.last?.correct ?? false), `${attempt.condition}\n${attempt.text}`);
    if (attempt.condition !== "answer-only") assert.equal(verdict.root_faults[0].name, "S7", attempt.text);
  }
});

for (const [what, key, message] of [
  ["no key", "", "Authentication Error, No api key passed in."],
  ["a wrong key", "sk-other", "No connected db."],
]) {
  test(`${what} is reported as such and stops further requests`, async () => {
    const file = `${what.replaceAll(" ", "-")}.jsonl`;
    const { status, errors } = await place.sweep([...model("calls"), ...SIX, "--out", file], { key });
    assert.equal(status, 1);
    assert.match(errors, /^notice: litellm:calls at \S+ gets no further requests: The key is missing or not accepted;/m);
    assert.match(errors, /^ +its last error: wrong-key, status 40[01]: /m);
    assert.ok(errors.includes(message), errors);
    assert.equal(faults.requests.length, 0);
    const again = await place.sweep(["--key-env", "STEPFALL_KEY", "--out", file]);
    assert.equal(again.status, 0, again.errors);
    place.answered(file, 12);
  });
}

test("a stepwise run resumes from its last turn after every kill", async () => {
  const grid = ["--steps", "60", "--items", "1", "--condition", "stepwise", "--concurrency", "1"];
  const kills = await place.killed([...model("wrong-at-7+slow"), ...grid], "killed.jsonl", () => faults.requests.length);
  const answered = place.answered("killed.jsonl", 1);
  assertNothingLost(answered, faults.requests.length, kills);
  const [{ condition, text, ...rest }] = answered.attempts;
  assert.equal(place.graded({ condition, text, ...rest }).root_faults[0].name, "S9", text);
});

test("a resume repeats only the requests lost with the proxy", async () => {
  const grid = ["--steps", "20", "--items", "2", "--condition", "stepwise", "--concurrency", "2"];
  const { ended } = place.start([...model("right+slow"), ...grid, "--out", "gone.jsonl"]);
  while (faults.requests.length < 10) await pause(5);
  await proxy.kill();
  const { status, errors } = await ended;
  assert.equal(status, 1, errors);
  assert.match(errors, /^notice: Several calls in a row got no reply;/m);
  const before = faults.requests.length;
  await proxy.start();
  const again = await place.sweep(["--key-env", "STEPFALL_KEY", "--out", "gone.jsonl"]);
  assert.equal(again.status, 0, again.errors);
  const { attempts, sent } = place.answered("gone.jsonl", 2);
  for (const attempt of attempts) assert.ok(isRight(attempt), attempt.text);
  const asked = faults.requests.length;
  assert.ok(before < 40 && 40 <= asked && asked <= 42, `${before} requests, and ${asked} in all`);
  assert.ok(asked <= sent, `${sent} in the ledger, ${asked} at the server`);
});
