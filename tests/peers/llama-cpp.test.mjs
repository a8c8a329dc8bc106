// Runs `stepfall sweep` against a llama.cpp server whose model is random (llama-cpp.py). Answers
// are correct only by chance; the tests check how replies are handled, whatever they contain.
// LLAMA_CPP names the Python of an environment that has the server.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { assertNothingLost, CONDITIONS, Peer, Place, turns } from "./peers.mjs";

const KEY = "local-7f3Qx9LmTz";
const SERVER = join(dirname(fileURLToPath(import.meta.url)), "llama-cpp.py");
const GRID = ["--steps", "5", "--items", "2", "--max-output", "600"];

let place;
const peers = {};

before(async () => {
  place = new Place(KEY);
  for (const writes of ["bytes", "numbers"]) {
    const command = (port) => [process.env.LLAMA_CPP, SERVER, join(place.folder, `${writes}.gguf`), `${port}`, KEY, writes];
    peers[writes] = await Peer.start(command, "/health", { cwd: place.folder });
  }
});
after(async () => {
  for (const peer of Object.values(peers)) await peer.kill();
  place.remove();
});

const model = (writes) => ["--provider", "llama-cpp", "--base", `${peers[writes].origin}/v1`, "--model", "random"];
// Returns the number of replies that a server has begun, by its log.
const asked = (writes) => peers[writes].count("processing task");
// Returns that number once it is at least `least`, since lines of the log may arrive late.
async function counted(writes, least) {
  for (const late = Date.now() + 10_000; asked(writes) < least && Date.now() < late; ) await pause(10);
  return asked(writes);
}

// Runs a sweep under some conditions, and returns its attempts.
async function answered(writes, conditions) {
  const before = asked(writes);
  const file = `${writes}.jsonl`;
  const { status, errors } = await place.sweep([...model(writes), ...GRID, "--condition", conditions.join(","), "--out", file]);
  assert.deepEqual({ status, errors }, { status: 0, errors: "" });
  const { attempts, sent, over } = place.answered(file, 2 * conditions.length);
  for (const { tries, usage, condition } of attempts) {
    assert.equal(tries, undefined, condition);
    assert.ok(usage.input > 0 && usage.output > 0, condition);
  }
  const requests = attempts.reduce((sum, attempt) => sum + attempt.requests, 0);
  const begun = (await counted(writes, before + requests)) - before;
  assert.deepEqual([sent, over, begun], [requests, requests, requests]);
  return attempts;
}

// With tools, the server may fail to parse random bytes as a call, so `calculator` is left out.
test("random bytes are stored up to the limit, under conditions without tools", async () => {
  const conditions = CONDITIONS.filter((condition) => condition !== "calculator");
  for (const { condition, requests, stop, text, usage } of await answered("bytes", conditions)) {
    assert.deepEqual([requests, stop, usage.output], [1, "length", 600], condition);
    assert.match(text, /\ufffd/, condition);
  }
});

test("random numbers are read as answers, and every dialogue ends", async () => {
  for (const attempt of await answered("numbers", CONDITIONS)) {
    const { condition, requests, stop, text } = attempt;
    if (condition === "calculator") {
      // The tool is called with texts that are not numbers. Its results report that, and after
      // three calls the dialogue ends.
      assert.deepEqual([requests, stop], [3, "tool"], text);
      assert.equal(text.split("CALL calculate {").length, 4, text);
      assert.equal(text.split("\nerror: give the name of a step").length, 3, text);
      continue;
    }
    assert.equal(stop, "natural", condition);
    assert.match(text, /^-?[1-9]\d*\n|^-?[1-9]\d*$/, condition);
    if (["stepwise", "verified.1"].includes(condition)) assert.ok(requests >= 5, `${requests} requests\n${text}`);
    else assert.equal(requests, 1, condition);
  }
});

test("a missing key is reported as such and stops further requests", async () => {
  const before = asked("numbers");
  const { status, errors } = await place.sweep([...model("numbers"), ...GRID, "--out", "no-key.jsonl"], { key: "" });
  assert.equal(status, 1);
  assert.match(errors, /^notice: llama-cpp:random at \S+ gets no further requests: The key is missing or not accepted;/m);
  assert.equal(asked("numbers"), before);
});

test("a stepwise run resumes from its last turn after every kill", async () => {
  const before = asked("numbers");
  const grid = ["--steps", "5", "--items", "60", "--condition", "stepwise", "--concurrency", "1"];
  const kills = await place.killed([...model("numbers"), ...grid], "killed.jsonl", () => asked("numbers"));
  const records = place.answered("killed.jsonl", 60);
  assertNothingLost(records, (await counted("numbers", before + turns(records))) - before, kills);
});

test("a run continues after a server restart and repeats lost requests", async () => {
  const before = asked("bytes");
  const grid = ["--steps", "5", "--items", "8", "--max-output", "800", "--concurrency", "2"];
  const { ended } = place.start([...model("bytes"), ...grid, "--out", "gone.jsonl"]);
  while (asked("bytes") < before + 5) await pause(2);
  await pause(200); // In the middle of two replies.
  await peers.bytes.kill();
  await peers.bytes.start();
  const { status, errors } = await ended;
  assert.equal(status, 0, errors);
  const { attempts, sent } = place.answered("gone.jsonl", 8);
  for (const { stop, usage } of attempts) assert.deepEqual([stop, usage.output], ["length", 800]);
  const begun = (await counted("bytes", before + 8)) - before;
  assert.ok(8 <= begun && begun <= 10, `${begun} requests`);
  assert.ok(begun <= sent, `${sent} in the ledger, ${begun} at the server`);
});
