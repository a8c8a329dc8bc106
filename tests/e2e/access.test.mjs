// Runs the journeys of docs/accessibility.md under the same names: each page by keys alone, with
// the announcements on the way. Then checks all pages: landmarks, focus, motion, forced colours,
// zoom, narrow windows, figures, and keys without a function.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { noBarriers } from "./barriers.mjs";
import { QUICK, answered, lines, suite } from "./batching.mjs";
import { startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { hasFocus, listen, stops, tabTo, takeAnnouncements, waitForAnnouncement } from "./hearing.mjs";
import { SIMULATED } from "./simulated.mjs";
import { STATES } from "./states.mjs";
import { sentence } from "./sweep-page.mjs";

const SEED = "#/play?v=2&seed=42";
const SMALL = "#/sweep?v=2&seed=7&steps=5,25&items=10&model=simulated:mixed:100&model=simulated:wrong-operand:50";
const WRONG = "S3 = S1 + S2 = -471 + (-214) = -685\nS4 = S3 / 5 = -685 / 5 = -137\nAnswer: 7";

let faults;

before(async () => {
  faults = await startFaults();
});

after(() => faults?.close());

const button = (page, name) => page.getByRole("button", { name, exact: true });
const headline = (page) => page.getByRole("heading", { level: 1 });
const press = (page, ...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
// Moves the focus to an element with Tab, and presses Enter.
const enter = async (page, locator) => {
  await tabTo(page, locator);
  await press(page, "Enter");
};
// Presses Enter on a control that asks for files. The empty `evaluate` ensures that the browser
// already intercepts the file chooser.
const filesAsked = async (page) => {
  const asked = page.waitForEvent("filechooser");
  await page.evaluate(() => {});
  await press(page, "Enter");
  return asked;
};
const finished = async (page) => {
  await button(page, "Start").and(page.locator(":enabled")).press("Enter");
  await sentence(page).getByText("All 40 answered").waitFor();
  await page.locator("[data-thumbnail]").nth(3).waitFor({ state: "attached" });
};

// ---- The journeys of docs/accessibility.md.

journey("Play: an answer is entered, announced and stepped through by keyboard", async ({ open }) => {
  const page = await open(SEED, { prepare: listen });
  await press(page, "Tab");
  assert.ok(await hasFocus(button(page, "Skip to the content")));
  await press(page, "Enter");
  assert.ok(await hasFocus(page.getByRole("main")));
  await press(page, "Tab");
  assert.ok(await hasFocus(button(page, "Copy prompt")), "the first stop of the main part");
  const answer = page.getByLabel("What the model wrote");
  await tabTo(page, answer);
  await takeAnnouncements(page);
  await page.keyboard.insertText(WRONG);
  await waitForAnnouncement(page, /The final answer is incorrect/);
  await tabTo(page, page.getByRole("slider", { name: "Step", exact: true }));
  await press(page, "Home");
  const slider = page.getByRole("slider", { name: "Step", exact: true });
  const first = await slider.getAttribute("aria-valuetext");
  await press(page, "ArrowRight", "ArrowRight");
  assert.notEqual(await slider.getAttribute("aria-valuetext"), first);
  assert.match(await slider.getAttribute("aria-valuetext"), /^S3 = /);
  await tabTo(page, page.getByRole("group", { name: "Step by step" }));
  assert.ok((await page.getByRole("rowheader", { name: /S3\s*, correct/ }).count()) > 0, "a row says in words what its sign says");
});

journey("Play: a verdict is announced after a pause in typing, not per key", async ({ open }) => {
  const page = await open(SEED, { prepare: listen });
  await page.getByLabel("What the model wrote").focus();
  await takeAnnouncements(page);
  await page.keyboard.type(WRONG, { delay: 15 });
  // The verdict may come after the last key. So the last announcement is compared with the headline
  // at the same moment.
  await headline(page).getByText("The final answer is incorrect").waitFor();
  await page.waitForFunction(() => globalThis.heard.at(-1) === document.querySelector("h1").innerText);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 4, announcements.join("\n"));
});

journey("Model panel: a model is asked by keyboard, and its answer is announced", async ({ open }) => {
  const page = await open("#/play?v=2&steps=25&seed=7", { origins: [faults.origin], prepare: listen });
  const opener = button(page, "Ask a model");
  await enter(page, opener);
  assert.equal(await opener.getAttribute("aria-expanded"), "true");
  const panel = page.getByRole("region", { name: "Ask a model" });
  await panel.getByLabel("Provider").locator('option[value="compatible"]').waitFor({ state: "attached" });
  await tabTo(page, panel.getByLabel("Provider"));
  await panel.getByLabel("Provider").selectOption("compatible");
  await tabTo(page, panel.getByLabel("Address"));
  await page.keyboard.insertText(faults.base("compatible"));
  await tabTo(page, panel.getByLabel("Key", { exact: true }));
  await page.keyboard.insertText("fault-key");
  await tabTo(page, panel.getByLabel("Model", { exact: true }));
  await page.keyboard.insertText("slow");
  await takeAnnouncements(page);
  await enter(page, panel.getByRole("button", { name: "Ask", exact: true }));
  await waitForAnnouncement(page, /Answered in/);
  await waitForAnnouncement(page, /All 25 steps and the answer are correct/);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 12, `${announcements.length} times while it is written:\n${announcements.join("\n")}`);
  // The form closes, so that the verdict is visible, and the focus moves to the answer.
  await panel.waitFor({ state: "detached" });
  assert.equal(await opener.getAttribute("aria-expanded"), "false");
  await page.waitForFunction(() => document.activeElement.matches(".transcript"));
  await enter(page, opener);
  await panel.waitFor();
  await press(page, "Escape");
  await panel.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement.textContent === "Ask a model");
});

journey("Sweep: a run is started, announced and explored by keyboard", async ({ open }) => {
  const page = await open(SMALL, { prepare: listen });
  await button(page, "Start").and(page.locator(":enabled")).waitFor();
  await takeAnnouncements(page);
  await enter(page, button(page, "Start"));
  await waitForAnnouncement(page, /All 40 answered/);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 3, announcements.join("\n"));
  const figures = page.getByRole("navigation", { name: "Figures of this run" });
  await enter(page, figures.getByRole("button", { name: "Failure modes by number of steps" }));
  const figure = page.getByRole("region", { name: "Failure modes by number of steps", exact: true });
  await figure.waitFor();
  assert.equal(await figures.getByRole("button", { name: "Failure modes by number of steps" }).getAttribute("aria-current"), "true");
  const mark = figure.locator("svg [role=button]").first();
  await tabTo(page, mark);
  assert.match(await mark.getAttribute("aria-label"), /\d+ steps: .*\d/);
  await enter(page, figure.getByText("Table", { exact: true }));
  await tabTo(page, figure.getByRole("region", { name: "Table: Failure modes by number of steps" }));
  await figure.getByRole("row").nth(2).waitFor();
  await enter(page, page.getByRole("button", { name: /^✕ simulated mixed/ }).first());
  await page.locator(".is-play:not([hidden]) h1").waitFor();
  assert.match(page.url(), /#\/play\?v=2/);
  await page.goBack();
  await page.waitForFunction(() => document.activeElement.matches(".list-row"));
});

journey("Sweep: Remove and Delete buttons are grouped by model or run name", async ({ open }) => {
  const page = await open(SMALL);
  const models = await page.locator(".target-name").allInnerTexts();
  assert.equal(models.length, 2);
  for (const name of models) await page.getByRole("group", { name, exact: true }).getByRole("button", { name: "Remove" }).waitFor();
  await finished(page);
  const called = page.locator(".history .history-name");
  const name = await called.getAttribute("placeholder");
  await page.getByRole("group", { name, exact: true }).getByRole("button", { name: "Delete" }).waitFor();
  await called.fill("The first one");
  await called.press("Tab");
  await page.getByRole("group", { name: "The first one", exact: true }).getByRole("button", { name: "Delete" }).waitFor();
});

journey("Batch: results are graded, announced and opened by keyboard", async ({ open }) => {
  const page = await open(QUICK, { prepare: listen });
  await tabTo(page, page.getByRole("radio", { name: /^Quick look/ }));
  await press(page, "ArrowDown");
  assert.ok(await page.getByRole("radio", { name: /^Collapse/ }).isChecked());
  await press(page, "ArrowUp");
  const { questions } = await suite(page);
  const chooser = button(page, "Choose files");
  await tabTo(page, chooser);
  await takeAnnouncements(page);
  const opened = await filesAsked(page);
  await opened.setFiles([{ name: "results.jsonl", mimeType: "text/plain", buffer: Buffer.from(lines(answered(questions))) }]);
  await waitForAnnouncement(page, /✓ 100 graded/);
  await waitForAnnouncement(page, /could not be scored/);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 8, announcements.join("\n"));
  await enter(page, button(page, "List: Incorrect"));
  await enter(page, page.locator(".batch-responses .list-row").first());
  await page.locator(".is-play:not([hidden]) h1").waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.activeElement.matches(".batch-responses .list-row"));
});

journey("Batch: a large file is announced when it is graded, not continuously", async ({ open }) => {
  const page = await open(QUICK, { prepare: listen });
  const { questions } = await suite(page);
  const many = Array.from({ length: 200 }, (_, at) => lines(answered(questions, `model-${at}`))).join("\n");
  await takeAnnouncements(page);
  await button(page, "Choose files").focus();
  const opened = await filesAsked(page);
  await opened.setFiles([{ name: "many.jsonl", mimeType: "text/plain", buffer: Buffer.from(many) }]);
  await waitForAnnouncement(page, /^✓ .* were there before$/);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 8, `${announcements.length} times:\n${announcements.join("\n")}`);
});

journey("Batch: Tab and Shift+Tab visit the rows of a long list in order", async ({ open }) => {
  const [fragment, reach] = STATES["batch-done"];
  const page = await open(fragment);
  await reach(page);
  const at = () => page.evaluate(() => Number(document.activeElement.dataset.response ?? -1));
  await page.locator(".batch-responses .list-row").first().focus();
  for (const [key, rows] of [["Tab", Array.from({ length: 99 }, (_, row) => row + 1)], ["Shift+Tab", Array.from({ length: 99 }, (_, row) => 98 - row)]]) {
    for (const row of rows) {
      await press(page, key);
      assert.equal(await at(), row, `${key} to row ${row}`);
    }
  }
});

journey("Lab: a set-up is changed, a step is opened, and the result is announced", async ({ open }) => {
  const page = await open("#/lab", { prepare: listen });
  await page.locator(".lab-head h1:not(.is-waiting)").waitFor();
  const finding = await headline(page).innerText();
  await takeAnnouncements(page);
  const flow = page.getByRole("switch", { name: "StepFlow" });
  await tabTo(page, flow);
  await press(page, "Space");
  await page.waitForFunction((was) => !["", was].includes(document.querySelector(".lab-head h1:not(.is-waiting)")?.innerText ?? ""), finding);
  assert.equal(await flow.getAttribute("aria-checked"), "true");
  await waitForAnnouncement(page, /steps|S\d+/);
  const announcements = await takeAnnouncements(page);
  assert.ok(announcements.length <= 4, announcements.join("\n"));
  await enter(page, page.locator("summary", { hasText: "Advanced" }));
  await tabTo(page, page.getByRole("radio", { name: "saliency" }));
  await press(page, "ArrowRight");
  assert.ok(await page.getByRole("radio", { name: "attention" }).isChecked());
  const step = page.getByRole("heading", { name: /^What the step drew on/ });
  const before = await step.innerText();
  await enter(page, button(page, "Next step"));
  await page.waitForFunction((before) => document.querySelector(".lab-detail h2").innerText !== before, before);
  for (const name of [/^Map: what each step drew on/, /^Arcs: what this step drew on/]) assert.ok((await page.getByRole("img", { name }).count()) > 0);
  assert.ok((await page.locator(".lab-detail table tbody tr").count()) > 3, "the step in numbers");
});

journey("Learn: a chapter is opened, its slider moved, and the result is announced", async ({ open }) => {
  const page = await open("#/learn", { prepare: listen });
  await enter(page, page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: /The collapse/ }));
  await headline(page).and(page.getByText("The collapse")).waitFor();
  await page.waitForFunction(() => document.activeElement.matches(".learn-story"));
  assert.equal(await page.title(), "The collapse · Learn – Stepfall");
  const slider = page.getByRole("slider", { name: "Look at" });
  await tabTo(page, slider);
  await takeAnnouncements(page);
  await press(page, "ArrowRight");
  await waitForAnnouncement(page, /After 26 steps/);
  assert.equal(await slider.getAttribute("aria-valuetext"), "26 steps");
  assert.ok((await takeAnnouncements(page)).length <= 3);
  await enter(page, page.getByText("The same in numbers"));
  assert.equal(await page.getByRole("table", { name: "The same in numbers" }).getByRole("row").count(), 11);
});

journey("About: sections have headings, and the glossary is a list of terms", async ({ open }) => {
  const page = await open("#/about");
  assert.deepEqual(await page.getByRole("heading", { level: 2 }).allInnerTexts(), ["How the grader works", "Words", "Keyboard", "Cite"]);
  assert.ok((await page.getByRole("term").count()) >= 10);
  await press(page, "Tab", "Enter");
  assert.ok(await hasFocus(page.getByRole("main")));
  await press(page, "Tab");
  assert.ok(await hasFocus(page.getByRole("link", { name: "Read the study." })));
  await tabTo(page, button(page, "Copy BibTeX"));
});

journey("Share: the panel follows its button in tab order and returns the focus", async ({ open, leave }) => {
  for (const place of [SEED, SMALL, QUICK, "#/lab", "#/learn"]) {
    const page = await open(place, { permissions: ["clipboard-read", "clipboard-write"], prepare: listen });
    const opener = page.getByRole("banner").getByRole("button", { name: "Share", exact: true });
    await enter(page, opener);
    const panel = page.getByRole("group", { name: "Share", exact: true });
    // The panel may first show that its content is loading.
    await panel.getByRole("textbox", { name: "Link" }).waitFor();
    assert.doesNotMatch(await panel.innerText(), /\(\)/, place);
    assert.equal(await opener.getAttribute("aria-expanded"), "true", place);
    await press(page, "Tab");
    assert.ok(await panel.evaluate((panel) => panel.contains(document.activeElement)), `${place}: the next stop is in the panel`);
    assert.ok(await hasFocus(panel.getByRole("textbox", { name: "Link" })), place);
    await press(page, "Escape");
    await panel.waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement.textContent === "Share");
    await press(page, "Enter");
    await enter(page, panel.getByRole("button", { name: "Close", exact: true }));
    await page.waitForFunction(() => document.activeElement.textContent === "Share");
    await leave(page);
  }
});

journey("Settings: the sheet traps and returns focus, and respects reduced motion", async ({ open }) => {
  const page = await open(SEED, { reducedMotion: "reduce", viewport: { width: 390, height: 700 } });
  const opener = button(page, "Settings");
  await enter(page, opener);
  const sheet = page.getByRole("complementary", { name: "Settings" });
  await sheet.waitFor();
  await page.locator(".settings-body").waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "the sheet does not move");
  await page.waitForFunction(() => document.querySelector(".settings").contains(document.activeElement));
  const all = await stops(page);
  assert.ok(all.length > 5);
  const below = await page.evaluate(() => globalThis.stopped.filter((one) => !one.closest(".settings")).map((one) => one.outerHTML.slice(0, 90)));
  assert.deepEqual(below, [], "what lies below is out of reach");
  await press(page, "Escape");
  await sheet.waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement.textContent === "Settings");
});

journey("Framed verdict: its steps are reached by keyboard", async ({ open }) => {
  const [fragment, reach] = STATES["embed-verdict"];
  const page = await open(fragment);
  await reach(page);
  const slider = page.getByRole("slider", { name: "Step", exact: true });
  await tabTo(page, slider);
  await press(page, "ArrowRight");
  assert.match(await slider.getAttribute("aria-valuetext"), /^S\d+ = /);
  await tabTo(page, page.getByRole("link", { name: "Open in Stepfall" }));
  const all = await stops(page);
  assert.ok(all.length >= 4 && all.length <= 6, all.map(({ what }) => what).join("\n"));
});

// ---- Every page: its address, a function that waits until it is ready, and its title.

const waits = (selector) => (page) => page.locator(selector).first().waitFor();
const PLACES = {
  Play: ["", waits(".arcs-picture"), /^4 steps, seed 1 · Stepfall$/],
  "Sweep, its set-up": ["#/sweep", waits(".setup-facts"), /^Sweep · Stepfall$/],
  "Sweep, a run": [SMALL, finished, /^Sweep · Stepfall$/],
  Results: [...STATES.results, /^Results – Stepfall$/],
  "Batch, empty": ["#/batch", STATES["batch-empty"][1], /^Batch · Stepfall$/],
  "Batch, graded": [...STATES["batch-done"], /^Batch · Stepfall$/],
  Lab: ["#/lab", waits(".lab-head h1:not(.is-waiting)"), /^Lab · Stepfall$/],
  "Learn, a procedure": ["#/learn", waits(".learn-steps"), /^What following a procedure means · Learn – Stepfall$/],
  "Learn, the collapse": ["#/learn?v=2&chapter=collapse", waits(".learn-sentence:not(:empty)"), /^The collapse · Learn – Stepfall$/],
  "Learn, a right answer": ["#/learn?v=2&chapter=right-answer", waits(".learn-match.is-right"), /^A correct answer, a wrong procedure · Learn – Stepfall$/],
  "Learn, six answers": ["#/learn?v=2&chapter=instrument", waits(".learn-match.is-wrong"), /^Did the solver fail, or the test\? · Learn – Stepfall$/],
  "Learn, what helps": ["#/learn?v=2&chapter=remedies", waits(".sample svg"), /^What helps, and what only seems to · Learn – Stepfall$/],
  "Learn, the field guide": [...STATES.guide, /^Field guide/],
  "Learn, a failure mode": [...STATES["guide-mode"], /^Wrong operand · Field guide – Stepfall$/],
  "Learn, a status of a step": [...STATES["guide-step"], /· Field guide – Stepfall$/],
  About: ["#/about", waits(".is-about h1"), /^About Stepfall – Stepfall$/],
  "A framed verdict": [...STATES["embed-verdict"], /^8 steps, seed 42 · Stepfall$/],
  "A framed figure": [...STATES["embed-figure"], /Stepfall$/],
  "A framed map": ["#/embed/lab?v=2", waits(".lab-head h1:not(.is-waiting)"), /Stepfall$/],
  "A framed chapter": ["#/embed/learn?v=2&chapter=operand", waits(".learn-sentence:not(:empty)"), /Stepfall$/],
};
const isFramed = (name) => name.startsWith("A framed");

// Checks that a page has one of each landmark (in frames only `main`), a title, a language, and a name for every picture.
// Hidden pictures need no name: text next to them has the same content.
const named = async (page, name, title) => {
  assert.match(await page.title(), title, name);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, name);
  assert.equal(await page.getByRole("main").count(), 1, name);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  if (!isFramed(name)) {
    assert.equal(await page.getByRole("banner").count(), 1, name);
    assert.equal(await page.getByRole("contentinfo").count(), 1, name);
    const here = page.getByRole("navigation", { name: "Pages" }).locator("[aria-current]");
    assert.deepEqual(await here.allInnerTexts(), [name.split(",")[0]], name);
  }
  const nameless = await page.evaluate(() => [...document.querySelectorAll("main svg")]
    .filter((one) => one.checkVisibility() && !one.closest("[aria-hidden=true], [role=scrollbar]") && !one.getAttribute("aria-label"))
    .map((one) => one.outerHTML.slice(0, 120)));
  assert.deepEqual(nameless, [], name);
};

// Waits until a frame changes nothing. A long picture is drawn in parts, one per frame.
const drawn = (page) => page.evaluate(async () => {
  const content = () => document.body.innerHTML;
  for (let before; before !== content();) {
    before = content();
    await new Promise(requestAnimationFrame);
  }
});

// Checks that single-character keys change nothing outside a field.
const keyless = async (page, name) => {
  await page.evaluate(() => document.activeElement.blur());
  await drawn(page);
  // Announcements are excluded, because they come after a delay.
  const state = () => page.evaluate(() => {
    const main = [...document.querySelectorAll("main")].find((one) => one.checkVisibility()).cloneNode(true);
    for (const region of main.querySelectorAll("[role=status], [aria-live]")) region.remove();
    return [location.hash, document.title, document.activeElement.tagName, main.textContent].join("\n");
  });
  const before = await state();
  for (const key of "abcdefghijklmnopqrstuvwxyz0123456789?/.,;'[]-=+*#") await page.keyboard.press(key);
  assert.equal(await state(), before, name);
};

// Checks that Tab goes through the document in order and back, and that every stop is visible and has
// an outline.
const walked = async (page, name) => {
  const there = await stops(page);
  for (const { what, isInOrder, isMarked, isSeen } of there) {
    assert.ok(isMarked && isSeen, `${name}: ${what}`);
    assert.ok(isInOrder, `${name}: in the order of the document: ${what}`);
  }
  const numbers = there.map(({ number }) => number);
  // A long list adds and removes rows; it has its own journey.
  if (name === "Batch, graded") return;
  const back = (await stops(page, "Shift+Tab")).map(({ number }) => number).reverse();
  assert.deepEqual(back, numbers, `${name}: the same backwards`);
};

// Checks that nothing moves, and that no style would animate a change.
const still = async (page, name) => {
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0, name);
  const lasting = await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => {
    const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(one);
    return animationName !== "none" || transitionDuration.split(", ").some((time) => parseFloat(time) > 0) || scrollBehavior === "smooth";
  }).map((one) => one.outerHTML.slice(0, 100)));
  assert.deepEqual(lasting, [], name);
};

// Returns the styles that tell active, chosen or incorrect elements from others under forced
// colours.
const look = (locator) => locator.evaluate((one) => {
  const { borderTopWidth, borderBottomWidth, backgroundColor, textDecorationLine } = getComputedStyle(one);
  return [borderTopWidth, borderBottomWidth, backgroundColor, textDecorationLine].join();
});

for (const colorScheme of ["light", "dark"]) {
  journey(`forced colours keep active controls distinct and figures legible: ${colorScheme}`, async ({ open }) => {
    const forced = { forcedColors: "active", colorScheme };
    const differ = async (one, other, what) => assert.notEqual(await look(one), await look(other), what);
    const play = await open(SIMULATED, forced);
    await play.locator(".arcs-picture").waitFor();
    await differ(button(play, "All steps"), button(play, "Around errors"), "the chosen rows");
    await differ(play.locator(".nav-link[aria-current]"), play.locator(".nav-link:not([aria-current])").first(), "the link of the current page");
    assert.deepEqual(await play.locator(".arcs-picture .is-fault > .point-sign").allTextContents(), ["✕"]);
    assert.ok((await play.locator(".row-sign", { hasText: "✕" }).count()) === 1 && (await play.locator(".row-sign", { hasText: "≈" }).count()) > 0);
    const fault = play.locator(".transcript mark.is-fault").first();
    assert.notEqual(await fault.evaluate((one) => getComputedStyle(one).backgroundColor), await fault.evaluate((one) => getComputedStyle(one).color));
    await contrasts(play, ".arcs-picture :is(.point-name, .arc-label)", "fill");
    await contrasts(play, ".transcript mark", "color");
    const sweep = await open(SMALL, forced);
    await finished(sweep);
    await differ(sweep.locator(".thumbnail[aria-current]"), sweep.locator(".thumbnail:not([aria-current])").first(), "the thumbnail of the enlarged figure");
    await contrasts(sweep, ".focus .figure :is(.tick, .label, .name, .value)", "fill");
    const lab = await open("#/lab", forced);
    await lab.locator(".lab-head h1:not(.is-waiting)").waitFor();
    await differ(lab.locator(".lab-start.is-chosen .button"), lab.locator(".lab-start:not(.is-chosen) .button").first(), "the chosen preset");
    await contrasts(lab, ".lab-map-picture text", "fill");
    const flow = lab.getByRole("switch", { name: "StepFlow" });
    const setting = () => flow.locator("i").evaluate((one) => {
      const { backgroundColor, insetInlineStart } = getComputedStyle(one, "::after");
      return { ground: getComputedStyle(one).backgroundColor, backgroundColor, insetInlineStart };
    });
    const off = await setting();
    assert.notEqual(off.backgroundColor, off.ground, "the setting of the switch");
    await flow.click();
    const on = await setting();
    assert.notEqual(on.backgroundColor, on.ground, "the setting of the switch that is on");
    assert.notEqual(on.insetInlineStart, off.insetInlineStart);
    const learn = await open("#/learn?v=2&chapter=collapse", forced);
    await differ(learn.locator(".learn-chapters a[aria-current]"), learn.locator(".learn-chapters a:not([aria-current])").first(), "the open chapter");
    await contrasts(learn, ".learn-picture > text:not(.learn-halo)", "fill");
  });

  journey(`forced colours override the theme of the page: ${colorScheme}`, async ({ open }) => {
    const prepare = (context) => context.addInitScript((theme) => localStorage.setItem("theme", theme), colorScheme === "light" ? "dark" : "light");
    const page = await open("", { forcedColors: "active", colorScheme, prepare });
    await page.locator(".arcs-picture").waitFor();
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), colorScheme === "light" ? "dark" : "light");
    await contrasts(page, ".arcs-picture :is(.point-name, .arc-label)", "fill");
  });
}

// Checks that text has a contrast of at least 4.5 to 1. Axe cannot check this under forced colours.
async function contrasts(page, selector, property) {
  const low = await page.evaluate(([selector, property]) => {
    const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
    const rgba = (colour) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return context.getImageData(0, 0, 1, 1).data;
    };
    const light = (colour) => {
      const [r, g, b] = [...rgba(colour)].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ground = (one) => {
      for (let at = one; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!(at instanceof SVGElement) && rgba(backgroundColor)[3] === 255) return backgroundColor;
      }
      return "Canvas";
    };
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    if (all.length === 0) return [`nothing is ${selector}`];
    const ratios = all.map((one) => {
      const [front, back] = [light(getComputedStyle(one)[property]), light(ground(one))];
      return [(Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05), one.outerHTML.slice(0, 90)];
    });
    return ratios.filter(([ratio]) => ratio < 4.5).map(([ratio, one]) => `${ratio.toFixed(1)} ${one}`);
  }, [selector, property]);
  assert.deepEqual(low, []);
}

// Lists elements whose content is cut off and cannot be reached. Rows of lists do not count: each
// opens its attempt, which shows all of it.
const cut = (page) => page.evaluate(() => {
  const isCut = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const hides = (way) => ["hidden", "clip"].includes(way);
    const { width, height } = one.getBoundingClientRect();
    if (width <= 2 || height <= 2 || !one.checkVisibility() || one.closest(".hidden, svg, .list-row")) return false;
    if (one instanceof HTMLInputElement) return one.value !== "" && one.type !== "range" && one.scrollWidth > one.clientWidth + 1;
    return (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1);
  };
  return [...document.querySelectorAll("body *")].filter(isCut).map((one) => `${one.outerHTML.slice(0, 90)} ${one.scrollWidth}/${one.clientWidth}`);
});

// Lists pieces of text that overlap.
const overlaps = (page) => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".hidden, svg, option, .copy, .list, .skip, .brand, textarea")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let { left, right, top, bottom } = rect;
      // Text that has scrolled out of its box is not visible.
      for (let box = parent; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === "visible") continue;
        const frame = box.getBoundingClientRect();
        [left, right, top, bottom] = [Math.max(left, frame.left), Math.min(right, frame.right), Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
      }
      if (right > left && bottom > top) boxes.push({ node, left, right, top, bottom });
    }
  }
  const across = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = (one, other) => Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const found = [];
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      // Closely set lines of text touch a little.
      const low = 0.5 * Math.min(one.bottom - one.top, other.bottom - other.top);
      if (one.node !== other.node && across(one, other) > 3 && down(one, other) > low) found.push(`${one.node.data.trim().slice(0, 30)} | ${other.node.data.trim().slice(0, 30)}`);
    }
  }
  return found.slice(0, 5);
});

const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

// Checks that nothing is cut off, overlaps or scrolls sideways, once figures are drawn for the
// current width.
const fits = async (page, name) => {
  await page.evaluate(() => document.fonts.ready);
  const faults = async () => {
    const excess = await wide(page);
    return [...(excess > 0 ? [`${excess} px too wide`] : []), ...(await cut(page)), ...(await overlaps(page))];
  };
  let found = ["never looked"];
  for (let frames = 0; found.length > 0 && frames < 120; frames += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found = await faults();
  }
  assert.deepEqual(found, [], name);
};

const WIDE = { width: 1280, height: 800 };

// At 200 % zoom a window of 1280 pixels has 640 CSS pixels, each twice as large.
const zoom = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setDeviceMetricsOverride", { width: 640, height: 400, deviceScaleFactor: 2, mobile: false });
  await page.waitForFunction(() => innerWidth === 640 && devicePixelRatio === 2);
  return () => session.detach();
};

// Each page is loaded once for all of these checks, because loading takes longer than most of them.
journey("every page passes axe, fits at 200 % and 320 px, and respects reduced motion", async ({ open, leave }) => {
  for (const [name, [fragment, reach, title]] of Object.entries(PLACES)) {
    const page = await open(fragment, { viewport: WIDE, bypassCSP: true });
    await reach(page);
    await named(page, name, title);
    await keyless(page, name);
    await noBarriers(page, name);
    await walked(page, name);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const zoomOut = await zoom(page);
    await fits(page, `${name}, 200 % zoom`);
    await still(page, name);
    await zoomOut();
    await page.setViewportSize({ width: 320, height: 640 });
    await fits(page, `${name}, 320 px`);
    await still(page, name);
    await page.setViewportSize(WIDE);
    await page.addStyleTag({ content: "html { font-size: 187.5% !important }" });
    await fits(page, `${name}, text at 200 %`);
    await leave(page);
  }
});

for (const state of ["empty", "no-answer", "scattered", "custom-procedure", "refused-setting"]) {
  journey(`no barriers in Play in the state ${state}, in a wide window and a narrow one`, async ({ open }) => {
    const [fragment, reach] = STATES[state];
    const page = await open(fragment, { viewport: WIDE, bypassCSP: true });
    await reach(page);
    await noBarriers(page, `${state}, 1280 px`);
    await page.setViewportSize({ width: 320, height: 800 });
    await noBarriers(page, `${state}, 320 px`);
  });
}

journey("every figure has a description and a table", async ({ open }) => {
  const twin = async (figure, what) => {
    assert.ok((await figure.locator("p").first().innerText()).length > 20, `${what}: a sentence`);
    const fold = figure.locator("details > summary").last();
    assert.equal(await fold.count(), 1, `${what}: a table`);
    if (!(await figure.getByRole("table").count())) await fold.press("Enter");
    await figure.getByRole("row").nth(1).waitFor();
  };
  const sweep = await open(SMALL);
  await finished(sweep);
  for (const thumbnail of await sweep.locator("[data-thumbnail]").all()) {
    const id = await thumbnail.getAttribute("data-thumbnail");
    await thumbnail.press("Enter");
    const figure = sweep.locator(`section[data-figure="${id}"]`);
    await figure.waitFor();
    await twin(figure, id);
  }
  const batch = await open(STATES["batch-done"][0]);
  await STATES["batch-done"][1](batch);
  for (const thumbnail of await batch.locator(".batch-figures [data-thumbnail]").all()) {
    const id = await thumbnail.getAttribute("data-thumbnail");
    await thumbnail.press("Enter");
    const figure = batch.locator(`section[data-figure="${id}"]`);
    await figure.waitFor();
    await twin(figure, id);
  }
  const learn = await open("#/learn?v=2&chapter=collapse");
  await learn.locator(".learn-sentence:not(:empty)").waitFor();
  await twin(learn.locator("figure"), "the collapse");
});

journey("the sample run has a description and a table", async ({ open }) => {
  for (const place of ["#/sweep", "#/learn?v=2&chapter=remedies"]) {
    const page = await open(place);
    const sample = page.getByRole("region", { name: "Correct answers by number of steps", exact: true });
    await sample.waitFor();
    assert.match(await sample.locator(".reading-aloud").innerText(), /correct half of the time between 15 and 65 steps/);
    await sample.getByText("Table", { exact: true }).press("Enter");
    await sample.getByRole("row").nth(7).waitFor();
  }
});

journey("the chosen Lab preset is exposed as a pressed button", async ({ open }) => {
  const page = await open("#/lab");
  await page.locator(".lab-start.is-chosen").waitFor();
  assert.equal(await page.getByRole("navigation", { name: "Start from" }).getByRole("button", { pressed: true }).count(), 1);
});
