// Batch: a suite is downloaded, and results for it are graded, listed, opened and saved.

import assert from "node:assert/strict";
import { noBarriers } from "./barriers.mjs";
import { QUICK, answered, choose, downloaded, lines, suite, troubles } from "./batching.mjs";
import { journey } from "./harness.mjs";

const finding = (page) => page.locator(".batch-head h1");

journey("a suite is downloaded, and its results are graded, listed and opened", async ({ open }) => {
  const page = await open(QUICK);
  await page.getByText("100 requests", { exact: false }).first().waitFor();
  const { name, questions } = await suite(page);
  assert.equal(name, "stepfall-quick-v1-jsonl.jsonl");
  assert.equal(questions.length, 100);
  assert.match(questions[0].id, /^sf1-[A-Za-z0-9_-]{1,60}$/);
  await choose(page, [["results.jsonl", lines(answered(questions))]]);
  await finding(page).getByText("2 of 100 could not be scored").waitFor();
  await page.getByText("✓ 100 graded").waitFor();
  const row = (outcome) => page.locator(".batch-outcomes tr").filter({ has: page.getByRole("rowheader", { name: new RegExp(`^\\W*${outcome}`) }) });
  assert.match(await row("Correct").innerText(), /\b64\b/);
  assert.match(await row("Truncated").innerText(), /\b1\b/);
  await page.locator('[data-figure="collapse"]').waitFor();
  await page.getByRole("button", { name: "List: Incorrect" }).click();
  const wrong = page.locator(".batch-responses .list-row.is-fault").first();
  await wrong.press("Enter");
  await page.locator(".page.is-play:not([hidden]), .is-play:not([hidden])").first().waitFor();
  assert.match(page.url(), /#\/play\?v=2&steps=5&seed=0/);
  await page.goBack();
  await finding(page).getByText("2 of 100 could not be scored").waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".batch-responses .list-row.is-fault"));
  const graded = await downloaded(page, () => page.getByRole("button", { name: "JSONL", exact: true }).click());
  const rows = graded.text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(rows.map((row) => row.outcome).slice(0, 4), ["wrong", "errored", "truncated", "wrong"]);
  // Choosing the same file again only adds a notice about duplicates.
  await choose(page, [["again.jsonl", lines(answered(questions))]]);
  await page.getByText("100 responses repeat the id, sample and model of an earlier one").waitFor();
  assert.match(await row("Correct").innerText(), /\b64\b/);
});

journey("answers are tallied by model", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  await choose(page, [["one.jsonl", lines(answered(questions, "model-1"))]]);
  await finding(page).getByText("2 of 100 could not be scored").waitFor();
  const models = page.getByRole("region", { name: "By model" });
  assert.equal(await models.count(), 0);
  await choose(page, [["two.jsonl", lines(answered(questions.slice(0, 10), "model-2").filter(({ error }) => !error))]]);
  await finding(page).getByText("3 of 109 could not be scored").waitFor();
  const cells = await models.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
  assert.deepEqual(cells.map(([model, , ...counts]) => [model, ...counts]), [["no model named", "0", "0", "1", "1"], ["model-1", "64", "34", "1", "99"], ["model-2", "4", "4", "1", "9"]]);
});

journey("unreadable files are reported, and valid rows are kept", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  await choose(page, troubles(questions));
  await page.getByText("✓ 6 graded").waitFor();
  const file = (name) => page.locator(".batch-list > li").filter({ hasText: name });
  await file("empty.jsonl").locator(".batch-problems li").first().waitFor();
  await file("half.eval").locator(".batch-problems li").first().waitFor();
  await page.getByText("One response is not graded.").click();
  await page.getByText("the id is not from Stepfall").waitFor();
  // A table with unknown columns is graded once the visitor chooses its columns.
  const table = ["key,said,x", ...questions.slice(20, 24).map(({ id, target }) => `${id},Answer: ${target},1`)].join("\n");
  await choose(page, [["own.csv", table]]);
  const own = file("own.csv");
  await own.getByLabel("Column with the id").selectOption("key");
  await own.getByLabel("Column with the response").selectOption("said");
  await own.getByRole("button", { name: "Grade by these columns" }).click();
  await page.getByText("✓ 4 graded").waitFor();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Download a suite/ }).waitFor();
  assert.equal(await page.locator(".batch-list > li").count(), 0);
});

journey("settings are stored in the address, and invalid ones are reported", async ({ open }) => {
  const page = await open("#/batch?v=2&suite=loud&for=openai&items=0");
  const notices = page.getByRole("region", { name: /could not be read/ });
  await notices.getByText("There is no suite “loud”").waitFor();
  // A missing model is reported only after the button was pressed.
  await page.getByText("Your choice of lengths and conditions").waitFor();
  assert.equal(await page.getByText("Enter a model name to download.").count(), 0);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByText("Enter a model name to download.").waitFor();
  await page.waitForFunction(() => document.activeElement.matches("[name=model]"));
  await page.locator(".is-batch").getByLabel("Model", { exact: true }).fill("gpt-x");
  await page.locator(".is-batch").getByLabel("Items of each").fill("2");
  await page.getByRole("radio", { name: /^Custom/ }).check();
  await page.locator(".is-batch").getByLabel("Numbers of steps").fill("4, 6");
  await page.locator(".is-batch").getByLabel("Conditions", { exact: true }).fill("trace, stepwise");
  await page.locator(".is-batch").getByLabel("Conditions", { exact: true }).blur();
  await page.getByText("The condition stepwise needs a dialogue").waitFor();
  await page.locator(".is-batch").getByLabel("Conditions", { exact: true }).fill("trace, copy");
  await page.locator(".is-batch").getByLabel("Conditions", { exact: true }).blur();
  await page.waitForFunction(() => location.hash.includes("lengths=4,6&condition=trace,copy"));
  const { name, text } = await downloaded(page, () => page.getByRole("button", { name: "Download", exact: true }).click());
  assert.equal(name, "stepfall-own-openai.jsonl");
  const first = JSON.parse(text.split("\n")[0]);
  assert.equal(first.body.model, "gpt-x");
  assert.equal(text.trim().split("\n").length, 80);
  await page.reload();
  assert.equal(await page.locator(".is-batch").getByLabel("Numbers of steps").inputValue(), "4, 6");
});

journey("files are dropped anywhere on the page", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  const text = lines(questions.slice(0, 3).map(({ id, target }) => ({ id, response: `Answer: ${target}` })));
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "a.jsonl"));
    return data;
  }, text);
  const head = page.locator(".batch-head");
  await head.dispatchEvent("dragover", { dataTransfer: data });
  await page.locator(".batch-drop.is-over").waitFor();
  await head.dispatchEvent("drop", { dataTransfer: data });
  await finding(page).getByText(/^100\.0 %/).waitFor();
});

journey("no barriers in batches, in a wide window and a narrow one", async ({ open }) => {
  const page = await open(QUICK, { viewport: { width: 1280, height: 800 }, bypassCSP: true });
  const { questions } = await suite(page);
  await choose(page, [["results.jsonl", lines(answered(questions))], ["notes.csv", "key,note\n1,hello\n"]]);
  await finding(page).getByText("could not be scored").waitFor();
  await page.locator(".batch-figures [data-figure]").first().waitFor();
  await noBarriers(page, "Batch, 1280 px");
  await page.setViewportSize({ width: 320, height: 800 });
  await noBarriers(page, "Batch, 320 px");
});
