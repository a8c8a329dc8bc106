// The page starts and has its style.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { journey } from "./harness.mjs";

const source = (name) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

journey("the page starts below any path without errors", async ({ open }) => {
  const page = await open();
  assert.match(await page.title(), /Stepfall/);
  await page.getByText("Stepfall could not start").waitFor({ state: "hidden" });
});

journey("the worker that was built with the page grades an answer", async ({ open }) => {
  const page = await open("#/play?v=2&seed=42");
  await page.getByLabel("What the model wrote").fill("S3 = -685\nS4 = -136\nAnswer: 7");
  await page.getByRole("heading", { level: 1 }).getByText("At S4 it was off by one").waitFor();
});

journey("the page has every rule of the style, in order", async ({ open }) => {
  const files = [...(await source("index.html")).matchAll(/<link data-build rel="css" href="([^"]+)">/g)];
  const written = await Promise.all(files.map(([, file]) => source(file)));
  const page = await open("", { colorScheme: "light" });
  const [expected, found] = await page.evaluate((written) => {
    const rules = (sheets) => sheets.flatMap((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText));
    const sheets = written.map((text) => new CSSStyleSheet().replace(text));
    return Promise.all(sheets).then((sheets) => [rules(sheets), rules([...document.styleSheets])]);
  }, written);
  assert.ok(expected.length > 0);
  assert.deepEqual(found, expected);

  // The style sets a light background; without a style it would be transparent.
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.match(ground, /^rgb\(2\d\d, 2\d\d, 2\d\d\)$/);
});

journey("an unknown page is reported with links to existing pages", async ({ open }) => {
  const page = await open("#/zoo?v=2");
  await page.getByRole("heading", { level: 1, name: "There is no page “zoo” in Stepfall" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Share" }).count(), 0);
  await page.locator("main:visible").getByRole("button", { name: "Sweep" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/sweep"));
  await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: /There is no page/ }).waitFor();
  await page.evaluate(() => void (location.hash = "#/embed/batch?v=2"));
  await page.getByRole("heading", { level: 1, name: "There is no page “embed/batch” in Stepfall" }).waitFor();
  assert.equal(await page.title(), "There is no page “embed/batch” in Stepfall – Stepfall");
  await page.locator("main:visible").getByRole("button", { name: "Play" }).click();
  await page.getByRole("button", { name: "Share" }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /^#\/play\?v=2/);
});
