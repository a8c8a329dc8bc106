// States of the page for tests of accessibility: a fragment, and a function that reaches the state.

import { QUICK, answered, choose as give, lines, suite } from "./batching.mjs";
import { openSettings } from "./settings.mjs";

const primary = (page) => page.locator(".chip.is-primary").waitFor();

const type = (text) => async (page) => {
  await page.getByLabel("What the model wrote").fill(text);
  await page.waitForFunction(() => document.querySelector(".chip") || document.querySelector(".note"));
};

const simulated = (solver, form = "One line a step") => async (page) => {
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByLabel("Kind of error").selectOption({ label: solver });
  await page.getByLabel("Form", { exact: true }).selectOption({ label: form });
  await page.getByRole("button", { name: "Simulate" }).click();
  await primary(page);
};

// Gives results to Batch, and waits until they are graded.
const graded = (files) => async (page) => {
  const { questions } = await suite(page);
  await give(page, await files(questions));
  await page.getByText(/graded/).first().waitFor();
  await page.waitForTimeout(1_500);
};

// Waits until the size of a suite is shown.
const sized = (page) => page.locator(".batch-size").filter({ hasText: "tokens" }).first().waitFor();

const item = (steps) => `#/play?v=2&steps=${steps}&seed=42`;

export const STATES = {
  empty: [item(25), async () => {}],
  "no-answer": [item(25), type("I am not sure what to do with this.")],
  scattered: ["#/play?v=2&names=scattered&wording=english&dead=20&seed=42", simulated("Wrong operand", "Prose")],
  "custom-procedure": [
    item(25),
    async (page) => {
      await openSettings(page);
      await page.getByText("Write your own").click();
      await page.getByRole("textbox", { name: "Procedure" }).fill("price = 120\nrebate = -15\na = price / 7");
      await page.getByText("Line 3, column 13: 120 / 7 leaves a remainder").waitFor();
    },
  ],
  "refused-setting": [
    item(25),
    async (page) => {
      await openSettings(page);
      await page.locator(".settings").getByText("More", { exact: true }).click();
      await page.getByRole("textbox", { name: "Steps", exact: true }).fill("0");
      await page.getByRole("button", { name: /Use the nearest/ }).waitFor();
    },
  ],
  // A simulated solver's answer with a wrong operand.
  "embed-verdict": ["#/embed/play?v=2&steps=8&seed=42&t=LY45EgMxCARzXkHoo7ZsAbpctYHfwBucOrCD_f4ykrLWtGBw5Z1deGNPQaI10LoEb5IzucEr3xgRxKTejDzDGT9YZ7JIpZEXuMx3DI8o8IKV13hWJa_4UFAsIwlCe_SmErsbdMV8Xlkw1uw8fIdv0WgzWWSJPD3helyqI1mQROn9_R-f32vwCQ", (page) => page.locator(".chip.is-primary").waitFor()],
  "embed-figure": ["#/embed/sweep?v=2&steps=5,15,25,45,65,95&items=40&seed=3&model=simulated:mixed:200", (page) => page.locator(".scene svg").waitFor()],
  "guide": ["#/learn?v=2&chapter=guide", (page) => page.locator(".guide-list").first().waitFor()],
  "guide-mode": ["#/learn?v=2&chapter=guide&entry=lost-operand", (page) => page.locator(".guide-measured").waitFor()],
  "guide-step": ["#/learn?v=2&chapter=guide&entry=step-unclear", (page) => page.locator(".learn-verdict:not(:empty)").waitFor()],
  "results": ["#/results", (page) => page.getByRole("table").waitFor()],
  "batch-empty": ["#/batch", sized],
  "batch-done": [QUICK, graded((questions) => [["results.jsonl", lines(answered(questions))]])],
};
