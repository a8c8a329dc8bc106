// OpenRouter's sign-in, after which a visitor need not paste a key. Requests for OpenRouter go to the
// server of `faults.mjs`.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before } from "node:test";
import { unfold } from "./asking.mjs";
import { KEY, startFaults } from "./faults.mjs";
import { journey } from "./harness.mjs";

const SITE = "https://openrouter.ai";
const LINK = "#/play?v=2&steps=12&seed=7";

let faults;
before(async () => (faults = await startFaults()));
after(() => faults?.close());

// Returns settings of a page whose requests for OpenRouter go to the server of `faults.mjs`. If there
// is a `signsIn`, it answers in place of the server's sign-in.
function settings(signsIn) {
  const prepare = async (context) => {
    await context.route(`${SITE}/**`, async (route) => {
      const url = route.request().url().replace(SITE, faults.origin);
      const response = await route.fetch({ url, maxRedirects: 0 });
      await route.fulfill({ response });
    });
    if (signsIn) await context.route(`${SITE}/auth?**`, signsIn);
  };
  return { origins: [SITE, faults.origin], prepare };
}

// Returns the page's own return address, with its state and one more parameter.
function callback(route, name, value) {
  const back = new URL(new URL(route.request().url()).searchParams.get("callback_url"));
  back.searchParams.set(name, value);
  return back.href;
}

// Answers for a visitor who does not agree.
function refuse(route) {
  return route.fulfill({ status: 302, headers: { location: callback(route, "error", "access_denied") } });
}

const signIn = (page) => page.getByRole("button", { name: "Sign in with OpenRouter" });
const key = (page) => page.locator(".answer .asking-key [type=password]");
const stored = (page) => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));

journey("a visitor signs in, returns to the same page and asks a model", async ({ open }) => {
  const page = await open(LINK, settings());
  await unfold(page);
  await page.getByLabel("Model", { exact: true }).fill("right");
  await signIn(page).click();
  await page.getByText("Signed in. The key is set.").waitFor();
  assert.equal(await key(page).inputValue(), KEY);
  const address = new URL(page.url());
  assert.deepEqual([address.search, address.hash], ["", LINK]);
  assert.ok(!/verifier|sign-in/.test(await stored(page)) && !(await stored(page)).includes(KEY));
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.getByText(/Answered in/).waitFor();
  assert.ok(faults.requests.every(({ path, keyIn }) => path.startsWith("/api/v1/") || keyIn.length === 0));
});

journey("sign-in secrets derive from the page's entropy and differ per sign-in", async ({ open }) => {
  const secrets = async (entropy) => {
    let asked;
    const signsIn = (route) => {
      asked = new URL(route.request().url());
      return refuse(route);
    };
    const page = await open(LINK, { ...settings(signsIn), entropy });
    await unfold(page);
    await signIn(page).click();
    await page.getByText("The sign-in was not finished").waitFor();
    const back = new URL(asked.searchParams.get("callback_url"));
    return { challenge: asked.searchParams.get("code_challenge"), state: back.searchParams.get("state") };
  };
  const [first, again, other] = [await secrets(7), await secrets(7), await secrets(8)];
  for (const secret of Object.values(first)) assert.match(secret, /^[\w-]{43}$/);
  assert.deepEqual(again, first);
  assert.notEqual(other.challenge, first.challenge);
  assert.notEqual(other.state, first.state);
  // The state is part of the address, so it must reveal nothing about the verifier.
  assert.notEqual(createHash("sha256").update(first.state).digest("base64url"), first.challenge);
});

journey("a transcript outside the address is restored after signing in", async ({ open }) => {
  const page = await open(LINK, settings());
  const field = page.locator("textarea.transcript");
  await field.fill("S3 = 5\nAnswer: 1000001");
  await page.getByText("Final answer 1000001").waitFor();
  // The transcript now belongs to another prompt than that of the address.
  await page.getByRole("textbox", { name: "Steps", exact: true }).fill("7");
  await page.waitForFunction(() => typeof history.state === "string" && location.hash.includes("steps=7"));
  const entry = () => page.evaluate(() => [history.state, location.hash]);
  const before = await entry();
  await unfold(page);
  await signIn(page).click();
  await page.getByText("Signed in. The key is set.").waitFor();
  assert.deepEqual(await entry(), before);
  assert.equal(await field.inputValue(), "S3 = 5\nAnswer: 1000001");
});

journey("signing in from Sweep returns to the set-up", async ({ open }) => {
  // The form is open while no model is chosen.
  const page = await open("#/sweep?v=2&steps=5", settings());
  const form = page.locator(".setup-add");
  await form.getByRole("button", { name: "Sign in with OpenRouter" }).click();
  await form.getByText("Signed in. The key is set.").waitFor();
  assert.match(page.url(), /[^?]#\/sweep\?.*steps=5/);
  assert.equal(await page.locator(".setup-add [name=key]").inputValue(), KEY);
});

journey("a declined sign-in is reported and loses nothing", async ({ open }) => {
  const page = await open(LINK, settings(refuse));
  await unfold(page);
  await signIn(page).click();
  await page.getByText("The sign-in was not finished").waitFor();
  const address = new URL(page.url());
  assert.deepEqual([address.search, address.hash], ["", LINK]);
  assert.equal(await key(page).inputValue(), "");
  assert.doesNotMatch(await stored(page), /sign-in/);
});

journey("a used code and a code of another tab yield no key", async ({ open, expectProblem }) => {
  const stale = (route) => route.fulfill({ status: 302, headers: { location: callback(route, "code", "used-already") } });
  const page = await open(LINK, settings(stale));
  await unfold(page);
  await signIn(page).click();
  await page.getByText(/The sign-in gave no key: .* sign in again/).waitFor();
  expectProblem(/403/);
  const sent = faults.requests.length;
  const other = await page.context().newPage();
  await other.goto(`${page.url().split("#")[0]}?code=not-mine${LINK}`);
  await other.getByText("was not begun in this tab").waitFor();
  assert.equal(new URL(other.url()).search, "");
  assert.equal(faults.requests.length, sent);
});

journey("forged replies to an abandoned sign-in are refused; the real one works once", async ({ open }) => {
  let reply;
  // The visitor stays at the provider, which would redirect to this address.
  const stay = async (route) => {
    const url = route.request().url().replace(SITE, faults.origin);
    reply = (await route.fetch({ url, maxRedirects: 0 })).headers().location;
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Sign in</title><h1>Sign in</h1>" });
  };
  const page = await open(LINK, settings(stay));
  const home = page.url().split("#")[0];
  await unfold(page);
  await signIn(page).click();
  await page.waitForURL(`${SITE}/auth?**`);
  assert.match(reply, /\?state=[\w-]{43}&code=[\w-]+$/);
  await page.goBack();
  await unfold(page);
  await signIn(page).waitFor();
  const sent = faults.requests.length;
  const exchanges = () => faults.requests.slice(sent).filter(({ method }) => method === "POST").map(({ path }) => path);

  for (const forged of ["code=forged", "code=forged&state=other", "state=&code=forged", "error=access_denied", "error=access_denied&state=other"]) {
    await page.goto(`${home}?${forged}${LINK}`);
    await page.getByText("is no reply to the sign-in that was begun in this tab").waitFor();
    const address = new URL(page.url());
    assert.deepEqual([address.search, address.hash], ["", LINK], forged);
    assert.equal(await key(page).inputValue(), "", forged);
    assert.match(await stored(page), /sign-in/, forged);
  }
  assert.equal(faults.requests.length, sent);

  await page.goto(reply);
  await page.getByText("Signed in. The key is set.").waitFor();
  assert.equal(await key(page).inputValue(), KEY);
  const address = new URL(page.url());
  assert.deepEqual([address.search, address.hash], ["", LINK]);
  assert.doesNotMatch(await stored(page), /sign-in/);
  assert.deepEqual(exchanges(), ["/api/v1/auth/keys"]);
  await page.goto(reply);
  await page.getByText("it was used already").waitFor();
  assert.deepEqual(exchanges(), ["/api/v1/auth/keys"]);
});

journey("a failed key exchange is reported without a key being set", async ({ open, expectProblem }) => {
  const { prepare, origins } = settings();
  const page = await open(LINK, {
    origins,
    prepare: async (context) => {
      await prepare(context);
      await context.route(`${SITE}/api/v1/auth/keys`, (route) => route.abort());
    },
  });
  await unfold(page);
  await signIn(page).click();
  await page.locator(".asking-key .note").getByText(/does not say why/).waitFor();
  assert.equal(await key(page).inputValue(), "");
  expectProblem(/ERR_FAILED|404/);
});

journey("an invalid key is reported although the list of models is public", async ({ open, expectProblem }) => {
  const page = await open(LINK, settings());
  await unfold(page);
  await key(page).fill("another");
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText(/key is missing or not accepted/).waitFor();
  expectProblem(/401/);
  await key(page).fill(KEY);
  await page.getByRole("button", { name: "Test connection" }).click();
  await page.getByText(/Connected: \d+ models/).waitFor();
});
