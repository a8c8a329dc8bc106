// One sweep of the table of outcomes (outcomes.mjs): starts it, resumes it, and reads its file.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { binary, linesOf } from "./binary.mjs";
import { KEY } from "./faults.mjs";

// The temperature is for the fault that refuses it.
const GRID = ["--steps", "5", "--items", "1", "--temperature", "0.5"];
const LOOK = 20; // Milliseconds between two reads of a file.

export class Run {
  #server;
  #folder;
  #file;
  #faults;
  #out = "";
  #errors = "";

  constructor({ slug, faults, at, folder, servers }) {
    this.slug = slug;
    this.#server = faults[0].isAbsent ? servers.later : servers.usual;
    this.#folder = folder;
    this.#file = `${at}.jsonl`;
    this.#faults = faults;
  }

  // Starts the sweep and waits for its end. A sweep that would wait for an hour is interrupted.
  async begin() {
    const { flags = [], waits = false } = this.#faults[0];
    const models = this.#faults.flatMap(({ word }) => ["--model", word]);
    return this.#sweep(["--provider", this.slug, "--base", this.#server.base(this.slug), ...models, ...GRID, ...flags], waits);
  }

  async resume() {
    return this.#sweep([], false);
  }

  async #sweep(args, waits) {
    const env = { PATH: process.env.PATH, STEPFALL_KEY: KEY };
    const options = { cwd: this.#folder, env, stdio: ["ignore", "pipe", "pipe"] };
    const child = spawn(binary(), ["sweep", ...args, "--key-env", "STEPFALL_KEY", "--out", this.#file], options);
    this.#out = "";
    this.#errors = "";
    child.stdout.setEncoding("utf8").on("data", (text) => (this.#out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (this.#errors += text));
    const ended = new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
    if (waits) {
      while (!this.#text().includes('{"ledger":"over"')) await pause(LOOK);
      child.kill("SIGINT");
    }
    const status = await ended;
    const names = this.#faults.map(({ word }) => word).join(" ");
    if (status !== 0 && status !== 1) throw new Error(`${this.slug}: ${names}: status ${status}\n${this.#errors}`);
    if ([this.#out, this.#errors, this.#text()].some((text) => text.includes(KEY))) throw new Error(`${this.slug}: ${names}: the key is in the output or the file`);
    return this.#results();
  }

  #text() {
    const path = join(this.#folder, this.#file);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  // Returns the outcome of each fault so far. With one item of one length, attempts have the
  // numbers of their models.
  #results() {
    const { attempts, ledger } = linesOf(this.#text());
    return this.#faults.map(({ word, name = word }, number) => {
      const entries = ledger.filter((entry) => entry.attempt === number).map((entry) => entry.ledger);
      return {
        word,
        name,
        attempt: attempts.findLast((attempt) => attempt.number === number),
        sent: entries.filter((entry) => entry === "sent").length,
        over: entries.filter((entry) => entry === "over").length,
        reached: this.#server.requests.filter((request) => this.#isOf(request, word)).length,
        isGradedRight: this.#isGradedRight(word),
        ...this.#notices(word),
      };
    });
  }

  #isOf({ path, body }, word) {
    return path.startsWith(`/${this.slug}/`) && (body.model === word || decodeURIComponent(path).includes(`/models/${word}:`));
  }

  // Returns whether the printed table counts the answer as correct. The line two below the model's name
  // has the counts of the only length.
  #isGradedRight(word) {
    const lines = this.#out.split("\n");
    const at = lines.indexOf(word);
    return at >= 0 && /^ +5 +1 +1 +1 +100\.0/.test(lines[at + 2]);
  }

  // Returns the notices on standard error about a model.
  #notices(word) {
    const lines = this.#errors.split("\n");
    const about = (text) => lines.findLastIndex((line) => line.startsWith(`notice: ${this.slug}:${word} at `) && line.includes(text));
    const [, failed] = /^ {2}its last error: ([a-z-]+)/.exec(lines[about("") + 1] ?? "") ?? [];
    return { isHalted: about("gets no further requests") >= 0, isPaused: this.#errors.includes("calls in a row got no reply"), failed };
  }
}
