// The example page in a browser: it draws the curve of simulated transcripts, and that of a chosen
// file.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "stepfall";
import { launch } from "../../tests/e2e/browser.mjs";
import { serve } from "../../tests/e2e/site.mjs";

const folder = fileURLToPath(new URL("..", import.meta.url));
const stepfall = await load();
let browser;
let site;

before(async () => {
  site = await serve({ folder });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

test("ten lines draw the curve of simulated transcripts, and of a results file", async () => {
  const source = readFileSync(`${folder}examples/curve.html`, "utf8");
  const [, script] = source.match(/<script type="module">\n([^]*?)<\/script>/);
  assert.equal(script.trimEnd().split("\n").length, 10);
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`${site.address}examples/curve.html`);
  const points = async () => (await page.locator("polyline[points]").getAttribute("points")).split(" ").map((point) => point.split(",").map(Number));
  const curve = await points();
  assert.deepEqual(curve.map(([steps]) => steps), [5, 15, 25, 35, 45, 55, 65, 75, 85, 95]);
  // With errors in 2 % of the steps, about nine of ten answers are correct at 5 steps, and one or two
  // of ten at 95 steps.
  assert.ok(curve[0][1] < 25 && curve[9][1] > 60, JSON.stringify(curve));
  assert.match(await page.locator("output").innerText(), /^\d+ of 500 answers are correct; the last is \w+\.$/);
  const answers = [...stepfall.questions("quick", { items: 4 })].map(({ id, target, steps }, at) => {
    return JSON.stringify({ id, response: `Answer: ${steps > 25 && at % 4 ? "1" : target}` });
  });
  await page.locator("input").setInputFiles({ name: "answers.jsonl", mimeType: "text/plain", buffer: Buffer.from(answers.join("\n")) });
  await page.locator('polyline[points="5,0 15,0 25,0 45,75 95,75"]').waitFor({ state: "attached" });
  assert.equal(await page.locator("output").innerText(), "14 of 20 answers are correct; the last is wrong.");
  assert.deepEqual(errors, []);
});
