// Verdicts, chapters, figures and maps in frames of pages of another origin.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { noBarriers } from "./barriers.mjs";
import { journey } from "./harness.mjs";
import { waitUntilSteady } from "./steady.mjs";

const VERDICT = "#/embed/play?v=2&seed=42&source=simulated:wrong-operand:0;run=49";

// Serves a document on another origin.
const serving = async (document) => {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(document));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((done) => server.close(done)) };
};

// Serves a page that frames these addresses.
const framing = (addresses) => {
  const frames = addresses.map((address, at) => `<iframe id="frame-${at}" src="${address.replaceAll("&", "&amp;")}" title="Frame ${at}" width="700" height="600"></iframe>`);
  return serving(`<!doctype html><html lang="en"><title>Another page</title><link rel="icon" href="data:,">${frames.join("\n")}</html>`);
};

// Waits until a frame is as high as its content, which may still grow.
const asHigh = async (around, at) => {
  const place = around.locator("iframe").nth(at);
  const shown = around.frameLocator("iframe").nth(at).locator(".embed");
  let heights = [];
  for (let frames = 0; frames < 600; frames += 1) {
    heights = [await place.evaluate(({ clientHeight }) => clientHeight), await shown.evaluate(({ offsetHeight }) => offsetHeight)];
    if (heights[0] === heights[1] && heights[0] > 200) return;
    await around.evaluate(() => new Promise(requestAnimationFrame));
  }
  assert.fail(`frame ${at} is ${heights[0]} px high, what is in it ${heights[1]}`);
};

// Returns the embed code that Share copies.
const copied = async (page) => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy embed code" }).click();
  await page.locator(".share-panel .is-done").waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
};
const addressIn = (code) => /src="([^"]*)"/.exec(code)[1].replaceAll("&amp;", "&");

journey("a page of another origin embeds a verdict, a chapter and a figure", async ({ open }) => {
  const page = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
  const base = page.url().split("#")[0];
  const document = await readFile(new URL("../../docs/embed.html", import.meta.url));
  const other = await serving(document);
  try {
    const around = await page.context().newPage();
    // All frames but the first are below the visible part of the page. A browser loads them only when
    // they are scrolled near it.
    await around.setViewportSize({ width: 800, height: 600 });
    await around.goto(`${other.address}?page=${base}`);
    const frame = (at) => around.frameLocator("iframe").nth(at);
    const framed = await around.locator("iframe").evaluateAll((frames) => frames.map(({ src }) => src));
    assert.equal(framed.length, 3);
    for (const [at, shown] of [[0, "At S19 it used"], [1, "After 95 steps"], [2, "Failure modes"]]) {
      await around.locator("iframe").nth(at).scrollIntoViewIfNeeded();
      await frame(at).locator("h1, .learn-sentence").getByText(shown).waitFor();
    }
    await frame(0).locator(".arcs-picture").waitFor();
    await frame(2).locator(".scene svg").waitFor();
    for (const at of [0, 1, 2]) {
      // The frame has no field for a key, no navigation and no main button.
      assert.equal(await frame(at).locator("input[type=password], header, .button.is-main").count(), 0, `frame ${at}`);
      const open = frame(at).getByRole("link", { name: "Open in Stepfall" });
      assert.equal(await open.getAttribute("href"), framed[at].replace("#/embed/", "#/"));
      assert.equal(await open.getAttribute("target"), "_blank");
      await asHigh(around, at);
    }
    const theme = (at, name) => frame(at).locator(`html[data-theme="${name}"]`).waitFor({ state: "attached" });
    for (const at of [0, 1, 2]) await theme(at, "system");
    await around.getByLabel("Theme").selectOption("dark");
    for (const at of [0, 1, 2]) await theme(at, "dark");
    // The content of a frame still works.
    await frame(1).getByRole("slider", { name: "Look at" }).fill("5");
    await frame(1).locator(".learn-sentence").getByText("After 5 steps").waitFor();
  } finally {
    await other.close();
  }
});

journey("a frame navigates only to pages made for frames", async ({ open }) => {
  const page = await open("");
  const base = page.url().split("#")[0];
  const other = await framing([`${base}#/embed/learn?v=2&chapter=operand`]);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    const lead = (to) => around.evaluate((to) => void (document.querySelector("iframe").src = to), base + to);
    const frame = around.frameLocator("iframe");
    await frame.locator(".learn-sentence").getByText("S9 is a root error").waitFor();
    await lead("#/embed/learn?v=2&chapter=collapse&at=95");
    await frame.locator(".learn-sentence").getByText("After 95 steps").waitFor();
    await lead("#/embed/sweep?v=2&steps=5,95&items=5000&model=simulated:mixed:500");
    await frame.getByRole("alert").getByText("items: It is a number from 1 to").waitFor();
    await lead("#/learn?v=2&chapter=operand");
    await lead("#/embed/learn?v=2&chapter=operand&step=20");
    await frame.locator(".learn-sentence").getByText("S20 is a root error").waitFor();
    assert.equal(await frame.locator(".bar").count(), 0);
  } finally {
    await other.close();
  }
});

journey("the theme of a frame is fixed by its address", async ({ open }) => {
  const page = await open("#/embed/learn?v=2&chapter=collapse&at=95&theme=dark");
  await page.locator('html[data-theme="dark"]').waitFor();
});

journey("the Share panel copies embed code whose frame fits its content", async ({ open }) => {
  const page = await open("#/learn?v=2&chapter=operand", { permissions: ["clipboard-read", "clipboard-write"] });
  const code = await copied(page);
  await page.getByText("Opens this chapter with your slider settings").waitFor();
  assert.match(code, /^<iframe src="http:\/\/[^"]*#\/embed\/learn\?v=2&amp;chapter=operand" title="[^"]*Learn – Stepfall" /);
  // In another page, the code makes the frame as high as its content.
  const other = await serving(`<!doctype html><html lang="en"><title>Another page</title><link rel="icon" href="data:,">${code}</html>`);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    // No chapter has the height that the code itself sets.
    await around.waitForFunction(() => document.querySelector("iframe").getAttribute("height") !== "1200");
    const frame = around.frameLocator("iframe");
    await frame.locator(".learn-sentence").getByText("S9 is a root error").waitFor();
    await asHigh(around, 0);
  } finally {
    await other.close();
  }
});

journey("the map of the Lab is drawn in a frame without changing its address", async ({ open }) => {
  const page = await open("#/lab", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".lab-head h1:not(.is-waiting)").waitFor();
  const finding = await page.getByRole("heading", { level: 1 }).innerText();
  const address = addressIn(await copied(page));
  assert.match(address, /#\/embed\/lab\?v=2&/);
  const other = await framing([address]);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    const frame = around.frameLocator("iframe");
    await frame.getByRole("heading", { level: 1 }).getByText(finding).waitFor();
    await frame.getByRole("img", { name: /^Map: what each step drew on/ }).waitFor();
    await frame.getByRole("button", { name: "Next step" }).click();
    await frame.getByRole("heading", { name: /^What the step drew on · S/ }).waitFor();
    await frame.getByRole("img", { name: /^Arcs: what this step drew on/ }).waitFor();
    assert.equal(around.frames()[1].url(), address);
    assert.equal(await frame.getByRole("link", { name: "Open in Stepfall" }).getAttribute("href"), address.replace("#/embed/", "#/"));
  } finally {
    await other.close();
  }
});

journey("an embed address also works outside a frame and without a transcript", async ({ open }) => {
  const page = await open(VERDICT, { viewport: { width: 320, height: 700 }, bypassCSP: true });
  // The link has no transcript: the frame shows a procedure, without a verdict or a prompt to copy.
  await page.locator(".arcs-picture").waitFor();
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "25 steps, look-back at most 5.");
  await noBarriers(page, "A framed verdict, 320 px");
  // Outside a frame, the address of an embedded page shows its content.
  const whole = await open("#/learn");
  await whole.evaluate(() => void (location.hash = "#/embed/learn?v=2&chapter=operand"));
  await whole.locator(".embed .learn-sentence").getByText("S9 is a root error").waitFor();
  assert.equal(await whole.locator(".bar").count(), 0);
  // An ordinary address then shows the whole page again.
  await whole.evaluate(() => void (location.hash = "#/learn?v=2&chapter=collapse"));
  await whole.locator(".is-learn:not([hidden]) .learn-sentence").getByText("After 25 steps").waitFor();
  await whole.locator(".bar").waitFor();
});

journey("a frame has a title, reports unknown parameters and opens links in tabs", async ({ open }) => {
  for (const [address, title, notice] of [
    ["#/embed/play?v=2&steps=abc&seed=42", /^25 steps, seed 42 · Stepfall$/, /abc/],
    ["#/embed/learn?v=2&chapter=zoo", /^What following a procedure means · Learn – Stepfall$/, /no chapter “zoo”/],
    ["#/embed/sweep?v=2&steps=5,15&items=20&seed=3&model=simulated:mixed:500&figure=nonsense", /^Correct answers by number of steps – Stepfall$/, /no figure “nonsense”/],
  ]) {
    const page = await open(address);
    await page.locator(".embed-notices").getByText(notice).waitFor();
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.title), { source: title.source });
  }
  const page = await open("#/embed/learn?v=2&chapter=instrument");
  // The link moves until the answers are marked.
  await page.locator(".learn-match.is-wrong").waitFor();
  const link = await waitUntilSteady(page.getByRole("link", { name: "Set up a run of the solver that only rounds." }));
  const [apart] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  assert.match(apart.url(), /#\/sweep\?v=2&/);
  assert.match(page.url(), /#\/embed\/learn/);
});

journey("a figure of a simulated sweep is drawn in a frame from its address", async ({ open }) => {
  const setup = "v=2&steps=5,15,25&items=20&seed=3&model=simulated:mixed:500";
  const page = await open(`#/sweep?${setup}`, { permissions: ["clipboard-read", "clipboard-write"] });
  // The title of the frame is that of the enlarged figure.
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.locator("section[data-figure=collapse] svg").waitFor();
  const code = await copied(page);
  assert.match(code, / title="Correct answers by number of steps – Stepfall" /);
  const address = addressIn(code);
  assert.match(address, /#\/embed\/sweep\?v=2&/);
  const other = await framing([address, `${address}&figure=modes`, address.replace("simulated:mixed:500", "openai:gpt-x")]);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    const frame = (at) => around.frameLocator(`#frame-${at}`);
    await frame(0).getByRole("heading", { level: 1 }).getByText("Correct answers by number of steps").waitFor();
    await frame(0).locator(".scene svg").waitFor();
    await frame(0).getByText("Table", { exact: true }).click();
    await frame(0).locator(".twin tbody tr").first().waitFor();
    assert.equal(await frame(0).locator(".twin tbody tr").count(), 3);
    // Drawn again for another width, the figure keeps its state.
    const drawn = await frame(0).locator(".scene svg").getAttribute("viewBox");
    await around.evaluate(() => void (document.querySelector("#frame-0").width = 420));
    await frame(0).locator(`.scene svg:not([viewBox="${drawn}"])`).waitFor();
    await frame(0).locator(".twin tbody tr").nth(2).waitFor();
    await frame(1).getByRole("heading", { level: 1 }).getByText("Failure modes").waitFor();
    // A frame asks no model.
    await frame(2).getByRole("alert").getByText("Only a sweep of simulated solvers").waitFor();
    assert.equal(await frame(0).getByRole("link", { name: "Open in Stepfall" }).getAttribute("href"), address.replace("#/embed/", "#/"));
  } finally {
    await other.close();
  }
  // If the set-up has a model, there is no code to copy.
  await page.goto(page.url().replace(/#.*/, `#/sweep?v=2&steps=5&model=openai:gpt-x`));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.locator(".share-panel input").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Copy embed code" }).count(), 0);
});
