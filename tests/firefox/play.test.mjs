// Play in Firefox: the page starts, judges what is pasted, and asks a model.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { KEY, startFaults } from "../e2e/faults.mjs";
import { click, fill, journey, shows } from "./harness.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const SEED = "#/play?v=2&seed=42";
const marks = (page) => page.$$eval(".transcript mark", (all) => all.map((mark) => mark.textContent));

journey("the page starts with its example, its style and its arcs", async ({ open }) => {
  const page = await open();
  await shows(page, "h1", /^Correct for 2 of 4 steps. At S5 it used S2/);
  assert.match(await page.title(), /Stepfall/);
  assert.equal((await marks(page)).length, 5);
  const [ground, arcs] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    [...document.querySelectorAll(".arc")].map((arc) => arc.getBoundingClientRect().height),
  ]);
  assert.match(ground, /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/);
  assert.ok(arcs.length > 6 && arcs.every((height) => height > 0), arcs.join());
});

journey("a pasted answer is graded and survives a reload", async ({ open }) => {
  const page = await open(SEED);
  await page.evaluate(() => navigator.clipboard.writeText("S3 = -471 + -214 = -685\nS4 = -685 / 5 = -136\nAnswer: -136"));
  await page.waitForSelector("textarea.transcript", { visible: true });
  await page.focus("textarea.transcript");
  await page.keyboard.down("Control");
  await page.keyboard.press("v");
  await page.keyboard.up("Control");
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await shows(page, "h1", /At S4 it was off by one/);
    await shows(page, ".why", /^off by one$/);
    assert.deepEqual(await marks(page), ["S3 = -471 + -214 = -685", "S4 = -685 / 5 = -136", "-136"]);
  }
});

journey("claims are marked while a reply arrives, and the answer survives a reload", async ({ open }) => {
  const page = await open("#/play?v=2&steps=25&seed=7", { origins: [faults.origin] });
  await click(page, "button", "Ask a model");
  await page.waitForSelector('select[id^="provider-"] option[value="compatible"]');
  await page.select('select[id^="provider-"]', "compatible");
  await fill(page, 'input[id^="address-"]', faults.base("compatible"));
  await fill(page, 'input[id^="key-"]', KEY);
  await fill(page, 'input[id^="model-"]', "wrong-at-20+slow");
  await click(page, "button", "Ask");
  await page.waitForFunction(() => document.querySelectorAll(".transcript mark").length > 3);
  await shows(page, "button", /^Stop$/);
  assert.ok((await marks(page)).length < 25);
  await shows(page, "[role=status]", /Answered in/);
  await shows(page, "h1", /^Correct for 19 of 25 steps. At S22/);
  const posts = faults.requests.filter(({ method }) => method === "POST");
  assert.deepEqual(posts.map(({ key, body }) => [key, body.model]), [["right", "wrong-at-20+slow"]]);
  await page.waitForFunction(() => location.hash.includes("t="));
  await page.reload();
  await shows(page, "h1", /^Correct for 19 of 25 steps. At S22/);
  assert.equal(await page.$eval('input[id^="key-"]', (field) => field.value), "");
});
