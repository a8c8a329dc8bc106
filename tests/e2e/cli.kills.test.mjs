// `stepfall sweep` is killed repeatedly in the middle of a dialogue, and resumes each time from its
// file.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "./binary.mjs";
import { sweeps } from "./cli-sweep.mjs";

const { faults, start, sweep, model, text } = await sweeps();

for (const condition of ["stepwise", "verified.1"]) {
  test(`${condition} resumes from its last turn after every kill`, async () => {
    const grid = ["--steps", "24", "--items", "1", "--condition", condition, "--concurrency", "1"];
    const whole = await sweep([...model("wrong-at-7"), ...grid, "--out", `${condition}-whole.jsonl`]);
    const needed = faults.requests.length;
    const file = `${condition}-killed.jsonl`;
    let kills = 0;
    for (let args = [...model("wrong-at-7+slow"), ...grid]; ; args = ["--key-env", "STEPFALL_KEY"]) {
      const before = faults.requests.length;
      const { child, ended } = start([...args, "--out", file]);
      let over = false;
      ended.then(() => (over = true));
      while (!over && faults.requests.length < before + 2) await new Promise((resolve) => setTimeout(resolve, 2));
      if (!over) child.kill("SIGKILL");
      const { status, out } = await ended;
      if (status === 0) {
        const untimed = (out) => out.split("\nTokens, time and money")[0].replaceAll("+slow", "");
        assert.equal(untimed(out), untimed(whole.out));
        break;
      }
      kills += 1;
    }
    const counted = faults.requests.length - needed;
    const { attempts, ledger } = linesOf(text(file));
    assert.equal(attempts.length, 1);
    // Each kill repeats at most one turn, and the ledger counts no less than the server.
    assert.ok(kills >= 11 && counted <= needed + kills, `${counted} requests for ${needed}, ${kills} kills`);
    const sent = ledger.filter(({ ledger }) => ledger === "sent").length;
    assert.ok(counted <= sent && sent <= counted + kills, `${sent} in the ledger, ${counted} at the server`);
  });
}
