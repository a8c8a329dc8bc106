// Records the announcements of a page, and moves through the page by keys.

import assert from "node:assert/strict";

// Records the text of every live region, each time that it changes. Passed as `prepare` of a page.
export const listen = (context) =>
  context.addInitScript(() => {
    const REGIONS = "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive], output";
    const last = new WeakMap();
    globalThis.heard = [];
    const look = () => {
      for (const region of document.querySelectorAll(REGIONS)) {
        if (region.getAttribute("aria-live") === "off" || !region.checkVisibility()) continue;
        const text = region.textContent.replaceAll(/\s+/g, " ").trim();
        if (text === (last.get(region) ?? "")) continue;
        last.set(region, text);
        if (text) globalThis.heard.push(text);
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });

// Returns the announcements since the last call.
export const takeAnnouncements = (page) => page.evaluate(() => globalThis.heard.splice(0));

// Waits for an announcement that matches a pattern.
export const waitForAnnouncement = (page, pattern) =>
  page.waitForFunction(({ source, flags }) => globalThis.heard.some((text) => new RegExp(source, flags).test(text)), { source: pattern.source, flags: pattern.flags });

// Presses Tab until the focus is on an element; fails if that takes too long.
export async function tabTo(page, locator, key = "Tab") {
  for (let stop = 0; stop < 150; stop += 1) {
    await page.keyboard.press(key);
    if (await locator.evaluateAll((all) => all.includes(document.activeElement))) return;
  }
  assert.fail(`${key} does not lead to ${locator}`);
}

export const hasFocus = (locator) => locator.evaluate((one) => one === document.activeElement);

// Presses Tab from the beginning of the page to its end, and returns every stop. A stop reports whether
// it comes after the previous one in the document, has an outline, and is visible. With Shift+Tab, goes
// back from the last stop.
export async function stops(page, key = "Tab") {
  if (key === "Tab") {
    // Without a focus, Tab would continue from its last position.
    await page.evaluate(() => {
      globalThis.stopped = [];
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute("tabindex");
    });
  }
  const all = [];
  for (let stop = 0; stop < 300; stop += 1) {
    await page.keyboard.press(key);
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (one === document.body) return null;
      // Elements come and go meanwhile, so each keeps the number of its first stop.
      if (!globalThis.stopped.includes(one)) globalThis.stopped.push(one);
      const number = globalThis.stopped.indexOf(one);
      // Rows of a long list leave the document later, and then have no position in it.
      const last = globalThis.stopped[number - 1];
      const isInOrder = !last?.isConnected || (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      const { width, height } = one.getBoundingClientRect();
      const isMarked = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      const isSeen = width > 0 && height > 0 && one.checkVisibility();
      return { number, what: one.outerHTML.slice(0, 120), isInOrder, isMarked, isSeen };
    });
    // Backwards, the walk may start again without leaving the page.
    if (at === null || all.some(({ number }) => number === at.number)) return all;
    all.push(at);
  }
  return assert.fail(`${key} does not come to an end`);
}
