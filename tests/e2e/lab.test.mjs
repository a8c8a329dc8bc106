// The Lab: the small model runs in the page, gives the same result for the same link every time,
// and shows what it drew on.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { noBarriers } from "./barriers.mjs";
import { journey } from "./harness.mjs";
import { saved, waitForTranscript } from "./lab.mjs";
import { serve } from "./site.mjs";

// An item whose transcript has an error that StepFlow corrects.
const MENDED = "#/lab?v=2&model=short.1&steps=16&seed=24";
// An item whose transcript has an error.
const BREAKS = "#/lab?v=2&model=short.1&steps=25&seed=7";
const heading = (page) => page.getByRole("heading", { level: 1 });
const traces = (page) => page.locator(".lab-lines");
const advanced = (page) => page.getByText("Advanced", { exact: true }).click();
const text = async (page) => (await traces(page).allInnerTexts()).join("\n");

journey("a shared link gives the identical transcript every time", async ({ open }) => {
  const results = [];
  for (let time = 0; time < 3; time += 1) {
    const page = await open(BREAKS, { entropy: 7 + time });
    await waitForTranscript(page);
    const map = await page.locator(".lab-map-picture svg").innerHTML();
    results.push([await heading(page).innerText(), await text(page), createHash("sha256").update(map).digest("hex")]);
    await page.close();
  }
  assert.match(results[0][0], /^\d+ steps correct\. At S\d+ it /);
  assert.ok(results[0][1].split("\n").length >= 20);
  assert.deepEqual(results[1], results[0]);
  assert.deepEqual(results[2], results[0]);
});

journey("a step is selected in map, trace or by keyboard, and stored in the link", async ({ open }) => {
  // The first error is at S8.
  const page = await open(BREAKS);
  await waitForTranscript(page);
  await page.locator('.lab-lines button[data-step="7"]').click();
  await page.getByRole("heading", { name: "What the step drew on · S7" }).waitFor();
  assert.match(page.url(), /&step=7/);
  await page.locator(".lab-arc.is-needed").nth(1).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Next step" }).press("Enter");
  await page.getByRole("heading", { name: "What the step drew on · S8" }).waitFor();
  await page.locator('.lab-map-row[data-step="12"]').click();
  await page.getByRole("heading", { name: "What the step drew on · S12" }).waitFor();
  // After the first error a line may be about another step, so no operand is marked as needed.
  assert.equal(await page.locator(".lab-arc.is-needed").count(), 0);
  const shared = await open(new URL(page.url()).hash);
  await shared.getByRole("heading", { name: "What the step drew on · S12" }).waitFor();
  // A second press clears the choice.
  await page.locator('.lab-map-row[data-step="12"]').click();
  await page.getByText("Choose a step in a map or in a trace.").waitFor();
});

journey("StepFlow changes map, trace and verdict of the same item together", async ({ open }) => {
  const page = await open(MENDED, { viewport: { width: 1280, height: 800 } });
  await waitForTranscript(page);
  assert.equal(await heading(page).innerText(), "14 steps correct. At S17 it carries out the next line, S18, instead.");
  // The row of the error is visible without scrolling.
  assert.ok(await page.locator('.lab-map-row[data-step="17"]').evaluate((row) => row.getBoundingClientRect().bottom <= 800));
  assert.equal(await traces(page).count(), 1);
  await page.getByRole("switch", { name: "StepFlow" }).click();
  await page.getByRole("heading", { name: "With StepFlow", exact: true }).first().waitFor();
  await waitForTranscript(page);
  assert.equal(await traces(page).count(), 2);
  assert.equal(await page.locator(".lab-map").count(), 2);
  assert.match(page.url(), /flow=bridge:0\.3:1/);
  await page.getByRole("heading", { name: "With StepFlow: all 16 steps follow the procedure. As trained: at S17 it carries out the next line, S18, instead." }).waitFor();
  // The map of changes is shown first. A sentence names the largest change.
  await page.getByText(/^Largest change: [+−].*points in the row of S\d+, /).waitFor();
  assert.ok((await page.locator(".lab-map .cell.is-less").count()) > 4);
  await page.getByRole("button", { name: "Show the whole map" }).click();
  await page.getByRole("button", { name: "Show the change" }).waitFor();
  await advanced(page);
  const strength = page.getByLabel("Strength").first();
  await strength.fill("7");
  await page.locator(".lab-field .hint.is-wrong").getByText("0 to 1").waitFor();
  await strength.fill("0.15");
  await page.waitForFunction(() => location.hash.includes("bridge:0.15:1"));
  await page.getByRole("heading", { name: /^Both break at S17: it carries out the next line, S18, instead\.$/ }).waitFor();
  await strength.fill("0.3");
  await page.getByRole("heading", { name: /^With StepFlow: all 16 steps / }).waitFor();
  const [left, right] = await page.locator(".lab-map-picture svg").evaluateAll((all) => all.map((svg) => svg.innerHTML));
  assert.ok(left !== right);
  const lines = await traces(page).evaluateAll((all) => all.map((list) => list.innerText));
  assert.ok(lines[0] !== lines[1]);
  await page.getByRole("switch", { name: "StepFlow" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lab-map").length === 1);
});

journey("settings change the transcript, and numbers out of range are reported", async ({ open }) => {
  const page = await open(BREAKS);
  await waitForTranscript(page);
  const steps = page.locator(".is-lab").getByRole("textbox", { name: "Steps" });
  await steps.fill("8");
  await page.getByRole("heading", { name: "All 8 steps follow the procedure." }).waitFor();
  assert.match(page.url(), /steps=8/);
  await steps.fill("300");
  await page.getByText("1 to 126", { exact: true }).waitFor();
  assert.match(page.url(), /steps=8/);
  await page.locator(".is-lab").getByRole("button", { name: "New procedure" }).click();
  await page.waitForFunction(() => !location.hash.includes("seed=7&") && !location.hash.endsWith("seed=7"));
  const link = page.getByRole("link", { name: "This item in Play" });
  // The link contains the answer of the small model.
  await waitForTranscript(page);
  await page.waitForFunction(() => /^#\/play\?v=2&steps=8&numbers=mod31&seed=\d+&source=specimen:short&t=./.test([...document.querySelectorAll("a")].find((one) => one.textContent === "This item in Play").getAttribute("href")));
  await link.scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => scrollY);
  assert.ok(at > 0);
  await link.click();
  await page.locator(".page:not([hidden]) .transcript").first().waitFor();
  // The other page is opened at its top.
  assert.equal(await page.evaluate(() => scrollY), 0);
  // Back restores the position of the visitor.
  await page.goBack();
  await page.waitForFunction((at) => scrollY === at, at);
});

// Lets a test count the pending timers of the page that have a given delay.
const countTimers = (context) =>
  context.addInitScript(() => {
    const timers = new Map();
    const { setTimeout, clearTimeout } = globalThis;
    globalThis.setTimeout = (act, wait, ...rest) => {
      const id = setTimeout(() => (timers.delete(id), act(...rest)), wait);
      timers.set(id, wait);
      return id;
    };
    globalThis.clearTimeout = (id) => (timers.delete(id), clearTimeout(id));
    globalThis.timersOf = (wait) => [...timers.values()].filter((one) => one === wait).length;
  });
// The delay after which typed input is applied, and that between two tokens of a playback, in
// milliseconds.
const [TYPING, PACE] = [250, 70];

journey("pending input of two fields is applied before a button press", async ({ open }) => {
  const page = await open(BREAKS, { prepare: countTimers });
  await waitForTranscript(page);
  const field = (name) => page.locator(".is-lab").getByRole("textbox", { name });
  await advanced(page);
  await field("Steps").fill("20");
  await field("Seed").fill("5");
  await page.waitForFunction(() => /&steps=20&seed=5$/.test(location.hash));
  await field("Steps").fill("30");
  await page.getByRole("button", { name: "Short against long training, 40 steps" }).click();
  await page.waitForFunction(() => /&against=long&steps=40&seed=1$/.test(location.hash));
  // No typed change is still pending.
  assert.equal(await page.evaluate((wait) => globalThis.timersOf(wait), TYPING), 0);
  assert.equal(await field("Steps").inputValue(), "40");
  // Back returns to the state with the typed values.
  await page.goBack();
  await page.waitForFunction(() => /&steps=30&seed=5$/.test(location.hash));
  await page.waitForFunction((steps) => steps.value === "30", await field("Steps").elementHandle());
});

journey("a procedure of one step is described in the singular", async ({ open }) => {
  const page = await open("#/lab?v=2&steps=1&seed=1");
  await page.getByRole("heading", { name: "The one step follows the procedure." }).waitFor();
});

journey("the message of an error names the sign marked in its line", async ({ open }) => {
  const page = await open("#/lab?v=2&steps=60&seed=5&flow=bridge:1:1-4");
  await waitForTranscript(page);
  const faults = await page.locator(".lab-line:has(em)").evaluateAll((lines) =>
    lines.map((line) => [line.querySelector("em").textContent, line.querySelector(".is-wrong")?.textContent]),
  );
  assert.ok(faults.length > 10);
  for (const [message, marked] of faults) {
    const sign = { "-": "−", "*": "×" }[marked] ?? marked;
    // If the line carries out another step, the message names that step and no sign.
    if (marked && !/after the last step|carries out/.test(message)) assert.ok(message.includes(` ${sign} `), `${message}: ${marked}`);
    assert.doesNotMatch(message, /takes [+−×]|[-*]/);
  }
});

journey("a preset that StepFlow repairs is marked as selected and links to tables", async ({ open }) => {
  const page = await open("#/lab");
  await waitForTranscript(page);
  assert.equal(await page.getByText("This item was chosen").count(), 0);
  await page.getByRole("button", { name: "The same, with StepFlow" }).click();
  await page.getByText("Over many items, the bridge makes no clear difference").waitFor();
  await page.getByText(/^Where the line of S17 broke, S12 had a probability of 46\s% as trained and 60\s% with StepFlow\./).waitFor();
  await page.getByRole("button", { name: "See the tables" }).click();
  await page.waitForFunction(() => document.activeElement.classList.contains("lab-results"));
  assert.match(page.url(), /#\/lab\?/);
  // The settings that did best are bold, as the sentence above the table explains.
  assert.ok((await page.locator(".lab-results td b").count()) >= 5);
  await page.getByText("Areas by layer").click();
  await page.getByRole("region", { name: /Does saliency point to what a step needs\?, 2$/ }).waitFor();
});

journey("token playback uses one timer after repeated presses and shows its step", async ({ open }) => {
  const page = await open("#/lab?v=2&model=short.1&steps=60&seed=2", { prepare: countTimers });
  await waitForTranscript(page);
  const button = page.getByRole("button", { name: /^(Token by token|All at once)$/ });
  for (let press = 0; press < 9; press += 1) await button.click();
  await page.getByRole("heading", { name: /^Writing the line of S\d+, step \d+ of \d+\.$/ }).waitFor();
  assert.match(await page.locator(".lab-controls b.number").innerText(), /^S\d+ of S62$/);
  const now = () => page.evaluate(() => [...document.querySelectorAll(".lab-tokens > span")].findIndex((token) => token.classList.contains("is-now")));
  await page.locator(".lab-tokens .is-now").waitFor();
  const first = await now();
  await page.waitForFunction((first) => [...document.querySelectorAll(".lab-tokens > span")].findIndex((token) => token.classList.contains("is-now")) > first, first);
  // A single timer shows the next token, even after several presses of the button.
  assert.equal(await page.evaluate((wait) => globalThis.timersOf(wait), PACE), 1);
});

journey("token playback can be ended, and yields the same text", async ({ open }) => {
  // The playback is longer than the test, so that the test cannot miss its end.
  const page = await open("#/lab?v=2&model=short.1&steps=60&seed=2");
  await waitForTranscript(page);
  const whole = await text(page);
  await page.getByRole("button", { name: "Token by token" }).click();
  await page.locator(".lab-tokens .is-now").waitFor();
  assert.ok((await page.locator(".lab-line:not([hidden])").count()) < (await page.locator(".lab-line").count()));
  await page.getByRole("button", { name: "All at once" }).click();
  await page.waitForFunction(() => !document.querySelector(".lab-line[hidden]"));
  assert.equal(await text(page), whole);
});

journey("a stopped curve resumes and runs only its missing items", async ({ open }) => {
  const page = await open("#/lab?v=2&model=short.1&steps=5&seed=3");
  await waitForTranscript(page);
  await page.getByRole("button", { name: "Run 20 of each length" }).click();
  await page.getByRole("heading", { name: "Answers correct, by number of steps" }).waitFor();
  const progress = page.getByText(/^\d+ of 200 items$/);
  const done = async () => Number.parseInt(await progress.innerText(), 10);
  const missing = page.getByRole("button", { name: /^Run the \d+ missing items$/ });
  const left = async () => Number((await missing.innerText()).match(/\d+/)[0]);
  const stop = page.getByRole("button", { name: "Stop" });
  await page.getByText(/^[1-9]\d* of 200 items$/).waitFor();
  await stop.click();
  const [first, before] = [await left(), await done()];
  assert.equal(first + before, 200);
  await missing.click();
  await progress.filter({ hasNotText: new RegExp(`^(${before}|0) of`) }).waitFor();
  await stop.click();
  assert.ok((await left()) < first);
  assert.equal((await left()) + (await done()), 200);
  const table = await saved(page, "CSV");
  assert.equal(table.name, "stepfall-specimen.csv");
  assert.match(table.content.toString(), /^model,steps,items,answers correct/);
  const drawing = (await saved(page, "SVG")).content.toString();
  assert.match(drawing, /^<svg/);
  assert.ok(drawing.includes("#/lab?v=2&amp;model=short.1&amp;steps=5&amp;seed=3"), drawing.slice(-600));
  const dots = (await saved(page, "PNG")).content;
  assert.equal(dots.subarray(1, 4).toString(), "PNG");
});

journey("without one model's weights the other one is shown, with a retry", async ({ open, expectProblem }) => {
  let broken = true;
  const prepare = (context) =>
    context.route(/long-[0-9a-f]+\.safetensors$/, (route) => (broken ? route.fulfill({ status: 404 }) : route.continue()));
  const page = await open("#/lab?v=2&model=short.1&against=long&steps=6&seed=3", { prepare });
  await page.getByRole("heading", { name: "Trained on up to 12 steps: all 6 steps follow the procedure." }).waitFor();
  await page.getByRole("alert").getByText(/the server says 404/).waitFor();
  await page.getByRole("button", { name: "Run 20 of each length" }).click();
  await page.locator(".lab-problem").getByText(/the server says 404/).waitFor();
  await page.getByText("0 of 400 items").waitFor();
  broken = false;
  await page.getByRole("button", { name: "Run 20 of each length" }).click();
  await page.getByText(/^[1-9]\d* of 400 items$/).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  expectProblem(/404/);
});

journey("invalid parts of a Lab link are reported, and the rest is applied", async ({ open }) => {
  const page = await open("#/lab?v=2&model=short.9&steps=9&seed=3&flow=wormhole&layer=8");
  const notices = page.getByRole("region", { name: /could not be read/ });
  await notices.waitFor();
  for (const message of [/version 9 of the small model/, /“wormhole”/, /no layer “8”/]) {
    await notices.getByText(message).waitFor();
  }
  await page.getByRole("heading", { name: "All 9 steps follow the procedure." }).waitFor();
});

for (const [what, alter, message] of [
  ["cut", (bytes) => bytes.subarray(0, bytes.length / 2), /The weights were cut at \d+ of \d+ bytes/],
  ["altered", (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1) ^ 1])]), /not the ones that were published/],
]) {
  journey(`${what} weights are refused, and nothing else breaks`, async ({ open }) => {
    let broken = true;
    const site = await serve({
      alter: (name, bytes) => (broken && name.endsWith(".safetensors") ? alter(bytes) : bytes),
    });
    try {
      const page = await open("#/lab?v=2&steps=6&seed=3", { address: site.address });
      await page.getByRole("alert").getByText(message).waitFor();
      broken = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "All 6 steps follow the procedure." }).waitFor();
      await page.getByRole("link", { name: "Play", exact: true }).click();
      await page.locator(".is-play:not([hidden]), .page:not([hidden]) .pair").first().waitFor();
      assert.match(page.url(), /#\/play/);
      await page.context().close();
    } finally {
      await site.close();
    }
  });
}

journey("an altered module of the Lab is refused, and nothing else breaks", async ({ open, problems }) => {
  let broken = true;
  // The added empty section has no effect, so only the digest reveals it.
  const alter = (name, bytes) => (broken && name.startsWith("stepfall-lab-") ? Buffer.concat([bytes, Buffer.from([0, 1, 0])]) : bytes);
  const site = await serve({ alter });
  try {
    const page = await open("#/lab?v=2&steps=6&seed=3", { address: site.address });
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    await page.getByRole("link", { name: "Learn", exact: true }).click();
    await page.getByRole("button", { name: "Fill in the correct values" }).click();
    await page.locator(".learn-verdict").getByText("Correct").waitFor();
    await page.context().close();
    problems.length = 0; // The refusal causes further errors, which are expected.
  } finally {
    broken = false;
    await site.close();
  }
});

journey("missing SIMD support is reported", async ({ open }) => {
  const prepare = (context) =>
    context.route(/\/lab-[0-9a-f]+\.js$/, async (route) => {
      const reply = await route.fetch();
      const body = "WebAssembly.validate = () => false;" + (await reply.text());
      await route.fulfill({ response: reply, body });
    });
  const page = await open("#/lab?v=2&steps=6&seed=3", { prepare });
  await page.getByRole("alert").getByText(/no SIMD in WebAssembly/).waitFor();
});

journey("too little memory for the small model is reported, and Play still opens", async ({ open }) => {
  // The message is Chromium's own.
  const failing = `for (const name of ["instantiate", "instantiateStreaming"]) {
    WebAssembly[name] = () => Promise.reject(new RangeError("WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance"));
  }`;
  const prepare = (context) =>
    context.route(/\/lab-[0-9a-f]+\.js$/, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: failing + (await reply.text()) });
    });
  const page = await open("#/lab?v=2&steps=6&seed=3", { prepare });
  await page.getByRole("alert").getByText(/too little memory for the small model/).waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await page.locator(".is-play:not([hidden]), .page:not([hidden]) .pair").first().waitFor();
});

journey("no part of the Lab is loaded before the Lab is opened", async ({ open }) => {
  const asked = [];
  let idle;
  // The worker is the last file that a page fetches unasked.
  const fetched = new Promise((resolve) => (idle = resolve));
  const prepare = (context) =>
    context.on("requestfinished", (request) => {
      asked.push(request.url());
      if (/stepfall-worker-.*\.wasm$/.test(request.url())) idle();
    });
  const page = await open("", { prepare });
  await fetched;
  assert.ok(!asked.some((url) => /lab-|safetensors/.test(url)), asked.join("\n"));
  await page.getByRole("link", { name: "Lab", exact: true }).click();
  await waitForTranscript(page);
  assert.equal(asked.filter((url) => url.endsWith(".safetensors")).length, 1);
});

journey("no barriers in the Lab, in a wide window and a narrow one", async ({ open }) => {
  const page = await open(BREAKS + "&flow=bridge&step=12", { viewport: { width: 1280, height: 800 }, bypassCSP: true });
  await waitForTranscript(page);
  await advanced(page);
  await noBarriers(page, "Lab, 1280 px");
  await page.setViewportSize({ width: 320, height: 700 });
  await noBarriers(page, "Lab, 320 px");
});
