// Play in a real browser: settings, address, copying, verdicts and sharing.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { openSettings } from "./settings.mjs";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const SEED = "#/play?v=2&seed=42";

const paste = (page) => page.getByLabel("What the model wrote");
const prompt = (page) => page.getByRole("region", { name: "Prompt" });
const headline = (page) => page.getByRole("heading", { level: 1 });
const fragment = (page) => page.evaluate(() => location.hash);
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const setting = (page, name) => page.getByRole("textbox", { name, exact: true });

// Returns the exact value of the last step, from the listing.
async function exactValue(page) {
  await page.getByLabel("Show values").check();
  const value = await page.locator("tbody tr:last-child td.value:not(.claimed)").textContent();
  await page.getByLabel("Show values").uncheck();
  return value.replace("−", "-");
}

// Returns the text of the answer, whether it can be edited or not.
async function written(page) {
  const edit = page.getByRole("button", { name: "Edit" });
  if (await edit.isVisible()) await edit.click();
  return paste(page).inputValue();
}

async function simulate(page, solver) {
  const sources = page.getByRole("button", { name: "Examples", exact: true });
  if (!(await page.getByLabel("Kind of error").isVisible())) await sources.click();
  await page.getByLabel("Kind of error").selectOption({ label: solver });
  await page.getByRole("button", { name: "Simulate" }).click();
}

async function settled(page, pattern) {
  await page.waitForFunction((source) => new RegExp(source).test(location.hash), pattern.source);
}

journey("a setting changes the prompt and the address", async ({ visit }) => {
  const page = await visit(SEED);
  await setting(page, "Steps").fill("7");
  await prompt(page).getByText("two inputs and 7 steps").waitFor();
  await settled(page, /steps=7/);
  await page.getByRole("slider", { name: "Look-back" }).fill("3");
  await settled(page, /lookback=3/);
  await openSettings(page);
  await page.getByRole("button", { name: "Division" }).click();
  await settled(page, /ops=add,sub,mul/);
  await page.getByLabel("Condition").selectOption({ label: "Answer only" });
  await prompt(page).getByText("Reply with that value alone").waitFor();
  await page.getByText("fractions ℚ").click();
  await settled(page, /numbers=rational/);
  await headline(page).getByText("7 steps, look-back at most 3").waitFor();
});

journey("every setting is in the address, and is where the address says", async ({ open }) => {
  const page = await open(SEED);
  await openSettings(page);
  await page.locator(".settings").getByText("More", { exact: true }).click();
  const choose = (name) => page.getByText(name, { exact: true }).click();
  const list = (name, label) => page.getByLabel(name, { exact: true }).selectOption({ label });
  const steps = [
    [() => setting(page, "Steps").fill("31"), "steps=31"],
    [() => page.getByRole("slider", { name: "Steps" }).fill("32"), "steps=32"],
    [() => setting(page, "Look-back").fill("4"), "lookback=4"],
    [() => choose("exactly"), "lookback=exactly-4"],
    [() => page.getByRole("button", { name: "Multiplication" }).click(), "ops=add,sub,div"],
    [() => setting(page, "Largest value allowed").fill("5000"), "bound=5000"],
    [() => setting(page, "Inputs to").fill("30"), /inputs=signed-\d+\.\.30/],
    [() => setting(page, "Inputs from").fill("12"), "inputs=signed-12..30"],
    [() => choose("as entered"), "inputs=12..30"],
    [() => choose("random"), "inputs=signed-12..30"],
    [() => choose("nested"), "nested=1"],
    [() => choose("independent"), /inputs=signed-12\.\.30(?!.*nested=)/],
    [() => setting(page, "Constants to").fill("8"), /constants=\d+\.\.8/],
    [() => setting(page, "Constants from").fill("3"), "constants=3..8"],
    [() => setting(page, "Distractor steps, %").fill("10"), "dead=10"],
    [() => choose("decimals"), /numbers=decimal\d/],
    [() => setting(page, "Decimal places").fill("3"), "numbers=decimal3"],
    [() => choose("mod m"), "numbers=mod97"],
    [() => setting(page, "Modulus").fill("101"), "numbers=mod101"],
    [() => setting(page, "Distractor steps, %").fill("0"), /mod101(?!.*dead=)/],
    [() => choose("as in the study"), "numbers=paper"],
    [() => choose("whole"), "numbers=paper-integers"],
    [() => choose("integers"), /steps=32(?!.*numbers=)/],
    [() => setting(page, "Seed").fill("77"), "seed=77"],
    [() => page.getByRole("button", { name: "Next item" }).click(), "index=1"],
    [() => setting(page, "Item").fill("5"), "index=5"],
    [() => list("Condition", "Independent: no step uses another"), "condition=unchained"],
    [() => list("Wording", "Python program"), "wording=python"],
    [() => list("Names", "Scattered words"), "names=scattered"],
    [() => list("Lines", "Shuffled: names alone tell the order"), "lines=shuffled"],
  ];
  for (const [act, expected] of steps) {
    await act();
    const pattern = expected instanceof RegExp ? expected : new RegExp(`[?&]${expected.replaceAll(".", "\\.")}(&|$)`);
    await settled(page, pattern).catch(async (error) => {
      throw new Error(`not ${expected}: ${await fragment(page)}; ${await page.locator(".problem-position").textContent()}`, { cause: error });
    });
  }
  const before = await prompt(page).textContent();
  await page.reload();
  await prompt(page).waitFor();
  assert.equal(await prompt(page).textContent(), before);
  assert.equal(await setting(page, "Steps").inputValue(), "32");
});

journey("equal entropy yields equal seeds, and other entropy other seeds", async ({ open }) => {
  const drawn = async (entropy) => {
    const page = await open(SEED, { entropy });
    const seeds = [];
    for (const act of [() => page.reload(), () => {}, () => {}]) {
      await page.getByRole("button", { name: "New procedure" }).click();
      await page.waitForFunction((before) => !before.includes(location.hash), [SEED, ...seeds]);
      seeds.push(await fragment(page));
      await act();
    }
    return seeds;
  };
  const [first, again, other] = [await drawn(7), await drawn(7), await drawn(8)];
  assert.deepEqual(again, first);
  assert.equal(new Set([...first, ...other]).size, 6);
});

journey("an address of Play without parameters shows the example, and one without a version is read", async ({ open, leave }) => {
  for (const address of ["#/play", "#/play?", "#/"]) {
    const page = await open(address);
    await page.locator(".chip.is-primary").waitFor();
    assert.match(await page.locator(".transcript").innerText(), /S3 = /);
    assert.equal(await page.locator(".notices").count(), 0);
    await leave(page);
  }
  const page = await open("#/play?steps=7&seed=4");
  await page.waitForFunction(() => document.querySelector(".prompt").textContent.includes("S9 ="));
  assert.equal(await page.locator(".notices").count(), 0);
});

journey("a link of an unpublished generator opens with its answer as a text, and a reload keeps both", async ({ open }) => {
  // A transcript for the item that version 1 had under seed 42.
  const answer = "LYy7DYAwEEP7TOEahMjvgoREwQw3Ay0FFKyPHaXys59kLzjgCTM8kwpBacGrRMEEUx-ZKZS0E2ofBqQYgzcpw9o_uAwyqk2qYdGnFpKOqoXzfr_r2Yk_";
  const page = await open(`#/play?v=1&steps=5&seed=42&t=${answer}`);
  const seen = async () => {
    await page.getByText("This answer belongs to another prompt").first().waitFor();
    assert.match(await paste(page).inputValue(), /^S3 = S1 \+ S2 = 3 \+ 2 = 5\n[^]*Answer: 45$/);
    assert.equal(await page.locator(".chip").count(), 0);
    assert.equal(await page.locator("mark").count(), 0);
    // The item is that of the present version.
    assert.match(await prompt(page).textContent(), /two inputs and 5 steps/);
    assert.doesNotMatch(await prompt(page).textContent(), /S1 = 3\b/);
  };
  await page.getByRole("heading", { name: "An old link" }).waitFor();
  await page.getByText("it is kept as text and not graded").waitFor();
  await seen();
  await page.reload();
  await seen();
  await page.getByRole("button", { name: "Check it against this one" }).click();
  await page.locator(".chip.is-primary").waitFor();
});

journey("reload, Back and Forward keep everything", async ({ open }) => {
  const page = await open(SEED);
  await paste(page).fill("**Answer:** 1000001");
  await page.getByRole("button", { name: "New procedure" }).click();
  const second = await fragment(page);
  assert.notEqual(second, SEED);
  assert.equal(await paste(page).inputValue(), "");
  await openSettings(page);
  await page.getByRole("button", { name: "Next item" }).click();
  await settled(page, /index=1/);
  await page.goBack();
  await page.waitForFunction((hash) => location.hash === hash, second);
  await page.goBack();
  await headline(page).getByText("1000001").waitFor();
  assert.equal(await written(page), "**Answer:** 1000001");
  await page.reload();
  await headline(page).getByText("1000001").waitFor();
  await page.goForward();
  await page.getByText(/^Seed \d+, item 0$/).waitFor();
  assert.equal(await fragment(page), second);
});

journey("an answer too long for the address survives a reload", async ({ open }) => {
  const page = await open(SEED);
  let state = 1;
  const noise = Array.from({ length: 30_000 }, () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(33 + (state % 90));
  }).join("");
  const text = `${noise}\nAnswer: 1000001`;
  await paste(page).fill(text);
  await page.getByText("too long for the address").waitFor();
  await page.locator(".chip.is-primary").waitFor();
  assert.equal(await fragment(page), SEED);
  await page.reload();
  await page.locator(".chip.is-primary").waitFor();
  assert.equal(await written(page), text);
});

journey("an answer for another prompt survives a reload, and writing on it does not adopt it", async ({ open }) => {
  const page = await open(SEED);
  await paste(page).fill("S3 = 5\nAnswer: 1000001");
  await page.getByText("Final answer 1000001").waitFor();
  await setting(page, "Steps").fill("7");
  await page.getByText("belongs to another prompt").first().waitFor();
  await settled(page, /steps=7/);
  await page.reload();
  await page.getByText("belongs to another prompt").first().waitFor();
  await paste(page).press("End");
  await paste(page).pressSequentially(" ");
  await page.getByText("belongs to another prompt").first().waitFor();
  // The link without the stored transcript shows no answer.
  const link = await fragment(page);
  for (const hash of ["#/play?v=2&steps=8&seed=42", link]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction(() => document.querySelector("textarea.transcript").value === "");
  }
  await page.goBack();
  await page.goBack();
  await page.getByText("belongs to another prompt").first().waitFor();
});

journey("the prompt is copied as it stands", async ({ open }) => {
  const page = await open(SEED, CLIPBOARD);
  await page.getByRole("button", { name: "Copy prompt" }).first().click();
  await page.getByRole("status").getByText("Copied").waitFor();
  const copied = await clipboard(page);
  assert.equal(copied, await prompt(page).textContent());
  assert.match(copied, /^Carry out this procedure\. It has two inputs and 25 steps\./);
});

journey("an answer is judged against the exact value", async ({ visit }) => {
  const page = await visit(SEED);
  const exact = await exactValue(page);
  const mode = (name) => page.getByRole("link", { name: new RegExp(`^${name}:`) });
  await paste(page).fill(`The final answer is **${exact}**.`);
  await mode("Correct answer, no steps shown").waitFor();
  await paste(page).fill(`Answer: 1,000,001\nAnswer: ${exact}`);
  await mode("Self-corrected").waitFor();
  await paste(page).fill(await prompt(page).textContent());
  await mode("No answer").waitFor();
  await paste(page).fill(`<think>Answer: 5</think>${exact}`);
  await mode("Correct answer, no steps shown").waitFor();
  await page.getByRole("button", { name: "Clear" }).click();
  await headline(page).getByText("Copy the prompt").waitFor();
});

journey("an answer to another prompt is kept, but not judged", async ({ visit }) => {
  const page = await visit(SEED);
  await paste(page).fill("Answer: 1000001");
  await setting(page, "Steps").fill("26");
  await page.getByText("This answer belongs to another prompt").first().waitFor();
  assert.equal(await paste(page).inputValue(), "Answer: 1000001");
  await page.getByRole("button", { name: "Check it against this one" }).click();
  await headline(page).getByText("1000001").waitFor();
  await page.goBack();
  await settled(page, /^#\/play\?v=2&seed=42&t=/);
  await headline(page).getByText("1000001").waitFor();
});

journey("a broken link opens, and says what it lacks", async ({ open }) => {
  const page = await open("#/play?v=9&steps=abc&seed=-1&colour=red&t=@@@");
  const notices = page.getByRole("region", { name: /could not be read/ });
  assert.equal(await notices.getByRole("listitem").count(), 5);
  await headline(page).getByText("25 steps").waitFor();
  await notices.getByRole("button", { name: "Dismiss" }).click();
  await notices.waitFor({ state: "detached" });
});

journey("the name of the page alone opens the example, without a warning", async ({ open }) => {
  const page = await open("#/play");
  await headline(page).getByText("Correct for 2 of 4 steps").waitFor();
  assert.equal(await page.locator(".notices").count(), 0);
});

journey("a refused spec loses nothing and offers the nearest", async ({ visit }) => {
  const page = await visit("#/play?v=2&steps=95&ops=mul,div&seed=42");
  const before = await prompt(page).textContent();
  // Products alone exceed every bound.
  await openSettings(page);
  await page.getByRole("button", { name: "Division" }).click();
  const nearest = page.getByRole("button", { name: /Use the nearest: / });
  await nearest.waitFor();
  await page.getByText("These settings do not work").waitFor();
  assert.equal(await prompt(page).textContent(), before);
  await nearest.click();
  await nearest.waitFor({ state: "detached" });
  assert.notEqual(await prompt(page).textContent(), before);
  const steps = await setting(page, "Steps").inputValue();
  await setting(page, "Steps").fill("many");
  await page.getByText("Steps: “many” is not a whole number.").waitFor();
  assert.equal(await setting(page, "Steps").inputValue(), "many");
  await page.getByRole("button", { name: "Undo these settings" }).click();
  assert.equal(await setting(page, "Steps").inputValue(), steps);
});

journey("a shared link shows the same on a fresh page", async ({ open }) => {
  const page = await open("#/play?v=2&steps=12&names=scattered&ops=add:3,sub&seed=7", CLIPBOARD);
  await paste(page).fill("Answer: 1000001 é😀");
  await headline(page).getByText("1000001").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("status").getByText("Copied").waitFor();
  const link = new URL(await clipboard(page));
  const fresh = await open(link.hash);
  assert.equal(await prompt(fresh).textContent(), await prompt(page).textContent());
  await headline(fresh).getByText("1000001").waitFor();
  assert.equal(await written(fresh), "Answer: 1000001 é😀");
});

journey("where the clipboard is refused, the link is there to be selected", async ({ open }) => {
  const prepare = (context) =>
    context.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
  const page = await open(SEED, { prepare });
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("textbox", { name: "Link" });
  assert.ok((await field.inputValue()).endsWith(SEED));
  const selected = (field) => field.evaluate(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("does not let this page copy").waitFor();
  assert.equal(await selected(field), await field.inputValue());
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  const markdown = page.getByRole("textbox", { name: "Copy as Markdown" });
  await markdown.waitFor();
  assert.ok((await selected(markdown)).includes("Stepfall"));
  await page.getByRole("button", { name: "Copy prompt" }).first().click();
  await page.getByText("Not copied").waitFor();
});

journey("the theme is remembered, and blocked storage does no harm", async ({ open }) => {
  const page = await open(SEED, { colorScheme: "light" });
  const ground = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground(page);
  await page.getByRole("button", { name: /^Theme: system/ }).click();
  await page.getByRole("button", { name: /^Theme: light/ }).click();
  assert.notEqual(await ground(page), light);
  await page.reload();
  await page.getByRole("button", { name: /^Theme: dark/ }).waitFor();
  const prepare = (context) =>
    context.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(window, name, { get: () => { throw new DOMException("blocked", "SecurityError"); } });
      }
    });
  const blocked = await open(SEED, { prepare });
  await blocked.getByRole("button", { name: /^Theme: system/ }).click();
  await blocked.getByRole("button", { name: /^Theme: light/ }).waitFor();
  await paste(blocked).fill("Answer: 1000001");
  await headline(blocked).getByText("1000001").waitFor();
});

journey("the keyboard reaches everything, the main part first", async ({ open }) => {
  const page = await open(SEED);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "MAIN");
  assert.equal(await fragment(page), SEED);
  await page.getByRole("slider", { name: "Steps" }).focus();
  await page.keyboard.press("ArrowRight");
  await headline(page).getByText("26 steps").waitFor();
});

journey("a custom procedure is entered, shown, graded and shared", async ({ open }) => {
  const page = await open(SEED);
  await openSettings(page);
  await page.getByText("Write your own").click();
  const field = page.getByRole("textbox", { name: "Procedure" });
  await field.fill("price = 120\nrebate = -15\na = price * 3\nb = a + c");
  await page.getByText("Line 4, column 9: “c” is used but never set").waitFor();
  assert.equal(await fragment(page), SEED, "what is shown stays");
  await page.getByLabel("Start from").selectOption("A bank statement");
  await page.getByText("Read as 5 steps").waitFor();
  await page.getByText("$1,840.50 as 1840.50").waitFor();
  await prompt(page).getByText("4 inputs and 5 steps").waitFor();
  await field.fill("price = 120\nrebate = -15\na = price * 3\nb = a + rebate");
  await prompt(page).getByText("two inputs and 2 steps").waitFor();
  await page.getByRole("list", { name: "Read as 2 steps" }).getByText("345").waitFor();
  await settled(page, /procedure=/);
  await page.getByText("Custom procedure").waitFor();
  await paste(page).fill("a = price * 3 = 360\nb = a + rebate = 345\nAnswer: 345");
  await headline(page).getByText("steps and the answer are correct.").waitFor();
  await settled(page, /procedure=.*&t=/);
  const again = await open(await fragment(page));
  await headline(again).getByText("steps and the answer are correct.").waitFor();
  await openSettings(again);
  assert.equal(await again.getByRole("textbox", { name: "Procedure" }).inputValue(), await field.inputValue());
  await again.getByRole("button", { name: "Back to a generated procedure" }).click();
  await headline(again).getByText("25 steps").waitFor();
});
