// Runs `stepfall sweep` against the server of `faults.mjs`. No attempt is lost to temporary errors, and
// permanent errors appear in the output. The key is in no file and no line of output. STEPFALL names
// the binary.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "./binary.mjs";
import { KEY } from "./faults.mjs";
import { sweeps } from "./cli-sweep.mjs";

const GRID = ["--steps", "5,25", "--items", "3"];
const ATTEMPTS = 6;

const { faults, start, sweep, model, text } = await sweeps();

// Returns the attempts of a file in the order of their numbers. Checks that each number occurs once,
// and that the file does not contain the key.
function attempts(file, count = ATTEMPTS) {
  assert.ok(!text(file).includes(KEY), "the key is in the file");
  const lines = linesOf(text(file)).attempts;
  lines.sort((one, other) => one.number - other.number);
  assert.deepEqual(lines.map(({ number }) => number), [...Array(count).keys()]);
  return lines;
}

// Returns the number of correct first answers at each length, from the printed table.
const right = (out) => out.split("\n").flatMap((line) => /^ +\d+ +\d+ +\d+ +(\d+) /.exec(line)?.slice(1, 2).map(Number) ?? []);

for (const [name, tries] of [
  ["right", []],
  ["429-hint-header-once", ["rate-limit"]],
  ["429-hint-body-once", ["rate-limit"]],
  ["500-once", ["overloaded"]],
  ["cut-stream-once", ["cut"]],
  ["malformed-once", ["malformed"]],
  ["error-in-200-once", ["overloaded"]],
  ["reset-once", ["cut"]],
  ["wrong-type-once", ["malformed"]],
]) {
  test(`${name}: every attempt is answered exactly once`, async () => {
    const file = `${name}.jsonl`;
    const { status, out, errors } = await sweep([...model(name), ...GRID, "--out", file]);
    assert.deepEqual({ status, errors }, { status: 0, errors: "" });
    assert.deepEqual(right(out), [3, 3]);
    for (const attempt of attempts(file)) {
      assert.deepEqual(attempt.tries?.map(({ error }) => error) ?? [], tries);
      assert.equal(attempt.requests, 1 + tries.length);
      assert.equal(attempt.stop, "natural");
      assert.ok(attempt.usage.output > 0);
    }
    const asked = faults.requests.filter(({ method }) => method === "POST");
    assert.equal(asked.length, ATTEMPTS * (1 + tries.length));
    for (const { keyIn } of asked) assert.deepEqual(keyIn, ["authorization"]);
  });
}

for (const slug of ["openai-responses", "anthropic", "gemini", "cohere", "ollama", "mistral", "openrouter"]) {
  test(`a sweep asks ${slug} in its wire format`, async () => {
    const file = `${slug}.jsonl`;
    const { status, out } = await sweep([...model("wrong-at-25", slug), ...GRID, "--key-env", "STEPFALL_KEY", "--out", file]);
    assert.equal(status, 0);
    assert.deepEqual(right(out), [3, 0]);
    attempts(file);
  });
}

test("a collapsing model is correct at 5 steps and mostly incorrect at 95", async () => {
  const grid = ["--steps", "5,95", "--items", "12", "--max-output", "9000"];
  const { status, out } = await sweep([...model("collapses", "anthropic"), ...grid, "--out", "collapses.jsonl"]);
  assert.equal(status, 0);
  const [short, long] = right(out);
  assert.equal(short, 12);
  assert.ok(long < 7, out);
  assert.ok(attempts("collapses.jsonl", 24).every(({ text }) => /Answer: -?\d+$/.test(text)));
});

test("one sweep combines models and simulated solvers", async () => {
  const grid = ["--steps", "5,25", "--items", "100"];
  const models = ["--model", `groq:right;base=${encodeURIComponent(faults.base("groq"))}`, "--model", "simulated:followed:0"];
  const { status, out } = await sweep([...models, "--concurrency", "16", ...grid, "--out", "both.jsonl"]);
  assert.equal(status, 0);
  assert.deepEqual(right(out), [100, 100, 100, 100]);
  attempts("both.jsonl", 400);
});

test("a refused parameter is omitted, and the omission is recorded", async () => {
  const file = "refused.jsonl";
  const args = [...model("400-names-temperature", "groq"), ...GRID, "--temperature", "0.5", "--concurrency", "1"];
  const { status, out } = await sweep([...args, "--out", file]);
  assert.equal(status, 0);
  assert.deepEqual(right(out), [3, 3]);
  for (const { dropped } of attempts(file)) assert.deepEqual(dropped, ["temperature"]);
  assert.equal(faults.requests.length, ATTEMPTS + 1);
});

test("an invalid key stops only its own model, and is never printed", async () => {
  const args = [...model("401"), "--model", "right", ...GRID, "--out", "401.jsonl"];
  const { status, out, errors } = await sweep(args);
  assert.equal(status, 1);
  assert.match(errors, /^notice: openai:401 at \S+ gets no further requests: The key is missing or not accepted;/);
  assert.match(errors, /its last error: wrong-key, status 401: /);
  assert.match(errors, /\nresume with: stepfall sweep --out 401\.jsonl --key-env STEPFALL_KEY\n$/);
  assert.deepEqual(right(out), [3, 3]);
  assert.equal(linesOf(text("401.jsonl")).attempts.length, ATTEMPTS);
});

test("a key that the server repeats is neither printed nor stored", async () => {
  const args = [...model("400+echoes-key", "groq"), "--model", "repeats-key", ...GRID, "--out", "echo.jsonl"];
  const { status, errors } = await sweep(args);
  assert.equal(status, 1);
  assert.match(errors, /6 attempts failed/);
  attempts("echo.jsonl", 2 * ATTEMPTS);
});

test("a stalled call is aborted, and its attempt is retried", async () => {
  const { status, out } = await sweep([...model("stall-once"), ...GRID, "--stall", "1", "--out", "stall.jsonl"]);
  assert.equal(status, 0);
  assert.deepEqual(right(out), [3, 3]);
  for (const { tries } of attempts("stall.jsonl")) assert.deepEqual(tries.map(({ error }) => error), ["timed-out"]);
});

test("keep-alives do not prevent a time-out, and a long call is aborted", async () => {
  const idle = await sweep([...model("idles-once"), ...GRID, "--stall", "1", "--out", "idle.jsonl"]);
  assert.equal(idle.status, 0, idle.errors);
  for (const { tries } of attempts("idle.jsonl")) {
    assert.deepEqual(tries.map(({ error, message }) => [error, message]), [["timed-out", "nothing new came for too long"]]);
  }
  const slow = await sweep([...model("slow"), "--steps", "60", "--items", "1", "--longest", "1", "--max-requests", "1", "--out", "long.jsonl"]);
  assert.equal(slow.status, 1);
  assert.match(slow.errors, /its last error: timed-out: the whole took too long/);
});

for (const slug of ["openai", "openai-responses", "anthropic", "gemini", "cohere", "ollama"]) {
  test(`${slug}: characters split across chunks are joined`, async () => {
    const file = `half-${slug}.jsonl`;
    const args = [...model("half-characters", slug), ...GRID, "--key-env", "STEPFALL_KEY", "--out", file];
    const { status } = await sweep(args);
    assert.equal(status, 0);
    for (const { text, tries } of attempts(file)) {
      assert.ok(text.endsWith("Done 😀😁 \ufffd!"), text.slice(-20));
      assert.equal(tries, undefined);
    }
  });
}

test("a request limit pauses the sweep, which resumes with a higher one", async () => {
  const uninterrupted = await sweep([...model("wrong-at-7"), ...GRID, "--out", "whole.jsonl"]);
  const first = await sweep([...model("wrong-at-7"), ...GRID, "--max-requests", "4", "--out", "limit.jsonl"]);
  assert.equal(first.status, 1);
  assert.match(first.errors, /The limit of requests is reached; raise it to go on\./);
  assert.match(first.errors, /--key-env STEPFALL_KEY --max-requests N\n$/);
  assert.equal(attempts("limit.jsonl", 4).length, 4);
  const more = ["--key-env", "STEPFALL_KEY", "--max-requests", "6", "--out", "limit.jsonl"];
  const again = await sweep(more);
  const untimed = (out) => out.split("\nTokens, time and money")[0];
  assert.deepEqual([again.status, untimed(again.out)], [uninterrupted.status, untimed(uninterrupted.out)]);
  assert.equal(attempts("limit.jsonl").length, ATTEMPTS);
});

test("a spending limit stops the sweep before it is exceeded", async () => {
  const args = [...model("right"), ...GRID, "--price", "100/100", "--max-spend", "0.2", "--out", "spend.jsonl"];
  const { status, errors } = await sweep(args);
  assert.equal(status, 1);
  assert.match(errors, /One more request might pass the limit of money; raise it to go on\./);
  const lines = linesOf(text("spend.jsonl")).attempts;
  const spent = lines.reduce((sum, { cost }) => sum + cost, 0);
  assert.ok(lines.length > 0 && lines.length < ATTEMPTS && spent <= 200_000, `${lines.length} for ${spent}`);
});

test("an interrupt lets calls finish, and a resume repeats none", async () => {
  const args = [...model("slow"), "--steps", "5", "--items", "12", "--out", "paused.jsonl"];
  const { child, ended } = start(args);
  while (faults.requests.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  const { status, errors } = await ended;
  assert.equal(status, 1);
  assert.match(errors, /notice: no further requests are sent; waiting for \d calls? that (is|are) under way/);
  assert.match(errors, /notice: The sweep is paused\./);
  const asked = faults.requests.length;
  assert.ok(asked < 12, `${asked} requests`);
  assert.equal(linesOf(text("paused.jsonl")).attempts.length, asked);
  const again = await sweep(["--key-env", "STEPFALL_KEY", "--out", "paused.jsonl"]);
  assert.equal(again.status, 0);
  assert.equal(faults.requests.length, 12);
  attempts("paused.jsonl", 12);
});

test("a second interrupt exits at once and keeps the ledger", async () => {
  const { child, output, ended } = start([...model("stall"), ...GRID, "--out", "left.jsonl"]);
  while (faults.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  while (!output.errors.includes("Ctrl-C again")) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill("SIGINT");
  assert.equal((await ended).status, 130);
  const { attempts: stored, ledger } = linesOf(text("left.jsonl"));
  assert.deepEqual([stored.length, ledger.map(({ ledger }) => ledger)], [0, ["sent", "sent"]]);
});

test("no key is sent to an address that only a link names", async () => {
  const address = `#/sweep?v=2&steps=5&items=1&model=openai:right;base=${encodeURIComponent(faults.base("openai"))}`;
  const { status } = await sweep([address, "--out", "link.jsonl"]);
  assert.equal(status, 1);
  assert.deepEqual(faults.requests.map(({ key }) => key), ["none"]);
});
