// Each page is a part of the module, which is loaded when the page is first opened. The tests let
// parts arrive on time, late, or never.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";

const STALE = "This answer belongs to another prompt";
const headline = (page) => page.getByRole("heading", { level: 1 });
const link = (page, name) => page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true });
const loading = (page, name) => page.getByRole("status").getByText(`Loading ${name} …`);
const retry = (page) => page.getByRole("button", { name: "Try again" });
const isPart = (url) => /\/part(-\w+)?-[0-9a-f]{16}\.(wasm|bin)$/.test(new URL(url).pathname);
// The parts that only the Lab needs.
const LAB = "**/part-lab-*.wasm";

// Delays requests until the test releases them or lets them fail. Collects their addresses.
async function hold(page, pattern) {
  const delayed = { addresses: [] };
  const released = new Promise((resolve) => {
    delayed.release = () => resolve(true);
    delayed.fail = () => resolve(false);
  });
  await page.route(pattern, async (route) => {
    delayed.addresses.push(route.request().url());
    if (await released) await route.continue();
    else await route.abort();
  });
  return delayed;
}

journey("opening a page requests its parts together with the first module", async ({ open }) => {
  const parts = [];
  let module;
  const prepare = async (context) => {
    context.on("request", (request) => isPart(request.url()) && parts.push(request.url()));
    module = await hold(context, "**/stepfall-page-*.wasm");
  };
  const page = await open("#/lab?v=2&steps=5&seed=42", { prepare, started: false });
  // The document's script sends the requests for the parts and for the module in one task.
  while (parts.length === 0 || module.addresses.length === 0) await page.waitForTimeout(20);
  await page.evaluate(() => 0);
  const early = [...parts];
  module.release();
  await headline(page).first().waitFor();
  await page.locator(".lab-head").waitFor();
  const { lab } = JSON.parse((await page.content()).match(/const NEEDED = (.*);/)[1]);
  const expected = lab.map((address) => new URL(address, page.url()).href).filter(isPart);
  assert.deepEqual(early.sort(), expected.sort(), "everything of the Lab is requested early");
  assert.equal(new Set(parts).size, parts.length, "nothing is requested twice");
});

journey("Play and unknown pages request no part before the start", async ({ open }) => {
  for (const fragment of ["#/play?v=2&steps=5&seed=42", "#/constructor"]) {
    const parts = [];
    let module;
    const prepare = async (context) => {
      context.on("request", (request) => isPart(request.url()) && parts.push(request.url()));
      module = await hold(context, "**/stepfall-page-*.wasm");
    };
    const page = await open(fragment, { prepare, started: false });
    while (module.addresses.length === 0) await page.waitForTimeout(20);
    await page.evaluate(() => 0);
    assert.deepEqual(parts, []);
    module.release();
    await headline(page).first().waitFor();
  }
});

journey("a panel of Play shows loading and failure with a retry, and closes", async ({ open, expectProblem }) => {
  let delayed;
  const prepare = async (context) => (delayed = await hold(context, "**/part-play-*.wasm"));
  const page = await open("#/play?v=2&steps=5&seed=42", { prepare });
  const settings = page.getByRole("button", { name: "Settings", exact: true });
  await settings.click();
  await loading(page, "settings").waitFor();
  const width = () => page.getByRole("main").filter({ visible: true }).evaluate((main) => main.getBoundingClientRect().width);
  assert.ok((await width()) > 600, "the page is beside the settings");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await loading(page, "settings").waitFor({ state: "detached" });
  await settings.click();
  await page.context().route("**/part-play-*.wasm", (route) => route.abort());
  delayed.fail();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await page.getByRole("button", { name: "Ask a model", exact: true }).click();
  await page.getByRole("alert").nth(1).waitFor();
  await page.getByRole("button", { name: "Ask a model", exact: true }).click();
  assert.equal(await page.getByRole("alert").filter({ visible: true }).count(), 1, "a closed panel shows no card");
  await page.context().unroute("**/part-play-*.wasm");
  await retry(page).first().click();
  await page.getByRole("complementary", { name: "Settings" }).waitFor();
  expectProblem(/part-play|TypeError|Failed to (fetch|load)/);
});

journey("a visit to Play requests no part of another page", async ({ open }) => {
  const parts = [];
  const page = await open("", { prepare: (context) => context.on("request", (request) => isPart(request.url()) && parts.push(request.url())) });
  await headline(page).first().waitFor();
  const pages = parts.filter((address) => /part-(sweep|run|batch|lab|learn|embed|figure)-/.test(address));
  assert.deepEqual(pages, []);
});

journey("hovering over a link preloads its page, and crossing it does not", async ({ open }) => {
  const page = await open();
  const parts = [];
  page.on("request", (request) => isPart(request.url()) && parts.push(request.url()));
  // Both events are in one task of the page, so that no time passes between them.
  await link(page, "Learn").evaluate((crossed) => {
    for (const name of ["pointerenter", "pointerleave"]) crossed.dispatchEvent(new PointerEvent(name));
  });
  const ready = page.waitForResponse((response) => response.url().includes("/part-lab-"));
  await link(page, "Lab").hover();
  await ready;
  assert.ok(!parts.some((address) => address.includes("/part-learn-")), "a link that was crossed loads nothing");
});

journey("while a page loads, nothing shifts and other pages work", async ({ open }) => {
  const page = await open();
  const delayed = await hold(page, LAB);
  await page.evaluate(() => {
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await link(page, "Lab").click();
  await loading(page, "Lab").waitFor();
  assert.equal(await link(page, "Lab").getAttribute("aria-current"), "page");
  assert.match(await page.title(), /Lab/);
  assert.match(page.url(), /#\/lab/);
  assert.equal(await page.getByRole("main").filter({ visible: true }).count(), 1);
  // A page that arrives after the visitor has left waits for the next visit.
  await link(page, "Play").click();
  await page.getByRole("heading", { name: "Prompt" }).waitFor();
  const address = page.url();
  delayed.release();
  await page.waitForResponse((response) => response.url().includes("/part-lab-"));
  assert.equal(page.url(), address);
  await link(page, "Lab").click();
  await page.locator(".lab-head").waitFor();
  assert.match(page.url(), /#\/lab\?v=2&/);
  assert.equal(await page.evaluate(() => globalThis.shift), 0);
});

journey("a blocked part shows a message and a retry that keeps the address", async ({ open, expectProblem }) => {
  const prepare = (context) => context.route(LAB, (route) => route.abort());
  const page = await open("#/lab?v=2&steps=9&seed=7", { prepare, started: false });
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  await retry(page).click();
  await page.getByRole("alert").getByText("could not be loaded").waitFor();
  // Other pages keep working.
  await link(page, "Learn").click();
  await page.getByRole("heading", { level: 1, name: "Following a procedure" }).waitFor();
  // Returning to the page tries again, too.
  await page.goBack();
  assert.match(page.url(), /#\/lab\?v=2&steps=9&seed=7$/);
  await retry(page).waitFor();
  await page.context().unroute(LAB);
  await retry(page).click();
  await page.locator(".lab-head").getByText("9 steps").first().waitFor();
  assert.match(page.url(), /#\/lab\?v=2&steps=9&seed=7$/);
  assert.equal(await page.getByRole("alert").filter({ visible: true }).count(), 0);
  expectProblem(/part-lab|TypeError|Failed to (fetch|load)/);
});

journey("an altered part is refused, and a retry loads the correct one", async ({ open, expectProblem }) => {
  const tail = Buffer.from([0, 1, 0]);
  let isAltered = true;
  const site = await serve({ alter: (name, bytes) => (isAltered && name.startsWith("part-lab-") ? Buffer.concat([bytes, tail]) : bytes) });
  try {
    const page = await open("", { address: site.address });
    await link(page, "Lab").click();
    await page.getByRole("alert").getByText("could not be loaded").waitFor();
    await link(page, "Learn").click();
    await page.getByRole("heading", { level: 1, name: "Following a procedure" }).waitFor();
    await link(page, "Lab").click();
    await retry(page).waitFor();
    isAltered = false;
    await retry(page).press("Enter");
    await page.locator(".lab-head").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.localName), "main", "the focus is on the page that arrived");
    expectProblem(/integrity|part-lab|TypeError/);
    await page.context().close();
  } finally {
    await site.close();
  }
});

journey("an outdated tab offers the newer version and keeps typed input", async ({ open, expectProblem }) => {
  let isNewer = false;
  const site = await serve({
    alter: (name, bytes) => {
      if (!isNewer) return bytes;
      if (name === "index.html") return Buffer.from(bytes.toString().replaceAll("/part-lab-", "/part-lab-0"));
      return bytes;
    },
  });
  try {
    const page = await open("", { address: site.address });
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByLabel("What the model wrote").fill("S3 = 5\nAnswer: 7");
    await page.getByLabel("Steps", { exact: true }).first().fill("30");
    await page.getByText(STALE).first().waitFor();
    await link(page, "Sweep").click();
    await page.getByLabel("Steps", { exact: true }).filter({ visible: true }).fill("7,8");
    isNewer = true;
    await page.route(LAB, (route) => route.fulfill({ status: 404, body: "not found" }));
    await link(page, "Lab").click();
    await page.getByRole("alert").getByText("A newer version of Stepfall was published").waitFor();
    await page.unroute(LAB);
    expectProblem(/404|part-lab|integrity|Failed to fetch/);
    // The original document is served again, because the content security policy refuses the changed
    // one. This test checks only the state that the tab keeps during the reload.
    isNewer = false;
    await page.getByRole("button", { name: "Reload" }).click();
    await page.locator(".lab-head").waitFor();
    await link(page, "Play").click();
    await page.getByText(STALE).first().waitFor();
    assert.equal(await page.getByLabel("What the model wrote").inputValue(), "S3 = 5\nAnswer: 7");
    await link(page, "Sweep").click();
    assert.equal(await page.getByLabel("Steps", { exact: true }).filter({ visible: true }).inputValue(), "7,8");
    await page.context().close();
  } finally {
    await site.close();
  }
});
