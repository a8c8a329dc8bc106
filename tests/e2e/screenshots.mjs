// Pictures of the page: light and dark, wide and narrow. Takes the folder for the PNG files, then any number of fragments
// (by default the page as it opens).

import { mkdirSync } from "node:fs";
import path from "node:path";
import { launch } from "./browser.mjs";
import { serve } from "./site.mjs";

const WIDTHS = [1280, 390, 320];
const SCHEMES = ["light", "dark"];

const [folder, ...named] = process.argv.slice(2);
const fragments = named.length > 0 ? named : [""];
mkdirSync(folder, { recursive: true });

const site = await serve();
const browser = await launch();
try {
  for (const [index, fragment] of fragments.entries()) {
    for (const colorScheme of SCHEMES) {
      for (const width of WIDTHS) {
        const viewport = { width, height: width > 600 ? 800 : 700 };
        const page = await browser.newPage({ colorScheme, viewport, reducedMotion: "reduce" });
        page.on("console", (message) => message.type() === "error" && console.error(message.text()));
        await page.goto(site.address + fragment);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        const prefix = fragments.length > 1 ? `${index}-` : "";
        const file = path.join(folder, `${prefix}${colorScheme}-${width}.png`);
        await page.screenshot({ path: file, fullPage: true });
        console.log(file);
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  await site.close();
}
