// Computes the Lab's curve of a whole checkpoint: 200 items on all workers, which keeps two cores
// busy for about 20 s.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { saved, waitForTranscript } from "./lab.mjs";

journey("the whole curve of the small model is computed in the page", async ({ open }) => {
  const page = await open("#/lab?v=2&model=short.1&steps=5&seed=3");
  await waitForTranscript(page);
  await page.getByRole("button", { name: "Run 20 of each length" }).click();
  await page.getByRole("button", { name: "20 more of each length" }).waitFor({ timeout: 240_000 });
  await page.getByText("200 of 200 items").waitFor();
  await page.getByRole("heading", { name: /^What is lost: / }).waitFor();
  const description = await page.locator('[data-figure="specimen"] .reading-aloud').textContent();
  assert.match(description, /^Trained on up to 12 steps: \d+\s% at 5 steps, \d+\s% at 95 steps\.$/);
  const table = await saved(page, "CSV");
  assert.equal(table.content.toString().trim().split("\n").length, 11);
});
