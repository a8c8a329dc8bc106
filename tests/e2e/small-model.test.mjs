// The small model in Play and Sweep: its answers are graded like any other, and the page reports
// items that do not fit it.

import assert from "node:assert/strict";
import { noBarriers } from "./barriers.mjs";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";
import { waitUntilSteady } from "./steady.mjs";
import { button, figure, sentence, start } from "./sweep-page.mjs";

const FITS = "#/play?v=2&steps=6&numbers=mod31&seed=3";
const headline = (page) => page.getByRole("heading", { level: 1 });
const fragment = (page) => page.evaluate(() => location.hash);
const ask = (page) => page.getByRole("button", { name: "Ask the small model" });
const examples = (page) => page.getByRole("button", { name: "Examples", exact: true }).click();
const source = (page) => page.locator(".answer .source");

journey("the small model answers, is graded like any model, and is named in page and link", async ({ open }) => {
  const page = await open(FITS);
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await examples(page);
  await ask(page).waitFor();
  await noBarriers(page);
  assert.deepEqual(loaded.filter((path) => /lab|safetensors/.test(path)), [], "nothing is loaded before it is asked");
  await ask(page).click();
  await headline(page).getByText("All 6 steps and the answer are correct.").waitFor();
  assert.equal(loaded.filter((path) => path.endsWith(".safetensors")).length, 1);
  assert.equal(await source(page).textContent(), "Small model, trained on up to 12 steps");
  await page.waitForFunction(() => /&source=specimen:short&t=/.test(location.hash));
  const again = await open(await fragment(page));
  await headline(again).getByText("All 6 steps and the answer are correct.").waitFor();
  assert.equal(await source(again).textContent(), "Small model, trained on up to 12 steps");
  assert.equal(await again.getByText("simulated", { exact: true }).count(), 0);
  // The other checkpoint gives another answer, and Undo restores the first one.
  await examples(page);
  await page.locator(".small-model select").selectOption({ label: "trained on up to 48 steps" });
  await ask(page).click();
  await page.waitForFunction(() => /&source=specimen:long&t=/.test(location.hash));
  assert.equal(await source(page).textContent(), "Small model, trained on up to 48 steps");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => /&source=specimen:short&t=/.test(location.hash));
});

journey("unsupported settings disable the small model with a reason", async ({ open, leave }) => {
  for (const [link, reason] of [
    ["#/play?v=2&seed=3", "The small model only knows arithmetic modulo 31."],
    ["#/play?v=2&steps=200&numbers=mod31&seed=3", "The small model has names for at most 126 steps."],
    [`${FITS}&condition=free`, /choose trace, answer-only or primed\.$/],
    [`${FITS}&lines=shuffled`, /set lines to ordered\.$/],
  ]) {
    const page = await open(link);
    await examples(page);
    await page.locator(".small-model").getByText(reason).waitFor();
    assert.equal(await ask(page).isDisabled(), true, link);
    await leave(page);
  }
});

journey("the small model answers without steps and continues given steps", async ({ open }) => {
  const alone = await open(`${FITS}&condition=answer-only`);
  await examples(alone);
  await ask(alone).click();
  await headline(alone).getByText(/^The (final )?answer is/).waitFor();
  assert.match(await alone.locator(".transcript").innerText(), /^Answer: \d+\s*$/);
  const primed = await open(`${FITS}&condition=primed.3.0`);
  await examples(primed);
  await ask(primed).click();
  await headline(primed).getByText("All 3 steps and the answer are correct.").waitFor();
  assert.match(await primed.locator(".transcript").innerText(), /GIVEN, AS IF ANSWERED\s+S3 = [^]*ANSWERED\s+S6 = /);
});

journey("incomplete weights are reported in the panel and can be requested again", async ({ open }) => {
  let broken = true;
  const site = await serve({
    alter: (name, bytes) => (broken && name.endsWith(".safetensors") ? bytes.subarray(0, bytes.length / 2) : bytes),
  });
  try {
    const page = await open(FITS, { address: site.address });
    await examples(page);
    await ask(page).click();
    await page.locator(".small-model").getByText(/The weights were cut at \d+ of \d+ bytes/).waitFor();
    assert.equal(await ask(page).isEnabled(), true);
    assert.equal(await source(page).textContent(), "");
    // The idle page fetches its worker, so the page is closed before the site.
    await page.context().close();
  } finally {
    broken = false;
    await site.close();
  }
});

journey("a sweep asks the small model without a request and names it in Play", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=3,6&items=3&numbers=mod31&model=specimen:short");
  const asked = [];
  page.on("request", (request) => asked.push(request));
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  await start(page);
  await sentence(page).getByText("All 6 answered").waitFor();
  const site = new URL(page.url()).origin;
  assert.deepEqual(asked.filter((request) => request.method() !== "GET" || !request.url().startsWith(site)), []);
  const curve = await figure(page, "collapse");
  const description = await curve.textContent();
  assert.ok(description.includes("small model short") && !description.includes("simulated"), description);
  await (await waitUntilSteady(page.locator(".list-row").first())).click();
  await source(page).getByText("Small model, trained on up to 12 steps").waitFor();
  assert.match(await fragment(page), /&source=specimen:short&t=/);
});

journey("Sweep explains settings that the small model lacks and adds checkpoints", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5&items=3&model=specimen:short");
  await page.locator(".setup-models .note").getByText(/set numbers to mod31/).waitFor();
  assert.equal(await button(page, "Start").isDisabled(), true);
  const right = await open("#/sweep?v=2&steps=5&items=3&numbers=mod31&model=specimen:short");
  const add = right.locator("details", { has: right.getByText("Add the small model", { exact: true }) }).last();
  await add.locator("summary").click();
  await add.getByLabel("Small model").selectOption({ label: "trained on up to 48 steps" });
  await add.getByRole("button", { name: "Add", exact: true }).click();
  await right.waitForFunction(() => location.hash.includes("model=specimen:long"));
  await right.locator(".targets li").getByText("small model long").waitFor();
  await noBarriers(right);
});
