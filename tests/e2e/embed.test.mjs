// What another page frames: a verdict or a chapter alone, from another origin.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { noBarriers } from "./barriers.mjs";
import { journey } from "./harness.mjs";

const VERDICT = "#/embed/play?v=2&seed=42&source=simulated:wrong-operand:0;run=49";

// A page of another origin that frames these addresses, makes each frame as high as it says, and names themes.
const framing = async (addresses) => {
  const frames = addresses.map((address, at) => `<iframe id="frame-${at}" src="${address.replaceAll("&", "&amp;")}" title="Frame ${at}" width="700" height="100"></iframe>`);
  const script = `
    globalThis.heights = {};
    addEventListener("message", ({ data, source }) => {
      if (data.type !== "stepfall:height") return;
      const frame = [...document.querySelectorAll("iframe")].find((one) => one.contentWindow === source);
      frame.height = data.height;
      heights[frame.id] = data.height;
    });`;
  const document = `<!doctype html><html lang="en"><title>Another page</title><link rel="icon" href="data:,"><script>${script}</script>${frames.join("\n")}</html>`;
  const server = createServer((_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(document));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((done) => server.close(done)) };
};

// The link of a verdict with its transcript, as the page shares it.
const shared = async (page) => {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.locator(".share-panel input").first().inputValue();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  return link;
};

journey("a verdict and two chapters stand in a page of another origin", async ({ open }) => {
  const page = await open("", { permissions: ["clipboard-read", "clipboard-write"] });
  const link = await shared(page);
  const base = link.slice(0, link.indexOf("#"));
  const framed = [
    link.replace("#/play", "#/embed/play"),
    `${base}#/embed/learn?v=2&chapter=collapse&at=95&theme=dark`,
    `${base}#/embed/learn?v=2&chapter=operand&step=20`,
  ];
  const other = await framing(framed);
  try {
    const around = await page.context().newPage();
    // All but the first stand below what is seen, where a browser paints nothing.
    await around.setViewportSize({ width: 800, height: 100 });
    await around.goto(other.address);
    const frame = (at) => around.frameLocator(`#frame-${at}`);
    await frame(0).getByRole("heading", { level: 1 }).getByText("At S19 it used").waitFor();
    await frame(0).locator(".arcs-picture").waitFor();
    await frame(1).locator(".learn-said").getByText("After 95 steps").waitFor();
    await frame(2).locator(".learn-said").getByText("S20 is wrong by itself").waitFor();
    // Nothing takes a key or leads elsewhere within the frame.
    for (const at of [0, 1, 2]) {
      assert.equal(await frame(at).locator("input[type=password], .bar, .button.is-main").count(), 0, `frame ${at}`);
      const open = frame(at).getByRole("link", { name: "Open in Stepfall" });
      assert.equal(await open.getAttribute("href"), framed[at].replace("#/embed/", "#/"));
      assert.equal(await open.getAttribute("target"), "_blank");
    }
    // Each frame is as high as what is in it, and stays so.
    await around.waitForFunction(() => Object.values(globalThis.heights).length === 3 && Object.values(globalThis.heights).every((height) => height > 200));
    for (const at of [0, 1, 2]) {
      await around.waitForFunction((at) => {
        const { heights } = globalThis;
        return document.querySelector(`#frame-${at}`).clientHeight >= heights[`frame-${at}`];
      }, at);
    }
    const theme = (at) => frame(at).locator("html").getAttribute("data-theme");
    assert.deepEqual([await theme(0), await theme(1)], ["system", "dark"]);
    await around.evaluate(() => document.querySelector("#frame-0").contentWindow.postMessage({ type: "stepfall:theme", theme: "dark" }, "*"));
    await frame(0).locator('html[data-theme="dark"]').waitFor();
    // What stands around a frame is told its height alone, and what is in it goes on working.
    await frame(1).getByRole("slider", { name: "Look at" }).fill("5");
    await frame(1).locator(".learn-said").getByText("After 5 steps").waitFor();
  } finally {
    await other.close();
  }
});

journey("the code to embed is copied from where one shares", async ({ open }) => {
  const page = await open("#/learn?v=2&chapter=operand", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy code to embed it" }).click();
  await page.locator(".share-panel .is-done").waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(code, /^<iframe src="http:\/\/[^"]*#\/embed\/learn\?v=2&amp;chapter=operand" /);
});

journey("what is framed stands alone too, and says what it cannot show", async ({ open }) => {
  const page = await open(VERDICT, { viewport: { width: 320, height: 700 }, bypassCSP: true });
  // The link has no transcript: there is a procedure, and neither a verdict nor a prompt to copy.
  await page.locator(".arcs-picture").waitFor();
  assert.equal(await page.getByRole("heading", { level: 1 }).innerText(), "25 steps, look-back at most 5.");
  await noBarriers(page, "A framed verdict, 320 px");
  // Whoever types such an address on the page itself gets what is framed, and no place of that name.
  const whole = await open("#/learn");
  await whole.evaluate(() => void (location.hash = "#/embed/learn?v=2&chapter=operand"));
  await whole.locator(".embed .learn-said").getByText("S9 is wrong by itself").waitFor();
  assert.equal(await whole.locator(".bar").count(), 0);
});

journey("a frame has a title of its own, says what its address asks for in vain, and opens its links apart", async ({ open }) => {
  for (const [address, title, notice] of [
    ["#/embed/play?v=2&steps=abc&seed=42", /^25 steps, seed 42 · Stepfall$/, /abc/],
    ["#/embed/learn?v=2&chapter=zoo", /^What following a procedure means · Learn – Stepfall$/, /no chapter “zoo”/],
    ["#/embed/sweep?v=2&steps=5,15&items=20&seed=3&model=simulated:mixed:500&figure=nonsense", /^First answers right, by number of steps – Stepfall$/, /no figure “nonsense”/],
  ]) {
    const page = await open(address);
    await page.locator(".embed-notices").getByText(notice).waitFor();
    await page.waitForFunction(({ source }) => new RegExp(source).test(document.title), { source: title.source });
  }
  const page = await open("#/embed/learn?v=2&chapter=instrument");
  const [apart] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Set up a run of the solver that only rounds." }).click()]);
  assert.match(apart.url(), /#\/sweep\?v=2&/);
  assert.match(page.url(), /#\/embed\/learn/);
});

journey("a figure of a simulated sweep is drawn in a frame from its address", async ({ open }) => {
  const setup = "v=2&steps=5,15,25&items=20&seed=3&model=simulated:mixed:500";
  const page = await open(`#/sweep?${setup}`, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Copy code to embed it" }).click();
  await page.locator(".share-panel .is-done").waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const address = /src="([^"]*)"/.exec(code)[1].replaceAll("&amp;", "&");
  assert.match(address, /#\/embed\/sweep\?v=2&/);
  const other = await framing([address, `${address}&figure=modes`, address.replace("simulated:mixed:500", "openai:gpt-x")]);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    const frame = (at) => around.frameLocator(`#frame-${at}`);
    await frame(0).getByRole("heading", { level: 1 }).getByText("First answers right, by number of steps").waitFor();
    await frame(0).locator(".scene svg").waitFor();
    await frame(0).getByText("Table", { exact: true }).click();
    await frame(0).locator(".twin tbody tr").first().waitFor();
    assert.equal(await frame(0).locator(".twin tbody tr").count(), 3);
    // Drawn anew for another width, it is as it was left.
    const drawn = await frame(0).locator(".scene svg").getAttribute("viewBox");
    await around.evaluate(() => void (document.querySelector("#frame-0").width = 420));
    await frame(0).locator(`.scene svg:not([viewBox="${drawn}"])`).waitFor();
    await frame(0).locator(".twin tbody tr").nth(2).waitFor();
    await frame(1).getByRole("heading", { level: 1 }).getByText("Failure modes").waitFor();
    // Nobody is asked from a frame.
    await frame(2).getByRole("alert").getByText("Only a sweep of simulated executors").waitFor();
    assert.equal(await frame(0).getByRole("link", { name: "Open in Stepfall" }).getAttribute("href"), address.replace("#/embed/", "#/"));
  } finally {
    await other.close();
  }
  // With a model in the set-up there is no code to copy.
  await page.goto(page.url().replace(/#.*/, `#/sweep?v=2&steps=5&model=openai:gpt-x`));
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.locator(".share-panel input").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Copy code to embed it" }).count(), 0);
});
