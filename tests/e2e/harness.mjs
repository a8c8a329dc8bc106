// The harness of every browser test. A journey fails if the page does anything that a visitor's
// console would show as an error. Errors are script errors, violations of the content security
// policy, failed requests, and requests to a foreign origin.
//
//     import { journey } from "./harness.mjs";
//     journey("a link opens its item", async ({ open }) => {
//       const page = await open("#/play?v=2&steps=25&seed=42");
//       ...
//     });

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { seedEntropy } from "./entropy.mjs";
import { serve } from "./site.mjs";
import { watch } from "./watch.mjs";

// The timeout of every wait, in milliseconds; long enough for a busy machine.
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

// Slowdown factor of every page's main thread. Workers and the browser itself keep their speed.
const THROTTLE = Number(process.env.THROTTLE ?? 1);

// The seed of the page's random numbers, unless a test chooses another.
const ENTROPY = 7;

// The maximum number of idle windows that are kept for later tests.
const MOST_IDLE = 2;

let browser;
let site;

// Idle windows of earlier tests in this file; the first one has been idle for longest. A window is a page
// in a context of its own. `key` is the text of its lasting settings, and undefined if no other test may
// use the window. `problems` and `origins` belong to the test that currently uses it.
const idle = [];

// The window that `visit` shares between tests.
let shared;

async function slow(page) {
  if (THROTTLE === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: THROTTLE });
}

before(async () => {
  site = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await site?.close();
});

// Divides the settings of a context into those that can change while the context exists, and `lasting`
// ones.
function divided(settings) {
  const { viewport, colorScheme, reducedMotion, forcedColors, permissions, ...lasting } = settings;
  return [{ viewport, colorScheme, reducedMotion, forcedColors, permissions }, lasting];
}

async function newWindow({ key, lasting, entropy = ENTROPY, prepare }) {
  // Responses of the service worker would hide requests from a test. Tests of the service worker allow it.
  const context = await browser.newContext({ serviceWorkers: "block", ...lasting });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(seedEntropy, entropy);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (violation) => {
      console.error(`policy: ${violation.effectiveDirective} refused ${violation.blockedURI} ${violation.sample}`);
    });
  });
  await prepare?.(context);
  const page = await context.newPage();
  await slow(page);
  // A page that the page opens may be closed before it is slowed.
  context.on("page", (other) => slow(other).catch(() => other.isClosed()));
  const window = { page, key, origins: [], problems: [] };
  const origins = { includes: (origin) => window.origins.includes(origin) };
  watch(page, origins, { push: (problem) => window.problems.push(problem) });
  return window;
}

// Applies the settings that may change while a window exists.
async function applyWindowSettings({ page }, { viewport, colorScheme, reducedMotion, forcedColors, permissions = [] }) {
  const context = page.context();
  await context.clearPermissions();
  if (permissions.length > 0) await context.grantPermissions(permissions);
  await page.emulateMedia({
    colorScheme: colorScheme ?? "light",
    reducedMotion: reducedMotion ?? "no-preference",
    forcedColors: forcedColors ?? "none",
  });
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.mouse.move(0, 0);
}

// Resets a used window to an empty document and empty storage; only its HTTP cache stays. Throws if that
// is impossible, as after a crash.
async function clear(window) {
  const { page } = window;
  const context = page.context();
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.evaluate(() => {
    sessionStorage.clear();
    globalThis.name = "";
  });
  // The test is over, so requests that are cancelled from now on are no errors.
  window.problems = [];
  await context.unrouteAll();
  await context.setOffline(false);
  // A document of the same origin keeps the browser's process; about:blank would not.
  await page.goto(site.empty);
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(site.address).origin, storageTypes: "all" });
  await session.detach();
}

const close = (window) => window?.page.context().close();

// Keeps the window of a finished test for later tests, if it can be cleared.
async function returnWindow(window) {
  const isIdle = window.key !== undefined && !window.page.isClosed() && (await clear(window).then(() => true, () => false));
  if (isIdle) idle.push(window);
  else await close(window);
  while (idle.length > MOST_IDLE) await close(idle.shift());
}

// Takes an idle window with these settings, if there is one.
function takeWindow(key) {
  const at = key === undefined ? -1 : idle.findIndex((one) => one.key === key);
  return at < 0 ? undefined : idle.splice(at, 1)[0];
}

// Navigates the shared page to a fragment, as a link does. It opens About first, so that the fragment
// is opened again even if it is the current one.
async function openFragment(page, fragment) {
  const go = (fragment) => page.evaluate((fragment) => void (location.hash = fragment), fragment);
  await page.keyboard.press("Escape");
  await go("#/about");
  await page.locator(".is-about h1").waitFor();
  await go(fragment);
  await page.locator(".is-about").waitFor({ state: "detached" });
  await page.evaluate(() => scrollTo(0, 0));
}

// Defines one test. Its body gets:
//
// - `open(fragment, options)`: loads the page with empty storage, and returns it once it has started.
//   If the options allow it, the load happens in the window of an earlier test. This saves the start
//   of a process and the transfer of all files. Options are those of a Playwright context
//   (`viewport`, `colorScheme`, `permissions` ...), and
//   - `origins`: foreign origins to which the page may send requests;
//   - `prepare(context)`: called before the page is loaded, to add routes or scripts;
//   - `entropy`: the seed of all random numbers on the page, if it is not 7;
//   - `address`: a site from `serve`, if it is not the usual one;
//   - `started`: false if the page is not expected to start.
// - `leave(page)`: gives the window of a page back, so that the next load can happen in it.
// - `visit(fragment, options)`: returns a page for a test that needs no load of its own. Tests of a
//   file that visit with the same options share one load, and each begins with a navigation to its
//   fragment. The panels of Play are closed by then. Earlier tests may have changed other pages and
//   the storage.
// - `problems`: the errors so far, as text. A test that provokes an error removes it by
//   `expectProblem`.
// - `expectProblem(pattern)`: fails unless at least one problem matches, and removes those that do.
export function journey(name, body) {
  test(name, async () => {
    const used = [];
    const problems = [];

    async function open(fragment = "", options = {}) {
      const { origins = [], prepare, entropy, address = site.address, started = true, ...settings } = options;
      const [passing, lasting] = divided(settings);
      const isUsual = !prepare && entropy === undefined && address === site.address && started && !lasting.serviceWorkers;
      const key = isUsual ? JSON.stringify(lasting) : undefined;
      const window = takeWindow(key) ?? (await newWindow({ key, lasting, entropy, prepare }));
      used.push(window);
      await applyWindowSettings(window, passing);
      Object.assign(window, { problems, origins: [new URL(address).origin, ...origins] });
      const { page } = window;
      await page.goto(address + fragment);
      if (started) await page.getByRole("heading", { level: 1 }).first().waitFor();
      return page;
    }

    async function leave(page) {
      const at = used.findIndex((window) => window.page === page);
      await returnWindow(used.splice(at, 1)[0]);
    }

    async function visit(fragment, options = {}) {
      const { origins = [], ...settings } = options;
      const [passing, lasting] = divided(settings);
      const key = JSON.stringify(lasting);
      const isLoaded = shared?.key === key;
      if (!isLoaded) {
        await close(shared);
        shared = await newWindow({ key, lasting });
      }
      await applyWindowSettings(shared, passing);
      Object.assign(shared, { problems, origins: [new URL(site.address).origin, ...origins] });
      const { page } = shared;
      if (isLoaded) await openFragment(page, fragment);
      else await page.goto(site.address + fragment);
      await page.locator("h1:visible").first().waitFor();
      return page;
    }

    function expectProblem(pattern) {
      const others = problems.filter((problem) => !pattern.test(problem));
      assert.ok(others.length < problems.length, `no problem matches ${pattern}: ${problems.join("\n")}`);
      problems.splice(0, problems.length, ...others);
    }

    let isDone = false;
    try {
      await body({ open, leave, visit, problems, expectProblem });
      isDone = true;
    } catch (error) {
      // An error of the page often explains why a test failed, so the failure names it.
      if (problems.length > 0) error.message += `\nthe page's problems:\n${problems.join("\n")}`;
      throw error;
    } finally {
      if (isDone) for (const window of used) await returnWindow(window);
      else await Promise.all([...used, shared].map(close));
      if (!isDone) shared = undefined;
    }
    assert.deepEqual(problems, []);
  });
}
