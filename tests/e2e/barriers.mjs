// Finds barriers for visitors: violations that axe reports, and content that is wider than the
// window.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Only violations are reported, without selectors. This halves the time of a run.
const REPORT = { reporter: "no-passes", resultTypes: ["violations"], selectors: false };

// The rules for each colour scheme; an empty object means all rules. The schemes differ only in
// colours, so the dark one needs only the rules about colours.
const RULES = { light: {}, dark: { runOnly: ["color-contrast", "link-in-text-block"] } };

// Fails if the page has a barrier in one of its colour schemes. Motion is reduced, because axe would
// measure the contrast of a button in the middle of a transition. The page must be opened with
// `bypassCSP` if its content security policy would block axe.
export async function noBarriers(page, state) {
  await page.evaluate(axe);
  for (const [colorScheme, rules] of Object.entries(RULES)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await page.evaluate((options) => globalThis.axe.run(options), { ...rules, ...REPORT });
    const reports = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n  ")}`);
    assert.deepEqual(reports, [], `${state}, ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${state}, ${colorScheme}: ${overflow} px too wide`);
  }
}
