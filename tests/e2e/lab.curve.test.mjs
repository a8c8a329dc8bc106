// The Lab's curve of a whole checkpoint: 200 items on all workers, which takes both cores for most of a minute.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

journey("the curve of the small model is computed in the page, and after a stop only the missing items are run", async ({ open }) => {
  const page = await open("#/lab?v=2&model=short.1&steps=5&seed=3");
  await page.locator(".lab-head h1:not(.is-waiting)").waitFor();
  await page.getByRole("button", { name: "Run 20 of each length" }).click();
  await page.getByRole("heading", { name: "Answers correct, by number of steps" }).waitFor();
  await page.getByText(/^[1-9]\d* of 200 items$/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  const missing = page.getByRole("button", { name: /^Run the \d+ missing items$/ });
  const left = async () => Number((await missing.innerText()).match(/\d+/)[0]);
  const first = await left();
  const [, done] = (await page.getByText(/^\d+ of 200 items$/).innerText()).match(/^(\d+)/);
  assert.equal(first + Number(done), 200);
  await missing.click();
  await page.waitForFunction((done) => Number(document.querySelector(".lab-progress .number").textContent.match(/^\d+/)[0]) > done, Number(done));
  await page.getByRole("button", { name: "Stop" }).click();
  assert.ok((await left()) < first);
  assert.match(await page.locator(".lab-progress .number").innerText(), /of 200 items$/);
  await missing.click();
  await page.getByRole("button", { name: "20 more of each length" }).waitFor({ timeout: 240_000 });
  await page.getByText("200 of 200 items").waitFor();
  await page.getByRole("heading", { name: /^What is lost: / }).waitFor();
  const told = await page.locator('[data-figure="specimen"] .reading-aloud').textContent();
  assert.match(told, /^Trained on up to 12 steps: \d+\s% at 5 steps, \d+\s% at 95 steps\.$/);
  const saved = async (form) => {
    const figure = page.locator('[data-figure="specimen"]');
    const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: `${form}: ` }).click()]);
    const parts = await (await download.createReadStream()).toArray();
    return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
  };
  const table = await saved("CSV");
  assert.equal(table.name, "stepfall-specimen.csv");
  assert.match(table.content.toString(), /^model,steps,items,answers correct/);
  assert.equal(table.content.toString().trim().split("\n").length, 11);
  const drawing = (await saved("SVG")).content.toString();
  assert.match(drawing, /^<svg/);
  assert.ok(drawing.includes("#/lab?v=2&amp;model=short.1&amp;steps=5&amp;seed=3"), drawing.slice(-600));
  const dots = (await saved("PNG")).content;
  assert.equal(dots.subarray(1, 4).toString(), "PNG");
});
