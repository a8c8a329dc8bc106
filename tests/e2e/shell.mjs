// The example that the document shows before the page has started: prompt, answer, verdict and
// picture, taken from the page itself. `--write` puts it into `index.html`; a test compares both.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const INDEX = fileURLToPath(new URL("../../index.html", import.meta.url));
const BOUNDS = ["<!-- The example, as `node tests/e2e/shell.mjs --write` takes it from the page. -->\n", "      <!-- The end of the example. -->\n"];

// Returns the example as the page shows it, without controls.
async function taken(page) {
  await page.locator(".arcs-picture .point.is-end").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".arcs-picture .point").length === 7);
  return page.evaluate(() => {
    const one = (selector) => document.querySelector(selector);
    const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const lines = (text, count) => escaped(text.split("\n").slice(0, count).join("\n"));
    const card = (name, number, text, note = "") => `<div class="card shell-card"><div class="card-head"><b><span class="numbered">${number}</span>${name}</b></div>${note}<pre>${text}</pre></div>`;
    const source = `<p class="hint">${escaped(one(".quick .source").textContent)}. ${escaped(one(".recorded-source").firstChild.textContent)}</p>`;
    const answer = one(".transcript.is-read").textContent;
    const picture = one(".arcs-picture").cloneNode(true);
    picture.querySelectorAll(".touch").forEach((touch) => touch.remove());
    const attributes = ["class", "viewBox", "width", "height", "d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx"];
    const walk = document.createTreeWalker(picture, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_ELEMENT);
    const comments = [];
    for (let node = picture; node; node = walk.nextNode()) {
      if (node.nodeType === Node.COMMENT_NODE) comments.push(node);
      else for (const { name } of [...node.attributes]) if (!attributes.includes(name)) node.removeAttribute(name);
    }
    comments.forEach((comment) => comment.remove());
    return [
      `<div class="pair">${card("Prompt", 1, lines(one(".prompt").textContent, 12))}${card("Answer", 2, lines(answer, 12), source)}</div>`,
      `<p class="shell-headline">${escaped(one("h1").textContent)}</p>`,
      `<div class="card shell-arcs">${picture.outerHTML}</div>`,
    ].map((line) => `      ${line}\n`).join("");
  });
}

// Returns the example in `index.html`, and the one that the page shows.
export async function shells(page) {
  const [, rest] = readFileSync(INDEX, "utf8").split(BOUNDS[0]);
  return [rest.split(BOUNDS[1])[0], await taken(page)];
}

if (process.argv.includes("--write")) {
  const { launch } = await import("./browser.mjs");
  const { serve } = await import("./site.mjs");
  const [site, browser] = [await serve(), await launch()];
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(site.address);
  const [before, now] = await shells(page);
  writeFileSync(INDEX, readFileSync(INDEX, "utf8").replace(BOUNDS[0] + before, () => BOUNDS[0] + now));
  await browser.close();
  await site.close();
}
