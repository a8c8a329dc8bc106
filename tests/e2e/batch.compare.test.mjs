// Batch: two results are compared question by question.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noBarriers } from "./barriers.mjs";
import { QUICK, answered, choose, downloaded, lines, suite } from "./batching.mjs";
import { binary } from "./binary.mjs";
import { journey } from "./harness.mjs";

const card = (page) => page.getByRole("region", { name: "Compare two results" });
const says = (page, text) => card(page).getByRole("status").filter({ hasText: text }).waitFor();

const second = (page, files) => choose(page, files, "Add second result");

// Returns rows in which every answer is correct.
const correct = (questions, model) => lines(questions.map(({ id, target }) => ({ id, model, response: `Answer: ${target}` })));

// Returns the cells of a table's body.
const cells = (page, name) =>
  card(page).getByRole("region", { name, exact: true }).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));

journey("a second result is compared with the first one, question by question", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  const files = [lines(answered(questions)), correct(questions.slice(0, 90), "model-2")];
  await choose(page, [["first.jsonl", files[0]]]);
  await says(page, "Add the result files of another model");
  await second(page, [["second.jsonl", files[1]]]);
  await says(page, "90 questions are in both files, 10 only in the first, 0 only in the second.");
  const counts = (await cells(page, "Questions by result")).map(([name, count]) => [name, count]);
  assert.deepEqual(counts, [["Correct in both", "58"], ["Correct only in the first", "0"], ["Correct only in the second", "30"], ["Correct in neither", "0"], ["Without a scored reply", "2"], ["Missing in the second", "10"]]);
  const shares = await cells(page, "Correct of scored, with 95 % intervals");
  assert.deepEqual(shares.map(([name, value]) => [name, value]), [["model-1", "65.9"], ["model-2 (second files)", "100.0"], ["First minus second, points", "−34.1"]]);
  assert.equal((await cells(page, "By condition and length")).length, 5);
  await card(page).getByText("McNemar's mid-p test, two-sided: p < 0.001.").waitFor();
  // A reply to a listed question opens in Play.
  await card(page).getByRole("button", { name: "List: Correct only in the second" }).click();
  const reply = card(page).getByRole("button", { name: /^model-1: incorrect\. trace, / }).first();
  await reply.press("Enter");
  await page.getByRole("region", { name: "Answer", exact: true }).getByText("Answer: 1", { exact: true }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.activeElement.matches(".batch-reply.is-fault"));
  // The downloaded file equals the output of the command line.
  const folder = mkdtempSync(join(tmpdir(), "stepfall-"));
  const paths = files.map((text, at) => {
    const path = join(folder, `${at}.jsonl`);
    writeFileSync(path, text);
    return path;
  });
  for (const format of ["csv", "jsonl"]) {
    const saved = await downloaded(page, () => card(page).getByRole("button", { name: `Compared questions as ${format.toUpperCase()}` }).click());
    assert.equal(saved.name, `stepfall-compared.${format}`);
    const printed = execFileSync(binary(), ["batch", "compare", ...paths, "--format", format], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    assert.equal(saved.text, printed);
  }
  rmSync(folder, { recursive: true });
  // The other model can be chosen as the first side.
  await card(page).getByLabel("First", { exact: true }).selectOption("model-2 (second files)");
  await says(page, "90 questions are in both files, 0 only in the first, 10 only in the second.");
  assert.equal((await cells(page, "Correct of scored, with 95 % intervals"))[2][1], "+34.1");
});

journey("models and samples of the same files are compared", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  const four = questions.slice(0, 4);
  const sampled = (model, right) => four.flatMap(({ id, target }) => [0, 1, 2].map((sample) => ({ id, model, sample, response: `Answer: ${sample < right ? target : 1}` })));
  await choose(page, [["both.jsonl", lines([...sampled("a", 2), ...sampled("b", 1)])]]);
  await says(page, "4 questions are in both files");
  await card(page).getByText("Sign-flip test by item (mid-p)").waitFor();
  const passes = await cells(page, "Several samples of each item");
  assert.deepEqual(passes.map(([name]) => name), ["pass@2", "pass^2", "pass@3", "pass^3"]);
  await card(page).getByRole("button", { name: /^a: 2 of 3 correct\. trace, / }).first().waitFor();
});

journey("a second result that cannot be compared says why, and the first one stays", async ({ open }) => {
  const page = await open(QUICK);
  const { questions } = await suite(page);
  await choose(page, [["first.jsonl", correct(questions.slice(0, 10), "model-1")]]);
  await says(page, "Add the result files of another model");
  await second(page, [["half.eval", Buffer.from("504b0304140000000800", "hex")], ["foreign.jsonl", lines([{ id: "gsm8k-1", response: "7" }])]]);
  await says(page, "No response of the second files could be graded.");
  const file = (name) => card(page).getByRole("listitem").filter({ hasText: name });
  await file("half.eval").getByRole("listitem").first().waitFor();
  await card(page).getByText("One response is not graded.").click();
  await card(page).getByText("the id is not from Stepfall").waitFor();
  // A readable file with other questions.
  await second(page, [["others.jsonl", correct(questions.slice(10, 20), "model-2")]]);
  await says(page, "No question has a reply in both results.");
  await card(page).getByRole("button", { name: "List: Missing in the first" }).waitFor();
  const remove = card(page).getByRole("button", { name: "Remove second result" });
  await remove.press("Enter");
  await says(page, "Add the result files of another model");
  assert.equal(await file("others.jsonl").count(), 0);
  await page.waitForFunction(() => document.activeElement.textContent === "Add second result");
  await page.locator(".batch-head h1").getByText(/^100\.0 %/).waitFor();
  // Files that are dropped on the card are the second result.
  const data = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "dropped.jsonl"));
    return data;
  }, correct(questions.slice(0, 10), "model-2"));
  await card(page).dispatchEvent("drop", { dataTransfer: data });
  await says(page, "10 questions are in both files");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Download a suite/ }).waitFor();
  assert.equal(await card(page).count(), 0);
});

journey("no barriers in a comparison, in a wide window and a narrow one", async ({ open }) => {
  const page = await open(QUICK, { viewport: { width: 1280, height: 800 }, bypassCSP: true });
  const { questions } = await suite(page);
  await choose(page, [["first.jsonl", lines(answered(questions))]]);
  await says(page, "Add the result files");
  await second(page, [["second.jsonl", correct(questions.slice(0, 90), "model-2")], ["notes.csv", "key,note\n1,hello\n"]]);
  await says(page, "90 questions are in both files");
  await card(page).getByRole("button", { name: /^model-1: / }).first().waitFor();
  await noBarriers(page, "comparison, 1280 px");
  await page.setViewportSize({ width: 320, height: 800 });
  await noBarriers(page, "comparison, 320 px");
});
