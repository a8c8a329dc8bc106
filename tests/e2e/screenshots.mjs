// Makes pictures of the page: light and dark, wide and narrow. Takes the folder for the PNG files,
// and then names of states (all of `states.mjs` by default).

import { mkdirSync } from "node:fs";
import path from "node:path";
import { launch } from "./browser.mjs";
import { startFaults } from "./faults.mjs";
import { serve } from "./site.mjs";
import { STATES } from "./states.mjs";

const WIDTHS = (process.env.WIDTHS ?? "1920,1280,390,320").split(",").map(Number);
const SCHEMES = (process.env.SCHEMES ?? "light,dark").split(",");

const [folder, ...named] = process.argv.slice(2);
const states = named.length > 0 ? named : Object.keys(STATES);
mkdirSync(folder, { recursive: true });

const site = await serve();
const faults = await startFaults();
const browser = await launch();
try {
  for (const state of states) {
    const [fragment, reach] = STATES[state];
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const viewport = { width, height: width > 600 ? 800 : 700 };
        const page = await browser.newPage({ colorScheme, viewport, reducedMotion: "reduce" });
        page.on("console", (message) => message.type() === "error" && console.error(message.text()));
        await page.goto(site.address + fragment);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await reach(page, faults);
        await page.mouse.move(0, 0);
        await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
        const file = path.join(folder, `${state}-${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
        console.log(file);
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await site.close();
  await faults.close();
}
