// The verdict in a real browser: the first paint, pasting, dropping, examples, executors, and how the parts answer each other.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";

const SEED = "#/play?v=0&seed=42";
const ENGINE = /stepfall-js|worker/;

const headline = (page) => page.getByRole("heading", { level: 1 });
const paste = (page) => page.getByLabel("What the model wrote");
const reading = (page) => page.getByRole("region", { name: "What was read in the answer" });
const mode = (page, name) => page.getByRole("button", { name, exact: true });
const primary = (page, name) => page.locator(".chip.is-primary", { hasText: new RegExp(`${name}$`) });
const row = (page, name) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const focused = (page) => page.locator(".is-focus").evaluateAll((all) => all.map((one) => one.tagName.toLowerCase()).sort());

async function sources(page) {
  if (!(await page.getByLabel("Executor").isVisible())) await page.getByText("Examples and simulated executors").click();
}

journey("the first paint shows a finished example, and loads no engine for it", async ({ open }) => {
  const loaded = [];
  const prepare = (context) => context.on("request", (request) => loaded.push(request.url()));
  const page = await open("", { prepare });
  await headline(page).getByText("Followed for 12 steps; at S15 it used S12").waitFor();
  await mode(page, "Lost operand").waitFor();
  await page.getByText("simulated", { exact: true }).waitFor();
  assert.equal(await reading(page).locator("mark").count(), 26);
  assert.equal(await row(page, "S15").locator(".why").textContent(), "used S12");
  assert.equal(await page.locator(".arc.is-taken").count(), 1);
  assert.deepEqual(loaded.filter((url) => ENGINE.test(url)), []);
});

journey("what is pasted is read at once, and can be written on", async ({ open }) => {
  const page = await open(SEED, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => navigator.clipboard.writeText("S3 = 3 + 2 = 5\nS4 = 5 * 5 = 26\nAnswer: 26"));
  await paste(page).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await reading(page).locator("mark").first().waitFor();
  assert.deepEqual(await reading(page).locator("mark").allTextContents(), ["S3 = 3 + 2 = 5", "S4 = 5 * 5 = 26", "26"]);
  assert.equal(await row(page, "S4").locator(".why").textContent(), "off by one");
  await page.getByRole("button", { name: "Edit" }).click();
  assert.match(await paste(page).inputValue(), /^S3/);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await reading(page).waitFor();
});

journey("typing changes the verdict and not the place of anything", async ({ open }) => {
  const page = await open(SEED);
  const places = () =>
    page.evaluate(() => [...document.querySelectorAll("section, textarea")].map((one) => one.getBoundingClientRect().top));
  await paste(page).fill("Answer: 1");
  await headline(page).getByText("528").waitFor();
  const before = await places();
  await paste(page).press("End");
  await paste(page).pressSequentially("23");
  await headline(page).getByText("123").waitFor();
  assert.deepEqual(await places(), before);
  assert.ok(await paste(page).evaluate((field) => field === document.activeElement));
});

journey("a file that is dropped is read", async ({ open }) => {
  const page = await open(SEED);
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["S3 = 5\nS4 = 25\nAnswer: 25"], "answer.txt", { type: "text/plain" }));
    return data;
  });
  const card = page.getByRole("region", { name: "Answer", exact: true });
  await card.dispatchEvent("dragover", { dataTransfer: data });
  assert.ok(await card.evaluate((one) => one.classList.contains("is-target")));
  await card.dispatchEvent("drop", { dataTransfer: data });
  await mode(page, "Under-executed").waitFor();
  assert.equal(await reading(page).locator("mark").count(), 3);
});

journey("hover one, and the others answer", async ({ open }) => {
  const page = await open();
  await row(page, "S15").hover();
  assert.deepEqual(await focused(page), ["g", "mark", "path", "path", "tr"]);
  await page.getByText("S15 = S14 + S10 = −282, claimed −285: used S12").waitFor();
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => !document.querySelector(".is-focus"));
});

journey("the keyboard travels from step to step, from the first fault on", async ({ open }) => {
  const page = await open();
  const slider = page.getByRole("slider", { name: "Step", exact: true });
  await slider.focus();
  assert.match(await slider.getAttribute("aria-valuetext"), /^S15 = S14 \+ S10/);
  await page.keyboard.press("ArrowRight");
  assert.match(await slider.getAttribute("aria-valuetext"), /^S16 = .*inherited$/);
  assert.deepEqual((await focused(page)).filter((tag) => tag !== "path"), ["g", "mark", "tr"]);
  await page.keyboard.press("End");
  assert.match(await slider.getAttribute("aria-valuetext"), /^S27 = /);
});

const EXAMPLES = {
  "Arithmetic slips": "Slipped",
  "Answer before the work": "Premature answer",
  "Right answer by a wrong way": "Right answer, wrong procedure",
  "Answer only, and wrong": "Wrong, work not shown",
  "95 steps in a table": "Lost operand",
  "Talked out": "Talked out",
  "Cut off": "Truncated",
  "Wrong operand, 25": "Lost operand",
};

journey("every example opens with its verdict, and Back leads from one to the other", async ({ open }) => {
  const page = await open(SEED);
  await sources(page);
  const options = page.getByLabel("Example").locator("option");
  for (const [example, name] of Object.entries(EXAMPLES)) {
    const label = await options.filter({ hasText: example }).textContent();
    await page.getByLabel("Example").selectOption({ label });
    await primary(page, name).waitFor();
    assert.equal(await page.getByText("simulated", { exact: true }).isVisible(), label.includes("simulated"));
  }
  await page.goBack();
  await primary(page, "Truncated").waitFor();
});

journey("an executor fails as it is told, and says that it is none of a model's", async ({ open }) => {
  const page = await open(SEED);
  await sources(page);
  await page.getByLabel("Executor").selectOption({ label: "Exchanges operands" });
  await page.getByLabel("Form", { exact: true }).selectOption({ label: "Prose" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await mode(page, "Lost operation").waitFor();
  await page.getByText("simulated", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await paste(page).press("End");
  await paste(page).pressSequentially(" ");
  await page.getByText("simulated", { exact: true }).waitFor({ state: "hidden" });
});

journey("an executor that cannot fail here says so, and loses nothing", async ({ open }) => {
  const page = await open("#/play?v=0&condition=copy&seed=42");
  await sources(page);
  await page.getByLabel("Executor").selectOption({ label: "Exchanges operands" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("This executor has no way to fail").waitFor();
});
