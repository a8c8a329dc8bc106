// The harness of the tests in Firefox. As in Chromium, a journey fails if the page does anything
// that a visitor's console would show as an error.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { seedEntropy } from "../e2e/entropy.mjs";
import { serve } from "../e2e/site.mjs";
import { watch } from "../e2e/watch.mjs";
import { launch } from "./browser.mjs";

// The timeout of every wait, in milliseconds.
const PATIENCE = 60_000;

let browser;
let site;
let downloads;

before(async () => {
  site = await serve();
  downloads = mkdtempSync(path.join(tmpdir(), "stepfall-firefox-"));
  browser = await launch(downloads);
});

after(async () => {
  await browser?.close();
  await site?.close();
  if (downloads) rmSync(downloads, { recursive: true });
});

// Defines one test. Each page that it opens has a browser storage of its own. Its body gets:
//
// - `open(fragment, { origins })`: returns a page once it has started; it may send requests to
// these origins besides its own;
// - `expectProblem(pattern)`: fails unless at least one problem so far matches, and removes those
// that do.
export function journey(name, body) {
  test(name, async () => {
    const contexts = [];
    const problems = [];

    async function open(fragment = "", { origins = [] } = {}) {
      const context = await browser.createBrowserContext();
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.setViewport({ width: 1280, height: 800 });
      await page.evaluateOnNewDocument(seedEntropy, 7);
      await page.evaluateOnNewDocument(prepare);
      watch(page, [new URL(site.address).origin, ...origins], problems);
      await page.goto(site.address + fragment);
      await shows(page, "h1", /\S/);
      return page;
    }

    function expectProblem(pattern) {
      const others = problems.filter((problem) => !pattern.test(problem));
      assert.ok(others.length < problems.length, `no problem matches ${pattern}: ${problems.join("\n")}`);
      problems.splice(0, problems.length, ...others);
    }

    try {
      await body({ open, expectProblem });
    } catch (error) {
      if (problems.length > 0) error.message += `\nthe page's problems:\n${problems.join("\n")}`;
      throw error;
    } finally {
      await Promise.all(contexts.map((context) => context.close()));
    }
    assert.deepEqual(problems, []);
  });
}

// Logs violations of the content security policy as errors. WebDriver cannot operate a file dialogue.
// So instead of opening one, adds its file field to the document, where `choose` finds it.
function prepare() {
  addEventListener("securitypolicyviolation", (violation) => {
    console.error(`policy: ${violation.effectiveDirective} refused ${violation.blockedURI} ${violation.sample}`);
  });
  const click = HTMLInputElement.prototype.click;
  HTMLInputElement.prototype.click = function () {
    if (this.type !== "file") return click.call(this);
    this.hidden = true;
    this.dataset.chooser = "";
    document.documentElement.append(this);
  };
}

// Waits until a visible element of a selector has a text that matches, and returns that text.
export async function shows(page, selector, pattern) {
  const find = (selector, source) => {
    const isMeant = (one) => one.checkVisibility() && new RegExp(source).test(one.textContent);
    return [...document.querySelectorAll(selector)].find(isMeant)?.textContent;
  };
  try {
    return await (await page.waitForFunction(find, {}, selector, pattern.source)).jsonValue();
  } catch (error) {
    const found = await page.$$eval(selector, (all) => all.map((one) => one.textContent));
    throw new Error(`${selector} never shows ${pattern}, but ${JSON.stringify(found)}: ${error.message}`);
  }
}

// Clicks the visible element of a selector that has exactly this text, once it can be clicked and
// keeps its position.
export async function click(page, selector, text) {
  const handle = await page.waitForFunction(
    (selector, text) => {
      const isMeant = (one) => one.checkVisibility() && !one.disabled && (text === undefined || one.textContent.trim() === text);
      return [...document.querySelectorAll(selector)].find(isMeant);
    },
    {},
    selector,
    text,
  );
  for (let before; ; ) {
    const place = await handle.evaluate((one) => {
      one.scrollIntoView({ block: "center" });
      const { x, y } = one.getBoundingClientRect();
      return [x, y].join();
    });
    if (place === before) break;
    before = place;
    await pause(300);
  }
  await handle.click();
}

// Replaces the text of a field.
export async function fill(page, selector, text) {
  const field = await page.waitForSelector(selector, { visible: true });
  await field.evaluate((one) => one.focus());
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.keyboard.press("Backspace");
  await page.keyboard.type(text);
}

// Chooses a file in the dialogue that was just opened.
export async function choose(page, file) {
  const field = await page.waitForSelector("[data-chooser]");
  await field.uploadFile(file);
  await field.evaluate((one) => one.remove());
}

// Returns the path and the bytes of a file that the page saved under a name. The file is complete
// once it stops growing.
export async function saved(name) {
  const file = path.join(downloads, name);
  let before = 0;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(200)) {
    const bytes = existsSync(file) ? readFileSync(file) : [];
    if (bytes.length > 0 && bytes.length === before) return { file, bytes };
    before = bytes.length;
  }
  throw new Error(`${name} was not saved`);
}
