// After one visit the page works without a network, can be installed, and reports a newer version.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";

const FITS = "#/play?v=2&steps=6&numbers=mod31&seed=3";
const headline = (page) => page.getByRole("heading", { level: 1 });
const notice = (page) => page.getByRole("status").getByText("A new version is ready.");

// Waits until `holds` accepts the caches, and returns the addresses in the newest one. `holds` gets the
// number of caches, the addresses in the newest one, and the addresses that the service worker names.
async function until(page, holds) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const result = await page.evaluate(async () => {
      const names = await caches.keys();
      const newest = names.length > 0 ? await (await caches.open(names.at(-1))).keys() : [];
      const script = await (await fetch("./sw.js")).text();
      const wanted = [...script.matchAll(/"(\.\/[^"]*)":"sha256-/g)].map(([, address]) => new URL(address, location).href);
      return { caches: names.length, kept: newest.map(({ url }) => url), wanted };
    });
    if (holds(result)) return result.kept;
    await page.waitForTimeout(100);
  }
  throw new Error("the files were not kept");
}

// Waits until every file that the service worker lists is stored, and `count` caches exist. Returns the
// addresses.
const kept = (page, count = 1) =>
  until(page, ({ caches, kept, wanted }) => caches === count && wanted.length > 0 && wanted.every((address) => kept.includes(address)));

// Serves a separate site. With `site.next = true` it has another version: the same page with
// another document.
async function versions() {
  const digest = (bytes) => `sha256-${createHash("sha256").update(bytes).digest("base64")}`;
  let document;
  const site = await serve({
    alter: (name, bytes) => {
      if (name === "index.html") document = bytes;
      if (!site.next) return bytes;
      const newer = Buffer.concat([document, Buffer.from("<!-- newer -->")]);
      if (name === "index.html") return newer;
      if (name !== "sw.js") return bytes;
      return Buffer.from(bytes.toString().replace(digest(document), digest(newer)).replace(/VERSION = "/, 'VERSION = "newer'));
    },
  });
  return site;
}

// The newer document ends with a comment.
const isNewer = () => document.lastChild.nodeType === Node.COMMENT_NODE;

journey("after one visit every page and the small model work offline", async ({ open }) => {
  const site = await serve();
  const page = await open("#/play?v=2&seed=42", { address: site.address, serviceWorkers: "allow" });
  const names = (await kept(page)).map((address) => address.replace(/-[0-9a-f]{16}\./, ".").slice(site.address.length));
  for (const name of ["", "stepfall-worker.wasm", "stepfall-lab.wasm", "short.safetensors", "long.safetensors", "manifest.webmanifest"]) {
    assert.ok(names.includes(name), `${name} is not kept: ${names}`);
  }
  await page.context().setOffline(true);
  await site.close();

  await page.reload();
  await page.getByLabel("What the model wrote").fill("S3 = -685\nS4 = -136\nAnswer: 7");
  await headline(page).getByText("At S4 it was off by one").waitFor();

  await page.goto(`${site.address}?from=a-sign-in${FITS}`);
  for (const checkpoint of ["trained on up to 12 steps", "trained on up to 48 steps"]) {
    await page.getByRole("button", { name: "Examples", exact: true }).click();
    await page.locator(".small-model select").selectOption({ label: checkpoint });
    await page.getByRole("button", { name: "Ask the small model" }).click();
    await headline(page).getByText("All 6 steps and the answer are correct.").waitFor();
    await page.locator(".answer .source").getByText(checkpoint).waitFor();
  }

  await page.goto(`${site.address}#/lab?v=2&model=short.1&steps=25&seed=7`);
  await page.locator(".lab-head h1:not(.is-waiting)").getByText(/^\d+ steps correct\./).waitFor();
  // Any other address below the page redirects to the page.
  await page.goto(`${site.address}not/there`);
  await headline(page).first().waitFor();
  assert.equal(new URL(page.url()).pathname, new URL(site.address).pathname);
});

journey("a newer version is offered, and applied only on request", async ({ open }) => {
  const site = await versions();
  try {
    const page = await open("#/play?v=2&seed=42", { address: site.address, serviceWorkers: "allow" });
    await kept(page);
    await page.reload();
    const other = await page.context().newPage();
    await other.goto(`${site.address}#/sweep`);
    await headline(other).first().waitFor();
    assert.equal(await notice(page).count(), 0);

    site.next = true;
    await page.reload();
    await notice(page).waitFor();
    assert.equal(await page.evaluate(isNewer), false);
    await page.getByRole("button", { name: "Later" }).click();
    await notice(page).waitFor({ state: "detached" });
    await page.reload();
    await notice(page).waitFor();

    await other.evaluate(() => void (globalThis.isSame = true));
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForFunction(isNewer);
    // The other window still shows the old version, whose files stay stored while it is open.
    await notice(other).waitFor();
    assert.equal(await other.evaluate(() => globalThis.isSame), true);
    await kept(page, 2);
    await other.close();
    await page.reload();
    await kept(page);
    assert.equal(await notice(page).count(), 0);
  } finally {
    await site.close();
  }
});

journey("an altered file is not cached, and all others are", async ({ open, problems }) => {
  const site = await serve({
    alter: (name, bytes) => (name.startsWith("short-") ? Buffer.concat([bytes, Buffer.from("\n")]) : bytes),
  });
  try {
    const page = await open("", { address: site.address, serviceWorkers: "allow" });
    const all = await until(page, ({ kept, wanted }) => wanted.length > 0 && kept.length >= wanted.length - 1);
    assert.deepEqual(all.filter((address) => address.includes("/short-")), []);
    await page.context().close();
    problems.length = 0; // The browser may report the refusal, or not.
  } finally {
    await site.close();
  }
});

journey("the page is installable, and its icons have their declared sizes", async ({ open }) => {
  const page = await open("", { serviceWorkers: "allow" });
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { icons, start_url: start, scope } = JSON.parse(data);
  assert.deepEqual([start, scope], ["./", "./"]);
  const pictures = icons.filter(({ type }) => type === "image/png");
  assert.deepEqual([...new Set(pictures.map(({ purpose }) => purpose))].sort(), ["any", "maskable"]);
  for (const { src, sizes } of icons) {
    const [width, bytes] = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return [picture.naturalWidth, (await (await fetch(src)).blob()).size];
    }, src);
    if (sizes !== "any") assert.equal(`${width}x${width}`, sizes);
    assert.ok(bytes < 4_000, `${src} has ${bytes} bytes`);
  }
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // An incognito window cannot be installed, which is no error of the page.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
});
