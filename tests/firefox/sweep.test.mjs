// Sweep in Firefox: simulated solvers give figures, a run resumes after a reload, and runs are
// saved as files and opened again.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { KEY, startFaults } from "../e2e/faults.mjs";
import { choose, click, fill, journey, saved, shows } from "./harness.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const SIMULATED = "#/sweep?v=2&seed=7&steps=5,25&items=10&model=simulated:wrong-operand:200&model=simulated:mixed:100";

// Returns the texts of all figures, and the sizes of their pictures.
async function figures(page) {
  await page.waitForSelector("[data-thumbnail=modes]");
  await page.waitForFunction(() => document.querySelectorAll(".list-row").length > 9);
  const names = await page.$$eval("[data-thumbnail]", (all) => all.map(({ dataset }) => dataset.thumbnail));
  const drawn = [];
  for (const name of names) {
    await click(page, `[data-thumbnail="${name}"]`);
    await page.waitForSelector(`[data-figure="${name}"] svg`);
    drawn.push(await page.$eval(`[data-figure="${name}"]`, (figure) => {
      const { width, height } = figure.querySelector("svg").getBoundingClientRect();
      return { text: figure.textContent, width, height };
    }));
  }
  await click(page, "[data-thumbnail=collapse]");
  await page.waitForSelector("[data-figure=collapse] svg");
  return drawn;
}

async function remove(page) {
  await click(page, ".history button", "Delete");
  await click(page, ".history button", "Delete for good");
  await shows(page, ".hint", /^None yet\./);
}

journey("simulated solvers give figures, whose attempts open in Play", async ({ open }) => {
  const page = await open(SIMULATED);
  await click(page, "button", "Start");
  await shows(page, ".run .eyebrow", /All 40 answered/);
  const drawn = await figures(page);
  assert.ok(drawn.length > 5, `${drawn.length} figures`);
  assert.ok(drawn.every(({ width, height }) => width > 700 && height > 80), JSON.stringify(drawn.map(({ width, height }) => [width, height])));
  await click(page, "[data-figure=collapse] summary", "Table");
  assert.match(await page.$eval("[data-figure=collapse] tbody", (table) => table.innerText), /simulated mixed, 1 %/);
  // The names of the columns leave as much room for the scrollbar as the rows.
  const columns = (selector) => page.$eval(selector, (row) => Array.from(row.children, (column) => column.getBoundingClientRect().x));
  assert.deepEqual(await columns(".list-columns"), await columns(".list-row"));
  await click(page, ".list-row");
  await shows(page, ".answer .source", /^simulated$/);
  await page.waitForFunction(() => document.querySelectorAll(".transcript mark").length > 0);
  assert.match(page.url(), /#\/play\?/);
  await page.goBack();
  await shows(page, ".run .eyebrow", /All 40 answered/);
});

journey("a run resumes after a reload and repeats no received attempt", async ({ open, expectProblem }) => {
  const base = faults.base("compatible");
  const target = `compatible:right%2Bslow;base=${encodeURIComponent(base)}`;
  const page = await open(`#/sweep?v=2&seed=7&steps=12&items=20&concurrency=4&model=${target}`, { origins: [faults.origin] });
  const giveKey = async () => {
    await click(page, "summary", "Add a model");
    await page.waitForSelector('.setup-add [name=provider] option[value="compatible"]');
    await page.select(".setup-add [name=provider]", "compatible");
    await fill(page, ".setup-add [name=address]", base);
    await fill(page, ".setup-add [name=key]", KEY);
  };
  await giveKey();
  await click(page, "button", "Start");
  await shows(page, "h1", /^([4-9]|1\d) of 20 answered/);
  await page.reload();
  const kept = Number(/\d+/.exec(await shows(page, "h1", /^Paused at \d+ of 20$/)));
  assert.ok(kept >= 4, `${kept} are kept`);
  const before = faults.requests.length;
  await giveKey();
  await click(page, "button", "Resume");
  await shows(page, ".run .eyebrow", /All 20 answered/);
  assert.equal(faults.requests.slice(before).filter(({ method }) => method === "POST").length, 20 - kept);
  await page.waitForFunction(() => document.querySelectorAll(".list-row.is-right").length === 20);
  expectProblem(/NS_|abort/i);
});

journey("a run saved as JSONL or CSV is imported with the same figures", async ({ open }) => {
  const page = await open(SIMULATED);
  await click(page, "button", "Start");
  await shows(page, ".run .eyebrow", /All 40 answered/);
  // Some figures may have been drawn before all attempts arrived. After a reload all are complete.
  await page.reload();
  await shows(page, ".run .eyebrow", /All 40 answered/);
  const before = await figures(page);
  await click(page, ".run button", "JSONL");
  const lines = await saved("stepfall-sweep.jsonl");
  assert.equal(lines.bytes.toString().trimEnd().split("\n").length, 41);
  await click(page, ".run button", "CSV");
  const table = await saved("stepfall-sweep.csv");
  for (const { file } of [lines, table]) {
    await remove(page);
    await click(page, "button", "Open a file");
    await choose(page, file);
    await shows(page, ".history", /40 of 40/);
    await click(page, ".history button", "Open");
    await shows(page, ".run .eyebrow", /All 40 answered/);
    assert.deepEqual(await figures(page), before);
  }
});

journey("figures are saved as PNG and SVG", async ({ open }) => {
  const page = await open(SIMULATED);
  await click(page, "button", "Start");
  await shows(page, ".run .eyebrow", /All 40 answered/);
  await figures(page);
  await click(page, "[data-figure=collapse] button", "PNG");
  const { bytes } = await saved("stepfall-collapse.png");
  // The file has the signature of PNG, and the picture has twice the size of the figure.
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(bytes.readUInt32BE(16) > 1_600 && bytes.readUInt32BE(20) > 900, bytes.subarray(16, 24).toString("hex"));
  await click(page, "[data-figure=collapse] button", "SVG");
  const svg = await saved("stepfall-collapse.svg");
  assert.match(svg.bytes.toString(), /^<svg[^>]*xmlns=/);
});
