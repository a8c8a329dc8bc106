// Starts servers of other projects, each in a separate environment, and runs sweeps against them.
// Tests can kill both servers and sweeps.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { binary, linesOf } from "../e2e/binary.mjs";

export const CONDITIONS = ["answer-only", "trace", "structured", "stepwise", "verified.1", "calculator"];

const READY = 180_000; // Milliseconds that a server may take to start, on a busy machine.
const MOST_KILLS = 25;

async function freePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

// A server; `output` is its output so far. It can be killed and started again at the same port.
export class Peer {
  output = "";
  #command;
  #ready;
  #child;

  // `command(port)` returns the program with its arguments. `ready` is a path that answers once the
  // server is ready.
  static async start(command, ready, { cwd }) {
    const peer = new Peer();
    peer.port = await freePort();
    peer.origin = `http://127.0.0.1:${peer.port}`;
    peer.#command = [command(peer.port), cwd];
    peer.#ready = `${peer.origin}${ready}`;
    await peer.start();
    return peer;
  }

  async start() {
    const [[program, ...args], cwd] = this.#command;
    // The environment has no settings of this machine, and the server makes no requests when it
    // starts.
    const env = { PATH: process.env.PATH, HOME: cwd, LITELLM_LOCAL_MODEL_COST_MAP: "True" };
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = { child, ended: new Promise((resolve) => child.once("close", resolve)) };
    process.once("exit", () => child.kill("SIGKILL"));
    let failure;
    child.once("error", (error) => (failure = error.message));
    child.once("exit", (status, signal) => (failure ??= `it ended with ${status ?? signal}`));
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (this.output += text));
    for (const late = Date.now() + READY; ; await pause(100)) {
      const response = await fetch(this.#ready).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) return;
      if (failure === undefined && Date.now() > late) failure = "it is not ready in time";
      if (failure !== undefined) {
        child.kill("SIGKILL");
        throw new Error(`${program}: ${failure}\n${this.output.slice(-4000)}`);
      }
    }
  }

  // Counts the occurrences of a text in the output.
  count(words) {
    return this.output.split(words).length - 1;
  }

  async kill() {
    this.#child.child.kill("SIGKILL");
    await this.#child.ended;
  }
}

// A folder for a peer and for the files of its sweeps.
export class Place {
  folder = mkdtempSync(join(tmpdir(), "stepfall-peer-"));
  #stepfall = binary();
  #key;

  constructor(key) {
    this.#key = key;
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Starts a sweep. Returns `child`, and `ended`, a promise of status, standard output and standard
  // error.
  start(args, { key = this.#key } = {}) {
    const env = { PATH: process.env.PATH, ...(key && { STEPFALL_KEY: key }) };
    const child = spawn(this.#stepfall, ["sweep", ...args], { cwd: this.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { out: "", errors: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.errors += text));
    const ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, ...output }));
    });
    return { child, ended };
  }

  // Runs a sweep to its end, and checks that its output does not contain the key. Removes lines of
  // progress, which appear only on slow machines.
  async sweep(args, options) {
    const { status, out, errors } = await this.start(args, options).ended;
    for (const text of [out, errors]) assert.ok(!text.includes(this.#key), text);
    return { status, out, errors: errors.replace(/^\d+ of \d+ answered.*\n/gm, "") };
  }

  // Runs a sweep that is killed repeatedly, each time once `asked` has grown by one or two, until
  // it ends by itself. Returns the number of kills.
  async killed(first, file, asked) {
    let kills = 0;
    for (let args = first; ; args = ["--key-env", "STEPFALL_KEY"]) {
      const before = asked();
      const { child, ended } = this.start([...args, "--out", file]);
      let isOver = false;
      ended.then(() => (isOver = true));
      while (!isOver && (kills === MOST_KILLS || asked() < before + 1 + (kills % 2))) await pause(2);
      if (!isOver) child.kill("SIGKILL");
      const { status, errors } = await ended;
      if (status === 0) return kills;
      assert.equal(status, null, errors);
      kills += 1;
    }
  }

  // Returns the answered attempts of a file in the order of their numbers, and counts of its ledger.
  // Checks that each of `count` attempts is answered once, and that the file does not contain the key.
  answered(file, count) {
    const text = readFileSync(join(this.folder, file), "utf8");
    assert.ok(!text.includes(this.#key), "the key is in the file");
    const { attempts, ledger } = linesOf(text);
    const answered = attempts.filter(({ error }) => error === undefined).sort((one, other) => one.number - other.number);
    assert.deepEqual(answered.map(({ number }) => number), [...Array(count).keys()]);
    const entries = (kind) => ledger.filter((entry) => entry.ledger === kind).length;
    return { attempts: answered, sent: entries("sent"), over: entries("over") };
  }

  // Returns the verdict on an attempt.
  graded({ condition, steps, look_back, seed, item, text }) {
    const link = `#/play?v=2&steps=${steps}&lookback=${look_back}&seed=${seed}&index=${item}&condition=${condition}`;
    const options = { input: text, encoding: "utf8" };
    return JSON.parse(execFileSync(this.#stepfall, ["grade", "--link", link, "--format", "json", "-"], options));
  }
}

// Returns the number of the model's turns in attempts that are dialogues.
export const turns = ({ attempts }) => attempts.reduce((sum, { text }) => sum + text.split("\n=== answered ===\n").length, 0);

// Checks the number of requests after at least 20 kills. Each kill repeats at most one turn. The
// ledger counts no less than the server, and at most one request more for each kill.
export function assertNothingLost(answered, asked, kills) {
  const { sent } = answered;
  const needed = turns(answered);
  assert.ok(kills >= 20, `${kills} kills`);
  assert.ok(needed <= asked && asked <= needed + kills, `${asked} requests for ${needed} turns, ${kills} kills`);
  assert.ok(asked <= sent && sent <= asked + kills, `${sent} in the ledger, ${asked} at the server`);
}
