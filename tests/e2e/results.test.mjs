// Results: recorded runs of real models are listed, opened, compared and read in Play.

import assert from "node:assert/strict";
import { noBarriers } from "./barriers.mjs";
import { downloaded } from "./batching.mjs";
import { journey } from "./harness.mjs";
import { start } from "./sweep-page.mjs";

const TRACE = "smollm2-135m-instruct.trace";
const ANSWER = "smollm2-135m-instruct.answer-only";
const FILES = "**/*.run";

const rows = (page) => page.getByRole("table", { name: "Recorded runs of models" }).getByRole("row");
const row = (page, condition) => rows(page).filter({ has: page.getByRole("cell", { name: condition, exact: true }) });
const cells = (page, at) => rows(page).locator(`td:nth-child(${at})`).allInnerTexts();
const attempts = (page) => page.getByRole("region", { name: "Attempts", exact: true });
const first = (page) => attempts(page).locator("[data-attempt]").first();

journey("recorded runs are listed with their model, their horizon and the study's averages", async ({ open }) => {
  const page = await open("#/results");
  const trace = row(page, "Trace");
  const text = (await trace.innerText()).replaceAll("\u{a0}", " ");
  for (const part of ["SmolLM2-135M-Instruct", "Q4_1", "Apache-2.0", "llama.cpp", "2026-11-28", "below 2", "Truncated", "23 %", "look-back 5"]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  // The picture is described in words.
  assert.match(await trace.textContent(), /1 step: 23 of 40, interval 42\.2 to 71\.5\s%/);
  const study = rows(page).filter({ hasText: "Average of 14 to 15 models" });
  await study.getByText("63 % at 5 steps, 20 % at 95").waitFor();
  await study.getByText(/^Not comparable with a run/).waitFor();
});

journey("the table is sorted and filtered, and the address says how", async ({ open }) => {
  const page = await open("#/results?v=2");
  const head = page.getByRole("columnheader", { name: /^Output tokens/ });
  assert.equal(await head.getAttribute("aria-sort"), null);
  const tokens = async () => (await cells(page, 8)).map((text) => Number(text.replaceAll(",", "")));
  await head.getByRole("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  const ascending = await tokens();
  assert.deepEqual(ascending, [...ascending].sort((a, b) => a - b));
  await head.getByRole("button").click();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  assert.deepEqual(await tokens(), ascending.reverse());
  assert.match(page.url(), /#\/results\?v=2&sort=-tokens$/);
  await page.getByLabel("Condition", { exact: true }).selectOption({ label: "Trace" });
  await page.waitForFunction(() => location.hash.endsWith("&condition=trace"));
  assert.ok((await cells(page, 3)).every((text) => ["Trace", "First answer"].includes(text.trim())));
  await page.reload();
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  assert.equal(await page.getByLabel("Condition", { exact: true }).inputValue(), "trace");
  // No run has this condition.
  await page.goto(page.url().replace("condition=trace", "condition=copy"));
  await page.getByText("No recorded run has this condition").waitFor();
  await page.getByRole("button", { name: "Show all runs" }).click();
  assert.ok((await tokens()).length >= 3);
});

journey("a run opens with its figures, and an attempt of it in Play", async ({ open }) => {
  const page = await open("#/results");
  await row(page, "Trace").getByRole("link", { name: "SmolLM2-135M-Instruct" }).click();
  await page.getByRole("heading", { level: 2, name: "SmolLM2-135M-Instruct, trace" }).waitFor();
  await page.getByText("b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53").waitFor();
  await page.locator('[data-figure="collapse"]').waitFor();
  await first(page).waitFor();
  await attempts(page).getByLabel("Length").selectOption({ label: "3 steps" });
  await attempts(page).getByLabel("Failure mode").selectOption({ label: "Wrong operand" });
  await page.waitForFunction(() => {
    const shown = [...document.querySelectorAll(".is-results [data-attempt]")];
    return shown.length > 0 && shown.every((one) => one.textContent.includes("Wrong operand") && one.textContent.includes("3 · 5"));
  });
  await first(page).press("Enter");
  await page.locator(".is-play h1").waitFor();
  assert.match(page.url(), /#\/play\?v=2&steps=3&ops=add/);
  await page.locator(".is-play h1").getByText("of 3 steps is shown. At S5 it probably used S3").waitFor();
  await page.getByText("From run “SmolLM2-135M-Instruct, trace”.").waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.activeElement.matches(".is-results [data-attempt]"));
  // The file is the one in the repository.
  const { name } = await downloaded(page, () => page.getByRole("link", { name: "Download the attempts" }).click());
  assert.equal(name, `${TRACE}.jsonl.gz`);
  await page.getByRole("button", { name: "Close the run" }).click();
  await page.locator('[data-figure="collapse"]').waitFor({ state: "detached" });
  assert.match(page.url(), /#\/results\?v=2$/);
});

journey("two runs at the same items are compared by pairs", async ({ open }) => {
  const page = await open(`#/results?v=2&run=${TRACE}`);
  await page.locator('[data-figure="collapse"]').waitFor();
  await page.getByLabel("Compare with").selectOption({ label: "SmolLM2-135M-Instruct, answer only" });
  await page.getByText("Both runs have the same items.").waitFor();
  assert.match(page.url(), new RegExp(`&run=${TRACE}&with=${ANSWER}$`));
  await page.locator('[data-thumbnail="paired"]').click();
  const paired = page.locator('[data-figure="paired"]');
  await paired.locator(".reading-aloud").filter({ hasText: /items/ }).waitFor();
  // Reloading the address shows the same comparison.
  await page.reload();
  await page.locator('[data-thumbnail="paired"]').waitFor();
  await page.getByLabel("Compare with").selectOption({ label: "no other run" });
  await page.locator('[data-thumbnail="paired"]').waitFor({ state: "detached" });
});

journey("without a finished run of the visitor, a link to Sweep is there instead of a choice", async ({ open }) => {
  const page = await open(`#/results?v=2&run=${TRACE}`);
  await page.getByText("This browser has no finished run of yours to draw next to it.").waitFor();
  assert.equal(await page.getByLabel("Compare with a run of yours").count(), 0);
  await page.getByRole("link", { name: "Start one in Sweep" }).click();
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
});

// Runs a simulated solver in Sweep, and waits until the run is finished.
async function ownRun(page, seed) {
  const fragment = `#/sweep?v=2&seed=${seed}&steps=1,2,3&lookback=5&ops=add&inputs=2..9&items=12&model=simulated:wrong-operand:3000`;
  await page.goto(page.url().replace(/#.*/, fragment));
  await start(page);
  await page.locator(".run").getByText(/All .* answered/).first().waitFor();
}

journey("a finished run of the visitor is drawn next to a recorded one, and tested if the items are the same", async ({ open }) => {
  const page = await open("#/sweep?v=2");
  await ownRun(page, 1);
  await ownRun(page, 2);
  await page.goto(page.url().replace(/#.*/, `#/results?v=2&run=${TRACE}&with=${ANSWER}`));
  const own = page.getByLabel("Compare with a run of yours");
  await own.waitFor();
  const names = await own.locator("option").allTextContents();
  assert.equal(names.length, 3);
  assert.ok(names.slice(1).every((name) => /^simulated wrong operand \(30\s%\), trace, 1–3 steps/.test(name)), names.join());
  // The newest run is first, and has other items.
  await own.selectOption({ index: 1 });
  await page.getByText("The two runs have other items, so only their curves are shown together.").waitFor();
  await page.getByText("Your run is only in this browser, so a link to this page leaves it out.").waitFor();
  const curve = page.locator('[data-figure="collapse"]');
  await curve.getByText(/simulated wrong operand.*\(B\)/).first().waitFor({ state: "attached" });
  assert.equal(await page.locator('[data-thumbnail="paired"]').count(), 0);
  assert.match(page.url(), new RegExp(`run=${TRACE}$`), "the link names the recorded run alone");
  await own.selectOption({ index: 2 });
  await page.getByText(/^Both runs have the same items\./).waitFor();
  await page.locator('[data-thumbnail="paired"]').click();
  await page.locator('[data-figure="paired"] .reading-aloud').filter({ hasText: /items/ }).waitFor();
  await own.selectOption({ index: 0 });
  await page.locator('[data-thumbnail="paired"]').waitFor({ state: "detached" });
  assert.equal(await page.getByText("Your run is only in this browser").count(), 0);
});

journey("nothing of a recorded run is stored in the browser", async ({ open }) => {
  const page = await open(`#/results?v=2&run=${TRACE}`);
  await page.locator('[data-figure="collapse"]').waitFor();
  const kept = await page.evaluate(async () => {
    const done = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
    const counts = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        counts.push(await done(database.transaction(store).objectStore(store).count()));
      }
      database.close();
    }
    return counts;
  });
  assert.ok(kept.every((count) => count === 0), kept.join());
});

journey("names that do not exist are reported, and the table stays", async ({ open }) => {
  const page = await open("#/results?v=2&run=zoo&sort=colour");
  const notices = page.getByRole("region", { name: /could not be read/ });
  await notices.getByText("There is no recorded run “zoo”. Choose one from the table.").waitFor();
  await notices.getByText("Runs cannot be sorted by “colour”; they are sorted by model.").waitFor();
  assert.ok((await rows(page).count()) > 3);
  await notices.getByRole("button", { name: "Dismiss" }).click();
  await notices.waitFor({ state: "detached" });
  await page.goto(page.url().replace(/#.*/, `#/results?v=2&run=${TRACE}&with=lion`));
  await notices.getByText("There is no recorded run “lion”.").waitFor();
  await page.locator('[data-figure="collapse"]').waitFor();
});

journey("a run that cannot be loaded is reported, and loaded again on request", async ({ open, expectProblem }) => {
  const prepare = (context) => context.route(FILES, (route) => route.fulfill({ status: 404, body: "not found" }));
  const page = await open(`#/results?v=2&run=${TRACE}`, { prepare });
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await alert.waitFor();
  await page.context().unroute(FILES);
  await alert.getByRole("button", { name: "Try again" }).click();
  await page.locator('[data-figure="collapse"]').waitFor();
  assert.equal(await alert.count(), 0);
  expectProblem(/404|integrity/i);
});

journey("Sweep and Learn show the curve of a real model, named as such", async ({ open }) => {
  const page = await open("#/sweep");
  const real = page.getByRole("region", { name: "SmolLM2-135M-Instruct on short procedures" });
  await real.getByText("Real model", { exact: true }).waitFor();
  await real.getByText(/\(Q4_1\), asked on 2026-11-28 under “Trace” at temperature 0, with at most 256 output tokens/).waitFor();
  await page.goto(page.url().replace(/#.*/, "#/learn?v=2&chapter=collapse"));
  await real.getByRole("link", { name: "Open its attempts in Results" }).click();
  await page.getByRole("heading", { level: 2, name: "SmolLM2-135M-Instruct, trace" }).waitFor();
});

journey("no barriers in Results, in a wide window and a narrow one", async ({ open }) => {
  const page = await open(`#/results?v=2&run=${TRACE}&with=${ANSWER}`, { viewport: { width: 1280, height: 800 }, bypassCSP: true });
  await page.locator('[data-thumbnail="paired"]').waitFor();
  await noBarriers(page, "Results, 1280 px");
  await page.setViewportSize({ width: 320, height: 800 });
  await noBarriers(page, "Results, 320 px");
});
