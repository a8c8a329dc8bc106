// Dialogues in a real browser: solvers under every kind of condition, a dialogue that is continued
// by hand, and text that is no dialogue.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { openSettings } from "./settings.mjs";

const item = (condition, rest = "") => `#/play?v=2&seed=42${rest}&condition=${condition}`;

const headline = (page) => page.getByRole("heading", { level: 1 });
const paste = (page) => page.getByLabel("What the model wrote");
const reading = (page) => page.getByRole("region", { name: "What was read in the answer" });
const facts = (page) => page.locator(".report-line li");
const primary = (page, name) => page.locator(".chip.is-primary", { hasText: new RegExp(`${name}$`) });
const said = (page, by) => reading(page).locator(`.message.is-${by} .message-text`);

async function simulate(page, solver) {
  if (!(await page.getByLabel("Kind of error").isVisible())) await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByLabel("Kind of error").selectOption({ label: solver });
  await page.getByRole("button", { name: "Simulate" }).click();
}

// For each condition: the solver, a reported fact, the failure mode, the number of messages of each
// kind, and further parameters of the link.
const KINDS = [
  ["isolated", "One digit incorrect", /^24 of 25 steps are correct by themselves\.$/, "Arithmetic error", { answered: 25, asked: 24, "carried-out": 25 }],
  ["symbolic", "Wrong operation", /^The lines are faithful in 24 of 25 steps\.$/, "Wrong operation", { answered: 1, "carried-out": 1 }],
  ["stepwise", "Wrong operand", /^25 replies\.$/, "Wrong operand", { answered: 25, asked: 24 }],
  ["checkpoints.10", "One digit incorrect", /^2 of 3 turns are correct at the first try\.$/, "Arithmetic error", { answered: 3, asked: 2 }],
  ["verified.5", "Wrong operand", /^Told once that a step was incorrect, and fixed it\.$/, "Correct", { answered: 6, asked: 5 }],
  ["calculator", "Wrong operand", /^1 of 25 calls had wrong operands\.$/, "Wrong operand", { answered: 26, "carried-out": 1 }],
  ["calculator-text", "One digit incorrect", /^All 25 calls are correct in operands and operation\.$/, "Correct", { answered: 26, "carried-out": 1 }],
  ["transcribe", "Wrong operation", /^The program is faithful in 24 of 25 steps\.$/, "Wrong operation", { answered: 1, "carried-out": 1 }],
  ["explain", "Wrong operand", /^Described 5 of 5 steps correctly; the trace took the correct operands and operation in 4\.$/, "Wrong operand", { answered: 2, asked: 1 }, "&index=4"],
  ["review", "One digit incorrect", /^The first answer was incorrect; fixed on review\.$/, "Correct", { answered: 2, asked: 1 }],
  // In whole numbers few histories can contain an arithmetic error, since a later division would
  // have a remainder.
  ["primed.4.1", "None", /^The answer follows from the history with its errors\.$/, "Correct", { given: 1, asked: 1, answered: 1 }, "&numbers=mod97"],
];

for (const [condition, solver, fact, mode, parts, rest] of KINDS) {
  journey(`${condition}: a simulated transcript shows its verdict and facts`, async ({ visit }) => {
    const page = await visit(item(condition, rest));
    await page.locator(".protocol .message").first().waitFor();
    await simulate(page, solver);
    await primary(page, mode).waitFor();
    await page.getByText("simulated", { exact: true }).first().waitFor();
    const sentences = await facts(page).allTextContents();
    assert.ok(sentences.some((one) => fact.test(one)), sentences.join(" | "));
    for (const [by, count] of Object.entries(parts)) assert.equal(await said(page, by).count(), count, by);
    assert.ok((await reading(page).locator("mark").count()) >= 20);
    assert.equal(await page.locator(".next").count(), condition.startsWith("primed") ? 1 : 0);
    assert.equal(await page.locator(".protocol").count(), 0);
    if (condition.startsWith("verified")) assert.ok((await reading(page).locator(".message s").count()) >= 1, "a turn that was handed back is struck out");
  });
}

// Conditions that change the steps: condition, solver, words of the prompt, first name in the
// table, failure mode, and report of the error.
const CHANGED = [
  ["unchained", "One digit incorrect", "No step uses another.", "S3", "Arithmetic error", /^Correct for 24 of 25 steps\. At S\d+ /],
  ["copy", "Wrong operation", "K: ", "S2", "Wrong operation", /At S\d+ it(?: probably)? looked up in table [K-N] instead of [K-N]/],
  ["exception", "Wrong operation", "There is one more rule", "S1", "Wrong operation", /At S\d+ it(?: probably)? (added|subtracted|multiplied|divided), where /],
  ["remapped", "Wrong operation", "do not mean what they usually mean", "S1", "Wrong operation", /, where . means to (add|subtract|multiply|divide)/],
];

for (const [condition, solver, words, first, mode, report] of CHANGED) {
  journey(`${condition}: the changed steps are listed, and an error is reported`, async ({ visit }) => {
    const page = await visit(item(condition));
    await page.locator("pre", { hasText: words }).first().waitFor();
    const rows = page.getByRole("table").first().getByRole("row");
    assert.ok((await rows.nth(1).textContent()).startsWith(first));
    await simulate(page, solver);
    await primary(page, mode).waitFor();
    assert.match(await headline(page).textContent(), report);
    await simulate(page, "None");
    await primary(page, "Correct").waitFor();
    assert.equal(await headline(page).textContent(), "All 25 steps and the answer are correct.");
  });
}

journey("a dialogue is entered by hand turn by turn, and survives a reload", async ({ open }) => {
  const page = await open(item("checkpoints.3", "&steps=7"), { permissions: ["clipboard-read", "clipboard-write"] });
  await paste(page).fill("S3 = S1 - S2 = 150 - 364 = -214\nS4 = S3 * 3 = -214 * 3 = -642\nS5 = S4 / 2 = -642 / 2 = -321");
  await headline(page).getByText("3 of 7 steps written so far, all of them correct.").waitFor();
  await page.locator(".report-line").getByText("The dialogue is not over: 1 reply so far.").waitFor();
  assert.deepEqual(await facts(page).allTextContents(), ["The dialogue is not over: 1 reply so far.", "The only turn is correct at the first try."]);
  await page.getByRole("button", { name: "Copy what to say next" }).waitFor();
  await page.locator(".next").getByText("Now do S6 to S8.").waitFor();
  await page.locator(".next").getByRole("button", { name: "Copy", exact: true }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "Now do S6 to S8.");
  const add = page.getByRole("button", { name: "Add the reply" });
  assert.ok(await add.isDisabled());
  await page.getByLabel("The model’s next reply").fill("S6 = S5 + S4 = -321 + -642 = -963\nS7 = S6 + S2 = -963 + 364 = -599\nS8 = S7 - S4 = -599 - -642 = 43");
  await add.click();
  await page.locator(".next").getByText("Now do S9, and end with").waitFor();
  await page.waitForFunction(() => document.activeElement.className === "next-reply");
  await page.getByLabel("The model’s next reply").fill("S9 = S8 + S6 = 43 + -963 = -920\nAnswer: -920");
  await add.click();
  await primary(page, "Correct").waitFor();
  assert.equal(await page.locator(".next").count(), 0);
  assert.equal((await facts(page).allTextContents())[0], "3 replies.");
  assert.match(await paste(page).inputValue(), /=== asked ===\nNow do S6 to S8\.\n\n=== answered ===\nS6/);
  // The address changes at most twice a second; it then equals the shared link.
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.waitForFunction((link) => location.href === link, link);
  await page.reload();
  await primary(page, "Correct").waitFor();
  assert.equal(await said(page, "asked").count(), 2);
  assert.equal(await said(page, "answered").last().locator("mark").count(), 2);
});

journey("replies outside the protocol end the dialogue; bare headings do no harm", async ({ visit }) => {
  const page = await visit(item("checkpoints.5"));
  await paste(page).fill("I am sorry.\n=== answered ===\nI cannot do that.");
  await page.getByText("The dialogue was ended: two replies in a row had nothing of what was asked for.").first().waitFor();
  await page.locator(".report-line").getByText("A reply had nothing of what was asked for.", { exact: true }).waitFor();
  await paste(page).fill("=== asked ===\n=== given ===\n=== carried out ===\nS3 = 5 🧮");
  await page.locator(".report-line").getByText(/not over: no reply so far/).waitFor();
  await paste(page).fill("=== answered ===\n=== answered ===\nS3 = 5\n=== asked ===");
  await page.locator(".report-line").getByText("The dialogue is not over: 2 replies so far.").waitFor();
});

journey("the parameters of a condition are set and stored in the link", async ({ open }) => {
  const page = await open("#/play?v=2&seed=42");
  await openSettings(page);
  const condition = page.getByLabel("Condition");
  await condition.selectOption({ label: "Verified: each turn is checked" });
  await page.getByRole("textbox", { name: "Steps a turn" }).fill("8");
  await page.waitForFunction(() => location.hash.includes("condition=verified.8"));
  assert.equal(await condition.locator("option:checked").textContent(), "Verified: each turn is checked");
  await page.getByRole("textbox", { name: "Steps a turn" }).fill("101");
  await page.getByText("Steps a turn: “101” is not a whole number from 1 to 100.").first().waitFor();
  await condition.selectOption({ label: "Pre-filled: first steps given, with an error" });
  await page.getByRole("textbox", { name: "Steps given" }).fill("6");
  await page.getByRole("textbox", { name: "Incorrect steps among them" }).fill("2");
  await page.waitForFunction(() => location.hash.includes("condition=primed.6.2"));
  await page.getByText("Then, as if the model had written it").waitFor();
  await page.locator(".next-words").first().getByText(/S8 = /).waitFor();
  await page.reload();
  await openSettings(page);
  assert.equal(await page.getByRole("textbox", { name: "Incorrect steps among them" }).inputValue(), "2");
  await condition.selectOption({ label: "Trace: one line per step" });
  await page.getByText("Then, as if the model had written it").waitFor({ state: "detached" });
  assert.equal(await page.locator(".protocol").count(), 0);
});

journey("an empty dialogue shows a simulated example until text is entered", async ({ visit }) => {
  const page = await visit(item("verified.5"));
  const protocol = page.locator(".protocol");
  await protocol.getByText("simulated", { exact: true }).waitFor();
  await protocol.getByText(/S\d is wrong\. Now do/).waitFor();
  await paste(page).fill("S3 = 5");
  await protocol.waitFor({ state: "detached" });
});
