// If a browser does not explain a failed request, the page lists possible causes. Each test makes one
// cause apply. Requests to a provider's own address go to the server of `faults.mjs`, which answers
// like the provider, or to no server.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { choose } from "./asking.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";

const LINK = "#/play?v=2&steps=12&seed=7";
const callStatus = (page) => page.locator(".asking [role=status]");

let faults;
const sites = [];
before(async () => (faults = await startFaults()));
after(() => Promise.all([faults?.close(), ...sites.map((site) => site.close())]));

// Sends requests for an origin to another server, and passes its replies on. A reply without CORS
// headers gets one that excludes the page, because Playwright would otherwise allow the page to read it.
// Requests of a page that is being closed fail silently.
const hosted = (origin, base) => (context) =>
  context.route(`${origin}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    try {
      const response = await route.fetch({ url: base + pathname + search });
      const headers = { "access-control-allow-origin": "https://nobody.example", ...response.headers() };
      await route.fulfill({ response, headers });
    } catch {
      await route.abort().catch(() => undefined);
    }
  });

// Asks a model, and returns the causes that the page lists.
async function ask(page, settings) {
  await choose(page, { model: "right", ...settings });
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await callStatus(page).getByText("does not say why").waitFor();
  return callStatus(page).locator("li").allInnerTexts();
}

// Allows or forbids pages to reach this machine. Browsers without a user forbid it by default, and
// the permission has several names.
async function setLoopback(page, setting) {
  const browser = await page.context().browser().newBrowserCDPSession();
  const { browserContextIds } = await browser.send("Target.getBrowserContexts");
  for (const browserContextId of browserContextIds) {
    for (const name of ["loopback-network", "local-network-access"]) {
      await browser.send("Browser.setPermission", { permission: { name }, setting, browserContextId }).catch(() => undefined);
    }
  }
}

const bases = {
  openai: "https://api.openai.com",
  mistral: "https://api.mistral.ai",
  anthropic: "https://api.anthropic.com",
};

for (const [cause, slug, key, expected] of [
  ["a key that is refused without CORS", "openai", "wrong", [/^The key may be wrong/, /CORS/]],
  ["a provider without CORS", "mistral", KEY, [/^The key may be wrong/, /CORS/]],
  ["an organisation without CORS", "anthropic", KEY, [/^The key may be wrong/, /organisation may have switched/, /CORS/]],
]) {
  journey(`${cause} is listed as a possible cause`, async ({ open, expectProblem }) => {
    const words = slug === "openai" ? slug : `${slug}+no-cors`;
    const prepare = hosted(bases[slug], `${faults.origin}/${words}`);
    const page = await open(LINK, { origins: [bases[slug]], prepare });
    const list = await ask(page, { provider: slug, key });
    assert.equal(list.length, expected.length, list.join("\n"));
    for (const [at, pattern] of expected.entries()) assert.match(list[at], pattern);
    expectProblem(/CORS|ERR_FAILED|status of 40|response: 40/);
  });
}

journey("a missing key is listed as a possible cause", async ({ open, expectProblem }) => {
  const origin = "https://models.example";
  const page = await open(LINK, { origins: [origin], prepare: hosted(origin, `${faults.origin}/compatible+no-cors`) });
  const [first] = await ask(page, { provider: "compatible", base: `${origin}/v1` });
  assert.match(first, /^There is no key, and the provider may want one/);
  expectProblem(/CORS|ERR_FAILED|response: 40/);
});

journey("a blocker and a wrong address are listed if no reply arrives", async ({ open, expectProblem }) => {
  const prepare = (context) => context.route(`${bases.openai}/**`, (route) => route.abort("blockedbyclient"));
  const page = await open(LINK, { origins: [bases.openai], prepare });
  const [first, second, ...more] = await ask(page, { provider: "openai", key: KEY });
  assert.match(first, /^Nothing comes back from https:\/\/api\.openai\.com: a blocker/);
  assert.match(second, /^The address may be wrong/);
  assert.deepEqual(more, []);
  expectProblem(/ERR_BLOCKED_BY_CLIENT/);
});

journey("a missing network is listed as the only cause", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [bases.openai] });
  await choose(page, { provider: "openai", key: KEY, model: "right" });
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await callStatus(page).getByText("does not say why").waitFor();
  assert.deepEqual(await callStatus(page).locator("li").allInnerTexts(), ["This browser has no network. Try again when it has."]);
  expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_NAME_NOT_RESOLVED/);
});

journey("a local server without CORS is listed as the only cause", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  const list = await ask(page, { provider: "vllm", base: faults.base("vllm", "no-cors") });
  assert.equal(list.length, 1, list.join("\n"));
  assert.match(list[0], /does not let this page in/);
  expectProblem(/CORS|ERR_FAILED|404/);
});

journey("a browser that blocks local access is listed as the only cause", async ({ open, expectProblem }) => {
  const page = await open(LINK, { origins: [faults.origin] });
  await setLoopback(page, "denied");
  const list = await ask(page, { provider: "ollama", base: faults.base("ollama", "no-cors") });
  assert.equal(list.length, 1, list.join("\n"));
  assert.match(list[0], /keeps the page from this machine/);
  expectProblem(/CORS|ERR_FAILED|404/);
});

journey("Safari's refusal of plain http on an https page is listed", async ({ open, expectProblem }) => {
  const gone = await startFaults();
  await gone.close();
  const site = await serve();
  sites.push(site);
  const address = "https://stepfall.example/";
  const userAgent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15";
  const prepare = hosted(new URL(address).origin, site.address.replace(/\/$/, ""));
  const page = await open(LINK, { address, userAgent, origins: [gone.origin], prepare });
  await setLoopback(page, "granted");
  const list = await ask(page, { provider: "ollama", base: gone.base("ollama") });
  assert.match(list[0], /^Nothing answers at/);
  assert.ok(list.some((advice) => /^Safari keeps pages that came by https/.test(advice)), list.join("\n"));
  expectProblem(/ERR_CONNECTION_REFUSED|ERR_FAILED/);
});
