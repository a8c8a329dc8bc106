// What keeps people from a page: whatever axe finds, and content that is wider than the window.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Motion is reduced here and not by who asks: a button whose colour is still on its way from one scheme to the other has a contrast that nobody sees. The
// page has to be opened with `bypassCSP` where its policy keeps axe out.
export async function noBarriers(page, state) {
  await page.evaluate(axe);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n  ")}`);
    assert.deepEqual(told, [], `${state}, ${colorScheme}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${state}, ${colorScheme}: ${overflow} px too wide`);
  }
}
