// Runs sweeps of the command line against the server of `faults.mjs`, in a folder that is removed
// afterwards.
// STEPFALL names the binary.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach } from "node:test";
import { binary } from "./binary.mjs";
import { KEY, startFaults } from "./faults.mjs";

export async function sweeps() {
  const stepfall = binary();
  const folder = mkdtempSync(join(tmpdir(), "stepfall-"));
  const faults = await startFaults();
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await faults.close();
  });
  beforeEach(() => faults.reset());

  // Starts a sweep. Returns `child`, `output`, the output so far, and `ended`, a promise of status,
  // standard output and standard error.
  function start(args, { key = KEY } = {}) {
    const env = { PATH: process.env.PATH, STEPFALL_KEY: key };
    const child = spawn(stepfall, ["sweep", ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { out: "", errors: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.out += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.errors += text));
    const ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (status) => resolve({ status, ...output }));
    });
    return { child, output, ended };
  }

  // Runs a sweep to its end, and checks that its output does not contain the key. Removes lines of
  // progress, which appear only on slow machines.
  async function sweep(args, options) {
    const { status, out, errors } = await start(args, options).ended;
    for (const text of [out, errors]) assert.ok(!text.includes(KEY), text);
    return { status, out, errors: errors.replace(/^\d+ of \d+ answered.*\n/gm, "") };
  }

  const model = (name, slug = "openai", words) => ["--provider", slug, "--base", faults.base(slug, words), "--model", name];
  const text = (file) => readFileSync(join(folder, file), "utf8");
  return { stepfall, folder, faults, start, sweep, model, text };
}
