// The page of `cargo xtask dist` runs only unaltered, and runs no foreign scripts.

import assert from "node:assert/strict";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";

for (const [what, pattern] of [["module", /\.wasm$/], ["glue", /^stepfall-page-.*\.js$/]]) {
  journey(`a tampered ${what} is refused`, async ({ open, problems, expectProblem }) => {
    // The added line feed or empty custom section has no effect, so only the digest reveals it.
    const tail = what === "module" ? Buffer.from([0, 1, 0]) : Buffer.from("\n");
    const alter = (name, bytes) => (pattern.test(name) ? Buffer.concat([bytes, tail]) : bytes);
    const site = await serve({ alter });
    try {
      const page = await open("", { address: site.address, started: false });
      await page.getByText("Stepfall could not start").waitFor();
      expectProblem(/integrity/);
      await page.context().close();
      problems.length = 0; // The refusal causes more errors, which differ by file.
    } finally {
      await site.close();
    }
  });
}

journey("an altered style is not applied", async ({ open, expectProblem }) => {
  const alter = (name, bytes) => (name === "index.html" ? Buffer.from(bytes.toString().replace("<style>", "<style>body{outline:1px solid}")) : bytes);
  const site = await serve({ alter });
  try {
    const page = await open("", { address: site.address });
    assert.equal(await page.evaluate(() => document.styleSheets.length), 0);
    expectProblem(/style-src|inline style/);
  } finally {
    await site.close();
  }
});

journey("markup from text, foreign scripts and evaluation are refused", async ({ open, expectProblem }) => {
  const page = await open();
  const refused = await page.evaluate(async () => {
    const attempts = {
      markup: () => (document.createElement("div").innerHTML = "<b>from a transcript</b>"),
      worker: () => new Worker("data:text/javascript,0", { type: "module" }),
      script: () => (document.createElement("script").text = "0"),
    };
    const names = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        attempt();
      } catch (error) {
        if (error instanceof TypeError) names.push(name);
      }
    }
    // `eval` runs in a later task: code that Playwright evaluates directly is exempt from the policy.
    const evaluated = await new Promise((resolve) => {
      setTimeout(() => {
        try {
          resolve(new Function("return 1")());
        } catch {
          resolve("refused");
        }
      });
    });
    if (evaluated === "refused") names.push("evaluation");
    return names;
  });
  assert.deepEqual(refused, ["markup", "worker", "script", "evaluation"]);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100))); // Reports come a little later.
  expectProblem(/require-trusted-types-for|Trusted/);
});

journey("in a foreign frame the page is only a link, without controls", async ({ open }) => {
  const page = await open("#/sweep?v=2&steps=5&items=1&model=openai:m;base=https%3A%2F%2Fevil.example");
  const address = page.url();
  const other = await page.context().newPage();
  await other.setContent(`<iframe src="${address.replaceAll("&", "&amp;")}"></iframe>`);
  const frame = other.frameLocator("iframe");
  const link = frame.getByRole("link", { name: "Open Stepfall in a window of its own" });
  await link.waitFor();
  assert.match(await link.getAttribute("href"), /#\/sweep\?v=2&steps=5/);
  assert.equal(await frame.locator("button, input, textarea, select").count(), 0);
});

journey("the page's headers cut off openers and cache only hashed files for long", async ({ open }) => {
  const page = await open();
  const rows = await page.evaluate(async () => {
    const addresses = [location.pathname, ...performance.getEntriesByType("resource").map(({ name }) => name), "./sw.js", "./manifest.webmanifest"];
    const answers = await Promise.all(addresses.map(async (address) => (await fetch(address, { cache: "no-store" })).headers));
    return answers.map((headers, at) => [addresses[at], headers.get("Cache-Control"), headers.get("X-Content-Type-Options"), headers.get("Referrer-Policy")]);
  });
  assert.ok(rows.length > 6);
  for (const [address, cache, ...others] of rows) {
    const isHashed = /-[0-9a-f]{16}\.\w+$/.test(address);
    assert.equal(cache, isHashed ? "public, max-age=31536000, immutable" : "no-cache", address);
    assert.deepEqual(others, ["nosniff", "no-referrer"], address);
  }
  const opener = await page.context().newPage();
  const [opened] = await Promise.all([
    opener.waitForEvent("popup"),
    opener.evaluate((address) => void (globalThis.held = open(address)), page.url()),
  ]);
  await opened.getByRole("heading", { level: 1 }).first().waitFor();
  assert.equal(await opened.evaluate(() => globalThis.opener), null);
  assert.equal(await opener.evaluate(() => globalThis.held.closed), true);
});

journey("a release links to all licences, and a development build is labelled", async ({ open }) => {
  const page = await open();
  const footer = page.getByRole("contentinfo");
  if (await footer.getByText("Development build").isVisible()) {
    assert.equal(await footer.getByRole("link", { name: "Licences" }).count(), 0);
    return;
  }
  const [licences] = await Promise.all([page.waitForEvent("popup"), page.getByRole("link", { name: "Licences" }).click()]);
  await licences.getByRole("heading", { level: 1, name: "Licences" }).waitFor();
  const packages = (await licences.getByRole("heading", { level: 2 }).allTextContents()).join(", ");
  for (const name of ["leptos", "wasm-bindgen", "dashu-int", "safetensors", "wllama", "llama.cpp and ggml, in wllama", "the standard library of rustc"]) {
    assert.match(packages, new RegExp(`(^|, )${name} \\S`), name);
  }
  const texts = await licences.locator("pre").allTextContents();
  assert.ok(texts.every((text) => text.length > 400), "every package has a whole text");
});

// Makes `cloneNode` fail, which every view needs. With `at once` it fails from the start, but only at
// this link. With `later` it fails from the next click on, when the first page is complete.
for (const when of ["later", "at once"]) {
  journey(`a panic ${when} is reported with a link back, and the page can be left`, async ({ open, problems }) => {
    const fail = () => (Node.prototype.cloneNode = () => { throw new Error("nothing can be cloned"); });
    const failAtClick = (page) => page.evaluate(`addEventListener("click", ${fail}, { capture: true, once: true })`);
    const prepare = when === "at once" ? (context) => context.addInitScript(`if (location.hash.includes("seed=42")) (${fail})()`) : undefined;
    const page = await open("#/play?v=2&seed=42", { prepare, started: when === "later", permissions: ["clipboard-read", "clipboard-write"] });
    const failing = page.url();
    if (when === "later") {
      await failAtClick(page);
      await page.getByRole("link", { name: "Batch", exact: true }).click();
    }
    const alert = page.getByRole("alert").filter({ hasText: "Stepfall has failed." });
    await alert.getByText("What happened").click();
    await alert.getByText(/panicked at /).waitFor();
    // The browser's own `hashchange` event for this page may come after the panic.
    await page.evaluate(() => void dispatchEvent(new HashChangeEvent("hashchange", { newURL: location.href })));
    assert.equal(await alert.count(), 1);
    await alert.getByRole("button", { name: "Copy report" }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, new RegExp(`panicked at [^]*\\n${page.url().replaceAll(/[.?]/g, "\\$&")}\\n`));
    const [again] = await Promise.all([page.waitForEvent("popup"), alert.getByRole("link", { name: "Link that leads back here" }).click()]);
    assert.equal(again.url(), page.url());
    if (when === "later") {
      // Links on the page still work, although the module that would follow them has failed.
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Sweep", exact: true }).click();
      await alert.waitFor({ state: "detached" });
      await page.locator(".setup-facts").waitFor();
      assert.match(page.url(), /#\/sweep/);
      await failAtClick(page);
      await page.getByRole("link", { name: "Batch", exact: true }).click();
      await alert.waitFor();
      await alert.getByRole("button", { name: "Reload" }).click();
      await page.getByRole("heading", { level: 1 }).first().waitFor();
    } else {
      await alert.getByRole("button", { name: "Reload" }).click();
      await alert.waitFor();
      assert.equal(page.url(), failing);
      await alert.getByRole("link", { name: "Start without this link" }).click();
      await page.locator(".is-play h1").waitFor();
      assert.doesNotMatch(page.url(), /seed=42/);
      assert.equal(await alert.count(), 0);
    }
    await page.context().close();
    problems.length = 0; // The failure causes more errors.
  });
}

journey("a WebAssembly error without a panic is reported", async ({ open, problems }) => {
  const page = await open();
  await page.evaluate(() => void setTimeout(() => { throw new WebAssembly.RuntimeError("memory access out of bounds"); }));
  const alert = page.getByRole("alert").filter({ hasText: "memory access out of bounds" });
  await alert.getByText("What happened").click();
  await alert.getByText("memory access out of bounds").waitFor();
  await alert.getByRole("button", { name: "Hide" }).click();
  await alert.waitFor({ state: "detached" });
  problems.length = 0;
});

journey("a failed start is reported above the example", async ({ open, expectProblem }) => {
  const prepare = (context) =>
    context.addInitScript(() => {
      Document.prototype.createComment = () => {
        throw new TypeError("refused by this browser");
      };
    });
  const page = await open("", { prepare, started: false });
  const notice = page.getByText("Stepfall could not start");
  await notice.waitFor();
  assert.ok((await notice.boundingBox()).y < 50, "the notice is above the example");
  expectProblem(/refused by this browser/);
});

journey("a foreign error before the start is not reported as a failed start", async ({ open, expectProblem }) => {
  const prepare = (context) =>
    context.addInitScript(() => {
      addEventListener("DOMContentLoaded", () =>
        setTimeout(() => {
          throw new TypeError("of an extension");
        }),
      );
    });
  const page = await open("", { prepare });
  await page.getByRole("button", { name: "Copy prompt" }).waitFor();
  await page.getByText("Stepfall could not start").waitFor({ state: "hidden" });
  expectProblem(/of an extension/);
});
