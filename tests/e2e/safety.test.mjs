// Promises about keys, requests and hostile input that no other test covers. docs/safety.md lists
// the tests of each promise.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before } from "node:test";
import { choose, giveKey, unfold } from "./asking.mjs";
import { QUICK, choose as give, lines } from "./batching.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";
import { waitUntilSteady } from "./steady.mjs";
import { button, sentence, start } from "./sweep-page.mjs";

const LINK = "#/play?v=2&steps=12&seed=7";
const PLACES = ["#/play?v=2&seed=42", "#/sweep?v=2", "#/results?v=2", "#/batch?v=2", "#/lab?v=2&steps=6&seed=3", "#/learn?v=2", "#/learn?v=2&chapter=guide", "#/about"];

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

const key = (page) => page.locator(".answer .asking-key [type=password]");
const callStatus = (page) => page.locator(".asking [role=status]");
const ask = (page) => button(page, "Ask").click();

// Serves a page of another origin, from its markup.
async function another(markup) {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html; charset=utf-8").end(markup));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

// Calls `press`, and returns the content of the file that is saved.
async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await download.path());
}

journey("no page sends a request to another origin", async ({ open }) => {
  const requested = [];
  const prepare = (context) => context.on("request", (request) => requested.push(request));
  const page = await open("", { prepare });
  const { origin } = new URL(page.url());
  await unfold(page);
  for (const provider of await page.getByLabel("Provider").locator("option").evaluateAll((all) => all.map(({ value }) => value))) {
    await page.getByLabel("Provider").selectOption(provider);
  }
  await page.getByLabel("Model", { exact: true }).fill("a-model");
  await page.waitForTimeout(500);
  for (const place of PLACES) {
    await page.evaluate((address) => void (location.hash = address), place);
    await page.locator("h1:visible").first().waitFor();
    await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
    for (const link of await page.locator("a[href^='http']:visible").all()) await link.hover();
    await page.waitForTimeout(500);
  }
  assert.ok(requested.length > 10);
  for (const request of requested) assert.equal(new URL(request.url()).origin, origin, request.url());
  assert.equal(await page.evaluate(() => document.cookie), "");
});

journey("the harness detects foreign requests of the page and of a worker", async ({ open, expectProblem }) => {
  const prepare = (context) => context.route("https://third.example/**", (route) => route.abort());
  const page = await open(LINK, { prepare });
  await page.locator("textarea.transcript").fill("Answer: 7");
  await page.getByText("Final answer 7").first().waitFor();
  const send = (address) => fetch(address).catch(() => undefined);
  await page.evaluate(send, "https://third.example/from-the-page");
  await page.workers()[0].evaluate(send, "https://third.example/from-a-worker");
  expectProblem(/foreign: GET .*from-the-page/);
  expectProblem(/foreign: GET .*from-a-worker/);
  expectProblem(/ERR_FAILED/);
});

journey("model names and prices are fetched on a press, from the chosen origin", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5", { origins: [faults.origin] });
  const before = faults.requests.length;
  await giveKey(page, faults.base("compatible"), KEY);
  await page.locator(".setup-add [name=model]").fill("right");
  await page.waitForTimeout(500);
  assert.equal(faults.requests.length, before);
  await page.locator(".setup-add").getByRole("button", { name: "Test connection" }).click();
  await page.locator(".setup-add").getByText(/Connected: \d+ models/).waitFor();
  assert.ok(faults.requests.length > before);
  for (const { path } of faults.requests.slice(before)) assert.match(path, /^\/compatible\/v1\/models/);
});

for (const status of ["302", "307"]) {
  journey(`a redirect with status ${status} takes no request to another origin`, async ({ open, expectProblem }) => {
    faults.reset();
    const page = await open(LINK, { origins: [faults.origin] });
    await choose(page, { provider: "compatible", base: faults.base("compatible"), key: KEY, model: status });
    await ask(page);
    await callStatus(page).getByText("does not say why").waitFor();
    // The list of models is not redirected either.
    await page.getByLabel("Address").fill(faults.base("compatible", status));
    await page.getByLabel("Address").blur();
    await button(page, "Test connection").click();
    await callStatus(page).getByText("does not say why").waitFor();
    await page.waitForTimeout(500);
    assert.ok(faults.requests.some(({ method, path }) => method === "POST" && path.startsWith("/compatible/")));
    assert.ok(faults.requests.some(({ method, path }) => method === "GET" && path.startsWith(`/compatible+${status}/`)));
    assert.deepEqual(faults.requests.filter(({ path }) => path.startsWith("/elsewhere")), []);
    // The probe of the server after the failure (a request for `/`) contains no key.
    for (const { path, keyIn } of faults.requests.filter(({ path }) => path === "/")) assert.deepEqual(keyIn, [], path);
    expectProblem(/ERR_FAILED|40\d|redirect/i);
  });
}

journey("a reachability probe sends no key, cookie or referrer, also after a redirect", async ({ open, expectProblem }) => {
  faults.reset();
  // A server without CORS headers, which redirects the path `/` to another server.
  const server = createServer((request, response) => {
    if (request.url === "/") response.writeHead(302, { location: `${faults.origin}/` }).end();
    else response.writeHead(404).end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  try {
    const page = await open(LINK, { origins: [origin, faults.origin] });
    await choose(page, { provider: "compatible", base: `${origin}/v1`, key: KEY, model: "right" });
    await ask(page);
    await callStatus(page).getByText("does not say why").waitFor();
    assert.deepEqual(faults.requests.map(({ method, path, key, keyIn, body }) => ({ method, path, key, keyIn, body })), [
      { method: "GET", path: "/", key: "none", keyIn: [], body: "" },
    ]);
    assert.ok(!faults.requests[0].headers.some((name) => ["cookie", "referer"].includes(name)), faults.requests[0].headers.join());
    expectProblem(/CORS|ERR_|40\d/);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

journey("an imported run sends nothing before the visitor allows its address", async ({ open }) => {
  const base = encodeURIComponent(faults.base("ollama"));
  const page = await open(`#/sweep?v=2&seed=7&steps=5&items=2&model=ollama:right%2Bslow;base=${base}`, { origins: [faults.origin] });
  await button(page, "Allow").click();
  await start(page);
  await sentence(page).getByText("All 2 answered").waitFor();
  const file = (await saved(page, () => page.locator(".history").getByRole("button", { name: "JSONL" }).click())).toString();
  // The file contains only one of the two attempts, so that the run is unfinished.
  const lines = file.trimEnd().split("\n");
  const part = lines.filter((line, at) => at === 0 || (!JSON.parse(line).ledger && JSON.parse(line).attempt === 0)).join("\n");
  const other = await open("#/sweep?v=2", { origins: [faults.origin] });
  faults.reset();
  const [chooser] = await Promise.all([other.waitForEvent("filechooser"), button(other, "Open a file").click()]);
  await chooser.setFiles({ name: "run.jsonl", mimeType: "text/plain", buffer: Buffer.from(part) });
  await (await waitUntilSteady(other.locator(".history").getByRole("button", { name: "Open", exact: true }))).click();
  await button(other, "Allow").waitFor();
  await other.waitForTimeout(500);
  assert.ok(await button(other, "Resume").isDisabled());
  assert.deepEqual(faults.requests, []);
  await button(other, "Allow").click();
  await button(other, "Resume").click();
  await sentence(other).getByText("All 2 answered").waitFor();
  assert.ok(faults.requests.length > 0);
});

journey("every format sends the key in its header and nowhere else", async ({ open }) => {
  faults.reset();
  const headers = { openai: "authorization", "openai-responses": "authorization", anthropic: "x-api-key", gemini: "x-goog-api-key", cohere: "authorization" };
  const targets = Object.keys(headers).map((provider) => `model=${provider}:right;base=${encodeURIComponent(faults.base(provider))}`);
  const page = await open(`#/sweep?v=2&seed=7&steps=5&items=1&${targets.join("&")}`, { origins: [faults.origin] });
  await giveKey(page, faults.base("openai"), KEY);
  await start(page);
  await sentence(page).getByText("All 5 answered").waitFor();
  const asked = faults.requests.filter(({ method }) => method === "POST");
  assert.equal(asked.length, 5);
  for (const { path, keyIn } of asked) assert.deepEqual(keyIn, [headers[path.split("/")[1]]], path);
  for (const { path, method, keyIn } of faults.requests.filter(({ method }) => method !== "POST")) assert.deepEqual(keyIn, [], `${method} ${path}`);
});

journey("a reload forgets the key, and a remembered key stays in its tab", async ({ open }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  const settings = { provider: "compatible", base: faults.base("compatible"), key: KEY, model: "right" };
  await choose(page, settings);
  await page.reload();
  await choose(page, { ...settings, key: "" });
  assert.equal(await key(page).inputValue(), "");
  await key(page).fill(KEY);
  await page.getByLabel("Remember until I close this tab").check();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await unfold(other);
  await other.getByLabel("Provider").selectOption("compatible");
  await other.getByLabel("Address").fill(settings.base);
  await other.getByLabel("Address").blur();
  assert.equal(await key(other).inputValue(), "");
  assert.ok(!(await other.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).includes(KEY));
  // Unticked, the key is only in memory again.
  await page.getByLabel("Remember until I close this tab").uncheck();
  assert.ok(!(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).includes(KEY));
});

// Forms in which the key may appear: plain, as Base64 of a header, or with its middle masked.
const SPELLINGS = [KEY, Buffer.from(`Bearer ${KEY}`).toString("base64").slice(0, -2), `${KEY.slice(0, 3)}***${KEY.slice(-3)}`];
const tells = (text) => SPELLINGS.filter((spelling) => text.includes(spelling));

journey("a key that replies and errors repeat is in no file, link, log or page", async ({ open, expectProblem }) => {
  const exposed = [];
  const prepare = (context) => context.on("console", (message) => exposed.push(message.text()));
  const base = encodeURIComponent(faults.base("compatible"));
  const models = ["right+repeats-key", "400+echoes-key", "401+echoes-key"].map((model) => `model=compatible:${encodeURIComponent(model)};base=${base}`);
  const page = await open(`#/sweep?v=2&seed=7&steps=5&items=2&${models.join("&")}`, { origins: [faults.origin], prepare, permissions: ["clipboard-read", "clipboard-write"] });
  await giveKey(page, faults.base("compatible"), KEY);
  await start(page);
  await page.locator(".run .note").getByText(/cannot be asked/).waitFor();
  await page.locator(".list-row").nth(1).waitFor();
  const run = page.locator(".run");
  const files = {
    JSONL: () => page.locator(".history").getByRole("button", { name: "JSONL" }).click(),
    CSV: () => run.getByRole("button", { name: "CSV" }).click(),
    report: () => page.getByRole("button", { name: "Report" }).first().click(),
    SVG: () => page.locator("[data-figure=collapse]").getByRole("button", { name: /^SVG/ }).click(),
  };
  for (const [name, press] of Object.entries(files)) {
    const text = (await saved(page, press)).toString();
    assert.ok(text.length > 300, name);
    assert.deepEqual(tells(text), [], name);
    // The texts are there, without the key.
    if (name === "JSONL") assert.match(text, /I was sent \[key\][^]*You sent \[key\]/);
  }
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const link = await page.getByRole("group", { name: "Share" }).getByLabel("Link").inputValue();
  assert.match(link, /#\/sweep\?/);
  assert.deepEqual(tells(link), []);
  await page.keyboard.press("Escape");
  await (await waitUntilSteady(page.locator(".list-row").first())).click();
  await page.locator(".transcript").getByText("I was sent [key]").first().waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  for (const copy of ["Copy link", "Copy as Markdown"]) {
    await page.getByRole("button", { name: copy, exact: true }).first().click();
    await page.getByRole("status").getByText("Copied").first().waitFor();
    assert.deepEqual(tells(await page.evaluate(() => navigator.clipboard.readText())), [], copy);
  }
  const shown = await page.evaluate(() => [document.documentElement.outerHTML, location.href, document.title, JSON.stringify(history.state)].join("\n"));
  assert.deepEqual(tells(shown), []);
  assert.deepEqual(tells(exposed.join("\n")), []);
  expectProblem(/status of 40[01]|response: 40[01]/);
});

journey("the policy admits scripts and style by hash only, as in SECURITY.md", async ({ open }) => {
  const page = await open();
  const document = await page.evaluate(async () => (await fetch(location.pathname)).text());
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(document);
  const directives = new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1)]));
  const scripts = directives.get("script-src");
  assert.deepEqual(scripts.filter((source) => !/^'sha256-[\w+/]+=*'$/.test(source)), ["'strict-dynamic'", "'wasm-unsafe-eval'"]);
  // Each script of the document has one of these hashes, and none is in a place that hashes do not
  // cover.
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const inline = [...document.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text);
  assert.equal(inline.length, 2);
  for (const text of inline) assert.ok(scripts.includes(hash(text)), text);
  assert.doesNotMatch(document, /<script[^>]* src=|\son\w+=|javascript:/i);
  directives.delete("script-src");
  assert.deepEqual(Object.fromEntries([...directives].map(([name, sources]) => [name, sources.join(" ")])), {
    "default-src": "'none'",
    "worker-src": "'self'",
    "style-src": hash(/<style>([^]*?)<\/style>/.exec(document)[1]),
    "img-src": "'self' data:",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "connect-src": "'self' https: http://localhost:* http://127.0.0.1:*",
    "base-uri": "'none'",
    "form-action": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default",
  });
  const explained = await readFile(new URL("../../SECURITY.md", import.meta.url), "utf8");
  for (const name of directives.keys()) if (name !== "trusted-types") assert.ok(explained.includes(`\`${name}`), name);
});

journey("inline handlers, javascript: links, foreign scripts and http are refused", async ({ open, expectProblem }) => {
  const page = await open();
  const done = await page.evaluate(async () => {
    const refused = [];
    const attempt = (name, act) => {
      try {
        act();
      } catch {
        refused.push(name);
      }
    };
    const element = document.createElement("a");
    document.body.append(element);
    attempt("script by address", () => (document.createElement("script").src = "https://third.example/a.js"));
    attempt("framed markup", () => (document.createElement("iframe").srcdoc = "<b>x</b>"));
    attempt("another policy", () => trustedTypes.createPolicy("other", { createHTML: (text) => text }));
    attempt("parsed markup", () => document.body.insertAdjacentHTML("beforeend", "<b>from a transcript</b>"));
    attempt("handler", () => (element.setAttribute("onclick", "globalThis.isHit = true"), element.click()));
    element.removeAttribute("onclick");
    attempt("link of a script", () => ((element.href = "javascript:globalThis.isHit = true"), element.click()));
    await fetch("http://third.example/").catch(() => refused.push("plain http"));
    await new Promise((resolve) => setTimeout(resolve, 200));
    element.remove();
    return { refused, isHit: globalThis.isHit ?? false };
  });
  assert.equal(done.isHit, false);
  for (const name of ["script by address", "framed markup", "another policy", "parsed markup", "plain http"]) assert.ok(done.refused.includes(name), `${name} of ${done.refused}`);
  expectProblem(/policy: |Content Security Policy|Trusted/);
});

journey("a frame shows no fields or buttons, and cannot be navigated to them", async ({ open }) => {
  faults.reset();
  const page = await open("", { origins: [faults.origin] });
  const [base] = page.url().split("#");
  const asking = `#/sweep?v=2&steps=5&items=1&model=compatible:right;base=${encodeURIComponent(faults.base("compatible"))}`;
  const hostile = [...PLACES, asking, "#/nowhere", ""];
  const frames = hostile.map((place, at) => `<iframe id="frame-${at}" src="${(base + place).replaceAll("&", "&amp;")}"></iframe>`);
  const other = await another(`<!doctype html><title>Another page</title><link rel="icon" href="data:,">${frames.join("")}`);
  try {
    const around = await page.context().newPage();
    await around.goto(other.address);
    for (const at of hostile.keys()) {
      const frame = around.frameLocator(`#frame-${at}`);
      await frame.getByRole("link", { name: "Open Stepfall in a window of its own" }).waitFor();
      assert.equal(await frame.locator("button, input, textarea, select, summary").count(), 0, hostile[at]);
    }
    // An embedded page keeps its content when the framing page changes the fragment of its address.
    for (const embedded of ["#/embed/play?v=2&seed=42", "#/embed/learn?v=2&chapter=operand", "#/embed/sweep?v=2&steps=5&items=2&model=simulated:mixed:200"]) {
      const frame = around.frameLocator("#frame-0");
      // The attribute marks the old document. The embedded page loads as a new document.
      await frame.locator("html").evaluate((document) => document.toggleAttribute("data-former", true));
      await around.evaluate((address) => void (document.querySelector("#frame-0").src = address), `${base.replace("/path/", "/path/?")}${embedded}`);
      await frame.locator("html:not([data-former]) .embed").waitFor();
      for (const place of hostile) {
        await around.evaluate((address) => void (document.querySelector("#frame-0").src = address), `${base.replace("/path/", "/path/?")}${place || "#"}`);
        await around.waitForTimeout(100);
        assert.equal(await frame.locator(".embed").count(), 1, `${embedded} and then ${place}`);
        assert.equal(await frame.locator("input:not([type=range], [type=radio], [type=checkbox]), textarea, .bar, .asking").count(), 0, `${embedded} and then ${place}`);
      }
    }
    assert.deepEqual(faults.requests, []);
  } finally {
    await other.close();
  }
});

// Text that would set `isHit` if a browser treated it as markup or as a script.
const HOSTILE = `<img src=x onerror="globalThis.isHit=true"><script>globalThis.isHit=true</script> [here](javascript:globalThis.isHit=true) &lt;b&gt;`;
const isText = async (page, where) => {
  const found = await page.evaluate(() => ({
    isHit: globalThis.isHit ?? false,
    made: document.querySelectorAll("main img[src=x], body script:not([type]), a[href^='javascript']").length,
  }));
  assert.deepEqual(found, { isHit: false, made: 0 }, where);
};

journey("replies and error messages are shown as text", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  // The last character turns the direction of the text after it.
  const transcript = `S3 = 5 ${HOSTILE}\n${HOSTILE}\nAnswer: 7 ${HOSTILE}\u202e`;
  await page.locator("textarea.transcript").fill(transcript);
  await page.getByText("Final answer 7").first().waitFor();
  await isText(page, "a transcript in its field");
  // Opened from its link, the transcript is read and marked.
  await page.waitForFunction(() => location.hash.includes("&t="));
  const again = await open(new URL(page.url()).hash, { origins: [faults.origin] });
  await again.locator(".transcript mark").first().waitFor();
  assert.ok((await again.locator(".transcript").first().textContent()).includes(HOSTILE));
  await isText(again, "a transcript that is marked");
  const around = again.locator("h1, .answer .card-head, .steps, footer, header").locator("visible=true");
  for (const words of await around.allTextContents()) assert.ok(!words.includes("\u202e"), words);
  await again.getByRole("button", { name: "Share", exact: true }).click();
  const picture = (await saved(again, () => again.getByRole("button", { name: "Save as SVG" }).click())).toString();
  assert.doesNotMatch(picture, /<(img|script)|onerror="/);
  await again.getByRole("button", { name: "Close", exact: true }).click();
  // The error repeats the name of the model.
  await choose(again, { provider: "compatible", base: faults.base("compatible"), key: KEY, model: HOSTILE });
  await ask(again);
  await callStatus(again).getByText(HOSTILE.slice(0, 30)).first().waitFor();
  await isText(again, "the text of an error");
  expectProblem(/404/);
});

journey("names of models, runs, files and columns are text, also in a report", async ({ open, expectProblem }) => {
  const base = encodeURIComponent(faults.base("compatible"));
  const page = await open(`#/sweep?v=2&seed=7&steps=5&items=1&model=simulated:mixed:100&model=compatible:${encodeURIComponent(HOSTILE)};base=${base}`, { origins: [faults.origin] });
  await giveKey(page, faults.base("compatible"), KEY);
  await page.getByLabel("Name", { exact: true }).first().fill(HOSTILE);
  await start(page);
  await page.locator(".run .note").getByText(/cannot be asked/).waitFor();
  await page.locator(".run").getByText("<img src=x").first().waitFor();
  await isText(page, "a run");
  const report = await saved(page, () => page.getByRole("button", { name: "Report" }).first().click());
  assert.match(report.toString(), /&lt;img src=x/);
  assert.doesNotMatch(report.toString(), /<img src=x|<script>globalThis|href="javascript:/);
  // The same holds in Batch.
  await page.evaluate((address) => void (location.hash = address), QUICK);
  await page.getByRole("button", { name: "Choose files" }).waitFor();
  const row = { id: HOSTILE, model: HOSTILE, response: HOSTILE };
  await give(page, [[`${HOSTILE.replaceAll("/", "")}.csv`, `"${HOSTILE.replaceAll('"', '""')}",b\n1,2\n`], ["rows.jsonl", lines([row])]]);
  await page.locator(".batch-list > li").nth(1).waitFor();
  await page.locator(".batch-list").getByText("<img src=x").first().waitFor();
  await page.locator(".batch-list select option").getByText("<img src=x").first().waitFor({ state: "attached" });
  await isText(page, "files");
  expectProblem(/404/);
});

// Code before the worker's script. It delays the `complete` event of each database transaction until the
// test sends a message.
const HELD_BACK = `{
  const channel = new BroadcastChannel("held-back");
  const { set } = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, "oncomplete");
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", {
    set(done) {
      set.call(this, (event) => {
        channel.addEventListener("message", () => done(event), { once: true });
        channel.postMessage(this.durability);
      });
    },
  });
}
`;

journey("an answer is reported only after it is stored", async ({ open }) => {
  const site = await serve({ alter: (name, bytes) => (/^worker-[0-9a-f]+\.js$/.test(name) ? Buffer.concat([Buffer.from(HELD_BACK), bytes]) : bytes) });
  try {
    const page = await open(LINK, { origins: [faults.origin], address: site.address });
    await page.evaluate(() => {
      globalThis.channel = new BroadcastChannel("held-back");
      globalThis.written = [];
      channel.onmessage = ({ data }) => written.push(data);
    });
    await choose(page, { provider: "compatible", base: faults.base("compatible"), key: KEY, model: "right" });
    await ask(page);
    await page.waitForFunction(() => globalThis.written.length > 0);
    await page.waitForTimeout(500);
    assert.equal(await page.getByText(/Answered in/).count(), 0);
    await page.evaluate(() => globalThis.channel.postMessage("go on"));
    await page.getByText(/Answered in/).waitFor();
    assert.deepEqual(await page.evaluate(() => globalThis.written), ["strict"]);
    await page.context().close();
  } finally {
    await site.close();
  }
});
