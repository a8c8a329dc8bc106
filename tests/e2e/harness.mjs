// What every browser test stands on. A journey fails when the page does anything that a visitor's console would show
// as a fault: an error, a breach of the content security policy, a failed request, or a request to a foreign origin.
//
//   import { journey } from "./harness.mjs";
//   journey("a link opens its item", async ({ open }) => {
//     const page = await open("#/play?v=2&steps=25&seed=42");
//     ...
//   });

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { seedEntropy } from "./entropy.mjs";
import { serve } from "./site.mjs";
import { watch } from "./watch.mjs";

// Milliseconds until what a test waits for is given up: no expectation, but for a machine that is busy with something else.
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

// How many times slower than it is the main thread of every page shall be. Neither workers nor the browser itself are slowed.
const THROTTLE = Number(process.env.THROTTLE ?? 1);

let browser;
let site;

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

// One test in a browser of its own (no shared storage). The body gets:
//
// - `open(fragment, options)`: a page, once it has started. Options are those of a Playwright context (`viewport`,
//   `colorScheme`, `permissions` ...), and
//   - `origins`: foreign origins that the test fakes by `prepare`;
//   - `prepare(context)`: called before the page is loaded, to add routes or scripts;
//   - `entropy`: another seed of all chance on the page than 7;
//   - `address`: another site than the usual one, from `serve`;
//   - `started`: false when the page is not expected to start.
// - `problems`: what went wrong so far, as text. A test that provokes a fault takes it out again by `expectProblem`.
// - `expectProblem(pattern)`: fails unless at least one problem matches, and forgives those that do.
export function journey(name, body) {
  test(name, async () => {
    const contexts = [];
    const problems = [];

    async function open(fragment = "", options = {}) {
      const { origins = [], prepare, entropy = 7, address = site.address, started = true, ...settings } = options;
      // Answers of the service worker would hide from a test what is requested when; those about it allow it.
      const context = await browser.newContext({ serviceWorkers: "block", ...settings });
      contexts.push(context);
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
      // A window that the page opens may be closed before it is slowed.
      context.on("page", (other) => slow(other).catch(() => other.isClosed()));
      watch(page, [new URL(address).origin, ...origins], problems);
      await page.goto(address + fragment);
      if (started) await page.getByRole("heading", { level: 1 }).first().waitFor();
      return page;
    }

    function expectProblem(pattern) {
      const others = problems.filter((problem) => !pattern.test(problem));
      assert.ok(others.length < problems.length, `no problem matches ${pattern}: ${problems.join("\n")}`);
      problems.splice(0, problems.length, ...others);
    }

    try {
      await body({ open, problems, expectProblem });
    } catch (error) {
      // A fault of the page is often why a test could not go on, so it is told with the failure.
      if (problems.length > 0) error.message += `\nthe page's problems:\n${problems.join("\n")}`;
      throw error;
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    assert.deepEqual(problems, []);
  });
}
