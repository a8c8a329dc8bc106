// The verdict in a real browser: the first paint, pasting, dropping, examples, solvers, and how the
// parts of the page work together.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { openSettings } from "./settings.mjs";
import { shells } from "./shell.mjs";
import { SIMULATED } from "./simulated.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const SEED = "#/play?v=2&seed=42";
const WORKER = /worker/;

const headline = (page) => page.getByRole("heading", { level: 1 });
const paste = (page) => page.getByLabel("What the model wrote");
const reading = (page) => page.getByRole("region", { name: "What was read in the answer" });
const mode = (page, name) => page.getByRole("link", { name: new RegExp(`^${name}:`) });
const primary = (page, name) => page.locator(".chip.is-primary", { hasText: new RegExp(`${name}$`) });
const row = (page, name) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const focused = (page) => page.locator(".is-focus").evaluateAll((all) => all.map((one) => one.tagName.toLowerCase()).sort());

async function sources(page) {
  if (!(await page.getByLabel("Kind of error").isVisible())) await page.getByRole("button", { name: "Examples", exact: true }).click();
}

journey("the first paint shows a graded example; the worker is requested when idle", async ({ open }) => {
  // The worker never loads; the page must show the example without it.
  let ask;
  const asked = new Promise((resolve) => (ask = resolve));
  const prepare = (context) => context.route(WORKER, (route) => ask(route));
  const page = await open("", { prepare });
  await headline(page).getByText("Correct for 2 of 4 steps. At S5 it used S2 instead of S3").waitFor();
  await mode(page, "Wrong operand").waitFor();
  await page.getByText("SmolLM2-135M-Instruct (Q4_1)", { exact: true }).waitFor();
  assert.equal(await reading(page).locator("mark").count(), 5);
  assert.equal(await row(page, "S5").locator(".why").textContent(), "used S2 instead of S3");
  assert.equal(await page.locator(".arc.is-taken").count(), 1);
  await page.locator(".arcs").getByText("the procedure says S3").waitFor();
  await page.locator(".arcs").getByText("it used S2").waitFor();
  const route = await Promise.race([asked, page.waitForTimeout(30_000)]);
  assert.ok(route, "the worker is asked for");
  await route.continue();
});

journey("the first example is a recorded answer of a real model, with its settings and its run", async ({ open }) => {
  const page = await open("");
  await page.getByText("This is an example; paste your own to replace it.").waitFor();
  await page.getByText(/^Recorded on 2026-11-28, at temperature 0, with at most 256 output tokens\. Engine: the llama\.cpp server/).waitFor();
  await page.getByRole("link", { name: "Open its run in Results" }).click();
  await page.waitForFunction(() => location.hash === "#/results?v=2&run=smollm2-135m-instruct.trace");
  await page.getByRole("heading", { name: "SmolLM2-135M-Instruct, trace" }).waitFor();
  await page.goBack();
  // Another text is no recorded answer. The example comes back from the list, before the simulated ones.
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText(/^Recorded on/).waitFor({ state: "detached" });
  await sources(page);
  const example = page.getByLabel("Example", { exact: true });
  assert.equal(await example.locator("option").first().textContent(), "Wrong operand, 4 steps (SmolLM2-135M-Instruct)");
  await example.selectOption({ index: 0 });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText(/^Recorded on/).waitFor();
});

journey("the static document shows the same example as the started page", async ({ open }) => {
  const page = await open("");
  const [written, shown] = await shells(page);
  assert.equal(written, shown, "run `node tests/e2e/shell.mjs --write`");
});

for (const [fragment, isSeen] of [["", true], ["#/play?v=2&seed=7", false]]) {
  journey(`before the start, the example is ${isSeen ? "visible" : "hidden if the address names another item"}`, async ({ open }) => {
    // The page's module never loads.
    const prepare = (context) => context.route(/stepfall-page.*\.wasm/, () => {});
    const page = await open(fragment, { prepare, started: false });
    const example = page.locator(".shell-headline");
    await example.waitFor({ state: isSeen ? "visible" : "hidden" });
    await page.getByText("Find the step where a language model stops").waitFor();
  });
}

journey("a pasted answer is graded at once and can be edited", async ({ open }) => {
  const page = await open(SEED, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.evaluate(() => navigator.clipboard.writeText("S3 = -471 + -214 = -685\nS4 = -685 / 5 = -136\nAnswer: -136"));
  await paste(page).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await reading(page).locator("mark").first().waitFor();
  assert.deepEqual(await reading(page).locator("mark").allTextContents(), ["S3 = -471 + -214 = -685", "S4 = -685 / 5 = -136", "-136"]);
  assert.equal(await row(page, "S4").locator(".why").textContent(), "off by one");
  await page.getByRole("button", { name: "Edit" }).click();
  assert.match(await paste(page).inputValue(), /^S3/);
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await reading(page).waitFor();
});

journey("typing changes the verdict without moving the layout", async ({ visit }) => {
  const page = await visit(SEED);
  const places = () =>
    page.evaluate(() => [...document.querySelectorAll("section, textarea")].map((one) => one.getBoundingClientRect().top));
  await paste(page).fill("Answer: 1");
  await headline(page).getByText("−320").waitFor();
  const before = await places();
  await paste(page).press("End");
  await paste(page).pressSequentially("23");
  await headline(page).getByText("123").waitFor();
  assert.deepEqual(await places(), before);
  assert.ok(await paste(page).evaluate((field) => field === document.activeElement));
});

journey("a dropped file is graded", async ({ visit }) => {
  const page = await visit(SEED);
  const data = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["S3 = -685\nS4 = -137\nAnswer: -137"], "answer.txt", { type: "text/plain" }));
    return data;
  });
  const card = page.getByRole("region", { name: "Answer", exact: true });
  await card.dispatchEvent("dragover", { dataTransfer: data });
  assert.ok(await card.evaluate((one) => one.classList.contains("is-target")));
  await card.dispatchEvent("drop", { dataTransfer: data });
  await mode(page, "Stopped early").waitFor();
  assert.equal(await reading(page).locator("mark").count(), 3);
});

journey("a file dropped outside the answer is graded; non-text is refused", async ({ visit }) => {
  const page = await visit(SEED);
  const drop = async (bytes) => {
    const data = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], "answer.txt"));
      return data;
    }, bytes);
    await page.locator(".prompt").dispatchEvent("drop", { dataTransfer: data });
  };
  // Programs on Windows write text in UTF-16 with a byte order mark.
  await drop([0xff, 0xfe, ...Buffer.from("Answer: 7", "utf16le")]);
  await headline(page).getByText("The final answer is incorrect: 7").waitFor();
  for (const [bytes, message] of [[[0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13], "The file is not a text file"], [[], "The file is empty"]]) {
    await drop(bytes);
    await page.getByText(message).waitFor();
  }
  await headline(page).getByText("The final answer is incorrect: 7").waitFor();
});

journey("a paste replaces the shown answer, and Back restores the earlier one", async ({ open }) => {
  const page = await open(SEED, { permissions: ["clipboard-read", "clipboard-write"] });
  for (const answer of ["Answer: 7", "Answer: 8"]) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), answer);
    if (await paste(page).isVisible()) await paste(page).focus();
    await page.keyboard.press("ControlOrMeta+V");
    await headline(page).getByText(`The final answer is incorrect: ${answer.at(-1)}`).waitFor();
    await page.waitForFunction(() => document.activeElement.matches(".transcript"));
  }
  await page.getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction(() => document.activeElement.matches("textarea.transcript"));
  for (const before of [8, 7]) {
    await page.goBack();
    await headline(page).getByText(`The final answer is incorrect: ${before}`).waitFor();
  }
});

journey("reasoning is folded, has its own verdict and can be inspected", async ({ visit }) => {
  const page = await visit(SEED);
  await paste(page).fill("<think>S3 = -685, S4 = -136</think>\nS3 = -685\nS4 = -137\nAnswer: -320");
  await page.getByRole("button", { name: "Read", exact: true }).click();
  const fold = page.locator("details.reasoning");
  assert.match(await fold.locator("summary").textContent(), /^ReasoningCorrect for 1 of 25 steps\. At S4.*without an answer/);
  assert.ok(!(await fold.getByText("S4 = -136").isVisible()));
  const claimed = row(page, "S4").locator(".claimed");
  assert.equal(await claimed.textContent(), "−137");
  await fold.locator("summary").click();
  await fold.getByText("S4 = -136").waitFor();
  assert.equal(await claimed.textContent(), "−136");
  await page.locator(".listing").getByText("reasoning", { exact: true }).waitFor();
  await primary(page, "Correct").waitFor();
  await page.locator(".arcs").getByText("reasoning", { exact: true }).waitFor();
  await fold.locator("summary").press("Enter");
  assert.equal(await claimed.textContent(), "−137");
  // Editing shows the visible text again.
  await fold.locator("summary").click();
  await page.getByRole("button", { name: "Edit" }).click();
  assert.equal(await claimed.textContent(), "−137");
});

journey("one of several answers can be opened alone", async ({ visit }) => {
  const page = await visit(SEED);
  const sample = (number, last) => `Sample ${number}:\nS3 = -685\nS4 = ${last}\nAnswer: ${last}\n`;
  await paste(page).fill([-137, -136, -135].map((last, at) => sample(at + 1, last)).join("\n"));
  await page.getByText("This seems to hold 3 answers").waitFor();
  await page.getByRole("button", { name: "Answer 2" }).click();
  await page.getByText("Final answer −136").waitFor();
  assert.match(await paste(page).inputValue(), /^Sample 2/);
  await page.goBack();
  await page.getByText("This seems to hold 3 answers").waitFor();
});

journey("an answer can be marked as cut off, and the link stores the mark", async ({ visit }) => {
  const page = await visit(SEED);
  await paste(page).fill("S3 = -471 + -214 = -685\nS4 = -137");
  await mode(page, "No answer").waitFor();
  await page.getByText("Disagree with this verdict?").click();
  await page.getByLabel("This answer was cut off").check();
  await primary(page, "Truncated").waitFor();
  assert.ok(await page.getByLabel("This answer was cut off").isVisible(), "the panel stays open");
  await page.waitForFunction(() => location.hash.includes("&stop=length&t="));
  await page.reload();
  await primary(page, "Truncated").waitFor();
  assert.ok(await page.getByLabel("This answer was cut off").isChecked());
});

journey("a link keeps the mark of a simulated transcript, and can omit the answer", async ({ open }) => {
  const page = await open(SIMULATED, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("textbox", { name: "Link" });
  const completeText = await field.inputValue();
  const check = page.getByLabel("Include the answer");
  await check.uncheck();
  await page.waitForFunction((completeText) => document.querySelector(".share-panel input[readonly]").value !== completeText, completeText);
  assert.match(await field.inputValue(), /#\/play\?v=2&seed=42$/);
  assert.ok(await check.evaluate((one) => one === document.activeElement), "the choice keeps the focus");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent.includes("Share")), true);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "New procedure" }).click();
  await field.waitFor({ state: "detached" });
  const other = await open(completeText.slice(completeText.indexOf("#")));
  await primary(other, "Wrong operand").waitFor();
  await other.getByText("simulated", { exact: true }).waitFor();
});

journey("the share panel stays open when the verdict arrives, and closes when the answer changes", async ({ open }) => {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const prepare = (context) => context.route(/worker-[0-9a-f]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  const page = await open(SIMULATED, { prepare });
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("textbox", { name: "Link" });
  await field.waitFor();
  release();
  await primary(page, "Wrong operand").waitFor();
  assert.ok(await field.isVisible());
  await page.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await paste(page).waitFor();
  assert.ok(await field.isVisible());
  await paste(page).evaluate((area) => {
    area.value += " ";
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await field.waitFor({ state: "detached" });
});

journey("the overview of all steps shows the visible part and scrolls it", async ({ visit }) => {
  const page = await visit("#/play?v=2&steps=95&seed=42");
  const frame = page.locator(".arcs-frame");
  const map = page.getByRole("scrollbar", { name: "All steps" });
  const scrolled = () => frame.evaluate((one) => one.scrollLeft / (one.scrollWidth - one.clientWidth));
  const window = () => map.locator(".minimap-window").evaluate((one) => one.offsetLeft / (one.parentElement.clientWidth - one.offsetWidth));
  const agrees = () => page.waitForFunction(() => {
    const [one, part] = ["frame", "window"].map((name) => document.querySelector(`.${{ frame: "arcs-frame", window: "minimap-window" }[name]}`));
    const [scrolled, moved] = [one.scrollLeft / one.scrollWidth, part.offsetLeft / part.parentElement.clientWidth];
    return Math.abs(scrolled - moved) < 0.02;
  });
  assert.ok((await scrolled()) < 0.01 && (await window()) < 0.01);
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await agrees();
  assert.ok(Math.abs((await scrolled()) - 0.5) < 0.05, `${await scrolled()}`);
  await page.mouse.move(box.x + box.width + 50, box.y + 80);
  await page.mouse.up();
  await agrees();
  assert.ok((await scrolled()) > 0.98);
  await map.press("Home");
  await agrees();
  assert.equal(await map.getAttribute("aria-valuenow"), "0");
  await map.press("ArrowRight");
  await agrees();
  assert.ok((await scrolled()) > 0.05);
  // A short procedure fits into the frame, so there is no overview to scroll.
  await page.goto(page.url().replace("steps=95", "steps=8"));
  await headline(page).getByText("8 steps, look-back").waitFor();
  await map.waitFor({ state: "detached" });
});

journey("a button moves between errors, and a long table unfolds around them", async ({ visit }) => {
  const page = await visit("#/play?v=2&steps=95&seed=42");
  await sources(page);
  await page.getByLabel("Kind of error").selectOption({ label: "None" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await primary(page, "Correct").waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  // Two results are incorrect, and the steps after them use the correct values.
  const right = await paste(page).inputValue();
  const wrong = right.replace(/^(S20 = .*\d)$/m, "$17").replace(/^(S70 = .*\d)$/m, "$17");
  assert.equal(wrong.length, right.length + 2);
  await paste(page).fill(wrong);
  await page.locator(".fault-nav").waitFor();
  const rows = page.locator(".listing tbody tr");
  const nav = page.locator(".fault-nav");
  const count = Number(/of (\d+)/.exec(await nav.innerText())[1]);
  assert.ok(count > 1);
  await page.locator(".arcs .point.is-fault[data-step]").nth(count - 1).waitFor({ state: "attached" });
  const faults = await page.locator(".arcs .point.is-fault[data-step]").evaluateAll((all) => all.map((one) => one.dataset.step));
  const first = faults.map(Number).sort((a, b) => a - b);
  await nav.getByRole("button", { name: "Next error" }).click();
  assert.match(await nav.innerText(), /^Error 2 of/);
  assert.equal(await page.locator(".listing tr.is-focus").getAttribute("data-step"), String(first[1]));
  const inFrame = () => page.evaluate((step) => {
    const [frame, point] = [".arcs-frame", `.point[data-step="${step}"] rect`].map((one) => document.querySelector(one).getBoundingClientRect());
    return point.left >= frame.left && point.right <= frame.right;
  }, first[1]);
  assert.ok(await inFrame());
  const around = await rows.count();
  assert.ok(around < 90);
  const fold = rows.filter({ hasText: / to S\d+: / }).first();
  await fold.getByRole("button", { name: /^Show/ }).click();
  assert.ok((await rows.count()) > around);
  await page.getByRole("button", { name: "All steps" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".listing tbody tr").length === 98);
  await rows.last().getByText("Answer").waitFor();
});

journey("a verdict shows its evidence and alternatives, and copies a report", async ({ open }) => {
  const page = await open(SIMULATED, { permissions: ["clipboard-read", "clipboard-write"] });
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await evidence.locator("dd").first().waitFor();
  const lines = await evidence.locator("dd").allInnerTexts();
  assert.deepEqual(lines, ["S19 = S18 − S14 = 240 − 197 = 43", "S19 = S18 − S17 = 240 − 120 = 120"]);
  await evidence.getByText("Disagree with this verdict?").click();
  assert.deepEqual(await evidence.locator("ol li").allInnerTexts(), ["used S17 instead of S14"]);
  await evidence.getByRole("button", { name: "Copy report" }).click();
  await evidence.getByText("Copied", { exact: true }).first().waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /^The verdict was: Correct for 16 of 25 steps/);
  const link = /http\S+/.exec(report)[0];
  const other = await open(link.slice(link.indexOf("#")));
  await headline(other).getByText("At S19 it used S17").waitFor();
  await evidence.getByRole("link", { name: "How the grader works" }).click();
  await page.getByRole("heading", { name: "About Stepfall" }).waitFor();
  // Several readings of one value are all listed.
  const several = await open(SEED);
  await paste(several).fill("S3 = -685\nS4 = -137\nS5 = -274\nS6 = 488\nAnswer: 488");
  await several.getByText("Disagree with this verdict?").click();
  assert.ok((await several.locator(".doubts ol li").count()) >= 1);
});

journey("on a narrow screen the settings are a sheet", async ({ open }) => {
  const page = await open("", { viewport: { width: 390, height: 700 } });
  const fold = page.getByRole("button", { name: "Settings", exact: true });
  const sheet = page.locator(".settings");
  assert.equal(await sheet.count(), 0);
  await fold.click();
  await sheet.getByRole("textbox", { name: "Steps", exact: true }).fill("12");
  assert.ok(await page.locator("main").evaluate((one) => one.inert), "what lies below the sheet is out of reach");
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.locator("pre.prompt").getByText("two inputs and 12 steps").waitFor();
  await fold.click();
  await page.locator(".backdrop").click({ position: { x: 10, y: 10 } });
  await sheet.waitFor({ state: "detached" });
  await fold.click();
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.waitForFunction(() => !document.querySelector("main").inert);
  assert.ok(await sheet.isVisible());
});

journey("hovering over a step highlights it in every view", async ({ open }) => {
  const page = await open(SIMULATED);
  await headline(page).getByText("At S19 it used S17").waitFor();
  await row(page, "S19").hover();
  assert.deepEqual(await focused(page), ["g", "mark", "path", "path", "tr"]);
  assert.equal(await page.locator(".arc.is-use").count(), 2, "what uses it is marked too");
  await page.getByText("S19 = S18 − S14 = 43, model’s value 120: used S17 instead of S14").waitFor();
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => !document.querySelector(".is-focus"));
});

journey("the keyboard moves between steps, starting at the first error", async ({ open }) => {
  const page = await open(SIMULATED);
  await headline(page).getByText("At S19 it used S17").waitFor();
  const slider = page.getByRole("slider", { name: "Step", exact: true });
  await slider.focus();
  assert.match(await slider.getAttribute("aria-valuetext"), /^S19 = S18 − S14/);
  await page.keyboard.press("ArrowRight");
  assert.match(await slider.getAttribute("aria-valuetext"), /^S20 = .*incorrect because of S19$/);
  assert.deepEqual((await focused(page)).filter((tag) => tag !== "path"), ["g", "mark", "tr"]);
  await page.keyboard.press("End");
  assert.match(await slider.getAttribute("aria-valuetext"), /^S27 = /);
});

const EXAMPLES = {
  "Wrong operand, 4": ["Wrong operand", "Correct for 2 of 4 steps. At S5 it used S2 instead of S3"],
  "All correct modulo 97": ["Correct", "All 25 steps and the answer are correct."],
  "Free form": ["Correct", "All 15 steps and the answer are correct."],
  "All correct with two decimals": ["Correct", "All 30 steps and the answer are correct."],
  "Answer only, incorrect": ["Incorrect, work not shown", "The final answer is incorrect: −413 instead of 272."],
  "95 steps in a table": ["Wrong operand", "Correct for 50 of 95 steps. At S53 it used S51 instead of S50"],
  "Abandoned a correct answer": ["Abandoned a correct answer", "It first gave 598, which is correct, and then changed it to 640."],
  "Told of an error": ["Correct", "All 15 steps and the answer are correct."],
  "Cut off": ["Truncated", "The text breaks off after S9"],
  "Wrong operand, 25": ["Wrong operand", "Correct for 16 of 25 steps. At S19 it used S17 instead of S14"],
};

journey("every example opens with its verdict, and Back restores the previous one", async ({ visit }) => {
  const page = await visit(SEED);
  const options = page.getByLabel("Example", { exact: true }).locator("option");
  for (const [example, [name, said]] of Object.entries(EXAMPLES)) {
    await sources(page);
    const label = await options.filter({ hasText: example }).textContent();
    await page.getByLabel("Example", { exact: true }).selectOption({ label });
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await headline(page).getByText(said).waitFor();
    await primary(page, name).waitFor();
    // The panel closes, so that the verdict is visible.
    await page.getByLabel("Example", { exact: true }).waitFor({ state: "hidden" });
    assert.equal(await page.getByText("simulated", { exact: true }).isVisible(), label.includes("simulated"));
  }
  await page.goBack();
  await primary(page, "Truncated").waitFor();
});

journey("a simulated solver makes the chosen error and is marked until edited", async ({ visit }) => {
  const page = await visit(SEED);
  await sources(page);
  await page.getByLabel("Kind of error").selectOption({ label: "Swapped operands" });
  await page.getByLabel("Form", { exact: true }).selectOption({ label: "Prose" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await mode(page, "Wrong operation").waitFor();
  await page.getByText("simulated", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await paste(page).press("End");
  await paste(page).pressSequentially(" ");
  await page.getByText("simulated", { exact: true }).waitFor({ state: "hidden" });
});

journey("a simulated answer follows the item in its form, also after a reload", async ({ visit }) => {
  const page = await visit(SEED);
  await sources(page);
  await page.getByLabel("Kind of error").selectOption({ label: "Swapped operands" });
  await page.getByLabel("Form", { exact: true }).selectOption({ label: "Prose" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await mode(page, "Wrong operation").waitFor();
  const written = () => reading(page).innerText();
  const first = await written();
  const address = (item) => new RegExp(`${item}&source=simulated:swapped:0;form=prose;run=\\d+&t=`);
  await openSettings(page);
  // While the answer follows the item, no note may appear, such as that it belongs to another
  // prompt.
  await page.evaluate(() => {
    globalThis.notes = [];
    const look = () => globalThis.notes.push(...[...document.querySelectorAll(".answer .note")].map((note) => note.textContent));
    new MutationObserver(look).observe(document.querySelector(".answer"), { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Next item" }).click();
  await page.waitForURL(address("&index=1"));
  await mode(page, "Wrong operation").waitFor();
  assert.deepEqual(await page.evaluate(() => globalThis.notes), []);
  const second = await written();
  assert.notEqual(second, first);
  await page.reload();
  await mode(page, "Wrong operation").waitFor();
  await openSettings(page);
  await page.getByRole("button", { name: "Next item" }).click();
  await page.waitForURL(address("&index=2"));
  await mode(page, "Wrong operation").waitFor();
  await page.goBack();
  await page.waitForURL(address("&index=1"));
  assert.equal(await written(), second);
});

journey("the displayed text is replaced even if the verdict stays the same", async ({ visit }) => {
  const page = await visit(SEED);
  const transfer = (text) => page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "answer.txt"));
    return data;
  }, text);
  const card = page.getByRole("region", { name: "Answer", exact: true });
  for (const text of ["I'm sorry, but I can't help with that.", "I cannot carry this out by hand."]) {
    await card.dispatchEvent("drop", { dataTransfer: await transfer(text) });
    await mode(page, "Refused").waitFor();
    await reading(page).getByText(text).waitFor();
  }
});

journey("a simulated solver reports that it cannot make its error here", async ({ visit }) => {
  const page = await visit("#/play?v=2&condition=copy&seed=42");
  await sources(page);
  await page.getByLabel("Kind of error").selectOption({ label: "Swapped operands" });
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("This simulated solver cannot make its error").waitFor();
});

journey("a verdict is shared as Markdown, as a picture and as a QR code", async ({ open }) => {
  const page = await open(SIMULATED, { permissions: ["clipboard-read", "clipboard-write"], acceptDownloads: true });
  await headline(page).getByText("At S19 it used S17").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  assert.match(link, /#\/play\?v=2&seed=42&source=simulated:wrong-operand:0;run=49&t=/);
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.getByRole("status").getByText("Copied").first().waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(markdown, /^> Correct for 16 of 25 steps. At S19 it used S17/);
  assert.ok(markdown.includes(link));
  assert.match(markdown, /\| S19 \| 43 \| 120 \| [^|]+ \| used S17[^|]* \|/);
  assert.match(await page.getByRole("img", { name: "QR code" }).locator("path").getAttribute("d"), /^M0 0h1v1h-1z/);
  const save = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    const parts = await (await download.createReadStream()).toArray();
    return Buffer.concat(parts);
  };
  assert.match((await save("Save as SVG")).toString(), /^<svg xmlns=.*S19<\/tspan> it used S17.*<\/svg>$/s);
  const png = await save("Save as PNG");
  assert.deepEqual([...png.subarray(1, 4)], [...Buffer.from("PNG")]);
  assert.equal(png.readUInt32BE(16), 2400);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("textbox", { name: "Link" }).waitFor({ state: "detached" });
});

journey("a failure of the page is reported, and its report contains the link", async ({ open, expectProblem }) => {
  const page = await open(SEED, { permissions: ["clipboard-read", "clipboard-write"] });
  // Calls the function that the page itself calls when it fails.
  await page.evaluate(async () => {
    const address = performance.getEntriesByType("resource").find(({ name }) => /\/panic(-[0-9a-f]+)?\.js$/.test(name)).name;
    const { report } = await import(address);
    report("panicked at src/desk.rs:1:1", "https://example.org/source", ["Stepfall has failed.", "What happened", "Copy report", "Where to report it", "Reload", "Link that leads back here", "Start without this link", "Hide"]);
    report("and once more", undefined, []);
  });
  const alert = page.getByRole("alert").filter({ hasText: "Stepfall has failed." });
  assert.equal(await alert.getByRole("link", { name: "Where to report it" }).getAttribute("href"), "https://example.org/source");
  await alert.getByRole("button", { name: "Copy report" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^panicked at src\/desk.rs:1:1\n\nhttp.*#\/play\?v=2&seed=42\nMozilla/);
  expectProblem(/panicked at/);
  expectProblem(/and once more/);
});

journey("a missing or altered worker is reported, and loading is retried", async ({ open, expectProblem }) => {
  let fault = "missing";
  const prepare = (context) =>
    context.route(/stepfall-worker.*\.wasm$/, async (route) => {
      if (fault === "missing") return route.abort();
      const response = await route.fetch();
      const body = await response.body();
      return route.fulfill({ response, body: fault === "tampered" ? Buffer.concat([body, Buffer.from([0, 1, 0])]) : body });
    });
  const page = await open(SEED, { prepare });
  for (fault of ["missing", "tampered"]) {
    await paste(page).fill(`Answer: 1 ${fault}`);
    await headline(page).getByText("broke off").waitFor();
  }
  fault = "none";
  await paste(page).fill("Answer: 7");
  await headline(page).getByText("The final answer is incorrect: 7").waitFor();
  expectProblem(/ERR_FAILED|Failed to load|integrity/);
});

// The test of all pages covers zoom at 200 % and reduced motion (access.test.mjs).
journey("forced colours keep the focused row and the signs distinguishable", async ({ open }) => {
  const forced = await open(SIMULATED, { forcedColors: "active" });
  await row(forced, "S19").hover();
  const ground = (locator) => locator.evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await ground(row(forced, "S19").locator("td").first()), await ground(row(forced, "S18").locator("td").first()));
  // Forced colours remove the colours, but the signs stay.
  assert.equal(await row(forced, "S19").locator(".row-sign").textContent(), "✕");
  assert.equal(await row(forced, "S18").locator(".row-sign").textContent(), "✓");
});

// The number of elements that a browser lays out without a noticeable pause. `cargo xtask bench`
// measures the tasks.
const ELEMENTS = 5_000;
const elements = (page) => page.locator("*").count();

// Returns a very long trace of the item of SEED.
function long(bytes) {
  const line = "S3 = S1 + S2 = -471 + (-214) = -685\n";
  return line.repeat(Math.ceil(bytes / line.length)) + "Answer: -320";
}

// Puts a text into the field at once, as a paste does. Playwright would type a long text letter by
// letter.
function put(page, text) {
  return page.evaluate((text) => {
    const field = document.querySelector("textarea.transcript");
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}

// A browser takes about a minute to lay out a thousand of these characters.
journey("stacked combining marks are graded and kept, and displayed in part", async ({ open }) => {
  const page = await open(SEED, CLIPBOARD);
  const piled = `S3 = -471 + -214 = -685\nS4 = e${"\u0301".repeat(20_000)}\nAnswer: -136`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), piled);
  await paste(page).focus();
  await page.keyboard.press("ControlOrMeta+V");
  await page.locator(".chip.is-primary").waitFor();
  const marks = async (page) => (await reading(page).textContent()).match(/\u0301/g).length;
  assert.equal(await marks(page), 8);
  assert.ok(await page.getByRole("button", { name: "Edit" }).isDisabled());
  // The link contains all of it, and also shows a part. It is written a moment after the verdict.
  await page.waitForFunction(() => location.hash.includes("&t="));
  const again = await open(new URL(page.url()).hash);
  await reading(again).locator("mark").first().waitFor();
  assert.equal(await marks(again), 8);
});

journey("a text of 100 kB is graded again, and displayed in few elements", async ({ visit }) => {
  const page = await visit(SEED);
  await put(page, long(100_000));
  await page.locator(".chip.is-primary").waitFor();
  await put(page, `${long(100_000)}1`);
  await page.getByText("Final answer −3201").waitFor();
  assert.ok((await elements(page)) < ELEMENTS);
});

journey("a paste of 10 MB is graded, and its first part shown in few elements", async ({ visit }) => {
  const page = await visit(SEED);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.querySelector("textarea.transcript").dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, long(10_000_000));
  await page.locator(".chip.is-primary").waitFor();
  assert.ok((await elements(page)) < ELEMENTS);
  await page.getByText("Only the first part is shown here").waitFor();
  assert.ok(await page.getByRole("button", { name: "Edit" }).isDisabled());
  // For another prompt it is still shown as text: a field with it would take seconds.
  await page.getByRole("textbox", { name: "Steps", exact: true }).fill("24");
  await page.getByText("belongs to another prompt").first().waitFor();
  assert.equal(await page.locator("textarea.transcript").count(), 0);
  await page.getByRole("button", { name: "Clear" }).click();
  await paste(page).fill("Answer: 7");
  await headline(page).getByText("The final answer is incorrect: 7").waitFor();
});
