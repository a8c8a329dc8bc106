// Sweeps of models against the server of `faults.mjs`: retries, failed attempts, a crashed tab,
// deleted data, one run in two tabs, and permission to send requests.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { giveKey as give } from "./asking.mjs";
import { downloaded } from "./batching.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { button, sentence, start } from "./sweep-page.mjs";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const asked = (models, more = "steps=5,12&items=4") => {
  const base = encodeURIComponent(faults.base("compatible"));
  const targets = models.map((model) => `model=compatible:${encodeURIComponent(model)};base=${base}`);
  return `#/sweep?v=2&seed=7&${more}&${targets.join("&")}`;
};

const giveKey = (page, key = KEY) => give(page, faults.base("compatible"), key);

// Returns the document, its address and everything that the page has stored, as text.
const traces = (page) =>
  page.evaluate(async () => {
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify({ ...store }));
    const opening = indexedDB.open("stepfall");
    const database = await new Promise((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const kept = [];
    for (const name of database.objectStoreNames) {
      const all = database.transaction(name).objectStore(name).getAll();
      kept.push(...(await new Promise((resolve) => (all.onsuccess = () => resolve(all.result)))));
    }
    database.close();
    return [document.documentElement.outerHTML, location.href, ...stores, JSON.stringify(kept)].join("\n");
  });

journey("temporary failures are retried and never counted as incorrect", async ({ open, expectProblem }) => {
  const page = await open(asked(["right+429-hint-body-once", "refuses+500-once"]), { origins: [faults.origin] });
  await giveKey(page);
  await start(page);
  await sentence(page).getByText("All 16 answered").waitFor();
  const curve = page.locator("[data-figure=collapse]");
  await curve.getByText("Table", { exact: true }).click();
  const table = await curve.locator("tbody").innerText();
  assert.match(table, /100/);
  await page.locator(".list-row").nth(15).waitFor();
  assert.equal(await page.locator(".list-row.is-right").count(), 8);
  assert.ok(!(await traces(page)).includes(KEY));
  expectProblem(/429|500/);
});

journey("a refused key stops its model with a notice, and a valid key resumes it", async ({ open, expectProblem }) => {
  const page = await open(asked(["right"]), { origins: [faults.origin] });
  await giveKey(page, "wrong-key-of-mine");
  await start(page);
  await page.locator(".run .note").getByText(/cannot be asked/).waitFor();
  await page.locator(".run-targets").getByText(/key/).waitFor();
  assert.ok(!(await traces(page)).includes("wrong-key-of-mine"));
  await page.locator(".run [name=key]").fill(KEY);
  await button(page, "Resume").click();
  await sentence(page).getByText("All 8 answered").waitFor();
  expectProblem(/401/);
});

journey("failed attempts are listed, not counted, and can be retried", async ({ open, expectProblem }) => {
  const page = await open(asked(["right+413-once"], "steps=5&items=3"), { origins: [faults.origin] });
  await giveKey(page);
  await start(page);
  await sentence(page).getByText(/failed/).waitFor();
  await button(page, "Failed").click();
  await page.locator(".list-row.is-missing").first().waitFor();
  await button(page, "Retry failed").click();
  await sentence(page).getByText("All 3 answered").waitFor();
  expectProblem(/413/);
});

journey("a tab crash loses no received attempt, and none is paid for twice", async ({ open, expectProblem }) => {
  const page = await open(asked(["right+slow"], "steps=12&items=12&concurrency=4"), { origins: [faults.origin] });
  await giveKey(page);
  await start(page);
  await page.waitForFunction(() => /^[2-9] of 12/.test([...document.querySelectorAll("h1")].find((h1) => h1.checkVisibility())?.textContent));
  const address = page.url();
  const context = page.context();
  const client = await context.newCDPSession(page);
  const reported = Number((await page.locator(".run h1").innerText()).split(" ")[0]);
  client.send("Page.crash").catch(() => {});
  await page.waitForEvent("crash");
  const again = await context.newPage();
  await again.goto(address);
  await sentence(again).getByText(/^Paused at/).waitFor();
  const [, kept] = /Paused at (\d+)/.exec(await again.locator(".run h1").innerText());
  assert.ok(Number(kept) >= reported, `${kept} of ${reported} are left`);
  await giveKey(again);
  const before = faults.requests.length;
  await button(again, "Resume").click();
  await sentence(again).getByText("All 12 answered").waitFor();
  const asked_again = faults.requests.slice(before).filter((request) => request.method === "POST").length;
  assert.equal(asked_again, 12 - Number(kept), "nothing is paid for twice");
  expectProblem(/crash/);
});

journey("a run survives the browser clearing its data, and stores it again", async ({ open }) => {
  const page = await open(asked(["right+slow"], "steps=12&items=12&concurrency=2"), { origins: [faults.origin] });
  await giveKey(page);
  const from = faults.requests.length;
  await start(page);
  await sentence(page).getByText(/^[3-6] of 12 answered/).waitFor();
  const client = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  await client.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await sentence(page).getByText("All 12 answered").waitFor();
  const posted = faults.requests.slice(from).filter((request) => request.method === "POST").length;
  assert.equal(posted, 12, "nothing is paid for twice");
  const lines = (await downloaded(page, () => button(page, "JSONL").first().click())).text.trim().split("\n");
  const attempts = lines.slice(1).map((line) => JSON.parse(line)).filter((line) => line.ledger === undefined);
  assert.equal(attempts.length, 12);
  await page.reload();
  await sentence(page).getByText("All 12 answered").waitFor();
});

journey("one run belongs to one tab", async ({ open }) => {
  const page = await open(asked(["right+slow"], "steps=25&items=20&concurrency=1"), { origins: [faults.origin] });
  await giveKey(page);
  await start(page);
  await sentence(page).getByText(/of 20 answered/).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await sentence(other).getByText(/Paused/).waitFor();
  await button(other, "Allow").click();
  await button(other, "Resume").click();
  await sentence(other).getByText(/another tab/).waitFor();
  await button(page, "Pause").click();
  await sentence(page).getByText(/Paused/).waitFor();
});

journey("a link sends no request before the visitor allows its address", async ({ open }) => {
  const base = encodeURIComponent(faults.base("openai"));
  const before = faults.requests.length;
  const page = await open(`#/sweep?v=2&steps=5&items=2&model=openai:right;base=${base}`, { origins: [faults.origin] });
  await page.locator(".targets").getByText(faults.origin).waitFor();
  await page.getByText(/sends requests to/).waitFor();
  await page.waitForTimeout(600);
  assert.ok(await button(page, "Start").isDisabled());
  assert.equal(faults.requests.length, before);
  await button(page, "Allow").click();
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
});

journey("permission for an address survives a reload, for its run only", async ({ open }) => {
  const base = encodeURIComponent(faults.base("ollama"));
  const set_up = `#/sweep?v=2&steps=5&items=6&concurrency=1&model=ollama:right%2Bslow;base=${base}`;
  const page = await open(set_up, { origins: [faults.origin] });
  await button(page, "Allow").click();
  await start(page);
  await sentence(page).getByText(/[1-5] of 6 answered/).waitFor();
  const run = page.url();
  await page.reload();
  await sentence(page).getByText(/Paused/).waitFor();
  assert.equal(await button(page, "Allow").count(), 0);
  // In a link without a run, the same origin needs permission again.
  await page.evaluate((address) => void (location.hash = address), set_up);
  await button(page, "Allow").waitFor();
  await page.goto(run);
  await button(page, "Resume").click();
  await sentence(page).getByText("All 6 answered").waitFor();
});

journey("an address changed by the opener needs permission again", async ({ open }) => {
  const set_up = (base) => `#/sweep?v=2&steps=5&items=2&model=openai:right;base=${encodeURIComponent(base)}`;
  const opener = await open("", { origins: [faults.origin] });
  const [page] = await Promise.all([
    opener.context().waitForEvent("page"),
    opener.evaluate((address) => void (globalThis.opened = open(address)), opener.url() + set_up(faults.base("openai"))),
  ]);
  const before = faults.requests.length;
  await button(page, "Allow").click();
  await page.locator("button:enabled", { hasText: /^Start$/ }).waitFor();
  // The opener changes the page's address. Then each origin needs permission, even the allowed one.
  for (const slug of ["mistral", "openai"]) {
    await opener.evaluate((address) => void (globalThis.opened.location = address), opener.url() + set_up(faults.base(slug)));
    await page.locator(".targets").getByText(faults.base(slug)).waitFor();
    await button(page, "Allow").waitFor();
    assert.ok(await button(page, "Start").isDisabled());
  }
  assert.equal(faults.requests.length, before);
});

journey("a sweep without replies reports possible causes", async ({ open, expectProblem }) => {
  const base = encodeURIComponent(faults.base("ollama", "no-cors"));
  const page = await open(`#/sweep?v=2&steps=5&items=4&model=ollama:right;base=${base}`, { origins: [faults.origin] });
  await button(page, "Allow").click();
  await start(page);
  await page.locator(".run code").getByText(/^OLLAMA_ORIGINS=http/).waitFor();
  assert.doesNotMatch(await page.locator(".run").innerText(), /Nothing answers/);
  // In place of a figure, the page explains why there is none.
  await page.locator(".results.is-unanswered").getByText("There are no answers yet").waitFor();
  expectProblem(/CORS|ERR_FAILED|404/);
});

journey("a sweep asks models in every wire format", async ({ open }) => {
  const providers = ["openai", "openai-responses", "anthropic", "gemini", "cohere", "ollama", "mistral"];
  const targets = providers.map((provider) => `model=${provider}:right;base=${encodeURIComponent(faults.base(provider))}`);
  const page = await open(`#/sweep?v=2&seed=7&steps=12&items=2&${targets.join("&")}`, { origins: [faults.origin] });
  await giveKey(page);
  await start(page);
  await sentence(page).getByText("All 14 answered").waitFor();
  await page.locator(".list-row").nth(13).waitFor();
  assert.equal(await page.locator(".list-row.is-right").count(), 14);
});
