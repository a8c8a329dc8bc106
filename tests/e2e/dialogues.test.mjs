// Play and Sweep ask models in dialogues, against a server on another origin. Its model goes on
// over several turns, calls tools, makes errors, and corrects reported ones.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { choose, giveKey } from "./asking.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { waitUntilSteady } from "./steady.mjs";
import { figure, sentence } from "./sweep-page.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

// Chooses the provider in Play, and asks the model.
async function ask(page, model) {
  await choose(page, { provider: "compatible", base: faults.base("compatible"), key: KEY, model });
  await page.getByRole("button", { name: "Ask", exact: true }).click();
}

const play = (condition) => `#/play?v=2&steps=9&seed=7&condition=${condition}`;

journey("a checked dialogue reports an error, and the model fixes it", async ({ open }) => {
  const page = await open(play("verified.4"), { origins: [faults.origin] });
  await ask(page, "wrong-at-4+mends");
  await page.getByText(/Answered in/).waitFor();
  await page.getByText("Told once that a step was incorrect, and fixed it.").waitFor();
  await page.getByText("All 9 steps and the answer are correct").first().waitFor();
  assert.equal(faults.requests.filter(({ method }) => method === "POST").length, 4);
  await page.reload();
  await page.getByText("Told once that a step was incorrect, and fixed it.").waitFor();
});

journey("calculator calls become the steps of the transcript", async ({ open }) => {
  const page = await open(play("calculator"), { origins: [faults.origin] });
  await ask(page, "calls");
  await page.getByText(/Answered in/).waitFor();
  await page.getByText("All 9 steps and the answer are correct").first().waitFor();
  const carriedOut = await page.locator(".transcript").innerText();
  assert.match(carriedOut, /CALL S11/);
});

journey("a stopped dialogue keeps its text and sends no further request", async ({ open }) => {
  faults.reset();
  const page = await open(play("stepwise"), { origins: [faults.origin] });
  await ask(page, "slow");
  await page.locator(".transcript mark").nth(3).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText(/Stopped after/).waitFor();
  const before = faults.requests.length;
  // The text is read again after the stop, since its last line may be incomplete.
  await page.locator(".transcript mark").nth(2).waitFor();
  await page.waitForTimeout(400);
  assert.equal(faults.requests.length, before, "nothing more is asked");
});

journey("a sweep compares conditions on the same items", async ({ open }) => {
  faults.reset();
  const base = encodeURIComponent(faults.base("compatible"));
  const conditions = "trace,verified.4,review,calculator-text";
  const page = await open(`#/sweep?v=2&seed=7&items=3&steps=5,9&condition=${conditions}&model=compatible:wrong-at-4%2Bmends;base=${base}`, {
    origins: [faults.origin],
  });
  await giveKey(page, faults.base("compatible"), KEY);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await sentence(page).getByText("All 24 answered").waitFor();
  const helps = await figure(page, "helps");
  await helps.getByText(/^Against .*, on the same items:/).waitFor();
  await helps.getByText("Table", { exact: true }).click();
  assert.match(await helps.locator("tbody").innerText(), /checked every 4 steps/);
  // A dialogue opens in Play as a dialogue. While attempts come in, rows are reused for other
  // attempts.
  await page.locator(".list-row").nth(23).waitFor({ state: "attached" });
  await (await waitUntilSteady(page.locator(".list-row", { hasText: "verified" }).first())).click();
  await page.getByText(/^Told (once|twice)/).or(page.getByText(/^All \d+ steps and the answer are correct\./)).first().waitFor();
  assert.match(page.url(), /condition=verified\.4/);
});
